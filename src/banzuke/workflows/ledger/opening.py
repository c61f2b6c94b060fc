"""A ledger that is opened, logged and copied: on this stands all else that is asked of it."""

from __future__ import annotations

import getpass
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from zoneinfo import available_timezones

from sqlalchemy import Connection

from banzuke.engine.rulebook_form import is_zone
from banzuke.ledger.backups import back_up, restore
from banzuke.ledger.database import Database, zone_of
from banzuke.ledger.exporting import export
from banzuke.ledger.revisions import (
    Author,
    Revision,
    all_revisions,
    begin_revision,
    newest_revision,
    tell,
)
from banzuke.ledger.taking_over import import_export
from banzuke.ledger.telling_changes import changes_nothing, with_names
from banzuke.model.errors import UnknownName
from banzuke.publishing.checkpoints import Checkpoints
from banzuke.publishing.effects import Effect, ListsBefore
from banzuke.workflows.live_lists import LiveLists


@dataclass(frozen=True)
class Done:
    """What a change did, or would do.

    revision : its number; None where it was only shown, or where there was nothing to do
    told : what it did, in figures; effects : to each list, where that was asked for
    """

    revision: int | None
    told: Mapping[str, Any]
    effects: tuple[Effect, ...] = ()


class OpenLedger:
    """A ledger that is open.

    place : a path (SQLite), or a URL that begins with ``postgresql://``
    """

    def __init__(self, place: str | Path) -> None:
        self.database = Database(place)
        self._checkpoints = Checkpoints(cache_of(self.database))
        self._live = LiveLists(self._checkpoints)
        self._before = ListsBefore()

    @classmethod
    def create(cls, place: str | Path, *, title: str = "", zone: str = "UTC") -> Self:
        """Make a new ledger.

        zone : IANA name of the zone on whose clock times without an offset are
        Raises UnknownName for a zone that is none, WrongUse where something is already.
        """
        if not is_zone(zone):
            raise UnknownName("time zone", zone, sorted(available_timezones()))
        ledger = cls(place)
        ledger.database.create({"title": title, "zone": zone})
        return ledger

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self.database.close()

    @cached_property
    def zone(self) -> str:
        """The zone on whose clock times without an offset are: said once, when it was made."""
        with self.database.reading() as connection:
            return zone_of(connection)

    @property
    def revision(self) -> int:
        """The number of the newest revision, 0 for none."""
        with self.database.reading() as connection:
            return newest_revision(connection)

    def log(self, newest: int | None = None, *, named: bool = False) -> list[Revision]:
        """The revisions, the newest first; so many of them.

        named : whether people are told by their names of now, not by their keys
        """
        with self.database.reading() as connection:
            found = all_revisions(connection, newest)
            if not named:
                return found
            return [replace(one, told=with_names(connection, one.told)) for one in found]

    def upgrade(self, *, backed_up: bool) -> None:
        """Bring a ledger of an older version of banzuke to the form of this one.

        backed_up : whether there is a backup of what is on PostgreSQL; a file is copied anyhow
        Raises LedgerProblem without one.
        """
        self.database.must_be_usable(backed_up=backed_up)

    def backup(self, path: str | Path | None = None) -> Path:
        """Copy the ledger into a file as it is at one moment; by default beside it."""
        return back_up(self.database, None if path is None else Path(path))

    def restore(self, backup: str | Path) -> Path | None:
        """Put a backup in the place of the ledger; what was there is backed up first."""
        self._live = LiveLists(self._checkpoints)
        self._before = ListsBefore()
        self._checkpoints.clear()
        self.__dict__.pop("zone", None)  # another ledger may have another one
        return restore(self.database, Path(backup))

    def export(self, path: str | Path) -> dict[str, int]:
        """Write all that holds now into a file (.zip), for another ledger to import."""
        with self.database.reading() as connection:
            return export(connection, Path(path))

    def import_export(self, path: str | Path, *, who: str = "", why: str = "") -> Done:
        """Take over what a ledger exported; what of it is here already changes nothing."""

        def take(connection: Connection, revision: int) -> dict[str, Any]:
            told = import_export(connection, revision, Path(path))
            return told if any(told[what] for what in ("stored", "lists", "circuits")) else {}

        return self._change("import", take, Author(who or whoever(), why))

    def _change(
        self,
        kind: str,
        make: Callable[[Connection, int], dict[str, Any]],
        author: Author,
        *,
        preview: bool = False,
        key: str | None = None,
    ) -> Done:
        """Make a revision of what ``make(connection, revision)`` writes and tells.

        Nothing is kept of a preview, nor where nothing is told, or told to change.
        """
        with self.database.writing() as writer:
            number = begin_revision(writer.connection, kind, author, key=key)
            told = make(writer.connection, number)
            tell(writer.connection, number, told)
            if preview or changes_nothing(told):
                writer.take_back()
        return Done(None if writer.is_taken_back else number, told)


def cache_of(database: Database) -> Path:
    """The folder of what can be made anew of a ledger."""
    if database.is_file:
        return database.path.with_name(f"{database.path.name}.cache")
    from platformdirs import user_cache_path

    name = sha256(database.shown.encode()).hexdigest()[:16]
    return user_cache_path("banzuke") / "ledgers" / name


def whoever() -> str:
    """Who is at the machine."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""
