"""AGA against a second reckoning with dense matrices; seeds, tails, the gap, refusals, settings."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.model.errors import ParameterRefused, PlayersRefused, ResultsRefused

NAMES = [f"P{number}" for number in range(7)]
Row = dict[str, Any]

SPREADS = {2: 1.13672, 3: 1.18795, 4: 1.22841, 5: 1.27457}
SPREADS |= {6: 1.31978, 7: 1.35881, 8: 1.39782, 9: 1.43614}


@dataclass
class Person:
    """A rating without the gap, its deviation, and the day of the last event (0 for none)."""

    value: float
    deviation: float
    seen: int = 0


@dataclass
class Game:
    """Who won and lost, the stones that Black received, komi, who was White, and ranks."""

    winner: str
    loser: str
    white: str
    stones: int = 0
    komi: float | None = None
    ranks: tuple[str, str] = ("", "")
    size: int | None = None


def value_of(rating: float) -> float:
    """A rating on the scale without the gap."""
    return rating - math.copysign(1.0, rating)


def rating_of(value: float) -> float:
    """The rating of a value on the scale without the gap."""
    return value + 1.0 if value >= 0 else value - 1.0


def middle(rank: str) -> float:
    """The middle of a rank on the scale without the gap."""
    number = int(rank[:-1])
    return value_of(number + 0.5) if rank[-1] == "d" else value_of(-number - 0.5)


def log_chance(at: float) -> float:
    """The logarithm of the normal chance, for what is not farther out than 35."""
    return math.log(math.erfc(-at / math.sqrt(2)) / 2)


def slope(at: float) -> float:
    """Its slope."""
    return math.exp(-at * at / 2 - log_chance(at)) / math.sqrt(2 * math.pi)


def worth(game: Game) -> tuple[float, float]:
    """What a game is worth to the winner, h, and its deviation, s."""
    komi = game.komi if game.komi is not None else (0.5 if game.stones else 7.5)
    if game.stones < 2:
        h, s = 0.58 - 0.0757 * komi, 1.0649 - 0.0021976 * komi + 0.00014984 * komi**2
    else:
        h, s = game.stones - 0.0757 * komi, SPREADS[game.stones] - 0.0035169 * komi
    return (h if game.white == game.winner else -h if game.white else 0.0), s


def spline(value: float) -> float:
    """The first deviation: the moments of the natural spline by a dense system."""
    x = np.array([value_of(r) for r in (-50.5, -20.5, 5.5, 7.5)])
    y = np.array([5.7, 2.9, 1.0, 1.0])
    if value < x[0]:
        return 6.0
    if value >= x[-1]:
        return 1.0
    h = np.diff(x)
    system, right = np.eye(4), np.zeros(4)
    for i in (1, 2):
        system[i, i - 1 : i + 2] = h[i - 1], 2 * (h[i - 1] + h[i]), h[i]
        right[i] = 6 * ((y[i + 1] - y[i]) / h[i] - (y[i] - y[i - 1]) / h[i - 1])
    m = np.linalg.solve(system, right)
    i = int(np.searchsorted(x, value, side="right")) - 1
    t = value - x[i]
    c = (y[i + 1] - y[i]) / h[i] - h[i] * (2 * m[i] + m[i + 1]) / 6
    found = y[i] + c * t + m[i] / 2 * t**2 + (m[i + 1] - m[i]) / (6 * h[i]) * t**3
    return float(min(max(found, 1.0), 5.7))


def reckoned(people: dict[str, Person], games: list[Game], day: int) -> dict[str, Person]:
    """Everybody after an event: seeds, a dense Newton method, a hundred points each."""
    games = [g for g in games if g.size in (None, 19) and g.stones <= 9]
    if not games:
        return people
    names = sorted({name for g in games for name in (g.winner, g.loser)})
    seed, variance = {}, {}
    for name in names:
        one = people[name]
        ranks = [g.ranks[i] for g in games for i, n in enumerate((g.winner, g.loser)) if n == name]
        rise = max([middle(r) - one.value for r in ranks if r], default=-99.0)
        won = any(g.winner == name for g in games)
        days = day - one.seen if one.seen else 0
        seed[name], variance[name] = one.value, one.deviation**2 + (0.0005 * days) ** 2
        if won and rise >= 3:
            seed[name] = one.value + rise
            variance[name] = spline(seed[name]) ** 2
        elif won and rise >= 1:
            seed[name] = one.value + 0.024746 + 0.32127 * rise
            variance[name] = one.deviation**2 + 0.256 * rise**1.9475
    at = {name: number for number, name in enumerate(names)}
    s0, v = np.array([seed[n] for n in names]), np.array([variance[n] for n in names])
    r = s0.copy()
    for _ in range(200):
        gradient, curvature = (s0 - r) / v, np.diag(1 / v)
        for game in games:
            w, b = at[game.winner], at[game.loser]
            h, s = worth(game)
            z = (r[w] - r[b] - h) / s
            k = slope(z) * (z + slope(z)) / s**2
            gradient[[w, b]] += np.array([1, -1]) * slope(z) / s
            curvature[np.ix_([w, b], [w, b])] += k * np.array([[1, -1], [-1, 1]])
        step = np.linalg.solve(curvature, gradient)
        r += step * min(1.0, 1.0 / max(np.abs(step).max(), 1e-300))
        if np.abs(step).max() < 1e-13:
            break
    after = dict(people)
    for name in names:
        i = at[name]
        offsets = (np.arange(100) - 50.5) / 10 * math.sqrt(v[i])
        logs = -((r[i] + offsets - s0[i]) ** 2) / (2 * v[i])
        for game in games:
            h, s = worth(game)
            for sign, me, you in ((1, game.winner, game.loser), (-1, game.loser, game.winner)):
                if me == name:
                    leads = sign * (r[i] + offsets - r[at[you]])
                    logs += np.array([log_chance(max((x - h) / s, -37)) for x in leads])
        weights = np.exp(logs - logs.max())
        deviation = math.sqrt((weights * offsets**2).sum() / weights.sum())
        after[name] = Person(float(r[i]), deviation, day)
    return after


def table(events: list[list[Game]]) -> pl.DataFrame:
    """Events as a table of duels, a hundred days apart; the winner is named second."""
    rows = []
    for number, games in enumerate(events):
        for at, g in enumerate(games):
            black = {g.winner: g.loser, g.loser: g.winner}.get(g.white, "")
            rows.append(
                {
                    "event": f"E{number}",
                    "date": f"20{10 + number}-03-01",
                    "round": str(at),
                    "player_1": g.loser,
                    "player_2": g.winner,
                    "result": "0-1",
                    "handicap_1": g.stones if black == g.loser else 0,
                    "handicap_2": g.stones if black == g.winner else 0,
                    "advantage": {g.loser: "1", g.winner: "2", "": ""}[black],
                    "komi": g.komi,
                    "entry_rank_1": g.ranks[1],
                    "entry_rank_2": g.ranks[0],
                    "board_size": g.size,
                }
            )
    return pl.DataFrame(rows, infer_schema_length=None)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game of two with everything that the rules look at."""
    winner, loser = draw(st.permutations(NAMES))[:2]
    white = draw(st.sampled_from([winner, loser, ""]))
    stones = draw(st.sampled_from([0, 0, 1, 2, 4, 9, 10])) if white else 0
    komi = draw(st.sampled_from([None, None, 0.5, 6.5, -3.0]))
    a_rank = st.sampled_from(["", "", "", "12k", "5k", "1k", "1d", "4d"])
    size = draw(st.sampled_from([None, 19, 19, 13]))
    return Game(winner, loser, white, stones, komi, (draw(a_rank), draw(a_rank)), size)


