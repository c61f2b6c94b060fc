"""The rest of a file without its refused rows."""

from __future__ import annotations

from pathlib import Path

import pytest

import banzuke as bz

DUELS = """\
player_1,player_2,result,date
Ann,Bo,1-0,2026-01-01
Ann,Ann,1-0,2026-01-01
Bo,Cy,won,2026-01-02
Bo,Cy,0-1,2026-01-03
Cy,Ann
"""
ENTRIES = """\
game,player,place
1,Ann,1
1,Bo,2
2,Ann,1
2,Bo,2
2,Cy,x
3,Bo,1
3,Cy,2
"""
STANDINGS = """\
event,player,place
E,Ann,1
E,Bo,2
F,Ann,1
F,Ann,2
"""


def write(folder: Path, text: str) -> Path:
    """A file with this text."""
    path = folder / "t.csv"
    path.write_text(text, "utf-8")
    return path


def warnings(results: bz.Results | bz.Ratings) -> list[str]:
    """What is told, without the hint and the name of the file."""
    return [str(one).split(" (")[0].removeprefix("t.csv, ") for one in results.warnings]


def test_duels_are_left_out_alone(tmp_path):
    """Wrong cells and broken records, each told with its row; the others are rated."""
    rated = bz.rate(write(tmp_path, DUELS), "elo", skip_refused=True)
    assert warnings(rated)[:3] == [
        "row 3, column player_2: left out: both sides are 'Ann'",
        "row 4, column result: left out: 'won' is not a result",
        "row 6: left out: 2 cells",
    ]
    assert len(rated.history()) == 4
    assert not [one for one in warnings(rated) if "blank" in one]


def test_of_entries_the_whole_game_goes(tmp_path):
    """A game of three is not rated as one of two."""
    results = bz.read(write(tmp_path, ENTRIES), skip_refused=True)
    assert len(results) == 2
    assert results.to_frame()["game"].unique().sort().to_list() == ["1", "3"]


def test_of_standings_the_whole_event_goes(tmp_path):
    """An event of which one line is wrong is not rated without that player."""
    assert bz.read(write(tmp_path, STANDINGS), skip_refused=True).events == ["E"]


def test_what_the_system_refuses_too(tmp_path):
    """Discs that do not add up are left out like cells that are none."""
    text = "player_1,player_2,score_1,score_2,event\nAnn,Bo,34,31,E\nAnn,Bo,34,30,E\n"
    rated = bz.rate(write(tmp_path, text), "othello-sweden", skip_refused=True)
    assert warnings(rated)[0] == "row 2, column score_1: left out: 34-31 adds up to 65"
    assert len(rated.history()) == 2


@pytest.mark.parametrize(
    "text",
    [
        "player_1,player_2,result\nAnn,Ann,1-0\n",
        "player_1,note\nAnn,Bo\n",
        "game,player,place\n1,Ann,1\n1,Bo\n",
        "player_1,player_2,result,date\nA,B,1-0,05/06/2024\n",
    ],
)
def test_what_is_refused_all_the_same(tmp_path, text):
    """Nothing is left, the table is none, a game may lack a player, or all rows are at fault."""
    with pytest.raises(bz.ResultsRefused):
        bz.read(write(tmp_path, text), skip_refused=True)


def test_a_frame_too():
    """Rows of a frame are left out as those of a file."""
    rows = [{"player_1": "A", "player_2": two, "result": "1-0"} for two in ("B", "A")]
    assert len(bz.read(rows, skip_refused=True)) == 1


def test_strict_refuses_what_would_be_a_warning(tmp_path):
    """Of reading and of rating; a file without any is read."""
    path = write(tmp_path, "White,Black,result\nAnn,Bo,1-0\n")
    for ask in (lambda: bz.read(path, strict=True), lambda: bz.rate(path, "elo", strict=True)):
        with pytest.raises(bz.ResultsRefused, match="columns are read by what they mean"):
            ask()
    path = write(tmp_path, "player_1,player_2,result\nAnn,Bo,1-0\n")
    assert len(bz.rate(path, "elo", strict=True)) == 2


def test_more_rows_than_are_named(tmp_path):
    """Of very many refused rows all are left out, though not each is named at once."""
    text = "player_1,player_2,result\n" + "A,A,1-0\n" * 450 + "A,B,1-0\n"
    results = bz.read(write(tmp_path, text), skip_refused=True)
    assert (len(results), len(results.warnings)) == (1, 450)
