"""Editions of a site: readers have the last one until the next one, of the ledger as it is, is."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field
from itertools import islice
from threading import Lock, Thread

from banzuke.ledger.database import Database
from banzuke.ledger.revisions import state_of
from banzuke.model.errors import BanzukeError
from banzuke.publishing.site import addresses
from banzuke.publishing.site.archive import Archive
from banzuke.publishing.site.kinds import page_at
from banzuke.publishing.site.rendering import Sheets
from banzuke.publishing.site.settings import SiteSettings
from banzuke.publishing.site.snapshot import Snapshot, take_snapshot
from banzuke.workflows.ledger.opening import cache_of
from banzuke.workflows.one_game import rated_game
from banzuke.workflows.site.answers import KeptAnswers

#: How often it is looked whether the ledger has moved, seconds.
LOOK_EVERY = 1.0

#: Bytes of answers that are kept, those to questions apart.
ROOM, ROOM_FOR_QUESTIONS = 64 * 1024 * 1024, 4 * 1024 * 1024

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Edition:
    """The pages as of one revision, and the answers that were made already.

    state : of the ledger, as ``revisions.state_of`` tells it
    """

    state: tuple[str, int, str]
    snapshot: Snapshot
    sheets: Sheets
    pages: KeptAnswers = field(default_factory=lambda: KeptAnswers(ROOM))
    questions: KeptAnswers = field(default_factory=lambda: KeptAnswers(ROOM_FOR_QUESTIONS))


class Editions:
    """The editions of a site over a ledger.

    live : whether a server answers questions
    """

    def __init__(self, database: Database, settings: SiteSettings, *, live: bool) -> None:
        self._database, self._settings, self._live = database, settings, live
        self._edition: Edition | None = None
        self._looked = -LOOK_EVERY
        self._looking, self._taking = Lock(), Lock()
        self._thread: Thread | None = None

    def now(self) -> Edition:
        """The edition of the ledger as it is; whoever asks waits for it.

        Raises LedgerProblem where the ledger cannot be read.
        """
        with self._taking:
            if self._edition is None or self._edition.state != self._state():
                self._edition = self._taken()
            return self._edition

    def at_hand(self) -> Edition | None:
        """The last edition, at once; None where there was none yet.

        Now and then it is looked meanwhile whether the ledger has moved; then a newer one is made.
        """
        if (
            self._edition is not None
            and time.monotonic() - self._looked > LOOK_EVERY
            and self._looking.acquire(blocking=False)
        ):
            self._looked = time.monotonic()
            self._thread = Thread(target=self._look, name="banzuke-edition", daemon=True)
            self._thread.start()
        return self._edition

    def close(self) -> None:
        """Wait for what is being made."""
        if self._thread is not None:
            self._thread.join()

    def _look(self) -> None:
        try:
            self.now()
        except BanzukeError as fault:
            log.warning("the pages stay as they are: %s", fault)
        finally:
            # From the end on, so that a ledger that is slow to read is not read all the time.
            self._looked = time.monotonic()
            self._looking.release()

    def _state(self) -> tuple[str, int, str]:
        with self._database.reading() as connection:
            return state_of(connection)

    def _taken(self) -> Edition:
        with self._database.reading() as connection:
            state = state_of(connection)
            archive = Archive(self._database.reading, cache_of(self._database))
            snapshot = take_snapshot(connection, self._settings, archive, rated_game)
        if self._live:
            _look_up_once(snapshot)
        return Edition(state, snapshot, Sheets(snapshot, live=self._live))


def _look_up_once(snapshot: Snapshot) -> None:
    """Make one page of each frequent kind: what all of them are looked up in is made with it.

    So the first visitor of an edition waits no longer than the others.
    """
    players = (key for key, person in snapshot.people.items() if person.there)
    frequent = [
        addresses.HOME,
        *(addresses.rating_list(key) for key in list(snapshot.lists)[:1]),
        *(addresses.player(key) for key in islice(players, 1)),
        *(addresses.event(key) for key in islice(snapshot.events, 1)),
    ]
    for address in frequent:
        page_at(snapshot, address)
    page_at(snapshot, "search", {"q": "a"})