all_events = st.lists(st.lists(games(), min_size=1, max_size=14), min_size=1, max_size=3)
a_rating = st.one_of(st.floats(1.0, 8.0), st.floats(-15.0, -1.0))
people_of = st.fixed_dictionaries({n: st.tuples(a_rating, st.floats(0.3, 5.0)) for n in NAMES})


def known_of(people: dict[str, tuple[float, float]]) -> pl.DataFrame:
    """Players with their ratings and deviations."""
    return pl.DataFrame(
        [{"player": n, "rating": r, "deviation": d} for n, (r, d) in people.items()]
    )


@given(people=people_of, events=all_events)
def test_events_against_a_second_reckoning(people: Any, events: list[list[Game]]):
    """Ratings and deviations after random events are those of the dense reckoning."""
    ratings = bz.rate(table(events), "aga-draft", known_of(people))
    persons = {name: Person(value_of(r), d) for name, (r, d) in people.items()}
    days = [14669 + [0, 365, 731][number] for number in range(3)]
    for number, some in enumerate(events):
        persons = reckoned(persons, some, days[number])
    state = ratings.rated.runs[0].state
    for code, name in enumerate(ratings.rated.names):
        assert value_of(state.rating[code]) == pytest.approx(persons[name].value, abs=1e-8)
        assert state.deviation[code] == pytest.approx(persons[name].deviation, abs=1e-8)
        assert abs(state.rating[code]) >= 1.0 - 1e-9


