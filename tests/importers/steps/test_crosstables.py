"""Crosstables in each house style: read, and checked for symmetry, colours and totals."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import banzuke as bz
from banzuke.importers import read_file
from banzuke.importers.steps.cell_styles import STYLES, half_of, styles_that_fit
from banzuke.importers.steps.half_games import Half
from banzuke.importers.steps.pairing import JIGO, LOST, NOT_TOLD, WON
from banzuke.model.errors import ParameterRefused, ResultsRefused, UnknownName
from banzuke.model.importer import Reading, ReadOptions

CHESS_RESULTS = """\
Spring Cup;;;;;;;
No.;Name;Rtg;FED;1.Rd;2.Rd;3.Rd;Pts.
1;Ann;2000;GER;2w1;3b½;-1;2,5
2;Bo;0;SWE;1b0;4w1;3w+;2
3;Cy;1500;SWE;4b0;1w½;2b-;0.5
4;Di;;SWE;3w1;2b0;*;1
"""
US_CHESS = """\
---------------------------------------------------------
 Pair | Player Name                     |Total|Round|Round|
 Num  | USCF ID / Rtg (Pre->Post)       | Pts |  1  |  2  |
---------------------------------------------------------
    1 | ANN BERG                        |2.0  |W   3|W   2|
   ON | 15445895 / R: 1794   ->1817     |N:2  |W    |B    |
---------------------------------------------------------
    2 | BO COLE                         |1.0  |B    |L   1|
   MI | 14598900 / R: 1553   ->1663     |N:2  |     |W    |
---------------------------------------------------------
    3 | CY DEE                          |0.5  |L   1|H    |
   MI | 14959604 / R: Unrated->1640     |N:2  |B    |     |
