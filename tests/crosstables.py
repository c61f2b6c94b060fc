"""Tournaments of duels as arbiters write them: a line a player, a cell a round."""

from __future__ import annotations

import re
from fractions import Fraction

from banzuke.scoring.games import Game, RoundKind, Seat
from banzuke.scoring.standings import Entrants, Standings, standings
from banzuke.scoring.tournament import TournamentRule

BYES = {
    "U": RoundKind.BYE,
    "F": RoundKind.FULL_BYE,
    "H": RoundKind.HALF_BYE,
    "Z": RoundKind.ZERO_BYE,
}
PLACES = {"1": (1, 2), "0": (2, 1), "=": (1, 1), "+": (1, 2), "-": (2, 1)}


def games_from(text: str) -> list[Game]:
    """Games from lines as ``1 4w1 2b= U``: the opponent, the colour and the result, or a bye."""
    lines = [line.split() for line in text.strip().splitlines()]
    found = []
    for name, *cells in lines:
        for number, cell in enumerate(cells, 1):
            if cell in BYES:
                found.append(Game((Seat(name),), str(number), kind=BYES[cell]))
                continue
            opponent, colour, result = re.fullmatch(r"(\d+)([wb])([10=+-])", cell).groups()
            if int(opponent) < int(name):
                continue
            kind = RoundKind.FORFEIT if result in "+-" else RoundKind.PLAYED
            own, other = PLACES[result]
            seats = (
                Seat(name, own, first=colour == "w"),
                Seat(opponent, other, first=colour == "b"),
            )
            found.append(Game(seats, str(number), kind=kind))
    return found


def table(text: str, *tie_breaks: object, **known: object) -> Standings:
    """The standings of lines with these tie-breaks."""
    rule = TournamentRule(points="results", tie_breaks=tie_breaks)
    return standings(games_from(text), rule, Entrants(**known))


def column(told: Standings, number: int = 0) -> list[Fraction | None]:
    """The values of one tie-break, in the order of the players' names."""
    rows = sorted(told.rows, key=lambda row: int(row.player))
    return [row.tie_breaks[number] for row in rows]
