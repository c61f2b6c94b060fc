"""Lines of a table of a Go tournament: a player each, with the games at their end.

A game is written ``12+/b2`` or ``12+b2``: the opponent's number, how it ended, the colour and
the stones that Black received.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.half_games import JIGO, LOST, NOT_TOLD, WON, Half
from banzuke.model.coded_names import clean_name

#: A game: the opponent's number, how it ended, the colour with the stones that Black received.
CELL = re.compile(r"(\d{1,5})([+\-=?])(?:([/!]?)([wbWB])(\d{0,2}))?(!?)")
SCORED = {"+": WON, "=": JIGO, "-": LOST, "?": NOT_TOLD}
RIGHT_CELL = "one a round, such as 12+/b or 7-/w3, and 0- where nothing was played"
LINE = re.compile(r"(?:(\d{1,5}) )?([^\d\s].*?) (\d{1,2}[kdpKDP])(?: (.*))?")


class Who(NamedTuple):
    """What a line says of its player besides; "" for nothing."""

    nation: str = ""
    club: str = ""
    id: str = ""


class Entrant(NamedTuple):
    """A line of the table: who, and the games, as they are written.

    number : by which games name this player, from 1
    cells : the last words of the line that may be games; the first of them may be a score
    before : the word before them
    """

    row: int
    number: int
    name: str
    rank: str
    who: Who
    cells: list[str]
    before: str


@dataclass
class Tournament:
    """What the comments of a file say; None and "" are what they do not.

    reduction : grades that an untold handicap is less than the difference of the grades
    whole : whether every line of the table could be read
    """

    event: str = ""
    place: str = ""
    category: str | None = None
    begin: date | None = None
    end: date | None = None
    komi: float | None = None
    board_size: int | None = None
    reduction: int | None = None
    entrants: list[Entrant] = field(default_factory=list)
    whole: bool = True
    printed: int = 0

    def add(self, words: Words, who: Who, row: int, found: Findings) -> None:
        """Add a line of the table; one that has no games is told."""
        if not words.cells:
            last = [words.rank, *words.others][-1]
            found.wrong.add(f"no games end this line, but {last!r}", RIGHT_CELL, "", row)
            self.whole = False
            return
        number = self._number(words.place, row, found)
        before = words.others[-1] if words.others else words.rank
        self.entrants.append(Entrant(row, number, words.name, words.rank, who, words.cells, before))

    def skip(self, text: str, right: str, row: int, found: Findings) -> None:
        """Tell of a line that is no player's; ``right`` is what such a line has."""
        what = f"no line of a player: {clean_name(text)[:60]!r}"
        found.wrong.add(what, right, "", row)
        self.whole = False

    def _number(self, place: int, row: int, found: Findings) -> int:
        """By which number games name the player of the next line.

        place : as printed, 0 for none; who shares one has that of the first, or none
        """
        last = self.entrants[-1].number if self.entrants else 0
        follows = place in (0, last + 1, self.printed) or (place > last and not self.whole)
        if not follows:
            what = f"place {place} after {last} lines" if last else f"the first place is {place}"
            right = "places from 1 in order, since games name the opponent's"
            found.wrong.add(what, right, "place", row)
        self.printed = place or self.printed
        return place if follows and place > last else last + 1


def is_cell(word: str) -> bool:
    """Whether a word may be a game; a score such as ``39?``, half a point lost, is none."""
    match = CELL.fullmatch(word)
    return match is not None and (match[2] != "?" or match[4] is not None)


def last_cells(words: Sequence[str]) -> list[str]:
    """Those words at the end of a line that may be games."""
    begin = len(words)
    while begin > 0 and is_cell(words[begin - 1]):
        begin -= 1
    return list(words[begin:])


def half_of(cell: str) -> Half:
    """What a game means."""
    match = CELL.fullmatch(cell)
    if match is None:
        return Half(0, NOT_TOLD)
    opponent, scored, mark, colour, stones, default = match.groups()
    told = colour is not None
    return Half(
        int(opponent),
        SCORED[scored],
        (colour or "").lower(),
        # Where nothing follows the result, the stones are to be reckoned from the grades.
        int(stones or 0) if told else -1,
        mark == "!" or default == "!",
    )


def spaced(name: str) -> str:
    """A name of several words, which the tables join by underscores."""
    return clean_name(name.replace("_", " "))


class Words(NamedTuple):
    """A line of the table, taken apart.

    others : the words between the rank and the games
    """

    place: int
    name: str
    rank: str
    others: list[str]
    cells: list[str]


def split_line(text: str) -> Words | None:
    """The parts of a player's line; None if it is none. It may have no games."""
    match = LINE.fullmatch(text)
    if match is None:
        return None
    place, name, rank, rest = match.groups()
    words = (rest or "").split()
    cells = last_cells(words)
    return Words(int(place or 0), name, rank, words[: len(words) - len(cells)], cells)


def has_games(text: str) -> bool:
    """Whether a line is a player's, with games at its end."""
    words = split_line(text)
    return words is not None and bool(words.cells)
