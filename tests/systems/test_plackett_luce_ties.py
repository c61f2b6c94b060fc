"""Davidson-Luce ties against all subsets written out, Bradley-Terry, published values; hostile."""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import banzuke as bz
from builders import rules

UNIT = 400 / math.log(10)
Floats = NDArray[Any]
#: A game: (player, place) of each.
Ranking = list[tuple[int, int]]


def frame_of(games: list[Ranking], weights: list[float] | None = None) -> pl.DataFrame:
    """Games as a table of entries."""
    return pl.DataFrame(
        [
            {"game": f"{at:05d}", "date": "2024-01-01", "player": f"P{one:05d}", "place": place}
            | ({} if weights is None else {"weight": weights[at]})
            for at, game in enumerate(games)
            for one, place in game
        ]
    )


def rated(games: list[Ranking], weights: list[float] | None = None, **settings: Any) -> Any:
    """Games, rated with ties as outcomes of their own."""
    book = rules({"ties": "davidson-luce", **settings}, base="plackett-luce")
    return bz.rate(frame_of(games, weights), book)


def column(ratings: Any, name: str = "rating") -> dict[int, float]:
    """A column of the list, by player."""
    frame = ratings.to_frame()
    players = [int(player[1:]) for player in frame["player"].to_list()]
    return dict(zip(players, frame[name].to_list(), strict=True))


def strengths(ratings: Any) -> dict[int, float]:
    """The strengths that were estimated, by how many share a place."""
    frame = ratings.estimates()
    sizes = [int(name.removeprefix("tie_")) for name in frame["name"].to_list()]
    return dict(zip(sizes, frame["value"].to_list(), strict=True))


def ranked(game: Ranking) -> Ranking:
    """Places as they are counted: 1, 2, 2, 4."""
    return sorted(
        ((one, 1 + sum(other < place for _, other in game)) for one, place in game),
        key=lambda row: row[1],
    )


def some_games(seed: int, players: int, most: int, spread: float = 1.5) -> list[Ranking]:
    """Games of two to all players, and a circle of duels in which everybody beats the next one."""
    rng = random.Random(seed)
    games = [[(at, 1), ((at + 1) % players, 2)] for at in range(players)]
    for _ in range(most):
        chosen = rng.sample(range(players), rng.randint(2, players))
        places = [rng.randint(1, int(spread * len(chosen))) for _ in chosen]
        games.append(ranked(list(zip(chosen, places, strict=True))))
    return games


