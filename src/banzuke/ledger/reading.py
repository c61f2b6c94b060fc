"""The results of a ledger as of a revision, ready to be rated: people by their keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray
from sqlalchemy import Connection, select

from banzuke.ledger import chunks
from banzuke.ledger.database import zone_of
from banzuke.ledger.events import Events
from banzuke.ledger.people import People
from banzuke.ledger.reading_columns import (
    codes_of_people,
    columns_of_games,
    entries_of,
    vocabulary,
)
from banzuke.ledger.reading_events import columns_of_events, rated_of
from banzuke.ledger.revisions import refuse_unknown
from banzuke.ledger.tables import pools, sources
from banzuke.ledger.versions import Versions
from banzuke.model.columns import COLUMNS
from banzuke.model.days import NO_TIME
from banzuke.model.errors import ChangeRefused
from banzuke.model.ordering import natural_key
from banzuke.model.phrases import phrase, phrases
from banzuke.model.problems import Problem
from banzuke.model.results import Games, Results
from banzuke.model.zone_clock import instants_of, shown

Ints = NDArray[np.int64]


#: A ledger is for every rulebook: that one does not use a column need not be told.
EVERY_COLUMN = frozenset(column.name for column in COLUMNS)


class Reader:
    """Results of a ledger as of a revision or now, from versions of games.

    standings : whether final places of events are wanted, or games
    zone : on whose clock times are read; only_pools : whose games are wanted, none for all
    whom : {person: the key of who that is}, as of the same revision, if that is known already
    Raises UnknownName for a revision that was never made.
    """

    def __init__(
        self,
        connection: Connection,
        *,
        standings: bool,
        zone: str,
        only_pools: Sequence[str] = (),
        revision: int | None = None,
        whom: Mapping[int, str] | None = None,
    ) -> None:
        refuse_unknown(connection, revision)
        self._only_pools = only_pools
        self._connection, self._revision, self._standings = connection, revision, standings
        self._whom = People(connection, revision).whom() if whom is None else whom
        self._events = Events(connection, revision).facts
        self._files = file_names(connection)
        self._pools = pool_names(connection)
        self._zones = zone_of(connection), zone

    def versions(self, after: int | None = None) -> Versions:
        """The games that hold; those later than a moment, see ``chunks.read``."""
        found = chunks.read(self._connection, revision=self._revision, after=after)
        return wanted_of(found, self._standings, self._only_pools, self._pools)

    def results(self, versions: Versions, *, some_undated: bool = False) -> Results:
        """Versions of games as results, players named by their keys.

        some_undated : whether some games may have dates and others none, whose time is NO_TIME
            then; such results are for being shown, since no order holds them all
        Raises ChangeRefused for such results where they are not asked for.
        """
        return results_of(
            versions,
            self._whom,
            self._events,
            files=self._files,
            pool_names=self._pools,
            zones=self._zones,
            some_undated=some_undated,
        )


def wanted_of(
    versions: Versions, standings: bool, only_pools: Sequence[str], pools: Mapping[int, str]
) -> Versions:
    """Those of some versions that a rulebook wants: games or standings, of some pools or of all.

    pools : names by number
    """
    games = versions.games
    wanted = games["standings"] == standings
    if only_pools:
        called = {name.casefold() for name in only_pools}
        numbers = [number for number, name in pools.items() if name.casefold() in called]
        if "pool" not in games.columns:
            games = games.with_columns(pl.lit(-1).alias("pool"))
        wanted &= games["pool"].is_in(numbers).fill_null(value=False)
    return versions.chosen(wanted)


def results_of(
    versions: Versions,
    whom: Mapping[int, str],
    events: Mapping[int, Mapping[str, str]],
    *,
    files: Mapping[int, str],
    pool_names: Mapping[int, str],
    zones: tuple[str, str],
    some_undated: bool = False,
) -> Results:
    """Versions of games as results.

    whom : {person: the key of who that is}; events : {event: {fact: value}}
    files : names by number; zones : the ledger's own, and the one that is wanted
    some_undated : as for ``Reader.results``
    """
    versions, order = _in_files_order(versions, files)
    games = versions.games
    count = len(games)
    if not some_undated:
        _refuse_some_undated(games)
    time, reached = _times(games, zones)
    codes = codes_of_people(versions.entries["person"], whom)
    first = np.zeros(count + 1, dtype=np.uint32)
    np.cumsum(games["entries"].to_numpy(), out=first[1:])
    event, event_names = vocabulary(
        games, "event", {number: facts["name"] for number, facts in events.items()}
    )
    pool, pool_list = vocabulary(games, "pool", pool_names)
    of_events = columns_of_events(event, event_names, events)
    source = _recoded(games["source"], {number: at for at, number in enumerate(order)})
    return Results(
        shape=_shape(versions),
        sources=tuple(files[number] for number in order) or ("",),
        players=codes.names,
        events=event_names,
        pools=pool_list,
        categories=of_events.pop("categories", []),
        first=first,
        games=Games(
            status=games["status"].cast(pl.Int32).to_numpy(),
            rated=rated_of(games, event, event_names, events),
            row=games["row"].to_numpy(),
            source=source,
            time=time,
            reached=reached,
            event=event,
            pool=pool,
            **columns_of_games(games),
            **of_events,
        ),
        entries=entries_of(versions, codes.codes),
        stamped=bool(games["stamped"].any()),
        zone=zones[1],
        usual=(EVERY_COLUMN,) * max(len(order), 1),
    )


def _shape(versions: Versions) -> str:
    """The shape that the results have as a whole; "" if they differ."""
    games, side = versions.games, versions.entries["side"].to_numpy()
    if games["standings"].any():
        return "standings"
    pairs = len(side) == 2 * len(games) and bool((games["entries"] == 2).all())
    return "duels" if pairs and not side[::2].any() and bool((side[1::2] == 1).all()) else ""


def _in_files_order(versions: Versions, files: Mapping[int, str]) -> tuple[Versions, list[int]]:
    """The games by their files and rows, whatever order they came in; and the files' numbers."""
    games = versions.games
    used = games["source"].unique().to_list()
    order = sorted(used, key=lambda number: (natural_key(files[number]), number))
    rank = {number: at for at, number in enumerate(order)}
    place = _recoded(games["source"], rank).astype(np.int64) << 32
    place += games["row"].to_numpy()
    if (place[1:] < place[:-1]).any():
        rows = pl.DataFrame({"place": place, "id": games["id"]}).with_row_index("at")
        versions = versions.ordered(rows.sort("place", "id")["at"])
    return versions, order


