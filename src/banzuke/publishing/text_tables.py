"""Tables as plain text: for a terminal, a pipe or a file."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Iterable, Mapping, Sequence

import polars as pl

#: The width that stands for any width: nothing is wrapped.
UNLIMITED = 65_535

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
    with pl.Config(
        tbl_rows=-1,
        tbl_cols=-1,
        tbl_formatting="NOTHING",
        tbl_hide_column_data_types=True,
        tbl_hide_dataframe_shape=True,
        fmt_str_lengths=1_000_000,
        tbl_width_chars=max(min(width + 1, UNLIMITED), 2),
    ):
        printed = str(cells)
    # Polars sets a space before and after each cell.
    return [line[1:].rstrip() for line in printed.splitlines()]


def table_of(
    rows: Iterable[Sequence[str]],
    columns: Sequence[str],
    right: Collection[str] = (),
    width: int = UNLIMITED,
) -> list[str]:
    """``text_table`` of rows of texts."""
    schema: Mapping[str, type[pl.DataType]] = dict.fromkeys(columns, pl.String)
    return text_table(pl.DataFrame(list(rows), schema=schema, orient="row"), right, width)


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
            )
    return lines


def document(*blocks: Iterable[str]) -> str:
    """Blocks of lines as one text, a blank line between them; empty blocks are left out."""
    texts = ["\n".join(block) for block in map(list, blocks) if block]
    return "\n\n".join(texts) + "\n"
