"""Words of many short texts as columns, for looking at the letters of all of them at once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]
Together = NDArray[np.uint64]

#: So far behind the last letter of a text one may look: nothing stands there.
BEYOND = 16
ZEROS = np.uint32(0x30303030)
#: Added to a byte, its highest bit is set if it is more than 9.
BEYOND_NINE = np.uint32(0x76767676)
HIGHEST_BITS = np.uint32(0x80808080)
A_BYTE = np.uint64(8)


class Words(NamedTuple):
    """The words of texts; w words, t texts.

    text : all texts, a line each; data : the same as UTF-8
    padded : the same, with BEYOND line ends behind it
    start, end : where each word begins and ends in ``data``
    first : of each text its first word, int64[t + 1], and the number of all words
    """

    text: str
    data: NDArray[np.uint8]
    padded: NDArray[np.uint8]
    start: Ints
    end: Ints
    first: Ints

    def between(self, begin: Ints, end: Ints) -> list[str]:
        """The texts from words ``begin`` to words ``end - 1``, with what stands between them."""
        spans = map(slice, self.start[begin].tolist(), self.end[end - 1].tolist())
        if len(self.text) == len(self.data):
            return list(map(self.text.__getitem__, spans))
        return list(map(bytes.decode, map(self.data.tobytes().__getitem__, spans)))

    def letters_from(self, start: Ints, form: str) -> NDArray[Any]:
        """The letters from some on, several together as one number of a form: <u4 or <u8."""
        count = len(self.padded) - np.dtype(form).itemsize + 1
        return np.ndarray(count, form, self.padded, strides=(1,))[start]

    def word(self, number: int) -> str:
        """A word."""
        return self.between(np.array([number]), np.array([number + 1]))[0]


def words_of(texts: Sequence[str]) -> Words:
    """The words of texts, all at once."""
    joined = "\n".join(texts)
    if not joined.isascii():
        # Spaces of other kinds have more than one byte.
        joined = re.sub(r"[^\S\n]", " ", joined)
    padded = np.frombuffer(joined.encode() + b"\n" * BEYOND, dtype=np.uint8)
    data = padded[:-BEYOND]
    # Space around all of it, so that a word begins and ends wherever it and space meet.
    space = np.ones(len(data) + 2, dtype=np.bool_)
    np.less_equal(data, ord(" "), out=space[1:-1])
    meet = np.flatnonzero(space[1:] != space[:-1])
    start, end = meet[0::2], meet[1::2]
    line_ends = np.flatnonzero(data == ord("\n"))
    first = np.searchsorted(start, line_ends)
    first = np.concatenate([[0], first, [len(start)]]) if texts else np.zeros(1, dtype=np.int64)
    return Words(joined, data, padded, start, end, first)


def number_at(words: Words, start: Ints) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """The numbers that begin at some letters, and how many digits each has, of four at most.

    What is said of a number with more digits may be anything.
    """
    figures = words.letters_from(start, "<u4") ^ ZEROS
    others = ((figures & ~HIGHEST_BITS) + BEYOND_NINE | figures) & HIGHEST_BITS
    # Below the highest bit of the first letter that is no digit there are eight for each before it,
    # and seven of its own.
    bits = np.bitwise_count((others & (~others + np.uint32(1))) - np.uint32(1)) & np.uint8(0xF8)
    # The digits as the last of four letters, behind zeros; then by twos, and all.
    figures <<= np.uint8(32) - bits
    figures[bits == 0] = 0
    figures = (figures * np.uint32(1 + 10 * 256) >> np.uint32(8)) & np.uint32(0x00FF00FF)
    figures = figures * np.uint32(1 + 100 * 65536) >> np.uint32(16)
    return figures.astype(np.int32), bits >> np.uint8(3)


def is_digit(letter: NDArray[np.uint8]) -> Mask:
    """Whether letters are digits."""
    found: Mask = (letter >= ord("0")) & (letter <= ord("9"))
    return found
