"""Tables of the European Go Database: what is read, reckoned, told and refused."""

from __future__ import annotations

import math
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import banzuke as bz
from banzuke.importers import recognise_file
from banzuke.importers.h9 import IMPORTER
from banzuke.model.errors import BanzukeError, ResultsRefused
from banzuke.model.importer import Reading, ReadOptions

HEAD = """\
; CL[B]
; EV[Quay Cup]
; PC[SE, Malmö]
; DT[2026-05-30,2026-05-31]
; HA[h2]
; KM[6.5]
; TM[60]
;
; Pl Name           Rk Co Club  MMS  SOS SOSOS
"""
LINES = """\
   1 Berg Ada       3d SE Malm   36  128  503 0    2+/w0    3+/b0    4+/w3  |12345678
   2 de_Vries Bo    2d NL  Ams   33  132  512 0    1-/b0    0+       3+!w0  |12345679
     Lind Cy        1d DK   12  33=  132  512 0    4=/b0    1-/w0    2-!b0  |12345670

   4 Moe Dag        3k NO Oslo  31? 132  512 0    3=/w0    0-       1-/b3
"""
TABLE = HEAD + LINES


def read(folder: Path, content: str, name: str = "quay.h9") -> Reading:
    """What the importer makes of a file with this content."""
    path = folder / name
    path.write_text(content, encoding="utf-8", newline="")
    return IMPORTER.read(path, ReadOptions())


def refusal(folder: Path, content: str) -> list[str]:
    """What is wrong with a refused file, with row and column."""
    with pytest.raises(ResultsRefused) as refused:
        read(folder, content)
    return [
        f"{one.row} {one.column}: {one.what}".replace(" :", ":") for one in refused.value.problems
    ]


def column(reading: Reading, name: str) -> list[Any]:
    """One column of the games."""
    return reading.frame[name].to_list()


def test_a_table_is_read_whole(tmp_path: Path) -> None:
    """Games once, colours, stones, ranks, komi of even games, byes, forfeits, and the comments."""
    reading = read(tmp_path, TABLE)
    games = reading.frame.select(
        "round", "player_1", "player_2", "result", "status", "advantage", "handicap_1", "handicap_2"
    ).rows()
    assert games == [
        ("1", "Berg Ada", "de Vries Bo", "1-0", "played", "2", 0.0, 0.0),
        ("2", "Berg Ada", "Lind Cy", "1-0", "played", "1", 0.0, 0.0),
        ("3", "Berg Ada", "Moe Dag", "1-0", "played", None, 0.0, 3.0),
        ("2", "de Vries Bo", None, None, "bye", None, None, None),
        ("3", "de Vries Bo", "Lind Cy", "1-0", "forfeit", "2", 0.0, 0.0),
        ("1", "Lind Cy", "Moe Dag", "1/2-1/2", "played", "1", 0.0, 0.0),
    ]
    assert column(reading, "komi") == [6.5, 6.5, None, None, 6.5, 6.5]
    assert reading.frame.row(2, named=True) | {
        "event": "Quay Cup",
        "event_place": "SE, Malmö",
        "event_category": "B",
        "event_players": 4,
        "event_rounds": 3,
        "date": date(2026, 5, 30),
        "event_end": date(2026, 5, 31),
        "entry_rank_1": "3d",
        "entry_rank_2": "3k",
    } == reading.frame.row(2, named=True)
    assert reading.rows is not None
    assert reading.rows.to_list() == [10, 10, 10, 11, 11, 12]
    assert reading.warnings == ()


def test_players_keep_what_their_lines_say(tmp_path: Path) -> None:
    """Number, surname, nation and club; a number in the place of the club is a score."""
    players = read(tmp_path, TABLE).players
    assert players is not None
    assert players.rows() == [
        ("Berg Ada", "12345678", "Berg", "SE", "Malm"),
        ("de Vries Bo", "12345679", "de Vries", "NL", "Ams"),
        ("Lind Cy", "12345670", "Lind", "DK", None),
        ("Moe Dag", None, "Moe", "NO", "Oslo"),
    ]