@given(people=people_of, events=all_events)
def test_terms_add_up(people: Any, events: list[list[Game]], adds_up: Any):
    """What explanations tell of an event adds up to what the history has."""
    ratings = bz.rate(table(events), "aga-draft", known_of(people))
    for name in ratings.rated.results.players:
        told = ratings.explain(name)
        adds_up(ratings, told)
        for term in told.terms:
            assert term.name != "last digits" or abs(term.value) < 1e-8


def duel(result: str = "1-0", event: str = "E", **more: Any) -> Row:
    """A game of A and B."""
    day = {"E": "2024-01-01", "F": "2025-01-01"}[event]
    return {"event": event, "date": day, "player_1": "A", "player_2": "B", "result": result, **more}


BOTH = [
    {"player": "A", "rating": 3.5, "deviation": 0.5},
    {"player": "B", "rating": 3.5, "deviation": 0.5},
]


def inputs_of(rows: list[Row], players: Any = None, **settings: Any) -> dict[str, float]:
    """The inputs of the explanation of A's newest event."""
    ratings = bz.rate(rows, "aga-draft", pl.DataFrame(players or BOTH), parameters=settings)
    return {term.name: term.value for term in ratings.explain("A").inputs}


@pytest.mark.parametrize(
    ("rank", "result", "seed", "variance"),
    [
        ("3d", "1-0", 3.5, 0.25),
        ("4d", "1-0", 3.5 + 0.024746 + 0.32127, 0.25 + 0.256),
        ("5d", "1-0", 3.5 + 0.024746 + 0.64254, 0.25 + 0.256 * 2**1.9475),
        ("6d", "1-0", 6.5, 1.0),
        ("9p", "1-0", 9.5, 1.0),
        ("6d", "0-1", 3.5, 0.25),
        ("1k", "1-0", 3.5, 0.25),
    ],
)
def test_promotions(rank: str, result: str, seed: float, variance: float):
    """One stone above moves, three replace, but only with a win; a lower rank is ignored."""
    told = inputs_of([duel(result, entry_rank_1=rank)])
    assert told["seed"] == pytest.approx(seed, abs=1e-10)
    # Between 5 and 7 dan the spline may be a hair off 1.
    assert told["deviation of the seed"] == pytest.approx(math.sqrt(variance), abs=0.03)
    if seed < 6:
        assert told["deviation of the seed"] == pytest.approx(math.sqrt(variance), abs=1e-12)


def test_promotion_across_the_gap():
    """From the middle of 1 kyu to that of 1 dan is one stone, not three."""
    known = [{"player": "A", "rating": -1.5, "deviation": 0.5}, BOTH[1]]
    told = inputs_of([duel(entry_rank_1="1d")], known)
    assert told["seed"] == pytest.approx(-1.5 + 0.024746 + 0.32127, abs=1e-10)


