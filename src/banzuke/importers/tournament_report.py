"""FIDE tournament reports (TRF16, TRF26, and what pairing programs add to them).

Each player has a line with an entry a round, so that every game stands there twice: what the two
lines say differently, and points that the entries do not add up to, are told with line and
column. A player is called by the FIDE number, or by the name where there is none.
"""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.importers.steps import report_games as games
from banzuke.importers.steps.encodings import Text, load_text, start_of_text
from banzuke.importers.steps.file_kinds import GZIP, seems_to_be, too_long
from banzuke.importers.steps.report_codes import CODES, HALF
from banzuke.importers.steps.report_facts import USUAL_POINTS, Facts, read_facts
from banzuke.importers.steps.report_games import Cells, Games
from banzuke.importers.steps.report_lines import Report, looks_like_report, sort_lines
from banzuke.importers.steps.report_players import People, players_table, read_people
from banzuke.importers.steps.tournament_reading import indices
from banzuke.model.errors import ResultsRefused
from banzuke.model.importer import Importer, Reading, ReadOptions
from banzuke.model.problems import Problem, in_rows
from banzuke.model.row_problems import Problems
from banzuke.model.wording import counted

Floats = NDArray[np.float64]

# What a game is by the code of who has the white pieces, in the order of ``CODES``; then what
# both lost by forfeit, a bye, and half a bye: result, status, both scores, and whether it is rated.
WHITE, BLACK, BOTH, NOBODY = (1.0, 0.0), (0.0, 1.0), (0.5, 0.5), (None, None)
KINDS = (
    ("1-0", "played", *WHITE, None),
    ("0-1", "played", *BLACK, None),
    ("1/2-1/2", "played", *BOTH, None),
    ("+-", "forfeit", *WHITE, None),
    ("-+", "forfeit", *BLACK, None),
    ("1-0", "played", *WHITE, "no"),
    ("0-1", "played", *BLACK, "no"),
    ("1/2-1/2", "played", *BOTH, "no"),
    *[("*", "void", *NOBODY, None)] * (len(CODES) - 8),
    ("--", "forfeit", *NOBODY, None),
    ("1-0", "bye", *WHITE, None),
    ("1/2-1/2", "bye", *BOTH, None),
)
BOTH_LOST, BYE, HALF_BYE = range(len(CODES), len(CODES) + 3)
# Every kind is there twice: where colours are known, and where not.
KIND_COLUMNS = pl.DataFrame(
    [(*kind, advantage) for advantage in ("1", None) for kind in KINDS],
    schema={
        "result": pl.String,
        "status": pl.String,
        "score_1": pl.Float64,
        "score_2": pl.Float64,
        "rated": pl.String,
        "advantage": pl.String,
    },
    orient="row",
).get_columns()
MOST_POINTS_TOLD = 50
#: Starting ranks have four figures; and no report of so many players and rounds is longer.
MOST_PLAYERS = 9_999
MOST_BYTES = 1 << 25


def recognise(sample: bytes, path: Path) -> float:
    """How sure it is that a file is a tournament report, by its first lines."""
    if seems_to_be(sample) not in ("", GZIP):
        return 0.0
    return looks_like_report(start_of_text(sample))


def read(path: Path, options: ReadOptions) -> Reading:
    """Read a tournament report; raises ResultsRefused with every problem found.

    The frame has a row a game (and a bye that gave points): event, date, event_end,
    event_players, event_rounds, round, player_1 (with the white pieces), player_2, result,
    score_1, score_2, status, rated, advantage, time_class. Of ``options`` the encoding and the
    form of dates mean something here.
    """
    source = path.name
    text = load_text(path, options.encoding)
    report = _report_of(text, source)
    wrong, odd = Problems(source, lambda line: line), Problems(source, lambda line: line)
    facts = read_facts(report, options.date_format, wrong, odd)
    if not facts.name:
        facts.name = path.name.partition(".")[0]
        odd.add(f"the tournament has no name; it is called {facts.name!r}", "a line 012")
    people = read_people(report.players, wrong, odd)
    only_games = not wrong.found
    cells = games.read_cells(report.players, people.numbers, wrong, odd)
    found = games.find_games(cells, report.players, wrong, odd)
    _check_points(cells, people.points, report, facts, odd)
    _check_counts(report, found, facts, odd)
    frame = _frame(found, people, facts, odd)
    numbers = np.array(report.players.numbers, dtype=np.uint32)
    reading = Reading(
        frame=frame,
        source=source,
        rows=pl.Series(numbers[found.one]),
        players=players_table(report, people, facts.teams),
        player_rows=pl.Series(numbers),
        warnings=(*text.warnings, *in_rows(odd.found)),
        usual=frozenset({"advantage"}),
    )
    if wrong.found:
        # Where people and dates are right, games that are not can be left out.
        raise ResultsRefused(in_rows(wrong.found), reading if only_games and len(frame) else None)
    return reading


def _report_of(text: Text, source: str) -> Report:
    """The lines of a report by what they tell; raises ResultsRefused if it can be none."""
    if len(text.data) > MOST_BYTES:
        right = "the report of one tournament"
        raise ResultsRefused([Problem(too_long(MOST_BYTES), right, source)])
    report = sort_lines(text.whole)
    players = len(report.players.texts)
    if not players:
        what = "there is no player: no line begins with 001"
        raise ResultsRefused([Problem(what, "a FIDE tournament report (TRF)", source)])
    if players > MOST_PLAYERS:
        right = f"at most {MOST_PLAYERS}, as they are numbered"
        raise ResultsRefused([Problem(f"there are {players} players", right, source)])
    return report


