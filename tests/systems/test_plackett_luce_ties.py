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
from banzuke.engine.certainty import covariance_of, fit_of
from banzuke.engine.replay import forecast, replay
from banzuke.model.errors import ResultsRefused
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


@given(seed=st.integers(0, 2**32), middle=st.sampled_from([0.0, 0.5]))
def test_duels_are_davidsons(seed: int, middle: float):
    """Games of two are rated to the same digits as by Bradley-Terry with Davidson's ties."""
    rng = random.Random(seed)
    games = some_games(seed, 6, 0)
    games += [[(0, 1), (1, 1)]]
    for one, two in (rng.sample(range(6), 2) for _ in range(25)):
        games.append([(one, 1), (two, rng.choice([1, 2]))])
    settings = {"ties": "davidson", "estimated": ["tie_chance"], "prior_middle": middle}
    found = rated(games, prior_middle=middle)
    other = bz.rate(frame_of(games), rules(settings, base="bradley-terry"))
    assert column(found) == pytest.approx(column(other), abs=1e-8)
    assert column(found, "deviation") == pytest.approx(column(other, "deviation"), abs=1e-5)
    strength = strengths(found)[2]
    [chance] = other.estimates()["value"].to_list()
    assert strength / (2 + strength) == pytest.approx(chance, abs=1e-10)


#: Brands, how often the one was preferred, the other, neither.
PUDDINGS = [
    *[(1, 2, 19, 22, 16), (1, 3, 16, 19, 12), (2, 3, 19, 19, 10), (1, 4, 18, 23, 13)],
    *[(2, 4, 23, 19, 9), (3, 4, 19, 20, 15), (1, 5, 13, 19, 18), (2, 5, 16, 20, 12)],
    *[(3, 5, 16, 15, 17), (4, 5, 17, 14, 16), (1, 6, 18, 21, 12), (2, 6, 22, 20, 12)],
    *[(3, 6, 13, 18, 10), (4, 6, 14, 19, 18), (5, 6, 11, 21, 12)],
]


def test_published_puddings():
    """Brands of pudding (R. R. Davidson, 1970) as R's PlackettLuce 0.4 prints them.

    From the section on this data in its vignette, Overview, with npseudo = 0 and maxit = 7: the
    logarithms of worths about their mean, with standard errors, and that of the strength of ties.
    Seven steps leave errors of some 1e-4 of the worths.
    """
    games: list[Ranking] = []
    weights: list[float] = []
    for one, two, won, lost, tied in PUDDINGS:
        games += [[(one, 1), (two, 2)], [(two, 1), (one, 2)], [(one, 1), (two, 1)]]
        weights += [won, lost, tied]
    found = rated(games, weights)
    worths = (-0.176581, 0.043664, -0.023617, -0.001295, -0.042726, 0.200555)
    errors = (0.121949, 0.121818, 0.126823, 0.122003, 0.127054, 0.126594)
    for one, (worth, error) in enumerate(zip(worths, errors, strict=True), 1):
        assert column(found)[one] / UNIT == pytest.approx(worth, abs=2e-4)
        assert column(found, "deviation")[one] / UNIT == pytest.approx(error, abs=3e-6)
    assert math.log(strengths(found)[2]) == pytest.approx(-0.291938, abs=2e-5)


def test_known_numbers():
    """Two equals who tie once in three have a strength of 1, and each expects half a first place.

    The curvature of the gap is 2 / 3 of one half, squared, per result, and three results: 1 / 2.
    """
    games: list[Ranking] = [[(0, 1), (1, 2)], [(1, 1), (0, 2)], [(0, 1), (1, 1)]]
    found = rated(games)
    assert strengths(found)[2] == pytest.approx(1.0, abs=1e-9)
    assert column(found) == {0: 0.0, 1: 0.0}
    assert column(found, "deviation")[0] == pytest.approx(UNIT * math.sqrt(0.5), abs=1e-5)
    assert found.predict([["P00000"], ["P00001"]]) == [0.5, 0.5]
    assert "2 equals, nobody else being left, all share a place with a chance of 0.3333" in (
        " ".join(map(str, found.warnings))
    )


