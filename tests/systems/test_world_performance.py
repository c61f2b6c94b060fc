"""World Performance Evaluation against a second, exact reckoning; printed rows; settings."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.model.errors import ParameterRefused, PlayersRefused, ResultsRefused

RULES = "wpe-draft"
WORLD = "world championship"
INFLOW = {100: 6, 85: 5.5, 70: 5, 60: 4.5, 50: 4, 42: 3.5, 35: 3, 28: 2.5, 21: 2, 14: 1, 7: 0}
PLACES = {150: 13, 120: 12, 95: 11, 70: 10, 49: 9, 35: 8, 28: 7, 21: 6, 14: 5}
#: category: influence, more places with points
CLASSES = {
    WORLD: (12, 2),
    "European Championship": (9, 1),
    "asia pacific championship": (7, 0),
    "minor tournament 1": (1, 0),
    "cmfv": (6, 0),
    "snake pit league": (2, 0),
}


@dataclass(frozen=True)
class Event:
    """One event, and the place of everybody listed, None for no place."""

    category: str
    players: int
    rounds: int
    places: tuple[int | None, ...]


@dataclass(frozen=True)
class Reading:
    """The settings of the open points, as the reference takes them."""

    within: str = "step"
    awarded_by: str = "players"
    ties: str = "best"


def field_of(event: Event) -> Fraction:
    """The field, as the page tells it of each kind of event."""
    players = Fraction(event.players)
    if event.category == WORLD and players < 75:
        return (players + 75) / 2
    if event.category == "European Championship" and players < 50:
        return (players + 50) / 2
    if event.category == "cmfv" and players >= 35:
        return (players + 35) / 2
    return (players + 14) / 3 if "league" in event.category else players


def inflow_of(field: Fraction, reading: Reading) -> Fraction:
    """The inflow of a field."""
    below = [least for least in INFLOW if least <= field]
    if not below:
        return Fraction(0)
    found = Fraction(INFLOW[below[0]])
    above = [least for least in INFLOW if least > field]
    if reading.within == "rising" and above:
        found += (Fraction(INFLOW[above[-1]]) - found) * (field - below[0]) / (above[-1] - below[0])
    return found


def base_of(place: int, awarded: int) -> Fraction:
    """The base of a place, by going down the steps one by one."""
    if place > awarded:
        return Fraction(0)
    steps = [Fraction(12), Fraction(8), Fraction(6)]
    if awarded > 3:
        steps += [Fraction(4) - Fraction(4, awarded - 3) * n for n in range(awarded - 3)]
    return steps[place - 1]


def reckoned(event: Event, reading: Reading) -> list[Fraction]:
    """The points of everybody listed."""
    influence, more = CLASSES[event.category]
    size = field_of(event) if reading.awarded_by == "field" else Fraction(event.players)
    awarded = next((places for least, places in PLACES.items() if size >= least), None)
    if awarded is None:
        awarded = min(4, event.rounds) if size >= 7 else 0
        more = more if size >= 7 else 0
    worth = influence + inflow_of(field_of(event), reading)
    points = []
    for place in event.places:
        bases = [Fraction(0)]
        if place is not None:
            sharing = event.places.count(place) if reading.ties == "mean" else 1
            bases = [base_of(place + n, awarded + more) for n in range(sharing)]
        points.append(worth * sum(bases) / len(bases))
    return points


@st.composite
def events(draw: st.DrawFn) -> Event:
    """Events of all classes and sizes, at the edges of the rows, with ties and without a place."""
    edge = st.sampled_from([*INFLOW, *PLACES, 75]).flatmap(lambda e: st.integers(e - 1, e + 1))
    players = draw(edge | st.integers(1, 220))
    listed = draw(st.integers(1, min(players, 30)))
    places: list[int | None] = []
    while len(places) < listed:
        together = draw(st.integers(1, min(3, listed - len(places))))
        places += [len(places) + 1] * together
    if listed < players:
        places.append(None)
    category = draw(st.sampled_from(sorted(CLASSES)))
    return Event(category, players, draw(st.integers(1, 6)), tuple(places))


def rated(found: list[Event], **settings: Any) -> bz.Ratings:
    """Events, rated, one a day."""
    rows = [
        {
            "event": f"E{number}",
            "date": f"2024-01-{number + 1:02d}",
            "player": f"P{index:02d}",
            "place": place,
            "event_players": event.players,
            "event_rounds": event.rounds,
            "event_category": event.category,
        }
        for number, event in enumerate(found)
        for index, place in enumerate(event.places)
    ]
    return bz.rate(rows, RULES, parameters=settings)


@given(
    found=st.lists(events(), min_size=1, max_size=4),
    reading=st.builds(
        Reading,
        st.sampled_from(["step", "rising"]),
        st.sampled_from(["players", "field"]),
        st.sampled_from(["best", "mean"]),
    ),
)
def test_events_against_a_second_reckoning(found: list[Event], reading: Reading):
    """Points of random events are what the page's tables give, and are added."""
    ratings = rated(found, **vars(reading))
    totals: dict[str, Fraction] = {}
    for number, event in enumerate(found):
        changes = {
            row["player"]: row["change"]
            for row in ratings.history_frame().to_dicts()
            if row["event"] == f"E{number}"
        }
        for index, points in enumerate(reckoned(event, reading)):
            assert changes[f"P{index:02d}"] == pytest.approx(float(points), rel=1e-12)
            totals[f"P{index:02d}"] = totals.get(f"P{index:02d}", Fraction(0)) + points
    state = ratings.rated.runs[0].state
    for code, name in enumerate(ratings.rated.names):
        assert state.rating[code] == pytest.approx(float(totals[name]), rel=1e-12)


