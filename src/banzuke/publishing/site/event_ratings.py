"""What an event did to ratings: of every player before and after, and game by game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import polars as pl

from banzuke.publishing.list_text import changes
from banzuke.publishing.plain_values import rows
from banzuke.publishing.site import addresses
from banzuke.publishing.site.families import Family
from banzuke.publishing.site.known import Event
from banzuke.publishing.site.snapshot import Snapshot

Row = dict[str, Any]


def ratings_of(snapshot: Snapshot, event: Event) -> list[Row]:
    """By each family of lists that counts the event: every player's rating before and after."""
    found = []
    for family in snapshot.families:
        history = family.main.history_of_event(event.name)
        if family.main.record.pool:
            history = history.filter(pl.col("pool") == family.main.record.pool)
        if len(history):
            found.append(_of_family(snapshot, family, event, history))
    return found


def rate_somebody(ratings: Iterable[Row]) -> list[Row]:
    """Those of some lists on which somebody who played at the event has a rating.

    ratings : as ``ratings_of`` gives them
    """
    return [one for one in ratings if any(_is_rated(row) for row in one["players"])]


def _is_rated(row: Row) -> bool:
    """Whether a player has a rating on a list, before the event or after it."""
    return row["before"] is not None or row["after"] is not None


def _of_family(snapshot: Snapshot, family: Family, event: Event, history: pl.DataFrame) -> Row:
    shown = family.main
    players = [
        _of_player(snapshot, family, event, part)
        for part in history.partition_by("player", "pool", maintain_order=True)
    ]
    texts = changes(
        pl.Series([one["change"] for one in players], dtype=pl.Float64), shown.rulebook.display
    )
    for one, text in zip(players, texts.to_list(), strict=True):
        one["change_text"] = text
    worth = shown.worth.get(event.name)
    games = rows(history.select("game", "player", "expected", "score", "change", "change_text"))
    known = [one["before"] for one in players if one["before"] is not None]
    return {
        "list": shown.key,
        "title": shown.title,
        "rated": int(history["game"].n_unique()),
        "value": worth and worth.value,
        "value_unit": worth and worth.unit,
        "value_source": worth and worth.source,
        "mean": sum(known) / len(known) if known else None,
        "players": sorted(players, key=lambda one: -one["change"]),
        "games": games,
    }


def _of_player(snapshot: Snapshot, family: Family, event: Event, part: pl.DataFrame) -> Row:
    head, last = part.row(0, named=True), part.row(-1, named=True)
    return {
        "player": head["player"],
        "name": snapshot.name(head["player"]),
        "pool": head["pool"],
        "games": len(part),
        "before": head["before"],
        "before_text": head["before_text"],
        "change": float(part["change"].sum()),
        "change_text": None,
        "after": last["after"],
        "after_text": last["after_text"],
        "why": addresses.change(family.main.key, head["player"], event.key),
    }
