"""Three shapes of results, told apart by their columns, and everything that is wrong at once."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.model.columns import STATUSES
from banzuke.model.errors import ResultsRefused
from banzuke.model.results import Results
from banzuke.workflows.reading import read
from builders import results, table


def refusals(text: str) -> list[str]:
    """What is wrong with a table."""
    with pytest.raises(ResultsRefused) as caught:
        results(text)
    return [str(problem) for problem in caught.value.problems]


def line_ups(came: Results) -> list[list[tuple[Any, ...]]]:
    """(side, player, place, score) of each entry of each game."""
    bounds = came.first.tolist()
    entries = came.entries
    return [
        [
            (
                int(entries.side[e]),
                came.players[entries.player[e]],
                int(entries.place[e]),
                None if entries.score is None else float(entries.score[e]),
            )
            for e in range(begin, end)
        ]
        for begin, end in pairwise(bounds)
    ]


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("player_1 player_2 result\nA B 1-0", "duels"),
        ("winner loser\nA B", "duels"),
        ("game player place\n1 A 1\n1 B 2", "entries"),
        ("event game player score\nE 1 A 1\nE 1 B 2", "entries"),
        ("event player place\nE A 1", "standings"),
    ],
)
def test_shapes(text, shape):
    """The columns say which shape it is."""
    assert results(text).shape == shape


@pytest.mark.parametrize(
    "text",
    [
        "player_1 player_2 score_1 score_2\nA B 3 1\nB A 2 2\nA B 0 5",
        "player_2 player_1 score_2 score_1\nB A 1 3\nA B 2 2\nB A 5 0",
        "player_1 player_2 result\nA B 1-0\nB A ½-½\nA B 0:1",
        "player_1 player_2 result\nA B 1\nB A 0,5\nA B 0",
    ],
)
def test_duels_in_any_spelling(text):
    """The winner first, of a draw the first name; however it is written."""
    found = line_ups(results(text))
    assert [[entry[:3] for entry in game] for game in found] == [
        [(0, "A", 1), (1, "B", 2)],
        [(0, "A", 1), (1, "B", 1)],
        [(0, "B", 1), (1, "A", 2)],
    ]


def test_scores_and_handicaps_follow_their_players():
    """What a player scored and received stays with the player, who may be written second."""
    came = results("""
        player_1 player_2 score_1 score_2 handicap_1 handicap_2 advantage
        B        A        1       3       2          .          1
    """)
    assert line_ups(came) == [[(0, "A", 1, 3.0), (1, "B", 2, 1.0)]]
    assert came.entries.handicap.tolist() == [0.0, 2.0]
    assert came.entries.advantage.tolist() == [0.0, 1.0]


def test_entries_gather_rows_of_one_game():
    """Rows of a game need not be neighbours; sides come by place, then by name."""
    came = results("""
        game player side place
        1    D      x    2
        2    A      .    1
        1    B      y    1
        2    B      .    2
        1    A      y    1
        1    C      x    2
    """)
    assert line_ups(came) == [
        [(0, "A", 1, None), (0, "B", 1, None), (1, "C", 2, None), (1, "D", 2, None)],
        [(0, "A", 1, None), (1, "B", 2, None)],
    ]
    assert came.entries.row.tolist() == [4, 2, 5, 0, 1, 3]


def test_places_of_scores():
    """The higher score is the better place; equal scores tie, members of a side count once."""
    came = results("""
        game player side score
        1    A      x    10
        1    B      x    10
        1    C      y    30
        1    D      z    10
        1    E      v    5
    """)
    assert [(name, place) for _, name, place, _ in line_ups(came)[0]] == [
        ("C", 1),
        ("A", 2),
        ("B", 2),
        ("D", 2),
        ("E", 4),
    ]


def test_standings_with_unplaced():
    """Who has no place stands last, with place 0."""
    came = results("""
        event player place event_players
        E     C      .     9
        E     A      2     9
        E     B      2     9
    """)
    assert [entry[:3] for entry in line_ups(came)[0]] == [(0, "A", 2), (1, "B", 2), (2, "C", 0)]
    assert came.games.players.tolist() == [9.0]


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("foo bar\n1 2", ["these columns are not results: foo, bar (results have player_1,"]),
        ("player_1 player_2\nA B", ["score_1 and score_2 missing: duels need"]),
        ("plyer_1 player_2 result\nA B 1-0", ["player_1: did you mean plyer_1"]),
        ("game player\n1 A", ["place missing: entries need place or score"]),
        ("player_1 player_2 result\nA A 1-0", ["row 0, column player_2: both sides are 'A'"]),
        ("player_1 player_2 result\n. B 1-0", ["row 0, column player_1: the player is missing"]),
        ("player_1 player_2 result\nA . 1-0", []),
        ("player_1 player_2 result\nA B 7", ["row 0, column result: '7' is not a result"]),
        ("player_1 player_2 result\nA B .\nA B 1", ["row 0, column result: the result is missing"]),
        (
            "player_1 player_2 score_1 score_2\nA B 1 .",
            ["row 0, column score_1: the result is missing"],
        ),
        (
            "player_1 player_2 result score_1 score_2\nA B 0-1 3 1",
            ["the scores are 3-1, but the result is '0-1'"],
        ),
        ("player_1 player_2 result status\nA B 1-0 won", ["'won' is not known (played, forfeit"]),
        ("player_1 player_2 result rated\nA B 1-0 tal", ["'tal' is not known (yes, no or empty)"]),
        ("player_1 player_2 result weight\nA B 1-0 -1", ["row 0, column weight: -1 is below 0"]),
        ("date player_1 player_2 result\n. A B 1\n2024-01-01 A B 1", ["row 0, column date"]),
        ("game player place\n1 A 1", ["row 0, column game: the game has one side only"]),
        ("game player place\n1 A 1\n1 B 3", ["row 1, column place: place 3 in a game of 2"]),
        ("game player place\n1 A 1\n1 B 1\n1 C 2", ["row 2, column place: place 2 comes after 2"]),
        ("game player place\n1 A 1\n1 B .", ["row 1, column place: the place is missing"]),
        ("game player place\n1 A 1\n1 A 2", ["row 1, column player: 'A' is there twice"]),
        ("game player place\n1 A 1.5\n1 B 2", ["row 0, column place: 1.5 is not possible here"]),
        (
            "game player side place\n1 A x 1\n1 B x 2\n1 C y 2",
            ["members of one side have different places"],
        ),
        (
            "game player side score\n1 A x 1\n1 B x 2\n1 C y 2",
            ["members of one side have different scores"],
        ),
        (
            "game player place date\n1 A 1 2024-01-01\n1 B 2 2024-01-02",
            ["row 1, column date: differs from row 0, which is of the same game"],
        ),
        ("event player place event_players\nE A 1 1\nE B 2 1", ["2 players are listed, but 1"]),
        ("event player place event_players\nE A 7 3", ["place 7 in an event of 3 players"]),
        ("event player place event_players\nE A 1 3\nE B 2 4", ["'E' has two different values"]),
        ("event player place\n. A 1\nE B 1", ["row 0, column event: the event is missing"]),
    ],
)
def test_refusals(text, messages):
    """Each thing that is wrong is said with row, column and what would be right."""
    if not messages:
        results(text)
        return
    found = "\n".join(refusals(text))
    for message in messages:
        assert message in found


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("HomeTeam;AwayTeam;P1;P2", "--map player_1=P1 --map player_2=P2 (in Python"),
        ("Home Team;Away Team;White;Black", "--map player_1=White --map player_2=Black (in"),
        ("foo;bar;baz;x", "--map player_1=COLUMN (in Python"),
    ],
)
def test_likely_players_are_proposed(header, said, tmp_path):
    """Where two pairs of columns may be the players, one of them is ready to be copied."""
    path = tmp_path / "games.csv"
    path.write_text(f"{header}\nA;B;C;D\n", "utf-8")
    with pytest.raises(ResultsRefused) as refused:
        read(path)
    assert f"say which is which, as {said}" in str(refused.value)


def test_likely_players_of_a_frame():
    """Of a frame it is said as Python needs it."""
    with pytest.raises(ResultsRefused) as refused:
        read(pl.DataFrame({"white": ["A"], "black": ["B"], "home": ["A"], "away": ["B"]}))
    assert "as columns={'player_1': 'white', 'player_2': 'black'}" in str(refused.value)


def test_everything_at_once():
    """All that is wrong in a file is told together, in one go."""
    found = refusals("""
        date       player_1 player_2 result status
        2024-01-01 A        A        1-0    .
        2024-02-30 A        B        1-0    .
        2024-01-01 A        B        2-x    .
        2024-01-01 A        B        1-0    lost
    """)
    assert len(found) == 4


def test_header_only():
    """A header without rows is told as that."""
    with pytest.raises(ResultsRefused, match="there are no results"):
        read(pl.DataFrame({"player_1": [], "player_2": [], "result": []}))


def test_misspelt_columns_are_warned_of():
    """An unknown column that looks like one of ours is told; others are left aside."""
    came = results("player_1 player_2 result handicap1 notes\nA B 1-0 3 x")
    (warning,) = came.warnings
    assert (warning.column, warning.right) == (
        "handicap1",
        "did you mean handicap_1 or handicap_2?",
    )


def test_byes():
    """A bye leaves player_2 empty, has one entry and is not rated."""
    came = results("player_1 player_2 result\nA . .\nB A 1-0")
    assert [len(game) for game in line_ups(came)] == [1, 2]
    assert came.games.status.tolist() == [3, 0]


games = st.lists(
    st.tuples(st.permutations("ABCDE"), st.integers(2, 5), st.lists(st.booleans(), min_size=5)),
    min_size=1,
    max_size=5,
)


@given(games)
def test_any_ranking_is_read_as_meant(drawn):
    """Rankings with ties come out as they went in, however rows and labels are mixed."""
    rows, wanted = [], []
    for number, (names, count, ties) in enumerate(drawn):
        place, game = 1, []
        for index, name in enumerate(names[:count]):
            place = place if index and ties[index] else index + 1
            game.append((name, place))
            rows.append({"game": str(number), "player": name, "place": place, "side": name * 2})
        wanted.append(sorted(game, key=lambda item: (item[1], item[0])))
    came = read(pl.DataFrame(rows[::-1]))
    found = [[(name, place) for _, name, place, _ in game] for game in line_ups(came)]
    assert found == wanted[::-1]


def test_what_is_written_is_read_again():
    """The long table of results gives the same results."""
    for text in (
        "date event round player_1 player_2 score_1 score_2\n2024-01-01 E 1 A B 3 1",
        "game player side place\n1 A x 1\n1 B x 1\n1 C y 2",
    ):
        came = results(text)
        again = read(came.to_frame())
        assert line_ups(again) == line_ups(came)
        assert again.to_frame().equals(came.to_frame())


def test_results_are_not_changed_by_reading():
    """The frame that came in is as it was."""
    frame = table("player_1 player_2 result\nB A 0-1")
    before = frame.clone()
    read(frame)
    assert frame.equals(before)


def test_places_after_a_shared_one_skip_those_who_share_it():
    """Places 5, 5, 6 are impossible, however many players are missing above them."""
    cells: dict[str, Any] = {
        "event": ["E"] * 3,
        "player": ["A", "B", "C"],
        "place": [5, 5, 6],
        "event_players": [30] * 3,
    }
    with pytest.raises(ResultsRefused, match="place 6 comes after 6 better or equal players"):
        read(cells)
    cells["place"] = [5, 5, 7]
    assert len(read(cells)) == 1


def test_an_event_cannot_end_before_its_games():
    """An event's end before the date of one of its rows is refused."""
    cells: dict[str, Any] = {
        "event": ["E", "E"],
        "player": ["A", "B"],
        "place": [1, 2],
        "date": ["2009-01-01", "2009-01-01"],
        "event_end": ["1999-01-01", ""],
    }
    with pytest.raises(ResultsRefused, match="ends before the date"):
        read(cells)


