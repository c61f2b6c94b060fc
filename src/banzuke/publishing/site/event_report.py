"""The report of an event for its federation and for pairing programs, as a file to download."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.ledger.people import REMOVED
from banzuke.ledger.reporting import called_in_reports, reported
from banzuke.model.errors import ResultsRefused
from banzuke.model.results import Results
from banzuke.publishing.site.known import Event, Person
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.publishing.tournament_report import report_of_games

#: How the address of a report ends.
ENDING = "trf"


def report_of(snapshot: Snapshot, event: Event) -> bytes:
    """The FIDE tournament report, as ``banzuke report`` writes it, in UTF-8.

    It has what pages tell of people, and the ratings and teams that the event's files tell. It is
    empty where there can be none: without games, with one of more than two players, and where
    ``report`` refuses.
    """
    results, games = snapshot.games.results, snapshot.games.games_of(event.name)
    if not len(games) or np.diff(results.first)[games].max() > 2:
        return b""
    known = {}
    for key in _players_of(results, games):
        # Who was merged into another since is that one.
        now = snapshot.moved.get(key, key)
        known[key] = snapshot.people.get(now, Person(now, REMOVED))
    names = {key: one.name if one.there else "" for key, one in known.items()}
    told = snapshot.archive.told_at_events(snapshot.revision).get(event.key, {})
    try:
        called, _ = called_in_reports(names, {key: one.numbers for key, one in known.items()})
        people = {
            key: {**reported(one.facts, names[key], told.get(key, {})), "called": called[key]}
            for key, one in known.items()
        }
        text = report_of_games(results, games, event.name, people)
    except ResultsRefused:
        return b""
    return text.encode("utf-8", "backslashreplace")


def _players_of(results: Results, games: NDArray[np.int64]) -> list[str]:
    """The keys of who is in some games, sorted."""
    begins, ends = results.first[games].tolist(), results.first[games + 1].tolist()
    codes = {
        code
        for begin, end in zip(begins, ends, strict=True)
        for code in results.entries.player[begin:end].tolist()
    }
    return sorted(results.players[code] for code in codes)
