"""Glicko-2 against the source's steps; the nearest volatility; idle time; every setting."""

from __future__ import annotations

import math
from datetime import date
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.engine.replay import replay
from banzuke.model.errors import ParameterRefused, PlayersRefused, ResultsRefused
from banzuke.systems.glicko2.leads import SCORINGS, head_start, moved_by
from banzuke.systems.glicko2.volatility import Equation, new_volatility

SCALE = 173.7178
Player = tuple[float, float, float]
RESULTS = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}


def nearest_root(old: float, phi: float, v: float, delta: float, tau: float) -> float:
    """X of step 5 that is nearest to ln(old²): marched to in small steps, then halved down to."""

    def f(x: float) -> float:
        e = math.exp(x)
        top = e * (delta * delta - phi * phi - v - e)
        return top / (2 * (phi * phi + v + e) ** 2) - (x - a) / tau**2

    a = math.log(old * old)
    if f(a) == 0.0:
        return a
    step = math.copysign(0.001, f(a))
    low = a
    while f(low + step) * f(a) > 0.0:
        low += step
    high = low + step
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) * f(a) > 0.0 else (low, middle)
    return (low + high) / 2


def reckoned(player: Player, met: list[tuple[Player, float]], tau: float = 0.5) -> Player:
    """The source's steps 2 to 8 for one player's period."""
    rating, deviation, volatility = player
    mu, phi = (rating - 1500) / SCALE, deviation / SCALE
    parts = []
    for (other, other_deviation, _), score in met:
        g = 1 / math.sqrt(1 + 3 * (other_deviation / SCALE) ** 2 / math.pi**2)
        expected = 1 / (1 + math.exp(-g * (mu - (other - 1500) / SCALE)))
        parts.append((g, expected, score))
    v = 1 / sum(g * g * e * (1 - e) for g, e, _ in parts)
    delta = v * sum(g * (s - e) for g, e, s in parts)
    new = math.exp(nearest_root(volatility, phi, v, delta, tau) / 2)
    star = math.sqrt(phi * phi + new * new)
    phi = 1 / math.sqrt(1 / star**2 + 1 / v)
    mu += phi * phi * sum(g * (s - e) for g, e, s in parts)
    return SCALE * mu + 1500, SCALE * phi, new


ratings_of = st.tuples(st.floats(800, 2400), st.floats(20, 350), st.floats(0.02, 0.15))
NAMES = "ABCDE"


@given(
    players=st.tuples(*[ratings_of] * len(NAMES)),
    games=st.lists(
        st.tuples(st.permutations(NAMES).map(lambda p: p[:2]), st.sampled_from(list(RESULTS))),
        min_size=1,
        max_size=25,
    ),
    tau=st.sampled_from([0.2, 0.5, 1.2]),
)
def test_a_period_against_the_source(players, games, tau):
    """A month of random games gives what the source's steps give."""
    known = dict(zip(NAMES, players, strict=True))
    rows = [
        {"date": "2024-01-01", "game": str(n), "player_1": one, "player_2": two}
        | {"result": RESULTS[score]}
        for n, ((one, two), score) in enumerate(games)
    ]
    starts = [
        {"player": name, "rating": r, "deviation": d, "volatility": v}
        for name, (r, d, v) in known.items()
    ]
    listed = bz.rate(rows, "glicko2", pl.DataFrame(starts), parameters={"tau": tau})
    for row in listed.listing.listed.to_dicts():
        met = [(known[two], s) for (one, two), s in games if one == row["player"]]
        met += [(known[one], 1 - s) for (one, two), s in games if two == row["player"]]
        wanted = reckoned(known[row["player"]], met, tau) if met else known[row["player"]]
        found = row["rating"], row["deviation"], row["volatility"]
        assert found == pytest.approx(wanted, rel=1e-9)


