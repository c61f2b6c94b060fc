"""Rating results: who starts where, what is refused and where, and going on."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from banzuke.engine.history import history
from banzuke.engine.lists import rating_list
from banzuke.engine.rated import Rated, rate_results
from banzuke.model.errors import PlayersRefused, ResultsRefused, StateRefused
from banzuke.model.results import nothing_played
from banzuke.workflows.reading import read_players
from builders import day, rate, ratings, rules, table

GAME = "date player_1 player_2 result\n2024-01-01 A B 1/2-1/2"


def test_start_from_the_players_file():
    """A rating of the file goes before the rules' start rating."""
    rated = rate(GAME, rules({"k": 0.0}), {"A": 1500.0, "C": 1.5})
    assert ratings(rated) == {"A": 1500.0, "B": 1200.0, "C": 1.5}


def test_start_of_one_pool():
    """A row for one pool goes before the player's row for all."""
    players = table("""
        player pool  rating
        A      .     1500
        A      rapid 1400
    """)
    text = """
        date       pool  player_1 player_2 result
        2024-01-01 rapid A        B        1-0
        2024-01-01 blitz A        B        1-0
    """
    rated = rate(text, rules({"k": 0.0}), read_players(players))
    assert ratings(rated, "rapid")["A"] == 1400.0
    assert ratings(rated, "blitz")["A"] == 1500.0


def test_start_section_of_the_rulebook():
    """The rulebook's [start] holds for whom the file says nothing."""
    rated = rate(GAME, rules({"k": 0.0}, start={"rating": 900.0}), {"A": 1500.0})
    assert ratings(rated) == {"A": 1500.0, "B": 900.0}


def test_everybody_starts_by_the_rules_of_the_first_game():
    """A start rating that was changed later does not change who had started before."""
    book = rules(
        {"k": 0.0, "start_rating": 1000.0},
        amendment=[{"from": day("2024-01-02"), "parameters": {"start_rating": 1500.0}}],
    )
    text = """
        date       player_1 player_2 result
        2024-01-01 A        B        1-0
        2024-01-02 A        C        1-0
    """
    assert ratings(rate(text, book)) == {"A": 1000.0, "B": 1000.0, "C": 1500.0}
    first = rate(GAME, book)
    assert ratings(first) == {"A": 1000.0, "B": 1000.0}
    rest = "date player_1 player_2 result\n2024-01-02 A C 1-0"
    assert ratings(rate(rest, book, earlier=first.states()))["C"] == 1500.0


def test_complaints_of_all_stretches():
    """What the system refuses is found in every part of the log, with row and column."""
    book = rules(
        base="othello-sweden",
        amendment=[{"from": day("2024-03-01"), "parameters": {"start_rating": 900}}],
        adjustment=[{"on": day("2024-02-01"), "add": 10.0}],
    )
    text = """
        date       event player_1 player_2 score_1 score_2
        2024-01-01 A     A        B        34      31
        2024-02-01 B     A        B        34      30
        2024-02-02 C     A        B        64      1
        2024-03-01 D     A        B        33      32
    """
    with pytest.raises(ResultsRefused) as caught:
        rate(text, book)
    where = [(problem.row, problem.column) for problem in caught.value.problems]
    assert where == [(0, "score_1"), (2, "score_1"), (3, "score_1")]


def test_columns_are_named_as_the_shape_has_them():
    """In a table of entries the score's column is score."""
    text = """
        date       event game player score
        2024-01-01 A     1    A      34
        2024-01-01 A     1    B      31
    """
    with pytest.raises(ResultsRefused) as caught:
        rate(text, rules(base="othello-sweden"))
    assert caught.value.problems[0].column == "score"


def test_players_that_are_refused():
    """What is wrong with a player is told with the row of the players file."""
    players = read_players(pl.DataFrame({"player": ["B", "A"], "rating": [1000.0, 1000.5]}))
    text = "date event player_1 player_2 score_1 score_2\n2024-01-01 A A B 34 30"
    with pytest.raises(PlayersRefused, match=r"row 1, column rating: 'A': 1000\.5"):
        rate(text, rules(base="othello-sweden"), players)


def test_numbers_that_grow_too_large_are_refused():
    """A rating without digits left is never stored: the game that makes it is named."""
    text = """
        game player place weight
        1    A      1     1e15
        1    B      2     1e15
        1    C      3     1e15
        1    D      4     1e15
        1    E      5     1e15
    """
    with pytest.raises(ResultsRefused, match="row 0: the rating of 'A' grows beyond"):
        rate(text, rules(base="ghost-ratings"))


def test_a_million_points_apart_are_rated():
    """Ratings far apart, as no start may be, are a system's own affair."""
    text = "event player_1 player_2 result\n" + "\n".join(f"{n} A B 1-0" for n in range(3))
    rating = rate(text, rules({"k": 1e6})).runs[0].state[0]
    assert rating[0] - rating[1] >= 1e6


