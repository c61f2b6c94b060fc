"""All results at once: the groups, their ratings, and how changes are shared among games."""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Log, Record
from banzuke.numeric.exact_sums import POINTS, on_grid
from banzuke.parts.duels import duel_score
from banzuke.parts.meetings import entries_of, link, opponent_of, unlink
from banzuke.systems.bradley_terry.covariance import find_variances
from banzuke.systems.bradley_terry.fit import fit_span
from banzuke.systems.bradley_terry.groups import find_groups
from banzuke.systems.bradley_terry.outcomes import expected_score, lead_between
from banzuke.systems.bradley_terry.rules import POINTS_A_UNIT, RATINGS, UNSOLVED
from banzuke.systems.bradley_terry.tallies import (
    ADVANTAGE,
    OF_ADVANTAGE,
    TIE,
    Work,
    count_rows,
    find_newest,
    weight_of,
)

#: Deviations: steps of 2^-20 points, so that the order of players in a matrix moves no bit.
DEVIATIONS = 2.0**32


def update(
    state: Any, log: Log, rules: Any, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place; there is one, of all results."""
    for number in range(first, last):
        begin, end = entries_of(log, number)
        link(log.player, work.meetings, begin, end)
        find_newest(log, rules, work, begin // 2, end // 2)
        rate_all(log, rules, work, len(state.rating))
        for entry in range(begin, end):
            work.games[log.player[entry]] = 0
        for entry in range(begin, end):
            if counts(log, rules, work, entry):
                work.games[log.player[entry]] += 1
        for entry in range(begin, end):
            one = log.player[entry]
            if work.meetings.first[one] == entry and work.games[one] > 0:
                moved = work.rating[one] - state.rating[one]
                work.step[one] = on_grid(moved / work.games[one], POINTS)
        for entry in range(begin, end):
            record.change[entry] = 0.0
            if counts(log, rules, work, entry):
                share_out(state, log, record, work, entry)
            apply_entry(state, log, rules, record, work, entry)
        unlink(log.player, work.meetings, begin, end)


def rate_all(log: Log, rules: Any, work: Any, n_players: int) -> None:
    """Write what the state will have of each player."""
    find_groups(log, rules, work, n_players)
    count_rows(log, rules, work, n_players)
    together = rules.find_advantage or rules.find_tie
    begin, trouble = 0, 0.0
    while begin < n_players:
        end = begin + 1
        while end < n_players and work.begin[work.member[end]] == begin:
            end += 1
        if begin == 0 or not together:
            after = n_players if together else end
            trouble = 0.0
            if after - begin > 1:
                trouble = fit_span(rules, work, begin, after)
        group = 0.0
        if end - begin > 1:
            group = trouble
            if trouble == 0.0:
                group = UNSOLVED
                if find_variances(rules, work, begin, end, n_players):
                    # Within a group members are in the order of their codes.
                    group = work.member[begin] + 1.0
        write_group(rules, work, (begin, end), group)
        begin = end


def write_group(rules: Any, work: Work, span: tuple[int, int], group: float) -> None:
    """Write what the state will have of the members of a group."""
    begin, end = span
    for at in range(begin, end):
        one = work.member[at]
        work.group[one] = group
        if group > 0.0:
            work.rating[one] = on_grid(rules.mean + POINTS_A_UNIT * work.found[at], RATINGS)
            deviation = POINTS_A_UNIT * math.sqrt(work.image[at])
            work.deviation[one] = max(on_grid(deviation, DEVIATIONS), 2.0**-20)
            work.compared[one] = end - begin


def counts(log: Log, rules: Any, work: Work, entry: int) -> bool:
    """Whether a game is one between players of a group, and has a weight."""
    one, two = log.player[entry], log.player[opponent_of(entry)]
    if work.begin[one] != work.begin[two] or work.group[one] <= 0.0:
        return False
    return weight_of(log, rules, work, entry // 2) > 0.0


def share_out(state: Any, log: Log, record: Record, work: Work, entry: int) -> None:
    """Write the change of an entry: all games that count have a like part; the last has the rest.

    The likeliest ratings are those of all games together; no single one has a part of its own.
    """
    one = log.player[entry]
    work.games[one] -= 1
    if work.games[one] > 0:
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
            keep_common(state, rules, work, one)
    if keep:
        record.other_after[0, entry] = state.deviation[one]
        record.other_after[1, entry] = state.compared[one]


def keep_common(state: Any, rules: Any, work: Work, one: int) -> None:
    """Write what was estimated beside the ratings."""
    if rules.find_advantage:
        state.advantage[one] = on_grid(POINTS_A_UNIT * work.common[ADVANTAGE], RATINGS)
        deviation = POINTS_A_UNIT * math.sqrt(work.common[OF_ADVANTAGE])
        state.advantage_deviation[one] = max(on_grid(deviation, DEVIATIONS), 2.0**-20)
    if rules.find_tie:
        state.tie[one] = on_grid(work.common[TIE], POINTS)


def expected_of(log: Log, rules: Any, work: Work, entry: int) -> float:
    """What an entry is expected to score by the ratings of all games; where none fit, its score."""
    other = opponent_of(entry)
    one, two = log.player[entry], log.player[other]
    if work.begin[one] != work.begin[two] or work.group[one] <= 0.0:
        return duel_score(log.place[entry], log.place[other])
    gap = work.found[work.place[one]] - work.found[work.place[two]]
    lead = lead_between(log, work.common[ADVANTAGE], gap, entry, other)
    return expected_score(rules.ties, lead, work.common[TIE])
