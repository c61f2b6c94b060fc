"""Games of a table that has them twice, once in the line of each of the two players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from banzuke.importers.steps.findings import Findings
from banzuke.model.wording import counted

#: What a player scored, in half points; NOT_TOLD where no result stands.
LOST, JIGO, WON, NOT_TOLD = 0, 1, 2, -1

RESULTS = {
    (WON, LOST): "1-0",
    (JIGO, JIGO): "1/2-1/2",
    (LOST, WON): "0-1",
    (NOT_TOLD, NOT_TOLD): "*",
    (LOST, LOST): "--",
}
OTHER_COLOUR = {"b": "w", "w": "b", "": ""}
COLOURS = {"b": "black", "w": "white"}
WORDS = {WON: "won", JIGO: "drawn", LOST: "lost", NOT_TOLD: "no result"}


class Half(NamedTuple):
    """A game as it stands in the line of one of its players.

    opponent : number of the opponent, counted from 1; 0 for a round without a game, -1 for what
        could not be read
    scored : in half points, or NOT_TOLD
    colour : "b", "w", or "" where it is not told
    stones : handicap that Black received, -1 where it is not told
    unplayed : whether it was decided without play
    """

    opponent: int
    scored: int
    colour: str = ""
    stones: int = -1
    unplayed: bool = False


@dataclass(frozen=True)
class PairedGame:
    """A game in the view of the player who stands higher in the table.

    one, two : places of the players among the lines, from 0; two is -1 for a bye
    round : from 1
    result : of the first player, as ``1-0``; "" for a bye
    """

    one: int
    two: int
    round: int
    result: str
    colour: str = ""
    stones: int = -1
    unplayed: bool = False


class Table(NamedTuple):
    """Lines of a table, in its order.

    rows : the file's row of each line
    names : of the players
    halves : of each line those of rounds 1, 2, …; None for a line that could not be read
    whole : whether there are no more lines that could not be read
    """

    rows: Sequence[int]
    names: Sequence[str]
    halves: Sequence[Sequence[Half] | None]
    whole: bool = True


def paired(table: Table, found: Findings) -> list[PairedGame]:
    """The games of a table, each once, by line and round; what both lines say must agree.

    Where they do not, the game is left out and told in ``found``, with row and round; the others
    of the same players stay. What is missing in a line that could not be read is not told.
    """
    games: list[PairedGame] = []
    halves = table.halves
    for one, line in enumerate(halves):
        for round_, half in enumerate(line or (), start=1):
            two = half.opponent - 1
            if two < 0:
                if half.scored == WON:
                    games.append(PairedGame(one, -1, round_, ""))
            elif two >= len(halves) or two == one:
                if table.whole or two == one:
                    _refuse_opponent(table, found, one, round_, half)
            elif (theirs := halves[two]) is not None:
                other = theirs[round_ - 1] if round_ <= len(theirs) else Half(0, NOT_TOLD)
                if other.opponent < 0:
                    continue  # it is told
                if other.opponent != one + 1:
                    _refuse_one_sided(table, found, (one, two), round_, other)
                elif one < two:
                    games += _agreed(table, found, (one, two), round_, (half, other))
    return games


def _agreed(
    table: Table, found: Findings, pair: tuple[int, int], round_: int, halves: tuple[Half, Half]
) -> list[PairedGame]:
    """The game of which these are the halves; none if they contradict each other."""
    half, other = halves
    result = RESULTS.get((half.scored, other.scored))
    colours = half.colour == "" or half.colour != other.colour
    stones = half.stones == other.stones or min(half.stones, other.stones) < 0
    if result is None or not colours or not stones:
        _refuse_contradiction(table, found, pair, round_, halves)
        return []
    one, two = pair
    if result == "--" and not half.unplayed:
        what = f"both {table.names[one]!r} and {_named(table, two)} lost: read as not played"
        found.odd.add(what, "", f"round {round_}", table.rows[one])
    colour = half.colour or OTHER_COLOUR[other.colour]
    unplayed = half.unplayed or other.unplayed or result == "--"
    given = max(half.stones, other.stones)
    return [PairedGame(one, two, round_, result, colour, given, unplayed)]


def _named(table: Table, line: int) -> str:
    return f"{table.names[line]!r} (row {table.rows[line]})"


def _refuse_contradiction(
    table: Table, found: Findings, pair: tuple[int, int], round_: int, halves: tuple[Half, Half]
) -> None:
    """Tell in what the two lines of a game differ."""
    one, two = pair
    half, other = halves
    said = []
    if (half.scored, other.scored) not in RESULTS:
        said.append((WORDS[half.scored], WORDS[other.scored]))
    if half.colour and half.colour == other.colour:
        said.append((COLOURS[half.colour], f"{COLOURS[half.colour]}, too"))
    if half.stones != other.stones and min(half.stones, other.stones) >= 0:
        said.append((counted(half.stones, "stone"), counted(other.stones, "stone")))
    for mine, theirs in said:
        what = f"{mine} here, but the line of {_named(table, two)} says {theirs}"
        found.wrong.add(what, "the same game in both lines", f"round {round_}", table.rows[one])


def _refuse_opponent(table: Table, found: Findings, one: int, round_: int, half: Half) -> None:
    """Tell of an opponent who is nobody, or the player."""
    whose = "this player" if half.opponent - 1 == one else "no line of the table"
    what = f"opponent {half.opponent} is {whose}"
    right = f"another number from 1 to {len(table.rows)}"
    found.wrong.add(what, right, f"round {round_}", table.rows[one])


def _refuse_one_sided(
    table: Table, found: Findings, pair: tuple[int, int], round_: int, other: Half
) -> None:
    """Tell of a game that stands in the line of one player only."""
    one, two = pair
    rows = table.rows
    whom = f"opponent {other.opponent}" if other.opponent else "no game"
    what = f"played against {table.names[two]!r}, whose line (row {rows[two]}) has {whom}"
    found.wrong.add(what, "the same game in both lines", f"round {round_}", rows[one])
