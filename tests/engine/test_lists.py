"""The list: who stands where, who shares a rank, what is shown, and who is not on it and why."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import polars as pl
import pytest

from banzuke.engine.lists import rating_list
from banzuke.engine.rated import Rated, rate_results
from banzuke.engine.rulebook import Rulebook, load_rulebook
from banzuke.model.importer import Reading
from banzuke.workflows.reading import read_players
from builders import day, rate, results, rules, table

STANDING = {"A": 1300.0, "B": 1200.0, "C": 1200.0, "D": 1200.0, "E": 1100.0}
GAMES = """
    date       player_1 player_2 result
    2024-01-01 A        B        1/2-1/2
    2024-01-02 C        D        1/2-1/2
    2024-01-03 E        A        1/2-1/2
"""


def still(**sections: Any) -> Rulebook:
    """Rules by which nobody moves, so that the players file says who stands where."""
    return rules({"k": 0.0}, **sections)


def listed(rated: Rated, *columns: str) -> list[Any]:
    """Some columns of the list."""
    rows = rating_list(rated).listed.select(columns).rows()
    return [row[0] for row in rows] if len(columns) == 1 else rows


def unlisted(rated: Rated) -> dict[str, str]:
    """Who is not on the list, and why."""
    return dict(rating_list(rated).unlisted.select("player", "why").iter_rows())


@pytest.mark.parametrize(("kind", "ranks"), [("1224", [1, 2, 2, 2, 5]), ("1223", [1, 2, 2, 2, 3])])
def test_shared_ranks(kind, ranks):
    """Equal ratings share a rank; those after it are left out, or not."""
    rated = rate(GAMES, still(list={"ranks": kind}), STANDING)
    assert listed(rated, "rank", "player") == list(zip(ranks, "ABCDE", strict=True))


def test_noise_is_no_difference():
    """Ratings that differ by less than arithmetic does share a rank."""
    rated = rate(GAMES, still(), {**STANDING, "C": 1200.0 + 1e-12, "D": 1200.0 + 1e-6})
    assert listed(rated, "rank", "player") == [(1, "A"), (2, "D"), (3, "B"), (3, "C"), (5, "E")]


def test_ties_stand_by_surname():
    """By sort_name, without case and accents; who has none stands by the name of the results."""
    players = table("""
        player rating sort_name
        B      1200   Żak
        C      1200   adams
        D      1200   .
        A      1300   .
        E      1100   .
    """)
    rated = rate(GAMES, still(), read_players(players))
    assert listed(rated, "player") == list("ACDBE")


@pytest.mark.parametrize(
    ("order", "wanted"),
    [(["player"], "ABCDE"), (["games", "player"], "ADBCE"), (["games", "sort_name"], "ADCBE")],
)
def test_ties_stand_in_the_order_of_the_rulebook(order, wanted):
    """By games, names or surnames, as the rulebook says."""
    games = GAMES + "    2024-01-04 D        A        1/2-1/2\n"
    players = pl.DataFrame(
        {
            "player": list(STANDING),
            "rating": list(STANDING.values()),
            "sort_name": ["a", "z", "c", "d", "e"],
        }
    )
    rated = rate(games, still(list={"tie_order": order}), read_players(players))
    assert "".join(listed(rated, "player")) == wanted


def test_ties_of_players_without_games():
    """Who has no game here stands among the tied by name as well."""
    rated = rate(GAMES, still(), {**STANDING, "BB": 1200.0, "Aa": 1200.0})
    assert listed(rated, "player") == ["A", "Aa", "B", "BB", "C", "D", "E"]


def test_surnames_from_the_results_last():
    """What an event's page says of surnames is remembered when one goes on."""
    came = results(GAMES)
    facts = pl.DataFrame({"player": ["B", "C", "D"], "sort_name": ["c", "b", "a"]})
    told = replace(came, told=(Reading(facts, ""),))
    rated = rate_results(told, still(), read_players(STANDING))
    assert listed(rated, "player") == list("ADCBE")
    later = rate(
        "date player_1 player_2 result\n2024-02-01 A E 1/2-1/2",
        still(),
        rated.players,
        earlier=rated.states(),
    )
    assert listed(later, "player") == list("ADCBE")


def test_least_games():
    """Who has fewer games is not on the list, for the reason that the rulebook gives."""
    rated = rate(GAMES, still(list={"least_games": 2}), STANDING)
    assert listed(rated, "player") == ["A"]
    assert unlisted(rated) == dict.fromkeys("BCDE", "fewer than 2 rated games")
    told = rate(GAMES, still(list={"least_games": 2, "why_least_games": "too few"}), STANDING)
    assert set(unlisted(told).values()) == {"too few"}