@given(
    volatility=st.floats(0.001, 0.5),
    deviation=st.floats(10, 500),
    gap=st.floats(0, 3000),
    games=st.integers(1, 40),
    tau=st.sampled_from([0.2, 0.5, 1.2]),
)
def test_the_nearest_volatility(volatility, deviation, gap, games, tau):
    """However surprising the results, the volatility is the nearest solution."""
    phi, g = deviation / SCALE, 0.98
    expected = 1 / (1 + math.exp(g * gap / SCALE))
    surprises = games * g * (1 - expected)
    information = games * g * g * expected * (1 - expected)
    equation = Equation(
        volatility**2, 1 + phi * phi * information, surprises, information, tau * tau
    )
    found = new_volatility(volatility, equation, 1e12, 1000)
    v = 1 / information
    wanted = math.exp(nearest_root(volatility, phi, v, v * surprises, tau) / 2)
    assert found == pytest.approx(wanted, rel=1e-9)


def test_a_certain_outcome_that_did_not_come():
    """A game against all odds, where 1/v is 0 in floats, has finite values, held by the bounds."""
    sides = [[(0, 50, 0.06)], [(5_000_000, 50, 0.06)]]
    after = bz.rate_game("glicko2", sides=sides, places=[1, 2])
    assert np.isfinite(np.array(after)).all()
    assert after[0][0][0] > 0
    assert after[1][0][0] < 5_000_000


def test_a_certain_outcome_that_came():
    """A win that was certain moves nothing but what idle time adds."""
    sides = [[(5_000_000, 50, 0.06)], [(0, 50, 0.06)]]
    winner = bz.rate_game("glicko2", sides=sides, places=[1, 2])[0][0]
    assert winner[0] == 5_000_000
    assert winner[1] == pytest.approx(math.sqrt(50**2 + (winner[2] * SCALE) ** 2), rel=1e-12)


IDLE = [
    {"date": "2024-01-15", "player_1": "A", "player_2": "B", "result": "1/2-1/2"},
    {"date": "2024-05-15", "player_1": "C", "player_2": "D", "result": "1/2-1/2"},
]


def test_idle_months_are_counted_once():
    """Four idle months add four variances, read as often as one likes, and once when going on."""
    ratings = bz.rate(IDLE, "glicko2")
    january = bz.rate(IDLE[:1], "glicko2").listing.listed.filter(pl.col("player") == "A")
    deviation, volatility = january["deviation"][0], january["volatility"][0]
    grown = math.sqrt(deviation**2 + 4 * (volatility * SCALE) ** 2)
    for _ in range(2):
        row = ratings.listing.listed.filter(pl.col("player") == "A")
        assert row["deviation"][0] == pytest.approx(grown, rel=1e-12)
    assert ratings.rated.runs[0].state.deviation[0] == deviation
    again = {"date": "2024-06-15", "player_1": "A", "player_2": "B", "result": "1-0"}
    at_once = bz.rate([*IDLE, again], "glicko2")
    row = at_once.history_frame("A").to_dicts()[-1]
    assert row["deviation_before"] == pytest.approx(grown, rel=1e-12)
    ratings.update([again])
    assert ratings.listing.listed.equals(at_once.listing.listed)


def test_one_idle_period():
    """An idle period makes a deviation of 200 200.27142, ten make one of 50 59.88659."""
    book = bz.load_rulebook("glicko2")
    system, rules = book.system, book.system.rules(book.parameters, [])
    values = system.state(*(np.array([x]) for x in (1500.0, 200.0, 0.06, 10.0)))
    aged = system.aged(values, 11.0, rules)
    assert aged.deviation[0] == pytest.approx(200.27142, abs=5e-6)
    assert (aged.rating[0], aged.volatility[0]) == (1500.0, 0.06)
    ten = system.aged(values._replace(deviation=np.array([50.0])), 20.0, rules)
    assert ten.deviation[0] == pytest.approx(59.88659, abs=5e-6)


