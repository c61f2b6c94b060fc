"""Games of a table that has them twice, once in the line of each player, as columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from banzuke.importers.steps.findings import Findings
from banzuke.model.wording import counted

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]
#: Whole numbers that may be kept in less room.
Small = NDArray[np.signedinteger[Any]]
Value = TypeVar("Value", bound=np.generic)

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

    opponent: Small
    scored: Small
    colour: Small
    stones: Small
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
    names: Sequence[str]
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
    opponent, scored = halves.opponent, halves.scored
    rounds = opponent.shape[1]
    mine = np.arange(len(table.rows))[:, None]
    other = _lines_of(table, opponent)
    plays = opponent > 0
    if not table.read.all():
        plays &= table.read[:, None]
    against = plays & (other >= 0) & (other != mine)
    back = other * rounds + np.arange(rounds)
    answer = opponent.ravel()[back]
    if not table.read.all() or (opponent < 0).any():
        # What could not be read says nothing against the lines of others.
        against &= table.read[other] & (answer >= 0)
    mutual = against & (answer == table.numbers[:, None])
    byes = table.read[:, None] & (opponent == 0) & (scored == WON)
    # Each game by the line of who stands higher, and byes among them.
    one, at = np.nonzero((mutual & (mine < other)) | byes)
    here = one * rounds + at
    bye = opponent.ravel()[here] == 0
    there = np.where(bye, here, back.ravel()[here])
    pair = _both(halves, here, there)
    pair.result[bye] = -1
    clash = ~bye & _contradict(pair)
    wrong = (against & ~mutual) | (plays & (other == mine))
    if table.whole:
        wrong |= plays & (other < 0)
    wrong.ravel()[here[clash]] = True
    for line, round_ in np.argwhere(wrong).tolist() if wrong.any() else ():
        _refuse(table, halves, found, (line, int(other[line, round_])), round_)
    games = _as_games(pair, (one, there // max(rounds, 1)), at, bye)
    unexpected = (pair.result == BOTH_LOST) & ~pair.unplayed[0] & ~clash
    for game in np.flatnonzero(unexpected).tolist():
        whom = _named(table, int(games.two[game]))
        what = f"both {table.names[one[game]]!r} and {whom} lost: read as not played"
        found.odd.add(what, "", f"round {at[game] + 1}", int(table.rows[one[game]]))
    return PairedGames(*(column[~clash] for column in games)) if clash.any() else games


def _as_games(pair: Pairs, lines: tuple[Ints, Ints], at: Ints, bye: Mask) -> PairedGames:
    """What both lines of each game say, as one.

    lines : of both players; at : the round, from 0
    """
    one, two = lines
    (colour, theirs), unplayed = pair.colour, pair.unplayed
    # Black and White are 1 and 2: what is left of 3 is the other colour.
    turned = np.where(theirs == UNKNOWN, UNKNOWN, BLACK + WHITE - theirs)
    return PairedGames(
        one=one,
        two=np.where(bye, -1, two),
        round=at + 1,
        result=pair.result,
        colour=np.where((colour == UNKNOWN) & ~bye, turned, colour),
        stones=np.maximum(*pair.stones),
        unplayed=unplayed[0] | unplayed[1] | (pair.result == BOTH_LOST),
    )


class Pairs(NamedTuple):
    """What the lines of both players say of each game: theirs beside mine, where there are two."""

    result: Ints
    colour: tuple[Ints, Ints]
    stones: tuple[Ints, Ints]
    unplayed: tuple[Mask, Mask]


def _both(halves: Halves, here: Ints, there: Ints) -> Pairs:
    """What stands at some places of the halves, and at those of the opponents."""

    def two(column: NDArray[Value]) -> tuple[NDArray[Value], NDArray[Value]]:
        values = column.ravel()
        return values[here], values[there]

    mine, theirs = two(halves.scored)
    result = ENDED[mine + 1, theirs + 1]
    return Pairs(result, two(halves.colour), two(halves.stones), two(halves.unplayed))


def _contradict(pair: Pairs) -> Mask:
    """Whether the two lines of a game contradict each other."""
    (colour, theirs), (stones, others) = pair.colour, pair.stones
    clash: Mask = pair.result < 0
    clash |= (colour != UNKNOWN) & (colour == theirs)
    clash |= (stones != others) & (np.minimum(stones, others) >= 0)
    return clash


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
