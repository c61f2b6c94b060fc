"""Replay: whose rules hold when, what is adjusted by decree, and that it can be cut anywhere."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import numpy as np
import pytest

import banzuke as bz
from banzuke.engine.history import history
from banzuke.engine.rated import Rated
from banzuke.engine.replay import COMPILE_FROM, all_stretches, cost_of, replay, stretches
from banzuke.engine.selection import select
from banzuke.numeric import compiling
from builders import day, rate, ratings, rules

GAMES = """
    date       pool player_1 player_2 result
    2023-12-30 .    A        B        1-0
    2024-01-01 .    A        B        1-0
    2024-06-01 .    A        B        1-0
    2025-03-01 .    A        B        1-0
"""


def k_of_each(rated: Rated, pool: str = "") -> list[float]:
    """The k by which each game of a pool was rated."""
    run = next(run for run in rated.runs if run.pool.pool == pool)
    found: list[Any] = []
    for stretch in all_stretches(run.pool, rated.rulebook):
        found += [stretch.parameters.k] * (stretch.last - stretch.first)
    return found


def test_amendments_hold_from_their_day():
    """Games of the day itself are rated by the new rules, and those of the day before are not."""
    book = rules(
        {"k": 10.0},
        amendment=[
            {"from": day("2024-06-01"), "parameters": {"k": 30.0}},
            {"from": day("2024-01-01"), "parameters": {"k": 20.0}},
        ],
    )
    rated = rate(GAMES, book)
    assert k_of_each(rated) == [10, 20, 30, 30]
    changes = history(rated, "A")["change"].to_list()
    assert changes[0] == 5.0
    assert changes[1] == pytest.approx(20 * (1 - 1 / (1 + 10 ** (-10 / 400))))


def test_amendments_of_pools():
    """An amendment may be for one pool; what it says of all holds there as well."""
    book = rules(
        {"k": 10.0},
        pools={"fast": {"k": 5.0}},
        amendment=[
            {"from": day("2024-01-01"), "pools": {"fast": {"k": 6.0}}},
            {"from": day("2024-06-01"), "parameters": {"scale": 200.0}},
        ],
    )
    rated = rate(GAMES.replace(" . ", " fast ").replace("2025-03-01 fast", "2025-03-01 slow"), book)
    assert k_of_each(rated, "fast") == [5, 6, 6]
    assert k_of_each(rated, "slow") == [10]
    scales = [
        stretch.parameters.scale for stretch in all_stretches(rated.runs[0].pool, rated.rulebook)
    ]
    assert scales == [400, 400, 200]


def test_a_period_is_of_the_day_that_dates_it():
    """A month that ends under new rules is rated by them as a whole."""
    book = rules(
        {"k": 10.0},
        period={"kind": "month"},
        amendment=[{"from": day("2024-01-15"), "parameters": {"k": 20.0}}],
    )
    rated = rate(
        """
        date       player_1 player_2 result
        2024-01-01 A        B        1-0
        2024-01-20 A        B        1-0
        """,
        book,
    )
    assert k_of_each(rated) == [20]


def test_undated_games_are_of_the_newest_rules():
    """Where nothing is dated, the rules after all amendments hold, and nothing is adjusted."""
    book = rules(
        {"k": 10.0},
        amendment=[{"from": day("2024-01-01"), "parameters": {"k": 20.0}}],
        adjustment=[{"on": day("2024-01-01"), "add": 7.0}],
    )
    rated = rate("player_1 player_2 result\nA B 1-0", book)
    assert k_of_each(rated) == [20]
    assert ratings(rated) == {"A": 1210.0, "B": 1190.0}


def adjusted(*adjustments: dict[str, Any], games: str = GAMES, **options: Any) -> Rated:
    """Games that move nobody, rated by rules that adjust ratings."""
    book = rules({"k": 0.0}, adjustment=list(adjustments))
    return rate(games, book, {"A": 1500.0, "B": 1000.0}, **options)


def test_adjustment_once():
    """Something is added once, at the beginning of a day."""
    rated = adjusted({"on": day("2024-06-01"), "add": 10.0, "title": "lift"})
    assert ratings(rated) == {"A": 1510.0, "B": 1010.0}
    rows = history(rated, "A").select("date", "event", "before", "change", "after").rows()
    assert [row[2:] for row in rows] == [
        (1500, 0, 1500),
        (1500, 0, 1500),
        (1500, 10, 1510),
        (1510, 0, 1510),
        (1510, 0, 1510),
    ]
    assert rows[2][:2] == (date(2024, 6, 1), "lift")


def test_adjustment_each_year():
    """A yearly adjustment is made on each such day between the first game and the list's date."""
    rated = adjusted({"on": day("2024-01-01"), "every": "year", "add": 10.0})
    assert ratings(rated)["A"] == 1520.0
    assert ratings(adjusted({"on": day("2020-01-01"), "every": "year", "add": 10.0}))["A"] == 1520.0
    assert ratings(adjusted({"on": day("2025-01-01"), "every": "year", "add": 10.0}))["A"] == 1510.0
    later = adjusted(
        {"on": day("2024-01-01"), "every": "year", "add": 1.0}, as_of=day("2027-01-01")
    )
    assert ratings(later)["A"] == 1504.0
    before = adjusted(
        {"on": day("2024-01-01"), "every": "year", "add": 1.0}, as_of=day("2023-12-31")
    )
    assert ratings(before)["A"] == 1500.0


