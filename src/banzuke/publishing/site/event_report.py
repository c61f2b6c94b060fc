"""The report of an event for its federation and for pairing programs, as a file to download."""

from __future__ import annotations

from banzuke.ledger.people import REMOVED
from banzuke.ledger.reporting import called_in_reports, reported
from banzuke.model.errors import ResultsRefused
from banzuke.publishing.site.known import Event, Person
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.publishing.tournament_report import report_of_games

#: How the address of a report ends.
ENDING = "trf"


def report_of(snapshot: Snapshot, event: Event) -> bytes:
    """The FIDE tournament report, as ``banzuke report`` writes it; empty where there can be none.

    It has what pages tell of people, and the ratings and teams that the event's files tell.
    """
    played = snapshot.games
    games = played.games_of(event.name)
    if not len(games):
        return b""
    results = played.results
    first = results.first[games].astype(int)
    if (results.first[games + 1] - first > 2).any():
        return b""
    players = {
        results.players[code]
        for start, end in zip(first.tolist(), results.first[games + 1].tolist(), strict=True)
        for code in results.entries.player[start:end].tolist()
    }
    known = {}
    for key in sorted(players):
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
