"""Points for the years that a power survived."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.ending import Counting, Ending, Group
from banzuke.scoring.exact import exact, shown
from banzuke.scoring.kind import Kind, Need, Part, counting, for_whom, given, years_needed


class Years(Parameters):
    """What a year is worth."""

    who: Group = for_whom(Group.DEAD)
    each: float = parameter(0.0, "for each year survived", unit="points")
    counting: Counting = counting()
    most: float = parameter(0.0, "more than this is never given; 0 for no limit", ge=0)


def points(ending: Ending, parameters: Years, so_far: Sequence[Fraction]) -> list[Part]:
    """Points for the years of each of a group."""
    each, most = exact(parameters.each), exact(parameters.most)

    def part(at: int) -> Part:
        years = ending.years(at, parameters.counting)
        worth, why = each * years, f"{shown(each)} × {years}"
        if most and worth > most:
            return Part(most, f"{why}, at most {shown(most)}")
        return Part(worth, why)

    return given(ending, parameters.who, part)


def needs(parameters: Years) -> frozenset[Need]:
    """The years of eliminations, and of the end where the living are paid by it."""
    return years_needed(parameters.who)


KIND = Kind(
    key="years",
    title="Points for years",
    summary="Points for the years that a power survived.",
    parameters=Years,
    points=points,
    needs=needs,
)
