"""Intervals, ranks, chances and how few results decide, against what can be reckoned by hand."""

from __future__ import annotations

import math
import random
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.model.errors import CannotDo, WrongUse
from banzuke.numeric.normal import normal_chance
from builders import rules

UNIT = 400 / math.log(10)
Games = list[tuple[str, str, float]]


def rated(games: Games, **settings: Any) -> Any:
    """Games (player_1, player_2, points of player_1) by Bradley-Terry."""
    rows = [
        {"player_1": one, "player_2": two, "score_1": points, "score_2": 1 - points}
        for one, two, points in games
    ]
    return bz.rate(rows, rules(settings, base="bradley-terry"))


def duel(won: int, lost: int) -> Games:
    """So many games won and lost by A against B."""
    return [("A", "B", 1.0)] * won + [("A", "B", 0.0)] * lost


def some_games(seed: int, players: int, most: int) -> Games:
    """A circle, in which everybody beats the next one, and more games."""
    rng = random.Random(seed)
    names = [f"P{number}" for number in range(players)]
    games = [(one, two, 1.0) for one, two in zip(names, names[1:] + names[:1], strict=True)]
    for _ in range(most):
        one, two = rng.sample(names, 2)
        games.append((one, two, rng.choice([0.0, 0.5, 1.0, 1.0])))
    return games


def test_draws_of_two():
    """Drawn anew, wins of two players give the rating that these wins alone would give."""
    found = rated(duel(13, 7)).bootstrap(rounds=99, seed=5, chance=0.8)
    generator = np.random.Generator(np.random.PCG64(5))
    won = [generator.multinomial(20, [13 / 20, 0, 7 / 20])[0] for _ in range(99)]
    leads = sorted(200 * math.log10(wins / (20 - wins)) for wins in won)
    assert found["player"].to_list() == ["A", "B"]
    assert found["low"][0] == pytest.approx(leads[9], abs=1e-6)
    assert found["high"][0] == pytest.approx(leads[89], abs=1e-6)
    assert found["low"][1] == pytest.approx(-leads[89], abs=1e-6)
    assert found["without"].to_list() == [0, 0]


def test_draws_of_many_are_as_wide_as_deviations():
    """With many games an interval from draws is the one from the deviation, roughly."""
    rng = random.Random(3)
    games = [(*rng.sample("ABCDE", 2), float(rng.random() < 0.6)) for _ in range(4000)]
    found = rated(games)
    drawn = found.bootstrap(rounds=400, seed=1)
    ranked = found.ranks()
    assert drawn["player"].to_list() == ranked["player"].to_list()
    wide = (drawn["high"] - drawn["low"]) / (ranked["high"] - ranked["low"])
    assert wide.is_between(0.85, 1.15).all()


@given(seed=st.integers(0, 2**32), players=st.integers(3, 6), most=st.integers(0, 12))
def test_an_interval_holds_the_rating(seed: int, players: int, most: int):
    """Low <= rating <= high, or null; of few games, too, some draws of which go one way."""
    frame = rated(some_games(seed, players, most)).bootstrap(rounds=20, seed=seed)
    for _, rating, low, high, without in frame.rows():
        assert low is None or low <= rating
        assert high is None or rating <= high
        assert math.isfinite(rating)
        assert 0 <= without <= 20


def test_draws_that_go_one_way():
    """Of three to one a third of all draws has no loss: there is no upper bound, and it is said."""
    found = rated(duel(3, 1)).bootstrap(rounds=200, seed=2)
    assert found["high"].to_list()[0] is None
    assert found["low"].to_list()[1] is None
    assert found["low"][0] <= found["rating"][0]
    # (3 / 4)^4 of all draws are won by A, and one of 256 by B.
    assert found["without"][0] == pytest.approx(200 * 82 / 256, abs=25)


def test_draws_have_no_order():
    """The same results in another order, and the same seed, give the same bits."""
    games = some_games(8, 7, 60)
    turned = [(two, one, 1 - points) for one, two, points in reversed(games)]
    first, second = rated(games).bootstrap(50, 9), rated(turned).bootstrap(50, 9)
    assert first.equals(second)
    assert not first.equals(rated(games).bootstrap(50, 10))


def test_chance_above():
    """Of two players: the gap over its deviation, which is that of the log odds."""
    found = rated(duel(13, 7))
    gap, deviation = math.log(13 / 7), math.sqrt(1 / 13 + 1 / 7)
    wanted = normal_chance(gap / deviation)
    assert found.chance_above("A", "B") == pytest.approx(wanted, abs=1e-9)
    assert found.chance_above("b", "a") == pytest.approx(1 - wanted, abs=1e-9)


def test_no_chance_between_groups():
    """Between players whom no results compare there is no chance, and ranks are a group's own."""
    games = [*duel(2, 1), ("C", "D", 1.0), ("C", "D", 0.0), ("E", "A", 1.0)]
    found = rated(games)
    assert found.chance_above("A", "C") is None
    assert found.chance_above("A", "E") is None
    assert found.ranks()["compared"].to_list() == [2, 2, 2, 2]
    with pytest.raises(WrongUse, match="twice"):
        found.chance_above("A", "A")


