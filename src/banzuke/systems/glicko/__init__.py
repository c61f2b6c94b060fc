"""Glicko: a rating and how sure it is.

Source: M. E. Glickman, "The Glicko system", glicko.net/glicko/glicko.pdf, steps 1 and 2.
Scale: points; 400 points mean odds of 10 to 1 between players who are sure of their ratings.

    >>> import banzuke as bz
    >>> bz.rate_game("glicko", sides=[[(1500, 200)], [(1500, 200)]], places=[1, 2])
    [[(1578.6290574260638, 179.88089876430845)], [(1421.3709425739362, 179.88089876430845)]]
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import model_validator

from banzuke.model.log import Log, Record, holder
from banzuke.model.parameters import Fault, Parameters, parameter, raise_faults
from banzuke.model.system import (
    Capability,
    Complaint,
    Explanation,
    Given,
    Period,
    StateColumn,
    System,
    Term,
)
from banzuke.parts.deviations import (
    AGEING,
    NEVER,
    Start,
    chances,
    held,
    lead_of_entry,
    needs_time,
    predict_duels,
    reliability,
    starting_columns,
)
from banzuke.parts.duels import duel_score, outcome_words, score_duels
from banzuke.parts.meetings import opponent_of
from banzuke.parts.one_period import state_and_record
from banzuke.systems.glicko.rating import (
    Work,
    rate_game,
    rate_period,
    start_deviation,
)


class GlickoParameters(Parameters):
    """What a rulebook may set."""

    start_rating: float = parameter(1500.0, "rating before the first game", unit="points")
    start_deviation: float = parameter(
        350.0, "deviation before the first game", unit="points", gt=0, le=100_000
    )
    growth: float = parameter(
        34.64101615137755,
        "c: what a period without games adds to a deviation, as the root of the sum of squares",
        unit="points",
        ge=0,
        le=100_000,
    )
    scale: float = parameter(
        400.0, "lead that means odds of 10 to 1 between sure ratings", unit="points", gt=0, le=1e6
    )
    ageing: Literal["by time", "when rated", "none"] = parameter(
        "by time",
        "when a deviation grows: with the time since the player's last game, by one period each "
        "time that the player is rated again, or never",
    )
    period_length: float = parameter(
        1.0,
        "time in which a deviation grows by c: in days where games, rounds or events are the "
        "periods, else in periods",
        gt=0,
        le=100_000,
    )
    first_move: float = parameter(
        0.0, "lead that the advantage of moving first is worth", unit="points", ge=0, le=100_000
    )
    least_deviation: float = parameter(
        30.0, "no deviation falls below it", unit="points", gt=0, le=100_000
    )
    most_deviation: float = parameter(
        350.0, "no deviation grows above it", unit="points", gt=0, le=100_000
    )

    @model_validator(mode="after")
    def _bounds_in_order(self) -> Self:
        if self.least_deviation > self.most_deviation:
            what = f"it is above the most, {self.most_deviation:g}"
            raise_faults([Fault(("least_deviation",), what, "bounds in order")])
        return self


class State(NamedTuple):
    """One number a player in each column, float64[n_players].

    rating, deviation : points; last : when the player was last rated, in the unit of ``Log.time``
    """

    rating: NDArray[np.float64]
    deviation: NDArray[np.float64]
    last: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them; ratings and deviations in logits but for ``scale``.

    scale : points in a logit; per_point : logits in a point
    ageing : 0 by time, 1 when rated, 2 none; growth : c², what a period adds to a variance
    first_move : what who moves first leads by
    """

    scale: float
    per_point: float
    ageing: int
    per_unit: float
    growth: float
    first_move: float
    least_deviation: float
    most_deviation: float


