"""Weng-Lin against the source's algorithms, its ties, its forecasts, far gaps; every setting."""

from __future__ import annotations

import math
from itertools import pairwise, permutations
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.engine.outcomes import outcomes
from banzuke.engine.predicting import predict_game
from banzuke.model.errors import ParameterRefused, PlayersRefused, ResultsRefused
from banzuke.systems.weng_lin import sharing
from banzuke.systems.weng_lin.logistic import NEAR, logistic
from banzuke.systems.weng_lin.rules import work
from banzuke.systems.weng_lin.thurstone import drawn, won

BETA, TAU, KAPPA, MARGIN = 25 / 6, 25 / 300, 1e-4, 0.1
NEW = (25.0, 25 / 3)
FAR = (-500.5, 25.0, 100.0, 1185.3, 6750.0)
MODELS = (
    "plackett-luce",
    "bradley-terry-full",
    "bradley-terry-part",
    "thurstone-mosteller-full",
    "thurstone-mosteller-part",
)
Side = list[tuple[float, float]]
every_model = pytest.mark.parametrize("model", MODELS)


def density(x: float) -> float:
    """Phi of the normal curve, small."""
    return math.exp(-x * x / 2) / math.sqrt(2 * math.pi)


def chance(x: float) -> float:
    """Phi of the normal curve, large."""
    return math.erfc(-x / math.sqrt(2)) / 2


def v_and_w(x: float, t: float, *, tied: bool) -> tuple[float, float]:
    """V and W of section 4 of the source, or those of a draw."""
    if not tied:
        v = density(x - t) / chance(x - t)
        return v, v * (v + x - t)
    below = chance(t - abs(x)) - chance(-t - abs(x))
    v = -(density(t - x) - density(-t - x)) / below
    return v, ((t - x) * density(t - x) + (t + x) * density(t + x)) / below + v * v


def luce_order(theta: list[float], order: tuple[int, ...]) -> tuple[list[float], list[float]]:
    """Sums of q = i less p, and of p (1 - p), over the choices of one strict order."""
    omega, delta = [0.0] * len(theta), [0.0] * len(theta)
    for stage, best in enumerate(order):
        total = sum(math.exp(theta[s]) for s in order[stage:])
        for one in order[stage:]:
            p = math.exp(theta[one]) / total
            omega[one] += (one == best) - p
            delta[one] += p * (1 - p)
    return omega, delta


def luce(
    theta: list[float], places: list[int], *, published: bool
) -> tuple[list[float], list[float]]:
    """Algorithm 4; or the average over all strict orders that places leave open."""
    sides = range(len(theta))
    if not published:
        every = [
            luce_order(theta, order)
            for order in permutations(sides)
            if all(places[a] <= places[b] for a, b in pairwise(order))
        ]
        return tuple(
            [sum(found[part][one] for found in every) / len(every) for one in sides]
            for part in (0, 1)
        )
    omega, delta = [0.0] * len(theta), [0.0] * len(theta)
    for one in sides:
        for q in sides:
            if places[q] <= places[one]:
                total = sum(math.exp(theta[s]) for s in sides if places[s] >= places[q])
                share, p = places.count(places[q]), math.exp(theta[one]) / total
                omega[one] += ((one == q) - p) / share
                delta[one] += p * (1 - p) / share
    return omega, delta


