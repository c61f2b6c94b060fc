"""EGF against a second reckoning in decimals; resets, classes, boards, floors and refusals."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.model.errors import ParameterRefused, PlayersRefused, ResultsRefused

NAMES = [f"P{number}" for number in range(8)]
RESULTS = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}
WEIGHTS = {"A": 1.0, "B": 0.75, "C": 0.5, "D": 0.25, "": 1.0}
# The table of con before 2021: its steps between 100 and 2700.
STEPS = [6, *[5] * 11, *[4] * 7, *[3] * 4, 2, 2, 1]
Row = dict[str, Any]
#: Two players, the first's score, stones of the first and of the second, their ranks.
Game = tuple[str, str, float, int, int, str, str]


def points(rank: str) -> float:
    """The rating of a rank, by a list from 30 kyu up."""
    if rank[-1] == "p":
        return 2700 + 30 * (int(rank[:-1]) - 1)
    ladder = [f"{n}k" for n in range(30, 0, -1)] + [f"{n}d" for n in range(1, 8)]
    return -900.0 + 100 * ladder.index(rank)


def expected_2021(mine: float, theirs: float) -> Decimal:
    """The Bradley-Terry formula of the source, in 40 digits."""
    with localcontext() as context:
        context.prec = 40
        beta = [-7 * Decimal(max(3300 - r, 1)).ln() for r in (mine, theirs)]
        return 1 / (1 + (beta[1] - beta[0]).exp())


def expected_1996(mine: float, theirs: float, epsilon: float) -> float:
    """SE of the source, with its epsilon."""
    if mine > theirs:
        return 1 - epsilon - expected_1996(theirs, mine, epsilon)
    return 1 / (math.exp((theirs - mine) / max(205 - mine / 20, 70)) + 1) - epsilon / 2


def con_1996(rating: float) -> float:
    """The table, walked from 100 up."""
    con, at = 116.0, 100.0
    for step in STEPS:
        con -= step * min(max((rating - at) / 100, 0), 1)
        at += 100
    return con


def change_of(rating: float, lead: tuple[float, float], score: float, form: str) -> float:
    """What a game adds, without a class; lead : both ratings with the handicap."""
    if form == "1996":
        return con_1996(rating) * (score - expected_1996(*lead, 0.016))
    with localcontext() as context:
        context.prec = 40
        con = (Decimal(max(3300 - rating, 1)) / 200) ** Decimal("1.6")
        bonus = (1 + (Decimal(2300 - rating) / 80).exp()).ln() / 5
        return float(con * (Decimal(score) - expected_2021(*lead)) + bonus)


def reckoned(
    people: dict[str, list[float]], games: list[Game], weight: float, form: str
) -> dict[str, list[float]]:
    """Everybody's rating and highest entry after a tournament."""
    floor = -900.0 if form == "2021" else 100.0
    prior, highest = {}, {}
    for name, (rating, before) in people.items():
        ranks = [g[5] for g in games if g[0] == name] + [g[6] for g in games if g[1] == name]
        grade = max([points(rank) for rank in ranks if rank], default=-math.inf)
        prior[name], highest[name] = rating, max(before, grade)
        if grade >= before + 200:
            prior[name] = max(rating, min(grade, 2100))
    total = dict(prior)
    for one, two, score, stones_one, stones_two, *_ in games:
        a = prior[one] + (100 * stones_one - 50 if stones_one else 0)
        b = prior[two] + (100 * stones_two - 50 if stones_two else 0)
        total[one] += weight * change_of(prior[one], (a, b), score, form)
        total[two] += weight * change_of(prior[two], (b, a), 1 - score, form)
    played = {name for game in games for name in game[:2]}
    return {
        name: [max(total[name], floor), highest[name]] if name in played else people[name]
        for name in people
    }


def table(tournaments: list[tuple[str, list[Game]]]) -> pl.DataFrame:
    """Tournaments, each with its class, as a table of duels, one a day."""
    return pl.DataFrame(
        [
            {
                "event": f"E{number}",
                "date": f"2024-01-{number + 1:02d}",
                "round": str(at),
                "event_category": category,
                "player_1": one,
                "player_2": two,
                "result": RESULTS[score],
                "handicap_1": stones_one,
                "handicap_2": stones_two,
                "entry_rank_1": rank_one,
                "entry_rank_2": rank_two,
            }
            for number, (category, games) in enumerate(tournaments)
            for at, (one, two, score, stones_one, stones_two, rank_one, rank_two) in enumerate(
                games
            )
        ]
    )


