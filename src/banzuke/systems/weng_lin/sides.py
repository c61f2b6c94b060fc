"""The sides of a game: how strong each is, how uncertain, and what each member has of it."""

from __future__ import annotations

import math

from banzuke.model.log import Column, Log
from banzuke.numeric.exact_sums import CHANCES, on_grid
from banzuke.systems.weng_lin.rules import Rules, State, Work


def list_sides(state: State, log: Log, rules: Rules, work: Work, begin: int, end: int) -> int:
    """Write where each side of a game begins, its strength and its variance; their number."""
    mean = mean_size(log, rules, begin, end)
    sides = list_heads(log, work, begin, end)
    if sides == end - begin:
        for number in range(sides):
            entry = work.head[number]
            work.place[number] = log.place[entry]
            work.factor[number] = 1.0
            strength, variance = measured_one(state, log, rules, entry, (1.0, rules.tau_2, 0.0))
            work.strength[number] = strength
            work.variance[number] = variance
        return sides
    for number in range(sides):
        head, after = work.head[number], work.head[number + 1]
        factor = size_factor(log, rules, head, after, mean)
        strength, variance = measured(state, log, rules, (head, after), (factor, rules.tau_2, 0.0))
        work.place[number] = log.place[head]
        work.factor[number] = factor
        work.strength[number] = strength
        work.variance[number] = variance
    return sides


def list_heads(log: Log, work: Work, begin: int, end: int) -> int:
    """Write where each side of a game begins, and the entry after the last; how many sides."""
    sides = 0 + log.side[end - 1] + 1
    if sides == end - begin:
        for number in range(sides):
            work.head[number] = begin + number
    else:
        head = begin
        for number in range(sides - 1):
            work.head[number] = head
            head = side_end(log.side, head, end)
        work.head[sides - 1] = head
    work.head[sides] = end
    return sides


def side_end(side: Column, head: int, end: int) -> int:
    """The entry after the last of the side that begins at entry ``head``."""
    after = head + 1
    while after < end and side[after] == side[head]:
        after += 1
    return after


def players_of(log: Log, head: int, after: int) -> float:
    """The players of a side, each counted by the share of the game that was played."""
    size = 0.0
    for entry in range(head, after):
        size += on_grid(log.play[entry], CHANCES)
    return size


def mean_size(log: Log, rules: Rules, begin: int, end: int) -> float:
    """Players to a side; 0 where the sizes of sides move nothing."""
    sides = log.side[end - 1] + 1
    if rules.size_balance == 0.0 or end - begin == sides:
        return 0.0
    return players_of(log, begin, end) / sides


def size_factor(log: Log, rules: Rules, head: int, after: int, mean: float) -> float:
    """What members of a side count by: less on a large one, more on a small one."""
    if mean == 0.0:
        return 1.0
    size = players_of(log, head, after)
    if size == 0.0:
        return 1.0
    return math.exp(rules.size_balance * math.log(mean / size))


def measured(
    state: State,
    log: Log,
    rules: Rules,
    span: tuple[int, int],
    how: tuple[float, float, float],
) -> tuple[float, float]:
    """The strength and the variance of a side: sums of which no order of members moves a bit.

    span : the first entry of the side, and the one after its last
    how : what members count by; what is added to the square of each deviation before bounds are
        held; what is added after
    """
    head, after = span
    if after - head == 1:
        return measured_one(state, log, rules, head, how)
    spans = rules.rating_span, rules.square_span
    largest, strength, square = added_up(state, log, rules, span, how, spans)
    # No square is below 0, so that none is above the sum of all.
    if (after - head) * largest > spans[0] or square > spans[1]:
        spans = wider_spans(state, log, rules, span, how, spans)
        _, strength, square = added_up(state, log, rules, span, how, spans)
    return strength, square


def measured_one(
    state: State, log: Log, rules: Rules, entry: int, how: tuple[float, float, float]
) -> tuple[float, float]:
    """The strength and the variance of a side of one; how : as of ``measured``."""
    factor, growth, spread = how
    one = log.player[entry]
    part = factor * log.play[entry]
    variance = part * part * (grown(state.deviation[one], growth, rules) + spread)
    return part * state.rating[one], variance


def added_up(
    state: State,
    log: Log,
    rules: Rules,
    span: tuple[int, int],
    how: tuple[float, float, float],
    spans: tuple[float, float],
) -> tuple[float, float, float]:
    """The largest rating of a side's members, either way, the sums of ratings and of squares.

    spans : of the grids of ratings and of squares, powers of 2; the rest as of ``measured``
    """
    factor, growth, spread = how
    # A shift of three spans leaves values of either sign within one power of 2.
    rating_shift, square_shift = 3.0 * spans[0], 3.0 * spans[1]
    largest, strength, square = 0.0, 0.0, 0.0
    for entry in range(span[0], span[1]):
        one = log.player[entry]
        part = factor * log.play[entry]
        rating = part * state.rating[one]
        variance = part * part * (grown(state.deviation[one], growth, rules) + spread)
        largest = max(largest, abs(rating))
        strength += (rating + rating_shift) - rating_shift
        square += (variance + square_shift) - square_shift
    return largest, strength, square


def wider_spans(
    state: State,
    log: Log,
    rules: Rules,
    span: tuple[int, int],
    how: tuple[float, float, float],
    spans: tuple[float, float],
) -> tuple[float, float]:
    """Spans so wide that no sum of the side is too large for the grid; as of ``added_up``."""
    factor, growth, spread = how
    largest, widest = 0.0, 0.0
    for entry in range(span[0], span[1]):
        one = log.player[entry]
        part = factor * log.play[entry]
        largest = max(largest, abs(part * state.rating[one]))
        variance = part * part * (grown(state.deviation[one], growth, rules) + spread)
        widest = max(widest, variance)
    members = span[1] - span[0]
    rating_span, square_span = spans
    while rating_span < members * largest:
        rating_span *= 2.0
    while square_span < members * widest:
        square_span *= 2.0
    return rating_span, square_span


def grown(deviation: float, growth: float, rules: Rules) -> float:
    """The square of a deviation with what a game adds to it, up to the bound.

    No deviation of a state is below the least one.
    """
    return min(deviation * deviation + growth, rules.most)


def lead_factor(log: Log, rules: Rules, one: int, two: int) -> float:
    """What the lead in score of entry ``one`` over entry ``two`` multiplies gains by."""
    if rules.score_margin == 0.0:
        return 1.0
    lead = abs(log.score[one] - log.score[two])
    return 1.0 + math.log(1.0 + lead / rules.score_margin)
