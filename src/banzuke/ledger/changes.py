"""Changes of the ledger: each kind is a function that makes it within a revision.

A change is data, so that it can be shown, kept until somebody confirms it, and made then.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from banzuke.ledger.change_arguments import arguments_of
from banzuke.ledger.correcting import correct_event, correct_person, withdraw
from banzuke.ledger.correcting_games import correct_game
from banzuke.ledger.database import next_numbers
from banzuke.ledger.machine import now
from banzuke.ledger.merging import keep_apart, merge, unmerge
from banzuke.ledger.own_rules import OWN
from banzuke.ledger.removing import anonymise
from banzuke.ledger.revisions import newest_revision
from banzuke.ledger.storable import refuse_unstorable
from banzuke.ledger.tables import pending
from banzuke.ledger.undoing import undo
from banzuke.model.errors import ChangeRefused, UnknownName
from banzuke.model.problems import Problem

Make = Callable[..., dict[str, Any]]

#: What each kind of change calls: (connection, revision, **arguments) -> what it did, in figures.
KINDS: Mapping[str, Make] = {
    "correct game": correct_game,
    "correct event": correct_event,
    "correct person": correct_person,
    "withdraw": withdraw,
    "merge": merge,
    "unmerge": unmerge,
    "keep apart": keep_apart,
    "undo": undo,
    "anonymise": anonymise,
}


@dataclass(frozen=True)
class Change:
    """A change: its kind, and the arguments of the function that makes it."""

    kind: str
    arguments: Mapping[str, Any]

    def make(self, connection: Connection, revision: int) -> dict[str, Any]:
        """Make it; raises ChangeRefused, and whoever called rolls back."""
        refuse_unstorable({name: of for name, of in self.arguments.items() if name != OWN})
        make = KINDS[self.kind]
        return make(connection, revision, **arguments_of(make, self.arguments))


def keep_pending(connection: Connection, change: Change) -> int:
    """Keep a change that was shown, until it is confirmed; returns its number."""
    number = next_numbers(connection, "pending")
    connection.execute(
        insert(pending),
        {
            "id": number,
            "at": now().isoformat(timespec="seconds"),
            "base": newest_revision(connection),
            "change": json.dumps({"kind": change.kind, **change.arguments}, ensure_ascii=False),
        },
    )
    return number


def all_pending(connection: Connection) -> dict[int, Change]:
    """The changes that wait to be confirmed, by number."""
    rows = connection.execute(select(pending).order_by(pending.c.id)).all()
    return {row.id: _change(row.change) for row in rows}


def take_pending(connection: Connection, number: int, newest: int) -> Change:
    """A kept change, to be made now; raises ChangeRefused if the ledger has moved since.

    newest : the number of the newest revision
    """
    row = connection.execute(select(pending).where(pending.c.id == number)).one_or_none()
    if row is None:
        known = [str(one.id) for one in connection.execute(select(pending.c.id)).all()]
        raise UnknownName("pending change", number, known)
    if newest != row.base:
        what = f"revision {newest} was made after this change was shown, as of {row.base}"
        raise ChangeRefused([Problem(what, "have its effect shown again")])
    drop_pending(connection, number)
    return _change(row.change)


def drop_pending(connection: Connection, number: int) -> None:
    """Keep a change no longer."""
    connection.execute(delete(pending).where(pending.c.id == number))


def _change(text: str) -> Change:
    told = json.loads(text)
    return Change(told.pop("kind"), told)
