"""A list that a server goes on with, game by game, without replaying what came before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np
import polars as pl

from banzuke.engine.pool_state import PoolState
from banzuke.engine.rated import rate_results
from banzuke.engine.rulebook import Rulebook
from banzuke.ledger.lists import ListRecord, rulebook_of
from banzuke.ledger.reading import results_of, wanted_of
from banzuke.ledger.reading_reports import results_stored
from banzuke.ledger.recording import Recorded
from banzuke.ledger.remembering import RECORDED, Remembered
from banzuke.model.errors import ChangeRefused, DataRefused
from banzuke.model.players import Players
from banzuke.model.problems import Problem
from banzuke.model.results import Results
from banzuke.model.system import Period
from banzuke.publishing.checkpoints import Checkpoints
from banzuke.publishing.published_lists import rate_list


class Report:
    """Recorded games, and as what results each list reads them."""

    def __init__(self, known: Remembered, recorded: Recorded) -> None:
        self.known, self.recorded = known, recorded
        self._results: dict[tuple[bool, str, tuple[str, ...]], Results | None] = {}

    def results(self, rulebook: Rulebook) -> Results | None:
        """What a list rates of them, on its clock; None for nothing."""
        pools = tuple(rulebook.counts.pools)
        about = not rulebook.system.takes_games, rulebook.period.zone, pools
        if about not in self._results:
            self._results[about] = self._read(*about)
        return self._results[about]

    def _read(self, standings: bool, zone: str, only_pools: Sequence[str]) -> Results | None:
        recorded, zones = self.recorded, (self.known.zone, zone)
        versions = wanted_of(recorded.versions, standings, only_pools, self.known.pools)
        if not len(versions):
            return None
        if recorded.results is not None and versions is recorded.versions:
            results, keys = recorded.results
            found = results_stored(results, keys, recorded.events, file=RECORDED, zones=zones)
            if found is not None:
                return found
        return results_of(
            versions,
            self.recorded.whom,
            self.recorded.events,
            files=dict.fromkeys(versions.games["source"].to_list(), RECORDED),
            pool_names=self.known.pools,
            zones=zones,
        )


class Standing:
    """Where a pool stands, so kept that a few players are taken out and put back quickly."""

    def __init__(self, state: PoolState) -> None:
        self.at = {name: number for number, name in enumerate(state.names)}
        self.columns = {name: values.tolist() for name, values in state.columns.items()}
        # Whatever a state has of each player, besides the columns of the system.
        arrays = {f.name: getattr(state, f.name) for f in fields(state)}
        arrays = {name: of for name, of in arrays.items() if isinstance(of, np.ndarray)}
        self.kinds = {name: of.dtype for name, of in arrays.items()}
        self.others = {name: of.tolist() for name, of in arrays.items()}
        self.about = replace(state, names=(), columns={})
        self.seen = set(state.seen)

    def of(self, names: Sequence[str]) -> PoolState:
        """Where these players stand, as a state to go on from."""
        there = [name for name in names if name in self.at]
        rows = [self.at[name] for name in there]
        others: dict[str, Any] = {
            name: np.array([values[row] for row in rows], dtype=self.kinds[name])
            for name, values in self.others.items()
        }
        return replace(
            self.about,
            names=tuple(there),
            columns={
                name: np.array([values[row] for row in rows], dtype=np.float64)
                for name, values in self.columns.items()
            },
            seen=frozenset(self.seen.intersection(names)),
            **others,
        )

    def numbers(self, name: str, columns: Sequence[str]) -> dict[str, float]:
        """Some columns of a player who is there."""
        row = self.at[name]
        return {column: self.columns[column][row] for column in columns}

    def put(self, state: PoolState) -> None:
        """What became of some players."""
        rows = [self.at.setdefault(name, len(self.at)) for name in state.names]
        news = {name: getattr(state, name).tolist() for name in self.others}
        pairs = [(self.others[name], values) for name, values in news.items()]
        pairs += [(self.columns[name], of.tolist()) for name, of in state.columns.items()]
        for kept, values in pairs:
            kept.extend([None] * (len(self.at) - len(kept)))
            for row, value in zip(rows, values, strict=True):
                kept[row] = value
        self.seen.difference_update(state.names)
        self.seen |= state.seen
        self.about = replace(
            self.about,
            position=state.position,
            as_of=state.as_of,
            periods=self.about.periods | state.periods,
        )


@dataclass
class LiveList:
    """A list as of a revision, from which more games are rated.

    standings : where each pool stands; players : what is known of people
    problems : why the list cannot be rated; none if it can
    of_all : whether that is a reason for which no list of the ledger can be
    """

    record: ListRecord
    revision: int
    rulebook: Rulebook | None = None
    players: Players = field(default_factory=Players)
    standings: dict[str, Standing] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    of_all: bool = False

    @classmethod
    def begin(cls, known: Remembered, record: ListRecord, checkpoints: Checkpoints) -> LiveList:
        """A list as it is now, to go on with, or with the reasons why it cannot be rated."""
        live = cls(record, known.revision)
        try:
            live.rulebook = rulebook_of(known.connection, record.rulebook)
            rated = rate_list(known.connection, record, checkpoints=checkpoints)
        except DataRefused as refused:
            live.problems, live.of_all = refused.problems, isinstance(refused, ChangeRefused)
            return live
        live.rulebook, live.players = rated.rulebook, rated.players
        live.standings = {pool: Standing(state) for pool, state in rated.states().items()}
        return live

    def numbers_of(self, report: Report) -> dict[tuple[str, str], dict[str, float | None]]:
        """The columns of the players of a report in its pools, by pool and player, in order.

        Of who has no rating yet the rating is None.
        """
        results = None if self.rulebook is None else report.results(self.rulebook)
        if self.problems or self.rulebook is None or results is None:
            return {}
        # What a system only notes for itself, such as the last day, is in no answer.
        columns = [column.name for column in self.rulebook.columns if not column.inner]
        unrated = self.rulebook.system.unrated
        found = {}
        for pool in sorted(self._pools_of(results, self.rulebook) & self.standings.keys()):
            standing = self.standings[pool]
            for name in results.players:
                if name in standing.at:
                    numbers: dict[str, float | None] = {**standing.numbers(name, columns)}
                    if unrated is not None and numbers.get("rating") == unrated:
                        numbers["rating"] = None
                    found[pool, name] = numbers
        return found

    def follows(self, report: Report) -> bool:
        """Rate a report; False if the list has to be rated anew for it, or cannot be."""
        if self.rulebook is None or report.recorded.retold:
            return False
        if self.problems:
            # What is refused stays so until it is corrected; a fit may come to an end with more.
            return self.rulebook.period.kind is not Period.ALL
        try:
            results = report.results(self.rulebook)
            if results is not None:
                self._add(results, self.rulebook)
        except DataRefused:
            # They are older than games that are rated, or of a period that is not over; or no
            # games that can be rated, which all of them together tell best.
            return False
        return True

    def _add(self, results: Results, rulebook: Rulebook) -> None:
        """Rate more games; raises StateRefused where they do not come after those rated."""
        names = results.players
        earlier = {pool: standing.of(names) for pool, standing in self.standings.items()}
        there = [self.standings.get(pool) for pool in self._pools_of(results, rulebook)]
        new = [name for name in names if any(s is None or name not in s.at for s in there)]
        rated = rate_results(results, rulebook, self._known(new), earlier=earlier)
        for pool, state in rated.states().items():
            if pool in self.standings:
                self.standings[pool].put(state)
            else:
                self.standings[pool] = Standing(state)

    def _pools_of(self, results: Results, rulebook: Rulebook) -> set[str]:
        """The pools that games are rated in."""
        if rulebook.pooling != "separate" or results.games.pool is None:
            return {""}
        return {
            results.pools[code] if code >= 0 else "" for code in set(results.games.pool.tolist())
        }

    def _known(self, names: Sequence[str]) -> Players:
        """What is known of people who are new in a pool: where they start."""
        if not names:
            return Players()
        frame = self.players.frame.filter(pl.col("player").is_in(list(names)))
        return Players(frame, self.players.source)
