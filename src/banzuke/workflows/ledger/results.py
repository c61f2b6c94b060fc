"""Results of a ledger: stored from files or as they come, and found again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any, Unpack, cast, get_args

import polars as pl
from sqlalchemy import Connection

from banzuke.ledger import chunks
from banzuke.ledger.database import Writer
from banzuke.ledger.finding import Wanted, games_frame
from banzuke.ledger.import_reports import Again, Decisions, Incoming, Report
from banzuke.ledger.importing import store_results
from banzuke.ledger.lists import covariates_wanted
from banzuke.ledger.matching import NEW, NewPeople
from banzuke.ledger.people import People
from banzuke.ledger.recording import record_results
from banzuke.ledger.remembering import Remembered
from banzuke.ledger.report_keys import DIGEST, digest_of, stored_before
from banzuke.ledger.revisions import Author, begin_revision, tell
from banzuke.ledger.storable import refuse_unless_texts
from banzuke.ledger.storing_facts import said_by
from banzuke.model.errors import ChangeRefused, ResultsRefused, WrongUse
from banzuke.model.players import Players
from banzuke.model.problems import Problem
from banzuke.model.results import Results, nothing_played
from banzuke.publishing.effects import Effect, effects_of
from banzuke.workflows.alike_reports import read_alike
from banzuke.workflows.arguments import as_day
from banzuke.workflows.ledger.opening import Done, OpenLedger, whoever
from banzuke.workflows.live_lists import with_names
from banzuke.workflows.reading import HowToRead, columns_by_file, read_as_it_came, read_players


class LedgerResults(OpenLedger):
    """A ledger that takes results."""

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
        paths = [Path(file) for file in files]
        # What tells a file from others is worked out while it is read.
        with ThreadPoolExecutor(1) as beside:
            digests = [beside.submit(_digest_of, path) for path in paths]
            results = self._read_all(paths, of_results, **reading)
        named = {name for one in results for name in one.players}
        with self.database.reading() as connection:
            numbered = {number for _, number in People(connection).by_identifier()}
        encoding = reading.get("encoding", "")
        known = read_players(players, None, of_players, encoding, sorted(named or numbered))
        incoming = [] if players is None else [_of_players(players, known)]
        incoming += [
            Incoming(one, path.name, digest.result())
            for path, digest, one in zip(paths, digests, results, strict=True)
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

    def import_facts(
        self, players: Any, of_list: str = "", *, who: str = "", why: str = ""
    ) -> Done:
        """Store facts and starting values of people who are known, or are made.

        players : a players file or frame; of_list : whose starting values these are, "" for all
        """
        incoming = [_of_players(players, read_players(players))]
        decided = Decisions(new_people="create", of_list=of_list)
        return self._import(incoming, decided, Author(who or whoever(), why), preview=False)[1]

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
        key : of the report; the same report under it again stores nothing and answers the same,
            another one is refused
        new_people : whether people who are not known are made, or refused

        Returns ``revision``, ``games`` (their numbers), ``lists``: {list: [player, name,
        pool, before, after]}, the columns of each player, ``before`` None for who is new; and
        ``refused``: {list: [why it cannot be rated]}, of lists of which nothing is told.
        It is on the disk before this returns. Raises ResultsRefused and ChangeRefused.
        """
        refuse_unless_texts(key=key, who=who, why=why)
        with self.database.reading() as connection:
            wanted = covariates_wanted(connection)
        # Rows that are alike but for their numbers are not the same game.
        games = None if wanted else read_alike(results, self.zone)
        if games is None:
            games = self._read(results, {})
        with self._live.turn(), self.database.writing() as writer:
            return self._record(writer, games, key, Author(who, why), new_people=new_people)

    def games(self, wanted: Wanted | None = None, *, day: Any = None) -> pl.DataFrame:
        """Games with their numbers, a row a player and game, people by name, the oldest first.

        wanted : which; by default all; day : only of this day
        """
        meant = wanted or Wanted()
        if day is not None:
            meant = replace(meant, day=as_day(day))
        with self.database.reading() as connection:
            return games_frame(connection, meant)

    def _record(
        self, writer: Writer, games: Results, key: str, author: Author, *, new_people: bool
    ) -> dict[str, Any]:
        connection, live = writer.connection, self._live
        known = live.known(connection, writer.newest)
        before = stored_before(known, key, games) if key else None
        if before is not None:
            writer.take_back()
            return _answer(known, before.id, before.told)
        live.up_to(known)
        number = begin_revision(connection, "record", author, key=key or None)
        recorded = record_results(known, games, number, new_people=new_people)
        told = {"games": list(recorded.games), **live.go_on(known, recorded, number)}
        tell(connection, number, {**told, DIGEST: digest_of(known, games)} if key else told)
        return _answer(known, number, told)

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
        """Results, validated, with times on the ledger's clock; what its lists reckon with too."""
        with self.database.reading() as connection:
            wanted = covariates_wanted(connection)
        came = read_as_it_came(results, columns, zone=self.zone, covariates=wanted, **reading)
        return came.results

    def _import(
        self,
        incoming: Sequence[Incoming],
        decisions: Decisions | None,
        author: Author,
        *,
        preview: bool,
    ) -> tuple[Report, Done]:
        report, decided = Report(), decisions or Decisions()
        effects: tuple[Effect, ...] = ()

        def store(connection: Connection, revision: int) -> dict[str, Any]:
            for one in incoming:
                store_results(connection, one, decided, revision, report)
            if decided.strict:
                report.refused += report.warnings
            if report.refused:
                raise ChangeRefused(report.refused)
            return report.figures() if report.changed else {}

        def store_and_look(connection: Connection, revision: int) -> dict[str, Any]:
            nonlocal effects
            games = chunks.count(connection) + sum(len(one.results) for one in incoming)
            if games > decided.effects_up_to:
                return store(connection, revision)
            told: dict[str, Any] = {}
            # The revision has begun: what is known of the ledger before it is not to be kept.
            looking = self._checkpoints.only_looking()
            effects = effects_of(
                connection, lambda: told.update(store(connection, revision)), looking
            )
            return told

        done = self._change("import", store_and_look, author, preview=preview)
        return report, replace(done, effects=effects)


def _answer(known: Remembered, revision: int, told: Mapping[str, Any]) -> dict[str, Any]:
    """What is answered to a report, with the names of people as they are now."""
    lists = with_names(known, told["lists"])
    refused = dict(told.get("refused", {}))
    return {"revision": revision, "games": told["games"], "lists": lists, "refused": refused}


def _digest_of(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as content:
        return file_digest(content, "sha256").hexdigest()


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
