"""A pool that is shared in proportion to what centres weigh: their squares, or another sum."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.ending import Ending, Group
from banzuke.scoring.exact import exact, shown
from banzuke.scoring.kind import NOTHING, Kind, Part


class Proportional(Parameters):
    """What is shared, and what a power weighs."""

    points: float = parameter(100.0, "what is shared", unit="points")
    square: float = parameter(1.0, "weight of a power's centres, squared", ge=0)
    each: float = parameter(0.0, "weight of each centre", ge=0)
    constant: float = parameter(0.0, "weight that every power has", ge=0)
    dead_weigh: bool = parameter(
        False, "whether the weights of dead powers, who get nothing, take a part of the points"
    )


def points(ending: Ending, parameters: Proportional, so_far: Sequence[Fraction]) -> list[Part]:
    """A share for each survivor."""
    square, each = exact(parameters.square), exact(parameters.each)
    weights = [square * c * c + each * c + exact(parameters.constant) for c in ending.centres]
    weighing = ending.group(Group.ALL) if parameters.dead_weigh else ending.alive
    total = sum((weights[at] for at in weighing), Fraction(0))
    whole = exact(parameters.points)
    return [
        Part(
            whole * weights[at] / total,
            f"{shown(whole)} × {shown(weights[at])} / {shown(total)}",
        )
        if at in ending.alive and total
        else NOTHING
        for at in ending.powers
    ]


KIND = Kind(
    key="proportional",
    title="Share in proportion",
    summary="A pool shared by the survivors in proportion to weights of their centres.",
    parameters=Proportional,
    points=points,
)