def test_cells_in_other_languages():
    """Yes, no, statuses and draws are known in other languages; what a status means is told."""
    found = results("""
        player_1 player_2 result rated  status
        A        B        nulle  WAHR   .
        A        B        1-0    nein   kampflos
        A        B        1-0    Sí     played
        A        B        .      .      Annulé
    """)
    assert found.games.rated.tolist() == [1, 0, 1, -1]
    assert [STATUSES[code] for code in found.games.status] == [
        "played",
        "forfeit",
        "played",
        "void",
    ]
    told = [str(warning) for warning in found.warnings]
    assert told == [
        "column status: statuses are read by what they mean: Annulé as void, kampflos as forfeit"
    ]


@pytest.mark.parametrize(
    "column", ["round", "board", "game", "time_class", "event", "pool", "event_place"]
)
def test_signs_that_only_damage_leaves_are_refused(column: str):
    """No text of a game holds them, whichever column it stands in: once, with its row."""
    row = {"player_1": "A", "player_2": "B", "result": "1-0", "event": "Cup"}
    with pytest.raises(ResultsRefused) as refused:
        read([{**row, column: "1"}, {**row, column: "1\x00"}])
    told = [one for one in refused.value.problems if "cannot be printed" in one.what]
    assert [(one.row, one.column) for one in told] == [(1, column)]
