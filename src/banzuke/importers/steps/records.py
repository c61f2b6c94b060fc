"""The records of delimited text: whether its quotes are in order, how many cells each record has.

A record is a line, or several lines if a quoted cell holds line ends. Records count as rows of
a spreadsheet do: a blank line is one too.
"""

from __future__ import annotations

import mmap
import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.importers.steps.notes_below import LEAST_COLUMNS, MOST_BELOW, note_lines
from banzuke.importers.steps.text_lines import LINE_END
from banzuke.importers.steps.utf8 import Marks
from banzuke.model.errors import ResultsRefused
from banzuke.model.row_problems import Problems

Bytes = NDArray[np.uint8]
Indices = NDArray[np.int64]

CHUNK = 1 << 24
NEWLINE, RETURN, QUOTE = 10, 13, 34


class Layout(NamedTuple):
    """Where the table stands in a text.

    delimiter : the character between cells
    columns : how many cells a record has
    lines : how many lines come before the first record below the header
    first_row : the row, as a spreadsheet counts, of that record
    """

    delimiter: str
    columns: int
    lines: int
    first_row: int


def is_orderly(data: bytes | mmap.mmap, delimiter: str, marks: Marks) -> bool:
    """Whether a fast reader can be trusted with this text.

    Lines end as on Unix or Windows, and quotes stand only around whole cells, doubled inside them.
    ``marks`` is what it holds.
    """
    octets = np.frombuffer(data, dtype=np.uint8)
    if marks.returns:
        returns = _positions(octets, RETURN)
        if returns[-1] == len(octets) - 1 or not (octets[returns + 1] == NEWLINE).all():
            return False
    return not marks.quotes or _quotes_are_orderly(octets, ord(delimiter))


def _quotes_are_orderly(octets: Bytes, delimiter: int) -> bool:
    quotes = _positions(octets, QUOTE)
    if len(quotes) % 2:
        return False
    opening, closing = quotes[0::2], quotes[1::2]
    before = octets[np.maximum(opening - 1, 0)]
    after = octets[np.minimum(closing + 1, len(octets) - 1)]
    # A quote right behind the one that closes is the second half of a doubled one.
    doubled = np.zeros(len(opening) + 1, dtype=np.bool_)
    doubled[1:-1] = opening[1:] == closing[:-1] + 1
    starts = (before == delimiter) | (before == NEWLINE) | doubled[:-1]
    starts[0] |= opening[0] == 0 or (opening[0] == 3 and octets[0] == 0xEF)
    ends = (after == delimiter) | (after == NEWLINE) | (after == RETURN) | doubled[1:]
    ends[-1] |= closing[-1] == len(octets) - 1
    return bool(starts.all() and ends.all())


def refuse_ragged(
    data: bytes | mmap.mmap, layout: Layout, frame: pl.DataFrame | None, source: str
) -> None:
    """Raise ResultsRefused for records with too few or too many cells; the text is orderly.

    ``frame`` is what the fast reader made of it, if it could: it fills short records silently.
    """
    if frame is not None:
        if frame.width and frame.to_series(-1).null_count() == 0:
            return
        quoted = data.find(b'"') >= 0
        if not quoted and _count(data, ord(layout.delimiter)) == (layout.columns - 1) * (
            len(frame) + 1
        ):
            return
    cells, ends = _cells_of_records(data, layout.delimiter)
    lengths = np.diff(ends, prepend=-1) - 1
    header = int(np.searchsorted(ends, _end_of_line(data, layout.lines), side="right"))
    ragged = np.flatnonzero((cells != layout.columns) & (lengths > 0))
    problems = Problems(source, lambda record: record - header + layout.first_row)
    wrong = [
        record
        for record in ragged[ragged >= header].tolist()
        if _has_content(data[ends[record] - lengths[record] : ends[record]], layout.delimiter)
    ]
    if wrong and layout.columns >= LEAST_COLUMNS:
        begin = max(header, len(ends) - MOST_BELOW)
        tail = [
            _content(data[ends[record] - lengths[record] : ends[record]], layout.delimiter)
            for record in range(begin, len(ends))
        ]
        notes = {begin + line for line in note_lines(tail)[1] if len(tail[line]) == 1}
        wrong = [record for record in wrong if record not in notes]
    problems.add_lines(wrong, "", lambda record: _ragged(int(cells[record])), _right(layout))
    if problems.found:
        raise ResultsRefused(problems.found)


def read_slowly(
    data: bytes | mmap.mmap, layout: Layout, names: list[str], source: str
) -> pl.DataFrame:
    """All cells as text, read with care; raises ResultsRefused for ragged or unclosed records.

    Empty cells are null. The refusal holds the other records, as a frame in which those that are
    ragged are blank. Takes what the fast reader does not: lines that end as on old Macs, white
    space around quotes, and quotes inside a cell that is not quoted.
    """
    problems = Problems(source, lambda record: record + layout.first_row)
    text = str(data, "utf-8")
    position = 0
    for _ in range(layout.lines):
        end = LINE_END.search(text, position)
        position = len(text) if end is None else end.end()
    rows: list[list[str | None]] = []
    blank: list[str | None] = [None] * layout.columns
    wrong: dict[int, list[str]] = {}
    for record, cells in enumerate(_records(text, position, layout.delimiter, problems)):
        if len(cells) == layout.columns:
            rows.append([cell or None for cell in cells])
        else:
            rows.append(blank)
            if any(cell.strip() for cell in cells):
                wrong[record] = cells
    _keep_notes(rows, wrong, layout)
    problems.add_lines([*wrong], "", lambda record: _ragged(len(wrong[record])), _right(layout))
    frame = pl.DataFrame(rows, schema=dict.fromkeys(names, pl.String), orient="row")
    if problems.found:
        raise ResultsRefused(problems.found, frame)
    return frame


