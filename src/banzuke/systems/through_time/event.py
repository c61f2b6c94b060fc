"""All results at once: the strength of each day, and what each game of a day has of it."""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Column, Log, Record
from banzuke.numeric.exact_sums import on_grid
from banzuke.parts.day_changes import begin_changes, part_of_day
from banzuke.parts.first_places import chances_to_be_first
from banzuke.parts.meetings import entries_of
from banzuke.systems.through_time.messages import pass_messages
from banzuke.systems.through_time.nodes import Work
from banzuke.systems.through_time.rules import NOT_KNOWN, RATINGS, UNSOLVED


def update(
    state: Any, log: Log, rules: Any, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place; there is one, of all results."""
    for number in range(first, last):
        begin, end = entries_of(log, number)
        days = work.days
        read_priors(state, rules, work)
        for group in range(len(days.bounds) - 1):
            write_group(work, group, pass_messages(log, rules, work, group))
        begin_changes(days, work.changes, state.rating)
        for entry in range(begin, end):
            record.change[entry] = part_of_day(work.changes, days.node[entry])
        if len(record.before) > 0:
            for game in range(log.period[number], log.period[number + 1]):
                expect_game(log, rules, work, record.expected, game)
        for entry in range(begin, end):
            apply_entry(state, log, record, work, entry)
        keep_last_days(state, work)


def read_priors(state: Any, rules: Any, work: Work) -> None:
    """Write how the days are linked, and what is known of each player before the first."""
    days, chains = work.days, work.chains
    for node in range(len(days.owner)):
        chains.link[node] = 0.0
        work.prior[node] = 0.0
        work.prior_mean[node] = 0.0
        one = days.owner[node]
        if node > 0 and one == days.owner[node - 1]:
            passed = 1.0
            if rules.by_days == 1:
                passed = days.day[node] - days.day[node - 1]
            chains.link[node] = 1.0 / (rules.drift * passed)
        else:
            work.prior[node] = 1.0 / (state.deviation[one] * state.deviation[one])
            work.prior_mean[node] = state.rating[one]


def write_group(work: Work, group: int, good: bool) -> None:
    """Write rating and deviation of a group's days; ``good`` if messages stand still."""
    for node in range(work.days.bounds[group], work.days.bounds[group + 1]):
        work.changes.rating[node] = 0.0
        work.deviation[node] = NOT_KNOWN
        if good:
            work.changes.rating[node] = on_grid(work.mean[node], RATINGS)
            work.deviation[node] = 1.0 / math.sqrt(work.precision[node])


def expect_game(log: Log, rules: Any, work: Work, expected: Column, game: int) -> None:
    """Write the chance of each entry's side to be first, by the strengths of the day."""
    begin, end = 0 + log.game[game], 0 + log.game[game + 1]
    for entry in range(begin, end):
        node = work.days.node[entry]
        work.then.rating[log.player[entry]] = work.mean[node]
        work.then.deviation[log.player[entry]] = 1.0 / math.sqrt(work.precision[node])
    chances_to_be_first(work.then, log, rules, expected, begin, end)


def apply_entry(state: Any, log: Log, record: Record, work: Work, entry: int) -> None:
    """Add an entry's change; the deviation is that of the day."""
    one, node = log.player[entry], work.days.node[entry]
    if len(record.before) > 0:
        record.before[entry] = state.rating[one]
        record.other_before[0, entry] = state.deviation[one]
        record.other_after[0, entry] = work.deviation[node]
    state.rating[one] += record.change[entry]
    state.deviation[one] = work.deviation[node]


def keep_last_days(state: Any, work: Work) -> None:
    """Keep of every player what holds on the last day, in whatever order the entries came."""
    days = work.days
    for group in range(len(days.bounds) - 1):
        begin, end = days.bounds[group], days.bounds[group + 1]
        for node in range(begin, end):
            one = days.owner[node]
            state.deviation[one] = work.deviation[node]
            state.last[one] = days.day[node]
            state.linked[one] = days.owner[begin] + 1.0
            if work.deviation[node] == NOT_KNOWN:
                state.linked[one] = UNSOLVED
