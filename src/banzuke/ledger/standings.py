"""Standings of the events of a ledger, and of its circuits: people by their keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sqlalchemy import Connection

from banzuke.ledger import chunks
from banzuke.ledger.circuits import CircuitRecord
from banzuke.ledger.database import zone_of
from banzuke.ledger.events import Events
from banzuke.ledger.own_rules import OwnRules
from banzuke.ledger.people import REMOVED, People
from banzuke.ledger.reading import file_names, pool_names, results_of
from banzuke.ledger.revisions import refuse_unknown
from banzuke.ledger.telling import facts_of
from banzuke.ledger.versions import Versions
from banzuke.model.errors import ChangeRefused, UnknownName
from banzuke.model.problems import Problem
from banzuke.model.results import Results
from banzuke.model.spelling import meant
from banzuke.scoring.circuits.of_results import EventPlayed, season_of_events
from banzuke.scoring.circuits.season import Season


def results_by_event(
    connection: Connection,
    wanted: Iterable[int],
    revision: int | None = None,
    *,
    games_first: bool = False,
) -> dict[int, Results]:
    """{event: its results}, of events that have some, as of a revision or now.

    games_first : which are taken of an event of which the ledger has final places and games
    """
    refuse_unknown(connection, revision)
    versions = chunks.read(connection, revision=revision)
    if "event" not in versions.games.columns:
        return {}
    whom, facts = People(connection, revision).whom(), Events(connection, revision).facts
    files = file_names(connection)
    zone, pools = zone_of(connection), pool_names(connection)
    found = {}
    for event in wanted:
        its = versions.chosen((versions.games["event"] == event).fill_null(value=False))
        if not len(its):
            continue
        final = its.games["standings"]
        taken = ~final if games_first and not final.all() else final
        kept: Versions = its.chosen(taken) if taken.any() else its
        found[event] = results_of(
            kept, whom, facts, files=files, pool_names=pools, zones=(zone, zone)
        )
    return found


class Played(NamedTuple):
    """An event: its number, results, what is known of it, and {key: name} of everybody.

    own : the rules that the ledger keeps, of which one may score it
    """

    number: int
    results: Results
    facts: Mapping[str, str]
    called: dict[str, str]
    own: OwnRules


def event_of(connection: Connection, event: str) -> Played:
    """What was played at an event: its games, or final places where there are no games.

    Raises UnknownName for an event that is not there or has no results.
    """
    events = Events(connection)
    by_name = events.by_name()
    number = by_name[meant("event", event, list(by_name))]
    results = results_by_event(connection, [number], games_first=True)
    if number not in results:
        raise UnknownName("event with results", event, [])
    people = People(connection)
    called = dict.fromkeys(people.keys.values(), REMOVED) | names_of(people)
    return Played(number, results[number], events.facts[number], called, OwnRules.of(connection))


def names_of(people: People) -> dict[str, str]:
    """{key: name} of people as they are called on lists."""
    keys = people.keys
    return {keys[number]: name for number, name in people.shown().items()}


def season_of(connection: Connection, record: CircuitRecord, revision: int | None = None) -> Season:
    """The table of a circuit, from the events of it that have results, as of a revision or now.

    The class of an event is its category in the rule of the circuit; where it has no class, the
    category that is known of the event. An event whose scoring system cannot score it counts by
    plain points, which the table tells.
    Raises ChangeRefused for a circuit without a rule.
    """
    if not record.rule:
        what = f"the circuit {record.key} has no rule"
        raise ChangeRefused([Problem(what, "a rule, by 'banzuke circuits set KEY --rule RULE'")])
    facts = Events(connection, revision).facts
    people, own = People(connection, revision), OwnRules.of(connection)
    events = [
        EventPlayed(facts[event]["name"], results, facts[event], record.events[event])
        for event, results in results_by_event(connection, record.events, revision).items()
    ]
    of_people = facts_of(connection, people, revision)
    nations = {people.keys[who]: of["nation"] for who, of in of_people.items() if "nation" in of}
    called = dict.fromkeys(people.keys.values(), REMOVED) | names_of(people)
    return season_of_events(
        events, own.circuit(record.rule), nations=nations, called=called, load=own.scoring
    )
