"""Expected scores that are printed as a table: bands of rating difference, a score for each.

The table says what the higher rated of two scores; the lower rated scores the rest of 1, so
that the two of a game add up to 1 exactly. Which of the two reads the table does not matter.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from banzuke.model.log import Column
from banzuke.model.parameters import Declared, Fault
from banzuke.model.phrases import phrase
from banzuke.model.system import OPEN

#: Differences beyond this are no rows of any table, but slips of the pen; the look-up is as
#: long as the highest bound says.
MOST = 100_000


class ScoreBand(Declared):
    """One row: what the higher rated is expected to score, up to which difference."""

    highest: int | None = Field(
        None,
        alias="to",
        ge=0,
        le=MOST,
        description="highest difference of the row, points; left out in the last, open row",
    )
    score: float = Field(
        ge=0.5, le=1.0, description="what the higher rated is expected to score in a game"
    )


def wrong_bands(bands: Sequence[ScoreBand]) -> list[Fault]:
    """What keeps rows from being a table: where, what, and what would be right.

    A table's bounds rise, only its last row is open, and its scores never fall.
    """
    if not bands:
        return [Fault((), "the table has no row", "at least one, without a bound")]
    faults = [
        Fault((number,), "the row has no bound (to)", "only the last row goes on without end")
        for number, band in enumerate(bands[:-1])
        if band.highest is None
    ]
    if bands[-1].highest is not None:
        what = f"nothing is said of differences above {bands[-1].highest}"
        faults.append(Fault((len(bands) - 1,), what, "a last row without a bound"))
    for number, (one, following) in enumerate(pairwise(bands), start=1):
        bounds = one.highest, following.highest
        if bounds[0] is not None and bounds[1] is not None and bounds[0] >= bounds[1]:
            what = f"the row ends at {bounds[1]}, the row before it at {bounds[0]}"
            faults.append(Fault((number, "to"), what, "bounds that rise from row to row"))
        if one.score > following.score:
            what = f"the score falls from {one.score:g} to {following.score:g}"
            faults.append(Fault((number, "score"), what, "scores that never fall"))
    return faults


def score_by_difference(bands: Sequence[ScoreBand]) -> NDArray[np.float64]:
    """A sound table as a look-up: float64[highest bound + 2], in [0.5, 1].

    Item d is what the higher rated scores at a difference of d points; the last item holds
    for every difference from there on.
    """
    ends = [-1, *(band.highest for band in bands if band.highest is not None)]
    lengths = [high - low for low, high in pairwise(ends)]
    return np.repeat([band.score for band in bands], [*lengths, 1]).astype(np.float64)


def capped(lead: float, cap: float) -> float:
    """A lead, or a lag, of no more than ``cap`` points; a cap of 0 is none."""
    if cap > 0.0:
        return min(max(lead, -cap), cap)
    return lead


def table_score(lead: float, cap: float, scores: Column) -> float:
    """The expected score of who leads by ``lead`` points, negative for who lags; in [0, 1].

    cap : the lead counts as no more than this, 0 for no cap; scores : of score_by_difference
    Between two whole differences the row of the higher one holds, as bounds are whole.
    """
    difference = abs(capped(lead, cap))
    last = len(scores) - 1
    score = scores[last]
    if difference <= last:
        score = scores[math.ceil(difference)]
    if lead < 0.0:
        return 1.0 - score
    return score


def cell_of(name: str, bands: Sequence[ScoreBand], difference: float) -> str:
    """The cell of a table that holds a difference of 0 or more, as explanations name it.

    >>> cell_of("bands", [ScoreBand(to=3, score=0.5), ScoreBand(score=1)], 5)
    'bands:open:score'
    """
    bounds = [band.highest for band in bands if band.highest is not None]
    reached = [str(bound) for bound in bounds if difference <= bound]
    return f"{name}:{reached[0] if reached else OPEN}:score"


def band_of(bands: Sequence[ScoreBand], difference: float) -> str:
    """The row of a table that holds a difference of 0 or more, as a person reads it.

    >>> band_of([ScoreBand(to=3, score=0.5), ScoreBand(to=10, score=0.51), ScoreBand(score=1)], 5)
    'row 4..10: 0.51 and 0.49'
    """
    lowest = 0
    for band in bands[:-1]:
        if band.highest is not None:
            if difference <= band.highest:
                return phrase(
                    "row {row}: {scores}", row=f"{lowest}..{band.highest}", scores=_both(band)
                )
            lowest = band.highest + 1
    return phrase("row {lowest} and up: {scores}", lowest=lowest, scores=_both(bands[-1]))


def _both(band: ScoreBand) -> str:
    return phrase("{higher:.10g} and {lower:.10g}", higher=band.score, lower=1.0 - band.score)
