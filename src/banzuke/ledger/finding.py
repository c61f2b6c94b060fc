"""Games of a ledger by number, event, file, person or day; and games as people look at them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import polars as pl
from sqlalchemy import Connection

from banzuke.ledger import chunks
from banzuke.ledger.database import zone_of
from banzuke.ledger.events import Events
from banzuke.ledger.people import REMOVED, People
from banzuke.ledger.reading import file_names, pool_names, results_of
from banzuke.ledger.said_of_games import OCCASION, OF_GAME, OF_PLAYER
from banzuke.ledger.versions import Versions
from banzuke.model.days import MICROSECONDS_A_DAY, number_of_day
from banzuke.model.errors import UnknownName
from banzuke.model.spelling import meant

#: Columns in the order in which games are looked at; what is not known stands in none.
SHOWN = ("game", *OCCASION, *OF_PLAYER, *(name for name in OF_GAME if name not in OCCASION))

#: The columns that games have of which nothing else is known; a program finds them where no game
#: is meant, too.
ALWAYS = {
    "game": pl.Int64,
    "player": pl.String,
    "side": pl.Int32,
    "place": pl.Int32,
    "status": pl.String,
    "rated": pl.String,
}


@dataclass(frozen=True)
class Wanted:
    """Which games are meant: those to which all applies that is said.

    games : by number, none for any; person : by key or name
    """

    games: Sequence[int] = ()
    event: str = ""
    file: str = ""
    person: str = ""
    day: date | None = None


def meant_games(connection: Connection, wanted: Wanted) -> Versions:
    """The games that are meant; raises UnknownName for what is not there."""
    versions = chunks.read(connection, ids=wanted.games or None)
    table = versions.games
    missing = sorted(set(wanted.games) - set(table["id"].to_list()))
    if missing:
        raise UnknownName("game", missing[0], [])
    which = pl.repeat(value=True, n=len(table), eager=True)
    nothing = pl.repeat(None, len(table), dtype=pl.Int64, eager=True)
    if wanted.event:
        by_name = Events(connection).by_name()
        number = by_name[meant("event", wanted.event, list(by_name))]
        events = table["event"] if "event" in table.columns else nothing
        which &= (events == number).fill_null(value=False)
    if wanted.file:
        files: dict[str, list[int]] = {}  # corrected editions of a file are called alike
        for number, name in file_names(connection).items():
            files.setdefault(name, []).append(number)
        which &= table["source"].is_in(files[meant("file", wanted.file, list(files))])
    if wanted.person:
        people = People(connection)
        whom = people.meant(wanted.person)
        mine = [whom, *(one for one, who in people.into.items() if who == whom)]
        at = versions.game_of_entry().filter(versions.entries["person"].is_in(mine))
        which &= versions.in_rows(at)
    if wanted.day is not None:
        time = table["time"] if "time" in table.columns else nothing
        which &= (time // MICROSECONDS_A_DAY == number_of_day(wanted.day)).fill_null(value=False)
    return versions.chosen(which)


def games_frame(connection: Connection, wanted: Wanted) -> pl.DataFrame:
    """Games as people look at them: a row a player and game, people by name, the oldest first."""
    versions = _oldest_first(meant_games(connection, wanted))
    if not len(versions):
        return pl.DataFrame(schema=ALWAYS)
    people, zone = People(connection), zone_of(connection)
    results = results_of(
        _of_one_file(versions),
        people.whom(),
        Events(connection).facts,
        files={0: ""},
        pool_names=pool_names(connection),
        zones=(zone, zone),
        some_undated=True,
    )
    shown = people.shown()
    names = {key: shown.get(number, REMOVED) for key, number in people.by_key().items()}
    frame = results.to_frame().with_columns(
        versions.games["id"].gather(versions.game_of_entry()).alias("game"),
        pl.col("player").replace_strict(names, default=REMOVED),
    )
    return frame.select([name for name in SHOWN if name in frame.columns])


def _oldest_first(versions: Versions) -> Versions:
    """Games as they came to pass, else by number; those without a time before all others."""
    if "time" not in versions.games.columns:
        return versions
    # Of an hour that the clock shows twice, see ``zone_clock``.
    there = [name for name in ("reached", "time") if name in versions.games.columns]
    reached = pl.coalesce(there).alias("reached")
    order = versions.games.select(reached, "time", "id").with_row_index("at")
    return versions.ordered(order.sort("reached", "time", "id", nulls_last=False)["at"])


def _of_one_file(versions: Versions) -> Versions:
    """Games as if they were of one file, so that they stay in their order."""
    games = versions.games.with_columns(
        pl.lit(0, dtype=pl.Int32).alias("source"),
        pl.int_range(len(versions), dtype=pl.UInt32, eager=True).alias("row"),
    )
    return Versions(games, versions.entries)
