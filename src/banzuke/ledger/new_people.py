"""People who are new to a ledger, and names and words about people that come with files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import Connection

from banzuke.ledger.database import insert_many, next_numbers
from banzuke.ledger.machine import new_keys
from banzuke.ledger.returning import returning_people
from banzuke.ledger.revisions import add_rows
from banzuke.ledger.tables import apart, names, persons


def add_people(
    connection: Connection,
    revision: int,
    called: Sequence[str],
    full: Mapping[str, str] | None = None,
) -> dict[str, int]:
    """New people, each shown by the name that files have; returns {name: person}.

    Who was here under the name until that was undone is the same person again.
    full : by which name lists show some of them instead
    """
    if not called:
        return {}
    full = full or {}
    again = returning_people(connection, called)
    made = [name for name in called if name not in again]
    first = next_numbers(connection, "person", len(made)) if made else 0
    numbers = {name: first + at for at, name in enumerate(made)}
    fresh = new_keys(len(made))
    rows = [(number, key, revision) for number, key in zip(numbers.values(), fresh, strict=True)]
    insert_many(connection, persons, ["id", "key", "since"], rows)
    numbers = {name: again.get(name) or numbers[name] for name in called}
    shown = [
        {"person": number, "kind": "shown", "name": full.get(name) or name}
        for name, number in numbers.items()
    ]
    add_rows(connection, names, revision, shown)
    return numbers


def add_aliases(connection: Connection, revision: int, aliases: Iterable[tuple[str, int]]) -> None:
    """Names under which files have people, besides those that are known."""
    rows = [{"person": person, "kind": "alias", "name": name} for name, person in aliases]
    add_rows(connection, names, revision, rows)


def add_apart(connection: Connection, revision: int, person: int, others: Iterable[int]) -> None:
    """Say that a person is none of some others, so that nobody asks about them again."""
    pairs = [sorted((person, other)) for other in others if other != person]
    add_rows(connection, apart, revision, [{"person": a, "other": b} for a, b in pairs])
