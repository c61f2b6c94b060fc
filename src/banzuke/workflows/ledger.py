"""A ledger: results in, corrected, rated, published; every change a revision that can be undone."""

from __future__ import annotations

import getpass
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Self, Unpack

from sqlalchemy import Connection

from banzuke.engine.rated import rate_results
from banzuke.engine.rulebook import Rulebook, load_rulebook
from banzuke.ledger.changes import Change
from banzuke.ledger.database import Database, setting
from banzuke.ledger.importing import Decisions, Incoming, Report, store_results
from banzuke.ledger.rating import material
from banzuke.ledger.revisions import (
    Author,
    Revision,
    all_revisions,
    begin_revision,
    newest_revision,
    tell,
)
from banzuke.model.errors import ChangeRefused
from banzuke.model.results import Results
from banzuke.workflows.rating import Ratings, RulesLike
from banzuke.workflows.reading import HowToRead, columns_by_file, read_as_it_came


@dataclass(frozen=True)
class Done:
    """What a change did, or would do.

    revision : its number; None where it was only shown, or where there was nothing to do
    told : what it did, in figures
    """

    revision: int | None
    told: Mapping[str, Any]


class Ledger:
    """A ledger on SQLite (a path) or PostgreSQL (a URL that begins with ``postgresql://``)."""

    def __init__(self, place: str | Path) -> None:
        self.database = Database(place)

    @classmethod
    def create(cls, place: str | Path, *, title: str = "", zone: str = "UTC") -> Self:
        """Make a new ledger.

        zone : IANA name of the zone on whose clock times without an offset are
        """
        from banzuke.ledger.zones import checked_zone

        ledger = cls(place)
        ledger.database.create({"title": title, "zone": checked_zone(zone)})
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

    @property
    def revision(self) -> int:
        """The number of the newest revision, 0 for none."""
        with self.database.reading() as connection:
            return newest_revision(connection)

    def log(self, newest: int | None = None) -> list[Revision]:
        """The revisions, the newest first; so many of them."""
        with self.database.reading() as connection:
            return all_revisions(connection, newest)

    def import_files(
        self,
        files: Sequence[str | Path],
        *,
        decisions: Decisions | None = None,
        columns: Mapping[str, str] | None = None,
        who: str = "",
        why: str = "",
        preview: bool = False,
        **reading: Unpack[HowToRead],
    ) -> tuple[Report, Done]:
        """Store results from files: all of them, or nothing where something is refused."""
        of_results, _ = columns_by_file(columns)
        incoming = [
            Incoming(
                self._read(str(file), of_results, **reading),
                Path(file).name,
                sha256(Path(file).read_bytes()).hexdigest(),
            )
            for file in files
        ]
        return self._import(incoming, decisions, Author(who or whoever(), why), preview=preview)

    def import_frame(
        self,
        frame: Any,
        name: str,
        *,
        decisions: Decisions | None = None,
        columns: Mapping[str, str] | None = None,
        who: str = "",
        why: str = "",
        preview: bool = False,
    ) -> tuple[Report, Done]:
        """Store results from a frame, or a list of dicts, as if from a file of this name."""
        results = self._read(frame, dict(columns or {}))
        digest = sha256(results.to_frame().write_csv().encode()).hexdigest()
        incoming = [Incoming(results, name, digest)]
        return self._import(incoming, decisions, Author(who or whoever(), why), preview=preview)

    def _read(
        self, results: Any, columns: Mapping[str, str], **reading: Unpack[HowToRead]
    ) -> Results:
        """Results, validated, with times on the ledger's clock."""
        with self.database.reading() as connection:
            zone = setting(connection, "zone", "UTC")
        return read_as_it_came(results, columns, zone=zone, **reading).results

    def _import(
        self,
        incoming: Sequence[Incoming],
        decisions: Decisions | None,
        author: Author,
        *,
        preview: bool,
    ) -> tuple[Report, Done]:
        report = Report()

        def store(connection: Connection, revision: int) -> dict[str, Any]:
            for one in incoming:
                store_results(connection, one, decisions or Decisions(), revision, report)
            if report.refused:
                raise ChangeRefused(report.refused)
            return report.figures() if report.changed else {}

        return report, self._change("import", store, author, preview=preview)

    def make(self, change: Change, *, who: str = "", why: str = "", preview: bool = False) -> Done:
        """Make a change, or only show what it would do."""
        kind = change.kind.split()[0]
        return self._change(kind, change.make, Author(who or whoever(), why), preview=preview)

    def rate(
        self,
        rules: RulesLike,
        *,
        revision: int | None = None,
        as_of: Any = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> Ratings:
        """Rate what the ledger holds, as of a revision or now, by a rulebook."""
        rulebook = load_rulebook(rules, parameters or {})
        with self.database.reading() as connection:
            found = material(connection, rulebook, revision=revision)
        return _rated(found.results, rulebook, found.players, as_of)

    def _change(
        self,
        kind: str,
        make: Callable[[Connection, int], dict[str, Any]],
        author: Author,
        *,
        preview: bool = False,
        key: str | None = None,
    ) -> Done:
        with self.database.writing() as writer:
            number = begin_revision(writer.connection, kind, author, key=key)
            told = make(writer.connection, number)
            tell(writer.connection, number, told)
            if preview or not told:
                writer.take_back()
        return Done(None if writer.is_taken_back else number, told)


def _rated(results: Results, rulebook: Rulebook, players: Any, as_of: Any) -> Ratings:
    return Ratings([rate_results(results, rulebook, players, as_of=as_of)])


def whoever() -> str:
    """Who is at the machine."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""


@contextmanager
def opened(place: str | Path) -> Iterator[Ledger]:
    """A ledger, closed afterwards."""
    ledger = Ledger(place)
    try:
        yield ledger
    finally:
        ledger.close()
