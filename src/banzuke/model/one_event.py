"""The final table of one event, which names neither the event nor the column of places."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath

import polars as pl

from banzuke.model.importer import Reading
from banzuke.model.own_lists import is_own_list
from banzuke.model.problems import Problem


def with_place_and_event(reading: Reading) -> Reading:
    """A table of results in which ranks 1, 2, 3 … are places, and the file names the event.

    That is taken only of a table that is no results otherwise, without a column place: of players
    in the order of their ranks, where no column names events or games; and it is told.
    """
    frame = reading.frame
    columns = set(frame.columns)
    if is_own_list(columns):
        return reading  # whose ranks are no places of an event
    if "player" not in columns and "name" in columns and not columns & {"player_1", "winner"}:
        frame = frame.rename({"name": "player"})
    notes = []
    if "player" not in frame.columns or columns & {"player_1", "winner"}:
        return reading
    if (
        "place" not in columns
        and "rank" in columns
        and _are_places(frame["rank"], in_order=not columns & {"event", "game"})
    ):
        frame = frame.rename({"rank": "place"})
        notes.append(Problem("rank is read as place", "", reading.source, column="rank"))
    if "place" not in frame.columns:
        return reading
    if not columns & {"event", "game"} and reading.source:
        event = PurePath(reading.source).name.split(".")[0]
        what = f"no column says which event it was: the file names it, {event!r}"
        notes.append(Problem(what, "a column event, if it is another", reading.source))
        frame = frame.with_columns(event=pl.lit(event))
    if "name" in columns and "name" not in frame.columns:
        notes.insert(0, Problem("name is read as player", "", reading.source, column="name"))
    return replace(reading, frame=frame, warnings=(*reading.warnings, *notes))


def _are_places(ranks: pl.Series, *, in_order: bool) -> bool:
    """Whether cells are whole numbers from 1 on; ``in_order``, that never fall."""
    texts = ranks.cast(pl.String).str.strip_chars().str.strip_suffix(".")
    given = texts.replace("", None).drop_nulls()
    places = given.cast(pl.Int64, strict=False)
    if places.null_count() or not len(places):
        return False
    return places.min() == 1 and (places.is_sorted() or not in_order)