def reckoned(model: str, sides: list[Side], places: list[int], *, published: bool = False) -> Any:
    """The source's algorithms 1 to 4, written as they are printed; strict places for part."""
    grown = [[(mu, s * s + TAU * TAU) for mu, s in side] for side in sides]
    mu = [sum(m for m, _ in side) for side in grown]
    square = [sum(s for _, s in side) for side in grown]
    count = len(sides)
    omega, delta = [0.0] * count, [0.0] * count
    if model == "plackett-luce":
        c = math.sqrt(sum(s + BETA**2 for s in square))
        found = luce([m / c for m in mu], places, published=published)
        for i in range(count):
            omega[i] = square[i] / c * found[0][i]
            delta[i] = (square[i] / c**2) * found[1][i] * math.sqrt(square[i]) / c
    for i in range(count):
        for q in range(count):
            far = model.endswith("part") and abs(i - q) != 1
            if i == q or far or model == "plackett-luce":
                continue
            c = math.sqrt(square[i] + square[q] + 2 * BETA**2)
            lead = (mu[i] - mu[q]) / c
            score = (places[i] < places[q]) + 0.5 * (places[i] == places[q])
            if model.startswith("bradley"):
                p = 1 / (1 + math.exp(-lead))
                slope, fall = score - p, p * (1 - p)
            elif score == 0.0:
                slope, fall = v_and_w(-lead, MARGIN / c, tied=False)
                slope = -slope
            else:
                slope, fall = v_and_w(lead, MARGIN / c, tied=score == 0.5)
            omega[i] += square[i] / c * slope
            delta[i] += math.sqrt(square[i]) / c * square[i] / c**2 * fall
    return [
        [
            (
                m + s / square[i] * omega[i],
                math.sqrt(s * max(1 - s / square[i] * delta[i], KAPPA)),
            )
            for m, s in side
        ]
        for i, side in enumerate(grown)
    ]


def flat(sides: Any) -> list[float]:
    """All numbers of all sides."""
    return [number for side in sides for member in side for number in member]


players = st.tuples(st.floats(0, 50), st.floats(0.5, 15))


@every_model
@given(sides=st.lists(st.lists(players, min_size=1, max_size=4), min_size=2, max_size=6))
def test_the_source_without_ties(model, sides):
    """Teams of any size in strict order move as the source's algorithms say."""
    places = list(range(1, len(sides) + 1))
    found = bz.rate_game("weng-lin", sides, places, parameters={"model": model})
    assert flat(found) == pytest.approx(flat(reckoned(model, sides, places)), rel=1e-8, abs=1e-8)


@pytest.mark.parametrize("model", [model for model in MODELS if not model.endswith("part")])
@given(
    sides=st.lists(st.lists(players, min_size=1, max_size=2), min_size=2, max_size=5),
    at=st.integers(0, 3),
)
def test_two_share_a_place(model, sides, at):
    """Two sides on one place are averaged over both orders, or drawn as a pair."""
    at = min(at, len(sides) - 2)
    places = [n + 1 - (n == at + 1) for n in range(len(sides))]
    found = bz.rate_game("weng-lin", sides, places, parameters={"model": model})
    assert flat(found) == pytest.approx(flat(reckoned(model, sides, places)), rel=1e-8, abs=1e-8)


@given(
    ranks=st.lists(st.integers(1, 4), min_size=2, max_size=6).map(sorted),
    who=players,
)
def test_equals_share_places_as_all_orders_do(ranks, who):
    """Of equals, any number on a place, the average is that over all orders, to the last digits."""
    places = [1 + sum(other < rank for other in ranks) for rank in ranks]
    sides = [[who]] * len(places)
    found = bz.rate_game("weng-lin", sides, places)
    wanted = reckoned("plackett-luce", sides, places)
    assert flat(found) == pytest.approx(flat(wanted), rel=1e-8, abs=1e-8)


@given(sides=st.lists(players, min_size=3, max_size=5), lower=st.lists(players, max_size=1))
def test_several_unequal_on_a_place(sides, lower):
    """Three and more unequal sides on a place are averaged over all orders."""
    places = [1] * len(sides) + [len(sides) + 1] * len(lower)
    every = [[who] for who in (*sides, *lower)]
    found = bz.rate_game("weng-lin", every, places)
    wanted = reckoned("plackett-luce", every, places)
    assert flat(found) == pytest.approx(flat(wanted), rel=1e-8, abs=1e-8)


@pytest.mark.parametrize(("wide", "near"), [(0.0, 1e-12), (0.4, 0.02), (1.3, 0.2)])
def test_more_sides_on_a_place_than_are_gone_through(wide, near):
    """Nine and more on a place come near the average over all orders, and sum to as much."""
    x = np.exp(np.linspace(-wide, wide, 10))
    found = []
    for share in (sharing.share_by_means, sharing.share_by_sets):
        room = work(bz.rate([DUEL[0]], "weng-lin").rated.runs[0].pool.log, 2)
        room = type(room)(*(np.zeros(12, dtype=column.dtype) for column in room))
        room.own[:10], room.rest[0], room.total[0] = x, 2.0, 2.0 + x.sum()
        room.pull[:] = 1.0
        found.append((share(room, 0, 10), room.pull[:10].copy(), room.loss[:10].copy()))
    for mean, exact in zip(*found, strict=True):
        assert np.allclose(mean, exact, rtol=0.0, atol=near)
    sums = [pull.sum() - 2.0 * choices[0] for choices, pull, _ in found]
    assert sums == pytest.approx([0.0, 0.0], abs=1e-9)


