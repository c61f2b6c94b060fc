"""TrueSkill against plain reckonings: messages on lists, integrals over performances, samples."""

from __future__ import annotations

import math
import time
from itertools import pairwise, permutations, product
from statistics import NormalDist
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.engine.outcomes import outcomes
from banzuke.engine.predicting import predict_game
from banzuke.model.errors import ParameterRefused, PlayersRefused, ResultsRefused

CURVE = NormalDist()
BETA, TAU = 25 / 6, 25 / 300
Player = tuple[float, float]


def beaten(lead: float) -> tuple[float, float]:
    """V and w of a win, as the source prints them."""
    v = CURVE.pdf(lead) / (0.5 * math.erfc(-lead / math.sqrt(2)))
    return v, v * (v + lead)


def drawn(lead: float, margin: float) -> tuple[float, float]:
    """V and w of a draw, as the source prints them."""
    low, high = -margin - lead, margin - lead
    inside = CURVE.cdf(high) - CURVE.cdf(low)
    v = (CURVE.pdf(low) - CURVE.pdf(high)) / inside
    return v, v * v + (high * CURVE.pdf(high) - low * CURVE.pdf(low)) / inside


def chain(players: list[Player], places: list[int], draws: float = 0.1) -> list[Player]:
    """The source's chain for single players in the order of their places, ties as listed.

    Messages are (precision, precision x mean) of performances, without any offset; links are
    gone through up and down fifteen times.
    """
    margin = CURVE.inv_cdf((draws + 1) / 2) * math.sqrt(2) * BETA
    own = [(mean, dev**2 + TAU**2 + BETA**2) for mean, dev in players]
    up = [(0.0, 0.0) for _ in players]
    down = [(0.0, 0.0) for _ in players]

    def join(at: int, message: tuple[float, float]) -> tuple[float, float]:
        precision = 1 / own[at][1] + message[0]
        return (own[at][0] / own[at][1] + message[1]) / precision, 1 / precision

    links = list(range(len(players) - 1))
    for link in (links + links[::-1]) * 15:
        mean_a, var_a = join(link, up[link])
        mean_b, var_b = join(link + 1, down[link + 1])
        c = math.sqrt(var_a + var_b)
        lead, gap = (mean_a - mean_b) / c, margin / c
        v, w = drawn(lead, gap) if places[link] == places[link + 1] else beaten(lead - gap)
        new_a = mean_a + var_a / c * v, var_a * (1 - w * var_a / c**2)
        new_b = mean_b - var_b / c * v, var_b * (1 - w * var_b / c**2)
        down[link] = 1 / new_a[1] - 1 / var_a, new_a[0] / new_a[1] - mean_a / var_a
        up[link + 1] = 1 / new_b[1] - 1 / var_b, new_b[0] / new_b[1] - mean_b / var_b
    found = []
    for at, (mean, dev) in enumerate(players):
        told = up[at][0] + down[at][0], up[at][1] + down[at][1]
        performed, left = join(at, told)
        strength = dev**2 + TAU**2
        share = strength / own[at][1]
        variance = strength * (1 - share * (1 - left / own[at][1]))
        found.append((mean + share * (performed - own[at][0]), math.sqrt(variance)))
    return found


def rated(sides: list[list[Player]], places: list[int], **settings: Any) -> list[list[Player]]:
    """The values after one game."""
    book = bz.load_rulebook("trueskill", settings)
    return [list(side) for side in bz.rate_game(book, sides=sides, places=places)]


def singles(players: list[Player], places: list[int], **settings: Any) -> list[Player]:
    """The values after one game of single players."""
    return [side[0] for side in rated([[one] for one in players], places, **settings)]


strengths = st.tuples(st.floats(0, 50), st.floats(0.5, 12))


# No further apart than the formulas hold their digits.
neighbours = st.tuples(st.floats(15, 35), st.floats(2, 12))


@given(players=st.lists(neighbours, min_size=3, max_size=6))
def test_many_sides_against_a_plain_chain(players: list[Player]):
    """Without ties, the messages come to what the source's chain comes to on lists."""
    places = list(range(1, len(players) + 1))
    assert np.allclose(singles(players, places), chain(players, places), rtol=1e-7, atol=1e-7)


