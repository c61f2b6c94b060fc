"""Bradley-Terry against a dense fit; who has no rating; groups, priors, deviations, settings."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import banzuke as bz
from banzuke.engine.replay import replay
from banzuke.model.errors import ParameterRefused
from builders import rules

UNIT = 400 / math.log(10)
Games = list[tuple[str, str, float]]
Floats = NDArray[np.float64]
WORDS = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}


def rated(games: Games, more: dict[str, Any] | None = None, **settings: Any) -> Any:
    """Games (player_1, player_2, points of player_1), rated with some settings."""
    rows = [
        {
            "game": f"{number:05d}",
            "date": "2024-01-01",
            "player_1": one,
            "player_2": two,
            "result": WORDS[points],
            **(more or {}),
        }
        for number, (one, two, points) in enumerate(games)
    ]
    return bz.rate(rows, rules(settings, base="bradley-terry"))


def column(ratings: Any, name: str = "rating") -> dict[str, float]:
    """A column of the list, by player."""
    frame = ratings.to_frame()
    return dict(zip(frame["player"].to_list(), frame[name].to_list(), strict=True))


def warnings_of(ratings: Any) -> str:
    """All warnings in one text."""
    return "\n".join(str(warning) for warning in ratings.warnings)


def dense(games: Games, names: list[str], wins: float, middle: float) -> tuple[Floats, Floats]:
    """Ratings and deviations in units, by Newton's method on whole matrices."""
    count = len(names)
    index = {name: at for at, name in enumerate(names)}
    won = np.zeros((count, count))
    for one, two, points in games:
        won[index[one], index[two]] += points
        won[index[two], index[one]] += 1 - points
    won += wins * ((won + won.T) > 0)
    rating = np.zeros(count)
    fix = np.ones((count, count)) if middle == 0 else np.zeros((count, count))
    for _ in range(300):
        chance = 1 / (1 + np.exp(rating[None, :] - rating[:, None]))
        own = 1 / (1 + np.exp(-rating))
        many = won + won.T
        slope = won.sum(1) - (many * chance).sum(1) + middle * (1 - 2 * own)
        bend = many * chance * chance.T
        curve = np.diag(bend.sum(1) + 2 * middle * own * (1 - own)) - bend
        step = np.linalg.solve(curve + fix, slope)
        rating += step * min(1.0, 1 / np.abs(step).max()) if step.any() else 0
    if middle == 0:
        rating -= rating.mean()
    variance = np.diag(np.linalg.inv(curve + fix)).copy()
    if middle == 0:
        variance -= 1 / count**2
    return rating, np.sqrt(variance)


def circle(names: list[str]) -> Games:
    """Everybody takes a point off the next one, so that all are one group."""
    return [(one, two, 1.0) for one, two in zip(names, names[1:] + names[:1], strict=True)]


@given(
    seed=st.integers(0, 2**32), wins=st.sampled_from([0.0, 0.25]), middle=st.sampled_from([0, 1])
)
def test_dense_reckoning(seed: int, wins: float, middle: float):
    """Ratings, and deviations from the joint covariance, are those of whole matrices."""
    rng = random.Random(seed)
    names = [f"P{number}" for number in range(rng.randint(2, 9))]
    games = circle(names) if len(names) > 2 else [("P0", "P1", 0.5)]
    for _ in range(rng.randint(0, 40)):
        one, two = rng.sample(names, 2)
        games.append((one, two, rng.choice([0.0, 0.5, 1.0])))
    found = rated(games, prior_wins=wins, prior_middle=float(middle))
    rating, deviation = dense(games, names, wins, middle)
    for at, name in enumerate(names):
        assert column(found)[name] == pytest.approx(UNIT * rating[at], abs=1e-7)
        assert column(found, "deviation")[name] == pytest.approx(UNIT * deviation[at], rel=1e-7)


