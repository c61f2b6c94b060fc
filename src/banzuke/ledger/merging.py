"""People who turn out to be one, or two after all; and whose names are alike."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import polars as pl
from sqlalchemy import Connection

from banzuke.ledger import chunks
from banzuke.ledger.new_people import add_apart
from banzuke.ledger.people import People
from banzuke.ledger.revisions import add_rows, end_rows, rows_of
from banzuke.ledger.tables import apart, merges
from banzuke.ledger.telling_changes import CHANGED
from banzuke.ledger.versions import Versions
from banzuke.model.candidates import Known, candidates
from banzuke.model.errors import ChangeRefused
from banzuke.model.problems import Problem

#: So many games in which both took part are named.
MOST_TOLD = 20


def merge(connection: Connection, revision: int, *, person: str, into: str) -> dict[str, Any]:
    """Two people are one from now on: all games of ``person`` are of ``into``.

    Raises ChangeRefused where both took part in one game, since nobody plays against himself, or
    where they were born in different years.
    """
    people = People(connection)
    one, other = people.meant(person), people.meant(into)
    if one == other:
        raise ChangeRefused([Problem(f"{person} and {into} are one person already")])
    problems = [*_met(connection, people, one, other), *_born_apart(people, one, other)]
    if problems:
        raise ChangeRefused(problems)
    add_rows(connection, merges, revision, [{"person": one, "into": other}])
    return {"person": people.keys[one], "into": people.keys[other]}


def unmerge(connection: Connection, revision: int, *, person: str) -> dict[str, Any]:
    """A person who was merged is a person again, with the games from before.

    person : the key of who was merged, or a name that files have for nobody else
    """
    people = People(connection)
    links = rows_of(connection, merges)
    merged = {people.keys[one]: one for one in links["person"].to_list()}
    by_alias = {name: one for one, name in people.called().items() if one in people.into}
    number = merged.get(person, by_alias.get(person, 0))
    if not number:
        right = ", ".join(sorted([*merged, *by_alias])) or "nobody is merged"
        raise ChangeRefused([Problem(f"{person!r} is not merged into anybody", right)])
    link = links.filter(pl.col("person") == number)
    end_rows(connection, merges, revision, link["id"].to_list())
    return {"person": people.keys[number], "from": people.keys[link["into"][0]]}


def keep_apart(connection: Connection, revision: int, *, person: str, other: str) -> dict[str, Any]:
    """Two people whose names are alike are two: nobody asks about them again."""
    people = People(connection)
    one, two = sorted((people.meant(person), people.meant(other)))
    if one == two:
        raise ChangeRefused([Problem(f"{person} and {other} are one person", "two people")])
    told: dict[str, Any] = {"person": people.keys[one], "other": people.keys[two]}
    if (one, two) in kept_apart(connection):
        return {**told, CHANGED: {}}
    add_apart(connection, revision, one, [two])
    return told


def kept_apart(connection: Connection) -> set[tuple[int, int]]:
    """The pairs of people who are known to be two."""
    return set(rows_of(connection, apart).select("person", "other").iter_rows())


def likely_one_person(connection: Connection) -> list[tuple[str, str, str]]:
    """(key, key, why) of each two people who may be one, and of whom nobody has decided."""
    people = People(connection)
    facts, decided = people.facts(), kept_apart(connection)
    shown = {n: name for n, name in people.shown().items() if n not in people.into}
    called: dict[str, list[int]] = {}
    for number, name in sorted(shown.items()):
        called.setdefault(name, []).append(number)
    numbers = {people.keys[number]: number for number in shown}
    everybody = [Known(people.keys[number], (name,)) for number, name in sorted(shown.items())]
    found: dict[tuple[int, int], str] = {}
    for name, likely in candidates({name: {} for name in called}, everybody).items():
        for one, other in product(called[name], likely):
            first, second = sorted((one, numbers[other.key]))
            years = {facts.get(n, {}).get("born", "")[:4] for n in (first, second)} - {""}
            if first != second and (first, second) not in decided and len(years) < 2:
                found.setdefault((first, second), "; ".join(other.why))
    met = _have_met(connection, people, {one for pair in found for one in pair})
    return [
        (people.keys[one], people.keys[two], why)
        for (one, two), why in sorted(found.items())
        if (one, two) not in met and not _numbered_apart(people, one, two)
    ]


def _have_met(connection: Connection, people: People, whom: set[int]) -> set[tuple[int, int]]:
    """The pairs of some people who took part in one game: they are two."""
    if not whom:
        return set()
    there = _entries(chunks.read(connection), people, whom).unique()
    pairs = there.join(there, on="at", suffix="_2").filter(pl.col("person") < pl.col("person_2"))
    return set(pairs.select("person", "person_2").unique().iter_rows())


def _numbered_apart(people: People, one: int, other: int) -> bool:
    """Whether two people have different numbers in one register."""
    mine, theirs = (people.numbers().get(who, {}) for who in (one, other))
    return any(theirs.get(register, number) != number for register, number in mine.items())


def _entries(versions: Versions, people: People, whom: Iterable[int]) -> pl.DataFrame:
    """The entries of some people: ``at``, the position of the game, and ``person``."""
    person = versions.entries["person"].replace(people.into)
    entries = pl.DataFrame({"at": versions.game_of_entry(), "person": person})
    return entries.filter(pl.col("person").is_in(list(whom)))


def _met(connection: Connection, people: People, one: int, other: int) -> list[Problem]:
    """The games in which both took part."""
    versions = chunks.read(connection)
    there = _entries(versions, people, [one, other])
    both = there.group_by("at").agg(pl.col("person").n_unique()).filter(pl.col("person") > 1)
    ids = sorted(versions.games["id"].gather(both["at"]).to_list())
    names = people.shown()
    what = f"{names.get(one)} and {names.get(other)} both took part in game"
    return [Problem(f"{what} {game}", "they are two people") for game in ids[:MOST_TOLD]]


def _born_apart(people: People, one: int, other: int) -> list[Problem]:
    facts = people.facts()
    years = [facts.get(person, {}).get("born", "")[:4] for person in (one, other)]
    if all(years) and years[0] != years[1]:
        what = f"one was born in {years[0]}, the other in {years[1]}"
        return [Problem(what, "correct the year first if it is wrong")]
    return []
