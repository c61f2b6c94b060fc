"""The table of points by rating gap, and the steps of first ratings, as rulebooks declare them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from banzuke.model.parameters import Declared, Fault, parameter
from banzuke.model.phrases import phrase

#: Gaps and points beyond this are slips of the pen; the look-up is as long as the highest gap.
MOST = 100_000


class GapRow(Declared):
    """One row of the table; the last one has no ``to`` and goes on without end."""

    highest: int | None = Field(
        None, alias="to", ge=0, le=MOST, description="highest gap of the row, points"
    )
    expected: int = parameter(
        ..., "what the winner takes if not rated lower", unit="points", ge=0, le=MOST
    )
    upset: int = parameter(
        ..., "what the winner takes if rated lower", unit="points", ge=0, le=MOST
    )


class Step(Declared):
    """What a win (or loss) near the best (or worst) one adds to a first rating."""

    within: int = parameter(..., "how near, at most", unit="points", ge=0, le=MOST)
    points: int = parameter(..., "what it adds", unit="points", ge=0, le=MOST)


def wrong_rows(rows: Sequence[GapRow]) -> list[Fault]:
    """What keeps rows from being a table: bounds that do not rise, or no last open row."""
    if not rows:
        return [Fault((), "the table has no row", "at least one, without a bound")]
    faults = [
        Fault((number,), "the row has no bound (to)", "only the last row goes on without end")
        for number, row in enumerate(rows[:-1])
        if row.highest is None
    ]
    if rows[-1].highest is not None:
        what = f"nothing is said of gaps above {rows[-1].highest}"
        faults.append(Fault((len(rows) - 1,), what, "a last row without a bound"))
    for number, (one, following) in enumerate(pairwise(rows), start=1):
        if None not in (one.highest, following.highest) and one.highest >= following.highest:  # type: ignore[operator]  # neither is None here
            what = f"the row ends at {following.highest}, the row before it at {one.highest}"
            faults.append(Fault((number, "to"), what, "bounds that rise from row to row"))
    return faults


def wrong_steps(steps: Sequence[Step]) -> list[Fault]:
    """Steps that are not told from the nearest to the farthest."""
    return [
        Fault((number, "within"), f"{two.within} after {one.within}", "distances that rise")
        for number, (one, two) in enumerate(pairwise(steps), start=1)
        if one.within >= two.within
    ]


def row_of_gap(rows: Sequence[GapRow]) -> NDArray[np.int32]:
    """A sound table as a look-up: int32[highest bound + 2], the row of each gap.

    The last item holds for all gaps beyond.
    """
    ends = [-1, *(row.highest for row in rows if row.highest is not None)]
    lengths = [high - low for low, high in pairwise(ends)]
    return np.repeat(np.arange(len(rows)), [*lengths, 1]).astype(np.int32)


def row_words(rows: Sequence[GapRow], number: int) -> str:
    """A row as a person reads it: ``13..37``, ``238 and up``."""
    before = rows[number - 1].highest if number else None
    lowest = 0 if before is None else before + 1
    highest = rows[number].highest
    return phrase("{lowest} and up", lowest=lowest) if highest is None else f"{lowest}..{highest}"