@given(
    ranks=st.lists(st.integers(1, 3), min_size=2, max_size=5).map(sorted),
    data=st.data(),
)
def test_the_published_rule_for_ties(ranks, data):
    """By its own setting, shared places follow algorithm 4 to the letter."""
    places = [1 + sum(other < rank for other in ranks) for rank in ranks]
    sides = [[data.draw(players)] for _ in places]
    found = bz.rate_game("weng-lin", sides, places, parameters={"ties": "published"})
    wanted = reckoned("plackett-luce", sides, places, published=True)
    assert flat(found) == pytest.approx(flat(wanted), rel=1e-8, abs=1e-8)


@every_model
@given(ranks=st.lists(st.integers(1, 5), min_size=2, max_size=12).map(sorted))
def test_no_better_place_gets_less(model, ranks):
    """Among equals, whatever places are shared, who is placed better does not get less."""
    places = [1 + sum(other < rank for other in ranks) for rank in ranks]
    after = bz.rate_game("weng-lin", [[NEW]] * len(places), places, parameters={"model": model})
    gains = [side[0][0] for side in after]
    for (place, one), (other, two) in pairwise(zip(places, gains, strict=True)):
        assert one == two if place == other else one >= two - 1e-9


@every_model
@given(
    sides=st.lists(st.lists(players, min_size=1, max_size=3), min_size=2, max_size=5),
    far=st.floats(0, 1e6),
    tied=st.booleans(),
)
def test_deviations_grow_by_no_more_than_tau_adds(model, sides, far, tied):
    """No result, however unlikely, makes a deviation larger than tau does; all stays finite."""
    sides = [[(mu + far * (number % 2), s) for mu, s in side] for number, side in enumerate(sides)]
    places = [1] * len(sides) if tied else list(range(1, len(sides) + 1))
    after = bz.rate_game("weng-lin", sides, places, parameters={"model": model})
    for side, moved in zip(sides, after, strict=True):
        for (_, before), (rating, deviation) in zip(side, moved, strict=True):
            assert math.isfinite(rating)
            assert 0 < deviation <= math.hypot(before, TAU) * (1 + 1e-12)


@every_model
@pytest.mark.parametrize("ordered", [True, False])
def test_gaps_of_a_million(model, ordered):
    """Three hundred sides a million points apart, in order or all on one place, stay finite."""
    count = 300
    rows = [
        {"game": "1", "player": f"P{n:03d}", "place": n + 1 if ordered else 1} for n in range(count)
    ]
    starts = [{"player": f"P{n:03d}", "rating": 1e6 * (n % 3) + n} for n in range(count)]
    ratings = bz.rate(rows, "weng-lin", starts, parameters={"model": model})
    listed = ratings.listing.listed
    assert listed["rating"].is_finite().all()
    assert (listed["deviation"] > 0).all()


@every_model
@given(data=st.data())
def test_names_move_no_bit(model, data):
    """Ratings far apart on shared places have the same bits in any order of the names."""
    far = data.draw(st.lists(st.sampled_from(FAR), min_size=5, max_size=12))
    places = [1, 2, 2, 2, *[5] * (len(far) - 4)]
    found = []
    for turn in (1, -1):
        names = [f"P{turn * n + 50:02d}" for n in range(len(far))]
        rows = [{"game": "1", "player": n, "place": p} for n, p in zip(names, places, strict=True)]
        starts = [{"player": n, "rating": r} for n, r in zip(names, far, strict=True)]
        listed = bz.rate(rows, "weng-lin", starts, parameters={"model": model}).listing.listed
        after = {r["player"]: (r["rating"], r["deviation"]) for r in listed.to_dicts()}
        found.append([after[name] for name in names])
    assert found[0] == found[1]


