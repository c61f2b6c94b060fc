"""Timing of several ways to do one thing, in turn, and the table of what was found."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import NamedTuple

ROUNDS = 7


class Unit(NamedTuple):
    """What is told: its name, and how many seconds it is."""

    name: str
    seconds: float


SECONDS = Unit("s", 1.0)


@dataclass(frozen=True)
class Row:
    """One line of the report.

    what : what was measured; unit : of ``ours`` and ``other``
    ours, other : medians; ``other`` is None where nothing stands beside
    kept : whether the bar was kept, None if there is none; ``bar`` is its words
    spread : the lowest and the highest ratio of one round, or of our value where there is none
    """

    what: str
    unit: str
    ours: float
    other: float | None = None
    beside: str = ""
    bar: str = ""
    kept: bool | None = None
    spread: tuple[float, float] | None = None

    @property
    def ratio(self) -> float | None:
        """Ours by the other's."""
        return None if self.other is None else self.ours / self.other


def interleaved(
    ways: Mapping[str, Callable[[], object]],
    rounds: int = ROUNDS,
    *,
    warm: int = 1,
    times: int = 1,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, list[float]]:
    """Seconds of each round of each way: A B C A B C …, so that noise hits all alike.

    times : how often each way goes in a round, one after the other; the seconds are of one.

    What runs in one thread is best timed by ``time.thread_time``, which does not count the
    while in which other programs have the processor.
    """
    for _ in range(warm):
        for way in ways.values():
            way()
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            gc.collect()
            begin = clock()
            for _ in range(times):
                way()
            seconds[name].append((clock() - begin) / times)
    return seconds


def compared(
    what: str,
    seconds: Mapping[str, list[float]],
    beside: str,
    *,
    at_most: float | None = None,
    at_least: float | None = None,
    unit: Unit = SECONDS,
) -> Row:
    """Our median beside another's; ``at_most`` ours by theirs, or ``at_least`` theirs by ours."""
    ours = statistics.median(seconds["ours"]) / unit.seconds
    other = statistics.median(seconds[beside]) / unit.seconds
    ratios = [a / b for a, b in zip(seconds["ours"], seconds[beside], strict=True)]
    bar, kept = "", None
    if at_most is not None:
        bar, kept = f"≤ {at_most:g} ×", ours <= at_most * other
    elif at_least is not None:
        bar, kept = f"{at_least:g} × faster", other >= at_least * ours
    return Row(what, unit.name, ours, other, beside, bar, kept, (min(ratios), max(ratios)))


def absolute(what: str, values: Iterable[float], unit: str, *, at_most: float | None = None) -> Row:
    """Our median, which must not be above a number, if there is one."""
    values = list(values)
    ours = statistics.median(values)
    bar, kept = ("", None) if at_most is None else (f"≤ {at_most:g} {unit}", ours <= at_most)
    return Row(what, unit, ours, None, "", bar, kept, (min(values), max(values)))


def markdown(rows: Iterable[Row]) -> str:
    """The rows as one Markdown table."""
    lines = [
        "| what | ours | other | ratio (lowest–highest) | bar | kept |",
        "| --- | ---: | ---: | ---: | --- | --- |",
    ]
    for row in rows:
        other = "" if row.other is None else f"{row.beside} {_number(row.other)} {row.unit}"
        kept = {True: "yes", False: "**no**", None: ""}[row.kept]
        lines.append(
            f"| {row.what} | {_number(row.ours)} {row.unit} | {other} | {_ratio(row)} "
            f"| {row.bar} | {kept} |"
        )
    return "\n".join(lines)


def as_json(rows: Iterable[Row]) -> list[dict[str, object]]:
    """The rows as JSON takes them."""
    return [{**asdict(row), "ratio": row.ratio} for row in rows]


def _ratio(row: Row) -> str:
    if row.spread is None:
        return "" if row.ratio is None else _number(row.ratio)
    low, high = map(_number, row.spread)
    return f"{low}–{high}" if row.ratio is None else f"{_number(row.ratio)} ({low}–{high})"


def _number(value: float) -> str:
    """Three digits that count."""
    if value == 0 or not 1e-3 <= abs(value) < 1e6:
        return f"{value:.3g}"
    decimals = max(0, 2 - len(str(int(abs(value)))) + (abs(value) < 1) + 1)
    return f"{value:.{decimals}f}"
