"""Reports of tournaments: what is written is read again as it was, and what has no place told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.importers.tournament_report import IMPORTER
from banzuke.model.errors import ResultsRefused, UnknownName, WrongUse
from banzuke.model.importer import Reading, ReadOptions
from banzuke.model.results import Results
from banzuke.model.validation import validate
from banzuke.publishing.tournament_report import report_text

REAL = Path(__file__).parents[2] / ".." / "shared/data/trf"
POINTS = "  1.0    1     2 w 1"
KEPT = (
    *("event", "date", "event_end", "event_rounds", "round", "player_1", "player_2", "result"),
    *("score_1", "score_2", "status", "rated", "advantage", "time_class"),
)


def games(*rows: dict[str, Any]) -> Results:
    """Results of these games of one event."""
    base = {"event": "Harbour Open", "date": "2026-05-01", "round": "1", "result": "1-0"}
    return bz.read([{**base, "advantage": "1", **row} for row in rows])


def again(text: str, folder: Path) -> Reading:
    """The reading of a report."""
    path = folder / "written.trf"
    path.write_bytes(text.encode())
    return IMPORTER.read(path, ReadOptions())


def rows_of(reading: Reading) -> list[tuple[Any, ...]]:
    """The games of a reading in an order of their own, without what a report has no room for."""
    frame = reading.frame
    have = [frame[name].cast(pl.String) if name in frame else None for name in KEPT]
    columns = [[None] * len(frame) if one is None else one.to_list() for one in have]
    return sorted(zip(*columns, strict=True), key=str)


@pytest.mark.skipif(not REAL.exists(), reason="the files of real tournaments are not here")
@pytest.mark.parametrize(
    "name", ["dutch_2025_C5", "grandmommyscup", "issue_15", "javafo_sample2", "trf26_team"]
)
def test_real_reports_come_back(tmp_path, name):
    """A report that was read and written is read again with the same games and people."""
    first = IMPORTER.read(REAL / f"{name}.trf", ReadOptions())
    text = report_text(validate(first))
    second = again(text, tmp_path)
    assert rows_of(second) == rows_of(first)
    told = ("player", "id", "name", "nation", "sex", "title", "born", "rating")
    assert second.players is not None
    assert first.players is not None
    assert sorted(second.players.select(told).rows()) == sorted(first.players.select(told).rows())
    assert report_text(validate(second)) == text
    assert not any("points are printed" in warning.what for warning in second.warnings)


def test_the_form(tmp_path):
    """Each field stands in its columns."""
    results = games(
        {"player_1": "100001", "player_2": "Berg, Bo"},
        {"player_1": "Cid, Çy", "player_2": None},
        {"round": "3", "date": "2026-05-03", "player_1": "Berg, Bo", "player_2": "Cid, Çy"},
    )
    players = {"player": ["100001"], "name": ["Ask, Ada"], "rating": [2500.0], "title": ["GM"]}
    facts = {"sex": ["f"], "born": ["1990-02-28"], "nation": ["SWE"], "team": ["Sea"]}
    told = (Reading(pl.DataFrame(players | facts), ""),)
    lines = report_text(bz.Results(**{**vars(results), "told": told})).split("\r\n")
    blank = " " * 57
    assert lines == [
        "012 Harbour Open",
        "042 2026/05/01",
        "052 2026/05/03",
        "062 3",
        "072 1",
        "082 1",
        "132" + " " * 88 + "26/05/01            26/05/03",
        "310   1 Sea" + " " * 62 + "   1",
        f"001    1 w GM Ask, Ada                          2500 SWE      100001 1990/02/28{POINTS}",
        f"001    2      Berg, Bo{blank}{POINTS[:-5]}1 b 0               3 w 1",
        f"001    3      Cid, Çy {blank}{POINTS[:10]}  0000 - U               2 b 0",
        "",
    ]
    reading = again("\r\n".join(lines), tmp_path)
    assert reading.warnings == ()
    assert reading.frame.height == 3


PLAYED = [("1-0", None), ("0-1", None), ("1/2-1/2", None), ("1-0", "no"), ("1/2-1/2", "no")]
CODES = st.sampled_from(
    [
        *((result, "played", rated) for result, rated in PLAYED),
        *((result, "forfeit", None) for result in ("+-", "-+", "--")),
        ("*", "void", None),
    ]
)


@st.composite
def tournaments(draw: st.DrawFn) -> Results:
    """A tournament of some rounds, in which each player has at most one entry a round."""
    names = draw(
        st.lists(
            st.text("Aÿ漢'z", min_size=1, max_size=8).map(lambda text: f"X{text}X"),
            min_size=2,
            max_size=7,
            unique=True,
        )
    )
    rows = []
    for round_ in range(1, draw(st.integers(1, 3)) + 1):
        order = draw(st.permutations(names))
        for at in range(0, len(order) - 1, 2):
            result, status, rated = draw(CODES)
            row = {"player_1": order[at], "player_2": order[at + 1], "result": result}
            row |= {"status": status, "rated": rated, "advantage": draw(st.sampled_from("1-"))}
            rows.append(row | {"round": str(round_), "date": f"2026-05-0{round_}"})
        if len(order) % 2:
            points = draw(st.sampled_from(["1-0", "1/2-1/2"]))
            row = {"player_1": order[-1], "player_2": None, "result": points, "status": "bye"}
            rows.append(row | {"round": str(round_), "date": f"2026-05-0{round_}"})
    return games(*({**row, "advantage": row.get("advantage", "-").strip("-")} for row in rows))


@given(tournaments())
def test_any_tournament_comes_back(tmp_path_factory, results):
    """Whatever was played is read again from what was written, and its points add up."""
    reading = again(report_text(results), tmp_path_factory.mktemp("report"))
    assert not any("are printed" in warning.what for warning in reading.warnings)
    second = validate(reading)
    wanted = ["round", "player", "place", "status", "rated", "date", "event"]
    one = results.to_frame().select(wanted).sort(wanted)
    assert second.to_frame().select(wanted).sort(wanted).equals(one)
    moved = results.entries.advantage
    if moved is not None:
        one = results.to_frame().select("round", "player", "advantage").sort("round", "player")
        two = second.to_frame()
        advantage = two["advantage"] if "advantage" in two.columns else ["no"] * len(two)
        two = two.with_columns(pl.Series("advantage", advantage))
        assert two.select("round", "player", "advantage").sort("round", "player").equals(one)


def test_a_game_without_a_result_gives_nothing(tmp_path):
    """A void game stands in both lines, and the report says that it gives no points."""
    text = report_text(games({"player_1": "A", "player_2": "B", "result": "", "status": "void"}))
    assert "\r\n162  X 0.0\r\n" in text
    assert "  0.0    1     2 w X" in text
    reading = again(text, tmp_path)
    assert reading.frame["status"].to_list() == ["void"]
    assert reading.warnings == ()


def test_what_has_no_place():
    """Everything that a report cannot hold is told at once, with its row."""
    results = games(
        {"player_1": "A", "player_2": "B", "round": "final"},
        {"player_1": "A", "player_2": "B"},
        {"player_1": "B", "player_2": "C"},
        {"player_1": "C", "player_2": "D", "status": "friendly"},
        {"player_1": "A" * 34, "player_2": "E"},
    )
    with pytest.raises(ResultsRefused) as caught:
        report_text(results)
    assert [str(problem) for problem in caught.value.problems] == [
        f"{'A' * 34!r} does not fit into a report, and has no FIDE number (at most 33 characters)",
        "row 0, column round: round 'final' is no number (a number from 1 to 400)",
        "row 2, column round: 'B' has two entries of round 1 (one a round)",
        (
            "row 3, column status: a game of status friendly has no place in a report "
            "(played, forfeit, walkover, bye or void)"
        ),
    ]
    three = [{"game": "1", "player": name, "place": 1, "round": "1"} for name in "ABC"]
    with pytest.raises(ResultsRefused, match="3 players in one game"):
        report_text(bz.read(three))
    with pytest.raises(ResultsRefused, match="there is no round"):
        report_text(bz.read([{"player_1": "A", "player_2": "B", "result": "1-0"}]))


def test_one_event_of_several(tmp_path):
    """The event is named where there are several, in any spelling."""
    path = tmp_path / "cup.trf"
    rows = [
        {"event": name, "round": "1", "player_1": "A", "player_2": "B", "result": "1-0"}
        for name in ("Spring Cup", "Autumn Cup")
    ]
    with pytest.raises(WrongUse, match="2 events"):
        bz.write_report(rows, path)
    with pytest.raises(UnknownName, match="Winter"):
        bz.write_report(rows, path, "Winter Cup")
    bz.write_report(rows, path, "spring cup")
    assert path.read_bytes().startswith(b"012 Spring Cup\r\n062 2\r\n")