def rules(parameters: GlickoParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    per_point = math.log(10.0) / parameters.scale
    return Rules(
        scale=parameters.scale / math.log(10.0),
        per_point=per_point,
        ageing=AGEING.index(parameters.ageing),
        per_unit=1.0 / parameters.period_length,
        growth=(parameters.growth * per_point) * (parameters.growth * per_point),
        first_move=parameters.first_move * per_point,
        least_deviation=parameters.least_deviation * per_point,
        most_deviation=parameters.most_deviation * per_point,
    )


def start(
    given: Given, n_players: int, parameters: GlickoParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Every player at the start values, or at what the players file gives."""
    starts = {
        "rating": Start(parameters.start_rating, -1e9, 1e9),
        "deviation": Start(
            parameters.start_deviation, parameters.least_deviation, parameters.most_deviation
        ),
    }
    (rating, deviation), complaints = starting_columns(given, n_players, starts)
    return State(rating, deviation, np.full(n_players, NEVER)), complaints


def check(log: Log, rules: Rules) -> list[Complaint]:
    """Results without dates, where deviations grow with time."""
    return needs_time(log, rules.ageing)


def update(
    state: State, log: Log, rules: Rules, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place, each from the values before it."""
    for period in range(first, last):
        game = log.period[period]
        if log.period[period + 1] - game == 1:
            rate_game(state, log, rules, record, log.game[game], log.time[period])
        else:
            rate_period(state, log, rules, record, work, period)


def aged(state: State, time: float, rules: Rules) -> State:
    """The values as they are read at ``time``: deviations have grown since the last game."""
    deviation = state.deviation * rules.per_point
    if rules.ageing == AGEING.index("by time"):
        idle = np.maximum(time - state.last, 0.0)
        deviation = np.sqrt(deviation**2 + idle * rules.per_unit * rules.growth)
    bound = rules.scale * np.clip(deviation, rules.least_deviation, rules.most_deviation)
    read = np.where(state.last == NEVER, state.deviation, bound)
    return State(state.rating.copy(), read, state.last.copy())


def explain(
    state: State, log: Log, rules: Rules, parameters: GlickoParameters, game: int, entry: int
) -> Explanation:
    """What the game moves the rating by, and the deviations behind it."""
    other = opponent_of(entry)
    one, two = int(log.player[entry]), int(log.player[other])
    after, record = state_and_record(update, state, log, rules, work(log, len(state.rating)), game)
    time = float(log.time[holder(log.period, game)])
    phi, phi_other = (start_deviation(state, rules, who, time) for who in (one, two))
    lead = (state.rating[one] - state.rating[two]) * rules.per_point
    g = reliability(phi_other)
    expected = chances(g * (lead + lead_of_entry(log, rules.first_move, entry)))[0]
    score = duel_score(log.place[entry], log.place[other])
    change, deviation = float(record.change[entry]), float(after.deviation[one])
    bound = held(deviation, parameters.least_deviation, parameters.most_deviation)
    inputs = [
        Term("deviation before", rules.scale * phi, "points", "with the growth of idle time"),
        Term(f"deviation of {{{two}}}", rules.scale * phi_other, "points"),
        Term(f"weight of {{{two}}}", g, "", "g = 1 / √(1 + 3 q² RD² / π²)"),
        Term("expected score", expected, "", "1 / (1 + 10^(−g × lead / 400))"),
        Term("deviation after the period", deviation, "points", bound),
    ]
    free = g * (score - expected)
    source = "certain outcome"
    if free != 0.0:
        source = f"{change / free:.6g} × {g:.6g} × ({score:g} − {expected:.6g})"
    word = outcome_words(score)
    return Explanation([Term(f"{word} {{{two}}}", change, "points", source)], inputs)


def uses(parameters: GlickoParameters) -> frozenset[str]:
    """All that is kept, and who moved first where that is worth anything."""
    names = {"deviation", "last", "time"}
    return frozenset(names | {"advantage"} if parameters.first_move > 0.0 else names)


def work(log: Log, n_players: int) -> Work:
    """Room for any period of a log."""
    return Work(np.zeros(n_players, dtype=np.int64), *(np.zeros(n_players) for _ in range(6)))


SYSTEM = System(
    key="glicko",
    title="Glicko",
    source="M. E. Glickman, The Glicko system, glicko.net/glicko/glicko.pdf",
    year=1995,
    version=1,
    summary="A rating with a deviation: unsure ratings move more, and move opponents less.",
    periods=(
        Period.MONTH,
        Period.GAME,
        Period.ROUND,
        Period.EVENT,
        Period.DAY,
        Period.WEEK,
        Period.YEAR,
    ),
    capabilities=frozenset({Capability.DRAWS}),
    columns=(
        StateColumn("rating", "points", "how strong the player is"),
        StateColumn("deviation", "points", "how uncertain the rating is: a standard deviation"),
        StateColumn("last", "days or periods", "when the player was last rated", inner=True),
    ),
    parameters=GlickoParameters,
    state=State,
    rules=rules,
    start=start,
    check=check,
    work=work,
    uses=uses,
    predict=predict_duels,
    update=update,
    aged=aged,
    score=score_duels,
    explain=explain,
    reads=("time", "advantage"),
    expects="points",
)
