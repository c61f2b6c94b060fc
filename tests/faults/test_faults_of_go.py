"""Faults of Go ratings that users of other software met: stones, boards, and the missing zero."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

import banzuke as bz

BOOKS = ["egf", "egf-gor-draft", "aga-draft"]
#: Two players of each rulebook, the second three stones and a half stronger, or as strong.
PAIRS = {"egf": (1750.0, 2100.0), "egf-gor-draft": (1750.0, 2100.0), "aga-draft": (-2.5, 2.0)}


def rated(book: str, known: dict[str, float], *rows: dict[str, Any]) -> bz.Ratings:
    """Games of A and B in one event."""
    games = [
        {
            "event": "E",
            "round": str(number),
            "player_1": "A",
            "player_2": "B",
            "result": "1-0",
            **row,
        }
        for number, row in enumerate(rows)
    ]
    return bz.rate(pl.DataFrame(games, infer_schema_length=None), book, known)


def expected(book: str, known: dict[str, float], **row: Any) -> dict[str, float]:
    """What each of the two expects, by the history."""
    history = rated(book, known, row).history_frame()
    return dict(history.select("player", "expected").iter_rows())


def changes(book: str, known: dict[str, float], **row: Any) -> dict[str, float]:
    """What each of the two gains."""
    history = rated(book, known, row).history_frame()
    return dict(history.select("player", "change").iter_rows())


def test_a28_two_stones_of_the_european_formula():
    """1900 with two stones beats 2100: expectations .429044 and .570956; 1913.8471, 2090.4778."""
    known = {"A": 1900.0, "B": 2100.0}
    ratings = rated("egf", known, {"handicap_1": 2})
    history = {row["player"]: row for row in ratings.history_frame().to_dicts()}
    assert history["A"]["expected"] == pytest.approx(0.429044, abs=5e-7)
    assert history["B"]["expected"] == pytest.approx(0.570956, abs=5e-7)
    assert history["A"]["after"] == pytest.approx(1913.8471, abs=5e-5)
    assert history["B"]["after"] == pytest.approx(2090.4778, abs=5e-5)


def test_a28_even_game_of_the_european_formula():
    """2000 beats 2100: expectation .363478; 2013.4743 and 2089.3251, the bonus is in both."""
    ratings = rated("egf", {"A": 2000.0, "B": 2100.0}, {})
    history = {row["player"]: row for row in ratings.history_frame().to_dicts()}
    assert history["A"]["expected"] == pytest.approx(0.363478, abs=5e-7)
    assert history["A"]["after"] == pytest.approx(2013.4743, abs=5e-5)
    assert history["B"]["after"] == pytest.approx(2089.3251, abs=5e-5)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("stones", [1, 2, 3, 5, 9])
@pytest.mark.parametrize("receiver", ["1", "2"])
def test_a28_stones_count_for_both(book: str, stones: int, receiver: str):
    """A handicap moves the expectations of both players, by the same; they make 1."""
    known = dict(zip("AB", PAIRS[book], strict=True))
    even, given = expected(book, known), expected(book, known, **{f"handicap_{receiver}": stones})
    assert sum(even.values()) == pytest.approx(1, abs=1e-15)
    assert sum(given.values()) == pytest.approx(1, abs=1e-15)
    assert (given["A"] > even["A"]) == (receiver == "1")
    # Who wins with the more stones, gains the less, and the other loses the less.
    more, less = changes(book, known, **{f"handicap_{receiver}": stones}), changes(book, known)
    assert (more["A"] < less["A"]) == (receiver == "1")
    assert (more["B"] > less["B"]) == (receiver == "1")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("size", [7, 9, 13, 17, 21])
def test_a29_small_boards_are_never_taken_for_large_ones(book: str, size: int):
    """A game on another board changes nobody and says why; no size means 19 lines."""
    known = dict(zip("AB", PAIRS[book], strict=True))
    ratings = rated(book, known, {"board_size": size})
    assert ratings.history_frame()["change"].to_list() == [0.0, 0.0]
    told = ratings.explain("A")
    assert (told.rated, told.change) == (False, 0.0)
    assert f"{size} lines" in told.why
    large = changes(book, known, board_size=19)
    assert large == changes(book, known)
    assert large["A"] > 0 > large["B"]
    # Beside games on the large board it makes no difference.
    both = rated(book, known, {"board_size": 19}, {"board_size": size, "handicap_1": 8})
    assert both.to_frame()["rating"].to_list() == (
        rated(book, known, {"board_size": 19}).to_frame()["rating"].to_list()
    )


@pytest.mark.parametrize("book", BOOKS)
def test_a29_what_is_excluded_is_listed(book: str):
    """Games on other boards, or with stones that no rule knows, are skipped, with the reason."""
    known = dict(zip("AB", PAIRS[book], strict=True))
    skipped = rated(book, known, {}, {"board_size": 9, "handicap_1": 8}, {"handicap_1": 10}).skipped
    told = {"row 1": "a board of 9 lines: only 19 are rated"}
    if book == "aga-draft":
        told["row 2"] = "10 stones: at most 9 are rated"
    assert dict(skipped) == told


def test_a29_komi_counts_where_the_rules_know_it():
    """In the American rules more komi makes it harder for Black, with stones and without."""
    known = dict(zip("AB", PAIRS["aga-draft"], strict=True))
    for row in ({"advantage": "1"}, {"handicap_1": 4}):
        found = [expected("aga-draft", known, komi=komi, **row)["A"] for komi in (-5, 0.5, 7.5, 20)]
        assert found == sorted(found, reverse=True)
        assert len(set(found)) == 4


@pytest.mark.parametrize(
    ("book", "kyu", "dan"), [("egf", 2000.0, 2100.0), ("aga-draft", -1.5, 1.5)]
)
def test_a29_one_kyu_and_one_dan_are_neighbours(book: str, kyu: float, dan: float):
    """1 kyu against 1 dan is as 2 kyu against 1 kyu: one step."""
    step = 100.0 if book == "egf" else 1.0
    ranks = rated(book, {}, {"entry_rank_1": "1k", "entry_rank_2": "1d"}).history_frame("A")
    assert ranks["before"].to_list() == [kyu]
    across = expected(book, {"A": kyu, "B": dan})["A"]
    below = expected(book, {"A": kyu - step, "B": kyu})["A"]
    assert across == pytest.approx(below, abs=0.02)
    if book == "aga-draft":
        known = [{"player": name, "deviation": 1.0} for name in "AB"]
        found = []
        for pair in ((kyu, dan), (kyu - step, kyu), (dan, dan + step)):
            rows = [row | {"rating": value} for row, value in zip(known, pair, strict=True)]
            found.append(expected(book, pl.DataFrame(rows))["A"])
        assert found == pytest.approx([found[0]] * 3, abs=1e-15)


def test_a30_there_is_no_hole_at_zero():
    """From -1.05 to 1.05 is a tenth of a stone, in forecasts, in events and in explanations."""
    known = pl.DataFrame(
        [
            {"player": name, "rating": rating, "deviation": 0.5}
            for name, rating in (("A", -1.05), ("B", 1.05), ("C", 3.0), ("D", 3.1))
        ]
    )
    ratings = rated("aga-draft", known, {"board_size": 9})
    near, far = (ratings.predict([[one], [two]])[0] for one, two in (("A", "B"), ("C", "D")))
    # C and D are not in the results, but in the players file.
    assert near == pytest.approx(far, abs=1e-12)
    told = rated("aga-draft", known, {}).explain("A")
    terms = {term.name: term.value for term in told.terms}
    assert told.after > 1.0
    assert terms["no rating lies between -1 and 1"] == 2.0
    strength = told.change - 2.0
    assert terms["won against B"] == pytest.approx(strength, abs=1e-9)
    assert 0.0 < strength < 0.5


@pytest.mark.parametrize("rating", [-0.99, -0.5, 0.0, 0.5, 0.999])
def test_a30_nobody_is_in_the_hole(rating: float):
    """A rating between -1 and 1 is a slip of the pen, and refused."""
    with pytest.raises(bz.PlayersRefused, match="is no rating"):
        rated("aga-draft", {"A": rating, "B": 2.0}, {})


def test_boards_that_a_rulebook_does_not_know():
    """Where the rules are for 19 lines, games on others are left out, each told with its board."""
    rows = [
        {"player_1": "A", "player_2": "B", "result": "1-0", "board_size": size, "round": at}
        for at, size in enumerate([9, 19, None, 13])
    ]
    players = pl.DataFrame({"player": ["A", "B"], "rating": [1900, 1900], "games": [20, 20]})
    ratings = bz.rate(rows, "dash-baduk", players)
    why = "a board of {} lines: the rulebook counts other boards"
    assert ratings.skipped == [("row 0", why.format(9)), ("row 3", why.format(13))]
    assert not ratings.warnings
    assert ratings.to_frame()["games"].to_list() == [22, 22]


def test_no_zero_between_kyu_and_dan():
    """From -1.05 to 1.05 it is a tenth of a stone, not 2.1: so the change on the list is."""
    players = pl.DataFrame({"player": ["A", "B"], "rating": [-1.05, 1.05], "deviation": [0.5] * 2})
    rows = [{"event": "E", "player_1": "A", "player_2": "B", "result": "1-0"}]
    listed = bz.rate(rows, "aga-draft", players).to_frame().sort("player")
    assert listed["rating"].to_list() == [pytest.approx(1.1088535), pytest.approx(-1.1088535)]
    assert listed["change"].to_list() == [pytest.approx(0.1588535), pytest.approx(-0.1588535)]
    assert bz.rate(rows, "warlight").to_frame()["change"].to_list() == [16.0, -16.0]
