"""What corrections did to ratings: reckoned once, and kept beside the ledger."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from banzuke.ledger.lists import ListRecord, all_lists
from banzuke.ledger.revisions import Revision
from banzuke.model.errors import DataRefused, UnknownName
from banzuke.model.version import version
from banzuke.publishing.published_lists import content_of, listing_of, rate_list

Row = dict[str, Any]

#: Of a correction so many of the largest moves on each list are told.
MOST_MOVES = 10


class CorrectionEffects:
    """What revisions did to the lists.

    reading : opens a connection to read by
    folder : where what was reckoned is kept, None for nowhere
    """

    def __init__(
        self,
        reading: Callable[[], AbstractContextManager[Connection]],
        folder: Path | None = None,
    ) -> None:
        self._reading, self._folder = reading, folder
        self._known: dict[int, list[Row]] = {}

    def of(self, revision: Revision) -> list[Row]:
        """What a revision did to every list that it moved: how many ratings, and the largest.

        Revisions never change, so that this is reckoned once for good.
        """
        if revision.id not in self._known:
            path = self._path(revision)
            found = None if path is None else _kept(path)
            if found is None:
                found = self._reckoned(revision.id)
                if path is not None:
                    _keep(path, found)
            self._known[revision.id] = found
        return self._known[revision.id]

    def _path(self, revision: Revision) -> Path | None:
        if self._folder is None:
            return None
        told = f"{revision.id} {revision.at} {revision.who} {revision.kind} {version()}"
        return self._folder / f"effect-{revision.id}-{sha256(told.encode()).hexdigest()[:16]}.json"

    def _reckoned(self, revision: int) -> list[Row]:
        with self._reading() as connection:
            found = []
            for record in all_lists(connection, revision):
                before = _ratings(connection, record, revision - 1)
                after = _ratings(connection, record, revision)
                moves = _moves(before, after)
                if moves:
                    largest = moves[:MOST_MOVES]
                    found.append({"list": record.key, "moved": len(moves), "largest": largest})
            return found


def _ratings(connection: Connection, record: ListRecord, revision: int) -> dict[str, Row]:
    """Rank and rating of everybody on a list as of a revision; nobody where there was none."""
    try:
        now = next(one for one in all_lists(connection, revision) if one.key == record.key)
        rated = rate_list(connection, now, revision=revision)
        content = content_of(listing_of(connection, now, rated, revision=revision), rated.as_of)
    except (DataRefused, UnknownName, StopIteration):
        return {}
    return {f"{row['player']} {row.get('pool') or ''}": row for row in content["players"]}


def _moves(before: dict[str, Row], after: dict[str, Row]) -> list[Row]:
    """Whose rating moved, came or went; the largest move first, who came or went last."""
    found = []
    for key in {**before, **after}:
        one, other = before.get(key), after.get(key)
        old = None if one is None else one["rating"]
        new = None if other is None else other["rating"]
        if old != new:
            told = {"player": (one or other or {})["player"], "before": old, "after": new}
            change = None if old is None or new is None else new - old
            found.append({**told, "change": change})
    return sorted(found, key=lambda one: (one["change"] is None, -abs(one["change"] or 0.0)))


def _kept(path: Path) -> list[Row] | None:
    with suppress(OSError, ValueError):
        kept: list[Row] = json.loads(path.read_text(encoding="utf-8"))
        return kept
    return None


def _keep(path: Path, found: list[Row]) -> None:
    """Keep what was reckoned; a disk that is full is no reason to fail."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(found), encoding="utf-8")
