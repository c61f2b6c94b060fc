"""Plackett-Luce against a plain fit by whole matrices and against Hunter's steps; hostile games."""

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
from banzuke.engine.rated import rate_results
from banzuke.engine.replay import replay
from banzuke.model.errors import ParameterRefused
from banzuke.workflows.reading import read
from builders import rules

UNIT = 400 / math.log(10)
Floats = NDArray[Any]
#: A game: (player, place) of each.
Ranking = list[tuple[int, int]]


def frame_of(games: list[Ranking], weights: list[float] | None = None) -> pl.DataFrame:
    """Games as a table of entries."""
    rows = [
        {"game": f"{number:05d}", "date": "2024-01-01", "player": f"P{one:05d}", "place": place}
        | ({} if weights is None else {"weight": weights[number]})
        for number, game in enumerate(games)
        for one, place in game
    ]
    return pl.DataFrame(rows)


def rated(games: list[Ranking], weights: list[float] | None = None, **settings: Any) -> Any:
    """Games, rated with some settings."""
    return bz.rate(frame_of(games, weights), rules(settings, base="plackett-luce"))


def column(ratings: Any, name: str = "rating") -> dict[int, float]:
    """A column of the list, by player."""
    frame = ratings.to_frame()
    players = [int(player[1:]) for player in frame["player"].to_list()]
    return dict(zip(players, frame[name].to_list(), strict=True))


def some_games(seed: int, players: int, most: int, ties: bool = True) -> list[Ranking]:
    """Games of two to all players, and a circle of duels in which everybody beats the next one."""
    rng = random.Random(seed)
    games = [[(at, 1), ((at + 1) % players, 2)] for at in range(players)]
    for _ in range(most):
        chosen = rng.sample(range(players), rng.randint(2, players))
        places = sorted(rng.randint(1, 2 * len(chosen)) for _ in chosen)
        if not ties:
            places = list(range(1, len(chosen) + 1))
        games.append(ranked(list(zip(chosen, places, strict=True))))
    return games


def ranked(game: Ranking) -> Ranking:
    """Places as they are counted: 1, 2, 2, 4."""
    return [(one, 1 + sum(other < place for _, other in game)) for one, place in game]


def log_likelihood(game: Ranking, values: Floats, efron: bool) -> Any:
    """Of one game, also of complex parameters, stage by stage."""
    total: Any = 0.0
    for place in sorted({place for _, place in game}):
        level = [one for one, own in game if own == place]
        behind = [one for one, own in game if own > place]
        if not behind and len(level) == 1:
            continue
        own = sum(np.exp(values[one]) for one in level)
        rest = sum(np.exp(values[one]) for one in behind)
        for turn, one in enumerate(level):
            part = 1 - turn / len(level) if efron else 1.0
            total += values[one] - np.log(rest + part * own)
    return total


def reference(games: list[Ranking], weights: list[float], efron: bool, middle: float):
    """Ratings and deviations in units, by Newton's method on matrices of differences."""
    count = 1 + max(one for game in games for one, _ in game)

    def slope(values: Floats) -> Floats:
        found = []
        for step in np.eye(count) * 1e-30j:
            moved = values + step
            total = sum(
                weight * log_likelihood(game, moved, efron)
                for game, weight in zip(games, weights, strict=True)
            )
            total += middle * (moved - 2 * np.log(1 + np.exp(moved))).sum()
            found.append(total.imag / 1e-30)
        return np.array(found)

    def curve(values: Floats) -> Floats:
        steps = np.eye(count) * 1e-5
        found = np.array([(slope(values - s) - slope(values + s)) / 2e-5 for s in steps])
        return (found + found.T) / 2

    values, fix = np.zeros(count), np.full((count, count), float(middle == 0))
    for _ in range(30):
        step = np.linalg.solve(curve(values) + fix, slope(values))
        values = values + step * min(1.0, 1.0 / max(np.abs(step).max(), 1e-300))
    inverse = np.linalg.inv(curve(values) + fix) - fix / count**2
    return values, np.sqrt(np.diag(inverse))


