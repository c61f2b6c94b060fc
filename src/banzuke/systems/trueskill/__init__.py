"""TrueSkill: a strength and how sure it is, from games of any number of sides and players.

Source: R. Herbrich, T. Minka, T. Graepel, "TrueSkill: A Bayesian Skill Rating System", Advances
in Neural Information Processing Systems 19, 2006: performances are normal around strengths, a
side's is the sum of its members', a gap within the draw margin is a draw; the messages of
section 3. Partial play as in T. Minka, R. Cleven, Y. Zaykov, "TrueSkill 2", 2018.
Scale: points; a strength is about 25 with a deviation of 25/3 at first, and a performance varies
by beta, 25/6, around it.

    >>> import banzuke as bz
    >>> bz.rate_game("trueskill", sides=[[25], [25]], places=[1, 2])
    [[(29.395831692991514, 7.171475807009221)], [(20.604168307008486, 7.171475807009221)]]
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Log, Record
from banzuke.model.parameters import Parameters, parameter
from banzuke.model.system import (
    Capability,
    Complaint,
    Explanation,
    Given,
    Period,
    StateColumn,
    System,
)
from banzuke.parts.deviations import (
    AGEING,
    NEVER,
    WHEN_RATED,
    Start,
    needs_time,
    starting_columns,
)
from banzuke.parts.draw_margins import draw_margin
from banzuke.parts.first_places import likelihood, predict, score
from banzuke.systems.trueskill.chain import Work
from banzuke.systems.trueskill.explaining import explained_entry
from banzuke.systems.trueskill.rating import rate_duel, rate_many_sides, rate_two_sides


class TrueskillParameters(Parameters):
    """What a rulebook may set."""

    start_rating: float = parameter(
        25.0, "mean strength before the first game", unit="points", ge=-1e6, le=1e6
    )
    start_deviation: float = parameter(
        25 / 3, "deviation before the first game", unit="points", gt=0, le=1e6
    )
    beta: float = parameter(
        25 / 6,
        "how much a performance varies around the strength: a deviation",
        unit="points",
        ge=1e-6,
        le=1e6,
    )
    tau: float = parameter(
        25 / 300,
        "how much a strength may change: a deviation, for each game or each period_length",
        unit="points",
        ge=0,
        le=1e6,
    )
    draw_probability: float = parameter(
        0.10, "how often two draw whose strengths are known and equal", ge=0, le=0.999
    )
    ageing: Literal["when rated", "by time"] = parameter(
        "when rated",
        "when a deviation grows by tau: each time that the player is rated, or with the time "
        "since the player's last game",
    )
    period_length: float = parameter(
        1.0, "days in which a deviation grows by tau, where it grows by time", gt=0, le=100_000
    )
    partial_play: bool = parameter(
        True, "whether who played a part of the game (column play) counts for that part"
    )
    most_sweeps: int = parameter(
        100,
        "sweeps along the chain of three or more sides after which messages end that do not "
        "stand still",
        ge=1,
        le=100_000,
    )


class State(NamedTuple):
    """One number a player in each column, float64[n_players].

    rating : mean strength, deviation : its standard deviation; points
    last : when the player was last rated, in days; kept where deviations grow by time
    """

    rating: NDArray[np.float64]
    deviation: NDArray[np.float64]
    last: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them.

    noise : beta²; least : no performance varies by less, points²; drift : tau², a game or a day
    margin : draw margin by the root of the number of players; duel_margin : of two
    ageing : as ``AGEING`` numbers it; by_play : 1 if partial play counts
    """

    noise: float
    least: float
    drift: float
    margin: float
    duel_margin: float
    ageing: int
    by_play: int
    most_sweeps: int


