"""People and events that were undone, and are the same when their names are told once more.

Otherwise the one of before and the one of now would both be there once the undoing is undone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, Table, and_, select

from banzuke.ledger.database import fetch_all
from banzuke.ledger.revisions import AT_ONCE
from banzuke.ledger.tables import event_facts, names


def returning_people(connection: Connection, called: Sequence[str]) -> dict[str, int]:
    """{name: who had it and has no name any more}, each person once.

    called : names of people who are not there
    """
    return _once(_nameless(connection, names, called))


def returning_events(connection: Connection, called: Sequence[str]) -> dict[str, int]:
    """{name: the event that had it and has no name any more}."""
    return _once(_nameless(connection, event_facts, called))


def _nameless(connection: Connection, table: Table, called: Sequence[str]) -> dict[str, int]:
    """{name: the first who had it}, of those who have no name now."""
    _, whose, kind, name, *_ = table.c  # id, person or event, what it is, the name itself
    is_name = kind == ("shown" if table is names else "name")
    ended = and_(is_name, table.c.until.is_not(None))
    if not called or connection.execute(select(whose).where(ended).limit(1)).first() is None:
        return {}
    named = select(whose).where(is_name, table.c.until.is_(None))
    query = select(name, whose).where(ended, whose.not_in(named)).order_by(whose)
    found: dict[str, int] = {}
    for begin in range(0, len(called), AT_ONCE):
        part = called[begin : begin + AT_ONCE]
        for text, number in fetch_all(connection, query.where(name.in_(part))):
            found.setdefault(text, number)
    return found


def _once(found: Mapping[str, int]) -> dict[str, int]:
    """Of several names of one only the first."""
    first = {number: name for name, number in reversed([*found.items()])}
    return {name: number for number, name in first.items()}
