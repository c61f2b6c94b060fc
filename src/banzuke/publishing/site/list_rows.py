"""The rows of a list as its page shows them: with names, what moved, and the last ratings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

import polars as pl

from banzuke.publishing.newest import newest_events
from banzuke.publishing.plain_values import rows
from banzuke.publishing.site import addresses
from banzuke.publishing.site.curves import SPARK, Curve, curve
from banzuke.publishing.site.looking_up import page_of
from banzuke.publishing.site.publishing_state import PublishedHead
from banzuke.publishing.site.shown_list import ShownList
from banzuke.publishing.site.snapshot import Snapshot

Row = dict[str, Any]

#: So many of a player's last ratings make the small line in a row.
LAST = 8


class Moved(NamedTuple):
    """What a rating moved; why : the address that tells why, None where nothing does."""

    value: float | None
    text: str | None
    why: str | None


class ListRows:
    """What a list's page says of its players."""

    def __init__(self, snapshot: Snapshot, shown: ShownList) -> None:
        self._snapshot, self._shown = snapshot, shown
        self._state = snapshot.publishing[shown.key]

    @property
    def since(self) -> PublishedHead | None:
        """The published list from which on changes are told; None: by the newest event."""
        return self._state.before

    @cached_property
    def ratings_before(self) -> pl.DataFrame | None:
        """player, pool and ``before`` on the earlier list; None where there is none."""
        if self.since is None:
            return None
        rows = self._state.rows_before
        pools = self._shown.table.schema["pool"]
        return pl.DataFrame(
            {
                "player": [player for player, _ in rows],
                "pool": pl.Series([pool for _, pool in rows], dtype=pools),
                "before": [row["rating"] for row in rows.values()],
            },
            schema_overrides={"player": pl.String, "before": pl.Float64},
        )

    @cached_property
    def _newest(self) -> Mapping[str, str]:
        return newest_events(self._shown.rated)

    def table(self, frame: pl.DataFrame) -> list[Row]:
        """Rows of the list, with each player's name, nation, club and change."""
        return [self._told(row) for row in rows(frame)]

    def _told(self, row: Row) -> Row:
        person = self._snapshot.people.get(row["player"])
        moved = self.moved(row)
        return {
            "rank": row["rank"],
            "player": row["player"],
            "name": self._snapshot.name(row["player"]),
            "nation": person.nation if person else "",
            "club": person.club if person else "",
            **{name: row[name] for name in row if name not in ("rank", "player", "name")},
            "change": moved.value,
            "change_text": moved.text,
            "why": moved.why,
        }

    def moved(self, row: Row) -> Moved:
        """What a row's rating moved since the earlier list, or by the newest event."""
        shown, player, pool = self._shown, row["player"], row["pool"] or ""
        if self.since is not None:
            before = self._state.rows_before.get((player, pool))
            if before is None or row["rating"] is None:
                return Moved(None, None, None)
            value = row["rating"] - before["rating"]
            return Moved(value, shown.change_text(value), page_of(self._snapshot, player))
        event = self._snapshot.event_keys.get(self._newest.get(pool, ""))
        why = addresses.change(self._main, player, event) if event and row["change"] else None
        return Moved(row["change"], row["change_text"], why)

    @property
    def _main(self) -> str:
        return self._snapshot.family_of[self._shown.key].main.key

    def spark(self, row: Row) -> Curve | None:
        """The last ratings of a row's player as a small line."""
        ratings = self._shown.histories.ratings_of(row["player"], row["pool"] or "")[-LAST:]
        return curve(list(enumerate(ratings.tolist())), SPARK) if len(ratings) > 1 else None
