"""Classes of tournaments, and what is wrong with a list of them or with a rank."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from banzuke.model.parameters import Declared, Fault, parameter
from banzuke.model.ranks import RIGHT, rank_number
from banzuke.systems.egf.formulas import grade_points


class ClassWeight(Declared):
    """How much the games of a class of tournaments count."""

    name: str = parameter(..., "the event_category, in any case")
    weight: float = parameter(..., "part of a change that is given", ge=0, le=1)


CLASSES = tuple(
    ClassWeight(name=name, weight=weight)
    for name, weight in (("A", 1.0), ("B", 0.75), ("C", 0.5), ("D", 0.25))
)


def class_faults(classes: Sequence[ClassWeight]) -> list[Fault]:
    """Classes that are there twice; places among the rows."""
    names = [entry.name.casefold() for entry in classes]
    return [
        Fault((number,), f"class {classes[number].name} stands here twice", "one row a class")
        for number, name in enumerate(names)
        if name in names[:number]
    ]


def rank_faults(rank: str) -> list[Fault]:
    """What is wrong with a rank; it may be empty."""
    known = not rank or rank_number(rank) is not None
    return [] if known else [Fault((), f"{rank!r} is no rank", RIGHT)]


def points_of(rank: str) -> float:
    """The rating of a rank's text; NaN if it is none."""
    number = rank_number(rank)
    return np.nan if number is None else grade_points(number)
