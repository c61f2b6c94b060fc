"""TrueSkill Through Time with more than two sides, against TrueSkill and the authors' package."""

from __future__ import annotations

import itertools
import math
import random
import time
from datetime import date, timedelta
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.engine.replay import replay
from banzuke.model.errors import ResultsRefused
from banzuke.systems.through_time import messages

BEGIN = date(2024, 1, 1)
#: day, sides (letters are players), the place of each
Game = tuple[int, list[str], list[int]]


def rows_of(games: list[Game]) -> list[dict[str, Any]]:
    """Games as rows of entries."""
    return [
        {
            "game": f"{number:04d}",
            "date": BEGIN + timedelta(days=day),
            "player": player,
            "side": f"{side}",
            "place": place,
        }
        for number, (day, sides, places) in enumerate(games)
        for side, (members, place) in enumerate(zip(sides, places, strict=True))
        for player in members
    ]


def rated(games: list[Game], **settings: Any) -> Any:
    """Games, rated with some settings."""
    return bz.rate(rows_of(games), "through-time", parameters=settings)


def after(ratings: Any) -> dict[tuple[str, int], tuple[float, float]]:
    """{(player, day): (mean, deviation)} of the history."""
    frame = ratings.history_frame().select("player", "date", "after", "deviation_after")
    return {(p, (day - BEGIN).days): (mean, sd) for p, day, mean, sd in frame.iter_rows()}


def some_places(rng: random.Random, count: int) -> list[int]:
    """Places of some sides, of which some are shared."""
    scores = [rng.randrange(2 * count) for _ in range(count)]
    return [1 + sum(other < own for other in scores) for own in scores]


def some_games(rng: random.Random, count: int, names: str, span: int) -> list[Game]:
    """Games of two to five sides."""
    games = []
    for _ in range(count):
        sides = rng.randint(2, min(5, len(names)))
        line = rng.sample(names, min(len(names), sides + rng.randint(0, 2)))
        members = ["".join(line[at::sides]) for at in range(sides)]
        games.append((rng.randrange(span), members, some_places(rng, sides)))
    return games


@given(seed=st.integers(0, 2**32))
def test_one_game_is_that_of_trueskill(seed: int):
    """Of one game of any sides strengths are those of TrueSkill's messages, written another way."""
    rng = random.Random(seed)
    sides = [
        [(rng.uniform(15, 35), rng.uniform(1, 8)) for _ in range(rng.randint(1, 3))]
        for _ in range(rng.randint(3, 6))
    ]
    places = some_places(rng, len(sides))
    same = {"draw_probability": rng.choice([0.1, 0.5])}
    exact = {"tau": 0.0, "most_sweeps": 10_000} | same
    wanted = bz.rate_game(bz.load_rulebook("trueskill", exact), sides=sides, places=places)
    found = bz.rate_game(bz.load_rulebook("through-time", same), sides=sides, places=places)
    for own, other in zip(found, wanted, strict=True):
        for one, two in zip(own, other, strict=True):
            assert one == pytest.approx(two, abs=1e-6)


@pytest.mark.parametrize(
    ("count", "printed"),
    [
        (3, [(31.675352419, 6.655985378), (25.0, 6.207896641)]),
        (4, [(33.206680966, 6.348109170), (27.401454694, 5.787162935)]),
        (5, [(34.363135706, 6.136152880), (29.058448806, 5.535835240), (25.0, 5.420080547)]),
        (8, [(36.771, 5.749), (32.242, 5.133), (29.074, 4.943), (26.322, 4.874549)]),
    ],
)
def test_free_for_alls(count: int, printed: list[tuple[float, float]]):
    """The values of TrueSkill's free-for-alls, in which strengths vary by its tau beforehand."""
    wide = math.hypot(25 / 3, 25 / 300)
    sides = [[(25.0, wide)]] * count
    found = bz.rate_game("through-time", sides=sides, places=list(range(1, count + 1)))
    for place, (mean, deviation) in enumerate(printed):
        close = 6e-4 if count == 8 else 2e-6
        assert found[place][0] == pytest.approx((mean, deviation), abs=close)
        last = found[count - 1 - place][0]
        assert last == pytest.approx((50.0 - mean, deviation), abs=close)


