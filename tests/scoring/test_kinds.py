"""Each kind of term, and every parameter and word that it takes, moves a known number."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

import pytest

from banzuke.model.parameters import checked
from banzuke.scoring.board import board
from banzuke.scoring.checking import Term
from banzuke.scoring.ending import Ending, Group
from banzuke.scoring.kind import Need
from banzuke.scoring.kinds import kinds

#: The boards that rows name.
BOARDS = {
    # Two on top, one dead.
    "shared": board([9, 9, 8, 5, 3, 0], out={6: 1904}, ended=1907, draw=[1, 2]),
    # A lone leader, and two dead in different years.
    "lone": board(
        [14, 9, 7, 4, 0, 0], out={5: 1906, 6: 1904}, ended=1908, earlier={1907: [13, 9, 8, 3, 1, 0]}
    ),
    "solo": board([18, 9, 7, 0, 0, 0], out=[0, 0, 0, 1907, 1905, 1905], ended=1908),
    "crowd": board([6, 6, 6, 4, 4, 3]),
    "tied": board([8, 8, 7, 7, 4, 0], earlier={1906: [7, 8, 7, 7, 4, 1], 1905: [5, 4, 6, 7, 8, 4]}),
    "named": board(
        {"Austria": 9, "Italy": 5},
        others=[board({"Italy": 4, "Austria": 9}), board({"Italy": 3, "Russia": 5})],
    ),
}

#: Those on which the first power has won alone.
WON = {"solo", "named"}

#: {kind: its rows}, see kinds/README.md.
FILES = {
    path.stem: json.loads(path.read_text("utf-8"))
    for path in sorted((Path(__file__).parent / "kinds").glob("*.json"))
}


def rows_of(table: str) -> list[Any]:
    """All rows of a table, each with its kind."""
    return [
        pytest.param(kind, row, id=f"{kind}-{at}")
        for kind, tables in FILES.items()
        for at, row in enumerate(tables.get(table, ()))
    ]


def term(kind: str, said: dict) -> Term:
    """A term of a kind, with what is set."""
    filled, faults = checked(kinds()[kind].parameters, said)
    assert faults == []
    assert filled is not None
    return Term("it", kinds()[kind], filled)


def exactly(numbers) -> list[Fraction]:
    """Numbers, or fractions as texts, as exact ones."""
    return [Fraction(str(number)) for number in numbers]


@pytest.mark.parametrize(("kind", "row"), rows_of("points"))
def test_what_a_kind_gives(kind, row):
    """A term leaves each power with what its kind says, by what it had before."""
    one, played = term(kind, row["set"]), BOARDS[row["board"]]
    ending = Ending(played, 0 if row["board"] in WON else None, 1900)
    before = exactly(row.get("before", [0] * len(played.powers)))
    so_far = list(before)
    parts = one.kind.points(ending, one.parameters, so_far)
    assert so_far == before
    assert [has + part.points for has, part in zip(before, parts, strict=True)] == exactly(
        row["points"]
    )


@pytest.mark.parametrize("key", kinds())
def test_every_parameter_is_shown_to_move_something(key):
    """Each parameter of a kind, and each word that one takes, stands in one of its rows."""
    said = [row["set"] for row in FILES[key]["points"]]
    for name, field in kinds()[key].parameters.model_fields.items():
        values = {str(one[name]) for one in said if name in one}
        assert values or field.default is Group.ALL, name
        words = {str(word) for word in get_args(field.annotation) if isinstance(word, str)}
        assert words <= values | {str(field.default)}, name


def test_kinds_are_called_by_their_files():
    """The key of a kind is the name of its file, and its texts are there."""
    for key, kind in kinds().items():
        module = kind.parameters.__module__.rpartition(".")[2]
        assert module.replace("_", "-") == key
        assert kind.title
        assert kind.summary.endswith(".")


@pytest.mark.parametrize(("kind", "row"), rows_of("needs"))
def test_what_a_kind_asks_for(kind, row):
    """A term asks for what its settings need, and for nothing else."""
    assert term(kind, row["set"]).needs == {Need(text) for text in row["needs"]}
