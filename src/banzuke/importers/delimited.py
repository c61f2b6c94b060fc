"""Text files with a record a line: CSV, with commas, semicolons, tabs or bars between the cells.

The row of a record is its number as a spreadsheet counts: the header is row 1, and a record
below it, blank ones too, is one row even if a quoted cell holds line ends.
"""

from __future__ import annotations

import csv
import io
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import polars as pl

from banzuke.importers.steps.encodings import Text, has_doubtful_letters, load_text, start_of_text
from banzuke.importers.steps.file_kinds import GZIP, SAMPLE_BYTES, first_bytes, seems_to_be
from banzuke.importers.steps.headers import (
    MOST_ABOVE,
    Header,
    Heading,
    header_among,
    is_known,
    name_columns,
    normal,
    notes_of,
)
from banzuke.importers.steps.records import Layout, is_orderly, read_slowly, refuse_ragged
from banzuke.importers.steps.text_lines import LINE_END
from banzuke.importers.steps.tidying import Known, text_and_number_types, tidy
from banzuke.model.columns import KINDS
from banzuke.model.errors import ParameterRefused, ResultsRefused
from banzuke.model.importer import Importer, Reading, ReadOptions
from banzuke.model.problems import Problem, in_rows
from banzuke.model.validation import shape_of

DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
# A file with broken records is looked at cell by cell, which takes a second for so many bytes.
MOST_READ_SLOWLY = 1 << 24
ENDINGS = (".csv", ".tsv", ".tab")
#: One of our own columns.
BEGINS = re.compile(rf'"?({"|".join(KINDS)})"?[,;|\t]'.encode(), re.IGNORECASE)


@dataclass(frozen=True)
class Beginning:
    """What the first lines of a file say.

    own : the columns' own names
    lines : how many lines they take, with what stands above them
    header_row : the row of the header
    heading : what else is known of the header
    """

    delimiter: str
    own: tuple[str, ...]
    lines: int
    header_row: int
    heading: Heading | None = None


def recognise(sample: bytes, path: Path) -> float:
    """How sure it is that a file is a table of delimited text, by its column names and ending.

    It is certain of one that begins with the names that columns have here.
    """
    if seems_to_be(sample) not in ("", GZIP):
        return 0.0
    start = start_of_text(sample)
    beginning = _find_header(start, "", frozenset())
    if beginning is None:
        return 0.0
    if beginning.header_row == 1 and _are_ours([normal(name) for name in beginning.own]):
        return 1.0
    known = sum(is_known(name) for name in beginning.own)
    if known >= 2:
        return 0.9
    if {suffix.lower() for suffix in path.suffixes[-2:]} & set(ENDINGS):
        return 0.6
    if known and len(beginning.own) > 1:
        return 0.5
    return 0.2 if _is_even(start, beginning.delimiter) else 0.05


def _are_ours(names: list[str]) -> bool:
    """Whether names are those of results, with others or without, or all known to us."""
    if not all(names):
        return False
    return shape_of(names) != "" or (len(names) > 1 and KINDS.keys() >= set(names))


def read(path: Path, options: ReadOptions) -> Reading:
    """Read a table of delimited text; raises ResultsRefused with every problem found.

    Our number columns come as Float64 if each of their cells is a number, else as text; all
    other columns come as text, spelt as in the file. Empty cells are null.
    """
    source = path.name
    delimiter = _given_delimiter(options.delimiter)
    _refuse_endless_line(first_bytes(path), source)
    text = load_text(path, options.encoding)
    sample = start_of_text(text.data[:SAMPLE_BYTES])
    wanted = frozenset(normal(own) for own in options.columns.values())
    beginning = _find_header(sample, delimiter, wanted)
    if beginning is None:
        raise ResultsRefused([Problem("there is no header, only blank lines", "", source)])
    if len(text.data) > SAMPLE_BYTES and len(LINE_END.findall(sample)) < beginning.lines:
        raise ResultsRefused([_endless_header(source)])
    names = [normal(name) for name in beginning.own]
    if not (shape_of(names) and KINDS.keys() >= set(names)):
        special = _special(text, beginning.delimiter, options, source)
        if special is not None:
            return special
    header = name_columns(beginning.own, options, source, beginning.header_row)
    layout = Layout(
        beginning.delimiter, len(beginning.own), beginning.lines, beginning.header_row + 1
    )
    try:
        frame = _parse(text, layout, header, source)
    except ResultsRefused as refused:
        raise _with_the_rest(refused, text, layout, header, source) from None
    plain = not (text.marks.letters and has_doubtful_letters(text.data))
    warnings = text.warnings
    if beginning.heading is not None:
        warnings += notes_of(beginning.heading, source, beginning.header_row)
    # A text that is empty, and no null, comes from quotes with nothing between them.
    known = Known(
        plain_letters=plain,
        empty_are_null=not text.marks.quotes,
        no_formulas=not text.marks.guards,
    )
    return tidy(frame, header, source, layout.first_row, warnings, known=known)


def _special(text: Text, delimiter: str, options: ReadOptions, source: str) -> Reading | None:
    """The Reading of a text that is a crosstable or another table of a form of its own."""
    from banzuke.importers.steps.grids import grid_of
    from banzuke.importers.steps.special_forms import FIRST_RECORDS, MOST_BYTES, read_special

    if len(text.data) > MOST_BYTES:
        return None
    whole = _without_sep(text.whole)
    reader = csv.reader(io.StringIO(whole, newline=""), delimiter=delimiter, skipinitialspace=True)
    first = list(islice(reader, FIRST_RECORDS))
    reading = read_special(first, lambda: grid_of([*first, *reader]), options, source)
    if reading is None:
        return None
    return replace(reading, warnings=(*text.warnings, *reading.warnings))


