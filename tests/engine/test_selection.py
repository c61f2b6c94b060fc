"""Which games are rated, in which order, and what makes a period."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from itertools import pairwise

import numpy as np
import pytest

from banzuke.engine.rated import Rated
from banzuke.engine.rulebook import load_rulebook
from banzuke.engine.selection import select
from banzuke.model.days import day_of
from banzuke.model.errors import ResultsRefused
from banzuke.model.system import Period
from banzuke.systems import shelf
from banzuke.workflows.reading import read
from builders import day, order, rate, results, rules, table


def by(kind: str, **period: str):
    """A rulebook that rates by a kind of period."""
    return rules(period={"kind": kind, **period})


def periods(rated: Rated) -> list[list[str]]:
    """The first players of the games of each period."""
    log = rated.runs[0].pool.log
    names = order(rated)
    bounds = log.period.astype(int).tolist()
    return [names[begin:end] for begin, end in pairwise(bounds)]


def test_by_date_then_event_round_board_and_game():
    """Games are ordered by date, event, round, board and game, each compared naturally."""
    rated = rate("""
        date       event  round board game player_1 player_2 result
        2024-01-02 A      1     1     1    I        Z        1-0
        2024-01-01 B      1     1     1    H        Z        1-0
        2024-01-01 A      Round_10 1  1    G        Z        1-0
        2024-01-01 A      Round_9  10 1    F        Z        1-0
        2024-01-01 A      Round_9  9  10   E        Z        1-0
        2024-01-01 A      Round_9  9  9    D        Z        1-0
        2024-01-01 A      Round_9  .  9    C        Z        1-0
        2024-01-01 .      Round_9  9  9    B        Z        1-0
        2023-12-31 Z      Round_9  9  9    A        Z        1-0
    """)
    assert order(rated) == list("ABCDEFGHI")
    assert rated.selection.warnings == ()


def test_time_stamps_come_before_rounds():
    """A game that ended earlier is rated earlier, whatever its round."""
    rated = rate("""
        date                event round player_1 player_2 result
        2024-01-01T12:00:01 A     1     B        Z        1-0
        2024-01-01T12:00:00 A     2     A        Z        1-0
    """)
    assert order(rated) == ["A", "B"]
    assert rated.as_of == "2024-01-01T12:00:01"


def test_ties_follow_the_rows_and_are_told():
    """Games that nothing tells apart follow their rows; how many is told."""
    text = """
        date       player_1 player_2 result status
        2024-01-01 B        Z        1-0    played
        2024-01-01 C        Z        1-0    friendly
        2024-01-01 A        Z        1-0    played
        2024-01-02 D        Z        1-0    played
        2024-01-02 E        Z        1-0    friendly
    """
    rated = rate(text)
    assert order(rated) == ["B", "A", "D"]
    (warning,) = rated.selection.warnings
    assert warning.row == 2
    assert warning.what.startswith("this game is not told apart, by date")


def test_games_without_a_common_player_may_be_in_any_order():
    """The games of a round, and a player's games in two pools, leave nothing to the rows."""
    text = """
        date       round pool player_1 player_2 result
        2024-01-01 1     x    A        B        1-0
        2024-01-01 1     x    C        D        1-0
        2024-01-01 1     y    A        B        1-0
        2024-01-01 2     x    A        C        1-0
    """
    assert rate(text).selection.warnings == ()
    (warning,) = rate(text, rules(pooling="together")).selection.warnings
    assert warning.row == 2
    more = text + "        2024-01-01 2     x    B        A        1-0"
    (warning,) = rate(more).selection.warnings
    assert warning.row == 4


def test_undated_games_follow_event_and_round():
    """Without dates, event and round give the order."""
    rated = rate("""
        event round player_1 player_2 result
        Cup_10 1    C        Z        1-0
        Cup_9  2    B        Z        1-0
        Cup_9  1    A        Z        1-0
    """)
    assert order(rated) == ["A", "B", "C"]
    assert rated.as_of == ""


EVENTS = """
    date       event round player_1 player_2 result
    2024-01-01 Long  1     A        Z        1-0
    2024-01-05 Short 1     B        Z        1-0
    2024-01-09 Long  2     C        Z        1-0
    2024-01-05 .     1     D        Z        1-0
    2024-01-05 .     2     E        Z        1-0
    2024-01-06 .     1     F        Z        1-0
"""


