"""A player's page: where the player stands, how it came to that, and against whom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from banzuke.publishing.site import addresses
from banzuke.publishing.site.careers import careers_of
from banzuke.publishing.site.corrections import corrections_of_player
from banzuke.publishing.site.encounters import by_advantage, by_role, record_of, rivals_of
from banzuke.publishing.site.looking_up import person_at
from banzuke.publishing.site.page import Arguments, Page, PageKind, Row
from banzuke.publishing.site.snapshot import Snapshot

#: So many of the newest changes are drawn; all of them are in the tables to download.
MOST_EVENTS = 100

#: What is known of a person, in the order in which it is told.
FACTS = ("nation", "club", "born")


def _build(snapshot: Snapshot, arguments: Arguments) -> Page:
    if arguments["player"] in snapshot.moved:
        return _moved(snapshot, snapshot.moved[arguments["player"]])
    person = person_at(snapshot, arguments["player"])
    careers = careers_of(snapshot, person)
    entries = snapshot.games.entries_of(person.key)
    document: dict[str, Any] = {
        "player": person.key,
        "moved_to": None,
        "name": person.name,
        **{fact: person.facts.get(fact) for fact in FACTS},
        "player_title": person.facts.get("title"),
        "numbers": dict(person.numbers),
        "record": record_of(snapshot, person.key),
        "by_advantage": by_advantage(snapshot.games, entries),
        "by_role": by_role(snapshot.games, entries),
        "rivals": rivals_of(snapshot, person.key),
        "awards": snapshot.once(_awards).get(person.key, []),
        "corrections": corrections_of_player(snapshot, person.key),
        "ratings": [one.document for one in careers],
    }
    events = [
        {
            "list": one.document["list"],
            "pool": one.document["pool"],
            **{name: row[name] for name in row if name != "played"},
        }
        for one in careers
        for row in one.events
    ]
    drawn = {"careers": careers, "most_events": MOST_EVENTS}
    return Page(person.name, document, events, drawn, "players")


def _moved(snapshot: Snapshot, key: str) -> Page:
    """The page at the old address of somebody who was found to be somebody else."""
    person = person_at(snapshot, key)
    document = {"moved_to": key, "name": person.name, "page": addresses.player(key)}
    return Page(person.name, document, (), {}, "players")


def _awards(snapshot: Snapshot) -> dict[str, list[Row]]:
    """What was awarded to each player, by key, the newest first."""
    found: dict[str, list[Row]] = {}
    for key in (*snapshot.held, *(key for key in snapshot.events if key not in snapshot.held)):
        held, event = snapshot.held.get(key), snapshot.events[key]
        for one in event.awards:
            if one.player is not None:
                row = {
                    "title": one.title,
                    "text": one.text,
                    "event": key,
                    "name": event.name,
                    "end": held and held.end,
                }
                found.setdefault(one.player, []).append(row)
    return found


def _addresses(snapshot: Snapshot) -> Iterable[str]:
    there = [key for key, one in snapshot.people.items() if one.there]
    known = set(there)
    moved = [old for old, key in snapshot.moved.items() if key in known]
    return (addresses.player(key) for key in (*there, *moved))


KINDS = (PageKind("players/{player}", "player.html", _build, _addresses),)
