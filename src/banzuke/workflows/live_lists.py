"""Lists that a server goes on with, game by game, without replaying what came before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import polars as pl
from sqlalchemy import Connection, select

from banzuke.engine.pool_state import PoolState
from banzuke.engine.rated import rate_results
from banzuke.engine.rulebook import Rulebook
from banzuke.ledger.database import setting
from banzuke.ledger.lists import ListRecord
from banzuke.ledger.people import REMOVED, names_by_key
from banzuke.ledger.reading import pool_names, results_of
from banzuke.ledger.recording import RECORDED, Recorded, recorded_since, retold_events
from banzuke.ledger.tables import revisions
from banzuke.model.errors import StateRefused
from banzuke.model.players import Players
from banzuke.model.results import Results
from banzuke.publishing.published_lists import rate_list


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
        self.seen = (self.seen - set(state.names)) | state.seen
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
    """

    record: ListRecord
    rulebook: Rulebook
    players: Players
    revision: int
    standings: dict[str, Standing]

    @classmethod
    def begin(cls, connection: Connection, record: ListRecord, revision: int) -> LiveList:
        """A list as it is now, to go on with."""
        rated = rate_list(connection, record)
        standings = {pool: Standing(state) for pool, state in rated.states().items()}
        return cls(record, rated.rulebook, rated.players, revision, standings)

    def add(self, results: Results) -> None:
        """Rate more games; raises StateRefused where they do not come after those rated."""
        names = results.players
        earlier = {pool: standing.of(names) for pool, standing in self.standings.items()}
        there = [self.standings.get(pool) for pool in self.pools_of(results)]
        new = [name for name in names if any(s is None or name not in s.at for s in there)]
        rated = rate_results(results, self.rulebook, self._known(new), earlier=earlier)
        for pool, state in rated.states().items():
            if pool in self.standings:
                self.standings[pool].put(state)
            else:
                self.standings[pool] = Standing(state)

    def follows(self, connection: Connection, results: Results) -> bool:
        """Rate more games, unless the list has to be rated anew for them."""
        if retold_events(connection, self.revision):
            return False
        try:
            self.add(results)
        except StateRefused:
            # They are older than games that are rated, or of a period that is not over.
            return False
        return True

    def pools_of(self, results: Results) -> set[str]:
        """The pools that games are rated in."""
        if self.rulebook.pooling != "separate" or results.games.pool is None:
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


class LiveLists:
    """The lists of a ledger that a server goes on with."""

    def __init__(self) -> None:
        self._lists: dict[str, LiveList] = {}

    def up_to(self, connection: Connection, records: Sequence[ListRecord], revision: int) -> None:
        """Bring every list up to a revision: by what was recorded since, or else anew."""
        for record in records:
            live = self._lists.get(record.key)
            if live is not None and live.record == record and live.revision == revision:
                continue
            if (
                live is None
                or live.record != record
                or not self._catch_up(connection, live, revision)
            ):
                self._lists[record.key] = LiveList.begin(connection, record, revision)

    def go_on(
        self,
        connection: Connection,
        records: Sequence[ListRecord],
        recorded: Recorded,
        revision: int,
    ) -> dict[str, list[dict[str, Any]]]:
        """Rate recorded games on every list; what became of each player, by list."""
        told: dict[str, list[dict[str, Any]]] = {}
        for record in records:
            live = self._lists[record.key]
            results = _results(connection, live, recorded)
            if results is None:
                live.revision, told[record.key] = revision, []
                continue
            names = results.players
            before = {pool: standing.of(names) for pool, standing in live.standings.items()}
            if not live.follows(connection, results):
                live = self._lists[record.key] = LiveList.begin(connection, record, revision)
            live.revision = revision
            after = {
                pool: live.standings[pool].of(names)
                for pool in sorted(live.pools_of(results))
                if pool in live.standings
            }
            # What a system only notes for itself, such as the last day, is in no answer.
            columns = [column.name for column in live.rulebook.columns if not column.inner]
            told[record.key] = [
                one
                for pool, state in after.items()
                for one in _told(pool, before.get(pool), state, (names, columns))
            ]
        return told

    def _catch_up(self, connection: Connection, live: LiveList, revision: int) -> bool:
        """Rate what other programs have recorded since; whether that was all that they did."""
        query = select(revisions.c.kind).where(revisions.c.id > live.revision).distinct()
        if {row.kind for row in connection.execute(query).all()} != {"record"}:
            return False
        results = _results(connection, live, recorded_since(connection, live.revision))
        if results is not None and not live.follows(connection, results):
            return False
        live.revision = revision
        return True


def _results(connection: Connection, live: LiveList, recorded: Recorded) -> Results | None:
    """What of a report a list rates, games or standings, on its clock; None for nothing."""
    standings = not live.rulebook.system.takes_games
    versions = recorded.versions.chosen(recorded.versions.games["standings"] == standings)
    if not len(versions):
        return None
    return results_of(
        versions,
        recorded.whom,
        recorded.events,
        files=dict.fromkeys(versions.games["source"].to_list(), RECORDED),
        pool_names=pool_names(connection),
        zones=(setting(connection, "zone", "UTC"), live.rulebook.period.zone),
    )


def with_names_of(connection: Connection, told: Mapping[str, Any]) -> dict[str, Any]:
    """What was recorded, with the names of people as they are now."""
    keys = {one["player"] for of in told["lists"].values() for one in of}
    called = names_by_key(connection, sorted(keys))
    lists = {
        key: [{**one, "name": called.get(one["player"], REMOVED)} for one in of]
        for key, of in told["lists"].items()
    }
    return {**told, "lists": lists}


def _told(
    pool: str,
    before: PoolState | None,
    after: PoolState,
    wanted: tuple[Sequence[str], Sequence[str]],
) -> list[dict[str, Any]]:
    """What became of each player of a pool: the numbers before, None for who is new, and after.

    wanted : names, and the columns that are told
    """
    names, columns = wanted
    was = {} if before is None else _numbers(before, columns)
    now = _numbers(after, columns)
    return [
        {"player": name, "pool": pool, "before": was.get(name), "after": now[name]}
        for name in names
        if name in now
    ]


def _numbers(state: PoolState, wanted: Sequence[str]) -> dict[str, dict[str, float]]:
    """The wanted columns of each player of a state."""
    columns = {name: state.columns[name].tolist() for name in wanted}
    return {
        name: {column: values[at] for column, values in columns.items()}
        for at, name in enumerate(state.names)
    }