@given(
    sizes=st.tuples(st.integers(1, 4), st.integers(1, 4)),
    everybody=st.lists(strengths, min_size=8, max_size=8),
    draw=st.booleans(),
    draws=st.floats(0.05, 0.5),
)
def test_two_teams_against_the_formulas(sizes, everybody, draw, draws):
    """Two teams are rated by the closed form, whoever wins."""
    teams = [everybody[: sizes[0]], everybody[4 : 4 + sizes[1]]]
    margin = CURVE.inv_cdf((draws + 1) / 2) * math.sqrt(sum(sizes)) * BETA
    c = math.sqrt(sum(dev**2 + TAU**2 + BETA**2 for team in teams for _, dev in team))
    lead = sum(mean for mean, _ in teams[0]) - sum(mean for mean, _ in teams[1])
    # Further apart the formulas, as they are printed, lose their digits.
    assume(abs(lead) < 3.5 * c)
    v, w = drawn(lead / c, margin / c) if draw else beaten((lead - margin) / c)
    wanted = [
        [
            (
                mean + sign * (dev**2 + TAU**2) / c * v,
                math.sqrt((dev**2 + TAU**2) * (1 - (dev**2 + TAU**2) / c**2 * w)),
            )
            for mean, dev in team
        ]
        for sign, team in ((1, teams[0]), (-1, teams[1]))
    ]
    found = rated(teams, [1, 1 if draw else 2], draw_probability=draws)
    for side, wanted_side in zip(found, wanted, strict=True):
        assert np.allclose(side, wanted_side, rtol=1e-6, atol=1e-6)


def test_three_sides_against_an_integral():
    """Of three, the mean of a strength is close to that of the joint distribution itself.

    The messages are an approximation; for newcomers it is off by a few thousandths of a point.
    """
    players = [(25.0, 25 / 3), (25.0, 25 / 3), (25.0, 25 / 3)]
    spread = math.sqrt((25 / 3) ** 2 + TAU**2 + BETA**2)
    margin = CURVE.inv_cdf(0.55) * math.sqrt(2) * BETA
    grid = np.linspace(25 - 7 * spread, 25 + 7 * spread, 4001)
    one = np.exp(-0.5 * ((grid - 25) / spread) ** 2)
    below = np.array([CURVE.cdf((x - margin - 25) / spread) for x in grid])
    ahead = np.cumsum(one * below) * (grid[1] - grid[0])
    weight = one * np.interp(grid - margin, grid, ahead)
    performed = float((grid * weight).sum() / weight.sum())
    share = ((25 / 3) ** 2 + TAU**2) / spread**2
    wanted = 25 + share * (performed - 25)
    assert singles(players, [1, 2, 3])[0][0] == pytest.approx(wanted, abs=0.1)


NEW = (25.0, 25 / 3)


def test_ties_are_alike():
    """Of one first and four tied, the four get the same to the bit, in the chain's midst."""
    found = singles([NEW] * 5, [1, 2, 2, 2, 2])
    assert len(set(found[1:])) == 1
    listed = [mean for mean, _ in chain([NEW] * 5, [1, 2, 2, 2, 2])]
    assert listed[1:] == pytest.approx([23.585, 23.593, 23.599, 23.602], abs=5e-4)
    assert min(listed[1:]) < found[1][0] < max(listed[1:])
    assert found[1][0] == pytest.approx(23.594, abs=5e-4)


@given(
    players=st.lists(strengths, min_size=3, max_size=6),
    seed=st.permutations(range(6)),
    data=st.data(),
)
def test_the_order_of_listing_is_no_matter(players, seed, data):
    """Sides in any order get the same bits, with ties and without."""
    places = [1]
    for number in range(2, len(players) + 1):
        places.append(data.draw(st.sampled_from([places[-1], number])))
    order = [at for at in seed if at < len(players)]
    found = singles(players, places)
    turned = singles([players[at] for at in order], [places[at] for at in order])
    assert [found[at] for at in order] == turned