@pytest.mark.parametrize(
    ("which", "wanted"),
    [
        ("last", [["D", "E"], ["B"], ["F"], ["A", "C"]]),
        ("first", [["A", "C"], ["D", "E"], ["B"], ["F"]]),
    ],
)
def test_events_are_dated_by_their_last_or_first_day(which, wanted):
    """An event is rated as a whole, on the day that dates it; games of none by their day."""
    rated = rate(EVENTS, by("event", day=which))
    assert periods(rated) == wanted
    assert "games without one" in rated.selection.warnings[0].what


def test_declared_end_dates_an_event():
    """The declared end of an event goes before its latest game, said in one row of it."""
    text = """
        date       event event_end  player_1 player_2 result
        2024-01-01 Long  2024-02-01 A        Z        1-0
        2024-01-02 Long  .          B        Z        1-0
        2024-01-20 Short .          C        Z        1-0
    """
    assert periods(rate(text, by("event"))) == [["C"], ["A", "B"]]
    rated = rate(text, by("event"), as_of=day("2024-01-31"))
    assert periods(rated) == [["C"]]
    assert rate(text, by("event")).as_of == "2024-02-01"


def test_rounds_are_whole_even_if_a_game_was_played_later():
    """A postponed game belongs to its round, which is dated by its last game."""
    text = """
        date       event round player_1 player_2 result
        2024-01-01 A     1     A        Z        1-0
        2024-01-08 A     2     B        Z        1-0
        2024-01-09 A     1     C        Z        1-0
        2024-01-15 A     10    D        Z        1-0
        2024-01-15 A     9     E        Z        1-0
    """
    assert periods(rate(text, by("round"))) == [["B"], ["A", "C"], ["E"], ["D"]]


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        ("game", [["A"], ["B"], ["C"], ["D"], ["E"], ["F"]]),
        ("day", [["A"], ["B", "C"], ["D"], ["E"], ["F"]]),
        ("week", [["A"], ["B", "C", "D"], ["E", "F"]]),
        ("month", [["A", "B", "C", "D", "E"], ["F"]]),
        ("year", [["A", "B", "C", "D", "E", "F"]]),
    ],
)
def test_periods_of_time(kind, wanted):
    """Days, weeks from Monday on, months and years; each is dated by its last game."""
    rated = rate(
        """
        date       round player_1 player_2 result
        2024-01-07 1     A        Z        1-0
        2024-01-08 1     B        Z        1-0
        2024-01-08 2     C        Z        1-0
        2024-01-14 1     D        Z        1-0
        2024-01-31 1     E        Z        1-0
        2024-02-01 1     F        Z        1-0
        """,
        by(kind),
    )
    assert periods(rated) == wanted
    pool = rated.runs[0].pool
    newest = {"A": 7, "B": 8, "C": 8, "D": 14, "E": 31, "F": 1}
    assert [day_of(time).day for time in pool.period_time] == [newest[p[-1]] for p in wanted]


@pytest.mark.parametrize("kind", ["day", "week", "month", "year"])
def test_periods_of_time_need_dates(kind):
    """Without dates there are no days, weeks, months or years."""
    with pytest.raises(ResultsRefused, match=f"rates by {kind}, but the results have no dates"):
        rate("player_1 player_2 result\nA B 1-0", by(kind))


@pytest.mark.parametrize(
    ("zone", "month"), [("UTC", 4), ("America/New_York", 3), ("Asia/Tokyo", 4)]
)
def test_the_zone_of_the_rulebook_counts(zone, month):
    """23:30 of 31 March in New York is in March there, and in April elsewhere."""
    text = """
        date                      player_1 player_2 result
        2024-03-01T12:00:00-04:00 A        Z        1-0
        2024-03-31T23:30:00-04:00 B        Z        1-0
    """
    rated = rate(text, by("month", zone=zone))
    assert day_of(rated.runs[0].pool.period_time[-1]).month == month
    assert len(periods(rated)) == (1 if month == 3 else 2)
    assert rated.as_of.startswith(f"2024-0{month}")


def test_offsets_are_instants():
    """Stamps with different offsets are compared as instants."""
    rated = rate("""
        date                      player_1 player_2 result
        2024-03-01T10:00:00+02:00 B        Z        1-0
        2024-03-01T09:00:00Z      C        Z        1-0
        2024-03-01T12:30:00+05:00 A        Z        1-0
    """)
    assert order(rated) == ["A", "B", "C"]


