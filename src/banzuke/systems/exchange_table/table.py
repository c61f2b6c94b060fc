"""The table as a rulebook declares it: its rows, its columns, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated

from pydantic import Field

from banzuke.model.parameters import Declared, Fault

#: Whole numbers beyond this are no leads, margins or points of any game, but slips of the pen;
#: the look-ups of the rules are as long as the bounds of the table say.
MOST = 100_000


class Row(Declared):
    """One row of the table; a missing bound leaves the row open on that side."""

    lowest: int | None = Field(
        None, alias="from", ge=-MOST, le=MOST, description="lowest lead of the winner"
    )
    highest: int | None = Field(
        None, alias="to", ge=-MOST, le=MOST, description="highest lead of the winner"
    )
    gains: tuple[Annotated[int, Field(ge=-MOST, le=MOST)], ...] = Field(
        description="what the winner gets, one number a column"
    )

    @property
    def label(self) -> str:
        """The row as a person reads it: ``101..150``, ``351 and up``."""
        if self.highest is None and self.lowest is None:
            return "without bounds"
        if self.highest is None:
            return f"{self.lowest} and up"
        if self.lowest is None:
            return f"{self.highest} and down"
        if self.lowest == self.highest:
            return f"{self.lowest}"
        return f"{self.lowest}..{self.highest}"


def column_label(margins: tuple[int, int]) -> str:
    """A column as a person reads it: ``4..10``, ``0``."""
    return span(*margins)


def span(first: int, last: int) -> str:
    """A stretch of whole numbers as a person reads it: ``51..60``, ``7``."""
    return f"{first}" if first == last else f"{first}..{last}"


def gaps_and_overlaps(rows: Sequence[Row]) -> list[Fault]:
    """What keeps the rows from holding every whole number exactly once; places among the rows."""
    if not rows:
        return [Fault((), "the table has no rows", "one row for each range of leads")]
    low, high = float("-inf"), float("inf")
    faults = [
        Fault(
            (number,), f"row {row.label} is upside down", f"from = {row.highest}, to = {row.lowest}"
        )
        for number, row in enumerate(rows)
        if row.lowest is not None and row.highest is not None and row.lowest > row.highest
    ]
    if faults:
        return faults
    ordered = sorted(
        enumerate(rows), key=lambda item: low if item[1].lowest is None else item[1].lowest
    )
    first, lowest = ordered[0]
    if lowest.lowest is not None:
        what = f"no row holds a lead below {lowest.lowest}"
        faults.append(Fault((first,), what, "leave out the from of the lowest row"))
    for (number, row), (next_number, above) in pairwise(ordered):
        top = high if row.highest is None else row.highest
        bottom = low if above.lowest is None else above.lowest
        if bottom <= top:
            names = f"{row.label} and {above.label}"
            later = max(number, next_number)
            right = "each lead belongs to one row; a row without from or to is open on that side"
            faults.append(Fault((later,), f"rows {names} overlap", right))
        elif bottom > top + 1:
            gap = span(int(top) + 1, int(bottom) - 1)
            what = f"no row holds {gap}, between {row.label} and {above.label}"
            faults.append(Fault((number,), what, "each lead belongs to one row"))
    last, highest = max(
        enumerate(rows), key=lambda item: high if item[1].highest is None else item[1].highest
    )
    if highest.highest is not None:
        what = f"no row holds a lead above {highest.highest}"
        faults.append(Fault((last,), what, "leave out the to of the highest row"))
    return faults


def wrong_lengths(rows: Sequence[Row], columns: int) -> list[Fault]:
    """Rows without one number a column; where all are alike, the columns are what is wrong."""
    lengths = {len(row.gains) for row in rows}
    if len(lengths) == 1 and len(rows) > 1 and columns not in lengths:
        what = f"there are {columns} columns, but every row has {lengths.pop()} numbers"
        return [Fault(("margins",), what, "one number a column")]
    return [
        Fault(
            ("rows", number),
            f"row {row.label} has {len(row.gains)} numbers",
            f"one for each of the {columns} columns of margins",
        )
        for number, row in enumerate(rows)
        if len(row.gains) != columns
    ]


def overlapping_columns(columns: Sequence[tuple[int, int]]) -> list[Fault]:
    """Columns that are upside down, out of reach or share a margin; places among the columns."""
    if not columns:
        return [Fault((), "the table has no columns", "one for each range of margins, as [4, 10]")]
    faults = []
    sound: list[tuple[int, int]] = []
    for number, (low, high) in enumerate(columns):
        name = column_label((low, high))
        if low > high:
            faults.append(Fault((number,), f"column {name} is upside down", f"[{high}, {low}]"))
        elif low < 0 or high > MOST:
            right = f"margins lie between 0 and {MOST}"
            faults.append(Fault((number,), f"column {name} is out of reach", right))
        else:
            for other in sound:
                if low <= other[1] and other[0] <= high:
                    both = span(max(low, other[0]), min(high, other[1]))
                    what = f"columns {column_label(other)} and {name} both hold {both}"
                    faults.append(Fault((number,), what, "each margin belongs to one column"))
            sound.append((low, high))
    return faults


def missing_margins(columns: Sequence[tuple[int, int]], total: int) -> list[Fault]:
    """Margins that games of this score total can have, but that no column holds."""
    if total == 0:
        return []
    faults = []
    free = total % 2  # the lowest margin not held yet; margins are as even or odd as the total
    edge = (total + 2 - total % 2, total + 2)
    for number, (low, high) in enumerate([*sorted(columns), edge]):
        last = min(low - 1, total)
        last -= (last - total) % 2
        if last >= free:
            place = ("margins", min(number, len(columns) - 1))
            what = f"no column holds a margin of {span(free, last)}"
            faults.append(Fault(place, what, f"scores that add up to {total} can have it"))
        free = max(free, high + 1 + (high + 1 - total) % 2)
    return faults
