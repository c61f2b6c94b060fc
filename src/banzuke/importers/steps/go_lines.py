"""Lines of a table of a Go tournament: a player each, with the games at their end.

A game is written ``12+/b2`` or ``12+b2``: the opponent's number, how it ended, the colour and
the stones that Black received.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

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
from banzuke.model.coded_names import clean_name
from banzuke.model.wording import counted

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]

#: A player's line: place, name, rank, and the rest. The pattern is one of Python and of Polars.
LINE = r"(?:([0-9]{1,5}) )?([^0-9\s].*?) ([0-9]{1,2}[kdpKDP])(?: (.*))?"
#: A game: the opponent's number, how it ended, the colour with the stones that Black received.
CELL = r"([0-9]{1,5})([+\-=?])(?:([/!]?)([wbWB])([0-9]{0,2}))?(!?)"
RIGHT_CELL = "one a round, such as 12+/b or 7-/w3, and 0- where nothing was played"
MOST_DIGITS, MOST_LETTERS = 5, 11
#: By the letter: what a player scored, and the colour.
NO_SIGN = -2
SCORES = np.full(256, NO_SIGN)
SCORES[[ord("+"), ord("="), ord("-"), ord("?")]] = WON, JIGO, LOST, NOT_TOLD
SHADES = np.full(256, UNKNOWN)
SHADES[[ord("b"), ord("B"), ord("w"), ord("W")]] = BLACK, BLACK, WHITE, WHITE
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
    words : of all lines, those between rank and games and those that are games
    begin, cells, end : of each line, the place of its first word, first game and after its last
    kept : which of the texts are these lines
    whole : whether all texts are
    """

    rows: Ints
    place: Ints
    name: pl.Series
    rank: pl.Series
    words: pl.Series
    meant: Cells
    begin: Ints
    cells: Ints
    end: Ints
    kept: Mask
    whole: bool

    def word(self, number: int) -> pl.Series:
        """The words between rank and games with this number, from 0; null where there is none."""
        at = self.begin + number
        there = pl.Series(at < self.cells)
        found = self.words.gather(np.minimum(at, len(self.words) - 1))
        return pl.select(pl.when(there).then(found)).to_series()


def read_lines(texts: Sequence[str], rows: Sequence[int], right: str, found: Findings) -> Lines:
    """Take the lines of a table apart; what is no player's line, or has no games, is told.

    texts : as ``plain`` makes them; rows : the file's row of each
    right : what a line has
    """
    every = pl.Series("text", texts, dtype=pl.String)
    parts = every.to_frame().select(
        pl.col("text").str.extract_groups(f"^{LINE}$").struct.rename_fields(["p", "n", "r", "w"])
    )["text"]
    # A name and a rank stand in every player's line.
    is_line = parts.struct.field("r").is_not_null()
    row = np.asarray(rows, dtype=np.int64)
    for text in np.flatnonzero(~is_line.to_numpy()).tolist():
        what = f"no line of a player: {clean_name(texts[text])[:60]!r}"
        found.wrong.add(what, right, "", int(row[text]))
    table = pl.DataFrame({"part": parts, "at": np.arange(len(texts))}).filter(is_line)
    table = table.unnest("part").with_columns(pl.col("w").fill_null("").str.split(" "))
    counts = table["w"].list.len().to_numpy().astype(np.int64)
    words = table["w"].list.explode() if len(table) else pl.Series(dtype=pl.String)
    meant = _meanings(words)
    end = np.cumsum(counts)
    begin = end - counts
    cells = _last_run(meant.fits, begin, end)
    at = table["at"].to_numpy()
    has_games = cells < end
    for line in np.flatnonzero(~has_games).tolist():
        last = words[int(end[line]) - 1] or table["r"][line]
        found.wrong.add(f"no games end this line, but {last!r}", RIGHT_CELL, "", int(row[at[line]]))
    table = table.filter(pl.Series(has_games))
    kept = np.zeros(len(texts), dtype=np.bool_)
    kept[at[has_games]] = True
    return Lines(
        rows=row[kept],
        place=table["p"].cast(pl.Int64).fill_null(0).to_numpy(),
        name=table["n"],
        rank=table["r"],
        words=words,
        meant=meant,
        begin=begin[has_games],
        cells=cells[has_games],
        end=end[has_games],
        kept=kept,
        whole=bool(kept.all()),
    )


