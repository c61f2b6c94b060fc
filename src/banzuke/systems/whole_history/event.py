"""All results at once: the groups, the rating of each day, and each game's part."""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Log, Record
from banzuke.numeric.exact_sums import on_grid
from banzuke.numeric.logistic import chance_of
from banzuke.parts.chains import find_own_variances
from banzuke.parts.day_changes import begin_changes, part_of_day
from banzuke.parts.duels import duel_score
from banzuke.parts.meetings import entries_of, opponent_of
from banzuke.parts.one_fit import NOT_KNOWN, POINTS_A_UNIT, RATINGS, UNSOLVED
from banzuke.systems.whole_history.lean import find_variances
from banzuke.systems.whole_history.likeliest import fit_group
from banzuke.systems.whole_history.nodes import Work
from banzuke.systems.whole_history.rules import DEVIATIONS


def update(
    state: Any, log: Log, rules: Any, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place; there is one, of all results."""
    for number in range(first, last):
        begin, end = entries_of(log, number)
        days = work.days
        for game in range(len(work.edge)):
            work.edge[game] = edge_of(log, rules, 2 * game)
        for group in range(len(days.bounds) - 1):
            rate_group(rules, work, group)
        begin_changes(days, work.changes, state.rating)
        for entry in range(begin, end):
            record.change[entry] = part_of_day(work.changes, days.node[entry])
            apply_entry(state, log, rules, record, work, entry)
        keep_last_days(state, work)


def rate_group(rules: Any, work: Work, group: int) -> None:
    """Write rating and variances of a group's days."""
    begin, end = work.days.bounds[group], work.days.bounds[group + 1]
    good = fit_group(rules, work, group)
    find_own_variances(work.chains, work.alone, begin, end)
    joint = good and end - begin <= rules.joint_up_to
    if joint:
        good = find_variances(rules, work, group)
    for node in range(begin, end):
        if not joint:
            work.joint[node] = work.alone[node]
            work.tied[node] = own_tie(work, node)
        work.joint[node] = deviation_of(work.joint[node])
        work.alone[node] = deviation_of(work.alone[node])
        work.changes.rating[node] = on_grid(rules.mean + POINTS_A_UNIT * work.found[node], RATINGS)
        if not good:
            work.changes.rating[node] = rules.mean
            work.joint[node] = NOT_KNOWN
            work.alone[node] = NOT_KNOWN


def own_tie(work: Work, node: int) -> float:
    """A day's covariance with the day before, if all other players' ratings were known, units²."""
    chains = work.chains
    if chains.link[node] <= 0.0:
        return 0.0
    return chains.link[node] / chains.pivot[node - 1] * work.alone[node]


def deviation_of(variance: float) -> float:
    """A variance, units², as a deviation on the grid, points."""
    return max(on_grid(POINTS_A_UNIT * math.sqrt(max(variance, 0.0)), DEVIATIONS), 2.0**-17)


def apply_entry(state: Any, log: Log, rules: Any, record: Record, work: Work, entry: int) -> None:
    """Add an entry's change; the other columns are those of the day."""
    one, node = log.player[entry], work.days.node[entry]
    keep = len(record.before) > 0
    if keep:
        record.before[entry] = state.rating[one]
        record.other_before[0, entry] = state.deviation[one]
        record.other_before[1, entry] = state.alone[one]
        record.expected[entry] = expected_of(log, rules, work, entry)
    state.rating[one] += record.change[entry]
    if node >= 0:
        state.deviation[one] = work.joint[node]
        state.alone[one] = work.alone[node]
    if keep:
        record.other_after[0, entry] = state.deviation[one]
        record.other_after[1, entry] = state.alone[one]


def keep_last_days(state: Any, work: Work) -> None:
    """Keep of every player what holds on the last day, in whatever order the entries came."""
    days = work.days
    for group in range(len(days.bounds) - 1):
        begin, end = days.bounds[group], days.bounds[group + 1]
        for node in range(begin, end):
            one = days.owner[node]
            state.deviation[one] = work.joint[node]
            state.alone[one] = work.alone[node]
            state.last[one] = days.day[node]
            state.linked[one] = days.owner[begin] + 1.0
            if work.joint[node] == NOT_KNOWN:
                state.linked[one] = UNSOLVED
            state.days[one] = end - begin


def edge_of(log: Log, rules: Any, entry: int) -> float:
    """By how many units stones, the first move and komi put the player of an entry ahead."""
    other = opponent_of(entry)
    edge, ahead, stones = 0.0, 0.0, 0.0
    if rules.advantage != 0.0 or rules.komi_point != 0.0:
        ahead = log.advantage[entry] - log.advantage[other]
        edge += rules.advantage * ahead
    if rules.stone != 0.0 or rules.komi_point != 0.0:
        stones = log.handicap[entry] - log.handicap[other]
        edge += rules.stone * stones
    if rules.komi_point != 0.0:
        # Who receives stones moves first, too; where nobody is known to, nobody has the komi.
        first = stones if stones != 0.0 else ahead
        komi = log.komi[entry // 2]
        if math.isnan(komi):
            komi = rules.komi
        if first > 0.0:
            edge -= rules.komi_point * komi
        elif first < 0.0:
            edge += rules.komi_point * komi
    return edge


def expected_of(log: Log, rules: Any, work: Work, entry: int) -> float:
    """What an entry is expected to score at the ratings of the day; of no day, what it scored."""
    node, other = work.days.node[entry], work.days.node[opponent_of(entry)]
    if node < 0:
        return duel_score(log.place[entry], log.place[opponent_of(entry)])
    return chance_of(work.found[node] - work.found[other] + edge_of(log, rules, entry))
