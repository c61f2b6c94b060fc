"""How likely each outcome of a game is: who is first, second and last, and who shares a place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from banzuke.engine.naming import players_meant
from banzuke.engine.predicting import (
    line_up_log,
    refuse_impossible,
    refuse_uncompared,
    refuse_unrated,
    run_of,
)
from banzuke.engine.rated import Rated
from banzuke.engine.replay import Run
from banzuke.engine.rulebook import Rulebook
from banzuke.model.errors import CannotDo, WrongUse
from banzuke.model.log import Log
from banzuke.numeric.compiling import uncompiled

#: Five sides can end in 541 ways, six in 4,683.
MOST_SIDES = 5


class Outcome(NamedTuple):
    """One way in which a game can end.

    places : one a side, 1 is best, as in results; chance : in [0, 1]
    """

    places: tuple[int, ...]
    chance: float


def outcomes(rated: Rated, sides: Sequence[Sequence[str]], pool: str = "") -> list[Outcome]:
    """Every way in which a game can end and its chance, the likeliest first; they sum to 1.

    sides : the names of each side's players, as ``player_meant`` takes them, of two to five sides
    Raises CannotDo where the system does not know how likely a shared place is, of more sides, or
    of players who have no rating; WrongUse and UnknownName as ``predict_game``.
    """
    likelihood = likelihood_of(rated.rulebook)
    if len(sides) < 2 or any(len(side) == 0 for side in sides):
        raise WrongUse("a game has two sides or more, each of a player or more")
    if len(sides) > MOST_SIDES:
        raise CannotDo(f"outcomes are told of games of up to {MOST_SIDES} sides")
    codes = [players_meant(rated, side) for side in sides]
    ways = list(rankings(len(sides)))
    log, run = game_of(rated, codes, pool)
    rules = rated.rulebook.system.rules(rated.parameters(pool), run.pool.categories)
    read = [uncompiled(value) for value in (rated.state_at_list(run), log, rules)]
    chances = map(float, likelihood(*read, ways))
    found = [Outcome(way, chance) for way, chance in zip(ways, chances, strict=True)]
    return sorted((one for one in found if one.chance > 0.0), key=lambda one: -one.chance)


def likelihood_of(rulebook: Rulebook) -> Callable[..., Sequence[float]]:
    """The function of the system; raises CannotDo where it has none."""
    if rulebook.system.likelihood is None:
        name = f"{rulebook.key} ({rulebook.system.title})"
        raise CannotDo(f"{name} does not say how likely a shared place is")
    return rulebook.system.likelihood


def game_of(rated: Rated, sides: Sequence[Sequence[int]], pool: str) -> tuple[Log, Run]:
    """A log of one game, of sides that are codes of players, and the pool in which it would be."""
    run = run_of(rated, pool)
    player = np.array([code for side in sides for code in side], dtype=np.uint32)
    side = np.repeat(np.arange(len(sides), dtype=np.int32), [len(side) for side in sides])
    first = np.array([0, len(player)], dtype=np.uint32)
    refuse_impossible(rated, player, side, first)
    refuse_unrated(rated, run, player)
    refuse_uncompared(rated, run, player, first)
    return line_up_log(rated, run, player, side, first).log, run


def rankings(sides: int) -> Iterator[tuple[int, ...]]:
    """All places that ``sides`` sides can take, shared ones as in 1, 2, 2, 4."""
    for places in _placed(list(range(sides)), 1):
        yield tuple(places[side] for side in range(sides))


def _placed(sides: list[int], place: int) -> Iterator[dict[int, int]]:
    """All places from ``place`` on that sides can take: any group of them comes first."""
    if not sides:
        yield {}
    for chosen in range(1, 2 ** len(sides)):
        group = [side for at, side in enumerate(sides) if chosen >> at & 1]
        rest = [side for at, side in enumerate(sides) if not chosen >> at & 1]
        for others in _placed(rest, place + len(group)):
            yield dict.fromkeys(group, place) | others