def test_a_table_is_rated_with_nothing_else(tmp_path: Path) -> None:
    """Declared ranks are the starting ratings; class and stones count; nothing is warned of."""
    read(tmp_path, TABLE)
    ratings = bz.rate(tmp_path / "quay.h9", "egf")
    frame = ratings.to_frame()
    rating = dict(zip(frame["player"], frame["rating"], strict=True))
    # Three wins, from 2300 against 2200, 2100 and, with stones, 2050: con 5^1.6, bonus ln(2)/5.
    expected = [1 / (1 + (1000 / (3300 - other)) ** 7) for other in (2200, 2100, 2050)]
    gained = 0.75 * sum(5**1.6 * (1 - each) + math.log(2) / 5 for each in expected)
    assert rating["Berg Ada"] == pytest.approx(2300 + gained, abs=1e-9)
    assert ratings.warnings == ()
    assert [why for _, why in ratings.skipped] == ["bye: not rated", "forfeit: not rated"]


def test_line_ends_marks_and_older_sets_do_not_matter(tmp_path: Path) -> None:
    """Any line ends and character set give the same games."""
    whole = read(tmp_path, TABLE).frame
    for content in (
        TABLE.replace("\n", "\r\n").encode(),
        TABLE.replace("\n", "\r").encode(),
        b"\xef\xbb\xbf" + TABLE.encode(),
        TABLE.encode("utf-16"),
        TABLE.encode("latin-1"),
    ):
        path = tmp_path / "other.h9"
        path.write_bytes(content)
        assert IMPORTER.read(path, ReadOptions()).frame.equals(whole)
        assert recognise_file(path).key == "h9"


def test_handicaps_follow_the_ranks_where_the_file_says_so(tmp_path: Path) -> None:
    """HA[h2] makes untold stones two less than the grades are apart, and this is told."""
    lines = "1 A X 3d SE C 2+ 3-\n2 B Y 3k SE C 1- 0-\n3 C Z 1k SE C 0- 1+\n"
    reading = read(tmp_path, "; EV[E]\n; HA[h2]\n" + lines)
    assert column(reading, "handicap_1") == [0.0, 0.0]
    assert column(reading, "handicap_2") == [3.0, 1.0]
    told = [one.what for one in reading.warnings]
    assert told == ["2 games tell no handicap: reckoned from the difference of the ranks, less 2"]
    even = read(tmp_path, "; EV[E]\n" + lines)
    assert column(even, "handicap_2") == [0.0, 0.0]
    assert [one.what for one in even.warnings] == [
        "2 games tell neither colours nor handicap: read as even"
    ]


def test_both_may_lose_and_a_result_may_be_open(tmp_path: Path) -> None:
    """Two losses are told and not rated; a question mark is a game without a result."""
    reading = read(tmp_path, "; EV[E]\n1 A X 3d SE C 2-/w 2?/b\n2 B Y 3d SE C 1-/b 1?/w\n")
    assert column(reading, "result") == ["--", "*"]
    assert column(reading, "status") == ["forfeit", "void"]
    assert [one.what for one in reading.warnings] == [
        "both 'A X' and 'B Y' (row 3) lost: read as not played"
    ]


def test_a_file_without_a_name_is_called_as_it_is(tmp_path: Path) -> None:
    """What is made up is told."""
    reading = read(tmp_path, "1 A X 3d SE C 2+/w\n2 B Y 3d SE C 1-/b\n", "spring-2026.h9")
    assert column(reading, "event") == ["spring-2026"]
    assert [one.what for one in reading.warnings] == [
        "the file names no tournament: called 'spring-2026', as the file is"
    ]


def test_namesakes_are_told_apart_by_their_numbers(tmp_path: Path) -> None:
    """Two people of one name are two where their numbers say so, else the file is refused."""
    lines = "; EV[E]\n1 A X 3d SE C 2+/w |11\n2 A X 3d SE C 1-/b |12\n"
    reading = read(tmp_path, lines)
    assert reading.frame.select("player_1", "player_2").row(0) == ("A X (11)", "A X (12)")
    assert len(reading.warnings) == 2
    assert refusal(tmp_path, lines.replace("|11", "").replace("|12", "")) == [
        "3 player: 'A X' is there twice, first in row 2"
    ]


def test_what_the_two_lines_of_a_game_contradict_is_told(tmp_path: Path) -> None:
    """Result, colour, stones, and games that one line alone has; the rest is looked at, too."""
    lines = (
        "1 A X 3d SE C 2+/w 3+/w 4+/w2 5+/w\n"
        "2 B Y 3d SE C 1+/b 4-/b 3-/b 0-\n"
        "3 C Z 3d SE C 4+/b 1-/w 2+/w 3-/b\n"
        "4 D W 3x SE C 3-/w 2+/w 1-/b3 0-\n"
    )
    assert refusal(tmp_path, "; EV[E]\n" + lines.replace("3x", "3d")) == [
        "2 round 1: won here, but the line of 'B Y' (row 3) says won",
        "2 round 2: white here, but the line of 'C Z' (row 4) says white, too",
        "2 round 3: 2 stones here, but the line of 'D W' (row 5) says 3 stones",
        "2 round 4: opponent 5 is no line of the table",
        "4 round 4: opponent 3 is this player",
    ]
    # What is missing because a line could not be read is not told besides.
    assert refusal(tmp_path, "; EV[E]\n" + lines) == [
        "2 round 1: won here, but the line of 'B Y' (row 3) says won",
        "2 round 2: white here, but the line of 'C Z' (row 4) says white, too",
        "4 round 4: opponent 3 is this player",
        "5: no line of a player: '4 D W 3x SE C 3-/w 2+/w 1-/b3 0-'",
    ]


