"""USATT against a second reckoning of the four passes; explainers; first ratings; settings."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from statistics import median
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.model.errors import ParameterRefused, PlayersRefused, ResultsRefused

RULES = "usatt-draft"
NAMES = list("ABCDEFGHIJ")
#: winner, loser
Match = tuple[str, str]
EXPECTED = {0: 8, 13: 7, 38: 6, 63: 5, 88: 4, 113: 3, 138: 2, 163: 2, 188: 1, 213: 1, 238: 0}
UPSET = {0: 8, 13: 10, 38: 13, 63: 16, 88: 20, 113: 25, 138: 30, 163: 35, 188: 40, 213: 45, 238: 50}


@dataclass(frozen=True)
class Reading:
    """The settings of the open points, as the reference takes them."""

    steps_for: str = "all"
    halves: str = "up"
    lowest_rating: int = 1


def taken(winner: float, loser: float) -> int:
    """What the winner of a match takes."""
    table = UPSET if winner < loser else EXPECTED
    return [points for gap, points in table.items() if gap <= abs(winner - loser)][-1]


def exchanged(ratings: dict[str, float], matches: list[Match]) -> dict[str, float]:
    """Ratings after all matches among those who have one, by the ratings before them."""
    after = dict(ratings)
    for winner, loser in matches:
        if winner in ratings and loser in ratings:
            points = taken(ratings[winner], ratings[loser])
            after[winner] += points
            after[loser] -= points
    return after


def whole(value: float, reading: Reading) -> float:
    """A whole number, halves as the reading says."""
    return math.floor(value + 0.5) if reading.halves == "up" else -math.floor(0.5 - value)


def steps(edge: float, others: list[float], reading: Reading) -> float:
    """What others than the best win (or worst loss) add."""
    sizes = {50: 10, 100: 5, 150: 1}
    found = [
        next((points for within, points in sizes.items() if abs(other - edge) <= within), 0)
        for other in others
    ]
    if reading.steps_for == "all":
        return sum(found)
    far = max(range(len(others)), key=lambda n: abs(others[n] - edge)) if others else -1
    return found[far] if others and others[far] != edge else 0


def reckoned(before: dict[str, float], matches: list[Match], reading: Reading) -> dict[str, float]:
    """Ratings after an event, pass by pass; who has none is not in ``before``."""
    won, lost = defaultdict(list), defaultdict(list)
    for winner, loser in matches:
        won[winner].append(loser)
        lost[loser].append(winner)
    players = sorted({name for match in matches for name in match})
    rated = {name: before[name] for name in players if name in before}
    first = exchanged(rated, matches)
    base: dict[str, float] = {}
    for name, rating in rated.items():
        wins = [rated[other] for other in won[name] if other in rated]
        losses = [rated[other] for other in lost[name] if other in rated]
        gain = first[name] - rating
        adjusted = rating if gain < 50 else first[name]
        if gain >= 75:
            adjusted = median(wins + losses)
            if wins and losses:
                adjusted = (first[name] + (max(wins) + min(losses)) / 2) / 2
        base[name] = max(whole(adjusted, reading), rating)
    estimates = {}
    for name in players:
        if name in rated:
            continue
        wins = sorted((base[other] for other in won[name] if other in rated), reverse=True)
        losses = sorted(base[other] for other in lost[name] if other in rated)
        value = 1200.0
        if wins and losses:
            value = (wins[0] + losses[0]) / 2
        elif wins:
            value = wins[0] + steps(wins[0], wins[1:], reading)
        elif losses:
            value = losses[0] - steps(losses[0], losses[1:], reading)
        estimates[name] = max(whole(value, reading), reading.lowest_rating)
    final = exchanged(base | estimates, matches)
    return {name: max(rating, reading.lowest_rating) for name, rating in final.items()}


def table(events: list[list[Match]]) -> pl.DataFrame:
    """Events as a table of duels, one a day."""
    return pl.DataFrame(
        [
            {
                "event": f"E{number}",
                "date": f"2024-01-{number + 1:02d}",
                "game": f"{at:04d}",
                "player_1": winner,
                "player_2": loser,
                "result": "1-0",
            }
            for number, matches in enumerate(events)
            for at, (winner, loser) in enumerate(matches)
        ]
    )


a_match = st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)).filter(
    lambda match: match[0] != match[1]
)
all_events = st.lists(st.lists(a_match, min_size=1, max_size=25), min_size=1, max_size=3)
rating = st.integers(1, 60) | st.integers(1300, 1900) | st.sampled_from([1500, 1738, 1_000_000])
readings = st.builds(
    Reading,
    st.sampled_from(["all", "farthest"]),
    st.sampled_from(["up", "down"]),
    st.sampled_from([1, 100]),
)


@given(known=st.dictionaries(st.sampled_from(NAMES), rating), events=all_events, reading=readings)
def test_events_against_a_second_reckoning(
    known: dict[str, int], events: list[list[Match]], reading: Reading
):
    """Ratings after random events are what the four passes give, to the point."""
    ratings = {name: float(value) for name, value in known.items()}
    rated = bz.rate(table(events), RULES, ratings or None, parameters=vars(reading)).rated
    for matches in events:
        ratings |= reckoned(ratings, matches, reading)
    state = rated.runs[0].state
    for code, name in enumerate(rated.names):
        assert state.rating[code] == ratings[name]


@given(known=st.dictionaries(st.sampled_from(NAMES), rating), events=all_events)
def test_what_is_told_adds_up(known: dict[str, int], events: list[list[Match]], adds_up: Any):
    """Exchanges, adjustments and first ratings add up to what an event changed."""
    ratings = bz.rate(table(events), RULES, {name: float(r) for name, r in known.items()} or None)
    for player in ratings.rated.results.players:
        adds_up(ratings, ratings.explain(player))


def told(before: float | None, matches: list[tuple[float, bool]], **settings: Any) -> Any:
    """What is explained of P after matches against opponents of (rating, whether P won)."""
    names = [f"O{number:04d}" for number in range(len(matches))]
    event = [("P", n) if won else (n, "P") for n, (_, won) in zip(names, matches, strict=True)]
    known = {n: float(r) for n, (r, _) in zip(names, matches, strict=True) if r}
    if before is not None:
        known["P"] = before
    return bz.rate(table([event]), RULES, known or None, parameters=settings).explain("P")


def passes(explained: Any) -> list[float]:
    """The numbers of passes 1 to 3."""
    found = {term.name: term.value for term in explained.inputs}
    return [found[f"pass {number}"] for number in (1, 2, 3)]


#: wins and losses by what is gained and lost: 65 gained and 75 lost in 18 matches
PUBLIC = [
    *((2497 + lead, True) for lead in (50, 25, 37, 0, 0, 0, 0)),  # 13 10 10 8 8 8 8
    *((2497 - lead, False) for lead in (70, 50, 25, 0)),  # 16 13 10 8
    *((2497 + lead, False) for lead in (25, 50, 75, 100, 125, 150, 200)),  # 7 6 5 4 3 2 1
]
#: a public explanation's rating before, its result of pass 1, matches that come to that
EXPLAINERS: list[tuple[int, int, list[tuple[float, bool]]]] = [
    (2497, 2487, PUBLIC),
    (
        1851,
        1773,
        [(1851 - 130, False), *[(1851 - 65, False)] * 2, (1851 - 45, False), (1851, False)],
    ),
    (2043, 1907, [*[(1803, False)] * 2, *[(1983, False)] * 2, (2013, False)]),
    (2145, 2150, [(2195, True), (2145, False)]),
]


@pytest.mark.parametrize(("before", "result", "matches"), EXPLAINERS)
def test_passes_of_public_explanations(before: int, result: int, matches: list[tuple[float, bool]]):
    """Who gains fewer than 50 in pass 1 goes on with the rating before, as publicly explained.

    Of the first, the points gained and lost are public; the opponents are chosen to fit.
    """
    assert passes(told(before, matches)) == [result, before, before]


def test_an_adjusted_rating_of_a_half():
    """1500 gains 90, beats 1750 at best and loses to 1480 at worst: (1590 + 1615) / 2 = 1602.5."""
    explained = told(1500, [(1750, True), (1740, True), (1480, False)])
    assert passes(explained) == [1590, 1602.5, 1603]
    assert explained.terms[-1].source == "gain of 90 in pass 1: (1590 + (1750 + 1480) / 2) / 2"
    assert explained.terms[-1].value == 103


@pytest.mark.parametrize(
    ("lead", "expected", "upset"),
    [
        *[(0, 8, 8), (12, 8, 8), (13, 7, 10), (37, 7, 10), (38, 6, 13), (62, 6, 13), (63, 5, 16)],
        *[(87, 5, 16), (88, 4, 20), (112, 4, 20), (113, 3, 25), (137, 3, 25), (138, 2, 30)],
        *[(162, 2, 30), (163, 2, 35), (187, 2, 35), (188, 1, 40), (212, 1, 40), (213, 1, 45)],
        *[(237, 1, 45), (238, 0, 50), (900_000, 0, 50)],
    ],
)
def test_edges_of_the_table(lead: int, expected: int, upset: int):
    """Both ends of each row, for who leads and for who is behind."""
    assert passes(told(1500.0 + lead, [(1500, True)]))[0] == 1500 + lead + expected
    assert passes(told(1500.0, [(1500 + lead, True)]))[0] == 1500 + upset


def test_one_against_all():
    """One who beats 5,000 in an event is adjusted to their median, 3499.5."""
    known = {f"O{number:04d}": 1000.0 + number for number in range(5000)}
    event = [("P", name) for name in known]
    rated = bz.rate(table([event]), RULES, {**known, "P": 1500.0}).rated
    wanted = reckoned({**known, "P": 1500.0}, event, Reading())
    assert dict(zip(rated.names, rated.runs[0].state.rating.tolist(), strict=True)) == wanted
    assert wanted["P"] > 3500


def test_nobody_falls_below_the_lowest():
    """A loss that would lead below 1 is cut, and told."""
    explained = told(3, [(3, False)])
    assert explained.after == 1
    assert [term.name for term in explained.terms][-1] == "lowest rating"
    assert explained.terms[-1].value == 6


LOST = [(1500, False), (1460, False), (1380, False)]
ROWS = [{"expected": 5, "upset": 5}]
HALF = [(1750, True), (1740, True), (1480, False)]
#: rating before, matches, a setting, another value, the rating by the rulebook and by the other
ALIVE: list[tuple[float | None, list[tuple[float, bool]], str, Any, float, float]] = [
    (1500, [(1500, True)], "rows", ROWS, 1508, 1505),
    (1500, [(1750, True)], "adjusted_from", 51, 1590, 1550),
    (1500, HALF, "mean_from", 91, 1633, 1590 + 30 + 30 - 20),
    (None, LOST, "steps", [{"within": 200, "points": 20}], 1374 - 3 - 5 - 8, 1340 - 2 - 3 - 6),
    (None, LOST, "steps_for", "farthest", 1374 - 3 - 5 - 8, 1379 - 3 - 5 - 8),
    (None, [(0, True)], "unrated_rating", 1000, 1208, 1008),
    (3, [(3, False)], "lowest_rating", 2, 1, 2),
    (1500, HALF, "halves", "down", 1633, 1637),
]


@pytest.mark.parametrize(("before", "matches", "setting", "other", "by_book", "by_other"), ALIVE)
def test_a_setting_moves_its_number(
    before: float | None,
    matches: list[tuple[float, bool]],
    setting: str,
    other: Any,
    by_book: float,
    by_other: float,
):
    """With the rulebook's value the rating is the one, with another value it is the other."""
    assert by_book != by_other
    assert told(before, matches).after == by_book
    assert told(before, matches, **{setting: other}).after == by_other


