"""Whether bytes are UTF-8, and which of them a table needs care for: found in one look at each."""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from typing import NamedTuple

import polars as pl

# So many bytes stay in the processor's cache from one look to the next.
PIECE = 1 << 18


class Marks(NamedTuple):
    """What a text holds somewhere, True or False each.

    letters : beyond ASCII; nul : a NUL byte; returns : a carriage return; quotes : a ``"``
    guards : an apostrophe or an equals sign, as formulas and guarded texts have
    """

    letters: bool = False
    nul: bool = False
    returns: bool = False
    quotes: bool = False
    guards: bool = False


def marks_of(data: bytes | mmap.mmap) -> Marks | None:
    """What some bytes hold; None if they are not valid UTF-8."""
    letters = nul = returns = quotes = guards = False
    for piece in _pieces(data):
        if not piece.isascii():
            letters = True
            try:
                # Polars checks many times faster than a decoder that builds strings.
                pl.Series([piece], dtype=pl.Binary).cast(pl.String)
            except pl.exceptions.PolarsError:
                return None
        nul = nul or b"\x00" in piece
        returns = returns or b"\r" in piece
        quotes = quotes or b'"' in piece
        guards = guards or b"'" in piece or b"=" in piece
    return Marks(letters, nul, returns, quotes, guards)


def is_utf8(data: bytes | mmap.mmap) -> bool:
    """Whether all of the data are valid UTF-8."""
    return marks_of(data) is not None


def _pieces(data: bytes | mmap.mmap) -> Iterator[bytes]:
    """The data in pieces that end with a line, or at least with a letter."""
    begin = 0
    while begin < len(data):
        end = begin + PIECE
        if end < len(data):
            newline = data.rfind(b"\n", begin, end)
            if newline >= 0:
                end = newline + 1
            else:
                # At most three bytes of one letter follow its first.
                for _ in range(3):
                    end -= data[end] & 0xC0 == 0x80
        yield data[begin:end]
        begin = min(end, len(data))