def test_a_cycle_and_one_more_game():
    """A beats B beats C beats A are equals; one more win of A is .4196 units to A, not to C."""
    games = [("A", "B", 1.0), ("B", "C", 1.0), ("C", "A", 1.0)]
    assert column(rated(games)) == {"A": 0.0, "B": 0.0, "C": 0.0}
    found = column(rated([*games, ("A", "B", 1.0)]))
    assert found["A"] / UNIT == pytest.approx(0.419617624, abs=2e-9)
    assert found["B"] == -found["A"]
    assert found["C"] == pytest.approx(0.0, abs=1e-9)


def test_one_sided_results_have_no_rating():
    """Who never lost has no rating, whatever the program could print; that is told."""
    found = rated([("A", "B", 1.0)])
    assert found.to_frame().height == 0
    assert found.unlisted()["rating"].to_list() == [None, None]
    assert "no finite rating" in warnings_of(found)
    told = found.explain("A")
    assert not told.rated
    assert "no rating is finite" in told.why


def test_a_declared_prior_gives_one():
    """With half a virtual win each way the gap of one win is 400 × log10(3)."""
    found = column(rated([("A", "B", 1.0)], prior_wins=0.5))
    assert found["A"] - found["B"] == pytest.approx(400 * math.log10(3), abs=1e-8)
    assert found["A"] + found["B"] == pytest.approx(0.0, abs=1e-9)


def test_who_never_lost_spoils_nobody():
    """Games against somebody without a finite rating leave all others' numbers as they are."""
    games = [*circle(["A", "B", "C"]), ("A", "B", 1.0)]
    alone = rated(games)
    both = rated([*games, ("Z", "A", 1.0), ("Z", "C", 1.0), ("B", "Y", 1.0)])
    assert column(both) == column(alone)
    assert column(both, "deviation") == column(alone, "deviation")
    assert "no finite rating" in warnings_of(both)
    assert "Y, Z" in warnings_of(both)


def test_points_that_go_one_way_link_nobody():
    """Two groups of which one won all games between them have each its own mean."""
    low, high = circle(["A", "B", "C"]), circle(["D", "E", "F"])
    found = rated([*low, *high, ("D", "A", 1.0), ("E", "A", 1.0)])
    assert column(found) == dict.fromkeys("ABCDEF", 0.0)
    assert column(found, "compared") == dict.fromkeys("ABCDEF", 3.0)
    assert "2 groups" in warnings_of(found)


@pytest.mark.parametrize("settings", [{}, {"prior_wins": 0.5}, {"prior_middle": 1.0}])
def test_unrelated_players_move_nobody(settings: dict[str, Any]):
    """Fifty others leave a pair's numbers as they are; a prior that links groups is named."""
    pair = [("A", "B", 1.0), ("A", "B", 1.0), ("A", "B", 0.0)]
    others = [(f"X{n}", f"Y{n}", points) for n in range(25) for points in (1.0, 0.0)]
    alone, both = rated(pair, **settings), rated([*pair, *others], **settings)
    for name in "AB":
        assert column(both)[name] == column(alone)[name]
    named = "prior_middle = 1 alone makes their ratings comparable"
    assert (named in warnings_of(both)) == ("prior_middle" in settings)
    assert "26 groups" in warnings_of(both)
    assert "groups" not in warnings_of(alone)


@pytest.mark.parametrize("most", [20, 1000])
def test_expected_points_are_the_actual_ones(most: int):
    """After a fit everybody has scored as expected; who scored more of equal games is ahead."""
    rng = random.Random(most)
    names = [f"P{number:02d}" for number in range(12)]
    games = circle(names)
    for _ in range(most):
        one, two = rng.sample(names, 2)
        games.append((one, two, float(rng.random() < 0.5 + (names.index(one) - 6) / 20)))
    ratings = column(rated(games))
    for name in names:
        expected = actual = 0.0
        for one, two, points in games:
            if name in (one, two):
                other = two if name == one else one
                actual += points if name == one else 1 - points
                expected += 1 / (1 + 10 ** ((ratings[other] - ratings[name]) / 400))
        assert expected == pytest.approx(actual, rel=1e-9)


