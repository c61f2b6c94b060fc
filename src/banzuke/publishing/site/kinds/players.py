"""A player's page: where the player stands, how it came to that, and against whom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from banzuke.model.errors import NoSuchPage
from banzuke.publishing.site import addresses
from banzuke.publishing.site.careers import career
from banzuke.publishing.site.encounters import record_of, rivals_of
from banzuke.publishing.site.known import Person
from banzuke.publishing.site.page import Arguments, Page, PageKind
from banzuke.publishing.site.snapshot import Snapshot


def person_at(snapshot: Snapshot, key: str) -> Person:
    """The person of a key; raises NoSuchPage."""
    found = snapshot.people.get(key)
    if found is None or not found.there:
        raise NoSuchPage(f"there is no player {key!r}")
    return found


def _build(snapshot: Snapshot, arguments: Arguments) -> Page:
    person = person_at(snapshot, arguments["player"])
    careers = [
        one for family in snapshot.families if (one := career(snapshot, family, person)) is not None
    ]
    careers.sort(key=lambda one: one.last, reverse=True)
    document: dict[str, Any] = {
        "player": person.key,
        "name": person.name,
        **{fact: person.facts.get(fact) for fact in ("nation", "club", "title", "born")},
        "numbers": dict(person.numbers),
        "record": record_of(snapshot, person.key),
        "rivals": rivals_of(snapshot, person.key),
        "ratings": [one.document for one in careers],
    }
    events = [
        {"list": one.document["list"], **{name: row[name] for name in row if name != "played"}}
        for one in careers
        for row in one.events
    ]
    return Page(person.name, document, events, {"careers": careers}, "players")


def _addresses(snapshot: Snapshot) -> Iterable[str]:
    return (addresses.player(key) for key, one in snapshot.people.items() if one.there)


KINDS = (PageKind("players/{player}", "player.html", _build, _addresses, order=1),)
