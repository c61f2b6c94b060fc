"""All results at once: the groups, their ratings, and how changes are shared among games."""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Column, Log, Record
from banzuke.numeric.exact_sums import POINTS, on_grid
from banzuke.parts.duels import duel_score
from banzuke.parts.meetings import entries_of, link, opponent_of, unlink
from banzuke.systems.bradley_terry.covariance import find_variances
from banzuke.systems.bradley_terry.fit import chance_of, fit_group
from banzuke.systems.bradley_terry.groups import find_groups
from banzuke.systems.bradley_terry.rules import POINTS_A_UNIT, RATINGS, UNSOLVED
from banzuke.systems.bradley_terry.tallies import Work

#: Deviations: steps of 2^-20 points, so that the order of players in a matrix moves no bit.
DEVIATIONS = 2.0**32


def update(
    state: Any, log: Log, rules: Any, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place; there is one, of all results."""
    for number in range(first, last):
        begin, end = entries_of(log, number)
        rate_groups(rules, work, len(state.rating))
        link(log.player, work.meetings, begin, end)
        for entry in range(begin, end):
            work.cursor[log.player[entry]] = 0
        for entry in range(begin, end):
            if counts(log, work, entry):
                work.cursor[log.player[entry]] += 1
        for entry in range(begin, end):
            one = log.player[entry]
            if work.meetings.first[one] == entry and work.cursor[one] > 0:
                moved = work.rating[one] - state.rating[one]
                work.step[one] = on_grid(moved / work.cursor[one], POINTS)
        for entry in range(begin, end):
            record.change[entry] = 0.0
            if counts(log, work, entry):
                share_out(state, log, record, work, entry)
            apply_entry(state, log, rules, record, work, entry)
        unlink(log.player, work.meetings, begin, end)


def rate_groups(rules: Any, work: Work, n_players: int) -> None:
    """Write what the state will have of each player."""
    find_groups(rules, work, n_players)
    begin = 0
    while begin < n_players:
        end = begin
        label = n_players
        while end < n_players and work.low[work.member[end]] == -1 - begin:
            label = min(label, work.member[end])
            end += 1
        rate_group(rules, work, (begin, end), label)
        begin = end


def rate_group(rules: Any, work: Work, span: tuple[int, int], label: int) -> None:
    """Write what the state will have of the members of a group; label : the least of them."""
    begin, end = span
    group = 0.0
    if end - begin > 1:
        group = UNSOLVED
        if fit_group(rules, work, begin, end) and find_variances(rules, work, begin, end):
            group = label + 1.0
    for at in range(begin, end):
        one = work.member[at]
        work.group[one] = group
        if group > 0.0:
            work.rating[one] = on_grid(rules.mean + POINTS_A_UNIT * work.found[one], RATINGS)
            deviation = POINTS_A_UNIT * math.sqrt(work.image[one])
            work.deviation[one] = max(on_grid(deviation, DEVIATIONS), 2.0**-20)
            work.compared[one] = end - begin


def counts(log: Log, work: Work, entry: int) -> bool:
    """Whether a game is one between players of a group, and has a weight."""
    group = work.group[log.player[entry]]
    if group != work.group[log.player[opponent_of(entry)]] or group <= 0.0:
        return False
    return on_grid(log.weight[entry // 2], POINTS) > 0.0


def share_out(state: Any, log: Log, record: Record, work: Work, entry: int) -> None:
    """Write the change of an entry: all games that count have a like part; the last has the rest.

    The likeliest ratings are those of all games together; no single one has a part of its own.
    """
    one = log.player[entry]
    work.cursor[one] -= 1
    if work.cursor[one] > 0:
        record.change[entry] = work.step[one]
    else:
        record.change[entry] = work.rating[one] - state.rating[one]


def apply_entry(state: Any, log: Log, rules: Any, record: Record, work: Work, entry: int) -> None:
    """Add an entry's change; with the player's last entry come the other columns."""
    one = log.player[entry]
    keep = len(record.before) > 0
    if keep:
        record.before[entry] = state.rating[one]
        record.other_before[0, entry] = state.deviation[one]
        record.other_before[1, entry] = state.compared[one]
        record.expected[entry] = expected_of(log, rules, work, entry)
    state.rating[one] += record.change[entry]
    if work.meetings.following[entry] < 0:
        state.group[one] = work.group[one]
        if work.group[one] > 0.0:
            state.deviation[one] = work.deviation[one]
            state.compared[one] = work.compared[one]
    if keep:
        record.other_after[0, entry] = state.deviation[one]
        record.other_after[1, entry] = state.compared[one]


def expected_of(log: Log, rules: Any, work: Work, entry: int) -> float:
    """What an entry is expected to score by the ratings of all games; where none fit, its score."""
    other = opponent_of(entry)
    one, two = log.player[entry], log.player[other]
    if work.group[one] != work.group[two] or work.group[one] <= 0.0:
        return duel_score(log.place[entry], log.place[other])
    return chance_of(lead_between(log, rules, work.found, entry))


def lead_between(log: Log, rules: Any, units: Column, entry: int) -> float:
    """By how many units the player of an entry is ahead, the advantage counted in."""
    other = opponent_of(entry)
    gap = units[log.player[entry]] - units[log.player[other]]
    if rules.advantage == 0.0:
        return gap
    return gap + rules.advantage * (log.advantage[entry] - log.advantage[other])
