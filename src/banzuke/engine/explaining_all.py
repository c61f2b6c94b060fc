"""Explanations of all changes of a list: the periods are gone through once."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from banzuke.engine.explained import Explained
from banzuke.engine.explaining_adjustments import explain_adjustment, names_of_moves
from banzuke.engine.explaining_changes import Found, called, explained, unrated
from banzuke.engine.explaining_entries import Teller, Told
from banzuke.engine.histories import Histories, Indexed
from banzuke.engine.rated import Rated
from banzuke.engine.walking import Walk
from banzuke.model.results import Results

Ints = NDArray[np.int64]


def explain_all(rated: Rated, histories: Histories) -> Iterator[Explained]:
    """What ``Explainer`` says of every player in every event, game without one, and adjustment.

    Pool by pool, each change comes where its last game is rated, and adjustments come after all
    games; at the end come those whose games are all left unrated, in events of which others have
    rated games.
    """
    games = _GamesOf(rated.results)
    groups = [_groups_of(one, games) for one in histories.runs]
    for one, of_run in zip(histories.runs, groups, strict=True):
        yield from _of_run(rated, one, games, of_run)
        for name, players in _adjustments(one):
            for code in players.tolist():
                yield explain_adjustment(
                    rated, [one.run], rated.names[code], name, one.state_before
                )
    for code, found in _without(histories, games, groups):
        yield unrated(rated, code, found)


def every_change(rated: Rated, histories: Histories) -> Iterator[tuple[str, Found]]:
    """Whose change by which games ``explain_all`` explains, once each, without explaining it.

    An adjustment is of the kind "adjustment", and has no games.
    """
    games = _GamesOf(rated.results)
    groups = [_groups_of(one, games) for one in histories.runs]
    for group in np.unique(np.concatenate(groups)).tolist():
        code, found = games.found(group)
        yield rated.names[code], found
    adjusted = {
        (name, code): None
        for one in histories.runs
        for name, players in _adjustments(one)
        for code in players.tolist()
    }
    for name, code in adjusted:
        yield rated.names[code], Found("adjustment", name, games.none)
    for code, found in _without(histories, games, groups):
        yield rated.names[code], found


def _adjustments(one: Indexed) -> list[tuple[str, Ints]]:
    """The adjustments that were made in a pool, by title and day, and whom they moved."""
    moved: dict[str, list[Ints]] = {}
    for name, players in names_of_moves(one.run):
        moved.setdefault(name, []).append(players)
    return [(name, np.unique(np.concatenate(parts))) for name, parts in moved.items()]


class _GamesOf:
    """Games grouped by player and event, or by player and game where there is no event."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self.none = np.zeros(0, dtype=np.int64)
        self._events = len(results.events)
        self._width = self._events + len(results)
        first = results.first.astype(np.int64)
        self._game = np.repeat(np.arange(len(results)), first[1:] - first[:-1])
        groups = self.groups(results.entries.player, self._game)
        self._order = np.argsort(groups, kind="stable")
        self._groups = groups[self._order]

    def groups(self, player: NDArray[np.uint32], game: Ints) -> Ints:
        """The group of each player in a game."""
        codes = self.results.games.event
        event = np.full(len(game), -1) if codes is None else codes[game].astype(np.int64)
        which = np.where(event < 0, self._events + game, event)
        return player.astype(np.int64) * self._width + which

    def every_group(self) -> Ints:
        """All groups that there are, going up."""
        return np.unique(self._groups)

    def found(self, group: int) -> tuple[int, Found]:
        """The player of a group, and the games."""
        first, end = np.searchsorted(self._groups, [group, group + 1])
        games = np.unique(self._game[self._order[first:end]])
        player, which = divmod(group, self._width)
        if which < self._events:
            return player, Found("event", self.results.events[which], games)
        return player, Found("game", called(self.results, which - self._events), games)


def _game_of_entries(one: Indexed) -> Ints:
    """The position in the log of each entry's game."""
    sizes = np.diff(one.run.pool.log.game.astype(np.int64))
    return np.repeat(np.arange(len(sizes)), sizes)


def _groups_of(one: Indexed, games: _GamesOf) -> Ints:
    """The group of each entry of a log."""
    pool = one.run.pool
    return games.groups(np.asarray(pool.log.player), pool.games[_game_of_entries(one)])


def _of_run(rated: Rated, one: Indexed, games: _GamesOf, groups: Ints) -> Iterator[Explained]:
    """Each change of a pool, when the last of its entries has been told."""
    pool = one.run.pool
    log, teller = pool.log, Teller(rated, one.run)
    position_of = _game_of_entries(one)
    names, left = np.unique(groups, return_counts=True)
    at = np.searchsorted(names, groups)
    open_ones: dict[int, list[Told]] = {}
    walk = Walk(pool, rated.rulebook, one.run.start)
    for period in range(pool.n_periods):
        state = walk.to(period)
        first, end = (int(log.game[log.period[bound]]) for bound in (period, period + 1))
        for entry in range(first, end):
            which = int(at[entry])
            position = int(position_of[entry])
            open_ones.setdefault(which, []).append(teller.tell(state, period, position, entry))
            left[which] -= 1
            if not left[which]:
                found = games.found(int(names[which]))[1]
                yield explained(rated, one.run, found, open_ones.pop(which))


def _without(
    histories: Histories, games: _GamesOf, groups: list[Ints]
) -> Iterator[tuple[int, Found]]:
    """Who took part in events of which others have rated games, but has none."""
    counts = histories.games_of_events()
    without = np.setdiff1d(games.every_group(), np.concatenate(groups))
    for group in without.tolist():
        code, found = games.found(group)
        if found.kind == "event" and counts[histories.events[found.which]]:
            yield code, found