def _meanings(words: pl.Series) -> Cells:
    """What words mean as games: ``CELL``, letter by letter, in a fraction of its time."""
    letters = _letters(words)
    digit = (letters >= ord("0")) & (letters <= ord("9"))
    length = digit.argmin(axis=1)
    opponent = np.zeros(len(letters), dtype=np.int64)
    for place in range(MOST_DIGITS):
        opponent = np.where(place < length, 10 * opponent + letters[:, place] - ord("0"), opponent)
    scored = SCORES[_at(letters, length)]
    mark = _at(letters, length + 1)
    marked = (mark == ord("/")) | (mark == ord("!"))
    at = length + 1 + marked
    colour = SHADES[_at(letters, at)]
    told = colour != UNKNOWN
    one = told & _at(digit, at + 1)
    two = one & _at(digit, at + 2)
    stones = one * (_at(letters, at + 1).astype(np.int64) - ord("0"))
    stones = np.where(two, 10 * stones + _at(letters, at + 2) - ord("0"), stones)
    # A mark without a colour is none, but may be that which ends a game decided without play.
    at = np.where(told, at + 1 + one + two, length + 1)
    default = _at(letters, at) == ord("!")
    fits = (length > 0) & (length <= MOST_DIGITS) & (scored != NO_SIGN)
    fits &= (_at(letters, at + default) == 0) & (told | (scored != NOT_TOLD))
    halves = Halves(
        opponent=opponent,
        scored=np.where(fits, scored, NOT_TOLD),
        colour=colour,
        # Where no colour is told, the stones are to be reckoned from the grades.
        stones=np.where(told, stones, -1),
        unplayed=default | (told & (mark == ord("!"))),
    )
    return Cells(fits, fits & (scored == JIGO) & ~told, halves)


def _letters(words: pl.Series) -> NDArray[np.uint8]:
    """The letters of words that may be games, uint8[w, MOST_LETTERS + 2], zeros behind them."""
    short = (pl.col("word").str.len_bytes() <= MOST_LETTERS) & (
        pl.col("word").str.len_bytes() == pl.col("word").str.len_chars()
    )
    padded = pl.when(short).then("word").otherwise(pl.lit("")).str.pad_end(MOST_LETTERS + 2, "\0")
    joined = words.alias("word").to_frame().select(padded.str.join(""))["word"]
    text = joined[0] if len(words) else ""
    return np.frombuffer(text.encode(), dtype=np.uint8).reshape(-1, MOST_LETTERS + 2)


def _at(table: NDArray[Any], place: Ints) -> NDArray[Any]:
    """Of each row of a table the value at a place of its own; the last one for those beyond."""
    last = table.shape[1] - 1
    found: NDArray[Any] = table[np.arange(len(table)), np.minimum(place, last)]
    return found


def _last_run(fits: Mask, begin: Ints, end: Ints) -> Ints:
    """Where the words begin that end each line and may all be games."""
    if not len(begin):
        return begin
    # Of the words that are no games, the last one of each line.
    last = np.maximum.reduceat(np.where(fits, -1, np.arange(len(fits))), begin)
    return np.where(last < begin, begin, last + 1)


def count_rounds(lines: Lines, found: Findings) -> tuple[int, Mask]:
    """How many rounds there were, and which lines have so many games; others are told.

    That is as many as most lines have. A score with half a point, as ``39=``, may stand before a
    line's games and look like one.
    """
    counts = lines.end - lines.cells
    if not len(counts):
        return 0, np.zeros(0, dtype=np.bool_)
    rounds = int(np.bincount(counts).argmax())
    enough = counts >= rounds
    for line in np.flatnonzero(counts != rounds).tolist():
        first, last = int(lines.cells[line]), int(lines.end[line]) - rounds
        if enough[line] and lines.meant.plain_draw[first:last].all():
            continue
        before = lines.words[first - 1] if first > lines.begin[line] else lines.rank[line]
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
