"""What a points curve is: what a place of an event is worth, by the size of the event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from banzuke.model.parameters import Parameters, parameter
from banzuke.model.phrases import phrase, phrases


@dataclass(frozen=True)
class Size:
    """How large an event was.

    players : who took a place; boards : how many each round had; games : how many each of all
        players had
    """

    players: int
    boards: tuple[int, ...] = ()
    games: tuple[int, ...] = ()

    def boards_of(self, rounds: int) -> int:
        """The boards of so many largest rounds, of all for 0."""
        return sum(sorted(self.boards, reverse=True)[: rounds or len(self.boards)])


class SizedParameters(Parameters):
    """By what the size of an event is measured."""

    measure: Literal["players", "boards", "games"] = parameter(
        "players",
        "what measures an event: its players, the boards of its rounds, or the games of all "
        "players added",
    )
    largest_rounds: int = parameter(
        0, "of boards only those of so many largest rounds count; 0 for all", unit="rounds", ge=0
    )
    most_games: int = parameter(
        0, "of a player at most so many games count; 0 for all", unit="games", ge=0
    )


def measured(size: Size, parameters: SizedParameters) -> int:
    """The size of an event by its measure."""
    if parameters.measure == "players":
        return size.players
    if parameters.measure == "boards":
        return size.boards_of(parameters.largest_rounds)
    most = parameters.most_games
    return sum(min(games, most) if most else games for games in size.games)


@dataclass(frozen=True)
class Curve:
    """A points curve: who it is, and its functions.

    key : short name; title, summary : what it is, in words
    parameters : what can be set
    points(place, size, parameters) -> what a place from 1 is worth, exact
    why(place, size, parameters) -> how that comes about, in a few words
    """

    key: str
    title: str
    summary: str
    parameters: type[Parameters]
    points: Callable[[int, Size, Any], Fraction]
    why: Callable[[int, Size, Any], str]


def place_words(place: int, size: Size) -> str:
    """A place in words: ``place 3 of 20``."""
    return phrase("place {place} of {players}", place=place, players=size.players)


def size_words(size: Size, parameters: SizedParameters) -> str:
    """The size of an event in words: ``12 boards``."""
    count = measured(size, parameters)
    if parameters.measure == "players":
        return phrases("{count} player", "{count} players", count)
    if parameters.measure == "boards":
        return phrases("{count} board", "{count} boards", count)
    return phrases("{count} game", "{count} games", count)


def nth(values: Sequence[float], place: int, otherwise: float) -> float:
    """The value of a place from 1; ``otherwise`` behind the last."""
    return values[place - 1] if place <= len(values) else otherwise
