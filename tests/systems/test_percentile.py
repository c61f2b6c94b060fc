"""The percentile move against a second, exact reckoning; its edges; its explanations."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz

WORLD = "world championship"
PLAYERS = [f"P{number}" for number in range(1, 13)]


@dataclass(frozen=True)
class Event:
    """One event: its facts, and (player, place or None) of everybody listed."""

    name: str
    end: date
    size: int
    rounds: int
    category: str
    rows: tuple[tuple[str, int | None], ...]


@dataclass(frozen=True)
class Reading:
    """The settings of the source's open points, as the reference takes them."""

    ties: str = "best"
    field: str = "declared"
    cap_category_values: bool = False
    counted_from: int = 2001


def percentile_of(event: Event, place: int, reading: Reading) -> Fraction:
    """P of the source."""
    sharing = sum(other == place for _, other in event.rows)
    places = [Fraction(place + number) for number in range(sharing)]
    used = {"best": places[0], "worst": places[-1], "mean": sum(places) / sharing}[reading.ties]
    size = size_of(event, reading)
    return (size + Fraction(1, 2) - used) / size * 100


def size_of(event: Event, reading: Reading) -> int:
    """N of the source."""
    placed = sum(place is not None for _, place in event.rows)
    return {"declared": event.size, "listed": len(event.rows), "placed": placed}[reading.field]


def value_of(event: Event, reading: Reading) -> Fraction:
    """V of the source, by the first of its rules that applies."""
    if event.category.lower() == WORLD:
        return Fraction(15 if reading.cap_category_values else 20)
    if event.end.year < reading.counted_from:
        return Fraction(0)
    points = size_of(event, reading) / (Fraction(7) if event.rounds == 1 else Fraction(7, 2))
    return min(Fraction(15), points + 2)


def reckoned(
    events: list[Event], reading: Reading
) -> tuple[dict[str, Fraction], dict[str, int], dict[tuple[str, str], Fraction]]:
    """Ratings, counted events, and the change of each (event, player)."""
    rating = dict.fromkeys(PLAYERS, Fraction(40))
    counted = dict.fromkeys(PLAYERS, 0)
    changes = {}
    for event in sorted(events, key=lambda event: (event.end, int(event.name[1:]))):
        value = value_of(event, reading)
        for player, place in event.rows:
            change = Fraction(0)
            if place is not None and value > 0:
                change = value / 100 * (percentile_of(event, place, reading) - rating[player])
                counted[player] += 1
            rating[player] += change
            changes[event.name, player] = change
    return rating, counted, changes


@st.composite
def events(draw: st.DrawFn, *, whole: bool = False) -> list[Event]:
    """Events with ties, gaps and unplaced players; none of the gaps where the list is ``whole``."""
    found = []
    numbers = draw(st.lists(st.integers(1, 12), min_size=1, max_size=5, unique=True))
    for number in numbers:
        players = draw(st.permutations(PLAYERS))[: draw(st.integers(1, len(PLAYERS)))]
        unplaced = draw(st.integers(0, len(players) - 1))
        placed = len(players) - unplaced
        missing = 0 if whole else draw(st.integers(0, 6))
        room = 0 if whole else missing + unplaced
        rows: list[tuple[str, int | None]] = []
        skipped = 0
        while len(rows) < placed:
            together = draw(st.integers(1, placed - len(rows)))
            skipped += draw(st.integers(0, room - skipped))
            place = len(rows) + skipped + 1
            rows += [(player, place) for player in players[len(rows) : len(rows) + together]]
        rows += [(player, None) for player in players[placed:]]
        found.append(
            Event(
                name=f"E{number}",
                end=date(1999, 12, 20) + timedelta(days=draw(st.integers(0, 800))),
                size=len(players) + missing,
                rounds=draw(st.integers(1, 3)),
                category=draw(st.sampled_from(["", "", "World Championship"])),
                rows=tuple(draw(st.permutations(rows))),
            )
        )
    return found


