"""Ranks of Go and its kin, as kyu, dan and professional dan: text to number and back."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from banzuke.model.phrases import phrase

#: What is right where a text is no rank.
RIGHT = phrase("a rank such as 12k, 3d or 1p")

#: Professional dan grades are numbers from here on: 1p is 101.
PROFESSIONAL = 100

_RANK = re.compile(r"\s*(\d{1,2})\s*-?\s*(k|kyu|kup|gup|d|dan|p|pro)\.?\s*\*?\s*", re.IGNORECASE)
_MOST = {"k": 50, "g": 50, "d": 9, "p": 9}


def rank_number(text: str) -> float | None:
    """The number of a rank: -12 for ``12k``, 3 for ``3 dan``, 101 for ``1p``; None for no rank."""
    found = _RANK.fullmatch(text)
    if found is None:
        return None
    number, letter = int(found[1]), found[2][0].lower()
    if not 1 <= number <= _MOST[letter]:
        return None
    if letter in "kg":
        return -float(number)
    return float(number) if letter == "d" else float(PROFESSIONAL + number)


def rank_text(number: float) -> str:
    """The rank with this number, as ``rank_number`` gives it; "" for NaN."""
    if np.isnan(number):
        return ""
    if number < 0:
        return f"{-number:g}k"
    return f"{number:g}d" if number < PROFESSIONAL else f"{number - PROFESSIONAL:g}p"


def rank_texts(numbers: NDArray[np.float64]) -> list[str | None]:
    """The ranks of many entries as texts, None where nothing is said."""
    known = {number: rank_text(number) for number in np.unique(numbers).tolist()}
    return [known.get(number) or None for number in numbers.tolist()]