@given(
    count=st.integers(3, 12),
    draws=st.sampled_from([0.0, 0.01, 0.1, 0.5, 0.9]),
    deviation=st.floats(0.1, 50),
    data=st.data(),
)
def test_better_place_never_gets_less(count, draws, deviation, data):
    """Among equals a better place never has the lower rating, whatever is tied."""
    places = [1]
    for number in range(2, count + 1):
        places.append(data.draw(st.sampled_from([places[-1], number])))
    found = singles([(25.0, deviation)] * count, places, draw_probability=draws)
    for at in range(count - 1):
        assert found[at][0] >= found[at + 1][0] - 1e-7
        assert found[at][1] > 0


def test_large_fields():
    """A hundred newcomers reach from -12.3 to 62.3, three hundred are finite."""
    found = singles([NEW] * 100, list(range(1, 101)))
    assert (found[0][0], found[-1][0]) == pytest.approx((62.3, -12.3), abs=0.05)
    for places in (list(range(1, 301)), [1] * 300, [1] * 150 + [151] * 150):
        assert np.isfinite(singles([NEW] * 300, places)).all()


@given(lead=st.floats(-1e6, 1e6), one=st.floats(1e-6, 1e6), two=st.floats(1e-6, 1e6))
def test_no_result_is_too_strange(lead, one, two):
    """However far apart and however sure, numbers stay numbers and no win costs points."""
    for places in ([1, 2], [1, 1]):
        winner, loser = singles([(lead, one), (0.0, two)], places)
        for mean, deviation in (winner, loser):
            assert math.isfinite(mean)
            assert 0.0 < deviation < math.inf
        if places == [1, 2]:
            # Starting values are kept to so many digits.
            assert winner[0] >= lead - 2.0**-34
            assert loser[0] <= 0.0


@given(
    ratings=st.lists(st.floats(-1e6, 1e6), min_size=3, max_size=6),
    deviation=st.sampled_from([1e-6, 1.0, 1e6]),
    tied=st.booleans(),
)
def test_no_free_for_all_is_too_strange(ratings, deviation, tied):
    """Many sides, a million points apart: finite."""
    places = [1] * len(ratings) if tied else list(range(1, len(ratings) + 1))
    for mean, after in singles([(rating, deviation) for rating in ratings], places):
        assert math.isfinite(mean)
        assert 0.0 < after < math.inf


def played(one: float, *others: float) -> list[dict[str, Any]]:
    """A game of a winner and a team, by how much of it each played."""
    rows = [{"game": "1", "player": "A", "side": "1", "place": 1, "play": one}]
    return rows + [
        {"game": "1", "player": name, "side": "2", "place": 2, "play": play}
        for name, play in zip("BC", others, strict=False)
    ]


def values(ratings: Any, name: str) -> tuple[float, float]:
    """Rating and deviation of a player."""
    row = ratings.listing.listed.filter(pl.col("player") == name)
    return float(row["rating"][0]), float(row["deviation"][0])


def test_partial_play():
    """Who was absent keeps the mean; the others are rated as published."""
    half = bz.rate(played(0.5, 0.5, 0.5), "trueskill")
    assert values(half, "A") == pytest.approx((33.939, 7.312), abs=5e-4)
    absent = bz.rate(played(1.0, 0.0, 1.0), "trueskill")
    assert values(absent, "A") == pytest.approx((29.439102, 7.166316), abs=5e-7)
    assert values(absent, "B")[0] == 25.0
    assert absent.explain("B", game="1").terms[0].source == "did not play"
    whole = bz.rate(played(0.5, 0.5, 0.5), "trueskill", parameters={"partial_play": False})
    assert values(whole, "A") == pytest.approx((33.730671149, 7.317365363), abs=1e-9)


def test_nobody_played():
    """A game in which nobody played moves no mean, of two sides or of three."""
    for rows in (
        [{"game": "1", "player": n, "place": at, "play": 0} for at, n in enumerate("AB", 1)],
        [{"game": "1", "player": n, "place": at, "play": 0} for at, n in enumerate("ABC", 1)],
        played(0.0, 0.0, 0.0),
    ):
        for name in {row["player"] for row in rows}:
            mean, deviation = values(bz.rate(rows, "trueskill"), name)
            assert mean == 25.0
            assert deviation == pytest.approx(math.hypot(25 / 3, TAU), rel=1e-12)


