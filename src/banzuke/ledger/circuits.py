"""Circuits as records: series of events with their own points, by which rule, of which events."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from banzuke.ledger.events import Events
from banzuke.ledger.own_rules import OwnRules, keep_own
from banzuke.ledger.revisions import refuse_unknown, rows_of, set_values
from banzuke.ledger.storable import refuse_unstorable
from banzuke.ledger.tables import circuit_events, circuit_settings
from banzuke.model.errors import ChangeRefused, UnknownName
from banzuke.model.problems import Problem
from banzuke.model.spelling import meant

#: What may be set of a circuit: what it is called, and by which rule its events give points.
SETTINGS = ("title", "rule")

#: That an event belongs to a circuit, and in which class it is there.
COUNTS, CLASS = "counts", "class"


@dataclass(frozen=True)
class CircuitRecord:
    """A circuit of the ledger.

    rule : the key of a circuit that comes with banzuke, or the reference of one that the ledger
        keeps (``OwnRules``); "" while none is said
    events : {event: its class}, "" for none, in the order in which they were added
    """

    key: str
    title: str
    rule: str
    events: Mapping[int, str]


def set_circuit(
    connection: Connection,
    revision: int,
    *,
    key: str,
    values: Mapping[str, str],
    events: Mapping[str, str],
    without: Iterable[str] = (),
    own: str = "",
) -> dict[str, Any]:
    """Settings of a circuit and events that belong to it from now on; a new one is made.

    values : {title or rule: value}, an empty one takes a setting back
    events : {name: class}; without : names of events that belong to it no longer
    own : the rule itself (``kept_rules``), where ``rule`` is one of the user's own
    Raises ChangeRefused for what no circuit has, UnknownName for events that are not there.
    """
    refuse_unstorable({"key": key, **values, "events": events})
    keep_own(connection, "circuit", values.get("rule", ""), own)
    _refuse_unknown_settings(key, values)
    records = {record.key: record for record in circuits_of(connection)}
    wanted, of_event = ({}, {}) if key in records else _nothing_left(connection, key)
    theirs = records[key].events if key in records else {}
    of_event |= _of_events(connection, key, theirs, events, without)
    wanted |= {(key, name): value for name, value in values.items()}
    if not values.get("title", "" if key not in records else "-"):
        wanted[key, "title"] = key
    rule = values.get("rule", records[key].rule if key in records else "")
    _check_rule(connection, rule, _classes(theirs, of_event))
    changed = set_values(connection, circuit_settings, revision, wanted)
    changed += set_values(connection, circuit_events, revision, of_event)
    told = {"circuit": key, "changed": changed}
    return told | ({"rule": rule} if values.get("rule") else {})


def _refuse_unknown_settings(key: str, values: Mapping[str, str]) -> None:
    """Raise ChangeRefused for a circuit without a key, and for what no circuit has."""
    problems = [
        Problem(f"a circuit has no {name}", f"one of {', '.join(SETTINGS)}")
        for name in values
        if name not in SETTINGS
    ]
    if not key.strip():
        problems.append(Problem("a circuit needs a key", "a short word, as grand-prix"))
    if problems:
        raise ChangeRefused(problems)


def _of_events(
    connection: Connection,
    key: str,
    theirs: Mapping[int, str],
    events: Mapping[str, str],
    without: Iterable[str],
) -> dict[tuple[Any, ...], str]:
    """What is set of events by which they belong to a circuit, or do no longer.

    theirs : {event: class} of those that belong to it; events, without : as for ``set_circuit``
    """
    by_name = Events(connection).by_name()
    found: dict[tuple[Any, ...], str] = {}
    for name, its_class in events.items():
        event = by_name[meant("event", name, list(by_name))]
        found[key, event, COUNTS] = "yes"
        found[key, event, CLASS] = its_class.strip()
    its_names = {name: event for name, event in by_name.items() if event in theirs}
    for name in without:
        event = its_names[meant("event", name, list(its_names))]
        found |= {(key, event, COUNTS): "", (key, event, CLASS): ""}
    return found


def _classes(theirs: Mapping[int, str], of_event: Mapping[tuple[Any, ...], str]) -> set[str]:
    """The classes of a circuit's events, once ``of_event`` is set; "" may be among them."""
    told = {event for _, event, _ in of_event}
    new = {word for (_, _, name), word in of_event.items() if name == CLASS}
    return new | {word for event, word in theirs.items() if event not in told}


def _check_rule(connection: Connection, rule: str, classes: Iterable[str]) -> None:
    """Refuse a rule that there is not, and classes that it does not know.

    Raises UnknownName for the rule, ChangeRefused for the classes.
    """
    if not rule:
        return
    rules = OwnRules.of(connection)
    rules.refuse_unknown("circuit", rule)
    loaded = rules.circuit(rule)
    known = {*loaded.events.categories, *loaded.scales} - {""}
    wrong = sorted({*classes} - known - {""}) if known else []
    right = f"one of {', '.join(sorted(known))}, or none"
    problems = [Problem(f"the rule {rule} knows no class {word!r}", right) for word in wrong]
    if problems:
        raise ChangeRefused(problems)


def remove_circuit(connection: Connection, revision: int, *, key: str) -> dict[str, Any]:
    """A circuit that is kept no longer; its events stay."""
    circuit_of(connection, key)
    settings, events = _nothing_left(connection, key)
    removed = set_values(connection, circuit_settings, revision, settings)
    removed += set_values(connection, circuit_events, revision, events)
    return {"circuit": key, "removed": removed}


def _nothing_left(
    connection: Connection, key: str
) -> tuple[dict[tuple[Any, ...], str], dict[tuple[Any, ...], str]]:
    """What takes back every setting of a circuit, and every event of it.

    Some may be left of a circuit that is not there, where the revision that made it was undone.
    """
    settings = rows_of(connection, circuit_settings, None, circuit_settings.c.circuit == key)
    events = rows_of(connection, circuit_events, None, circuit_events.c.circuit == key)
    return (
        {(key, name): "" for name in settings["setting"]},
        {(key, *about): "" for about in events.select("event", "setting").iter_rows()},
    )


def circuits_of(connection: Connection, revision: int | None = None) -> list[CircuitRecord]:
    """The circuits, by key, as of a revision or now; raises UnknownName for one never made."""
    refuse_unknown(connection, revision)
    settings: dict[str, dict[str, str]] = defaultdict(dict)
    table = rows_of(connection, circuit_settings, revision)
    for key, name, value in table.select("circuit", "setting", "value").iter_rows():
        settings[key][name] = value
    events: dict[str, dict[int, dict[str, str]]] = defaultdict(lambda: defaultdict(dict))
    table = rows_of(connection, circuit_events, revision)
    for key, event, name, value in table.select("circuit", "event", "setting", "value").iter_rows():
        events[key][event][name] = value
    there = Events(connection, revision).facts if events else {}
    return [
        CircuitRecord(
            key,
            of["title"],
            of.get("rule", ""),
            {
                event: said.get(CLASS, "")
                for event, said in events[key].items()
                if COUNTS in said and event in there
            },
        )
        # What is left of a circuit whose making was undone is none, see ``_nothing_left``.
        for key, of in sorted(settings.items())
        if "title" in of
    ]


def circuit_of(connection: Connection, key: str) -> CircuitRecord:
    """A circuit by its key; raises UnknownName."""
    records = {record.key: record for record in circuits_of(connection)}
    if key not in records:
        raise UnknownName("circuit", key, list(records))
    return records[key]
