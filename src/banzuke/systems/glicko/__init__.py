"""Glicko: a rating and how sure it is.

Source: M. E. Glickman, "The Glicko system", glicko.net/glicko/glicko.pdf, steps 1 and 2. What a
game adds to a deviation (h), the bonus for playing (b) and the pull towards opponents (lambda) are
those of A. Stephenson, "Comparing Predictive Performance Of Chess Ratings", appendix, in the R
package PlayerRatings; without them it is Glicko.
Scale: points; 400 points mean odds of 10 to 1 between players who are sure of their ratings.

    >>> import banzuke as bz
    >>> bz.rate_game("glicko", sides=[[(1500, 200)], [(1500, 200)]], places=[1, 2])
    [[(1578.6290574260638, 179.88089876430845)], [(1421.3709425739362, 179.88089876430845)]]
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Log
from banzuke.model.system import Capability, Complaint, Given, Period, StateColumn, System
from banzuke.parts.deviations import (
    BY_TIME,
    NEVER,
    Start,
    needs_time,
    predict_duels,
    starting_columns,
)
from banzuke.parts.duels import score_duels
from banzuke.systems.glicko.explaining import explain
from banzuke.systems.glicko.parameters import GlickoParameters, uses
from banzuke.systems.glicko.rating import update, work
from banzuke.systems.glicko.rules import Rules, State, rules


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


def aged(state: State, time: float, rules: Rules) -> State:
    """The values as they are read at ``time``: deviations have grown since the last game."""
    deviation = state.deviation * rules.per_point
    if rules.ageing == BY_TIME:
        idle = np.maximum(time - state.last, 0.0)
        deviation = np.sqrt(deviation**2 + idle * rules.per_unit * rules.growth)
    bound = rules.scale * np.clip(deviation, rules.least_deviation, rules.most_deviation)
    read = np.where(state.last == NEVER, state.deviation, bound)
    return State(state.rating.copy(), read, state.last.copy())


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