def table(found: list[Event]) -> list[dict[str, object]]:
    """Events as a table of standings."""
    return [
        {
            "event": event.name,
            "player": player,
            "place": place,
            "date": event.end,
            "event_players": event.size,
            "event_rounds": event.rounds,
            "event_category": event.category,
        }
        for event in found
        for player, place in event.rows
    ]


def compare(found: list[Event], reading: Reading, settings: dict[str, object]) -> bz.Ratings:
    """Rate events both ways, compare everything, and give the ratings."""
    ratings = bz.rate(table(found), "dip-pouch", parameters=settings)
    rating, counted, changes = reckoned(found, reading)
    listing = ratings.listing
    here = dict(listing.listed.select("player", "rating").iter_rows())
    for player, value in here.items():
        assert value == pytest.approx(float(rating[player]), abs=1e-10)
    for player, value, why in listing.unlisted.select("player", "rating", "why").iter_rows():
        assert value == 40.0
        assert why == "no counted event yet"
        assert counted[player] == 0
    assert set(here) == {player for player, count in counted.items() if count}
    assert dict(listing.listed.select("player", "games").iter_rows()) == {
        player: counted[player] for player in here
    }
    order = [rating[player] for player in listing.listed["player"].to_list()]
    assert all(above >= below - Fraction(1, 10**8) for above, below in pairwise(order))
    for row in ratings.history_frame().to_dicts():
        change = changes[row["event"], row["player"]]
        assert row["change"] == pytest.approx(float(change), abs=1e-10)
        assert row["after"] == row["before"] + row["change"]
    return ratings


@given(
    found=events(),
    ties=st.sampled_from(["best", "mean", "worst"]),
    cap=st.booleans(),
    counted_from=st.sampled_from([0, 2000, 2001]),
)
def test_events_against_exact_fractions(
    found: list[Event], ties: str, cap: bool, counted_from: int
):
    """Ties, gaps, unplaced players, categories and the cutoff give what fractions give."""
    reading = Reading(ties, "declared", cap, counted_from)
    settings = {"ties": ties, "cap_category_values": cap, "counted_from": counted_from}
    compare(found, reading, settings)


@given(found=events(whole=True), field=st.sampled_from(["listed", "placed"]))
def test_other_ways_to_count_the_field(found: list[Event], field: str):
    """N as the rows listed, or as those with a place, gives what fractions give."""
    compare(found, Reading(field=field), {"field": field})


@given(found=events())
def test_explanations_add_up(found: list[Event], adds_up):
    """Each event of each player is explained with N, V and P, and adds up to the bit."""
    ratings = bz.rate(table(found), "dip-pouch")
    reading = Reading()
    for event in found:
        for player, place in event.rows:
            explained = ratings.explain(player, event=event.name)
            adds_up(ratings, explained)
            inputs = {term.name: term.value for term in explained.inputs}
            assert inputs["players in the event"] == event.size
            assert inputs["tournament value"] == pytest.approx(float(value_of(event, reading)))
            assert explained.rated == (place is not None and value_of(event, reading) > 0)
            if place is None:
                assert explained.why == "took part, but has no place"
                assert "percentile" not in inputs
                continue
            reached = percentile_of(event, place, reading)
            assert inputs["percentile"] == pytest.approx(float(reached))
            if not explained.rated:
                assert explained.why == (
                    f"events before 2001 have value 0, and this is of {event.end.year}"
                )


@given(found=events())
def test_ratings_stay_between_the_ends(found: list[Event]):
    """No rating reaches 0 or 100: the first place gives less, the last more."""
    ratings = bz.rate(table(found), "dip-pouch")
    history = ratings.history_frame()
    assert history["after"].min() > 0
    assert history["after"].max() < 100


