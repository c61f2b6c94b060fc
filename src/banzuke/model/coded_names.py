"""Names as they are stored, and columns of them as numbers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.model.large_columns import look_up

# A name that is as ``clean_name`` leaves it: words of ASCII letters and signs, a space between.
CLEAN = "^[!-~]+( [!-~]+)*$"
_IS_CLEAN = re.compile(CLEAN)

# What nobody sees in a name: marks of direction, soft hyphens, letters of no width, fillers.
# Letters that are joined or kept apart by such a mark, as Persian and Indian ones and
# signs are, keep it between them.
_NO_WIDTH = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
)
_JOINER = "[\u200c\u200d]"
INVISIBLE = re.compile(
    f"[{_NO_WIDTH}]|(?<![\u0590-\U0010ffff]){_JOINER}|{_JOINER}(?![\u0590-\U0010ffff])"
)

# What no text holds unless it was damaged; white space apart.
CONTROL = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")


class Coded(NamedTuple):
    """Texts as numbers: ``codes`` int32, index into ``names``, -1 where empty.

    hidden : the texts, as they are told, that hold something invisible: what is left out, or
        ``CONTROL`` characters
    """

    codes: NDArray[np.int32]
    names: list[str]
    hidden: Sequence[str] = ()


def is_encodable(text: str) -> bool:
    """Whether a text has whole letters only: half of one (a surrogate) is in no file."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def clean_name(name: str) -> str:
    """A name as it is stored: composed Unicode, single spaces, none outside, nothing invisible."""
    if _IS_CLEAN.fullmatch(name):
        return name
    return " ".join(unicodedata.normalize("NFC", INVISIBLE.sub("", name)).split())


def code_names(column: pl.Series) -> Coded:
    """The texts of a column, coded in the order of the cleaned names."""
    together = code_together([column])
    return together._replace(codes=together.codes[:, 0])


def code_together(columns: Sequence[pl.Series]) -> Coded:
    """The texts of several columns, coded alike: ``codes`` int32[lines, columns]."""
    # A namespace of its own: the codes stay small, and the names are freed with the columns.
    kind = pl.Categorical(pl.Categories.random())
    frame = pl.DataFrame({str(number): column for number, column in enumerate(columns)})
    coded = frame.lazy().select(pl.all().cast(pl.String).cast(kind)).collect().get_columns()
    physical = [column.to_physical() for column in coded]
    highest = [column.max() for column in physical]
    count = max((code + 1 for code in highest if isinstance(code, int)), default=0)
    distinct = pl.Series(np.arange(count, dtype=np.uint32)).cat.to(kind).cast(pl.String)
    ranks, names, hidden = _rank_names(distinct)
    # The last place of the table is for empty cells.
    table = np.append(ranks, np.int32(-1))
    codes = np.empty((len(frame), len(columns)), dtype=np.int32)
    for number, column in enumerate(physical):
        begin = 0
        # Piece by piece, because Polars would copy the column to have it in one.
        for piece in column.get_chunks():
            part = codes[begin : begin + len(piece), number]
            look_up(table, piece.fill_null(count).to_numpy(), part)
            begin += len(piece)
    return Coded(codes, names, hidden)


def _rank_names(distinct: pl.Series) -> tuple[NDArray[np.int32], list[str], list[str]]:
    """The code of each text, int32, in the order of the cleaned names; these; and ``hidden``."""
    odd = (~distinct.str.contains(CLEAN)).arg_true()
    cleaned = distinct
    hidden = []
    if len(odd):
        texts_as_told = distinct.gather(odd).to_list()
        cleaned = distinct.scatter(odd, [clean_name(name) for name in texts_as_told])
        hidden = sorted(
            name for name in texts_as_told if INVISIBLE.search(name) or CONTROL.search(name)
        )
    order = cleaned.arg_sort()
    ordered = cleaned.gather(order)
    new = (ordered != ordered.shift(1)).fill_null(value=True)
    # An empty name comes first, if there is one, and has no code.
    new &= ordered != ""
    ranks = np.empty(len(distinct), dtype=np.int32)
    ranks[order.to_numpy()] = np.cumsum(new.to_numpy(), dtype=np.int32) - 1
    return ranks, ordered.filter(new).to_list(), hidden
