"""What was published, and what corrections did, read when a page asks for it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date, timedelta
from functools import lru_cache
from pathlib import Path

from sqlalchemy import Connection

from banzuke.ledger.events import Events
from banzuke.ledger.lists import Publication, publication
from banzuke.ledger.reporting import Told, told_at_events
from banzuke.ledger.touched import touched_from
from banzuke.model.days import start_of_day
from banzuke.publishing.site.correction_effects import CorrectionEffects
from banzuke.publishing.verifying import is_corrected

#: So many contents are kept at hand.
AT_HAND = 8


class Archive:
    """The past of a ledger as of one revision: too large to be held at hand.

    reading : opens a connection to read by
    folder : where what was reckoned of corrections is kept, None for nowhere
    """

    def __init__(
        self,
        reading: Callable[[], AbstractContextManager[Connection]],
        folder: Path | None = None,
    ) -> None:
        self._reading = reading
        self.effects = CorrectionEffects(reading, folder)
        self.fetch = lru_cache(maxsize=AT_HAND)(self._fetch)
        self.told_at_events = lru_cache(maxsize=1)(self._told_at_events)
        self.corrected = lru_cache(maxsize=None)(self._corrected)
        self._touched = lru_cache(maxsize=None)(self._touched_from)

    def _fetch(self, number: int) -> Publication:
        """What was published under a number."""
        with self._reading() as connection:
            return publication(connection, number)

    def _told_at_events(self, revision: int) -> dict[str, Told]:
        """What files of events told of who took part, as of a revision, by the events' keys."""
        with self._reading() as connection:
            keys = Events(connection, revision).keys
            told = told_at_events(connection, revision=revision)
            return {keys[number]: of for number, of in told.items()}

    def _corrected(self, number: int) -> bool:
        """Whether changes since have moved numbers of what was published."""
        published = self.fetch(number)
        touched = self._touched(published.revision)
        if touched is None:
            return False
        if published.as_of:
            day = date.fromisoformat(published.as_of[:10]) + timedelta(1)
            # What changed is of later days only: most lists are told so without being made again.
            if touched >= start_of_day(day):
                return False
        with self._reading() as connection:
            return is_corrected(connection, published)

    def _touched_from(self, revision: int) -> int | None:
        """From when on results are no longer what they were at a revision."""
        with self._reading() as connection:
            return touched_from(connection, revision)
