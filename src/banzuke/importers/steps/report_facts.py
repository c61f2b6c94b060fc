"""What a FIDE tournament report says of the event: dates, rounds, points, time control, teams."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime

from banzuke.importers.steps.report_lines import MOST_ROUNDS, ROUNDS, WIDTH, Line, Report
from banzuke.importers.steps.time_controls import fide_class
from banzuke.model.row_problems import Problems

IN_WORDS = ("%b %d, %Y", "%d %b %Y", "%B %d, %Y", "%d %B %Y")
#: A year of two figures from here on is of the last century.
FIRST_OF_1900S = 70

#: Points of each code where the report does not say others.
USUAL_POINTS = {
    **dict.fromkeys("1+WFU", 1.0),
    **dict.fromkeys("=DHX", 0.5),
    **dict.fromkeys("0-LZ ", 0.0),
}
#: What the tags 162 and XXS, and those of bbpPairings, call the codes that they give points to.
CALLED = {
    "W": "1+WF",
    "D": "=DH",
    "L": "0L",
    "A": "-Z ",
    "Z": "Z ",
    "P": "U",
    "X": "X",
    "WW": "1W",
    "BW": "1W",
    "WD": "=D",
    "BD": "=D",
    "WL": "0L",
    "BL": "0L",
    "ZPB": "Z ",
    "HPB": "H",
    "FPB": "F",
    "PAB": "U",
    "FW": "+",
    "FL": "-",
    "BBW": "1+WF",
    "BBD": "=DH",
    "BBL": "0L",
    "BBZ": "Z ",
    "BBF": "-",
    "BBU": "U",
}

#: What the allotted time may say in one word.
TIME_CLASSES = ("standard", "rapid", "blitz")

_POINTS = re.compile(r"([WDLAPXZ])\s*(\d{1,3}(?:\.\d+)?)")
_NAMED_POINTS = re.compile(r"([A-Z]{1,3})\s*=\s*(\d*\.?\d+)")
_NUMBERS = re.compile(r"(?<!\S)\d{1,4}(?!\S)", re.ASCII)
_FIGURES = re.compile(r"(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})\Z")


@dataclass
class Facts:
    """What a report says of its event.

    begin, end : None where it does not say; days : {round: its date}
    rounds, players : as declared, None where not
    points : {code: points}; told : whether the report says them
    time_class : standard, rapid or blitz by the coded time control, "" where there is none
    teams : [(name, numbers of its players)]
    """

    name: str = ""
    begin: date | None = None
    end: date | None = None
    days: dict[int, date] = field(default_factory=dict)
    rounds: int | None = None
    players: int | None = None
    points: dict[str, float] = field(default_factory=lambda: dict(USUAL_POINTS))
    told: bool = False
    time_class: str = ""
    teams: list[tuple[str, list[int]]] = field(default_factory=list)


def read_facts(report: Report, date_format: str, wrong: Problems, odd: Problems) -> Facts:
    """What the report says of its event; what cannot be read is told."""
    facts = Facts()
    names = [line for line in report.of("012") if line.content]
    for line in names[1:]:
        what = f"a second tournament begins here, after line {names[0].number}"
        wrong.add(what, "a file for each tournament", "", line.number)
    facts.name = names[0].content if names else ""
    facts.begin = _date_of(report.first("042"), date_format, wrong, odd)
    facts.end = _date_of(report.first("052"), date_format, wrong, odd)
    if facts.begin and facts.end and facts.begin > facts.end:
        line = report.of("042")[0]
        what = f"the event begins on {facts.begin}, after its end on {facts.end}"
        wrong.add(what, "042 is the first day and 052 the last", "", line.number)
        facts.begin = facts.end = None
    facts.days = _round_dates(report, facts, date_format, wrong)
    facts.rounds = _count(report, "142", odd) or _count(report, "XXR", odd)
    facts.players = _count(report, "062", odd)
    _points(report, facts)
    control, allotted = report.first("222"), report.first("122")
    if control is not None:
        facts.time_class = _time_class(control, odd)
    elif allotted is not None and allotted.content.lower() in TIME_CLASSES:
        facts.time_class = allotted.content.lower()
    facts.teams = _teams(report)
    return facts


def parse_date(text: str, date_format: str = "") -> list[date]:
    """The dates that a text can be, the likeliest first; none if it is none.

    date_format : strftime pattern, "" for year, month and day, or day, month and year, in
        figures, or a month in words
    """
    if date_format:
        return _by_pattern(text, (date_format,))
    parts = _FIGURES.match(text)
    if parts is None:
        return _by_pattern(text, IN_WORDS)
    one, month, two = parts[1], int(parts[2]), parts[3]
    found = []
    for year, day in ((one, two), (two, one)):
        if len(year) in (2, 4) and len(day) <= 2:
            century = 0 if len(year) == 4 else 1900 if int(year) >= FIRST_OF_1900S else 2000
            with suppress(ValueError):
                found.append(date(century + int(year), month, int(day)))
    return found


def _by_pattern(text: str, forms: tuple[str, ...]) -> list[date]:
    found = []
    for form in forms:
        with suppress(ValueError):
            found.append(datetime.strptime(text, form).date())  # noqa: DTZ007  # a day has no zone
    return found


def _date_of(line: Line | None, date_format: str, wrong: Problems, odd: Problems) -> date | None:
    if line is None:
        return None
    text = line.content
    found = parse_date(text, date_format)
    if not found:
        right = "year, month and day, as 2026/05/31; --date-format says another form"
        wrong.add(f"{text!r} is no date", right, "", line.number)
        return None
    day = found[0]
    if not date_format and day.day <= 12 and text.endswith(str(day.year)) and text[0].isdigit():
        what = f"{text} is read as day, month and year: {day}"
        odd.add(what, "--date-format says another form", "", line.number)
    return day


def _round_dates(
    report: Report, facts: Facts, date_format: str, wrong: Problems
) -> dict[int, date]:
    """The dates of the rounds, within the event's."""
    found: dict[int, date] = {}
    line = report.first("132")
    if line is None:
        return found
    cells = [line.text[at : at + WIDTH] for at in range(ROUNDS, len(line.text), WIDTH)]
    for round_, cell in enumerate(cells[:MOST_ROUNDS], 1):
        text = cell.strip()
        if not text or not text.strip("0/.-"):
            continue
        begin = ROUNDS + WIDTH * (round_ - 1) + 1
        column = f"{begin}-{begin + 7} (round {round_})"
        every = parse_date(text) or parse_date(text, date_format)
        if facts.begin is None or facts.end is None:
            every = every[:1]
        day = next((day for day in every if _within(day, facts)), None)
        if day is not None:
            found[round_] = day
        elif not every:
            right = "year, month and day, as 26/05/31"
            wrong.add(f"{text!r} is no date of a round", right, column, line.number)
        else:
            event = f"{facts.begin or '…'} to {facts.end or '…'}"
            what = f"dated {every[0]}, but the event {event}"
            wrong.add(what, "a day of the event, in 132, 042 or 052", column, line.number)
    return found


