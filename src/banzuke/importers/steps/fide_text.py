"""The text form of a FIDE rating list: fixed columns below a line of headings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import polars as pl

from banzuke.importers.steps.fide_xml import Texts
from banzuke.model.errors import ResultsRefused
from banzuke.model.problems import Problem

RIGHT = "a rating list of FIDE as text, with its line of headings"

#: What headings are called, and what the XML calls their columns; the rating of a list of one
#: kind is headed by its month. A heading begins where its column does.
HEADINGS = (
    (r"ID[ _][Nn]umber|ID_NUMBER", "fideid"),
    (r"WTit", "w_title"),
    (r"OTit", "o_title"),
    (r"FOA", "foa_title"),
    (r"Name|NAME", "name"),
    (r"Titl?|TITLE", "title"),
    (r"Fed|COUNTRY", "country"),
    (r"Sex", "sex"),
    (r"SRtng", "rating"),
    (r"RRtng", "rapid_rating"),
    (r"BRtng", "blitz_rating"),
    (r"SGm|Gms|Games?|GAMES", "games"),
    (r"RGm", "rapid_games"),
    (r"BGm", "blitz_games"),
    (r"SK", "k"),
    (r"R[Kk]", "rapid_k"),
    (r"BK", "blitz_k"),
    (r"B-day|Born|BIRTHDAY", "birthday"),
    (r"Flag|FLAG", "flag"),
    (r"[A-Za-z]{3}\d\d", "rating"),
    (r"K", "k"),
)
_HEADING = re.compile("|".join(f"({pattern})" for pattern, _ in HEADINGS))


def columns_of(heading: str) -> dict[str, tuple[int, int | None]]:
    """{element of the XML: its first character, and the one behind it} by the headings."""
    places: list[tuple[str, int]] = []
    for found in _HEADING.finditer(heading):
        places.append((HEADINGS[(found.lastindex or 1) - 1][1], found.start()))
    ends: list[int | None] = [*(begin for _, begin in places), None][1:]
    columns: dict[str, tuple[int, int | None]] = {}
    for (name, begin), end in zip(places, ends, strict=True):
        columns.setdefault(name, (begin, end))
    return columns


def is_text_list(start: bytes) -> bool:
    """Whether a file that begins so is a list as text."""
    heading = start[:1000].decode("latin-1").removeprefix("ï»¿").partition("\n")[0]
    if not re.match(r"ID[ _][Nn]", heading):
        return False
    return {"fideid", "name", "country", "rating"} <= set(columns_of(heading))


def read_players(pieces: Iterable[bytes], source: str) -> Iterator[Texts]:
    """The players, piece by piece: {element of the XML: its texts}."""
    rest = b""
    columns: dict[str, tuple[int, int | None]] = {}
    for piece in _with_end(pieces):
        rest += piece
        end = rest.rfind(b"\n") + 1
        text = _text(rest[:end])
        rest = rest[end:]
        lines = text.split("\n")
        if not columns and lines[0]:
            columns = columns_of(lines[0])
            if not {"fideid", "name", "rating"} <= set(columns):
                raise ResultsRefused([Problem("the headings are not known", RIGHT, source, 1)])
            lines = lines[1:]
        kept = pl.Series([line for line in lines if line.strip()], dtype=pl.String)
        if len(kept):
            yield {
                name: kept.str.slice(begin, None if end_at is None else end_at - begin).to_list()
                for name, (begin, end_at) in columns.items()
            }


def _with_end(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces, the last of which ends a line."""
    yield from pieces
    yield b"\n"


def _text(raw: bytes) -> str:
    """Whole lines as text: ASCII as FIDE writes it, else UTF-8 or Western letters."""
    raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("latin-1")
