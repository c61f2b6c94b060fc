"""Whole-history ratings: one strength a day, of all results together, earlier and later ones.

Source: R. Coulom, Whole-History Rating: A Bayesian Rating System for Players of Time-Varying
Strength, Computers and Games, 2008: strengths wander at random (a Wiener process); the odds of A
against B on a day are 10^((a - b) / 400); on the first day everybody has virtual games against
somebody of strength 0. Draws are half a win. The ratings r of all days are those at which the sum
of the logarithms of the chances of all results, virtual ones too, less (r2 - r1)^2 / (2 drift t)
for every two neighbouring days of a player, t days apart, is the greatest. Deviations by curvature
are of the inverse of minus its second derivatives, others' days included; alone, of a player's own
days only. By spread they hold besides, to first order, how far mean strengths are from the ratings.
A day t days after a player's last has that day's variance and drift t.
Scale: points; 400 points are odds of 10 to 1.

    >>> import banzuke as bz
    >>> [[one], _] = bz.rate_game("whole-history", sides=[[0], [0]], places=[1, 2])
    >>> [round(number, 4) for number in one]
    [91.7315, 240.1572, 214.1294]
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log
from banzuke.model.phrases import message, phrase
from banzuke.model.system import (
    Capability,
    Complaint,
    Explanation,
    Given,
    Period,
    StateColumn,
    System,
)
from banzuke.numeric.logistic import chance_of
from banzuke.parts.deviations import NEVER
from banzuke.parts.duels import score_duels
from banzuke.parts.meetings import entries_of, opponent_of
from banzuke.parts.one_fit import NOT_KNOWN, POINTS_A_UNIT
from banzuke.parts.starting import wrong_values
from banzuke.systems.whole_history.curves import curve
from banzuke.systems.whole_history.event import edge_of, update
from banzuke.systems.whole_history.explaining import explained_entry
from banzuke.systems.whole_history.nodes import work
from banzuke.systems.whole_history.parameters import WholeHistoryParameters
from banzuke.systems.whole_history.remarks import remarks, unsound
from banzuke.systems.whole_history.rules import Rules, State, prior_deviation, rules, uses


def start(
    given: Given, n_players: int, parameters: WholeHistoryParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """What the virtual games say; who is given a rating keeps it until results give another."""
    prior = prior_deviation(rules(parameters, ()))
    rating = given.numbers("rating", n_players, parameters.mean)
    deviation = given.numbers("deviation", n_players, prior)
    alone = given.numbers("alone", n_players, prior)
    complaints = []
    for name, values in (("deviation", deviation), ("alone", alone)):
        wrong, right = values <= 0.0, phrase("above 0 points")
        complaints += wrong_values(
            name, values, wrong, message("{value:.10g} is no deviation"), right
        )
    last, linked, days = np.full(n_players, NEVER), np.zeros(n_players), np.zeros(n_players)
    return State(rating, deviation, alone, last, linked, days), complaints


def predict(state: State, log: Log, rules: Rules, chance: Column, first: int, last: int) -> None:
    """Write each entry's expected score, by the ratings of the players' last days.

    chance : float64[n_entries], in [0, 1]; the two of a game sum to 1
    """
    for number in range(first, last):
        begin, end = entries_of(log, number)
        for entry in range(begin, end):
            one = state.rating[log.player[entry]]
            two = state.rating[log.player[opponent_of(entry)]]
            chance[entry] = chance_of((one - two) / POINTS_A_UNIT + edge_of(log, rules, entry))


def aged(state: State, time: float, rules: Rules) -> State:
    """The state on a later day: strengths may have changed since each player's last one."""
    idle = np.where(state.last == NEVER, 0.0, np.maximum(time - state.last, 0.0))
    grown = idle * rules.drift * POINTS_A_UNIT * POINTS_A_UNIT
    deviation, alone = (
        np.where(idle > 0.0, np.sqrt(column**2 + grown), column)
        for column in (state.deviation, state.alone)
    )
    return state._replace(rating=state.rating.copy(), deviation=deviation, alone=alone)


def explain(
    state: State, log: Log, rules: Rules, parameters: WholeHistoryParameters, game: int, entry: int
) -> Explanation:
    """The day's points against each opponent, and how the day's rating follows from all days."""
    return explained_entry(state, log, rules, game, entry)


SYSTEM = System(
    key="whole-history",
    title="Whole-history rating",
    source="R. Coulom, Whole-History Rating, Computers and Games",
    year=2008,
    version=3,
    summary="One strength a day, of all results together: later results revise earlier ratings.",
    periods=(Period.ALL,),
    capabilities=frozenset({Capability.DRAWS, Capability.HANDICAP}),
    columns=(
        StateColumn("rating", "points", "400 points are odds of 10 to 1"),
        StateColumn(
            "deviation",
            "points",
            "how far the strength may be from it, others' unknown, too",
            unknown=NOT_KNOWN,
        ),
        StateColumn(
            "alone",
            "points",
            "how far it may be, if the strengths of all others were known",
            unknown=NOT_KNOWN,
        ),
        StateColumn("last", "days", "the player's last day", inner=True),
        StateColumn("linked", "", "whom games link", inner=True),
        StateColumn("days", "days", "of all players in the group together", inner=True),
    ),
    parameters=WholeHistoryParameters,
    state=State,
    rules=rules,
    start=start,
    uses=uses,
    update=update,
    curve=curve,
    aged=aged,
    work=work,
    score=score_duels,
    explain=explain,
    predict=predict,
    remarks=remarks,
    unsound=unsound,
    reads=("day", "time", "weight", "advantage", "handicap", "komi"),
    expects="points, by the ratings of the day",
    entry_cost=200,
)
