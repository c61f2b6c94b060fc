"""The results of an event for its federation's report: people by FIDE number, else by name."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import replace
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
from banzuke.model.importer import Reading
from banzuke.model.problems import Problem
from banzuke.model.results import Results

FIDE = "fide"
#: Numbers that a report has room for.
FITS = re.compile(r"[1-9][0-9]{0,10}")
#: What a report has of people, as the ledger knows it; days of birth are not told.
FACTS = ("nation", "sex", "title", "born")
#: What holds for one event: only its own files tell it.
OF_EVENT = ("rating", "team")


def as_reported(
    connection: Connection, of: Played, listed: Mapping[str, str] | None = None
) -> Results:
    """The results of an event, with what a report says of who played.

    listed : {key of a person: rating}, in place of the ratings that the event's files tell
    A number of which nobody said whose it is is taken as FIDE's, which is a warning. Raises
    ResultsRefused where two people could not be told apart.
    """
    people = People(connection)
    by_key = people.by_key()
    whom = [by_key[key] for key in of.results.players]
    named, warnings = _named(people, whom)
    facts, told = facts_of(connection, people), _told_at(connection, people, of.number)
    rows = []
    for key, who, player in zip(of.results.players, whom, named, strict=True):
        row = {name: facts.get(who, {}).get(name) for name in FACTS}
        row["born"] = (row["born"] or "")[:4] or None
        row |= {name: told.get(who, {}).get(name) for name in OF_EVENT}
        if listed is not None:
            row["rating"] = listed.get(key)
        rows.append({"player": player, "name": people.shown().get(who, REMOVED), **row})
    source = of.results.sources[int(of.results.games.source[0])]
    schema = dict.fromkeys(("player", "name", *FACTS, *OF_EVENT), pl.String)
    table = Reading(pl.DataFrame(rows, schema=schema), source, numbers_of=FIDE)
    return replace(of.results, players=named, told=(table,), warnings=tuple(warnings))


def _named(people: People, whom: list[int]) -> tuple[list[str], list[Problem]]:
    """What a report calls each, and warnings; raises ResultsRefused for two of one name."""
    named, warnings = [], []
    removed = count(1)
    for who in whom:
        numbers = people.numbers().get(who, {})
        name = people.shown().get(who) or f"{REMOVED} {next(removed)}"
        number, unnamed = numbers.get(FIDE, ""), numbers.get(UNNAMED, "")
        if not number and FITS.fullmatch(unnamed):
            number = unnamed
            what = f"the number {number} of {name!r} is taken as FIDE's: no file says whose it is"
            warnings.append(Problem(what))
        named.append(number if FITS.fullmatch(number) else name)
    twice = [name for name, times in Counter(named).items() if times > 1]
    if twice:
        right = "a number of each: 'banzuke correct --player KEY --set id=NUMBER'"
        problems = []
        for name in twice:
            keys = [people.keys[who] for who, own in zip(whom, named, strict=True) if own == name]
            problems.append(Problem(f"{' and '.join(keys)} are both {name!r} in a report", right))
        raise ResultsRefused(problems)
    return named, warnings


def _told_at(connection: Connection, people: People, event: int) -> dict[int, dict[str, str]]:
    """What the files that have games of an event tell of people, {person: {column: text}}."""
    games = chunks.read(connection, columns=["event", "source"]).games
    files = games.filter(pl.col("event") == event)["source"].unique().to_list()
    table = rows_of(connection, told_of_players, None, told_of_players.c.source.in_(files))
    found: dict[int, dict[str, str]] = defaultdict(dict)
    for person, column, value in table.select("person", "column", "value").iter_rows():
        found[people.who(person)][column] = value
    return found
