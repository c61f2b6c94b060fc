"""Tests of ``banzuke.publishing.site.curves``: lines and ticks of drawings."""

from __future__ import annotations

import re
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from banzuke.publishing.site.curves import PHONE, WIDE, curve

DAYS = st.dates(date(1900, 1, 1), date(2100, 1, 1))
RATINGS = st.floats(-1e6, 1e6, allow_nan=False)


@given(st.lists(st.tuples(DAYS, RATINGS), min_size=1, max_size=30).map(sorted))
def test_everything_drawn_lies_within_the_drawing(points):
    """No point, tick or label is outside, whatever the days and ratings are."""
    drawn = curve(points, WIDE)
    assert drawn is not None
    numbers = re.findall(r"[MH](-?[\d.]+)", drawn.path)
    assert all(WIDE.left - 0.1 <= float(x) <= WIDE.width - WIDE.right + 0.1 for x in numbers)
    for tick in drawn.y:
        assert WIDE.top - 0.1 <= tick.at <= WIDE.height - WIDE.bottom + 0.1
    for tick in drawn.x:
        assert WIDE.left - 0.1 <= tick.at <= WIDE.width - WIDE.right + 0.1


def test_ticks_are_round_numbers_around_the_ratings():
    """Ratings from 955 to 1053 have a tick every twenty points, and years below."""
    points = [(date(2020, 1, 5), 955.0), (date(2022, 3, 1), 1053.0), (date(2024, 5, 14), 1051.0)]
    drawn = curve(points, WIDE)
    assert drawn is not None
    assert [tick.text for tick in drawn.y] == ["940", "960", "980", "1000", "1020", "1040", "1060"]
    assert [tick.text for tick in drawn.x] == ["2021", "2022", "2023", "2024"]


def test_phones_have_fewer_ticks():
    """A drawing for phones has at most five ticks at either axis."""
    points = [(date(2000, 1, 1) + timedelta(30 * step), 1000.0 + step) for step in range(300)]
    drawn = curve(points, PHONE)
    assert drawn is not None
    assert len(drawn.x) <= 5
    assert len(drawn.y) <= 7


def test_thinning_keeps_the_extremes():
    """Of thirty thousand points the highest and the lowest are still drawn."""
    points = [(date(1950, 1, 1) + timedelta(step), float(step % 7)) for step in range(30_000)]
    points[12_345] = (points[12_345][0], 900.0)
    points[23_456] = (points[23_456][0], -900.0)
    drawn = curve(points, WIDE)
    assert drawn is not None
    heights = [float(y) for y in re.findall(r"V(-?[\d.]+)", drawn.path)]
    low = next(tick.at for tick in drawn.y if tick.text == "-1000")
    assert len(heights) < 5000
    assert max(heights) - min(heights) > 0.85 * (low - drawn.y[-1].at)


def test_one_point_and_no_point():
    """A single rating is a dot with an axis; without any there is no drawing."""
    assert curve([], WIDE) is None
    drawn = curve([(date(2024, 1, 1), 1000.0)], WIDE)
    assert drawn is not None
    assert drawn.last[0] == WIDE.left + (WIDE.width - WIDE.left - WIDE.right) / 2