#: As the authors' package has them: day, sides, places, and strengths of (player, day).
PACKAGE: list[tuple[list[Game], float, dict[tuple[str, int], tuple[float, float]]]] = [
    (
        [
            (0, ["A", "B", "C", "D"], [1, 2, 3, 4]),
            (5, ["B", "A"], [1, 2]),
            (9, ["D", "C", "A"], [1, 2, 3]),
        ],
        0.08333333333333333,
        {
            ("A", 0): (24.283849, 3.95621),
            ("A", 5): (24.272673, 3.956728),
            ("A", 9): (24.266381, 3.958228),
            ("C", 0): (23.92445, 4.027272),
            ("C", 9): (23.924834, 4.029444),
        },
    ),
    (
        [
            (0, ["AB", "CD", "EF"], [1, 2, 3]),
            (3, ["A", "C"], [1, 2]),
            (7, ["FB", "AD", "CE"], [2, 1, 3]),
        ],
        1.0,
        {
            ("B", 0): (28.28592, 6.881658),
            ("B", 7): (28.306922, 7.191152),
            ("A", 0): (33.059033, 6.537347),
            ("A", 3): (33.274232, 6.643261),
            ("A", 7): (33.442804, 6.868543),
            ("F", 0): (21.406375, 6.85233),
            ("F", 7): (21.427377, 7.164975),
        },
    ),
]

#: The same with a draw margin of one in ten, sides in the order of their places (given in another
#: order, version 1.1.0 of the package tells some sides what another one was told).
WITH_MARGIN: list[Game] = [
    (6, ["D", "A", "B", "E"], [1, 2, 3, 4]),
    (10, ["B", "E", "C", "A", "D"], [1, 2, 3, 4, 5]),
    (26, ["DE", "A", "CB"], [1, 2, 3]),
    (27, ["EB", "A"], [1, 2]),
    (50, ["CD", "E", "B", "A"], [1, 2, 3, 4]),
    (57, ["CA", "D", "E", "B"], [1, 2, 3, 4]),
]
TOLD_WITH_MARGIN = {
    ("E", 6): (21.712608360, 3.575973666),
    ("A", 26): (24.416756954, 4.119720405),
    ("B", 57): (18.156360270, 4.852088026),
    ("C", 10): (19.654167282, 4.026261573),
    ("D", 50): (27.574975886, 5.376625097),
}


@pytest.mark.parametrize(
    ("games", "drift", "probability", "wanted"),
    [(*row[:2], 0.0, row[2]) for row in PACKAGE] + [(WITH_MARGIN, 1.0, 0.1, TOLD_WITH_MARGIN)],
)
def test_many_sides_through_time(games: list[Game], drift: float, probability: float, wanted: Any):
    """Games of more sides on several days are as the authors' package has them."""
    found = after(rated(games, drift=drift, draw_probability=probability))
    for key, both in wanted.items():
        assert found[key] == pytest.approx(both, abs=2e-6)


def test_two_sides_among_many_are_two_sides():
    """A third side that nobody knows anything of, and is last for sure, changes next to nothing."""
    two = bz.rate_game("through-time", sides=[[(25, 5)], [(27, 4)]], places=[1, 2])
    three = bz.rate_game(
        "through-time", sides=[[(25, 5)], [(27, 4)], [(-900, 1)]], places=[1, 2, 3]
    )
    assert [one for [one] in three[:2]] == [pytest.approx(one, abs=1e-9) for [one] in two]


@pytest.mark.parametrize("span", [1, 30])
def test_compiled_renamed_and_turned_round(span: int):
    """All bits are the same, compiled or not, under any names, in any order of games and sides."""
    rng = random.Random(span)
    names = "ABCDEFG"
    games = some_games(rng, 25, names, span)
    found = rated(games)
    run = found.rated.runs[0]
    for compile_from in (0, 10**9):
        again = replay(run.pool, found.rulebook, run.start, compile_from=compile_from)
        for left, right in zip(again.state, run.state, strict=True):
            assert left.tobytes() == right.tobytes()
    turned = dict(zip(names, reversed(names), strict=True))
    renamed = [
        (day, ["".join(turned[n] for n in side[::-1]) for side in sides[::-1]], places[::-1])
        for day, sides, places in reversed(games)
    ]
    other = after(rated(renamed))
    assert {(turned[name], day): value for (name, day), value in after(found).items()} == other


