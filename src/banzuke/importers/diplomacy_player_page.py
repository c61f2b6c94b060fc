"""Pages of the World Diplomacy Database with the events of one player under a ranking.

Such a page of the Dip Pouch Tournament Rating, saved as text, has the player's name, "International
ranking (National ranking)4 (2) Score84.08", and an event a line, in which all run together:
"2019-09-01World DipCon XXIX 20196/3820.0085.53" is place 6 of 38, coefficient 20.00, percentile
85.53. The percentile tells where the parts are divided: it follows from place and players.

A file may hold the pages of several players. What the coefficient tells of an event, that it was
a World Championship or had one round, is taken from it and told.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from pathlib import Path

import polars as pl

from banzuke.importers.steps.diplomacy_page import (
    GAP,
    MOST_CHARACTERS,
    Line,
    one_kind_of_line_end,
    plain_spaces,
    split_lines,
    start_of_page,
    text_of,
)
from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.tournament_reading import Games, reading_of
from banzuke.model.importer import Importer, Reading, ReadOptions
from banzuke.model.names import sort_name, why_no_name
from banzuke.model.wording import counted

HEADER = re.compile(
    rf"{GAP}Date{GAP}Country{GAP}Name of the tournament{GAP}Rank{GAP}Coeff ?1{GAP}Score{GAP}",
    re.IGNORECASE,
)
STANDING = re.compile(
    rf"{GAP}International ranking{GAP}\(National ranking\).*Score.*", re.IGNORECASE
)
#: Day, name with the place, players with the coefficient, percentile.
ROW = re.compile(
    rf"(\d{{4}}-\d{{2}}-\d{{2}}){GAP}([^/]*(?:/[^/]*)*?\d)/(\d{{1,9}})"
    rf"(?:{GAP}(\d{{1,9}}))?(\.\d{{2}}|{GAP}-){GAP}(\d{{1,3}}\.\d{{2}})"
)
RANKING = "Dip Pouch Tournament Rating"
RIGHT = "day, event, place/players, coefficient, percentile, as the page prints them"
CHAMPIONSHIP, CAP = Fraction(20), Fraction(15)
FIRST_YEAR = 2001
MOST_DIGITS = 4


@dataclass(frozen=True)
class Entry:
    """An event of a player; coefficient is None where none is printed."""

    line: int
    player: str
    event: str
    day: date
    place: int
    players: int
    coefficient: Fraction | None


def recognise(sample: bytes, path: Path) -> float:
    """How surely a file that begins with ``sample`` is such a page, 0 to 1."""
    lines = map(plain_spaces, start_of_page(sample).split("\n"))
    return 0.995 if any(map(HEADER.fullmatch, lines)) else 0.0


def read(path: Path, options: ReadOptions) -> Reading:
    """Read the events of a player as standings with one row each.

    The frame has ``event, player, place, date, event_end`` (both the last day),
    ``event_players``, ``event_rounds`` and ``event_category`` as far as the coefficient tells
    them, and the note ``coeff_1``. Of ``options`` only the encoding means something. Raises
    ResultsRefused with every problem, UnknownName for an encoding.
    """
    found = Findings(path.name)
    text = one_kind_of_line_end(text_of(path, options.encoding, found))
    entries = list(_entries(split_lines(text), found))
    if not entries and not found.wrong.found:
        found.wrong.add("no event of a player is in this file", RIGHT)
    _tell_coefficients(entries, found)
    names = list(dict.fromkeys(entry.player for entry in entries))
    players = pl.DataFrame(
        {"player": names, "sort_name": [sort_name(name) for name in names]},
        schema={"player": pl.String, "sort_name": pl.String},
    )
    first = [next(e.line for e in entries if e.player == name) for name in names]
    games = Games(_frame(entries, found), [entry.line for entry in entries], players, first)
    return reading_of(games, found, frozenset())


def _entries(lines: list[Line], found: Findings) -> Iterator[Entry]:
    """The events of all players, line by line; what is none among them is told."""
    player = above = ""
    reading = False
    for number, line in lines:
        text = plain_spaces(line[:MOST_CHARACTERS])
        if not text:
            continue
        if STANDING.fullmatch(text):
            player, reading = found.clean(above, number - 1, "player"), False
            if why := why_no_name(player):
                what = f"{player!r} stands where the player's name should: it {why}"
                found.wrong.add(what, "the name above the rankings", "player", number - 1)
        elif HEADER.fullmatch(text):
            reading = True
            if not player:
                found.wrong.add("no name of a player above this line", "", "player", number)
        elif reading and re.match(r"\d{4}-\d{2}-\d{2}", text):
            entry = _entry(player, text, number, found)
            if entry is not None:
                yield entry
        above = text


def _entry(player: str, text: str, line: int, found: Findings) -> Entry | None:
    """An event's line; None, which is told, if it cannot be divided."""
    match = ROW.fullmatch(text)
    try:
        day = date.fromisoformat(text[:10])
    except ValueError:
        found.wrong.add(f"{text[:10]!r} is no day", RIGHT, "date", line)
        return None
    ways = _ways(match, player, day, line) if match else []
    if len({(way.place, way.players) for way in ways}) > 1:
        # Names of events mostly end with their year.
        ways = [way for way in ways if way.event.endswith(str(day.year))] or ways
    if len(ways) != 1:
        what = f"{text[:80]!r} is not an event with the percentile of its place"
        if ways:
            said = " or ".join(f"place {way.place} of {way.players}" for way in ways)
            what = f"{text[:80]!r} may be {said}"
        found.wrong.add(what, RIGHT, "place", line)
        return None
    return ways[0]


