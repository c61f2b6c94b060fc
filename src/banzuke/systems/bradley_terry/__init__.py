"""Bradley-Terry: the ratings at which all results together are likeliest, in any order.

Source: R. A. Bradley and M. E. Terry, Rank Analysis of Incomplete Block Designs, Biometrika 39,
1952; who has such a rating: L. R. Ford, 1957. The odds of A against B are 10^((a - b) / 400); a
tie is half a win. With ties of their own and p = 10^(rating / 400), a win, a tie and a loss are in
proportion to p_a, n sqrt(p_a p_b) and p_b (davidson: equals tie with the chance n / (2 + n)); or
the chance to win is p_a / (p_a + t p_b), that to lose p_b / (p_b + t p_a), and a tie is what is
left (rao-kupper: equals tie with (t - 1) / (t + 1)). Deviations are of the inverse of the
curvature of the log likelihood; where no prior holds the mean of a group, of it with the mean held.
Scale: points; the mean of a group is 0 by default, 400 points are odds of 10 to 1.

    >>> import banzuke as bz
    >>> [[one], _] = bz.rate_game("bradley-terry", sides=[[0], [0]], places=[1, 1])
    >>> [round(number, 4) for number in one[:2]]
    [0.0, 173.7178]
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Log
from banzuke.model.phrases import message, phrase
from banzuke.model.system import (
    Capability,
    Complaint,
    Given,
    Period,
    StateColumn,
    System,
)
from banzuke.parts.duels import score_duels
from banzuke.parts.one_fit import NOT_KNOWN, UNRATED
from banzuke.parts.starting import wrong_values
from banzuke.systems.bradley_terry.event import update
from banzuke.systems.bradley_terry.explaining import explain
from banzuke.systems.bradley_terry.fitted import Fitted
from banzuke.systems.bradley_terry.forecasting import likelihood, predict
from banzuke.systems.bradley_terry.parameters import (
    MOST_COVARIATES,
    BradleyTerryParameters,
    covariates,
)
from banzuke.systems.bradley_terry.remarks import estimates, remarks, unsound
from banzuke.systems.bradley_terry.rules import (
    COVARIATE_COLUMNS,
    NO_TIES,
    Rules,
    State,
    rules,
    uses,
)
from banzuke.systems.bradley_terry.scratch import work


def start(
    given: Given, n_players: int, parameters: BradleyTerryParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Nobody has a rating, but who is given one keeps it until results give another."""
    rating = given.numbers("rating", n_players, UNRATED)
    deviation = given.numbers("deviation", n_players, NOT_KNOWN)
    complaints = wrong_values(
        "deviation",
        deviation,
        deviation <= 0.0,
        message("{value:.10g} is no deviation"),
        phrase("above 0 points"),
    )
    rest: Any = [*(np.zeros(n_players) for _ in range(4)), np.full(n_players, NO_TIES)]
    worth: Any = [np.zeros(n_players) for _ in range(2 * MOST_COVARIATES)]
    return State(rating, deviation, *rest, *worth), complaints


def check(log: Log, rules: Rules) -> list[Complaint]:
    """Results without dates have no age to be weighed by."""
    if rules.decay > 0.0 and not np.any(log.day):
        what = phrase("without dates no result is older than others")
        return [Complaint(0, "date", what, phrase("dates, or half_life = 0"))]
    return []


SYSTEM = System(
    key="bradley-terry",
    title="Bradley-Terry",
    source="R. A. Bradley and M. E. Terry, Biometrika 39",
    year=1952,
    version=4,
    summary="The ratings at which all results together are likeliest, in whatever order they came.",
    periods=(Period.ALL,),
    capabilities=frozenset({Capability.DRAWS}),
    columns=(
        StateColumn("rating", "points", "400 points are odds of 10 to 1"),
        StateColumn(
            "deviation",
            "points",
            "how uncertain the rating is; 10 000 without a rating",
            unknown=NOT_KNOWN,
        ),
        StateColumn("compared", "players", "in the group, within which ratings can be compared"),
        StateColumn("group", "", "which group that is", inner=True),
        StateColumn("advantage", "points", "estimated worth of the advantage", inner=True),
        StateColumn("advantage_deviation", "points", "how uncertain that is", inner=True),
        StateColumn("tie", "", "estimated strength of ties, its logarithm", inner=True),
        *COVARIATE_COLUMNS,
    ),
    parameters=BradleyTerryParameters,
    state=State,
    rules=rules,
    start=start,
    uses=uses,
    update=update,
    work=work,
    score=score_duels,
    explain=explain,
    predict=predict,
    likelihood=likelihood,
    check=check,
    remarks=remarks,
    unsound=unsound,
    estimates=estimates,
    covariates=covariates,
    fit=Fitted,
    reads=("advantage", "weight", "day", "covariates"),
    expects="points",
    entry_cost=15,
    unrated=UNRATED,
)
