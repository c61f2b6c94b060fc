"""Who and what is in a ledger, as a site needs it: people and events by key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy import Connection, select

from banzuke.ledger.database import fetch_all
from banzuke.ledger.events import Events
from banzuke.ledger.people import REMOVED, People
from banzuke.ledger.tables import events
from banzuke.ledger.telling import facts_of

#: Facts of people that are shown. Of a birthday only the year ever is.
SHOWN_FACTS = ("nation", "club", "title", "sex")


@dataclass(frozen=True)
class Person:
    """A person as the site shows one.

    facts : nation, club, title, sex; and ``born``, the year
    numbers : in other registers, {register: number}
    """

    key: str
    name: str
    sort_name: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, str] = field(default_factory=dict)

    @property
    def there(self) -> bool:
        """Whether the person has a name; who was removed has none."""
        return self.name != REMOVED

    @property
    def nation(self) -> str:
        """As in ``SWE``, "" if it is not known."""
        return self.facts.get("nation", "")

    @property
    def club(self) -> str:
        """The club, "" if it is not known."""
        return self.facts.get("club", "")


@dataclass(frozen=True)
class Event:
    """An event as the site shows one; facts : place, director, report, category, end and more."""

    key: str
    name: str
    facts: Mapping[str, str] = field(default_factory=dict)


def known_people(connection: Connection) -> dict[str, Person]:
    """Everybody who is in the ledger, by key, in order of their names."""
    people = People(connection)
    keys, shown, sorting, numbers = people.keys, people.shown(), people.sorting(), people.numbers()
    facts = facts_of(connection, people)
    found = []
    for number in people.there():
        said = facts.get(number, {})
        told = {name: said[name] for name in SHOWN_FACTS if said.get(name)}
        if said.get("born", "")[:4].isdecimal():
            told["born"] = said["born"][:4]
        name = shown.get(number, REMOVED)
        sort_name = sorting.get(number, "")
        found.append(Person(keys[number], name, sort_name, told, numbers.get(number, {})))
    found.sort(key=lambda one: ((one.sort_name or one.name).casefold(), one.key))
    return {one.key: one for one in found}


def known_events(connection: Connection) -> dict[str, Event]:
    """Every event of the ledger, by key."""
    keys = dict(fetch_all(connection, select(events.c.id, events.c.key)))
    return {
        keys[number]: Event(keys[number], facts["name"], facts)
        for number, facts in Events(connection).facts.items()
    }
