"""Corrections of a ledger: shown before they are made, kept to be confirmed, made."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from banzuke.ledger.changes import Change, all_pending, drop_pending, keep_pending, take_pending
from banzuke.ledger.database import Writer
from banzuke.ledger.revisions import Author, begin_revision, newest_revision
from banzuke.ledger.telling_changes import with_names
from banzuke.model.errors import ChangeRefused
from banzuke.model.problems import Problem
from banzuke.publishing.effects import Shown, effects_of
from banzuke.workflows.ledger.opening import Done, OpenLedger, whoever


class LedgerChanges(OpenLedger):
    """A ledger that can be corrected."""

    def make(
        self,
        change: Change,
        *,
        who: str = "",
        why: str = "",
        preview: bool = False,
        base: int | None = None,
    ) -> Done:
        """Make a change, or only show what it would do.

        base : the revision as of which it was shown; raises ChangeRefused if there is a newer one
        What changes nothing is no revision: it is told what stays as it is.
        """

        def make(connection: Connection, revision: int) -> dict[str, Any]:
            if base is not None and revision != base + 1:
                what = f"revision {revision - 1} was made since this change was shown"
                raise ChangeRefused([Problem(what, "have its effect shown again")])
            return change.make(connection, revision)

        kind = change.kind.split()[0]
        return self._change(kind, make, Author(who or whoever(), why), preview=preview)

    def look_at(self, change: Change) -> Shown:
        """What a change would do, in figures and to every list; it is not made."""
        with self.database.writing() as writer:
            return self._look(writer, change)

    def look_at_kept(self, number: int) -> Shown:
        """What a kept change would do now."""
        with self.database.writing() as writer:
            newest = newest_revision(writer.connection)
            return self._look(writer, take_pending(writer.connection, number, newest))

    def keep(self, change: Change) -> int:
        """Keep a change that was shown, for somebody to confirm; returns its number."""
        with self.database.writing() as writer:
            return keep_pending(writer.connection, change)

    def pending(self) -> dict[int, Change]:
        """The changes that were shown and wait for somebody to confirm them."""
        with self.database.reading() as connection:
            return all_pending(connection)

    def confirm(self, number: int, *, who: str = "", why: str = "") -> Done:
        """Make a kept change; raises ChangeRefused if the ledger has moved since it was shown.

        One that changes nothing waits no longer either.
        """
        kept = self.pending().get(number)
        kind = "confirm" if kept is None else kept.kind.split()[0]

        def make(connection: Connection, revision: int) -> dict[str, Any]:
            return take_pending(connection, number, revision - 1).make(connection, revision)

        done = self._change(kind, make, Author(who or whoever(), why))
        if done.revision is None:
            with self.database.writing() as writer:
                drop_pending(writer.connection, number)
        return done

    def _look(self, writer: Writer, change: Change) -> Shown:
        """Make a change between two looks at every list, and take it back."""
        writer.take_back()
        told: dict[str, Any] = {}

        def make() -> None:
            number = begin_revision(writer.connection, "look", Author(""))
            told.update(change.make(writer.connection, number))

        effects = effects_of(writer.connection, make, self._checkpoints, self._before)
        return Shown(with_names(writer.connection, told), effects)
