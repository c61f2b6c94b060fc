"""The state of the Elo system, its scratch, and the parameters as kernels read them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Log
from banzuke.numeric.exact_sums import POINTS, on_grid
from banzuke.parts.score_table import score_by_difference
from banzuke.systems.elo.parameters import EloParameters, KStep

Floats = NDArray[np.float64]

LOGISTIC, NORMAL, TABLE = 0, 1, 2
NO_MARGIN, STEPS, LOGARITHM = 0, 1, 2
UNWEIGHTED, FACTOR, LENGTH = 0, 1, 2
ALL, FIRST, ADJACENT = 0, 1, 2
MEAN, SUM, BY_PLAY = 0, 1, 2
WHOLE, SPLIT = 0, 1


class State(NamedTuple):
    """Each float64[n_players], or empty where the rulebook has no need of it.

    rating : points; games : rated so far; experience : sum of the lengths of those games
    peak : highest rating after a period
    met_established, points_from_established : games against the established, points made there
    smoothed : follows the rating slowly, points
    season : the last one played, 0 for none; born : year of birth, 0 if unknown
    """

    rating: Floats
    games: Floats
    experience: Floats
    peak: Floats
    met_established: Floats
    points_from_established: Floats
    smoothed: Floats
    season: Floats
    born: Floats


class Work(NamedTuple):
    """Scratch, each float64[n_players].

    own : the rating that counts in the game, points; k : most that a duel of it moves, points
    in_period : games of the period; met, points : of these, against the established, points made
    """

    own: Floats
    k: Floats
    in_period: Floats
    met: Floats
    points: Floats


class Rules(NamedTuple):
    """The parameters as kernels read them; choices are numbered as the constants above.

    plain : 1 if K is the same for all and nothing but ratings, result and advantage counts
    usual : 1 if besides nothing counts but what modules/usual can do
    per_point : ln(base) / scale; scores : of the table, float64[n]
    steps : float64[n, 6], rating from, below, peak from, games below, age to, K
    category : float64[categories + 1, 6] by code + 1: K (below 0 for none), weight, whether
        losers are spared, what the better and the worse side score, whether it is refused
    """

    plain: int
    usual: int
    k: float
    steps: Floats
    newcomer_factor: float
    newcomer_games: float
    period_cap: float
    category: Floats
    curve: int
    per_point: float
    scale: float
    scores: Floats
    lead_cap: float
    advantage: float
    margin: int
    margin_factors: Floats
    margin_step: float
    margin_most: float
    margin_ease: float
    margin_ease_per_point: float
    margin_upset: float
    weight: int
    length_power: float
    ranking: int
    in_turn: int
    k_per_opponent: int
    shared_places_apart: int
    shared_first_draws: int
    team_change: int
    team_rating: int
    floor: float
    whole: int
    season_share: float
    season_rating: float
    season_month: float
    provisional_games: float
    provisional_points: float
    provisional_span: float
    provisional_weight: float
    smoothing: Floats


def rules(parameters: EloParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers; ``categories`` are the log's, in order of their codes."""
    p = parameters
    table = p.expectation == "table"
    steps = [step_row(row) for row in p.k_steps]
    smoothing = [[row.at, row.keeps] for row in p.smoothing]
    return Rules(
        plain=int(is_usual(p) and is_plain(p)),
        usual=int(is_usual(p)),
        k=p.k,
        steps=np.array(steps, dtype=np.float64).reshape(-1, 6),
        newcomer_factor=p.newcomer_factor,
        newcomer_games=p.newcomer_games,
        period_cap=p.period_cap,
        category=category_rows(p, categories),
        curve=("logistic", "normal", "table").index(p.expectation),
        per_point=math.log(p.base) / p.scale,
        scale=p.scale,
        scores=score_by_difference(p.bands) if table else np.zeros(1),
        lead_cap=p.lead_cap,
        advantage=p.advantage,
        margin=("none", "steps", "logarithm").index(p.margin),
        margin_factors=np.array(p.margin_factors, dtype=np.float64),
        margin_step=p.margin_step,
        margin_most=p.margin_most,
        margin_ease=p.margin_ease,
        margin_ease_per_point=p.margin_ease_per_point,
        margin_upset=p.margin_upset,
        weight=("none", "factor", "length").index(p.weight),
        length_power=p.length_power,
        ranking=("all", "first", "adjacent").index(p.ranking),
        in_turn=int(p.duels == "in turn"),
        k_per_opponent=int(p.k_share == "per opponent"),
        shared_places_apart=int(p.shared_places == "none"),
        shared_first_draws=int(p.shared_first == "draw"),
        team_change=("whole", "split", "by play").index(p.team_change),
        team_rating=("mean", "sum", "by play").index(p.team_rating),
        floor=on_grid(p.floor, POINTS),
        whole=int(p.rounding == "whole"),
        season_share=p.season_share,
        season_rating=p.season_rating,
        season_month=float(p.season_month),
        provisional_games=p.provisional_games,
        provisional_points=p.provisional_points,
        provisional_span=p.provisional_span,
        provisional_weight=p.provisional_weight,
        smoothing=np.array(smoothing, dtype=np.float64).reshape(-1, 2),
    )


def is_usual(p: EloParameters) -> bool:
    """Whether duels have none of the options that take more than the two players' numbers."""
    others = (
        any(row.age_to is not None for row in p.k_steps),
        p.period_cap,
        p.categories,
        p.weight != "none",
        p.team_change == "by play",
        p.season_share,
        p.provisional_games,
        p.provisional_points,
        p.smoothing,
    )
    return not any(others)


def is_plain(p: EloParameters) -> bool:
    """Whether all have one K, on the logistic curve, and nothing is done to a duel's change."""
    others = (
        p.k_steps,
        p.newcomer_factor > 1.0,
        p.expectation != "logistic",
        p.lead_cap,
        p.margin != "none",
        p.rounding != "none",
        p.floor > -1e9,
    )
    return not any(others)


def step_row(row: KStep) -> list[float]:
    """A row of k_steps as numbers; a bound that is not said is infinite."""
    bounds = (
        (row.rating_from, -math.inf),
        (row.rating_below, math.inf),
        (row.peak_from, -math.inf),
        (row.games_below, math.inf),
        (row.age_to, math.inf),
    )
    return [*(absent if said is None else said for said, absent in bounds), row.k]


def category_rows(p: EloParameters, categories: Sequence[str]) -> Floats:
    """What holds in games of each category; the first row is for those without one."""
    usual = [-1.0, 1.0, 0.0, 1.0, 0.0, float(p.other_categories == "refuse")]
    known = {}
    for row in p.categories:
        k = -1.0 if row.k is None else row.k
        numbers = [k, row.weight, float(row.spares_losers), row.won, row.lost, 0.0]
        known.update({name.casefold(): numbers for name in row.names})
    return np.array([usual, *(known.get(name.casefold(), usual) for name in categories)])


def work(log: Log, n_players: int) -> Work:
    """Room for any game and period of a log."""
    return Work(*(np.zeros(n_players) for _ in Work._fields))
