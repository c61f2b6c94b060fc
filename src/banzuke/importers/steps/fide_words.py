"""How FIDE's files write titles and dates of birth, as expressions on columns of texts."""

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


def birth(text: pl.Expr) -> pl.Expr:
    """Dates or years of birth, ISO; "" where not even the year is known."""
    year = text.str.extract(r"^([0-9]{4})")
    day = text.str.extract(r"^[0-9]{4}.([0-9]{2}.[0-9]{2})$").str.replace(r"[^0-9]", "-")
    known = day.is_not_null() & ~day.str.contains("00", literal=True)
    said = pl.when(known).then(pl.concat_str(year, pl.lit("-"), day)).otherwise(year)
    return pl.when(year != "0000").then(said).otherwise(pl.lit("")).fill_null("")
