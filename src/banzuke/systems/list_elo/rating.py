"""What one period does to a player who has a rating: K, changes and their rounding."""

from __future__ import annotations

from typing import Any

from banzuke.model.log import Log, Record
from banzuke.parts.births import age_in
from banzuke.parts.duels import duel_score
from banzuke.parts.meetings import opponent_of
from banzuke.parts.score_table import table_score
from banzuke.systems.list_elo.k_rules import capped_k, row_of
from banzuke.systems.list_elo.steps import in_steps, nearest
from banzuke.systems.list_elo.strengths import find_caps


def rate_full(
    state: Any, log: Log, rules: Any, record: Record, work: Any, chain: tuple[int, int]
) -> None:
    """Write the changes of one rated player's entries; chain : the first of them, the year."""
    entry, year = chain
    one = log.player[entry]
    games = find_caps(log, rules, work, entry)
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
        record.change[at] = part_of(log, rules, work, at)
        raw += record.change[at]
        at = work.meetings.following[at]
    work.raw[one] = raw
    work.fresh[one] = old
    if games > 0.0:
        work.fresh[one] = lowest_kept(old + nearest(raw), rules.lowest)
    close(state, log, record, work, entry)


def part_of(log: Log, rules: Any, work: Any, entry: int) -> float:
    """What one game adds before rounding; 0 if it is not rated."""
    if work.met[entry] <= 0.0:
        return 0.0
    other = opponent_of(entry)
    score = duel_score(log.place[entry], log.place[other])
    effect = work.k[log.player[entry]] * work.effect[log.player[other]]
    return in_steps(effect * (score - expected_of(rules, work, entry)))


def expected_of(rules: Any, work: Any, entry: int) -> float:
    """The expected score of a rated player's entry, as the table has it under the caps."""
    return table_score(work.own[entry] - work.met[entry], work.cap[entry], rules.scores)


def lowest_kept(rating: float, lowest: float) -> float:
    """A rating, or 0 for none: below the list's lowest there is none; 1 is the least of all."""
    if rating < lowest:
        return 0.0
    return max(rating, 1.0)


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
