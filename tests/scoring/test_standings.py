"""Standings of an event: places, totals, rounds, what is dropped, and why."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.model.errors import ResultsRefused, ScoringRefused, UnknownName, WrongUse
from banzuke.model.parameters import checked
from banzuke.scoring.board_of_game import board_of_game
from banzuke.scoring.games import Game, RoundKind, Seat, games_of
from banzuke.scoring.scoring import load_scoring
from banzuke.scoring.standings import Entrants, event_standings, standings
from banzuke.scoring.table import Standings
from banzuke.scoring.tournament import TournamentRule
from builders import results

DUELS = """
    event round player_1 player_2 score_1 score_2 status
    E     1     Ann      Bob      3       1       .
    E     1     Cid      Dan      2       2       .
    E     2     Ann      Cid      0       1       .
    E     2     Bob      .        1       0       bye
    E     3     Dan      Ann      1       5       forfeit
"""


def rule(**said: object) -> TournamentRule:
    """A rule as a table says it."""
    found, faults = checked(TournamentRule, said)
    assert found is not None, faults
    return found


def scored(points: dict[str, list[float | None]], board: str = "1") -> list[Game]:
    """Rounds of one board each, at which players score; None for who is not there."""
    rounds = max(map(len, points.values()))
    return [
        Game(
            tuple(
                Seat(name, points=Fraction(str(own[number])))
                for name, own in points.items()
                if number < len(own) and own[number] is not None
            ),
            round=str(number + 1),
            board=board,
        )
        for number in range(rounds)
    ]


def total(points: list[float | None], **said: object) -> Fraction | None:
    """The total of one player by a rule."""
    games = scored({"A": points})
    return standings(games, rule(points="scores", **said)).rows[0].total


def places(table: Standings) -> list[tuple[int, str]]:
    """Who has which place."""
    return [(row.place, row.player) for row in table.rows]


def test_duels_give_match_points():
    """Without a scoring, a win is 1, a draw and a half-point bye ½, and ties share the place."""
    table = event_standings(results(DUELS))
    assert [(row.place, row.player, row.total) for row in table.rows] == [
        (1, "Ann", 2),
        (2, "Cid", Fraction(3, 2)),
        (3, "Bob", 1),
        (4, "Dan", Fraction(1, 2)),
    ]
    assert [result.points for result in table.row("Cid").results] == [Fraction(1, 2), 1, 0]
    assert table.row("Dan").results[1].games[0].cell.kind is RoundKind.ABSENT


def test_equal_players_share_the_place():
    """Two winners are first both, and the next is third."""
    table = standings([Game((Seat("A", 1), Seat("B", 2))), Game((Seat("C", 1), Seat("D", 2)))])
    assert places(table) == [(1, "A"), (1, "C"), (3, "B"), (3, "D")]
    assert table.rows[0].why == "shares the place with C: equal in total"


def test_final_places_are_places():
    """A table of final places is the standings; who took part unplaced comes last."""
    text = """
        event player place
        E     Ann    2
        E     Bob    1
        E     Cid    .
        E     Dan    2
    """
    table = event_standings(results(text))
    assert places(table) == [(1, "Bob"), (2, "Ann"), (2, "Dan"), (0, "Cid")]
    assert table.row("Cid").total is None


def test_games_of_many_sides_give_the_mean_place():
    """Without a scoring, games of many sides are compared by the mean place, the lowest first."""
    text = """
        event game player place
        E     1    Ann    1
        E     1    Bob    2
        E     1    Cid    3
        E     2    Ann    3
        E     2    Bob    1
        E     2    Dan    2
    """
    table = event_standings(results(text))
    assert [(row.player, row.total) for row in table.rows] == [
        ("Bob", Fraction(3, 2)),
        ("Ann", 2),
        ("Dan", 2),
        ("Cid", 3),
    ]
    assert table.lowest_is_best
    assert table.unit == "mean place"


@pytest.mark.parametrize(
    ("said", "first", "second"),
    [
        ({}, "124.5", "79.5"),
        ({"combine": "best", "best": 3}, "119.5", "79.5"),
        ({"combine": "best", "best": 2}, "101", "70"),
        ({"combine": "best", "best": 1}, "53", "48"),
        ({"combine": "average"}, "31.125", "26.5"),
        ({"combine": "average", "added": 10}, "8.893", "6.115"),
        ({"combine": "best", "weights": [1, 0.8, 0.4]}, "98.8", "69.4"),
        ({"combine": "best", "weights": [1, 1, 0.8, 0.4]}, "117.8", "77.6"),
        ({"combine": "best", "weights": [1, 1, 0.5]}, "110.25", "74.75"),
        ({"combine": "best", "weights": [1, 1, 1, 0.5]}, "122", "79.5"),
        ({"combine": "best", "best": 2, "rest": "average"}, "106.875", "74.75"),
        ({"combine": "best", "best": 2, "rest": "next", "rest_rounds": 2}, "108.833", "74.75"),
    ],
)
def test_rounds_make_a_total(said, first, second):
    """Each method gives what its users print for 48, 18.5, 5, 53 and for 22, 9.5, 48."""
    for points, expected in (([48, 18.5, 5, 53], first), ([22, 9.5, 48], second)):
        assert f"{float(total(points, **said)):.3f}" == f"{float(expected):.3f}"


def test_average_of_two_rounds_divides_by_three_for_one():
    """A least divisor takes from who played too little: 100 in one round of three is 33.33."""
    assert total([100], combine="average", least=3) == Fraction(100, 3)


def test_late_round_counts_more_for_the_first_places():
    """Best 2 of rounds 1 to 3, and round 4, which counts 1.5 for who led after three."""
    points = {"A": [48, 18.5, 5, 53], "B": [1, 1, 1, 53]}
    said = {"combine": "best", "best": 2, "early_rounds": 3, "late_factor": 1.5}
    table = standings(scored(points), rule(points="scores", late_places=1, **said))
    assert table.row("A").total == 146
    assert table.row("B").total == 55
    assert total([48, 18.5, 5, 53], **{**said, "late_factor": 1}) == Fraction("119.5")


@pytest.mark.parametrize(("best", "expected"), [(2, 4), (3, 11)])
def test_ranks_of_rounds_are_added(best, expected):
    """Ranks 3, 1, 7 make 1 + 3 where the best two count; the lowest wins."""
    others = {f"X{n}": [5 if n < 2 else 1, 1, 5 if n < 6 else 1] for n in range(6)}
    table = standings(
        scored({"A": [4, 9, 0], **others}), rule(points="scores", combine="ranks", best=best)
    )
    assert table.row("A").total == expected
    assert [result.dropped for result in table.row("A").results] == [False, False, best == 2]


def test_dropped_result_stays_visible():
    """What does not count is marked, and what counts adds up to the total."""
    games = scored({"A": [48, 18.5, 5, 53]})
    row = standings(games, rule(points="scores", combine="best", best=2)).rows[0]
    assert [result.points for result in row.results] == [48, Fraction("18.5"), 5, 53]
    assert [result.dropped for result in row.results] == [False, True, True, False]
    assert sum(result.counted for result in row.results) == row.total == 101


def test_best_board_of_a_round_counts():
    """Where the best board of a round counts, the others are marked within the round."""
    games = [
        Game((Seat("A", points=Fraction(4)),), round="1", board="1"),
        Game((Seat("A", points=Fraction(9)),), round="1", board="2"),
    ]
    row = standings(games, rule(points="scores", boards="best")).rows[0]
    assert row.total == 9
    assert [line.dropped for line in row.results[0].games] == [True, False]
    mean = standings(games, rule(points="scores", boards="mean")).rows[0]
    assert mean.total == Fraction(13, 2)
    apart = standings(games, rule(points="scores", boards="each", combine="best", best=1))
    assert [result.dropped for result in apart.rows[0].results] == [True, False]


def test_final_table_decides():
    """Who sits at the final table comes first, by the places there, whatever the totals."""
    games = [
        *scored({"A": [100], "B": [50], "C": [70]}),
        Game((Seat("B", points=Fraction(20)), Seat("C", points=Fraction(10))), "2", "top"),
        Game((Seat("A", points=Fraction(90)),), "2", "other"),
    ]
    table = standings(games, rule(points="scores", final_round="2", final_board="top"))
    assert places(table) == [(1, "B"), (2, "C"), (3, "A")]
    assert table.row("B").why == "before C by final table, 20 to 10"
    twice = standings(
        games, rule(points="scores", final_round="2", final_board="top", final_factor=2)
    )
    assert twice.row("B").total == 90


def test_unranked_players_take_no_place():
    """Who fills a seat shows a score and takes no place."""
    table = standings(
        scored({"A": [1], "B": [3], "C": [2]}),
        rule(points="scores"),
        Entrants(unranked=frozenset({"B"})),
    )
    assert places(table) == [(1, "C"), (2, "A"), (0, "B")]
    assert table.row("B").total == 3


def test_start_counts_for_the_total():
    """What a player begins with is part of the total."""
    table = standings(
        scored({"A": [1], "B": [3]}), rule(points="scores"), Entrants(starts={"A": 5})
    )
    assert [(row.player, row.total) for row in table.rows] == [("A", 6), ("B", 3)]


def test_bye_counts_once():
    """Where only the first bye gives points, the second gives none."""
    games = [Game((Seat("A"),), str(number), kind=RoundKind.BYE) for number in (1, 2)]
    assert standings(games, rule()).rows[0].total == 2
    assert standings(games, rule(bye_once=True)).rows[0].total == 1


def test_a_round_that_has_not_begun_is_missed_by_nobody():
    """Where only byes of the next round are known, the others may still play it."""
    games = [
        Game((Seat("A", 1), Seat("B", 2)), "1"),
        Game((Seat("C", 1), Seat("D", 2)), "1"),
        Game((Seat("D"),), "2", kind=RoundKind.HALF_BYE),
    ]
    table = standings(games, rule(tie_breaks=("buchholz",)))
    assert [len(row.results) for row in table.rows] == [1, 1, 2, 1]
    assert table.row("A").tie_breaks == (0,)


def test_byes_where_games_give_no_match_points():
    """Where boards or scores count, a bye gives nothing unless the rule says what."""
    games = [
        Game((Seat("A", 1, Fraction(30)), Seat("B", 2, Fraction(20))), "1"),
        *(Game((Seat(name),), "2", kind=RoundKind.BYE) for name in "AB"),
    ]
    plain = standings(games, rule(points="scores", combine="average"))
    assert [row.total for row in plain.rows] == [30, 20]
    paid = standings(games, rule(points="scores", bye=24))
    assert [row.total for row in paid.rows] == [54, 44]


def test_games_that_were_not_played():
    """Awarded scores count where scores do; a board that was not played gives nothing."""
    text = """
        round player_1 player_2 score_1 score_2 status
        1     Ann      Bob      3       0       forfeit
        2     Ann      Bob      1       2       .
    """
    played = results(text)
    points = {row.player: row.total for row in event_standings(played, rule(points="scores")).rows}
    assert points == {"Ann": 4, "Bob": 2}
    board = Game((Seat("A", 1, Fraction(9)), Seat("B", 2, Fraction(1))), kind=RoundKind.FORFEIT)
    assert [row.total for row in standings([board], rule(points="board")).rows] == [None, None]
    paid = rule(points="board", forfeit_win=20)
    assert [row.total for row in standings([board], paid).rows] == [20, 0]


def test_reasons_call_players_by_name():
    """Where keys stand for players, reasons say their names."""
    text = """
        player_1 player_2 score_1 score_2
        k1       k2       1       1
    """
    table = event_standings(results(text), called={"k1": "Ann", "k2": "Bob"})
    assert table.row("k1").why == "shares the place with Bob: equal in total"


def test_byes_are_told_apart_by_their_score():
    """A bye of ½ is a half-point bye, one of 0 a zero-point bye, any other the rule's own."""
    text = """
        round player_1 player_2 score_1 score_2 status
        1     Ann      Bob      1       0       .
        2     Ann      .        1       0       bye
        2     Bob      .        0.5     0.5     bye
    """
    table = event_standings(results(text), rule(bye=3, half_bye=2))
    assert [(row.player, row.total) for row in table.rows] == [("Ann", 4), ("Bob", 2)]


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ({"combine": "best"}, ("best",)),
        ({"best": 2}, ("best",)),
        ({"weights": [1.0]}, ("weights",)),
        ({"combine": "best", "best": 1, "weights": [1.0]}, ("weights",)),
        ({"least": 2}, ("least",)),
        ({"rest": "average"}, ("rest",)),
        ({"combine": "best", "best": 1, "late_factor": 2}, ("early_rounds",)),
        ({"early_rounds": 2}, ("early_rounds",)),
        ({"final_board": "1"}, ("final_round",)),
        ({"tie_breaks": ["no-such"]}, ("tie_breaks", 0)),
        ({"tie_breaks": [{"cut": 1}]}, ("tie_breaks", 0)),
        ({"tie_breaks": [3]}, ("tie_breaks", 0)),
        ({"winn": 1}, ("winn",)),
    ],
)
def test_rules_that_make_no_sense_are_refused(said, where):
    """What is wrong in a rule is told with its place."""
    found, faults = checked(TournamentRule, said)
    assert found is None
    assert where in [fault.where for fault in faults]