def test_a_large_field():
    """Five thousand newcomers in strict order: each place gets more than the next."""
    count = 5000
    rows = [{"game": "1", "player": f"P{n:04d}", "place": n + 1} for n in range(count)]
    listed = bz.rate(rows, "weng-lin").listing.listed.sort("player")
    rating = listed["rating"].to_numpy()
    assert (np.diff(rating) < 0).all()
    c = math.sqrt(count * (NEW[1] ** 2 + TAU**2 + BETA**2))
    lower = sum(1 / left for left in range(1, count + 1))
    assert rating[0] - 25 == pytest.approx((NEW[1] ** 2 + TAU**2) / c * (1 - 1 / count), rel=1e-9)
    assert rating[-1] - 25 == pytest.approx((NEW[1] ** 2 + TAU**2) / c * (1 - lower), rel=1e-9)


@pytest.mark.parametrize("t", [0.0, 1e-6, 1e-3, 0.02, 1.0])
@pytest.mark.parametrize("x", [-1e6, -400.0, -37.0, -5.5, -4.9, -1.0, 0.0, 0.5, 6.0, 50.0])
def test_steps_of_the_normal_curve(x, t):
    """V and W hold their digits from a tie of equals to the least likely result."""
    mpmath = pytest.importorskip("mpmath")
    with mpmath.workdps(60):
        low, high = mpmath.mpf(x) - t, mpmath.mpf(x) + t
        if abs(x) < 1e5:
            v = mpmath.npdf(low) / mpmath.ncdf(low)
            assert won(x, t) == pytest.approx((float(v), float(v * (v + low))), rel=1e-7)
            if t == 0.0:
                v, w = mpmath.mpf(-x), mpmath.mpf(1)
            else:
                below = mpmath.ncdf(-abs(low)) - mpmath.ncdf(-abs(high))
                if x < 0:
                    below = -below
                if abs(x) < t:
                    below = mpmath.ncdf(high) - mpmath.ncdf(low)
                v = (mpmath.npdf(high) - mpmath.npdf(low)) / below
                w = v * v + (high * mpmath.npdf(high) - low * mpmath.npdf(low)) / below
            assert drawn(x, t) == pytest.approx((float(v), float(w)), rel=1e-6, abs=1e-6)
    for value, fall in (won(x, t), drawn(x, t)):
        assert math.isfinite(value)
        assert 0.0 <= fall <= 1.0


@given(lead=st.floats(-45, 45), score=st.sampled_from([1.0, 0.5]))
def test_the_logistic_curve(lead, score):
    """Slope and fall hold their digits near even, far from it, and where the ways change."""
    mpmath = pytest.importorskip("mpmath")
    with mpmath.workdps(40):
        for at in (lead, math.copysign(NEAR, lead), math.copysign(NEAR + 1e-12, lead)):
            win = 1 / (1 + mpmath.exp(-mpmath.mpf(at)))
            slope, fall = logistic(at, score)
            assert slope == pytest.approx(float(score - win), rel=4e-15, abs=1e-16)
            assert fall == pytest.approx(float(win * (1 - win)), rel=4e-15)


def rated(starts: dict[str, tuple[float, float]], **settings: Any) -> Any:
    """Ratings of players as they start, after a game of others."""
    rows = [{"game": "1", "player_1": "Y", "player_2": "Z", "result": "1-0"}]
    known = [{"player": n, "rating": r, "deviation": d} for n, (r, d) in starts.items()]
    more = [
        {"game": f"{n}", "player_1": name, "player_2": "Z", "result": "1-0", "weight": 0}
        for n, name in enumerate(starts, 2)
    ]
    settings = {"tau": 0.0, **settings}
    return bz.rate(rows + more, "weng-lin", known, parameters=settings).rated


def test_forecasts_of_two():
    """Equals have exactly even chances; 50 v 25 has 0.97111 to 0.02889, either way round."""
    state = rated({"A": (25, 25 / 3), "B": (25, 25 / 3), "C": (50, 25 / 3)})
    assert predict_game(state, [["A"], ["B"]]) == [0.5, 0.5]
    assert predict_game(state, [["C"], ["A"]]) == pytest.approx([0.97111, 0.02889], abs=5e-6)
    assert predict_game(state, [["A"], ["C"]]) == predict_game(state, [["C"], ["A"]])[::-1]


