"""Awards of events: what was awarded, to whom, and in which words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection

from banzuke.ledger.people import People, names_by_key
from banzuke.ledger.revisions import add_rows, end_rows, rows_of
from banzuke.ledger.tables import awards
from banzuke.model.errors import ChangeRefused
from banzuke.model.problems import Problem

#: How a correction of an event says an award: who has it, and what is to be added.
AWARD, NOTE = "award of ", "note of "

#: What stands between people who share an award: names have commas of their own.
BETWEEN = ";"


class Award(NamedTuple):
    """What was awarded at an event.

    person : None where it is nobody of the ledger, as a team
    """

    title: str
    person: int | None
    text: str


def is_of_award(said: str) -> bool:
    """Whether a correction of an event is about an award."""
    return said.startswith((AWARD, NOTE))


def awards_of(
    connection: Connection, people: People, revision: int | None = None
) -> dict[int, list[Award]]:
    """{event: its awards}, people as who they are after mergers, as of a revision or now."""
    found: dict[int, dict[Award, None]] = {}
    table = rows_of(connection, awards, revision)
    for event, title, person, text in table.select("event", "title", "person", "text").iter_rows():
        who = None if person is None else people.who(person)
        found.setdefault(event, {})[Award(title, who, text)] = None
    return {event: list(of) for event, of in found.items()}


def set_awards(
    connection: Connection, revision: int, event: int, values: Mapping[str, str]
) -> dict[str, dict[str, str]]:
    """Awards of an event as they are from now on.

    values : {``award of TITLE``: people, by key or name, with ``;`` between; ``note of TITLE``:
        a text}; nobody and no text take the award back
    Returns what changed, people by key: {what was said: before and after}. Raises ChangeRefused
    for an award without a title, UnknownName and WrongUse for people who are not known.
    """
    people = People(connection)
    said_of = _by_title(values)
    held = rows_of(connection, awards, None, awards.c.event == event)
    changed: dict[str, dict[str, str]] = {}
    for title, said in said_of.items():
        rows = held.select("id", "title", "person", "text").iter_rows()
        mine = {person: (number, text) for number, of, person, text in rows if of == title}
        before = {person: text for person, (_, text) in mine.items()}
        after = _wanted(people, before, said.get(AWARD), said.get(NOTE))
        kept = before.items() & after.items()
        gone = [number for person, (number, text) in mine.items() if (person, text) not in kept]
        fresh = [
            {"event": event, "title": title, "person": person, "text": text}
            for person, text in after.items()
            if (person, text) not in kept
        ]
        end_rows(connection, awards, revision, gone)
        add_rows(connection, awards, revision, fresh)
        for kind, one, other in zip(
            (AWARD, NOTE), _told(people, before), _told(people, after), strict=True
        ):
            if kind in said:
                changed[kind + title] = {"before": one, "after": other}
    return changed


def awards_with_names(connection: Connection, said: Mapping[str, Any]) -> dict[str, Any]:
    """What a correction says, with the names of people who have awards by it for their keys."""
    of_awards = {what: of for what, of in said.items() if what.startswith(AWARD)}
    keys = {key for of in of_awards.values() for value in of.values() for key in _parts(value)}
    called = names_by_key(connection, sorted(keys)) if keys else {}
    named = {
        what: {
            when: f"{BETWEEN} ".join(called.get(key, key) for key in _parts(value))
            for when, value in of.items()
        }
        for what, of in of_awards.items()
    }
    return {**said, **named}


def _by_title(values: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """{title: {AWARD or NOTE: value}}; raises ChangeRefused where no title is said."""
    found: dict[str, dict[str, str]] = {}
    for said, value in values.items():
        kind, of, title = said.partition(" of ")
        if not title.strip():
            right = f"{AWARD}TITLE=PERSON, as '{AWARD}Best Stab=Anna Berg'"
            raise ChangeRefused([Problem("an award needs a title", right)])
        found.setdefault(title.strip(), {})[kind + of] = value.strip()
    return found


def _wanted(
    people: People, before: Mapping[int | None, str], who: str | None, note: str | None
) -> dict[int | None, str]:
    """{person: text} of an award as it is to be; None is nobody of the ledger."""
    text = next(iter(before.values()), "") if note is None else note
    whom = [person for person in before if person is not None]
    if who is not None:
        whom = [people.meant(name) for name in _parts(who)]
    if whom:
        return dict.fromkeys(whom, text)
    return {None: text} if note or (who is None and text) else {}


def _parts(said: str) -> list[str]:
    return [part.strip() for part in said.split(BETWEEN) if part.strip()]


def _told(people: People, whom: Mapping[int | None, str]) -> tuple[str, str]:
    """Who has an award, by key, and its text."""
    keys = [people.keys[person] for person in whom if person is not None]
    return f"{BETWEEN} ".join(keys), next(iter(whom.values()), "")