def test_match_points_need_two_sides():
    """A game of three sides has no match points: all such games are named."""
    text = """
        game player place
        1    Ann    1
        1    Bob    2
        1    Cid    3
    """
    with pytest.raises(ResultsRefused, match="match points cannot be given to 3 sides"):
        event_standings(results(text), rule(points="results"))


def test_what_cannot_be_scored_is_told_whole():
    """Every game with a missing score or a player twice is named."""
    games = [
        Game((Seat("A", 1), Seat("B", 2)), "1", "1"),
        Game((Seat("A", 1, Fraction(1)), Seat("A", 2, Fraction(0))), "1", "2"),
    ]
    with pytest.raises(ResultsRefused) as refused:
        standings(games, rule(points="scores"))
    assert [problem.what for problem in refused.value.problems] == [
        "round 1, board 1: a score is missing",
        "round 1, board 2: 'A' has two seats",
    ]
    with pytest.raises(ResultsRefused, match="board 2: 'Ann' has two seats"):
        standings(games, rule(points="scores"), Entrants(called={"A": "Ann"}))
    with pytest.raises(ResultsRefused, match="needs a scoring system of boards"):
        standings(games[:1], rule(points="board"))


def test_one_event_at_a_time():
    """Of several events it must be said which; an unknown one is refused."""
    text = """
        event player_1 player_2 score_1 score_2
        E     Ann      Bob      1       0
        F     Cid      Dan      1       0
    """
    with pytest.raises(WrongUse, match="there are 2"):
        event_standings(results(text))
    with pytest.raises(UnknownName):
        event_standings(results(text), event="G")
    assert places(event_standings(results(text), event="F")) == [(1, "Cid"), (2, "Dan")]