def test_a_game_in_one_line_only_is_told(tmp_path: Path) -> None:
    """With both rows, so that either can be mended."""
    lines = "1 A X 3d SE C 2+/w\n2 B Y 3d SE C 3-/b\n3 C Z 3d SE C 0-\n"
    assert refusal(tmp_path, "; EV[E]\n" + lines) == [
        "2 round 1: played against 'B Y', whose line (row 3) has opponent 3",
        "3 round 1: played against 'C Z', whose line (row 4) has no game",
    ]


def test_broken_lines_and_comments_are_told_at_once(tmp_path: Path) -> None:
    """Each with its row: dates, places, games that are none or too few."""
    content = (
        "; EV[E]\n; DT[2026-05-31,2026-05-30]\n; KM[six]\n; HA[x]\n"
        "1 A X 3d SE C 2+/w 3+/w\n"
        "2 B Y 3d SE C 1-/b 4-/b\n"
        "9 C Z 3d SE C 0- 1-/b\n"
        "4 D W 3d SE C 2+\\w\n"
        "5 E V 3d SE C 0-\n"
    )
    assert refusal(tmp_path, content) == [
        "2 DT: the last day, 2026-05-30, is before the first, 2026-05-31",
        "7 place: place 9 after 2 lines",
        "8: no games end this line, but '2+\\\\w'",
        "9: 1 game after 'C' in this line, but 2 in most others",
    ]


def test_a_line_of_nothing_but_a_number_is_no_player(tmp_path: Path) -> None:
    """Neither alone in a file nor at its end."""
    assert refusal(tmp_path, "; CL[A]\n0") == ["2: no line of a player: '0'"]
    assert "no line of a player: '7'" in refusal(tmp_path, "1 Berg Ada 2d SE Lund 0 0-\n7\n")[0]


def test_komi_and_reduction_that_are_none_are_left_aside(tmp_path: Path) -> None:
    """They decide no game, and are told."""
    reading = read(tmp_path, TABLE.replace("KM[6.5]", "KM[six]").replace("HA[h2]", "HA[no]"))
    assert [(one.row, one.what) for one in reading.warnings] == [
        (5, "'no' is no reduction: left aside"),
        (6, "'six' is no komi: left aside"),
    ]
    assert column(reading, "komi") == [None] * 6


def test_a_file_without_players_is_refused(tmp_path: Path) -> None:
    """Comments alone are no table."""
    assert refusal(tmp_path, HEAD) == ["None: no line of a player is in this file"]


def test_tables_of_far_too_many_games_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few long lines among many short ones do not make a table of all of them."""
    monkeypatch.setattr("banzuke.importers.steps.go_lines.MOST_CELLS", 11)
    assert refusal(tmp_path, TABLE) == ["None: 4 lines of 3 games are no tournament"]


def test_far_too_long_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit stands before anything is split into lines."""
    monkeypatch.setattr("banzuke.importers.steps.text_lines.MOST_BYTES", 100)
    assert refusal(tmp_path, TABLE) == ["None: the file has more than 100 bytes"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_nearly_right_files_are_read_or_refused(tmp_path: Path, data: st.DataObject) -> None:
    """A table with some letters changed or lines dropped is read, or refused with our errors."""
    text = list(TABLE)
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(text) - 1))
        text[at] = data.draw(
            st.sampled_from(["", "\n", " ", "9", "+", "/", "d", ";", "|", "[", "é"])
        )
    path = tmp_path / "near.h9"
    path.write_text("".join(text), encoding="utf-8")
    try:
        reading = IMPORTER.read(path, ReadOptions())
        bz.read(path, importer="h9")
    except BanzukeError as refused:
        assert str(refused)  # noqa: PT017  # either outcome is right
    else:
        assert reading.rows is not None
        assert len(reading.rows) == len(reading.frame)
