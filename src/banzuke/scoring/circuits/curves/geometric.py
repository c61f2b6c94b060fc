"""Geometric: each next place has the same share of the one before it."""

from __future__ import annotations

from fractions import Fraction

from banzuke.model.parameters import parameter
from banzuke.model.phrases import listed
from banzuke.scoring.circuits.curve import (
    Curve,
    Size,
    SizedParameters,
    measured,
    place_words,
    size_words,
)
from banzuke.scoring.exact import exact, shown

#: The last place whose share is exact to the last of all its digits.
MOST_EXACT = 300


class GeometricParameters(SizedParameters):
    """The first place, and how points fall."""

    fixed: float = parameter(0.0, "for the first place, whatever the size", unit="points", ge=0)
    each: float = parameter(0.0, "besides, for each of what measures the event", ge=0)
    most: float = parameter(0.0, "the first place has no more; 0: no bound", unit="points", ge=0)
    ratio: float = parameter(0.9, "what each next place has of the one before it", gt=0, lt=1)


def first(size: Size, parameters: GeometricParameters) -> Fraction:
    """The points of the first place."""
    points = exact(parameters.fixed) + exact(parameters.each) * measured(size, parameters)
    return min(points, exact(parameters.most)) if parameters.most else points


def points(place: int, size: Size, parameters: GeometricParameters) -> Fraction:
    """The first place's points, and so many times the share of them.

    Far down, where nobody sees the difference, the share has no more digits than it needs.
    """
    if place > MOST_EXACT:
        return first(size, parameters) * Fraction(parameters.ratio ** (place - 1))
    share: Fraction = exact(parameters.ratio) ** (place - 1)
    return first(size, parameters) * share


def why(place: int, size: Size, parameters: GeometricParameters) -> str:
    """The formula in numbers."""
    start = shown(first(size, parameters))
    if place == 1:
        return listed((place_words(place, size), size_words(size, parameters)), ", ")
    formula = f"{start} × {shown(exact(parameters.ratio))}^{place - 1}"
    return listed((place_words(place, size), formula), ": ")


CURVE = Curve(
    key="geometric",
    title="geometric",
    summary="The first place has points by the size of the event, each next one a fixed share of "
    "the one before it.",
    parameters=GeometricParameters,
    points=points,
    why=why,
)
