"""What must hold of the people of a ledger after every change, whatever the change was."""

from __future__ import annotations

from collections import Counter

import polars as pl
from sqlalchemy import Connection

from banzuke.ledger import chunks
from banzuke.ledger.people import People
from banzuke.ledger.revisions import rows_of
from banzuke.ledger.tables import merges
from banzuke.model.errors import ChangeRefused
from banzuke.model.problems import Problem

#: So many games in which somebody stands twice are named.
MOST_TOLD = 20


def refuse_unsound(connection: Connection, game: int | None = None) -> None:
    """Refuse a change after which a merged person is two people, nobody, or his own opponent.

    game : the only one that the change touched; None to look at all of them
    """
    table = rows_of(connection, merges)
    links = list(table.select("person", "into").iter_rows())
    if not links:
        return
    people = People(connection)
    names = people.called()

    def name(person: int) -> str:
        return names.get(person, people.keys[person])

    problems = [
        Problem(f"{name(one)} would be merged into several people", "undo the later merger first")
        for one, count in Counter(one for one, _ in links).items()
        if count > 1
    ]
    ends = {one: people.who(one) for one, _ in links}
    problems += [
        Problem(f"{name(one)} would be merged in a circle", "undo the later merger first")
        for one, end in ends.items()
        if end in ends
    ]
    problems = problems or _twice(connection, people, game)
    if problems:
        raise ChangeRefused(problems)


def _twice(connection: Connection, people: People, game: int | None) -> list[Problem]:
    """The games in which one person stands twice, under two names."""
    versions = chunks.read(connection, ids=None if game is None else [game])
    person = versions.entries["person"].replace(people.into)
    table = pl.DataFrame({"at": versions.game_of_entry(), "person": person})
    again = table.filter(table.is_duplicated()).unique(maintain_order=True)
    shown, ids = people.shown(), versions.games["id"]
    return [
        Problem(f"{shown.get(whom, people.keys[whom])} would stand twice in game {ids[at]}",
                "each person once in a game")
        for at, whom in again.head(MOST_TOLD).iter_rows()
    ]  # fmt: skip