def test_open_and_friendly_games_do_not_count():
    """Friendly games, void ones and games without a result are left out."""
    text = """
        round player_1 player_2 score_1 score_2 status   rated
        1     Ann      Bob      1       0       .        .
        2     Bob      Ann      1       0       friendly .
        3     Bob      Ann      1       0       void     .
        4     Bob      Ann      .       .       .        no
    """
    table = event_standings(results(text))
    assert [(row.player, row.total) for row in table.rows] == [("Ann", 1), ("Bob", 0)]


def test_boards_are_scored_by_a_named_system():
    """A scoring system gives the points of each board, by the roles and scores of the results."""
    centres = [9, 7, 7, 4, 4, 3, 0]
    rows = [f"1 1 P{at} {count} R{at}" for at, count in enumerate(centres)]
    rows += [f"2 1 P{at} {count} R{at}" for at, count in enumerate(reversed(centres))]
    table = event_standings(
        results("\n".join(["round game player score role", *rows])), load_scoring("c-diplo-100")
    )
    totals = {row.player: row.total for row in table.rows}
    assert (totals["P0"], totals["P2"]) == (49, Fraction("23.5"))
    assert table.unit == "points"
    assert places(table)[0] == (1, "P0")


RANKS = """
format = 1
extends = "c-diplo-100"
title = "Sum of ranks"

[tournament]
combine = "ranks"
best = 2
systems = { "2" = "sum-of-squares", "3" = "draw-size" }
"""