a_rank = st.sampled_from(
    ["", "", "30k", "20k", "12k", "3k", "1k", "1d", "2d", "5d", "7d", "1p", "9p"]
)
a_game = (
    st.tuples(
        st.sampled_from(NAMES),
        st.sampled_from(NAMES),
        st.sampled_from([0.0, 0.5, 1.0]),
        st.sampled_from([0, 0, 1, 3, 9]),
        st.sampled_from([0, 0, 2]),
        a_rank,
        a_rank,
    )
    .filter(lambda game: game[0] != game[1])
    .map(lambda game: (*game[:4], 0 if game[3] else game[4], *game[5:]))
)
all_tournaments = st.lists(
    st.tuples(st.sampled_from(sorted(WEIGHTS)), st.lists(a_game, min_size=1, max_size=16)),
    min_size=1,
    max_size=3,
)
some_ratings = st.fixed_dictionaries(
    {name: st.one_of(st.integers(100, 3300), st.integers(100, 330)) for name in NAMES}
)


def rated(tournaments: Any, known: dict[str, float], form: str) -> bz.Ratings:
    """Tournaments rated, all players known."""
    book = "egf" if form == "2021" else "egf-gor-draft"
    return bz.rate(table(tournaments), book, {n: float(r) for n, r in known.items()})


@pytest.mark.parametrize("form", ["2021", "1996"])
@given(known=some_ratings, tournaments=all_tournaments)
def test_tournaments_against_a_second_reckoning(form: str, known: Any, tournaments: Any):
    """Ratings and grades after random tournaments are what the formulas give in decimals."""
    ratings = rated(tournaments, known, form)
    first = tournaments[0][1]
    people = {}
    for name, rating in known.items():
        nearest = min(100 * math.floor(rating / 100 + 0.5), 2700)
        # Whose grade is told in the first tournament had none before.
        period = next((g for _, g in tournaments if any(name in x[:2] for x in g)), first)
        ranks = [g[5] for g in period if g[0] == name] + [g[6] for g in period if g[1] == name]
        told = [points(rank) for rank in ranks if rank]
        people[name] = [float(rating), float(max(told) if told else nearest)]
    for category, games in tournaments:
        people = reckoned(people, games, WEIGHTS[category], form)
    state = ratings.rated.runs[0].state
    for code, name in enumerate(ratings.rated.names):
        assert state.rating[code] == pytest.approx(people[name][0], abs=1e-8, rel=1e-12)
        assert state.highest_entry[code] == people[name][1]


@pytest.mark.parametrize("form", ["2021", "1996"])
@given(known=some_ratings, tournaments=all_tournaments)
def test_terms_add_up(form: str, known: Any, tournaments: Any, adds_up: Any):
    """What explanations tell of a tournament adds up to what the history has."""
    ratings = rated(tournaments, known, form)
    for name in ratings.rated.results.players:
        adds_up(ratings, ratings.explain(name))


def after(rows: list[Row], players: list[Row], **settings: Any) -> dict[str, float]:
    """Everybody's rating by the rulebook egf."""
    ratings = bz.rate(rows, "egf", pl.DataFrame(players), parameters=settings)
    listed = pl.concat([part.select("player", "rating") for part in ratings.listing])
    return dict(listed.iter_rows())


def duel(event: str = "E", result: str = "1-0", **more: Any) -> Row:
    """A game of A and B."""
    day = {"E": "2024-01-01", "F": "2024-02-01", "G": "2024-03-01"}[event]
    return {"event": event, "date": day, "player_1": "A", "player_2": "B", "result": result, **more}


BOTH = [{"player": "A", "rating": 1000.0}, {"player": "B", "rating": 1300.0}]


def test_declared_grades():
    """A newcomer starts at the grade of the first tournament, or of the players file."""
    grades = {"30k": -900, "20k": 100, "1k": 2000, "1d": 2100, "7d": 2700, "9d": 2700, "40k": -900}
    grades |= {"1p": 2700, "2p": 2730, "9p": 2940}
    for rank, rating in grades.items():
        rows = [duel(entry_rank_1=rank, entry_rank_2="1d"), duel("F", entry_rank_1="9p")]
        for found in (
            bz.rate(rows, "egf"),
            bz.rate(
                [duel()], "egf", [{"player": "A", "rank": rank}, {"player": "B", "rank": "1d"}]
            ),
        ):
            history = found.history_frame("A")
            assert history["before"][0] == rating


def test_the_players_file_goes_before_the_results():
    """Who has a rating keeps it; who declares a rank in the players file starts with that."""
    rows = [duel(entry_rank_1="5k", entry_rank_2="5k")]
    known = pl.DataFrame([{"player": "A", "rating": 1777.0}, {"player": "B", "rank": "2d"}])
    history = bz.rate(rows, "egf", known).history_frame().sort("player")
    assert history["before"].to_list() == [1777.0, 2200.0]


