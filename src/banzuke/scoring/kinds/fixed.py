"""The same points for each: for taking part, for being alive, for a solo."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.ending import Ending, Group
from banzuke.scoring.exact import exact
from banzuke.scoring.kind import Kind, Need, Part, for_whom, given, members_needed


class Fixed(Parameters):
    """What each gets."""

    who: Group = for_whom(Group.ALL)
    points: float = parameter(0.0, "what each of them gets", unit="points")


def points(ending: Ending, parameters: Fixed, so_far: Sequence[Fraction]) -> list[Part]:
    """The same for each of a group."""
    part = Part(exact(parameters.points), parameters.who.value)
    return given(ending, parameters.who, lambda _: part)


def needs(parameters: Fixed) -> frozenset[Need]:
    """The members of the group."""
    return members_needed(parameters.who)


KIND = Kind(
    key="fixed",
    title="Fixed points",
    summary="The same points for each of a group.",
    parameters=Fixed,
    points=points,
    needs=needs,
)
