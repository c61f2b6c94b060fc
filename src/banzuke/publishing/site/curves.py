"""Ratings over time as a drawing: where the line goes, and what stands at its axes.

Everything is reckoned here and only drawn by a template, so that it is seen without scripts. A
day is a day, wherever the reader is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import NamedTuple

#: One day, or the number of a change where results have no dates; and the rating from then on.
Point = tuple[date | int, float]

#: Where a number stands in a drawing.
Place = Callable[[float], float]


class Shape(NamedTuple):
    """How large a drawing is, and how many ticks it bears.

    width, height : of all of it; left, right, top, bottom : what is left free for labels
    """

    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float
    most_x: int
    most_y: int


WIDE = Shape(920, 300, 60, 20, 16, 34, 9, 6)
PHONE = Shape(440, 275, 52, 14, 14, 32, 4, 5)
SPARK = Shape(84, 22, 2, 2, 3, 3, 0, 0)


class Tick(NamedTuple):
    """A mark at an axis: where, in the drawing, and what it says."""

    at: float
    text: str


class Curve(NamedTuple):
    """A drawing.

    path : of the line, as SVG has it; x, y : the ticks; last, peak : points of the line
    """

    shape: Shape
    path: str
    x: tuple[Tick, ...]
    y: tuple[Tick, ...]
    last: tuple[float, float]
    peak: tuple[float, float]


def curve(
    points: Sequence[Point],
    shape: Shape,
    *,
    best: float | None = None,
    within: Sequence[Point] = (),
) -> Curve | None:
    """A line that steps where a rating changed; None where there are no points.

    points : in order of time; of several on one day all are drawn
    best : the highest rating, marked as the peak; by default the highest of the points
    within : points of other lines in the same drawing, which the axes hold too
    """
    if not points:
        return None
    everything = [*points, *within]
    places = [_number(when) for when, _ in everything]
    first, last = min(places), max(places)
    ratings = [rating for _, rating in everything]
    low, high, step = _bounds(min(ratings), max(ratings), max(shape.most_y, 2))
    span = max(last - first, 1)

    def across(when: float) -> float:
        free = shape.width - shape.left - shape.right
        return shape.left + free * ((when - first) / span if last > first else 0.5)

    def up(rating: float) -> float:
        free = shape.height - shape.top - shape.bottom
        return shape.top + free * (high - rating) / (high - low)

    drawn = [(across(_number(when)), up(rating)) for when, rating in points]
    kept = _thinned(drawn)
    steps = [f"M{kept[0][0]:.1f} {kept[0][1]:.1f}"]
    steps += [f"H{x:.1f}V{y:.1f}" for x, y in kept[1:]]
    peak = max(range(len(points)), key=lambda at: points[at][1])
    if best is not None:
        peak = min(range(len(points)), key=lambda at: (abs(points[at][1] - best), at))
    return Curve(
        shape,
        "".join(steps),
        _x_ticks(everything, shape, across) if shape.most_x else (),
        _y_ticks(low, high, step, up) if shape.most_y else (),
        drawn[-1],
        drawn[peak],
    )


def _number(when: date | int) -> int:
    return when.toordinal() if isinstance(when, date) else when


def _bounds(low: float, high: float, most: int) -> tuple[float, float, float]:
    """Round numbers around the ratings, and the step from one tick to the next."""
    spread = high - low
    if spread <= 0.0:
        spread = max(abs(high) * 0.02, 1.0)
        low, high = low - spread / 2, high + spread / 2
    raw = spread / max(most - 1, 1)
    scale = 10.0 ** math.floor(math.log10(raw))
    step = next(scale * part for part in (1, 2, 2.5, 5, 10) if scale * part >= raw * 0.999)
    bottom, top = math.floor(low / step) * step, math.ceil(high / step) * step
    if top - bottom < step:
        top = bottom + step
    return bottom, top, step


def _y_ticks(low: float, high: float, step: float, up: Place) -> tuple[Tick, ...]:
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    if step * 10**decimals % 1 > 1e-6:
        decimals += 1  # steps of two and a half
    count = round((high - low) / step)
    return tuple(
        Tick(up(low + number * step), f"{low + number * step:.{decimals}f}")
        for number in range(count + 1)
    )


def _x_ticks(points: Sequence[Point], shape: Shape, across: Place) -> tuple[Tick, ...]:
    """Years, or months where the points lie within two years, or the numbers of changes."""
    days = [when for when, _ in points if isinstance(when, date)]
    if not days:
        last = max(_number(when) for when, _ in points)
        first = min(_number(when) for when, _ in points)
        step = max(1, -(-(last - first) // shape.most_x))
        marks = [(number, str(number)) for number in range(first, last + 1, step)]
    else:
        marks = [(day.toordinal(), text) for day, text in _calendar(min(days), max(days), shape)]
    return tuple(Tick(across(at), text) for at, text in marks)


def _calendar(first: date, last: date, shape: Shape) -> list[tuple[date, str]]:
    """Beginnings of years or months between two days, few enough to be read; or the days."""
    months = (last.year - first.year) * 12 + last.month - first.month
    if months >= 20:
        years = range(first.year + (first > date(first.year, 1, 1)), last.year + 1)
        step = max(1, -(-len(years) // shape.most_x))
        return [(date(year, 1, 1), str(year)) for year in years if year % step == 0]
    if months >= 2:
        step = next(size for size in (1, 2, 3, 6, 12) if months / size <= shape.most_x)
        found = []
        for number in range(first.year * 12 + first.month, last.year * 12 + last.month):
            year, month = divmod(number, 12)
            if month % step == 0:
                found.append((date(year, month + 1, 1), f"{year}-{month + 1:02d}"))
        return found
    middle = first + timedelta((last - first).days // 2)
    days = dict.fromkeys([first, middle, last] if shape.most_x > 4 else [first, last])
    return [(day, day.isoformat()) for day in days]


def _thinned(drawn: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points that can be told apart: of each pixel the first, lowest, highest and last."""
    if len(drawn) <= 2000:
        return drawn
    columns: dict[int, list[tuple[float, float]]] = {}
    for point in drawn:
        columns.setdefault(int(point[0]), []).append(point)
    kept = []
    for column in columns.values():
        ends = {0, len(column) - 1}
        heights = [y for _, y in column]
        ends |= {heights.index(min(heights)), heights.index(max(heights))}
        kept += [column[at] for at in sorted(ends)]
    return kept
