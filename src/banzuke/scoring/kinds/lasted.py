"""Points for who was still alive after a certain year."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.ending import Ending, Group
from banzuke.scoring.exact import exact
from banzuke.scoring.kind import Kind, Need, Part, for_whom, given


class Lasted(Parameters):
    """Until when one must live, and what it is worth."""

    who: Group = for_whom(Group.ALL)
    year: int = parameter(1905, "one must hold a centre after its autumn", ge=1)
    points: float = parameter(1.0, "what it is worth", unit="points")


def points(ending: Ending, parameters: Lasted, so_far: Sequence[Fraction]) -> list[Part]:
    """Points for each of a group that was alive then."""

    def part(at: int) -> Part:
        last = ending.last_year(at)
        lived = at in ending.alive or (last is not None and last > parameters.year)
        worth = exact(parameters.points) if lived else Fraction(0)
        return Part(worth, f"alive after {parameters.year}" if lived else "")

    return given(ending, parameters.who, part)


def needs(parameters: Lasted) -> frozenset[Need]:
    """The years of eliminations, unless the living alone are asked."""
    alone = parameters.who in {Group.ALIVE, Group.TOP, Group.LEADER, Group.WINNER}
    return frozenset() if alone else frozenset({Need.OUT})


KIND = Kind(
    key="lasted",
    title="Points for having lasted",
    summary="Points for who was still alive after a certain year.",
    parameters=Lasted,
    points=points,
    needs=needs,
)
