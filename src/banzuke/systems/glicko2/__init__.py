"""Glicko-2: a rating, how sure it is, and how steady the player's results are.

Source: M. E. Glickman, "Example of the Glicko-2 system", glicko.net/glicko/glicko2.pdf, steps 1
to 8; bounds, the lead of the first move and the factor on gains as chess servers have them.
Scale: points; ``scale`` of them are one logit, so that 400 points mean odds of about 10 to 1.

    >>> import banzuke as bz
    >>> bz.rate_game("glicko2", sides=[[1500], [1500]], places=[1, 2])
    [[(1662.3108939062804, 290.3189637179826, 0.05999967537308716)], [(1337.6891060937196, ...)]]
"""

from __future__ import annotations

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
from banzuke.parts.duels import duel_score, score_duels
from banzuke.parts.meetings import opponent_of
from banzuke.parts.one_period import state_and_record
from banzuke.systems.glicko2.rating import (
    Work,
    elapsed,
    rate_game,
    rate_period,
    start_deviation,
)


class Glicko2Parameters(Parameters):
    """What a rulebook may set."""

    start_rating: float = parameter(1500.0, "rating before the first game", unit="points")
    start_deviation: float = parameter(
        350.0, "deviation before the first game", unit="points", gt=0, le=100_000
    )
    start_volatility: float = parameter(
        0.06, "volatility before the first game", unit="logits a period", gt=0, le=100
    )
    tau: float = parameter(0.5, "how freely the volatility moves", gt=0, le=100)
    scale: float = parameter(173.7178, "points in a logit", unit="points", gt=0, le=1e6)
    ageing: Literal["by time", "when rated", "none"] = parameter(
        "by time",
        "when a deviation grows: with the time since the player's last game, by one period each "
        "time that the player is rated, or never",
    )
    period_length: float = parameter(
        1.0,
        "time in which a deviation grows by one volatility: in days where games, rounds or events "
        "are the periods, else in periods",
        gt=0,
        le=100_000,
    )
    growth: Literal["in the rating", "before the games"] = parameter(
        "in the rating",
        "whether the growth of the period that is rated belongs to its rating, by the new "
        "volatility (step 6), or all growth is made before, by the old one",
    )
    first_move: float = parameter(
        0.0, "lead that the advantage of moving first is worth", unit="points", ge=0, le=100_000
    )
    gain_factor: float = parameter(
        1.0, "by what every gain, but no loss, is multiplied", gt=0, le=10
    )
    lowest_rating: float = parameter(-1e9, "no rating falls below it", unit="points", ge=-1e9)
    highest_rating: float = parameter(1e9, "no rating rises above it", unit="points", le=1e9)
    least_deviation: float = parameter(
        1e-6, "no deviation falls below it", unit="points", gt=0, le=100_000
    )
    most_deviation: float = parameter(
        100_000.0, "no deviation grows above it", unit="points", gt=0, le=100_000
    )
    least_volatility: float = parameter(
        1e-9, "no volatility falls below it", unit="logits a period", gt=0, le=100
    )
    most_volatility: float = parameter(
        100.0, "no volatility rises above it", unit="logits a period", gt=0, le=100
    )
    most_change: float = parameter(
        0.0, "the most that one period moves a rating; 0 for any", unit="points", ge=0, le=1e9
    )
    most_steps: int = parameter(
        100, "steps after which the search for the volatility ends", ge=1, le=10_000
    )

    @model_validator(mode="after")
    def _bounds_in_order(self) -> Self:
        raise_faults(
            Fault((f"{low}_{name}",), f"{low} is above {high} of {name}", "bounds in order")
            for low, high, name in (
                ("lowest", "highest", "rating"),
                ("least", "most", "deviation"),
                ("least", "most", "volatility"),
            )
            if getattr(self, f"{low}_{name}") > getattr(self, f"{high}_{name}")
        )
        return self


