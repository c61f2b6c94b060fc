"""What the kernels of the Weng-Lin system read and write: state, rules and scratch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log
from banzuke.model.phrases import phrase
from banzuke.model.system import Complaint, Given
from banzuke.parts.deviations import Start, starting_columns
from banzuke.systems.weng_lin.parameters import Model, WengLinParameters

#: The codes of the models, in the order in which the parameter names them.
LUCE, TERRY_FULL, TERRY_PART, MOSTELLER_FULL, MOSTELLER_PART = range(5)

#: The codes of gamma.
BY_DEVIATION, BY_SIDES, NONE = range(3)


class State(NamedTuple):
    """One number a player in each column, float64[n_players], points."""

    rating: NDArray[np.float64]
    deviation: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them.

    model, gamma : codes; normal : 1 for the normal curve; partial : 1 if only neighbours meet
    beta, beta_2, tau_2 : points, and squares of points; spread : what c is multiplied by
    averaged : 1 for ties averaged; plain : 1 if scores and sizes of sides move nothing
    weighted : 1 if games have weights; least, most : of deviations squared
    rating_span, square_span : powers of 2 that ordinary sums of a side stay below
    """

    model: int
    normal: int
    partial: int
    beta: float
    beta_2: float
    tau_2: float
    kappa: float
    gamma: int
    spread: float
    draw_margin: float
    averaged: int
    plain: int
    score_margin: float
    size_balance: float
    weighted: int
    least: float
    most: float
    rating_span: float
    square_span: float


class Work(NamedTuple):
    """Scratch of one game; n sides.

    head : uint64[n + 1], first entry of each side, and the entry after the last; unsigned, as the
        compiler then need not ask of each index whether it counts from the end
    place : int64[n], of each side
    order : int64[n], sides that share a place, the weakest first; sorted : float64[n], their x
    strength, variance : float64[n], of each side, points and squares of them
    factor : float64[n], what each member counts by, for the size of the side
    pull, loss : float64[n], what a member of weight 1 gains, and loses of its square, by its
        own square: per point, and per square of points
    total, rest, top, own : float64[n], the sums behind each place, as ``luce`` says
    whole : int64[1], 1 if everybody in the log played whole games
    """

    head: Column
    place: Column
    order: Column
    strength: Column
    variance: Column
    factor: Column
    pull: Column
    loss: Column
    total: Column
    rest: Column
    top: Column
    own: Column
    sorted: Column
    whole: Column


def rules(parameters: WengLinParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    at = parameters
    model = get_args(Model).index(at.model)
    return Rules(
        model=model,
        normal=int(model >= MOSTELLER_FULL),
        partial=int(model in (TERRY_PART, MOSTELLER_PART)),
        beta=at.beta,
        beta_2=at.beta**2,
        tau_2=at.tau**2,
        kappa=at.kappa,
        gamma=("by deviation", "by sides", "none").index(at.gamma),
        spread=at.spread,
        draw_margin=at.draw_margin,
        averaged=int(at.ties == "averaged"),
        plain=int(at.score_margin == 0.0 and at.size_balance == 0.0),
        score_margin=at.score_margin,
        size_balance=at.size_balance,
        weighted=int(at.weighting == "by weight"),
        least=at.least_deviation**2,
        most=at.most_deviation**2,
        rating_span=power_above(16.0 * max(abs(at.start_rating), at.start_deviation)),
        square_span=power_above(16.0 * at.start_deviation**2),
    )


def start(
    given: Given, n_players: int, parameters: WengLinParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Every player at the start values, or at what the players file gives."""
    at = parameters
    starts = {
        "rating": Start(at.start_rating, -1e9, 1e9),
        "deviation": Start(at.start_deviation, at.least_deviation, at.most_deviation),
    }
    columns, complaints = starting_columns(given, n_players, starts)
    return State(*columns), complaints


def check(log: Log, rules: Rules) -> list[Complaint]:
    """Scores that are missing where their leads count."""
    if rules.score_margin == 0.0:
        return []
    what = phrase("the score is missing")
    right = phrase("what each side scored, or --set score_margin=0")
    missing = np.flatnonzero(np.isnan(np.asarray(log.score))).tolist()
    return [Complaint(entry, "score", what, right) for entry in missing]


def work(log: Log, n_players: int) -> Work:
    """Room for any game of a log."""
    sizes = np.diff(log.game.astype(np.int64))
    most = int(sizes.max(initial=2))
    head = np.zeros(most + 1, dtype=np.uint64)
    place, order = (np.zeros(most, dtype=np.int64) for _ in range(2))
    whole = np.array([np.all(np.asarray(log.play) == 1.0)], dtype=np.int64)
    numbers = [np.zeros(most) for _ in range(10)]
    return Work._make([head, place, order, *numbers, whole])


def power_above(value: float) -> float:
    """The least power of 2, from 2 to the power of -60 up, that is not below a value."""
    power = 2.0**-60
    while power < value:
        power *= 2.0
    return power