def test_without_shared_places():
    """Where no place is shared, nothing is estimated besides, and all is as by Breslow."""
    games = [[(one, at + 1) for at, (one, _) in enumerate(game)] for game in some_games(3, 6, 20)]
    found, other = rated(games), rated(games, ties="breslow")
    assert column(found) == pytest.approx(column(other), abs=1e-7)
    assert column(found, "deviation") == pytest.approx(column(other, "deviation"), abs=1e-5)
    assert strengths(found) == {}
    assert any("no place that counts is shared" in str(one) for one in found.warnings)


def test_sizes_that_never_occur():
    """Places of three that nobody shared are impossible, though those of two and four are not."""
    games = some_games(2, 6, 0)
    games += [ranked([(one, 1 if one < 4 else 2) for one in range(6)])] * 2
    games += [ranked([(one, one // 2 + 1) for one in range(6)]), [(0, 1), (1, 1)]]
    games += [[(5 - at, at + 1) for at in range(6)]] * 2
    found = rated(games)
    assert sorted(strengths(found)) == [2, 4]
    three = [[f"P{one:05d}"] for one in range(3)]
    assert not any(way.places == (1, 1, 1) for way in found.outcomes(three))


def test_equations_hold():
    """Everybody, and every size, is next as often as expected: with all subsets written out."""
    games = some_games(11, 7, 25)
    found = rated(games)
    values = [column(found)[one] / UNIT for one in range(7)]
    values += [math.log(strength) for strength in strengths(found).values()]
    slope, _ = Written(games, [1.0] * len(games)).slopes(np.array(values))
    assert np.abs(slope).max() < 1e-7


def test_large_groups_have_deviations_alone():
    """Above ``joint_up_to`` deviations are those if all else were known."""
    games = some_games(5, 6, 14)
    found = rated(games, joint_up_to=0)
    values = [column(found)[one] / UNIT for one in range(6)]
    values += [math.log(strength) for strength in strengths(found).values()]
    _, curve = Written(games, [1.0] * len(games)).slopes(np.array(values))
    for one in range(6):
        wanted = UNIT / math.sqrt(curve[one, one])
        assert column(found, "deviation")[one] == pytest.approx(wanted, rel=1e-6)


def test_order_of_results_moves_no_bit():
    """The same rankings in any order, under any names, give the same bits, compiled or not."""
    games = some_games(7, 9, 40)
    # Equals who share places: who is added first must not tell them apart.
    games += [[(one, 1) for one in range(9)]] * 2 + [[(at, 1), (8 - at, 1)] for at in range(4)]
    found = rated(games)
    turned = [[(8 - one, place) for one, place in reversed(game)] for game in reversed(games)]
    other = rated(turned)
    for name in ("rating", "deviation"):
        wanted = {8 - one: value for one, value in column(other, name).items()}
        assert column(found, name) == wanted
    assert strengths(found) == strengths(other)
    run = found.rated.runs[0]
    chances = []
    for compile_from in (0, 10**9):
        again = replay(run.pool, found.rulebook, run.start, history=True, compile_from=compile_from)
        for left, right in zip(again.state, run.state, strict=True):
            assert left.tobytes() == right.tobytes()
        parameters = found.rated.parameters("")
        chance = forecast(run.pool, found.rulebook, run.state, parameters, compile_from)
        chances.append((again.record.expected.tobytes(), chance.tobytes()))
    assert chances[0] == chances[1]
    # What was expected of games is what is expected of them still: the ratings are those of all.
    expected, forecasts = (np.frombuffer(one) for one in chances[0])
    assert np.allclose(expected, forecasts, rtol=0.0, atol=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_forecasts_are_those_of_all_outcomes(seed: int):
    """A chance to be first is that of all ways in which it happens, shared first places in part."""
    found = rated(some_games(seed, 5, 14))
    sides = [[f"P{one:05d}"] for one in (3, 0, 4, 2, 1)]
    first, total = [0.0] * 5, 0.0
    for way in found.outcomes(sides):
        best = [side for side, place in enumerate(way.places) if place == 1]
        for side in best:
            first[side] += way.chance / len(best)
        total += way.chance
    assert total == pytest.approx(1.0, abs=1e-12)
    assert found.predict(sides) == pytest.approx(first, abs=1e-12)


def test_explanations_add_up(adds_up: Any):
    """A game's explanation adds up, and tells the strengths that were estimated."""
    found = rated(some_games(1, 5, 12))
    for one in range(5):
        adds_up(found, found.explain(f"P{one:05d}"))
    told = {term.name: term.value for term in found.explain("P00002").inputs}
    wanted = told["times the next one of those left, shared places in part"]
    assert told["expected"] == pytest.approx(wanted, rel=1e-9)
    for size, strength in strengths(found).items():
        assert told[f"strength of a place shared by {size}"] == pytest.approx(strength, rel=1e-9)


def test_how_sure_it_is():
    """Its covariance is that of the deviations; draws hold the rating, and are as wide."""
    found = rated(some_games(6, 5, 30))
    table = covariance_of(fit_of(found.rated))
    for one, deviation in column(found, "deviation").items():
        assert math.sqrt(table[one, one]) == pytest.approx(deviation, rel=1e-6)
    drawn, ranks = found.bootstrap(25, seed=1), found.ranks()
    for low, rating, high in drawn.select("low", "rating", "high").rows():
        assert low <= rating <= high
    wide = (drawn["high"] - drawn["low"]) / (ranks["high"] - ranks["low"])
    assert wide.is_between(0.4, 2.0).all()
    assert found.fragility().results > 0


def linked_games(seed: int) -> tuple[int, list[Ranking]]:
    """Few games of few players, each of whom is linked to the next one by a win or a tie."""
    rng = random.Random(seed)
    players = rng.randint(2, 5)
    games: list[Ranking] = [
        [(at, 1), ((at + 1) % players, rng.choice([1, 2]))] for at in range(players)
    ]
    # All of one group, whatever the choices were.
    games.append([(one, 1) for one in range(players)])
    for _ in range(rng.randint(0, 4)):
        chosen = rng.sample(range(players), rng.randint(2, players))
        games.append(ranked([(one, rng.randint(1, len(chosen))) for one in chosen]))
    return players, games


@given(seed=st.integers(0, 2**32))
def test_no_finite_strength_is_refused(seed: int):
    """Results are refused if, and only if, the steps of a plain fit of them never end.

    Ties link both ways, so that all are in one group here; but a strength of ties that grows with
    the gaps may explain ever better who won and who tied.
    """
    players, games = linked_games(seed)
    rating, ties, _ = Written(games, [1.0] * len(games)).solve(steps=80)
    if max([*np.abs(rating), *map(abs, ties.values())]) > 12.0:
        with pytest.raises(ResultsRefused, match="strength of shared places cannot be estimated"):
            rated(games)
        return
    found = rated(games)
    for one in range(players):
        assert column(found)[one] == pytest.approx(UNIT * rating[one], abs=1e-5)


def test_two_who_only_tied_beside_others():
    """Two who only tied each other get ratings: the strength is that of all groups together."""
    games = some_games(4, 5, 20)
    alone, both = rated(games), rated([*games, [(7, 1), (8, 1)]])
    assert column(both)[7] == column(both)[8] == 0.0
    assert strengths(both)[2] > strengths(alone)[2]
    with pytest.raises(ResultsRefused, match="strength of shared places"):
        rated([[(7, 1), (8, 1)]])


def test_groups_that_only_ties_link():
    """Two groups that a tie alone links are one, with the gaps of all subsets written out."""
    games: list[Ranking] = []
    for first in (0, 3):
        games += [[(first + at, 1), (first + (at + 1) % 3, 2)] for at in range(3)]
    games += [ranked([(0, 1), (1, 2), (3, 2)]), [(4, 1), (2, 1)], [(5, 1), (1, 2)]]
    found = rated(games)
    rating, _, deviation = Written(games, [1.0] * len(games)).solve()
    assert set(found.to_frame()["compared"]) == {6}
    for one in range(6):
        assert column(found)[one] == pytest.approx(UNIT * rating[one], abs=1e-6)
        assert column(found, "deviation")[one] == pytest.approx(UNIT * deviation[one], rel=1e-6)


def test_always_first_has_no_rating():
    """Who is always first, and alone there, has no rating; the others stand as without."""
    games = some_games(4, 5, 20)
    more = [[(9, 1), *[(one, place + 1) for one, place in game]] for game in games]
    alone, both = rated(games), rated(more)
    assert column(both) == column(alone)
    assert column(both, "deviation") == column(alone, "deviation")
    assert "no finite rating" in "\n".join(map(str, both.warnings))


def test_games_of_no_weight():
    """A game that weighs nothing says nothing, not even that places of its size exist."""
    games = some_games(1, 6, 10)
    more = [*games, [(one, 1) for one in range(6)], [(one, 1) for one in range(20)]]
    weights = [1.0] * len(games) + [0.0, 0.0]
    assert column(rated(more, weights)) == column(rated(games))
    assert strengths(rated(more, weights)) == strengths(rated(games))


def test_far_gaps():
    """A hundred to one, three times in a row and once at the ends of a race, is exact."""
    games: list[Ranking] = []
    for one in range(3):
        games += [[(one, 1), (one + 1, 2)]] * 100 + [[(one + 1, 1), (one, 2)]]
        games += [[(one, 1), (one + 1, 1)]] * 3
    games += [[(one, one + 1) for one in range(4)], [(0, 1), (1, 1), (2, 1), (3, 4)]]
    found = rated(games)
    rating, ties, _ = Written(games, [1.0] * len(games)).solve()
    assert rating[0] - rating[3] > 12.0
    for one in range(4):
        assert column(found)[one] == pytest.approx(UNIT * rating[one], abs=1e-5)
    for size, strength in strengths(found).items():
        assert math.log(strength) == pytest.approx(ties[size], abs=1e-7)


@pytest.mark.parametrize("middle", [0.0, 0.2])
def test_weights_far_apart(middle: float):
    """Results that weigh ten thousand times as much as others leave all as exact."""
    games = some_games(9, 5, 12)
    weights = [[1e-2, 1.0, 1e2][at % 3] for at in range(len(games))]
    found = rated(games, weights, prior_middle=middle)
    rating, _, deviation = Written(games, weights, middle).solve()
    for one in range(5):
        assert column(found)[one] == pytest.approx(UNIT * rating[one], abs=1e-5)
        assert column(found, "deviation")[one] == pytest.approx(UNIT * deviation[one], rel=1e-5)


def test_too_many_on_a_place():
    """Places that more than twelve share are refused, each with its row and what would do."""
    game: Ranking = [(one, 1) for one in range(13)]
    with pytest.raises(ResultsRefused, match="13 share a place") as caught:
        rated([*some_games(1, 5, 8), game, game])
    assert len(caught.value.problems) == 2
    assert "breslow or efron" in str(caught.value)
    assert len(column(rated([*some_games(1, 5, 8), game], ties="efron"))) > 5


def test_a_field_of_a_thousand():
    """Races of a thousand, with places shared by up to twelve, take work as they have runners."""
    rng = random.Random(2)
    games = []
    for _ in range(3):
        order = rng.sample(range(1000), 1000)
        place, game = 1, []
        while order:
            level = [order.pop() for _ in range(min(len(order), rng.choice([1, 1, 1, 2, 12])))]
            game += [(one, place) for one in level]
            place += len(level)
        games.append(game)
    games.append([(one, 1001 - place) for one, place in reversed(games[0])])
    games[-1] = ranked(games[-1])
    found = rated(games, joint_up_to=0)
    assert len(column(found)) == 1000
    assert {2, 12} <= set(strengths(found))