class Written:
    """A second reckoning: all subsets written out as linear functions, and whole matrices.

    The logarithm of what a subset has in the lot is linear in ratings and logarithms of strengths.
    """

    def __init__(self, games: list[Ranking], weights: list[float], middle: float = 0.0) -> None:
        self.players = 1 + max(one for game in games for one, _ in game)
        self.middle = middle
        self.sizes = sorted(
            {
                len(level)
                for game, weight in zip(games, weights, strict=True)
                for level, _ in self.levels(game)
                if weight > 0
            }
            - {1}
        )
        self.stages = [
            (weight, *self.stage(level, left))
            for game, weight in zip(games, weights, strict=True)
            for level, left in self.levels(game)
            if len(left) > 1 and weight > 0
        ]

    @staticmethod
    def levels(game: Ranking) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Who is next together, and of whom, from the first place on."""
        return [
            (
                tuple(sorted(one for one, own in game if own == place)),
                tuple(sorted(one for one, own in game if own >= place)),
            )
            for place in sorted({place for _, place in game})
        ]

    def stage(self, level: tuple[int, ...], left: tuple[int, ...]) -> tuple[Floats, int]:
        """A row of numbers for each subset that could be next; the row of the one that was."""
        subsets = [
            one
            for size in [1, *self.sizes]
            if size <= len(left)
            for one in itertools.combinations(left, size)
        ]
        rows = np.zeros((len(subsets), self.players + len(self.sizes)))
        for row, subset in zip(rows, subsets, strict=True):
            row[list(subset)] = 1 / len(subset)
            if len(subset) > 1:
                row[self.players + self.sizes.index(len(subset))] = 1
        return rows, subsets.index(level)

    def slopes(self, values: Floats) -> tuple[Floats, Floats]:
        """The slope of the logarithm of the likelihood, and the curvature."""
        slope, curve = np.zeros(len(values)), np.zeros((len(values), len(values)))
        for weight, rows, chosen in self.stages:
            power = rows @ values
            chance = np.exp(power - power.max())
            chance /= chance.sum()
            mean = chance @ rows
            slope += weight * (rows[chosen] - mean)
            curve += weight * ((rows.T * chance) @ rows - np.outer(mean, mean))
        own = np.arange(self.players)
        win = 1 / (1 + np.exp(-values[own]))
        slope[own] += self.middle * (1 - 2 * win)
        curve[own, own] += 2 * self.middle * win * (1 - win)
        return slope, curve

    def solve(self, steps: int = 300) -> tuple[Floats, dict[int, float], Floats]:
        """Ratings, logarithms of strengths, and deviations of ratings, in units."""
        count = self.players
        values = np.zeros(count + len(self.sizes))
        fix = np.zeros((len(values), len(values)))
        fix[:count, :count] = float(self.middle == 0)
        for _ in range(steps):
            slope, curve = self.slopes(values)
            step = np.linalg.lstsq(curve + fix, slope, rcond=None)[0]
            values = values + step * min(1.0, 1.0 / max(np.abs(step).max(), 1e-300))
            if np.abs(step).max() < 1e-13:
                break
        inverse = np.linalg.pinv(self.slopes(values)[1] + fix)
        inverse[:count, :count] -= fix[:count, :count] / count**2
        found = dict(zip(self.sizes, values[count:].tolist(), strict=True))
        return values[:count], found, np.sqrt(np.diag(inverse))[:count]


@pytest.mark.parametrize("middle", [0.0, 0.5])
@pytest.mark.parametrize("seed", range(4))
def test_all_subsets_written_out(seed: int, middle: float):
    """Ratings, strengths and deviations are those of all subsets, by whole matrices."""
    games = some_games(seed, 6, 14)
    weights = [random.Random(seed + at).choice([0.5, 1.0, 2.0]) for at in range(len(games))]
    found = rated(games, weights, prior_middle=middle)
    rating, ties, deviation = Written(games, weights, middle).solve()
    assert len(ties) > 1
    for size, strength in strengths(found).items():
        assert math.log(strength) == pytest.approx(ties.pop(size), abs=1e-8)
    assert not ties
    for one in range(6):
        assert column(found)[one] == pytest.approx(UNIT * rating[one], abs=1e-7)
        assert column(found, "deviation")[one] == pytest.approx(UNIT * deviation[one], rel=1e-6)


@given(seed=st.integers(0, 2**32))
def test_duels_are_davidsons(seed: int):
    """Games of two are rated to the same digits as by Bradley-Terry with Davidson's ties."""
    rng = random.Random(seed)
    games = some_games(seed, 6, 0)
    games += [[(0, 1), (1, 1)]]
    for one, two in (rng.sample(range(6), 2) for _ in range(25)):
        games.append([(one, 1), (two, rng.choice([1, 2]))])
    settings = {"ties": "davidson", "estimated": ["tie_chance"]}
    found = rated(games)
    other = bz.rate(frame_of(games), rules(settings, base="bradley-terry"))
    assert column(found) == pytest.approx(column(other), abs=1e-8)
    assert column(found, "deviation") == pytest.approx(column(other, "deviation"), abs=1e-5)
    strength = strengths(found)[2]
    [chance] = other.estimates()["value"].to_list()
    assert strength / (2 + strength) == pytest.approx(chance, abs=1e-10)
