"""The sample ledger, kept as an office would have kept it: month by month, list by list."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from importlib.resources import as_file, files
from pathlib import Path

import polars as pl

from banzuke.ledger.changes import Change
from banzuke.ledger.import_reports import Decisions
from banzuke.ledger.machine import Machine, on_machine
from banzuke.workflows.demo import cards, diplomacy
from banzuke.workflows.demo.circuits import CIRCUITS
from banzuke.workflows.demo.corrections import OFFICER, leave_a_change, make_corrections
from banzuke.workflows.demo.events import LAST_DAY, Row, Told, last_day
from banzuke.workflows.demo.lists import ZONE, sample_lists
from banzuke.workflows.demo.people import dice
from banzuke.workflows.demo.seasons import Seasons
from banzuke.workflows.ledger import Ledger

SEED = 1997
SEASONS = 6
TITLE = "The sample office"


@dataclass(frozen=True)
class DemoReport:
    """What is in a sample ledger.

    games : final places of events included; published : how many lists were frozen
    """

    path: Path
    games: int
    people: int
    events: int
    lists: int
    published: int
    circuits: int
    revision: int


class _Clock:
    """What time it is in the sample ledger, UTC; it goes on by half a minute at each look."""

    def __init__(self, day: date) -> None:
        self._now = datetime.combine(day, time(8), UTC)

    def now(self) -> datetime:
        """The time of day."""
        self._now += timedelta(seconds=30)
        return self._now

    def go_on_to(self, day: date) -> None:
        """Make it the afternoon of a day, unless it is later already."""
        self._now = max(self._now, datetime.combine(day, time(15), UTC))


def build(path: Path, seed: int, seasons: int) -> DemoReport:
    """Make a sample ledger, a file that is not there yet, as ``seed`` says it."""
    played = Seasons(seed, seasons)
    clock = _Clock(date(played.first, 1, 2))
    with (
        on_machine(Machine(clock.now, dice(seed, "keys").randbytes)),
        Ledger.create(path, title=TITLE, zone=ZONE) as ledger,
    ):
        _Office(ledger, clock).keep(played)
        return _report(ledger, path)


class _Office:
    """Who keeps the sample ledger through the years."""

    def __init__(self, ledger: Ledger, clock: _Clock) -> None:
        self._ledger, self._clock, self._lists = ledger, clock, sample_lists()

    def keep(self, played: Seasons) -> None:
        """Keep all seasons."""
        for one in self._lists:
            self._ledger.set_list(one.key, one.rulebook(), one.what, who=OFFICER)
        self._world_dipcon()
        for month in range(12 * played.first, 12 * LAST_DAY.year + LAST_DAY.month):
            end = last_day(month)
            if not month % 12:
                new = played.new_people(end.year)
                self._clock.go_on_to(end - timedelta(days=30))
                self._ledger.import_facts(_frame(new), who=OFFICER, why="New members")
            for told in played.told[month]:
                self._clock.go_on_to(told.day + timedelta(days=1))
                self._store(told)
            if end == LAST_DAY:
                self._record(cards.last_duels(played.people[cards.CROWD.game], played.first))
            make_corrections(self._ledger, month)
            self._clock.go_on_to(end + timedelta(days=1))
            self._publish(month, {told.game for told in played.told[month]})
        leave_a_change(self._ledger)

    def _world_dipcon(self) -> None:
        """Store the World DipCon of 1997."""
        with as_file(files(__package__) / "world-dipcon-1997.csv") as file:
            decided = Decisions(new_people="create")
            self._ledger.import_files([file], decisions=decided, who=OFFICER)
        self._say(diplomacy.WORLD_DIPCON, diplomacy.WORLD_DIPCON_FACTS)

    def _store(self, told: Told) -> None:
        """Store what the office was told."""
        decided = Decisions(new_people="create")
        for rows, name in ((told.rows, told.name), (told.standings, f"{told.name}, places")):
            if rows:
                frame, file = _frame(rows), f"{name}.csv"
                self._ledger.import_frame(frame, file, decisions=decided, who=OFFICER)
        for event, facts in told.said.items():
            if facts:
                self._say(event, facts)
        for one in CIRCUITS:
            if events := one.events(told):
                year = told.day.year
                what = {"title": f"{one.title} {year}", "rule": one.rule}
                self._ledger.set_circuit(f"{one.key}-{year}", what, events=events, who=OFFICER)

    def _say(self, event: str, facts: Mapping[str, str]) -> None:
        change = Change("correct event", {"event": event, "values": dict(facts)})
        self._ledger.make(change, who=OFFICER)

    def _record(self, duels: Sequence[Row]) -> None:
        """Store games of the site as they finish."""
        for duel in duels:
            self._clock.go_on_to(LAST_DAY)
            self._ledger.record([duel], key=f"table {duel['game']}", who="the card site")

    def _publish(self, month: int, games: Collection[str]) -> None:
        """Publish what is due at the end of a month in which some games were told of."""
        for one in self._lists:
            if one.is_due(month, games):
                self._ledger.publish(one.key, as_of=last_day(month), who=OFFICER)


def _frame(rows: Sequence[Row]) -> pl.DataFrame:
    return pl.DataFrame(list(rows), infer_schema_length=None)


def _report(ledger: Ledger, path: Path) -> DemoReport:
    games = ledger.games()
    return DemoReport(
        path,
        games=games["game"].n_unique(),
        people=len(ledger.people()),
        events=games["event"].drop_nulls().n_unique(),
        lists=len(ledger.lists()),
        published=len(ledger.published()),
        circuits=len(ledger.circuits()),
        revision=ledger.revision,
    )


def report_on(path: Path) -> DemoReport:
    """What is in a sample ledger that is there already."""
    with Ledger(path) as ledger:
        return _report(ledger, path)