@pytest.mark.parametrize("places", [[1, 2, 3], [2, 1, 3], [3, 2, 1]])
def test_three_by_quadrature(places: list[int]):
    """Means after a game of three are near those of the joint density of all strengths.

    Messages take what two links say of the one between them for independent: so not the same.
    """
    given_ = [(27.0, 3.0), (25.0, 5.0), (22.0, 4.0)]
    found = bz.rate_game("through-time", sides=[[one] for one in given_], places=places)
    beta, margin = 25 / 6, 0.740466587
    spread = [math.hypot(sd, beta) for _, sd in given_]
    grids = [
        mean + sd * np.linspace(-6, 6, 121) for (mean, _), sd in zip(given_, spread, strict=True)
    ]
    bells = [
        np.exp(-(((grid - mean) / sd) ** 2) / 2)
        for grid, (mean, _), sd in zip(grids, given_, spread, strict=True)
    ]
    weight = bells[0][:, None, None] * bells[1][None, :, None] * bells[2][None, None, :]
    shown = np.meshgrid(*grids, indexing="ij")
    order = np.argsort(places)
    for better, worse in itertools.pairwise(order):
        weight = weight * (shown[better] - shown[worse] > margin)
    for at, (mean, sd) in enumerate(given_):
        # Of what a performance is off its mean the strength has the part sd² / spread².
        off = (weight * (shown[at] - mean)).sum() / weight.sum()
        assert found[at][0][0] == pytest.approx(mean + off * sd**2 / spread[at] ** 2, abs=0.12)


def hostile(seed: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]], dict[str, Any]]:
    """Rows, players and settings: strengths far apart, contradicted by places, days far apart."""
    rng = random.Random(seed)
    count, beta = rng.randint(3, 9), rng.choice([1.0, 25 / 6, 200.0])
    far = rng.choice([0.0, 10.0, 1000.0]) * beta
    names = [chr(65 + one) for one in range(count)]
    players = [
        {
            "player": name,
            "rating": rng.uniform(-far, far),
            "deviation": beta * rng.choice([0.01, 2.0, 30.0, 990.0]),
        }
        for name in names
    ]
    strength = {one["player"]: one["rating"] for one in players}
    games: list[Game] = []
    for _ in range(rng.randint(1, 8)):
        sides = rng.randint(3, count)
        line = rng.sample(names, count)
        members = ["".join(line[at::sides]) for at in range(sides)]
        shown = [sum(strength[name] for name in side) for side in members]
        if rng.random() < 0.5:
            shown = [rng.randrange(3) for _ in members]
        places = [1 + sum(other < own for other in shown) for own in shown]
        games.append((rng.choice([0, 1, rng.randrange(4000)]), members, places))
    settings = {
        "beta": beta,
        "start_deviation": 990.0 * beta,
        "draw_probability": rng.choice([0.0, 1e-9, 0.1, 0.999]),
        "drift": rng.choice([0.0, 0.01, 1.0]) * beta,
    }
    return rows_of(games), players, settings


@pytest.mark.parametrize("seed", range(25))
def test_hostile_worlds_settle(seed: int):
    """Where the last were expected to be first by a thousand performances, all still settles."""
    rows, players, settings = hostile(seed)
    state = bz.rate(rows, "through-time", players, parameters=settings).rated.runs[0].state
    assert np.isfinite(state.rating).all()
    assert (state.deviation > 0.0).all()


def test_a_ring_of_strangers_settles():
    """Of whom next to nothing is known, who beat each other in a ring, all have their strengths."""
    ring: list[Game] = [(0, [a, b], [1, 2]) for a, b in zip("ABCDEF", "BCDEFA", strict=True)]
    found = rated([*ring, (0, ["A", "C", "E"], [1, 2, 3])], start_deviation=4000.0)
    told = {name: both for (name, _), both in after(found).items()}
    assert told["A"][0] > told["E"][0]
    assert max(deviation for _, deviation in told.values()) < 4000.0


def test_the_widest_deviation_is_known():
    """A deviation of a million is one like others."""
    wide = {"beta": 1e5, "start_deviation": 1e6, "drift": 0.0}
    found = bz.rate_game(
        bz.load_rulebook("through-time", wide), sides=[[0], [0], [0]], places=[1, 2, 3]
    )
    assert found[1][0][0] == pytest.approx(0.0, abs=1e-6)
    unplayed = {"beta": 1e5, "start_deviation": 1e6, "partial_play": True}
    rows = [{**row, "play": 0.0} for row in rows_of([(0, ["A", "B"], [1, 2])])]
    state = bz.rate(rows, "through-time", parameters=unplayed).rated.runs[0].state
    assert state.deviation.tolist() == [1e6, 1e6]


