"""Letters that nobody sees: that some were left out of a column is told, and damage is refused."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from banzuke.model.coded_names import CONTROL, Coded, clean_name
from banzuke.model.problems import Problem
from banzuke.model.row_problems import MOST_PROBLEMS_OF_A_KIND, Problems
from banzuke.model.wording import counted


def hidden_letters(
    coded: Coded, frame: pl.DataFrame, columns: Sequence[str], problems: Problems
) -> list[Problem]:
    """A warning if something invisible was left out of the texts of some columns.

    Texts that hold control characters, which only damage puts there, are problems.
    """
    damaged = [text for text in coded.hidden if CONTROL.search(text)]
    for text in damaged[:MOST_PROBLEMS_OF_A_KIND]:
        line, column = _first_line(text, frame, columns)
        what = f"{text!a} holds characters that cannot be printed"
        problems.add(what, "the text without them", column, line)
    left_out = [text for text in coded.hidden if not CONTROL.search(text)]
    if not left_out:
        return []
    line, column = _first_line(left_out[0], frame, columns)
    count = counted(len(left_out), "text holds", "texts hold")
    shown = f"{left_out[0]!a} is {clean_name(left_out[0])!r}"
    what = f"{count} invisible letters, which are left out: {shown}"
    return [Problem(what, "", problems.source, problems.row_of(line), column)]


def _first_line(text: str, frame: pl.DataFrame, columns: Sequence[str]) -> tuple[int, str]:
    """The first line in which a text stands in one of the columns, and which."""
    return min(
        (int(at), name)
        for name in columns
        for at in (frame[name].cast(pl.String) == text).fill_null(value=False).arg_true()[:1]
    )
