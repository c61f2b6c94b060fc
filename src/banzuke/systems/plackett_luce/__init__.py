"""Plackett-Luce: the ratings at which all rankings together are likeliest, in any order.

Source: R. L. Plackett, The Analysis of Permutations, Applied Statistics 24, 1975; R. D. Luce,
Individual Choice Behavior, 1959; D. R. Hunter, MM Algorithms for Generalized Bradley-Terry Models,
Annals of Statistics 32, 2004. The first is chosen from all players of a game with chances in
proportion to 10^(rating / 400), the second likewise from those who are left, and so on.
Shared places by N. E. Breslow, 1974, or B. Efron, 1977; or as outcomes of their own by D. Firth,
I. Kosmidis and H. Turner, Davidson-Luce Model for Multi-item Choice with Ties, 2019: n of those
who are left share the next place in proportion to delta_n times the geometric mean of their
10^(rating / 400), where delta_1 is 1. Each delta_n is estimated from the games of all groups, and 0
for an n that never occurs. Who has a finite rating is the same by all three, since a shared place
links both ways; but where ties and wins would be explained ever better by larger gaps and a larger
delta, as with only ties, results are refused. Of a shared first place each has a like part, in
chances to be first as in what is scored.
Scale: points; the mean of a group is 0 by default, 400 points are odds of 10 to 1.

    >>> import banzuke as bz
    >>> [[one], _] = bz.rate_game("plackett-luce", sides=[[0], [0]], places=[1, 1])
    >>> [round(number, 4) for number in one[:2]]
    [0.0, 122.837]
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log
from banzuke.model.phrases import message, phrase
from banzuke.model.system import Capability, Complaint, Given, Period, StateColumn, System
from banzuke.parts.one_fit import NOT_KNOWN, UNRATED
from banzuke.parts.starting import wrong_values
from banzuke.systems.plackett_luce.checking import check
from banzuke.systems.plackett_luce.event import score_game, update
from banzuke.systems.plackett_luce.explaining import explain
from banzuke.systems.plackett_luce.fitted import Fitted
from banzuke.systems.plackett_luce.forecasting import likelihood, predict
from banzuke.systems.plackett_luce.parameters import PlackettLuceParameters
from banzuke.systems.plackett_luce.races import work
from banzuke.systems.plackett_luce.remarks import estimates, remarks, unsound
from banzuke.systems.plackett_luce.rules import NO_TIES, STRENGTH_COLUMNS, Rules, State, rules, uses


def start(
    given: Given, n_players: int, parameters: PlackettLuceParameters, played: NDArray[np.bool_]
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
    none: Any = [np.full(n_players, NO_TIES) for _ in STRENGTH_COLUMNS]
    return State(rating, deviation, np.zeros(n_players), np.zeros(n_players), *none), complaints


def score(log: Log, rules: Rules, scored: Column, first: int, last: int) -> None:
    """Write what each entry of periods ``first`` to ``last - 1`` has of the first place.

    scored : float64[n_entries], 1 for who was first, a like part for each who shared that place
    """
    for game in range(log.period[first], log.period[last]):
        score_game(log, scored, 0 + log.game[game], 0 + log.game[game + 1])


SYSTEM = System(
    key="plackett-luce",
    title="Plackett-Luce",
    source="R. L. Plackett, Applied Statistics 24",
    year=1975,
    version=3,
    summary="The ratings at which all rankings together are likeliest, in any order.",
    periods=(Period.ALL,),
    capabilities=frozenset({Capability.MANY_SIDES, Capability.DRAWS}),
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
        *STRENGTH_COLUMNS,
    ),
    parameters=PlackettLuceParameters,
    state=State,
    rules=rules,
    start=start,
    uses=uses,
    update=update,
    chance_of_many="to be first",
    work=work,
    score=score,
    explain=explain,
    predict=predict,
    likelihood=likelihood,
    check=check,
    remarks=remarks,
    unsound=unsound,
    estimates=estimates,
    fit=Fitted,
    reads=("weight",),
    expects="first places",
    entry_cost=40,
    unrated=UNRATED,
)
