"""The four passes of the source over one event.

Kernels. Of each player an event holds a chain of entries (``Meetings``); a chain is named by its
first entry. Ratings are whole numbers, 0 for none.
"""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Column, Log
from banzuke.parts.meetings import opponent_of

# What a player's rating after the passes comes from.
AS_BEFORE, GAINED, MEAN, MEDIAN = 0, 1, 2, 3
BOTH, ALL_WON, ALL_LOST, NO_RATED = 4, 5, 6, 7


def gap_row(gap: float, rules: Any) -> int:
    """The row of the table that holds a gap, points from 0 up."""
    return rules.row_of[int(min(gap, len(rules.row_of) - 1.0))]


def exchanged(lead: float, won: bool, rules: Any) -> float:
    """What a match gives to who leads by ``lead`` points (negative if behind)."""
    row = gap_row(abs(lead), rules)
    if won:
        return rules.upset[row] if lead < 0.0 else rules.expected[row]
    return 0.0 - (rules.upset[row] if lead > 0.0 else rules.expected[row])


def is_won(log: Log, entry: int) -> bool:
    """Whether the entry's player won the match."""
    return log.place[entry] < log.place[opponent_of(entry)]


def whole(value: float, rules: Any) -> float:
    """The nearest whole number, halves as the rules say."""
    if rules.halves_down == 1:
        return math.ceil(value - 0.5)
    return math.floor(value + 0.5)


def pass_1(state: Any, log: Log, rules: Any, work: Any, head: int) -> None:
    """Write a rated player's gain against rated opponents, all by the ratings before the event."""
    rating = state.rating
    one = log.player[head]
    gain = 0.0
    entry = head
    while entry >= 0:
        other = log.player[opponent_of(entry)]
        if rating[one] > 0.0 and rating[other] > 0.0:
            gain += exchanged(rating[one] - rating[other], is_won(log, entry), rules)
        entry = work.meetings.following[entry]
    work.gain[one] = gain


def bounds_of(
    log: Log, strength: Column, rated: Column, work: Any, head: int
) -> tuple[float, float, float]:
    """Of a player's matches against rated opponents: best win, worst loss, how many.

    strength : of every player; rated : above 0 for who had a rating; 0 for no win, no loss
    """
    best, worst, matches = 0.0, 0.0, 0.0
    entry = head
    while entry >= 0:
        other = log.player[opponent_of(entry)]
        if rated[other] > 0.0:
            matches += 1.0
            if is_won(log, entry):
                best = max(best, strength[other])
            elif worst == 0.0 or strength[other] < worst:
                worst = strength[other]
        entry = work.meetings.following[entry]
    return best, worst, matches


def pass_2(state: Any, log: Log, rules: Any, work: Any, head: int) -> None:
    """Write the adjusted rating of a rated player, before it is made whole, and what it is."""
    one = log.player[head]
    old, gain = state.rating[one], work.gain[one]
    work.adjusted[one] = old
    work.kind[one] = AS_BEFORE
    if gain >= rules.mean_from:
        best, worst, matches = bounds_of(log, state.rating, state.rating, work, head)
        if best > 0.0 and worst > 0.0:
            work.adjusted[one] = (old + gain + (best + worst) / 2.0) / 2.0
            work.kind[one] = MEAN
        else:
            work.adjusted[one] = median(state, log, work, head, matches)
            work.kind[one] = MEDIAN
    elif gain >= rules.adjusted_from:
        work.adjusted[one] = old + gain
        work.kind[one] = GAINED


def pass_3(state: Any, log: Log, rules: Any, work: Any, head: int) -> None:
    """Write the rating that others are rated against: never below the one before the event."""
    one = log.player[head]
    work.base[one] = max(whole(work.adjusted[one], rules), state.rating[one])


def estimate(state: Any, log: Log, rules: Any, work: Any, head: int) -> None:
    """Write the first rating of a player without one, from the opponents' adjusted ratings."""
    one = log.player[head]
    best, worst, matches = bounds_of(log, work.base, state.rating, work, head)
    if matches == 0.0:
        work.adjusted[one] = rules.unrated_rating
        work.kind[one] = NO_RATED
    elif best > 0.0 and worst > 0.0:
        work.adjusted[one] = (best + worst) / 2.0
        work.kind[one] = BOTH
    elif best > 0.0:
        work.adjusted[one] = best + steps_near(state, log, rules, work, (head, best))
        work.kind[one] = ALL_WON
    else:
        work.adjusted[one] = worst - steps_near(state, log, rules, work, (head, worst))
        work.kind[one] = ALL_LOST
    work.base[one] = max(whole(work.adjusted[one], rules), rules.lowest_rating)


def steps_near(state: Any, log: Log, rules: Any, work: Any, edge: tuple[int, float]) -> float:
    """What other rated opponents near the best (or worst) one add; edge : the chain, that one."""
    head, strongest = edge
    total = 0.0
    farthest = 0.0
    met = False
    entry = head
    while entry >= 0:
        other = log.player[opponent_of(entry)]
        if state.rating[other] > 0.0:
            distance = abs(work.base[other] - strongest)
            if distance == 0.0 and not met:
                # The best win, or the worst loss, itself.
                met = True
            else:
                total += step_of(distance, rules)
                farthest = max(farthest, distance)
        entry = work.meetings.following[entry]
    if rules.steps_once == 1:
        return step_of(farthest, rules) if farthest > 0.0 else 0.0
    return total


def step_of(distance: float, rules: Any) -> float:
    """What one opponent at a distance adds."""
    for number in range(len(rules.step_within)):
        if distance <= rules.step_within[number]:
            return rules.step_points[number]
    return 0.0


def median(state: Any, log: Log, work: Any, head: int, matches: float) -> float:
    """The median of the ratings of a player's rated opponents, each as often as they met."""
    lower = ranked(state, log, work, head, math.ceil(matches / 2.0))
    upper = ranked(state, log, work, head, math.floor(matches / 2.0) + 1.0)
    return (lower + upper) / 2.0


def ranked(state: Any, log: Log, work: Any, head: int, rank: float) -> float:
    """The rating of the opponent at a rank from below, by halving: ratings are whole numbers."""
    low, high = 0.0, 1.0
    entry = head
    while entry >= 0:
        high = max(high, state.rating[log.player[opponent_of(entry)]])
        entry = work.meetings.following[entry]
    while high - low > 1.0:
        middle = math.floor((low + high) / 2.0)
        below = 0.0
        entry = head
        while entry >= 0:
            other = state.rating[log.player[opponent_of(entry)]]
            if 0.0 < other <= middle:
                below += 1.0
            entry = work.meetings.following[entry]
        if below >= rank:
            high = middle
        else:
            low = middle
    return high


def pass_4(state: Any, log: Log, rules: Any, change: Column, work: Any, head: int) -> None:
    """Write the change of each of a player's entries; the last one has what the passes add."""
    one = log.player[head]
    total = work.base[one]
    entry = head
    while entry >= 0:
        lead = work.base[one] - work.base[log.player[opponent_of(entry)]]
        change[entry] = exchanged(lead, is_won(log, entry), rules)
        total += change[entry]
        if work.meetings.following[entry] < 0:
            work.lifted[one] = max(rules.lowest_rating - total, 0.0)
            change[entry] += work.base[one] - state.rating[one] + work.lifted[one]
        entry = work.meetings.following[entry]
