"""Games of a table that has them twice, once in the line of each player, read cell by cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from banzuke.importers.steps import pairing
from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.pairing import NOT_TOLD

#: How ``pairing`` numbers the colours.
CODES = {"": pairing.UNKNOWN, "b": pairing.BLACK, "w": pairing.WHITE}

#: Numbers above are all alike: nobody has one.
MOST = 10**9


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
    rounds = max((len(line) for line in table.halves if line is not None), default=0)
    none = Half(0, NOT_TOLD)
    lines = [[*(line or ()), *[none] * (rounds - len(line or ()))] for line in table.halves]
    columns = np.array(
        [
            [(min(h.opponent, MOST), h.scored, CODES[h.colour], h.stones, h.unplayed) for h in line]
            for line in lines
        ],
        dtype=np.int64,
    ).reshape(len(lines), rounds, 5)
    opponent, scored, colour, stones, unplayed = np.moveaxis(columns, 2, 0)
    games = pairing.paired(
        pairing.Table(
            np.array(table.rows, dtype=np.int64),
            np.arange(1, len(lines) + 1),
            table.names,
            np.array([line is not None for line in table.halves], dtype=np.bool_),
            table.whole,
        ),
        pairing.Halves(opponent, scored, colour, stones, unplayed.astype(np.bool_)),
        found,
    )
    results = [*pairing.RESULTS, ""]
    letters = {code: letter for letter, code in CODES.items()}
    return [
        PairedGame(one, two, round_, results[result], letters[colour], stones, unplayed)
        for one, two, round_, result, colour, stones, unplayed in zip(
            *(column.tolist() for column in games), strict=True
        )
    ]
