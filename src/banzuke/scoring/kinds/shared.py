"""Points that a group shares equally: the draw, the survivors, those on top."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.ending import Ending, Group
from banzuke.scoring.exact import exact, shown
from banzuke.scoring.kind import Kind, Need, Part, for_whom, given, members_needed


class Shared(Parameters):
    """What is shared, and by whom."""

    who: Group = for_whom(Group.DRAW)
    points: float = parameter(0.0, "what they share equally", unit="points")
    most: int = parameter(
        0, "nothing is shared where they are more than this; 0 for no limit", unit="powers", ge=0
    )


def points(ending: Ending, parameters: Shared, so_far: Sequence[Fraction]) -> list[Part]:
    """An equal share for each of a group."""
    count = len(ending.group(parameters.who))
    whole = exact(parameters.points)
    if parameters.most and count > parameters.most:
        nothing = Part(Fraction(0), f"{count} share it, more than {parameters.most}")
        return given(ending, parameters.who, lambda _: nothing)
    why = f"{shown(whole)} / {count}"
    return given(ending, parameters.who, lambda _: Part(whole / count, why))


def needs(parameters: Shared) -> frozenset[Need]:
    """The members of the group."""
    return members_needed(parameters.who)


KIND = Kind(
    key="shared",
    title="Shared points",
    summary="Points that a group shares equally.",
    parameters=Shared,
    points=points,
    needs=needs,
)