def _check_points(
    cells: Cells, printed: Floats, report: Report, facts: Facts, odd: Problems
) -> None:
    """A warning for each player whose printed points are not those of the entries."""
    made = _made(cells, facts.points)
    differs = _differ(printed, made)
    if differs.any() and not facts.told:
        # Three points for a win is the one other custom that reports leave unsaid.
        football = dict(USUAL_POINTS)
        football |= dict.fromkeys("1+WFU", 3.0) | dict.fromkeys("=DH", 1.0)
        if not _differ(printed, _made(cells, football)).any():
            return
    places = np.flatnonzero(differs)
    for at in places[:MOST_POINTS_TOLD].tolist():
        what = f"{printed[at]:g} points are printed, but the rounds give {made[at]:g}"
        odd.add(what, "", "81-84", report.players.numbers[at])
    if len(places) > MOST_POINTS_TOLD:
        odd.add(f"… and {len(places) - MOST_POINTS_TOLD} more players whose points differ")


def _differ(printed: Floats, made: Floats) -> NDArray[np.bool_]:
    """Which printed points, where there are any, are not those made."""
    return ~np.isnan(printed) & ~(np.abs(printed - made) <= 1e-9)


def _made(cells: Cells, points: dict[str, float]) -> Floats:
    """The points of each player by the codes of the rounds."""
    worth = np.array([points[code] for code in CODES])
    made: Floats = worth[cells.code].sum(axis=1)
    return made


def _check_counts(report: Report, found: Games, facts: Facts, odd: Problems) -> None:
    """A warning for each number that is declared and does not hold."""
    have = len(report.players.texts)
    if facts.players is not None and facts.players != have:
        what = f"{facts.players} players are declared, but there are {have}"
        odd.add(what, "", "", report.of("062")[0].number)
    last = int(found.round.max()) if len(found.round) else 0
    if facts.rounds is not None and facts.rounds < last:
        what = f"{counted(facts.rounds, 'round is', 'rounds are')} declared, but {last} were played"
        odd.add(what, "", "", report.of("142", "XXR")[0].number)
        facts.rounds = last
    teams = report.first("082")
    declared = teams.content if teams is not None else ""
    right = (0, len(facts.teams))
    counted_so = re.fullmatch(r"\d{1,9}", declared, re.ASCII) is not None
    if teams is not None and facts.teams and counted_so and int(declared) not in right:
        what = f"{declared} teams are declared, but there are {len(facts.teams)}"
        odd.add(what, "", "", teams.number)
    listed = {number for _, members in facts.teams for number in members if number}
    if listed:
        ranks = [report.players.said(at, "number") for at in range(have)]
        for number in sorted(listed - {int(rank) for rank in ranks if rank.isdecimal()}):
            odd.add(f"number {number} of a team is no player", "a starting rank", "", None)


def _frame(found: Games, people: People, facts: Facts, odd: Problems) -> pl.DataFrame:
    """A row a game or bye."""
    bye = found.two < 0
    count = len(found.round)
    kind = found.code.astype(np.uint32)
    kind[found.both_lost] = BOTH_LOST
    kind[bye] = np.where(found.code[bye] == HALF, HALF_BYE, BYE)
    kind[~found.colours] += len(KINDS)
    # Nobody stands behind the last player, so that a bye is against -1.
    keys = pl.Series([*people.keys, None], dtype=pl.String)
    two = np.where(bye, len(people.keys), found.two)
    whole = {
        "event": pl.Series([facts.name], dtype=pl.String),
        "event_players": pl.Series([len(people.keys)], dtype=pl.Int64),
        "event_rounds": pl.Series([facts.rounds], dtype=pl.Int64),
        "time_class": pl.Series([facts.time_class or None], dtype=pl.String),
    }
    days = _days(found, facts, odd)
    round_ = indices(found.round)
    columns = [pl.Series("round", [str(number) for number in range(len(days))])[round_]]
    if days[0] is not None and count:
        columns.append(pl.Series("date", days, dtype=pl.Date)[round_])
        last = facts.end or max(day for day in (*days, *facts.days.values()) if day is not None)
        whole["event_end"] = pl.Series([last], dtype=pl.Date)
    kinds = indices(kind)
    return pl.DataFrame(
        [
            *(column[kinds] for column in KIND_COLUMNS),
            *columns,
            keys[indices(found.one)].alias("player_1"),
            keys[indices(two)].alias("player_2"),
            *(value.new_from_index(0, count).alias(name) for name, value in whole.items()),
        ]
    )


def _days(found: Games, facts: Facts, odd: Problems) -> list[date | None]:
    """The date of each round, that of no round first; None if the report dates nothing.

    A round without a date is dated as the one before it, the first as the event's first day.
    """
    played = np.flatnonzero(np.bincount(found.round)).tolist()
    begin = facts.begin or (min(facts.days.values()) if facts.days else facts.end)
    days = [begin]
    for round_ in range(1, max(played, default=0) + 1):
        days.append(facts.days.get(round_, days[-1]))
    undated = [round_ for round_ in played if round_ not in facts.days]
    if undated and begin is not None and facts.end not in (None, begin):
        given = " or ".join(sorted({str(days[round_]) for round_ in undated}))
        which = f"rounds {', '.join(map(str, undated))}" if facts.days else "the rounds"
        odd.add(f"{which}: no date is told, so {given} is taken", "dates in a line 132")
    return days


IMPORTER = Importer(
    key="trf",
    title="FIDE tournament report (TRF)",
    recognise=recognise,
    read=read,
    source="https://handbook.fide.com/files/handbook/TRF26.pdf",
    numbers_of="fide",
    surest=0.97,
    begins=re.compile(rb"(###[^\r\n]*[\r\n]+)*0(12|01) "),
)