def test_rounds_are_scored_by_different_systems(tmp_path):
    """Each round by its own system; the ranks of the best two rounds are added."""
    path = tmp_path / "ranks.toml"
    path.write_text(RANKS, encoding="utf-8")
    scoring = load_scoring(path)
    rounds = ([9, 7, 7, 4, 4, 3, 0], [0, 9, 7, 7, 4, 4, 3], [3, 0, 9, 7, 7, 4, 4])
    rows = [
        f"{number} {number} P{at} {count} R{at}"
        for number, centres in enumerate(rounds, 1)
        for at, count in enumerate(centres)
    ]
    played = results("\n".join(["round game player score role", *rows]))
    table = event_standings(played, scoring)
    first = table.row("P0")
    assert [f"{float(result.points):.3f}" for result in first.results] == [
        "48.000",
        "0.000",
        "16.667",
    ]
    # The ranks of P0 are 1, 7 and 1: six share the draw.
    assert first.total == 2
    assert [result.dropped for result in first.results] == [False, True, False]
    path.write_text(RANKS.replace("draw-size", "draw-sizes"), encoding="utf-8")
    with pytest.raises(ScoringRefused, match="draw-sizes"):
        load_scoring(path)


def test_facts_of_a_board_reach_its_scoring():
    """Who shares the draw is said by the results: 100 is shared by two, not by all survivors."""
    text = """
        game player score role in_draw eliminated ended earlier
        1    Ann    17    R1   yes     .          1907  1906:10_1905:5
        1    Bob    14    R2   yes     .          1907  1906:10
        1    Cid    3     R3   no      .          1907  1906:10
        1    Dan    0     R4   .       1905       1907  1906:0
        1    Eve    0     R5   .       1904       1907  1906:0
        1    Fay    0     R6   .       1904       1907  1906:0
        1    Gus    0     R7   .       1904       1907  1906:0
    """
    played = results(text)
    table = event_standings(played, load_scoring("draw-size"))
    assert [(row.player, row.total) for row in table.rows[:3]] == [
        ("Ann", 50),
        ("Bob", 50),
        ("Cid", 0),
    ]
    game = games_of(played)[0]
    assert game.ended == 1907
    board = board_of_game(game)
    assert board.out == (None, None, None, 1905, 1904, 1904, 1904)
    assert board.earlier == ((1906, (10, 10, 10, 0, 0, 0, 0)),)
    assert board.draw == {0, 1}


