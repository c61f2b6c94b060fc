"""Games as people read them: duels as results are written, others by place or score."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from banzuke.publishing.games_text import games_text

Player = dict[str, Any]


def told(*players: Player) -> str:
    """How one game is told, by what its line has behind its status."""
    rows = [
        {"game": 1, "side": at, "status": "played", **player} for at, player in enumerate(players)
    ]
    kinds = {"score": pl.Float64, "place": pl.Int32}
    schema = {name: kind for name, kind in kinds.items() if name in rows[0]}
    line = games_text(pl.DataFrame(rows, schema_overrides=schema), 200).splitlines()[1]
    return line.partition("played")[2].strip()


@pytest.mark.parametrize(
    ("one", "two", "line"),
    [
        ({"place": 1}, {"place": 2}, "Müller 1-0 Weber"),
        ({"place": 2}, {"place": 1}, "Müller 0-1 Weber"),
        ({"place": 1}, {"place": 1}, "Müller 1/2-1/2 Weber"),
        ({"place": 2}, {"place": 2}, "2. Müller; 2. Weber"),
        ({"place": None}, {"place": None}, "Müller – Weber"),
        ({"place": 1}, {"place": None}, "1. Müller; Weber"),
        ({"score": 37, "place": 1}, {"score": 27, "place": 2}, "Müller 37-27 Weber"),
        ({"score": 1.5, "place": 1}, {"score": 0.5, "place": 2}, "Müller 1.5-0.5 Weber"),
        ({"score": 0.5, "place": 1}, {"score": 0.5, "place": 1}, "Müller 1/2-1/2 Weber"),
        ({"score": 5, "place": 1}, {"score": -3, "place": 2}, "Müller 5:-3 Weber"),
        ({"score": 5, "place": 1}, {"score": None, "place": 2}, "Müller 5; 2. Weber"),
        ({}, {}, "Müller – Weber"),
    ],
)
def test_a_duel_is_told_as_its_result_is_written(one: Player, two: Player, line: str):
    """By scores, else by places; who both lost, or of whom one is not known, a player each."""
    assert told({"player": "Müller", **one}, {"player": "Weber", **two}) == line


def test_who_had_which_colour_is_told():
    """By the role, else by the advantage of who moved first or was at home."""
    first = {"player": "Anna", "place": 1, "role": "white", "advantage": "yes"}
    second = {"player": "Bo", "place": 2, "role": "black", "advantage": "no"}
    assert told(first, second) == "Anna (white) 1-0 Bo (black)"
    assert told({**first, "role": None}, {**second, "role": None}) == "Anna (advantage) 1-0 Bo"


def test_games_that_are_no_duels_are_told_a_player_each():
    """A team has several players on a side, and a bye has one player."""
    team = [{"player": who, "side": at // 2, "place": at // 2 + 1} for at, who in enumerate("ABCD")]
    assert told(*team) == "1. A; 1. B; 2. C; 2. D"
    partners = [{"player": who, "side": 0, "score": 7.0} for who in "AB"]
    assert told(*partners) == "A 7; B 7"
    assert told({"player": "A", "score": 1.0}) == "A 1"


def test_what_ratings_depend_on_is_told_behind_names_and_games():
    """What goes without saying, as a weight of 1, is not."""
    row = {"game": 1, "status": "played", "weight": 1.0, "komi": 6.5, "rated": "no"}
    players = [
        {"side": 1, "player": "Anna", "place": 1, "handicap": 0.0, "play": 1.0, "role": "white"},
        {"side": 2, "player": "Bo", "place": 2, "handicap": 4.0, "play": 0.5, "entry_rank": "5k"},
    ]
    games = pl.DataFrame([{**row, **player} for player in players])
    line = games_text(games, 200).splitlines()[1]
    told = "Anna (white) 1-0 Bo (handicap 4, play 0.5, entry_rank 5k) rated no, komi 6.5"
    assert " ".join(line.split("played")[1].split()) == told
    assert max(map(len, games_text(games, 80).splitlines())) <= 80
