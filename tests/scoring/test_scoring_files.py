"""Files of scoring systems: what they may say, and how everything wrong in them is told."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.model.errors import BoardRefused, FileProblem, ScoringRefused, UnknownName, WrongUse
from banzuke.scoring.board import board
from banzuke.scoring.games import Game, Seat
from banzuke.scoring.scoring import SCORINGS, Scoring, check_scoring, load_scoring, scoring_keys

KEYS = scoring_keys()
HEAD = 'format = 1\ntitle = "T"\ngame = "G"\n'
TERM = '[terms.one]\nkind = "fixed"\npoints = 1\n'
EXAMPLE = "[[example]]\ncentres = [5, 4]\npoints = [5, 4]\n"


@pytest.fixture
def write(tmp_path):
    """A function that writes a file and gives its path."""

    def written(text: str, name: str = "ours.toml") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return written


def problems(path: Path) -> list[str]:
    """Everything wrong with a file, as texts."""
    return [str(problem) for problem in check_scoring(path)]


def test_a_system_of_ones_own(write):
    """A whole file without any other; a board may have any number of powers."""
    path = write(
        HEAD + "[board]\npowers = 0\ncentres = 0\nwinning = 0\n[terms.centres]\n"
        'kind = "centres"\neach = 1\n' + EXAMPLE
    )
    assert problems(path) == []
    scoring = load_scoring(path)
    assert isinstance(scoring, Scoring)
    assert scoring.key == "ours"
    assert scoring.path == path
    assert scoring.points(board([3, 2, 1])) == (3, 2, 1)
    assert load_scoring(scoring) is scoring


def test_extending_changes_terms_by_name(write):
    """A file that extends another changes single settings of single terms."""
    path = write('format = 1\nextends = "c-diplo-100"\n[terms.place]\npoints = [40, 10]\n')
    scoring = load_scoring(path)
    assert scoring.points(board([9, 7, 7, 4, 4, 3, 0]))[:2] == (50, 13)
    assert scoring.extends == ("c-diplo-100",)
    assert scoring.inherited["text"] == "c-diplo-100"
    assert scoring.examples == ()


def test_decimals_are_what_is_written(write):
    """A tenth is a tenth, not the nearest binary number."""
    path = write(HEAD + '[terms.one]\nkind = "fixed"\npoints = 0.1\n')
    assert load_scoring(path).points(board([5, 5, 5, 5, 5, 5, 4]))[0] == Fraction(1, 10)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (HEAD, ["line 1: terms is missing ([terms.NAME] with a kind)"]),
        ('title = "T"\n' + TERM, ["line 1: format is missing", "line 1: game: game is missing"]),
        (HEAD.replace("1", "2") + TERM, ["line 1: format: 2 cannot be read (format = 1)"]),
        (HEAD + "[terms.one]\npoints = 1\n", ["line 4: terms.one: kind is missing"]),
        (HEAD + '[terms.one]\nkind = "fix"\n', ["line 5: terms.one.kind: no kind of term"]),
        (HEAD + "[terms.one]\nkind = 5\n", ["line 5: terms.one.kind: no kind of term"]),
        (
            HEAD + '[terms.one]\nkind = "fixed"\npoint = 1\nwho = "everybody"\n',
            [
                "line 6: terms.one.point: point is not known here (did you mean points?)",
                "line 7: terms.one.who: 'everybody' is not allowed (all, alive, dead,",
            ],
        ),
        (HEAD + "terms = 3\n", ["line 4: terms: 3 is not allowed"]),
        (
            HEAD + TERM + 'summary = "late"\n',
            ["line 7: terms.one.summary: summary is not known here (summary stands at the top"],
        ),
        (HEAD + TERM + "[tournament]\nbest = 2\n", ["line 8: tournament.best: best means nothing"]),
        (HEAD + TERM + "[tournament]\nbets = 2\n", ["line 8: tournament.bets: bets is not known"]),
        (HEAD + TERM + "[board]\nwinning = 1.5\n", ["line 8: board.winning: 1.5 is not allowed"]),
        (HEAD + '[terms.p]\nkind = "place"\n', ["line 4: terms.p.points: no place gives points"]),
        (
            HEAD + '[terms.p]\nkind = "place"\npoints = [1]\nties = "pairs"\n',
            ["line 4: terms.p.pairs: pairs is said with ties = pairs, and only then"],
        ),
        (HEAD + '[terms.l]\nkind = "limits"\n', ["line 4: terms.l: no limit is said"]),
        (
            HEAD + '[terms.l]\nkind = "limits"\nleast = 2\nmost = 1\n',
            ["line 6: terms.l.least: least is above most"],
        ),
        (HEAD + '[terms.s]\nkind = "scaled"\n', ["line 4: terms.s: total or times must be said"]),
        ('format = 1\nextends = "c-diplo"\n', ["line 2: there is no scoring system 'c-diplo'"]),
        ("format = 1\nextends = 5\n", ["line 2: extends: 5 is not allowed (the key or path of a"]),
        (HEAD + TERM + 'text = "open\n', ["line 7: a text does not end"]),
    ],
)
def test_everything_wrong_is_told_with_its_line(write, text, lines):
    """Each fault of a file is told with its line and what would be right."""
    found = problems(write(text))
    assert len(found) == len(lines), found
    for problem, part in zip(found, lines, strict=True):
        assert part in problem
    with pytest.raises(ScoringRefused) as refused:
        load_scoring(write(text))
    assert [str(problem) for problem in refused.value.problems] == found


@pytest.mark.parametrize(
    ("example", "part"),
    [
        (
            EXAMPLE.replace("[5, 4]\npoints", "[5, 4, 0]\npoints"),
            "2 points for 3 powers (one each)",
        ),
        (EXAMPLE, "line 9: example[1].points: the board has 2 powers (7)"),
        (EXAMPLE.replace("[5, 4]", "[5, 5, 5, 5, 5, 5, 4]"), "power 1 comes to 1, not to 5"),
    ],
)
def test_examples_that_do_not_hold(write, example, part):
    """A worked example that is no board, or has other points, is told with its line."""
    assert part in problems(write(HEAD + TERM + example))[0]


def test_files_that_extend_each_other(write):
    """A ring of files is told as one."""
    write('format = 1\nextends = "./one.toml"\n', "two.toml")
    path = write('format = 1\nextends = "./two.toml"\n', "one.toml")
    assert any(
        "extends goes round: one.toml → ./two.toml → ./one.toml" in p for p in problems(path)
    )


def test_what_is_no_file(tmp_path):
    """An unknown key, a missing file and what names neither are told apart."""
    with pytest.raises(UnknownName, match="no scoring system is called 'carnag'; did you mean"):
        load_scoring("carnag")
    with pytest.raises(FileProblem, match="there is no such file"):
        load_scoring(tmp_path / "none.toml")
    with pytest.raises(WrongUse, match="named by its key or path"):
        load_scoring(5)


def test_a_game_is_explained_as_its_board():
    """A game whose scores are centres has the lines of its board, seat by seat."""
    counts = [9, 7, 7, 4, 4, 3, 0]
    seats = tuple(
        Seat(f"P{at}", score=Fraction(held), role=f"R{at}", eliminated=None if held else 1904)
        for at, held in enumerate(counts)
    )
    scoring = load_scoring("bangkok-2020")
    found = scoring.explain_game(Game(seats, ended=1907))
    assert [score.power for score in found] == [f"R{at}" for at in range(7)]
    assert found[0].points == Fraction(96, 5)
    assert [line.name for line in found[6].lines] == ["years"]
    assert scoring.score_game(Game(seats, ended=1907)) == tuple(score.points for score in found)


def test_a_draft_is_found_without_its_ending():
    """The key of a draft may be said without -draft, as long as there is no other."""
    assert load_scoring("armada").key == "armada-draft"


def test_two_who_hold_enough_have_not_won_alone(write):
    """Where no number of centres is set, who shares the most has won nothing, in any order."""
    path = write(
        HEAD + "[board]\npowers = 0\ncentres = 0\n[solo.one]\nkind = 'fixed'\nwho = 'winner'\n"
        "points = 5\n" + TERM
    )
    scoring = load_scoring(path)
    assert scoring.points(board([20, 20, 3])) == (1, 1, 1)
    assert scoring.points(board([19, 20, 3])) == (0, 5, 0)


LINES = {key: (SCORINGS.packaged / f"{key}.toml").read_text("utf-8").split("\n") for key in KEYS}


@given(data=st.data())
def test_files_that_are_nearly_right(tmp_path_factory, data):
    """A packaged file with lines dropped, doubled, moved or changed is read or refused."""
    lines = list(LINES[data.draw(st.sampled_from(KEYS))])
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        what = data.draw(st.sampled_from(("drop", "double", "move", "change")))
        line = lines[at]
        if what == "drop" and len(lines) > 1:
            del lines[at]
        elif what == "double":
            lines.insert(at, line)
        elif what == "move":
            lines.insert(data.draw(st.integers(0, len(lines) - 1)), lines.pop(at))
        else:
            other = data.draw(
                st.sampled_from(("-1", '"x"', "[]", "1e400", "[1, [2]]", "{a = 1}", ""))
            )
            lines[at] = line.partition("=")[0] + "= " + other
    path = tmp_path_factory.mktemp("files") / "ours.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    played = board([9, 7, 7, 4, 4, 3, 0], out={7: 1904}, ended=1907)
    try:
        points = load_scoring(path).points(played)
    except (ScoringRefused, BoardRefused):
        return
    assert all(isinstance(one, Fraction) for one in points)