---------------------------------------------------------
"""


def read(folder: Path, text: str, name: str = "cup.csv", **options: str) -> Reading:
    """What is read of a file with this text, by whoever knows it."""
    path = folder / name
    path.write_text(text, "utf-8")
    return read_file(path, ReadOptions(**options))


def refusal(folder: Path, text: str, **options: str) -> list[str]:
    """Every problem of a refused file, without its name."""
    with pytest.raises(ResultsRefused) as refused:
        read(folder, text, **options)
    return [str(problem).removeprefix("cup.csv, ") for problem in refused.value.problems]


def games(reading: Reading) -> list[tuple[object, ...]]:
    """Each game: players, result, round, status."""
    return reading.frame.select("player_1", "player_2", "result", "round", "status").rows()


def test_chess_results(tmp_path):
    """White is the first player; byes, forfeits, ratings, the title above and rows are kept."""
    reading = read(tmp_path, CHESS_RESULTS)
    assert games(reading) == [
        ("Ann", "Bo", "1-0", "1", "played"),
        ("Cy", "Ann", "1/2-1/2", "2", "played"),
        ("Ann", None, None, "3", "bye"),
        ("Bo", "Di", "1-0", "2", "played"),
        ("Bo", "Cy", "1-0", "3", "forfeit"),
        ("Di", "Cy", "1-0", "1", "played"),
    ]
    assert reading.rows.to_list() == [3, 3, 3, 4, 4, 5]
    assert reading.players.to_dict(as_series=False) == {
        "player": ["Ann", "Bo", "Cy", "Di"],
        "rating": [2000.0, None, 1500.0, None],
        "nation": ["GER", "SWE", "SWE", "SWE"],
    }
    assert reading.frame["event"].unique().to_list() == ["Spring Cup"]
    told = " ".join(map(str, reading.warnings))
    assert "cells of Chess-Results and Swiss-Manager" in told
    assert "printed" not in told


def test_what_names_the_event(tmp_path):
    """The first text above the table that is no address of a page."""
    head = "From Chess-Results http://chess-results.com;;;;;;;\n"
    reading = read(tmp_path, head + CHESS_RESULTS)
    assert reading.frame["event"][0] == "Spring Cup"


def test_us_chess(tmp_path):
    """Two lines a player: colours, number and rating before stand in the second."""
    reading = read(tmp_path, US_CHESS)
    assert games(reading) == [
        ("ANN BERG", "CY DEE", "1-0", "1", "played"),
        ("BO COLE", "ANN BERG", "0-1", "2", "played"),
        ("BO COLE", None, None, "1", "bye"),
    ]
    assert reading.players.rows() == [
        ("ANN BERG", "15445895", 1794.0),
        ("BO COLE", "14598900", 1553.0),
        ("CY DEE", "14959604", None),
    ]


def test_a_bye_is_no_line_of_colours(tmp_path):
    """A player whose only cell is B, for a bye, stays a player."""
    text = "Pair;Name;Round 1\n1;ANN;W 2\n;x;W\n2;BO;L 1\n;x;B\n3;CY;B\n"
    reading = read(tmp_path, text)
    assert games(reading) == [("ANN", "BO", "1-0", "1", "played"), ("CY", None, None, "1", "bye")]


def test_go(tmp_path):
    """Handicap stones go to Black, who is the second player."""
    reading = read(
        tmp_path, "Pl;Name;Rk;1;2\n1;Ann;3d;2+/w3;3+!/b\n2;Bo;1k;1-/b3;0+\n3;Cy;2k;0-;1-!/w\n"
    )
    assert reading.frame.select("player_1", "handicap_2", "status").rows() == [
        ("Ann", 3.0, "played"),
        ("Cy", None, "forfeit"),
        ("Bo", None, "bye"),
    ]
    assert reading.players["rank"].to_list() == ["3d", "1k", "2k"]


@pytest.mark.parametrize(
    ("style", "cells"),
    [
        ("trf", ["2 w 1", "1 b 0"]),
        ("uscf", ["W 2", "L1"]),
        ("signs", ["+2w", "-1b"]),
        ("egd", ["2+/w", "1-/b"]),
        ("chess-results", ["2w1", "1b0"]),
        ("chess-results", ["2w1", "1s0"]),
        ("chess-results", ["2v1", "1s0"]),
    ],
)
def test_each_style_is_recognised(tmp_path, style, cells):
    """By its cells, whatever language names the colours; declaring it gives the same."""
    one, two = cells
    text = f"Nr;Name;R1;R2\n1;Ann;{one};\n2;Bo;{two};\n"
    told = read(tmp_path, text, cells=style)
    found = read(tmp_path, text)
    assert found.frame.equals(told.frame)
    assert found.frame.select("player_1", "player_2", "result").rows() == [("Ann", "Bo", "1-0")]


@pytest.mark.parametrize(
    ("pattern", "cells"),
    [
        ("{opponent}:{result}", ["2:1", "1:0"]),
        ("{result} ({opponent}{colour})", ["W (2w)", "L (1b)"]),
        ("{colour}{opponent} {result}", ["w2 +", "s1 -"]),
        ("#{opponent} {result}", ["# 2 1", "#1 0"]),
    ],
)
def test_a_pattern_of_cells_is_declared(tmp_path, pattern, cells):
    """A house style that is not known is told by what stands where."""
    text = f"Nr;Name;R1;R2\n1;Ann;{cells[0]};\n2;Bo;{cells[1]};\n"
    found = read(tmp_path, text, cells=pattern)
    assert found.frame.select("player_1", "player_2", "result").rows() == [("Ann", "Bo", "1-0")]


@pytest.mark.parametrize(
    "pattern", ["{opponent}", "{opponent}{opponent}{result}", "{rival}{result}"]
)
def test_a_pattern_that_tells_too_little(tmp_path, pattern):
    """Needs an opponent and a result, each field once, and no other field."""
    with pytest.raises(ParameterRefused, match="at most once"):
        read(tmp_path, CHESS_RESULTS, cells=pattern)


def test_numbers_are_those_by_which_games_agree(tmp_path):
    """Cells that name start numbers, in a table in the order of places, are read by these."""
    text = "Rk;SNo;Name;Rd1\n1;4;Ann;7+\n2;7;Bo;4-\n3;2;Cy;9=\n4;9;Di;2=\n"
    assert sorted(games(read(tmp_path, text))) == [
        ("Ann", "Bo", "1-0", "1", "played"),
        ("Cy", "Di", "1/2-1/2", "1", "played"),
    ]


def test_everything_wrong_is_told_at_once(tmp_path):
    """Results, colours, opponents, names and cells, each with row and round."""
    text = (
        "Pl;Name;1;2;3\n1;Ann;2+/b;3+/w;4=\n2;Bo;1+/w;4-;5+\n3;Cy;0-;1-/w;\n"
        "4;Cy;0-;2+;9-\n5;Ed;;;xx\n"
    )
    assert [message.split(" (")[0] for message in refusal(tmp_path, text)] == [
        "row 2, column round 1: won here, but the line of 'Bo'",
        "row 2, column round 2: white here, but the line of 'Cy'",
        "row 5, column player: 'Cy' is there twice, first in row 4",
        "row 5, column round 3: opponent 9 is no line of the table",
        "row 6, column round 3: 'xx' is no game",
    ]


def test_numbers_without_a_line(tmp_path):
    """Who left the tournament has no line: games against that number, and oneself, are told."""
    text = "Pl;Name;1;2\n1;Ann;2+;3+\n3;Cy;3-;1-\n"
    assert [message.split(" (")[0] for message in refusal(tmp_path, text)] == [
        "row 2, column round 1: opponent 2 is no line of the table",
        "row 3, column round 1: opponent 3 is this player",
    ]


def test_a_column_of_names_by_another_name(tmp_path):
    """That with most different words is taken, and told."""
    reading = read(tmp_path, "Pl;Wer;R1\n1;Ann;2+\n2;Bo;1-\n")
    assert games(reading) == [("Ann", "Bo", "1-0", "1", "played")]
    told = " ".join(map(str, reading.warnings))
    assert "row 1: no column is called name: 'Wer' is taken" in told


def test_numbers_of_members(tmp_path):
    """Cells may name members by whatever numbers they have."""
    text = "ID;Name;1\n5000001;Ann;7000002+\n7000002;Bo;5000001-\n"
    assert games(read(tmp_path, text.replace(";1\n", ";R1\n", 1))) == [
        ("Ann", "Bo", "1-0", "1", "played")
    ]


def test_one_wrong_game_leaves_the_others(tmp_path):
    """What was refused holds every other game and every player."""
    text = "Pl;Name;1;2\n1;Ann;2+;3+\n2;Bo;1+;\n3;Cy;;1-\n"
    with pytest.raises(ResultsRefused) as refused:
        read(tmp_path, text)
    assert games(refused.value.partial) == [("Ann", "Cy", "1-0", "2", "played")]
    assert len(refused.value.partial.players) == 3


def test_printed_totals_are_compared(tmp_path):
    """A total that is another is a warning; a column of which most are others is something else."""
    text = CHESS_RESULTS.replace("4;Di;;SWE;3w1;2b0;*;1", "4;Di;;SWE;3w1;2b0;*;1½")
    told = [str(warning) for warning in read(tmp_path, text).warnings]
    assert "cup.csv, row 6, column Pts.: 1.5 is printed, but the results add up to 1" in told
    text = "Pl;Name;1;2;Score\n1;Ann;2+;3+;32\n2;Bo;1-;;31\n3;Cy;;1-;30\n"
    told = str(read(tmp_path, text).warnings)
    assert "printed" not in told
    assert "most lines have another number here than the sum" in told


def test_two_styles_are_asked_for(tmp_path):
    """A style that there is not is refused with the ones there are."""
    with pytest.raises(UnknownName, match="did you mean uscf"):
        read(tmp_path, CHESS_RESULTS, cells="usc")


def test_notes_and_lines_without_a_name(tmp_path):
    """What stands below is told; a player without a game stays a player."""
    reading = read(tmp_path, "Pl;Name;1;2\n1;Ann;2+;\n2;Bo;1-;\n3;Cy;;\n;Judge: Dee;;\n")
    assert reading.players["player"].to_list() == ["Ann", "Bo", "Cy"]
    assert "left aside" in str(reading.warnings)


def test_a_line_that_spreadsheets_write_for_themselves(tmp_path):
    """``sep=;`` is neither a row nor the name of the event; a free round is no game."""
    reading = read(tmp_path, "sep=;\nNo;Name;1;2\n1;Ann;2w1;spielfrei\n2;Bo;1s0;\n")
    assert games(reading) == [("Ann", "Bo", "1-0", "1", "played")]
    assert reading.frame["event"][0] == "cup"
    assert reading.rows.to_list() == [2]


def test_a_crosstable_is_rated(tmp_path):
    """From the file's own ratings, where no players file is given."""
    path = tmp_path / "cup.csv"
    path.write_text(CHESS_RESULTS, "utf-8")
    rated = bz.rate(path, "elo")
    assert rated.history("Ann")["before"].to_list()[0] == 2000.0