@pytest.mark.parametrize(
    ("rank", "start"),
    [
        ("9k", 1000.0),
        ("8k", 1000.0),
        ("7k", 1400.0),
        ("1d", 2100.0),
        ("4d", 2100.0),
        ("20k", 1000.0),
    ],
)
def test_resets(rank: str, start: float):
    """Two grades above 9 kyu lift, one does not, and nothing lifts beyond 1 dan or lowers."""
    rows = [duel(entry_rank_1="9k"), duel("F", entry_rank_1=rank)]
    ratings = bz.rate(rows, "egf", BOTH, parameters={"no_class": 0.0})
    assert ratings.history_frame("A")["after"].to_list() == [1200.0 - 200.0, start]
    told = ratings.explain("A", "F")
    assert ("lifted to the declared grade" in [term.name for term in told.terms]) == (start > 1000)
    # The lifted rating is that which all games of the tournament are rated from.
    ratings = bz.rate(rows, "egf", BOTH)
    before = ratings.explain("A", "F").inputs[0].value
    first = ratings.history_frame("A")["after"][0]
    assert before == (first if start == 1000.0 else start)


def test_the_first_tournament_lifts_only_above_a_known_grade():
    """Whose earlier grades are not known is lifted by none; the players file may say one."""
    rows = [duel(entry_rank_1="1d")]
    assert after(rows, BOTH, no_class=0.0)["A"] == 1000.0
    known = [{**player, "rank": "9k"} for player in BOTH]
    assert after(rows, known, no_class=0.0)["A"] == 2100.0


def test_highest_grade_is_remembered():
    """Who entered as 5k, then 9k, is not lifted by 5k again, but by 3k."""
    rows = [
        duel("E", "0-1", entry_rank_1="5k"),
        duel("F", "0-1", entry_rank_1="9k"),
        duel("G", "0-1", entry_rank_1="4k"),
    ]
    assert after(rows, BOTH, no_class=0.0)["A"] == 1000.0
    rows[2]["entry_rank_1"] = "3k"
    assert after(rows, BOTH, no_class=0.0)["A"] == 1800.0


def test_other_boards_are_not_rated():
    """A game on 9 or 13 lines changes nothing, lifts nobody, and says why."""
    rows = [duel(board_size=size) for size in (9, 13)] + [
        duel("F", board_size=9, entry_rank_1="1d")
    ]
    for number, row in enumerate(rows):
        row["round"] = str(number)
    ratings = bz.rate(rows, "egf", BOTH)
    assert ratings.history_frame()["change"].to_list() == [0.0] * 6
    told = ratings.explain("A", "F")
    assert not told.rated
    assert "9 lines" in told.why
    one = after([duel(board_size=19)], BOTH)
    assert one == after([duel()], BOTH) == after([*[rows[0]], duel(round="5", board_size=19)], BOTH)


def test_floor_is_for_the_whole_tournament():
    """Below -900 nobody ends, whatever the order of the games; the floor is told."""
    players = [{"player": "A", "rating": -890.0}, {"player": "B", "rating": -890.0}]
    rows = [duel(result="0-1", round="1"), duel(result="0-1", round="2"), duel(round="3")]
    first = after(rows, players)["A"]
    assert first == pytest.approx(after([duel(round="0"), *rows[:2]], players)["A"], abs=1e-9)
    ratings = bz.rate(rows[:2], "egf", pl.DataFrame(players))
    assert ratings.history_frame("A")["after"][-1] == pytest.approx(-900, abs=1e-9)
    assert "up to the floor" in [term.name for term in ratings.explain("A").terms]


def test_ends_of_the_scale():
    """Ratings from -900 to 3300 with any handicap, thousands of wins in one event: all numbers."""
    players = [{"player": f"O{n}", "rating": 3300.0 - n % 4200} for n in range(5000)]
    rows = [duel(player_2=f"O{n}", handicap_1=n % 101) for n in range(5000)]
    ratings = bz.rate(
        pl.DataFrame(rows), "egf", pl.DataFrame([*players, {"player": "A", "rating": -900.0}])
    )
    history = ratings.history_frame()
    for column in ("before", "after", "expected"):
        assert np.isfinite(history[column].to_numpy()).all()
    assert history["expected"].is_between(0, 1).all()


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ({"handicap_1": 2.5}, "2.5 stones"),
        ({"handicap_1": -1}, "-1 stones"),
        ({"handicap_1": 1, "handicap_2": 2}, "both players receive stones"),
        ({"event_category": "E"}, "no such class"),
        ({"entry_rank_1": "best"}, "'best' is no rank"),
    ],
)
def test_impossible_games_are_refused(row: Row, what: str):
    """Half stones, stones for both, unknown classes and ranks are refused with their row."""
    with pytest.raises(ResultsRefused, match=what) as caught:
        bz.rate([{**duel(), **row}], "egf", BOTH)
    assert caught.value.problems[0].row == 0