@pytest.mark.parametrize("middle", [0.0, 0.5])
@pytest.mark.parametrize("ties", ["breslow", "efron"])
@pytest.mark.parametrize("seed", range(3))
def test_second_reckoning(seed: int, ties: str, middle: float):
    """Ratings and deviations are those of a plain fit by whole matrices."""
    games = some_games(seed, 5, 12)
    weights = [random.Random(seed + at).choice([0.5, 1.0, 2.0]) for at in range(len(games))]
    found = rated(games, weights, ties=ties, prior_middle=middle)
    rating, deviation = reference(games, weights, ties == "efron", middle)
    for one in range(5):
        assert column(found)[one] == pytest.approx(UNIT * rating[one], abs=1e-6)
        assert column(found, "deviation")[one] == pytest.approx(UNIT * deviation[one], rel=1e-6)


@given(seed=st.integers(0, 2**32), players=st.integers(3, 12), most=st.integers(0, 20))
def test_hunters_steps_stand_still(seed: int, players: int, most: int):
    """Where it ends, Hunter's step moves nobody: everybody is next as often as expected."""
    games = some_games(seed, players, most)
    power = {one: 10 ** (rating / 400) for one, rating in column(rated(games)).items()}
    actual, expected = dict.fromkeys(power, 0.0), dict.fromkeys(power, 0.0)
    for game in games:
        for place in {place for _, place in game}:
            level = [one for one, own in game if own == place]
            field = [one for one, own in game if own >= place]
            if len(field) > 1:
                total = sum(power[one] for one in field)
                for one in level:
                    actual[one] += 1
                for one in field:
                    expected[one] += len(level) * power[one] / total
    for one, value in actual.items():
        assert expected[one] == pytest.approx(value, rel=1e-8)


@given(seed=st.integers(0, 2**32))
def test_duels_are_bradley_terry(seed: int):
    """Games of two without ties are rated to the same digits as by Bradley-Terry."""
    rng = random.Random(seed)
    games = some_games(seed, 6, 0)
    games += [[(one, 1), (two, 2)] for one, two in (rng.sample(range(6), 2) for _ in range(20))]
    found, other = rated(games), bz.rate(frame_of(games), "bradley-terry")
    assert column(found) == pytest.approx(column(other), abs=1e-8)
    wanted = column(other, "deviation")
    assert column(found, "deviation") == pytest.approx(wanted, abs=1e-5)


def test_always_first_has_no_rating():
    """Who is always first has no rating; the others' are those of how they stood without."""
    games = some_games(4, 5, 20)
    more = [[(9, 1), *[(one, place + 1) for one, place in game]] for game in games]
    alone, both = rated(games), rated(more)
    assert column(both) == column(alone)
    assert "no finite rating" in "\n".join(map(str, both.warnings))
    told = both.explain("P00009")
    assert not told.rated
    assert "no rating is finite" in told.why


def test_groups_apart_within_a_game():
    """Two groups, of which one is always before the other, are rated each for itself."""
    upper, lower = some_games(5, 4, 10), some_games(6, 4, 10)
    both = [
        high + [(one + 10, place + len(high)) for one, place in low]
        for high, low in zip(upper, lower, strict=False)
    ]
    count = len(both)
    found = column(rated(both))
    for own, first in ((upper[:count], 0), (lower[:count], 10)):
        alone = column(rated(own))
        assert {one + first: value for one, value in alone.items()} == {
            one: value for one, value in found.items() if (one >= 10) == bool(first)
        }


def test_one_sided():
    """One game has no likeliest ratings; with a prior it has."""
    game: Ranking = [(0, 1), (1, 2), (2, 3)]
    assert rated([game]).to_frame().height == 0
    ratings = column(rated([game], prior_middle=1.0))
    assert ratings[0] > ratings[1] > ratings[2]


def test_order_of_results_moves_no_bit():
    """The same rankings in any order, under any names, give the same bits, compiled or not."""
    games = some_games(7, 9, 40)
    found = rated(games, ties="efron")
    turned = [[(8 - one, place) for one, place in reversed(game)] for game in reversed(games)]
    other = rated(turned, ties="efron")
    for name in ("rating", "deviation"):
        wanted = {8 - one: value for one, value in column(other, name).items()}
        assert column(found, name) == wanted
    run = found.rated.runs[0]
    for compile_from in (0, 10**9):
        again = replay(run.pool, found.rulebook, run.start, compile_from=compile_from)
        for left, right in zip(again.state, run.state, strict=True):
            assert left.tobytes() == right.tobytes()


