"""Covariates beside everything else that Bradley-Terry has, against a fit by whole matrices."""

from __future__ import annotations

import math
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray

import banzuke as bz
from banzuke.engine.certainty import covariance_of, fit_of
from banzuke.engine.replay import replay
from banzuke.model.errors import ParameterRefused, ResultsRefused
from banzuke.systems.bradley_terry import cells
from builders import rules

UNIT = 400 / math.log(10)
Floats = NDArray[Any]


class World(NamedTuple):
    """Games: who played, the points of the first, and of each game what shifts it, and its age."""

    one: Floats
    two: Floats
    points: Floats
    lead: Floats
    more: Floats
    weight: Floats
    day: Floats


def world(seed: int, players: int, games: int) -> World:
    """Games in which strength, home and two covariates of unlike sizes decide, and chance."""
    rng = np.random.default_rng(seed)
    # Everybody beats the next one, so that all ratings are finite.
    one = np.concatenate([np.arange(players), rng.integers(0, players, games)])
    step = np.concatenate([np.ones(players, int), rng.integers(1, players, games)])
    two = (one + step) % players
    more = np.stack([rng.normal(0, 300, len(one)).round(), rng.integers(-2, 3, len(one))], axis=1)
    lead = rng.integers(-1, 2, len(one))
    strength = rng.normal(0, 0.7, players)
    gap = strength[one] - strength[two] + 0.3 * lead + more @ np.array([0.002, -0.2])
    drawn = rng.random(len(one)) < 0.2
    points = np.where(drawn, 0.5, rng.random(len(one)) < 1 / (1 + np.exp(-gap)))
    points[:players] = 1.0
    weight = rng.choice([0.5, 1.0, 2.0], len(one))
    return World(one, two, points, lead, more, weight, rng.integers(1, 29, len(one)))


def frame_of(games: World) -> pl.DataFrame:
    """The games as a table; of ``length`` both sides have a column, of ``lists`` there is one."""
    length = np.stack([games.more[:, 0] + 700.0, np.full(len(games.one), 700.0)])
    return pl.DataFrame(
        {
            "date": [f"2024-01-{day:02d}" for day in games.day],
            "board": [f"{number:05d}" for number in range(len(games.one))],
            "player_1": [f"P{one:02d}" for one in games.one],
            "player_2": [f"P{two:02d}" for two in games.two],
            "score_1": games.points,
            "score_2": 1.0 - games.points,
            "advantage": pl.Series([{0: None, 1: "1", -1: "2"}[int(at)] for at in games.lead]),
            "weight": games.weight,
            "length_1": length[0],
            "length_2": length[1],
            "lists": games.more[:, 1],
        }
    )