def test_ranks():
    """A thousand games tell two players apart, a dozen do not; a third stays in between."""
    close = [("A", "B", 1.0)] * 7 + [("A", "B", 0.0)] * 5
    far = [("A", "C", 1.0), ("B", "C", 1.0)] * 400 + [("C", "A", 1.0), ("C", "B", 1.0)] * 40
    found = rated(close + far).ranks()
    assert found["player"].to_list() == ["A", "B", "C"]
    assert found["rank"].to_list() == [1, 2, 3]
    assert found["best"].to_list() == [1, 1, 3]
    assert found["worst"].to_list() == [2, 2, 3]


def test_ranks_of_two():
    """Two are told apart when the gap is beyond 1.96 deviations, as wide as the interval is."""
    # ln(23 / 10) / sqrt(1 / 23 + 1 / 10) = 2.199; of 20 to 10, 1.790.
    assert rated(duel(23, 10)).ranks()["worst"].to_list() == [1, 2]
    frame = rated(duel(20, 10)).ranks()
    assert frame["worst"].to_list() == [2, 2]
    half = 1.959963984540054 * UNIT * math.sqrt(1 / 20 + 1 / 10) / 2
    assert frame["high"][0] - frame["rating"][0] == pytest.approx(half, abs=1e-6)


def test_few_results_decide():
    """Six to four is turned by two results; one makes them equals."""
    found = rated(duel(6, 4)).fragility()
    assert found[:3] == ("A", "B", 2)
    assert found.turned.rows() == [("A", "B", False, 2)]


def turned_by(games: Games, turned: Any) -> Games:
    """Games with the results of ``Fragility.turned`` turned round."""
    games = list(games)
    for winner, loser, tie, times in turned.rows():
        for _ in range(times):
            points = 0.5 if tie else 1.0
            at = next(
                at
                for at, game in enumerate(games)
                if game in ((winner, loser, points), (loser, winner, 1 - points))
            )
            games[at] = (winner, loser, 0.0) if not tie else games[at]
    return games


@pytest.mark.parametrize("seed", range(8))
def test_no_fewer_results_decide(seed: int):
    """What is told gives another first place, and no choice of fewer results does."""
    rng = random.Random(seed)
    names = ["A", "B", "C", "D"]
    games: Games = [(a, b, float(rng.random() < 0.5)) for a, b in combinations(names, 2)] * 1
    games += [(one, two, 1.0) for one, two in zip(names, names[1:] + names[:1], strict=True)]
    games += [(two, one, 1.0) for one, two in zip(names, names[1:] + names[:1], strict=True)]
    found = rated(games)
    told = found.fragility()
    assert rated(turned_by(games, told.turned)).ranks()["player"][0] == told.second
    for fewer in range(1, told.results):
        for chosen in combinations(range(len(games)), fewer):
            other = [
                (one, two, 1 - points) if at in chosen else (one, two, points)
                for at, (one, two, points) in enumerate(games)
            ]
            frame = rated(other).ranks()
            group = frame.filter(frame["player"] == told.first)
            if len(group):
                compared = group["compared"][0] == len(frame)
                assert not compared or frame["rating"][0] == group["rating"][0]


def test_a_tie_is_turned():
    """Three ties where the other has the advantage put one ahead; one of them decides."""
    row = {"player_1": "A", "player_2": "B", "score_1": 1, "score_2": 1, "advantage": "2"}
    found = bz.rate([row] * 3, rules({"advantage": 100.0}, base="bradley-terry"))
    told = found.fragility()
    assert told[:3] == ("A", "B", 1)
    assert told.turned.rows() == [("A", "B", True, 1)]


def test_results_that_differ_in_a_covariate_alone_are_told_as_one():
    """Of what parts results of two besides who won nothing is told: they are counted together."""
    votes = [
        {"model_a": "A", "model_b": "B", "winner": f"model_{who}", "length": length}
        for who, lengths in (("a", range(-4, 5)), ("b", (-3, 0, 2)))
        for length in lengths
    ]
    told = bz.rate(votes, "bradley-terry", parameters={"covariates": ["length"]}).fragility()
    assert told.turned.rows() == [("A", "B", False, told.results)]
    assert told.results > 1


def test_who_would_lose_all():
    """Turned round, the only win of one is the other's: who loses all is overtaken."""
    assert rated(duel(1, 1)).fragility()[:3] == ("A", "B", 1)


def test_who_falls_out_of_the_group_is_overtaken():
    """Turned round, one loses all to the others; that there is somebody below does not matter."""
    games = [*duel(1, 1), ("A", "B", 1.0), ("A", "Z", 1.0), ("B", "Z", 1.0), ("Z", "Y", 1.0)]
    told = rated(games).fragility()
    assert told[:3] == ("A", "B", 1)
    alone = rated([*duel(1, 1), ("A", "Z", 1.0)]).fragility()
    assert alone[:3] == ("A", "B", 1)


