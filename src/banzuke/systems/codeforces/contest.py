"""One contest: seeds, needed ratings and the two corrections, for contestants of whole ratings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log, Record
from banzuke.parts.contests import tied_until

#: Whole ratings from which expectations are computed; what lies beyond counts as the end.
LOWEST, HIGHEST = -1000, 8000
SPAN = HIGHEST - LOWEST
#: The ratings among which ``need`` is searched, as the source's program has them.
LEAST_NEED, MOST_NEED = 1, 7999


class Desk(NamedTuple):
    """Scratch in which a contest is counted; what it holds belongs to the newest contest only.

    tally : float64[SPAN + 1], contestants of each rating, from LOWEST up; all 0 between contests
    level, people : int64 and float64[SPAN + 1], the ratings that occur, rising, and how often
    losses : float64[SPAN + 1], how many of all contestants are expected to beat each rating
    known : int64[SPAN + 1], the contest for which ``losses`` holds, by its number here
    newest : int64[2], the number of the contest, and how many ratings occur in it
    """

    tally: NDArray[np.float64]
    level: NDArray[np.int64]
    people: NDArray[np.float64]
    losses: NDArray[np.float64]
    known: NDArray[np.int64]
    newest: NDArray[np.int64]


@lru_cache(maxsize=8)
def chances_of_being_beaten(scale: float) -> NDArray[np.float64]:
    """1 / (1 + 10^(d / scale)) for d from -SPAN to SPAN; d is one's own lead in points."""
    found = np.zeros(2 * SPAN + 1)
    for lead in range(SPAN + 1):
        # Of the two chances the smaller keeps its digits, and nothing can overflow.
        odds = math.exp(-lead * math.log(10.0) / scale)
        found[SPAN + lead] = odds / (1.0 + odds)
        found[SPAN - lead] = 1.0 / (1.0 + odds)
    return found


def empty_desk(log: Log, n_players: int) -> Desk:
    """An empty desk."""
    return Desk(
        tally=np.zeros(SPAN + 1),
        level=np.zeros(SPAN + 1, dtype=np.int64),
        people=np.zeros(SPAN + 1),
        losses=np.zeros(SPAN + 1),
        known=np.zeros(SPAN + 1, dtype=np.int64),
        newest=np.zeros(2, dtype=np.int64),
    )


def promotions_still_to_come(promotions: Sequence[int]) -> NDArray[np.float64]:
    """The sum of the promotions that are left after 0, 1, 2, … contests."""
    return np.array([float(sum(promotions[done:])) for done in range(len(promotions) + 1)])


def to_come_after(games: float, rules: Any) -> float:
    """The promotions that are left after so many contests, points."""
    last = len(rules.still_to_come) - 1
    if games >= last:
        return rules.still_to_come[last]
    return rules.still_to_come[int(games)]


def whole_rating(rating: float) -> int:
    """The rating as the source computes with it: whole, within its ends; a decree may pass them."""
    return int(min(max(rating, float(LOWEST)), float(HIGHEST)))


def toward_zero(value: float) -> float:
    """A quotient of whole numbers as the source's program has it: without its fraction."""
    return float(int(value))


def settle(
    state: Any, log: Log, rules: Any, record: Record, desk: Desk, begin: int, end: int
) -> None:
    """Write the change (and expectation) of each contestant of one contest."""
    rating = state.rating
    player = log.player
    change = record.change
    seat(rating, player, desk, begin, end)
    part_ways(rating, log, rules, desk, change, begin, end)
    lost = correction_of_mean(change, rules, begin, end)
    lost += correction_of_top(rating, player, rules, desk, change, begin, end)
    for entry in range(begin, end):
        change[entry] += lost
    if len(record.expected) > 0:
        for entry in range(begin, end):
            own = whole_rating(rating[player[entry]])
            record.expected[entry] = (end - begin) - expected_place(own, own, rules, desk)