def _recoded(numbers: pl.Series, rank: Mapping[int, int]) -> NDArray[np.int32]:
    """Other numbers in place of some."""
    table = np.zeros(max(rank, default=0) + 1, dtype=np.int32)
    table[[*rank]] = [*rank.values()]
    found: NDArray[np.int32] = table[numbers.to_numpy()]
    return found


def _refuse_some_undated(games: pl.DataFrame) -> None:
    """Raise ChangeRefused where some games have a date, and others none."""
    undated = games["time"].null_count() if "time" in games.columns else 0
    if 0 < undated < len(games):
        what = phrases(
            "{count} game has no date, but the others have one",
            "{count} games have no date, but the others have one",
            undated,
        )
        right = phrase("dates of all games of a list, or of none")
        raise ChangeRefused([Problem(what, right)])


def _times(games: pl.DataFrame, zones: tuple[str, str]) -> tuple[Ints | None, Ints | None]:
    """When games were, on the clock that is wanted; and the latest that it had shown by then."""
    if "time" not in games.columns or games["time"].null_count() == len(games):
        return None, None
    time = games["time"].fill_null(NO_TIME).to_numpy()
    reached = _reached(games, time)
    own, wanted = zones
    stamped = games["stamped"].to_numpy() & (time != NO_TIME)
    if own == wanted or not stamped.any():
        return time, reached
    instants = instants_of(time[stamped], None if reached is None else reached[stamped], own)
    there = shown(instants, wanted)
    moved = time.copy()
    moved[stamped] = there.time.to_physical().to_numpy()
    latest = moved.copy()
    if there.reached is not None:
        latest[stamped] = there.reached
    return moved, None if (latest == moved).all() else latest


def _reached(games: pl.DataFrame, time: Ints) -> Ints | None:
    if "reached" not in games.columns:
        return None
    reached: Ints = games["reached"].fill_null(pl.Series(time)).to_numpy()
    return None if (reached == time).all() else reached


def pool_names(connection: Connection) -> dict[int, str]:
    """The names of pools, by number."""
    return {row.id: row.name for row in connection.execute(select(pools)).all()}


def file_names(connection: Connection) -> dict[int, str]:
    """The names of files, by number; editions of a file are called alike."""
    return {row.id: row.name for row in connection.execute(select(sources)).all()}
