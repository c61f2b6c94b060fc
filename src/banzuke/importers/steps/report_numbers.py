"""Numbers in columns of characters, all of a FIDE tournament report at once.

Most stand as they should, at the right of their columns, and are looked up by twos; where one
does not, all are looked at character by character.
"""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
Letters = NDArray[np.uint8]
Pairs = NDArray[np.uint16]

DECIMAL = re.compile(r"[0-9]+\.?[0-9]*|\.[0-9]+")


def pair(text: str) -> int:
    """Two characters as one number, the first the lower byte: an index of tables by pairs."""
    return ord(text[0]) + 256 * ord(text[1])


def pairs_in(letters: Letters) -> Pairs:
    """The characters of the last axis by twos, uint16[..., half as many]; they are even."""
    found: Pairs = np.ascontiguousarray(letters).view("<u2")
    return found


def by_pair(known: dict[str, int], otherwise: int) -> NDArray[np.int8]:
    """A table by pairs, int8[65536], of what each two characters mean."""
    table = np.full(1 << 16, otherwise, dtype=np.int8)
    for text, value in known.items():
        table[pair(text)] = value
    return table


BLANKS = pair("  ")
NO_NUMBER = -1
#: The number that two characters are, 0 for blanks.
TWO = by_pair({"  ": 0} | {f"{number:>2}": number for number in range(10)}, NO_NUMBER)
TWO[[pair(f"{number:02}") for number in range(100)]] = np.arange(100)


def four_figures(high: Pairs, low: Pairs) -> tuple[NDArray[np.int64], Mask]:
    """The numbers that stand at the right of four characters, given by twos, and whether they do.

    0 for blanks; what is said of others may be anything.
    """
    above, below = TWO[high], TWO[low]
    whole = (high == BLANKS) | (low & 0xFF != ord(" "))
    return above * np.int64(100) + below, (np.minimum(above, below) >= 0) & whole


def numbers_in(letters: Letters) -> tuple[NDArray[np.int64], Mask]:
    """The number that the characters of the last axis are, and whether they are digits, or blank.

    It may stand anywhere among blanks, in one piece; 0 for none and for what is no number.
    """
    if letters.shape[-1] == 4:
        twos = pairs_in(letters)
        values, fine = four_figures(twos[..., 0], twos[..., 1])
        if fine.all():
            return values, fine
    return _anywhere(letters)


def _anywhere(letters: Letters) -> tuple[NDArray[np.int64], Mask]:
    count = letters.shape[-1]
    each = [letters[..., at] for at in range(count)]
    digit = [letter - np.uint8(ord("0")) for letter in each]
    is_digit = [one < 10 for one in digit]
    fine = np.logical_and.reduce(
        [known | (letter == ord(" ")) for known, letter in zip(is_digit, each, strict=True)]
    )
    values = np.zeros(fine.shape, dtype=np.int64)
    for one, known in zip(digit, is_digit, strict=True):
        values = values * 10 + np.where(known, one, 0)
    ends = [one & ~two for one, two in pairwise(is_digit)]
    # Where a number does not stand at the right, 12 is there as 1200, or there is a gap in it.
    fine &= sum(end.astype(np.int8) for end in (*ends, is_digit[-1])) <= 1
    behind = np.select(is_digit[::-1], range(count), 0)
    return np.where(fine, values // 10**behind, 0), fine


def decimals_in(letters: Letters) -> tuple[NDArray[np.float64], Mask]:
    """The decimal numbers that four characters each are, NaN for none; and whether they are any.

    letters : uint8[n, 4]
    """
    twos = pairs_in(letters)
    whole, tenths = TWO[twos[:, 0]], (twos[:, 1] >> 8) - np.uint16(ord("0"))
    # As it is mostly written: one digit behind the dot.
    fine = (whole >= 0) & (tenths < 10) & (twos[:, 1] & 0xFF == ord("."))
    if fine.all():
        return (whole * 10.0 + tenths) / 10.0, fine
    texts = [bytes(row).decode().strip().replace(",", ".") for row in letters]
    fine = np.array([not text or DECIMAL.fullmatch(text) is not None for text in texts])
    said = zip(texts, fine.tolist(), strict=True)
    return np.array([float(text) if text and right else np.nan for text, right in said]), fine
