"""All results at once: the groups, their ratings, and how changes are shared among games."""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Log, Record
from banzuke.numeric.exact_sums import POINTS, on_grid
from banzuke.parts.duels import duel_score
from banzuke.parts.meetings import entries_of, link, opponent_of, unlink
from banzuke.parts.mutual_groups import find_groups
from banzuke.parts.one_fit import (
    POINTS_A_UNIT,
    RATINGS,
    UNSOLVED,
    deviation_of,
    write_changes,
    write_group,
)
from banzuke.systems.bradley_terry.besides import finds_any, is_any_asked, keep_spread
from banzuke.systems.bradley_terry.covariance import find_variances, spread_common
from banzuke.systems.bradley_terry.fit import fit_span
from banzuke.systems.bradley_terry.outcomes import (
    difference_of,
    expected_score,
    lead_between,
)
from banzuke.systems.bradley_terry.rules import FIRST_COVARIATE
from banzuke.systems.bradley_terry.scratch import (
    ADVANTAGE,
    OF_ADVANTAGE,
    OF_COVARIATES,
    TIE,
    Work,
)
from banzuke.systems.bradley_terry.tallies import count_rows, weigh


def update(
    state: Any, log: Log, rules: Any, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place; there is one, of all results."""
    for number in range(first, last):
        begin, end = entries_of(log, number)
        link(log.player, work.meetings, begin, end)
        rate_all(log, rules, work, len(state.rating))
        for entry in range(begin, end):
            work.counted[entry] = counts(log, work, entry)
        if len(record.before) > 0:
            for entry in range(begin, end):
                record.expected[entry] = expected_of(log, rules, work, entry)
        write_changes(state, log, record, work, (begin, end))
        if finds_any(rules):
            for entry in range(begin, end):
                keep_common(state, rules, work, log.player[entry])
        unlink(log.player, work.meetings, begin, end)


def rate_all(log: Log, rules: Any, work: Any, n_players: int) -> None:
    """Write what the state will have of each player."""
    games = len(log.game) - 1
    weigh(log, rules, work, games)
    write_arcs(log, rules, work, games)
    find_groups(log.player, work, 1, n_players)
    count_rows(log, rules, work, n_players, games)
    together = finds_any(rules)
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
                if together and trouble == 0.0:
                    find_spread(rules, work, n_players)
        group = 0.0
        if end - begin > 1:
            group = trouble
            if trouble == 0.0:
                group = UNSOLVED
                if find_variances(rules, work, begin, end, n_players):
                    # Members are in the order of codes; a prior makes all ratings comparable.
                    group = 1.0 if rules.prior_middle > 0.0 else work.member[begin] + 1.0
        write_group(rules.mean, work, (begin, end), group)
        begin = end


def find_spread(rules: Any, work: Any, n_players: int) -> None:
    """Write how uncertain is what is estimated beside the ratings."""
    if rules.sandwich and is_any_asked(work):
        spread_common(rules, work, 0, n_players)
    else:
        keep_spread(work)


def write_arcs(log: Log, rules: Any, work: Any, games: int) -> None:
    """Write by each entry whom the player took something off, by the game or a virtual one."""
    linked = rules.prior_wins > 0.0 or rules.prior_middle > 0.0
    for game in range(games):
        one, two = 2 * game, 2 * game + 1
        counts = work.weight[game] > 0.0
        mine, theirs = log.place[one], log.place[two]
        work.arc[one] = log.player[two] if counts & (linked | (mine <= theirs)) else -1
        work.arc[two] = log.player[one] if counts & (linked | (theirs <= mine)) else -1


def counts(log: Log, work: Work, entry: int) -> bool:
    """Whether a game is one between players of a group, and has a weight."""
    one, two = log.player[entry], log.player[opponent_of(entry)]
    if work.begin[one] != work.begin[two] or work.group[one] <= 0.0:
        return False
    return work.weight[entry // 2] > 0.0


def keep_common(state: Any, rules: Any, work: Work, one: int) -> None:
    """Write what was estimated beside a rating."""
    if work.group[one] <= 0.0:
        return
    if rules.find_advantage:
        state.advantage[one] = on_grid(POINTS_A_UNIT * work.common[ADVANTAGE], RATINGS)
        state.advantage_deviation[one] = deviation_of(work.spread[OF_ADVANTAGE])
    if rules.find_tie:
        state.tie[one] = on_grid(work.common[TIE], POINTS)
    for number in range(rules.covariates):
        points = POINTS_A_UNIT / work.scale[number]
        spread = max(work.spread[OF_COVARIATES + number], 1e-300)
        state[FIRST_COVARIATE + 2 * number][one] = points * work.shift[number]
        state[FIRST_COVARIATE + 2 * number + 1][one] = points * math.sqrt(spread)


def expected_of(log: Log, rules: Any, work: Work, entry: int) -> float:
    """What an entry is expected to score by the ratings of all games; where none fit, its score."""
    other = opponent_of(entry)
    one, two = log.player[entry], log.player[other]
    if work.begin[one] != work.begin[two] or work.group[one] <= 0.0:
        return duel_score(log.place[entry], log.place[other])
    gap = work.found[work.place[one]] - work.found[work.place[two]]
    lead = lead_between(log, work.common[ADVANTAGE], gap, entry, other)
    for number in range(rules.covariates):
        worth = work.shift[number] / work.scale[number]
        lead += worth * difference_of(log, rules.covariates, number, entry)
    return expected_score(rules.ties, lead, work.common[TIE])
