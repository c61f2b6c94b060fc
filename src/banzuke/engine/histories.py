"""Histories of single players and events, quickly: an index over what was replayed once."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.engine.history import (
    entries_told,
    last_of_periods,
    with_adjustments,
    with_record,
)
from banzuke.engine.moved import moved
from banzuke.engine.rated import Rated
from banzuke.engine.replay import Run, State, scores
from banzuke.engine.walking import StatesBefore
from banzuke.model.log import holders

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Histories:
    """The history of a list, to be asked for a player or an event at a time.

    runs : one a pool, each with a record that has history
    """

    def __init__(self, rated: Rated) -> None:
        self._rated = rated
        self.runs = [Indexed(rated, run) for run in rated.runs]

    @cached_property
    def codes(self) -> dict[str, int]:
        """The code of each player, by name."""
        return {name: code for code, name in enumerate(self._rated.names)}

    @cached_property
    def events(self) -> dict[str, int]:
        """The code of each event, by name."""
        return {name: code for code, name in enumerate(self._rated.results.events)}

    def of_player(self, player: str, *, settled: bool = False) -> pl.DataFrame:
        """What ``history`` tells of a player; nothing of one who is unknown.

        settled : only where a rating stands afterwards, as ``settled`` in ``history.py``
        """
        code = self.codes.get(player, -1)
        parts = []
        for one in self.runs:
            wanted = one.of_player(code)
            if settled:
                system = self._rated.rulebook.system
                wanted = last_of_periods(system, one.run.pool.log, wanted)
            adjusted = one.run.adjusted and code >= 0
            if not len(wanted) and not adjusted:
                continue
            table = one.told(wanted)
            if adjusted:
                table = with_adjustments(self._rated, one.run, table, wanted, player)
            parts.append(table)
        return pl.concat(parts, how="vertical_relaxed") if parts else self._nothing

    @cached_property
    def _nothing(self) -> pl.DataFrame:
        """What is told of who has no entry."""
        return self.runs[0].told(np.zeros(0, dtype=np.int64))

    def ratings_of(self, player: str, pool: str = "") -> Floats:
        """The ratings of a player in a pool after each period with a rated game, in order."""
        code = self.codes.get(player, -1)
        for one in self.runs:
            if one.run.pool.pool == pool and code >= 0:
                return one.ratings(one.of_player(code))
        return np.zeros(0)

    def of_event(self, event: str) -> pl.DataFrame:
        """What ``history`` tells of the entries of an event, in rating order."""
        code = self.events.get(event, -1)
        return pl.concat([one.told(one.of_event(code)) for one in self.runs])

    def change_in_event(self, player: str, event: str) -> float | None:
        """What a player's rated games in an event changed, of all pools; None where none is."""
        changes = [
            one.run.record.change[entries]
            for one in self.runs
            if len(entries := one.of_player_in(self.codes.get(player, -1), self.events[event]))
        ]
        return float(np.concatenate(changes).sum()) if changes else None

    def upsets(self, most: int) -> pl.DataFrame:
        """The wins in games of two that were expected least, the least expected first.

        Columns as ``history`` has them; nothing where the system expects nothing of a game.
        """
        parts: list[pl.DataFrame] = [one.told(one.upsets(most)) for one in self.runs]
        found = pl.concat(parts, how="vertical_relaxed")
        return found.sort("expected", maintain_order=True, nulls_last=True).head(most)

    def games_of_events(self) -> Ints:
        """How many games of each event are rated, int64[events], by code."""
        total = np.zeros(len(self.events), dtype=np.int64)
        for one in self.runs:
            total += one.games_of_events
        return total