@pytest.mark.parametrize(
    ("rows", "what"),
    [
        (["1 Ann 1 .", "1 Bob 2 ."], "no player has a score, so that it is no board"),
        (["1 Ann 1 18", "1 Bob 2 ."], "1 of 2 players have no score"),
        (["1 Ann 1 .", "1 Bob 2 .", "1 Cid 3 4"], "2 of 3 players have no score"),
    ],
)
def test_a_game_without_scores_is_no_board(rows: list[str], what: str):
    """Where a scoring system of boards was said of games of another kind, one problem a game."""
    with pytest.raises(ResultsRefused) as refused:
        event_standings(
            results("\n".join(["game player place score", *rows])), load_scoring("c-diplo-100")
        )
    (problem,) = refused.value.problems
    assert problem.what.endswith(what)
    assert "no scoring system for an event that has none" in problem.right


def test_boards_that_cannot_be_scored_are_told_all_at_once():
    """Every board that the system refuses is named with its row."""
    rows = [f"1 1 P{at} {10 if at < 4 else 0} R{at}" for at in range(7)]
    rows += [f"1 2 Q{at} 3 R0" for at in range(7)]
    with pytest.raises(ResultsRefused) as refused:
        event_standings(
            results("\n".join(["round game player score role", *rows])), load_scoring("draw-size")
        )
    told = [problem.what for problem in refused.value.problems]
    assert len(told) == 2
    assert all(text.startswith("row ") for text in told)


