"""Points for each of a group, by how many they are: in the draw, or on top."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.ending import Ending, Group
from banzuke.scoring.exact import exact
from banzuke.scoring.kind import Kind, Need, Part, for_whom, given, members_needed


class ByNumber(Parameters):
    """What each gets, by their number."""

    who: Group = for_whom(Group.TOP)
    points: tuple[float, ...] = parameter(
        (), "what each gets if it is alone, if they are two, three, …; nothing behind the last"
    )
    over: float = parameter(
        1.0, "what these points are divided by, for those that no decimals can write", gt=0
    )


def points(ending: Ending, parameters: ByNumber, so_far: Sequence[Fraction]) -> list[Part]:
    """The same for each of a group."""
    count = len(ending.group(parameters.who))
    row = parameters.points[count - 1 : count]
    worth = exact(row[0]) / exact(parameters.over) if row else Fraction(0)
    why = "alone" if count == 1 else f"{count} of them"
    return given(ending, parameters.who, lambda _: Part(worth, why))


def needs(parameters: ByNumber) -> frozenset[Need]:
    """The members of the group."""
    return members_needed(parameters.who)


KIND = Kind(
    key="by-number",
    title="Points by their number",
    summary="Points for each of a group, by how many they are.",
    parameters=ByNumber,
    points=points,
    needs=needs,
)
