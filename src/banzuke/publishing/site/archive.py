"""What was published, read when a page asks for it: contents are too large to be held at hand."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date, timedelta
from functools import lru_cache

from sqlalchemy import Connection

from banzuke.ledger.lists import Publication, publication
from banzuke.ledger.touched import touched_from
from banzuke.model.zone_clock import MICROSECONDS_A_DAY
from banzuke.publishing.published_lists import is_corrected

#: The day from which moments are counted.
EPOCH = date(1970, 1, 1)

#: So many contents are kept at hand.
AT_HAND = 8


class Archive:
    """The published lists of a ledger as of one revision.

    reading : opens a connection to read by
    """

    def __init__(self, reading: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._reading = reading
        self.fetch = lru_cache(maxsize=AT_HAND)(self._fetch)
        self.corrected = lru_cache(maxsize=None)(self._corrected)
        self._touched = lru_cache(maxsize=None)(self._touched_from)

    def _fetch(self, number: int) -> Publication:
        """What was published under a number."""
        with self._reading() as connection:
            return publication(connection, number)

    def _corrected(self, number: int) -> bool:
        """Whether changes since have moved numbers of what was published."""
        published = self.fetch(number)
        touched = self._touched(published.revision)
        if touched is None:
            return False
        if published.as_of:
            day = date.fromisoformat(published.as_of[:10]) + timedelta(1)
            # What changed is of later days only: most lists are told so without being made again.
            if touched >= (day - EPOCH).days * MICROSECONDS_A_DAY:
                return False
        with self._reading() as connection:
            return is_corrected(connection, published)

    def _touched_from(self, revision: int) -> int | None:
        """From when on results are no longer what they were at a revision."""
        with self._reading() as connection:
            return touched_from(connection, revision)
