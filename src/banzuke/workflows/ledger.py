"""A ledger: results in, corrected, rated, published; every change a revision that can be undone."""

from __future__ import annotations

import getpass
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Self, Unpack, cast, get_args

import polars as pl
from sqlalchemy import Connection

from banzuke.engine.rated import rate_results
from banzuke.engine.rulebook import load_rulebook
from banzuke.ledger.backups import back_up, restore
from banzuke.ledger.changes import Change, all_pending, keep_pending, take_pending
from banzuke.ledger.database import Database, Writer, setting
from banzuke.ledger.exporting import export, import_export
from banzuke.ledger.finding import Wanted, games_frame
from banzuke.ledger.import_reports import Again, Decisions, Incoming, Report
from banzuke.ledger.importing import store_results
from banzuke.ledger.lists import (
    ListRecord,
    Publication,
    all_lists,
    all_publications,
    form_of,
    publication,
    record_of,
    remove_list,
    set_list,
)
from banzuke.ledger.matching import NEW, NewPeople
from banzuke.ledger.merging import likely_one_person
from banzuke.ledger.people import People, Person
from banzuke.ledger.rating import material
from banzuke.ledger.recording import record_results
from banzuke.ledger.removing import wipe
from banzuke.ledger.revisions import (
    Author,
    Revision,
    all_revisions,
    begin_revision,
    newest_revision,
    revision_by_key,
    tell,
)
from banzuke.ledger.storing_facts import said_by
from banzuke.ledger.telling import facts_of
from banzuke.model.errors import ChangeRefused, ResultsRefused, WrongUse
from banzuke.model.players import Players
from banzuke.model.problems import Problem
from banzuke.model.results import Results, nothing_played
from banzuke.publishing.checkpoints import Checkpoints
from banzuke.publishing.differences import Difference, differences_of, with_names_in
from banzuke.publishing.effects import Shown, effects_of
from banzuke.publishing.peaks import with_peaks
from banzuke.publishing.published_lists import (
    Verdict,
    content_of,
    is_corrected,
    listing_of,
    named,
    publish,
    rate_list,
    verify,
    with_change,
    with_names,
)
from banzuke.workflows.arguments import as_day
from banzuke.workflows.live_lists import LiveLists, with_names_of
from banzuke.workflows.rating import Ratings, RulesLike
from banzuke.workflows.reading import HowToRead, columns_by_file, read_as_it_came, read_players


@dataclass(frozen=True)
class Done:
    """What a change did, or would do.

    revision : its number; None where it was only shown, or where there was nothing to do
    told : what it did, in figures
    """

    revision: int | None
    told: Mapping[str, Any]


