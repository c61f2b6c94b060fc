"""Best game: by how it ended, then by points, then by place."""

from __future__ import annotations

from banzuke.model.parameters import parameter
from banzuke.model.phrases import listed, phrase
from banzuke.scoring.boards_compared import DAANZ, SoloParameters, ending, game_key
from banzuke.scoring.exact import shown
from banzuke.scoring.field import Cell, Field
from banzuke.scoring.tie_break import TieBreak, Values, by_order


class BestGameParameters(SoloParameters):
    """Which game is compared."""

    number: int = parameter(1, "the best game, the second best, …", ge=1)


def values(field: Field, parameters: BestGameParameters) -> Values:
    """The order of the games that are compared; ``worded`` says the game."""
    chosen = [_game(field, player, parameters) for player in range(len(field))]
    return by_order([None if cell is None else game_key(cell, parameters) for cell in chosen])


def worded(field: Field, parameters: BestGameParameters, player: int) -> str:
    """The game in words, as ``draw, 60 points, place 1``."""
    cell = _game(field, player, parameters)
    if cell is None:
        return ""
    points = shown(cell.points)
    worth = phrase("1 point") if cell.points == 1 else phrase("{points} points", points=points)
    words = [phrase(ending(cell, parameters)), worth]
    if cell.place:
        words.append(phrase("place {place}", place=cell.place))
    return listed(words, ", ")


def called(parameters: BestGameParameters) -> str:
    """Which game is compared."""
    if parameters.number == 1:
        return phrase("best game")
    return phrase("best game, number {number}", number=parameters.number)


def _game(field: Field, player: int, parameters: BestGameParameters) -> Cell | None:
    """The game that is compared; None if the player has fewer."""
    games = sorted(field.played(player), key=lambda cell: game_key(cell, parameters), reverse=True)
    return games[parameters.number - 1] if len(games) >= parameters.number else None


TIE_BREAK = TieBreak(
    key="best-game",
    title="best game",
    summary="The player's best game: a win before a draw, a draw before an elimination, that "
    "before a loss to a solo, even if a loss earned more points; then points; then the place, "
    "which counts more the fewer share it.",
    source=DAANZ,
    values=values,
    parameters=BestGameParameters,
    called=called,
    worded=worded,
)
