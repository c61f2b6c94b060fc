"""What a list is rated from: the results of a ledger, and what is known of its people."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl
from sqlalchemy import Connection

from banzuke.engine.rulebook import Rulebook
from banzuke.ledger.people import REMOVED, People
from banzuke.ledger.reading import Reader
from banzuke.ledger.revisions import rows_of
from banzuke.ledger.tables import starts
from banzuke.model.importer import Reading
from banzuke.model.players import Players, validate_players
from banzuke.model.results import Results


@dataclass(frozen=True)
class Material:
    """What a list is rated from: results by people's keys, and a players file of them."""

    reader: Reader
    players: Players

    def results(self) -> Results:
        """All the results."""
        return self.reader.results(self.reader.versions())


def material(
    connection: Connection,
    rulebook: Rulebook,
    key_of_list: str = "",
    revision: int | None = None,
) -> Material:
    """What is rated by a rulebook, as of a revision or now.

    key_of_list : whose starting values go before those of every list
    """
    reader = Reader(
        connection,
        standings=not rulebook.system.takes_games,
        zone=rulebook.period.zone,
        revision=revision,
    )
    return Material(reader, players_of(connection, rulebook, key_of_list, revision))


def players_of(
    connection: Connection, rulebook: Rulebook, key_of_list: str, revision: int | None = None
) -> Players:
    """The people of a ledger as a players file: by key, with names, facts, starting values."""
    people = People(connection, revision)
    shown, sorting, facts = people.shown(), people.sorting(), people.facts()
    rows: dict[tuple[str, str], dict[str, str]] = {}
    for person in sorted(people.there()):
        key = people.keys[person]
        named = {"name": shown.get(person, REMOVED)}
        if person in sorting:
            named["sort_name"] = sorting[person]
        rows[key, ""] = {**facts.get(person, {}), **named}
    wanted = {column.name for column in rulebook.system.given_columns} | {"games", "rank", "grade"}
    table = rows_of(connection, starts, revision).filter(
        pl.col("list").is_in(["", key_of_list]) & pl.col("column").is_in(list(wanted))
    )
    # What is said for this list goes before what is said for all of them.
    for person, pool, column, value in (
        table.sort("list").select("person", "pool", "column", "value").iter_rows()
    ):
        key = people.keys[people.who(person)]
        rows.setdefault((key, pool), {})[column] = value
    if not rows:
        return Players()
    frame = pl.DataFrame(
        [{"player": key, "pool": pool, **of} for (key, pool), of in rows.items()],
        infer_schema_length=None,
    )
    kept = tuple(column.name for column in rulebook.system.given_columns)
    return validate_players(Reading(frame, source=""), kept)
