"""TrueSkill Through Time: a strength a day and how sure it is, of all results together.

Source: P. Dangauthier, R. Herbrich, T. Minka, T. Graepel, TrueSkill Through Time: Revisiting the
History of Chess, Advances in Neural Information Processing Systems 20, 2008: TrueSkill's games,
strengths that drift from day to day (a variance of drift^2 for each day that counts), and messages
forward and backward until they stand still. A side's performance is the sum of those of its
members, each around the strength with a variance of beta^2; sides draw whose performances are apart
by no more than a margin, at which equals draw with draw_probability.
Scale: points; a strength is about 25 with a deviation of 25/3 at first, and a performance varies
by beta, 25/6, around it.

    >>> import banzuke as bz
    >>> [[one], _] = bz.rate_game("through-time", sides=[[25], [25]], places=[1, 2])
    >>> [round(number, 4) for number in one]
    [29.3956, 7.1711]
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Log
from banzuke.model.system import (
    Capability,
    Complaint,
    Explanation,
    Given,
    Period,
    StateColumn,
    System,
)
from banzuke.parts.deviations import NEVER, Start, starting_columns
from banzuke.parts.first_places import likelihood, predict, score
from banzuke.systems.through_time.curves import curve
from banzuke.systems.through_time.event import update
from banzuke.systems.through_time.explaining import explained_entry
from banzuke.systems.through_time.nodes import work
from banzuke.systems.through_time.parameters import MOST_BETAS, ThroughTimeParameters
from banzuke.systems.through_time.remarks import remarks, unsound
from banzuke.systems.through_time.rules import Rules, State, rules, uses


def start(
    given: Given, n_players: int, parameters: ThroughTimeParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Every player at the start values, or at what the players file gives."""
    widest = min(MOST_BETAS * parameters.beta, 1e6)
    starts = {
        "rating": Start(parameters.start_rating, -1e6, 1e6),
        "deviation": Start(parameters.start_deviation, 1e-3, widest),
    }
    columns, complaints = starting_columns(given, n_players, starts)
    rating, deviation = columns
    return State(rating, deviation, np.full(n_players, NEVER), np.zeros(n_players)), complaints


def aged(state: State, time: float, rules: Rules) -> State:
    """The state on a later day: strengths may have drifted since each player's last one."""
    idle = np.where(state.last == NEVER, 0.0, np.maximum(time - state.last, 0.0))
    grown = np.sqrt(state.deviation**2 + idle * rules.by_days * rules.drift)
    deviation = np.where(idle * rules.by_days > 0.0, grown, state.deviation)
    return state._replace(rating=state.rating.copy(), deviation=deviation)


def explain(
    state: State, log: Log, rules: Rules, parameters: ThroughTimeParameters, game: int, entry: int
) -> Explanation:
    """What the game told, and how the day's strength follows from all days."""
    return explained_entry(state, log, rules, game, entry)


SYSTEM = System(
    key="through-time",
    title="TrueSkill Through Time",
    source="P. Dangauthier, R. Herbrich, T. Minka, T. Graepel, TrueSkill Through Time",
    year=2008,
    version=1,
    summary="A strength a day and how sure it is: later results revise earlier ratings.",
    periods=(Period.ALL,),
    capabilities=frozenset({Capability.TEAMS, Capability.MANY_SIDES, Capability.DRAWS}),
    columns=(
        StateColumn("rating", "points", "mean of what the player's strength may be"),
        StateColumn("deviation", "points", "how uncertain the strength is: a standard deviation"),
        StateColumn("last", "days", "the player's last day", inner=True),
        StateColumn("linked", "", "whom games link", inner=True),
    ),
    parameters=ThroughTimeParameters,
    state=State,
    rules=rules,
    start=start,
    uses=uses,
    work=work,
    predict=predict,
    likelihood=likelihood,
    update=update,
    curve=curve,
    aged=aged,
    score=score,
    explain=explain,
    remarks=remarks,
    unsound=unsound,
    reads=("day", "time", "play"),
    expects="chance to be first, a shared place counted in part, by the strengths of the day",
    chance_of_many="to be first; sides that share the first place split it",
    entry_cost=75,
)