class Ledger:
    """A ledger on SQLite (a path) or PostgreSQL (a URL that begins with ``postgresql://``)."""

    def __init__(self, place: str | Path) -> None:
        self.database = Database(place)
        self._live = LiveLists()
        self._checkpoints = Checkpoints(cache_of(self.database))

    @classmethod
    def create(cls, place: str | Path, *, title: str = "", zone: str = "UTC") -> Self:
        """Make a new ledger.

        zone : IANA name of the zone on whose clock times without an offset are
        """
        from banzuke.ledger.zones import checked_zone

        ledger = cls(place)
        ledger.database.create({"title": title, "zone": checked_zone(zone)})
        return ledger

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self.database.close()

    @cached_property
    def zone(self) -> str:
        """The zone on whose clock times without an offset are: said once, when it was made."""
        with self.database.reading() as connection:
            return setting(connection, "zone", "UTC")

    @property
    def revision(self) -> int:
        """The number of the newest revision, 0 for none."""
        with self.database.reading() as connection:
            return newest_revision(connection)

    def log(self, newest: int | None = None) -> list[Revision]:
        """The revisions, the newest first; so many of them."""
        with self.database.reading() as connection:
            return all_revisions(connection, newest)

    def import_files(
        self,
        files: Sequence[str | Path],
        players: Any = None,
        *,
        decisions: Decisions | None = None,
        columns: Mapping[str, str] | None = None,
        who: str = "",
        why: str = "",
        preview: bool = False,
        **reading: Unpack[HowToRead],
    ) -> tuple[Report, Done]:
        """Store results from files: all of them, or nothing where something is refused.

        players : a players file or frame: facts, numbers in registers, starting values
        """
        of_results, of_players = columns_by_file(columns)
        results = self._read_all([Path(file) for file in files], of_results, **reading)
        named = {name for one in results for name in one.players}
        with self.database.reading() as connection:
            numbered = {number for _, number in People(connection).by_identifier()}
        encoding = reading.get("encoding", "")
        known = read_players(players, None, of_players, encoding, sorted(named or numbered))
        incoming = [] if players is None else [_of_players(players, known)]
        incoming += [
            Incoming(one, Path(file).name, sha256(Path(file).read_bytes()).hexdigest())
            for file, one in zip(files, results, strict=True)
        ]
        author = Author(who or whoever(), why)
        return self._import(incoming, decisions, author, preview=preview)

    def import_frame(
        self,
        frame: Any,
        name: str,
        *,
        decisions: Decisions | None = None,
        columns: Mapping[str, str] | None = None,
        who: str = "",
        why: str = "",
        preview: bool = False,
    ) -> tuple[Report, Done]:
        """Store results from a frame, or a list of dicts, as if from a file of this name."""
        results = self._read(frame, dict(columns or {}))
        digest = sha256(results.to_frame().write_csv().encode()).hexdigest()
        incoming = [Incoming(results, name, digest)]
        return self._import(incoming, decisions, Author(who or whoever(), why), preview=preview)

    def record(
        self,
        results: Any,
        key: str = "",
        *,
        new_people: bool = True,
        who: str = "",
        why: str = "",
    ) -> dict[str, Any]:
        """Store games that have just finished, and tell what became of their players.

        results : a frame, a list of dicts, or Results; people by key or name
        key : of the report; the same key again stores nothing and answers the same
        new_people : whether people who are not known are made, or refused

        Returns ``revision``, ``games`` (their numbers) and ``lists``: {list: [player, name,
        pool, before, after]}, the columns of each player; ``before`` is None for who is new.
        It is on the disk before this returns. Raises ResultsRefused and ChangeRefused.
        """
        games = self._read(results, {})
        lists, self._live = self._live, LiveLists()
        with self.database.writing() as writer:
            answer = self._record(writer, lists, games, key, Author(who, why), new_people)
        # Kept only now: before that they were ahead of what is stored.
        self._live = lists
        return answer

    def _record(
        self,
        writer: Writer,
        live: LiveLists,
        games: Results,
        key: str,
        author: Author,
        new_people: bool,
    ) -> dict[str, Any]:
        connection = writer.connection
        known = revision_by_key(connection, key) if key else None
        if known is not None:
            writer.take_back()
            return {"revision": known.id, **with_names_of(connection, known.told)}
        lists = all_lists(connection)
        live.up_to(connection, lists, newest_revision(connection))
        number = begin_revision(connection, "record", author, key=key or None)
        recorded = record_results(connection, games, number, new_people=new_people)
        told = {
            "games": list(recorded.games),
            "lists": live.go_on(connection, lists, recorded, number),
        }
        tell(connection, number, told)
        return {"revision": number, **with_names_of(connection, told)}

    def import_facts(
        self, players: Any, of_list: str = "", *, who: str = "", why: str = ""
    ) -> Done:
        """Store facts and starting values of people who are known, or are made.

        players : a players file or frame; of_list : whose starting values these are, "" for all
        """
        incoming = [_of_players(players, read_players(players))]
        decided = Decisions(new_people="create", of_list=of_list)
        return self._import(incoming, decided, Author(who or whoever(), why), preview=False)[1]

    def _read_all(
        self, files: Sequence[Path], columns: Mapping[str, str], **reading: Unpack[HowToRead]
    ) -> list[Results]:
        """The results of each file; raises ResultsRefused with what is wrong in all of them."""
        found: list[Results] = []
        problems: list[Problem] = []
        for file in files:
            try:
                found.append(self._read(file, columns, **reading))
            except ResultsRefused as refused:
                problems += refused.problems
        if problems:
            raise ResultsRefused(problems)
        return found

    def _read(
        self, results: Any, columns: Mapping[str, str], **reading: Unpack[HowToRead]
    ) -> Results:
        """Results, validated, with times on the ledger's clock."""
        return read_as_it_came(results, columns, zone=self.zone, **reading).results

    def _import(
        self,
        incoming: Sequence[Incoming],
        decisions: Decisions | None,
        author: Author,
        *,
        preview: bool,
    ) -> tuple[Report, Done]:
        report, decided = Report(), decisions or Decisions()

        def store(connection: Connection, revision: int) -> dict[str, Any]:
            for one in incoming:
                store_results(connection, one, decided, revision, report)
            if decided.strict:
                report.refused += report.warnings
            if report.refused:
                raise ChangeRefused(report.refused)
            return report.figures() if report.changed else {}

        return report, self._change("import", store, author, preview=preview)

    def make(
        self,
        change: Change,
        *,
        who: str = "",
        why: str = "",
        preview: bool = False,
        base: int | None = None,
    ) -> Done:
        """Make a change, or only show what it would do.

        base : the revision as of which it was shown; raises ChangeRefused if there is a newer one
        """

        def make(connection: Connection, revision: int) -> dict[str, Any]:
            if base is not None and revision != base + 1:
                what = f"revision {revision - 1} was made since this change was shown"
                raise ChangeRefused([Problem(what, "have its effect shown again")])
            return change.make(connection, revision)

        kind = change.kind.split()[0]
        return self._change(kind, make, Author(who or whoever(), why), preview=preview)

    def games(self, wanted: Wanted | None = None, *, day: Any = None) -> pl.DataFrame:
        """Games with their numbers, a row a player and game, people by name, the oldest first.

        wanted : which; by default all; day : only of this day
        """
        meant = wanted or Wanted()
        if day is not None:
            meant = replace(meant, day=as_day(day))
        with self.database.reading() as connection:
            return games_frame(connection, meant)

    def people(self, text: str = "") -> list[Person]:
        """The people of the ledger whose names hold a text, in order of their names."""
        with self.database.reading() as connection:
            people = People(connection)
            facts = facts_of(connection, people)
            wanted = text.casefold()
            found = {
                whom
                for name, whole in people.by_name().items()
                if wanted in name.casefold()
                for whom in whole
            }
            return sorted(
                (replace(people.person(one), facts=facts.get(one, {})) for one in found),
                key=lambda one: (one.sort_name or one.name, one.key),
            )

    def likely_one_person(self) -> list[tuple[Person, Person, str]]:
        """Each two people who may be one, and why; of whom nobody has decided yet."""
        with self.database.reading() as connection:
            people = People(connection)
            by_key = people.by_key()
            return [
                (people.person(by_key[one]), people.person(by_key[two]), why)
                for one, two, why in likely_one_person(connection)
            ]

    def anonymise(self, person: str, *, who: str = "", why: str = "") -> Done:
        """Remove a person for good: the name is nowhere any more, and no rating moves.

        Copies that were made before, as backups and exports, still have it.
        """
        done = self.make(Change("anonymise", {"person": person}), who=who, why=why)
        wipe(self.database)
        self._checkpoints.clear()
        return done

    def backup(self, path: str | Path | None = None) -> Path:
        """Copy the ledger into a file as it is at one moment; by default beside it."""
        return back_up(self.database, None if path is None else Path(path))

    def restore(self, backup: str | Path) -> Path | None:
        """Put a backup in the place of the ledger; what was there is backed up first."""
        self._live = LiveLists()
        self._checkpoints.clear()
        return restore(self.database, Path(backup))

    def export(self, path: str | Path) -> dict[str, int]:
        """Write all that holds now into a file (.zip), for another ledger to import."""
        with self.database.reading() as connection:
            return export(connection, Path(path))

    def import_export(self, path: str | Path, *, who: str = "", why: str = "") -> Done:
        """Take over what a ledger exported; what of it is here already changes nothing."""

        def take(connection: Connection, revision: int) -> dict[str, Any]:
            told = import_export(connection, revision, Path(path))
            return told if told["stored"] or told["lists"] else {}

        return self._change("import", take, Author(who or whoever(), why))

    def keep(self, change: Change) -> int:
        """Keep a change that was shown, for somebody to confirm; returns its number."""
        with self.database.writing() as writer:
            return keep_pending(writer.connection, change)

    def pending(self) -> dict[int, Change]:
        """The changes that were shown and wait for somebody to confirm them."""
        with self.database.reading() as connection:
            return all_pending(connection)

    def confirm(self, number: int, *, who: str = "", why: str = "") -> Done:
        """Make a kept change; raises ChangeRefused if the ledger has moved since it was shown."""
        kept = self.pending().get(number)
        kind = "confirm" if kept is None else kept.kind.split()[0]

        def make(connection: Connection, revision: int) -> dict[str, Any]:
            return take_pending(connection, number, revision - 1).make(connection, revision)

        return self._change(kind, make, Author(who or whoever(), why))

    def set_list(
        self,
        key: str,
        rules: RulesLike | None = None,
        values: Mapping[str, str] | None = None,
        *,
        who: str = "",
    ) -> Done:
        """Set up a rating list, or change its settings.

        rules : kept with the list as they are now, so that a later change of them is a change of
            the list; values : title, pool, nation, club, sex, born_from, born_until, since,
            calendar
        """
        form = None if rules is None else form_of(load_rulebook(rules))

        def make(connection: Connection, revision: int) -> dict[str, Any]:
            told = set_list(connection, revision, key=key, values=values or {}, rulebook=form)
            return told if told["changed"] else {}

        return self._change("lists", make, Author(who or whoever()))

    def remove_list(self, key: str, *, who: str = "") -> Done:
        """Make a list no longer; what was published of it stays."""

        def make(connection: Connection, revision: int) -> dict[str, Any]:
            return remove_list(connection, revision, key=key)

        return self._change("lists", make, Author(who or whoever()))

    def current(self, key: str, *, peaks: bool = False) -> dict[str, Any]:
        """A list as it is now, as people read it.

        peaks : whether the highest rating of each player is told, and that of twelve months
        """
        with self.database.reading() as connection:
            record = record_of(connection, key)
            rated = rate_list(connection, record, checkpoints=self._checkpoints)
            content = content_of(listing_of(connection, record, rated), rated.as_of)
            content = with_change(connection, record, content)
            if peaks:
                content = with_peaks(content, rate_list(connection, record))
            return {"list": key, "title": record.title, **named(connection, content)}

    def look_at(self, change: Change) -> Shown:
        """What a change would do, in figures and to every list; it is not made."""
        with self.database.writing() as writer:
            return self._look(writer, change)

    def look_at_kept(self, number: int) -> Shown:
        """What a kept change would do now."""
        with self.database.writing() as writer:
            newest = newest_revision(writer.connection)
            return self._look(writer, take_pending(writer.connection, number, newest))

    def _look(self, writer: Writer, change: Change) -> Shown:
        """Make a change between two looks at every list, and take it back."""
        writer.take_back()
        told: dict[str, Any] = {}

        def make() -> None:
            number = begin_revision(writer.connection, "look", Author(""))
            told.update(change.make(writer.connection, number))

        looking = Checkpoints(self._checkpoints.folder, saves=False)
        effects = effects_of(writer.connection, make, looking)
        return Shown(told, effects)

    def lists(self) -> list[ListRecord]:
        """The rating lists, by key."""
        with self.database.reading() as connection:
            return all_lists(connection)

    def ratings(self, key: str, *, revision: int | None = None, as_of: Any = None) -> Ratings:
        """The ratings behind a list, of everybody, as of a revision or now."""
        with self.database.reading() as connection:
            record = record_of(connection, key, revision)
            rated = rate_list(connection, record, revision=revision, as_of=as_day(as_of))
            return Ratings([rated])

    def publish(self, key: str, *, as_of: Any = None, who: str = "", why: str = "") -> Done:
        """Freeze a list as of a day, by default that of its newest result."""

        def make(connection: Connection, revision: int) -> dict[str, Any]:
            return publish(connection, revision, key=key, as_of=as_day(as_of))

        return self._change("publish", make, Author(who or whoever(), why))

    def published(self, key: str = "") -> list[Publication]:
        """What was published, of one list or of all, in order."""
        with self.database.reading() as connection:
            return all_publications(connection, key)

    def show(self, number: int) -> dict[str, Any]:
        """A published list as people read it, with names as they are now."""
        with self.database.reading() as connection:
            published = publication(connection, number)
            return {
                **with_names(connection, published),
                "corrected": is_corrected(connection, published),
            }

    def verify(self) -> list[Verdict]:
        """Reckon every published list again, from what it was made of."""
        with self.database.reading() as connection:
            return [verify(connection, one) for one in all_publications(connection)]

    def verify_one(self, number: int) -> Verdict:
        """Reckon one published list again."""
        with self.database.reading() as connection:
            return verify(connection, publication(connection, number))

    def diff(self, key: str, before: int, after: int | None = None) -> list[Difference]:
        """Where a list differs between two revisions, or one and now."""
        with self.database.reading() as connection:
            one, other = (_content(connection, key, revision) for revision in (before, after))
            return with_names_in(connection, differences_of(one, other))

    def rate(
        self,
        rules: RulesLike,
        *,
        revision: int | None = None,
        as_of: Any = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> Ratings:
        """Rate what the ledger holds, as of a revision or now, by a rulebook."""
        rulebook = load_rulebook(rules, parameters or {})
        with self.database.reading() as connection:
            found = material(connection, rulebook, revision=revision)
            results = found.results()
        rated = rate_results(results, rulebook, found.players, as_of=as_day(as_of))
        return Ratings([rated])

    def _change(
        self,
        kind: str,
        make: Callable[[Connection, int], dict[str, Any]],
        author: Author,
        *,
        preview: bool = False,
        key: str | None = None,
    ) -> Done:
        with self.database.writing() as writer:
            number = begin_revision(writer.connection, kind, author, key=key)
            told = make(writer.connection, number)
            tell(writer.connection, number, told)
            if preview or not told:
                writer.take_back()
        return Done(None if writer.is_taken_back else number, told)


def _content(connection: Connection, key: str, revision: int | None) -> dict[str, Any]:
    """What would be frozen of a list as of a revision or now."""
    record = record_of(connection, key)
    rated = rate_list(connection, record, revision=revision)
    listing = listing_of(connection, record, rated, revision=revision)
    return content_of(listing, rated.as_of)


def _of_players(players: Any, known: Players) -> Incoming:
    """A players file or frame, to be stored."""
    said = said_by(known)
    is_file = isinstance(players, (str, Path))
    name = Path(players).name if is_file else "players"
    digest = sha256(Path(players).read_bytes() if is_file else repr(said).encode()).hexdigest()
    return Incoming(replace(nothing_played(), warnings=known.warnings), name, digest, said)


def decisions_of(
    same: Mapping[str, str],
    new: Sequence[str],
    new_people: str,
    again: str,
    **others: Any,
) -> Decisions:
    """What a person says to the questions of an import; raises WrongUse for unknown words.

    same : {name: the person who is meant}; new : names of new people
    """
    for option, word, words in (
        ("--new-people", new_people, get_args(NewPeople)),
        ("--again", again, get_args(Again)),
    ):
        if word not in words:
            raise WrongUse(f"{option} is one of {', '.join(words)}; not {word!r}")
    answers = {**same, **dict.fromkeys(new, NEW)}
    return Decisions(answers, cast("NewPeople", new_people), cast("Again", again), **others)


def cache_of(database: Database) -> Path:
    """The folder of what can be made anew of a ledger."""
    if database.is_file:
        return database.path.with_name(f"{database.path.name}.cache")
    from platformdirs import user_cache_path

    name = sha256(database.shown.encode()).hexdigest()[:16]
    return user_cache_path("banzuke") / "ledgers" / name


def whoever() -> str:
    """Who is at the machine."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""


@contextmanager
def opened(place: str | Path) -> Iterator[Ledger]:
    """A ledger, closed afterwards."""
    ledger = Ledger(place)
    try:
        yield ledger
    finally:
        ledger.close()
