"""A game of a ledger as it should have been told: a new version in place of the one that holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
from sqlalchemy import Connection

from banzuke.ledger import chunks
from banzuke.ledger.correcting_results import (
    RESULT,
    WINNER,
    first_said,
    in_game,
    is_result,
    told_result,
    with_result,
)
from banzuke.ledger.database import zone_of
from banzuke.ledger.events import Events, add_unknown_events
from banzuke.ledger.importing import pool_numbers
from banzuke.ledger.marks import MARK
from banzuke.ledger.people import People, keys_of, numbers_of
from banzuke.ledger.reading import file_names, pool_names, results_of
from banzuke.ledger.said_of_games import OF_PLAYER, SAID
from banzuke.ledger.soundness import refuse_unsound
from banzuke.ledger.storing import versions_of
from banzuke.ledger.telling_changes import CHANGED, STAYS, changed_of
from banzuke.ledger.versions import Versions
from banzuke.model.errors import ChangeRefused, ResultsRefused, UnknownName
from banzuke.model.importer import Reading
from banzuke.model.problems import Problem
from banzuke.model.results import Results
from banzuke.model.validation import validate


def correct_game(
    connection: Connection, revision: int, *, game: int, values: Mapping[str, str]
) -> dict[str, Any]:
    """A game as it should have been told.

    values : {column: value} of the game; of one player as ``COLUMN of PLAYER``, with the player
        by key or name; the result of a duel by ``winner``, by ``result of PLAYER``, as 1-0, that
        player's points first, or by ``result`` if it is a draw. An empty value empties the cell.
    Returns what changed, with both players of a result, the one first whose points are; in place
    of that, where all is so already, what stays. Raises ChangeRefused for what makes no game.
    """
    held = chunks.read(connection, ids=[game])
    if not len(held):
        raise UnknownName("game", game, [])
    people, events = People(connection), Events(connection)
    was = _as_results(connection, held, events).to_frame()
    after = _validated(connection, game, _with_values(_as_text(was), values, people))
    new = _version_of(connection, revision, held, after, events)
    told = changed_of(_told(values, was, after.to_frame(), people))
    if new.described()["said"].equals(held.described()["said"]) or not told[CHANGED]:
        so_already = {**told[CHANGED], **told[STAYS]}
        stays = {said: {**of, "after": of["before"]} for said, of in so_already.items()}
        return {"game": game, CHANGED: {}, STAYS: stays}
    chunks.close(connection, held, revision)
    chunks.store(connection, new)
    refuse_unsound(connection, game)
    return {"game": game, CHANGED: told[CHANGED]}


def _with_values(frame: pl.DataFrame, values: Mapping[str, str], people: People) -> pl.DataFrame:
    """The table of a game with all that is said of it; raises ChangeRefused with what is wrong."""
    problems: list[Problem] = []
    if sum(map(is_result, values)) > 1:
        problems.append(Problem("the result is said several times", "once"))
    for said, value in values.items():
        frame = _with_value(frame, said, value, people, problems)
    if problems:
        raise ChangeRefused(problems)
    return frame


def _validated(connection: Connection, game: int, frame: pl.DataFrame) -> Results:
    """The table of a game as results; raises ChangeRefused for what makes no game."""
    if "score" in frame.columns and frame["score"].null_count() < len(frame):
        frame = frame.drop("place", strict=False)
    try:
        return validate(Reading(frame, f"game {game}"), zone=zone_of(connection))
    except ResultsRefused as refused:
        # A cell of the game stands in a row of each of its players.
        wrong = [replace(problem, row=None) for problem in refused.problems]
        raise ChangeRefused(list(dict.fromkeys(wrong))) from None


def _told(
    values: Mapping[str, str], was: pl.DataFrame, now: pl.DataFrame, people: People
) -> dict[str, Any]:
    """What was said of a game, as it was and as it is."""
    told: dict[str, Any] = {}
    for said, value in values.items():
        if is_result(said):
            told[RESULT] = told_result(was, now, people, first_said(said, value))
        else:
            told[said] = {"before": _cell(was, said, people), "after": value}
    return told


def _as_results(connection: Connection, versions: Versions, events: Events) -> Results:
    """A game, players by their own keys, merged or not."""
    zone = zone_of(connection)
    return results_of(
        versions,
        keys_of(connection, versions.entries["person"].to_list()),
        events.facts,
        files=file_names(connection),
        pool_names=pool_names(connection),
        zones=(zone, zone),
    )


def _version_of(
    connection: Connection, revision: int, before: Versions, after: Results, events: Events
) -> Versions:
    """The new version of a game, in place of the one that holds."""
    by_key, by_name = numbers_of(connection, after.players), events.by_name()
    add_unknown_events(connection, revision, by_name, after.events)
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
    games = versions.games.drop("key", strict=False).with_columns(kept)
    entries = versions.entries.drop("row", strict=False)
    if "row" in before.entries.columns:
        rows = before.entries.select("person", "row")
        entries = entries.join(rows, on="person", how="left", maintain_order="left")
    return Versions(games, entries)


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
    if is_result(said):
        return with_result(frame, said, value, people, problems)
    column, _, player = said.partition(" of ")
    if column not in SAID:
        right = f"one of {', '.join((RESULT, WINNER, *SAID))}"
        problems.append(Problem(f"a game has no {column}", right))
        return frame
    if (column in OF_PLAYER) != bool(player):
        right = f"{column} of PLAYER" if column in OF_PLAYER else column
        problems.append(Problem(f"{said} is not said like this", right))
        return frame
    if column not in frame.columns:
        frame = frame.with_columns(pl.lit(None, dtype=pl.String).alias(column))
    new = value or None
    if not player:
        return frame.with_columns(pl.lit(new, dtype=pl.String).alias(column))
    key = in_game(frame, people, player)
    if not key:
        problems.append(Problem(f"{player} is not in this game", "one of its players"))
        return frame
    if column == "player":
        new = people.keys[people.meant(value)]
        if in_game(frame, people, new) not in ("", key):
            problems.append(Problem(f"{value} takes part in this game already", "somebody else"))
            return frame
    mine = pl.col("player") == key
    return frame.with_columns(
        pl.when(mine).then(pl.lit(new, dtype=pl.String)).otherwise(pl.col(column)).alias(column)
    )


def _cell(frame: pl.DataFrame, said: str, people: People) -> str:
    """What stood in a cell before."""
    column, _, player = said.partition(" of ")
    if column not in frame.columns:
        return ""
    if player:
        frame = frame.filter(pl.col("player") == in_game(frame, people, player))
    value = frame[column][0] if len(frame) else None
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
