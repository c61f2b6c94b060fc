"""Circuits: the packaged ones hold their examples, their files are checked, curves are exact."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.model.errors import CircuitRefused, FileProblem, UnknownName, WrongUse
from banzuke.scoring.circuits.circuit import (
    CIRCUITS,
    check_circuit,
    circuit_keys,
    load_circuit,
    total_of,
)
from banzuke.scoring.circuits.curve import Size
from banzuke.scoring.circuits.curves import curves

KEYS = circuit_keys()


def written(folder, text: str):
    """A file with a circuit's text."""
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("key", KEYS)
def test_packaged_circuit(key):
    """Every packaged circuit is sound, says where it is printed, and holds its examples."""
    assert check_circuit(key) == []
    circuit = load_circuit(key)
    assert circuit.title
    assert circuit.game
    assert circuit.source
    assert circuit.summary
    assert circuit.text.strip()
    assert circuit.assumptions
    assert circuit.examples
    text = (CIRCUITS.packaged / f"{key}.toml").read_text(encoding="utf-8")
    assert text.startswith("# ")


@pytest.mark.parametrize("key", KEYS)
@given(st.data())
def test_points_of_any_event(key, data):
    """No place has more than a better one, all who share a place have the same, none less than 0.

    The mean of shared places keeps the sum that the places give without a tie.
    """
    circuit = load_circuit(key)
    count = data.draw(st.integers(1, 30))
    scores = data.draw(st.lists(st.integers(0, 5), min_size=count, max_size=count))
    boards = tuple(data.draw(st.lists(st.integers(1, 12), min_size=1, max_size=5)))
    games = tuple(data.draw(st.lists(st.integers(0, 5), min_size=count, max_size=count)))
    size = Size(count, boards, games)
    category = data.draw(st.sampled_from(["", "WDC"]))
    places = [1 + sum(other > own for other in scores) for own in scores]
    points = circuit.points(places, size, category)
    by_place = dict(zip(places, points, strict=True))
    assert [by_place[place] for place in places] == points
    ordered = [by_place[place] for place in sorted(by_place)]
    assert ordered == sorted(ordered, reverse=True)
    assert min(points) >= 0
    if circuit.scale(category).sharing.ties == "average":
        whole = circuit.points(list(range(1, count + 1)), size, category)
        assert sum(points) == sum(whole)


@pytest.mark.parametrize("key", curves())
def test_curves_are_named_by_their_keys(key):
    """A curve is called as its file, and says in a sentence what it is."""
    curve = curves()[key]
    assert curve.key == key
    assert curve.points.__module__.endswith(f".{key.replace('-', '_')}")
    assert curve.title
    assert curve.summary.endswith(".")


def test_a_key_below_a_section_that_belongs_to_the_top(tmp_path):
    """What stands below a [section] by mistake is told where it belongs; sections are not."""
    path = written(
        tmp_path,
        'format = 1\ntitle = "Mine"\ngame = "Go"\n[points]\nkind = "table"\npoints = [10]\n'
        'author = "me"\nevents = 3\n',
    )
    assert [(one.row, one.right) for one in check_circuit(path)] == [
        (7, "author stands at the top, before the first [section]"),
        (8, "known: points, rest"),
    ]


def test_every_seven_places_halve_exactly():
    """The eighth place has half of the first, the eleventh half of the fourth."""
    points = load_circuit("bismark-2017").points(list(range(1, 22)), Size(21, games=(3,) * 21))
    assert points[7] * 2 == points[0] == 71
    assert points[10] * 2 == points[3]


def test_linear_falls_by_equal_steps(tmp_path):
    """For ten players: 100, 90, … 10."""
    path = written(
        tmp_path,
        'format = 1\ntitle = "Mine"\ngame = "Go"\n[points]\nkind = "linear"\nfirst = 100\n',
    )
    assert load_circuit(path).points(list(range(1, 11))) == [100 - 10 * n for n in range(10)]


@pytest.mark.parametrize(
    ("ties", "expected"),
    [
        ("average", [10, Fraction(7, 2), Fraction(7, 2)]),
        ("average up", [10, 4, 4]),
        ("lowest", [10, 2, 2]),
        ("highest", [10, 5, 5]),
    ],
)
def test_ties(tmp_path, ties, expected):
    """What a shared place gives, in four ways."""
    path = written(
        tmp_path,
        'format = 1\ntitle = "Mine"\ngame = "Go"\n[points]\nkind = "table"\n'
        f'points = [10, 5, 2]\nties = "{ties}"\n',
    )
    assert load_circuit(path).points([1, 2, 2]) == expected


