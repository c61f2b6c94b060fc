"""Reports of the American Go Association: what is read, told and refused."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import banzuke as bz
from banzuke.importers import recognise_file
from banzuke.importers.aga_report import IMPORTER
from banzuke.model.errors import BanzukeError, ResultsRefused
from banzuke.model.importer import Reading, ReadOptions

FILE = """\
TOURNEY Quay Cup, Portland, OR
        start=5/30/2026
        finish=5/31/2026
        rules=AGA

PLAYERS
  2122 Berg, Ada 3D  12 Quay Street
USA01455 Bo Lind   2K
 99999 Moe, Dag P. -4.3
# a comment

GAMES 1
 2122 1455 W 3 0

GAMES 2
 1455\t99999\tB\t2\t0.5
 2122 99999 w 0 7
GAMES (w b winner handi komi)
 2122 1455 ? 0 7
PASSED: 1455
END
whatever stands here
"""


def read(folder: Path, content: str) -> Reading:
    """What the importer makes of a file with this content."""
    path = folder / "quay.txt"
    path.write_text(content, encoding="utf-8")
    return IMPORTER.read(path, ReadOptions())


def refusal(folder: Path, content: str) -> list[str]:
    """What is wrong with a refused file, with row and column."""
    with pytest.raises(ResultsRefused) as refused:
        read(folder, content)
    return [
        f"{one.row} {one.column}: {one.what}".replace(" :", ":") for one in refused.value.problems
    ]


def test_a_report_is_read_whole(tmp_path: Path) -> None:
    """White first, stones of Black, komi as it stands, ranks, rounds, byes and days."""
    reading = read(tmp_path, FILE)
    columns = ("round", "player_1", "player_2", "result", "status", "advantage", "handicap_2")
    assert reading.frame.select(*columns, "komi", "entry_rank_2").rows() == [
        ("1", "2122", "1455", "1-0", "played", None, 3.0, 0.0, "2K"),
        ("2", "1455", "99999", "0-1", "played", None, 2.0, 0.5, "4k"),
        ("2", "2122", "99999", "1-0", "played", "2", 0.0, 7.0, "4k"),
        (None, "2122", "1455", "*", "void", "2", 0.0, 7.0, "2K"),
        (None, "1455", None, None, "bye", None, None, None, None),
    ]
    facts = reading.frame.select("event", "date", "event_end", "event_players").row(0)
    assert facts == ("Quay Cup, Portland, OR", date(2026, 5, 30), date(2026, 5, 31), 3)
    assert reading.players is not None
    assert reading.players.select("player", "name", "sort_name").rows() == [
        ("2122", "Ada Berg", "Berg"),
        ("1455", "Bo Lind", None),
        ("99999", "Dag P. Moe", "Moe"),
    ]
    assert [(one.row, one.what) for one in reading.warnings] == [
        (9, "1 rating stands in place of a rank: read as the rank, such as 4d for 4.2")
    ]


def test_a_report_is_rated_with_nothing_else(tmp_path: Path) -> None:
    """Declared ranks are the starting ratings."""
    read(tmp_path, FILE)
    path = tmp_path / "quay.txt"
    assert recognise_file(path).key == "aga-report"
    ratings = bz.rate(path, "aga-draft")
    entries = reversed(ratings.history_frame().to_dicts())
    before = {row["player"]: row["before"] for row in entries}
    assert before == {"2122": 3.5, "1455": -2.5, "99999": -4.5}
    assert [why for _, why in ratings.skipped] == ["void: not rated", "bye: not rated"]


def test_the_name_may_have_a_line_of_its_own(tmp_path: Path) -> None:
    """Days may be ISO, one is both, and tabs divide as spaces do."""
    content = "Tourney\n\tMy cup\nfinish=2026-05-31\nPlayers\n1\tA\t1d\n2\tB\t1k\nGames\n1\t2\tB\n"
    reading = read(tmp_path, content)
    facts = reading.frame.select("event", "date", "event_end", "result", "komi").row(0)
    assert facts == ("My cup", date(2026, 5, 31), date(2026, 5, 31), "0-1", None)


def test_wrong_games_and_players_are_told_at_once(tmp_path: Path) -> None:
    """Lines that are none, numbers of nobody, who is there twice, and ratings that are none."""
    content = FILE.replace("99999 Moe", "2122 Moe").replace("-4.3", "0.3")
    content = content.replace("W 3 0", "X 3 0").replace("  2122 Berg", "x2122x Berg")
    assert refusal(tmp_path, content) == [
        "7: no player: 'x2122x Berg, Ada 3D 12 Quay Street'",
        "9 rank: 0.3 is no rating",
        "13: no game: '2122 1455 X 3 0'",
        "16: 99999 is no number of a player",
        "17: 99999 is no number of a player",
    ]
    twice = FILE.replace("99999 Moe", "02122 Moe").replace("99999", "2122")
    assert "9 player: player 2122 is there twice, first in row 7" in refusal(tmp_path, twice)


def test_wrong_days_and_headings_are_told(tmp_path: Path) -> None:
    """Days that are none or in the wrong order; lines above the first heading."""
    assert refusal(tmp_path, "To the AGA\n" + FILE.replace("5/30/", "30/5/")) == [
        "1: 'To the AGA' stands before any heading",
        "3 start: '30/5/2026' is no day",
    ]
    assert refusal(tmp_path, FILE.replace("5/30/", "6/30/")) == [
        "None finish: the last day, 2026-05-31, is before the first, 2026-06-30"
    ]


def test_a_report_without_games_is_refused(tmp_path: Path) -> None:
    """Players alone are no results."""
    assert refusal(tmp_path, FILE[: FILE.index("GAMES")]) == ["None: there is no game in this file"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_nearly_right_files_are_read_or_refused(tmp_path: Path, data: st.DataObject) -> None:
    """A report with some letters changed is read, or refused with our errors."""
    text = list(FILE)
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(text) - 1))
        text[at] = data.draw(st.sampled_from(["", "\n", " ", "9", "W", "=", "/", ".", "é"]))
    path = tmp_path / "near.txt"
    path.write_text("".join(text), encoding="utf-8")
    try:
        reading = IMPORTER.read(path, ReadOptions())
        bz.read(path, importer="aga-report")
    except BanzukeError as refused:
        assert str(refused)  # noqa: PT017  # either outcome is right
    else:
        assert reading.rows is not None
        assert len(reading.rows) == len(reading.frame)
