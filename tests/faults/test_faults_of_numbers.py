"""Faults of arithmetic that users of other rating software met: none of them can happen here."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.systems import shelf

ratings = st.floats(-1e6, 1e6, allow_nan=False)


def duel_of(one: float, two: float, result: str = "1-0", **settings: object) -> list[dict]:
    """The history of a duel of A and B."""
    known = {"A": float(one), "B": float(two)}
    rows = [{"player_1": "A", "player_2": "B", "result": result}]
    return (
        bz.rate(rows, "warlight", known, parameters=settings)
        .history_frame()
        .sort("player")
        .to_dicts()
    )


@given(one=ratings, two=ratings)
def test_a10_expectations_lie_between_0_and_1_and_make_1(one: float, two: float):
    """No expected score is below 0 or above 1, and the two of a game add up to 1."""
    a, b = duel_of(one, two)
    for entry in (a, b):
        assert 0 <= entry["expected"] <= 1
    assert a["expected"] + b["expected"] == 1
    turned = duel_of(two, one)
    assert turned[0]["expected"] == b["expected"]
    assert turned[1]["expected"] == a["expected"]


def test_a10_equals_expect_a_half_and_a_draw_is_that_half():
    """Identical players expect exactly 0.5, which holds the draw already: a draw moves nothing."""
    a, b = duel_of(1432.1, 1432.1, "1/2-1/2")
    assert (a["expected"], b["expected"], a["change"], b["change"]) == (0.5, 0.5, 0.0, 0.0)


def test_a10_forecasts_make_1():
    """The chances of all sides of a game add up to 1, however far apart the sides are."""
    rated = bz.rate(
        [{"game": "1", "player": name, "place": 1} for name in "ABCD"],
        "warlight",
        {"A": -1e6, "B": 0.0, "C": 1200.0, "D": 1e6},
        parameters={"k": 0.0},
    )
    for line_up in ([["A"], ["D"]], [["A"], ["B"], ["C"], ["D"]], [["A", "D"], ["B", "C"]]):
        chances = rated.predict(line_up)
        assert all(0 <= chance <= 1 for chance in chances)
        assert sum(chances) == pytest.approx(1, abs=1e-15)
    assert sum(rated.predict([["A"], ["D"]])) == 1


def test_a12_stored_ratings_are_not_rounded():
    """A half point that is won is not dropped: 1000 beats 1000 at k = 25 and has 1012.5."""
    a, b = duel_of(1000, 1000, k=25.0)
    assert (a["after"], b["after"]) == (1012.5, 987.5)
    shown = bz.rate(
        [{"player_1": "A", "player_2": "B", "result": "1-0"}], "warlight", parameters={"k": 25.0}
    ).to_frame()
    assert shown["rating"].to_list() == [1212.5, 1187.5]
    assert shown["shown"].to_list() == ["1213", "1188"]


def test_a12_ten_thousand_games_lose_no_point():
    """After 10,000 games of two players, won, lost and drawn, their sum is still 2000."""
    results = ["1-0", "0-1", "1/2-1/2", "1-0", "1-0", "0-1", "1-0"]
    rows = pl.DataFrame(
        {
            "player_1": ["A"] * 10_000,
            "player_2": ["B"] * 10_000,
            "result": [results[number % len(results)] for number in range(10_000)],
        }
    )
    rated = bz.rate(rows, "warlight", parameters={"start_rating": 1000.0, "k": 25.0})
    assert sum(rated.listing.listed["rating"]) == pytest.approx(2000, abs=1e-6)


def test_a12_a_large_field_moves():
    """Of 64 equals who share k among their opponents the first wins 16, and the last loses 16.

    Each of the 63 duels counts to the nearest 2^-34 of a point, so that no order of them matters.
    """
    rows = [{"game": "1", "player": f"P{place:02}", "place": place} for place in range(1, 65)]
    rated = bz.rate(rows, "warlight", parameters={"k_share": "per opponent"})
    change = rated.history_frame()["change"].to_list()
    assert change[0] == pytest.approx(16, abs=63 * 2**-35)
    assert change[-1] == pytest.approx(-16, abs=63 * 2**-35)
    assert sum(change) == 0
    assert all(better > worse for better, worse in pairwise(change))


def test_a18_the_divisor_is_used():
    """With a divisor of 200 a lead of 400 is worth 100 to 1, with 400 it is worth 10 to 1."""
    assert duel_of(1400, 1000)[0]["expected"] == pytest.approx(10 / 11, abs=1e-15)
    narrow = duel_of(1400, 1000, scale=200.0)[0]["expected"]
    assert narrow / (1 - narrow) == pytest.approx(100, rel=1e-12)


@pytest.mark.parametrize("book", ["warlight", "dip-pouch", "othello-sweden", "dash-baduk"])
@pytest.mark.parametrize("name", ["K", "divisor", "display.decimal", "pools.x.nothing", "period"])
def test_a18_settings_that_do_not_exist(book: str, name: str):
    """A setting that is not known is an error that names the nearest, and is never ignored."""
    with pytest.raises(bz.UnknownName, match=name):
        bz.load_rulebook(book, {name: 1})


def test_a18_parameters_that_do_not_exist(tmp_path):
    """A misspelt parameter in a rulebook is refused with its line."""
    path = tmp_path / "club.toml"
    path.write_text('format = 1\nextends = "warlight"\n[parameters]\nscael = 200.0\n', "utf-8")
    with pytest.raises(bz.RulebookRefused, match=r"line 4.*scael is not known.*scale"):
        bz.load_rulebook(path)


@pytest.mark.parametrize("system", shelf().values(), ids=list(shelf()))
def test_a18_every_parameter_says_what_it_is(system):
    """Each parameter of each system has a meaning, so that it can be found and set."""
    for field in system.parameters.model_fields.values():
        assert field.description


GO = ["8D", "7D", "1D", "1K", "2K", "18K"]


def go(one: tuple[float, str], two: tuple[float, str]) -> bz.Ratings:
    """A drawn game of two regular members."""
    known = pl.DataFrame(
        {"player": [one[1], two[1]], "rating": [one[0], two[0]], "games": [20.0, 20.0]}
    )
    rows = [{"player_1": one[1], "player_2": two[1], "result": "1/2-1/2", "game": "1"}]
    return bz.rate(rows, "dash-baduk", known)


def test_a30_there_is_no_hole_between_kyu_and_dan():
    """One Kup and one Dan are one rank apart, like any two neighbours: one stone, not two."""
    rated = go((5399.0, "best 1K"), (5400.0, "weakest 1D"))
    assert dict(rated.listing.listed.select("player", "shown").iter_rows()) == {
        "weakest 1D": "1D*",
        "best 1K": "1K*",
    }
    fair = {term.name: term.value for term in rated.explain("best 1K").inputs}
    assert fair["standard handicap"] == 1
    assert fair["C, handicap difference"] == -1


def test_a30_ranks_are_evenly_spaced():
    """From 18 Kup to 7 Dan each rank begins one width above the one below it, also 1 Dan."""
    ranks = bz.load_rulebook("dash-baduk").parameters.ranks
    assert [rank.name for rank in ranks][16:20] == ["2K", "1K", "1D", "2D"]
    assert {above.lowest - rank.lowest for rank, above in pairwise(ranks)} == {300}
    for rank, above in pairwise(ranks):
        rated = go((float(rank.lowest), "low"), (float(above.lowest), "high"))
        inputs = {term.name: term.value for term in rated.explain("low").inputs}
        assert inputs["standard handicap"] == 1


def standings(place: int, size: int, rounds: int, **facts: object) -> list[dict[str, object]]:
    """One player's row of an event."""
    row = {"event": "E", "player": "P", "place": place, "date": date(2010, 5, 2)}
    return [{**row, "event_players": size, "event_rounds": rounds, **facts}]