@given(data=st.data())
def test_who_did_not_play_on_shared_places(data: st.DataObject):
    """Sides of whom hardly anybody played, on any places, leave numbers that are numbers."""
    places = [1]
    for number in range(2, data.draw(st.integers(3, 6)) + 1):
        places.append(data.draw(st.sampled_from([places[-1], number])))
    shares = st.sampled_from([0.0, 0.0, 1e-9, 0.5, 1.0])
    rows = [
        {"game": "1", "player": f"P{at}", "place": place, "play": data.draw(shares)}
        for at, place in enumerate(places)
    ]
    spread = st.sampled_from([1e-6, 1.0, 25 / 3, 1e6])
    starts = [
        {"player": row["player"], "rating": data.draw(st.sampled_from([0.0, 25.0, -1e6, 1e6]))}
        | {"deviation": data.draw(spread)}
        for row in rows
    ]
    listed = bz.rate(rows, "trueskill", starts).listing.listed
    assert listed["rating"].is_finite().all()
    assert listed["deviation"].is_between(0.0, 2e6, closed="none").all()


@pytest.mark.parametrize("share", [0.5, 1.0])
def test_nobody_of_a_shared_place_played(share: float):
    """Two who did not play share a place between one who did and others: all stays finite."""
    rows = [
        {"game": "1", "player": name, "place": place, "play": play}
        for name, place, play in zip("ABCDE", (1, 2, 2, 4, 5), (0, 0, 0, share, 0), strict=True)
    ]
    ratings = bz.rate(rows, "trueskill")
    for name in "ABCDE":
        mean, deviation = values(ratings, name)
        assert name == "D" or mean == 25.0
        assert math.isfinite(mean)
        assert 0.0 < deviation <= math.hypot(25 / 3, TAU) * (1 + 1e-12)


ROWS = [{"game": "1", "player": name, "place": at} for at, name in enumerate("ABCDE", 1)]


def forecasts(players: list[Player], **settings: Any) -> tuple[Any, list[list[str]]]:
    """Something that forecasts games among such players, and them as sides."""
    names = [f"P{at}" for at in range(len(players))]
    starts = [
        {"player": name, "rating": mean, "deviation": dev}
        for name, (mean, dev) in zip(names, players, strict=True)
    ]
    row = [{"game": "1", "player": n, "place": at} for at, n in enumerate("XY", 1)]
    ratings = bz.rate(row, "trueskill", starts, parameters=settings)
    return ratings.rated, [[name] for name in names]


def test_forecasts_of_duels():
    """Two newcomers win 0.47759 and draw 0.04482; at 25 points more it is 0.97111."""
    game, sides = forecasts([NEW, NEW, (50.0, 25 / 3)])
    found = {one.places: one.chance for one in outcomes(game, sides[:2])}
    assert found[1, 2] == found[2, 1] == pytest.approx(0.47759, abs=5e-6)
    assert found[1, 1] == pytest.approx(0.04482, abs=5e-6)
    assert predict_game(game, sides[:2]) == [0.5, 0.5]
    # 0.97111 is the chance without draws.
    game, sides = forecasts([(50.0, 25 / 3), NEW], draw_probability=0.0)
    ahead = predict_game(game, sides)
    assert ahead == pytest.approx([0.97111, 0.02889], abs=5e-6)
    assert predict_game(game, sides[::-1]) == ahead[::-1]


def test_forecasts_of_teams():
    """Chances of two sure teams are in [0, 1] and sum to 1."""
    game, sides = forecasts([(25.0, 1.0)] * 4)
    teams = [sides[0] + sides[1], sides[2] + sides[3]]
    found = outcomes(game, teams)
    assert all(0 <= one.chance <= 1 for one in found)
    assert sum(one.chance for one in found) == pytest.approx(1.0, abs=1e-12)


@given(
    players=st.lists(
        strengths | st.tuples(st.floats(-1e3, 1e3), st.floats(1e-6, 1e4)), min_size=3, max_size=4
    ),
    draws=st.sampled_from([0.0, 0.1, 0.6, 0.999]),
)
def test_outcomes_sum_to_one(players, draws):
    """Over all places, with ties, chances sum to 1, however unlike the deviations are."""
    game, sides = forecasts(players, draw_probability=draws)
    found = outcomes(game, sides)
    assert math.fsum(one.chance for one in found) == pytest.approx(1.0, abs=1e-9)
    assert sum(predict_game(game, sides)) == pytest.approx(1.0, abs=1e-12)


