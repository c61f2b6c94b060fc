"""All results at once: the groups, their ratings, and how changes are shared among games."""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Column, Log, Record
from banzuke.parts.contests import tied_until
from banzuke.parts.meetings import entries_of, link, unlink
from banzuke.parts.mutual_groups import find_groups
from banzuke.parts.one_fit import UNSOLVED, write_changes, write_group
from banzuke.systems.plackett_luce.covariance import find_variances
from banzuke.systems.plackett_luce.fit import fit_group
from banzuke.systems.plackett_luce.forecasting import share_out
from banzuke.systems.plackett_luce.races import Work, write_arcs, write_races


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
                write_expected(log, work, record.expected, game)
        write_changes(state, log, record, work, (begin, end))
        unlink(log.player, work.meetings, begin, end)


def rate_groups(rules: Any, work: Any, n_players: int) -> None:
    """Write what the state will have of each player."""
    begin = 0
    while begin < n_players:
        end = begin + 1
        while end < n_players and work.begin[work.member[end]] == begin:
            end += 1
        group = 0.0
        if end - begin > 1:
            group = fit_group(rules, work, begin, end)
            if group == 0.0:
                group = UNSOLVED
                if find_variances(rules, work, begin, end):
                    # Members are in the order of codes; a prior makes all ratings comparable.
                    group = 1.0 if rules.prior_middle > 0.0 else work.member[begin] + 1.0
        write_group(rules.mean, work, (begin, end), group)
        begin = end


def write_expected(log: Log, work: Any, expected: Column, game: int) -> None:
    """Write each entry's chance to be first, by the ratings of all games.

    Where not all players of a game can be compared: what they scored.
    """
    begin, end = 0 + log.game[game], 0 + log.game[game + 1]
    group = work.group[log.player[begin]]
    alike = group > 0.0
    top = work.found[work.place[log.player[begin]]]
    for entry in range(begin, end):
        alike = alike and work.group[log.player[entry]] == group
        top = max(top, work.found[work.place[log.player[entry]]])
    if not alike:
        score_game(log, expected, begin, end)
        return
    for entry in range(begin, end):
        expected[entry] = math.exp(work.found[work.place[log.player[entry]]] - top)
    share_out(expected, begin, end)


def score_game(log: Log, scored: Column, begin: int, end: int) -> None:
    """Write 1 for who was first, a like part for each who shared that place, else 0."""
    after = tied_until(log.place, begin, end)
    for entry in range(begin, end):
        scored[entry] = 1.0 / (after - begin) if entry < after else 0.0