@every_model
def test_forecasts_see_every_member(model):
    """Another member of a larger team is another chance, by rating and by deviation."""
    starts = {"A": (25.0, 5.0), "B": (26.0, 5.0), "C": (25.0, 5.0), "D": (25.0, 9.0)}
    state = rated({**starts, "E": (27.0, 5.0), "F": (20.0, 1.0)}, model=model)
    sides = [[["E", "F", one], ["A", "B"]] for one in "CD"]
    chances = [predict_game(state, pair)[0] for pair in sides]
    assert chances[0] != chances[1]
    assert predict_game(state, [["E", "F", "A"], ["C", "B"]])[0] == chances[0]
    spread = math.sqrt(25 + 1 + 25 + 25 + 25 + 5 * BETA**2)
    wanted = chance(21 / spread)
    if model.startswith("thurstone"):
        wanted = (chance((21 - MARGIN) / spread) + chance((21 + MARGIN) / spread)) / 2
    assert chances[0] == pytest.approx(wanted, rel=1e-12)


def test_forecasts_of_many():
    """The chances of several to be first are those of independent normal performances."""
    mpmath = pytest.importorskip("mpmath")
    who = {"A": (25.0, 8.0), "B": (30.0, 2.0), "C": (20.0, 12.0)}
    found = predict_game(rated(who), [["A"], ["B"], ["C"]])
    spread = {name: math.hypot(d, BETA) for name, (_, d) in who.items()}

    def best(name: str) -> float:
        def at(x: Any) -> Any:
            value = mpmath.npdf(x, who[name][0], spread[name])
            for other in who:
                if other != name:
                    value *= mpmath.ncdf(x, who[other][0], spread[other])
            return value

        return float(mpmath.quad(at, [-80, 0, 20, 25, 30, 40, 60, 130]))

    assert found == pytest.approx([best(name) for name in who], abs=1e-9)
    assert sum(found) == pytest.approx(1, abs=1e-12)
    assert predict_game(rated(dict.fromkeys("ABC", NEW)), [["A"], ["B"], ["C"]]) == [1 / 3] * 3


@pytest.mark.parametrize("far", [1e3, 1e6])
def test_forecasts_across_gaps(far):
    """The best of a field is certain where the others are far behind; the rest are ordered."""
    state = rated({"A": (0, 1), "B": (far, 1e-3), "C": (-far, 8), "D": (far / 2, 100)})
    found = predict_game(state, [["A"], ["B"], ["C"], ["D"]])
    assert found[1] == pytest.approx(1, abs=1e-6)
    ways = outcomes(state, [["A"], ["B"], ["C"]])
    assert ways[0].places == (2, 1, 3)
    assert ways[0].chance == pytest.approx(1, abs=1e-9)


@every_model
def test_outcomes_of_two(model):
    """Win, draw and loss of 2 v 2 sum to 1; only the Thurstone-Mosteller models have draws."""
    state = rated(dict.fromkeys("ABCD", (25.0, 1.0)), model=model)
    found = {one.places: one.chance for one in outcomes(state, [["A", "B"], ["C", "D"]])}
    assert sum(found.values()) == pytest.approx(1, abs=1e-12)
    assert all(0 <= one <= 1 for one in found.values())
    assert found[1, 2] == pytest.approx(found[2, 1], rel=1e-12)
    wanted = 0.0
    if model.startswith("thurstone"):
        spread = math.sqrt(4 + 4 * BETA**2)
        wanted = chance(MARGIN / spread) - chance(-MARGIN / spread)
    assert found.get((1, 1), 0.0) == pytest.approx(wanted, abs=1e-12)


def test_outcomes_of_several():
    """Orders of four have chances that sum to 1, and whoever is first is so as forecast."""
    state = rated({"A": (25.0, 8.0), "B": (30.0, 2.0), "C": (20.0, 12.0), "D": (26.0, 5.0)})
    sides = [["A"], ["B"], ["C"], ["D"]]
    found = outcomes(state, sides)
    assert len(found) == 24
    assert sum(one.chance for one in found) == pytest.approx(1, abs=1e-12)
    for number, wanted in enumerate(predict_game(state, sides)):
        first = sum(one.chance for one in found if one.places[number] == 1)
        assert first == pytest.approx(wanted, abs=1e-10)


