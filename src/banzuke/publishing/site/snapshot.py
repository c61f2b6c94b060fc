"""A ledger as of one revision, read once, from which all pages of a site are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from threading import RLock
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, select

from banzuke.engine.histories import Histories
from banzuke.engine.naming import called_in_full
from banzuke.engine.rated import Rated, rate_results
from banzuke.engine.rulebook import load_rulebook
from banzuke.ledger.database import fetch_all, setting, zone_of
from banzuke.ledger.lists import ListRecord, all_lists, rulebook_of
from banzuke.ledger.own_rules import OwnRules
from banzuke.ledger.players_file import players_of
from banzuke.ledger.reading import Reader
from banzuke.ledger.revisions import Revision, all_revisions, newest_revision, rows_of
from banzuke.ledger.tables import publications, starts
from banzuke.model.errors import DataRefused, RulebookRefused
from banzuke.model.results import Results
from banzuke.publishing.published_lists import listing_of
from banzuke.publishing.site.archive import Archive
from banzuke.publishing.site.families import Family, families_of
from banzuke.publishing.site.held import Held, events_held
from banzuke.publishing.site.known import (
    Event,
    Person,
    Series,
    known_events,
    known_moves,
    known_people,
    known_series,
)
from banzuke.publishing.site.played import Played
from banzuke.publishing.site.publishing_state import PublishedHead, PublishingState
from banzuke.publishing.site.settings import SiteSettings
from banzuke.publishing.site.shown_list import ShownList

Made = TypeVar("Made")


class Refused(NamedTuple):
    """A list that cannot be rated as the ledger is now: its title, and why."""

    title: str
    why: str


@dataclass(frozen=True)
class Snapshot:
    """A ledger as of one revision.

    people, events : by key; series : the circuits, by key; lists : by key, those that can be rated
    moved : {key: that of the same person by now} of who was merged
    refused : the lists that cannot be rated, by key
    own : scoring systems and rules of circuits that the ledger keeps
    games, standings : results of games, and of events of which only places are known
    archive : what was published, and what corrections did
    rate_game : what rates one game of players without names, as ``workflows.rated_game`` does
    """

    revision: int
    title: str
    settings: SiteSettings
    people: Mapping[str, Person]
    moved: Mapping[str, str]
    events: Mapping[str, Event]
    series: Mapping[str, Series]
    lists: Mapping[str, ShownList]
    refused: Mapping[str, Refused]
    own: OwnRules
    games: Played
    standings: Played
    revisions: tuple[Revision, ...]
    publications: tuple[PublishedHead, ...]
    archive: Archive
    rate_game: Callable[..., Rated]
    _turn: RLock = field(default_factory=RLock, repr=False, compare=False)
    _made: dict[Callable[[Snapshot], Any], Any] = field(
        default_factory=dict, repr=False, compare=False
    )

    @cached_property
    def event_keys(self) -> dict[str, str]:
        """The key of each event, by name."""
        return {event.name: key for key, event in self.events.items()}

    def once(self, make: Callable[[Snapshot], Made]) -> Made:
        """What a function makes of the snapshot: made when it is asked for, and once."""
        if make not in self._made:
            # Several readers may ask at once; what they wait for may ask for other things.
            with self._turn:
                if make not in self._made:
                    self._made[make] = make(self)
        made: Made = self._made[make]
        return made

    def name(self, player: str) -> str:
        """What a player is called; who was merged is who it was merged into."""
        known = self.people.get(self.moved.get(player, player))
        return known.name if known else player

    @cached_property
    def held(self) -> dict[str, Held]:
        """When each event was held and how large it was, by key; the newest first."""
        found = events_held(self.standings.results) | events_held(self.games.results)
        order = sorted(
            found.values(), key=lambda one: (one.end or date.min, one.games, one.name), reverse=True
        )
        keys = self.event_keys
        return {keys[one.name]: one for one in order if one.name in keys}

    @cached_property
    def families(self) -> list[Family]:
        """The lists by rules and games."""
        return families_of(self.lists)

    @property
    def families_in_order(self) -> list[Family]:
        """The families, the one with the list that the first page shows first before the others."""
        wanted = self.settings.list
        return sorted(
            self.families, key=lambda family: wanted not in {one.key for one in family.lists}
        )

    @cached_property
    def publishing(self) -> dict[str, PublishingState]:
        """What was published of each list, beside what it is now."""
        heads: dict[str, list[PublishedHead]] = {}
        for head in self.publications:
            heads.setdefault(head.list, []).append(head)
        return {
            key: PublishingState(shown, heads.get(key, []), self.archive)
            for key, shown in self.lists.items()
        }

    @cached_property
    def family_of(self) -> dict[str, Family]:
        """The family of each list, by key."""
        return {shown.key: family for family in self.families for shown in family.lists}

    @property
    def first_list(self) -> ShownList | None:
        """The list that the first page shows first."""
        chosen = self.lists.get(self.settings.list)
        return chosen or next(iter(self.lists.values()), None)


def take_snapshot(
    connection: Connection,
    settings: SiteSettings,
    archive: Archive,
    rate_game: Callable[..., Rated],
) -> Snapshot:
    """Read a ledger, and rate its lists; lists of the same rules and players are rated once."""
    reading = _Reading(connection)
    lists: dict[str, ShownList] = {}
    refused: dict[str, Refused] = {}
    for record in all_lists(connection):
        try:
            lists[record.key] = reading.shown_list(record)
        except (DataRefused, RulebookRefused) as fault:
            refused[record.key] = Refused(record.title, fault.problems[0].told)
    heads = fetch_all(
        connection,
        select(
            publications.c.id, publications.c.list, publications.c.as_of, publications.c.revision
        ).order_by(publications.c.id),
    )
    return Snapshot(
        revision=newest_revision(connection),
        title=settings.title or setting(connection, "title") or "banzuke",
        settings=settings,
        people=known_people(connection),
        moved=known_moves(connection),
        events=known_events(connection),
        series=known_series(connection),
        lists=lists,
        refused=refused,
        own=OwnRules.of(connection),
        games=reading.played(standings=False),
        standings=reading.played(standings=True),
        revisions=tuple(all_revisions(connection)),
        publications=tuple(PublishedHead(*row) for row in heads),
        archive=archive,
        rate_game=rate_game,
    )


class _Reading:
    """What is read of a ledger, each thing once."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.zone = zone_of(connection)
        self._results: dict[tuple[bool, str, tuple[str, ...]], Results] = {}
        self._rated: dict[tuple[str, ...], tuple[Rated, Histories]] = {}
        self._own_starts = set(rows_of(connection, starts, None)["list"].to_list())

    def results(self, *, standings: bool, zone: str, pools: Sequence[str] = ()) -> Results:
        """The results that hold now; of some pools only, or of all."""
        which = (standings, zone, tuple(pools))
        if which not in self._results:
            reader = Reader(self._connection, standings=standings, zone=zone, only_pools=which[2])
            self._results[which] = reader.results(reader.versions())
        return self._results[which]

    def played(self, *, standings: bool) -> Played:
        """The results by the ledger's clock."""
        try:
            return Played(self.results(standings=standings, zone=self.zone))
        except DataRefused:
            reader = Reader(self._connection, standings=standings, zone=self.zone)
            return Played(reader.results(reader.versions(), some_undated=True))

    def shown_list(self, record: ListRecord) -> ShownList:
        """A list as it is now."""
        rated, histories = self._rated_by(record)
        listing = listing_of(self._connection, record, rated)
        return ShownList(record, rated, listing.listed, listing.unlisted, histories)

    def _rated_by(self, record: ListRecord) -> tuple[Rated, Histories]:
        own = record.key if record.key in self._own_starts else ""
        which = (record.rulebook, record.since, own)
        if which not in self._rated:
            rulebook = rulebook_of(self._connection, record.rulebook)
            if record.since:
                rulebook = load_rulebook(rulebook, {"counts.from": record.since})
            results = self.results(
                standings=not rulebook.system.takes_games,
                zone=rulebook.period.zone,
                pools=rulebook.counts.pools,
            )
            players = players_of(self._connection, rulebook, record.key)
            rated = called_in_full(rate_results(results, rulebook, players, history=True))
            self._rated[which] = rated, Histories(rated)
        return self._rated[which]
