"""Reports that are alike: read by their pattern as they are read in full."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.model.errors import DataRefused, WrongUse
from banzuke.workflows.alike_reports import read_alike
from banzuke.workflows.reading import read
from builders import said_by

#: Names that mean something else elsewhere, that need cleaning, and that sort in odd places.
NAMES = (
    *("Anna", "anna", "Bo", "Ö", "Zoë", "Zoe\u0308", "李", "a b", "a  b", " Bo", "bye", "1-0", "1"),
    *(
        "player 00",
        "player_1",
        "White",
        "draw",
        "2024-01-01",
        "x" * 1001,
        "",
        "a\u200b",
        "\x00",
        "-",
    ),
)
DATES = (
    *("2026-11-30T10:00:00", "2026-10-25T02:30:00", "2026-11-30", "2026-11-30 10:00:00.250"),
    *(
        "2026-10-25T00:30:00Z",
        "2026-10-25T01:30:00+00:00",
        "2026-10-25T02:30:00+02:00",
        "0999-01-01",
    ),
    *(
        "2026-02-30",
        "30.11.2026",
        "2026-11",
        "",
        None,
        "2026-11-30T25:00:00",
        "9999-12-31T23:59:59Z",
    ),
    *(date(2026, 11, 30), datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
    datetime.fromisoformat("2026-10-25T02:30:00"),
    datetime(2026, 3, 29, 2, 30, tzinfo=timezone(timedelta(hours=-3))),
)
OTHERS: dict[str, tuple[Any, ...]] = {
    "score_1": (1, 0, 1.0, 0.5, -0.0, True, "1", None, float("nan"), 40, "1" * 1_001),
    "score_2": (0, 1, 0.0, 0.5, "0", None, 24),
    "result": ("1-0", "0-1", "½-½", "Anna", "3:1", "2-Jan", None),
    "event": ("Cup", "cup", "Anna", None),
    "pool": ("blitz", None),
    "status": ("played", "forfeit", "odd", None),
    "event_end": ("2026-12-01", None),
    "winner": ("Anna", None),
    "White": ("Bo",),
    "weight": (1, -1, "x", [1]),
}


@st.composite
def reports(draw: st.DrawFn) -> list[dict[str, Any]]:
    """A report of few games, of which most can be read."""
    usual = draw(st.booleans())
    columns = draw(st.lists(st.sampled_from(sorted(OTHERS)[: 4 if usual else None]), unique=True))
    columns += [name for name in ("score_1", "score_2") if usual or draw(st.booleans())]
    names = st.sampled_from(NAMES[:6] if usual else NAMES)
    dates = st.sampled_from([draw(st.sampled_from(DATES))] if usual else DATES)
    row = {
        "date": dates,
        "player_1": names,
        "player_2": names,
        **{
            name: st.sampled_from(OTHERS[name][: 2 if usual else None])
            for name in dict.fromkeys(columns)
        },
    }
    return draw(st.lists(st.fixed_dictionaries(row), min_size=1, max_size=3))


@given(report=reports(), zone=st.sampled_from(["UTC", "Europe/Stockholm"]))
def test_a_report_read_by_its_pattern_is_what_it_is_read_in_full(
    report: list[dict[str, Any]], zone: str
):
    """Either it says the same to the bit, warnings too, or it is left to be read in full."""
    found = read_alike(report, zone)
    try:
        whole = read(report, zone=zone)
    except (DataRefused, WrongUse):
        assert found is None
        return
    if found is not None:
        assert said_by(found) == said_by(whole)


@pytest.mark.parametrize("played", ["2026-11-30T10:00:00", "2026-11-30T10:00:00Z", "2026-11-30"])
@pytest.mark.parametrize("names", [("Bo", "Anna"), ("Åsa", "李")])
def test_usual_reports_are_read_by_their_pattern(played: str, names: tuple[str, str]):
    """What a server reports is not read in full each time."""
    row = {"date": played, "player_1": names[0], "player_2": names[1], "score_1": 1, "score_2": 0}
    found = read_alike([row], "Europe/Stockholm")
    assert found is not None
    assert said_by(found) == said_by(read([row], zone="Europe/Stockholm"))


@pytest.mark.parametrize(
    "score",
    [10**5_000, "1" * 100_000, [1], {"a": 1}, object()],
    ids=["number", "text", "list", "mapping", "object"],
)
def test_what_no_cell_holds_is_left_to_the_checks(score: object):
    """What is endless, or no single value, is neither taken apart nor kept."""
    row = {"date": "2026-11-30", "player_1": "Bo", "player_2": "Anna", "score_1": score}
    assert read_alike([{**row, "score_2": 0}], "UTC") is None
