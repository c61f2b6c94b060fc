"""Ties, the advantage, age and sandwich deviations, against likelihoods derived by steps."""

from __future__ import annotations

import math
import random
from typing import Any, NamedTuple

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray

import banzuke as bz
from banzuke.engine.certainty import covariance_of, fit_of
from banzuke.engine.replay import replay
from banzuke.model.errors import ParameterRefused, ResultsRefused
from builders import rules

UNIT = 400 / math.log(10)
Floats = NDArray[Any]


class Game(NamedTuple):
    """Who played, the points of the first, who had the advantage, how much it counts, which day."""

    one: int
    two: int
    points: float
    advantage: int = 0
    weight: float = 1.0
    day: int = 1


def rated(games: list[Game], **settings: Any) -> Any:
    """Games, rated with some settings."""
    rows = [
        {
            "game": f"{number:05d}",
            "date": f"2024-01-{game.day:02d}",
            "player_1": f"P{game.one}",
            "player_2": f"P{game.two}",
            "score_1": game.points,
            "score_2": 1 - game.points,
            "advantage": {0: None, 1: "1", -1: "2"}[game.advantage],
            "weight": game.weight,
        }
        for number, game in enumerate(games)
    ]
    frame = pl.DataFrame(rows, schema_overrides={"advantage": pl.String})
    return bz.rate(frame, rules(settings, base="bradley-terry"))


def some_games(seed: int, count: int, most: int) -> list[Game]:
    """Games of ``count`` players, everybody beating the next one, ties and advantages too."""
    rng = random.Random(seed)
    games = [Game(at, (at + 1) % count, 1.0, 1 - 2 * (at % 2)) for at in range(count)]
    for _ in range(most):
        one, two = rng.sample(range(count), 2)
        points = rng.choice([0.0, 0.5, 1.0, float(one < two)])
        advantage, weight = rng.choice([-1, 0, 1]), rng.choice([0.5, 1.0, 2.0])
        games.append(Game(one, two, points, advantage, weight, rng.randint(1, 28)))
    return games


class Reference:
    """The fit by whole matrices of steps; parameters are ratings, advantage and tie strength.

    Ties: "half", "davidson" or "rao-kupper"; the strength is Davidson's v, Rao and Kupper's odds.
    """

    def __init__(self, games: list[Game], ties: str, fixed: tuple[float | None, float | None]):
        self.games, self.ties, self.fixed = games, ties, fixed
        self.count = 1 + max(max(game.one, game.two) for game in games)
        self.size = self.count + sum(value is None for value in fixed)

    def log_chances(self, values: Floats) -> Floats:
        """The log likelihood of each game, also of complex parameters."""
        own = iter(values[self.count :])
        advantage, strength = (next(own) if value is None else value for value in self.fixed)
        return np.array([self.of_game(game, values, advantage, strength) for game in self.games])

    def of_game(self, game: Game, values: Floats, advantage: Any, strength: Any) -> Any:
        """The log likelihood of a game."""
        lead = values[game.one] - values[game.two] + advantage * game.advantage
        one, two = np.exp(lead / 2), np.exp(-lead / 2)
        if self.ties == "half":
            return game.points * np.log(one) + (1 - game.points) * np.log(two) - np.log(one + two)
        if self.ties == "davidson":
            way = {1.0: one, 0.5: strength, 0.0: two}[game.points]
            return np.log(way) - np.log(one + two + strength)
        win, lose = one / (one + strength * two), two / (two + strength * one)
        if game.points == 0.5:
            return np.log((strength**2 - 1) * win * lose)
        return np.log(win if game.points == 1.0 else lose)

    def scores(self, values: Floats) -> Floats:
        """Slopes of each game's log likelihood, [games, parameters], by complex steps."""
        steps = np.eye(self.size) * 1e-30j
        return np.array([self.log_chances(values + step).imag / 1e-30 for step in steps]).T

    def fit(self, weights: Floats) -> tuple[Floats, Floats]:
        """Parameters, mean rating 0, and the inverse curvature."""
        values = np.zeros(self.size)
        if self.fixed[1] is None:
            values[-1] = 1.5
        for _ in range(60):
            step = self.inverse(values, weights) @ (weights @ self.scores(values))
            values = values + step * min(1.0, 0.5 / np.abs(step).max())
        values[: self.count] -= values[: self.count].mean()
        return values, self.inverse(values, weights)

    def inverse(self, values: Floats, weights: Floats) -> Floats:
        """The inverse of the curvature, the mean of the ratings being fixed."""
        fix = np.zeros((self.size, self.size))
        fix[: self.count, : self.count] = 1.0
        return np.linalg.inv(self.curve(values, weights) + fix) - fix / self.count**2

    def curve(self, values: Floats, weights: Floats) -> Floats:
        """How the slopes fall, by small differences."""
        step = np.eye(self.size) * 1e-5
        falls = [
            (weights @ self.scores(values - one) - weights @ self.scores(values + one)) / 2e-5
            for one in step
        ]
        return (np.array(falls) + np.array(falls).T) / 2