def test_json_says_what_the_table_says():
    """The dictionary has places, totals, opponents by name and what was dropped."""
    told = event_standings(results(DUELS)).to_dict()
    ann = told["standings"][0]
    assert (ann["place"], ann["player"], ann["total"]) == (1, "Ann", 2.0)
    assert ann["results"][0]["games"][0]["opponents"] == ["Bob"]
    assert told["rounds"] == ["1", "2", "3"]


def test_unknown_player():
    """A player who is not in the table is refused, and the nearest name offered."""
    with pytest.raises(UnknownName, match="did you mean Bob"):
        event_standings(results(DUELS)).row("Bobb")


def test_frame_says_what_the_table_says():
    """A row a player, a column a round and a tie-break, null for who was not there."""
    table = event_standings(results(DUELS), rule(tie_breaks=("wins", "wins")))
    frame = table.to_frame()
    assert frame.columns == [
        "place",
        "player",
        "round 1",
        "round 2",
        "round 3",
        "total",
        "wins",
        "wins_2",
        "why",
    ]
    assert frame.row(0)[:6] == (1, "Ann", 1.0, 0.0, 1.0, 2.0)
    assert "Ann" in table._repr_html_()
    alone = standings([Game((Seat("A", 1), Seat("B", 2)))])
    assert alone.to_frame().columns == ["place", "player", "total", "why"]
    assert standings([]).to_frame().height == 0


SEATS = st.lists(st.integers(1, 3), min_size=2, max_size=4)


@given(
    st.lists(st.tuples(st.integers(1, 3), st.permutations("ABCDEF"), SEATS), max_size=8),
    st.randoms(use_true_random=False),
)
def test_order_of_games_and_seats_does_not_matter(rows, random):
    """However games and seats are shuffled, the standings are the same."""
    games = [
        Game(
            tuple(Seat(name, place) for name, place in zip(names, seats, strict=False)),
            round=str(number),
        )
        for number, names, seats in rows
    ]
    shuffled = [
        Game(tuple(random.sample(game.seats, len(game.seats))), game.round) for game in games
    ]
    random.shuffle(shuffled)
    chosen = rule(points="places", combine="average")
    assert standings(games, chosen) == standings(shuffled, chosen)


@given(
    st.dictionaries(
        st.sampled_from("ABCDE"),
        st.lists(st.integers(0, 40), min_size=1, max_size=5),
        min_size=1,
    ),
    st.sampled_from(
        [
            {},
            {"combine": "best", "best": 2},
            {"combine": "best", "weights": [1, 0.8, 0.4]},
            {"combine": "best", "best": 1, "rest": "average"},
            {"combine": "average", "least": 3},
            {"combine": "ranks", "best": 2},
        ]
    ),
)
def test_results_add_up_to_the_total(points, said):
    """Start, rounding and what counts of each result make the total, and order follows it."""
    table = standings(scored(points), rule(points="scores", **said))
    for row in table.rows:
        counted = sum((result.counted for result in row.results), row.start + row.rounding)
        assert counted == row.total
    totals = [row.total for row in table.rows]
    assert totals == sorted(totals, reverse=not table.lowest_is_best)