def test_far_gaps_converge():
    """A thousand wins to one, three times in a row, are exact gaps."""
    games: Games = []
    for one, two in ("AB", "BC", "CD"):
        games += [(one, two, 1.0)] * 1000 + [(one, two, 0.0)]
    found = column(rated(games))
    for one, two in ("AB", "BC", "CD"):
        assert found[one] - found[two] == pytest.approx(1200.0, abs=1e-6)


def test_ratings_too_far_apart_for_powers():
    """A ladder of 140, each with a hundred wins and one loss against the next: gaps of ln 100."""
    games = []
    for number in range(139):
        pair = (f"{number:03d}", f"{number + 1:03d}")
        games += [(*pair, 1.0)] * 100 + [(*pair, 0.0)]
    found = column(rated(games))
    rating = np.array([found[f"{number:03d}"] for number in range(140)])
    assert rating[0] > 300.0 * UNIT
    assert -np.diff(rating) == pytest.approx(UNIT * math.log(100.0), abs=1e-8)


def test_order_of_results_moves_no_bit():
    """The same results in any order, under any names, give the same bits."""
    names = [f"P{number}" for number in range(8)]
    games = circle(names) + [(a, b, 1.0) for a in names[:4] for b in names[4:]]
    turned = {name: f"Q{9 - at}" for at, name in enumerate(names)}
    other = rated([(turned[a], turned[b], points) for a, b, points in reversed(games)])
    for wanted in ("rating", "deviation"):
        plain = column(rated(games), wanted)
        assert {turned[name]: value for name, value in plain.items()} == column(other, wanted)


def test_deviation_of_two():
    """Of two equals after four games: one unit each, if the other were known; joint, half of it."""
    games = [("A", "B", 1.0), ("A", "B", 0.0)] * 2
    joint = column(rated(games), "deviation")["A"]
    alone = rated(games, joint_up_to=0)
    assert joint / UNIT == pytest.approx(0.5, abs=1e-6)
    assert column(alone, "deviation")["A"] / UNIT == pytest.approx(1.0, abs=1e-6)


def test_a_large_group_is_told():
    """Where a group is too large for the covariance of all, a warning says what stands there."""
    found = rated(circle(["A", "B", "C"]), joint_up_to=2)
    assert (
        "more than joint_up_to = 2: their deviations are those if all other ratings"
        in warnings_of(found)
    )


def test_advantage():
    """Two wins at home and one away are equals if the home side is 400 × log10(2) ahead."""
    games = [("A", "B", 1.0), ("A", "B", 1.0), ("A", "B", 0.0)]
    plain = column(rated(games, {"advantage": 1}))
    moved = column(rated(games, {"advantage": 1}, advantage=400 * math.log10(2)))
    assert plain["A"] - plain["B"] == pytest.approx(400 * math.log10(2), abs=1e-8)
    assert moved["A"] == pytest.approx(0.0, abs=1e-8)


def test_mean_and_weight():
    """The mean is the one that is set; a game of weight 2 counts as two."""
    games = [("A", "B", 1.0), ("A", "B", 0.0)]
    assert column(rated(games, mean=1500.0)) == {"A": 1500.0, "B": 1500.0}
    rows = [
        {"game": "1", "date": "2024-01-01", "player_1": "A", "player_2": "B"}
        | {"result": "1-0", "weight": 3},
        {"game": "2", "date": "2024-01-01", "player_1": "A", "player_2": "B"}
        | {"result": "0-1", "weight": 1},
    ]
    found = column(bz.rate(rows, "bradley-terry"))
    assert found["A"] - found["B"] == pytest.approx(400 * math.log10(3), abs=1e-8)