class Indexed:
    """A run whose entries are found by player, and by event; and the states before its periods."""

    def __init__(self, rated: Rated, run: Run) -> None:
        self._rated, self.run = rated, with_record(rated, run)

    @cached_property
    def states(self) -> StatesBefore:
        """The states right before its periods, of which some are kept."""
        return StatesBefore(self.run.pool, self._rated.rulebook, self.run.start)

    def state_before(self, _: Run, period: int) -> State:
        """The state right before a period of the run."""
        return self.states.before(period)

    @cached_property
    def _scored(self) -> Floats:
        return scores(self.run.pool, self._rated.rulebook)

    @cached_property
    def _by_player(self) -> tuple[Ints, Ints]:
        """The entries in order of their players, and where each player's begin."""
        player = np.asarray(self.run.pool.log.player).astype(np.int64)
        return _grouped(player, len(self._rated.names))

    @cached_property
    def event_of_game(self) -> Ints:
        """The code of each game's event, -1 for none, int64[g]."""
        codes = self._rated.results.games.event
        if codes is None:
            return np.full(self.run.pool.n_games, -1, dtype=np.int64)
        return codes[self.run.pool.games].astype(np.int64)

    @cached_property
    def _by_event(self) -> tuple[Ints, Ints]:
        """The games in order of their events, and where each event's begin."""
        return _grouped(self.event_of_game, len(self._rated.results.events))

    @property
    def games_of_events(self) -> Ints:
        """How many games each event has here."""
        first: Ints = np.diff(self._by_event[1])
        return first

    def of_player(self, code: int) -> Ints:
        """The entries of a player, in rating order."""
        order, first = self._by_player
        return order[:0] if code < 0 else order[first[code] : first[code + 1]]

    def of_player_in(self, code: int, event: int) -> Ints:
        """The entries of a player in an event, by their codes, in rating order."""
        entries = self.of_player(code)
        there = self.event_of_game[holders(self.run.pool.log.game, entries)] == event
        found: Ints = entries[there]
        return found

    def of_event(self, code: int) -> Ints:
        """The entries of an event, in rating order."""
        order, first = self._by_event
        if code < 0:
            return order[:0]
        games = order[first[code] : first[code + 1]]
        bounds = self.run.pool.log.game.astype(np.int64)
        spans = [np.arange(bounds[game], bounds[game + 1]) for game in games.tolist()]
        return np.concatenate(spans) if spans else order[:0]

    def upsets(self, most: int) -> Ints:
        """The entries of games of two that won against the lowest expectations."""
        expected = np.asarray(self.run.record.expected)
        if not self._rated.rulebook.system.expects or not len(expected):
            return np.zeros(0, dtype=np.int64)
        bounds = self.run.pool.log.game.astype(np.int64)
        sizes = np.repeat(bounds[1:] - bounds[:-1], bounds[1:] - bounds[:-1])
        won = np.flatnonzero((sizes == 2) & (self._scored == 1.0) & (expected < 0.5))
        if len(won) > most:
            # Nobody need be sorted who is not among the first.
            won = won[expected[won] <= np.partition(expected[won], most - 1)[most - 1]]
        best: Ints = won[np.argsort(expected[won], kind="stable")[:most]]
        return np.sort(best)

    def ratings(self, entries: Ints) -> Floats:
        """The rating after the last of each period's entries."""
        record, log = self.run.record, self.run.pool.log
        after = np.asarray(record.before)[entries] + np.asarray(record.change)[entries]
        period = holders(log.period, holders(log.game, entries))
        last = np.append(period[1:] != period[:-1], [True] * bool(len(period)))
        kept: Floats = after[last]
        return kept

    def told(self, entries: Ints) -> pl.DataFrame:
        """What the history tells of entries; and ``opponent_before`` in games of two players."""
        table = entries_told(self._rated, self.run, entries, self._scored[entries])
        bounds = self.run.pool.log.game.astype(np.int64)
        game = holders(self.run.pool.log.game, entries)
        pair = bounds[game + 1] - bounds[game] == 2
        other = np.where(pair, 2 * bounds[game] + 1 - entries, entries)
        record = self.run.record
        told = moved(
            self._rated.rulebook.system,
            np.asarray(record.before)[other],
            np.asarray(record.change)[other],
        )
        before = pl.Series("opponent_before", told.before, nan_to_null=True)
        return table.with_columns(before.set(pl.Series(~pair), None))


def _grouped(codes: Ints, count: int) -> tuple[Ints, Ints]:
    """Positions in order of their codes, and where each code's begin, int64[count + 1].

    Positions with a negative code stand before all others.
    """
    order = np.argsort(codes, kind="stable")
    first = np.searchsorted(codes[order], np.arange(count + 1))
    return order, first.astype(np.int64)
