"""Results files of the World Othello Federation: what is read, checked and refused."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import banzuke as bz
from banzuke.importers import recognise_file
from banzuke.importers.othello_elo import IMPORTER
from banzuke.model.errors import BanzukeError, ResultsRefused
from banzuke.model.importer import Reading, ReadOptions

FILE = """\
%%Tournament: Quay Open
%%Country: Sweden
%%Date: 30/05/2026
%%Sender: Nobody

%        ID, NAME, Firstname, COUNTRY, score, disc-count
%_%    3752, BERG, Ada, SWE,  2, 106
%_% +  1024, DE VRIES, Bo, NED,  1, 60
%_%    0179, LIND, Cy, DEN,  1, 30
%_%     180, MOE, Dag, NOR,  0.5, 28

%Round: 1

  3752 (42)>(22)   1024 B
   179 (30)>(28)    180 W

%Round: 2

  3752 (64>00)    179
%Finals
   180 (32)=(32) 1024
"""


def read(folder: Path, content: str, name: str = "20260530_QUAY.ELO") -> Reading:
    """What the importer makes of a file with this content."""
    path = folder / name
    path.write_text(content, encoding="utf-8")
    return IMPORTER.read(path, ReadOptions())


def refusal(folder: Path, content: str) -> list[str]:
    """What is wrong with a refused file, with row and column."""
    with pytest.raises(ResultsRefused) as refused:
        read(folder, content)
    return [
        f"{one.row} {one.column}: {one.what}".replace(" :", ":") for one in refused.value.problems
    ]


def warnings(folder: Path, content: str, name: str = "20260530_QUAY.ELO") -> list[str]:
    """What is odd about a file."""
    return [f"{one.row}: {one.what}" for one in read(folder, content, name).warnings]


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    """Numbers, discs, colours and rounds of the games; names and nations of the players."""
    reading = read(tmp_path, FILE)
    assert reading.warnings == ()
    assert reading.frame.select(
        "round", "player_1", "player_2", "score_1", "score_2", "advantage"
    ).rows() == [
        ("1", "3752", "1024", 42.0, 22.0, "1"),
        ("1", "179", "180", 30.0, 28.0, "2"),
        ("2", "3752", "179", 64.0, 0.0, None),
        ("Finals", "180", "1024", 32.0, 32.0, None),
    ]
    facts = reading.frame.select("event", "date", "event_end").row(0)
    assert facts == ("Quay Open", date(2026, 5, 30), date(2026, 5, 30))
    assert reading.players is not None
    assert reading.players.select("player", "name", "sort_name", "nation").row(1) == (
        "1024",
        "Bo DE VRIES",
        "DE VRIES",
        "NED",
    )
    assert reading.rows is not None
    assert reading.rows.to_list() == [14, 15, 19, 21]


def test_a_file_is_rated_with_nothing_else(tmp_path: Path) -> None:
    """By the table of a federation, with the names in the list."""
    read(tmp_path, FILE)
    path = tmp_path / "20260530_QUAY.ELO"
    assert recognise_file(path).key == "othello-elo"
    ratings = bz.rate(path, "othello-denmark")
    shown = dict(ratings.to_frame().select("player", "rating").iter_rows())
    # Of equals: 14 for 20 discs, 23 for 64, 12 for 36 (with the empty squares) against 28.
    assert shown == {"3752": 1037, "179": 989, "180": 988, "1024": 986}
    assert ratings.warnings == ()


def test_a_head_above_the_games_says_that_black_stands_first(tmp_path: Path) -> None:
    """A file may say it once, and give two days and no discs."""
    content = "%%Tournament: T\n%%Date: 30/05/2026 - 31/05/2026\n%B      %W\n 1 < 2\n"
    reading = read(tmp_path, content)
    assert reading.frame.select("score_1", "result", "advantage", "event_end").row(0) == (
        None,
        "0-1",
        "1",
        date(2026, 5, 31),
    )


def test_points_of_the_list_must_follow_from_the_games(tmp_path: Path) -> None:
    """But a round without a game may have been a bye; players without a line are told."""
    assert warnings(tmp_path, FILE.replace("SWE,  2,", "SWE,  3,")) == [
        "7: 3 points in the list, but 2 by the games"
    ]
    # Of two rounds Bo and Dag played one.
    assert warnings(tmp_path, FILE.replace("NED,  1,", "NED,  1.5,")) == [
        "8: 1.5 points in the list, but 0.5 by the games"
    ]
    without = "\n".join(line for line in FILE.splitlines() if "MOE" not in line)
    assert warnings(tmp_path, without) == ["14: player 180 is not in the list of players"]


def test_what_is_odd_is_told(tmp_path: Path) -> None:
    """A win with as many discs, another day in the file's name, no tournament."""
    content = FILE.replace("(32)=(32)", "(32)>(32)").replace("Quay Open", "")
    content = content.replace("NOR,  0.5", "NOR,  1").replace("NED,  1", "NED,  0")
    assert warnings(tmp_path, content, "20260531_QUAY.ELO") == [
        "None: the file names no tournament: called '20260531_QUAY', as the file is",
        "None: the file's name says 2026-05-31, its date 2026-05-30",
        "21: 32>32: a win with as many discs is read as a draw",
    ]


def test_broken_games_are_told_at_once(tmp_path: Path) -> None:
    """Lines that are none, signs against the discs, one player's discs."""
    content = FILE.replace("(42)>(22)", "(42)<(22)").replace("(30)>(28)", "(30)>")
    content = content.replace("180 (32)=(32)", "180 32:32")
    assert refusal(tmp_path, content) == [
        "14: < stands between 42 and 22 discs",
        "15: the discs of one player only",
        "21: no game: '180 32:32 1024'",
    ]


def test_broken_heads_and_rounds_are_told_at_once(tmp_path: Path) -> None:
    """Days that are none or end too early, a player listed twice, two games in a round."""
    content = FILE.replace("30/05/2026", "31/06/2026").replace("0179,", "3752,")
    content = content.replace("(64>00)    179", "(64>00)    179\n 179 (40)>(24) 180")
    assert refusal(tmp_path, content) == [
        "3 %%Date: '31/06/2026' is no day",
        "9 player: player 3752 is there twice, first in row 7",
        "20: player 179 plays twice in round 2, first in row 19",
    ]
    early = FILE.replace("30/05/2026", "30/05/2026 - 29/05/2026")
    assert refusal(tmp_path, early) == [
        "3 %%Date: the last day, 2026-05-29, is before the first, 2026-05-30"
    ]


def test_a_file_without_games_is_refused(tmp_path: Path) -> None:
    """A head alone is no file of results."""
    assert refusal(tmp_path, FILE[: FILE.index("%Round")]) == [
        "None: there is no game in this file"
    ]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_nearly_right_files_are_read_or_refused(tmp_path: Path, data: st.DataObject) -> None:
    """A file with some letters changed is read, or refused with our errors."""
    text = list(FILE)
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(text) - 1))
        text[at] = data.draw(st.sampled_from(["", "\n", " ", "9", "%", ">", "(", ",", ":", "é"]))
    path = tmp_path / "near.ELO"
    path.write_text("".join(text), encoding="utf-8")
    try:
        reading = IMPORTER.read(path, ReadOptions())
        bz.read(path, importer="othello-elo")
    except BanzukeError as refused:
        assert str(refused)  # noqa: PT017  # either outcome is right
    else:
        assert reading.rows is not None
        assert len(reading.rows) == len(reading.frame)
