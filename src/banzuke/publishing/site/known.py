"""Who and what is in a ledger, as a site needs it: people and events by key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from sqlalchemy import Connection

from banzuke.ledger.awards import awards_of
from banzuke.ledger.circuits import circuits_of
from banzuke.ledger.events import Events
from banzuke.ledger.people import REMOVED, People
from banzuke.ledger.telling import facts_of
from banzuke.model.spelling import words_of

#: Facts of people that are shown. Of a birthday only the year ever is.
SHOWN_FACTS = ("nation", "club", "title", "sex")


@dataclass(frozen=True)
class Person:
    """A person as the site shows one.

    facts : nation, club, title, sex; and ``born``, the year
    numbers : in other registers, {register: number}
    former : other names by which files have had the person, to be found by
    """

    key: str
    name: str
    sort_name: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, str] = field(default_factory=dict)
    former: tuple[str, ...] = ()

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


class Given(NamedTuple):
    """An award: what was awarded, to whom by key, None for somebody who is not in the ledger."""

    title: str
    player: str | None
    text: str


@dataclass(frozen=True)
class Event:
    """An event as the site shows one; facts : place, director, report, category, end and more."""

    key: str
    name: str
    facts: Mapping[str, str] = field(default_factory=dict)
    awards: tuple[Given, ...] = ()


@dataclass(frozen=True)
class Series:
    """A circuit as the site shows one; rule : by which its events give points, "" for none.

    events : {key: class} of the events that belong to it
    """

    key: str
    title: str
    rule: str
    events: Mapping[str, str]


def known_people(connection: Connection) -> dict[str, Person]:
    """Everybody who is in the ledger, by key, in order of their names."""
    people = People(connection)
    keys, shown, sorting, numbers = people.keys, people.shown(), people.sorting(), people.numbers()
    facts, former = facts_of(connection, people), _former_names(people)
    found = []
    for number in people.there():
        said = facts.get(number, {})
        told = {name: said[name] for name in SHOWN_FACTS if said.get(name)}
        if said.get("born", "")[:4].isdecimal():
            told["born"] = said["born"][:4]
        name = shown.get(number, REMOVED)
        sort_name = sorting.get(number, "")
        others = tuple(former.get(number, ()))
        found.append(Person(keys[number], name, sort_name, told, numbers.get(number, {}), others))
    found.sort(key=lambda one: ((one.sort_name or one.name).casefold(), one.key))
    return {one.key: one for one in found}


def _former_names(people: People) -> dict[int, list[str]]:
    """Names of people that have other words than the one that is shown."""
    shown, found = people.shown(), dict[int, list[str]]()
    for name, whom in people.by_name().items():
        for who in whom:
            now = shown.get(who, name)
            if now != name and not set(words_of(name)) <= set(words_of(now)):
                found.setdefault(who, []).append(name)
    return found


def known_moves(connection: Connection) -> dict[str, str]:
    """{key: the key of who it is by now} of everybody who was found to be somebody else."""
    people = People(connection)
    keys = people.keys
    return {keys[number]: keys[end] for number, end in people.into.items() if number != end}


def known_events(connection: Connection) -> dict[str, Event]:
    """Every event of the ledger, by key."""
    people, found = People(connection), Events(connection)
    keys, awards = found.keys, awards_of(connection, people)
    given = {
        event: tuple(
            Given(one.title, None if one.person is None else people.keys[one.person], one.text)
            for one in of
        )
        for event, of in awards.items()
    }
    return {
        keys[number]: Event(keys[number], facts["name"], facts, given.get(number, ()))
        for number, facts in found.facts.items()
    }


def known_series(connection: Connection) -> dict[str, Series]:
    """Every circuit of the ledger, by key."""
    keys = Events(connection).keys
    return {
        one.key: Series(
            one.key, one.title, one.rule, {keys[event]: of for event, of in one.events.items()}
        )
        for one in circuits_of(connection)
    }
