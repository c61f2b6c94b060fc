"""Publish ratings: as text to print, or into a file of the format that its name says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import polars as pl

from banzuke.model.errors import WrongUse
from banzuke.model.phrases import changed
from banzuke.model.wording import visible
from banzuke.publishing.documents import (
    Circumstances,
    Document,
    history_document,
    list_document,
)
from banzuke.publishing.files import (
    ENDINGS,
    csv_text,
    write_excel,
    write_parquet,
    write_text,
)
from banzuke.publishing.list_text import history_text, list_text, skipped_line
from banzuke.publishing.nations import nation_players, only_players
from banzuke.publishing.newest import newest_events
from banzuke.publishing.plain_values import json_text
from banzuke.publishing.register_files import listed_players, register_text
from banzuke.publishing.text_tables import UNLIMITED
from banzuke.workflows.rating import Ratings

#: Formats that can only be written to a file.
BINARY = ("parquet", "xlsx")

#: Formats of a list that pairing programs take.
REGISTERS = ("fide-xml", "fide-text", "trf")

#: What they tell of players.
FACTS = ("id", "nation", "sex", "title", "born")


@dataclass(frozen=True)
class Wanted:
    """What is to be published, and how.

    format : table, csv, json, parquet, xlsx or one of ``REGISTERS``; "" for what the ending of
        ``out`` says, else table
    out : the file, None to get a text back
    nation : only its players; history : every change instead of the list
    width : of the terminal, in characters
    """

    format: str = ""
    out: Path | None = None
    nation: str = ""
    history: bool = False
    width: int = UNLIMITED


def format_of(wanted: Wanted) -> str:
    """The format that is wanted; raises WrongUse where it cannot be told, or needs a file."""
    if wanted.format:
        if wanted.format in BINARY and wanted.out is None:
            raise WrongUse(f"{wanted.format} is written to a file: add --out PATH")
        return wanted.format
    if wanted.out is None:
        return "table"
    ending = wanted.out.suffix.lower()
    if ending not in ENDINGS:
        known = ", ".join(ENDINGS)
        raise WrongUse(
            f"{wanted.out} does not say which format: end it in {known}, or add --format"
        )
    return ENDINGS[ending]


@dataclass(frozen=True)
class Publication:
    """A list or a history in every form.

    sheets : {name: table}, the main one first; document : for JSON; text : of a width
    """

    sheets: dict[str, pl.DataFrame]
    document: Callable[[], Document]
    text: Callable[[int], str]


def publish(ratings: Ratings, wanted: Wanted) -> str:
    """The text to print; "" where it went into a file. Raises WrongUse and FileProblem."""
    kind = format_of(wanted)
    players = nation_players(ratings.rated, wanted.nation) if wanted.nation else None
    publication = (
        history_publication(ratings, players)
        if wanted.history
        else list_publication(ratings, players)
    )
    if wanted.out is not None and kind in BINARY:
        if kind == "parquet":
            write_parquet(next(iter(publication.sheets.values())), wanted.out)
        else:
            write_excel(publication.sheets, wanted.out)
        return ""
    if kind in REGISTERS:
        if wanted.history:
            raise WrongUse(f"{kind} holds a list: leave --history out")
        text = _as_register(ratings, publication.sheets, kind)
    else:
        width = wanted.width if wanted.out is None else UNLIMITED
        text = publication_text(publication, kind, width)
    if wanted.out is None:
        return _for_people(text)
    write_text(text, wanted.out)
    return ""


def _as_register(ratings: Ratings, sheets: Mapping[str, pl.DataFrame], kind: str) -> str:
    """A list as pairing programs take it."""
    facts = {column: ratings.rated.players.facts(column) for column in FACTS}
    rows = next(iter(sheets.values())).iter_rows(named=True)
    return register_text(listed_players(rows, facts), kind)


def _for_people(text: str) -> str:
    """A text as it is printed: line ends of files are none of a terminal's."""
    return text.replace("\r\n", "\n")


def publication_text(publication: Publication, kind: str, width: int) -> str:
    """A publication as JSON, CSV (its main table) or a printed table."""
    if kind == "json":
        return json_text(publication.document())
    if kind == "csv":
        return csv_text(next(iter(publication.sheets.values())))
    return visible(publication.text(width))


def list_publication(ratings: Ratings, players: list[str] | None) -> Publication:
    """The list, of all or of some players ranked anew."""
    around, listing = circumstances(ratings), ratings.listing
    if players is not None:
        listing = only_players(listing, players, ratings.rulebook.list.ranks)
    newest = newest_events(ratings.rated)
    return Publication(
        listing._asdict(),
        partial(list_document, around, listing),
        partial(list_text, around, listing, newest),
    )


def history_publication(ratings: Ratings, players: list[str] | None) -> Publication:
    """The history, of all or of some players."""
    around, history = circumstances(ratings), ratings.history_frame()
    if players is not None:
        history = history.filter(pl.col("player").is_in(players))
    return Publication(
        {"history": history},
        partial(history_document, around, history),
        partial(history_text, around, history),
    )


def circumstances(ratings: Ratings) -> Circumstances:
    """What stands around a list of ratings."""
    rated = ratings.rated
    called = dict(zip(rated.names, rated.called, strict=True)) if rated.called else {}
    warnings = [
        replace(one, what=changed(one.what, lambda said: called.get(said, said)))
        for one in ratings.warnings
    ]
    return Circumstances(ratings.rulebook, ratings.as_of, ratings.skipped, warnings, called)


def remarks(ratings: Ratings) -> list[str]:
    """What a person should know beside the list: games that are not rated, and warnings."""
    noun = "event" if ratings.rulebook.system.takes_standings else "game"
    around = circumstances(ratings)
    skipped = skipped_line(around, noun)
    lines = [skipped] if skipped else []
    return lines + [f"warning: {warning}" for warning in around.warnings]