def test_games_of_the_players_file_count():
    """Games rated before, of the players file, are counted in."""
    players = table("""
        player rating games
        A      1300   5
        B      1200   .
    """)
    rated = rate(GAMES, still(list={"least_games": 6}), read_players(players))
    assert listed(rated, "player", "games") == [("A", 7)]


@pytest.mark.parametrize(
    ("days", "as_of", "idle"), [(2, None, ""), (1, None, "B"), (1, "2024-01-04", "BCD")]
)
def test_activity(days, as_of, idle):
    """Who has not played within so many days before the list's date is not on it."""
    rated = rate(
        GAMES, still(list={"active_days": days}), STANDING, as_of=day(as_of) if as_of else None
    )
    assert "".join(unlisted(rated)) == idle
    if idle:
        assert unlisted(rated)["B"] == "inactive since 2024-01-01"


def test_activity_of_who_has_not_played():
    """A rating of the players file stays on the list: nothing says when it was won."""
    rated = rate(GAMES, still(list={"active_days": 1}), {**STANDING, "F": 1000.0})
    assert "F" in listed(rated, "player")


def test_provisional_mark():
    """Who has few games is marked."""
    rated = rate(GAMES, still(list={"provisional_games": 2}), STANDING)
    assert listed(rated, "player", "shown")[:2] == [("A", "1300"), ("B", "1200?")]


def test_provisional_by_deviation():
    """A rating whose deviation, as it is on the list's day, is at or above the bound is marked."""
    standing = read_players(
        table("""
            player rating deviation
            A      1500   109.9
            B      1500   110
        """)
    )
    book = load_rulebook("lichess")
    rated = rate("date player_1 player_2 result\n2024-01-01 C D 1-0", book, standing)
    shown = dict(listed(rated, "player", "shown"))
    assert (shown["A"], shown["B"], shown["C"]) == ("1500", "1500?", "1741?")
    idle = rate(
        "date player_1 player_2 result\n2024-01-01 A C 1-0", book, standing, as_of=day("2026-01-01")
    )
    assert dict(listed(idle, "player", "shown"))["A"].endswith("?")


def test_no_rated_game():
    """Who has only unrated games, or a row without a rating in the players file, is told."""
    players = read_players(pl.DataFrame({"player": ["X"], "nation": ["SE"]}))
    rated = rate(
        """
        date       player_1 player_2 result status
        2024-01-01 A        B        1-0    played
        2024-01-01 C        A        1-0    friendly
        """,
        rules(),
        players,
    )
    assert listed(rated, "player") == ["A", "B"]
    assert unlisted(rated) == {"C": "no rated game", "X": "no rated game"}


def test_known_players_without_games_are_listed():
    """A rating of the players file is a rating, though no game of it is here."""
    rated = rate(GAMES, still(), {**STANDING, "F": 1250.0})
    assert listed(rated, "rank", "player", "games", "change")[1] == (2, "F", 0, 0.0)


def test_change_is_that_of_the_newest_event():
    """Changed is what the last event changed, and what was adjusted since the one before."""
    text = """
        date       event player_1 player_2 result
        2024-01-01 One   A        B        1-0
        2024-01-05 Two   C        D        1-0
        2024-01-06 Two   C        A        1-0
    """
    rated = rate(text, rules(adjustment=[{"on": day("2024-01-03"), "add": 1.0}]))
    change = dict(listed(rated, "player", "change"))
    assert change["B"] == 1.0
    assert change["D"] == -16.0
    assert change["A"] == pytest.approx(1.0 - 32 / (1 + 10 ** (-1 / 400)))
    assert change["C"] == pytest.approx(16.0 + 32 - 32 / (1 + 10 ** (1 / 400)))


def test_change_of_a_day_where_there_is_no_event():
    """Games without event are told apart by their days, those before 1970 too."""
    text = """
        date       player_1 player_2 result
        1960-01-01 A        B        1-0
        1960-01-02 C        D        1-0
    """
    assert dict(listed(rate(text), "player", "change")) == {
        "C": 16.0,
        "D": -16.0,
        "A": 0.0,
        "B": 0.0,
    }


@pytest.mark.parametrize(
    ("display", "shown"),
    [
        ({}, "1300"),
        ({"decimals": 2}, "1299.50"),
        ({"rounding": "half_even"}, "1300"),
        ({"rounding": "down"}, "1299"),
        ({"value": "rating / 10", "decimals": 3}, "129.950"),
        ({"value": "2 * rating - 1000"}, "1599"),
        ({"value": "1500 - 2 * rating"}, "-1099"),
    ],
)
def test_display(display, shown):
    """Decimals, rounding and a sum of columns, as the rulebook displays them."""
    rated = rate(GAMES, still(display=display), {**STANDING, "A": 1299.5})
    assert dict(listed(rated, "player", "shown"))["A"] == shown
    assert dict(listed(rated, "player", "rating"))["A"] == 1299.5


