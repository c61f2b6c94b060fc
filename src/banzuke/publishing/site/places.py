"""In which place a player came in an event, of how many.

Events of plain duels, which most are, are reckoned all at once; an event with a scoring system,
byes or boards by its own standings, when it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

import numpy as np
import polars as pl

from banzuke.model.columns import STATUSES
from banzuke.publishing.site.event_standings import standings_of
from banzuke.publishing.site.played import Played
from banzuke.publishing.site.records import DRAWN, WON
from banzuke.publishing.site.snapshot import Snapshot


class Place(NamedTuple):
    """A place in the standings of an event; of : how many have one."""

    place: int
    of: int


class Places:
    """The places of all events, each reckoned when it is asked for."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._known: dict[str, Mapping[str, Place]] = {}

    def of_player(self, key: str, player: str) -> Place | None:
        """The place of a player in an event, by the event's key; None of who has none."""
        event = self._snapshot.events[key]
        played = self._snapshot.games
        code = played.event_codes.get(event.name, -1)
        if not event.facts.get("scoring") and self._plain.holds(code):
            return self._plain.of_player(code, played.codes.get(player, -1))
        return self.of_event(key).get(player)

    def of_event(self, key: str) -> Mapping[str, Place]:
        """The place of everybody who has one in an event, by its standings."""
        if key not in self._known:
            table = standings_of(self._snapshot, self._snapshot.events[key]).table
            placed = [row for row in table.rows if row.place] if table else []
            self._known[key] = {row.player: Place(row.place, len(placed)) for row in placed}
        return self._known[key]

    @cached_property
    def _plain(self) -> _PlainPlaces:
        return _PlainPlaces(self._snapshot.games)


class _PlainPlaces:
    """Places by points 1, ½ and 0, of events in which there were only duels that were played."""

    def __init__(self, played: Played) -> None:
        results = played.results
        count, players = len(results.events), max(len(results.players), 1)
        codes = results.games.event
        self._players = players
        self._is_plain = np.zeros(count, dtype=np.bool_)
        self._pairs = np.zeros(0, dtype=np.int64)
        if codes is None or not count:
            return
        event, outcomes = codes.astype(np.int64), played.outcomes
        first = results.first.astype(np.int64)
        duel = (first[1:] - first[:-1] == 2) & (results.games.status == STATUSES.index("played"))
        decided = np.ones(len(results), dtype=np.bool_)
        np.logical_and.at(decided, outcomes.game, outcomes.outcome >= -1)
        inside = event >= 0
        others = np.bincount(event[inside & ~(duel & decided)], minlength=count)
        self._is_plain = others == 0
        of_entry = event[outcomes.game]
        kept = (of_entry >= 0) & self._is_plain[of_entry]
        # Points are counted in halves, so that equal ones are equal.
        halves = np.where(outcomes.outcome == WON, 2, np.where(outcomes.outcome == DRAWN, 1, 0))
        pair = of_entry * players + results.entries.player
        table = pl.DataFrame({"pair": pair[kept], "halves": halves[kept]})
        table = table.group_by("pair").agg(pl.col("halves").sum()).sort("pair")
        table = table.with_columns(event=pl.col("pair") // players).with_columns(
            place=pl.col("halves").rank("min", descending=True).over("event"),
            of=pl.len().over("event"),
        )
        self._pairs, self._place, self._of = (
            table[name].to_numpy().astype(np.int64) for name in ("pair", "place", "of")
        )

    def holds(self, code: int) -> bool:
        """Whether an event is such a one."""
        return code >= 0 and bool(self._is_plain[code])

    def of_player(self, code: int, player: int) -> Place | None:
        """The place of a player by code."""
        pair = code * self._players + player
        at = int(np.searchsorted(self._pairs, pair))
        if player < 0 or at >= len(self._pairs) or self._pairs[at] != pair:
            return None
        return Place(int(self._place[at]), int(self._of[at]))


def place_in(snapshot: Snapshot, key: str, player: str) -> Place | None:
    """The place of a player in an event, by the event's key; None of who has none."""
    return snapshot.once(Places).of_player(key, player)
