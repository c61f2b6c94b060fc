"""Corrections of events and people, and games that are taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection

from banzuke.ledger import chunks
from banzuke.ledger.awards import is_of_award, set_awards
from banzuke.ledger.checking import check_person, checked_event
from banzuke.ledger.events import Events
from banzuke.ledger.finding import Wanted, meant_games
from banzuke.ledger.own_rules import keep_own
from banzuke.ledger.people import People
from banzuke.ledger.revisions import rows_of, set_values
from banzuke.ledger.storing_facts import UNNAMED, Said, store_said
from banzuke.ledger.tables import event_facts, starts
from banzuke.ledger.telling_changes import CHANGED, changed_of, changes_nothing
from banzuke.model.errors import ChangeRefused
from banzuke.model.problems import Problem
from banzuke.model.spelling import meant


def correct_event(
    connection: Connection, revision: int, *, event: str, values: Mapping[str, str], own: str = ""
) -> dict[str, Any]:
    """Facts and awards of an event as they are from now on.

    values : {fact: value} as files say them; awards as ``set_awards`` takes them
    own : the scoring system itself (``kept_rules``), where ``scoring`` is one of the user's own
    """
    keep_own(connection, "scoring", values.get("scoring", ""), own)
    events = Events(connection)
    by_name = events.by_name()
    name = meant("event", event, list(by_name))
    of_awards = {said: value for said, value in values.items() if is_of_award(said)}
    values = {fact: value for fact, value in values.items() if fact not in of_awards}
    values = checked_event(connection, name, values)
    other = values.get("name", name)
    if other != name and other in by_name:
        right = "another name; games of two events are joined by correcting their event"
        raise ChangeRefused([Problem(f"there is an event {other!r} already", right)])
    number = by_name[name]
    before = dict(events.facts[number])
    wanted = {(number, fact): value for fact, value in values.items()}
    set_values(connection, event_facts, revision, wanted)
    changed = {
        fact: {"before": before.get(fact, ""), "after": value} for fact, value in values.items()
    }
    changed |= set_awards(connection, revision, number, of_awards)
    return _told({"event": name}, changed)


def correct_person(
    connection: Connection, revision: int, *, person: str, values: Mapping[str, str]
) -> dict[str, Any]:
    """Names, facts, number and starting values of a person as they are from now on."""
    people = People(connection)
    number = people.meant(person)
    check_person(values)
    key, before = people.keys[number], _known_of(connection, people, number)
    store_said(connection, revision, Said([{**values, "player": key}]), {key: number}, "")
    changed = {fact: {"before": before.get(fact, ""), "after": values[fact]} for fact in values}
    return _told({"person": key}, changed)


def _told(about: dict[str, Any], said: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """What a correction did; what stays as it is only where nothing changed."""
    found = changed_of(said)
    return about | (found if changes_nothing(found) else {CHANGED: found[CHANGED]})


def _known_of(connection: Connection, people: People, number: int) -> dict[str, str]:
    """What the ledger itself knows of a person, starting values on all lists included."""
    one = people.person(number)
    everywhere = (starts.c.person == number, starts.c.list == "", starts.c.pool == "")
    begun = rows_of(connection, starts, None, *everywhere)
    values = dict(begun.select("column", "value").iter_rows())
    return {
        **values,
        **one.facts,
        "id": one.identifiers.get(UNNAMED, ""),
        "name": one.name,
        "sort_name": one.sort_name,
    }


def withdraw(
    connection: Connection,
    revision: int,
    *,
    games: Sequence[int] = (),
    event: str = "",
    file: str = "",
    person: str = "",
) -> dict[str, Any]:
    """Games that count no longer: some by number, or all of an event, a file or a person.

    Where several are said, games to which all of it applies. Raises ChangeRefused where nothing
    is said, which must not mean every game.
    """
    right = "a game, an event, a file or a person"
    if not (len(games) or event or file or person):
        raise ChangeRefused([Problem("nothing says which games are withdrawn", right)])
    chosen = meant_games(connection, Wanted(games, event, file, person))
    if not len(chosen):
        raise ChangeRefused([Problem("no game is meant", right)])
    chunks.close(connection, chosen, revision)
    return {"withdrawn": len(chosen)}
