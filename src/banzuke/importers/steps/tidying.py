"""From raw columns to a Reading: white space, blank rows, damaged and doubly encoded letters."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import polars as pl

from banzuke.importers.steps.half_rows import with_whole_games
from banzuke.importers.steps.headers import Header
from banzuke.importers.steps.notes_below import without_notes_below
from banzuke.importers.steps.result_cells import with_scores
from banzuke.importers.steps.whole_names import with_whole_names
from banzuke.model.columns import KINDS
from banzuke.model.errors import ResultsRefused
from banzuke.model.formulas import without_guard
from banzuke.model.importer import Reading
from banzuke.model.problems import Problem
from banzuke.model.row_problems import Problems

# UTF-8 that was read as a Western set: a letter from Â to ô, then one of what such a set has
# for the bytes 80 to BF.
DOUBLY_ENCODED = (
    "[\u00c2-\u00f4][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc"
    "\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]"
)
#: What programs put in the place of a letter that they could not read.
LOST_LETTER = "\ufffd"
MOST_WARNINGS = 20


class Known(NamedTuple):
    """What is known of a file's texts, so that nobody need look at each.

    plain_letters : there is neither U+FFFD nor a letter that begins doubly encoded text
    empty_are_null : no text is empty
    no_formulas : no text is a formula, or guarded against being run as one
    no_guards : no text is guarded so, since no spreadsheet writes such files
    """

    plain_letters: bool = False
    empty_are_null: bool = False
    no_formulas: bool = False
    no_guards: bool = False


UNKNOWN = Known()

#: Columns of names, in which a formula is a mistake.
NAMES = frozenset(("player_1", "player_2", "player", "name", "winner", "loser", "event"))


def text_and_number_types(names: list[str]) -> dict[str, pl.DataType]:
    """How a file's columns are read: our numbers as Float64, all others as they are spelt."""
    return {name: pl.Float64() if KINDS.get(name) == "number" else pl.String() for name in names}


def tidy(
    frame: pl.DataFrame,
    header: Header,
    source: str,
    first_row: int,
    warnings: tuple[Problem, ...] = (),
    *,
    rows: pl.Series | None = None,
    known: Known = UNKNOWN,
) -> Reading:
    """The Reading of raw columns; raises ResultsRefused for cells whose letters are lost.

    Empty texts become null, columns without name and content go, and number columns of texts
    become Float64 if each of their cells is a number. White space around other texts stays; the
    validation drops it from whatever it is given.
    Line i of ``frame`` is row i + ``first_row`` of the file, or ``rows[i]``; blank rows are
    dropped and counted, notes and totals below the table left aside and told; given and family
    names become one, and scores in one cell two.
    """
    warnings = (*header.notes, *warnings)
    if not known.empty_are_null:
        frame = _without_empty_texts(frame)
    again = _header_again(frame, header)
    if again is not None:
        rows = _rows(rows, first_row, len(frame))
        what = "this row is the header again, and left aside"
        warnings += tuple(Problem(what, "", source, row) for row in rows.filter(again).to_list())
        frame, rows = frame.filter(~again), rows.filter(~again)
    frame = frame.drop(name for name in header.unnamed if frame[name].null_count() == len(frame))
    if not known.no_formulas:
        if not known.no_guards:
            frame = frame.with_columns(without_guard(pl.nth(at)) for at in _texts(frame))
        warnings += _formulas(frame, Problems(source, _row_of(rows, first_row)))
    frame, below = without_notes_below(frame, source, _row_of(rows, first_row))
    rows = rows if rows is None else rows.head(len(frame))
    frame, named = with_whole_names(frame, source)
    frame, scored = with_scores(frame, source)
    warnings += (*named, *scored, *below)
    frame, rows, blank = _drop_blank_rows(frame, rows, first_row)
    frame = frame.with_columns(
        as_numbers(frame[name])
        for name, kind in frame.schema.items()
        if kind == pl.String and KINDS.get(name) == "number"
    )
    whole = with_whole_games(frame, source, _row_of(rows, first_row))
    if whole is not None:
        rows = _rows(rows, first_row, len(frame)).gather(whole.lines)
        frame, warnings = whole.frame, warnings + whole.notes
    if not known.plain_letters:
        warnings += damaged_letters(frame, Problems(source, _row_of(rows, first_row)))
    return Reading(frame, source, rows, first_row, warnings=warnings, blank_rows=blank)


def _row_of(rows: pl.Series | None, first_row: int) -> Callable[[int], int]:
    """What tells the file's row of a line."""
    return lambda line: first_row + line if rows is None else int(rows[line])


def _rows(rows: pl.Series | None, first_row: int, count: int) -> pl.Series:
    """The file's row of each line, as a column."""
    if rows is not None:
        return rows
    return pl.int_range(first_row, first_row + count, dtype=pl.UInt32, eager=True)