MODELS = [
    ("half", {"advantage": 40.0}, (40.0 / UNIT, 1.0)),
    ("half", {"estimated": ["advantage"]}, (None, 1.0)),
    ("davidson", {"tie_chance": 1 / 3}, (0.0, 1.0)),
    ("davidson", {"estimated": ["tie_chance"]}, (0.0, None)),
    ("davidson", {"estimated": ["advantage", "tie_chance"]}, (None, None)),
    ("rao-kupper", {"tie_chance": 1 / 3, "advantage": 20.0}, (20.0 / UNIT, 2.0)),
    ("rao-kupper", {"estimated": ["tie_chance"]}, (0.0, None)),
    ("rao-kupper", {"estimated": ["tie_chance", "advantage"]}, (None, None)),
]


@pytest.mark.parametrize(("ties", "settings", "fixed"), MODELS)
@pytest.mark.parametrize("deviations", ["curvature", "sandwich"])
def test_second_reckoning(ties: str, settings: Any, fixed: Any, deviations: str):
    """Ratings, estimates and deviations are those of a plain fit by whole matrices."""
    games = some_games(len(ties), 5, 40)
    weights = np.array([game.weight for game in games])
    reference = Reference(games, ties, fixed)
    values, inverse = reference.fit(weights)
    if deviations == "sandwich":
        # The weight of a game is a factor of its slope.
        slopes = weights[:, None] * reference.scores(values)
        inverse = inverse @ (slopes.T @ slopes) @ inverse
    found = rated(games, ties=ties, deviations=deviations, **settings)
    frame = found.to_frame().sort("player")
    count = reference.count
    assert frame["rating"].to_numpy() == pytest.approx(UNIT * values[:count], abs=1e-6)
    variance = np.diag(inverse)[:count]
    assert frame["deviation"].to_numpy() == pytest.approx(UNIT * np.sqrt(variance), rel=1e-6)
    table = covariance_of(fit_of(found.rated))
    assert np.sqrt(np.diag(table)) == pytest.approx(frame["deviation"].to_numpy(), rel=1e-6)
    assert table == pytest.approx(UNIT**2 * inverse[:count, :count], rel=1e-5, abs=1e-3)
    state = found.rated.runs[0].state
    if fixed[0] is None:
        assert state.advantage == pytest.approx(UNIT * values[count], abs=1e-6)
    if fixed[0] is None and deviations == "curvature":
        wanted = UNIT * math.sqrt(inverse[count, count])
        assert state.advantage_deviation == pytest.approx(wanted, rel=1e-6)
    if fixed[1] is None:
        strength = values[-1] if ties == "davidson" else values[-1] ** 2 - 1
        assert state.tie == pytest.approx(math.log(strength), abs=1e-9)


def test_ties_of_two():
    """Two wins, a tie and a loss: by Davidson the odds are 3, and the chance of a tie a quarter."""
    games = [Game(0, 1, points) for points in (1.0, 1.0, 0.5, 0.0)] * 3
    found = rated([*games, Game(2, 3, 1.0), Game(2, 3, 0.0)], ties="davidson", tie_chance=0.2)
    ways = {one.places: one.chance for one in found.outcomes([["P0"], ["P1"]])}
    assert sum(ways.values()) == pytest.approx(1.0, abs=1e-12)
    expected = ways[1, 2] + ways[1, 1] / 2
    assert expected == pytest.approx(2.5 / 4, abs=1e-9)
    assert found.predict([["P0"], ["P1"]])[0] == pytest.approx(expected, abs=1e-12)
    even = {one.places: one.chance for one in found.outcomes([["P2"], ["P3"]])}
    assert even[1, 1] == pytest.approx(0.2, abs=1e-12)