@given(found=st.lists(events(), min_size=1, max_size=3))
def test_what_is_told_adds_up(found: list[Event], adds_up: Any):
    """The one term of each entry is its points; influence, inflow and base make them."""
    ratings = rated(found)
    for player in ratings.rated.results.players:
        told = ratings.explain(player)
        adds_up(ratings, told)
        said = {term.name: term.value for term in told.inputs}
        if told.rated:
            worth = said["influence"] + said["inflow"]
            assert worth * said["base"] == pytest.approx(told.change)
        else:
            assert told.why == "took part, but has no place"


PRINTED = {
    15: "12 8 6 4 3,667 3,333 3 2,667 2,333 2 1,667 1,333 1 0,667 0,333",
    14: "12 8 6 4 3,636 3,273 2,909 2,545 2,182 1,818 1,455 1,091 0,727 0,364 0",
    13: "12 8 6 4 3,6 3,2 2,8 2,4 2 1,6 1,2 0,8 0,4 0",
}


@pytest.mark.parametrize("awarded", PRINTED)
def test_printed_bases(awarded: int):
    """The rows for 13, 14 and 15 places with points are as the page prints them."""
    players = {13: 114, 14: 120, 15: 150}[awarded]
    bases = [float(text.replace(",", ".")) for text in PRINTED[awarded].split()]
    event = Event(WORLD, players, 4, tuple(range(1, len(bases) + 1)))
    ratings = rated([event])
    for number, base in enumerate(bases):
        told = ratings.explain(f"P{number:02d}")
        said = {term.name: term.value for term in told.inputs}
        assert said["base"] == pytest.approx(base, abs=0.0005)
        assert told.change == pytest.approx(18 * base, abs=0.01)


def test_the_first_and_the_last_of_a_great_event():
    """A world event with 114 players gives 216 to the first and 7.2 to the 13th."""
    ratings = rated([Event(WORLD, 114, 4, tuple(range(1, 15)))])
    found = [ratings.explain(f"P{number:02d}").change for number in (0, 12, 13)]
    assert found == pytest.approx([216, 7.2, 0])


