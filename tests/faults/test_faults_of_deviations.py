"""Faults of ratings that have a deviation, as users of other rating software reported them."""

from __future__ import annotations

import json
import math
from itertools import permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import banzuke as bz
from banzuke.cli.app import app
from banzuke.engine.outcomes import outcomes
from banzuke.engine.predicting import predict_game
from banzuke.parts.draw_margins import draw_margin

Row = dict[str, Any]
MONTH = "2024-01-31"
THREE = [("B", "1-0"), ("C", "0-1"), ("D", "0-1")]
KNOWN = [
    {"player": name, "rating": rating, "deviation": deviation, "volatility": 0.06}
    for name, rating, deviation in (
        ("A", 1500, 200), ("B", 1400, 30), ("C", 1550, 100), ("D", 1700, 300),
    )
]  # fmt: skip
NEW = (25.0, 25 / 3)


def rows_of(games: list[tuple[str, str]]) -> list[Row]:
    """Games of A in one month."""
    return [
        {"date": MONTH, "game": str(number), "player_1": "A", "player_2": other, "result": result}
        for number, (other, result) in enumerate(games)
    ]


def values(rated: Any, name: str = "A") -> tuple[float, ...]:
    """What the list has of a player, behind the number of games."""
    row = rated.to_frame().filter(player=name).row(0, named=True)
    return tuple(row[column] for column in ("rating", "deviation", "volatility") if column in row)


def by_command(folder: Path, results: list[Row], players: list[Row], *arguments: str) -> Any:
    """The JSON that ``banzuke rate`` prints of results and players written as files."""
    paths = []
    for name, rows in (("results.csv", results), ("players.csv", players)):
        path = folder / name
        lines = [",".join(rows[0]), *(",".join(map(str, row.values())) for row in rows)]
        path.write_text("\n".join(lines), "utf-8")
        paths.append(str(path))
    given = ["rate", paths[0], "--players", paths[1], "--format", "json", *arguments]
    done = CliRunner().invoke(app, given)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_a01_a_near_certain_win_is_no_nan(tmp_path: Path):
    """3453 (74) beats 38 (180): only what tau adds is left, by file as from Python."""
    rows = [{"game": "1", "player_1": "P1", "player_2": "P2", "result": "1-0"}]
    starts = [
        {"player": "P1", "rating": 3453, "deviation": 74},
        {"player": "P2", "rating": 38, "deviation": 180},
    ]
    settings = ("--set", "beta=240", "--set", "tau=10", "--set", "draw_probability=0.1")
    told = by_command(tmp_path, rows, starts, "--rules", "trueskill", *settings)
    found = {one["player"]: (one["rating"], one["deviation"]) for one in told["players"]}
    assert found["P1"] == pytest.approx((3453, 74.67261881), abs=1e-6)
    assert found["P2"] == pytest.approx((38, 180.27756377), abs=1e-6)


@pytest.mark.parametrize(
    ("games", "wanted"), [(29, (1568.823, 51.409, 0.083917)), (40, (None, None, 0.1))]
)
def test_a02_the_nearest_of_three_volatilities(games: int, wanted: tuple[float | None, ...]):
    """Losses to a player 800 points lower never let the rating fly off; a cap is told."""
    starts = [
        {"player": "A", "rating": 2000, "deviation": 50, "volatility": 0.06},
        {"player": "B", "rating": 1200, "deviation": 50, "volatility": 0.06},
    ]
    rows = rows_of([("B", "0-1")] * games)
    rated = bz.rate(rows, "glicko2", starts, parameters={"most_volatility": 0.1})
    for value, known in zip(values(rated), wanted, strict=True):
        assert math.isfinite(value)
        assert known is None or value == pytest.approx(known, abs=5e-4 if known > 1 else 5e-7)
    assert values(rated)[0] > 1200
    told = {one.name: one for one in rated.explain("A", game="0").inputs}
    held = "held at the most that the rules allow" if games == 40 else ""
    assert told["volatility after the period"].source == held


