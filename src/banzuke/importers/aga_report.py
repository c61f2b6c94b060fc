"""Tournament reports of the American Go Association: a heading, players, and a game a line.

``TOURNEY`` and the event, ``start=`` and ``finish=`` its days (month/day/year); under ``PLAYERS``
number, name and rank; under ``GAMES`` the numbers of White and Black, W or B for the winner,
handicap and komi. A player is known by number, so that reports and lists of members fit together.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import NamedTuple

import polars as pl

from banzuke.importers.steps.aga_words import NUMBER, RATING, name_of, number_of, rank_of
from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.text_lines import first_lines, lines_of
from banzuke.importers.steps.tournament_reading import Games, reading_of
from banzuke.model.coded_names import clean_name
from banzuke.model.importer import Importer, Reading, ReadOptions
from banzuke.model.wording import counted

SECTION = re.compile(r"(TOURNEY|PLAYERS|GAMES|END)(?: (.*))?", re.IGNORECASE)
SETTING = re.compile(r"(start|finish|rules) ?= ?(.*)", re.IGNORECASE)
PLAYER = re.compile(rf"({NUMBER}) (\S.*?)(?: (\d{{1,2}} ?[kdpKDP]|[+-]?\d{{1,2}}\.\d+)(?: .*)?)?")
GAME = re.compile(
    rf"({NUMBER}) ({NUMBER}) ([WB=?*])(?: (\d{{1,2}})(?: (-?\d{{1,3}}(?:\.\d+)?))?)?", re.IGNORECASE
)
PASSED = re.compile(rf"PASSED ?: ?({NUMBER})", re.IGNORECASE)
DAY = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")
RIGHT_PLAYER = "number, name, rank: 2122 Doe, Ann 5K"
RIGHT_GAME = "White, Black, winner, handicap, komi: 2122 1455 W 0 7"
RIGHT_DAY = "month/day/year, as start=6/15/2026, or 2026-06-15"
RESULTS = {"W": "1-0", "B": "0-1", "=": "1/2-1/2", "?": "*", "*": "*"}
TEXTS, NUMBERS = pl.String(), pl.Float64()
SCHEMA: dict[str, pl.DataType] = {
    "player_1": TEXTS,
    "player_2": TEXTS,
    "result": TEXTS,
    "status": TEXTS,
    "advantage": TEXTS,
    "handicap_2": NUMBERS,
    "komi": NUMBERS,
    "entry_rank_1": TEXTS,
    "entry_rank_2": TEXTS,
    "round": TEXTS,
}
USUAL = frozenset({"advantage", "komi"})


class Entrant(NamedTuple):
    """A player's line; "" for what it does not say."""

    row: int
    name: str
    family: str
    rank: str


