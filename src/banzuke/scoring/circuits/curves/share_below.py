"""Share below: the share of the field that stands below."""

from __future__ import annotations

from fractions import Fraction

from banzuke.model.parameters import Parameters, parameter
from banzuke.model.phrases import listed, phrase
from banzuke.scoring.circuits.curve import Curve, Size, place_words
from banzuke.scoring.exact import exact


class ShareParameters(Parameters):
    """What all of the field is."""

    whole: float = parameter(1.0, "what the whole field below would give", unit="points", gt=0)


def points(place: int, size: Size, parameters: ShareParameters) -> Fraction:
    """Those below, divided by all."""
    return exact(parameters.whole) * Fraction(size.players - place, size.players)


def why(place: int, size: Size, parameters: ShareParameters) -> str:
    """How many are below."""
    below = phrase("{number} below", number=size.players - place)
    return listed((place_words(place, size), below), ": ")


CURVE = Curve(
    key="share-below",
    title="share of the field below",
    summary="The number of players below, divided by that of all.",
    parameters=ShareParameters,
    points=points,
    why=why,
)
