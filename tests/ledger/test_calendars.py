"""When lists are due: by their calendar, what was published, and the newest result."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.ledger.calendars import due, period_end
from banzuke.ledger.lists import ListRecord
from banzuke.workflows.ledger import Ledger

PERIODS = ("weekly", "monthly", "quarterly", "yearly")


def days_due(
    calendar: str, published: str, newest: str, since: str = ""
) -> tuple[list[str], str | None]:
    """The days that are overdue, and the next one."""
    record = ListRecord("main", "Main", "", calendar=calendar, since=since)  # type: ignore[arg-type]  # any word is tried
    last, latest = (date.fromisoformat(day) if day else None for day in (published, newest))
    found = due(record, last, latest)
    assert found is not None
    return [str(day) for day in found.overdue], found.next and str(found.next)


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        (("monthly", "2024-01-31", "2024-04-10"), (["2024-02-29", "2024-03-31"], "2024-04-30")),
        (("monthly", "2024-01-15", "2024-01-20"), ([], "2024-01-31")),
        (("monthly", "2024-01-31", "2024-02-29"), ([], "2024-02-29")),
        (("monthly", "", "2024-02-10"), (["2024-01-31"], "2024-02-29")),
        (("monthly", "", "2024-02-10", "2024-02-01"), ([], "2024-02-29")),
        (("weekly", "2024-03-03", "2024-03-12"), (["2024-03-10"], "2024-03-17")),
        (("quarterly", "2023-12-31", "2024-07-01"), (["2024-03-31", "2024-06-30"], "2024-09-30")),
        (("yearly", "", "2024-07-01"), (["2023-12-31"], "2024-12-31")),
        (("yearly", "2024-12-31", "2024-07-01"), ([], "2025-12-31")),
        (("permanent", "2024-05-01", "2024-07-01"), (["2024-07-01"], None)),
        (("permanent", "2024-07-01", "2024-07-01"), ([], None)),
        (("monthly", "2024-01-31", ""), ([], None)),
        (("weekly", "9999-12-31", "9999-12-31"), ([], "9999-12-31")),
    ],
    ids=str,
)
def test_the_days_on_which_a_list_is_due(asked: tuple[str, ...], wanted: object):
    """A period is over once there is a result of a later day."""
    assert days_due(*asked) == wanted


@given(st.sampled_from(PERIODS), st.dates(), st.integers(0, 3000), st.booleans())
def test_overdue_days_are_ends_of_periods_in_a_row(calendar, last, gap, ever):
    """After the last publication, before the newest result, none left out, none twice."""
    newest = date.fromordinal(min(last.toordinal() + gap, date.max.toordinal()))
    record = ListRecord("main", "Main", "", calendar=calendar)
    if not ever and last.year == 1:
        return  # there is no year before the first
    found = due(record, last if ever else None, newest)
    assert found is not None
    assert found.next is not None
    days = [*found.overdue, found.next]
    assert all(day == period_end(calendar, day) for day in days)
    assert all(day < newest for day in found.overdue)
    assert found.next >= newest
    if ever:
        assert all(day > last for day in found.overdue)
    for one, other in pairwise(days):
        assert period_end(calendar, one + timedelta(days=1)) == other


def test_all_that_is_due_is_published(ledger: Ledger):
    """One publication for each period that is over; then nothing is due."""
    rows = [{"date": day, "player_1": "Ann Ek", "player_2": "Bo Ek", "result": "1-0"}
            for day in ("2024-01-10", "2024-02-10", "2024-04-10")]  # fmt: skip
    ledger.import_frame(rows, "games.csv")
    ledger.set_list("main", "elo", {"calendar": "monthly"})
    ledger.set_list("other", "elo")
    ledger.publish("main", as_of="2024-01-31")
    assert list(ledger.due()) == ["main"]
    done = ledger.publish_due()
    assert [one.told["as_of"] for one in done] == ["2024-02-29", "2024-03-31"]
    assert ledger.publish_due() == []
    assert [verdict.why for verdict in ledger.verify()] == ["", "", ""]


def test_an_odd_publication_warns(ledger: Ledger):
    """Of an empty list, and as of a day before one that was published already."""
    rows = [{"date": day, "player_1": "Ann Ek", "player_2": "Bo Ek", "result": "1-0"}
            for day in ("2024-01-10", "2024-02-10")]  # fmt: skip
    ledger.import_frame(rows, "games.csv")
    ledger.set_list("main", "elo")
    ledger.set_list("nobody", "elo", {"nation": "XX"})
    assert "warnings" not in ledger.publish("main").told
    early = ledger.publish("main", as_of="2024-01-31", preview=True)
    assert early.revision is None
    assert early.told["warnings"] == [
        "the list was published as of 2024-02-10 already, which is later than 2024-01-31"
    ]
    assert ledger.publish("nobody").told["warnings"] == ["nobody is on the list"]


@pytest.mark.parametrize("dated_first", [True, False])
def test_files_with_and_without_dates_warn(ledger: Ledger, *, dated_first: bool):
    """No list can be rated from both, which is told when the second comes."""
    dated = [{"date": "2024-01-10", "player_1": "Ann Ek", "player_2": "Bo Ek", "result": "1-0"}]
    undated = [{"event": "Cup", "player_1": "Ann Ek", "player_2": "Bo Ek", "result": "1-0"}]
    files = [dated, undated] if dated_first else [undated, dated]
    first, _ = ledger.import_frame(files[0], "one.csv")
    second, _ = ledger.import_frame(files[1], "two.csv")
    assert first.warnings == []
    assert ["no list can be rated from both" in str(one) for one in second.warnings] == [True]