def _header_again(frame: pl.DataFrame, header: Header) -> pl.Series | None:
    """Which lines are the header once more, as on each page of a print; None if none is."""
    found: pl.Series | None = None
    if sum(map(bool, header.own)) < 2:
        return None
    for series, own in zip(frame, header.own, strict=True):
        if not own:
            continue
        if series.dtype != pl.String:
            return None  # a number is no name
        same = (series == own).fill_null(value=False)
        found = same if found is None else found & same
        if not found.any():
            return None
    return found


def _without_empty_texts(frame: pl.DataFrame) -> pl.DataFrame:
    """The frame with null for texts that are empty."""
    # By position, since a column may be called *, which names all of them.
    without = []
    for at in _texts(frame):
        empty = frame.to_series(at) == ""
        if empty.any():
            without.append(pl.when(~empty).then(pl.nth(at)))
    return frame.with_columns(without)


def _texts(frame: pl.DataFrame) -> list[int]:
    """The positions of the columns of texts."""
    return [at for at, kind in enumerate(frame.dtypes) if kind == pl.String]


def _formulas(frame: pl.DataFrame, problems: Problems) -> tuple[Problem, ...]:
    """A warning for each name that is a formula; problems : of the file, none so far."""
    texts = [frame.columns[at] for at in _texts(frame)]
    for name in filter(NAMES.__contains__, texts):
        lines = frame[name].str.contains("^=").fill_null(value=False)
        problems.add_lines(
            lines.to_numpy(),
            name,
            partial(_formula, frame[name]),
            "what it shows, as text",
        )
    return tuple(problems.found)


def _formula(texts: pl.Series, line: int) -> str:
    return f"{texts[line]!r} looks like a formula"


def as_numbers(texts: pl.Series) -> pl.Series:
    """A column of texts as Float64 if each of its cells is a number or empty, else as it is."""
    stripped = texts.str.strip_chars().replace("", None)
    numbers = stripped.cast(pl.Float64, strict=False)
    return numbers if numbers.null_count() == stripped.null_count() else texts


def _drop_blank_rows(
    frame: pl.DataFrame, rows: pl.Series | None, first_row: int
) -> tuple[pl.DataFrame, pl.Series | None, int]:
    """The frame without rows of empty cells, the rows that are left, and how many were dropped."""
    blank = None
    # Numbers first: they are never white space, and one column without gaps settles it.
    for series in sorted(frame, key=lambda series: series.dtype == pl.String):
        empty = series.is_null()
        if series.dtype == pl.String:
            empty |= series.str.strip_chars() == ""
        blank = (
            empty.fill_null(value=True) if blank is None else blank & empty.fill_null(value=True)
        )
        if not blank.any():
            return frame, rows, 0
    if blank is None:
        return frame, rows, 0
    rows = _rows(rows, first_row, len(frame))
    return frame.filter(~blank), rows.filter(~blank), int(blank.sum())


def damaged_letters(frame: pl.DataFrame, problems: Problems) -> tuple[Problem, ...]:
    """A warning for each text that looks doubly encoded; ResultsRefused if letters are lost.

    problems : of the file, none so far
    """
    _refuse_lost_letters(frame, problems)
    return _doubly_encoded(frame, problems)


def _refuse_lost_letters(frame: pl.DataFrame, problems: Problems) -> None:
    """Raise ResultsRefused for cells in which an earlier program put the mark of a lost letter."""
    for series in frame.select(pl.col(pl.String)):
        lost = series.str.contains(LOST_LETTER, literal=True).fill_null(value=False)
        right = "write the cell anew, or export the file again as UTF-8"
        problems.add_lines(lost.to_numpy(), series.name, partial(_lost_letters, series), right)
    if problems.found:
        raise ResultsRefused(problems.found)


def _lost_letters(series: pl.Series, line: int) -> str:
    return f"{series[line]!r} holds letters that another program lost"


def _doubly_encoded(frame: pl.DataFrame, problems: Problems) -> tuple[Problem, ...]:
    """A warning for each text, where it stands first, that looks like ``MÃ¼ller``."""
    found: dict[str, tuple[int, str, str]] = {}
    for series in frame.select(pl.col(pl.String)):
        suspect = series.str.contains(DOUBLY_ENCODED).fill_null(value=False)
        for line in suspect.arg_true().to_list() if suspect.any() else ():
            text = series[line]
            if text not in found and (likely := _encoded_once(text)) != text:
                found[text] = (line, series.name, likely)
    in_order = sorted(found.items(), key=lambda item: item[1][0])
    for text, (line, column, likely) in in_order[:MOST_WARNINGS]:
        problems.add(f"{text!r} looks doubly encoded", f"it may be {likely!r}", column, line)
    if len(in_order) > MOST_WARNINGS:
        problems.add(f"… and {len(in_order) - MOST_WARNINGS} more texts look doubly encoded")
    return tuple(problems.found)


def _encoded_once(text: str) -> str:
    """The text that became this one when its UTF-8 was read as a Western set, or the same text."""
    # Importing ftfy registers the set as programs use it, with its undefined bytes.
    from ftfy import fix_encoding

    try:
        return text.encode("sloppy-windows-1252").decode()
    except UnicodeError:
        return fix_encoding(text)
