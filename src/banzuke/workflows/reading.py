"""Results and players in: from files of any known format, or from frames of any kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from filecmp import cmp
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypedDict, Unpack

import polars as pl

from banzuke.importers import read_file
from banzuke.model.combining import combine
from banzuke.model.errors import PlayersRefused, ResultsRefused, UnknownName
from banzuke.model.importer import Reading, ReadOptions
from banzuke.model.players import Players, validate_players
from banzuke.model.problems import Problem, in_rows
from banzuke.model.results import Results
from banzuke.model.system import System
from banzuke.model.validation import shape_of, validate
from banzuke.model.wording import counted
from banzuke.workflows.frames import take_frame
from banzuke.workflows.leaving_out import as_warnings, without_refused

#: Columns of which a cell is judged by those of other rows.
LINE_UP = ("game", "player", "place", "side", "event_players")

#: So many players who are not in a register are named.
MOST_MISSING = 10

#: Everything that results may come as.
ResultsLike = Any


class HowToRead(TypedDict, total=False):
    """What may be said of files, each "" to find it out.

    date_format : strftime pattern of the dates, ISO by default; encoding : the character set
    importer : the key of the format; cells : how the cells of a crosstable are written
    sheet : which sheet of workbooks is read, by default the first
    strict : refuse whatever would be a warning
    skip_refused : leave refused rows out, and tell them as warnings
    """

    date_format: str
    encoding: str
    importer: str
    cells: str
    sheet: str
    strict: bool
    skip_refused: bool


class Came(NamedTuple):
    """Results, and the kind of frame in which answers should go back; see ``take_frame``."""

    results: Results
    kind: str


def read(
    results: ResultsLike,
    columns: Mapping[str, str] | None = None,
    *,
    zone: str = "UTC",
    covariates: Sequence[str] = (),
    **reading: Unpack[HowToRead],
) -> Results:
    """Read and validate results.

    results : a path or several, a pandas, Polars or pyarrow frame, a list of dicts, or Results
    columns : {our column: their column}
    zone : IANA name of the zone whose clock counts; stamps without an offset are on it
    covariates : your own columns of numbers that a rulebook reckons with, as ``["length"]``
    reading : ``date_format`` (strftime pattern, ISO by default), ``encoding``, ``importer`` and
        ``cells`` of the files, where they are not recognised; ``sheet`` of workbooks, the first
        by default; ``strict`` refuses what would be a warning, ``skip_refused`` leaves refused
        rows out, as warnings tell
    Raises ResultsRefused with every problem of every file.
    """
    came = read_as_it_came(results, columns, zone=zone, covariates=covariates, **reading)
    found = came.results
    if reading.get("strict"):
        refuse_warnings(found.warnings)
    return found


def refuse_warnings(warnings: Sequence[Problem]) -> None:
    """Raise ResultsRefused if there is a warning."""
    if warnings:
        raise ResultsRefused(warnings)


def read_as_it_came(
    results: ResultsLike,
    columns: Mapping[str, str] | None = None,
    *,
    zone: str = "UTC",
    scores: bool = True,
    covariates: Sequence[str] = (),
    also: Callable[[Results], None] | None = None,
    **reading: Unpack[HowToRead],
) -> Came:
    """``read``, and the kind of frame that came in.

    scores : whether to keep the scores of duels, or only the places that follow from them
    covariates : the columns of numbers, beside ours, that are kept
    also : what else may refuse rows, where refused ones are left out
    Raises UnknownName for what is no option of ``HowToRead``.
    """
    for name in reading:
        if name not in HowToRead.__annotations__:
            raise UnknownName("option", name, list(HowToRead.__annotations__))
    if isinstance(results, Results):
        return Came(results, "polars")
    importer = reading.get("importer", "")
    options = ReadOptions(
        dict(columns or {}),
        reading.get("date_format", ""),
        reading.get("encoding", ""),
        cells=reading.get("cells", ""),
        sheet=reading.get("sheet", ""),
    )
    check = partial(
        validate,
        date_format=options.date_format,
        zone=zone,
        scores=scores,
        covariates=tuple(covariates),
    )

    def read_one(path: Path) -> Results:
        if reading.get("skip_refused"):
            return _rest(partial(read_file, path, options, importer), check, also)
        try:
            return check(read_file(path, options, importer))
        except ResultsRefused as refused:
            raise _with_the_rest(refused, check) from None

    if isinstance(results, (str, Path)):
        return Came(_read_files([Path(results)], read_one), "polars")
    if (
        isinstance(results, Sequence)
        and results
        and all(isinstance(r, (str, Path)) for r in results)
    ):
        return Came(_read_files([Path(r) for r in results], read_one), "polars")
    taken = take_frame(results, "results", options.columns)
    # Rows of a frame are counted as its index does, from 0.
    table = Reading(taken.frame, source="", first_row=0, warnings=taken.notes)
    if reading.get("skip_refused"):
        return Came(_rest(lambda: table, check, also), taken.kind)
    return Came(check(table), taken.kind)


def _rest(
    read_it: Callable[[], Reading],
    check: Callable[[Reading], Results],
    also: Callable[[Results], None] | None,
) -> Results:
    """Results without the refused rows, which are told as warnings."""

    def check_all(table: Reading) -> Results:
        found = check(table)
        if also is not None:
            also(found)
        return found

    results, problems = without_refused(read_it, check_all)
    left_out = as_warnings(in_rows(problems))
    return replace(results, warnings=(*left_out, *results.warnings))


def columns_by_file(
    columns: Mapping[str, str] | None,
) -> tuple[dict[str, str], dict[str, str]]:
    """{our column: their column} of the results, and of the players (said as ``players.NAME``)."""
    head = "players."
    said = dict(columns or {})
    of_players = {k.removeprefix(head): v for k, v in said.items() if k.startswith(head)}
    return {k: v for k, v in said.items() if not k.startswith(head)}, of_players


def read_players(
    players: Any,
    system: System | None = None,
    columns: Mapping[str, str] | None = None,
    encoding: str = "",
    wanted: Sequence[str] | None = None,
) -> Players:
    """Read and validate a players file or frame, or {player: rating}; None is nobody.

    system : whatever it keeps of a player may be given, too
    wanted : who is in the results, the only ones that are taken of a register of everybody;
        None to take all
    columns : {our column: their column}; encoding : of a file, "" to recognise it
    Raises PlayersRefused with every problem found.
    """
    if players is None:
        return Players()
    if isinstance(players, Players):
        return players
    kept = () if system is None else tuple(column.name for column in system.given_columns)
    if isinstance(players, (str, Path)):
        try:
            options = ReadOptions(dict(columns or {}), encoding=encoding, players=True)
            reading = read_file(Path(players), options)
        except ResultsRefused as refused:
            raise PlayersRefused(refused.problems) from None
        if reading.register and wanted is not None:
            reading = _of_register(reading, wanted)
        return validate_players(reading, kept)
    if isinstance(players, Mapping) and all(_is_single(v) for v in players.values()):
        players = {"player": list(players), "rating": list(players.values())}
    taken = take_frame(players, "players", columns)
    reading = Reading(taken.frame, source="", first_row=0, warnings=taken.notes)
    return validate_players(reading, kept)


def _of_register(reading: Reading, wanted: Sequence[str]) -> Reading:
    """Those of a register who are wanted; a warning says who is not in it."""
    frame = reading.frame
    names = pl.Series(wanted, dtype=pl.String)
    here = frame["player"].is_in(names.cast(frame["player"].dtype, strict=False).to_list())
    missing = names.filter(~names.is_in(frame["player"].filter(here).cast(pl.String).to_list()))
    warnings = reading.warnings
    if len(missing):
        shown = ", ".join(missing[:MOST_MISSING]) + (", …" if len(missing) > MOST_MISSING else "")
        who = counted(len(missing), "player is", "players are")
        what = f"{who} not in this list: {shown}"
        right = f"its numbers, as {frame['player'][0]}, for players" if len(frame) else ""
        warnings = (*warnings, Problem(what, right, reading.source, column="player"))
    rows = pl.int_range(reading.first_row, reading.first_row + len(frame), eager=True)
    return replace(
        reading, frame=frame.filter(here), rows=rows.filter(here).cast(pl.UInt32), warnings=warnings
    )


def _is_single(value: Any) -> bool:
    """Whether a value is a single one, and no column."""
    return isinstance(value, str) or not isinstance(value, Iterable)


def _read_files(paths: Sequence[Path], read_one: Callable[[Path], Results]) -> Results:
    """All files, or every problem of all of them."""
    parts: list[Results] = []
    problems = _given_twice(paths)
    for path in paths:
        try:
            parts.append(read_one(path))
        except ResultsRefused as refused:
            problems += in_rows(refused.problems)
            parts += [refused.partial] if isinstance(refused.partial, Results) else []
    if not problems:
        return combine(parts)
    raise ResultsRefused(problems, parts[0] if len(parts) == 1 else None)


def _with_the_rest(refused: ResultsRefused, check: Callable[[Reading], Results]) -> ResultsRefused:
    """A refusal of some rows of a file, with what is wrong with its other rows."""
    rest = refused.partial
    if not isinstance(rest, Reading):
        return refused
    found: Sequence[Problem] = ()
    known: object = None
    try:
        known = check(rest)
    except ResultsRefused as more:
        found, known = more.problems, more.partial
    if not rest.whole and shape_of(rest.frame.columns) != "duels":
        # A row that could not be read may be what a game or an event of the others lacks.
        found = [problem for problem in found if problem.column not in LINE_UP]
        known = None
    return ResultsRefused(in_rows([*refused.problems, *found]), known)


def _given_twice(paths: Sequence[Path]) -> list[Problem]:
    """A problem for each file that is another one of them, or a copy of it."""
    of_size: dict[int, list[Path]] = {}
    problems = []
    for path in paths:
        if not path.is_file():
            continue  # whoever reads it says so
        known = of_size.setdefault(path.stat().st_size, [])
        for other in known:
            if path.samefile(other) or cmp(path, other, shallow=False):
                same = "this file" if path.samefile(other) else f"a copy of {other.name}"
                what = f"{same} is given twice"
                problems.append(Problem(what, "each file of results once", path.name))
                break
        known.append(path)
    return problems