def test_far_gaps():
    """A hundred to one, four times in a row and in games of three, are exact."""
    games: list[Ranking] = []
    for one in range(4):
        games += [[(one, 1), (one + 1, 2)]] * 100 + [[(one + 1, 1), (one, 2)]]
    found = column(rated(games))
    for one in range(4):
        assert found[one] - found[one + 1] == pytest.approx(800.0, abs=1e-6)


def test_many_sides():
    """Games of 300 sides, many of them tied, are rated; the better of two alike is ahead."""
    rng = random.Random(1)
    games = []
    for _ in range(6):
        score = [-(one // 3) - rng.randint(0, 120) for one in range(300)]
        games.append(ranked([(one, -score[one]) for one in range(300)]))
    found = rated(games, joint_up_to=0, prior_middle=0.1)
    ratings = column(found)
    assert len(ratings) == 300
    assert np.mean([ratings[one] for one in range(50)]) > np.mean(
        [ratings[one] for one in range(250, 300)]
    )


def test_forecast_and_outcomes():
    """The chance to be first is the share of powers; rankings without ties sum to 1."""
    found = rated(some_games(2, 4, 10))
    ratings = column(found)
    power = [10 ** (ratings[one] / 400) for one in range(3)]
    sides = [[f"P{one:05d}"] for one in range(3)]
    assert found.predict(sides) == pytest.approx([own / sum(power) for own in power], abs=1e-12)
    ways = {way.places: way.chance for way in found.outcomes(sides)}
    assert sum(ways.values()) == pytest.approx(1.0, abs=1e-12)
    wanted = power[0] / sum(power) * power[1] / (power[1] + power[2])
    assert ways[1, 2, 3] == pytest.approx(wanted, abs=1e-12)
    assert len(ways) == 6


def test_explanations_add_up(adds_up: Any):
    """A game's explanation adds up, and says how often the player was the next one."""
    found = rated(some_games(3, 5, 10))
    for one in range(5):
        adds_up(found, found.explain(f"P{one:05d}"))
    told = {term.name: term.value for term in found.explain("P00002").inputs}
    assert told["expected"] == pytest.approx(
        told["times the next one of those left, virtual games too"], rel=1e-9
    )


def test_a_weak_prior_is_not_lost_beside_much_weight():
    """Two equals: their lead is as good as known, their mean only by the prior."""
    games: list[Ranking] = [[(0, 1), (1, 2)], [(1, 1), (0, 2)]]
    weight, prior = 1e12, 1e-3
    found = rated(games, [weight, weight], prior_middle=prior)
    wanted = UNIT * math.sqrt(1.0 / prior + 1.0 / (2.0 * weight + prior))
    assert column(found, "deviation")[0] == pytest.approx(wanted, rel=1e-9)
    low, high = found.ranks()["low", "high"].row(0)
    assert high - low == pytest.approx(2.0 * 1.959963984540054 * wanted, rel=1e-9)


def test_settings_are_alive():
    """Each setting moves a known number: two who shared a place, and won a game each."""
    games: list[Ranking] = [[(0, 1), (1, 1)], [(0, 1), (1, 2)], [(1, 1), (0, 2)]]
    plain = column(rated(games), "deviation")[0]
    # Four choices from two equals; where they count in part, the second one says nothing new.
    assert plain == pytest.approx(UNIT / 2, abs=1e-5)
    assert column(rated(games, mean=1500.0))[0] == 1500.0
    # Six duels' worth of curvature for each, one and a half of them its own.
    with_prior = column(rated(games, prior_middle=1.0), "deviation")[0]
    inverse = np.linalg.inv(np.array([[1.5, -1.0], [-1.0, 1.5]]))
    assert with_prior == pytest.approx(UNIT * math.sqrt(inverse[0, 0]), abs=1e-5)
    assert column(rated(games, joint_up_to=0), "deviation")[0] == pytest.approx(UNIT, abs=1e-5)
    three: list[Ranking] = [[(0, 1), (1, 1), (2, 3)], [(2, 1), (0, 2), (1, 3)]]
    one, other = column(rated(three)), column(rated(three, ties="efron"))
    assert one[2] != pytest.approx(other[2], abs=1.0)


@pytest.mark.parametrize(
    ("name", "value"),
    [("ties", "random"), ("prior_middle", -1.0), ("joint_up_to", 6000), ("mean", "high")],
)
def test_settings_out_of_range(name: str, value: Any):
    """Settings that make no sense are refused, with what is allowed."""
    with pytest.raises(ParameterRefused, match=name):
        bz.load_rulebook("plackett-luce", {name: value})


def test_five_thousand_sides():
    """A game of 5,000 sides takes no work beyond its runners, where no table is asked for."""
    rng = np.random.default_rng(1)
    games = [[(one, at + 1) for at, one in enumerate(rng.permutation(5000))] for _ in range(3)]
    games.append([(one, 5000 - place + 1) for one, place in games[0]])
    book = rules({"joint_up_to": 0}, base="plackett-luce")
    run = rate_results(read(frame_of(games)), book).runs[0]
    assert (run.state.group > 0).all()
    assert np.isfinite(run.state.rating).all()


def test_how_sure_it_is():
    """Its covariance is that of the deviations; draws hold the rating, and are as wide."""
    games = some_games(6, 6, 60)
    found = rated(games, ties="efron")
    table = covariance_of(fit_of(found.rated))
    deviations = column(found, "deviation")
    for one, deviation in deviations.items():
        assert math.sqrt(table[one, one]) == pytest.approx(deviation, rel=1e-6)
    drawn, ranked_ = found.bootstrap(300, seed=1), found.ranks()
    for low, rating, high in drawn.select("low", "rating", "high").rows():
        assert low <= rating <= high
    wide = (drawn["high"] - drawn["low"]) / (ranked_["high"] - ranked_["low"])
    assert wide.is_between(0.6, 1.4).all()
    assert drawn.equals(found.bootstrap(300, seed=1))


def test_draws_of_few_rankings():
    """Who is first in all that was drawn has no upper bound then; groups and priors hold."""
    games: list[Ranking] = [[(0, 1), (1, 2), (2, 2)]] * 4 + [[(1, 1), (0, 2), (2, 3)]]
    games += [[(3, 1), (4, 2)], [(4, 1), (3, 2)], [(2, 1), (1, 2)]]
    frame = rated(games).bootstrap(60, seed=3)
    assert frame.filter(frame["player"] == "P00000")["high"].item() is None
    assert frame["without"].sum() > 0
    with_prior = rated(games, prior_middle=1.0)
    assert with_prior.ranks()["compared"].to_list() == [5] * 5
    assert with_prior.bootstrap(30, seed=3)["low"].null_count() < 5


def changed(games: list[Ranking], one: int, two: int, which: tuple[int, ...]) -> list[Ranking]:
    """Some games with two players' places exchanged."""
    turn = {one: two, two: one}
    return [
        sorted(((turn.get(who, who), place) for who, place in game), key=lambda row: row[1])
        if at in which
        else game
        for at, game in enumerate(games)
    ]


@pytest.mark.parametrize("seed", range(4))
def test_how_few_rankings_decide(seed: int):
    """So many exchanges of places put another first, none fewer; the best few are nearly found."""
    games = some_games(seed, 4, 9)
    found = rated(games).fragility()
    assert found.results > 0
    [(first, rival, tie, times)] = found.turned.rows()
    assert (first, tie, times) == (found.first, False, found.results)
    one, two = int(first[1:]), int(rival[1:])
    both = [
        at
        for at, game in enumerate(games)
        if {one, two} <= {who for who, _ in game} and dict(game)[one] < dict(game)[two]
    ]

    def leaders(many: int) -> set[int]:
        names = set()
        for which in itertools.combinations(both, many):
            ratings = column(rated(changed(games, one, two, which)))
            names.add(max(ratings, key=ratings.__getitem__) if one in ratings else -1)
        return names

    assert leaders(found.results) != {one}
    # What changes most at first is tried first; another choice could do with one fewer at best.
    for many in range(1, found.results - 1):
        assert leaders(many) <= {one, -1}


def test_a_first_place_that_rankings_do_not_decide():
    """Where all rankings turned round leave a player first, nobody overtakes."""
    games: list[Ranking] = [[(0, 1), (1, 2)]] * 6 + [[(1, 1), (0, 2)]] * 5
    found = rated(games).fragility()
    assert (found.first, found.second, found.results) == ("P00000", "P00001", 1)
    level: list[Ranking] = [[(0, 1), (1, 1)], [(0, 1), (1, 1)]]
    assert rated(level).fragility().second is None