def test_ageing():
    """A year without games adds 0.183 stones in quadrature, on the list as in the next event."""
    first = bz.rate([duel()], "aga-draft", pl.DataFrame(BOTH))
    deviation = first.to_frame().filter(player="A")["deviation"][0]
    later = bz.rate([duel()], "aga-draft", pl.DataFrame(BOTH), as_of="2024-12-31")
    grown = math.hypot(deviation, 0.0005 * 365)
    assert later.to_frame().filter(player="A")["deviation"][0] == pytest.approx(grown, abs=1e-12)
    told = inputs_of([duel(), duel(event="F")])
    assert told["deviation of the seed"] == pytest.approx(
        math.hypot(deviation, 0.0005 * 366), abs=1e-12
    )


@pytest.mark.parametrize("day", ["1969-12-31", "1970-01-01", "1970-01-02"])
def test_the_days_on_which_clocks_begin_age(day: str):
    """An event on the day from which days are counted is as old as those around it."""
    ratings = bz.rate([{**duel(), "date": day}], "aga-draft", pl.DataFrame(BOTH))
    deviation = ratings.history_frame("A")["deviation_after"][0]
    later = bz.rate(
        [{**duel(), "date": day}], "aga-draft", pl.DataFrame(BOTH), as_of="2026-01-01"
    ).to_frame()
    days = (date(2026, 1, 1) - date.fromisoformat(day)).days
    grown = math.hypot(deviation, 0.0005 * days)
    assert later.filter(player="A")["deviation"][0] == pytest.approx(grown, abs=1e-9)


def test_after_centuries_there_is_a_deviation():
    """However broad the seed, the deviation is the limit of the sum of the source: a 20th."""
    late = [duel(result, "F", round=number) for number, result in (("1", "1-0"), ("2", "0-1"))]
    rows = [duel(), *({**row, "date": "2054-01-01"} for row in late)]
    ratings = bz.rate(rows, "aga-draft", pl.DataFrame(BOTH), parameters={"ageing": 1.0})
    told = {term.name: term.value for term in ratings.explain("A", "F", "row 1").inputs}
    assert told["deviation of the seed"] > 10_000
    after = told["deviation after the event"]
    assert after == pytest.approx(told["deviation of the seed"] / 20, rel=1e-9)


def test_forecasts_turned_round():
    """The other way round, the chances of two are the same two numbers, the tiny one too."""
    known = [{**BOTH[0], "rating": 8.5}, {**BOTH[1], "rating": -7.5, "deviation": 1.1}]
    ratings = bz.rate([duel()], "aga-draft", pl.DataFrame(known))
    chances = ratings.predict([["A"], ["B"]])
    assert ratings.predict([["B"], ["A"]]) == chances[::-1]
    assert sum(chances) == 1.0


def test_undated_results_do_not_age():
    """Where no day is known, deviations do not grow."""
    rows = [{**duel(), "date": None}, {**duel(event="F"), "date": None}]
    for row in rows:
        del row["date"]
    ratings = bz.rate(rows, "aga-draft", pl.DataFrame(BOTH))
    before = ratings.history_frame("A")["deviation_before"]
    after = ratings.history_frame("A")["deviation_after"]
    told = {term.name: term.value for term in ratings.explain("A", "F").inputs}
    assert told["deviation of the seed"] == before[1] == after[0]


@pytest.mark.parametrize(
    ("rank", "deviation"), [("51k", None), ("50k", 5.7), ("20k", 2.9), ("5d", 1.0), ("9d", 1.0)]
)
def test_first_deviations(rank: str, deviation: float | None):
    """Newcomers have the deviation of their rank."""
    rows = [duel(entry_rank_1=rank, entry_rank_2="1d")]
    if deviation is None:
        with pytest.raises(ResultsRefused, match="is no rank"):
            bz.rate(rows, "aga-draft")
        return
    history = bz.rate(rows, "aga-draft").history_frame("A")
    assert history["before"][0] == (-1 if rank[-1] == "k" else 1) * (int(rank[:-1]) + 0.5)
    assert history["deviation_before"][0] == pytest.approx(deviation, abs=1e-12)


