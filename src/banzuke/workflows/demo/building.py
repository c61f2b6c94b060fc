"""The sample ledger, built as an office would have kept it: month by month, list by list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from importlib.resources import as_file, files
from pathlib import Path
from typing import NamedTuple

import polars as pl

from banzuke.ledger.changes import Change
from banzuke.ledger.import_reports import Decisions
from banzuke.workflows.demo import diplomacy, othello
from banzuke.workflows.demo.events import LAST_DAY, Event, Row
from banzuke.workflows.demo.lists import SampleList, sample_lists
from banzuke.workflows.demo.people import Crowd, Person, people_of, said_of
from banzuke.workflows.ledger import Ledger

#: Who keeps the sample ledger.
OFFICER = "Ann Office"
SEED = 1997
SEASONS = 6


@dataclass(frozen=True)
class DemoReport:
    """What is in a sample ledger.

    games : of one game each, standings included; published : how many lists were frozen
    """

    path: Path
    games: int
    people: int
    events: int
    published: int
    revision: int


class Game(NamedTuple):
    """A game that is played in the sample ledger, and the events of a season of it."""

    crowd: Crowd
    season_of: Callable[[Sequence[Person], int, int, int], list[Event]]


GAMES = (Game(othello.CROWD, othello.season_of), Game(diplomacy.CROWD, diplomacy.season_of))


def fill(ledger: Ledger, seed: int, seasons: int) -> None:
    """Play the seasons, and keep them in a ledger that is empty."""
    first = LAST_DAY.year - seasons + 1
    lists = sample_lists()
    for one in lists:
        ledger.set_list(one.key, one.rulebook(), one.what, who=OFFICER)
    _world_dipcon(ledger)
    taken: set[str] = set()
    told: dict[int, list[Event]] = defaultdict(list)
    new: dict[int, list[Person]] = defaultdict(list)
    for game in GAMES:
        people = people_of(game.crowd, seed, seasons, first, taken)
        for person in people:
            new[first + person.arrives].append(person)
        for season in range(seasons):
            for event in game.season_of(people, seed, season, first + season):
                told[event.month].append(event)
    for month in range(12 * first, 12 * LAST_DAY.year + LAST_DAY.month):
        year, of_year = divmod(month, 12)
        if not of_year:
            ledger.import_facts(pl.DataFrame(said_of(new[year])), who=OFFICER)
        for event in told[month]:
            _import(ledger, event)
        _publish(ledger, lists, month)


def _world_dipcon(ledger: Ledger) -> None:
    """Store the World DipCon of 1997."""
    with as_file(files(__package__) / "world-dipcon-1997.csv") as file:
        ledger.import_files([file], decisions=Decisions(new_people="create"), who=OFFICER)
    change = {"event": diplomacy.WORLD_DIPCON, "values": diplomacy.WORLD_DIPCON_FACTS}
    ledger.make(Change("correct event", change), who=OFFICER)


def _import(ledger: Ledger, event: Event) -> None:
    """Store what was told of an event."""
    decided = Decisions(new_people="create")
    for rows, name in ((event.rows, event.file), (event.standings, f"{event.name} places.csv")):
        if rows:
            ledger.import_frame(_frame(rows), name, decisions=decided, who=OFFICER)
    if event.facts:
        change = Change("correct event", {"event": event.name, "values": dict(event.facts)})
        ledger.make(change, who=OFFICER)


def _frame(rows: Sequence[Row]) -> pl.DataFrame:
    return pl.DataFrame(list(rows), infer_schema_length=None)


def _publish(ledger: Ledger, lists: Sequence[SampleList], month: int) -> None:
    for one in lists:
        if one.is_due(month):
            ledger.publish(one.key, as_of=_last_day(month), who=OFFICER)


def _last_day(month: int) -> date:
    year, of_year = divmod(month + 1, 12)
    return date(year, of_year + 1, 1) - timedelta(days=1)


def report_of(ledger: Ledger, path: Path) -> DemoReport:
    """What is in a sample ledger."""
    games = ledger.games()
    return DemoReport(
        path,
        games=games["game"].n_unique(),
        people=len(ledger.people()),
        events=games["event"].n_unique(),
        published=len(ledger.published()),
        revision=ledger.revision,
    )