def test_a_rating_of_the_clock():
    """By lichess, a deviation of 60 that is read a year later is 110.0008, still provisional."""
    book = bz.load_rulebook("lichess")
    rules = book.system.rules(book.parameters, [])
    values = book.system.state(*(np.array([x]) for x in (1500.0, 60.0, 0.06, 0.0)))
    assert book.system.aged(values, 365.0, rules).deviation[0] == pytest.approx(110.0008, abs=5e-5)


def test_colours_of_lichess():
    """Of two with deviation 45, colours averaged, the published numbers come out."""

    def moved(one: float, two: float, result: str, white: int) -> float:
        row = {"player_1": "A", "player_2": "B", "result": result, "advantage": white}
        starts = [
            {"player": name, "rating": r, "deviation": 45, "volatility": 0.06}
            for name, r in (("A", one), ("B", two))
        ]
        return float(bz.rate([row], "lichess", starts).history_frame("A")["change"][0])

    for gap, wanted in ((0, (5.677, 0.0, -5.677)), (100, (7.259, 1.575, -4.108))):
        for result, number in zip(("1-0", "1/2-1/2", "0-1"), wanted, strict=True):
            both = [moved(1500, 1500 + gap, result, white) for white in (1, 2)]
            assert sum(both) / 2 == pytest.approx(number, abs=0.0005)


def test_a_shift_of_all_ratings_moves_nothing_else():
    """The scale has no zero: deviations, volatilities and changes stay."""
    rows = [{**row, "date": "2024-01-15"} for row in IDLE]
    found = []
    for shift in (0, 1024):
        starts = [
            {"player": name, "rating": 1500 + 50 * at + shift} for at, name in enumerate("ABCD")
        ]
        frame = bz.rate(rows, "glicko2", starts).listing.listed.sort("player")
        found.append(frame.select("change", "deviation", "volatility").to_numpy())
    assert np.allclose(found[0], found[1], rtol=1e-12, atol=1e-9)


def test_terms_add_up(adds_up: Any):
    """What explanations tell of a game adds up to the history, also where bounds act."""
    rows = [
        {"date": "2024-01-01", "game": str(n), "player_1": "A", "player_2": o, "result": r}
        for n, (o, r) in enumerate((("B", "1-0"), ("C", "0-1"), ("B", "1-0")))
    ]
    for settings in ({}, {"most_change": 5.0}, {"highest_rating": 1500.0}):
        ratings = bz.rate(rows, "glicko2", parameters=settings)
        for name, game in (("A", "0"), ("A", "2"), ("B", "0"), ("C", "1")):
            adds_up(ratings, ratings.explain(name, game=game))
    told = ratings.explain("A", game="2")
    assert "held at the most" in told.terms[0].source


def test_undated_results_need_another_growth():
    """Growth by time without a date is refused in words; by rating it is not."""
    rows = [{"player_1": "A", "player_2": "B", "result": "1-0", "game": str(n)} for n in range(3)]
    with pytest.raises(ResultsRefused, match="there are no dates"):
        bz.rate(rows, "lichess")
    assert len(bz.rate(rows, "lichess", parameters={"ageing": "when rated"})) == 2


@pytest.mark.parametrize(
    ("column", "value", "words"),
    [
        ("deviation", 0.0, "above 0"),
        ("deviation", -5.0, "above 0"),
        ("volatility", 0.0, "above 0"),
        ("deviation", 2e5, "beyond the bounds"),
        ("volatility", 101.0, "beyond the bounds"),
    ],
)
def test_starting_values_that_are_none(column, value, words):
    """Widths that are none, or beyond the bounds, are refused."""
    starts = [{"player": "A", "rating": 1500.0, column: value}]
    with pytest.raises(PlayersRefused, match=words):
        bz.rate(IDLE, "glicko2", starts)


def test_bounds_out_of_order():
    """A least bound above the most is refused."""
    with pytest.raises(ParameterRefused, match="bounds in order"):
        bz.load_rulebook("glicko2", {"least_deviation": 200.0, "most_deviation": 100.0})


