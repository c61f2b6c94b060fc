"""Where lists of a ledger stood at moments of the past, so that a correction replays from there.

They lie in a folder beside the ledger and are only a cache: deleted, they are made anew. A state
holds as long as nothing that was played before its moment has changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from shutil import rmtree

import numpy as np
from sqlalchemy import Connection

from banzuke.engine.pool_state import PoolState
from banzuke.engine.rated import Rated, rate_results
from banzuke.engine.rulebook import Rulebook
from banzuke.engine.saving import Saved, load_states, save_states
from banzuke.ledger.known_people import Known, KnownPeople
from banzuke.ledger.rating import Material
from banzuke.ledger.revisions import newest_revision, revision_of
from banzuke.ledger.touched import touched_from
from banzuke.ledger.versions import Versions
from banzuke.model.days import MICROSECONDS_A_DAY
from banzuke.model.errors import FileProblem, StateRefused
from banzuke.model.players import Players
from banzuke.model.version import version

#: Of so many games nothing is kept: they are replayed at once.
FEWEST_GAMES = 100_000

#: Behind which part of the games a state is kept: corrections are mostly of what is new.
PARTS = (0.5, 0.75, 0.875, *(part / 100 for part in range(90, 101)))

#: So many states are remembered by who has loaded them.
MOST_REMEMBERED = len(PARTS)

_NAME = re.compile(r"(\d+)-(-?\d+)-([0-9a-f]{16})\.npz")


@dataclass(frozen=True)
class Kept:
    """A state in a file.

    revision : as of which it was made; moment : games before it are in it, microseconds since
        1970 on the ledger's clock
    """

    path: Path
    revision: int
    moment: int


class Checkpoints:
    """The states that are kept of the lists of one ledger, and what is known of its people.

    saves : whether states are kept, as must not be while a change is only looked at
    """

    def __init__(self, folder: Path, *, saves: bool = True) -> None:
        self.folder, self.saves = folder, saves
        self._people = KnownPeople()
        self._loaded: dict[Path, tuple[int, dict[str, PoolState]]] = {}

    def only_looking(self) -> Checkpoints:
        """The same, by which nothing is kept: for a change that is taken back."""
        looking = Checkpoints(self.folder, saves=False)
        looking._loaded, looking._people = self._loaded, self._people
        return looking

    def known(self, connection: Connection, key: str, rulebook: Rulebook) -> Known:
        """What is known of people now for a list, which is remembered for the next look at it."""
        return self._people.of(connection, rulebook, key, remember=self.saves)

    def rate(
        self, connection: Connection, key: str, rulebook: Rulebook, material: Material
    ) -> Rated:
        """Rate all results by a rulebook: from a state that holds, else from the beginning."""
        folder = self.folder / _name_of(key, rulebook)
        for kept in self._holding(connection, folder):
            try:
                states = self._load(kept.path)
                later = material.reader.versions(after=kept.moment - 1)
                results = material.reader.results(later)
                return rate_results(results, rulebook, material.players, earlier=states)
            except (StateRefused, FileProblem):
                continue  # an event that goes on, or a damaged file: from an earlier one
        versions = material.reader.versions()
        moments = _moments(versions) if self.saves else []
        if not moments:
            results = material.reader.results(versions)
            return rate_results(results, rulebook, material.players)
        return self._rate_and_keep(connection, folder, rulebook, material, versions, moments)

    def clear(self) -> None:
        """Delete all that is kept."""
        rmtree(self.folder, ignore_errors=True)

    def _load(self, path: Path) -> dict[str, PoolState]:
        """The states of a file; those of the files that were asked for last are remembered."""
        written = path.stat().st_mtime_ns
        found = self._loaded.pop(path, None)
        if found is None or found[0] != written:
            found = (written, load_states(path).states)
        self._loaded[path] = found
        for older in [*self._loaded][:-MOST_REMEMBERED]:
            del self._loaded[older]
        return found[1]

    def _holding(self, connection: Connection, folder: Path) -> Iterator[Kept]:
        """The states that still hold, the latest first; those that never will again are deleted."""
        found = list(_files(connection, folder))
        touched = {
            revision: touched_from(connection, revision)
            for revision in {kept.revision for kept in found}
        }
        for kept in sorted(found, key=lambda one: (-one.moment, -one.revision)):
            changed = touched[kept.revision]
            if changed is None or changed >= kept.moment:
                yield kept
            elif self.saves:  # what is only looked at is taken back, and then it holds
                _delete(kept.path)

    def _rate_and_keep(
        self,
        connection: Connection,
        folder: Path,
        rulebook: Rulebook,
        material: Material,
        versions: Versions,
        moments: list[int],
    ) -> Rated:
        """Rate in parts, one after the other, and keep where the list stands between them."""
        time = versions.games["time"]
        if not time.is_sorted():
            versions = versions.ordered(time.arg_sort())
            time = versions.games["time"]
        cuts = [0, *(int(time.search_sorted(moment)) for moment in moments), len(versions)]
        first = material.reader.results(versions.between(0, cuts[1]))
        rated = rate_results(first, rulebook, material.players)
        for moment, (begin, end) in zip(moments, pairwise(cuts[1:]), strict=True):
            self._keep(connection, folder, rulebook, rated.states(), moment)
            results = material.reader.results(versions.between(begin, end))
            try:
                rated = rate_results(results, rulebook, material.players, earlier=rated.states())
            except StateRefused:
                # An event lies on both sides of the moment: all in one go.
                return rate_results(material.reader.results(versions), rulebook, material.players)
        return rated

    def _keep(
        self,
        connection: Connection,
        folder: Path,
        rulebook: Rulebook,
        states: dict[str, PoolState],
        moment: int,
    ) -> None:
        """Keep a state; a disk that is full is no reason to fail."""
        revision = newest_revision(connection)
        path = folder / f"{revision}-{moment}-{_mark(connection, revision)}.npz"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for older in _files(connection, folder):
                if older.moment == moment:
                    _delete(older.path)
            save_states(path, Saved(rulebook, Players(), states))
        except (OSError, FileProblem):
            return


def _moments(versions: Versions) -> list[int]:
    """The beginnings of days at which a state is worth keeping."""
    games = versions.games
    if len(games) < FEWEST_GAMES or "time" not in games.columns or games["time"].null_count():
        return []
    time = np.sort(games["time"].to_numpy())
    days = {
        int(time[min(int(part * len(time)), len(time) - 1)]) // MICROSECONDS_A_DAY for part in PARTS
    }
    first = int(time[0])
    return sorted(day * MICROSECONDS_A_DAY for day in days if day * MICROSECONDS_A_DAY > first)


def _files(connection: Connection, folder: Path) -> Iterator[Kept]:
    """The states in a folder that were made of this ledger's own past."""
    if not folder.is_dir():
        return
    newest = newest_revision(connection)
    for path in folder.iterdir():
        found = _NAME.fullmatch(path.name)
        if found and int(found[1]) <= newest and found[3] == _mark(connection, int(found[1])):
            yield Kept(path, int(found[1]), int(found[2]))


def _delete(path: Path) -> None:
    """Delete a file; where somebody has it open, it stays."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


def _mark(connection: Connection, revision: int) -> str:
    """What tells a revision from another one of its number, as after a backup is restored."""
    if not revision:
        return "0" * 16
    one = revision_of(connection, revision)
    return sha256(f"{one.at} {one.who} {one.kind} {one.key}".encode()).hexdigest()[:16]


def _name_of(key: str, rulebook: Rulebook) -> str:
    """What tells the states of one list, rulebook and version of the program from others."""
    system = rulebook.system
    said = f"{key} {rulebook.hash} {system.key} {system.version} {version()}"
    return sha256(said.encode()).hexdigest()[:16]
