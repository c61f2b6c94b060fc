"""Charts: one line a player, days that no time zone moves."""

from __future__ import annotations

import sys

import polars as pl
import pytest

import banzuke
from banzuke.model.errors import ExtraMissing, WrongUse
from banzuke.publishing.charts import rating_chart

GAMES = {
    "date": ["2024-01-01", "2024-01-01", "2024-02-01"],
    "player_1": ["Ann", "Ann", "Bob"],
    "player_2": ["Bob", "Cy", "Ann"],
    "score_1": [1, 1, 1],
    "score_2": [0, 0, 0],
}


def values(chart):
    """The points of a chart."""
    drawn = chart.to_dict()
    return drawn["datasets"][drawn["data"]["name"]]


def test_last_change_of_a_day_is_drawn():
    """Of two changes on one day only the last is a point, at midnight UTC."""
    pytest.importorskip("altair", reason="Altair is not installed")
    rated = banzuke.rate(pl.DataFrame(GAMES), "warlight")
    points = values(rated.plot("Ann"))
    assert [point["at"] for point in points] == ["2024-01-01T00:00:00Z", "2024-02-01T00:00:00Z"]
    assert points[-1]["rating"] == rated.to_frame().filter(pl.col("player") == "Ann")["rating"][0]
    chart = rated.plot("Ann").to_dict()
    assert chart["encoding"]["x"]["scale"] == {"type": "utc"}


def test_a_line_a_player():
    """Without names the first of the list are drawn."""
    pytest.importorskip("altair", reason="Altair is not installed")
    rated = banzuke.rate(pl.DataFrame(GAMES), "warlight")
    assert {point["line"] for point in values(rated.plot())} == {"Ann", "Bob", "Cy"}


def test_lines_step_or_slope():
    """A rating that changes by games stays until the next; a strength that drifts does not."""
    pytest.importorskip("altair", reason="Altair is not installed")
    drawn = [
        banzuke.rate(pl.DataFrame(GAMES), key).plot("Ann").to_dict()["mark"]["interpolate"]
        for key in ("elo", "whole-history", "through-time")
    ]
    assert drawn == ["step-after", "linear", "linear"]


def test_undated_results_are_drawn_in_order():
    """Without dates entries are numbered."""
    pytest.importorskip("altair", reason="Altair is not installed")
    frame = pl.DataFrame(GAMES).drop("date")
    rated = banzuke.rate(frame, "warlight")
    chart = rated.plot("Ann").to_dict()
    assert chart["encoding"]["x"]["type"] == "quantitative"
    assert [point["at"] for point in values(rated.plot("Ann"))] == [1, 2, 3]


def test_long_histories_are_drawn_whole():
    """There is no limit to the number of points."""
    pytest.importorskip("altair", reason="Altair is not installed")
    count = 6000
    days = pl.date_range(
        pl.date(2000, 1, 1), pl.date(2000, 1, 1) + pl.duration(days=count - 1), eager=True
    )
    history = pl.DataFrame(
        {
            "date": days,
            "player": "Ann",
            "pool": "",
            "event": None,
            "after": [float(n) for n in range(count)],
        }
    )
    chart = rating_chart(history, banzuke.load_rulebook("warlight"))
    assert len(values(chart)) == count


def test_missing_library_names_the_extra(monkeypatch):
    """Without Altair the message says what to install."""
    monkeypatch.setitem(sys.modules, "altair", None)
    rated = banzuke.rate(pl.DataFrame(GAMES), "warlight")
    with pytest.raises(ExtraMissing, match=r"banzuke\[charts\]"):
        rated.plot("Ann")


def test_nothing_to_draw():
    """Without a rated game there is nothing to draw."""
    pytest.importorskip("altair", reason="Altair is not installed")
    rated = banzuke.rate(pl.DataFrame(GAMES), "warlight")
    with pytest.raises(WrongUse, match="no rated game"):
        rating_chart(rated.history_frame().clear(), rated.rulebook)


def test_no_hole_in_the_axis():
    """Where no rating lies between -1 and 1, these are one height, and the axis tells ratings."""
    pytest.importorskip("altair", reason="Altair is not installed")
    games = pl.DataFrame(GAMES).with_columns(event=pl.lit("Open"))
    known = pl.DataFrame({"player": ["Ann", "Bob", "Cy"], "rating": [-1.05, 1.05, 1.0]})
    rated = banzuke.rate(games, "aga-draft", known.with_columns(deviation=0.5))
    for point in values(rated.plot()):
        assert abs(point["rating"]) >= 1.0
        sign = 1.0 if point["rating"] >= 0 else -1.0
        assert point["height"] == pytest.approx(point["rating"] - sign, abs=1e-12)
    axis = rated.plot().to_dict()["encoding"]["y"]["axis"]
    assert axis["labelExpr"] == "format(datum.value + (datum.value < 0 ? -1 : 1), '~f')"
    axis = banzuke.rate(games, "warlight").plot().to_dict()["encoding"]["y"]["axis"]
    assert axis == {"format": "~f"}
