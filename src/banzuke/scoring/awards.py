"""Awards beside the standings: who played each role best."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple

from banzuke.model.ordering import natural_key
from banzuke.scoring.boards_compared import SoloParameters, game_key
from banzuke.scoring.field import Cell
from banzuke.scoring.shared_places import places_of
from banzuke.scoring.table import Standings


class Comparing(StrEnum):
    """What makes one game of a role better than another."""

    POINTS = "points, then score"
    SCORE = "score, then points"
    SCORE_ALONE = "score"
    ENDING = "ending, points, place"


class RoleLine(NamedTuple):
    """One game of a role.

    place : among the games of the role, 1 for the best, equal ones share it
    ranked : whether the player takes a place in the event; who does stands before who does not
    """

    place: int
    player: str
    round: str
    board: str
    points: Fraction
    score: Fraction | None
    ranked: bool


class BestOfRole(NamedTuple):
    """The games of one role (a country, a faction), the best first."""

    role: str
    lines: tuple[RoleLine, ...]

    @property
    def winners(self) -> tuple[str, ...]:
        """Who played it best."""
        return tuple(dict.fromkeys(line.player for line in self.lines if line.place == 1))


def best_of_roles(
    table: Standings, comparing: Comparing = Comparing.POINTS, *, solo: float = 18.0
) -> list[BestOfRole]:
    """The best games of each role of an event, over all its boards; roles in natural order.

    comparing : ``ENDING`` puts a win before a draw, a draw before an elimination, that before a
        loss to a solo, whatever they earned
    solo : the score that wins a game alone, for ``ENDING``
    """
    parameters = SoloParameters(solo=solo)
    found: dict[str, list[tuple[tuple[Any, ...], RoleLine]]] = {}
    for row in table.rows:
        for result in row.results:
            for cell in (line.cell for line in result.games if line.cell.role):
                ranked = row.place > 0
                key = (ranked, *_worth(cell, comparing, parameters))
                line = RoleLine(
                    0,
                    row.player,
                    table.rounds[cell.round],
                    cell.board,
                    cell.points,
                    cell.score,
                    ranked,
                )
                found.setdefault(cell.role, []).append((key, line))
    return [BestOfRole(role, _placed(found[role])) for role in sorted(found, key=natural_key)]


def _worth(cell: Cell, comparing: Comparing, parameters: SoloParameters) -> tuple[Any, ...]:
    """What orders games of a role, the best highest."""
    score = (cell.score is not None, cell.score or Fraction(0))
    if comparing is Comparing.SCORE_ALONE:
        return score
    if comparing is Comparing.SCORE:
        return (*score, cell.points)
    if comparing is Comparing.ENDING:
        return game_key(cell, parameters)
    return (cell.points, *score)


def _placed(games: list[tuple[tuple[Any, ...], RoleLine]]) -> tuple[RoleLine, ...]:
    """Games with their places, the best first, equal ones by name and round."""
    places = places_of([key for key, _ in games])
    lines = [line._replace(place=place) for place, (_, line) in zip(places, games, strict=True)]
    lines.sort(
        key=lambda line: (line.place, line.player, natural_key(line.round), natural_key(line.board))
    )
    return tuple(lines)
