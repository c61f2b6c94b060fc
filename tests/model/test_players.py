"""The players file: starting values and facts, each player once, and everything wrong at once."""

from __future__ import annotations

import math

import polars as pl
import pytest

from banzuke.model.errors import PlayersRefused
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
    plain = players.given(["Bo X", "Ada", "Cy"], "", {})
    assert [value for value in plain.columns["rating"] if not math.isnan(value)] == [1500.0]
    assert plain.columns["rating"][1] == 1500.0
    assert plain.texts["rank"] == ["", "3K", ""]
    rapid = players.given(["Ada"], "rapid", {"rating": 1000.0})
    assert rapid.columns["rating"].tolist() == [1400.0]
    assert rapid.columns["deviation"].tolist() == [50.0]


def test_defaults():
    """What the rulebook gives holds for whom the file says nothing."""
    given = read_players(table(FILE)).given(["Bo X", "Ada"], "", {"rating": 900.0})
    assert given.columns["rating"].tolist() == [900.0, 1500.0]


def test_names_and_facts():
    """Names are tidied as those of results; facts are texts by player."""
    players = read_players(table(FILE))
    assert players.names == ["Ada", "Bo X"]
    assert players.facts("nation") == {"Ada": "SE", "Bo X": "NO"}
    assert players.facts("club") == {}


def test_facts_of_results():
    """What files of results tell holds where the players file says nothing."""
    players = read_players(table(FILE))
    told = players.with_facts(pl.DataFrame({"player": ["Ada", "Cy"], "nation": ["DK", "FI"]}))
    assert told.facts("nation") == {"Ada": "SE", "Bo X": "NO", "Cy": "FI"}
    assert players.facts("nation") == {"Ada": "SE", "Bo X": "NO"}
    assert players.with_facts(None) is players


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
    assert nobody.given(["A"], "", {}).columns == {}
    assert nobody.facts("nation") == {}


def test_names_are_players_where_nothing_else_is():
    """A file of names and ratings needs no other header; what was taken for it is told."""
    players = read_players(table("Name Elo\nAda 1500\nBo 1400"))
    assert players.given(["Bo", "Ada"], "", {}).columns["rating"].tolist() == [1400.0, 1500.0]
    assert any("name as player" in warning.what for warning in players.warnings)