def test_forecast():
    """A forecast is by the gap; between players whom no games compare there is none."""
    games = [("A", "B", 1.0), ("A", "B", 1.0), ("A", "B", 0.0), *circle(["X", "Y", "Z"])]
    found = rated([*games, ("X", "Y", 1.0)])
    assert found.predict([["A"], ["B"]]) == pytest.approx([2 / 3, 1 / 3])
    with pytest.raises(bz.CannotDo, match="no chain of results links A and X"):
        found.predict([["A"], ["X"]])


def test_a_prior_compares_groups():
    """A prior that links groups lets games between them be forecast, and ranks be compared."""
    games = [("A", "B", 1.0), ("A", "B", 1.0), ("A", "B", 0.0), *circle(["X", "Y", "Z"])]
    found = rated(games, prior_middle=1.0)
    ratings = column(found)
    wanted = 1 / (1 + 10 ** ((ratings["X"] - ratings["A"]) / 400))
    assert found.predict([["A"], ["X"]])[0] == pytest.approx(wanted, abs=1e-12)
    assert 0.5 < found.chance_above("A", "X") < 1.0
    assert found.ranks()["compared"].to_list() == [5] * 5


def test_explanations_add_up(adds_up: Any):
    """A game's explanation adds up, and names points and expectation against each opponent."""
    games = [*circle(["A", "B", "C"]), ("A", "B", 1.0), ("A", "B", 0.5)]
    found = rated(games)
    for name in "ABC":
        adds_up(found, found.explain(name))
    told = found.explain("A", game="00003")
    actual = {term.name: term.value for term in told.inputs}
    assert actual["points against B"] == 2.5
    assert actual["points against C"] == 0.0
    assert "of 4 games" in told.terms[0].source


def test_compiled_explanations_are_the_same(monkeypatch: pytest.MonkeyPatch):
    """A game among thousands is explained, by the compiled kernel, as it was rated."""
    monkeypatch.setattr("banzuke.systems.bradley_terry.explaining.COMPILE_FROM", 4_000)
    rng = random.Random(1)
    names = [f"P{number}" for number in range(20)]
    games = circle(names)
    games += [(*rng.sample(names, 2), rng.choice([0.0, 0.5, 1.0])) for _ in range(2000)]
    found = rated(games)
    told = found.explain("P3", game="01900") if "P3" in games[1900] else found.explain("P3")
    assert told.rated
    assert told.after == told.before + told.change


@pytest.mark.parametrize(
    ("name", "value"),
    [("prior_wins", -1.0), ("prior_middle", -0.5), ("joint_up_to", 6000), ("advantage", 3000.0)],
)
def test_settings_out_of_range(name: str, value: float):
    """Settings that make no sense are refused, with what is allowed."""
    with pytest.raises(ParameterRefused, match=name):
        bz.load_rulebook("bradley-terry", {name: value})


@pytest.mark.parametrize("settings", [{}, {"prior_middle": 0.5, "advantage": 40.0}])
def test_many_players_compiled_and_renamed(settings: dict[str, Any]):
    """Of 120 players in one group all bits are the same, compiled or not, under any names."""
    rng = random.Random(7)
    names = [f"P{number:03d}" for number in range(120)]
    games: Games = [(*rng.sample(names, 2), rng.choice([0.0, 0.5, 1.0])) for _ in range(700)]
    found = rated(games, {"advantage": 1}, **settings)
    run = found.rated.runs[0]
    for compile_from in (0, 10**9):
        again = replay(run.pool, found.rulebook, run.start, compile_from=compile_from)
        for left, right in zip(again.state, run.state, strict=True):
            assert left.tobytes() == right.tobytes()
    turned = {name: f"Q{999 - 7 * at}" for at, name in enumerate(names)}
    other = rated([(turned[a], turned[b], p) for a, b, p in games], {"advantage": 1}, **settings)
    for wanted in ("rating", "deviation", "compared"):
        plain = column(found, wanted)
        assert {turned[name]: value for name, value in plain.items()} == column(other, wanted)
