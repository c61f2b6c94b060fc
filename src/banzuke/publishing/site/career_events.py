"""What each event, game and adjustment did to a player's rating, in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import Any

import polars as pl

from banzuke.publishing.list_text import changes
from banzuke.publishing.site.change_pages import address_of_row
from banzuke.publishing.site.places import place_in
from banzuke.publishing.site.shown_list import ShownList
from banzuke.publishing.site.snapshot import Snapshot

Row = dict[str, Any]

#: What the history tells of a game that pages show.
OF_GAMES = (
    "date",
    "round",
    "game",
    "opponent_before",
    "score",
    "expected",
    "before",
    "change",
    "after",
    "before_text",
    "change_text",
    "after_text",
)


def day_of_row(row: Row) -> date | None:
    """The day of a row of a history; None without dates."""
    when = row["date"]
    return when.date() if isinstance(when, datetime) else when


def is_adjustment(row: Row) -> bool:
    """Whether a row of a history is no game, but an adjustment by decree."""
    return row["side"] is None


def events_of(
    snapshot: Snapshot, shown: ShownList, player: str, history: Sequence[Row]
) -> list[Row]:
    """What each event changed, in order; games without an event are one each.

    history : of one player in one pool, as ``ShownList.history_of`` gives it, as rows
    """
    found = [_of_part(snapshot, shown, player, part) for part in _parts(history)]
    texts = changes(
        pl.Series([row["change"] for row in found], dtype=pl.Float64), shown.rulebook.display
    )
    for row, text in zip(found, texts.to_list(), strict=True):
        row["change_text"] = text
    return found


def _parts(history: Sequence[Row]) -> Iterator[list[Row]]:
    """Games that follow each other in one event; who plays two at a time has more of them."""
    part: list[Row] = []
    for row in history:
        again = (
            part
            and row["event"] is not None
            and row["event"] == part[-1]["event"]
            and is_adjustment(row) == is_adjustment(part[-1])
        )
        if part and not again:
            yield part
            part = []
        part.append(row)
    if part:
        yield part


def _of_part(snapshot: Snapshot, shown: ShownList, player: str, part: Sequence[Row]) -> Row:
    head, last = part[0], part[-1]
    adjusted = is_adjustment(head)
    key = None if adjusted else snapshot.event_keys.get(head["event"])
    place = place_in(snapshot, key, player) if key else None
    return {
        "date": day_of_row(last),
        "event": key,
        "name": head["event"],
        "place": place and place.place,
        "of": place and place.of,
        "games": 0 if adjusted else len(part),
        "before": head["before"],
        "change": sum(row["change"] for row in part),
        "after": last["after"],
        "before_text": head["before_text"],
        "change_text": None,
        "after_text": last["after_text"],
        "adjustment": adjusted,
        "why": address_of_row(snapshot, shown, player, head) or None,
        "played": [] if adjusted else [_game(snapshot, row) for row in part],
    }


def _game(snapshot: Snapshot, row: Row) -> Row:
    others = row["opponents"].split("; ") if row["opponents"] else []
    return {
        "opponents": others,
        "names": [snapshot.name(other) for other in others],
        **{name: row[name] for name in OF_GAMES},
    }