@every_model
def test_a_bigger_win_never_gains_less(model):
    """Where leads in score count, gains of equals rise with the lead, and only then."""
    for margin in (0.0, 5.0):
        settings = {"model": model, "score_margin": margin}
        gains = [
            bz.rate_game("weng-lin", [[NEW], [NEW]], scores=[lead, 0], parameters=settings)[0][0][0]
            for lead in (1, 2, 10, 1000)
        ]
        assert gains == sorted(gains)
        assert (len(set(gains)) == 4) == (margin > 0.0)
        scores = [30, 20, 19, 19, 2]
        after = bz.rate_game("weng-lin", [[NEW]] * 5, scores=scores, parameters=settings)
        places = [side[0][0] for side in after]
        assert places == pytest.approx(sorted(places, reverse=True), abs=1e-9)


def test_who_plays_a_part():
    """Who played half counts half, and who did not play is not moved but by tau."""

    def after(play: float, **settings: Any) -> dict[str, tuple[float, float]]:
        rows = [
            {"game": "1", "player": name, "side": side, "place": place, "play": part}
            for name, side, place, part in (("A", 1, 1, 1), ("B", 1, 1, play), ("C", 2, 2, 1))
        ]
        listed = bz.rate(rows, "weng-lin", parameters=settings).listing.listed
        return {r["player"]: (r["rating"], r["deviation"]) for r in listed.to_dicts()}

    absent = after(0.0)
    assert absent["B"] == pytest.approx((25, math.hypot(25 / 3, TAU)), rel=1e-12)
    alone = bz.rate_game("weng-lin", [[NEW], [NEW]], [1, 2])
    assert absent["A"] == pytest.approx(alone[0][0], rel=1e-12)
    half = after(0.5)
    square = NEW[1] ** 2 + TAU**2
    c = math.sqrt(2.25 * square + 2 * BETA**2)
    pull = (1 - 1 / (1 + math.exp(-12.5 / c))) / c
    assert half["A"][0] - 25 == pytest.approx(square * pull, rel=1e-9)
    assert half["B"][0] - 25 == pytest.approx(square * pull / 2, rel=1e-9)
    nobody = [
        {"game": "1", "player": name, "side": name, "place": n + 1, "play": 0}
        for n, name in enumerate("ABC")
    ]
    assert (bz.rate(nobody, "weng-lin").listing.listed["rating"] == 25).all()


def test_weights():
    """A game of weight 0 moves nothing but by tau, one of weight 2 twice as far."""

    def moved(weight: float, **settings: Any) -> float:
        row = {"game": "1", "player_1": "A", "player_2": "B", "result": "1-0", "weight": weight}
        return float(
            bz.rate([row], "weng-lin", parameters=settings).history_frame("A")["change"][0]
        )

    assert moved(0) == 0
    assert moved(2) == pytest.approx(2 * moved(1), rel=1e-12)
    assert moved(2, weighting="none") == moved(1)


def test_sides_of_unequal_size():
    """With sizes balanced two equals against one are even; sides of one size are as ever."""
    state = rated(dict.fromkeys("ABC", NEW), size_balance=1.0)
    assert predict_game(state, [["A", "B"], ["C"]]) == pytest.approx([0.5, 0.5], abs=1e-12)
    between = rated(dict.fromkeys("ABC", NEW), size_balance=0.5)
    assert 0.5 < predict_game(between, [["A", "B"], ["C"]])[0] < 0.95
    sides = [[NEW, (30, 2)], [(20, 5), NEW]]
    plain, balanced = (
        bz.rate_game("weng-lin", sides, [1, 2], parameters={"size_balance": size})
        for size in (0.0, 1.0)
    )
    assert plain == balanced