def test_a32_percentile_and_weight():
    """7th of 30 in several rounds: percentile 78.3333, weight 10.5714, from 40 to 44.0524."""
    rated = bz.rate(standings(7, 30, 3), "dip-pouch")
    assert rated.history_frame()["score"][0] == pytest.approx(78.3333, abs=5e-5)
    inputs = {term.name: term.value for term in rated.explain("P").inputs}
    assert inputs["tournament value"] == pytest.approx(10.5714, abs=5e-5)
    assert rated.listing.listed["rating"][0] == pytest.approx(44.0524, abs=5e-5)


def test_a32_the_weight_is_capped():
    """8th of 65 from 55: the weight of 20.57 is cut to 15, percentile 88.4615, new 60.0192."""
    rated = bz.rate(standings(8, 65, 3), "dip-pouch", {"P": 55.0})
    assert rated.history_frame()["score"][0] == pytest.approx(88.4615, abs=5e-5)
    assert rated.listing.listed["rating"][0] == pytest.approx(60.0192, abs=5e-5)


@pytest.mark.parametrize(
    ("facts", "weight"),
    [
        ({}, 30 / 3.5 + 2),
        ({"event_rounds": 1}, 30 / 7 + 2),
        ({"event_category": "World Championship"}, 20),
        ({"event_category": "World Championship", "date": date(1997, 3, 30)}, 20),
        ({"date": date(2000, 12, 31)}, 0),
        ({"date": date(2001, 1, 1)}, 30 / 3.5 + 2),
    ],
)
def test_a32_years_without_weight(facts: dict[str, object], weight: float):
    """Events before 2001 weigh nothing, save World Championships; one round weighs less."""
    rated = bz.rate(standings(1, 30, 3, **facts), "dip-pouch")
    inputs = {term.name: term.value for term in rated.explain("P").inputs}
    assert inputs["tournament value"] == pytest.approx(weight)


