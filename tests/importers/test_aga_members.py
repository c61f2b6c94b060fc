"""Lists of members of the American Go Association: what is read and refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import banzuke as bz
from banzuke.importers import recognise_file
from banzuke.importers.aga_members import IMPORTER
from banzuke.model.errors import BanzukeError, ResultsRefused
from banzuke.model.importer import Reading, ReadOptions
from banzuke.model.players import validate_players

TABS = """\
Berg, Ada\t2122\tFull\t3.20\t7/2/2028\tQuay Go Club\tOR\t0.35\t8/1/2007
Lind, Bo\t1455\tLife\t-2.51\t\tnone\tOR\t0.42\t8/1/2007

New, Ann\t30001\tYouth\t\t7/2/2028\t\t\t\t8/1/2025
Never, Abe\t30002\tFull\t0.00000\t7/2/2028\tQUAY\tOR\t0.00000\t8/1/2025
"""
SPACES = """\
Berg, Ada                        2122 Full       3.2  7/2/2028 none OR
Lind, Bo                         1455 Full Life -2.5  7/2/2028 QUAY VA
New, Ann                        30001 Youth           7/2/2028
"""
REPORT = """\
TOURNEY Cup
start=5/30/2026
PLAYERS
2122 Berg, Ada 3d
1455 Lind, Bo 2k
GAMES
2122 1455 W 5 0
1455 2122 B 0 7
"""


def read(folder: Path, content: str) -> Reading:
    """What the importer makes of a file with this content."""
    path = folder / "TDListA.txt"
    path.write_text(content, encoding="utf-8")
    assert recognise_file(path).key == "aga-members"
    return IMPORTER.read(path, ReadOptions())


def test_a_list_with_tabs_is_read_whole(tmp_path: Path) -> None:
    """Numbers, names, chapters, ratings and sigmas; who was never rated has neither."""
    reading = read(tmp_path, TABS)
    columns = ("player", "name", "sort_name", "club", "rating", "deviation")
    assert reading.frame.select(columns).rows() == [
        ("2122", "Ada Berg", "Berg", "Quay Go Club", 3.2, 0.35),
        ("1455", "Bo Lind", "Lind", None, -2.51, 0.42),
        ("30001", "Ann New", "New", None, None, None),
        ("30002", "Abe Never", "Never", "QUAY", None, None),
    ]
    assert reading.rows is not None
    assert reading.rows.to_list() == [1, 2, 4, 5]


def test_a_list_with_spaces_is_read_whole(tmp_path: Path) -> None:
    """It has no sigma."""
    reading = read(tmp_path, SPACES)
    assert reading.frame.select("player", "name", "club", "rating", "deviation").rows() == [
        ("2122", "Ada Berg", None, 3.2, None),
        ("1455", "Bo Lind", "QUAY", -2.5, None),
        ("30001", "Ann New", None, None, None),
    ]


def test_a_list_gives_the_starting_ratings_of_a_report(tmp_path: Path) -> None:
    """Both know players by their numbers; what the list does not use is not warned of."""
    read(tmp_path, TABS)
    (tmp_path / "cup.txt").write_text(REPORT)
    ratings = bz.rate(tmp_path / "cup.txt", "aga-draft", tmp_path / "TDListA.txt")
    entries = reversed(ratings.history_frame().to_dicts())
    before = {row["player"]: row["before"] for row in entries}
    assert before == pytest.approx({"2122": 3.2, "1455": -2.51}, abs=1e-9)
    assert ratings.warnings == ()


def test_broken_lines_are_told_at_once(tmp_path: Path) -> None:
    """Lines that are no members, ratings that are no numbers, and who is there twice."""
    lines = TABS.replace("3.20", "high").replace("0.42", "?") + "Total: 4\n"
    with pytest.raises(ResultsRefused) as refused:
        IMPORTER.read(write(tmp_path, lines), ReadOptions())
    assert [(one.row, one.what) for one in refused.value.problems] == [
        (1, "'high' is no number"),
        (2, "'?' is no number"),
        (6, "no member: 'Total: 4'"),
    ]
    with pytest.raises(bz.PlayersRefused, match=r"row 5.*'1455' is there twice, first in row 2"):
        validate_players(read(tmp_path, TABS.replace("30002", "USA1455")))


def write(folder: Path, content: str) -> Path:
    """A file with this content."""
    path = folder / "list.txt"
    path.write_text(content, encoding="utf-8")
    return path


def test_a_list_of_nobody_is_refused(tmp_path: Path) -> None:
    """Blank lines are no list."""
    with pytest.raises(ResultsRefused, match="no member in this file"):
        IMPORTER.read(write(tmp_path, "\n\n"), ReadOptions())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_nearly_right_files_are_read_or_refused(tmp_path: Path, data: st.DataObject) -> None:
    """A list with some letters changed is read, or refused with our errors."""
    text = list(data.draw(st.sampled_from([TABS, SPACES])))
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(text) - 1))
        text[at] = data.draw(st.sampled_from(["", "\n", " ", "9", "\t", "-", "/", ".", "é"]))
    path = write(tmp_path, "".join(text))
    try:
        reading = IMPORTER.read(path, ReadOptions())
        validate_players(reading)
    except BanzukeError as refused:
        assert str(refused)  # noqa: PT017  # either outcome is right
    else:
        assert reading.rows is not None
        assert len(reading.rows) == len(reading.frame)
