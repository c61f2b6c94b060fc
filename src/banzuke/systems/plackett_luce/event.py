"""All results at once: the groups, their ratings, and how changes are shared among games."""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Column, Log, Record
from banzuke.numeric.exact_sums import POINTS, on_grid
from banzuke.parts.contests import tied_until
from banzuke.parts.meetings import entries_of, link, unlink
from banzuke.parts.mutual_groups import find_groups
from banzuke.parts.one_fit import UNSOLVED, write_changes, write_group
from banzuke.systems.plackett_luce.covariance import find_variances
from banzuke.systems.plackett_luce.first_places import BySize, share_first
from banzuke.systems.plackett_luce.fit import fit_span
from banzuke.systems.plackett_luce.forecasting import share_out
from banzuke.systems.plackett_luce.parameters import MOST_TIED
from banzuke.systems.plackett_luce.races import Work, write_arcs, write_races
from banzuke.systems.plackett_luce.rules import FIRST_STRENGTH, NO_TIES
from banzuke.systems.plackett_luce.sharing import slot_of
from banzuke.systems.plackett_luce.spread import find_spread


def update(
    state: Any, log: Log, rules: Any, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place; there is one, of all results."""
    for number in range(first, last):
        begin, end = entries_of(log, number)
        games = (0 + log.period[number], 0 + log.period[number + 1])
        link(log.player, work.meetings, begin, end)
        write_arcs(log, rules, work, games[0], games[1])
        find_groups(log.player, work, 2, len(state.rating))
        write_races(log, work, games, len(state.rating))
        rate_groups(rules, work, len(state.rating))
        for entry in range(begin, end):
            if work.group[log.player[entry]] <= 0.0:
                work.counted[entry] = False
        if len(record.before) > 0:
            for game in range(games[0], games[1]):
                write_expected(log, rules, work, record.expected, game)
        write_changes(state, log, record, work, (begin, end))
        keep_strengths(rules.sharing, state, log, work, (begin, end))
        unlink(log.player, work.meetings, begin, end)


def rate_groups(rules: Any, work: Any, n_players: int) -> None:
    """Write what the state will have of each player."""
    begin, trouble = 0, 0.0
    while begin < n_players:
        end = begin + 1
        while end < n_players and work.begin[work.member[end]] == begin:
            end += 1
        if end - begin > 1 or begin == 0:
            trouble = fit_from(rules.sharing, rules, work, (begin, end), trouble)
        group = 0.0
        if end - begin > 1:
            group = trouble
            if group == 0.0:
                group = UNSOLVED
                if find_variances(rules, work, begin, end):
                    # Members are in the order of codes; a prior makes all ratings comparable.
                    group = 1.0 if rules.prior_middle > 0.0 else work.member[begin] + 1.0
        write_group(rules.mean, work, (begin, end), group)
        begin = end


def fit_from(
    sharing: bool | None, rules: Any, work: Any, span: tuple[int, int], trouble: float
) -> float:
    """Fit a group; or with the first one all of them, where they share what is estimated besides.

    trouble : that of the first one; returns that of the group, 0 for none
    """
    if sharing is None:
        return fit_span(rules, work, span[0], span[1])
    if span[0] > 0:
        return trouble
    trouble = fit_span(rules, work, 0, len(work.member))
    return find_spread(rules, work) if trouble == 0.0 else trouble


def keep_strengths(
    sharing: bool | None, state: Any, log: Log, work: Any, span: tuple[int, int]
) -> None:
    """Write what was estimated beside the ratings of a span of entries."""
    if sharing is None:
        return
    for entry in range(span[0], span[1]):
        one = log.player[entry]
        if work.group[one] > 0.0:
            for size in range(2, MOST_TIED + 1):
                slot = slot_of(work.found, size)
                strength = NO_TIES
                if work.actual[slot] > 0.0:
                    strength = on_grid(work.found[slot], POINTS)
                state[FIRST_STRENGTH + size - 2][one] = strength


def write_expected(log: Log, rules: Any, work: Any, expected: Column, game: int) -> None:
    """Write each entry's chance to be first, by the ratings of all games.

    Where not all players of a game can be compared: what they scored.
    """
    begin, end = 0 + log.game[game], 0 + log.game[game + 1]
    group = work.group[log.player[begin]]
    alike = group > 0.0
    for entry in range(begin, end):
        alike = alike and work.group[log.player[entry]] == group
    if not alike:
        score_game(log, expected, begin, end)
        return
    expect_first(rules.sharing, log, work, expected, (begin, end))


def expect_first(
    sharing: bool | None, log: Log, work: Any, expected: Column, span: tuple[int, int]
) -> None:
    """Write the chances to be first of a game's entries, all of them of one group."""
    begin, end = span
    if sharing is not None:
        share_first(log.player, work.rating, strengths_in(work), expected, span)
        return
    top = work.found[work.place[log.player[begin]]]
    for entry in range(begin, end):
        top = max(top, work.found[work.place[log.player[entry]]])
    for entry in range(begin, end):
        expected[entry] = math.exp(work.found[work.place[log.player[entry]]] - top)
    share_out(expected, begin, end)


def strengths_in(work: Any) -> BySize:
    """The strengths of shared places, by size from 1."""
    of = work.sharing.strength
    return of[1], of[2], of[3], of[4], of[5], of[6], of[7], of[8], of[9], of[10], of[11], of[12]


def score_game(log: Log, scored: Column, begin: int, end: int) -> None:
    """Write 1 for who was first, a like part for each who shared that place, else 0."""
    after = tied_until(log.place, begin, end)
    for entry in range(begin, end):
        scored[entry] = 1.0 / (after - begin) if entry < after else 0.0
