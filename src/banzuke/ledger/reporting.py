"""What the report of an event says of people, who go by their FIDE numbers, else by their names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import count

import polars as pl
from sqlalchemy import Connection

from banzuke.ledger import chunks
from banzuke.ledger.people import REMOVED, People
from banzuke.ledger.revisions import rows_of
from banzuke.ledger.standings import Played
from banzuke.ledger.storing_facts import UNNAMED
from banzuke.ledger.tables import told_of_players
from banzuke.ledger.telling import facts_of
from banzuke.model.errors import ResultsRefused
from banzuke.model.problems import Problem

FIDE = "fide"
#: Numbers that a report has room for.
FITS = re.compile(r"[1-9][0-9]{0,10}")
#: What a report has of people, as the ledger knows it; days of birth are not told.
FACTS = ("nation", "sex", "title", "born")
#: What holds for one event: only its own files tell it.
OF_EVENT = ("rating", "team")
#: The columns of what files tell that are read.
ROW = ("source", "person", "column", "value")


#: {key of a person: {column: text}}.
Told = dict[str, dict[str, str]]


def as_reported(
    connection: Connection, of: Played, listed: Mapping[str, str] | None = None
) -> tuple[Told, list[Problem]]:
    """What the report of an event says of who played, and warnings.

    listed : {key of a person: rating}, in place of the ratings that the event's files tell
    Raises ResultsRefused where two people could not be told apart.
    """
    people = People(connection)
    by_key, shown, numbers = people.by_key(), people.shown(), people.numbers()
    facts, players = facts_of(connection, people), of.results.players
    known = {key: facts.get(by_key[key], {}) for key in players}
    names = {key: shown.get(by_key[key], "") for key in players}
    called, warnings = called_in_reports(names, {k: numbers.get(by_key[k], {}) for k in players})
    told = told_at_events(connection, of.number).get(of.number, {})
    if listed is not None:
        told = {key: {**told.get(key, {}), "rating": listed.get(key, "")} for key in players}
    said = {key: reported(known[key], names[key], told.get(key, {})) for key in players}
    return {key: {**said[key], "called": called[key]} for key in players}, warnings


def reported(facts: Mapping[str, str], name: str, told: Mapping[str, str]) -> dict[str, str]:
    """What a report says of a person; of a birthday only the year.

    facts : as the ledger knows them now; name : "" of who was removed, of whom nothing is told
    told : what the files of the event tell
    """
    if not name:
        return {"name": REMOVED}
    said = {fact: facts.get(fact, "") for fact in FACTS} | {of: told.get(of, "") for of in OF_EVENT}
    said |= {"name": name, "born": said["born"][:4]}
    return {fact: text for fact, text in said.items() if text}


def called_in_reports(
    names: Mapping[str, str], numbers: Mapping[str, Mapping[str, str]]
) -> tuple[dict[str, str], list[Problem]]:
    """{key: what a report calls the person}, by FIDE number, else by name; and warnings.

    names : {key: name}, "" of who was removed; numbers : {key: {register: number}}
    A number of which nobody said whose it is is taken as FIDE's, which is a warning. Raises
    ResultsRefused for two of one name.
    """
    called, warnings, taken = {}, [], set(names.values())
    # Somebody may be called so by a name, as from the report of another ledger.
    free = (name for at in count(1) if (name := f"{REMOVED} {at}") not in taken)
    for key, known in names.items():
        name = known or next(free)
        number, unnamed = (numbers[key].get(register, "") for register in (FIDE, UNNAMED))
        if not number and FITS.fullmatch(unnamed):
            number = unnamed
            what = f"the number {number} of {name!r} is taken as FIDE's: no file says whose it is"
            warnings.append(Problem(what))
        called[key] = number if FITS.fullmatch(number) else name
    twice = [name for name, times in Counter(called.values()).items() if times > 1]
    if twice:
        right = "a number of each: 'banzuke correct --player KEY --set id=NUMBER'"
        problems = []
        for name in twice:
            keys = [key for key, own in called.items() if own == name]
            problems.append(Problem(f"{' and '.join(keys)} are both {name!r} in a report", right))
        raise ResultsRefused(problems)
    return called, warnings


def told_at_events(
    connection: Connection, event: int | None = None, revision: int | None = None
) -> dict[int, Told]:
    """What the files of events tell of who took part: {number of the event: what is told}.

    event : only of this one; revision : as of which, by default now
    """
    games = chunks.read(connection, revision=revision, columns=["event", "source"]).games
    pairs = games.select("event", "source").unique().drop_nulls("event").sort("event", "source")
    where = [told_of_players.c.column.in_(OF_EVENT)]
    if event is not None:
        pairs = pairs.filter(pl.col("event") == event)
        where.append(told_of_players.c.source.in_(pairs["source"].to_list()))
    table = rows_of(connection, told_of_players, revision, *where)
    people, by_file = People(connection, revision), dict[int, Told]()
    for source, person, column, value in table.select(*ROW).iter_rows():
        of_file = by_file.setdefault(source, {})
        of_file.setdefault(people.keys[people.who(person)], {})[column] = value
    found: dict[int, Told] = {}
    for number, source in pairs.iter_rows():
        for key, told in by_file.get(source, {}).items():
            found.setdefault(number, {}).setdefault(key, {}).update(told)
    return found