GAME = [{"date": "2024-01-15", "player_1": "A", "player_2": "B", "result": "1-0", "advantage": 1}]
TWICE = [*GAME, {**GAME[0], "date": "2024-03-15"}]
LATE = [*GAME, {**GAME[0], "date": "2034-03-15"}]
STARTS = [{"player": n, "rating": 1500.0, "deviation": 200.0, "volatility": 0.06} for n in "AB"]
LOST = [{**GAME[0], "result": "0-1", "game": str(n)} for n in range(30)]
FAR = [
    {"player": n, "rating": r, "deviation": 50.0, "volatility": 0.06}
    for n, r in (("A", 2000.0), ("B", 1200.0))
]
STONES = {"date": "2024-01-01", "game": "1", "player_1": "B", "player_2": "W", "result": "1-0"} | {
    "handicap_1": 2,
    "komi": 0.5,
    "board_size": 19,
}
BLACK_AND_WHITE = [
    {"player": name, "rating": rating, "deviation": 80.0, "volatility": 0.06}
    for name, rating in (("B", 1200.0), ("W", 1400.0))
]
KOMI = {**STONES, "handicap_1": 0, "advantage": 1}
ALIVE = [
    ("start_rating", GAME, None, "rating", 1400.0),
    ("start_deviation", GAME, None, "deviation", 200.0),
    ("start_volatility", GAME, None, "volatility", 0.09),
    ("tau", GAME, STARTS, "volatility", 1.0),
    ("scale", GAME, STARTS, "rating", 200.0),
    ("ageing", TWICE, STARTS, "deviation", "when rated"),
    ("ageing", TWICE, STARTS, "deviation", "none"),
    ("period_length", TWICE, STARTS, "deviation", 2.0),
    ("growth", GAME, STARTS, "deviation", "before the games"),
    ("first_move", GAME, STARTS, "rating", 12.0),
    ("gain_factor", GAME, STARTS, "rating", 1.01),
    ("lowest_rating", LOST, STARTS, "rating", 1450.0),
    ("highest_rating", GAME, STARTS, "rating", 1510.0),
    ("least_deviation", LOST, STARTS, "deviation", 190.0),
    ("most_deviation", LATE, STARTS, "deviation", 200.0),
    ("least_volatility", GAME, None, "volatility", 0.06),
    ("most_volatility", LOST, FAR, "volatility", 0.07),
    ("most_change", GAME, STARTS, "rating", 10.0),
    ("most_steps", LOST, FAR, "volatility", 1),
    ("handicap", [STONES], BLACK_AND_WHITE, "rating", "none"),
    ("most_ranks", [STONES], BLACK_AND_WHITE, "rating", 1.0),
    *(("scoring", [KOMI], BLACK_AND_WHITE, "rating", one) for one in SCORINGS[1:]),
]


@pytest.mark.parametrize(("name", "rows", "starts", "column", "other"), ALIVE)
def test_every_setting_is_alive(name, rows, starts, column, other):
    """Another value of each setting moves a number of the first player."""
    book = "ogs" if rows in ([STONES], [KOMI]) else "glicko2"
    found = [
        bz.rate(rows, book, starts, parameters=given).listing.listed.sort("player")[column][0]
        for given in ({}, {name: other})
    ]
    assert found[0] != found[1]
    assert all(math.isfinite(value) for value in found)


def test_alive_has_every_setting():
    """No parameter, and no word of one, is missing above."""
    fields = type(bz.load_rulebook("glicko2").parameters).model_fields
    assert {row[0] for row in ALIVE} == set(fields)
    assert {"when rated", "none", "before the games"} <= {str(row[4]) for row in ALIVE}


def test_years_before_1970():
    """Time counts on both sides of 1970."""
    rows = [{**row, "date": date(year, 6, 1)} for row, year in zip(IDLE, (1960, 1985), strict=True)]
    before = bz.rate(rows[:1], "glicko2").listing.listed.sort("player")["deviation"][0]
    after = bz.rate(rows, "glicko2").listing.listed.sort("player")["deviation"][0]
    assert after == pytest.approx(math.sqrt(before**2 + 300 * (0.06 * SCALE) ** 2), rel=1e-4)


