"""What can be asked of a fit of all results at once, beyond the rating of each player."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Estimate(NamedTuple):
    """What was estimated beside the ratings: its value and deviation, None if that is not known."""

    name: str
    value: float
    unit: str
    deviation: float | None


class Turned(NamedTuple):
    """Results alike that are turned round: who won (or tied) against whom, and how many of them."""

    winner: int
    loser: int
    tie: bool
    times: int


class Overtaken(NamedTuple):
    """How another player gets past the first one: by how many results, and which; codes."""

    by: int
    results: int
    turned: tuple[Turned, ...]


class Fit(Protocol):
    """All results of a pool, fitted at once; n players, by code.

    rating : float64[n], points; group : int64[n], within which ratings can be compared, -1 for
    nobody's
    """

    rating: Floats
    group: NDArray[np.int64]

    def resampled(self, rounds: int, generator: np.random.Generator) -> Floats:
        """Ratings of as many results, drawn with replacement, float64[rounds, n].

        Infinite where all points went one way, NaN where there is no rating for another reason.
        The ratings of a group have the mean that its players have in the fit.
        """
        ...

    def covariance(self) -> Floats:
        """The covariance of all ratings, float64[n, n], points²; NaN without a rating.

        Raises ValueError with the size of what is too large a table.
        """
        ...

    def overtaken(self, first: int) -> Overtaken | None:
        """By how few results, turned round, another of the group gets past a player, a code.

        They are taken in the order of what they change at first, and all is fitted anew; None if
        not even all of them are enough. In rankings the two players change places.
        """
        ...
