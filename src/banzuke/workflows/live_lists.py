"""Lists that a server goes on with, and what it remembers of its ledger meanwhile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any

from sqlalchemy import Connection, select

from banzuke.ledger.database import fetch_all
from banzuke.ledger.lists import ListRecord
from banzuke.ledger.people import REMOVED
from banzuke.ledger.recording import Recorded, recorded_since
from banzuke.ledger.remembering import Remembered
from banzuke.ledger.tables import revisions
from banzuke.model.errors import ChangeRefused
from banzuke.publishing.checkpoints import Checkpoints
from banzuke.workflows.live_list import LiveList, Report


class LiveLists:
    """The lists of a ledger that a server goes on with, and what it remembers of the ledger.

    checkpoints : states from which a list is rated anew
    """

    def __init__(self, checkpoints: Checkpoints) -> None:
        self._checkpoints = checkpoints
        self._lists: dict[str, LiveList] = {}
        self._known: Remembered | None = None
        self._turn = Lock()
        self._is_ahead = False

    @contextmanager
    def turn(self) -> Iterator[None]:
        """One report at a time; if it is not kept, nothing here stays ahead of the ledger."""
        with self._turn:
            is_kept = False
            try:
                yield
                is_kept = True
            finally:
                if not is_kept:
                    self._known = None
                if not is_kept and self._is_ahead:
                    self._lists.clear()
                self._is_ahead = False

    def known(self, connection: Connection, revision: int) -> Remembered:
        """What is known of the ledger as of a revision, the newest."""
        known = self._known
        if known is not None and known.revision != revision:
            if _only_recorded(connection, known.revision):
                known.others_recorded(revision)
            else:
                known = None
        self._known = known or Remembered(revision)
        self._known.connection = connection
        return self._known

    def up_to(self, known: Remembered) -> None:
        """Bring every list up to what is known: by what was recorded since, or else anew."""
        for record in known.lists:
            live = self._lists.get(record.key)
            if live is None or live.record != record or not _catches_up(live, known):
                self._lists[record.key] = LiveList.begin(known, record, self._checkpoints)

    def go_on(self, known: Remembered, recorded: Recorded, revision: int) -> dict[str, Any]:
        """Rate recorded games on every list, as of the revision that stores them.

        Returns ``lists``, what became of each player, by list; and ``refused``, why some of the
        lists cannot be rated. Raises ChangeRefused for what no list could rate.
        """
        self._is_ahead = True
        known.revision = revision
        report = Report(known, recorded)
        told = {record.key: self._rated(report, record) for record in known.lists}
        refused = {key: [str(one) for one in self._lists[key].problems] for key in told}
        return {"lists": told, "refused": {key: of for key, of in refused.items() if of}}

    def _rated(self, report: Report, record: ListRecord) -> list[dict[str, Any]]:
        """Rate a report on a list; what became of each player."""
        live = self._lists[record.key]
        before = live.numbers_of(report)
        if not live.follows(report):
            # Nothing is kept of it: the report may be taken back.
            looking = Checkpoints(self._checkpoints.folder, saves=False)
            could_be = not live.problems
            live = self._lists[record.key] = LiveList.begin(report.known, record, looking)
            if could_be and live.of_all:
                raise ChangeRefused(live.problems)
        live.revision = report.known.revision
        return [
            {"player": name, "pool": pool, "before": before.get((pool, name)), "after": numbers}
            for (pool, name), numbers in live.numbers_of(report).items()
        ]


def _catches_up(live: LiveList, known: Remembered) -> bool:
    """Rate what other programs have recorded since; whether that was all that they did."""
    if live.revision == known.revision:
        return True
    if not _only_recorded(known.connection, live.revision):
        return False
    follows = live.follows(Report(known, recorded_since(known, live.revision)))
    live.revision = known.revision
    return follows


def _only_recorded(connection: Connection, revision: int) -> bool:
    """Whether games were recorded since a revision, and nothing else was done."""
    query = select(revisions.c.kind).where(revisions.c.id > revision).distinct()
    return {kind for (kind,) in fetch_all(connection, query)} == {"record"}


def with_names(
    known: Remembered, lists: Mapping[str, Sequence[Mapping[str, Any]]]
) -> dict[str, list[dict[str, Any]]]:
    """What became of players, by list, with their names as they are now."""
    called = known.names_of(sorted({one["player"] for of in lists.values() for one in of}))
    return {
        key: [{**one, "name": called.get(one["player"], REMOVED)} for one in of]
        for key, of in lists.items()
    }
