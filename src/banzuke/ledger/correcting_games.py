"""A game of a ledger as it should have been told: a new version in place of the one that holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
from sqlalchemy import Connection, select

from banzuke.ledger import chunks
from banzuke.ledger.database import setting
from banzuke.ledger.events import Events, add_events
from banzuke.ledger.importing import pool_numbers
from banzuke.ledger.marks import MARK
from banzuke.ledger.people import People, keys_of, numbers_of
from banzuke.ledger.reading import pool_names, results_of
from banzuke.ledger.soundness import refuse_unsound
from banzuke.ledger.storing import versions_of
from banzuke.ledger.tables import sources
from banzuke.ledger.versions import Versions
from banzuke.model.columns import EVENT_FACTS, EVENT_TEXTS, columns_of
from banzuke.model.errors import ChangeRefused, ResultsRefused, UnknownName
from banzuke.model.importer import Reading
from banzuke.model.problems import Problem
from banzuke.model.results import Results
from banzuke.model.validation import validate

#: Columns of results that belong to each player of a game.
OF_ENTRY = (
    "player",
    "side",
    "place",
    "score",
    "handicap",
    "advantage",
    "play",
    "role",
    "entry_rank",
    "eliminated",
    "in_draw",
    "earlier",
)

#: What of a game cannot be said by a correction: it is the event's, or the ledger's own.
NOT_OF_GAME = ("game", "sort_name", *(f"event_{fact}" for fact in (*EVENT_FACTS, *EVENT_TEXTS)))


def correct_game(
    connection: Connection, revision: int, *, game: int, values: Mapping[str, str]
) -> dict[str, Any]:
    """A game as it should have been told.

    values : {column: value} of the game; of one player as ``COLUMN of PLAYER``, with the player
        by key or name; ``result of PLAYER`` of a duel, as 1-0, that player's points first;
        ``result`` alone has those of the first side first, and must change something, since
        sides need not stand as the file had them. An empty value empties the cell.
    Raises ChangeRefused for whatever makes no game.
    """
    held = chunks.read(connection, ids=[game])
    if not len(held):
        raise UnknownName("game", game, [])
    people, events = People(connection), Events(connection)
    before = _as_results(connection, held, events)
    frame = _as_text(before.to_frame())
    problems: list[Problem] = []
    for said, value in values.items():
        frame = _with_value(frame, said, value, people, problems)
    if problems:
        raise ChangeRefused(problems)
    if "score" in frame.columns and frame["score"].null_count() < len(frame):
        frame = frame.drop("place", strict=False)
    try:
        after = validate(Reading(frame, f"game {game}"), zone=setting(connection, "zone", "UTC"))
    except ResultsRefused as refused:
        # A cell of the game stands in a row of each of its players.
        told = [replace(problem, row=None) for problem in refused.problems]
        raise ChangeRefused(list(dict.fromkeys(told))) from None
    _store_again(connection, revision, held, after, events)
    refuse_unsound(connection, game)
    changed = {
        said: {"before": _cell(before.to_frame(), said, people), "after": value}
        for said, value in values.items()
    }
    return {"game": game, "changed": changed}


def _as_results(connection: Connection, versions: Versions, events: Events) -> Results:
    """A game, players by their own keys, merged or not."""
    zone = setting(connection, "zone", "UTC")
    return results_of(
        versions,
        keys_of(connection, versions.entries["person"].to_list()),
        events.facts,
        files={row.id: row.name for row in connection.execute(select(sources)).all()},
        pool_names=pool_names(connection),
        zones=(zone, zone),
    )


def _store_again(
    connection: Connection, revision: int, before: Versions, after: Results, events: Events
) -> None:
    """A new version of a game in place of the one that holds."""
    by_key, by_name = numbers_of(connection, after.players), events.by_name()
    fresh = [name for name in after.events if name not in by_name]
    by_name |= add_events(connection, revision, fresh)
    versions = versions_of(
        after,
        persons=np.array([by_key[key] for key in after.players], dtype=np.int64),
        events=np.array([by_name[name] for name in after.events], dtype=np.int64),
        pools=np.array(pool_numbers(connection, after.pools), dtype=np.int64),
        source=before.games["source"][0],
        first_game=before.games["id"][0],
        revision=revision,
    )
    # Its place among the games of its file stays, the name that the file gave it, and its mark.
    kept = [before.games[name] for name in ("row", "key", MARK) if name in before.games.columns]
    versions = Versions(versions.games.drop("key", strict=False), versions.entries)
    same_place = Versions(versions.games.with_columns(kept), versions.entries)
    chunks.close(connection, before, revision)
    chunks.store(connection, same_place)


def _as_text(frame: pl.DataFrame) -> pl.DataFrame:
    """Cells as files have them; one game needs no name of its own."""
    frame = frame.with_columns(pl.all().cast(pl.String))
    if "game" in frame.columns:
        frame = frame.with_columns(pl.col("game").fill_null("1"))
    return frame


def _with_value(
    frame: pl.DataFrame, said: str, value: str, people: People, problems: list[Problem]
) -> pl.DataFrame:
    """The table with one cell or column as it should be."""
    column, _, player = said.partition(" of ")
    known = [name for name in columns_of("entries") if name not in NOT_OF_GAME]
    if column == "result":
        return _with_result(frame, value, player, people, problems)
    if column not in known:
        problems.append(Problem(f"a game has no {column}", f"one of {', '.join(known)}"))
        return frame
    if (column in OF_ENTRY) != bool(player):
        right = f"{column} of PLAYER" if column in OF_ENTRY else column
        problems.append(Problem(f"{said} is not said like this", right))
        return frame
    if column not in frame.columns:
        frame = frame.with_columns(pl.lit(None, dtype=pl.String).alias(column))
    new = value or None
    if not player:
        return frame.with_columns(pl.lit(new, dtype=pl.String).alias(column))
    key = _in_game(frame, people, player)
    if not key:
        problems.append(Problem(f"{player} is not in this game", "one of its players"))
        return frame
    if column == "player":
        new = people.keys[people.meant(value)]
        if _in_game(frame, people, new) not in ("", key):
            problems.append(Problem(f"{value} takes part in this game already", "somebody else"))
            return frame
    mine = pl.col("player") == key
    return frame.with_columns(
        pl.when(mine).then(pl.lit(new, dtype=pl.String)).otherwise(pl.col(column)).alias(column)
    )


def _in_game(frame: pl.DataFrame, people: People, player: str) -> str:
    """The key under which somebody is in a game, "" for nobody who is."""
    whom, by_key = people.meant(player), people.by_key()
    return next((key for key in frame["player"].to_list() if by_key[key] == whom), "")


#: The results of a duel: the points of both players, and their places.
RESULTS = {
    "1-0": (("1", "0"), ("1", "2")),
    "0-1": (("0", "1"), ("2", "1")),
    "1/2-1/2": (("0.5", "0.5"), ("1", "1")),
}


def _with_result(
    frame: pl.DataFrame, value: str, player: str, people: People, problems: list[Problem]
) -> pl.DataFrame:
    """A duel with another result, said as the file said it: by scores, or by places.

    player : whose points stand first, "" for those of the first side
    """
    written = value.replace(" ", "").replace(":", "-").replace("½", "1/2")
    if written not in RESULTS or len(frame) != 2:
        right = "1-0, 0-1 or 1/2-1/2, of a game of two"
        problems.append(Problem(f"{value!r} is no result of this game", right))
        return frame
    points, places = RESULTS[written]
    first = _in_game(frame, people, player) if player else ""
    if player and not first:
        problems.append(Problem(f"{player} is not in this game", "one of its players"))
        return frame
    ordered = _from(frame, first)
    if not player and written == _result_as_it_is(ordered):
        right = "result of PLAYER, that player's points first"
        problems.append(Problem(f"the result of this game is {written} already", right))
        return frame
    if "score" in frame.columns and frame["score"].null_count() < len(frame):
        return ordered.with_columns(pl.Series("score", points))
    return ordered.with_columns(pl.Series("place", places))


def _from(frame: pl.DataFrame, first: str) -> pl.DataFrame:
    """The lines of a duel by side, but that of the player ``first`` before the other one."""
    return frame.sort(pl.col("player") != first, "side")


def _result_as_it_is(ordered: pl.DataFrame) -> str:
    """The result of a duel, by scores or else by places; "" if there is neither."""
    if "score" in ordered.columns and not ordered["score"].null_count():
        scores = [*map(float, ordered["score"])]
        of_points = {tuple(map(float, points)): said for said, (points, _) in RESULTS.items()}
        return of_points.get(tuple(scores), "-".join(f"{score:g}" for score in scores))
    places = tuple(map(str, ordered["place"].to_list())) if "place" in ordered.columns else ()
    return next((said for said, (_, of_both) in RESULTS.items() if of_both == places), "")


def _cell(frame: pl.DataFrame, said: str, people: People) -> str:
    """What stood in a cell before."""
    column, _, player = said.partition(" of ")
    if column == "result" and len(frame) == 2:
        return _result_as_it_is(_from(frame, _in_game(frame, people, player) if player else ""))
    if column not in frame.columns:
        return ""
    if player:
        frame = frame.filter(pl.col("player") == _in_game(frame, people, player))
    value = frame[column][0] if len(frame) else None
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