def _with_the_rest(
    refused: ResultsRefused, text: Text, layout: Layout, header: Header, source: str
) -> ResultsRefused:
    """A refusal of some records, with a Reading of the others, in which more may be wrong."""
    if len(text.data) > MOST_READ_SLOWLY:
        return refused
    if not isinstance(refused.partial, pl.DataFrame):
        try:
            read_slowly(text.data, layout, header.names, source)
        except ResultsRefused as again:
            refused = again
    if not isinstance(refused.partial, pl.DataFrame):
        return refused
    try:
        rest = tidy(refused.partial, header, source, layout.first_row)
    except ResultsRefused as more:
        return ResultsRefused(in_rows([*refused.problems, *more.problems]))
    return ResultsRefused(refused.problems, rest if len(rest.frame) else None)


def _parse(text: Text, layout: Layout, header: Header, source: str) -> pl.DataFrame:
    """The records as a frame: read fast where that is safe, else with care."""
    if is_orderly(text.data, layout.delimiter, text.marks):
        types = text_and_number_types(header.names)
        frame = _read_fast(text, layout, types)
        if frame is None:
            # A number column has a cell that is none: it comes as text, for the validation to see.
            frame = _read_fast(text, layout, dict.fromkeys(types, pl.String()))
        refuse_ragged(text.data, layout, frame, source)
        if frame is not None:
            return frame
    return read_slowly(text.data, layout, header.names, source)


def _read_fast(text: Text, layout: Layout, types: dict[str, pl.DataType]) -> pl.DataFrame | None:
    """The frame as Polars reads it; None if it refuses."""
    try:
        return pl.read_csv(
            text.path or bytes(text.data),
            has_header=False,
            separator=layout.delimiter,
            skip_lines=layout.lines,
            schema=types,
            infer_schema=False,
            missing_columns="insert",
            raise_if_empty=False,
            glob=False,
        )
    except pl.exceptions.PolarsError:
        return None


def _refuse_endless_line(sample: bytes, source: str) -> None:
    """Raise ResultsRefused, before a huge file is read whole, if no line ends in its sample."""
    packed = seems_to_be(sample) == GZIP
    if len(sample) == SAMPLE_BYTES and not packed and not re.search(rb"[\r\n]", sample):
        raise ResultsRefused([_endless_header(source)])


def _endless_header(source: str) -> Problem:
    what = f"the header does not end within the first {SAMPLE_BYTES} bytes"
    return Problem(what, "a text file with a record a line", source)


def _given_delimiter(delimiter: str) -> str:
    """The delimiter that a person named, "" for none; raises ParameterRefused for other texts."""
    named = {"\\t": "\t"} | {name: character for character, name in DELIMITERS.items()}
    delimiter = named.get(delimiter, delimiter)
    if delimiter and (len(delimiter) > 1 or not delimiter.isascii() or delimiter in '\r\n"\x00'):
        names = ", ".join(DELIMITERS.values())
        raise ParameterRefused(f"delimiter {delimiter!r}: one character, or {names}")
    return delimiter


def _find_header(text: str, delimiter: str, wanted: frozenset[str]) -> Beginning | None:
    """The header of a text, by the delimiter that yields most columns of ours; None if blank.

    ``delimiter`` is "" to find it; ``wanted`` are normal names that are as good as ours.
    """
    rest = _without_sep(text)
    if len(rest) < len(text):
        found = _header_with(rest, delimiter or text[4], wanted)
        return None if found is None else replace(found, lines=found.lines + 1)
    if delimiter:
        return _header_with(text, delimiter, wanted)
    best: tuple[tuple[int, int], Beginning | None] = ((-1, -1), None)
    for candidate in DELIMITERS:
        found = _header_with(text, candidate, wanted)
        if found is not None:
            known = sum(is_known(name) or normal(name) in wanted for name in found.own)
            worth = (known, len(found.own))
            best = max(best, (worth, found), key=lambda pair: pair[0])
    return best[1]


def _without_sep(text: str) -> str:
    """A text without the line ``sep=;`` that spreadsheets write for themselves and do not count."""
    if text[:4].lower() != "sep=" or text[5:6] not in ("\r", "\n"):
        return text
    return text[5:].removeprefix("\r").removeprefix("\n")


def _header_with(text: str, delimiter: str, wanted: frozenset[str]) -> Beginning | None:
    """The header, split at this delimiter, among the records that are not blank; None if all are.

    It is the first of them, or stands below a title.
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)
    first: list[Beginning] = []
    with suppress(csv.Error):
        for row, cells in enumerate(reader, 1):
            if any(cell.strip().strip("\ufeff") for cell in cells):
                first.append(Beginning(delimiter, tuple(cells), reader.line_num, row))
            if len(first) > MOST_ABOVE:
                break
    if not first:
        return None
    heading = header_among([one.own for one in first], wanted)
    return replace(first[heading.position], own=heading.own, heading=heading)


def _is_even(text: str, delimiter: str) -> bool:
    """Whether the first lines have equally many cells, and more than one."""
    lines = text.split("\n")[:10][: -1 if len(text) >= SAMPLE_BYTES else None]
    counts = {line.count(delimiter) for line in lines if line.strip()}
    return len(counts) == 1 and len(lines) > 1 and counts != {0}


IMPORTER = Importer(
    key="csv",
    title="CSV",
    recognise=recognise,
    read=read,
    begins=BEGINS,
)
