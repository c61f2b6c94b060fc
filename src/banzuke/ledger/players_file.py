"""The people of a ledger as a players file: names, facts, and where they start on a list."""

from __future__ import annotations

import polars as pl
from sqlalchemy import Connection

from banzuke.engine.rulebook import Rulebook
from banzuke.ledger.people import REMOVED, People
from banzuke.ledger.revisions import rows_of
from banzuke.ledger.tables import starts
from banzuke.ledger.telling import Told, told_by_files
from banzuke.model.importer import Reading
from banzuke.model.players import Players, validate_players


def players_of(
    connection: Connection,
    rulebook: Rulebook,
    key_of_list: str,
    revision: int | None = None,
    people: People | None = None,
) -> Players:
    """The people of a ledger as a players file: by key, with names, facts, starting values.

    people : of the same revision, if they are known already
    """
    people = people or People(connection, revision)
    there = sorted(people.there())
    if not there:
        return Players()
    told = told_by_files(connection, people, revision)
    keys, facts = people.keys, told.with_facts(people.facts())
    columns = {"name": people.shown(), "sort_name": people.sorting()}
    for fact in sorted(set().union(*facts.values())) if facts else ():
        columns[fact] = {person: of[fact] for person, of in facts.items() if fact in of}
    frame = pl.DataFrame(
        {
            "player": [keys[person] for person in there],
            "pool": pl.repeat("", len(there), eager=True),
            **{
                name: pl.Series([said.get(person) for person in there], dtype=pl.String)
                for name, said in columns.items()
                if said
            },
        }
    )
    if "name" in frame.columns:
        frame = frame.with_columns(pl.col("name").fill_null(REMOVED))
    table = _with_told(rows_of(connection, starts, revision), people, told)
    begun = _starts(table, people, rulebook, key_of_list)
    if not len(begun):
        return Players(frame)
    kept = tuple(column.name for column in rulebook.system.given_columns)
    frame = frame.join(begun, on=["player", "pool"], how="full", coalesce=True)
    players = validate_players(Reading(frame.sort("player", "pool"), source=""), kept)
    players.places.clear()  # there is no file in which somebody could look
    return players


def _with_told(table: pl.DataFrame, people: People, told: Told) -> pl.DataFrame:
    """Where people start; who is given no start by a players file has that of the earliest file."""
    own = {people.who(person) for person in table["person"].unique().to_list()}
    rows = [
        (person, column, value)
        for person, of in told.starts.items()
        if person not in own
        for column, value in of.items()
    ]
    kinds = {"person": pl.Int64, "column": pl.String, "value": pl.String}
    more = pl.DataFrame(rows, schema=kinds, orient="row")
    empty = pl.lit("")
    return pl.concat(
        [
            table.select("list", "pool", *kinds),
            more.select(empty.alias("list"), empty.alias("pool"), *kinds),
        ]
    )


def _starts(
    table: pl.DataFrame, people: People, rulebook: Rulebook, key_of_list: str
) -> pl.DataFrame:
    """Where people start on a list: a row a player and pool, a column a value."""
    wanted = {column.name for column in rulebook.system.given_columns} | {"games", "rank", "grade"}
    table = table.filter(
        pl.col("list").is_in(["", key_of_list]) & pl.col("column").is_in(list(wanted))
    )
    if not len(table):
        return pl.DataFrame()
    key = [people.keys[people.who(person)] for person in table["person"].to_list()]
    # What is said for this list goes before what is said for all of them.
    return (
        table.with_columns(pl.Series("player", key, dtype=pl.String))
        .sort("list", maintain_order=True)
        .pivot("column", index=["player", "pool"], values="value", aggregate_function="last")
    )