def test_weaker_than_all():
    """Below the weakest point of the spline everybody has one deviation."""
    rows = [duel()]
    known = [{"player": "A", "rating": -60.0}, BOTH[1]]
    assert inputs_of(rows, known)["deviation of the seed"] == 6.0


def test_what_is_not_rated():
    """Other boards and more than nine stones change nothing, deviation included, and say why."""
    rows = [duel(board_size=9, round="1"), duel(handicap_1=10, round="2")]
    ratings = bz.rate(rows, "aga-draft", pl.DataFrame(BOTH))
    history = ratings.history_frame("A")
    assert history["change"].to_list() == [0.0, 0.0]
    assert history["deviation_after"].to_list() == [0.5, 0.5]
    told = bz.rate(rows[:1], "aga-draft", pl.DataFrame(BOTH)).explain("A")
    assert (told.rated, told.why) == (False, "a board of 9 lines: only 19 are rated")
    told = bz.rate(rows[1:], "aga-draft", pl.DataFrame(BOTH)).explain("A")
    assert (told.rated, told.why) == (False, "10 stones: at most 9 are rated")


def test_one_against_all():
    """One sure player of 3 dan loses to 2,000 others: all numbers, and everybody else gains."""
    rows = [duel("0-1", player_2=f"O{number}", round=str(number)) for number in range(2000)]
    known = [{"player": f"O{n}", "rating": 1.0 + n % 90, "deviation": 0.5} for n in range(2000)]
    known.append({"player": "A", "rating": 3.5, "deviation": 0.01})
    history = bz.rate(pl.DataFrame(rows), "aga-draft", pl.DataFrame(known)).history_frame()
    for column in ("before", "after", "expected", "deviation_after"):
        assert np.isfinite(history[column].to_numpy()).all()
    assert (history.filter(pl.col("player") != "A")["change"] >= 0).all()
    assert (history["deviation_after"] > 0).all()


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ({"handicap_1": 2.5}, "2.5 stones"),
        ({"handicap_1": -1}, "-1 stones"),
        ({"handicap_1": 1, "handicap_2": 2}, "both receive stones"),
        ({"komi": 51}, "-50 to 50 points"),
        ({"result": "1/2-1/2"}, "a draw"),
    ],
)
def test_impossible_games_are_refused(row: Row, what: str):
    """Half stones, stones for both, endless komi and draws are refused with their row."""
    with pytest.raises(ResultsRefused, match=what) as caught:
        bz.rate([{**duel(), **row}], "aga-draft", pl.DataFrame(BOTH))
    assert caught.value.problems[0].row == 0


@pytest.mark.parametrize(
    ("player", "what"),
    [
        ({"rating": 0.5}, "0.5 is no rating"),
        ({"rating": 0.0}, "-100 to -1 for kyu"),
        ({"rating": 101.0}, "1 to 100 for dan"),
        ({"rating": 2.0, "deviation": 101.0}, "0.001 to 100"),
        ({"rank": "strong"}, "'strong' is no rank"),
        ({}, "neither a rating nor a declared rank"),
    ],
)
def test_impossible_players_are_refused(player: Row, what: str):
    """Ratings in the gap or off the scale, ranks that are none, players not known at all."""
    with pytest.raises(PlayersRefused, match=what):
        bz.rate([duel()], "aga-draft", [{"player": "A", **player}, BOTH[1]])


@pytest.mark.parametrize(
    ("settings", "what"),
    [
        ({"komi": 51.0}, "at most 50"),
        ({"handicap_komi": -51.0}, "at least -50"),
        ({"promotion_from": 0.0}, "above 0"),
        ({"reseed_from": 0.0}, "above 0"),
        ({"promotion_step": -1.0}, "at least 0"),
        ({"promotion_share": 1.5}, "at most 1"),
        ({"promotion_doubt": -1.0}, "at least 0"),
        ({"promotion_power": 5.0}, "at most 4"),
        ({"ageing": -1.0}, "at least 0"),
        ({"deviation_below": 0.0}, "above 0"),
        ({"start_rank": "10d"}, "'10d' is no rank"),
        ({"deviations": [{"rating": 1.5, "deviation": 1.0}]}, "two points"),
        ({"deviations": [{"rating": 2.0, "deviation": 1.0}] * 2}, "2 is not above 2"),
        (
            {"deviations": [{"rating": r, "deviation": 1.0} for r in (0.0, 2.0)]},
            "0 is no rating",
        ),
    ],
)
def test_impossible_settings_are_refused(settings: dict[str, Any], what: str):
    """Each value that a setting does not take is refused with what it takes."""
    with pytest.raises(ParameterRefused, match=what):
        inputs_of([duel()], **settings)


