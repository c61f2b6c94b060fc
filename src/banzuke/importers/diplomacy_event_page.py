"""Event pages of the World Diplomacy Database, saved as text or as HTML.

Such a page shows the final places of one event under one ranking. Saved as text, labels and
values run together: "Number of players21 Number of rounds3", "Coeff 18.00" (Coeff 1 is 8.00)
and, in the list, place, name and percentile without a gap. A file may hold several pages.

What the page does not say is not made up: the number of players is the declared one, even
where the list is shorter, and whatever is inferred or repaired comes back as a warning.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from banzuke.importers.steps.diplomacy_facts import read_facts
from banzuke.importers.steps.diplomacy_list import check_list, check_names, read_list
from banzuke.importers.steps.diplomacy_page import (
    HEADER,
    PAGE_IN_WORDS,
    PAGE_NAME,
    Event,
    find_events,
    has_date_above,
    split_lines,
    start_of_page,
    text_of,
)
from banzuke.importers.steps.file_kinds import HTML_PAGE, seems_to_be
from banzuke.importers.steps.findings import Findings
from banzuke.model.importer import Importer, Reading, ReadOptions
from banzuke.model.names import sort_name


def recognise(sample: bytes, path: Path) -> float:
    """How surely a file that begins with ``sample`` is an event page, 0 to 1."""
    text = start_of_page(sample)
    head = next((line for line in text.split("\n") if line.strip()), "").strip()
    tables = [head.split(delimiter) for delimiter in ",;\t|"]
    if head[:1] in {"{", "["} or any(map(_names_players, tables)):
        return 0.0
    if HEADER.search(text):
        return 0.99 if has_date_above(text) else 0.9
    if seems_to_be(sample) == HTML_PAGE:
        return 0.0
    is_table = any(len(cells) > 2 for cells in tables) and PAGE_NAME not in head
    return 0.95 if PAGE_NAME in text and not is_table else 0.0


def _names_players(cells: Sequence[str]) -> bool:
    """Whether the cells of a first line name a column that results files have."""
    names = {cell.strip(" \"'").casefold().replace(" ", "_") for cell in cells}
    return bool(names & {"player", "player_1", "player_2", "winner", "loser"})


def read(path: Path, options: ReadOptions) -> Reading:
    """Read every event of a page: standings, one row a player and event.

    The frame has ``event, player, place, date, event_end`` (both the last day),
    ``event_players`` (as declared), ``event_rounds, event_category`` and the notes
    ``event_place, event_host, event_boards, coeff_1, …``, and ``event_director, event_scoring``
    where the page tells them. Of ``options`` only the encoding means something here: a page
    has no columns to rename, and its dates are in words.
    Raises ResultsRefused with every problem, UnknownName for an encoding.
    """
    found = Findings(path.name)
    lines = split_lines(text_of(path, options.encoding, found))
    events = find_events(lines, found)
    if not events:
        found.wrong.add("no list of players is in this file", PAGE_IN_WORDS)
        raise found.refusal()
    for event in events:
        read_facts(lines, event)
        read_list(lines, event)
        check_list(event)
    check_names(events, found)
    if found.wrong.found:
        raise found.refusal()
    return Reading(
        frame=_frame(events),
        source=path.name,
        rows=pl.Series("row", [r.line for e in events for r in e.rows], dtype=pl.UInt32),
        players=_players(events, found),
        warnings=found.warnings(),
        blank_rows=sum(event.blank_rows for event in events),
    )


def _players(events: Sequence[Event], found: Findings) -> pl.DataFrame:
    """Each player once, with the name by which lists sort; null where that is not to be seen."""
    names: dict[str, str | None] = {}
    for row in (row for event in events for row in event.rows):
        if row.player not in names:
            names[row.player] = sort_name(row.player)
            if names[row.player] is None:
                what = f"{row.player!r} has no surname in capitals; sort_name stays empty"
                found.odd.add(what, "", "player", row.line)
    schema = {"player": pl.String, "sort_name": pl.String}
    return pl.DataFrame({"player": list(names), "sort_name": list(names.values())}, schema=schema)


def _frame(events: Sequence[Event]) -> pl.DataFrame:
    """The standings of all events, one row a player and event, notes last."""
    parts = []
    for event in events:
        rows = pl.DataFrame(
            [(event.name, row.player, row.place) for row in event.rows],
            schema={"event": pl.String, "player": pl.String, "place": pl.Int64},
            orient="row",
        )
        facts = {
            "date": pl.lit(event.last_day, pl.Date),
            "event_end": pl.lit(event.last_day, pl.Date),
            "event_players": pl.lit(event.counts.get("players"), pl.Int64),
            "event_rounds": pl.lit(event.counts.get("rounds"), pl.Int64),
            "event_category": pl.lit(event.category, pl.String),
            "event_place": pl.lit(event.place, pl.String),
            "event_host": pl.lit(event.host, pl.String),
            "event_boards": pl.lit(event.counts.get("boards"), pl.Int64),
        }
        for name, text in event.texts.items():
            facts[f"event_{name}"] = pl.lit(text, pl.String)
        for number, value in enumerate(event.coefficients, 1):
            facts[f"coeff_{number}"] = pl.lit(value, pl.Float64)
        parts.append(rows.with_columns(**facts))
    # Pages may have more coefficients or fewer.
    return pl.concat(parts, how="diagonal")


IMPORTER = Importer(
    key="wdd-event",
    title="World Diplomacy Database event page, saved as text or HTML",
    recognise=recognise,
    read=read,
    source="https://world-diplomacy-database.com/php/ranking/ranking_tournament.php",
    surest=0.99,
)
