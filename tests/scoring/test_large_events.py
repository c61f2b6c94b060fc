"""Events of thousands: what standings do grows with the players, not with their square."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.model.parameters import checked
from banzuke.scoring import games as games_module
from banzuke.scoring.awards import Comparing, best_of_roles
from banzuke.scoring.cells import Others, cells_of
from banzuke.scoring.circuits.circuit import load_circuit
from banzuke.scoring.circuits.season import CircuitEvent, circuit_standings
from banzuke.scoring.games import Game, Seat, in_order
from banzuke.scoring.shared_places import places_of
from banzuke.scoring.standings import standings
from banzuke.scoring.tournament import TournamentRule

HALF = Fraction(1, 2)


def drawn(players: int, rounds: int) -> list[Game]:
    """Rounds in which everybody draws with a neighbour."""
    return [
        Game(
            (Seat(f"P{one:05d}", 1, HALF), Seat(f"P{one + 1:05d}", 1, HALF)),
            round=str(number + 1),
            board=str(one),
        )
        for number in range(rounds)
        for one in range(0, players, 2)
    ]


def one_game(places: Sequence[int]) -> Game:
    """A game of many sides."""
    return Game(tuple(Seat(f"P{at:05d}", place) for at, place in enumerate(places)))


def rule(**said: object) -> TournamentRule:
    """A rule as a table says it."""
    found, faults = checked(TournamentRule, said)
    assert found is not None, faults
    return found


def seconds(games: Sequence[Game], **said: object) -> float:
    """How long standings take."""
    begin = process_time()
    standings(games, rule(**said))
    return process_time() - begin


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"combine": "ranks"},
        {"combine": "best", "best": 1, "early_rounds": 1, "late_places": 7},
        {"tie_breaks": ["board-results"]},
        {"tie_breaks": ["direct-encounter"]},
    ],
)
def test_thousands_of_ties(said: dict[str, object]):
    """Eight thousand players who are all equal are ranked within seconds."""
    assert seconds(drawn(8_000, 1), **said) < 8.0


def test_one_game_of_thousands():
    """A game of eight thousand sides holds them once, not once for each."""
    places = [at // 3 * 3 + 1 for at in range(8_000)]
    table = standings([one_game(places)])
    cells = [row.results[0].games[0].cell for row in table.rows]
    assert [row.place for row in table.rows] == places
    assert {len(cell.opponents) for cell in cells} == {7_999}
    assert {cell.sharers for cell in cells[:-2]} == {3}


def test_opponents_are_named_where_that_is_news():
    """Tables name the opponents of a game of a hundred sides, and not those of a larger one."""
    for sides, named in ((100, 99), (101, 0)):
        said = standings([one_game(range(1, sides + 1))]).to_dict()
        told = said["standings"][0]["results"][0]["games"][0]
        assert (told["sides"], len(told["opponents"])) == (sides, named)


def test_games_are_compared_by_all_that_is_told_only_if_they_must(monkeypatch: pytest.MonkeyPatch):
    """Only games of one round and board and of the same players are told apart by their seats."""
    asked: list[Seat] = []
    content = games_module._content
    monkeypatch.setattr(games_module, "_content", lambda seat: asked.append(seat) or content(seat))
    games = drawn(100, 3)
    random.Random(1).shuffle(games)
    in_order(games)
    assert asked == []
    again = Game((Seat("P00001", 2, Fraction(0)), Seat("P00000", 1, Fraction(1))), "1", "0")
    one_way, other_way = in_order([*games, again]), in_order([again, *games])
    assert one_way == other_way
    assert len(asked) > 0


def test_others_are_everybody_but_the_own_side():
    """Of a game of three teams each player has the other two, best score and handicap of these."""
    seats = (
        Seat("A", 1, Fraction(9), side=1, handicap=Fraction(2)),
        Seat("B", 1, Fraction(7), side=1),
        Seat("C", 2, Fraction(8), side=2),
        Seat("D", 3, None, side=3, handicap=Fraction(5)),
    )
    code = {"A": 0, "B": 1, "C": 2, "D": 3}
    given = [Fraction(1), Fraction(1), None, Fraction(0)]
    found = dict(cells_of(Game(seats), given, (0, 0), code))
    assert {player: tuple(cell.opponents) for player, cell in found.items()} == {
        0: (2, 3),
        1: (2, 3),
        3: (0, 1, 2),
    }
    assert [found[at].others for at in (0, 1, 3)] == [8, 8, 9]
    assert [found[at].given for at in (0, 1, 3)] == [5, 5, 2]
    assert {cell.sharers for cell in found.values()} == {1}
    alone = replace(seats[0], side=None)
    assert dict(cells_of(Game((alone,)), [HALF], (0, 0), code))[0].opponents == ()


def test_others_are_a_sequence():
    """They are compared and read as the tuple that they stand for."""
    others = Others((1, 2, 5, 7), frozenset({2}))
    assert (len(others), list(others), others[1], others[:2]) == (3, [1, 5, 7], 5, (1, 5))
    assert others == (1, 5, 7)
    assert others == (1, 5, 7)
    assert hash(others) == hash((1, 5, 7))
    assert others != (1, 5)
    assert 2 not in others


def test_a_circuit_of_an_event_in_which_all_are_equal():
    """Eight thousand who share the first place share what all places are worth."""
    table = standings(drawn(8_000, 1))
    circuit = load_circuit("othello-european-gp")
    begin = process_time()
    season = circuit_standings([CircuitEvent("Open", table, "", None)], circuit)
    assert process_time() - begin < 8.0
    points = {row.total for row in season.standings.rows}
    assert len(points) == 1
    expected = circuit.points([1] * 8_000)
    assert points == set(expected)


def test_best_of_roles_among_thousands():
    """Of eight thousand games with a role each has its place, equal ones the same."""
    games = [
        Game(
            (Seat(f"A{at:05d}", 1, Fraction(at % 7), "First"), Seat(f"B{at:05d}", 2)), "1", str(at)
        )
        for at in range(8_000)
    ]
    table = standings(games, rule(points="results"))
    begin = process_time()
    (first,) = best_of_roles(table, Comparing.SCORE)
    assert process_time() - begin < 8.0
    assert [line.place for line in first.lines[:1_142]] == [1] * 1_142
    assert first.lines[1_142].place == 1_143
    assert {line.score for line in first.lines[:1_142]} == {6}


@given(st.lists(st.integers(0, 5), max_size=9))
def test_places_are_counted(values: list[int]):
    """A place is one more than how many are better."""
    assert places_of(values) == [1 + sum(other > one for other in values) for one in values]