@pytest.mark.parametrize("rating", [1e308, -1e308, 2e9])
@pytest.mark.parametrize("base", ["othello-sweden", "dash-baduk", "warlight"])
def test_starting_values_out_of_all_proportion(base, rating):
    """A slip of the pen in a players file is refused before any arithmetic."""
    text = "event date player_1 player_2 score_1 score_2\nCup 2024-01-01 A B 34 30"
    with pytest.raises(PlayersRefused, match="row 0, column rating"):
        rate(text, rules(base=base), {"A": rating, "B": 1000.0})


PARTS = [
    """
    date       event player_1 player_2 result
    2024-01-01 One   A        B        1-0
    2024-01-02 One   A        C        1-0
    """,
    """
    date       event player_1 player_2 result
    2024-02-01 Two   B        A        1-0
    2024-02-02 Two   D        C        1/2-1/2
    """,
]


def joined(parts: list[str]) -> str:
    """Tables of one header as one."""
    lines = [part.strip().splitlines() for part in parts]
    return "\n".join([lines[0][0], *(row for rows in lines for row in rows[1:])])


def everything(rated: Rated) -> list[Any]:
    """The list and who is not on it."""
    return [frame.to_dicts() for frame in rating_list(rated)]


BOOKS = [
    rules(),
    rules(period={"kind": "event"}),
    rules(
        adjustment=[
            {"on": day("2024-01-20"), "every": "year", "toward": 1100.0, "share": 0.3},
            {"on": day("2024-02-02"), "add": 5.0},
        ],
        list={"active_days": 20, "least_games": 2, "tie_order": ["games", "player"]},
    ),
    rules(
        amendment=[{"from": day("2024-02-01"), "parameters": {"k": 10.0, "start_rating": 900.0}}]
    ),
]


@pytest.mark.parametrize("book", BOOKS)
def test_going_on_is_as_good_as_one_go(book):
    """Adjustments in between, activity, games and changes are those of one go."""
    whole = rate(joined(PARTS), book, {"E": 1234.0})
    part = rate(PARTS[0], book, {"E": 1234.0})
    part = rate(PARTS[1], book, {"E": 1234.0}, earlier=part.states())
    assert everything(part) == everything(whole)
    assert part.as_of == whole.as_of


def test_going_on_to_a_date_without_games():
    """Adjustments up to a date that has been asked for are made once."""
    book = rules({"k": 0.0}, adjustment=[{"on": day("2024-01-20"), "add": 10.0}])
    first = rate(PARTS[0], book, as_of=day("2024-01-25"))
    assert ratings(first)["A"] == 1210.0
    second = rate(PARTS[1], book, earlier=first.states())
    assert ratings(second)["A"] == 1210.0


def test_a_pool_that_has_not_begun_is_not_adjusted():
    """Before its first rated game a pool is not adjusted, whatever date was asked for."""
    book = rules(
        {"k": 0.0},
        adjustment=[{"on": day("2024-01-20"), "add": 10.0}, {"on": day("2024-01-28"), "add": 1.0}],
    )
    given = {"A": 1500.0, "Z": 1000.0}
    text = "date player_1 player_2 result status\n2024-01-10 A B 1-0 void"
    later = "date player_1 player_2 result\n2024-01-25 A B 1-0\n2024-01-30 A B 1-0"
    first = rate(text, book, given, as_of=day("2024-01-15"))
    assert ratings(first)["Z"] == 1000.0
    second = rate(later, book, given, earlier=first.states())
    assert ratings(second) == ratings(rate(later, book, given))
    assert ratings(second)["Z"] == 1001.0


def test_pools_without_new_games_stay():
    """A pool of which the new results hold no game keeps its place, order and change."""
    texts = [
        joined(PARTS[:1]).replace("result", "result pool").replace(" 1-0", " 1-0 b"),
        joined(PARTS[1:]).replace("result", "result pool").replace("1/2-1/2", "1/2-1/2 a"),
    ]
    texts[1] = texts[1].replace(" 1-0", " 1-0 a")
    first = rate(texts[0])
    second = rate(texts[1], earlier=first.states())
    assert [run.pool.pool for run in second.runs] == ["a", "b"]
    assert everything(second) == everything(rate(joined(texts)))


def test_going_on_with_nothing():
    """No new results change nothing, and make no pool that was not there."""
    first = rate(PARTS[0].replace("result", "result pool").replace(" 1-0", " 1-0 x"))
    second = rate_results(nothing_played(), first.rulebook, earlier=first.states())
    assert everything(second) == everything(first)
    assert second.as_of == first.as_of


