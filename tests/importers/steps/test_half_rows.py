"""Tables of a player and an opponent a row."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import banzuke as bz
from banzuke.importers import read_file
from banzuke.model.errors import ResultsRefused
from banzuke.model.importer import Reading


def read(folder: Path, *lines: str) -> Reading:
    """What is read of a file of these lines."""
    path = folder / "t.csv"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return read_file(path)


def refusal(folder: Path, *lines: str) -> list[str]:
    """Every problem of a refused file, without its name and the hint."""
    with pytest.raises(ResultsRefused) as refused:
        read(folder, *lines)
    return [str(one).removeprefix("t.csv, ").split(" (")[0] for one in refused.value.problems]


def test_each_game_once(tmp_path):
    """The second row of a game is no second game; byes and games of one row stay."""
    reading = read(
        tmp_path,
        "Player,Round,Opponent,Result",
        "Ann,1,Bo,W",
        "Bo,1,Ann,L",
        "Cy,1,,",
        "Ann,2,Cy,draw",
        "Bo,2,Di,lost",
        "Cy,2,Ann,½",
    )
    columns = ("player_1", "player_2", "round", "result")
    assert reading.frame.select(columns).rows() == [
        ("Ann", "Bo", "1", "1-0"),
        ("Cy", None, "1", None),
        ("Ann", "Cy", "2", "1/2-1/2"),
        ("Bo", "Di", "2", "0-1"),
    ]
    assert reading.rows.to_list() == [2, 4, 5, 6]
    told = [str(warning) for warning in reading.warnings]
    assert (
        "t.csv: each row is a player and the opponent in Opponent: 2 games stand in two rows, "
        "read once"
    ) in told
    assert "t.csv: 1 game stands in one row only (the row of the opponent, too)" in told
    assert len(bz.read(tmp_path / "t.csv")) == 4


def test_the_opponents_score_stands_in_the_other_row(tmp_path):
    """Where each row has only what its player scored; or in a column of its own."""
    lines = ["game,player,gegner,tore", "1,Ann,Bo,3", "1,Bo,Ann,1", "2,Ann,Bo,0", "2,Bo,Ann,0"]
    reading = read(tmp_path, *[line.replace("tore", "score") for line in lines])
    scores = ("score_1", "score_2")
    assert reading.frame.select(scores).rows() == [(3.0, 1.0), (0.0, 0.0)]
    path = tmp_path / "t.csv"
    read(tmp_path, "player,opponent,score,opponent score", "Ann,Bo,3,1", "Bo,Ann,1,3")
    assert bz.read(path).entries.score.tolist() == [3.0, 1.0]


def test_points_alone_are_results(tmp_path):
    """1, ½ and 0 of the player."""
    reading = read(tmp_path, "player,opponent,score", "Ann,Bo,1", "Bo,Cy,0.5", "Cy,Bo,0.5")
    assert reading.frame["result"].to_list() == ["1-0", "1/2-1/2"]


def test_rows_that_contradict_each_other(tmp_path):
    """Results and scores, each with the rows of both."""
    assert refusal(tmp_path, "player,opponent,result", "Ann,Bo,W", "Bo,Ann,W") == [
        "row 2, column result: 1-0 here, but row 3 says 1-0, seen from the other side"
    ]
    lines = ("player,opponent,score,against", "Ann,Bo,3,1", "Bo,Ann,2,3")
    assert refusal(tmp_path, *lines) == [
        "row 2, column score: 3-1 here, but row 3 says 2-3, seen from the other side"
    ]


def test_two_games_of_one_pair(tmp_path):
    """Rows of one pair, round and event are taken for each other in their order."""
    lines = ["Ann,Bo,W", "Ann,Bo,L", "Bo,Ann,L", "Bo,Ann,W"]
    reading = read(tmp_path, "player,opponent,result", *lines)
    assert reading.frame["result"].to_list() == ["1-0", "0-1"]


def test_other_tables_stay(tmp_path):
    """A column opponent beside both players, or without a player, is a note."""
    reading = read(tmp_path, "player_1,player_2,result,opponent", "Ann,Bo,1-0,x")
    assert reading.frame.columns == ["player_1", "player_2", "result", "opponent"]
    assert "player_1" not in read(tmp_path, "club,opponent", "A,B").frame.columns


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(
            st.sampled_from("ABCD"), st.sampled_from("EFGH"), st.sampled_from("WDL"), st.booleans()
        ),
        max_size=8,
    )
)
def test_as_many_games_as_were_played(tmp_path, games):
    """Each game once, whether it stands in one row or in two, in any order of the players."""
    lines = ["game,player,opponent,result"]
    for number, (one, two, result, both) in enumerate(games):
        lines.append(f"{number},{one},{two},{result}")
        if both:
            lines.append(f"{number},{two},{one},{dict(zip('WDL', 'LDW', strict=True))[result]}")
    reading = read(tmp_path, *lines, "x,Y,Z,W")
    assert reading.frame["game"].to_list() == [*map(str, range(len(games))), "x"]
