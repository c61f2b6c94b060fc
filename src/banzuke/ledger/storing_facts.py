"""What files say of people, stored: facts, numbers in registers, names, starting values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import polars as pl
from sqlalchemy import Connection

from banzuke.ledger.new_people import add_aliases
from banzuke.ledger.revisions import FEW, add_rows, end_rows, rows_of, set_values
from banzuke.ledger.tables import identifiers, names, person_facts, starts, told_of_players
from banzuke.ledger.telling import ELSEWHERE, is_fact
from banzuke.model.columns import REGISTERS
from banzuke.model.importer import Reading
from banzuke.model.players import Players

#: The register of numbers of which nobody says whose they are.
UNNAMED = "id"


@dataclass(frozen=True)
class Said:
    """What a file says of players.

    rows : a player, or a player and pool, each: columns of a players file as texts
    register : whose numbers the column ``id`` has
    """

    rows: Sequence[Mapping[str, str]] = ()
    register: str = UNNAMED

    @cached_property
    def by_player(self) -> dict[str, dict[str, str]]:
        """All that is said of each player, whatever the pool."""
        found: dict[str, dict[str, str]] = {}
        for row in self.rows:
            found.setdefault(row["player"], {}).update(row)
        return found

    @property
    def numbers(self) -> dict[str, dict[str, str]]:
        """{player: {register: number}}."""
        whose = {**REGISTERS, "id": self.register}
        return {
            player: {whose[column]: number for column, number in of.items() if column in whose}
            for player, of in self.by_player.items()
            if not whose.keys().isdisjoint(of)
        }

    def spelt(self) -> dict[str, str]:
        """How those are called whom the file has under their numbers; namesakes are not."""
        found = {
            player: of["name"]
            for player, of in self.by_player.items()
            if of.get("name") and of.get("id") == player
        }
        called = list(found.values())
        return {player: name for player, name in found.items() if called.count(name) == 1}


def said_by(players: Players) -> Said:
    """What a players file says."""
    return Said(_rows(players.frame), players.numbers_of or UNNAMED)


def told_by(tables: Iterable[Reading]) -> Said:
    """What a file of results tells of the players in it."""
    rows: list[Mapping[str, str]] = []
    register = UNNAMED
    for table in tables:
        rows += _rows(table.frame)
        register = table.numbers_of or register
    return Said(rows, register)


def _rows(frame: pl.DataFrame) -> list[Mapping[str, str]]:
    texts = frame.with_columns(pl.all().cast(pl.String))
    return [{k: v for k, v in row.items() if v} for row in texts.iter_rows(named=True)]


def shown_names(called: Iterable[str], *said: Said) -> dict[str, str]:
    """By which name lists show new people: the full one that a file says, where it says one."""
    found = {}
    for player in called:
        full = (one.by_player.get(player, {}).get("name", "") for one in said)
        found[player] = next(filter(None, full), player)
    return found


def store_said(
    connection: Connection, revision: int, said: Said, persons: Mapping[str, int], of_list: str
) -> int:
    """Store what a players file says; returns how much is new.

    persons : {player: person}, of those of whom it is stored
    of_list : whose starting values these are, "" for all lists
    """
    facts: dict[tuple[Any, ...], str] = {}
    values: dict[tuple[Any, ...], str] = {}
    called: dict[tuple[int, str], str] = {}
    for row in said.rows:
        person = persons.get(row["player"])
        if person is None:
            continue
        for column, kind in (("name", "shown"), ("sort_name", "sort")):
            if column in row:
                called[person, kind] = row[column]
        for column, value in row.items():
            if column in ELSEWHERE:
                continue
            if is_fact(column):
                facts[person, column] = value
            else:
                values[person, of_list, row.get("pool", ""), column] = value
    return (
        store_names(connection, revision, called)
        + set_values(connection, person_facts, revision, facts)
        + store_numbers(connection, revision, said, persons)
        + set_values(connection, starts, revision, values)
    )


def store_told(
    connection: Connection, revision: int, said: Said, persons: Mapping[str, int], source: int
) -> int:
    """Store what a file of results tells of the players in it; returns how much it is."""
    rows = [
        {"person": persons[row["player"]], "source": source, "column": column, "value": value}
        for row in said.rows
        if row["player"] in persons
        for column, value in row.items()
        if column not in ELSEWHERE
    ]
    add_rows(connection, told_of_players, revision, rows)
    return len(rows) + store_numbers(connection, revision, said, persons)


def store_numbers(
    connection: Connection, revision: int, said: Said, persons: Mapping[str, int]
) -> int:
    """Store numbers in registers; returns how many are new."""
    wanted: dict[tuple[Any, ...], str] = {
        (persons[player], register): number
        for player, of in said.numbers.items()
        if player in persons
        for register, number in of.items()
    }
    return set_values(connection, identifiers, revision, wanted)


def store_names(
    connection: Connection,
    revision: int,
    wanted: Mapping[tuple[int, str], str],
) -> int:
    """People under other names; what lists showed before stays an alias, so that files still fit.

    wanted : {(person, shown or sort): name}, an empty one to take it back
    Returns how many names changed.
    """
    about = {person for person, _ in wanted}
    where = [names.c.person.in_(about)] if len(about) <= FEW else []
    held = rows_of(connection, names, None, names.c.kind != "alias", *where)
    known = {
        (person, kind): (number, name)
        for number, person, kind, name in held.select("id", "person", "kind", "name").iter_rows()
    }
    ended, added, before = [], [], []
    for (person, kind), name in wanted.items():
        number, now = known.get((person, kind), (0, ""))
        if name == now:
            continue
        if number:
            ended.append(number)
            before += [(now, person)] if kind == "shown" else []
        if name:
            added.append({"person": person, "kind": kind, "name": name})
    end_rows(connection, names, revision, ended)
    add_rows(connection, names, revision, added)
    add_aliases(connection, revision, before)
    return max(len(ended), len(added))
