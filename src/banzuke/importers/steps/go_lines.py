"""Lines of a table of a Go tournament: a player each, with the games at their end.

A game is written ``12+/b2`` or ``12+b2``: the opponent's number, how it ended, the colour and
the stones that Black received.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.pairing import (
    BLACK,
    JIGO,
    LOST,
    NOT_TOLD,
    UNKNOWN,
    WHITE,
    WON,
    Halves,
)
from banzuke.importers.steps.text_lines import plain
from banzuke.importers.steps.words import Words, is_digit, number_at, words_of
from banzuke.model.coded_names import clean_name
from banzuke.model.wording import counted

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]

Value = TypeVar("Value", bound=np.generic)

#: A player's line: place, name, rank, and the rest; words are kept apart by single spaces.
LINE = r"(?:([0-9]{1,5}) )?([^0-9\s].*?) ([0-9]{1,2}[kdpKDP])(?: (.*))?"
#: A game: the opponent's number, how it ended, the colour with the stones that Black received.
CELL = r"([0-9]{1,5})([+\-=?])(?:([/!]?)([wbWB])([0-9]{0,2}))?(!?)"
#: No table has so many lines times rounds.
MOST_CELLS = 2_000_000
RIGHT_CELL = "one a round, such as 12+/b or 7-/w3, and 0- where nothing was played"
#: By the letter: what a player scored, and the colour.
NO_SIGN = -2
SCORES = np.full(256, NO_SIGN)
SCORES[[ord("+"), ord("="), ord("-"), ord("?")]] = WON, JIGO, LOST, NOT_TOLD
SHADES = np.full(256, UNKNOWN)
SHADES[[ord("b"), ord("B"), ord("w"), ord("W")]] = BLACK, BLACK, WHITE, WHITE
IS_RANK = np.zeros(256, dtype=np.bool_)
IS_RANK[list(b"kdpKDP")] = True
ONE_LINE, ONE_CELL = re.compile(LINE), re.compile(CELL)


class Cells(NamedTuple):
    """What each word of all lines means as a game; w words.

    fits : whether it may be one; a score such as ``39?``, half a point lost, is none
    plain_draw : whether it is one such as ``39=``, which may be a score, too
    """

    fits: Mask
    plain_draw: Mask
    halves: Halves


class Lines(NamedTuple):
    """The lines of a table that could be read; n lines.

    rows : the file's rows; place : as printed, 0 for none
    frame : name, family (the first word of the name), rank, and the first and second word between
        rank and games, null where there is none
    words : of all lines, those between rank and games and those that are games
    begin, cells, end : of each line, its first word, its first game and the word after its last
    kept : which of the texts are these lines
    """

    rows: Ints
    place: Ints
    frame: pl.DataFrame
    words: Words
    meant: Cells
    begin: Ints
    cells: Ints
    end: Ints
    kept: Mask

    @property
    def whole(self) -> bool:
        """Whether all texts are lines that could be read."""
        return bool(self.kept.all())


def read_lines(texts: Sequence[str], rows: Sequence[int], right: str, found: Findings) -> Lines:
    """Take the lines of a table apart, by ``LINE``; what is none, or has no games, is told.

    rows : the file's row of each text; right : what a line has
    """
    words = words_of(texts)
    place, name, rank = _heads(words)
    row = np.asarray(rows, dtype=np.int64)
    is_line = rank >= 0
    for at in np.flatnonzero(~is_line).tolist():
        what = f"no line of a player: {clean_name(texts[at])[:60]!r}"
        found.wrong.add(what, right, "", int(row[at]))
    end = words.first[1:]
    begin = np.where(is_line, rank + 1, end)
    meant = _meanings(words)
    cells = _last_run(meant.fits, begin, end)
    has_games = cells < end
    for at in np.flatnonzero(is_line & ~has_games).tolist():
        last = words.word(int(end[at]) - 1)
        found.wrong.add(f"no games end this line, but {last!r}", RIGHT_CELL, "", int(row[at]))
    kept = is_line & has_games
    begin, cells, end, name, rank = (column[kept] for column in (begin, cells, end, name, rank))
    frame = _frame(words, name, rank, begin, cells)
    return Lines(row[kept], place[kept], frame, words, meant, begin, cells, end, kept)


def _heads(words: Words) -> tuple[Ints, Ints, Ints]:
    """Of each text the place (0 for none), the first word of the name, and the word of the rank.

    The rank is -1 where a text is no player's line.
    """
    first, count = words.first[:-1], len(words.start)
    if not count:
        return np.zeros(len(first), dtype=np.int64), first, np.full(len(first), -1)
    length = words.end - words.start
    last = words.data[words.end - 1]
    digit = is_digit(words.data[words.start])
    # Of one letter or two before the last one, both are digits.
    inner = digit & is_digit(words.data[np.maximum(words.end - 2, 0)])
    is_rank = inner & IS_RANK[last] & ((length == 2) | (length == 3))
    at = np.minimum(first, count - 1)
    place, digits = number_at(words, words.start[at])
    numbered = (digits > 0) & (digits == length[at])
    place = np.where(numbered, place, 0)
    name = first + numbered
    # The next rank after each word, beyond all words if there is none.
    ranks = np.append(np.flatnonzero(is_rank), count)
    rank = ranks[np.minimum(np.searchsorted(ranks, name + 1), len(ranks) - 1)]
    named = name < words.first[1:]
    named &= ~digit[np.minimum(name, count - 1)]
    return place, name, np.where(named & (rank < words.first[1:]), rank, -1)


def _frame(words: Words, name: Ints, rank: Ints, begin: Ints, cells: Ints) -> pl.DataFrame:
    """What stands before the games; see ``Lines``."""
    names = words.between(name, rank)
    if any("  " in one or "\t" in one for one in names):
        names = [plain(one) for one in names]
    said: dict[str, list[str | None]] = {}
    for number, column in enumerate(("first", "second")):
        there = begin + number < cells
        at = np.where(there, begin + number, 0)
        told = words.between(at, at + 1)
        said[column] = [text if has else None for text, has in zip(told, there, strict=True)]
    # The parts of a name are joined by underscores.
    columns = {
        "name": [one.replace("_", " ") for one in names],
        "family": [one.partition(" ")[0].replace("_", " ") for one in names],
        "rank": words.between(rank, rank + 1),
        **said,
    }
    return pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String))


def _meanings(words: Words) -> Cells:
    """What words mean as games: ``CELL``, letter by letter, in a fraction of its time."""
    count = len(words.start)
    if not count:
        none = np.zeros(0, dtype=np.int64)
        return Cells(none > 0, none > 0, Halves(none, none, none, none, none > 0))
    which = np.flatnonzero(is_digit(words.data[words.start]))
    start = words.start[which]

    def at(place: Ints) -> NDArray[np.uint8]:
        found: NDArray[np.uint8] = words.padded[start + place]
        return found

    opponent, digits = number_at(words, start)
    scored = SCORES[at(digits)]
    mark = at(digits + 1)
    marked = (mark == ord("/")) | (mark == ord("!"))
    colour_at = digits + 1 + marked
    colour = SHADES[at(colour_at)]
    told = colour != UNKNOWN
    one, two = at(colour_at + 1), at(colour_at + 2)
    has_one = told & is_digit(one)
    has_two = has_one & is_digit(two)
    stones = has_one * (one.astype(np.int64) - ord("0"))
    stones = np.where(has_two, 10 * stones + two - ord("0"), stones)
    # A mark without a colour is none, but may be that which ends a game decided without play.
    rest = np.where(told, colour_at + 1 + has_one + has_two, digits + 1)
    default = at(rest) == ord("!")
    fits = (scored != NO_SIGN) & (at(rest + default) <= ord(" ")) & (told | (scored != NOT_TOLD))

    def of_all(values: NDArray[Value], other: int) -> NDArray[Value]:
        found = np.full(count, other, dtype=values.dtype)
        found[which] = values
        return found

    halves = Halves(
        opponent=of_all(opponent, 0),
        scored=of_all(np.where(fits, scored, NOT_TOLD), NOT_TOLD),
        colour=of_all(colour, UNKNOWN),
        # Where no colour is told, the stones are to be reckoned from the grades.
        stones=of_all(np.where(told, stones, -1), -1),
        unplayed=of_all(default | (told & (mark == ord("!"))), 0),
    )
    plain_draw = fits & (scored == JIGO) & ~told
    return Cells(of_all(fits, 0), of_all(plain_draw, 0), halves)


def _last_run(fits: Mask, begin: Ints, end: Ints) -> Ints:
    """Where the words begin that end each line and may all be games."""
    # Of the words that are no games, the last one before each word, -1 for none.
    last = np.maximum.accumulate(np.append([-1], np.where(fits, -1, np.arange(len(fits)))))
    found: Ints = np.maximum(begin, last[end] + 1)
    return found


def count_rounds(lines: Lines, found: Findings) -> tuple[int, Mask]:
    """How many rounds there were, and which lines have so many games; others are told.

    That is as many as most lines have. A score with half a point, as ``39=``, may stand before a
    line's games and look like one.
    """
    counts = lines.end - lines.cells
    if not len(counts):
        return 0, np.zeros(0, dtype=np.bool_)
    rounds = int(np.bincount(counts).argmax())
    if len(counts) * rounds > MOST_CELLS:
        what = f"{len(counts)} lines of {rounds} games are no tournament"
        found.wrong.add(what, "the table of one tournament")
        return 0, np.zeros(len(counts), dtype=np.bool_)
    enough = counts >= rounds
    for line in np.flatnonzero(counts != rounds).tolist():
        first, last = int(lines.cells[line]), int(lines.end[line]) - rounds
        if enough[line] and lines.meant.plain_draw[first:last].all():
            continue
        has_others = first > lines.begin[line]
        before = lines.words.word(first - 1) if has_others else lines.frame["rank"][line]
        has = counted(int(counts[line]), "game")
        what = f"{has} after {before!r} in this line, but {rounds} in most others"
        found.wrong.add(what, RIGHT_CELL, "", int(lines.rows[line]))
    return rounds, enough


def halves_of(lines: Lines, rounds: int, enough: Mask) -> Halves:
    """The games of all lines by round; a line with too few has none."""
    at = lines.end[:, None] - rounds + np.arange(rounds)[None, :]
    at = np.where(enough[:, None], at, 0)
    opponent, *others = (column[at] for column in lines.meant.halves)
    return Halves(np.where(enough[:, None], opponent, 0), *others)


def numbers_of(lines: Lines, found: Findings) -> Ints:
    """By which numbers games name the players; places that are out of order are told.

    Who shares a place has that of the first, or none, and the number of the line.
    """
    numbers = []
    last = printed = 0
    # A line that could not be read has a number, too.
    skipped = (np.diff(np.flatnonzero(lines.kept), prepend=-1) - 1).tolist()
    for line, place in enumerate(lines.place.tolist()):
        follows = place in (0, last + 1, printed) or last < place <= last + 1 + skipped[line]
        if not follows:
            what = f"place {place} after {last} lines" if last else f"the first place is {place}"
            right = "places from 1 in order, since games name the opponent's"
            found.wrong.add(what, right, "place", int(lines.rows[line]))
        last = place if follows and place > last else last + 1
        printed = place or printed
        numbers.append(last)
    return np.array(numbers, dtype=np.int64)


def cells_at_end(text: str) -> list[str]:
    """The games that end a line, to recognise a table by; none if it is no player's."""
    match = ONE_LINE.fullmatch(text)
    words = (match[4] or "").split() if match else []
    begin = len(words)
    while begin > 0 and ONE_CELL.fullmatch(words[begin - 1]):
        begin -= 1
    return words[begin:]
