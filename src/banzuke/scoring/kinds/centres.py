"""Points by the centres that a power holds: so many each, or by a table."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.ending import Ending, Group
from banzuke.scoring.exact import exact, shown
from banzuke.scoring.kind import Kind, Need, Part, for_whom, given


class Centres(Parameters):
    """What centres are worth, and which of them."""

    who: Group = for_whom(Group.ALL)
    each: float = parameter(0.0, "for each centre", unit="points")
    table: tuple[float, ...] = parameter(
        (), "besides, for 1, 2, 3, … centres in all; the last holds for more", unit="points"
    )
    up_to: int = parameter(
        0, "more centres than this count as this many; 0 for no limit", unit="centres", ge=0
    )
    above: int = parameter(0, "only the centres above this number count", unit="centres", ge=0)
    in_draw: bool = parameter(
        False,
        "whether the centres are divided by the members of the draw, and what is not whole is "
        "dropped",
    )


def points(ending: Ending, parameters: Centres, so_far: Sequence[Fraction]) -> list[Part]:
    """Points for the centres of each of a group."""
    members = len(ending.group(Group.DRAW))

    def part(at: int) -> Part:
        held = ending.centres[at]
        counted = max((min(held, parameters.up_to or held)) - parameters.above, 0)
        if parameters.in_draw:
            counted //= members
        worth = exact(parameters.each) * counted
        why = [f"{shown(exact(parameters.each))} × {counted}"] if parameters.each else []
        if parameters.table and counted:
            row = exact(parameters.table[min(counted, len(parameters.table)) - 1])
            worth += row
            why.append(f"{shown(row)} for {counted}")
        return Part(worth, " + ".join(why))

    return given(ending, parameters.who, part)


def needs(parameters: Centres) -> frozenset[Need]:
    """The draw, if it is asked who or how many are in it."""
    asked = parameters.in_draw or parameters.who is Group.DRAW
    return frozenset({Need.DRAW} if asked else ())


KIND = Kind(
    key="centres",
    title="Points for centres",
    summary="Points by the number of centres that a power holds.",
    parameters=Centres,
    points=points,
    needs=needs,
)
