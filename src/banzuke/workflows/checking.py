"""What is in files of results, without rating them: read, left out, refused, and what is odd."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Unpack

from banzuke.importers import recognise_file, shelf
from banzuke.model.columns import STATUSES
from banzuke.model.errors import DataRefused, ResultsRefused
from banzuke.model.problems import Problem, in_rows
from banzuke.model.raw_table import is_rated
from banzuke.model.results import Results
from banzuke.model.wording import counted
from banzuke.workflows.rating import rate
from banzuke.workflows.reading import HowToRead, columns_by_file, read


@dataclass(frozen=True)
class FileReport:
    """What one file holds.

    format : what kind of file it is; shape : of its results, "" where it was refused
    games, players, events : counts; first, last : ISO dates, "" where undated
    skipped : games that are not rated whatever the rules, with where and why
    refused, warnings : each with row and column, where known
    """

    source: str
    format: str
    shape: str = ""
    games: int = 0
    players: int = 0
    events: int = 0
    first: str = ""
    last: str = ""
    skipped: Sequence[tuple[str, str]] = ()
    refused: Sequence[Problem] = ()
    warnings: Sequence[Problem] = ()


@dataclass(frozen=True)
class Report:
    """What files hold.

    rulebook : the key of the rules that were asked, "" for none, and where a file is refused
    skipped, refused, warnings : what these rules say of all files together
    strict : whether warnings are faults
    """

    files: Sequence[FileReport]
    rulebook: str = ""
    skipped: Sequence[tuple[str, str]] = ()
    refused: Sequence[Problem] = ()
    warnings: Sequence[Problem] = field(default_factory=list)
    strict: bool = False

    @property
    def is_right(self) -> bool:
        """Whether nothing is refused, something is read, and no warning counts as a fault."""
        refused = [*self.refused, *(problem for one in self.files for problem in one.refused)]
        odd = [*self.warnings, *(problem for one in self.files for problem in one.warnings)]
        read_something = all(report.games for report in self.files)
        return read_something and not refused and not (odd and self.strict)


def check_files(
    files: Sequence[Path],
    rules: str = "",
    players: Path | None = None,
    columns: Mapping[str, str] | None = None,
    **reading: Unpack[HowToRead],
) -> Report:
    """A report of each file; with ``rules``, also of what these leave out or refuse.

    ``strict`` makes warnings faults; ``skip_refused`` is left aside, since refused rows are told.
    Raises FileProblem for a file that cannot be read, UnknownName for an unknown rulebook.
    """
    strict = bool(reading.get("strict"))
    how: HowToRead = {**reading, "strict": False, "skip_refused": False}
    of_results, _ = columns_by_file(columns)
    reports = [_report(path, of_results, how) for path in files]
    if not rules or any(report.refused for report in reports):
        return Report(reports, strict=strict)
    known = {warning for report in reports for warning in report.warnings}
    try:
        ratings = rate(list(files), rules, players, columns=columns, **how)
    except DataRefused as refused:
        return Report(reports, rules, refused=refused.problems, strict=strict)
    warnings = [warning for warning in ratings.warnings if warning not in known]
    return Report(reports, rules, ratings.skipped, (), warnings, strict)


def _report(path: Path, columns: Mapping[str, str], how: HowToRead) -> FileReport:
    """What one file holds."""
    kind = ""
    try:
        key = how.get("importer", "")
        importer = shelf().get(key) or recognise_file(path, how.get("encoding", ""))
        kind = importer.title
        results = read(path, columns, **how)
    except ResultsRefused as refused:
        return FileReport(path.name, kind, refused=in_rows(refused.problems))
    return _of_results(results, FileReport(path.name, kind))


def _of_results(results: Results, report: FileReport) -> FileReport:
    """The report of results that were read."""
    table = results.games
    first = last = ""
    if table.time is not None:
        days = results.to_frame()["date"].cast(str)
        first, last = str(days.min())[:10], str(days.max())[:10]
    unrated = ~is_rated(table.status, table.rated)
    skipped = [(results.where(game), _why(results, game)) for game in unrated.nonzero()[0].tolist()]
    return FileReport(
        report.source,
        report.format,
        results.shape,
        len(results),
        len(results.players),
        len(results.events),
        first,
        last,
        skipped,
        (),
        results.warnings,
    )


def _why(results: Results, game: int) -> str:
    """Why a game is not rated, whatever the rules."""
    if results.games.rated[game] == 0:
        return "rated: no"
    return STATUSES[int(results.games.status[game])]


def report_text(report: Report) -> str:
    """A report as lines for a person."""
    lines = []
    for one in report.files:
        if one.refused:
            kind = f" ({one.format})" if one.format else ""
            lines.append(f"{one.source}{kind} is refused:")
        else:
            lines.append(f"{one.source} ({one.format}): {_contents(one)}")
        lines += _details(one.skipped, one.refused, one.warnings)
    if report.rulebook:
        told = _details(report.skipped, report.refused, report.warnings)
        lines += [f"by {report.rulebook}:", *(told or ["  everything is rated"])]
    return "\n".join(lines) + "\n"


def _contents(one: FileReport) -> str:
    """How much a file holds, in words."""
    noun = "event" if one.shape == "standings" else "game"
    told = [counted(one.games, noun), f"of {counted(one.players, 'player')}"]
    if one.events and noun == "game":
        told.append(f"in {counted(one.events, 'event')}")
    if one.first:
        told.append(
            f"on {one.first}" if one.first == one.last else f"from {one.first} to {one.last}"
        )
    return f"{one.shape}, {' '.join(told)}"


def _details(
    skipped: Sequence[tuple[str, str]], refused: Sequence[Problem], warnings: Sequence[Problem]
) -> list[str]:
    """What is left out, refused and odd, a line each."""
    why = Counter(reason for _, reason in skipped)
    lines = [f"  not rated: {count} × {reason}" for reason, count in why.items()]
    lines += [f"  refused: {problem}" for problem in refused]
    return lines + [f"  warning: {problem}" for problem in warnings]


def report_document(report: Report) -> dict[str, Any]:
    """A report as JSON takes it."""
    files = [
        {
            "file": one.source,
            "format": one.format,
            "shape": one.shape,
            "games": one.games,
            "players": one.players,
            "events": one.events,
            "from": one.first or None,
            "to": one.last or None,
            **_parts(one.skipped, one.refused, one.warnings),
        }
        for one in report.files
    ]
    by_rules = _parts(report.skipped, report.refused, report.warnings)
    rules = {"rulebook": report.rulebook, **by_rules} if report.rulebook else None
    return {"right": report.is_right, "files": files, "rules": rules}


def _parts(
    skipped: Sequence[tuple[str, str]], refused: Sequence[Problem], warnings: Sequence[Problem]
) -> dict[str, Any]:
    return {
        "skipped": [{"where": where, "why": why} for where, why in skipped],
        "refused": [_problem(problem) for problem in refused],
        "warnings": [_problem(problem) for problem in warnings],
    }


def _problem(problem: Problem) -> dict[str, Any]:
    """A problem with its row and column apart."""
    return {**problem.to_dict(), "row": problem.row, "column": problem.column or None}
