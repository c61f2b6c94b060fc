"""Linear: from the points of the first place down by equal steps to the last."""

from __future__ import annotations

from fractions import Fraction

from pydantic import Field

from banzuke.model.parameters import Parameters
from banzuke.model.phrases import listed, phrase
from banzuke.scoring.circuits.curve import Curve, Size, place_words
from banzuke.scoring.exact import exact, shown


class LinearParameters(Parameters):
    """The first place."""

    first: float = Field(gt=0, description="for the first place")


def points(place: int, size: Size, parameters: LinearParameters) -> Fraction:
    """As many shares of the field as the place has players from it down."""
    return exact(parameters.first) * Fraction(size.players + 1 - place, size.players)


def why(place: int, size: Size, parameters: LinearParameters) -> str:
    """The share in words."""
    share = phrase(
        "{own} of {all} parts of {first}",
        own=size.players + 1 - place,
        all=size.players,
        first=shown(exact(parameters.first)),
    )
    return listed((place_words(place, size), share), ": ")


CURVE = Curve(
    key="linear",
    title="linear",
    summary="Points fall by equal steps; the last place still has one of them.",
    parameters=LinearParameters,
    points=points,
    why=why,
)
