"""A broken row hides no other problem: everything that is wrong with a file is told in one go."""

from __future__ import annotations

import pytest

import banzuke as bz


def problems(folder, *lines: str, rules: str = "warlight") -> list[str]:
    """What is wrong with a file of these lines."""
    path = folder / "results.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(bz.ResultsRefused) as caught:
        bz.rate(path, rules)
    return [
        str(problem).removeprefix("results.csv, ").split(" (")[0]
        for problem in caught.value.problems
    ]


@pytest.mark.parametrize("quoted", [False, True])
def test_ragged_rows_and_wrong_cells(tmp_path, quoted):
    """Rows with too few or too many cells are told between what is wrong in the others."""
    first = '"An""na" ' if quoted else "Anna"
    assert problems(
        tmp_path,
        "player_1,player_2,result,date",
        f"{first},Bo,1-0,2024-13-01",
        "Anna,Bo,1-0",
        "Bo,Bo,1-0,2024-01-01",
        "",
        "Anna,Bo,1-0,2024-01-01,x",
        "Anna,Bo,won,2024-01-01",
    ) == [
        "row 2, column date: '2024-13-01' does not exist in the calendar",
        "row 3: 3 cells",
        "row 4, column player_2: both sides are 'Bo'",
        "row 6: 5 cells",
        "row 7, column result: 'won' is not a result",
    ]


def test_what_the_system_refuses_too(tmp_path):
    """Discs that do not add up are told beside a broken row."""
    assert problems(
        tmp_path,
        "player_1,player_2,score_1,score_2,event",
        "Anna,Bo,34",
        "Anna,Bo,34,31,E",
        rules="othello-sweden",
    ) == ["row 2: 3 cells", "row 3, column score_1: 34-31 adds up to 65"]


def test_what_follows_from_a_broken_row_is_not_told(tmp_path):
    """A game is not told to lack the player whose row could not be read."""
    assert problems(
        tmp_path,
        "game,player,place,date",
        "1,Anna,1,2024-01-01",
        "1,Bo,2",
        "2,Anna,1,yesterday",
        "2,Bo,2,2024-01-01",
    ) == ["row 3: 3 cells", "row 4, column date: 'yesterday' is not an ISO date"]


def test_only_broken_rows(tmp_path):
    """A file of broken rows is not told to have no results as well."""
    assert problems(tmp_path, "player_1,player_2,result", "Anna,Bo", "Bo") == [
        "row 2: 2 cells",
        "row 3: 1 cell",
    ]


def test_an_open_quote_and_what_stands_before_it(tmp_path):
    """What is above a quote that never ends is looked at, too."""
    found = problems(tmp_path, "player_1,player_2,result", "Anna,Anna,1-0", 'Anna,"Bo,1-0')
    assert [text.split(":")[0] for text in found] == ["row 2, column player_2", "row 3"]


def test_two_rows_without_players(tmp_path):
    """Where no game is left that could be rated, what is wrong is told, and nothing breaks."""
    found = problems(tmp_path, "player_1,player_2,result", ",,", ",,1-0")
    assert any(text.startswith("row 3") for text in found)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_nothing_but_void_games(count):
    """Games of one day that nothing tells apart, none of them rated, are all skipped."""
    row = {"player_1": "A", "player_2": "B", "result": "1-0", "status": "void"}
    ratings = bz.rate([row] * count, "warlight")
    assert [why for _, why in ratings.skipped] == ["void: not rated"] * count