def test_a03_idle_time_is_counted_once():
    """An idle period makes 200 200.27142, however often it is read; ten make 50 59.88659."""
    book = bz.load_rulebook("glicko2")
    rules = book.system.rules(book.parameters, [])
    for before, idle, after in ((200.0, 1.0, 200.27142), (50.0, 10.0, 59.88659)):
        state = book.system.state(*map(np.array, ([1500.0], [before], [0.06], [7.0])))
        for _ in range(2):
            aged = book.system.aged(state, 7.0 + idle, rules)
            assert aged.deviation[0] == pytest.approx(after, abs=5e-6)
            assert (aged.rating[0], aged.volatility[0]) == (1500.0, 0.06)


def test_a04_both_are_rated_from_before():
    """1500 (200) beats its like: 1578.8017 and 1421.1983, both 180.0783."""
    sides = [[(1500, 200, 0.06)], [(1500, 200, 0.06)]]
    (one,), (two,) = bz.rate_game("glicko2", sides=sides, places=[1, 2])
    assert (one[0], one[1]) == pytest.approx((1578.8017, 180.0783), abs=5e-5)
    assert (two[0], two[1]) == pytest.approx((1421.1983, 180.0783), abs=5e-5)


@pytest.mark.parametrize("book", ["glicko", "glicko2"])
def test_a05_the_cut_of_periods_is_told_and_no_order_moves_a_bit(book: str, tmp_path: Path):
    """Six orders of a month's games give the same bits; by game they differ, and it is said."""
    found = {values(bz.rate(rows_of(list(order)), book, KNOWN)) for order in permutations(THREE)}
    assert len(found) == 1
    told = by_command(tmp_path, rows_of(THREE), KNOWN, "--rules", book)
    assert told["rulebook"]["period"] == "month"
    by_game = ("--set", "period.kind=game", "--set", "ageing=when rated")
    told = by_command(tmp_path, rows_of(THREE), KNOWN, "--rules", book, *by_game)
    assert told["rulebook"]["period"] == "game"
    rating = next(one["rating"] for one in told["players"] if one["player"] == "A")
    assert rating != found.pop()[0]
    assert book == "glicko" or rating == pytest.approx(1463.788, abs=5e-4)


def test_a06_the_expectation_is_no_coin_flip():
    """2500 against 1500, both 350: 0.97919 when rated, 0.95653 when forecast."""
    starts = [{"player": n, "rating": r, "deviation": 350} for n, r in (("A", 2500), ("B", 1500))]
    rated = bz.rate(rows_of([("B", "0-1")]), "glicko", starts)
    told = {one.name: one.value for one in rated.explain("A").inputs}
    assert told["expected score"] == pytest.approx(0.97919, abs=5e-6)
    before = bz.rate([{**rows_of([("Y", "1-0")])[0], "player_1": "X"}], "glicko", starts)
    assert predict_game(before.rated, [["A"], ["B"]]) == pytest.approx([0.95653, 0.04347], abs=5e-6)


def strangers(book: str, starts: dict[str, tuple[float, float]], **settings: Any) -> Any:
    """Ratings of players as they start, after a game of others."""
    rows = [{"game": "1", "player_1": "Y", "player_2": "Z", "result": "1-0"}]
    known = [{"player": n, "rating": r, "deviation": d} for n, (r, d) in starts.items()]
    return bz.rate(rows, book, known, parameters=settings)


@pytest.mark.parametrize("book", ["trueskill", "weng-lin"])
def test_a07_forecasts_know_no_first_and_second(book: str):
    """Equals have exactly even chances; exchanged sides exchange them; nothing is stored."""
    settings = {"draw_probability": 0.0} if book == "trueskill" else {}
    rated = strangers(book, {"A": NEW, "B": NEW, "C": (50, 25 / 3), "D": (20, 3)}, **settings)
    before = rated.to_frame()
    assert predict_game(rated.rated, [["A"], ["B"]]) == [0.5, 0.5]
    ahead = predict_game(rated.rated, [["C"], ["A"]])
    assert ahead == pytest.approx([0.97111, 0.02889], abs=5e-6)
    assert predict_game(rated.rated, [["A"], ["C"]]) == ahead[::-1]
    teams = [predict_game(rated.rated, [["A", one], ["B"]])[0] for one in "CD"]
    assert teams[0] != teams[1]
    assert rated.to_frame().equals(before)


