"""The clock of a zone, at both changes of the year and where a day has 25 hours."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.model.days import MICROSECONDS_A_DAY
from banzuke.model.zone_clock import instants_of, shown

ZONES = ["Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "America/Havana", "UTC"]


def instants(*moments: str) -> pl.Series:
    """ISO moments with offset as a column of instants."""
    return pl.Series([datetime.fromisoformat(moment).astimezone(UTC) for moment in moments])


def micros(series: pl.Series) -> np.ndarray:
    """What a column of stamps counts."""
    return series.to_physical().to_numpy()


def test_the_hour_that_is_shown_twice_is_told_apart():
    """In autumn 2:10 after 2:50 has its mark where the clock went back."""
    found = shown(
        instants(
            "2024-10-27T01:59+02:00",
            "2024-10-27T02:50+02:00",
            "2024-10-27T02:10+01:00",
            "2024-10-27T03:00+01:00",
        ),
        "Europe/Berlin",
    )
    clock = [str(time)[11:16] for time in found.time]
    assert clock == ["01:59", "02:50", "02:10", "03:00"]
    assert found.reached is not None
    marks = pl.Series(found.reached).cast(pl.Datetime("us"))
    assert [str(mark)[11:16] for mark in marks] == ["01:59", "02:50", "03:00", "03:00"]


@pytest.mark.parametrize(
    "moments",
    [
        ("2024-03-31T01:59+01:00", "2024-03-31T03:00+02:00"),
        ("2024-10-27T02:00+02:00", "2024-10-27T02:59+02:00", "2024-10-27T03:00+01:00"),
    ],
)
def test_nothing_is_kept_where_the_clock_tells_the_order(moments):
    """In spring, and in the first of the two hours, what the clock shows is enough."""
    assert shown(instants(*moments), "Europe/Berlin").reached is None


@pytest.mark.parametrize("zone", ZONES)
@given(data=st.data())
def test_the_order_is_that_of_the_instants(zone, data):
    """Sorted by mark and clock moments lie as they came to pass but for a midnight taken back."""
    starts = [datetime(2008, 11, 2, 2, 31, tzinfo=UTC), datetime(2024, 10, 27, 1, tzinfo=UTC)]
    starts += [datetime(2024, 4, 6, 15, tzinfo=UTC), datetime(2024, 11, 3, 5, tzinfo=UTC)]
    start = data.draw(st.sampled_from(starts))
    minutes = data.draw(st.lists(st.integers(-150, 150), min_size=2, max_size=12, unique=True))
    given_instants = pl.Series([start + timedelta(minutes=minute) for minute in sorted(minutes)])
    found = shown(given_instants, zone)
    time = micros(found.time)
    mark = time if found.reached is None else found.reached
    order = np.lexsort((time, mark))
    days = time[order] // MICROSECONDS_A_DAY
    assert (np.diff(days) >= 0).all()
    if zone != "America/St_Johns":
        assert order.tolist() == list(range(len(minutes)))
    wanted = [one.astimezone(ZoneInfo(zone)).replace(tzinfo=None) for one in given_instants]
    assert found.time.to_list() == wanted
    back = instants_of(time, found.reached, zone).dt.convert_time_zone("UTC")
    assert back.to_list() == given_instants.to_list()


def test_a_midnight_that_the_clock_takes_back():
    """Where the clock goes back over midnight, the games of a day lie together."""
    found = shown(
        instants("2008-11-02T00:00:30-02:30", "2008-11-01T23:30-03:30", "2008-11-02T00:00-03:30"),
        "America/St_Johns",
    )
    assert found.reached is not None
    order = np.lexsort((micros(found.time), found.reached))
    assert order.tolist() == [1, 2, 0] or order.tolist() == [1, 0, 2]


def test_a_time_that_the_clock_never_showed():
    """Half past two of a night in spring is taken as half an hour after two."""
    time = micros(pl.Series([datetime.fromisoformat("2024-03-31T02:30")]))
    found = instants_of(time, None, "Europe/Berlin")
    assert str(found[0]) == "2024-03-31 03:30:00+02:00"


def test_empty_cells():
    """What is not given is shown as nothing."""
    column = pl.Series(
        [None, datetime(2024, 10, 27, 1, 10, tzinfo=UTC)], dtype=pl.Datetime("us", "UTC")
    )
    found = shown(column, "Europe/Berlin")
    assert found.time.to_list() == [None, datetime.fromisoformat("2024-10-27T02:10")]
