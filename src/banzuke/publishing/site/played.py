"""Results of a ledger as pages look things up in them: by player, by event, in order of time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from banzuke.model.results import Results
from banzuke.publishing.site.records import Outcomes, outcomes_of

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Played:
    """Results as the ledger holds them, found by player and by event.

    A ledger of earlier may hold games with a date beside others without one, which no list can
    rate: their time is NO_TIME.
    """

    results: Results

    @cached_property
    def codes(self) -> dict[str, int]:
        """The code of each player, by key."""
        return {key: code for code, key in enumerate(self.results.players)}

    @cached_property
    def event_codes(self) -> dict[str, int]:
        """The code of each event, by name."""
        return {name: code for code, name in enumerate(self.results.events)}

    @cached_property
    def _entries(self) -> tuple[Ints, Ints]:
        player = self.results.entries.player.astype(np.int64)
        order = np.argsort(player, kind="stable")
        first = np.searchsorted(player[order], np.arange(len(self.results.players) + 1))
        return order, first.astype(np.int64)

    @cached_property
    def _games(self) -> tuple[Ints, Ints]:
        codes = self.results.games.event
        event = np.full(len(self.results), -1) if codes is None else codes.astype(np.int64)
        order = np.argsort(event, kind="stable")
        first = np.searchsorted(event[order], np.arange(len(self.results.events) + 1))
        return order, first.astype(np.int64)

    @cached_property
    def outcomes(self) -> Outcomes:
        """What came of each entry."""
        return outcomes_of(self.results)

    def entries_of(self, player: str) -> Ints:
        """The entries of a player, as they lie in the results."""
        code = self.codes.get(player)
        order, first = self._entries
        return order[:0] if code is None else order[first[code] : first[code + 1]]

    def in_order(self, entries: Ints) -> Ints:
        """Entries in order of their times, undated first; without any as they lie there."""
        time = self.results.games.time
        if time is None:
            return entries
        return entries[np.argsort(time[self.outcomes.game[entries]], kind="stable")]

    def games_of(self, event: str) -> Ints:
        """The games of an event by name, as they lie in the results."""
        code = self.event_codes.get(event)
        order, first = self._games
        return order[:0] if code is None else order[first[code] : first[code + 1]]