@given(players=st.lists(strengths, min_size=3, max_size=3), draws=st.sampled_from([0.0, 0.1, 0.6]))
def test_first_places_are_those_of_the_forecast(players, draws):
    """Who is first, shared places split, is so as often as the forecast of first places says."""
    game, sides = forecasts(players, draw_probability=draws)
    found = outcomes(game, sides)
    for at, chance in enumerate(predict_game(game, sides)):
        shares = [one.chance / one.places.count(1) for one in found if one.places[at] == 1]
        # Sides in a row, each close to the next, all are first there, and not here.
        assert sum(shares) == pytest.approx(chance, abs=0.03 if draws > 0.1 else 2e-3)


def reckoned_orders(players: list[Player], draws: float, way: tuple[int, ...]) -> float:
    """The chance of some places: in each order that they allow, gap by gap over a fine grid."""
    grid = np.linspace(-20.0, 80.0, 8001)
    margin = CURVE.inv_cdf((draws + 1) / 2) * BETA * math.sqrt(2)
    total = 0.0
    for order in permutations(range(len(players))):
        if any(way[one] > way[two] for one, two in pairwise(order)):
            continue
        behind = np.ones_like(grid)
        for at in range(len(order) - 1, -1, -1):
            mean, dev = players[order[at]]
            spread = math.hypot(dev, BETA)
            density = np.exp(-0.5 * ((grid - mean) / spread) ** 2) / spread / math.sqrt(2 * math.pi)
            part = density * behind
            sums = np.concatenate([[0.0], np.cumsum((part[1:] + part[:-1]) / 2)]) * (
                grid[1] - grid[0]
            )
            if at == 0:
                total += float(sums[-1])
                continue
            apart = np.interp(grid - margin, grid, sums, left=0.0)
            tied = way[order[at]] == way[order[at - 1]]
            behind = sums - apart if tied else apart
    return total


@pytest.mark.parametrize("count", [3, 4, 5])
def test_outcomes_against_a_grid(count):
    """Places of three to five unlike sides are as likely as sums over a fine grid say."""
    players = [(30.0, 3.0), (25.0, 6.0), (24.0, 2.0), (20.0, 8.0), (33.0, 4.0)][:count]
    game, sides = forecasts(players, draw_probability=0.4)
    found = {one.places: one.chance for one in outcomes(game, sides)}
    ways = [(1, 2, 3, 4, 5), (5, 4, 3, 2, 1), (1, 1, 3, 3, 5), (4, 1, 1, 1, 4), (1, 1, 1, 1, 1)]
    for way in {
        tuple(1 + sum(o < w for o in cut) for w in cut) for cut in (w[:count] for w in ways)
    }:
        wanted = reckoned_orders(players, 0.4, way)
        assert found[way] == pytest.approx(wanted, abs=2e-6)


def test_outcomes_of_equals_and_of_many():
    """Of five newcomers all orders are alike, to the bit; of teams of unlike size they sum to 1."""
    game, sides = forecasts([NEW] * 5)
    found = {one.places: one.chance for one in outcomes(game, sides)}
    assert len(found) == 541
    assert math.fsum(found.values()) == pytest.approx(1.0, abs=1e-9)
    for way, chance in found.items():
        assert chance == found[tuple(sorted(way))]
    teams = [sides[0] + sides[1], sides[2], sides[3] + sides[4]]
    assert sum(one.chance for one in outcomes(game, teams)) == pytest.approx(1.0, abs=1e-9)


def test_outcomes_against_samples():
    """Chances of places of four are as often as samples of their performances have them."""
    players = [(30.0, 3.0), (25.0, 6.0), (24.0, 2.0), (20.0, 8.0)]
    game, sides = forecasts(players, draw_probability=0.4)
    margin = CURVE.inv_cdf(0.7) * math.sqrt(2) * BETA
    rng = np.random.default_rng(5)
    count = 200_000
    spread = [math.sqrt(dev**2 + BETA**2) for _, dev in players]
    shown = rng.normal([mean for mean, _ in players], spread, (count, len(players)))
    order = np.argsort(-shown, axis=1)
    gaps = -np.diff(np.take_along_axis(shown, order, axis=1), axis=1)
    steps = np.where(gaps > margin, np.arange(1, len(players)), 0)
    ranks = 1 + np.concatenate(
        [np.zeros((count, 1), dtype=int), np.maximum.accumulate(steps, axis=1)], axis=1
    )
    places = np.empty_like(ranks)
    np.put_along_axis(places, order, ranks, axis=1)
    seen: dict[tuple[int, ...], int] = {}
    for row in map(tuple, places.tolist()):
        seen[row] = seen.get(row, 0) + 1
    for one in outcomes(game, sides):
        wanted = seen.get(one.places, 0) / count
        assert one.chance == pytest.approx(wanted, abs=5 * math.sqrt(0.25 / count) * 0.5 + 1e-4)


