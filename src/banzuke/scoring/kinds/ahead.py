"""Points for each centre by which a survivor is ahead of each power below it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.ending import Ending, Group
from banzuke.scoring.exact import exact, shown
from banzuke.scoring.kind import Kind, Part, given


class Ahead(Parameters):
    """What it is worth to be ahead."""

    each: float = parameter(1.0, "for each centre, against each power below", unit="points")


def points(ending: Ending, parameters: Ahead, so_far: Sequence[Fraction]) -> list[Part]:
    """Points for how far each survivor is ahead, added over the powers below it."""
    each = exact(parameters.each)

    def part(at: int) -> Part:
        held = ending.centres[at]
        ahead = sum(max(held - other, 0) for other in ending.centres)
        return Part(each * ahead, f"{shown(each)} × {ahead}")

    return given(ending, Group.ALIVE, part)


KIND = Kind(
    key="ahead",
    title="Points for being ahead",
    summary="Points for each centre by which a survivor is ahead of each power below it.",
    parameters=Ahead,
    points=points,
)