def test_terms_add_up(adds_up: Any):
    """What explanations tell of a game adds up to the history, and names who was met."""
    rows = [
        {"game": "1", "player": name, "side": side, "place": side, "play": play, "weight": 2}
        for name, side, play in (("A", 1, 1), ("B", 1, 0.5), ("C", 2, 1))
    ]
    rows += [{"game": "2", "player": n, "place": p} for n, p in (("A", 1), ("B", 2), ("C", 2))]
    for model in MODELS:
        ratings = bz.rate(rows, "weng-lin", parameters={"model": model})
        for name in "ABC":
            for game in "12":
                adds_up(ratings, ratings.explain(name, game=game))
    told = ratings.explain("C", game="1")
    assert told.terms[0].name == "lost to A+B"
    inputs = {term.name: term for term in ratings.explain("B", game="1").inputs}
    assert inputs["counts in the side"].value == 0.5
    assert inputs["weight of the game"].value == 2
    assert "neighbours" in inputs["pull on the side"].source
    assert ratings.explain("B", game="2").terms[0].name == "place 2 of 3 sides"


def test_what_is_refused():
    """Missing scores where they count, bounds out of order, deviations that are none."""
    rows = [{"game": "1", "player": n, "place": p} for p, n in ((1, "A"), (2, "B"))]
    with pytest.raises(ResultsRefused, match="score_margin"):
        bz.rate(rows, "weng-lin", parameters={"score_margin": 5.0})
    with pytest.raises(ParameterRefused, match="bounds in order"):
        bz.load_rulebook("weng-lin", {"least_deviation": 9.0, "most_deviation": 8.0})
    for wrong, words in ((0.0, "above 0"), (-1.0, "above 0"), (2e5, "beyond the bounds")):
        with pytest.raises(PlayersRefused, match=words):
            bz.rate(rows, "weng-lin", [{"player": "A", "rating": 25.0, "deviation": wrong}])


DUEL = [{"game": "1", "player_1": "A", "player_2": "B", "result": "1-0", "weight": 2}]
DRAW = [{**DUEL[0], "result": "1/2-1/2"}]
STARTS = [{"player": "A", "rating": 30.0}, {"player": "B", "rating": 20.0}]
MANY = [{"game": "1", "player": n, "place": p} for p, n in ((1, "A"), (1, "B"), (3, "C"), (4, "D"))]
TEAMS = [
    {"game": "1", "player": n, "side": s, "score": 5 - s} for n, s in (("A", 1), ("B", 1), ("C", 2))
]
ALIVE = [
    ("model", {}, MANY, "rating", "bradley-terry-full"),
    ("model", {}, MANY, "rating", "bradley-terry-part"),
    ("model", {}, MANY, "rating", "thurstone-mosteller-full"),
    ("model", {}, MANY, "rating", "thurstone-mosteller-part"),
    ("start_rating", {}, DUEL, "rating", 30.0),
    ("start_deviation", {}, DUEL, "deviation", 5.0),
    ("beta", {}, DUEL, "rating", 5.0),
    ("tau", {}, DUEL, "deviation", 0.5),
    ("kappa", {}, DUEL, "deviation", 0.99),
    ("gamma", {}, MANY, "deviation", "by sides"),
    ("gamma", {}, MANY, "deviation", "none"),
    ("spread", {}, DUEL, "rating", 2.0),
    ("draw_margin", {"model": "thurstone-mosteller-full"}, DRAW, "deviation", 5.0),
    ("ties", {}, MANY, "rating", "published"),
    ("score_margin", {}, TEAMS, "rating", 3.0),
    ("size_balance", {}, TEAMS, "rating", 0.5),
    ("weighting", {}, DUEL, "rating", "none"),
    ("least_deviation", {}, DUEL, "deviation", 8.2),
    ("most_deviation", {}, DUEL, "deviation", 8.0),
]


@pytest.mark.parametrize(("name", "given", "rows", "column", "other"), ALIVE)
def test_every_setting_is_alive(name, given, rows, column, other):
    """Another value of each setting moves a number of A."""
    found = [
        bz.rate(rows, "weng-lin", parameters=settings).listing.listed.filter(
            pl.col("player") == "A"
        )[column][0]
        for settings in (given, {**given, name: other})
    ]
    assert found[0] != found[1]
    assert all(math.isfinite(value) for value in found)


def test_alive_has_every_setting():
    """No parameter, and no word of one, is missing above."""
    fields = type(bz.load_rulebook("weng-lin").parameters).model_fields
    assert {row[0] for row in ALIVE} == set(fields)
    said = {str(row[4]) for row in ALIVE}
    assert {*MODELS[1:], "by sides", "none", "published"} <= said