def test_a32_tied_players_share_the_best_place():
    """Two elevenths of 114 both have the percentile of place 11, and the next place is 13."""
    rows = [
        {**standings(place, 114, 5, event_category="World Championship")[0], "player": f"P{number}"}
        for number, place in enumerate([*range(1, 12), 11, 13])
    ]
    score = bz.rate(rows, "dip-pouch").history_frame()["score"].to_list()
    assert [round(value, 2) for value in score[-3:]] == [90.79, 90.79, 89.04]


def unplaced(**facts: object) -> list[dict[str, object]]:
    """An event of three in which nobody has a place."""
    return [
        {**row, "player": name, "place": None}
        for name in "ABC"
        for row in standings(1, 3, 2, **facts)
    ]


@pytest.mark.parametrize("field", ["declared", "listed", "placed"])
def test_a33_an_event_without_a_finisher(field: str):
    """An event that nobody finished rates nobody, says so, and breaks neither list nor history."""
    rated = bz.rate(unplaced(), "dip-pouch", parameters={"field": field})
    assert len(rated) == 0
    assert rated.unlisted()["rating"].to_list() == [40.0] * 3
    assert rated.history_frame()["change"].to_list() == [0.0] * 3
    assert [warning.where for warning in rated.warnings] == ["row 0, column place"]
    assert rated.warnings[0].what == "nobody has a place in event 'E', so it rates nobody"
    explained = rated.explain("B")
    assert (explained.rated, explained.why) == (False, "took part, but has no place")


def test_a33_a_void_event():
    """An event that is marked void is kept with that reason and rates nobody."""
    rated = bz.rate(unplaced(status="void"), "dip-pouch")
    assert rated.skipped == [("row 0", "void: not rated")]
    assert rated.explain("A").why == "void: not rated"
    assert rated.warnings == ()


def test_a33_a_game_without_anybody_placed():
    """A game of many in which nobody won is refused unless it is void; then it rates nobody."""
    rows = [{"game": "1", "player": name, "place": None} for name in "ABC"]
    with pytest.raises(bz.ResultsRefused, match="place"):
        bz.rate(rows, "warlight")
    rated = bz.rate([{**row, "status": "void"} for row in rows], "warlight")
    assert (len(rated), len(rated.history_frame())) == (0, 0)
    assert rated.skipped == [("row 0", "void: not rated")]
