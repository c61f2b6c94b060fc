"""Texts that a spreadsheet would run as formulas: guarded on the way out, unguarded on the way in.

The guard is an apostrophe, which spreadsheet programs take for "this is text". A text that begins
as a guarded one does gets another, so that what is read back is what was written.
"""

from __future__ import annotations

import polars as pl

#: How a text begins that would be run, or that would be taken for one that was guarded.
FORMULA = r"^'*[=+\-@\t\r]"

_GUARDED = r"^'('*[=+\-@\t\r])"


def is_formula(cell: pl.Expr) -> pl.Expr:
    """Whether a text needs a guard."""
    return cell.str.contains(FORMULA)


def seems_guarded(cell: pl.Expr) -> pl.Expr:
    """Whether a text begins as a guarded one does."""
    return cell.str.contains(_GUARDED)


def guarded(cell: pl.Expr) -> pl.Expr:
    """A text with the guard."""
    return "'" + cell


def without_guard(cell: pl.Expr) -> pl.Expr:
    """A text as it was before it was guarded; any other as it is."""
    return cell.str.replace(_GUARDED, "$1")