@pytest.mark.parametrize(
    ("player", "what"),
    [
        ({"rating": -901.0}, "-900 to 3300"),
        ({"rating": 3301.0}, "-900 to 3300"),
        ({"rank": "strong"}, "'strong' is no rank"),
        ({}, "neither a rating nor a declared rank"),
    ],
)
def test_impossible_players_are_refused(player: Row, what: str):
    """Ratings off the scale, ranks that are none, and players of whom nothing is known."""
    with pytest.raises(PlayersRefused, match=what):
        bz.rate([duel()], "egf", [{"player": "A", **player}, BOTH[1]])


@pytest.mark.parametrize(
    ("settings", "what"),
    [
        ({"epsilon": -0.1}, "epsilon"),
        ({"epsilon": 0.2}, "at most 0.1"),
        ({"stone": -1.0}, "at least 0"),
        ({"no_class": 1.5}, "at most 1"),
        ({"floor": -901.0}, "at least -900"),
        ({"reset_grades": -1}, "at least 0"),
        ({"reset_up_to": "best"}, "'best' is no rank"),
        ({"start_rank": "0k"}, "'0k' is no rank"),
        ({"formula": "1998"}, "2021 or 1996"),
        ({"classes": [{"name": "A", "weight": 2.0}]}, "at most 1"),
        ({"classes": [{"name": "A", "weight": 1.0}, {"name": "a", "weight": 1.0}]}, "twice"),
    ],
)
def test_impossible_settings_are_refused(settings: dict[str, Any], what: str):
    """Each value that a setting does not take is refused with what it takes."""
    with pytest.raises(ParameterRefused, match=what):
        after([duel()], BOTH, **settings)


LOW = [{"player": "A", "rating": 100.0}, {"player": "B", "rating": 100.0}]
NEW = [{"player": "B", "rating": 1300.0}]
LIFT = [duel(entry_rank_1="9k"), duel("F", entry_rank_1="2d")]
NOTHING: dict[str, Any] = {"no_class": 0.0}


@pytest.mark.parametrize(
    ("setting", "other", "rows", "players", "given", "numbers"),
    [
        ("formula", "1996", [duel()], BOTH, {}, (1039.434117, 1061.729861)),
        ("epsilon", 0.0, [duel()], BOTH, {"formula": "1996"}, (1061.729861, 1061.169861)),
        ("stone", 0.0, [duel(handicap_1=3)], BOTH, {}, (1030.289596, 1039.434117)),
        ("classes", [{"name": "B", "weight": 0.5}], [duel(event_category="B")], BOTH, {},
         (1029.575588, 1019.717059)),
        ("no_class", 0.5, [duel()], BOTH, {}, (1039.434117, 1019.717059)),
        ("floor", 100.0, [duel(result="0-1")], LOW, {}, (63.275747, 100.0)),
        ("reset_grades", 0, LIFT, BOTH, NOTHING, (2100.0, 1000.0)),
        ("reset_grades", 12, LIFT, BOTH, NOTHING, (2100.0, 1000.0)),
        ("reset_up_to", "2d", LIFT, BOTH, NOTHING, (2100.0, 2200.0)),
        ("start_rank", "1k", [duel()], NEW, {"start_rank": "11k", **NOTHING}, (1000.0, 2000.0)),
    ],
)  # fmt: skip  # one line a setting
def test_settings_are_alive(
    setting: str, other: Any, rows: Any, players: Any, given: dict[str, Any], numbers: Any
):
    """Each setting moves a known number."""
    one = after(rows, players, **given)["A"]
    two = after(rows, players, **{**given, setting: other})["A"]
    assert (one, two) == (pytest.approx(numbers[0], abs=1e-6), pytest.approx(numbers[1], abs=1e-6))


@given(mine=st.integers(-900, 3300), theirs=st.integers(-900, 3300), stones=st.integers(0, 9))
def test_forecasts(mine: int, theirs: int, stones: int):
    """The two chances make 1 and are those of the formula, stones counted."""
    ratings = bz.rate(
        [duel()], "egf", {"A": float(mine), "B": float(theirs)}, parameters={"no_class": 0.0}
    )
    chances = ratings.predict([["A"], ["B"]], handicaps=[[float(stones)], [0.0]])
    lead = 100 * stones - 50 if stones else 0
    assert sum(chances) == 1
    wanted = float(expected_2021(mine + lead, theirs))
    assert chances[0] == pytest.approx(wanted, rel=1e-12, abs=1e-15)