STAMPS = """
    date                player_1 player_2 result
    2024-01-01T10:00:00 A        Z        1-0
    2024-01-01T23:59:59 B        Z        1-0
    2024-01-02T00:00:00 C        Z        1-0
"""


@pytest.mark.parametrize(
    ("as_of", "wanted"),
    [
        (date(2023, 12, 31), ""),
        (date(2024, 1, 1), "AB"),
        (date(2024, 1, 2), "ABC"),
        (datetime(2024, 1, 1, 9, 59, 59), ""),  # noqa: DTZ001  # on the rulebook's clock
        (datetime(2024, 1, 1, 10), "A"),  # noqa: DTZ001  # on the rulebook's clock
        (datetime(2024, 1, 1, 10, tzinfo=UTC), "A"),
        (datetime(2024, 1, 1, 11, tzinfo=timezone(timedelta(hours=2))), ""),
        (datetime(2024, 1, 1, 12, tzinfo=timezone(timedelta(hours=2))), "A"),
    ],
)
def test_as_of_is_inclusive(as_of, wanted):
    """A day counts to its last moment, a moment to itself; offsets are understood."""
    assert "".join(order(rate(STAMPS, as_of=as_of))) == wanted


def test_as_of_on_the_clock_of_the_zone():
    """A moment with offset is taken to the rulebook's clock; one without is on it."""
    book = by("game", zone="Asia/Tokyo")
    assert order(rate(STAMPS, book, as_of=datetime(2024, 1, 1, 1, tzinfo=UTC))) == ["A"]
    assert order(rate(STAMPS, book, as_of=datetime(2024, 1, 1, 0, 59, tzinfo=UTC))) == []
    rated = rate(STAMPS, book, as_of=datetime(2024, 1, 1, 1, tzinfo=UTC))
    assert rated.as_of == "2024-01-01T10:00:00"


def test_as_of_needs_dates():
    """What is undated cannot be rated as of a date."""
    with pytest.raises(ResultsRefused, match="no dates"):
        rate("player_1 player_2 result\nA B 1-0", as_of=date(2024, 1, 1))


COUNTED = """
    date       event   event_category pool  status   rated player_1 player_2 result
    2024-01-01 Open    league         rapid played   .     A        Z        1-0
    2024-02-01 CUP     cup            blitz played   .     B        Z        1-0
    2024-03-01 Open_2  .              .     played   no    C        Z        1-0
    2024-04-01 Open    league         rapid friendly .     D        Z        1-0
    2024-05-01 Cup     Cup            blitz friendly yes   E        Z        1-0
    2024-06-01 Open    league         rapid forfeit  .     F        Z        1-0
    2024-07-01 Open    league         rapid void     .     G        Z        .
"""


@pytest.mark.parametrize(
    ("counts", "wanted"),
    [
        ({}, "ABE"),
        ({"statuses": ["played", "friendly"]}, "ABDE"),
        ({"statuses": ["forfeit"]}, "EF"),
        ({"events": ["open"]}, "A"),
        ({"events": ["cup"]}, "BE"),
        ({"except_events": ["cup"]}, "A"),
        ({"categories": ["CUP"]}, "BE"),
        ({"pools": ["Blitz"]}, "BE"),
        ({"from": day("2024-02-01")}, "BE"),
        ({"until": day("2024-02-01")}, "AB"),
        ({"from": day("2024-02-02"), "until": day("2024-04-30")}, ""),
    ],
)
def test_what_counts(counts, wanted):
    """Statuses, events, categories, pools and days; ``rated`` goes before the status."""
    rated = rate(COUNTED, rules(counts=counts, pooling="together"))
    assert "".join(order(rated)) == wanted
    assert len(rated.selection.skipped) == 7 - len(wanted)


def test_why_games_do_not_count():
    """Each game left out has the first reason that holds for it."""
    rated = rate(COUNTED, rules(counts={"until": day("2024-04-30")}, pooling="together"))
    assert [(skipped.game, skipped.why) for skipped in rated.selection.skipped] == [
        (2, "marked as not rated"),
        (3, "friendly: not rated"),
        (4, "after 2024-04-30, until when results count"),
        (5, "forfeit: not rated"),
        (6, "void: not rated"),
    ]