def _within(day: date, facts: Facts) -> bool:
    return (facts.begin or day) <= day <= (facts.end or day)


def _count(report: Report, tag: str, odd: Problems) -> int | None:
    """A number that a line begins with; None, and told, where it does not."""
    line = report.first(tag)
    if line is None:
        return None
    digits = re.match(r"\d{1,9}", line.content)
    if digits is None:
        odd.add(f"{line.content!r} is no number", "a whole number", "", line.number)
        return None
    return int(digits[0]) or None


def _points(report: Report, facts: Facts) -> None:
    """The points of each code: by 162, or as pairing programs say them."""
    said = [pair for line in report.of("162") for pair in _POINTS.findall(line.text[4:])]
    said += [pair for line in report.of("XXS") for pair in _NAMED_POINTS.findall(line.text[4:])]
    for tag in ("BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"):
        line = report.first(tag)
        if line is not None and re.fullmatch(r"\d+(\.\d+)?", line.content):
            said.append((tag, line.content))
    for name, points in said:
        for code in CALLED.get(name, ""):
            facts.points[code] = float(points)
    facts.told = bool(said)
    named = {name for name, _ in said}
    if said and not named & {"P", "PAB", "BBU"}:
        facts.points["U"] = facts.points["1"]


def _time_class(line: Line, odd: Problems) -> str:
    """standard, rapid or blitz; "" for what cannot be read, which is told."""
    found = fide_class(line.content.split("-")[0].removeprefix("W"))
    if not found:
        odd.add(f"{line.content!r} is no time control", "as 5400+30", "", line.number)
    return found


def _teams(report: Report) -> list[tuple[str, list[int]]]:
    """Each team's name and its players' numbers, by 310 or else by the older 013."""
    new = [(line.field(slice(8, 40)), line.text[73:]) for line in report.of("310")]
    old = [(line.field(slice(4, 36)), line.text[36:]) for line in report.of("013")]
    return [(name, list(map(int, _NUMBERS.findall(text)))) for name, text in new or old]
