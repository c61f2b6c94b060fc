"""The register of Othello players: what is read and refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import banzuke as bz
from banzuke.importers import recognise_file
from banzuke.importers.othello_joueurs import IMPORTER
from banzuke.model.errors import BanzukeError, ResultsRefused
from banzuke.model.importer import Reading, ReadOptions
from banzuke.model.players import validate_players

FILE = """\
% Liste des joueurs par pays

pays = SWE

 3752 BERG, Ada                       %_<1484>
   12 LIND,
pays = NED % Pays-Bas

1024 DE VRIES (Bo / Jo)    %_<-20>
0179 MOE, Dag              % nouveau
"""


def read(folder: Path, content: str) -> Reading:
    """What the importer makes of a file with this content."""
    path = folder / "joueurs"
    path.write_text(content, encoding="latin-1")
    return IMPORTER.read(path, ReadOptions())


def test_a_register_is_read_whole(tmp_path: Path) -> None:
    """Numbers, names in both spellings, nations, and ratings where there are any."""
    reading = read(tmp_path, FILE)
    columns = ("player", "name", "sort_name", "nation", "rating")
    assert reading.frame.select(columns).rows() == [
        ("3752", "Ada BERG", "BERG", "SWE", 1484.0),
        ("12", "LIND", "LIND", "SWE", None),
        ("1024", "Bo / Jo DE VRIES", "DE VRIES", "NED", -20.0),
        ("179", "Dag MOE", "MOE", "NED", None),
    ]
    assert reading.rows is not None
    assert reading.rows.to_list() == [5, 6, 9, 10]
    assert validate_players(reading).warnings == ()


def test_a_register_gives_the_starting_ratings_of_a_results_file(tmp_path: Path) -> None:
    """Both know players by their numbers."""
    read(tmp_path, FILE)
    (tmp_path / "games.elo").write_text("%%Tournament: T\n%%Date: 30/05/2026\n3752 (42)>(22) 179\n")
    assert recognise_file(tmp_path / "joueurs").key == "othello-joueurs"
    ratings = bz.rate(tmp_path / "games.elo", "othello-sweden", tmp_path / "joueurs")
    shown = dict(ratings.to_frame().select("player", "rating").iter_rows())
    assert shown["3752"] == 1484 - 2
    assert shown["179"] == 1000 + 2


def test_broken_lines_are_told_at_once(tmp_path: Path) -> None:
    """Lines that are no players, and ratings that are no numbers; who is there twice."""
    content = FILE.replace("<1484>", "<1484.5>").replace("   12 LIND,", "LIND, Cy")
    with pytest.raises(ResultsRefused) as refused:
        read(tmp_path, content.replace("1024 DE", "x1024 DE"))
    assert [(one.row, one.what) for one in refused.value.problems] == [
        (5, "'1484.5' is no rating"),
        (6, "no player: 'LIND, Cy'"),
        (9, "no player: 'x1024 DE VRIES (Bo / Jo) %_<-20>'"),
    ]
    with pytest.raises(bz.PlayersRefused, match=r"row 10.*'3752' is there twice, first in row 5"):
        validate_players(read(tmp_path, FILE.replace("0179", "3752")))


def test_a_register_of_nobody_is_refused(tmp_path: Path) -> None:
    """Nations alone are no register."""
    with pytest.raises(ResultsRefused, match="no player in this file"):
        read(tmp_path, "% Liste\npays = SWE\n")


def test_a_register_is_no_file_of_results(tmp_path: Path) -> None:
    """Given as such it is refused by its columns."""
    read(tmp_path, FILE)
    with pytest.raises(ResultsRefused, match="this is a list of players, and has no results"):
        bz.rate(tmp_path / "joueurs", "othello-sweden")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_nearly_right_files_are_read_or_refused(tmp_path: Path, data: st.DataObject) -> None:
    """A register with some letters changed is read, or refused with our errors."""
    text = list(FILE)
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(text) - 1))
        text[at] = data.draw(st.sampled_from(["", "\n", " ", "9", "%", "<", "(", ",", "=", "é"]))
    try:
        reading = read(tmp_path, "".join(text))
        validate_players(reading)
    except BanzukeError as refused:
        assert str(refused)  # noqa: PT017  # either outcome is right
    else:
        assert reading.rows is not None
        assert len(reading.rows) == len(reading.frame)