def test_one_side_is_no_game():
    """A game of one side that the rulebook would count is left out, and told."""
    rated = rate(
        """
        game player side place status
        1    A      1    1     played
        1    B      2    2     played
        2    A      1    1     friendly
        2    B      1    1     friendly
        """,
        rules({"k_share": "per opponent"}, counts={"statuses": ["played", "friendly"]}),
    )
    assert [skipped.why for skipped in rated.selection.skipped] == ["one side only"]


def test_pools_are_rated_apart_or_together():
    """A rating belongs to a pool; pooling = together makes one of all."""
    apart = rate(COUNTED)
    assert [run.pool.pool for run in apart.runs] == ["", "blitz", "rapid"]
    assert [len(run.pool.games) for run in apart.runs] == [0, 2, 1]
    together = rate(COUNTED, rules(pooling="together"))
    assert [run.pool.pool for run in together.runs] == [""]
    assert len(together.runs[0].pool.games) == 3


def test_pools_that_do_not_count_are_not_listed():
    """Of pools that do not count there is no rating."""
    rated = rate(COUNTED, rules(counts={"pools": ["rapid"]}))
    assert [run.pool.pool for run in rated.runs] == ["rapid"]


def test_columns_that_are_not_read_are_told():
    """Columns with content that the system does not read are named."""
    rated = rate("""
        date       weight handicap_1 handicap_2 player_1 player_2 result
        2024-01-01 1      0          0          A        B        1-0
        2024-01-02 2      3          0          A        B        1-0
    """)
    assert {warning.column for warning in rated.selection.warnings} == {"weight", "handicap"}


def test_places_are_needed_where_the_rulebook_counts_more():
    """A forfeit without a result, counted by the rulebook, is refused at its row."""
    text = """
        date       player_1 player_2 result status
        2024-01-01 A        B        1-0    played
        2024-01-02 A        B        .      forfeit
    """
    rate(text)
    with pytest.raises(ResultsRefused, match="row 1: the result is missing"):
        rate(text, rules(counts={"statuses": ["played", "forfeit"]}))


@pytest.mark.parametrize("shape", ["in order", "out of order", "one pool of two"])
def test_logs_are_what_compiled_kernels_take(shape):
    """Columns are contiguous and of the declared types, however the log came about."""
    text = {
        "in order": ["2024-01-01 1 A B 1-0 x", "2024-01-02 1 A B 1-0 x"],
        "out of order": ["2024-01-03 1 A B 1-0 x", "2024-01-02 1 A B 1-0 x"],
        "one pool of two": ["2024-01-01 1 A B 1-0 x", "2024-01-02 1 A B 1-0 y"],
    }[shape]
    header = "date game player_1 player_2 result pool"
    rated = rate("\n".join([header, *text]))
    kinds = {"period": np.uint32, "game": np.uint32, "player": np.uint32}
    for run in rated.runs:
        for name, column in run.pool.log._asdict().items():
            if name in (*kinds, "side", "place"):
                assert column.dtype == kinds.get(name, np.int32), name
                assert column.flags.c_contiguous, name


def test_every_kind_of_period_is_known():
    """Whatever kinds there are, some system rates by them, or all results are one."""
    claimed = {kind for system in shelf().values() for kind in system.periods}
    assert set(Period) - claimed <= {Period.ALL}


def test_selection_changes_nothing():
    """Selecting leaves the results as they are, for the next rulebook."""
    came = results(COUNTED)
    before = came.to_frame()
    select(came, rules(counts={"events": ["Cup"]}), None)
    assert came.to_frame().equals(before)
    assert read(table(COUNTED)).to_frame().equals(before)


def test_rules_that_reckon_with_home_need_the_column():
    """Where the rules give an advantage that no column tells of, a warning says so."""
    game = "date player_1 player_2 score_1 score_2"
    book = load_rulebook("football")
    silent = rate(f"{game}\n2026-01-01 A B 1 0", book).selection.warnings
    assert "no column says" in silent[0].what
    for column, cell in (("advantage", "1"), ("neutral", "yes")):
        told = rate(f"{game} {column}\n2026-01-01 A B 1 0 {cell}", book)
        assert list(told.selection.warnings) == []
    assert list(rate(f"{game}\n2026-01-01 A B 1 0").selection.warnings) == []
