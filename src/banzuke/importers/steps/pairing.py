"""Games of a table that has them twice, once in the line of each player, as columns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.importers.steps.findings import Findings
from banzuke.model.wording import counted

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]

#: What a player scored, in half points; NOT_TOLD where no result stands.
LOST, JIGO, WON, NOT_TOLD = 0, 1, 2, -1
WORDS = {WON: "won", JIGO: "drawn", LOST: "lost", NOT_TOLD: "no result"}

UNKNOWN, BLACK, WHITE = 0, 1, 2
COLOURS = {BLACK: "black", WHITE: "white"}

#: How a game ended, in the view of the player who stands higher in the table.
RESULTS = ("1-0", "1/2-1/2", "0-1", "*", "--")
BOTH_LOST = RESULTS.index("--")
#: By what both scored, each plus 1: the place in ``RESULTS``, -1 where the two do not fit.
ENDED = np.full((4, 4), -1, dtype=np.int64)
ENDED[WON + 1, LOST + 1], ENDED[JIGO + 1, JIGO + 1], ENDED[LOST + 1, WON + 1] = 0, 1, 2
ENDED[NOT_TOLD + 1, NOT_TOLD + 1], ENDED[LOST + 1, LOST + 1] = 3, BOTH_LOST


class Halves(NamedTuple):
    """Games as they stand in the lines of their players; each [lines, rounds].

    opponent : number of the opponent; 0 for a round without a game, -1 for what could not be read
    scored : in half points, or NOT_TOLD
    colour : BLACK, WHITE or UNKNOWN
    stones : handicap that Black received, -1 where it is not told
    unplayed : whether it was decided without play
    """

    opponent: Ints
    scored: Ints
    colour: Ints
    stones: Ints
    unplayed: Mask


class Table(NamedTuple):
    """Lines of a table, in its order.

    rows : the file's row of each line
    numbers : by which games name the players, from 1 and rising
    names : of the players
    read : whether the games of a line could be read, bool[lines]
    whole : whether there are no lines besides that could not be read
    """

    rows: Ints
    numbers: Ints
    names: pl.Series
    read: Mask
    whole: bool = True


class PairedGames(NamedTuple):
    """Games, each once, in the view of the player who stands higher in the table; g games.

    one, two : lines of the players; two is -1 for a bye
    round : from 1; result : place in ``RESULTS``, -1 for a bye
    colour : of the first player; stones : that Black received, -1 where it is not told
    """

    one: Ints
    two: Ints
    round: Ints
    result: Ints
    colour: Ints
    stones: Ints
    unplayed: Mask


def paired(table: Table, halves: Halves, found: Findings) -> PairedGames:
    """The games of a table, by line and round; what both lines of a game say must agree.

    Where they do not, the game is left out and told in ``found``, with row and round; the others
    of the same players stay. What is missing in a line that could not be read is not told.
    """
    opponent, scored, colour, stones, unplayed = halves
    rounds = np.arange(opponent.shape[1])[None, :]
    mine = np.arange(len(table.rows))[:, None]
    other = _lines_of(table, opponent)
    plays = table.read[:, None] & (opponent > 0)
    against = plays & (other >= 0) & (other != mine)
    # What could not be read says nothing against the lines of others.
    against &= table.read[other] & (opponent[other, rounds] >= 0)
    theirs = Halves(
        opponent[other, rounds],
        scored[other, rounds],
        colour[other, rounds],
        stones[other, rounds],
        unplayed[other, rounds],
    )
    mutual = against & (theirs.opponent == table.numbers[:, None])
    pair = mutual & (mine < other)
    result = ENDED[scored + 1, theirs.scored + 1]
    clash = pair & (result < 0)
    clash |= pair & (colour != UNKNOWN) & (colour == theirs.colour)
    clash |= pair & (stones != theirs.stones) & (np.minimum(stones, theirs.stones) >= 0)
    wrong = clash | (against & ~mutual) | (plays & (other == mine))
    if table.whole:
        wrong |= plays & (other < 0)
    for line, round_ in np.argwhere(wrong).tolist():
        _refuse(table, halves, found, (line, int(other[line, round_])), round_)
    for line, round_ in np.argwhere(pair & (result == BOTH_LOST) & ~unplayed).tolist():
        whom = _named(table, int(other[line, round_]))
        what = f"both {table.names[line]!r} and {whom} lost: read as not played"
        found.odd.add(what, "", f"round {round_ + 1}", int(table.rows[line]))
    byes = table.read[:, None] & (opponent == 0) & (scored == WON)
    one, at = np.nonzero((pair & ~clash) | byes)
    bye = byes[one, at]
    # Black and White are 1 and 2: what is left of 3 is the other colour.
    turned = np.where(theirs.colour == UNKNOWN, UNKNOWN, BLACK + WHITE - theirs.colour)
    return PairedGames(
        one=one,
        two=np.where(bye, -1, other[one, at]),
        round=at + 1,
        result=np.where(bye, -1, result[one, at]),
        colour=np.where(colour == UNKNOWN, turned, colour)[one, at],
        stones=np.maximum(stones, theirs.stones)[one, at],
        unplayed=(unplayed | theirs.unplayed | (result == BOTH_LOST))[one, at],
    )


def _lines_of(table: Table, numbers: Ints) -> Ints:
    """The line of each number, -1 where nobody has it."""
    last = int(table.numbers[-1]) if len(table.numbers) else 0
    lines = np.full(last + 2, -1)
    lines[table.numbers] = np.arange(len(table.numbers))
    return lines[np.minimum(numbers, last + 1)]


def _refuse(table: Table, halves: Halves, found: Findings, pair: tuple[int, int], at: int) -> None:
    """Tell what is wrong with the game of a line in a round, from 0."""
    one, two = pair
    opponent = int(halves.opponent[one, at])
    column, row = f"round {at + 1}", int(table.rows[one])
    if two < 0 or two == one:
        whose = "this player" if two == one else "no line of the table"
        right = f"another number from 1 to {int(table.numbers[-1])}"
        found.wrong.add(f"opponent {opponent} is {whose}", right, column, row)
        return
    right = "the same game in both lines"
    theirs = int(halves.opponent[two, at])
    if theirs != table.numbers[one]:
        whom = f"opponent {theirs}" if theirs else "no game"
        what = f"played against {table.names[two]!r}, whose line (row {table.rows[two]}) has {whom}"
        found.wrong.add(what, right, column, row)
        return
    for mine, other in _contradictions(halves, pair, at):
        what = f"{mine} here, but the line of {_named(table, two)} says {other}"
        found.wrong.add(what, right, column, row)


def _contradictions(halves: Halves, pair: tuple[int, int], at: int) -> list[tuple[str, str]]:
    """What the two lines of a game say of the same thing, where they differ."""
    scored, colour, stones = (
        (int(column[pair[0], at]), int(column[pair[1], at]))
        for column in (halves.scored, halves.colour, halves.stones)
    )
    said = []
    if ENDED[scored[0] + 1, scored[1] + 1] < 0:
        said.append((WORDS[scored[0]], WORDS[scored[1]]))
    if colour[0] == colour[1] != UNKNOWN:
        said.append((COLOURS[colour[0]], f"{COLOURS[colour[0]]}, too"))
    if stones[0] != stones[1] and min(stones) >= 0:
        said.append((counted(stones[0], "stone"), counted(stones[1], "stone")))
    return said


def _named(table: Table, line: int) -> str:
    return f"{table.names[line]!r} (row {table.rows[line]})"