@dataclass
class Report:
    """What a file says.

    players : by number; rows : games and byes as ``SCHEMA`` has them; lines : their rows
    reckoned : the first row with a rating in place of a rank, and how many there are
    """

    event: str = ""
    begin: date | None = None
    end: date | None = None
    players: dict[str, Entrant] = field(default_factory=dict)
    rows: list[tuple[object, ...]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    section: str = ""
    round: str | None = None
    reckoned: list[int] = field(default_factory=list)


def recognise(sample: bytes, path: Path) -> float:
    """How surely a file that begins with ``sample`` is such a report, 0 to 1."""
    named = [SECTION.fullmatch(line) for line in first_lines(sample, 400)]
    sections = [match[1].upper() for match in named if match]
    if sections[:1] == ["TOURNEY"] and {"PLAYERS", "GAMES"} & set(sections):
        return 0.97
    return 0.9 if {"PLAYERS", "GAMES"} <= set(sections) else 0.0


def read(path: Path, options: ReadOptions) -> Reading:
    """Read the games as duels, White first, with ranks, handicaps, komi and days.

    Players are numbers, with their names beside them. Of ``options`` only the encoding means
    something. Raises ResultsRefused with every problem, UnknownName for an encoding.
    """
    found = Findings(path.name)
    report = Report()
    for row, line in enumerate(lines_of(path, options.encoding, found), start=1):
        if line and not line.startswith("#"):
            _take_line(report, line, row, found)
    if not report.rows and not found.wrong.found:
        found.wrong.add("there is no game in this file", RIGHT_GAME)
    if not report.event:
        report.event = found.named_as(path, "TOURNEY and its name")
    found.are_in_order(report.begin, report.end, RIGHT_DAY, "finish", None)
    if report.reckoned:
        ratings = counted(len(report.reckoned), "rating stands", "ratings stand")
        what = f"{ratings} in place of a rank: read as the rank, such as 4d for 4.2"
        found.odd.add(what, "", "rank", report.reckoned[0])
    rows = [entrant.row for entrant in report.players.values()]
    games = Games(_frame(report), report.lines, _players(report), rows)
    return reading_of(games, found, USUAL)


def _take_line(report: Report, line: str, row: int, found: Findings) -> None:
    """A line that is neither blank nor a comment."""
    section = SECTION.fullmatch(line)
    if section is not None:
        report.section = section[1].upper()
        rest = section[2] or ""
        if report.section == "TOURNEY":
            report.event = clean_name(rest)
        elif report.section == "GAMES":
            number = re.match(r"\d{1,3}(?!\S)", rest)
            report.round = number[0] if number else None
    elif report.section == "TOURNEY":
        _take_setting(report, line, row, found)
    elif report.section == "PLAYERS":
        _take_player(report, line, row, found)
    elif report.section == "GAMES":
        _take_game(report, line, row, found)
    elif report.section == "":
        what = f"{clean_name(line)[:60]!r} stands before any heading"
        found.wrong.add(what, "TOURNEY, PLAYERS or GAMES above it", "", row)


def _take_setting(report: Report, line: str, row: int, found: Findings) -> None:
    """A line below TOURNEY: the days, or the name, where it has a line of its own."""
    setting = SETTING.fullmatch(line)
    if setting is None:
        report.event = report.event or clean_name(line)
        return
    name, value = setting[1].casefold(), setting[2]
    if name == "rules" or not value:
        return
    match = DAY.fullmatch(value)
    try:
        day = date(*map(int, match.group(3, 1, 2))) if match else date.fromisoformat(value)
    except ValueError:
        found.wrong.add(f"{value!r} is no day", RIGHT_DAY, name, row)
        return
    if name == "start":
        report.begin = day
    else:
        report.end = day


def _take_player(report: Report, line: str, row: int, found: Findings) -> None:
    """A line below PLAYERS."""
    match = PLAYER.fullmatch(line)
    if match is None:
        found.wrong.add(f"no player: {clean_name(line)[:60]!r}", RIGHT_PLAYER, "", row)
        return
    number, rank = number_of(match[1]), match[3] or ""
    if RATING.fullmatch(rank):
        report.reckoned.append(row)
        if not (rank := rank_of(rank)):
            found.wrong.add(f"{match[3]} is no rating", "above 1 or below -1", "rank", row)
    if number in report.players:
        first = report.players[number].row
        found.tell_twice(f"player {number}", first, "each player once", row)
        return
    report.players[number] = Entrant(row, *name_of(match[2]), rank.replace(" ", ""))


def _take_game(report: Report, line: str, row: int, found: Findings) -> None:
    """A line below GAMES: a game, or who had a bye."""
    passed, match = PASSED.fullmatch(line), GAME.fullmatch(line)
    if passed is not None:
        numbers = [number_of(passed[1])]
    elif match is not None:
        numbers = [number_of(match[1]), number_of(match[2])]
    else:
        found.wrong.add(f"no game: {clean_name(line)[:60]!r}", RIGHT_GAME, "", row)
        return
    for number in numbers:
        if number not in report.players:
            what = f"{number} is no number of a player"
            found.wrong.add(what, "one of those under PLAYERS", "", row)
    ranks = [report.players[one].rank or None for one in numbers if one in report.players]
    if len(ranks) < len(numbers):
        return
    report.lines.append(row)
    if match is None:
        bye = (*numbers, None, None, "bye", None, None, None, *ranks, None, report.round)
        report.rows.append(bye)
        return
    result = RESULTS[match[3].upper()]
    stones = float(match[4] or 0)
    komi = None if match[5] is None else float(match[5])
    status = "void" if result == "*" else "played"
    # Black moves first, but not after handicap stones.
    first = "2" if stones < 2 else None
    report.rows.append((*numbers, result, status, first, stones, komi, *ranks, report.round))


def _frame(report: Report) -> pl.DataFrame:
    """The games as duels."""
    return pl.DataFrame(report.rows, schema=SCHEMA, orient="row").with_columns(
        event=pl.lit(report.event, pl.String),
        date=pl.lit(report.begin or report.end, pl.Date),
        event_end=pl.lit(report.end or report.begin, pl.Date),
        event_players=pl.lit(len(report.players) or None, pl.Int64),
    )


def _players(report: Report) -> pl.DataFrame:
    """What the file says of its players."""
    rows = [
        (number, number, one.name, one.family or None) for number, one in report.players.items()
    ]
    columns = ("player", "id", "name", "sort_name")
    return pl.DataFrame(rows, schema=dict.fromkeys(columns, TEXTS), orient="row")


IMPORTER = Importer(
    key="aga-report",
    title="tournament report of the American Go Association",
    recognise=recognise,
    read=read,
    source="https://www.usgo.org",
    numbers_of="aga-member",
    surest=0.97,
    begins=re.compile(rb"TOURNEY\s"),
)