def test_first_of_many_against_samples():
    """The chance to be first of eight is as often as in samples, shared ones split."""
    players = [(20.0 + 2 * at, 1.0 + at) for at in range(8)]
    game, sides = forecasts(players, draw_probability=0.3)
    margin = CURVE.inv_cdf(0.65) * math.sqrt(2) * BETA
    rng = np.random.default_rng(6)
    spread = [math.sqrt(dev**2 + BETA**2) for _, dev in players]
    shown = rng.normal([mean for mean, _ in players], spread, (200_000, 8))
    close = shown >= shown.max(axis=1, keepdims=True) - margin
    wanted = (close / close.sum(axis=1, keepdims=True)).mean(axis=0)
    assert predict_game(game, sides) == pytest.approx(wanted.tolist(), abs=3e-3)


def test_terms_add_up(adds_up: Any):
    """Explanations of duels, teams and many sides add up to the history."""
    rows = [
        *({**row, "date": "2024-01-01"} for row in ROWS),
        *({**row, "game": "2", "date": "2024-01-02"} for row in played(1.0, 0.5, 1.0)),
        {"game": "3", "date": "2024-01-03", "player": "A", "place": 1, "side": "1"},
        {"game": "3", "date": "2024-01-03", "player": "B", "place": 1, "side": "2"},
    ]
    rows = [{"side": row["player"], "play": 1.0} | row for row in rows]
    ratings = bz.rate(pl.DataFrame(rows), "trueskill")
    for name, game in (("C", "1"), ("A", "2"), ("B", "2"), ("A", "3"), ("B", "3")):
        adds_up(ratings, ratings.explain(name, game=game))
    assert ratings.explain("C", game="1").terms[0].name == "place 3 of 5 sides"
    assert ratings.explain("A", game="3").terms[0].name.startswith("drew with")


DUEL = [{"date": "2024-01-15", "player_1": "A", "player_2": "B", "result": "1-0"}]
TWICE = [*DUEL, {**DUEL[0], "date": "2024-03-15"}]
LATE = [{"date": "2024-03-15", "player_1": "C", "player_2": "D", "result": "1-0"}]


def test_growth_by_time():
    """Idle days add their tau², once, however often the list is read."""
    settings = {"ageing": "by time", "tau": 0.5, "period_length": 2.0}
    alone = values(bz.rate(DUEL, "trueskill", parameters=settings), "A")
    ratings = bz.rate(DUEL + LATE, "trueskill", parameters=settings)
    for _ in range(2):
        grown = math.sqrt(alone[1] ** 2 + 60 / 2.0 * 0.5**2)
        assert values(ratings, "A") == pytest.approx((alone[0], grown), rel=1e-12)
    again = bz.rate(TWICE, "trueskill", parameters=settings)
    starts = [{"player": n, "rating": values(ratings, n)[0], "deviation": grown} for n in "AB"]
    at_once = bz.rate(TWICE[1:], "trueskill", starts, parameters=settings)
    assert values(again, "A") == pytest.approx(values(at_once, "A"), rel=1e-12)


def test_growth_by_time_needs_dates():
    """Undated results are refused where deviations grow by time."""
    rows = [{"player_1": "A", "player_2": "B", "result": "1-0", "game": str(n)} for n in range(3)]
    with pytest.raises(ResultsRefused, match="there are no dates"):
        bz.rate(rows, "trueskill", parameters={"ageing": "by time"})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("start_rating", 2e6),
        ("start_deviation", 0.0),
        ("beta", 0.0),
        ("tau", -1.0),
        ("draw_probability", 1.0),
        ("period_length", 0.0),
        ("most_sweeps", 0),
    ],
)
def test_settings_that_are_none(name, value):
    """Settings out of their range are refused."""
    with pytest.raises(ParameterRefused, match=name):
        bz.load_rulebook("trueskill", {name: value})