def _keep_notes(rows: list[list[str | None]], wrong: dict[int, list[str]], layout: Layout) -> None:
    """Take ragged records of one cell that are notes below the table for rows of one cell."""
    if not wrong or layout.columns < LEAST_COLUMNS:
        return
    begin = max(0, len(rows) - MOST_BELOW)
    tail = [
        [(cell or "").strip() for cell in wrong.get(begin + line, row)]
        for line, row in enumerate(rows[begin:])
    ]
    for line in note_lines(tail)[1]:
        cells = wrong.get(begin + line, ())
        if len(tail[line]) == 1 and cells:
            del wrong[begin + line]
            rows[begin + line] = [tail[line][0], *[None] * (layout.columns - 1)]


def _records(text: str, position: int, delimiter: str, problems: Problems) -> Iterator[list[str]]:
    """The records from a position on; a cell whose quotes are out of order ends them."""
    space = "[ \t]*" if delimiter != "\t" else " *"
    between = re.escape(delimiter)
    # Possessive quantifiers (++, *+): what follows a cell in quotes must not make it be read
    # again in every other way, of which there are as many as 2 to the power of its length.
    cell = re.compile(
        rf'{space}(?:"((?:[^"]++|"")*+)"{space}|(?!{space}")([^{between}\r\n]*))'
        rf"({between}|\r\n|\n|\r|\Z)"
    )
    record = 0
    cells: list[str] = []
    while position < len(text) or cells:
        found = cell.match(text, position)
        if found is None:
            what = f"cannot be split into cells at {text[position : position + 20]!r}"
            right = 'a cell that begins with " ends with ", and a " inside it is doubled'
            problems.add(what, right, line=record)
            return
        quoted, plain, end = found.groups()
        cells.append(plain if quoted is None else quoted.replace('""', '"'))
        position = found.end()
        if end != delimiter:
            yield cells
            cells = []
            record += 1


def _has_content(record: bytes, delimiter: str) -> bool:
    """Whether anything stands in the cells of one record."""
    return any(_content(record, delimiter))


def _content(record: bytes, delimiter: str) -> list[str]:
    """What stands in the cells of one record."""
    if b'"' not in record:
        cells = record.decode().split(delimiter)
    else:
        cells = next(_records(record.decode(), 0, delimiter, Problems("", int)), [])
    return [cell.strip() for cell in cells]


def _cells_of_records(data: bytes | mmap.mmap, delimiter: str) -> tuple[Indices, Indices]:
    """How many cells each record has, and the position of its end."""
    octets = np.frombuffer(data, dtype=np.uint8)
    counts, ends = [], []
    quoted = data.find(b'"') >= 0
    inside = np.uint8(0)
    cells = 0
    for begin in range(0, len(octets), CHUNK):
        piece = octets[begin : begin + CHUNK]
        is_delimiter, is_end = piece == ord(delimiter), piece == NEWLINE
        if quoted:
            parity = np.bitwise_xor.accumulate((piece == QUOTE).view(np.uint8)) ^ inside
            inside = parity[-1]
            is_delimiter &= parity == 0
            is_end &= parity == 0
        between, end = np.flatnonzero(is_delimiter), np.flatnonzero(is_end)
        before = np.searchsorted(between, end)
        counts.append(np.diff(before, prepend=-cells))
        cells = len(between) - (int(before[-1]) if len(before) else -cells)
        ends.append(end + begin)
    if not octets.size or octets[-1] != NEWLINE or inside:
        counts.append(np.array([cells]))
        ends.append(np.array([len(octets)]))
    return np.concatenate(counts) + 1, np.concatenate(ends)


def _end_of_line(data: bytes | mmap.mmap, lines: int) -> int:
    """The position of the last byte of so many lines."""
    position = -1
    for _ in range(lines):
        position = data.find(b"\n", position + 1)
        if position < 0:
            return len(data)
    return position


def _positions(octets: Bytes, value: int) -> Indices:
    """Where a byte stands."""
    return np.concatenate(
        [
            np.flatnonzero(octets[begin : begin + CHUNK] == value) + begin
            for begin in range(0, len(octets), CHUNK)
        ]
    )


def _count(data: bytes | mmap.mmap, value: int) -> int:
    """How often a byte stands in the data."""
    octets = np.frombuffer(data, dtype=np.uint8)
    return sum(
        int(np.count_nonzero(octets[begin : begin + CHUNK] == value))
        for begin in range(0, len(octets), CHUNK)
    )


def _ragged(cells: int) -> str:
    return f"{cells} cell{'s' if cells != 1 else ''}"


def _right(layout: Layout) -> str:
    return f"{layout.columns}, as in the header; empty cells are written too"