def rules(parameters: TrueskillParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    beta, ageing = parameters.beta, AGEING.index(parameters.ageing)
    per_unit = 1.0 if ageing == WHEN_RATED else 1.0 / parameters.period_length
    return Rules(
        noise=beta * beta,
        least=1e-12 * beta * beta,
        drift=parameters.tau * parameters.tau * per_unit,
        margin=draw_margin(parameters.draw_probability, beta),
        duel_margin=draw_margin(parameters.draw_probability, beta * math.sqrt(2.0)),
        ageing=ageing,
        by_play=int(parameters.partial_play),
        most_sweeps=parameters.most_sweeps,
    )


def start(
    given: Given, n_players: int, parameters: TrueskillParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Every player at the start values, or at what the players file gives."""
    starts = {
        "rating": Start(parameters.start_rating, -1e6, 1e6),
        "deviation": Start(parameters.start_deviation, 1e-6, 1e6),
    }
    columns, complaints = starting_columns(given, n_players, starts)
    rating, deviation = columns
    return State(rating, deviation, np.full(n_players, NEVER)), complaints


def check(log: Log, rules: Rules) -> list[Complaint]:
    """Results without dates, where deviations grow with time."""
    return needs_time(log, rules.ageing)


def update(
    state: State, log: Log, rules: Rules, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place, one game after the other."""
    for period in range(first, last):
        time = log.time[period] if rules.ageing != WHEN_RATED else 0.0
        for game in range(log.period[period], log.period[period + 1]):
            begin, end = log.game[game], log.game[game + 1]
            if end - begin == 2:
                rate_duel(state, log, rules, record, begin, time)
            elif log.side[end - 1] == 1:
                rate_two_sides(state, log, rules, record, game, time)
            else:
                rate_many_sides(state, log, rules, record, work, game, time)


def aged(state: State, time: float, rules: Rules) -> State:
    """The values as they are read at ``time``: deviations have grown since the last game."""
    deviation = state.deviation.copy()
    if rules.ageing != WHEN_RATED:
        idle = np.where(state.last == NEVER, 0.0, np.maximum(time - state.last, 0.0))
        deviation = np.where(idle == 0.0, deviation, np.sqrt(deviation**2 + idle * rules.drift))
    return State(state.rating.copy(), deviation, state.last.copy())


def explain(
    state: State, log: Log, rules: Rules, parameters: TrueskillParameters, game: int, entry: int
) -> Explanation:
    """What the game said of the side, and the member's part of it."""
    scratch = work(log, len(state.rating))
    return explained_entry(update, (state, log, rules, scratch), game, entry)


def work(log: Log, n_players: int) -> Work:
    """Room for any game of a log."""
    sides = int(np.diff(np.asarray(log.game, dtype=np.int64)).max(initial=0))
    group = np.zeros(sides + 1, dtype=np.int64)
    rest = {name: np.zeros(sides) for name in Work._fields if name != "group"}
    return Work(group=group, **rest)


def uses(parameters: TrueskillParameters) -> frozenset[str]:
    """The columns that these parameters need."""
    needed = {
        "deviation": True,
        "last": parameters.ageing == "by time",
        "time": True,
        "play": parameters.partial_play,
    }
    return frozenset(name for name, need in needed.items() if need)


def pairwise(parameters: TrueskillParameters) -> bool:
    """Only sides of neighbouring places are compared."""
    return False


SYSTEM = System(
    key="trueskill",
    title="TrueSkill",
    source="R. Herbrich, T. Minka, T. Graepel, TrueSkill: A Bayesian Skill Rating System, 2006",
    year=2006,
    version=1,
    summary="A strength and how sure it is, from games of any number of sides and players.",
    periods=(Period.GAME,),
    capabilities=frozenset({Capability.TEAMS, Capability.MANY_SIDES, Capability.DRAWS}),
    columns=(
        StateColumn("rating", "points", "mean of what the player's strength may be"),
        StateColumn("deviation", "points", "how uncertain the strength is: a standard deviation"),
        StateColumn("last", "days", "when the player was last rated", inner=True),
    ),
    parameters=TrueskillParameters,
    state=State,
    rules=rules,
    start=start,
    check=check,
    work=work,
    uses=uses,
    pairwise=pairwise,
    predict=predict,
    likelihood=likelihood,
    update=update,
    aged=aged,
    score=score,
    explain=explain,
    reads=("time", "play"),
    chance_of_many="to be first; sides that share the first place split it",
)
