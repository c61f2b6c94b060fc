"""Who is rated against what in a period: ratings in force, gaps too wide, and caps."""

from __future__ import annotations

from typing import Any

from banzuke.model.log import Log
from banzuke.parts.meetings import opponent_of


def is_full(rating: float, games: float, full_games: float) -> int:
    """1 for who is rated game by game, 0 for who is rated by performance."""
    if rating > 0.0 and games >= full_games:
        return 1
    return 0


def find_strengths(state: Any, log: Log, rules: Any, work: Any, period: tuple[int, int]) -> int:
    """Write what opponents are rated against, 0 for nobody, and how much that counts.

    period : first entry, end. In two passes only full ratings count, before the first of them.
    Returns how many players are rated by performance.
    """
    partial = 0
    for entry in range(period[0], period[1]):
        one = log.player[entry]
        if work.meetings.first[one] != entry:
            continue
        full = is_full(state.rating[one], state.games[one], rules.full_games)
        work.full[one] = full
        work.fresh[one] = 0.0
        work.strength[one] = state.rating[one]
        work.effect[one] = 1.0
        if full == 0:
            partial += 1
            work.effect[one] = rules.partial_effect
            if rules.passes == 2:
                work.strength[one] = 0.0
    return partial


def find_met(state: Any, log: Log, rules: Any, work: Any, period: tuple[int, int]) -> None:
    """Write, of each entry, the rating it is rated from and that of the opponent, 0 for none.

    Both are those of the list in force when the event began. A game of two rated players that
    are too far apart is not rated: then the opponent has none, too.
    """
    for entry in range(period[0], period[1]):
        one, other = log.player[entry], log.player[opponent_of(entry)]
        own, met = state.rating[one], work.strength[other]
        begin = log.begin[entry // 2]
        if begin < log.month[entry // 2]:
            if begin <= state.changed[one] and state.earlier[one] > 0.0:
                own = state.earlier[one]
            if begin <= state.changed[other] and (rules.passes == 1 or work.full[other] == 1):
                met = state.earlier[other]
        work.own[entry] = own
        work.met[entry] = met
        if rules.widest_gap > 0.0 and work.full[one] == 1 and is_too_wide(rules, own, met):
            work.met[entry] = 0.0


def is_too_wide(rules: Any, own: float, met: float) -> bool:
    """Whether a game of two rated players is not rated, so far apart and so high they are."""
    return max(own, met) > rules.widest_above and abs(own - met) >= rules.widest_gap


def find_caps(log: Log, rules: Any, work: Any, entry: int) -> float:
    """Write ``work.cap`` of a player's entries: what a lead counts as at most, 0 for no cap.

    entry : the player's first of the period; returns how many games count. Where only the
    widest gap of an event is capped, it is found event by event; of two equal ones it is that
    to a weaker opponent.
    """
    games = 0.0
    at = entry
    while at >= 0:
        cap = rules.cap
        if rules.true_gap_from > 0.0 and work.own[at] >= rules.true_gap_from:
            cap = 0.0
        if work.met[at] > 0.0:
            games += 1.0
            if rules.once_an_event == 1:
                gap = abs(work.own[at] - work.met[at])
                event = log.event[at // 2] + 1
                best = work.widest[event]
                if cap > 0.0 and gap > cap and (best < 0 or is_wider(work, at, best)):
                    work.widest[event] = at
                cap = 0.0
        work.cap[at] = cap
        at = work.meetings.following[at]
    if rules.once_an_event == 1:
        at = entry
        while at >= 0:
            event = log.event[at // 2] + 1
            if work.widest[event] >= 0:
                work.cap[work.widest[event]] = rules.cap
                work.widest[event] = -1
            at = work.meetings.following[at]
    return games


def is_wider(work: Any, entry: int, best: int) -> bool:
    """Whether the gap of an entry goes before that of another of the same player."""
    lead = work.own[entry] - work.met[entry]
    other = work.own[best] - work.met[best]
    if abs(lead) == abs(other):
        return lead > other
    return abs(lead) > abs(other)
