"""Time counted in periods: idle ones count, wherever 1970 lies."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from banzuke.engine.clock import EPOCH
from banzuke.engine.game_columns import in_periods
from banzuke.model.system import Period


@pytest.mark.parametrize(
    ("kind", "moment", "number"),
    [
        (Period.DAY, "1970-01-01T23:59:59", 0),
        (Period.DAY, "1969-12-31T23:59:59", -1),
        (Period.WEEK, "1970-01-04T12:00:00", 0),
        (Period.WEEK, "1970-01-05T00:00:00", 1),
        (Period.WEEK, "1969-12-28T12:00:00", -1),
        (Period.MONTH, "1970-01-31T12:00:00", 0),
        (Period.MONTH, "2024-02-29T12:00:00", 649),
        (Period.MONTH, "1969-12-31T12:00:00", -1),
        (Period.YEAR, "1969-01-01T00:00:00", -1),
        (Period.YEAR, "2024-12-31T00:00:00", 54),
        (Period.GAME, "1970-01-02T12:00:00", 1.5),
        (Period.EVENT, "1969-12-31T12:00:00", -0.5),
    ],
)
def test_numbers(kind, moment, number):
    """Calendar periods are counted whole, other ones in days."""
    at = datetime.fromisoformat(moment).replace(tzinfo=UTC) - EPOCH
    micros = np.array([at // timedelta(microseconds=1)])
    assert in_periods(kind, micros, 1).tolist() == [number]


def test_undated():
    """Without dates no time passes."""
    assert in_periods(Period.MONTH, None, 3).tolist() == [0.0, 0.0, 0.0]
