"""What a system expects of games that are not played yet."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from banzuke.engine.rated import Rated
from banzuke.engine.replay import forecast, newest_parameters
from banzuke.engine.selection import PoolLog
from banzuke.model.errors import CannotDo, UnknownName, WrongUse
from banzuke.model.log import OPTIONAL_COLUMNS, Log

Line_up = Sequence[Sequence[str]]


def predict_game(
    rated: Rated, sides: Line_up, pool: str = "", handicaps: Sequence[Sequence[float]] | None = None
) -> list[float]:
    """The chance of each side of one game, in [0, 1], a draw counted half; they sum to 1.

    sides : the names of each side's players
    handicaps : what each player receives, in the same shape
    """
    return predict_games(rated, [sides], pool, None if handicaps is None else [handicaps])[0]


def predict_games(
    rated: Rated,
    games: Sequence[Line_up],
    pool: str = "",
    handicaps: Sequence[Sequence[Sequence[float]]] | None = None,
) -> list[list[float]]:
    """``predict_game`` of many games, each from the ratings as they stand."""
    index = {name: code for code, name in enumerate(rated.names)}
    for sides in games:
        names = [name for side in sides for name in side]
        if len(sides) < 2 or any(len(side) == 0 for side in sides):
            raise WrongUse("a game has two sides or more, each of a player or more")
        for name in names:
            if name not in index:
                raise UnknownName("player", name, rated.names)
            if names.count(name) > 1:
                raise WrongUse(f"{name} is there twice")
    players = [index[name] for sides in games for side in sides for name in side]
    numbers = [number for sides in games for number, side in enumerate(sides) for _ in side]
    sizes = [sum(len(side) for side in sides) for sides in games]
    given = (
        [v for game in handicaps for side in game for v in side] if handicaps is not None else None
    )
    first = np.concatenate([[0], np.cumsum(sizes)]).astype(np.uint32)
    chance = predict_log(
        rated,
        np.array(players, dtype=np.uint32),
        np.array(numbers, dtype=np.int32),
        first,
        pool,
        None if given is None else np.array(given, dtype=np.float64),
    )
    found = []
    for number, sides in enumerate(games):
        at = int(first[number])
        heads = np.cumsum([0, *(len(side) for side in sides[:-1])]) + at
        found.append(chance[heads].tolist())
    return found


def predict_log(
    rated: Rated,
    player: NDArray[np.uint32],
    side: NDArray[np.int32],
    first: NDArray[np.uint32],
    pool: str = "",
    handicap: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """The chance of each entry's side, float64[e]; games as in ``Log``."""
    rulebook = rated.rulebook
    if rulebook.system.predict is None:
        raise CannotDo(f"{rulebook.key} ({rulebook.system.title}) does not forecast games")
    run = next((run for run in rated.runs if run.pool.pool == pool), None)
    if run is None:
        raise UnknownName("pool", pool, [run.pool.pool for run in rated.runs])
    games = len(first) - 1
    columns = {name: np.zeros(0, dtype=kind) for name, kind in OPTIONAL_COLUMNS.items()}
    for name in rulebook.system.reads:
        default = 1.0 if name in ("play", "weight") else 0.0
        size = len(player) if name in ("score", "handicap", "advantage", "play") else games
        columns[name] = np.full(size, default, dtype=OPTIONAL_COLUMNS[name])
    if handicap is not None and "handicap" in columns:
        columns["handicap"] = handicap
    log = Log(
        period=np.arange(games + 1, dtype=np.uint32),
        game=first,
        player=player,
        side=side,
        place=np.zeros(len(player), dtype=np.int32),
        **columns,
    )
    none = np.zeros(0, dtype=np.int64)
    line_ups = PoolLog(pool, log, run.pool.categories, none, None)
    return forecast(line_ups, rulebook, run.state, newest_parameters(rulebook, pool))
