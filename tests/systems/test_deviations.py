"""No result makes a rating less sure than the rules' own dynamics do, and no bound is left.

Whatever was played, a deviation grows by no more than idle time, tau, c or the volatility add by
the rulebook's declared parameters; and it stays above 0 and within the declared bounds.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.engine.replay import replay
from banzuke.model.system import Given, Period, System
from banzuke.parts.deviations import NEVER
from banzuke.systems import shelf
from strategies import World, worlds

#: Systems that are sure of each player anew, from all results, have no growth.
SYSTEMS = {
    key: system
    for key, system in shelf().items()
    if "deviation" in [column.name for column in system.columns]
    and set(system.periods) != {Period.ALL}
}
DEVIATIONS = (1e-6, 0.01, 0.5, 2.0, 8.3, 30.0, 45.0, 80.0, 200.0, 350.0, 500.0, 1e5)
VOLATILITIES = (1e-9, 0.01, 0.06, 0.09, 0.5, 100.0)


class Played(NamedTuple):
    """What a player did in a period.

    before, after : the player's numbers by column; time : of the period, as the log has it
    weights : of the player's games in it
    """

    before: dict[str, float]
    after: dict[str, float]
    time: float
    weights: list[float]


def idle(rules: Any, played: Played, first: float = 0.0) -> float:
    """Periods of growth since the player was last rated; first : before the first game."""
    last = played.before["last"]
    if rules.ageing == "none" or last == NEVER:
        return 0.0 if rules.ageing == "none" else first
    if rules.ageing == "when rated":
        return 1.0
    return max(played.time - last, 0.0) / rules.period_length


def of_glicko(rules: Any, played: Played) -> float:
    """c², a period, and h², a game."""
    games = len(played.weights) * rules.game_growth**2
    return idle(rules, played) * rules.growth**2 + games


def of_glicko_2(rules: Any, played: Played) -> float:
    """The square of the volatility, old or new, a period; the first game has one of its own."""
    first = 1.0 if rules.growth == "in the rating" else 0.0
    highest = max(played.before["volatility"], played.after["volatility"])
    return idle(rules, played, first) * (rules.scale * highest) ** 2


def of_trueskill(rules: Any, played: Played) -> float:
    """Tau², a game or by time."""
    return (1.0 if rules.ageing == "when rated" else idle(rules, played)) * rules.tau**2


def of_weng_lin(rules: Any, played: Played) -> float:
    """Tau², a game."""
    return len(played.weights) * rules.tau**2


def of_elo_mmr(rules: Any, played: Played) -> float:
    """The weight of a contest times the square of the limit."""
    factors = (1.0, *rules.first_weights)
    parts = sum(weight * rules.weight_limit * max(factors) for weight in played.weights)
    return parts * rules.deviation_limit**2


def of_aga(rules: Any, played: Played) -> float:
    """A square a day; and the source's sum over a grid that reaches further down than up."""
    days = 0.0 if played.before["seen"] == NEVER else played.time - played.before["seen"]
    return (days * rules.ageing) ** 2 + 0.01 * played.before["deviation"] ** 2


GROWTH: dict[str, Callable[[Any, Played], float]] = {
    "glicko": of_glicko,
    "glicko2": of_glicko_2,
    "trueskill": of_trueskill,
    "weng-lin": of_weng_lin,
    "elo-mmr": of_elo_mmr,
    "aga": of_aga,
}


def of_others(rules: Any, played: Played) -> float:
    """A system that is not named here may grow as it likes, within its bounds."""
    return math.inf


def test_only_systems_with_a_deviation_are_named():
    """What is said here of growth is said of systems that there are."""
    assert set(GROWTH) <= set(SYSTEMS)


@st.composite
def unsure_worlds(draw: st.DrawFn, system: System) -> World:
    """Games of players of any deviation, and any volatility, that the rulebook takes."""
    world = draw(worlds(system, most=4))

    def taken(name: str, values: tuple[float, ...]) -> list[float]:
        given_ = [Given({"rating": np.array([1.0]), name: np.array([v])}, {}) for v in values]
        book, played = world.rulebook, np.array([True])
        found = [system.start(one, 1, book.parameters, played) for one in given_]
        return [v for v, (_, wrong) in zip(values, found, strict=True) if not wrong]

    starts = {}
    for name, known in world.starts.items():
        starts[name] = dict(known)
        for column, values in (("deviation", DEVIATIONS), ("volatility", VOLATILITIES)):
            if column in [one.name for one in system.columns] and taken(column, values):
                starts[name][column] = draw(st.sampled_from(taken(column, values)))
    return replace(world, starts=starts)


def numbers_of(system: System, state: Any, code: int) -> dict[str, float]:
    """A player's numbers by column; columns that are not kept are left out."""
    return {
        column.name: float(values[code])
        for column, values in zip(system.columns, state, strict=True)
        if len(values)
    }


@pytest.mark.parametrize("key", SYSTEMS)
@given(data=st.data())
def test_a_deviation_grows_by_no_more_than_is_declared(key: str, data: st.DataObject):
    """Period for period, whoever played is no less sure than time and tau make of it."""
    system = SYSTEMS[key]
    world = data.draw(unsure_worlds(system))
    rated = world.rate()
    rules, run = world.rulebook.parameters, rated.runs[0]
    log, before = run.pool.log, run.start
    least, most = getattr(rules, "least_deviation", 0.0), getattr(rules, "most_deviation", math.inf)
    for period in range(run.pool.n_periods):
        after = replay(
            run.pool, world.rulebook, before, first=period or None, until=period + 1
        ).state
        first, last = int(log.period[period]), int(log.period[period + 1])
        weights: dict[int, list[float]] = {}
        for game in range(first, last):
            weight = float(log.weight[game]) if len(log.weight) else 1.0
            for entry in range(int(log.game[game]), int(log.game[game + 1])):
                weights.setdefault(int(log.player[entry]), []).append(weight)
        for code in range(len(rated.names)):
            one, two = numbers_of(system, before, code), numbers_of(system, after, code)
            if code not in weights:
                assert two == one
                continue
            time = float(log.time[period]) if len(log.time) else 0.0
            played = Played(one, two, time, weights[code])
            grown = math.sqrt(one["deviation"] ** 2 + GROWTH.get(key, of_others)(rules, played))
            assert 0.0 < two["deviation"] <= max(grown, least) * (1.0 + 1e-9)
            assert least * (1.0 - 1e-9) <= two["deviation"] <= most * (1.0 + 1e-9)
        before = after
    assert all(map(np.array_equal, before, run.state))
