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


#: Every figure as a 9, to see at once whether dates are whole.
FIGURES = bytes.maketrans(b"012345678", b"9" * 9)


def births(texts: list[str]) -> list[str | None]:
    """Dates or years of birth, as ``birth`` reads them."""
    joined = "\n".join(texts)
    shape = joined.encode().translate(FIGURES)
    if shape == b"\n".join([b"9999/99/99"] * len(texts)):
        whole: list[str | None] = [*joined.replace("/", "-").split("\n")]
        if "/00" not in joined and "0000/" not in joined:
            return whole
    return [_birth_of(text) for text in texts]


def _birth_of(text: str) -> str | None:
    year, month, day = text[:4], text[5:7], text[8:10]
    if not (_is_figures(year) and int(year)):
        return None
    whole = len(text) == 10 and _is_figures(month + day) and int(month) and int(day)
    return f"{year}-{month}-{day}" if whole else year


def _is_figures(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _figures(text: pl.Expr) -> pl.Expr:
    return text.cast(pl.UInt16, strict=False)