@pytest.mark.parametrize(
    ("adjustment", "wanted"),
    [
        ({"toward": 1400.0, "share": 0.25}, {"A": 1475.0, "B": 1100.0}),
        ({"toward": 1400.0, "share": 1.0, "below": 1400.0}, {"A": 1500.0, "B": 1400.0}),
        ({"add": 5.0, "above": 1000.0}, {"A": 1505.0, "B": 1000.0}),
        ({"add": 5.0, "below": 1500.0, "above": 900.0}, {"A": 1500.0, "B": 1005.0}),
        ({"add": -5.0, "below": 1000.0}, {"A": 1500.0, "B": 1000.0}),
    ],
)
def test_whom_adjustments_move(adjustment, wanted):
    """Toward a value, and only above or below another."""
    rated = adjusted({"on": day("2024-06-01"), **adjustment})
    assert ratings(rated) == wanted


def test_everybody_who_has_a_rating_is_adjusted():
    """Who has played, and whose rating is given; not who starts without one, before playing."""
    rated = rate(
        """
        date       player_1 player_2 result
        2024-01-01 A        B        1-0
        2024-02-01 C        E        1-0
        """,
        rules({"k": 0.0}, adjustment=[{"on": day("2024-01-15"), "add": 10.0}]),
        {"A": 1500.0, "C": 1400.0, "D": 1300.0},
    )
    wanted = {"A": 1510.0, "B": 1210.0, "C": 1410.0, "D": 1310.0, "E": 1200.0}
    assert ratings(rated) == wanted
    rows = history(rated, "D").select("event", "before", "change", "after").rows()
    assert rows == [("", 1300.0, 10.0, 1310.0)]


@pytest.mark.parametrize(
    ("base", "given", "adjustment", "wanted"),
    [
        ("othello-sweden", 1001.0, {"toward": 1000.0, "share": 0.5}, 1001.0),
        ("othello-sweden", 1003.0, {"toward": 1000.0, "share": 0.5}, 1002.0),
        ("othello-sweden", 1000.0, {"add": -0.5}, 1000.0),
        ("codeforces", -10.0, {"add": -0.5}, -11.0),
        ("codeforces", 1500.0, {"add": 0.4}, 1500.0),
    ],
)
def test_whole_ratings_stay_whole(base, given, adjustment, wanted):
    """Where ratings are whole numbers, halves of an adjusted one go away from zero."""
    book = rules(base=base, adjustment=[{"on": day("2024-02-01"), **adjustment}])
    text = "date event player place\n2024-01-01 X A 1\n2024-01-01 X B 2"
    if base == "othello-sweden":
        text = "date event player_1 player_2 score_1 score_2\n2024-01-01 X A B 40 24"
    rated = rate(text, book, {"A": 1200.0, "B": 1200.0, "C": given}, as_of=day("2024-02-01"))
    assert ratings(rated)["C"] == wanted
    assert book.system.whole_numbers
    found = dict(zip(rated.names, rated.runs[0].start[0].tolist(), strict=True))
    for row in history(rated).to_dicts():
        assert row["before"] == found[row["player"]]
        found[row["player"]] += row["change"]
    assert found == ratings(rated)
    assert all(value == round(value) for value in found.values())


def test_all_pools_are_adjusted_up_to_the_date_of_the_list():
    """A pool whose last game was long ago is adjusted like the others."""
    rated = rate(
        """
        date       pool player_1 player_2 result
        2023-12-01 a    A        B        1-0
        2024-02-01 b    A        B        1-0
        """,
        rules({"k": 0.0}, adjustment=[{"on": day("2024-01-01"), "add": 10.0}]),
    )
    assert ratings(rated, "a") == {"A": 1210.0, "B": 1210.0}
    assert ratings(rated, "b") == {"A": 1200.0, "B": 1200.0}


def test_two_adjustments_of_a_day_are_made_in_their_order():
    """First ten more, then half of the way to 1000."""
    on = day("2024-06-01")
    rated = adjusted({"on": on, "add": 10.0}, {"on": on, "toward": 1000.0, "share": 0.5})
    assert ratings(rated)["A"] == 1255.0


