"""The history: one row an entry, in rating order, and one for each adjustment."""

from __future__ import annotations

from datetime import date

import pytest

from banzuke.engine.history import history
from builders import day, rate, rules

TEXT = """
    date       event round game player_1 player_2 result
    2024-01-02 B     2     4    A        B        1-0
    2024-01-01 A     1     1    B        A        1-0
    2024-01-01 A     1     2    C        D        1/2-1/2
"""


def test_columns_and_order():
    """The columns of the contract, in rating order, winners first."""
    frame = history(rate(TEXT))
    assert frame.columns == [
        *["date", "event", "round", "game", "side", "player", "pool"],
        *["before", "after", "change", "expected", "score", "opponents", "file", "row"],
    ]
    rows = frame.select("date", "event", "round", "game", "side", "player", "score").rows()
    assert rows == [
        (date(2024, 1, 1), "A", "1", "1", "1", "B", 1.0),
        (date(2024, 1, 1), "A", "1", "1", "2", "A", 0.0),
        (date(2024, 1, 1), "A", "1", "2", "1", "C", 0.5),
        (date(2024, 1, 1), "A", "1", "2", "2", "D", 0.5),
        (date(2024, 1, 2), "B", "2", "4", "1", "A", 1.0),
        (date(2024, 1, 2), "B", "2", "4", "2", "B", 0.0),
    ]
    last = frame.row(-1, named=True)
    assert last["before"] == 1216.0
    assert last["expected"] == pytest.approx(1 / (1 + 10 ** (-32 / 400)))
    assert last["after"] == last["before"] + last["change"]


def test_one_player():
    """The rows of one player only, adjustments included."""
    book = rules(adjustment=[{"on": day("2024-01-02"), "add": 2.0, "title": "gift"}])
    frame = history(rate(TEXT, book), "A")
    assert frame["event"].to_list() == ["A", "gift", "B"]
    assert frame["player"].unique().to_list() == ["A"]
    assert frame["before"].to_list()[2] == 1186.0
    gift = frame.row(1, named=True)
    assert gift["date"] == date(2024, 1, 2)
    assert [gift[name] for name in ("round", "game", "side", "expected", "score")] == [None] * 5


def test_adjustments_after_the_last_game():
    """What is adjusted after the last game stands at the end."""
    book = rules(adjustment=[{"on": day("2024-02-01"), "add": 2.0, "title": "gift"}])
    frame = history(rate(TEXT, book, as_of=day("2024-03-01")))
    assert frame["event"].to_list()[-4:] == ["gift"] * 4
    assert sorted(frame["player"].to_list()[-4:]) == list("ABCD")


def test_undated_and_unnamed():
    """What the results do not say is null."""
    frame = history(rate("player_1 player_2 result\nA B 1-0"))
    assert frame["date"].to_list() == [None, None]
    for column in ("event", "round", "game"):
        assert frame[column].to_list() == [None, None]


def test_time_stamps_are_kept():
    """Stamps are shown as stamps, on the rulebook's clock."""
    text = "date player_1 player_2 result\n2024-01-01T23:30:00-04:00 A B 1-0"
    frame = history(rate(text, rules(period={"zone": "Asia/Tokyo"})))
    assert str(frame["date"][0]) == "2024-01-02 12:30:00"


def test_pools_follow_one_another():
    """The rows of all pools, pool by pool."""
    text = """
        date       pool player_1 player_2 result
        2024-01-01 b    A        B        1-0
        2024-01-02 a    A        B        1-0
    """
    assert history(rate(text))["pool"].to_list() == ["a", "a", "b", "b"]


def test_columns_of_the_system():
    """Other columns of the state stand before and after each entry."""
    text = "date player_1 player_2 result\n2024-01-01 A B 1-0\n2024-01-02 A B 1-0"
    book = rules(base="dash-baduk", list={"least_games": 0})
    frame = history(rate(text, book, {"A": 1000.0, "B": 1000.0}), "A")
    assert frame.columns[-5:-3] == ["games_before", "games_after"]
    assert frame.select("games_before", "games_after").rows() == [(0.0, 1.0), (1.0, 2.0)]


def test_no_expectation():
    """A system that expects nothing has null there, not 0."""
    text = "date event player_1 player_2 score_1 score_2\n2024-01-01 A A B 34 30"
    assert history(rate(text, rules(base="othello-sweden")))["expected"].to_list() == [None, None]


def test_unrated_games_are_not_there():
    """A game that is not rated has no row."""
    text = "date player_1 player_2 result status\n2024-01-01 A B 1-0 friendly"
    assert history(rate(text)).is_empty()


def test_opponents_and_rows():
    """Each entry names the players of the other sides, and the row that it comes from."""
    frame = history(
        rate("""
            game player side place
            1    A      1    2
            1    B      2    1
            1    C      2    1
            2    D      1    1
            2    A      2    2
        """)
    )
    assert frame.select("player", "opponents", "row").rows() == [
        ("B", "A", 1),
        ("C", "A", 2),
        ("A", "B; C", 0),
        ("D", "A", 3),
        ("A", "D", 4),
    ]
    assert history(rate("player_1 player_2 result\nB A 0-1"), "B")["opponents"].to_list() == ["A"]


def test_a_large_field_is_not_written_beside_everybody():
    """In a game of many players the others are left out, in the others of the file they are not."""
    rows = [f"1 P{place:02} {place}" for place in range(1, 10)] + ["2 A 1", "2 B 2"]
    frame = history(rate("\n".join(["game player place", *rows])))
    assert frame["opponents"].to_list() == [None] * 9 + ["B", "A"]


def test_adjustments_have_no_row():
    """What no file says has no row and no opponents."""
    book = rules(adjustment=[{"on": day("2024-01-02"), "add": 2.0, "title": "gift"}])
    gift = history(rate(TEXT, book), "A").row(1, named=True)
    assert [gift[name] for name in ("opponents", "file", "row")] == [None] * 3
