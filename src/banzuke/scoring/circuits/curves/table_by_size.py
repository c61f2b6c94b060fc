"""A table by size: rows of places, a column for each size of the event."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from pydantic import Field, model_validator

from banzuke.model.parameters import Declared, Fault, raise_faults
from banzuke.model.phrases import listed
from banzuke.model.wording import counted
from banzuke.scoring.circuits.curve import (
    Curve,
    Size,
    SizedParameters,
    measured,
    place_words,
    size_words,
)
from banzuke.scoring.exact import exact


class Row(Declared):
    """The points of some places."""

    last: int | None = Field(
        None, alias="to", ge=1, description="the last place of the row; left out in the last row"
    )
    points: tuple[float, ...] = Field(description="the points, one a column")


class BySizeParameters(SizedParameters):
    """Columns and rows."""

    columns: tuple[int, ...] = Field(
        min_length=1, description="from which size on each column holds, rising"
    )
    rows: tuple[Row, ...] = Field(min_length=1, description="the rows, from the first place on")

    @model_validator(mode="after")
    def _is_a_table(self) -> BySizeParameters:
        faults = [
            Fault(("columns", at), f"{two} does not rise above {one}", "sizes that rise")
            for at, (one, two) in enumerate(pairwise(self.columns), start=1)
            if two <= one
        ]
        faults += [
            Fault(("rows", at, "points"), counted(len(row.points), "point"), "one a column")
            for at, row in enumerate(self.rows)
            if len(row.points) != len(self.columns)
        ]
        ends = [row.last for row in self.rows]
        faults += [
            Fault(("rows", at), "the row has no last place (to)", "only the last row goes on")
            for at, end in enumerate(ends[:-1])
            if end is None
        ]
        faults += [
            Fault(("rows", at, "to"), f"the row ends at {two}, the one before at {one}", "rising")
            for at, (one, two) in enumerate(pairwise(ends), start=1)
            if one is not None and two is not None and two <= one
        ]
        raise_faults(faults)
        return self


def points(place: int, size: Size, parameters: BySizeParameters) -> Fraction:
    """What the table says; 0 for an event below the first column and a place below the rows."""
    column = _column(size, parameters)
    if column < 0:
        return Fraction(0)
    rows = (row for row in parameters.rows if row.last is None or place <= row.last)
    row = next(rows, None)
    return Fraction(0) if row is None else exact(row.points[column])


def _column(size: Size, parameters: BySizeParameters) -> int:
    """The last column that the size reaches, -1 for none."""
    own = measured(size, parameters)
    return sum(own >= least for least in parameters.columns) - 1


def why(place: int, size: Size, parameters: BySizeParameters) -> str:
    """Which row and column it is."""
    return listed((place_words(place, size), size_words(size, parameters)), ", ")


CURVE = Curve(
    key="table-by-size",
    title="table by size",
    summary="Every place has its points, a column for each size of the event.",
    parameters=BySizeParameters,
    points=points,
    why=why,
)