def seat(rating: Column, player: Column, desk: Desk, begin: int, end: int) -> None:
    """Begin a contest: count its contestants by their ratings."""
    tally = desk.tally
    low, high = SPAN, 0
    for entry in range(begin, end):
        at = whole_rating(rating[player[entry]]) - LOWEST
        tally[at] += 1.0
        low, high = min(low, at), max(high, at)
    # Rising, whoever is placed where: sums over ratings do not depend on names.
    levels = 0
    for at in range(low, high + 1):
        if tally[at] > 0.0:
            desk.level[levels] = at + LOWEST
            desk.people[levels] = tally[at]
            tally[at] = 0.0
            levels += 1
    desk.newest[0] += 1
    desk.newest[1] = levels


def expected_place(rating: int, own: int, rules: Any, desk: Desk) -> float:
    """The seed that a contestant rated ``own`` would have with another rating: 1 is best."""
    return 1.0 + (expected_losses(rating, rules, desk) - rules.beaten[rating - own + SPAN])


def expected_losses(rating: int, rules: Any, desk: Desk) -> float:
    """How many of all contestants are expected above who has this rating."""
    at = rating - LOWEST
    if desk.known[at] != desk.newest[0]:
        level, people, beaten = desk.level, desk.people, rules.beaten
        lead = rating + SPAN
        total = 0.0
        for number in range(desk.newest[1]):
            total += people[number] * beaten[lead - level[number]]
        desk.losses[at] = total
        desk.known[at] = desk.newest[0]
    return desk.losses[at]


def needed_rating(place: float, own: int, rules: Any, desk: Desk) -> int:
    """The highest whole rating at which who is rated ``own`` is not expected to be better."""
    low, high = LEAST_NEED, MOST_NEED + 1
    while high - low > 1:
        middle = (low + high) // 2
        if expected_place(middle, own, rules, desk) < place:
            high = middle
        else:
            low = middle
    return low


def used_place(better: int, sharing: int, rules: Any) -> float:
    """The place that counts for those who share one, where so many are better."""
    return 1.0 + better + rules.ties * (sharing - 1)


def part_ways(
    rating: Column, log: Log, rules: Any, desk: Desk, change: Column, begin: int, end: int
) -> None:
    """Write how far each contestant goes toward the rating needed, before corrections."""
    head = begin
    while head < end:
        after = tied_until(log.place, head, end)
        place = used_place(head - begin, after - head, rules)
        for entry in range(head, after):
            own = whole_rating(rating[log.player[entry]])
            middle = math.sqrt(place * expected_place(own, own, rules, desk))
            need = needed_rating(middle, own, rules, desk)
            change[entry] = toward_zero((need - own) / rules.slowness)
        head = after


def correction_of_mean(change: Column, rules: Any, begin: int, end: int) -> float:
    """What everybody gets so that the sum of all changes is below zero."""
    total = 0.0
    for entry in range(begin, end):
        total += change[entry]
    return toward_zero(-total / (end - begin)) - rules.deflation


def correction_of_top(
    rating: Column,
    player: Column,
    rules: Any,
    desk: Desk,
    change: Column,
    begin: int,
    end: int,
) -> float:
    """What everybody gets, after the first correction, so that the highest rated do not gain.

    change : before the first correction
    """
    left = top_count(end - begin, rules)
    if left == 0:
        return 0.0
    lost = correction_of_mean(change, rules, begin, end)
    # Of those who share the last of these ratings the better placed are taken.
    number = desk.newest[1] - 1
    above = 0.0
    while above + desk.people[number] < left:
        above += desk.people[number]
        number -= 1
    bound = desk.level[number]
    still = left - above
    total = 0.0
    for entry in range(begin, end):
        own = whole_rating(rating[player[entry]])
        if own > bound:
            total += change[entry] + lost
        elif own == bound and still > 0.0:
            total += change[entry] + lost
            still -= 1.0
    return min(max(toward_zero(-total / left), -rules.top_cut), 0.0)


def top_count(contestants: int, rules: Any) -> int:
    """How many of the highest rated the second correction looks at."""
    return min(contestants, int(rules.top_factor * math.floor(math.sqrt(contestants) + 0.5)))
