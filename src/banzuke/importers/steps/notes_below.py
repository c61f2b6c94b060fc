"""What stands below a table and is no row of it: totals, sources, remarks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import polars as pl

from banzuke.model.column_names import meaning
from banzuke.model.problems import Problem
from banzuke.model.validation import shape_of

#: So many rows at the end are looked at; a note is not longer.
MOST_BELOW = 40

#: A table has at least so many columns; in a narrower one nothing tells a note from a row.
LEAST_COLUMNS = 3

#: The first word of a row of totals, by ``meaning``.
TOTALS = frozenset(
    (
        *("total", "totals", "totalt", "totale", "totaal", "sum", "sums", "summe", "summa"),
        *("somme", "suma", "gesamt", "i_alt", "average", "mean", "durchschnitt"),
    )
)
#: How notes begin that stand directly below a table.
MARKS = ("*", "#", "(", "©", "†", "--", "==", "http")
WORDS = frozenset(
    (
        *("source", "sources", "quelle", "note", "notes", "anmerkung", "anmerkungen", "stand"),
        *("generated", "created", "printed", "exported", "legend", "legende", "källa", "kalla"),
        *("bron", "fonte", "fuente", "kilde", "bemerkung", "remark", "remarks"),
    )
)


def without_notes_below(
    frame: pl.DataFrame, source: str, row_of: Callable[[int], int]
) -> tuple[pl.DataFrame, tuple[Problem, ...]]:
    """A table without the totals and notes below it, and a warning for each of them.

    A note is the first cell of a row below a blank row and nothing else, or one cell directly
    below the table where it begins as notes do; a total begins with a word such as Total or Summe.
    """
    if frame.width < LEAST_COLUMNS or not len(frame):
        return frame, ()
    start = max(0, len(frame) - MOST_BELOW)
    tail = [
        ["" if cell is None else str(cell).strip() for cell in cells]
        for cells in frame.tail(MOST_BELOW).iter_rows()
    ]
    end, lines = note_lines(tail, _needed(frame.columns))
    if not any(map(any, tail[:end])) and start == 0:
        return frame, ()  # there would be no table
    notes = tuple(
        Problem(
            f"this row is taken for a note below the table and left aside: {text[:60]!r}",
            "if it is a result, fill its cells",
            source,
            row_of(start + line),
        )
        for line in lines
        for text in list(filter(None, tail[line]))[:1]
    )
    return frame.head(start + end), notes


def _needed(columns: Sequence[str]) -> list[int]:
    """The positions of columns without which a row is no result; all, of a table of players."""
    kinds = {
        "duels": ("player_1", "player_2", "winner", "loser"),
        "entries": ("game", "player"),
        "standings": ("event", "player"),
    }
    names = kinds.get(shape_of(columns), columns)
    if {"player_1", "player_2"} <= set(columns):
        names = ("player_1", "player_2")
    return [at for at, name in enumerate(columns) if name in names]


def note_lines(tail: Sequence[Sequence[str]], needed: Sequence[int] = ()) -> tuple[int, list[int]]:
    """Where the notes below a table begin, and which lines are notes.

    tail : the last lines, each its cells without outer white space
    needed : positions of cells that a total, which begins as a player may be called, lacks
    """
    end = len(tail)
    found: list[int] = []
    # Lines of one cell, which are notes if a blank line or a note stands above them.
    waiting: list[int] = []
    for line in range(len(tail) - 1, -1, -1):
        filled = [cell for cell in tail[line] if cell]
        lacks = not needed or not all(tail[line][at] for at in needed)
        marked = bool(filled) and (_is_note(filled) or (lacks and meaning(filled[0]) in TOTALS))
        if marked or (waiting and not filled):
            found = [*([line] if filled else []), *waiting, *found]
            waiting, end = [], line
        elif len(filled) == 1 and tail[line][0] and any(map(str.isalpha, filled[0])):
            waiting.insert(0, line)
        elif filled:
            break
    return end, found


def _is_note(filled: Sequence[str]) -> bool:
    """Whether a row is one filled cell that begins as a note does."""
    text = filled[0]
    first = meaning(text.split(":")[0]).split("_")[0]
    marked = text.startswith(MARKS) or (first in WORDS and len(text.split()) > 1)
    return marked and len(filled) == 1