class Dense:
    """The likeliest parameters by Newton's method on whole matrices, slopes by complex steps.

    Parameters: ratings, then the advantage, Davidson's or Rao and Kupper's strength of ties if
    there is one, and the worth of each covariate.
    """

    def __init__(self, games: World, ties: str, priors: tuple[float, float], half_life: float):
        self.games, self.ties, self.priors = games, ties, priors
        age = games.day.max() - games.day
        self.weight = games.weight * (0.5 ** (age / half_life) if half_life else 1.0)
        self.count = 1 + int(max(games.one.max(), games.two.max()))
        met = {frozenset(pair) for pair in zip(games.one, games.two, strict=True)}
        pairs = [pair for pair in combinations(range(self.count), 2) if frozenset(pair) in met]
        self.pairs = np.array(pairs)
        self.size = self.count + 1 + (ties != "half") + games.more.shape[1]

    def chances(self, lead: Any, strength: Any, points: Any) -> Any:
        """The log likelihood of results with these leads and points."""
        one, two = np.exp(lead / 2), np.exp(-lead / 2)
        if self.ties == "half":
            return points * np.log(one) + (1 - points) * np.log(two) - np.log(one + two)
        if self.ties == "davidson":
            way = np.where(points == 1.0, one, np.where(points == 0.5, strength + 0 * lead, two))
            return np.log(way) - np.log(one + two + strength)
        win, lose = one / (one + strength * two), two / (two + strength * one)
        tied = (strength**2 - 1) * win * lose
        return np.log(np.where(points == 1.0, win, np.where(points == 0.5, tied, lose)))

    def strength(self, values: Any) -> Any:
        """The strength of ties; Davidson's by its logarithm, by which the likelihood is concave."""
        if self.ties == "half":
            return 1.0
        said = values[self.count + 1]
        return np.exp(said) if self.ties == "davidson" else said

    def of_games(self, values: Any) -> Any:
        """The log likelihood of each game."""
        games, count = self.games, self.count
        strength = self.strength(values)
        gap = values[games.one] - values[games.two] + values[count] * games.lead
        gap = gap + games.more @ values[self.size - games.more.shape[1] :]
        return self.chances(gap, strength, games.points)

    def of_priors(self, values: Any) -> Any:
        """The log likelihood of all virtual games."""
        wins, middle = self.priors
        strength = self.strength(values)
        gap = values[self.pairs[:, 0]] - values[self.pairs[:, 1]]
        both = self.chances(gap, strength, 1.0) + self.chances(gap, strength, 0.0)
        own = values[: self.count]
        return wins * both.sum() - middle * np.log(2 + np.exp(own) + np.exp(-own)).sum()

    def slopes(self, values: Any) -> Any:
        """Of each game, [games, parameters]."""
        steps = np.eye(self.size) * 1e-30j
        return np.array([self.of_games(values + step).imag / 1e-30 for step in steps]).T

    def slope(self, values: Any) -> Any:
        """Of all, virtual games too."""
        steps = np.eye(self.size) * 1e-30j
        own = [self.of_priors(values + step).imag / 1e-30 for step in steps]
        return self.weight @ self.slopes(values) + np.array(own)

    def inverse(self, values: Any) -> Any:
        """The inverse of the curvature; without a middle, of what is left with the mean fixed."""
        scale = np.ones(self.size)
        scale[self.size - self.games.more.shape[1] :] = 1 / np.abs(self.games.more).max(axis=0)
        steps = np.eye(self.size) * 1e-5 * scale
        falls = [(self.slope(values - s) - self.slope(values + s)) / 2e-5 for s in steps]
        curve = np.array(falls) / scale[:, None]
        fix = np.zeros_like(curve)
        if not self.priors[1]:
            fix[: self.count, : self.count] = 1.0
        return np.linalg.inv((curve + curve.T) / 2 + fix) - fix / self.count**2

    def fit(self) -> tuple[Any, Any]:
        """The parameters, and the inverse of the curvature."""
        values = np.zeros(self.size)
        if self.ties == "rao-kupper":
            values[self.count + 1] = 1.5
        for _ in range(40):
            step = self.inverse(values) @ self.slope(values)
            values = values + step * min(1.0, 0.5 / np.abs(step[: self.count + 2]).max())
        return values, self.inverse(values)


SETTINGS: list[tuple[str, tuple[float, float], float]] = [
    ("half", (0.0, 0.0), 0.0),
    ("davidson", (0.0, 0.0), 12.0),
    ("rao-kupper", (0.5, 0.0), 0.0),
    ("half", (0.0, 0.25), 20.0),
    ("davidson", (0.5, 0.25), 9.0),
    ("rao-kupper", (0.0, 0.5), 15.0),
]


