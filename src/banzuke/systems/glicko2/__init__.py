"""Glicko-2: a rating, how sure it is, and how steady the player's results are.

Source: M. E. Glickman, "Example of the Glicko-2 system", glicko.net/glicko/glicko2.pdf, steps 1
to 8; bounds, the lead of the first move and the factor on gains as chess servers have them.
Scale: points; ``scale`` of them are one logit, so that 400 points mean odds of about 10 to 1.

    >>> import banzuke as bz
    >>> bz.rate_game("glicko2", sides=[[1500], [1500]], places=[1, 2])
    [[(1662.3108939062804, 290.3189637179826, 0.05999967537308716)], [(1337.6891060937196, ...)]]
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Log
from banzuke.model.system import Capability, Complaint, Given, Period, StateColumn, System
from banzuke.parts.deviations import BY_TIME, NEVER, Start, needs_time, starting_columns
from banzuke.parts.duels import score_duels
from banzuke.parts.stones import wrong_stones
from banzuke.systems.glicko2.explaining import explain
from banzuke.systems.glicko2.leads import predict
from banzuke.systems.glicko2.parameters import Glicko2Parameters, uses
from banzuke.systems.glicko2.rating import update, work
from banzuke.systems.glicko2.rules import Rules, State, rules


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
    """Results without dates, where deviations grow with time; stones that are none."""
    complaints = needs_time(log, rules.ageing)
    return complaints + wrong_stones(log) if rules.by_ranks else complaints


def aged(state: State, time: float, rules: Rules) -> State:
    """The values as they are read at ``time``: deviations have grown since the last game."""
    deviation = state.deviation.copy()
    if rules.ageing == BY_TIME:
        idle = np.where(state.last == NEVER, 0.0, np.maximum(time - state.last, 0.0))
        growth = rules.scale * state.volatility
        deviation = np.sqrt(deviation**2 + idle * rules.per_unit * growth**2)
    low, high = rules.scale * rules.least_deviation, rules.scale * rules.most_deviation
    deviation = np.where(state.last == NEVER, state.deviation, np.clip(deviation, low, high))
    return State(state.rating.copy(), deviation, state.volatility.copy(), state.last.copy())


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
    capabilities=frozenset({Capability.DRAWS, Capability.HANDICAP}),
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
    predict=predict,
    uses=uses,
    update=update,
    aged=aged,
    score=score_duels,
    explain=explain,
    reads=("time", "advantage", "handicap", "komi", "board_size"),
    expects="points",
    leaves_unrated=True,
)