def test_order_of_results_does_not_matter():
    """The best three are the best three, whatever came first."""
    rule = load_circuit("best-3-percentiles").total
    results = [Fraction(1, 4), Fraction(3, 4), Fraction(1, 2), Fraction(0)]
    assert total_of(results, rule) == total_of(results[::-1], rule) == Fraction(3, 2)
    assert total_of([], rule) == 0


WRONG = """format = 1
title = "Mine"
game = "Go"
colour = "blue"

[points]
kind = "table-by-size"
measure = "stones"
columns = [3, 2]
rows = [{ points = [1] }, { to = 4, points = [1, 2] }]
floors = 2

[category.WDC]
kind = "tables"

[total]
combine = "best"
win = 3

[events]
least_boards = -1
"""


def test_all_that_is_wrong_is_told_with_its_line(tmp_path):
    """A wrong file is refused with every problem, each with its line."""
    with pytest.raises(CircuitRefused) as refused:
        load_circuit(written(tmp_path, WRONG))
    told = [(problem.row, problem.what) for problem in refused.value.problems]
    assert told == [
        (4, "colour: colour is not known here"),
        (8, "points.measure: 'stones' is not allowed"),
        (11, "points.floors: floors is not known here"),
        (14, "category.WDC.kind: no points curve is called 'tables'"),
        (16, "total.best: it is not said how many rounds count"),
        (18, "total.win: win is not known here"),
        (21, "events.least_boards: -1 is not allowed"),
    ]


def test_a_table_must_be_one(tmp_path):
    """Columns rise, rows have one value each, and only the last goes on."""
    text = WRONG.replace('measure = "stones"\n', "").replace("floors = 2\n", "")
    with pytest.raises(CircuitRefused) as refused:
        load_circuit(written(tmp_path, text))
    told = [problem.what for problem in refused.value.problems if "points." in problem.what]
    assert told == [
        "points.columns[2]: 2 does not rise above 3",
        "points.rows[1].points: 1 point",
        "points.rows[1]: the row has no last place (to)",
    ]


def test_an_example_that_does_not_hold_is_told(tmp_path):
    """A worked example is worked, and a difference told with its line."""
    path = written(
        tmp_path,
        'format = 1\ntitle = "Mine"\ngame = "Go"\n[points]\nkind = "table"\npoints = [10, 5]\n'
        "[[example]]\npoints = [10, 6]\nresults = [1, 2]\ntotal = 4\n",
    )
    assert [(problem.row, problem.what) for problem in check_circuit(path)] == [
        (7, "example[1]: place 2 comes to 5, not to 6"),
        (7, "example[1]: the total comes to 3, not to 4"),
    ]


@pytest.mark.parametrize(
    ("example", "what"),
    [
        ("places = [1, 2]\npoints = [10]", "example[1].points: 1 value for 2 places"),
        ("results = [1, 2]", "example[1].total: results and a total belong together"),
        ("players = 4", "example[1]: the example shows nothing"),
        ("places = [0]\npoints = [10]", "example[1].places[1]: 0 is not allowed"),
        ("places = [999999999]\npoints = [0]", "example[1].places[1]: 999999999 is not allowed"),
    ],
)
def test_an_example_that_is_none(tmp_path, example, what):
    """An example that cannot be worked is refused with its place."""
    head = 'format = 1\ntitle = "Mine"\ngame = "Go"\n[points]\nkind = "table"\npoints = [10]\n'
    problems = check_circuit(written(tmp_path, f"{head}[[example]]\n{example}\n"))
    assert [problem.what for problem in problems] == [what]


def test_far_places_of_a_large_event():
    """The last of ten thousand players has points next to nothing, at once."""
    points = load_circuit("nadf-2010").points(
        [1, 300, 301, 10_000], Size(10_000, boards=(40, 40, 40))
    )
    assert points == [300, 5, 5, 5]


def test_a_circuit_extends_another(tmp_path):
    """A file says only what differs; what it inherits is known."""
    path = written(tmp_path, 'format = 1\nextends = "othello-british-gp"\ntitle = "Mine"\n')
    circuit = load_circuit(path)
    assert circuit.extends == ("othello-british-gp",)
    assert circuit.inherited["source"] == "othello-british-gp"
    assert circuit.points([1])[0] == 200
    assert load_circuit(circuit) is circuit


def test_what_is_no_circuit():
    """An unknown key, a missing file and a number are refused in their own ways."""
    with pytest.raises(UnknownName, match="nadf-2003 or nadf-2002"):
        load_circuit("nadf-2020")
    with pytest.raises(FileProblem):
        load_circuit("missing/none.toml")
    with pytest.raises(WrongUse):
        load_circuit(3)
