"""Faults that users reported of programs that fit all results at once: none of them is here."""

from __future__ import annotations

import json
import math
import random
from datetime import date
from typing import Any

import polars as pl
import pytest

import banzuke as bz

Votes = list[tuple[str, str, str]]


def rated(votes: Votes, **settings: Any) -> Any:
    """Votes (model_a, model_b, winner) by Bradley-Terry."""
    frame = pl.DataFrame(votes, schema=["model_a", "model_b", "winner"], orient="row")
    return bz.rate(frame, "bradley-terry", parameters=settings)


def ratings(found: Any) -> dict[str, float]:
    """The list's ratings, by player."""
    return dict(found.to_frame().select("player", "rating").rows())


def won(one: str, two: str, times: int) -> Votes:
    """So many wins of one over another."""
    return [(one, two, "model_a")] * times


@pytest.mark.parametrize("key", ["bradley-terry", "plackett-luce"])
def test_one_sided_results_have_no_arbitrary_number(key: str):
    """Of one win there is no likeliest rating: none is printed, and that is said."""
    found = bz.rate([{"player_1": "A", "player_2": "B", "result": "1-0"}], key)
    assert found.to_frame().height == 0
    assert any("no finite rating" in str(warning) for warning in found.warnings)


def test_a_declared_prior_says_how_far_one_win_goes():
    """With half a virtual win each way one win is 400 log10 3 points."""
    found = ratings(rated(won("A", "B", 1), prior_wins=0.5))
    assert found["A"] - found["B"] == pytest.approx(190.84850188786497, abs=1e-9)


def test_who_scored_more_is_not_behind():
    """Six of ten is ahead of four of ten, and expected points are the actual ones."""
    names = "ABCDEFGH"
    votes = won("A", "B", 6) + won("B", "A", 4)
    rng = random.Random(2)
    for _ in range(300):
        one, two = rng.sample(names[2:], 2)
        votes += won(one, two, 1)
    votes += [vote for name in names[2:] for vote in won("A", name, 3) + won(name, "B", 3)]
    votes += [vote for name in names[2:] for vote in won(name, "A", 3) + won("B", name, 3)]
    found = ratings(rated(votes))
    assert found["A"] > found["B"]
    for name in names:
        expected = sum(
            1 / (1 + 10 ** ((found[b if name == a else a] - found[name]) / 400))
            for a, b, _ in votes
            if name in (a, b)
        )
        assert expected == pytest.approx(sum(a == name for a, _, _ in votes), rel=1e-9)


def test_an_interval_of_draws_holds_the_published_value():
    """Low <= rating <= high for everybody; who lost nothing in some draw has no upper bound."""
    votes = won("A", "B", 9) + won("B", "A", 1) + won("B", "C", 5) + won("C", "B", 5)
    frame = rated(votes).bootstrap(rounds=100, seed=7)
    assert frame["rating"].to_list() == sorted(ratings(rated(votes)).values(), reverse=True)
    for _, rating, low, high, _ in frame.rows():
        assert low is None or low <= rating
        assert high is None or rating <= high
    assert frame.filter(pl.col("player") == "A")["high"].item() is None
    assert not frame["low"].is_nan().any()


def test_competitors_who_never_met_change_no_gap():
    """Fifty others who never met a pair leave its gap as it is."""
    pair = won("A", "B", 7) + won("B", "A", 3)
    others = [
        vote
        for number in range(25)
        for vote in won(f"X{number}", f"Y{number}", 2) + won(f"Y{number}", f"X{number}", 1)
    ]
    alone, both = ratings(rated(pair)), ratings(rated(others + pair))
    assert both["A"] - both["B"] == alone["A"] - alone["B"]
    assert alone["A"] - alone["B"] == pytest.approx(400 * math.log10(7 / 3), abs=1e-8)


def test_the_order_of_votes_is_no_news():
    """The same votes in any order give the same bits."""
    votes = won("A", "B", 5) + won("B", "C", 4) + won("C", "A", 3) + [("A", "C", "tie")] * 2
    turned = votes.copy()
    random.Random(1).shuffle(turned)
    assert ratings(rated(turned)) == ratings(rated(votes))


@pytest.mark.parametrize("key", ["bradley-terry", "plackett-luce"])
def test_weights_of_very_unlike_sizes_are_rated_or_refused(key: str):
    """Where nothing is left of the small weight, that is said; no kernel breaks down on it."""
    row = {"player_1": "A", "player_2": "B"}
    rows = [row | {"result": "1-0", "weight": 1e6}, row | {"result": "0-1", "weight": 1}]
    found = ratings(bz.rate(rows, key))
    assert found["A"] - found["B"] == pytest.approx(2400.0, rel=1e-6)
    rows[0]["weight"] = 1e15
    if key == "plackett-luce":
        with pytest.raises(bz.ResultsRefused, match="weights of a usual size"):
            bz.rate(rows, key)
    else:
        assert all(map(math.isfinite, ratings(bz.rate(rows, key)).values()))