SMALL = Event(WORLD, 38, 4, (1, 2, 2, 4, 5))
MINOR = Event("minor tournament 1", 30, 3, (*range(1, 15), *[None] * 7))
OTHER = Event("pub evening", 30, 3, (1, 2))
COUNT = {"other_classes": "count"}
#: an event, who, other settings, a setting, its other value, the points by the two values
ALIVE: list[tuple[Event, int, dict[str, Any], str, Any, float | None, float]] = [
    (SMALL, 0, {}, "within", "rising", 192.0, 12 * (12 + 4 + 0.5 * 0.65)),
    (SMALL, 4, {}, "awarded_by", "field", 16 * 24 / 7, 16 * 3.5),
    (SMALL, 1, {}, "ties", "mean", 128.0, 16 * 7),
    (SMALL, 0, {}, "top", [14.0, 8.0, 6.0], 192.0, 224.0),
    (SMALL, 3, {}, "after_top", 2.0, 64.0, 32.0),
    (SMALL, 0, {}, "inflow", [{"players": 0, "inflow": 1}], 192.0, 12 * 13.0),
    (SMALL, 3, {}, "awarded", [{"players": 0, "places": 1}], 64.0, 0.0),
    (SMALL, 0, {}, "classes", [{"category": WORLD, "influence": 1}], 192.0, 12 * 4.0),
    (MINOR, 0, {}, "field", "listed", 42.0, 36.0),
    (MINOR, 0, {}, "field", "placed", 42.0, 24.0),
    (OTHER, 0, {}, "other_classes", "count", None, 42.0),
    (OTHER, 0, COUNT, "other_influence", 2.0, 42.0, 54.0),
]


@pytest.mark.parametrize(("event", "who", "given_", "setting", "other", "before", "after"), ALIVE)
def test_a_setting_moves_its_number(
    event: Event,
    who: int,
    given_: dict[str, Any],
    setting: str,
    other: Any,
    before: float | None,
    after: float,
):
    """With the rulebook's value the points are the ones, with another value the others."""
    player = f"P{who:02d}"
    if before is None:
        with pytest.raises(ResultsRefused, match="of no class of the rulebook"):
            rated([event], **given_)
    else:
        assert rated([event], **given_).explain(player).change == pytest.approx(before)
        assert before != after
    found = rated([event], **{**given_, setting: other}).explain(player).change
    assert found == pytest.approx(after)


def test_every_setting_is_alive():
    """No parameter is accepted and then ignored."""
    fields = set(type(bz.load_rulebook(RULES).parameters).model_fields)
    assert {setting for _, _, _, setting, *_ in ALIVE} == fields


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"event_players": None}, "number of players is missing"),
        ({"event_players": 9, "event_rounds": None}, "number of rounds is missing"),
        ({"event_players": 1}, "place 2 in an event of 1"),
    ],
)
def test_what_is_refused(change: dict[str, Any], said: str):
    """An event without a number that is needed is refused, and so is a place beyond all."""
    row = {"event": "E", "date": "2024-01-01", "player": "A", "place": 2, "event_players": 30}
    row |= {"event_rounds": 3, "event_category": WORLD, **change}
    with pytest.raises(ResultsRefused, match=said):
        bz.rate([row], RULES)


@pytest.mark.parametrize(
    ("setting", "value", "said"),
    [
        ("top", [8.0, 12.0], "12 after 8"),
        ("top", [-1.0], "-1 is no base"),
        ("inflow", [{"players": 7, "inflow": 1}, {"players": 7, "inflow": 2}], "begin at 7"),
    ],
)
def test_impossible_tables_are_refused(setting: str, value: Any, said: str):
    """A table in which two rows are for one size, or a later place is worth more, is none."""
    with pytest.raises(ParameterRefused, match=said):
        bz.load_rulebook(RULES, {setting: value})


def test_points_below_0_are_refused():
    """Nobody begins below 0."""
    row = {"event": "E", "date": "2024-01-01", "player": "A", "place": 1, "event_players": 30}
    row |= {"event_rounds": 3, "event_category": WORLD}
    with pytest.raises(PlayersRefused, match="-5 is below 0"):
        bz.rate([row], RULES, {"A": -5.0})
