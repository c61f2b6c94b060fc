"""What systems share that fit all results at once: how ratings are written and remarked on.

The state of such a system has rating, deviation, compared and group; its scratch has the same
of float64[n_players], as the fit left it, step and games of each player, ``meetings``, and
``counted`` of each entry.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from banzuke.model.log import Log, Record
from banzuke.model.phrases import Phrase, names_of, phrase
from banzuke.model.system import Complaint
from banzuke.numeric.exact_sums import POINTS, on_grid

#: Fitted ratings: steps of 2^-33 points.
RATINGS = 2.0**19
#: The rating that stands for none: half a step, so that no fitted rating is this.
UNRATED = 2.0**-34
#: Deviations: steps of 2^-20 points, so that the order of players in a matrix moves no bit.
DEVIATIONS = 2.0**32

#: The deviation of who has no rating: as good as none, points.
NOT_KNOWN = 10_000.0

#: Points of a unit in which the odds grow by a factor of e: at 400 points they are 10 to 1.
POINTS_A_UNIT = 400.0 / math.log(10.0)

#: The group of players whose equations were not solved well enough.
UNSOLVED = -1.0


def write_group(mean: float, work: Any, span: tuple[int, int], group: float) -> None:
    """Write what the state will have of the members of a group.

    mean : points; group : its number, 0 or below for none
    work : by place, ``found`` in units and ``image``, the variance in units²
    """
    begin, end = span
    for at in range(begin, end):
        one = work.member[at]
        work.group[one] = group
        if group > 0.0:
            work.rating[one] = on_grid(mean + POINTS_A_UNIT * work.found[at], RATINGS)
            work.deviation[one] = deviation_of(work.image[at])
            work.compared[one] = end - begin


def deviation_of(variance: float) -> float:
    """A deviation in points, on the grid and above 0, from a variance in units²."""
    return max(on_grid(POINTS_A_UNIT * math.sqrt(variance), DEVIATIONS), 2.0**-20)


def write_changes(state: Any, log: Log, record: Record, work: Any, span: tuple[int, int]) -> None:
    """Write all changes of the entries of a span, and the state after them.

    All games of a player that count have a like part in the change, the last one has the rest:
    the likeliest ratings are those of all games together, no single one has a part of its own.
    """
    begin, end = span
    for entry in range(begin, end):
        work.games[log.player[entry]] = 0
    for entry in range(begin, end):
        if work.counted[entry]:
            work.games[log.player[entry]] += 1
    for entry in range(begin, end):
        one = log.player[entry]
        if work.meetings.first[one] == entry and work.games[one] > 0:
            moved = work.rating[one] - state.rating[one]
            work.step[one] = on_grid(moved / work.games[one], POINTS)
    for entry in range(begin, end):
        write_change(state, log, record, work, entry)


def write_change(state: Any, log: Log, record: Record, work: Any, entry: int) -> None:
    """Add an entry's change; with the player's last entry come the other columns."""
    one = log.player[entry]
    keep = len(record.before) > 0
    if keep:
        record.before[entry] = state.rating[one]
        record.other_before[0, entry] = state.deviation[one]
        record.other_before[1, entry] = state.compared[one]
    record.change[entry] = 0.0
    if work.counted[entry]:
        work.games[one] -= 1
        record.change[entry] = work.step[one]
        if state.rating[one] + work.step[one] == UNRATED:
            # What a game leaves is never the number that stands for none.
            record.change[entry] -= UNRATED
        if work.games[one] == 0:
            record.change[entry] = work.rating[one] - state.rating[one]
    state.rating[one] += record.change[entry]
    if work.meetings.following[entry] < 0:
        state.group[one] = work.group[one]
        if work.group[one] > 0.0:
            state.deviation[one] = work.deviation[one]
            state.compared[one] = work.compared[one]
    if keep:
        record.other_after[0, entry] = state.deviation[one]
        record.other_after[1, entry] = state.compared[one]


def remarks_on_groups(state: Any, rules: Any, parameters: Any, played: Any) -> list[Phrase]:
    """Who has no finite rating, whom no games compare, what a prior links.

    rules : with mean, prior_middle and joint_up_to; played : bool[n_players], who has a game
    """
    found = []
    alone = np.flatnonzero(played & (state.group == 0.0))
    if len(alone):
        found.append(
            phrase(
                "no finite rating, no points that count went both ways between them and others, as"
                " with players who never lost or never won, or whose games weigh nothing:"
                " {players}",
                players=names_of(alone.tolist()),
            )
        )
    large = int(state.compared.max(initial=0.0))
    if large > rules.joint_up_to > 0:
        found.append(
            phrase(
                "a group of {players} players, more than joint_up_to = {most}: their deviations"
                " are those if all other ratings were known, which are less",
                players=large,
                most=rules.joint_up_to,
            )
        )
    # Each member of a group is one part of it.
    groups = round((1.0 / state.compared[state.group > 0.0]).sum())
    if groups > 1 and rules.prior_middle > 0.0:
        found.append(
            phrase(
                "{groups} groups of players never met: prior_middle = {prior:g} alone makes"
                " their ratings comparable",
                groups=groups,
                prior=rules.prior_middle,
            )
        )
    elif groups > 1:
        found.append(
            phrase(
                "{groups} groups of players whom no chain of points links both ways: each has"
                " the mean {mean:g}, and their ratings cannot be compared",
                groups=groups,
                mean=rules.mean,
            )
        )
    return found


def unsolved(state: Any, rules: Any, parameters: Any) -> list[Complaint]:
    """Whose equations were not solved: none of these numbers is published."""
    wrong = np.flatnonzero(state.group == UNSOLVED)
    what = phrase("the equations of the likeliest ratings were not solved closely enough")
    right = phrase("weights of a usual size, or a stronger prior")
    return [Complaint(int(code), "weight", what, right) for code in wrong[:1]]
