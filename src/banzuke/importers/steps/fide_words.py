"""How FIDE's files write titles and dates of birth."""

from __future__ import annotations

import polars as pl

#: Titles of one or two letters, as older files have them.
SHORT_TITLES = {
    "G": "GM",
    "M": "IM",
    "F": "FM",
    "C": "CM",
    "GF": "WGM",
    "MF": "WIM",
    "FF": "WFM",
    "CF": "WCM",
    "WG": "WGM",
    "WM": "WIM",
    "WF": "WFM",
    "WC": "WCM",
}


def title(text: pl.Expr) -> pl.Expr:
    """Titles as they are usually written, GM for ``g``; what is not known stays as it is."""
    return text.str.to_uppercase().replace(SHORT_TITLES)


def title_of(text: str | None) -> str | None:
    """One title, as ``title`` writes it; None for none."""
    return SHORT_TITLES.get(text.upper(), text.upper()) if text else None


def birth(text: pl.Expr) -> pl.Expr:
    """Dates or years of birth, ISO; null where not even the year is known.

    A date is a year, a month and a day of two figures each, with anything between them.
    """
    year, month, day = (text.str.slice(begin, size) for begin, size in ((0, 4), (5, 2), (8, 2)))
    whole = (_figures(month) > 0) & (_figures(day) > 0) & (text.str.len_chars() == 10)
    said = pl.when(whole).then(year + "-" + month + "-" + day).otherwise(year)
    return pl.when(_figures(year) > 0).then(said)


def _figures(text: pl.Expr) -> pl.Expr:
    return text.cast(pl.UInt16, strict=False)