@pytest.mark.parametrize("joint_up_to", [0, 2000])
def test_deviations_are_never_nothing(joint_up_to: int):
    """Where all went just as expected results show no spread: the deviation is that of the fit."""
    settings = {"ties": "davidson", "tie_chance": 0.2, "joint_up_to": joint_up_to}
    votes = [("A", "B", "tie")]
    plain = rated(votes, **settings)
    shown = rated(votes, deviations="sandwich", **settings)
    assert shown.to_frame()["deviation"].equals(plain.to_frame()["deviation"])
    bounds = shown.ranks()
    assert (bounds["low"] + 100.0 < bounds["high"]).all()
    assert shown.chance_above("A", "B") == pytest.approx(0.5)


def test_what_hardly_any_result_tells_is_found_all_the_same():
    """A tie of very long ago, among wins: its chance is tiny, and found to the last digits."""
    rows = [
        {"date": f"2024-01-{day:02d}", "player_1": one, "player_2": two, "result": "1-0"}
        for day, (one, two) in enumerate(["AB", "BC", "CA", "AC"], 1)
    ]
    rows.append({"date": "2016-03-01", "player_1": "A", "player_2": "B", "result": "1/2-1/2"})
    settings = {"ties": "davidson", "estimated": ["tie_chance"], "half_life": 120.0}
    found = bz.rate(rows, "bradley-terry", parameters=settings)
    expected = 0.0
    for row in rows:
        age = (date(2024, 1, 4) - date.fromisoformat(row["date"])).days
        ways = found.outcomes([[row["player_1"]], [row["player_2"]]])
        expected += 0.5 ** (age / 120.0) * next(one.chance for one in ways if one.places == (1, 1))
    # As many ties as there are, by their weights.
    assert expected == pytest.approx(0.5 ** (age / 120.0), rel=2e-3)


@pytest.mark.parametrize("key", ["bradley-terry", "plackett-luce", "massey", "keener"])
def test_who_had_no_rating_before_had_none(key: str):
    """Explanations and histories begin with none, not with the number that stands for it."""
    rows = [
        {"date": f"2024-01-0{day}", "player_1": one, "player_2": two, "score_1": 3, "score_2": 2}
        for day, (one, two) in enumerate(["AB", "BC", "CA", "AB", "BA", "AD"], 1)
    ]
    rated = bz.rate(rows, key)
    for name in "ABC":
        played = [at for at, row in enumerate(rows) if name in (row["player_1"], row["player_2"])]
        told = [rated.explain(name, game=f"row {row}") for row in played]
        history = rated.history_frame(name)
        assert told[0].before is None
        assert history["before"].to_list() == [one.before for one in told]
        assert history["before"].null_count() == 1
        total = sum(term.value for one in told for term in one.terms)
        assert total == history["change"].sum() == told[-1].after == ratings(rated)[name]
    if key in ("bradley-terry", "plackett-luce"):
        told = rated.explain("D")
        assert (told.before, told.after, told.rated) == (None, None, False)
        assert rated.history_frame("D")["after"].to_list() == [None]
        assert json.loads(json.dumps(told.to_dict()))["before"] is None


@pytest.mark.parametrize("key", ["bradley-terry", "plackett-luce"])
def test_games_that_weigh_nothing_are_not_told_as_one_sided(key: str):
    """Who won and lost in games of weight 0 is not said to have points that went one way."""
    rows = [
        {"player_1": "A", "player_2": "B", "result": result, "weight": 0}
        for result in ("1-0", "0-1")
    ]
    (told,) = bz.rate(rows, key).warnings
    assert "one way" not in str(told)
    assert "whose games weigh nothing: A, B" in str(told)


@pytest.mark.parametrize("weight", [1.0, 1e3, 1e6])
@pytest.mark.parametrize("days", [0, 1, 3000])
def test_whole_history_takes_results_against_all_odds(weight: float, days: int):
    """Who won against a large advantage, many times, is found as far ahead as that says."""
    rows = [
        {"date": one.isoformat(), "player_1": "A", "player_2": "B", "result": "1-0"}
        | {"advantage": "2", "weight": weight}
        for one in {date(2020, 1, 1), date.fromordinal(date(2020, 1, 1).toordinal() + days)}
    ]
    settings = {"advantage": 2000.0, "drift": 0.001, "virtual_wins": 0.5}
    found = ratings(bz.rate(rows, "whole-history", parameters=settings))
    unit, games = 400.0 / math.log(10.0), len(rows) * weight
    low, high = 0.0, 40.0
    for _ in range(200):
        # Of A at x, and B at -x: what results pull, and what the virtual games of each do.
        x = 0.5 * (low + high)
        pull = games / (1.0 + math.exp(2.0 * x - 2000.0 / unit))
        low, high = (x, high) if pull > 0.5 * math.tanh(0.5 * x) else (low, x)
    assert found["A"] == pytest.approx(unit * low, rel=1e-6 if days < 2 else 1e-3)
    assert found["B"] == pytest.approx(-found["A"], rel=1e-9)


def test_whole_history_of_thousands_of_years():
    """Hardly anything is told over a gap of thousands of years: that is no division by nothing."""
    rows = [
        {"date": f"{year}-01-01", "player_1": one, "player_2": two, "result": "1-0", "weight": 1e6}
        for year, (one, two) in zip((1000, 2000, 9000, 9999), ("AB", "BC", "CA", "BA"), strict=True)
    ]
    for drift in (1e-3, 300.0, 1e6):
        found = bz.rate(rows, "whole-history", parameters={"drift": drift}).to_frame()
        assert found["rating"].is_finite().all()
        assert (found["deviation"] > 0.0).all()
