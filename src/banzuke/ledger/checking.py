"""What is said of a person or an event, checked as in a file, before it is stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import polars as pl
from sqlalchemy import Connection

from banzuke.ledger.database import zone_of
from banzuke.ledger.events import FACTS, RELEASED
from banzuke.ledger.said_of_events import facts_of_events
from banzuke.model.columns import EVENT_FACTS, EVENT_TEXTS, KINDS, columns_of
from banzuke.model.errors import ChangeRefused, PlayersRefused, ResultsRefused
from banzuke.model.importer import Reading
from banzuke.model.players import validate_players
from banzuke.model.problems import Problem
from banzuke.model.validation import validate

#: Columns of a players file that a correction cannot say: the key is the ledger's own.
NOT_OF_PERSON = ("player", "pool")


def check_person(values: Mapping[str, str]) -> None:
    """Refuse what no players file may say of a person; an empty value says nothing.

    values : {column of a players file: value}; raises ChangeRefused with all that is wrong.
    """
    known = [column for column in columns_of("players") if column not in NOT_OF_PERSON]
    _only(values, known, "a person")
    _name_stays(values, "a person")
    row = {"player": "x", **{column: value for column, value in values.items() if value}}
    try:
        validate_players(Reading(pl.DataFrame([row]), ""), _numbers(known))
    except PlayersRefused as refused:
        raise ChangeRefused(_without_rows(refused.problems)) from None


def checked_event(connection: Connection, name: str, values: Mapping[str, str]) -> dict[str, str]:
    """Facts of an event as they are stored; an empty value stays empty.

    name : of the event now
    Raises ChangeRefused with all that is wrong, for facts that no event has among it.
    """
    _only(values, FACTS, "an event")
    _name_stays(values, "an event")
    if values.get(RELEASED, "") not in ("yes", "no", ""):
        what = f"{RELEASED}: {values[RELEASED]!r} is not known"
        raise ChangeRefused([Problem(what, "yes or no")])
    of_files = (*EVENT_FACTS, *EVENT_TEXTS)
    facts = {fact: value for fact, value in values.items() if value and fact in of_files}
    called = values.get("name", name)
    row = {"player_1": "x", "player_2": "y", "score_1": "1", "score_2": "0", "event": called}
    zone = zone_of(connection)
    row |= {f"event_{fact}": value for fact, value in facts.items()}
    try:
        results = validate(Reading(pl.DataFrame([row]), ""), zone=zone)
    except ResultsRefused as refused:
        raise ChangeRefused(_without_rows(refused.problems)) from None
    said, problems = facts_of_events(results, connection)
    if problems:
        raise ChangeRefused(_without_rows(problems))
    found = {**values, **next(iter(said.values()), {})}
    return found | {"name": results.events[0]} if "name" in values else found


def _only(values: Mapping[str, str], known: Iterable[str], whose: str) -> None:
    """Refuse facts that there are not."""
    right = f"one of {', '.join(known)}"
    wrong = [Problem(f"{whose} has no {fact}", right) for fact in values if fact not in known]
    if wrong:
        raise ChangeRefused(wrong)


def _name_stays(values: Mapping[str, str], whose: str) -> None:
    if not values.get("name", "-").strip():
        raise ChangeRefused([Problem(f"{whose} needs a name", "the name")])


def _numbers(columns: Iterable[str]) -> list[str]:
    return [column for column in columns if KINDS.get(column, "number") == "number"]


def _without_rows(problems: Iterable[Problem]) -> list[Problem]:
    """Problems of what was said in words: there is no file in which somebody could look."""
    return [
        replace(problem, row=None, column=problem.column.removeprefix("event_"))
        for problem in problems
    ]
