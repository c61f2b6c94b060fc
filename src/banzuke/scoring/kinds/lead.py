"""Points of a lone leader for each centre by which it leads."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.ending import Ending, Group
from banzuke.scoring.exact import exact, shown
from banzuke.scoring.kind import Kind, Part, given


class Lead(Parameters):
    """What a lead is worth."""

    each: float = parameter(1.0, "for each centre ahead of the second highest", unit="points")


def points(ending: Ending, parameters: Lead, so_far: Sequence[Fraction]) -> list[Part]:
    """Points for who alone holds most."""
    each = exact(parameters.each)
    part = Part(each * ending.gap, f"{shown(each)} × {ending.gap}")
    return given(ending, Group.LEADER, lambda _: part)


KIND = Kind(
    key="lead",
    title="Points for the lead",
    summary="Points of a lone leader for each centre ahead of the second highest.",
    parameters=Lead,
    points=points,
)
