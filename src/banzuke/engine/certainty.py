"""How sure a list is, where ratings come from one fit: intervals, ranks, who is above whom."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.engine.naming import player_meant, pool_meant
from banzuke.engine.predicting import run_of
from banzuke.engine.rated import Rated
from banzuke.model.errors import CannotDo, WrongUse
from banzuke.model.fits import Fit
from banzuke.numeric.normal import normal_chance, normal_quantile
from banzuke.systems import shelf

Floats = NDArray[np.float64]

#: Two players whose gap has a deviation below are as sure as it gets, points.
NO_DEVIATION = 1e-9
#: So often results are drawn anew at most.
MOST_ROUNDS = 100_000


class Fragility(NamedTuple):
    """How few results decide who is first.

    first : who is; second : who would be, if so many ``results`` had ended the other way round
        (a tie: lost by whom it helps); None and 0 if not even all of them are enough
    turned : which: winner, loser, tie, times, in the order of what they change
    """

    first: str
    second: str | None
    results: int
    turned: pl.DataFrame


class HowSure(NamedTuple):
    """How sure a list is: what ``ranks`` says, with the intervals of draws if there are rounds.

    estimates : as ``estimates``
    """

    table: pl.DataFrame
    decides: Fragility | None
    chance: float
    rounds: int
    estimates: pl.DataFrame


def how_sure(
    rated: Rated, chance: float, draws: tuple[int, int] = (0, 1), pool: str = ""
) -> HowSure:
    """Intervals, possible ranks, and how few results decide who is first.

    draws : rounds, 0 for intervals by the deviations, and the seed
    """
    table = ranks(rated, chance, pool)
    if draws[0]:
        drawn = bootstrap(rated, *draws, chance, pool).select("player", "low", "high", "without")
        table = table.drop("low", "high").join(drawn, on="player", maintain_order="left")
    decides = fragility(rated, pool)
    return HowSure(table, decides, chance, draws[0], estimates(rated, chance, pool))


def estimates(rated: Rated, chance: float = 0.95, pool: str = "") -> pl.DataFrame:
    """What was estimated beside the ratings: name, value, unit, deviation, low, high.

    ``low`` and ``high`` are by the deviation, and null with it where that is not known.
    """
    _refuse_chance(chance)
    run = run_of(rated, pool_meant(rated, pool))
    system, parameters = rated.rulebook.system, rated.parameters(run.pool.pool)
    rules = system.rules(parameters, run.pool.categories)
    found = [] if system.estimates is None else system.estimates(run.state, rules, parameters)
    reach = normal_quantile(0.5 + chance / 2.0)
    rows = [
        (*one, None, None)
        if one.deviation is None
        else (*one, one.value - reach * one.deviation, one.value + reach * one.deviation)
        for one in found
    ]
    names = ("name", "value", "unit", "deviation", "low", "high")
    kinds = (pl.String, pl.Float64, pl.String, *[pl.Float64] * 3)
    return pl.DataFrame(rows, schema=dict(zip(names, kinds, strict=True)), orient="row")


def fit_of(rated: Rated, pool: str = "") -> Fit:
    """The fit behind the ratings of a pool; raises CannotDo where there is none."""
    run = run_of(rated, pool_meant(rated, pool))
    system = rated.rulebook.system
    if system.fit is None:
        name = f"{rated.rulebook.key} ({system.title})"
        others = ", ".join(key for key, one in shelf().items() if one.fit is not None)
        raise CannotDo(f"{name} cannot be asked how sure it is: of the systems {others} can")
    if not run.pool.n_games:
        raise CannotDo("there are no results to fit: rate them again, all at once")
    rules = system.rules(rated.parameters(run.pool.pool), run.pool.categories)
    return system.fit(run.pool.log, rules, len(rated.names))


def bootstrap(
    rated: Rated, rounds: int, seed: int, chance: float = 0.95, pool: str = ""
) -> pl.DataFrame:
    """Intervals from results drawn anew: player, rating, low, high, without; the best first.

    rounds : how many times as many results are drawn from those that there are
    seed : of the draws, a whole number; the same results and seed give the same intervals
    chance : of an interval, in (0, 1)
    In the frame, ``without`` counts the rounds in which a player's rating is not finite or cannot
    be compared with the others. ``low`` and ``high`` take in the rating; they are null where the
    bound is not finite, or where more than half of the rounds say nothing.
    """
    _refuse_chance(chance)
    _refuse_rounds(rounds)
    _refuse_seed(seed)
    fit = fit_of(rated, pool)
    drawn = fit.resampled(rounds, np.random.Generator(np.random.PCG64(seed)))
    rating = rated.rulebook.system.columns[0].name
    players = _best_first(fit)
    bounds = [_bounds(drawn[:, code], fit.rating[code], chance) for code in players.tolist()]
    return pl.DataFrame(
        {
            "player": [rated.names[code] for code in players.tolist()],
            rating: fit.rating[players],
            "low": pl.Series([low for low, _ in bounds], dtype=pl.Float64),
            "high": pl.Series([high for _, high in bounds], dtype=pl.Float64),
            "without": (~np.isfinite(drawn[:, players])).sum(axis=0),
        }
    )


def _bounds(values: Floats, rating: float, chance: float) -> tuple[float | None, float | None]:
    """The interval of one player; None for what is not known."""
    known = np.sort(values[~np.isnan(values)])
    if 2 * len(known) < len(values):
        return None, None
    outside = math.floor((1.0 - chance) / 2.0 * len(known) + 1e-9)
    low, high = float(known[outside]), float(known[len(known) - 1 - outside])
    return (
        min(low, rating) if math.isfinite(low) else None,
        max(high, rating) if math.isfinite(high) else None,
    )


def ranks(rated: Rated, chance: float = 0.95, pool: str = "") -> pl.DataFrame:
    """Which ranks are possible: rank, player, rating, low, high, best, worst, compared.

    ``low`` and ``high`` bound the rating by its deviation. ``best`` and ``worst`` hold for all
    players at once with a chance of at least ``chance``: somebody is ahead for certain if the gap
    is so large that of all gaps of the group none this wide would be likely by chance (Bonferroni).
    Ranks are those within a group of ``compared`` players, null beyond what is comparable.
    """
    _refuse_chance(chance)
    fit = fit_of(rated, pool)
    table = covariance_of(fit)
    players = _best_first(fit)
    spread = np.sqrt(np.diag(table))
    reach = normal_quantile(0.5 + chance / 2.0)
    rows = []
    for code in players.tolist():
        members = np.flatnonzero(fit.group == fit.group[code])
        gaps = fit.rating[members] - fit.rating[code]
        deviation = _deviations_of_gaps(table, code, members)
        pairs = max(len(members) * (len(members) - 1), 1)
        sure = np.abs(gaps) > normal_quantile(1.0 - (1.0 - chance) / pairs) * deviation
        best = 1 + int((sure & (gaps > 0.0)).sum())
        worst = len(members) - int((sure & (gaps < 0.0)).sum())
        rating, width = float(fit.rating[code]), float(reach * spread[code])
        rank = 1 + int((gaps > 0.0).sum())
        row = (rank, rated.names[code], rating, rating - width, rating + width, best, worst)
        rows.append((*row, len(members)))
    rating_name = rated.rulebook.system.columns[0].name
    names = ("rank", "player", rating_name, "low", "high", "best", "worst", "compared")
    kinds = (pl.Int64, pl.String, *[pl.Float64] * 3, *[pl.Int64] * 3)
    return pl.DataFrame(rows, schema=dict(zip(names, kinds, strict=True)), orient="row")


def chance_above(rated: Rated, one: str, two: str, pool: str = "") -> float | None:
    """The chance, in [0, 1], that one player is really above another, by the joint covariance.

    None for players whose ratings cannot be compared, or who have none.
    """
    fit = fit_of(rated, pool)
    first, second = (rated.names.index(player_meant(rated, name)) for name in (one, two))
    if first == second:
        raise WrongUse(f"{one} is there twice")
    if fit.group[first] < 0 or fit.group[first] != fit.group[second]:
        return None
    gap = float(fit.rating[first] - fit.rating[second])
    deviation = _deviations_of_gaps(covariance_of(fit), first, np.array([second]))
    if deviation[0] < NO_DEVIATION:
        return None
    return normal_chance(gap / float(deviation[0]))


def fragility(rated: Rated, pool: str = "") -> Fragility | None:
    """How few results, had they ended the other way round, would give another player first place.

    The results that count are turned round in the order of what they change, and all is fitted
    anew, for each of the players who follow; so many are enough, and whoever chose otherwise could
    at best find fewer. In rankings two players change places. None if nobody has a rating; raises
    CannotDo if there are too many of them.
    """
    fit = fit_of(rated, pool)
    players = _best_first(fit)
    if not len(players):
        return None
    first = int(players[0])
    try:
        found = fit.overtaken(first)
    except ValueError as error:
        raise _too_large(error) from error
    kinds = {"winner": pl.String, "loser": pl.String, "tie": pl.Boolean, "times": pl.Int64}
    if found is None:
        return Fragility(rated.names[first], None, 0, pl.DataFrame(schema=kinds))
    rows = [
        (rated.names[one.winner], rated.names[one.loser], one.tie, one.times)
        for one in found.turned
    ]
    turned = pl.DataFrame(rows, schema=kinds, orient="row")
    # What parts results of two besides, such as covariates, is not told: they are counted as one.
    turned = turned.group_by("winner", "loser", "tie", maintain_order=True).agg(
        pl.col("times").sum()
    )
    return Fragility(rated.names[first], rated.names[found.by], found.results, turned)


def covariance_of(fit: Fit) -> Floats:
    """The covariance of all ratings; raises CannotDo if the table is too large."""
    try:
        return fit.covariance()
    except ValueError as error:
        raise _too_large(error) from error


def _too_large(error: ValueError) -> CannotDo:
    """A refusal; error : says of how many ratings a fit has no covariance."""
    return CannotDo(f"the covariance of {error} ratings is too large a table")


def _deviations_of_gaps(table: Floats, code: int, others: NDArray[np.int64]) -> Floats:
    """The deviations of the gaps between a player and others."""
    variance = table[code, code] + table[others, others] - 2.0 * table[code, others]
    return np.asarray(np.sqrt(np.maximum(variance, 0.0)))


def _best_first(fit: Fit) -> NDArray[np.int64]:
    """The codes of who has a rating, the best first, equals by code."""
    players = np.flatnonzero(fit.group >= 0)
    return players[np.argsort(-fit.rating[players], kind="stable")]


def _refuse_rounds(rounds: Any) -> None:
    if not isinstance(rounds, int) or not 1 <= rounds <= MOST_ROUNDS:
        raise WrongUse(f"rounds is a whole number from 1 to {MOST_ROUNDS}, not {rounds!r}")


def _refuse_seed(seed: Any) -> None:
    if not isinstance(seed, int) or seed < 0:
        raise WrongUse(f"seed is a whole number, at least 0, not {seed!r}")


def _refuse_chance(chance: Any) -> None:
    if not isinstance(chance, (int, float)) or not 0.0 < chance < 1.0:
        raise WrongUse(f"chance is a number between 0 and 1, not {chance!r}")