def test_the_history_adds_up_to_the_last_bit():
    """Start and changes, adjustments among them, are the rating, whatever the numbers."""
    rated = rate(
        GAMES,
        rules(
            {"k": 31.7},
            adjustment=[
                {"on": day("2024-01-01"), "every": "year", "toward": 1333.3, "share": 0.1},
                {"on": day("2024-05-05"), "add": 0.1},
            ],
        ),
        {"A": 1500.123, "B": 999.9, "C": 777.7},
    )
    found = dict(zip(rated.names, rated.runs[0].start[0].tolist(), strict=True))
    for row in history(rated).to_dicts():
        assert row["before"] == found[row["player"]]
        found[row["player"]] += row["change"]
        assert row["after"] == found[row["player"]]
    assert found == ratings(rated)
    assert len(history(rated)) == 8 + 3 * 2 + 3


@pytest.mark.parametrize("cut", range(5))
def test_cut_between_any_two_periods(cut):
    """A replay stopped before any period and gone on with gives the same bits."""
    rated = rate(
        GAMES,
        rules(
            {"k": 31.7},
            amendment=[{"from": day("2024-01-01"), "parameters": {"k": 20.0}}],
            adjustment=[
                {"on": day("2024-01-01"), "add": 3.3},
                {"on": day("2024-06-01"), "add": 1.1},
                {"on": day("2025-03-01"), "add": 1.1},
            ],
        ),
    )
    run, book = rated.runs[0], rated.rulebook
    begun = replay(run.pool, book, run.start, until=cut)
    ended = replay(run.pool, book, begun.state, first=cut)
    assert ended.state[0].tobytes() == run.state[0].tobytes()
    assert np.count_nonzero(begun.record.change) == 2 * cut
    made = [one.adjustment for part in (begun, ended) for one in part.adjusted]
    assert made == [one.adjustment for one in run.adjusted]


def test_stretches_hold_every_period_once():
    """Stretches follow one another without a gap, and end where they are told to."""
    rated = rate(
        GAMES,
        rules(
            amendment=[{"from": day("1990-01-01"), "parameters": {"k": 20.0}}],
            adjustment=[{"on": day("2023-01-01"), "every": "year", "add": 1.0}],
        ),
    )
    pool, book = rated.runs[0].pool, rated.rulebook
    for first in (None, 0, 1, 2, 4):
        for until in (None, 0, 1, 3, 4):
            end = 4 if until is None else until
            at = first or 0
            for stretch in stretches(pool, book, first, until):
                assert stretch.first == max(at, stretch.first) <= stretch.last <= end
                assert stretch.first in (at, stretch.last)
                at = max(at, stretch.last)
            assert at == max(end, first or 0)


@pytest.mark.parametrize(
    ("games", "sides", "compiles"), [(1, 1500, False), (1, 2000, True), (500, 2, False)]
)
def test_a_game_of_many_sides_is_worth_a_compiled_kernel(games, sides, compiles):
    """What counts is the work, which grows with the square of a game's sides, not the rows."""
    rows = [
        {"game": str(game), "player": f"P{side}", "place": side + 1}
        for game in range(games)
        for side in range(sides)
    ]
    log = select(bz.read(rows), rules(), None).logs[0]
    assert (cost_of(log, rules()) >= COMPILE_FROM) == compiles


@pytest.mark.parametrize(
    ("key", "model", "compiles"),
    [
        ("trueskill", None, False),
        ("weng-lin", "plackett-luce", False),
        ("weng-lin", "bradley-terry-full", True),
    ],
)
def test_many_sides_that_are_not_compared_in_pairs(key, model, compiles):
    """Where the work grows with the number of sides alone, nobody waits for a compiler."""
    book = bz.load_rulebook(key, {"model": model} if model else {})
    rows = [{"game": "1", "player": f"P{side}", "place": side + 1} for side in range(2000)]
    log = select(bz.read(rows), book, None).logs[0]
    assert (cost_of(log, book) >= COMPILE_FROM) == compiles


@pytest.mark.parametrize(("cost", "compiles"), [(1, False), (COMPILE_FROM // 8, True)])
def test_systems_that_work_hard_are_compiled_earlier(monkeypatch, cost, compiles):
    """Four games are eight entries: enough for a compiled kernel if each is work enough."""
    rated = rate(GAMES)
    run, book = rated.runs[0], rated.rulebook
    told = []
    monkeypatch.setattr(compiling, "compiled", lambda kernel: told.append(kernel) or kernel)
    hard = replace(book, system=replace(book.system, entry_cost=cost))
    replay(run.pool, hard, run.start)
    assert bool(told) == compiles
