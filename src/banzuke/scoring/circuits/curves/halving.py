"""Halving: points fall to a half within a fixed number of places, by equal factors."""

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


class HalvingParameters(SizedParameters):
    """The first place, and how fast points fall."""

    fixed: float = parameter(0.0, "for the first place, whatever the size", unit="points", ge=0)
    each: float = parameter(0.0, "besides, for each of what measures the event", ge=0)
    per: int = parameter(1, "``each`` is for so many of them", ge=1)
    places: int = parameter(7, "within so many places points fall to a half", ge=1)


def first(size: Size, parameters: HalvingParameters) -> Fraction:
    """The points of the first place."""
    each = exact(parameters.each) / parameters.per
    return exact(parameters.fixed) + each * measured(size, parameters)


def points(place: int, size: Size, parameters: HalvingParameters) -> Fraction:
    """The first place's points, halved as often as the place says; whole halves are exact."""
    halves, rest = divmod(place - 1, parameters.places)
    part = Fraction(2.0 ** (-rest / parameters.places)) if rest else Fraction(1)
    return first(size, parameters) * part * Fraction(1, 1 << halves)


def why(place: int, size: Size, parameters: HalvingParameters) -> str:
    """The formula in numbers."""
    start = shown(first(size, parameters))
    if place == 1:
        return listed((place_words(place, size), size_words(size, parameters)), ", ")
    formula = f"{start} × 2^(−{place - 1}/{parameters.places})"
    return listed((place_words(place, size), formula), ": ")


CURVE = Curve(
    key="halving",
    title="halving",
    summary="The first place has points by the size of the event, and they fall to a half within "
    "so many places, each by the same factor.",
    parameters=HalvingParameters,
    points=points,
    why=why,
)
