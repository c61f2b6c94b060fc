"""Words of many short texts as columns, for looking at the letters of all of them at once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]

#: So many digits of a number are looked at.
MOST_DIGITS = 5
#: So far behind the last letter of a text one may look: nothing stands there.
BEYOND = 16


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
        spans = zip(self.start[begin].tolist(), self.end[end - 1].tolist(), strict=True)
        if len(self.text) == len(self.data):
            return [self.text[one:two] for one, two in spans]
        data = self.data.tobytes()
        return [data[one:two].decode() for one, two in spans]

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


def number_at(words: Words, start: Ints) -> tuple[Ints, Ints]:
    """The numbers that begin at some letters, and how many digits each has, at most MOST_DIGITS."""
    digits = np.zeros(len(start), dtype=np.int64)
    number = np.zeros(len(start), dtype=np.int64)
    goes_on = np.ones(len(start), dtype=np.bool_)
    for place in range(MOST_DIGITS):
        letter = words.padded[start + place]
        goes_on &= is_digit(letter)
        if not goes_on.any():
            break
        digits += goes_on
        number = np.where(goes_on, 10 * number + letter - ord("0"), number)
    return number, digits


def is_digit(letter: NDArray[np.uint8]) -> Mask:
    """Whether letters are digits."""
    found: Mask = (letter >= ord("0")) & (letter <= ord("9"))
    return found
