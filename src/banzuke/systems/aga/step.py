"""Newton's step for all players of an event at once, by conjugate gradients."""

from __future__ import annotations

from typing import Any

from banzuke.numeric.exact_sums import on_grid, span_of
from banzuke.parts.newton_steps import most_turns


def find_step(work: Any, span: tuple[int, int, int], missed: float) -> None:
    """Write ``work.step``, from ``slope``, ``unit`` and the games' ``bend``.

    missed : what part of the step, about, may be missing
    Each player's steps are in ``unit``, the deviation that the curvature makes: by these, all
    curvatures are 1, and a game ties the steps of two by a number below 1.
    """
    begin, end, count = span
    longest = 0.0
    for number in range(count):
        work.step[number] = 0.0
        work.rest[number] = work.slope[number] * work.unit[number]
        work.way[number] = work.rest[number]
        longest = max(longest, abs(work.way[number]))
    for game in range(begin // 2, end // 2):
        one, other = work.number[2 * game], work.number[2 * game + 1]
        work.tie[game] = work.bend[game] * work.unit[one] * work.unit[other]
    size = square_of(work, count, longest)
    aim = missed * missed * size
    for _ in range(most_turns(count)):
        if size <= aim or size == 0.0:
            break
        bow = look_ahead(work, span, longest)
        if bow <= 0.0:
            break
        length = size / bow
        longest = 0.0
        for number in range(count):
            work.step[number] += length * work.way[number]
            work.rest[number] -= length * work.image[number]
            longest = max(longest, abs(work.rest[number]))
        before = size
        size = square_of(work, count, longest)
        keep = size / before
        longest = 0.0
        for number in range(count):
            work.way[number] = work.rest[number] + keep * work.way[number]
            longest = max(longest, abs(work.way[number]))
    for number in range(count):
        work.step[number] *= work.unit[number]


def square_of(work: Any, count: int, longest: float) -> float:
    """The sum of the squares of ``work.rest``; longest : the largest of these, in size."""
    grid = span_of(longest * longest * count)
    total = 0.0
    for number in range(count):
        total += on_grid(work.rest[number] * work.rest[number], grid)
    return total


def look_ahead(work: Any, span: tuple[int, int, int], longest: float) -> float:
    """Write ``work.image``, the curvature applied to ``work.way``; give their product.

    longest : the largest of the way, in size. No image is longer by more than the root of the
    games of one player, and no sum of parts of the product above twice the squares of the way.
    """
    begin, end, count = span
    grid = span_of(1024.0 * longest)
    for number in range(count):
        work.image[number] = on_grid(work.way[number], grid)
    for game in range(begin // 2, end // 2):
        one, other = work.number[2 * game], work.number[2 * game + 1]
        tie = work.tie[game]
        work.image[one] -= on_grid(tie * work.way[other], grid)
        work.image[other] -= on_grid(tie * work.way[one], grid)
    grid = span_of(2.0 * longest * longest * count)
    total = 0.0
    for number in range(count):
        total += on_grid(work.way[number] * work.image[number], grid)
    return total
