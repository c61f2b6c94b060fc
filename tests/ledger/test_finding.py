"""Games are found by what people know of them, and shown with their numbers."""

from __future__ import annotations

from datetime import date

import pytest

from banzuke.ledger.finding import Wanted
from banzuke.model.errors import UnknownName
from banzuke.publishing.games_text import games_text
from banzuke.workflows.ledger import Ledger

GAMES = [
    ("2024-03-02", "Cup", "Anna Berg", "Bo Ek", 3, 1),
    ("2024-03-01", "", "Cia Ahl", "Bo Ek", 0.5, 0.5),
    ("2024-03-02", "Cup", "Anna Berg", "Cia Ahl", 0, 2),
]


@pytest.fixture
def club(ledger: Ledger) -> Ledger:
    """Three games of three people."""
    names = ("date", "event", "player_1", "player_2", "score_1", "score_2")
    ledger.import_frame([dict(zip(names, game, strict=True)) for game in GAMES], "club.csv")
    return ledger


@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [
        (Wanted(), [2, 1, 3]),
        (Wanted(games=[3, 2]), [2, 3]),
        (Wanted(event="cup"), [1, 3]),
        (Wanted(person="Bo Ek"), [2, 1]),
        (Wanted(event="Cup", person="Bo Ek"), [1]),
        (Wanted(file="club.csv", day=date(2024, 3, 1)), [2]),
        (Wanted(event="Cup", day=date(2024, 3, 1)), []),
    ],
)
def test_games_are_found_by_all_that_is_said(club: Ledger, wanted: Wanted, numbers: list[int]):
    """The oldest first; what nobody says does not matter."""
    found = club.games(wanted)
    assert found["game"].unique(maintain_order=True).to_list() == numbers


def test_what_is_not_there_is_told(club: Ledger):
    """A number, an event or a person that nobody has stored."""
    for wanted in (Wanted(games=[77]), Wanted(event="League"), Wanted(person="Dan Öst")):
        with pytest.raises(UnknownName):
            club.games(wanted)


def test_a_game_is_a_line(club: Ledger):
    """Its number, the occasion, and the result as people write it."""
    lines = games_text(club.games(), 200).splitlines()
    assert [" ".join(line.split()) for line in lines] == [
        "game date event status players",
        "2 2024-03-01 played Bo Ek 1/2-1/2 Cia Ahl",
        "1 2024-03-02 Cup played Anna Berg 3-1 Bo Ek",
        "3 2024-03-02 Cup played Cia Ahl 2-0 Anna Berg",
    ]
    assert games_text(club.games(Wanted(day=date(1999, 1, 1))), 80) == "no game is meant\n"


def test_games_without_a_date_are_seen_among_dated_ones(ledger: Ledger):
    """No list can be rated with them, and so the officer must see which they are."""
    row = {"player_1": "Anna", "player_2": "Bo", "result": "1-0"}
    ledger.record([{**row, "date": "2024-01-01"}])
    ledger.import_frame([row], "undated.csv")
    seen = ledger.games().unique("game").sort("game").select("game", "date").rows()
    assert seen == [(1, date(2024, 1, 1)), (2, None)]
    ledger.correct({"date": "2024-01-02"}, game=2)
    assert ledger.games()["date"].null_count() == 0


def test_games_without_a_date_are_seen_beside_an_hour_that_came_twice(place: str):
    """When the clock is put back, a later game may have an earlier time on it."""
    row = {"player_1": "Anna", "player_2": "Bo", "result": "1-0"}
    with Ledger.create(place, zone="Europe/Berlin") as ledger:
        times = ("2024-10-27T02:30:00+02:00", "2024-10-27T02:10:00+01:00")
        ledger.record([{**row, "date": time} for time in times])
        ledger.import_frame([row], "undated.csv")
        seen = ledger.games().unique("game", maintain_order=True)
    assert seen["date"].dt.to_string("%H:%M %Z").to_list() == [None, "02:30 CEST", "02:10 CET"]


def test_where_no_game_is_meant_the_columns_are_there(ledger: Ledger):
    """A program need not ask first; the columns are those that any game has."""
    nothing = ledger.games()
    assert nothing["game"].to_list() == []
    ledger.record([{"player_1": "Anna Berg", "player_2": "Bo Ek", "result": "1-0"}])
    some = ledger.games()
    assert {name: some.schema[name] for name in nothing.columns} == dict(nothing.schema)


def test_who_had_the_advantage_is_told(ledger: Ledger):
    """In the line of the game, and for programs in a column of its own."""
    row = {"player_1": "Anna Berg", "player_2": "Bo Ek", "result": "0-1", "advantage": "1"}
    ledger.import_frame([row], "club.csv")
    found = ledger.games()
    assert found.select("player", "advantage").rows() == [("Bo Ek", "no"), ("Anna Berg", "yes")]
    assert "Bo Ek 1-0 Anna Berg (advantage)" in games_text(found, 200)


def test_all_that_can_be_corrected_is_shown(ledger: Ledger):
    """Whoever mends the komi of a game sees by its number what it is."""
    said = {"komi": 6.5, "board_size": 19, "time_class": "rapid", "weight": 2, "rated": "no"}
    of_player = {"play": 0.5, "entry_rank": "3k", "covariates": "length:412", "handicap": 2}
    game = {"game": "1", "date": "2024-01-01", **said}
    ledger.import_frame(
        [{**game, **of_player, "player": "Anna", "place": 1}, {**game, "player": "Bo", "place": 2}],
        "club.csv",
    )
    found = ledger.games().row(0, named=True)
    assert {name: found[name] for name in (*said, *of_player)} == {**said, **of_player}
    ledger.correct({"komi": "0.5", "play of Anna": "0.25"}, game=1)
    assert ledger.games().select("komi", "play").row(0) == (0.5, 0.25)