def row(**facts: object) -> dict[str, object]:
    """A player's row of an ordinary event."""
    return {
        "event": "E",
        "player": "A",
        "place": 1,
        "date": date(2010, 5, 2),
        "event_players": 30,
        "event_rounds": 3,
        **facts,
    }


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"event_rounds": None}, "number of rounds is missing"),
        ({"event_players": None}, "number of players is missing"),
        ({"date": None}, "date is missing"),
        ({"place": 31}, "place 31 in an event of 30 players"),
    ],
)
def test_what_the_value_needs_is_not_guessed(facts: dict[str, object], message: str):
    """Where the rounds, the players or the year are needed and unknown, the event is refused."""
    with pytest.raises(bz.ResultsRefused, match=message):
        bz.rate([row(**facts)], "dip-pouch")


def test_a_year_that_is_known_of_other_events_only():
    """An event without any date among dated ones is refused, not taken for one before 2001."""
    rows = [
        {**row(event="E"), "date": None, "event_end": None},
        {**row(event="F"), "date": None, "event_end": date(2010, 5, 3)},
    ]
    with pytest.raises(bz.ResultsRefused, match=r"row 0.*there is no date, but other events"):
        bz.rate(rows, "dip-pouch")


@pytest.mark.parametrize(
    "facts",
    [
        {"event_category": WORLD},
        {"event_category": WORLD, "date": date(1997, 3, 30)},
        {"date": date(1997, 3, 30)},
    ],
)
def test_rounds_that_nobody_needs(facts: dict[str, object]):
    """World Championships and events before the cutoff are rated without a number of rounds."""
    assert len(bz.rate([row(**facts, event_rounds=None)], "dip-pouch").history_frame()) == 1


def test_gaps_that_missing_players_can_fill():
    """Places 1 and 3 of three are fine, 1 and 4 of three are not, nor are 1, 1, 2."""
    rows = [row(event_players=3), row(player="B", place=3, event_players=3)]
    assert len(bz.rate(rows, "dip-pouch")) == 2
    rows[1]["place"] = 4
    with pytest.raises(bz.ResultsRefused, match="place 4 in an event of 3 players"):
        bz.rate(rows, "dip-pouch")
    three = [row(), row(player="B"), row(player="C", place=2)]
    with pytest.raises(bz.ResultsRefused, match="place 2 comes after 2"):
        bz.rate(three, "dip-pouch")


def test_more_players_than_declared():
    """An event that lists more players than it declares is refused."""
    rows = [row(event_players=1), row(player="B", place=1, event_players=1)]
    with pytest.raises(bz.ResultsRefused, match="2 players are listed, but 1 declared"):
        bz.rate(rows, "dip-pouch")


def test_games_of_one_event_are_no_standings():
    """Games are refused, however few: an event has final places."""
    rows = [
        {**row(player=player, place=place), "game": game}
        for game in "12"
        for place, player in enumerate("AB", start=1)
    ]
    for few in (rows, rows[:2]):
        with pytest.raises(bz.ResultsRefused, match="rates final standings, not games"):
            bz.rate(few, "dip-pouch")


@pytest.mark.parametrize(
    ("ties", "formula", "reached"),
    [
        ("best", "(4 + 0.5 − 2) / 4 × 100", 62.5),
        ("mean", "(4 + 0.5 − 2.5) / 4 × 100; the mean of the places 2 to 3", 50.0),
        ("worst", "(4 + 0.5 − 3) / 4 × 100; the worst of the places 2 to 3", 37.5),
    ],
)
@pytest.mark.parametrize(
    ("field", "source"),
    [
        ("declared", "as the event declares it"),
        ("listed", "rows listed"),
        ("placed", "rows with a place"),
    ],
)
def test_formulas_say_what_was_reckoned(ties, formula, reached, field, source):
    """The formula of a shared place has the place that was used, and N says where it is from."""
    facts = {"event": "Open", "date": "2010-05-02", "event_players": 4, "event_rounds": 3}
    rows = [
        {**facts, "player": p, "place": place}
        for p, place in zip("ABCD", (1, 2, 2, 4), strict=True)
    ]
    ratings = bz.rate(rows, "dip-pouch", parameters={"ties": ties, "field": field})
    size, percentile = ratings.explain("B").inputs[:2]
    assert (size.value, size.source) == (4.0, source)
    assert (percentile.value, percentile.source) == (reached, formula)