SEED, WIDTH = "seed", "deviation of the seed"
WORTH = "given up by handicap and komi"
WHITE = {"advantage": "2"}
RISE = [duel(entry_rank_1="5d")]
FLAT = [{"rating": -49.5, "deviation": 2.0}, {"rating": 7.5, "deviation": 2.0}]
YEAR = [duel(), duel(event="F")]
WEAK = [{"player": "A", "rating": -60.0}, BOTH[1]]


@pytest.mark.parametrize(
    ("setting", "other", "rows", "players", "name", "before", "after"),
    [
        ("komi", 6.5, [duel(**WHITE)], BOTH, WORTH, 0.01225, 0.08795),
        ("handicap_komi", 0.0, [duel(handicap_2=4)], BOTH, WORTH, 3.96215, 4.0),
        ("promotion_from", 2.5, RISE, BOTH, SEED, 4.167286, 3.5),
        ("reseed_from", 2.0, RISE, BOTH, SEED, 4.167286, 5.5),
        ("promotion_step", 0.0, RISE, BOTH, SEED, 4.167286, 4.14254),
        ("promotion_share", 0.5, RISE, BOTH, SEED, 4.167286, 4.524746),
        ("promotion_doubt", 0.0, RISE, BOTH, WIDTH, 1.1123876, 0.5),
        ("promotion_power", 0.0, RISE, BOTH, WIDTH, 1.1123876, 0.7113368),
        ("ageing", 0.0, YEAR, BOTH, WIDTH, 0.5056825, 0.4714083),
        ("deviations", FLAT, [duel()], [{"player": "A", "rating": -20.5}, BOTH[1]], WIDTH, 2.9, 2),
        ("deviation_below", 7.0, [duel()], WEAK, WIDTH, 6.0, 7.0),
    ],
)
def test_settings_are_alive(
    setting: str, other: Any, rows: Any, players: Any, name: str, before: float, after: float
):
    """Each setting moves a known number."""
    one = inputs_of(rows, players)[name]
    two = inputs_of(rows, players, **{setting: other})[name]
    assert (one, two) == (pytest.approx(before, abs=1e-6), pytest.approx(after, abs=1e-6))


def test_start_rank_is_alive():
    """Who is not known starts at the middle of the rank that the rulebook says."""
    for rank, seed in (("12k", -12.5), ("1d", 1.5)):
        assert inputs_of([duel()], [BOTH[1]], start_rank=rank)[SEED] == seed


def test_forecasts_know_stones():
    """Two equals are at 50 %, and at 50 % again where the better gives the fair handicap."""
    known = [*BOTH, {"player": "C", "rating": -1.4622, "deviation": 0.5}]
    rows = [duel(), duel(player_2="C", handicap_2=4, round="2", board_size=9)]
    ratings = bz.rate([{**row, "board_size": 9} for row in rows], "aga-draft", pl.DataFrame(known))
    assert ratings.predict([["A"], ["B"]]) == [0.5, 0.5]
    # 3.5 leads -1.4622 by 2.9622 stones; two stones and half a point are worth 1.96215.
    chances = ratings.predict([["A"], ["C"]], handicaps=[[0.0], [2.0]])
    s = math.sqrt((1.13672 - 0.0035169 / 2) ** 2 + 0.5)
    wanted = math.erfc(-(2.9622 - 1.96215) / s / math.sqrt(2)) / 2
    assert chances == [pytest.approx(wanted, abs=1e-10), pytest.approx(1 - wanted, abs=1e-10)]