@pytest.mark.parametrize(("ties", "priors", "half_life"), SETTINGS)
@pytest.mark.parametrize("deviations", ["curvature", "sandwich"])
def test_all_together(ties: str, priors: tuple[float, float], half_life: float, deviations: str):
    """Ties, advantage, covariates, weights, age and priors at once: all as by whole matrices."""
    games = world(len(ties) + int(half_life), 6, 60)
    dense = Dense(games, ties, priors, half_life)
    values, inverse = dense.fit()
    if deviations == "sandwich":
        each = dense.weight[:, None] * dense.slopes(values)
        inverse = inverse @ (each.T @ each) @ inverse
    settings: dict[str, Any] = {
        "ties": ties,
        "estimated": ["advantage", "tie_chance"] if ties != "half" else ["advantage"],
        "covariates": ["length", "lists"],
        "prior_wins": priors[0],
        "prior_middle": priors[1],
        "half_life": half_life,
        "deviations": deviations,
    }
    found = bz.rate(frame_of(games), rules(settings, base="bradley-terry"))
    frame, count = found.to_frame().sort("player"), dense.count
    rating = values[:count] - (0.0 if priors[1] else values[:count].mean())
    assert frame["rating"].to_numpy() == pytest.approx(UNIT * rating, abs=2e-6)
    variance = UNIT**2 * inverse[:count, :count]
    deviation = np.sqrt(np.diag(variance))
    assert frame["deviation"].to_numpy() == pytest.approx(deviation, rel=1e-5)
    assert covariance_of(fit_of(found.rated)) == pytest.approx(variance, rel=1e-4, abs=1e-2)
    told = {row["name"]: row for row in found.estimates().to_dicts()}
    places = {"advantage": count, "length": dense.size - 2, "lists": dense.size - 1}
    for name, at in places.items():
        assert told[name]["value"] == pytest.approx(UNIT * values[at], rel=1e-6)
        spread = UNIT * math.sqrt(inverse[at, at])
        assert told[name]["deviation"] == pytest.approx(spread, rel=1e-5)
        assert told[name]["low"] == pytest.approx(UNIT * values[at] - 1.959964 * spread, rel=1e-4)


PLAIN: dict[str, Any] = {"covariates": ["length", "lists"]}
RICH: dict[str, Any] = {
    **PLAIN,
    "ties": "davidson",
    "estimated": ["advantage", "tie_chance"],
    "deviations": "sandwich",
    "half_life": 10.0,
    "prior_wins": 0.1,
}


@pytest.mark.parametrize("settings", [PLAIN, RICH])
def test_order_of_rows_moves_no_bit(settings: dict[str, Any]):
    """Rows in any order, and sides exchanged with all that is theirs, give the same numbers."""
    games, book = world(3, 7, 80), rules(settings, base="bradley-terry")
    order = np.random.default_rng(1).permutation(len(games.one))
    turned = games._replace(
        one=games.two, two=games.one, points=1 - games.points, lead=-games.lead, more=-games.more
    )
    # Lengths are turned, too, not only their differences.
    frame = frame_of(games)
    swapped = frame_of(turned).with_columns(length_1=frame["length_2"], length_2=frame["length_1"])
    first = bz.rate(frame, book)
    for other in (frame[order], swapped[order]):
        found = bz.rate(other, book)
        assert found.estimates().equals(first.estimates())
        columns = ["player", "rating", "deviation"]
        assert found.to_frame().select(columns).equals(first.to_frame().select(columns))


def test_compiled_as_uncompiled():
    """The compiled kernel gives the same bits."""
    games = world(4, 7, 80)
    found = bz.rate(frame_of(games), rules(RICH, base="bradley-terry"))
    run = found.rated.runs[0]
    again = replay(run.pool, found.rulebook, run.start, compile_from=1)
    for one, two in zip(again.state, run.state, strict=True):
        assert np.array_equal(one, two)


def test_by_side_or_as_difference():
    """A difference in one column is two columns, and so are tables of a player a row."""
    book, frame = rules({"covariates": ["length"]}, base="bradley-terry"), frame_of(world(5, 6, 60))
    sides = bz.rate(frame, book)
    one = frame.with_columns(length=pl.col("length_1") - pl.col("length_2"))
    assert bz.rate(one.drop("length_1", "length_2"), book).estimates().equals(sides.estimates())
    called = frame.rename({"length_1": "Length A", "length_2": "length_b"})
    assert bz.rate(called, book).estimates().equals(sides.estimates())
    read = bz.read(frame, covariates=["length"])
    assert bz.rate(read, book).estimates().equals(sides.estimates())
    again = bz.rate(read.to_frame(), book)
    assert again.estimates().equals(sides.estimates())


def test_other_units_move_no_rating():
    """In other units, by a power of two, a unit is worth as much more, and ratings stay."""
    frame = frame_of(world(6, 6, 60))
    book = rules({"covariates": ["length"]}, base="bradley-terry")
    first = bz.rate(frame, book)
    many = bz.rate(frame.with_columns(pl.col("^length_.$") * 1024.0), book)
    assert many.to_frame()["rating"].equals(first.to_frame()["rating"])
    ratio = first.estimates()["value"] / many.estimates()["value"]
    assert ratio.to_list() == [1024.0]


