"""States before periods: gone through in order or looked up, the same as a replay's."""

from __future__ import annotations

import random

import pytest

from banzuke.engine.rated import Rated
from banzuke.engine.replay import State, replay
from banzuke.engine.walking import KEPT, StatesBefore, Walk
from builders import day, rate, rules

#: Rules that change on a day, and a decree before and after it.
BOOK = rules(
    base="elo",
    amendment=[{"from": day("2024-02-10"), "parameters": {"k": 8.0}}],
    adjustment=[
        {"on": day("2024-01-20"), "title": "lift", "add": 10.0},
        {"on": day("2024-03-01"), "title": "season", "toward": 1500.0, "share": 0.5},
    ],
)


@pytest.fixture(scope="module")
def rated() -> Rated:
    """Sixty games on as many days, across the change of the rules and both decrees."""
    lines = ["date player_1 player_2 result"]
    chance = random.Random(1)
    for number in range(60):
        one, two = chance.sample("ABCDE", 2)
        month, date = divmod(number, 28)
        lines.append(f"2024-{month + 1:02d}-{date + 1:02d} {one} {two} 1-0")
    return rate("\n".join(lines), BOOK)


def _replayed(rated: Rated, period: int) -> State:
    run = rated.runs[0]
    return replay(run.pool, rated.rulebook, run.start, until=period).state


def _same(one: State, other: State) -> bool:
    return all((a == b).all() for a, b in zip(one, other, strict=True))


def test_a_walk_goes_where_a_replay_goes(rated: Rated):
    """Before every period the state is that of a replay up to there, decrees included."""
    run = rated.runs[0]
    walk = Walk(run.pool, rated.rulebook, run.start)
    for period in range(run.pool.n_periods + 1):
        assert _same(walk.to(period), _replayed(rated, period))


def test_a_walk_may_leap_and_begin_later(rated: Rated):
    """Periods may be left out, and a walk may begin from the state before any of them."""
    run = rated.runs[0]
    walk = Walk(run.pool, rated.rulebook, _replayed(rated, 17), first=17)
    for period in (17, 21, 40, 60):
        assert _same(walk.to(period), _replayed(rated, period))


def test_states_are_looked_up_in_any_order(rated: Rated):
    """Whatever was asked before, the state is the same; and only a few are kept."""
    run = rated.runs[0]
    states = StatesBefore(run.pool, rated.rulebook, run.start)
    order = list(range(run.pool.n_periods + 1)) * 2
    random.Random(2).shuffle(order)
    for period in order:
        assert _same(states.before(period), _replayed(rated, period))
    assert len(states._kept) <= KEPT  # what it keeps is what it is for


def test_the_start_is_left_as_it_is(rated: Rated):
    """Nothing that walks on moves the state that it began with."""
    run = rated.runs[0]
    before = [column.copy() for column in run.start]
    StatesBefore(run.pool, rated.rulebook, run.start).before(60)
    assert all((a == b).all() for a, b in zip(before, run.start, strict=True))


def test_no_periods():
    """Of results without a rated game there is the state before all of them."""
    empty = rate("date player_1 player_2 result\n2024-01-01 A B 1-0", rules(base="elo"))
    run = empty.runs[0]
    states = StatesBefore(run.pool, empty.rulebook, run.start)
    assert _same(states.before(0), run.start)
