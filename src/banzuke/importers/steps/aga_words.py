"""What files of the American Go Association have in common: numbers, names and ranks."""

from __future__ import annotations

import re

from banzuke.model.coded_names import clean_name

NUMBER = r"(?:[A-Za-z]{0,4}\d{1,9})"
RATING = re.compile(r"[+-]?\d{1,2}\.\d+")


def number_of(text: str) -> str:
    """A member's number as all files have it: without ``USA`` and zeros before it.

    Other letters, such as those of a number for the time being, stay.
    """
    letters = text.rstrip("0123456789").upper()
    digits = text[len(letters) :].lstrip("0") or "0"
    return digits if letters in ("", "USA") else letters + digits


def name_of(text: str) -> tuple[str, str]:
    """The name as lists show it and the family's name, "" where a comma does not tell it."""
    family, comma, given = text.partition(",")
    if not comma:
        return clean_name(text), ""
    return clean_name(f"{given} {family}"), clean_name(family)


def rank_of(text: str) -> str:
    """The rank that a rating stands for: 4d for 4.2, 3k for -3.7; "" for less than 1."""
    whole = int(float(text))
    return f"{whole}d" if whole > 0 else f"{-whole}k" if whole < 0 else ""
