"""What files of results tell of players: where they start, and facts, as of a revision.

A file is used as long as games of it hold. Where people start is told by the earliest of the
files in which they are, facts by the latest, whatever order the files came in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

import polars as pl
from sqlalchemy import Connection

from banzuke.ledger import chunks
from banzuke.ledger.people import People
from banzuke.ledger.reading import file_names
from banzuke.ledger.revisions import rows_of
from banzuke.ledger.tables import told_of_players
from banzuke.model.columns import KINDS, REGISTERS
from banzuke.model.ordering import natural_key
from banzuke.model.players import STARTING_TEXTS

#: Columns that are kept elsewhere: with the names and numbers of people.
ELSEWHERE = ("player", "pool", "key", "id", *REGISTERS, "name", "sort_name")

_UNDATED = -(2**63)


class Told(NamedTuple):
    """What files tell: {person: {column: text}} of facts, and of starting values."""

    facts: Mapping[int, Mapping[str, str]]
    starts: Mapping[int, Mapping[str, str]]

    def with_facts(self, known: dict[int, dict[str, str]]) -> dict[int, dict[str, str]]:
        """Facts that the ledger itself knows, and besides what files tell."""
        if not self.facts:
            return known
        return {
            who: {**self.facts.get(who, {}), **known.get(who, {})} for who in {*self.facts, *known}
        }


def is_fact(column: str) -> bool:
    """Whether a column of a players file is a fact, and not where somebody starts."""
    return KINDS.get(column) == "text" and column not in ("rank", "grade")


def told_by_files(connection: Connection, people: People, revision: int | None = None) -> Told:
    """What the files tell of people, after mergers, as of a revision or now."""
    table = rows_of(connection, told_of_players, revision)
    if not len(table):
        return Told({}, {})
    facts: dict[int, dict[str, str]] = defaultdict(dict)
    starts: dict[int, dict[str, str]] = {}
    by_source = table.partition_by("source", as_dict=True)
    for source in _in_time(connection, revision):
        part = by_source.get((source,))
        if part is None:
            continue
        here: dict[int, dict[str, str]] = defaultdict(dict)
        for person, column, value in part.select("person", "column", "value").iter_rows():
            who = people.who(person)
            if is_fact(column):
                facts[who][column] = value
            if not is_fact(column) or column in STARTING_TEXTS:
                here[who][column] = value
        for who, of in here.items():
            starts.setdefault(who, of)
    return Told(dict(facts), starts)


def _in_time(connection: Connection, revision: int | None) -> list[int]:
    """The files of which games hold, the one with the earliest games first."""
    games = chunks.read(connection, revision=revision, columns=["source"]).games
    if "time" not in games.columns:
        games = games.with_columns(pl.lit(None, dtype=pl.Int64).alias("time"))
    begins = games.group_by("source").agg(pl.col("time").min().fill_null(_UNDATED))
    names = file_names(connection)
    found = begins.select("time", "source").iter_rows()
    return [
        source
        for _, _, source in sorted(
            (time, natural_key(names[source]), source) for time, source in found
        )
    ]


def facts_of(
    connection: Connection, people: People, revision: int | None = None
) -> dict[int, dict[str, str]]:
    """What is known of each person: by the ledger itself, else by the latest file that tells."""
    return told_by_files(connection, people, revision).with_facts(people.facts())
