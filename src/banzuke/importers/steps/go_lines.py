"""Lines of a table of a Go tournament: a player each, with the games at their end.

A game is written ``12+/b2`` or ``12+b2``: the opponent's number, how it ended, the colour and
the stones that Black received.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.go_cells import CELL, Cells, meanings
from banzuke.importers.steps.pairing import Halves
from banzuke.importers.steps.text_lines import plain
from banzuke.importers.steps.words import Words, is_digit, number_at, words_of
from banzuke.model.coded_names import clean_name
from banzuke.model.wording import counted

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]

#: A player's line: place, name, rank, and the rest; words are kept apart by single spaces.
LINE = r"(?:([0-9]{1,4}) )?([^0-9\s].*?) ([0-9]{1,2}[kdpKDP])(?: (.*))?"
#: No table has so many lines times rounds.
MOST_CELLS = 2_000_000
RIGHT_CELL = "one a round, such as 12+/b or 7-/w3, and 0- where nothing was played"
IS_RANK = np.zeros(256, dtype=np.bool_)
IS_RANK[list(b"kdpKDP")] = True
ONE_LINE, ONE_CELL = re.compile(LINE), re.compile(CELL)


class Lines(NamedTuple):
    """The lines of a table that could be read; n lines.

    rows : the file's rows; place : as printed, 0 for none
    names, families (the first words of the names), ranks
    first, second : the first and second word between rank and games, None where there is none
    words : of all lines, those between rank and games and those that are games
    begin, cells, end : of each line, its first word, its first game and the word after its last
    kept : which of the texts are these lines
    """

    rows: Ints
    place: Ints
    names: list[str]
    families: list[str]
    ranks: list[str]
    first: list[str | None]
    second: list[str | None]
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
    meant = meanings(words)
    cells = _last_run(meant.fits, begin, end)
    has_games = cells < end
    for at in np.flatnonzero(is_line & ~has_games).tolist():
        last = words.word(int(end[at]) - 1)
        found.wrong.add(f"no games end this line, but {last!r}", RIGHT_CELL, "", int(row[at]))
    kept = is_line & has_games
    if not kept.all():
        begin, cells, end, name, rank = (at[kept] for at in (begin, cells, end, name, rank))
    first, second = (_told(words, begin + at, cells) for at in range(2))
    names, families = _named(words, name, rank)
    ranks = words.between(rank, rank + 1)
    heads = row[kept], place[kept], names, families, ranks, first, second
    return Lines(*heads, words, meant, begin, cells, end, kept)


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
    number, digits = number_at(words, words.start[at])
    numbered = (digits > 0) & (digits == length[at])
    place: Ints = np.where(numbered, number, 0).astype(np.int64)
    name = first + numbered
    # The next rank after each word, beyond all words if there is none.
    ranks = np.append(np.flatnonzero(is_rank), count)
    rank = ranks[np.minimum(np.searchsorted(ranks, name + 1), len(ranks) - 1)]
    named = name < words.first[1:]
    named &= ~digit[np.minimum(name, count - 1)]
    rank = np.where(named & (rank < words.first[1:]), rank, -1)
    return place, name, rank.astype(np.int64, copy=False)


def _named(words: Words, name: Ints, rank: Ints) -> tuple[list[str], list[str]]:
    """Names and families; the parts of a name are joined by underscores."""
    names = words.between(name, rank)
    joined = "\n".join(names)
    if "  " in joined or "\t" in joined:
        names = [plain(one) for one in names]
    families = words.between(name, name + 1)
    if "_" in joined:
        names = [one.replace("_", " ") for one in names]
        families = [one.replace("_", " ") for one in families]
    return names, families


def _told(words: Words, at: Ints, cells: Ints) -> list[str | None]:
    """The words at some places, None for those that are games already."""
    there = np.minimum(at, cells)
    told: list[str | None] = [*words.between(there, there + 1)]
    for line in np.flatnonzero(at >= cells).tolist():
        told[line] = None
    return told


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
        before = lines.words.word(first - 1) if has_others else lines.ranks[line]
        has = counted(int(counts[line]), "game")
        what = f"{has} after {before!r} in this line, but {rounds} in most others"
        found.wrong.add(what, RIGHT_CELL, "", int(lines.rows[line]))
    return rounds, enough


def halves_of(lines: Lines, rounds: int, enough: Mask) -> Halves:
    """The games of all lines by round; a line with too few has none."""
    at = lines.end[:, None] - rounds + np.arange(rounds)[None, :]
    at = lines.meant.place[np.where(enough[:, None], at, 0)]
    halves = lines.meant.halves
    found = Halves(
        halves.opponent[at],
        halves.scored[at],
        halves.colour[at],
        halves.stones[at],
        halves.unplayed[at],
    )
    found.opponent[~enough] = 0
    return found


def numbers_of(lines: Lines, found: Findings) -> Ints:
    """By which numbers games name the players; places that are out of order are told.

    Who shares a place has that of the first, or none, and the number of the line.
    """
    if np.array_equal(lines.place, np.arange(1, len(lines.place) + 1)):
        return lines.place
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
