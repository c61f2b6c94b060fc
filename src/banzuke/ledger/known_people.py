"""What is known of a ledger's people, remembered for as long as nothing about them has changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, exists, or_, select

from banzuke.engine.rulebook import Rulebook
from banzuke.ledger.people import People
from banzuke.ledger.players_file import players_of
from banzuke.ledger.revisions import refuse_unknown, state_of, was_at
from banzuke.ledger.tables import (
    identifiers,
    merges,
    names,
    person_facts,
    persons,
    removals,
    starts,
    told_of_players,
)
from banzuke.model.players import Players

#: Whether anything about people has changed after a revision.
CHANGED = select(
    or_(
        *(
            exists().where(
                or_(table.c.since > bindparam("after"), table.c.until > bindparam("after"))
            )
            for table in (names, merges, identifiers, person_facts, starts)
        ),
        exists().where(persons.c.since > bindparam("after")),
        exists().where(removals.c.revision > bindparam("after")),
        # What files tell of players holds as long as games of these files do.
        exists().where(told_of_players.c.id > 0),
    )
)


class Known(NamedTuple):
    """What is known of people: {person: the key of who that is}, and a players file of them."""

    whom: Mapping[int, str]
    players: Players


def known_of(
    connection: Connection, rulebook: Rulebook, key_of_list: str, revision: int | None = None
) -> Known:
    """What is known of people for a list and its rulebook, as of a revision or now.

    Raises UnknownName for a revision that was never made.
    """
    refuse_unknown(connection, revision)
    people = People(connection, revision)
    return Known(people.whom(), players_of(connection, rulebook, key_of_list, revision, people))


class KnownPeople:
    """What is known of the people of one ledger now, as lists ask for it."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, tuple[str, ...]], tuple[tuple[str, int, str], Known]] = {}

    def of(
        self, connection: Connection, rulebook: Rulebook, key_of_list: str, *, remember: bool
    ) -> Known:
        """What is known now, as ``players_of`` takes a list and its rulebook.

        remember : whether the ledger stays as the connection sees it
        """
        columns = tuple(column.name for column in rulebook.system.given_columns)
        kept = self._kept.get((key_of_list, columns))
        if kept is not None and _holds(connection, kept[0]):
            return kept[1]
        known = known_of(connection, rulebook, key_of_list)
        if remember:
            self._kept[key_of_list, columns] = state_of(connection), known
        return known


def _holds(connection: Connection, state: tuple[str, int, str]) -> bool:
    """Whether a ledger has been as it was then, and nothing about people has changed since."""
    if not was_at(connection, state):
        return False
    return not connection.execute(CHANGED, {"after": state[1]}).scalar_one()
