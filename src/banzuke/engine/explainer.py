"""Explanations of a list asked for one at a time, quickly: over an index, and states kept."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.engine.explained import Explained
from banzuke.engine.explaining_adjustments import explain_adjustment, names_of_moves
from banzuke.engine.explaining_changes import Found, called, entries_at, explained, unrated
from banzuke.engine.explaining_entries import told
from banzuke.engine.histories import Histories
from banzuke.engine.rated import Rated
from banzuke.model.log import holders

Ints = NDArray[np.int64]


class Explainer:
    """Explains what ``histories`` tell; of each pool that moved a rating of the player apart."""

    def __init__(self, rated: Rated, histories: Histories) -> None:
        self._rated, self._histories = rated, histories

    def in_event(self, player: str, event: str) -> list[Explained]:
        """The player's change in an event, by name; empty where it has no rated game here.

        One of a player whose games there are all left unrated says why.
        """
        code = self._histories.events.get(event, -1)
        codes = self._rated.results.games.event
        if code < 0 or codes is None or not self._histories.games_of_events()[code]:
            return []
        mine = self._games_of(player)
        return self._explained(player, Found("event", event, mine[codes[mine] == code]))

    def in_game(self, player: str, game: int) -> list[Explained]:
        """The player's change in a game of the results; empty where it is not rated here."""
        mine = self._games_of(player)
        which = called(self._rated.results, game)
        return self._explained(player, Found("game", which, mine[mine == game]))

    def games_without_event(self, player: str) -> Ints:
        """The player's games in no event, rated or not, as they lie in the results."""
        mine, codes = self._games_of(player), self._rated.results.games.event
        return mine if codes is None else mine[codes[mine] < 0]

    def adjustments(self, player: str) -> list[str]:
        """Title and day of each adjustment that moved a rating of the player, in order."""
        code = self._histories.codes.get(player, -1)
        found = [
            name
            for one in self._histories.runs
            for name, players in names_of_moves(one.run)
            if (players == code).any()
        ]
        return list(dict.fromkeys(found))

    def by_decree(self, player: str, name: str) -> list[Explained]:
        """What an adjustment did to the player, by title and day; of each pool apart."""
        code = self._histories.codes.get(player, -1)
        return [
            explain_adjustment(self._rated, [one.run], player, name, one.state_before)
            for one in self._histories.runs
            if any(name == made and (who == code).any() for made, who in names_of_moves(one.run))
        ]

    def _games_of(self, player: str) -> Ints:
        """The player's games as they lie in the results, rated or not."""
        code = self._histories.codes.get(player, -1)
        entries = np.flatnonzero(self._rated.results.entries.player == code)
        return np.unique(holders(self._rated.results.first, entries))

    def _explained(self, player: str, found: Found) -> list[Explained]:
        if not len(found.games):
            return []
        code = self._histories.codes[player]
        parts = []
        for one in self._histories.runs:
            positions = holders(one.run.pool.log.game, one.of_player(code))
            positions = positions[np.isin(one.run.pool.games[positions], found.games)]
            if len(positions):
                entries = entries_at(one.run, code, positions)
                said = list(told(self._rated, one.run, positions, entries, one.states))
                parts.append(explained(self._rated, one.run, found, said))
        if parts or found.kind == "game":
            return parts
        return [unrated(self._rated, code, found)]