@pytest.mark.parametrize("ties", ["davidson", "rao-kupper"])
def test_estimated_ties_of_two(ties: str):
    """With as many settings as kinds of results, each has the chance with which it came."""
    games = [Game(0, 1, points) for points in (1.0, 1.0, 0.5, 0.0)] * 3
    found = rated(games, ties=ties, estimated=["tie_chance"])
    ways = {one.places: one.chance for one in found.outcomes([["P0"], ["P1"]])}
    assert ways == pytest.approx({(1, 2): 0.5, (1, 1): 0.25, (2, 1): 0.25}, abs=1e-9)
    assert any("two equals tie with a chance of" in str(warning) for warning in found.warnings)


def test_half_ties_have_no_chance():
    """Where a tie is half a win there are two ways for a game to end."""
    found = rated([Game(0, 1, 1.0), Game(0, 1, 0.5)])
    assert [one.places for one in found.outcomes([["P0"], ["P1"]])] == [(1, 2), (2, 1)]


def test_home_side():
    """Two thirds of all points go to the home side of equals: 400 log10(2) points."""
    games = [Game(0, 1, 1.0, 1), Game(0, 1, 1.0, 1), Game(0, 1, 0.0, 1)]
    games += [Game(1, 0, game.points, 1) for game in games]
    found = rated(games, estimated=["advantage"])
    state = found.rated.runs[0].state
    assert state.advantage == pytest.approx(400 * math.log10(2), abs=1e-7)
    assert state.rating == pytest.approx(0.0, abs=1e-7)
    assert any("worth 120.4 points" in str(warning) for warning in found.warnings)


def test_half_life():
    """A result of ten days, if half of it goes in ten, is half a result."""
    games = [Game(0, 1, 1.0, day=21), Game(0, 1, 1.0, day=21), Game(0, 1, 0.0, day=11)]
    frame = rated(games, half_life=10.0).to_frame().sort("player")
    assert frame["rating"][0] - frame["rating"][1] == pytest.approx(400 * math.log10(4), abs=1e-7)
    plain = rated(games).to_frame().sort("player")
    assert plain["rating"][0] - plain["rating"][1] == pytest.approx(400 * math.log10(2), abs=1e-7)


def test_age_needs_dates():
    """Results without dates have no age."""
    rows = [{"player_1": "A", "player_2": "B", "result": "1-0"}]
    with pytest.raises(ResultsRefused, match="without dates"):
        bz.rate(rows, rules({"half_life": 30.0}, base="bradley-terry"))


@pytest.mark.parametrize(
    ("games", "settings", "what"),
    [
        ([Game(0, 1, 0.5)], {"ties": "davidson", "estimated": ["tie_chance"]}, "chance of a tie"),
        (
            [Game(0, 1, 1.0), Game(0, 1, 0.5)],
            {"ties": "davidson", "estimated": ["tie_chance"]},
            "chance of a tie cannot be estimated",
        ),
        ([Game(0, 1, 1.0, 1), Game(0, 1, 0.0, 1)], {"estimated": ["advantage"]}, "the advantage"),
        ([Game(0, 1, 1.0), Game(0, 1, 0.0)], {"estimated": ["advantage"]}, "the advantage"),
        (
            [Game(0, 1, 1.0, 1), Game(0, 1, 0.0, -1)],
            {"estimated": ["advantage"]},
            "the advantage cannot be estimated",
        ),
    ],
)
def test_what_cannot_be_estimated(games: list[Game], settings: Any, what: str):
    """Where no value is the likeliest one, nothing is published, and it is said why."""
    with pytest.raises(ResultsRefused, match=what):
        rated(games, **settings)


def test_no_ties_at_all():
    """Without a tie their chance is taken as 0, and that is told."""
    found = rated(some_games(1, 4, 0), ties="davidson", estimated=["tie_chance"])
    assert any("no result that counts is a tie" in str(warning) for warning in found.warnings)
    assert [one.places for one in found.outcomes([["P0"], ["P1"]])] == [(1, 2), (2, 1)]


@pytest.mark.parametrize(
    ("settings", "what"),
    [
        ({"ties": "davidson"}, "tie_chance"),
        ({"ties": "half", "tie_chance": 0.2}, "ties"),
        ({"ties": "davidson", "tie_chance": 0.2, "estimated": ["tie_chance"]}, "tie_chance"),
        ({"advantage": 5.0, "estimated": ["advantage"]}, "advantage"),
        ({"estimated": ["advantage", "advantage"]}, "estimated"),
    ],
)
def test_settings_that_contradict_each_other(settings: dict[str, Any], what: str):
    """A value is set or estimated, not both and not neither."""
    with pytest.raises(ParameterRefused, match=what):
        bz.load_rulebook("bradley-terry", settings)


