"""Points for each who is just behind the top; a lone leader collects what nobody takes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.ending import Ending, Group
from banzuke.scoring.exact import exact, shown
from banzuke.scoring.kind import Kind, Part, given


class BehindTop(Parameters):
    """What who is behind gets."""

    points: tuple[float, ...] = parameter(
        (),
        "for each who is 1, 2, … centres behind the top; a lone leader gets them itself, from the "
        "first on, up to the first that somebody takes",
    )


def points(ending: Ending, parameters: BehindTop, so_far: Sequence[Fraction]) -> list[Part]:
    """What each survivor gets, or collects."""
    taken = {ending.top - held for held in ending.centres if held}
    left = Fraction(0)
    for behind, worth in enumerate(parameters.points, start=1):
        if behind in taken:
            break
        left += exact(worth)
    leaders = ending.group(Group.LEADER)

    def part(at: int) -> Part:
        behind = ending.top - ending.centres[at]
        if at in leaders:
            return Part(left, f"{shown(left)} that nobody takes" if left else "")
        if not 0 < behind <= len(parameters.points):
            return Part(Fraction(0))
        return Part(exact(parameters.points[behind - 1]), f"{behind} behind the top")

    return given(ending, Group.ALIVE, part)


KIND = Kind(
    key="behind-top",
    title="Points of who is just behind the top",
    summary="Points for each who is a few centres behind; a lone leader collects what is left.",
    parameters=BehindTop,
    points=points,
)
