"""A table: so many points for the first place, so many for the second, and so on."""

from __future__ import annotations

from fractions import Fraction

from pydantic import Field

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.circuits.curve import Curve, Size, nth, place_words
from banzuke.scoring.exact import exact


class TableParameters(Parameters):
    """The rows."""

    points: tuple[float, ...] = Field(
        min_length=1, description="for the first place, the second, …"
    )
    rest: float = parameter(0.0, "for every place behind the last of them", unit="points", ge=0)


def points(place: int, size: Size, parameters: TableParameters) -> Fraction:
    """What the table says."""
    return exact(nth(parameters.points, place, parameters.rest))


def why(place: int, size: Size, parameters: TableParameters) -> str:
    """Which row it is."""
    return place_words(place, size)


CURVE = Curve(
    key="table",
    title="table",
    summary="Every place has its points, whatever the event.",
    parameters=TableParameters,
    points=points,
    why=why,
)
