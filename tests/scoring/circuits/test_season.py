"""The table of a circuit: from standings of events to the season, and who takes no place."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

from banzuke.scoring.circuits.circuit import load_circuit
from banzuke.scoring.circuits.season import CircuitEvent, circuit_standings, size_of
from banzuke.scoring.games import Game, Seat
from banzuke.scoring.standings import Entrants, standings
from banzuke.scoring.table import Standings
from banzuke.scoring.tournament import TournamentRule

PLACES = TournamentRule(points="places", combine="average")


def final(*names: str, shared: int = 0) -> Standings:
    """The final places of an event, the best first; the last ``shared`` share a place."""
    count = len(names)
    seats = tuple(
        Seat(name, min(at, count - shared + 1) if shared else at)
        for at, name in enumerate(names, 1)
    )
    return standings([Game(seats)], PLACES)


def boards(rounds: int, count: int) -> Standings:
    """An event of so many rounds, each of so many boards of two."""
    games = [
        Game((Seat(f"W{board}", 1), Seat(f"L{board}", 2)), str(round_), str(board))
        for round_ in range(rounds)
        for board in range(count)
    ]
    return standings(games, TournamentRule(points="results"))


def test_season():
    """Events in the order of their days, points by place, the best four, a shared fifth place."""
    events = [
        CircuitEvent("Rome", final("A", "B", "C"), day=date(2024, 5, 1)),
        CircuitEvent("Oslo", final("B", "A", "D"), day=date(2024, 2, 1)),
        *(
            CircuitEvent(f"Cup {number}", final("C", "A"), day=date(2024, 6, number))
            for number in (1, 2, 3)
        ),
    ]
    season = circuit_standings(events, load_circuit("othello-european-gp"))
    table = season.standings
    assert table.rounds == ("Oslo", "Rome", "Cup 1", "Cup 2", "Cup 3")
    assert [(row.place, row.player, row.total) for row in table.rows] == [
        (1, "C", 690),
        (2, "A", 620),
        (3, "B", 340),
        (4, "D", 90),
    ]
    assert [result.dropped for result in table.row("A").results].count(True) == 1
    assert season.why["Rome", "B"] == "place 2 of 3"
    assert circuit_standings(events[::-1], load_circuit("othello-european-gp")) == season


def test_shared_places_are_said():
    """Who shares a place has the mean, and the reason says so."""
    event = CircuitEvent("Rome", final("A", "B", "C", "D", shared=3))
    season = circuit_standings([event], load_circuit("othello-european-gp"))
    assert season.standings.row("C").total == Fraction(290, 3)
    assert season.why["Rome", "C"] == "place 2 of 4, shared by 3 (average)"


def test_more_first_places_break_a_tie():
    """Of two with 320, who has a 200 stands before who has none."""
    events = [
        CircuitEvent("1", final("A", "B", "C")),
        CircuitEvent("2", final("X", "B", "A")),
    ]
    season = circuit_standings(events, load_circuit("othello-british-gp"))
    assert [row.player for row in season.standings.rows[:2]] == ["A", "B"]
    assert season.standings.row("A").why == (
        "before B by most best results, 1 × 200, 1 × 120 to 2 × 160"
    )


def test_size_of_an_event():
    """Players, boards a round and games a player are counted from the standings."""
    size = size_of(boards(3, 4))
    assert (size.players, size.boards, size.games) == (8, (4, 4, 4), (3,) * 8)


def test_small_events_do_not_count():
    """An event with too few boards is left out, and it is said why."""
    events = [CircuitEvent("Small", boards(2, 1)), CircuitEvent("Large", boards(4, 3))]
    season = circuit_standings(events, load_circuit("nadf-2002"))
    assert season.left_out == {"Small": "2 boards, 4 are asked for"}
    assert season.standings.rounds == ("Large",)


def test_who_scored_too_seldom_takes_no_place():
    """The table shows who has points in one event only, without a place, and says why."""
    events = [CircuitEvent("One", boards(4, 3)), CircuitEvent("Two", boards(4, 2))]
    season = circuit_standings(events, load_circuit("nadf-2003"))
    row = season.standings.row("W2")
    assert row.place == 0
    assert row.total == 120 * (1 + Fraction(9, 10) + Fraction(81, 100)) / 3
    assert season.unplaced["W2"] == "points in 1 event, 2 are asked for"
    assert season.standings.rows[0].place == 1
    assert season.why["One", "L0"].endswith("does not score") or "shared" in season.why["One", "L0"]


def test_category_has_its_own_curve():
    """At a World Championship points fall slower."""
    plain = CircuitEvent("One", boards(4, 3))
    season = circuit_standings([plain._replace(category="WDC")], load_circuit("nadf-2003"))
    mean = 120 * (1 + Fraction(95, 100) + Fraction(95, 100) ** 2) / 3
    assert season.standings.row("W0").total == mean


def test_unranked_players_do_not_score(tmp_path):
    """Who takes no place in an event has no points there, and does not count for its size."""
    table = standings(
        [Game((Seat("A", 1), Seat("B", 2), Seat("C", 3)))],
        PLACES,
        Entrants(unranked=frozenset({"A"})),
    )
    season = circuit_standings([CircuitEvent("E", table)], load_circuit("best-3-percentiles"))
    assert [(row.player, row.total) for row in season.standings.rows] == [
        ("B", Fraction(1, 2)),
        ("C", 0),
    ]


def test_nations_and_categories_are_asked_for(tmp_path):
    """A circuit may be for some nations and some categories of events only."""
    path = tmp_path / "mine.toml"
    path.write_text(
        'format = 1\ntitle = "Mine"\ngame = "Go"\n[points]\nkind = "share-below"\n'
        '[events]\ncategories = ["A"]\nleast_players = 2\n'
        '[players]\nnations = ["Japan"]\nleast_events = 1\n',
        encoding="utf-8",
    )
    events = [
        CircuitEvent("1", final("A", "B"), "A"),
        CircuitEvent("2", final("A", "B"), "B"),
        CircuitEvent("3", final("A"), "A"),
    ]
    season = circuit_standings(events, load_circuit(path), nations={"B": "Japan"})
    assert season.left_out == {"2": "its category is none of: A", "3": "1 player, 2 are asked for"}
    assert season.unplaced == {"A": "the nation is none of: Japan"}


def test_no_event_makes_an_empty_table():
    """A circuit without events has a table without lines."""
    season = circuit_standings([], load_circuit("bismark-2000"))
    assert season.standings.rows == ()