def test_the_go_server_ages_by_games_and_marks_by_deviation():
    """By OGS's rules idle years leave a deviation, and one of 160 or more is marked."""
    rows = [
        {"date": date, "game": str(number), "player_1": "A", "player_2": "B", "result": "1-0"}
        for number, date in enumerate(("2020-01-01", "2026-01-01"))
    ]
    starts = [
        {"player": "A", "rating": 2000.0, "deviation": 159.0, "volatility": 0.01},
        {"player": "B", "rating": 150.0, "deviation": 400.0, "volatility": 0.15},
        {"player": "C", "rating": 2000.0, "deviation": 160.0},
    ]
    found = bz.rate(rows, "ogs", starts)
    history = found.history_frame("A")
    assert history["deviation_before"][1] == history["deviation_after"][0]
    shown = dict(found.to_frame().select("player", "shown").iter_rows())
    assert (shown["A"], shown["C"]) == ("2000", "2000?")
    lost = bz.rate(rows, "ogs", [*starts[:1], {**starts[1], "rating": 100.0}])
    assert lost.to_frame().filter(player="B")["rating"].item() == 100.0


@pytest.mark.parametrize(
    ("stones", "komi", "size", "scoring", "ranks"),
    [
        (2, 0.5, 19, "territory", 17.5 / 12),
        (2, 0.5, 13, "territory", 3 * 17.5 / 12),
        (2, 0.5, 9, "territory", 8.75),
        (2, 7.5, 19, "chinese", 0.875),
        (2, 7.5, 19, "american", 11.5 / 12),
        (2, 7.5, 19, "area", 12.5 / 12),
        (0, 6, 9, "territory", 0.0),
        (0, 7, 13, "american", 0.0),
        (1, 0.5, 19, "territory", 5.5 / 12),
        (0, math.nan, 9, "area", 0.0),
        (3, math.nan, math.nan, "territory", 29.5 / 12),
    ],
)
def test_head_starts_of_the_go_server(stones, komi, size, scoring, ranks):
    """Stones, komi and the board make ranks, as the server's public code has them."""
    assert head_start(stones, komi, size, SCORINGS.index(scoring)) == pytest.approx(ranks)


def test_a_rating_moved_by_ranks():
    """Black with 1200 has rank 19.1376, and with two stones and half a point of komi 1278.026."""
    assert moved_by(1200.0, 17.5 / 12) == pytest.approx(1278.026, abs=5e-4)
    assert moved_by(525.0, 30.0) == pytest.approx(525 * math.exp(30 / 23.15))
    assert moved_by(moved_by(1700.0, 2.5), -2.5) == pytest.approx(1700.0)


def test_a_handicap_counts_for_both_players():
    """White meets a stronger Black, Black a weaker White, each by the source's steps."""
    found = bz.rate([STONES], "ogs", BLACK_AND_WHITE).listing.listed
    for name, mine, met, score in (
        ("B", 1200.0, moved_by(1400.0, -17.5 / 12), 1.0),
        ("W", 1400.0, moved_by(1200.0, 17.5 / 12), 0.0),
    ):
        wanted = reckoned((mine, 80.0, 0.06), [((met, 80.0, 0.06), score)])
        row = found.filter(pl.col("player") == name).row(0, named=True)
        assert (row["rating"], row["deviation"]) == pytest.approx(wanted[:2], rel=1e-9)


