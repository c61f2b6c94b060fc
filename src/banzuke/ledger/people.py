"""People: who is meant by a name, what is known of them, and who is the same as whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import polars as pl
from sqlalchemy import Connection, select

from banzuke.ledger.database import fetch_all
from banzuke.ledger.revisions import FEW, holding, rows_of
from banzuke.ledger.tables import identifiers, merges, names, person_facts, persons, removals
from banzuke.model.errors import UnknownName, WrongUse
from banzuke.model.phrases import message
from banzuke.model.spelling import meant

#: The kind of name that whoever was removed has in place of those of before: none.
NAMELESS = "removed"

#: Kinds of names by which nobody is meant.
NOT_MEANT = ("sort", NAMELESS)

#: Who was removed, on lists that keep the place.
REMOVED = message("(removed)")


@dataclass(frozen=True)
class Person:
    """A person of the ledger.

    id : the number in the tables; key : opaque, the same in every export
    name : as lists show it; aliases : as files have it; facts : nation, club, born …
    identifiers : {register: number}
    """

    id: int
    key: str
    name: str
    sort_name: str = ""
    aliases: tuple[str, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    identifiers: Mapping[str, str] = field(default_factory=dict)


class People:
    """The people of a ledger as of a revision, or now; what is not asked for is not read."""

    def __init__(self, connection: Connection, revision: int | None = None) -> None:
        self._connection, self._revision = connection, revision

    @cached_property
    def keys(self) -> dict[int, str]:
        """The key of each person, by number."""
        return dict(fetch_all(self._connection, select(persons.c.id, persons.c.key)))

    @cached_property
    def into(self) -> dict[int, int]:
        """Who each merged person is, at the end of all mergers."""
        table = rows_of(self._connection, merges, self._revision)
        links = dict(table.select("person", "into").iter_rows())
        return {one: _end(links, one) for one in links}

    @cached_property
    def _names(self) -> pl.DataFrame:
        return rows_of(self._connection, names, self._revision)

    @cached_property
    def _facts(self) -> pl.DataFrame:
        return rows_of(self._connection, person_facts, self._revision)

    @cached_property
    def _identifiers(self) -> pl.DataFrame:
        return rows_of(self._connection, identifiers, self._revision)

    def who(self, person: int) -> int:
        """Who a person is, after merges."""
        return self.into.get(person, person)

    def there(self) -> set[int]:
        """Who is there: whoever has a name, or had one before it was removed."""
        nameless = self._names.filter(pl.col("kind") == NAMELESS)["person"].to_list()
        # Of people who were removed long ago it was not kept when they had a name.
        query = (
            select(persons.c.id)
            .join(removals, removals.c.key == persons.c.key)
            .where(persons.c.id.not_in(select(names.c.person).where(names.c.kind == NAMELESS)))
        )
        if self._revision is not None:
            query = query.where(persons.c.since <= self._revision)
        long_ago = (number for (number,) in fetch_all(self._connection, query))
        return {*self.shown(), *nameless, *long_ago} - set(self.into)

    def whom(self) -> dict[int, str]:
        """The key of who each person is, after merges."""
        return self.keys | {one: self.keys[who] for one, who in self.into.items()}

    def by_name(self) -> dict[str, list[int]]:
        """Whom each name means: one person, or several who share it."""
        return {
            name: sorted(self.who(person) for person in whom)
            for name, whom in self.owners().items()
        }

    def owners(self) -> dict[str, list[int]]:
        """Who has each name, merged or not: of several who are one by now, the first."""
        found: dict[str, dict[int, int]] = defaultdict(dict)
        for person, kind, name in self._names.select("person", "kind", "name").iter_rows():
            if kind not in NOT_MEANT:
                found[name].setdefault(self.who(person), person)
        return {name: sorted(whom.values()) for name, whom in found.items()}

    def by_identifier(self) -> dict[tuple[str, str], int]:
        """Whom each number of a register means."""
        table = self._identifiers.select("person", "register", "value")
        return {
            (register, value): self.who(person) for person, register, value in table.iter_rows()
        }

    def numbers(self) -> dict[int, dict[str, str]]:
        """{person: {register: number}}, of merged people under who they are."""
        return self._numbers

    @cached_property
    def _numbers(self) -> dict[int, dict[str, str]]:
        found: dict[int, dict[str, str]] = defaultdict(dict)
        table = self._identifiers.select("person", "register", "value")
        for person, register, value in table.iter_rows():
            found[self.who(person)].setdefault(register, value)
        return dict(found)

    def by_key(self) -> dict[str, int]:
        """Whom each key means."""
        return {key: self.who(person) for person, key in self.keys.items()}

    def called_one_of(self, keys: Sequence[str], said: str) -> str:
        """Which of a few people, by their own keys, has a key or a name; "" for none or several.

        Nothing is read of all the others, so that one game of many is looked at quickly.
        """
        if said in keys:
            return said
        query = (
            select(persons.c.key)
            .join(names, names.c.person == persons.c.id)
            .where(
                persons.c.key.in_(keys),
                names.c.name == said,
                names.c.kind != "sort",
                holding(names, self._revision),
            )
        )
        found = {key for (key,) in fetch_all(self._connection, query)}
        return found.pop() if len(found) == 1 else ""

    def keys_of_whom(self, keys: Sequence[str]) -> list[str]:
        """The keys of who a few people are, after mergers."""
        own = numbers_of(self._connection, keys)
        whom = {key: self.who(number) for key, number in own.items()}
        now = keys_of(self._connection, sorted(set(whom.values())))
        return [now[whom[key]] for key in keys]

    def shown(self) -> dict[int, str]:
        """How lists show each person who has a name."""
        return self._shown

    @cached_property
    def _shown(self) -> dict[int, str]:
        table = self._names.filter(pl.col("kind") == "shown")
        return dict(table.select("person", "name").iter_rows())

    def called(self) -> dict[int, str]:
        """A name of each person that files have for nobody else, where there is one."""
        table = self._names.filter(~pl.col("kind").is_in(NOT_MEANT) & pl.col("name").is_unique())
        return dict(table.select("person", "name").iter_rows())

    def sorting(self) -> dict[int, str]:
        """By what lists sort the name, where that is said."""
        table = self._names.filter(pl.col("kind") == "sort")
        return dict(table.select("person", "name").iter_rows())

    def facts(self) -> dict[int, dict[str, str]]:
        """What is known of each person; of merged people that of who they are goes first."""
        return self._facts_of

    @cached_property
    def _facts_of(self) -> dict[int, dict[str, str]]:
        found: dict[int, dict[str, str]] = defaultdict(dict)
        for person, fact, value in self._facts.select("person", "fact", "value").iter_rows():
            whom = self.who(person)
            if whom == person:
                found[whom][fact] = value
            else:
                found[whom].setdefault(fact, value)
        return dict(found)

    def person(self, number: int) -> Person:
        """All that is known of a person."""
        mine = [number, *(one for one, who in self.into.items() if who == number)]
        is_meant = ~pl.col("kind").is_in(NOT_MEANT)
        called = self._names.filter(pl.col("person").is_in(mine) & is_meant)
        registers = self._identifiers.filter(pl.col("person").is_in(mine))
        name = self.shown().get(number, REMOVED)
        return Person(
            number,
            self.keys[number],
            name,
            self.sorting().get(number, ""),
            tuple(sorted(set(called["name"].to_list()) - {name})),
            self.facts().get(number, {}),
            dict(registers.select("register", "value").iter_rows()),
        )

    def meant(self, said: str) -> int:
        """Who is meant: by key, by ``REGISTER:NUMBER``, or by a name; raises UnknownName.

        Raises WrongUse where several people share the name.
        """
        by_key = self.by_key()
        if said in by_key:
            return by_key[said]
        register, colon, value = said.partition(":")
        found = self.by_identifier().get((register, value)) if colon else None
        if found is not None:
            return found
        by_name = self.by_name()
        if said not in by_name and not by_name:
            raise UnknownName("player", said, [])
        whom = by_name[said if said in by_name else meant("player", said, list(by_name))]
        if len(whom) > 1:
            keys = " or ".join(self.keys[one] for one in whom)
            raise WrongUse(f"several people are called {said!r}: say which, {keys}")
        return whom[0]


def keys_of(connection: Connection, numbers: Sequence[int]) -> dict[int, str]:
    """The own keys of a few people, merged or not."""
    query = select(persons.c.id, persons.c.key).where(persons.c.id.in_(numbers))
    return dict(fetch_all(connection, query))


def numbers_of(connection: Connection, keys: Sequence[str]) -> dict[str, int]:
    """The people who have these keys, a few, merged or not."""
    query = select(persons.c.key, persons.c.id).where(persons.c.key.in_(keys))
    return dict(fetch_all(connection, query))


def names_by_key(connection: Connection, keys: Sequence[str]) -> dict[str, str]:
    """How lists show the people of these keys."""
    query = (
        select(persons.c.key, names.c.name)
        .join(names, names.c.person == persons.c.id)
        .where(names.c.until.is_(None), names.c.kind == "shown")
    )
    if len(keys) <= FEW:
        query = query.where(persons.c.key.in_(keys))
    return dict(fetch_all(connection, query))


def _end(links: Mapping[int, int], person: int) -> int:
    """Who somebody is at the end of a chain of merges."""
    seen = {person}
    while person in links and links[person] not in seen:
        person = links[person]
        seen.add(person)
    return person
