"""Centres, times the number of powers that one is ahead of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.ending import Ending, Group
from banzuke.scoring.exact import exact, shown
from banzuke.scoring.kind import Kind, Need, Part, for_whom, given


class TimesAhead(Parameters):
    """Which count, and what it is worth."""

    who: Group = for_whom(Group.ALL)
    each: float = parameter(1.0, "for each centre, and each power below and oneself", unit="points")
    counts: Literal["end", "highest"] = parameter(
        "end", "which count: the final one, or the highest of all years that are known"
    )


def points(ending: Ending, parameters: TimesAhead, so_far: Sequence[object]) -> list[Part]:
    """Each count times one more than the number of powers whose count is lower."""
    each = exact(parameters.each)
    counts = list(ending.centres)
    if parameters.counts == "highest":
        for _, known in ending.board.earlier:
            counts = [max(pair) for pair in zip(counts, known, strict=True)]

    def part(at: int) -> Part:
        factor = 1 + sum(other < counts[at] for other in counts)
        return Part(each * counts[at] * factor, f"{shown(each)} × {counts[at]} × {factor}")

    return given(ending, parameters.who, part)


def needs(parameters: TimesAhead) -> frozenset[Need]:
    """The counts of earlier years, if the highest counts."""
    return frozenset({Need.EARLIER} if parameters.counts == "highest" else ())


KIND = Kind(
    key="times-ahead",
    title="Centres times powers below",
    summary="Each centre counts as often as there are powers below, and once more.",
    parameters=TimesAhead,
    points=points,
    needs=needs,
)