def test_forecasts_are_of_equal_terms():
    """A line-up is forecast as if both sides had the same of every covariate."""
    found = bz.rate(frame_of(world(7, 6, 60)), rules(PLAIN, base="bradley-terry"))
    frame = {row["player"]: row["rating"] for row in found.to_frame().to_dicts()}
    chance = 1 / (1 + 10 ** ((frame["P01"] - frame["P00"]) / 400))
    assert found.predict([["P00"], ["P01"]])[0] == pytest.approx(chance, abs=1e-12)


def test_forecasts_of_a_table():
    """A table of games to come says what shifts them; a number that is missing is told."""
    found = bz.rate(frame_of(world(7, 6, 60)), rules(PLAIN, base="bradley-terry"))
    rating = {row["player"]: row["rating"] for row in found.to_frame().to_dicts()}
    worth = found.estimates()["value"].to_list()
    games = pl.DataFrame(
        {"player_1": ["P00", "P01"], "player_2": ["P02", "P00"]}
        | {"length_1": [900, 100], "length_2": [400, 100], "lists": [-1, 2]}
    )
    lead = rating["P00"] - rating["P02"] + 500 * worth[0] - worth[1]
    other = rating["P01"] - rating["P00"] + 2 * worth[1]
    chances = [1 / (1 + 10 ** (-one / 400)) for one in (lead, other)]
    assert found.predict(games)["chance_1"].to_list() == pytest.approx(chances, abs=1e-9)
    without = games.with_columns(lists=pl.Series([1, None]))
    with pytest.raises(ResultsRefused, match="row 1, column lists: the number is missing"):
        found.predict(without)


def test_saved_ratings_forecast_alike(tmp_path: Path):
    """Ratings that are saved and read again keep what a unit is worth."""
    found = bz.rate(frame_of(world(7, 6, 60)), rules(PLAIN, base="bradley-terry"))
    found.save(tmp_path / "saved.bz")
    again = bz.load(tmp_path / "saved.bz")
    games = pl.DataFrame({"player_1": ["P00"], "player_2": ["P02"], "length": [700], "lists": [1]})
    assert again.predict(games).equals(found.predict(games))
    assert again.estimates().equals(found.estimates())


def test_refused_rows_are_left_out():
    """Of rows that lack a number the rest is rated, where that is wanted."""
    book = rules({"covariates": ["length"]}, base="bradley-terry")
    found = bz.rate(spoilt(7, None), book, skip_refused=True)
    assert len(found.history()) == 2 * (len(spoilt(7, None)) - 1)
    assert any("row 7, column length: left out" in str(one) for one in found.warnings)


def test_explanations_and_remarks_tell():
    """The list, the explanation of a game and the certainty say what a unit is worth."""
    found = bz.rate(frame_of(world(8, 6, 60)), rules(PLAIN, base="bradley-terry"))
    worth = found.estimates()["value"].to_list()
    assert any(f"a unit of length, estimated from all results, is worth {worth[0]:.4g}" in str(one)
               for one in found.warnings)  # fmt: skip
    told = {term.name: term for term in found.explain("P00").inputs}
    assert told["a unit of lists"].value == pytest.approx(worth[1], abs=1e-9)
    row = found.history("P00").to_dicts()[-1]
    assert row["expected"] != pytest.approx(0.5)
    assert told["length"].value == int(told["length"].value)


def test_draws_hold_the_rating():
    """Intervals of results drawn anew are around the ratings, the worth being found each time."""
    found = bz.rate(frame_of(world(9, 5, 150)), rules(PLAIN, base="bradley-terry"))
    drawn = found.bootstrap(40, seed=3)
    assert (drawn["low"] <= drawn["rating"]).all()
    assert (drawn["rating"] <= drawn["high"]).all()
    by_deviation = found.ranks()
    wide = (drawn["high"] - drawn["low"]).mean()
    assert wide == pytest.approx((by_deviation["high"] - by_deviation["low"]).mean(), rel=0.35)
    assert found.fragility().results > 0


