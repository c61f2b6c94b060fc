"""What a caller may write in several ways."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

import banzuke as bz
from banzuke.model.errors import WrongUse
from banzuke.workflows.arguments import as_day, as_path


def test_days_and_moments_come_as_texts_or_as_themselves():
    """A date, a moment, their ISO texts, or none."""
    day, moment = date(2024, 5, 31), datetime(2024, 5, 31, 12, 30, tzinfo=UTC)
    assert [as_day(given) for given in (day, "2024-05-31")] == [day, day]
    assert [as_day(given) for given in (moment, "2024-05-31T12:30+00:00")] == [moment, moment]
    assert as_day(None) is None


@pytest.mark.parametrize("given", ["31.05.2024", "2024-02-30", "today", 20240531])
def test_what_is_no_day_is_wrong_use(given):
    """Nothing is guessed of another form."""
    with pytest.raises(WrongUse):
        as_day(given)


def test_a_path_is_a_text_or_a_path():
    """Neither nothing nor a number names a file."""
    assert as_path("a.zip") == as_path(Path("a.zip")) == Path("a.zip")
    for given in ("", 3, None):
        with pytest.raises(WrongUse):
            as_path(given)


@pytest.mark.parametrize("ask", [bz.read, lambda r, **how: bz.rate(r, "elo", **how)])
def test_an_option_that_there_is_none_of_is_refused(ask):
    """A misspelt option is not left out in silence."""
    rows = [{"date": "2024-01-01", "player_1": "A", "player_2": "B", "result": "1-0"}]
    with pytest.raises(bz.UnknownName, match="no option is called 'strct'; did you mean strict"):
        ask(rows, strct=True)