def test_nobody_has_a_rating():
    """Without a rating there is no first place."""
    assert rated(duel(1, 0)).fragility() is None
    assert rated(duel(1, 0)).bootstrap(5).height == 0


def test_other_systems_have_no_fit():
    """A system that goes from game to game has no fit to be asked."""
    found = bz.rate([{"player_1": "A", "player_2": "B", "result": "1-0"}], "elo")
    for ask in (found.bootstrap, found.ranks, found.fragility):
        with pytest.raises(CannotDo, match=r"how sure it is: of the systems .*bradley-terry"):
            ask()


@pytest.mark.parametrize("seed", [-1, 1.5, None, "1"])
def test_seeds_that_are_none(seed: Any):
    """Without a whole number as seed the draws could not be made again."""
    with pytest.raises(WrongUse, match="seed is a whole number, at least 0"):
        rated(duel(2, 1)).bootstrap(5, seed=seed)


@pytest.mark.parametrize("weight", [1e-6, 1.0, 1e12])
def test_certainty_takes_weights_of_any_size(weight: float):
    """The deviation of a gap goes with the root of the weights, however large they are."""
    rows = [
        {"player_1": "A", "player_2": "B", "result": result, "weight": weight}
        for result in ("1-0", "0-1")
    ]
    table = bz.rate(rows, "bradley-terry").ranks()
    width = 1.959964 * 122.83702945709229 / math.sqrt(weight)
    assert table["high"].to_list() == pytest.approx([width, width], rel=1e-5)


def test_a_weak_prior_is_not_lost_beside_many_results():
    """How uncertain a group's mean is owes all to the prior, and is found to all digits."""
    rows = [
        {"player_1": "A", "player_2": "B", "result": result, "weight": 1e6}
        for result in ("1-0", "0-1")
    ]
    for prior in (1e-3, 1e-6, 1e-9):
        found = bz.rate(rows, "bradley-terry", parameters={"prior_middle": prior})
        # The mean of two has the variance 1 / (2 × 2 prior × 1/4), the gap nearly none.
        mean = 400.0 / math.log(10.0) / math.sqrt(prior)
        assert found.to_frame()["deviation"].to_list() == pytest.approx([mean, mean], rel=1e-6)
        assert found.ranks(0.95)["high"][0] == pytest.approx(1.959964 * mean, rel=1e-6)


@pytest.mark.parametrize("chance", [0, 1, -0.5, 2, "0.9"])
def test_chances_out_of_range(chance: Any):
    """A chance is between 0 and 1."""
    with pytest.raises(WrongUse, match="between 0 and 1"):
        rated(duel(1, 1)).ranks(chance)
    with pytest.raises(WrongUse, match="between 0 and 1"):
        rated(duel(1, 1)).bootstrap(5, 1, chance)


@pytest.mark.parametrize("rounds", [0, -1, 1.5, 10**9])
def test_rounds_out_of_range(rounds: Any):
    """Rounds are a whole number of a usual size."""
    with pytest.raises(WrongUse, match="whole number"):
        rated(duel(1, 1)).bootstrap(rounds)


def test_weights_and_ages_are_drawn_with_results():
    """Results of several weights and days are drawn as they are; a seed gives the same again."""
    rows = [
        {"player_1": one, "player_2": two, "score_1": points, "score_2": 1 - points}
        | {
            "weight": 0.5 + at % 3,
            "date": f"2024-01-{1 + at % 28:02d}",
            "advantage": str(1 + at % 2),
        }
        for at, (one, two, points) in enumerate(some_games(4, 6, 80))
    ]
    book = rules(
        {"half_life": 15.0, "estimated": ["advantage", "tie_chance"], "ties": "davidson"},
        base="bradley-terry",
    )
    found = bz.rate(rows, book)
    frame = found.bootstrap(30, 4)
    shown = dict(found.to_frame().select("player", "rating").rows())
    assert dict(frame.select("player", "rating").rows()) == shown
    assert frame.equals(found.bootstrap(30, 4))
    assert found.fragility().results > 0


def test_after_loading_there_are_no_results(tmp_path: Any):
    """A saved state holds no results to fit."""
    path = tmp_path / "saved.npz"
    rated(duel(2, 1)).save(path)
    with pytest.raises(CannotDo, match="no results to fit"):
        bz.load(path).ranks()


def test_pools():
    """The only pool need not be named; of several one is."""
    rows = [
        {"player_1": "A", "player_2": "B", "score_1": points, "score_2": 1 - points, "pool": pool}
        for pool in ("blitz", "rapid")
        for points in (1, 1, 0)
    ]
    separate = rules(base="bradley-terry", pooling="separate")
    assert bz.rate(rows[:3], separate).ranks()["player"].to_list() == ["A", "B"]
    both = bz.rate(rows, separate)
    assert both.fragility("rapid").results == 1
    with pytest.raises(WrongUse, match="say which"):
        both.ranks()