def spoilt(number: int, value: object) -> pl.DataFrame:
    """Games of which one has another length, or none."""
    frame = frame_of(world(1, 5, 30)).with_columns(pl.col("length_1").cast(pl.String))
    here = pl.int_range(pl.len()) == number
    return frame.with_columns(
        pl.when(here).then(pl.lit(value, dtype=pl.String)).otherwise("length_1").alias("length_1")
    )


@pytest.mark.parametrize(
    ("frame", "what"),
    [
        (spoilt(7, None), "row 7, column length: the number of length is missing"),
        (spoilt(7, "long"), "row 7, column length_1: 'long' is not a finite number"),
        (spoilt(7, "inf"), "row 7, column length_1: 'inf' is not a finite number"),
        (spoilt(0, "1").drop("length_1"), "of which no result says anything"),
        (spoilt(0, "1").with_columns(length_1=5, length_2=5), "both sides have the same in every"),
    ],
)
def test_what_is_no_covariate(frame: pl.DataFrame, what: str):
    """Missing and other than numbers, by row; without a column; the same everywhere."""
    with pytest.raises(ResultsRefused, match=what):
        bz.rate(frame, rules({"covariates": ["length"]}, base="bradley-terry"))


def test_what_says_the_same():
    """What players, another covariate, the advantage or the results themselves say already."""
    frame = frame_of(world(1, 5, 30))
    size = pl.col("player_1").str.slice(1).cast(pl.Float64) ** 2
    other = pl.col("player_2").str.slice(1).cast(pl.Float64) ** 2
    frame = frame.with_columns(
        size_1=size,
        size_2=other,
        words=0.75 * (pl.col("length_1") - pl.col("length_2")),
        home=pl.col("advantage").replace_strict({"1": 1, "2": -1}, default=0),
        won=pl.col("score_1") - pl.col("score_2"),
    )
    for covariates, estimated, what in (
        (["size"], [], "size cannot be estimated: who plays whom says it already"),
        (["length", "words"], [], "words cannot be estimated: what is estimated before"),
        (["home"], ["advantage"], "home cannot be estimated: what is estimated before"),
        (["won"], [], "won cannot be estimated: no finite one of a usual size is likeliest"),
    ):
        settings = {"covariates": covariates, "estimated": estimated}
        with pytest.raises(ResultsRefused, match=what):
            bz.rate(frame, rules(settings, base="bradley-terry"))


@pytest.mark.parametrize(
    ("covariates", "what"),
    [
        (["Length"], "no name of a covariate"),
        (["length_1"], "no name of a covariate"),
        (["length", "length"], "stands there twice"),
        (["score"], "a column with a meaning of its own"),
        ([f"x{number}y" for number in range(9)], "wrong length"),
    ],
)
def test_what_cannot_be_declared(covariates: list[str], what: str):
    """Names that no column has, twice the same, our own columns, and too many."""
    with pytest.raises(ParameterRefused, match=what):
        bz.rate(frame_of(world(1, 5, 30)), "bradley-terry", parameters={"covariates": covariates})


def test_two_columns_that_say_a_covariate():
    """A difference beside both sides' numbers is refused, in results and in games to forecast."""
    frame = frame_of(world(1, 5, 30)).with_columns(length=pl.lit(1.0))
    book = rules({"covariates": ["length"]}, base="bradley-terry")
    what = "stands there more than once: as length, or as length_1 and length_2"
    with pytest.raises(ResultsRefused, match=what):
        bz.rate(frame, book)
    with pytest.raises(ResultsRefused, match=what):
        bz.rate(frame.drop("length"), book).predict(
            frame.select("player_1", "player_2", "length", "length_1", "length_2")
        )


@pytest.mark.parametrize("settings", [PLAIN, RICH])
def test_results_of_more_kinds_than_numbers_reach(
    settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch
):
    """Where players, numbers and weights are so many, kinds of results are told apart likewise."""
    found = bz.rate(frame_of(world(3, 6, 80)), rules(settings, base="bradley-terry"))
    table, drawn = found.ranks(), found.bootstrap(5)
    monkeypatch.setattr(cells, "LARGEST_KEY", 0)
    assert found.ranks().equals(table)
    assert found.bootstrap(5).equals(drawn)