@pytest.mark.parametrize(
    ("kind", "old", "new", "why"),
    [
        ("game", "2024-01-02 A 1", "2024-01-01 A 1", "comes before the last game"),
        ("game", "2024-01-02 A 2", "2024-01-02 A 1", "of 2024-01-02, event 'A', round 2"),
        ("game", "2024-01-02 A 10", "2024-01-02 A 9", "comes before the last game"),
        ("game", "2024-01-02 B 1", "2024-01-02 A 1", "comes before the last game"),
        ("event", "2024-01-02 A 1", "2024-01-03 A 1", "games of event 'A' are already rated"),
        ("event", "2024-01-02 B 1", "2024-01-02 A 1", "comes before the last game"),
        ("round", "2024-01-02 A 1", "2024-01-03 A 1", "event 'A', round 1 are already rated"),
        ("day", "2024-01-02 A 1", "2024-01-02 B 1", "games of the same day"),
        ("week", "2024-01-02 A 1", "2024-01-05 B 1", "games of the same week"),
        ("month", "2024-01-02 A 1", "2024-01-31 B 1", "games of the same month"),
        ("year", "2024-01-02 A 1", "2024-12-31 B 1", "games of the same year"),
    ],
)
def test_results_that_do_not_follow(kind, old, new, why):
    """What would have to be rated earlier, or together with what is rated, is refused."""
    header = "date event round player_1 player_2 result\n"
    book = rules(period={"kind": kind})
    first = rate(f"{header}{old} A B 1-0", book)
    with pytest.raises(StateRefused, match=why) as caught:
        rate(f"{header}{new} A B 1-0", book, earlier=first.states())
    assert caught.value.problems[0].row == 0


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        ("game", "2024-01-02 A 9", "2024-01-02 A 10"),
        ("game", "2024-01-02 A 1", "2024-01-02 A 1"),
        ("game", "2024-01-02 . .", "2024-01-02 A ."),
        ("event", "2024-01-02 A 1", "2024-01-02 B 1"),
        ("round", "2024-01-02 A 1", "2024-01-02 A 2"),
        ("month", "2024-01-31 A 1", "2024-02-01 A 2"),
    ],
)
def test_results_that_follow(kind, old, new):
    """What comes after, or where only the rows say which is first, is taken."""
    header = "date event round player_1 player_2 result\n"
    book = rules(period={"kind": kind})
    first = rate(f"{header}{old} A B 1-0", book)
    second = rate(f"{header}{new} A B 1-0", book, earlier=first.states())
    whole = rate(f"{header}{old} A B 1-0\n{new} A B 1-0", book)
    assert everything(second) == everything(whole)


def test_dates_and_none_do_not_follow_each_other():
    """Dated results do not follow undated ones, nor the other way round."""
    dated, undated = rate(GAME), rate("player_1 player_2 result\nA B 1-0")
    with pytest.raises(StateRefused, match="have no dates, but those already rated have"):
        rate("player_1 player_2 result\nA B 1-0", earlier=dated.states())
    with pytest.raises(StateRefused, match="have dates, but those already rated have none"):
        rate(GAME, earlier=undated.states())


def test_an_event_of_another_pool_is_one_event():
    """An event that was rated in one pool cannot get later games in another."""
    header = "date event pool player_1 player_2 result\n"
    book = rules(period={"kind": "event"})
    first = rate(f"{header}2024-01-01 A x A B 1-0", book)
    with pytest.raises(StateRefused, match="event 'A' are already rated"):
        rate(f"{header}2024-01-02 A y A B 1-0", book, earlier=first.states())


def test_games_before_an_adjustment_that_is_made():
    """Once ratings are adjusted as of a day, older games are refused."""
    book = rules({"k": 0.0}, adjustment=[{"on": day("2024-01-20"), "add": 10.0}])
    first = rate(GAME, book, as_of=day("2024-01-25"))
    with pytest.raises(StateRefused, match="already adjusted as of 2024-01-20"):
        rate("date player_1 player_2 result\n2024-01-10 A B 1-0", book, earlier=first.states())
    late = rate("date player_1 player_2 result\n2024-01-20 A B 1-0", book, earlier=first.states())
    assert ratings(late)["A"] == 1210.0


def test_a_refused_part_leaves_the_state():
    """Results that are refused change nothing of what one goes on from."""
    first = rate(GAME)
    states = first.states()
    before = {name: values.copy() for name, values in states[""].columns.items()}
    rate(PARTS[1], earlier=states)
    with pytest.raises(StateRefused):
        rate(PARTS[0].replace("2024", "2023"), earlier=states)
    for name, values in states[""].columns.items():
        assert values.tobytes() == before[name].tobytes()


def test_who_never_played_is_remembered():
    """Players seen in games that are not rated stay among the unlisted."""
    text = "date player_1 player_2 result status\n2024-01-01 A E 1-0 friendly"
    first = rate(text)
    second = rate(PARTS[1], earlier=first.states())
    third = rate(PARTS[1].replace("2024", "2025"), earlier=second.states())
    for rated in (first, second, third):
        unlisted = rating_list(rated).unlisted.select("player", "why").rows()
        assert ("E", "no rated game") in unlisted


def test_history_is_of_these_results_only():
    """What was rated earlier is not in the history, but in its first row's rating before."""
    first = rate(PARTS[0])
    second = rate(PARTS[1], earlier=first.states())
    assert history(second, "A")["before"][0] == ratings(first)["A"]
    assert len(history(second)) == 4
