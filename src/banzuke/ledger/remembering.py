"""What of a ledger a server that records game after game remembers, so as not to ask each time.

It is true as of one revision, and forgotten where another program has done more since than to
record games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, insert, select

from banzuke.ledger.database import fetch_all, next_numbers, zone_of
from banzuke.ledger.dates import Dated, all_dated, dated_here
from banzuke.ledger.events import add_unknown_events
from banzuke.ledger.importing import pool_numbers
from banzuke.ledger.lists import ListRecord, all_lists
from banzuke.ledger.new_people import add_people
from banzuke.ledger.people import NOT_MEANT, People, names_by_key
from banzuke.ledger.reading import pool_names
from banzuke.ledger.revisions import AT_ONCE
from banzuke.ledger.tables import event_facts, names, persons, sources
from banzuke.model.errors import ChangeRefused
from banzuke.model.problems import Problem

#: What the file of recorded games is called; its rows are the numbers of the games.
RECORDED = "recorded"


class Remembered:
    """What is known of a ledger as of a revision; what is not asked for is not read.

    connection : of who writes now, so that nobody else does
    """

    connection: Connection

    def __init__(self, revision: int) -> None:
        self.revision = revision
        self._people: dict[str, int] = {}
        self._keys: dict[int, str] = {}
        self._shown: dict[str, str] = {}
        self._events: dict[str, int] = {}
        self._facts: dict[int, dict[str, str]] = {}

    @cached_property
    def lists(self) -> list[ListRecord]:
        """The lists, by key."""
        return all_lists(self.connection)

    @cached_property
    def zone(self) -> str:
        """The zone of the ledger's clock."""
        return zone_of(self.connection)

    @cached_property
    def into(self) -> dict[int, int]:
        """Who each merged person is, at the end."""
        return People(self.connection).into

    @cached_property
    def pools(self) -> dict[int, str]:
        """The names of pools, by number."""
        return pool_names(self.connection)

    @cached_property
    def all_dated(self) -> bool:
        """Whether all games have dates, as far as that can be told without reading them."""
        return all_dated(self.connection)

    @cached_property
    def dated(self) -> Dated:
        """Whether some games have a date, and some none, by kind."""
        return dated_here(self.connection)

    @cached_property
    def _source(self) -> int | None:
        query = select(sources.c.id).where(sources.c.name == RECORDED, sources.c.digest == "")
        return self.connection.execute(query).scalar()

    def source(self, revision: int) -> int:
        """The number of the file of recorded games; a revision that is the first makes it."""
        if self._source is None:
            number = next_numbers(self.connection, "source")
            row = {"id": number, "name": RECORDED, "digest": "", "revision": revision}
            self.connection.execute(insert(sources), row)
            self._source = number
        return self._source

    def pool_numbers(self, called: Sequence[str]) -> list[int]:
        """The numbers of pools; new ones are given one."""
        known = {name: number for number, name in self.pools.items()}
        if not known.keys() >= set(called):
            numbers = pool_numbers(self.connection, called)
            self.pools |= dict(zip(numbers, called, strict=True))
            return numbers
        return [known[name] for name in called]

    def whom(self, called: Sequence[str]) -> dict[str, int]:
        """Whom names or keys mean, of those who are known; raises ChangeRefused for namesakes."""
        self._look_up([name for name in called if name not in self._people])
        return {name: self._people[name] for name in called if name in self._people}

    def people(self, called: Sequence[str], revision: int, *, new_people: bool) -> dict[str, int]:
        """Whom names or keys mean; who is not known is made by a revision.

        Raises ChangeRefused for namesakes, and for who is not known if there are no ``new_people``.
        """
        there = self.whom(called)
        fresh = [name for name in called if name not in there]
        if fresh and not new_people:
            right = "people of the ledger, by name or key"
            raise ChangeRefused([Problem(f"{name!r} is not known", right) for name in fresh])
        self._people |= add_people(self.connection, revision, fresh)
        return self.whom(called)

    def _look_up(self, called: Sequence[str]) -> None:
        """Find out whom names or keys mean, of those who are known."""
        if not called:
            return
        by_key = select(persons.c.key, persons.c.id)
        found: dict[str, int] = dict(self._rows(by_key, persons.c.key, called))
        query = select(names.c.name, names.c.person).where(
            names.c.until.is_(None), names.c.kind.not_in(NOT_MEANT)
        )
        problems = []
        for name, person in self._rows(query, names.c.name, called):
            other = found.get(name, person)
            if self.into.get(other, other) != self.into.get(person, person):
                right = "a key instead of the name"
                problems.append(Problem(f"several people are called {name!r}", right))
            found[name] = person
        if problems:
            raise ChangeRefused(list(dict.fromkeys(problems)))
        self._people |= found

    def keys_of(self, numbers: Sequence[int]) -> dict[int, str]:
        """The key of who each person is, after mergers."""
        fresh = {self.into.get(one, one) for one in numbers if one not in self._keys}
        if fresh:
            query = select(persons.c.id, persons.c.key)
            keys: dict[int, str] = dict(self._rows(query, persons.c.id, sorted(fresh)))
            self._keys |= {
                one: keys[self.into.get(one, one)] for one in numbers if one not in self._keys
            }
        return {one: self._keys[one] for one in numbers}

    def names_of(self, keys: Sequence[str]) -> dict[str, str]:
        """How lists show the people of keys, of those who have a name."""
        fresh = [key for key in keys if key not in self._shown]
        if fresh:
            self._shown |= names_by_key(self.connection, fresh)
        return {key: self._shown[key] for key in keys if key in self._shown}

    def events(self, called: Sequence[str], revision: int) -> dict[str, int]:
        """The numbers of events by their names; new ones are made by a revision."""
        fresh = [name for name in called if name not in self._events]
        if fresh:
            query = select(event_facts.c.value, event_facts.c.event).where(
                event_facts.c.fact == "name", event_facts.c.until.is_(None)
            )
            self._events |= dict(self._rows(query, event_facts.c.value, fresh))
            add_unknown_events(self.connection, revision, self._events, fresh)
        return {name: self._events[name] for name in called}

    def facts_of(self, events: Sequence[int]) -> dict[int, dict[str, str]]:
        """What is known of events, by their numbers."""
        fresh = [event for event in events if event not in self._facts]
        if fresh:
            query = select(event_facts.c.event, event_facts.c.fact, event_facts.c.value).where(
                event_facts.c.until.is_(None)
            )
            for event, fact, value in self._rows(query, event_facts.c.event, fresh):
                self._facts.setdefault(event, {})[fact] = value
        return {event: self._facts[event] for event in events if event in self._facts}

    def others_recorded(self, revision: int) -> None:
        """Other programs have recorded games up to a revision, which makes people and events."""
        self.revision = revision
        self._facts.clear()
        for name in ("pools", "all_dated", "dated", "_source"):
            self.__dict__.pop(name, None)

    def forget_facts(self, events: Iterable[int]) -> None:
        """What is known of events has changed."""
        for event in events:
            self._facts.pop(event, None)

    def _rows(
        self, query: Select[Any], column: ColumnElement[Any], wanted: Sequence[Any]
    ) -> Iterator[Any]:
        """The rows of a query where a column has one of many values."""
        for begin in range(0, len(wanted), AT_ONCE):
            part = wanted[begin : begin + AT_ONCE]
            yield from fetch_all(self.connection, query.where(column.in_(part)))