@pytest.mark.parametrize(
    ("cell", "half"),
    [
        ("12w1", Half(12, WON, "w")),
        ("5b½", Half(5, JIGO, "b")),
        ("3w-", Half(3, LOST, "w", -1, True)),
        ("-1", Half(0, WON, unplayed=True)),
        ("-½", Half(0, JIGO, unplayed=True)),
        ("*", Half(0, NOT_TOLD)),
        ("12w2", None),
        ("w1", None),
    ],
)
def test_cells_of_chess_results(cell, half):
    """What a cell tells, and which are none."""
    assert half_of(STYLES[0], cell, {"w": "w", "b": "b"}) == half


def test_cells_of_no_style():
    """Results alone name no opponent, so that no style fits."""
    assert styles_that_fit(["1", "½", "0", ""]) == []


@st.composite
def tournaments(draw: st.DrawFn) -> list[list[tuple[int, str, str]]]:
    """Rounds of pairings: of each player the opponent (0 none), the colour and the result."""
    count = draw(st.integers(2, 8))
    lines: list[list[tuple[int, str, str]]] = [[] for _ in range(count)]
    for _ in range(draw(st.integers(2, 4))):
        order = draw(st.permutations(range(count)))
        for one, two in zip(order[::2], order[1::2], strict=False):
            result = draw(st.sampled_from(["10", "01", "½½"]))
            lines[one].append((two + 1, "w", result[0]))
            lines[two].append((one + 1, "b", result[1]))
        if count % 2:
            lines[order[-1]].append((0, "", "1"))
    return lines


