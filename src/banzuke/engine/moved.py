"""What a rating was before and after a change, where somebody had none, and what that moved.

Systems that give nobody a rating to begin with keep a mark in its place, ``System.unrated``, and
count changes from it. Nobody is told the mark: who had no rating had none, and the first change is
the rating itself.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.system import System, Term

Floats = NDArray[np.float64]


class Moved(NamedTuple):
    """Ratings before and after, NaN for none, and changes, which count from 0 where none was."""

    before: Floats
    after: Floats
    change: Floats


def moved(system: System, before: Floats, change: Floats) -> Moved:
    """What is told of changes, float64[n], and of the ratings, marks too, that they moved."""
    after = before + change
    if system.unrated is None:
        return Moved(before, after, change)
    had, has = system.has_rating(before), system.has_rating(after)
    return Moved(
        before=np.where(had, before, np.nan),
        after=np.where(has, after, np.nan),
        change=np.where(has & ~had, after, change),
    )


def moved_one(system: System, before: float, after: float) -> tuple[float | None, float | None]:
    """The rating before and after, None for none."""
    had, has = system.has_rating(np.array([before, after])).tolist()
    return before if had else None, after if has else None


def from_nothing(system: System, before: float, terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Terms of a change as ``moved`` tells it: they count from 0 where there was no rating."""
    if system.unrated is None or before != system.unrated or not terms:
        return terms
    after = before
    for term in terms:
        after += term.value
    if after == system.unrated:
        return terms
    return (terms[0]._replace(value=terms[0].value + before), *terms[1:])