def _ways(match: re.Match[str], player: str, day: date, line: int) -> list[Entry]:
    """All ways to divide an event's line of which the percentile is right."""
    named, size, value, cents, percentile = match.group(2, 3, 4, 5, 6)
    cents = plain_spaces(cents)
    digits = len(named) - len(named.rstrip("0123456789"))
    sizes = [(size, value)] if value is not None else _sizes(size, cents)
    found = []
    for length in range(1, min(digits, MOST_DIGITS) + 1):
        name, place = named[:-length].strip(), named[-length:]
        for players, whole in sizes:
            if place[0] == "0" or not name or not 1 <= int(place) <= int(players):
                continue
            exact = (int(players) + Fraction(1, 2) - int(place)) / int(players) * 100
            if abs(exact - Fraction(percentile)) > Fraction(1, 200):
                continue
            coefficient = None if cents == "-" else Fraction(f"{whole}{cents}")
            found.append(Entry(line, player, name, day, int(place), int(players), coefficient))
    return found


def _sizes(digits: str, cents: str) -> list[tuple[str, str]]:
    """The ways to divide digits into a number of players and the whole part of a coefficient."""
    if cents == "-":
        return [(digits, "")]
    return [
        (digits[:at], digits[at:])
        for at in range(1, min(len(digits), MOST_DIGITS + 1))
        if digits[0] != "0" and (digits[at] != "0" or at == len(digits) - 1)
    ]


def _rounds(entry: Entry) -> int | None:
    """1 for one round, 2 for several, by the coefficient; None where it does not tell."""
    one, several = (
        min(entry.players / Fraction(size) + 2, CAP) for size in (Fraction(7), Fraction(7, 2))
    )
    fits = [
        entry.coefficient is not None and abs(entry.coefficient - value) <= Fraction(1, 200)
        for value in (one, several)
    ]
    return {(True, False): 1, (False, True): 2}.get((fits[0], fits[1]))


def _is_championship(entry: Entry) -> bool:
    return entry.coefficient == CHAMPIONSHIP


def _tell_coefficients(entries: list[Entry], found: Findings) -> None:
    """What is taken from coefficients, and which of them fit no event."""
    told = [entry for entry in entries if _rounds(entry) or _is_championship(entry)]
    if told:
        events = counted(len(told), "event")
        what = f"of {events} the coefficient tells the kind: World Championship, one round or more"
        right = "2 stands for any number of rounds above one"
        found.odd.add(what, right, "event_rounds", told[0].line)
    for entry in entries:
        without_value = entry.coefficient == 0 and entry.day.year < FIRST_YEAR
        capped = entry.coefficient == CAP and entry.players / Fraction(7) + 2 >= CAP
        if entry not in told and not without_value and not capped:
            value = "-" if entry.coefficient is None else f"{float(entry.coefficient):.2f}"
            what = f"coefficient {value} is none of an event of {entry.players} players"
            found.odd.add(what, f"as the {RANKING} gives them", "coeff_1", entry.line)


def _frame(entries: list[Entry], found: Findings) -> pl.DataFrame:
    """The standings; events of one name and several days are told apart by the day."""
    days = Counter(name for name, _ in {(entry.event, entry.day) for entry in entries})
    rows = []
    for entry in entries:
        event = entry.event
        if days[event] > 1:
            event = f"{event} ({entry.day})"
            found.odd.add(
                f"several events are called {entry.event!r}: {event!r}", "", "", entry.line
            )
        category = "world championship" if _is_championship(entry) else None
        value = None if entry.coefficient is None else float(entry.coefficient)
        facts = (entry.players, _rounds(entry), category, value)
        rows.append((event, entry.player, entry.place, entry.day, entry.day, *facts))
    schema: dict[str, pl.DataType] = {
        "event": pl.String(),
        "player": pl.String(),
        "place": pl.Int64(),
        "date": pl.Date(),
        "event_end": pl.Date(),
        "event_players": pl.Int64(),
        "event_rounds": pl.Int64(),
        "event_category": pl.String(),
        "coeff_1": pl.Float64(),
    }
    return pl.DataFrame(rows, schema=schema, orient="row")


IMPORTER = Importer(
    key="wdd-player",
    title="World Diplomacy Database page of a player in a ranking, saved as text or HTML",
    recognise=recognise,
    read=read,
    source="https://world-diplomacy-database.com/php/ranking/ranking_player.php",
    surest=0.995,
)