WRITTEN = {
    "chess-results": lambda n, c, r: f"{n}{c}{r}" if n else "-1",
    "trf": lambda n, c, r: f"{n} {c} {r.replace('½', '=')}" if n else "0000 - U",
    "egd": lambda n, c, r: f"{n}{dict(zip('1½0', '+=-', strict=True))[r]}/{c}" if n else "0+",
    "uscf": lambda n, c, r: f"{dict(zip('1½0', 'WDL', strict=True))[r]} {n}" if n else "B",
}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=tournaments(), style=st.sampled_from(sorted(WRITTEN)))
def test_whatever_was_played_is_read(tmp_path, lines, style):
    """Each game of a tournament once, whoever wrote it, and nobody lost."""
    head = ["No", "Name", *(f"Rd{number + 1}" for number in range(len(lines[0])))]
    rows = [
        [str(number), f"P{chr(64 + number)}", *(WRITTEN[style](*cell) for cell in line)]
        for number, line in enumerate(lines, 1)
    ]
    reading = read(tmp_path, "\n".join("\t".join(row) for row in [head, *rows]), "cup.tsv")
    played = reading.frame.filter(reading.frame["player_2"].is_not_null())
    assert len(played) == sum(cell[0] > 0 for line in lines for cell in line) // 2
    assert len(reading.frame) - len(played) == sum(cell[0] == 0 for line in lines for cell in line)
    points = {row[1]: 0.0 for row in rows}
    for one, two, result in played.select("player_1", "player_2", "result").iter_rows():
        scored = {"1-0": 1.0, "0-1": 0.0}.get(result, 0.5)
        points[one] += scored
        points[two] += 1 - scored
    for line, row in zip(lines, rows, strict=True):
        told = sum({"1": 1.0, "½": 0.5}.get(cell[2], 0.0) for cell in line if cell[0])
        assert points[row[1]] == told
