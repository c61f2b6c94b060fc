"""Many sides: messages along the chain of neighbouring places, until they stand still.

Each side's performance is a normal variable. Between two neighbours of the ranking is a link that
knows which was better by more than the draw margin; it tells each of them what that says of it,
given what is known of the other. Where several sides share a place, the chain runs through what
the place stands for, of which nothing is known but by its sides: each of them was so close to it
that two of them are apart by as much as two who drew, and the order of the sides is no matter.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from banzuke.model.log import Column
from banzuke.numeric.exact_sums import on_grid
from banzuke.numeric.truncated_normal import truncated_above, truncated_between

#: Messages stand still if none moves by more, in deviations of what it tells of.
STILL = 1e-9

#: How much of what it tells of a place at first a side tells at least; of a place of which nobody
#: told anything there would be no deviation.
_FAINT = 1e-12

#: The margin from a side to its place, in margins of two sides: two such gaps vary like one.
_HALFWAY = math.sqrt(0.5)


class Work(NamedTuple):
    """Scratch of one game; n sides and as many places at most, in their order.

    Messages are a precision (one over a variance), and that times a mean, which is an offset.
    side_mean, side_variance, side_players : float64[n], of each side's performance before the
        game, and how many belong to it
    side_precision, side_shift : float64[n], the message of a side to the place that it shares
    group : int64[n + 1], the first side of each place, and n
    mean, players : float64[n], of each place: from where its offsets count, players of a side
    precision, shift : float64[n], of each place by its sides
    above_precision, above_shift, below_precision, below_shift : float64[n], the messages to each
        place from the links above and below it
    """

    side_mean: Column
    side_variance: Column
    side_players: Column
    side_precision: Column
    side_shift: Column
    group: Column
    mean: Column
    players: Column
    precision: Column
    shift: Column
    above_precision: Column
    above_shift: Column
    below_precision: Column
    below_shift: Column


def pass_messages(work: Work, groups: int, margin: float, most_sweeps: int) -> int:
    """Send messages up and down the chain until they stand still; how many sweeps it took.

    groups : number of places; margin : the draw margin of one player, points
    """
    for group in range(groups):
        begin_group(work, group, margin)
    links = groups - 1
    for sweep in range(most_sweeps):
        moved = 0.0
        # Down the chain and up again; before a place tells a neighbour, its sides tell it.
        for step in range(max(2 * links, 1)):
            upper, telling = step, step
            if step >= links:
                upper = 2 * links - 1 - step
                telling = upper + 1
            moved = max(moved, gather(work, telling, margin))
            if links > 0:
                moved = max(moved, tell_neighbours(work, upper, margin))
        if moved <= STILL:
            return sweep + 1
    return most_sweeps


def told(work: Work, group: int, side: int, margin: float) -> tuple[float, float, float]:
    """(pull, known, variance) of a side after the messages.

    pull : by how much the mean of its performance moves, over its variance before
    known : a share of the variance; a member whose strength is all of that loses so much
    """
    if work.group[group + 1] - work.group[group] > 1:
        lead, spread, reach, _ = beside(work, group, side, margin)
        pull, known = truncated_between(lead / spread, reach / spread)
        return pull / spread, known, spread * spread
    precision = work.above_precision[group] + work.below_precision[group]
    whole = work.precision[group] + precision
    shift = work.above_shift[group] + work.below_shift[group]
    return shift * work.precision[group] / whole, precision / whole, work.side_variance[side]


def begin_group(work: Work, group: int, margin: float) -> None:
    """What is known of a place by its sides alone; the messages of the links are empty."""
    work.above_precision[group] = 0.0
    work.above_shift[group] = 0.0
    work.below_precision[group] = 0.0
    work.below_shift[group] = 0.0
    begin, end = work.group[group], work.group[group + 1]
    count = end - begin
    top = players = 0.0
    for side in range(begin, end):
        top = max(top, abs(work.side_mean[side]))
        players += work.side_players[side]
    work.players[group] = players / count
    if count == 1:
        work.mean[group] = work.side_mean[begin]
        work.precision[group] = 1.0 / work.side_variance[begin]
        work.shift[group] = 0.0
        return
    total = 0.0
    for side in range(begin, end):
        total += on_grid(work.side_mean[side], count * top)
    work.mean[group] = total / count
    for side in range(begin, end):
        reach = margin_beside(work, group, side, margin)
        precision = at_first(work.side_variance[side], reach)
        work.side_precision[side] = precision
        work.side_shift[side] = precision * (work.side_mean[side] - work.mean[group])
    add_up(work, group)


def add_up(work: Work, group: int) -> None:
    """What is known of a place by the messages of its sides; they are put on grids, to be exact."""
    begin, end = work.group[group], work.group[group + 1]
    top = furthest = 0.0
    for side in range(begin, end):
        top = max(top, work.side_precision[side])
        furthest = max(furthest, abs(work.side_shift[side]))
    top *= end - begin
    furthest *= end - begin
    precision = shift = 0.0
    for side in range(begin, end):
        work.side_precision[side] = on_grid(work.side_precision[side], top)
        work.side_shift[side] = on_grid(work.side_shift[side], furthest)
        precision += work.side_precision[side]
        shift += work.side_shift[side]
    work.precision[group] = precision
    work.shift[group] = shift


def at_first(variance: float, reach: float) -> float:
    """The precision with which a side tells of a place of which nothing else is known.

    All within ``reach`` of the side is alike.
    """
    return 1.0 / (variance + reach * reach / 3.0)


def margin_beside(work: Work, group: int, side: int, margin: float) -> float:
    """How far a side may be from the place that it shares, points."""
    return _HALFWAY * margin * math.sqrt(work.side_players[side] + work.players[group])


def beside(work: Work, group: int, side: int, margin: float) -> tuple[float, float, float, float]:
    """(lead, spread, margin, variance) of a side over its place, of which others have told.

    spread : deviation of the lead; variance : of the place
    """
    precision = work.precision[group] - work.side_precision[side]
    precision += work.above_precision[group] + work.below_precision[group]
    shift = work.shift[group] - work.side_shift[side]
    shift += work.above_shift[group] + work.below_shift[group]
    # Where one side is known so much better than all others, nothing of them is left.
    precision = max(precision, 1e-12 * work.precision[group])
    variance = 1.0 / precision
    lead = (work.side_mean[side] - work.mean[group]) - shift * variance
    spread = math.sqrt(work.side_variance[side] + variance)
    return lead, spread, margin_beside(work, group, side, margin), variance


def gather(work: Work, group: int, margin: float) -> float:
    """The messages of the sides that share a place to it; by how much they moved."""
    begin, end = work.group[group], work.group[group + 1]
    if end - begin == 1:
        return 0.0
    precision, shift = work.precision[group], work.shift[group]
    for side in range(begin, end):
        lead, spread, reach, variance = beside(work, group, side, margin)
        pull, known = truncated_between(lead / spread, reach / spread)
        rest = variance * (1.0 - known) + work.side_variance[side]
        offset = (work.side_mean[side] - work.mean[group]) - lead
        least = _FAINT * at_first(work.side_variance[side], reach)
        work.side_precision[side] = max(known / rest, least)
        work.side_shift[side] = (known * offset - pull * spread) / rest
    add_up(work, group)
    return moved_by(work, group, work.precision[group] - precision, work.shift[group] - shift)


def tell_neighbours(work: Work, group: int, margin: float) -> float:
    """The messages of the link between a place and the next one; by how much they moved."""
    other = group + 1
    variance = 1.0 / (work.precision[group] + work.above_precision[group])
    offset = (work.shift[group] + work.above_shift[group]) * variance
    variance_2 = 1.0 / (work.precision[other] + work.below_precision[other])
    offset_2 = (work.shift[other] + work.below_shift[other]) * variance_2
    spread = math.sqrt(variance + variance_2)
    reach = margin * math.sqrt(work.players[group] + work.players[other])
    lead = (work.mean[group] - work.mean[other]) + (offset - offset_2)
    pull, known = truncated_above((lead - reach) / spread)
    pull *= spread
    rest = 1.0 / (variance * (1.0 - known) + variance_2)
    precision = known * rest
    shift = (known * offset + pull) * rest
    moved = moved_by(
        work,
        group,
        precision - work.below_precision[group],
        shift - work.below_shift[group],
    )
    work.below_precision[group] = precision
    work.below_shift[group] = shift
    rest = 1.0 / (variance_2 * (1.0 - known) + variance)
    precision = known * rest
    shift = (known * offset_2 - pull) * rest
    moved_2 = moved_by(
        work,
        other,
        precision - work.above_precision[other],
        shift - work.above_shift[other],
    )
    work.above_precision[other] = precision
    work.above_shift[other] = shift
    return max(moved, moved_2)


def moved_by(work: Work, group: int, precision: float, shift: float) -> float:
    """How large a difference of two messages to a place is, in its deviations."""
    known = work.precision[group]
    return abs(precision) / known + abs(shift) / math.sqrt(known)
