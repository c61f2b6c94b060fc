"""The players file: starting values and facts, each player once, and everything wrong at once."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest

from banzuke.model.errors import PlayersRefused
from banzuke.model.importer import Reading
from banzuke.model.players import Players
from banzuke.workflows.reading import read_players
from builders import table

FILE = """
    player   pool  rating deviation games rank nation
    Ada      .     1500   50        7     3K   SE
    Ada      rapid 1400   .         .     .    .
    Bo__X    .     .      .         .     .    NO
"""


def test_given_values():
    """Numbers by column, texts apart; a row for one pool goes before the row for all."""
    players = read_players(table(FILE))
    plain = players.starting(["Bo X", "Ada", "Cy"], "", {})
    assert [value for value in plain.columns["rating"] if not math.isnan(value)] == [1500.0]
    assert plain.columns["rating"][1] == 1500.0
    assert plain.texts["rank"] == ["", "3K", ""]
    rapid = players.starting(["Ada"], "rapid", {"rating": 1000.0})
    assert rapid.columns["rating"].tolist() == [1400.0]
    assert rapid.columns["deviation"].tolist() == [50.0]


def test_defaults():
    """What the rulebook gives holds for whom the file says nothing."""
    given = read_players(table(FILE)).starting(["Bo X", "Ada"], "", {"rating": 900.0})
    assert given.columns["rating"].tolist() == [900.0, 1500.0]


def test_names_and_facts():
    """Names are tidied as those of results; facts are texts by player."""
    players = read_players(table(FILE))
    assert players.names == ["Ada", "Bo X"]
    assert players.facts("nation") == {"Ada": "SE", "Bo X": "NO"}
    assert players.facts("club") == {}


def told(name: str, **columns: list[str | float | None]) -> Reading:
    """What a file of results tells of players, its rows numbered from 5."""
    frame = pl.DataFrame(columns)
    return Reading(frame, name, pl.Series(range(5, 5 + len(frame)), dtype=pl.UInt32))


def test_facts_of_results():
    """What files of results tell holds where the players file says nothing."""
    players = read_players(table(FILE))
    table_ = told("a.trf", player=["Ada", "Cy"], nation=["DK", "FI"], rating=[1.0, 2.0])
    both = players.with_told([table_])
    assert both.facts("nation") == {"Ada": "SE", "Bo X": "NO", "Cy": "FI"}
    assert players.facts("nation") == {"Ada": "SE", "Bo X": "NO"}
    assert both.frame.equals(players.frame)


def test_starting_values_of_results():
    """Without a players file everybody starts from what the first file with them tells."""
    files = [
        told("a.trf", player=["Ada", "Cy"], rating=[1500.0, None], born=["1990", None]),
        told("b.trf", player=["Cy", "Bo", "Ada"], rating=[1700.0, 1600.0, 1800.0]),
    ]
    players = Players().with_told(files)
    start = players.starting(["Ada", "Bo", "Cy"], "", {})
    assert start.columns["rating"].tolist()[:2] == [1500.0, 1600.0]
    assert np.isnan(start.columns["rating"][2])
    assert start.texts["born"] == ["1990", "", ""]
    assert players.place("Bo") == ("b.trf", 6)
    assert players.names == []
    again = players.with_told([told("c.trf", player=["Bo"], rating=[1.0])])
    assert again.frame.equals(players.frame)


def test_impossible_starting_values_of_results():
    """What nobody can start from is refused with file and row, all of it."""
    files = [
        told("a.trf", player=["Ada", "Bo"], deviation=[1.0, 0.0]),
        told("b.trf", player=["Cy"], games=[0.5]),
    ]
    with pytest.raises(PlayersRefused) as caught:
        Players().with_told(files)
    assert [problem.where for problem in caught.value.problems] == [
        "a.trf, row 6, column deviation",
        "b.trf, row 5, column games",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("who rating\nA 1", "a players file needs a column player"),
        ("player rating\n. 1", "row 0, column player: the player is missing"),
        ("player rating\nA x", "row 0, column rating: 'x' is not a finite number"),
        ("player deviation\nA 0", "row 0, column deviation: 0 is not above 0"),
        ("player games\nA -1", "row 0, column games: -1 is not possible here"),
        ("player rating\nA 1\nA 2", "row 1, column player: 'A' is there twice, first in row 0"),
        ("player pool\nA x\nA x", "row 1, column player: 'A' is there twice"),
    ],
)
def test_refusals(text, message):
    """What is wrong is told with row and column."""
    with pytest.raises(PlayersRefused, match=message):
        read_players(table(text))


def test_everything_at_once():
    """All problems of a file together."""
    with pytest.raises(PlayersRefused) as caught:
        read_players(table("player rating deviation\nA x 0\n. 1 1\nA 1 1"))
    assert len(caught.value.problems) == 4


def test_nobody():
    """Without a file nothing is known."""
    nobody = Players()
    assert nobody.names == []
    assert nobody.starting(["A"], "", {}).columns == {}
    assert nobody.facts("nation") == {}


def test_names_are_players_where_nothing_else_is():
    """A file of names and ratings needs no other header; what was taken for it is told."""
    players = read_players(table("Name Elo\nAda 1500\nBo 1400"))
    assert players.starting(["Bo", "Ada"], "", {}).columns["rating"].tolist() == [1400.0, 1500.0]
    assert any("name as player" in warning.what for warning in players.warnings)