def test_the_list_is_sorted_by_what_it_shows():
    """The value that is shown decides the ranks."""
    players = pl.DataFrame({"player": ["A", "B"], "rating": [900.0, 1000.0]})
    text = "date event player_1 player_2 score_1 score_2\n2024-01-01 A A B 32 32"
    book = rules({"draw_row": "own"}, base="othello-sweden", display={"value": "0 - rating"})
    rated = rate(text, book, read_players(players))
    shown = listed(rated, "shown")
    assert shown == sorted(shown, key=float)


def test_rank_table_and_mark():
    """Ratings shown as ranks, the regular members' with a mark."""
    players = table("""
        player rating games
        A      5400   20
        B      5399   20
        C      7500   3
    """)
    book = rules(base="dash-baduk", list={"least_games": 0})
    rated = rate(
        "date player_1 player_2 result\n2024-01-01 A B 1/2-1/2", book, read_players(players)
    )
    assert listed(rated, "player", "shown") == [("C", "7D"), ("A", "1D*"), ("B", "1K*")]


def test_rank_table_of_the_day():
    """Ranks are those that hold on the list's date."""
    ranks = [{"name": "low", "from": 0}, {"name": "high", "from": 1000}]
    book = rules(
        {"ranks": ranks, "classes": [{"from": "low", "to": "high", "base": 100}]},
        base="dash-baduk",
        list={"least_games": 0},
        display={"regular_mark": ""},
        amendment=[
            {
                "from": day("2025-01-01"),
                "parameters": {"ranks": [ranks[0], {"name": "high", "from": 2000}]},
            }
        ],
    )
    players = read_players({"A": 1500.0, "B": 0.0})
    text = "date player_1 player_2 result\n2024-01-01 A B 1/2-1/2\n2024-01-02 A B 1/2-1/2"
    assert listed(rate(text, book, players), "shown") == ["high", "low"]
    later = text.replace("2024-01-02", "2025-01-02")
    assert listed(rate(later, book, players), "shown") == ["low", "low"]


def test_pools_are_ranked_for_themselves():
    """Each pool has ranks from 1, in order of the pools' names."""
    rated = rate("""
        date       pool player_1 player_2 result
        2024-01-01 b    A        B        1-0
        2024-01-02 a    B        A        1-0
        2024-01-03 .    C        A        1-0
    """)
    assert listed(rated, "pool", "rank", "player") == [
        ("", 1, "C"),
        ("", 2, "A"),
        ("a", 1, "B"),
        ("a", 2, "A"),
        ("b", 1, "A"),
        ("b", 2, "B"),
    ]


def test_players_of_another_pool_are_not_mixed_in():
    """A row of the players file for one pool lists the player there only."""
    players = table("""
        player pool rating
        X      a    1000
        Y      .    1000
    """)
    rated = rate(
        """
        date       pool player_1 player_2 result
        2024-01-01 b    A        B        1-0
        2024-01-02 a    B        A        1-0
        """,
        rules(),
        read_players(players),
    )
    found = set(listed(rated, "pool", "player"))
    assert {("a", "X"), ("a", "Y"), ("b", "Y")} <= found
    assert ("b", "X") not in found


def test_full_names():
    """The name of the players file stands beside the key of the results."""
    players = table("""
        player name
        A      Ann_Ä
        B      .
    """)
    rated = rate(
        "date player_1 player_2 result\n2024-01-01 A B 1-0", rules(), read_players(players)
    )
    assert listed(rated, "player", "name") == [("A", "Ann Ä"), ("B", "B")]


def test_as_of_lists_who_was_there():
    """As of a day, nobody is named who had not come by then."""
    rated = rate(GAMES, still(), as_of=day("2024-01-01"))
    assert listed(rated, "player") == ["A", "B"]
    assert unlisted(rated) == {}


def test_empty_list():
    """Where nothing is rated the list has its columns and no rows."""
    text = "date player_1 player_2 result status\n2024-01-01 A B 1-0 void"
    listing = rating_list(rate(text))
    assert listing.listed.is_empty()
    assert listing.listed.columns[:3] == ["rank", "player", "name"]
    assert listing.unlisted["player"].to_list() == ["A", "B"]


def test_active_days_where_all_results_are_one_period():
    """Who last played long ago is idle, also where one fit holds the games of all times."""
    book = rules(base="massey", list={"active_days": 100})
    text = """
        date       game player_1 player_2 score_1 score_2
        2020-01-01 1    A        C        3       1
        2024-01-01 2    A        B        3       1
    """
    listed, unlisted = rating_list(rate(text, book))
    assert sorted(listed["player"].to_list()) == ["A", "B"]
    assert unlisted["player"].to_list() == ["C"]
