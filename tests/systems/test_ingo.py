"""Ingo against exact fractions; the limit of 40; which end of the scale is best."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.model.errors import PlayersRefused

NAMES = [f"P{number}" for number in range(7)]
RESULTS = {Fraction(1): "1-0", Fraction(1, 2): "1/2-1/2", Fraction(0): "0-1"}
Games = list[tuple[str, str, Fraction]]
Numbers = dict[str, Fraction]


def reckoned(
    rating: Numbers, born: dict[str, int], games: Games, cap: int, *, quarter: bool
) -> Numbers:
    """The numbers after an event of 2024, by the means of all games together."""
    met: dict[str, list[tuple[Fraction, Fraction]]] = defaultdict(list)
    for one, two, score in games:
        for name, other, made in ((one, two, score), (two, one, 1 - score)):
            gap = rating[other] - rating[name]
            if cap:
                gap = sorted([Fraction(-cap), gap, Fraction(cap)])[1]
            met[name].append((rating[name] + gap, made))
    after = dict(rating)
    for name, opponents in met.items():
        n = len(opponents)
        mean = sum(other for other, _ in opponents) / n
        performance = mean - (100 * sum(made for _, made in opponents) / n - 50)
        age = 2024 - born[name] if born[name] else 99
        coefficient = 10 if age <= 20 else 15 if age <= 25 else 20
        weight = Fraction(1, 4) if quarter else Fraction(n, n + coefficient)
        after[name] = rating[name] + weight * (performance - rating[name])
    return after


def table(events: list[Games]) -> pl.DataFrame:
    """Events as a table of duels, one a day."""
    return pl.DataFrame(
        [
            {
                "event": f"E{number}",
                "date": f"2024-01-{number + 1:02d}",
                "round": str(at),
                "player_1": one,
                "player_2": two,
                "result": RESULTS[score],
            }
            for number, games in enumerate(events)
            for at, (one, two, score) in enumerate(games)
        ]
    )


numbers = st.fixed_dictionaries(dict.fromkeys(NAMES, st.integers(-400, 9000)))
births = st.fixed_dictionaries(dict.fromkeys(NAMES, st.sampled_from([0, 1960, 2001, 2012])))
a_game = st.tuples(
    st.sampled_from(NAMES), st.sampled_from(NAMES), st.sampled_from(list(RESULTS))
).filter(lambda game: game[0] != game[1])
all_events = st.lists(st.lists(a_game, min_size=1, max_size=15), min_size=1, max_size=3)


@given(
    known=numbers,
    born=births,
    events=all_events,
    cap=st.sampled_from([0, 40]),
    quarter=st.booleans(),
)
def test_events_against_fractions(
    known: dict[str, int], born: dict[str, int], events: list[Games], cap: int, quarter: bool
):
    """Numbers after random events are what exact fractions give; terms add up to the changes."""
    rows = [
        {"player": n, "rating": float(r), "games": 3, "born": str(born[n]) if born[n] else None}
        for n, r in known.items()
    ]
    settings: dict[str, Any] = {"gap_cap": float(cap)}
    settings["share"] = "quarter" if quarter else "by games"
    ratings = bz.rate(table(events), "ingo-draft", pl.DataFrame(rows), parameters=settings)
    exact = {name: Fraction(rating) for name, rating in known.items()}
    for games in events:
        exact = reckoned(exact, born, games, cap, quarter=quarter)
    listed = dict(ratings.listing.listed.select("player", "rating").iter_rows())
    for name, rating in exact.items():
        assert listed[name] == pytest.approx(float(rating), rel=1e-12, abs=1e-9)


@given(known=numbers, events=all_events)
def test_terms_add_up(known: dict[str, int], events: list[Games], adds_up: Any):
    """What explanations tell of an event adds up to what the history has."""
    rows = [{"player": n, "rating": float(r)} for n, r in known.items()]
    ratings = bz.rate(table(events), "ingo-draft", pl.DataFrame(rows))
    for name in ratings.rated.results.players:
        adds_up(ratings, ratings.explain(name))


@given(mine=st.integers(-300, 9000), theirs=st.integers(-300, 9000))
def test_nobody_gets_worse_by_a_win(mine: int, theirs: int):
    """With the limit of 40 a win never raises the number, nor does a loss lower it."""
    one, two = bz.rate_game("ingo-draft", sides=[[mine], [theirs]], places=[1, 2])
    assert one[0][0] <= mine
    assert two[0][0] >= theirs


def test_the_lowest_number_is_first():
    """The list begins with the lowest number; shown as Elo, it begins with the highest."""
    rows = [{"event": "E", "player_1": "A", "player_2": "B", "result": "1/2-1/2"}]
    known = {"A": 200.0, "B": 100.0, "C": 150.0}
    for value, shown in (("rating", "102"), ("2840 - 8 * rating", "2025")):
        ratings = bz.rate(rows, "ingo-draft", known, parameters={"display.value": value})
        listed = ratings.listing.listed
        assert listed["player"].to_list() == ["B", "C", "A"]
        assert listed["rank"].to_list() == [1, 2, 3]
        assert listed["shown"][0] == shown


def test_ten_points_are_ten_per_cent():
    """A lead of 10, 20 or 30 is 60, 70 or 80 per cent; beyond 40 it is 90."""
    rows = [{"event": "E", "player_1": "A", "player_2": "B", "result": "1-0"}]
    known = {"A": 150.0, "B": 150.0, **{f"C{n}": 150.0 + n for n in (10, 20, 30, 40, 90)}}
    ratings = bz.rate(rows, "ingo-draft", known, parameters={"coefficient": 1e9})
    found = [ratings.predict([["A"], [f"C{n}"]])[0] for n in (10, 20, 30, 40, 90)]
    assert found == pytest.approx([0.6, 0.7, 0.8, 0.9, 0.9], abs=1e-6)


def test_impossible_years_of_birth_are_refused():
    """A year of birth is a year."""
    rows = [{"event": "E", "player_1": "A", "player_2": "B", "result": "1-0"}]
    with pytest.raises(PlayersRefused, match="is no year of birth"):
        bz.rate(rows, "ingo-draft", [{"player": "A", "born": "12"}])
