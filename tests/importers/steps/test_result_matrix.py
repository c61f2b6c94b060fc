"""Matrices of results: points, scores, sets, and games at home."""

from __future__ import annotations

from pathlib import Path

import pytest

from banzuke.importers import read_file
from banzuke.model.errors import ResultsRefused
from banzuke.model.importer import Reading, ReadOptions


def read(folder: Path, text: str, **options: str) -> Reading:
    """What is read of a file with this text."""
    path = folder / "cup.csv"
    path.write_text(text, "utf-8")
    return read_file(path, ReadOptions(**options))


def test_points(tmp_path):
    """A game a pair, once; who has not played has none; totals are compared."""
    reading = read(
        tmp_path,
        "#;Player;1;2;3;4;Pts\n1;Ann;*;1;½;;1½\n2;Bo;0;*;1;;2\n3;Cy;½;0;*;;½\n4;Di;;;;*;\n",
    )
    assert reading.frame.select("player_1", "player_2", "result").rows() == [
        ("Ann", "Bo", "1-0"),
        ("Ann", "Cy", "1/2-1/2"),
        ("Bo", "Cy", "1-0"),
    ]
    assert reading.players["player"].to_list() == ["Ann", "Bo", "Cy", "Di"]
    told = [str(warning) for warning in reading.warnings]
    assert "cup.csv, row 3, column Pts: 2 is printed, but the results add up to 1" in told


def test_games_won_without_play(tmp_path):
    """A + is a forfeit, whether the other cell is a - or empty."""
    reading = read(tmp_path, "#;Player;1;2;3\n1;Ann;*;+;1\n2;Bo;-;*;\n3;Cy;0;+;*\n")
    assert reading.frame.select("player_1", "player_2", "result").rows() == [
        ("Ann", "Bo", "+-"),
        ("Ann", "Cy", "1-0"),
        ("Bo", "Cy", "-+"),
    ]


def test_a_minus_as_it_is_printed(tmp_path):
    """A minus sign that is no hyphen says the same."""
    reading = read(tmp_path, "#;Player;1;2;3\n1;Ann;*;+;1\n2;Bo;−;*;\n3;Cy;0;+;*\n")
    assert reading.frame.select("player_1", "player_2", "result").rows() == [
        ("Ann", "Bo", "+-"),
        ("Ann", "Cy", "1-0"),
        ("Bo", "Cy", "-+"),
    ]


def test_scores_and_sets(tmp_path):
    """Cells that mirror each other are one game; a half that is filled is enough."""
    text = ";Ann;Bo;Cy\nAnn;;3-1;11-8,9-11,11-5\nBo;1-3;;\nCy;1:2;3:0;\n"
    reading = read(tmp_path, text)
    assert reading.frame.select("player_1", "player_2", "score_1", "score_2").rows() == [
        ("Ann", "Bo", 3.0, 1.0),
        ("Ann", "Cy", 2.0, 1.0),
        ("Bo", "Cy", 0.0, 3.0),
    ]


def test_at_home(tmp_path):
    """Scores that do not mirror each other are two games, with the line at home."""
    text = "Home \\ Away;ARS;CHE;LIV\nArsenal;;3-1;2-1\nChelsea;2-2;;0:3\nLiverpool;1:3;1:0;\n"
    reading = read(tmp_path, text)
    assert reading.frame.select("player_1", "player_2", "score_1", "score_2").rows()[:2] == [
        ("Arsenal", "Chelsea", 3.0, 1.0),
        ("Chelsea", "Arsenal", 2.0, 2.0),
    ]
    assert len(reading.frame) == 6
    assert set(reading.frame["advantage"]) == {"1"}
    assert "with the player of the line at home" in str(reading.warnings[0])


def test_what_is_declared_goes_before(tmp_path):
    """As two games at home, cells that mirror each other are two games."""
    text = ";Ann;Bo;Cy\nAnn;;3-1;2-1\nBo;1-3;;0-3\nCy;1-2;3-0;\n"
    assert len(read(tmp_path, text).frame) == 3
    assert len(read(tmp_path, text, cells="home-away").frame) == 6


def test_what_is_wrong(tmp_path):
    """A pair whose cells differ and a cell that is none, each with row and column."""
    text = ";Ann;Bo;Cy;Di\nAnn;;1;0;1\nBo;1;;1;1\nCy;1;0;;2\nDi;0;0;;\n"
    with pytest.raises(ResultsRefused) as refused:
        read(tmp_path, text)
    assert [str(problem).split(" (")[0] for problem in refused.value.problems] == [
        "cup.csv, row 2, column Bo: '1' against 'Bo', but the line of 'Bo'",
        "cup.csv, row 4, column Di: '2' is no result",
    ]
    assert len(refused.value.partial.frame) == 4


@pytest.mark.parametrize(
    "text",
    [
        "player,1,2,3\nAnn,4,1,1\nBo,2,5,1\nCy,1,1,6\n",
        "event,player,place\nAnn,Bo,1\nAnn,Cy,2\n",
    ],
)
def test_what_is_no_matrix(tmp_path, text):
    """Results of everybody against himself, or other columns, are no matrix."""
    assert "matrix" not in str(read(tmp_path, text).warnings)


def test_rows_below(tmp_path):
    """What stands below the last player is told."""
    reading = read(tmp_path, "#;Player;1;2;3\n1;Ann;*;1;1\n2;Bo;0;*;1\n3;Cy;0;0;*\n;Judge;;;\n")
    assert "cup.csv, row 5: this row is below the matrix" in "".join(map(str, reading.warnings))


def test_columns_that_somebody_names_make_no_matrix(tmp_path):
    """Where a person maps columns, the table is one of those columns."""
    path = tmp_path / "cup.csv"
    path.write_text("one,1,2,3\nAnn,,1,1\nBo,0,,1\nCy,0,0,\n", "utf-8")
    reading = read_file(path, ReadOptions({"player": "one"}))
    assert reading.frame.columns == ["player", "1", "2", "3"]
