"""Numbers in columns of characters, all of a FIDE tournament report at once."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
Letters = NDArray[np.uint8]

DECIMAL = re.compile(r"[0-9]+\.?[0-9]*|\.[0-9]+")


def numbers_in(letters: Letters) -> tuple[NDArray[np.int64], Mask]:
    """The number that the characters of the last axis are, and whether they are digits, or blank.

    It may stand anywhere among blanks, in one piece; 0 for none and for what is no number.
    """
    count = letters.shape[-1]
    each = [letters[..., at] for at in range(count)]
    digit = [letter - np.uint8(ord("0")) for letter in each]
    is_digit = [one < 10 for one in digit]
    fine = np.logical_and.reduce(
        [known | (letter == ord(" ")) for known, letter in zip(is_digit, each, strict=True)]
    )
    values = np.zeros(fine.shape, dtype=np.int32 if count < 9 else np.int64)
    for one, known in zip(digit, is_digit, strict=True):
        values = values * 10 + np.where(known, one, 0)
    ends = [one & ~two for one, two in pairwise(is_digit)]
    if np.logical_or.reduce(ends).any():
        # Some number does not stand at the right: 12 is there as 1200, or there is a gap in it.
        fine &= sum(end.astype(np.int8) for end in (*ends, is_digit[-1])) <= 1
        behind = np.select(is_digit[::-1], range(count), 0)
        values //= 10 ** behind.astype(values.dtype)
    return np.where(fine, values, 0), fine


def decimals_in(letters: Letters) -> tuple[NDArray[np.float64], Mask]:
    """The decimal number that the characters of the last axis are, NaN for none; and whether."""
    dots = (letters == ord(".")) | (letters == ord(","))
    if dots[:, -2].all() and not dots[:, :-2].any() and not dots[:, -1].any():
        # As it is mostly written: one digit behind the dot.
        values, fine = numbers_in(np.delete(letters, -2, axis=1))
        return np.where(fine, values / 10.0, np.nan), fine
    texts = [bytes(row).decode().strip().replace(",", ".") for row in letters]
    fine = np.array([not text or DECIMAL.fullmatch(text) is not None for text in texts])
    said = zip(texts, fine.tolist(), strict=True)
    return np.array([float(text) if text and right else np.nan for text, right in said]), fine
