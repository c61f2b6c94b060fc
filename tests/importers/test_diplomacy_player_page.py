"""Player pages of the World Diplomacy Database: how run-together lines are divided and checked."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import banzuke as bz
from banzuke.importers import recognise_file
from banzuke.importers.diplomacy_player_page import IMPORTER
from banzuke.model.errors import BanzukeError, ResultsRefused
from banzuke.model.importer import Reading, ReadOptions

TOP = """\
World Diplomacy Database
English

Dip Pouch Tournament Rating
AuthorAda Byron Last Update2019-10-09
"""
PAGE = """
Ada BYRON
International ranking (National ranking)4 (2) Score54.53

DateCountryName of the tournamentRankCoeff1Score
2019-09-01World Harbour Championship 20196/3820.0085.53
2016-08-28Harbour Cup XXIV 20164/2810.0087.50
2015-07-19Harbour 20151/144.0096.43
1999-07-19Old Cup 3/14 0.00 82.14
"""
FOOTER = (
    "The North American Diplomacy Association The European Diplomacy Association "
    "The Diplomacy Association of Australia and New Zealand"
)
FILE = TOP + PAGE + FOOTER


def read(folder: Path, content: str) -> Reading:
    """What the importer makes of a file with this content."""
    path = folder / "player.txt"
    path.write_text(content, encoding="utf-8")
    return IMPORTER.read(path, ReadOptions())


def refusal(folder: Path, content: str) -> list[str]:
    """What is wrong with a refused file, with row and column."""
    with pytest.raises(ResultsRefused) as refused:
        read(folder, content)
    return [f"{one.row} {one.column}: {one.what}" for one in refused.value.problems]


def test_a_page_is_read_whole(tmp_path: Path) -> None:
    """Days, events, places, players, and what the coefficients tell of the kind of event."""
    reading = read(tmp_path, FILE)
    columns = ("date", "event", "place", "event_players", "event_rounds", "event_category")
    assert reading.frame.select(*columns, "coeff_1").rows() == [
        (
            date(2019, 9, 1),
            "World Harbour Championship 2019",
            6,
            38,
            None,
            "world championship",
            20.0,
        ),
        (date(2016, 8, 28), "Harbour Cup XXIV 2016", 4, 28, 2, None, 10.0),
        (date(2015, 7, 19), "Harbour 2015", 1, 14, 1, None, 4.0),
        (date(1999, 7, 19), "Old Cup", 3, 14, None, None, 0.0),
    ]
    assert reading.players is not None
    assert reading.players.rows() == [("Ada BYRON", "BYRON")]
    assert reading.rows is not None
    assert reading.rows.to_list() == [11, 12, 13, 14]
    assert [one.what for one in reading.warnings] == [
        "of 3 events the coefficient tells the kind: World Championship, one round or more"
    ]


def test_a_page_gives_the_rating_that_it_prints(tmp_path: Path) -> None:
    """By the rules of the ranking, from the events alone."""
    read(tmp_path, FILE)
    path = tmp_path / "player.txt"
    assert recognise_file(path).key == "wdd-player"
    rating = bz.rate(path, "dip-pouch").to_frame()["rating"][0]
    expected = Fraction(40)
    for value, place, players in ((4, 1, 14), (10, 4, 28), (20, 6, 38)):
        percentile = (players + Fraction(1, 2) - place) / players * 100
        expected += (percentile - expected) * value / 100
    assert rating == pytest.approx(float(expected), abs=1e-9)
    assert round(rating, 2) == 54.53


def test_pages_of_several_players_share_their_events(tmp_path: Path) -> None:
    """A file may hold several; events of one name and several days are told apart."""
    other = PAGE.replace("Ada BYRON", "Bo MOE").replace("6/3820.0085.53", "7/3820.0082.89")
    other = other.replace("2015-07-19Harbour 20151", "2014-07-19Harbour 20151")
    reading = read(tmp_path, TOP + PAGE + other)
    events = reading.frame.filter(reading.frame["player"] == "Bo MOE")["event"].to_list()
    assert events[0] == "World Harbour Championship 2019"
    assert events[2] == "Harbour 2015 (2014-07-19)"
    assert set(bz.read(tmp_path / "player.txt").players) == {"Ada BYRON", "Bo MOE"}


@given(
    place=st.integers(1, 300),
    more=st.integers(0, 300),
    year=st.integers(1990, 2030),
    gap=st.sampled_from(["", " ", "\t"]),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_place_is_told_from_what_it_runs_into(
    tmp_path: Path, place: int, more: int, year: int, gap: str
) -> None:
    """Name, place, players and coefficient are divided as they were joined."""
    players = place + more
    percentile = (players + Fraction(1, 2) - place) / players * 100
    hundredths = int(percentile * 100 + Fraction(1, 2))
    shown = f"{hundredths // 100}.{hundredths % 100:02d}"
    line = f"{year}-05-01Quay Cup {year}{gap}{place}/{players}{gap}15.00{gap}{shown}"
    row = read(tmp_path, TOP + PAGE.split("2019-09", maxsplit=1)[0] + line).frame.row(0, named=True)
    assert (row["event"], row["place"]) == (f"Quay Cup {year}", place)
    assert (row["event_players"], row["coeff_1"]) == (players, 15.0)


def test_lines_that_do_not_fit_are_told_at_once(tmp_path: Path) -> None:
    """Percentiles of other places, days that are none, a coefficient of no event."""
    content = FILE.replace("85.53", "85.54").replace("2016-08-28", "2016-08-38")
    content = content.replace("Old Cup 3/14", "Old Cup third")
    none = "is not an event with the percentile of its place"
    assert refusal(tmp_path, content) == [
        f"11 place: '2019-09-01World Harbour Championship 20196/3820.0085.54' {none}",
        "12 date: '2016-08-38' is no day",
        f"14 place: '1999-07-19Old Cup third 0.00 82.14' {none}",
    ]
    odd = read(tmp_path, FILE.replace("10.0087.50", "11.0087.50")).warnings
    assert "coefficient 11.00 is none of an event of 28 players" in [one.what for one in odd]


def test_pages_without_a_name_or_events_are_refused(tmp_path: Path) -> None:
    """In words."""
    nameless = FILE.replace("Ada BYRON", "12 of 34")
    assert refusal(tmp_path, nameless) == [
        "7 player: '12 of 34' stands where the player's name should: it holds digits"
    ]
    assert refusal(tmp_path, TOP + PAGE.split("2019-09", maxsplit=1)[0]) == [
        "None : no event of a player is in this file"
    ]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_nearly_right_files_are_read_or_refused(tmp_path: Path, data: st.DataObject) -> None:
    """A page with some letters changed is read, or refused with our errors."""
    text = list(FILE)
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(text) - 1))
        text[at] = data.draw(st.sampled_from(["", "\n", " ", "9", "/", "-", ".", "A", "é"]))
    path = tmp_path / "near.txt"
    path.write_text("".join(text), encoding="utf-8")
    try:
        reading = IMPORTER.read(path, ReadOptions())
        bz.read(path, importer="wdd-player")
    except BanzukeError as refused:
        assert str(refused)  # noqa: PT017  # either outcome is right
    else:
        assert reading.rows is not None
        assert len(reading.rows) == len(reading.frame)
