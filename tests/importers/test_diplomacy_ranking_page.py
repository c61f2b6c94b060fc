"""Ranking lists of the World Diplomacy Database, as text and as HTML, and pages of it as HTML."""

from __future__ import annotations

import contextlib
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import banzuke as bz
from banzuke.importers import read_file, recognise_file
from banzuke.importers.diplomacy_ranking_page import IMPORTER
from banzuke.model.errors import BanzukeError, ResultsRefused
from banzuke.model.importer import ReadOptions

FILES = Path(__file__).parents[1] / "fuzzing" / "files"
TEXT = FILES / "wdd-ranking.txt"
HTML = FILES / "wdd-ranking.html"
HEADER = "RankFirstName LastNameLoc.Nat.Score"
PLAYERS = [
    ("Ada BYRON", "BYRON", 84.08),
    ("Bo ÅS", "ÅS", 80.1),
    ("Cy L-G DE WIT", "DE WIT", 80.1),
    ("Dan D'ARC", "D'ARC", 7.0),
]


def read(folder: Path, content: str):
    """What the importer makes of a file with this content."""
    path = folder / "list.txt"
    path.write_text(content, encoding="utf-8")
    return IMPORTER.read(path, ReadOptions(players=True))


@pytest.mark.parametrize("path", [TEXT, HTML], ids=["text", "HTML"])
def test_a_list_is_read_as_players(path):
    """Whether a browser saved it as text or as HTML, scores are ratings, which is told."""
    assert recognise_file(path).key == "wdd-ranking"
    reading = read_file(path, ReadOptions(players=True))
    assert reading.frame.rows() == PLAYERS
    assert "the scores of this list are read as ratings" in [one.what for one in reading.warnings]


def test_players_start_from_a_list():
    """An event is rated from the ratings of the list; given as results, a list says what it is."""
    ratings = bz.rate(FILES / "wdd-event.txt", "dip-pouch", TEXT)
    before = dict(ratings.history().select("player", "before").iter_rows())
    assert before["Ada BYRON"] == pytest.approx(84.08)
    with pytest.raises(ResultsRefused, match=r"a list of players.*give it as --players"):
        bz.rate(TEXT, "dip-pouch")


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["1Ada BYRON84.08", "2Bo"], "row 3: '2Bo' cannot be read as a row of the list"),
        (["1Ada BYRON84.08", "2ADA BYRON3"], "column player: the player 'ADA BYRON' stands in row"),
        (["1Ada\ufffdBYRON84.08"], "row 2, column player: 'Ada\ufffdBYRON' has lost a letter"),
        ([], "there is no player in this list"),
    ],
)
def test_what_cannot_be_read(tmp_path, lines, told):
    """Each defect is told with its row."""
    with pytest.raises(ResultsRefused) as refused:
        read(tmp_path, "\n".join([HEADER, *lines]))
    assert told in str(refused.value)


def test_a_better_rank_with_a_lower_score_is_told(tmp_path):
    """As where two pages of different days were put together."""
    reading = read(tmp_path, f"{HEADER}\n1Ada BYRON70.00\n2Bo ÅS80.00\n")
    assert "rank 2 has 80, but rank 1 only 70" in [one.what for one in reading.warnings]


@given(at=st.integers(0, 400), put=st.text("0123456789.,AB \n\t", max_size=6))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nearly_right_files_are_read_or_refused(tmp_path, at, put):
    """Whatever stands in a list, it is read, or refused with an error of ours."""
    content = TEXT.read_text("utf-8")
    with contextlib.suppress(BanzukeError):
        read(tmp_path, content[:at] + put + content[at + len(put) :])


def cells(*texts: str) -> str:
    """A row of a table."""
    return f"<tr>{''.join(f'<td>{text}</td>' for text in texts)}</tr>"


def test_pages_of_events_and_players_are_read_as_html_too(tmp_path):
    """Where cells stand apart, nothing runs together; the place needs no percentile to be found."""
    event = [
        "<html><body><h2>World Diplomacy Database</h2>",
        "<p>A rating goes from 20 to 60 if three are placed.</p>",
        "<h3>Harbour Cup 2004</h3><table>",
        cells("Date", "June 5-6, 2004", "Place", "Malmö"),
        cells("Number of players", "2", "Number of rounds", "3"),
        cells("Coeff 1", "3.14", "Coeff 2", "-"),
        "</table><table>",
        cells("Rank", "FirstName LastName", "Loc.", "Nat.", "Score"),
        cells("1", "Ada BYRON", "<img src='f'>", "", "75.00"),
        cells("2", "Bo &Aring;S", "", "", "25.00"),
        "</table></body></html>",
    ]
    path = tmp_path / "event.html"
    path.write_text("\n".join(event), encoding="utf-8")
    assert recognise_file(path).key == "wdd-event"
    frame = read_file(path).frame
    assert frame.select("event", "player", "place", "date").rows() == [
        ("Harbour Cup 2004", "Ada BYRON", 1, date(2004, 6, 6)),
        ("Harbour Cup 2004", "Bo ÅS", 2, date(2004, 6, 6)),
    ]
    player = [
        "<html><body><p>World Diplomacy Database</p><p>Ada BYRON</p><table>",
        cells("International ranking (National ranking)", "4 (2)", "Score", "54.53"),
        "</table><table>",
        cells("Date", "Country", "Name of the tournament", "Rank", "Coeff 1", "Score"),
        cells("2015-07-19", "", "Harbour 2015", "1/14", "4.00", "96.43"),
        "</table></body></html>",
    ]
    path = tmp_path / "player.html"
    path.write_text("\n".join(player), encoding="utf-8")
    assert recognise_file(path).key == "wdd-player"
    assert read_file(path).frame.select("event", "place", "event_players").rows() == [
        ("Harbour 2015", 1, 14)
    ]