@pytest.mark.parametrize("book", ["trueskill", "weng-lin"])
def test_a08_chances_are_chances(book: str):
    """2 v 2 of 25 (1): win, draw and loss lie in [0, 1] and make 1."""
    rated = strangers(book, dict.fromkeys("ABCD", (25.0, 1.0))).rated
    found = outcomes(rated, [["A", "B"], ["C", "D"]])
    assert all(0 <= one.chance <= 1 for one in found)
    assert sum(one.chance for one in found) == pytest.approx(1, abs=1e-12)


def test_a08_the_draw_setting_counts_equal_performers():
    """Two newcomers, draw setting 0.10: 0.47759, 0.04482, 0.47759; the rulebook says why."""
    found = {
        one.places: one.chance
        for one in outcomes(strangers("trueskill", dict.fromkeys("AB", NEW)).rated, [["A"], ["B"]])
    }
    assert found[1, 2] == pytest.approx(0.47759, abs=5e-6)
    assert found[1, 1] == pytest.approx(0.04482, abs=5e-6)
    assert found[2, 1] == found[1, 2]
    assumptions = bz.load_rulebook("trueskill").assumptions
    assert any("4.5 games in a hundred" in one for one in assumptions)


def test_a09_a_wider_margin_for_more_draws():
    """0 gives 0, and the margin rises with the draws: 0.3695, 0.7405, 1.493, 3.974."""
    spread = 25 / 6 * math.sqrt(2)
    found = [draw_margin(draws, spread) for draws in (0.0, 0.05, 0.10, 0.20, 0.50)]
    assert found == pytest.approx([0.0, 0.3695, 0.7405, 1.493, 3.974], abs=5e-4)
    assert found == sorted(found)


def test_a13_tied_winners_are_not_behind_the_third():
    """Placed 1, 1, 3, 4, 5 by Plackett-Luce: 27.25 twice, 25.7222, 24.0556, 20.7222."""
    after = bz.rate_game("weng-lin", [[NEW]] * 5, places=[1, 1, 3, 4, 5], parameters={"tau": 0.0})
    found = [side[0][0] for side in after]
    assert found == pytest.approx([27.25, 27.25, 25.7222, 24.0556, 20.7222], abs=5e-5)


@pytest.mark.parametrize("book", ["trueskill", "weng-lin", "elo-mmr"])
def test_a14_tied_losers_are_alike(book: str):
    """Of one winner and four tied, the four get the same bits, in any order of listing."""
    start = 1500.0 if book == "elo-mmr" else 25.0
    for places in ([1, 2, 2, 2, 2], [2, 2, 2, 2, 1], [2, 2, 1, 2, 2]):
        after = bz.rate_game(book, [[start]] * 5, places=places)
        assert len({side[0] for side, place in zip(after, places, strict=True) if place == 2}) == 1


@pytest.mark.parametrize(
    ("book", "tied"), list(product(["trueskill", "weng-lin", "elo-mmr"], [False, True]))
)
def test_a15_a_thousand_entrants(book: str, tied: bool):
    """A thousand in one game are rated, in their order and without an endless number."""
    start = 1500.0 if book == "elo-mmr" else 25.0
    places = [1] * 1000 if tied else list(range(1, 1001))
    found = [side[0][0] for side in bz.rate_game(book, [[start]] * 1000, places=places)]
    assert all(map(math.isfinite, found))
    if tied:
        assert found == pytest.approx([start] * 1000, abs=1e-6)
    else:
        assert found == sorted(found, reverse=True)
        assert found[0] > start > found[-1]


@pytest.mark.parametrize("book", ["trueskill", "weng-lin"])
def test_a16_what_is_shown_falls_and_says_why(book: str):
    """A sure favourite's win never costs rating; the explanation tells skill and doubt apart."""
    rows = [{"game": "1", "player_1": "A", "player_2": "B", "result": "1-0"}]
    starts = [{"player": n, "rating": r, "deviation": 1} for n, r in (("A", 60), ("B", 10))]
    told = bz.rate(rows, book, starts).explain("A")
    assert told.change >= 0
    assert told.shown is not None
    assert told.shown.after < told.shown.before
    assert [part.name for part in told.shown.parts] == ["rating", "deviation"]
    assert told.shown.parts[1].value < 0 <= told.shown.parts[0].value
