"""What one period does to a player who has a rating: leads, caps, K, changes and rounding."""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Log, Record
from banzuke.parts.births import age_in
from banzuke.parts.duels import duel_score
from banzuke.parts.meetings import opponent_of
from banzuke.parts.score_table import table_score
from banzuke.systems.list_elo.first_rating import nearest
from banzuke.systems.list_elo.k_rules import capped_k, row_of


def is_full(rating: float, games: float, full_games: float) -> int:
    """1 for who is rated game by game, 0 for who is rated by performance."""
    if rating > 0.0 and games >= full_games:
        return 1
    return 0


def find_strengths(state: Any, log: Log, rules: Any, work: Any, period: tuple[int, int]) -> None:
    """Write what opponents are rated against, 0 for nobody, and how much that counts.

    period : first entry, end. In two passes only full ratings count, before the first of them.
    """
    for entry in range(period[0], period[1]):
        one = log.player[entry]
        full = is_full(state.rating[one], state.games[one], rules.full_games)
        work.full[one] = full
        work.fresh[one] = 0.0
        work.strength[one] = state.rating[one]
        work.effect[one] = 1.0
        if full == 0:
            work.effect[one] = rules.partial_effect
            if rules.passes == 2:
                work.strength[one] = 0.0


def counts(state: Any, rules: Any, work: Any, one: int, other: int) -> bool:
    """Whether a game is rated for ``one``: the opponent is rated, and the gap not too wide."""
    if work.strength[other] <= 0.0:
        return False
    if rules.widest_gap > 0.0:
        mine, theirs = state.rating[one], state.rating[other]
        if max(mine, theirs) > rules.widest_above:
            return abs(mine - theirs) < rules.widest_gap
    return True


def find_caps(state: Any, log: Log, rules: Any, work: Any, entry: int) -> None:
    """Write ``work.cap`` of a player's entries: what a lead counts as at most, 0 for no cap.

    entry : the player's first of the period. Where only the widest gap of an event is capped,
    it is found event by event; of two equal ones it is that to a weaker opponent.
    """
    one = log.player[entry]
    cap = rules.cap
    if rules.true_gap_from > 0.0 and state.rating[one] >= rules.true_gap_from:
        cap = 0.0
    at = entry
    while at >= 0:
        work.cap[at] = cap
        at = work.meetings.following[at]
    if rules.once_an_event == 0 or cap == 0.0:
        return
    at = entry
    while at >= 0:
        work.cap[at] = 0.0
        other = log.player[opponent_of(at)]
        gap = abs(state.rating[one] - work.strength[other])
        if gap > cap and counts(state, rules, work, one, other):
            event = log.event[at // 2] + 1
            best = work.widest[event]
            if best < 0 or is_wider(state, log, work, at, best):
                work.widest[event] = at
        at = work.meetings.following[at]
    at = entry
    while at >= 0:
        event = log.event[at // 2] + 1
        if work.widest[event] >= 0:
            work.cap[work.widest[event]] = cap
            work.widest[event] = -1
        at = work.meetings.following[at]


def is_wider(state: Any, log: Log, work: Any, entry: int, best: int) -> bool:
    """Whether the gap of an entry goes before that of another of the same player."""
    rating = state.rating[log.player[entry]]
    lead = rating - work.strength[log.player[opponent_of(entry)]]
    other = rating - work.strength[log.player[opponent_of(best)]]
    if abs(lead) == abs(other):
        return lead > other
    return abs(lead) > abs(other)


def rate_full(
    state: Any, log: Log, rules: Any, record: Record, work: Any, chain: tuple[int, int]
) -> None:
    """Write the changes of one rated player's entries; chain : the first of them, the year."""
    entry, year = chain
    one = log.player[entry]
    find_caps(state, log, rules, work, entry)
    games = 0.0
    at = entry
    while at >= 0:
        if counts(state, rules, work, one, log.player[opponent_of(at)]):
            games += 1.0
        at = work.meetings.following[at]
    old = state.rating[one]
    row = row_of(
        rules.k_table, max(state.peak[one], old), state.games[one], age_in(year, state.born[one])
    )
    k = rules.k_table.k[row]
    if state.k[one] > 0.0:
        k = min(k, state.k[one])
    work.games[one] = games
    work.k[one] = capped_k(k, games, rules.k_games_most)
    raw = 0.0
    at = entry
    while at >= 0:
        record.change[at] = part_of(state, log, rules, work, at)
        raw += record.change[at]
        at = work.meetings.following[at]
    work.raw[one] = raw
    work.fresh[one] = old
    if games > 0.0:
        work.fresh[one] = lowest_kept(old + nearest(raw), rules.lowest)
    close(state, log, record, work, entry)


def part_of(state: Any, log: Log, rules: Any, work: Any, entry: int) -> float:
    """What one game adds before rounding; 0 if it is not rated."""
    one, other = log.player[entry], log.player[opponent_of(entry)]
    if not counts(state, rules, work, one, other):
        return 0.0
    score = duel_score(log.place[entry], log.place[opponent_of(entry)])
    expected = expected_of(state, log, rules, work, entry)
    return in_steps(work.k[one] * work.effect[other] * (score - expected))


def expected_of(state: Any, log: Log, rules: Any, work: Any, entry: int) -> float:
    """The expected score of a rated player's entry, as the table has it under the caps."""
    one, other = log.player[entry], log.player[opponent_of(entry)]
    return table_score(state.rating[one] - work.strength[other], work.cap[entry], rules.scores)


def lowest_kept(rating: float, lowest: float) -> float:
    """A rating, or 0 for none: below the list's lowest there is none; 1 is the least of all."""
    if rating < lowest:
        return 0.0
    return max(rating, 1.0)


def in_steps(points: float) -> float:
    """Points in steps of 2^-34: sums of such numbers and of ratings are exact, in any order."""
    return math.floor(points * 17179869184.0 + 0.5) / 17179869184.0


def close(state: Any, log: Log, record: Record, work: Any, entry: int) -> None:
    """Let a player's last entry of the period, ``entry`` is the first, reach ``work.fresh``.

    All numbers are whole or in steps, so that every sum and difference here is exact.
    """
    one = log.player[entry]
    reached = state.rating[one]
    at = entry
    while work.meetings.following[at] >= 0:
        reached += record.change[at]
        at = work.meetings.following[at]
    total = work.fresh[one] - reached
    work.closing[one] = total - record.change[at]
    record.change[at] = total