def test_every_setting_is_alive():
    """No parameter is accepted and then ignored."""
    fields = set(type(bz.load_rulebook(RULES).parameters).model_fields)
    assert {setting for _, _, setting, *_ in ALIVE} == fields


@pytest.mark.parametrize("wrong", [0.0, -5.0, 1500.5, 2e6])
def test_impossible_ratings_are_refused(wrong: float):
    """A rating is a whole number from 1 up; who has none leaves it empty."""
    with pytest.raises(PlayersRefused, match="is no rating"):
        bz.rate(table([[("P", "O")]]), RULES, {"P": wrong})


def test_draws_are_refused():
    """A match has a winner."""
    row = {"event": "E", "player_1": "P", "player_2": "O", "result": "1/2-1/2"}
    with pytest.raises(ResultsRefused, match="the match is drawn"):
        bz.rate([row], RULES)


@pytest.mark.parametrize(
    ("setting", "value", "said"),
    [
        ("rows", [], "the table has no row"),
        ("rows", [{"to": 5, "expected": 1, "upset": 1}], "nothing is said of gaps above 5"),
        ("rows", [{"expected": 1, "upset": 1}] * 2, "the row has no bound"),
        (
            "rows",
            [{"to": t, "expected": 1, "upset": 1} for t in (5, 5)] + [{"expected": 1, "upset": 1}],
            "the row ends at 5, the row before it at 5",
        ),
        ("steps", [{"within": 9, "points": 1}, {"within": 5, "points": 2}], "5 after 9"),
    ],
)
def test_impossible_tables_are_refused(setting: str, value: Any, said: str):
    """A table has a row for each gap, and steps from the nearest on."""
    with pytest.raises(ParameterRefused, match=said):
        bz.load_rulebook(RULES, {setting: value})
