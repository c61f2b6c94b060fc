"""A player's rank on a list among those of the same nation or club."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import polars as pl

from banzuke.publishing.nations import ranked_among
from banzuke.publishing.site import addresses
from banzuke.publishing.site.shown_list import ShownList
from banzuke.publishing.site.snapshot import Snapshot

#: Facts of people by which they are ranked, and the folder of a list's pages of each.
FOLDERS = {"nation": "nations", "club": "clubs"}


class Within(NamedTuple):
    """A rank among some of a list; page : the address of the list of those."""

    fact: str
    value: str
    rank: int
    of: int
    page: str


class RanksWithin:
    """Ranks among those of a nation or a club, of each list reckoned once."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._known: dict[str, dict[tuple[str, str], list[Within]]] = {}

    def of_player(self, shown: ShownList, player: str, pool: str) -> list[Within]:
        """The ranks of a player in a pool of a list; none where a fact tells nobody apart."""
        if shown.key not in self._known:
            self._known[shown.key] = self._ranked(shown)
        return self._known[shown.key].get((player, pool), [])

    def _ranked(self, shown: ShownList) -> dict[tuple[str, str], list[Within]]:
        found: dict[tuple[str, str], list[Within]] = {}
        for fact, folder in FOLDERS.items():
            values = [self._fact(player, fact) for player in shown.table["player"].to_list()]
            if len(set(values)) < 2:
                continue
            frame = shown.table.select("player", "pool", "rank").with_columns(
                pl.Series("value", values, dtype=pl.String)
            )
            frame = frame.filter(pl.col("value") != "")
            frame = frame.with_columns(ranked_among(shown.rulebook.list.ranks, "pool", "value"))
            count = Counter(frame.select("pool", "value").iter_rows())
            for player, pool, rank, value in frame.iter_rows():
                page = addresses.rating_list(shown.key, f"{folder}/{addresses.plain_word(value)}")
                one = Within(fact, value, rank, count[pool, value], page)
                found.setdefault((player, pool), []).append(one)
        return found

    def _fact(self, player: str, fact: str) -> str:
        person = self._snapshot.people.get(player)
        return person.facts.get(fact, "") if person else ""