def test_a_handicap_in_words_and_in_forecasts(adds_up: Any):
    """The explanation names the rating that was met; a forecast with stones is another one."""
    ratings = bz.rate([STONES], "ogs", BLACK_AND_WHITE)
    told = ratings.explain("W")
    adds_up(ratings, told)
    assert told.inputs[0].value == pytest.approx(1278.026, abs=5e-4)
    assert "+1.458 ranks" in told.inputs[0].source
    even = ratings.predict([["B"], ["W"]])[0]
    helped = ratings.predict([["B"], ["W"]], handicaps=[[2], [0]])[0]
    assert helped > even


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ({"handicap_1": 8, "board_size": 9}, "a head start of 44.75 ranks: at most 9 are rated"),
        ({"handicap_1": 5, "board_size": 13}, "a head start of 13.38 ranks: at most 9 are rated"),
        ({"handicap_1": 2, "board_size": 11}, "a board of 11 lines: only 9, 13 and 19 are rated"),
        ({"handicap_1": 0, "board_size": 7}, "a board of 7 lines: only 9, 13 and 19 are rated"),
        ({"handicap_1": 9, "board_size": 19}, ""),
        ({"handicap_1": 0, "komi": 200, "advantage": 1}, ""),
    ],
)
@pytest.mark.parametrize("kind", ["game", "month"])
def test_games_that_the_go_server_does_not_rate(game, why, kind):
    """Other boards and too many stones move nobody, as if not played, and are listed with why."""
    settings = {"period.kind": kind}
    odd = {**STONES, "game": "2", **game}
    ratings = bz.rate([STONES, odd], "ogs", BLACK_AND_WHITE, parameters=settings)
    alone = bz.rate([STONES], "ogs", BLACK_AND_WHITE, parameters=settings)
    told = ratings.explain("B", game="2")
    assert (told.rated, told.why) == (not why, why)
    rows = ratings.history_frame("B").to_dicts()
    assert rows[1]["before"] == rows[0]["after"]
    assert (rows[1]["change"] == 0.0) == bool(why)
    if why:
        assert dict(ratings.skipped) == {"row 1": why}
        columns = ["player", "rating", "deviation", "volatility"]
        assert ratings.to_frame()[columns].equals(alone.to_frame()[columns])
        assert 0.0 < rows[1]["expected"] < 1.0


def test_black_is_who_receives_stones_or_moves_first():
    """Without stones the komi counts for who has the advantage; without both for nobody."""
    row = {name: value for name, value in STONES.items() if name != "handicap_1"}
    changes = [
        bz.rate([{**row, **more}], "ogs", BLACK_AND_WHITE).history_frame("B")["change"].item()
        for more in ({}, {"advantage": 1}, {"advantage": 2})
    ]
    assert changes[1] < changes[0] < changes[2]


@pytest.mark.parametrize(
    ("stones", "words"), [({"handicap_1": 1.5}, "whole number"), ({"handicap_2": 2}, "only one")]
)
def test_stones_that_are_none(stones, words):
    """Half stones, and stones for both, are refused."""
    with pytest.raises(ResultsRefused, match=words):
        bz.rate([{**STONES, **stones}], "ogs", BLACK_AND_WHITE)


def test_ranks_need_ratings_above_zero():
    """A rulebook with ranks has a lowest rating that has a rank."""
    with pytest.raises(ParameterRefused, match="ranks are logarithms"):
        bz.load_rulebook("glicko2", {"handicap": "ranks"})
    assert bz.load_rulebook("ogs", {"lowest_rating": 1.0}).parameters.lowest_rating == 1.0


def test_games_that_are_left_have_the_same_bits_compiled():
    """Rated and unrated games of the Go server, by period and by game, compiled and not."""
    rows = [
        {**STONES, "game": str(number), "handicap_1": stones, "board_size": size}
        for number, (stones, size) in enumerate([(2, 19), (8, 9), (3, 13), (2, 11), (0, 9)])
    ]
    for kind in ("game", "month"):
        rated = bz.rate(rows, "ogs", BLACK_AND_WHITE, parameters={"period.kind": kind}).rated
        run = rated.runs[0]
        one, two = (
            replay(run.pool, rated.rulebook, run.start, history=True, compile_from=count)
            for count in (0, 10**9)
        )
        for left, right in zip((*one.state, *one.record), (*two.state, *two.record), strict=True):
            assert left.tobytes() == right.tobytes()
