"""What a system expects of games that are not played yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from banzuke.engine.naming import players_meant
from banzuke.engine.pool_log import PoolLog
from banzuke.engine.rated import Rated
from banzuke.engine.replay import Run, forecast
from banzuke.engine.rulebook import Rulebook
from banzuke.model.errors import CannotDo, WrongUse
from banzuke.model.log import EMPTY, OF_ENTRIES, OPTIONAL_COLUMNS, Log
from banzuke.model.spelling import meant
from banzuke.model.system import GROUP, Capability

LineUp = Sequence[Sequence[str]]


def predict_game(
    rated: Rated, sides: LineUp, pool: str = "", handicaps: Sequence[Sequence[float]] | None = None
) -> list[float]:
    """The chance of each side of one game, in [0, 1], a draw counted half; they sum to 1.

    sides : the names of each side's players, as ``player_meant`` takes them
    handicaps : what each player receives, in the same shape
    Raises CannotDo, UnknownName and WrongUse as ``predict_log`` does.
    """
    return predict_games(rated, [sides], pool, None if handicaps is None else [handicaps])[0]


def predict_games(
    rated: Rated,
    games: Sequence[LineUp],
    pool: str = "",
    handicaps: Sequence[Sequence[Sequence[float]]] | None = None,
) -> list[list[float]]:
    """``predict_game`` of many games, each from the ratings as they stand."""
    for number, sides in enumerate(games):
        if len(sides) < 2 or any(len(side) == 0 for side in sides):
            raise WrongUse("a game has two sides or more, each of a player or more")
        shape = None if handicaps is None else list(map(len, handicaps[number]))
        if shape is not None and shape != list(map(len, sides)):
            raise WrongUse("handicaps must have the shape of the sides, one number a player")
    players = players_meant(rated, (name for sides in games for side in sides for name in side))
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
    covariates: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """The chance of each entry's side, float64[e]; games and covariates as in ``Log``.

    Raises CannotDo for games that the system does not rate or forecast and for handicaps that
    it does not use, WrongUse for a player who is in a game twice and for handicaps that it does
    not take, UnknownName for a pool that is not there.
    """
    run = run_of(rated, pool)
    refuse_impossible(rated, player, side, first)
    refuse_unrated(rated, run, player)
    refuse_uncompared(rated, run, player, first)
    line_ups = line_up_log(rated, run, player, side, first, handicap)
    if covariates is not None:
        line_ups = replace(line_ups, log=line_ups.log._replace(covariates=covariates))
    return forecast(line_ups, rated.rulebook, rated.state_at_list(run), rated.parameters(pool))


def refuse_unrated(rated: Rated, run: Run, player: NDArray[np.uint32]) -> None:
    """Raise CannotDo for players who have no rating, unless the system assumes one for them."""
    missing = player[~rated.has_rating(run)[player]]
    if len(missing) and not rated.rulebook.system.assumes:
        names = sorted({rated.told_as[code] for code in missing.tolist()})
        who = f"{', '.join(names)} {'has' if len(names) == 1 else 'have'}"
        raise CannotDo(f"no forecast: {who} no rating yet by {rated.rulebook.key}")


def refuse_uncompared(
    rated: Rated, run: Run, player: NDArray[np.uint32], first: NDArray[np.uint32]
) -> None:
    """Raise CannotDo for a game of players whose ratings say nothing of each other."""
    system = rated.rulebook.system
    names = [column.name for column in system.columns]
    if GROUP not in names:
        return
    group = rated.state_at_list(run)[names.index(GROUP)]
    if not len(group):
        return
    begin = first.astype(np.int64)
    heads = np.repeat(player[begin[:-1]], np.diff(begin))
    apart = np.flatnonzero(group[player] != group[heads])
    if len(apart):
        one, other = (rated.told_as[int(codes[apart[0]])] for codes in (heads, player))
        what = f"no forecast: no chain of results links {one} and {other}, and by"
        raise CannotDo(f"{what} {rated.rulebook.key} nothing else compares them")


def without_rating(rated: Rated, line_up: Sequence[Sequence[str]], pool: str = "") -> list[str]:
    """Who of a line-up, named as the results name them, has no rating: a forecast assumes one."""
    has_one = rated.has_rating(run_of(rated, pool))
    players = [name for side in line_up for name in side]
    return [name for name in players if not has_one[rated.names.index(name)]]


def run_of(rated: Rated, pool: str) -> Run:
    """The pool, replayed; raises UnknownName where there is none of that name."""
    pool = meant("pool", pool, [run.pool.pool for run in rated.runs])
    return next(run for run in rated.runs if run.pool.pool == pool)


def line_up_log(
    rated: Rated,
    run: Run,
    player: NDArray[np.uint32],
    side: NDArray[np.int32],
    first: NDArray[np.uint32],
    handicap: NDArray[np.float64] | None = None,
) -> PoolLog:
    """Games that are not played yet, as a log; each is a period of its own."""
    rulebook = rated.rulebook
    games = len(first) - 1
    columns = {name: np.zeros(0, dtype=kind) for name, kind in OPTIONAL_COLUMNS.items()}
    for name in rulebook.reads:
        size = len(player) if name in OF_ENTRIES else games
        if name == "covariates":
            size *= len(rulebook.covariates)
        columns[name] = np.full(size, EMPTY.get(name, 0), dtype=OPTIONAL_COLUMNS[name])
    if handicap is not None and _told_handicaps(rulebook, handicap):
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
    line_ups = PoolLog(run.pool.pool, log, run.pool.categories, none, None)
    if len(log.handicap):
        _refuse_handicaps(rated, line_ups)
    return line_ups


def _told_handicaps(rulebook: Rulebook, handicap: NDArray[np.float64]) -> bool:
    """Whether the system reads these handicaps; one that it would leave aside is refused."""
    if not np.isfinite(handicap).all():
        raise WrongUse("a handicap is a finite number")
    if "handicap" in rulebook.system.reads:
        return True
    if handicap.any():
        raise CannotDo(f"{rulebook.key} ({rulebook.system.title}) does not use handicaps")
    return False


def _refuse_handicaps(rated: Rated, line_ups: PoolLog) -> None:
    """Raise WrongUse with what the system has against handicaps, as against those of results."""
    system, log = rated.rulebook.system, line_ups.log
    if system.check is None:
        return
    parameters = rated.parameters(line_ups.pool)
    for found in system.check(log, system.rules(parameters, line_ups.categories)):
        if found.column == "handicap":
            name = rated.names[log.player[found.index]]
            raise WrongUse(f"the handicap of {name}: {found.what} ({found.right})")


def refuse_impossible(
    rated: Rated, player: NDArray[np.uint32], side: NDArray[np.int32], first: NDArray[np.uint32]
) -> None:
    """What the system does not claim, and players who are in a game twice."""
    system = rated.rulebook.system
    name = f"{rated.rulebook.key} ({system.title})"
    if system.predict is None:
        raise CannotDo(f"{name} does not forecast games")
    first = first.astype(np.int64)
    sizes = first[1:] - first[:-1]
    sides = side[first[1:] - 1].astype(np.int64) + 1
    if Capability.MANY_SIDES not in system.capabilities and (sides > 2).any():
        raise CannotDo(f"{name} rates games of two sides")
    if Capability.TEAMS not in system.capabilities and (sizes > sides).any():
        raise CannotDo(f"{name} rates single players, not teams")
    pairs = np.repeat(np.arange(len(sizes)), sizes) * len(rated.names) + player
    values, counts = np.unique(pairs, return_counts=True)
    if (counts > 1).any():
        twice = rated.names[int(values[counts > 1][0]) % len(rated.names)]
        raise WrongUse(f"{twice} is there twice")