def test_long_games_settle():
    """Games of fifty sides, with places shared and not, settle; who did better is ahead."""
    rng = np.random.default_rng(2)
    games = []
    for day in range(4):
        shown = np.round(np.arange(50) + rng.normal(0.0, 15.0, 50))
        games.append(
            (
                day,
                [chr(200 + one) for one in range(50)],
                [int((shown > own).sum()) + 1 for own in shown],
            )
        )
    for probability in (0.1, 0.0):
        frame = rated(games, draw_probability=probability).to_frame()
        strength = dict(frame.select("player", "rating").iter_rows())
        best = [strength[chr(240 + one)] for one in range(10)]
        worst = [strength[chr(200 + one)] for one in range(10)]
        assert np.mean(best) > np.mean(worst) + 8


def test_the_first_place_is_forecast():
    """The chances to be first are TrueSkill's, by the strengths of the last days; all sum to 1."""
    found = rated([(0, ["A", "B", "C"], [1, 2, 3]), (9, ["C", "A", "B"], [1, 1, 3])])
    chances = found.predict([["A"], ["B"], ["C"]])
    assert sum(chances) == pytest.approx(1.0, abs=1e-12)
    state = found.rated.runs[0].state
    sides = [
        [{"player": n, "rating": state.rating[at], "deviation": state.deviation[at]}]
        for at, n in enumerate("ABC")
    ]
    players = [side[0] for side in sides]
    other = bz.rate(rows_of([(0, ["X", "Y"], [1, 2])]), "trueskill", players)
    assert chances == pytest.approx(other.predict([["A"], ["B"], ["C"]]), abs=1e-9)
    ways = found.outcomes([["A"], ["B"], ["C"]])
    assert sum(way.chance for way in ways) == pytest.approx(1.0, abs=1e-9)
    first = sum(way.chance / way.places.count(1) for way in ways if way.places[0] == 1)
    assert first == pytest.approx(chances[0], abs=0.02)


def test_explanations_add_up(adds_up: Any):
    """A game of many sides is explained by the place, and by what the side showed."""
    found = rated(some_games(random.Random(5), 8, "ABCDEF", 9))
    for name in "ABCDEF":
        adds_up(found, found.explain(name))
    told = rated([(0, ["AB", "CD", "E"], [1, 3, 2])]).explain("C")
    assert told.terms[0].name == "place 3 of 3 sides"
    shown = {term.name: term.value for term in told.inputs}
    assert shown["performance of the side that day"] < shown["strength of the side that day"] < 50.0


def test_unfinished_messages_are_refused(monkeypatch: pytest.MonkeyPatch):
    """Messages that have not settled give no ratings at all."""
    monkeypatch.setattr(messages, "MOST_SWEEPS", 1)
    with pytest.raises(ResultsRefused, match="did not stand still"):
        rated([(0, ["A", "B", "C"], [1, 2, 3])])


def test_days_of_teams_are_their_own():
    """The curve of who plays in teams has the player's days, and the games of each."""
    games: list[Game] = [
        (0, ["AB", "CD", "EF"], [1, 2, 3]),
        (4, ["E", "C", "F"], [2, 1, 3]),
        (4, ["EA", "CF"], [1, 2]),
        (6, ["F", "C"], [1, 2]),
    ]
    found = rated(games)
    for name, days in {"A": [0, 4], "B": [0], "F": [0, 4, 6]}.items():
        told = found.curve(name)
        assert told.height == days[-1] + 1
        played = told.filter(told["games"] > 0)
        assert [(day - BEGIN).days for day in played["date"]] == days
        assert played["games"].sum() == sum(name in "".join(sides) for _, sides, _ in games)
        history = after(found)
        for day in days:
            assert told["rating"][day] == pytest.approx(history[name, day][0], abs=1e-9)


def test_a_curve_of_thousands_of_years():
    """Between two games eight thousand years apart each day has its rating, at once."""
    rows = [
        {"game": f"{at}", "date": date(year, 1, 1), "player": one, "side": one, "place": place}
        for at, year in enumerate((1000, 9000))
        for place, one in enumerate("AB", 1)
    ]
    for system in ("through-time", "whole-history"):
        found = bz.rate(rows, system)
        begin = time.process_time()
        told = found.curve("A")
        took = time.process_time() - begin
        assert told.height == (date(9000, 1, 1) - date(1000, 1, 1)).days + 1
        assert told["deviation"].is_finite().all()
        assert took < 5.0
        before = found.curve("A", days=[date(1000, 1, 1) - timedelta(days=1), date(5000, 1, 1)])
        assert before["rating"].to_list()[0] is None
