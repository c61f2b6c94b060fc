"""Dates that say no day, or no month either: a game is dated by the first day that it can be."""

from __future__ import annotations

import polars as pl

#: 2024, 2024-03, 2024-03-??, 2024.??.??
_YEAR = r"^(\d{4})(?:[-./]\?\?){0,2}$"
_MONTH = r"^(\d{4})[-./](\d{2})(?:[-./]\?\?)?$"


def with_first_days(text: pl.Series) -> tuple[pl.Series, pl.Series]:
    """The texts of a column of dates, and which of them are partial, as Boolean.

    Each partial one is replaced by the ISO date of the first day that it can be.
    """
    partial = text.str.contains(_YEAR) | text.str.contains(_MONTH)
    filled = text.str.replace(_YEAR, "${1}-01-01").str.replace(_MONTH, "${1}-${2}-01")
    return filled, partial.fill_null(value=False)
