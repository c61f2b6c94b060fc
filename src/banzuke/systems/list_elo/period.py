"""The scratch of a period, and how its changes are applied, counted and told."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from banzuke.model.log import Column, Log, Record
from banzuke.parts.meetings import Meetings, meetings_of, opponent_of
from banzuke.parts.score_table import table_score
from banzuke.systems.list_elo.first_rating import is_kept
from banzuke.systems.list_elo.rating import close, expected_of
from banzuke.systems.list_elo.strengths import is_full


class Work(NamedTuple):
    """Scratch of one period; n players, e entries, v events.

    full : int64[n], 1 for who is rated game by game; each float64[n]: strength, the rating that
    opponents are rated against, 0 for none; effect, how much that counts; fresh, the rating
    after the period, 0 for none; games, points, total of the games that count; k, points a
    score; raw, the change before it is rounded; closing, what the last entry adds to it
    each float64[e]: cap, what a lead counts as at most; own, the rating that an entry is rated
    from; met, that of the opponent, 0 for none; widest : int64[v + 1], the entry with an
    event's widest gap, -1 for none; tally : float64[v + 1], points made in an event
    """

    meetings: Meetings
    full: Column
    widest: Column
    tally: Column
    cap: Column
    own: Column
    met: Column
    strength: Column
    effect: Column
    fresh: Column
    games: Column
    points: Column
    total: Column
    k: Column
    raw: Column
    closing: Column


def work(log: Log, n_players: int) -> Work:
    """Room for any period of a log."""
    events = int(np.max(log.event, initial=-1)) + 2
    numbers: list[Any] = [np.zeros(n_players) for _ in range(9)]
    return Work(
        meetings_of(log, n_players),
        np.zeros(n_players, dtype=np.int64),
        np.full(events, -1, dtype=np.int64),
        np.zeros(events),
        *[np.zeros(len(log.player)) for _ in range(3)],
        *numbers,
    )


def forecast(state: Any, log: Log, rules: Any, cap: float, entry: int) -> float:
    """The expected score of an entry by the ratings before the period, under a cap."""
    mine = state.rating[log.player[entry]]
    theirs = state.rating[log.player[opponent_of(entry)]]
    if mine == 0.0:
        mine = rules.assumed_rating
    if theirs == 0.0:
        theirs = rules.assumed_rating
    return table_score(mine - theirs, cap, rules.scores)


def told_expectation(state: Any, log: Log, rules: Any, work: Work, entry: int) -> float:
    """The expected score that the history shows: as it was rated, or would have been."""
    if work.full[log.player[entry]] == 1 and work.met[entry] > 0.0:
        return expected_of(rules, work, entry)
    return forecast(state, log, rules, rules.cap, entry)


def rate_partial(state: Any, log: Log, record: Record, work: Work, entry: int) -> None:
    """Write the changes of who is rated by performance: all of it with the last entry."""
    one = log.player[entry]
    at = entry
    while at >= 0:
        record.change[at] = 0.0
        at = work.meetings.following[at]
    if work.fresh[one] == 0.0:
        work.fresh[one] = state.rating[one]
    close(state, log, record, work, entry)


def apply_entry(
    state: Any, log: Log, rules: Any, record: Record, work: Work, chain: tuple[int, int]
) -> None:
    """Add one entry's change; with a player's last entry of the period, count its games.

    chain : the entry, the period's month
    """
    entry, month = chain
    one = log.player[entry]
    keep = len(record.before) > 0
    if keep:
        record.before[entry] = state.rating[one]
        record.other_before[0, entry] = state.games[one]
        record.other_before[1, entry] = state.peak[one]
        record.other_before[2, entry] = state.k[one]
        record.other_before[3, entry] = state.born[one]
    if work.meetings.first[one] == entry:
        state.earlier[one] = state.rating[one]
        state.changed[one] = float(month)
    unrated = state.earlier[one] == 0.0
    state.rating[one] += record.change[entry]
    if work.meetings.following[entry] < 0:
        if work.full[one] == 1:
            count_full(state, work, one)
        else:
            count_partial(state, rules, work, (one, month), unrated)
    if keep:
        record.other_after[0, entry] = state.games[one]
        record.other_after[1, entry] = state.peak[one]
        record.other_after[2, entry] = state.k[one]
        record.other_after[3, entry] = state.born[one]


def count_full(state: Any, work: Work, one: int) -> None:
    """Count the games of a player who is rated game by game; who falls off has none kept."""
    # A rating that was lifted by decree stood on the list, too.
    state.peak[one] = max(state.peak[one], work.strength[one], state.rating[one])
    state.games[one] += work.games[one]
    if state.rating[one] == 0.0:
        state.games[one] = 0.0


def count_partial(
    state: Any, rules: Any, work: Work, chain: tuple[int, int], unrated: bool
) -> None:
    """Count the games of a player who is rated by performance, and keep what the next rests on.

    chain : the player, the period's month; unrated : whether there was no rating before
    """
    one, month = chain
    kept = is_kept(state.kept_games[one], state.kept_month[one], month, rules.first_months)
    if state.rating[one] > 0.0:
        state.peak[one] = max(state.peak[one], state.rating[one])
        state.games[one] += work.games[one]
        if kept and not unrated:
            state.games[one] -= state.kept_games[one]
    if work.games[one] > 0.0 and not kept:
        state.kept_month[one] = float(month)
    state.kept_games[one] = work.games[one]
    state.kept_points[one] = work.points[one]
    state.kept_total[one] = work.total[one]
    if work.games[one] == 0.0 or is_full(state.rating[one], state.games[one], rules.full_games):
        state.kept_games[one] = 0.0
        state.kept_points[one] = 0.0
        state.kept_total[one] = 0.0
        state.kept_month[one] = 0.0
