"""Words of many short texts as columns, for looking at the letters of all of them at once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]

#: So many letters of a word, and so many digits of a number, are looked at.
MOST_DIGITS, MOST_LETTERS = 5, 11


class Words(NamedTuple):
    """The words of texts; w words, t texts.

    text : all texts, a line each; data : the same as UTF-8
    start, end : where each word begins and ends in ``data``
    first : of each text its first word, int64[t + 1], and the number of all words
    """

    text: str
    data: NDArray[np.uint8]
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
    data = np.frombuffer(joined.encode(), dtype=np.uint8)
    # Space around all of it, so that a word begins and ends wherever it and space meet.
    space = np.ones(len(data) + 2, dtype=np.bool_)
    np.less_equal(data, ord(" "), out=space[1:-1])
    meet = np.flatnonzero(space[1:] != space[:-1])
    start, end = meet[0::2], meet[1::2]
    line_ends = np.flatnonzero(data == ord("\n"))
    first = np.searchsorted(start, line_ends)
    first = np.concatenate([[0], first, [len(start)]]) if texts else np.zeros(1, dtype=np.int64)
    return Words(joined, data, start, end, first)


def letters_of(words: Words, which: Ints) -> NDArray[np.uint8]:
    """The first letters of words, uint8[MOST_LETTERS + 2, w], zeros behind them."""
    start, end = words.start[which], words.end[which]
    letters = np.zeros((MOST_LETTERS + 2, len(which)), dtype=np.uint8)
    for place in range(MOST_LETTERS + 1):
        at = start + place
        there = np.flatnonzero(at < end)
        if not len(there):
            break
        letters[place, there] = words.data[at[there]]
    return letters


def number_of(letters: NDArray[np.uint8]) -> tuple[Ints, Ints]:
    """The number that words begin with, and how many digits it has, at most MOST_DIGITS."""
    digits = np.zeros(letters.shape[1], dtype=np.int64)
    number = np.zeros(letters.shape[1], dtype=np.int64)
    goes_on = np.ones(letters.shape[1], dtype=np.bool_)
    for letter in letters[:MOST_DIGITS]:
        goes_on &= is_digit(letter)
        digits += goes_on
        number = np.where(goes_on, 10 * number + letter - ord("0"), number)
    return number, digits


def is_digit(letter: NDArray[np.uint8]) -> Mask:
    """Whether letters are digits."""
    found: Mask = (letter >= ord("0")) & (letter <= ord("9"))
    return found
