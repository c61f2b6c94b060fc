"""Points of each of a group for every power that is dead."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.ending import Ending, Group
from banzuke.scoring.exact import exact, shown
from banzuke.scoring.kind import Kind, Part, for_whom, given


class ForDead(Parameters):
    """What a dead power is worth to the others."""

    who: Group = for_whom(Group.ALIVE)
    each: float = parameter(0.0, "for each dead power", unit="points")


def points(ending: Ending, parameters: ForDead, so_far: Sequence[Fraction]) -> list[Part]:
    """The same for each of a group."""
    each, dead = exact(parameters.each), len(ending.group(Group.DEAD))
    return given(
        ending, parameters.who, lambda _: Part(each * dead, f"{shown(each)} × {dead} dead")
    )


KIND = Kind(
    key="for-dead",
    title="Points for dead powers",
    summary="Points of each of a group for every power that is dead.",
    parameters=ForDead,
    points=points,
)
