"""Tables as plain text: for a terminal, a pipe or a file."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence

import polars as pl

#: The width that stands for any width: nothing is wrapped.
UNLIMITED = 65_535

#: What stands between two columns, and the shortest part in which a word is broken.
BETWEEN = "  "
SHORTEST_PART = 6

_WORD = re.compile(r"\S+")
# Numbers, dates, times of day.
_FIGURES = re.compile(r"(?<!\S)[-+−]?\d[\d.,:%-]*(?!\S)")

#: Nobody reads longer lines of prose.
WIDEST_PROSE = 100

# Control characters could drive a terminal, and the marks of direction could turn a line round.
_UNPRINTABLE = r"[\p{Cc}\x{202A}-\x{202E}\x{2066}-\x{2069}]"


def text_table(
    frame: pl.DataFrame, right: Collection[str] = (), width: int = UNLIMITED
) -> list[str]:
    """The lines of a table: a header, and a line a row, or more where ``width`` makes cells wrap.

    frame : String columns, named as they are headed
    right : columns that are aligned to the right
    """
    cells = frame.select(
        pl.all().fill_null("").str.replace_all(_UNPRINTABLE, "\N{REPLACEMENT CHARACTER}")
    )
    for name in frame.columns:
        if name in right:
            longest = cells[name].str.len_chars().max()
            size = max(len(name), longest if isinstance(longest, int) else 0)
            cells = cells.with_columns(pl.col(name).str.pad_start(size))
            cells = cells.rename({name: name.rjust(size)})
    if not cells.columns:
        return []
    lines = _printed(cells)
    if width >= UNLIMITED or max(map(places, lines)) <= width:
        return lines
    return _wrapped([[name, *cells[name].to_list()] for name in cells.columns], width)


def _printed(cells: pl.DataFrame) -> list[str]:
    """The lines of a table of any width."""
    with pl.Config(
        tbl_rows=-1,
        tbl_cols=-1,
        tbl_formatting="NOTHING",
        tbl_hide_column_data_types=True,
        tbl_hide_dataframe_shape=True,
        fmt_str_lengths=1_000_000,
        tbl_width_chars=UNLIMITED,
    ):
        printed = str(cells)
    # Polars sets a space before and after each cell.
    return [line[1:].rstrip() for line in printed.splitlines()]


def _wrapped(columns: Sequence[Sequence[str]], width: int) -> list[str]:
    """The lines of a table, its cells wrapped so that a line has ``width`` places, if it can be.

    The widest columns give way first; a word is only broken where nothing else helps, and a
    number or a date after all others.
    """
    sizes = [max(map(places, column)) for column in columns]
    room = width - len(BETWEEN) * (len(columns) - 1)
    words = [longest_word(column) for column in columns]
    short = [min(size, SHORTEST_PART) for size in words]
    figures = [longest_word(column[1:], _FIGURES) for column in columns]
    kept = [max(pair) for pair in zip(short, figures, strict=True)]
    for least in (words, kept, short, [1] * len(words)):
        while sum(sizes) > room:
            widest = max(range(len(sizes)), key=lambda at: (sizes[at] > least[at], sizes[at]))
            if sizes[widest] <= least[widest]:
                break
            sizes[widest] -= 1
    lines = []
    for row in zip(*columns, strict=True):
        parts = [cell_lines(cell, size) for cell, size in zip(row, sizes, strict=True)]
        for number in range(max(map(len, parts))):
            cells = [part[number] if number < len(part) else "" for part in parts]
            padded = [
                cell + " " * (size - places(cell)) for cell, size in zip(cells, sizes, strict=True)
            ]
            lines.append(BETWEEN.join(padded).rstrip())
    return lines


def longest_word(texts: Iterable[str], kind: re.Pattern[str] = _WORD) -> int:
    """The places of the longest word, or of the longest that is of a kind."""
    return max((places(word) for text in texts for word in kind.findall(text)), default=1)


def cell_lines(text: str, size: int) -> list[str]:
    """A cell in lines of at most ``size`` places; a cell that fits stays as it is."""
    if places(text) <= size:
        return [text]
    lines: list[str] = []
    for word in text.split():
        if lines and places(lines[-1]) + 1 + places(word) <= size:
            lines[-1] += f" {word}"
            continue
        lines.append("")
        for letter in word:
            if places(lines[-1] + letter) > size:
                lines.append("")
            lines[-1] += letter
    return lines


def places(text: str) -> int:
    """How many places of a terminal a text takes: wide letters two, accents none."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(unicodedata.combining(letter) > 0 for letter in text)


def table_of(
    rows: Iterable[Sequence[str]],
    columns: Sequence[str],
    right: Collection[str] = (),
    width: int = UNLIMITED,
) -> list[str]:
    """``text_table`` of rows of texts."""
    schema: Mapping[str, type[pl.DataType]] = dict.fromkeys(columns, pl.String)
    return text_table(pl.DataFrame(list(rows), schema=schema, orient="row"), right, width)


def each_once(names: Sequence[str]) -> list[str]:
    """Headings, each once: a later one of the same is told apart by its number.

    >>> each_once(["total", "round", "total"])
    ['total', 'round', 'total (2)']
    """
    found: list[str] = []
    for name in names:
        unlike, number = name, 1
        while unlike in found:
            number += 1
            unlike = f"{name} ({number})"
        found.append(unlike)
    return found


def fitting_table(
    rows: Sequence[Mapping[str, object]], choices: Sequence[Sequence[str]], width: int
) -> tuple[Sequence[str], list[str]]:
    """(columns, lines) of a table with the first choice of columns that fits whole words."""
    for columns in choices:
        cells = [[str(row[name]) for name in columns] for row in rows]
        least = sum(longest_word(column) + len(BETWEEN) for column in zip(*cells, strict=True))
        if least <= width:
            break
    return columns, table_of(cells, columns, (), width)


def prose(text: str, width: int, indent: str = "", first: str | None = None) -> list[str]:
    """Paragraphs, wrapped; a line that begins with a hyphen begins an item of its own.

    indent : before every line; first : before the first line instead
    """
    lines: list[str] = []
    for paragraph in text.strip().split("\n\n"):
        if lines:
            lines.append("")
        for item in re.split(r"\n(?=- )", paragraph):
            hanging = indent + "  " * item.startswith("- ")
            lines += textwrap.wrap(
                " ".join(item.split()),
                max(min(width, WIDEST_PROSE), 20),
                initial_indent=indent if lines or first is None else first,
                subsequent_indent=hanging,
                break_on_hyphens=False,
            )
    return lines


def document(*blocks: Iterable[str]) -> str:
    """Blocks of lines as one text, a blank line between them; empty blocks are left out."""
    texts = ["\n".join(block) for block in map(list, blocks) if block]
    return "\n\n".join(texts) + "\n"