@pytest.mark.parametrize("deviations", ["curvature", "sandwich"])
def test_compiled_and_in_any_order(deviations: str):
    """All bits are the same compiled or not, in any order, and under other names."""
    settings: dict[str, Any] = {"ties": "rao-kupper", "estimated": ["advantage", "tie_chance"]}
    settings |= {"deviations": deviations, "half_life": 20.0}
    games = some_games(9, 12, 150)
    found = rated(games, **settings)
    run = found.rated.runs[0]
    for compile_from in (0, 10**9):
        again = replay(run.pool, found.rulebook, run.start, compile_from=compile_from)
        for left, right in zip(again.state, run.state, strict=True):
            assert left.tobytes() == right.tobytes()
    turned = [
        game._replace(
            one=11 - game.two,
            two=11 - game.one,
            points=1 - game.points,
            advantage=-game.advantage,
        )
        for game in reversed(games)
    ]
    other = rated(turned, **settings).to_frame()
    numbers = {name: row for name, *row in other.select("player", "rating", "deviation").rows()}
    for name, *row in found.to_frame().select("player", "rating", "deviation").rows():
        assert row == numbers[f"P{11 - int(name[1:])}"]


def test_sandwich_alone():
    """Beyond the joint table a deviation is that if all others were known, from the results."""
    games = [Game(0, 1, points) for points in (1.0, 1.0, 1.0, 0.0)]
    frame = rated(games, joint_up_to=0, deviations="sandwich").to_frame()
    # The curvature is 4 p q, and so is what the results show.
    assert frame["deviation"].to_numpy() == pytest.approx(UNIT / math.sqrt(4 * 3 / 16), rel=1e-6)


def test_explained_estimates(adds_up: Any):
    """An explanation tells what was estimated, and adds up."""
    games = some_games(3, 5, 30)
    for ties in ("davidson", "rao-kupper"):
        found = rated(games, ties=ties, estimated=["advantage", "tie_chance"])
        told = found.explain("P1")
        adds_up(found, told)
        names = [term.name for term in told.inputs]
        assert "advantage" in names
        assert "tie chance" in names


def test_searches_that_begin_far_off():
    """A thousand million to one, and upsets of a large advantage, end at their gaps."""
    frame = rated([Game(0, 1, 1.0, 0, 1e9), Game(0, 1, 0.0)]).to_frame()
    assert frame["rating"].to_numpy() == pytest.approx([1800.0, -1800.0], abs=1e-6)
    upsets = [Game(0, 1, points, -1) for points in (1.0, 1.0, 1.0, 0.0)]
    frame = rated(upsets, advantage=2000.0).to_frame()
    gap = frame["rating"][0] - frame["rating"][1]
    assert gap == pytest.approx(2000 + 400 * math.log10(3), abs=1e-6)


def test_what_was_not_solved_is_refused():
    """Where no digits are left to solve the equations, nothing is published."""
    with pytest.raises(ResultsRefused, match="were not solved closely enough"):
        rated([Game(0, 1, 1.0, 0, 1e9), Game(0, 1, 0.0, 0, 1e-9)])


@pytest.mark.long
@pytest.mark.parametrize("deviations", ["curvature", "sandwich"])
def test_intervals_hold_what_they_say(deviations: str):
    """Of 400 made-up worlds, 93 to 97 % of the intervals of 1.96 deviations hold the truth."""
    inside = []
    for seed in range(400):
        rng = np.random.default_rng(seed)
        true = rng.normal(0.0, 1.0, 8)
        true -= true.mean()
        games = []
        for _ in range(400):
            one, two = rng.choice(8, 2, replace=False).tolist()
            won = rng.random() < 1 / (1 + math.exp(true[two] - true[one]))
            games.append(Game(one, two, float(won)))
        frame = rated(games, deviations=deviations).to_frame().sort("player")
        if frame.height < 8:
            continue
        off = np.abs(frame["rating"].to_numpy() - UNIT * true)
        inside.append((off <= 1.959964 * frame["deviation"].to_numpy()).mean())
    assert len(inside) > 380
    assert 0.93 < np.mean(inside) < 0.97
