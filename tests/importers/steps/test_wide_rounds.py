"""Wide tables: the columns of a round again and again in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from banzuke.importers import read_file
from banzuke.importers.steps.wide_rounds import blocks_of
from banzuke.model.errors import ResultsRefused
from banzuke.model.importer import Reading, ReadOptions

DIXIE = """\
first,last,round,game,power,score,round,game,power,score,total
A,Berg,1,A1,England,10,2,B1,France,5,15
B,Cole,1,A1,France,3,,,,,4
C,Dee,1,A1,Italy,3,2,B1,Turkey,7,10
"""


def read(folder: Path, text: str) -> Reading:
    """What is read of a file with this text."""
    path = folder / "cup.csv"
    path.write_text(text, "utf-8")
    return read_file(path, ReadOptions())


def test_a_game_of_each_round(tmp_path):
    """Each is a row, with the file's row; a total that is another is told."""
    reading = read(tmp_path, DIXIE)
    assert reading.frame.select("player", "round", "game", "role", "score").rows() == [
        ("A Berg", "1", "A1", "England", 10.0),
        ("A Berg", "2", "B1", "France", 5.0),
        ("B Cole", "1", "A1", "France", 3.0),
        ("C Dee", "1", "A1", "Italy", 3.0),
        ("C Dee", "2", "B1", "Turkey", 7.0),
    ]
    assert reading.rows.to_list() == [2, 2, 3, 4, 4]
    told = [str(warning) for warning in reading.warnings]
    assert "cup.csv, row 3, column total: 4 is printed, but the scores add up to 3" in told


def test_numbers_in_the_names(tmp_path):
    """The round is the number in the names where no column holds it."""
    header = "player,event,Round 1 game,Round 1 score,Round 2 game,Round 2 score"
    text = f"{header}\nA,E,x,1,y,2\nB,E,x,3,y,0\n"
    reading = read(tmp_path, text)
    assert reading.frame.select("player", "event", "round", "game", "score").rows() == [
        ("A", "E", "1", "x", 1.0),
        ("A", "E", "2", "y", 2.0),
        ("B", "E", "1", "x", 3.0),
        ("B", "E", "2", "y", 0.0),
    ]


def test_opponents_in_columns_of_their_own(tmp_path):
    """Opponent, colour and result in three columns a round are a crosstable's cell."""
    header = "No;Name;Opp 1;Col 1;Res 1;Opp 2;Col 2;Res 2"
    text = f"{header}\n1;A;2;w;1;3;b;½\n2;B;1;b;0;;;\n3;C;;;;1;w;0.5\n"
    reading = read(tmp_path, text)
    assert reading.frame.select("player_1", "player_2", "result", "round").rows() == [
        ("A", "B", "1-0", "1"),
        ("C", "A", "1/2-1/2", "2"),
    ]


@pytest.mark.parametrize(
    "header",
    ["player_1,player_2,score_1,score_2", "round,game,score,game,round,score", "game,player,score"],
)
def test_what_is_no_wide_table(header):
    """The two sides of a duel, and columns in an order of their own, are no rounds."""
    blocks = blocks_of(header.split(","))
    assert blocks is None or "game" not in blocks.rounds[0]


def test_no_game_at_all(tmp_path):
    """Lines without a game are refused."""
    with pytest.raises(ResultsRefused, match="no line has a game"):
        read(tmp_path, DIXIE.splitlines()[0] + "\nA,Berg,1,,,,2,,,,\n")