@pytest.mark.parametrize("deviation", [0.0, -1.0, 2e6])
def test_deviations_that_are_none(deviation):
    """A starting deviation that is none is refused."""
    with pytest.raises(PlayersRefused):
        bz.rate(DUEL, "trueskill", [{"player": "A", "rating": 25.0, "deviation": deviation}])


FFA = [{**row, "date": "2024-01-15"} for row in ROWS]
PART = [{**row, "date": "2024-01-15"} for row in played(0.5, 1.0, 1.0)]
SETTINGS = {"ageing": "by time"}
ALIVE = [
    ("start_rating", DUEL, {}, "rating", 30.0),
    ("start_deviation", DUEL, {}, "deviation", 5.0),
    ("beta", DUEL, {}, "rating", 5.0),
    ("tau", DUEL, {}, "rating", 1.0),
    ("draw_probability", DUEL, {}, "rating", 0.3),
    ("ageing", TWICE, {}, "deviation", "by time"),
    ("period_length", TWICE, SETTINGS, "deviation", 30.0),
    ("partial_play", PART, {}, "rating", False),
    ("most_sweeps", FFA, {}, "rating", 1),
]


@pytest.mark.parametrize(("name", "rows", "given_", "column", "other"), ALIVE)
def test_every_setting_is_alive(name, rows, given_, column, other):
    """Another value of each setting moves a number of A."""
    found = [
        bz.rate(rows, "trueskill", parameters=settings).listing.listed.filter(
            pl.col("player") == "A"
        )[column][0]
        for settings in (given_, {**given_, name: other})
    ]
    assert found[0] != found[1]
    assert all(math.isfinite(value) for value in found)


def test_alive_has_every_setting():
    """No parameter is missing above."""
    fields = type(bz.load_rulebook("trueskill").parameters).model_fields
    assert {row[0] for row in ALIVE} == set(fields)


def test_order_codes():
    """Each way to break ties is gone through once: three newcomers all tied are the rest."""
    game, sides = forecasts([NEW] * 3, draw_probability=0.5)
    found = {one.places: one.chance for one in outcomes(game, sides)}
    for one, two in product(permutations((1, 2, 3)), repeat=2):
        assert found[one] == found[two]
    apart = 6 * found[1, 2, 3] + 3 * found[1, 1, 3] + 3 * found[1, 2, 2]
    assert found[1, 1, 1] == pytest.approx(1 - apart, abs=1e-9)


def test_a_team_alone_on_its_place_shares_it_with_nobody():
    """A place is told as shared if another side is on it, not for a team mate."""
    rows = [
        {"game": "1", "date": "2024-01-01", "player": one, "side": side, "place": place}
        for one, side, place in (
            *[("a", "x", 1), ("b", "x", 1), ("c", "y", 2), ("d", "y", 2)],
            *[("e", "z", 2), ("f", "z", 2)],
        )
    ]
    found = bz.rate(rows, "trueskill")
    assert found.explain("a").terms[0].name == "place 1 of 3 sides"
    assert found.explain("c").terms[0].name == "shared place 2 of 3 sides"


def test_outcomes_of_five_sides_take_no_time():
    """All outcomes of five sides, of whom some are hardly known, in a tenth of a second."""
    rows = [
        {"game": "1", "date": "2024-01-01", "player": one, "side": one, "place": place}
        for place, one in enumerate("ABCDE", 1)
    ]
    players = [
        {"player": one, "rating": 25.0 + 40.0 * at, "deviation": (1.0, 8.0, 0.1, 30.0, 100.0)[at]}
        for at, one in enumerate("ABCDE")
    ]
    found = bz.rate(rows, "trueskill", players)
    took = []
    for _ in range(3):
        begin = time.process_time()
        ways = found.outcomes([[one] for one in "ABCDE"])
        took.append(time.process_time() - begin)
    assert 300 < len(ways) <= 541
    assert sum(way.chance for way in ways) == pytest.approx(1.0, abs=1e-9)
    assert min(took) < 0.1