class State(NamedTuple):
    """One number a player in each column, float64[n_players].

    rating, deviation : points; volatility : logits a period; last : when the player was last
    rated, in the unit of ``Log.time``
    """

    rating: NDArray[np.float64]
    deviation: NDArray[np.float64]
    volatility: NDArray[np.float64]
    last: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them; ratings and deviations in logits but for ``scale``.

    scale : points in a logit; per_point : logits in a point
    ageing : 0 by time, 1 when rated, 2 none; inside : 1 if a period's growth is part of its
    rating; square : tau²; first_move : what who moves first leads by; most_change : 0 for none
    """

    scale: float
    per_point: float
    ageing: int
    per_unit: float
    inside: int
    square: float
    first_move: float
    lowest: float
    highest: float
    least_deviation: float
    most_deviation: float
    least_volatility: float
    most_volatility: float
    most_change: float
    gain_factor: float
    steps: int


def rules(parameters: Glicko2Parameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    scale = parameters.scale
    return Rules(
        scale=scale,
        per_point=1.0 / scale,
        ageing=AGEING.index(parameters.ageing),
        per_unit=1.0 / parameters.period_length,
        inside=int(parameters.growth == "in the rating"),
        square=parameters.tau * parameters.tau,
        first_move=parameters.first_move / scale,
        lowest=parameters.lowest_rating,
        highest=parameters.highest_rating,
        least_deviation=parameters.least_deviation / scale,
        most_deviation=parameters.most_deviation / scale,
        least_volatility=parameters.least_volatility,
        most_volatility=parameters.most_volatility,
        most_change=parameters.most_change,
        gain_factor=parameters.gain_factor,
        steps=parameters.most_steps,
    )


def start(
    given: Given, n_players: int, parameters: Glicko2Parameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Every player at the start values, or at what the players file gives."""
    at = parameters
    starts = {
        "rating": Start(at.start_rating, at.lowest_rating, at.highest_rating),
        "deviation": Start(at.start_deviation, at.least_deviation, at.most_deviation),
        "volatility": Start(at.start_volatility, at.least_volatility, at.most_volatility),
    }
    columns, complaints = starting_columns(given, n_players, starts)
    rating, deviation, volatility = columns
    return State(rating, deviation, volatility, np.full(n_players, NEVER)), complaints


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
    deviation = state.deviation.copy()
    if rules.ageing == AGEING.index("by time"):
        idle = np.where(state.last == NEVER, 0.0, np.maximum(time - state.last, 0.0))
        growth = rules.scale * state.volatility
        deviation = np.sqrt(deviation**2 + idle * rules.per_unit * growth**2)
    low, high = rules.scale * rules.least_deviation, rules.scale * rules.most_deviation
    deviation = np.where(state.last == NEVER, state.deviation, np.clip(deviation, low, high))
    return State(state.rating.copy(), deviation, state.volatility.copy(), state.last.copy())


def explain(
    state: State, log: Log, rules: Rules, parameters: Glicko2Parameters, game: int, entry: int
) -> Explanation:
    """What the game moves the rating by, and the deviations and volatility behind it."""
    other = opponent_of(entry)
    one, two = int(log.player[entry]), int(log.player[other])
    after, record = state_and_record(update, state, log, rules, work(log, len(state.rating)), game)
    time = float(log.time[holder(log.period, game)])
    phi, phi_other = (
        start_deviation(
            state.deviation[who], state.volatility[who], elapsed(state, rules, who, time), rules
        )
        for who in (one, two)
    )
    lead = (state.rating[one] - state.rating[two]) * rules.per_point + lead_of_entry(
        log, rules.first_move, entry
    )
    g = reliability(phi_other)
    expected = chances(g * lead)[0]
    score = duel_score(log.place[entry], log.place[other])
    change = float(record.change[entry])
    inputs = [
        Term("deviation before", rules.scale * phi, "points", "with the growth of idle time"),
        Term(f"deviation of {{{two}}}", rules.scale * phi_other, "points"),
        Term(f"weight of {{{two}}}", g, "", "g = 1 / √(1 + 3 φ² / π²)"),
        Term("expected score", expected, "", "1 / (1 + exp(−g × lead))"),
        Term("volatility before", float(state.volatility[one]), "logits a period"),
        Term(
            "volatility after the period",
            float(after.volatility[one]),
            "logits a period",
            held(after.volatility[one], rules.least_volatility, rules.most_volatility),
        ),
        Term(
            "deviation after the period",
            float(after.deviation[one]),
            "points",
            held(
                after.deviation[one] * rules.per_point, rules.least_deviation, rules.most_deviation
            ),
        ),
    ]
    free = g * (score - expected)
    source = "certain outcome"
    if free != 0.0:
        source = f"{change / free:.6g} × {g:.6g} × ({score:g} − {expected:.6g})"
    bound = held(after.rating[one], rules.lowest, rules.highest)
    if bound or 0.0 < rules.most_change <= abs(after.rating[one] - state.rating[one]) + 1e-9:
        source += f"; {bound or 'held at the most that a period may move a rating'}"
    word = {1.0: "won against", 0.5: "drew with", 0.0: "lost to"}[score]
    return Explanation([Term(f"{word} {{{two}}}", change, "points", source)], inputs)


def uses(parameters: Glicko2Parameters) -> frozenset[str]:
    """All that is kept, and who moved first where that is worth anything."""
    names = {"deviation", "volatility", "last", "time"}
    return frozenset(names | {"advantage"} if parameters.first_move > 0.0 else names)


def work(log: Log, n_players: int) -> Work:
    """Room for any period of a log."""
    return Work(np.zeros(n_players, dtype=np.int64), *(np.zeros(n_players) for _ in range(6)))


SYSTEM = System(
    key="glicko2",
    title="Glicko-2",
    source="M. E. Glickman, Example of the Glicko-2 system, glicko.net/glicko/glicko2.pdf",
    year=2001,
    version=1,
    summary="A rating with a deviation, and a volatility that says how fast it may change.",
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
        StateColumn("volatility", "logits a period", "how much the player's strength changes"),
        StateColumn("last", "days or periods", "when the player was last rated", inner=True),
    ),
    parameters=Glicko2Parameters,
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
