"""DWZ against a second reckoning; official evaluations; first ratings; edges and explanations."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.model.errors import PlayersRefused

NAMES = [f"P{number}" for number in range(9)]
RESULTS = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}
Row = dict[str, Any]


@dataclass
class Person:
    """What is known of a player: rating 0 for none; rest: (opponent's rating, score)."""

    rating: float = 0.0
    index: int = 0
    born: int = 0
    rest: list[tuple[float, float]] = field(default_factory=list)


def normal(lead: float) -> float:
    """The expected score, by the complementary error function."""
    return math.erfc(-lead / 400) / 2


def fitting(games: list[tuple[float, float]]) -> float:
    """The rating at which the expected scores of (opponent, score) sum to the score."""
    low, high = -9000.0, 15000.0
    for _ in range(100):
        middle = (low + high) / 2
        if sum(normal(middle - other) - score for other, score in games) < 0:
            low = middle
        else:
            high = middle
    return high


def half_up(value: float) -> float:
    """The nearest whole number."""
    return math.floor(value + 0.5 + 1e-9)


def coefficient(rating: float, age: int, surplus: float, index: int) -> float:
    """E of appendix 1.2."""
    base = (rating / 1000) ** 4 + (5 if age <= 20 else 10 if age <= 25 else 15)
    if age <= 20 and surplus >= 0:
        base *= sorted([0.5, rating / 2000, 1.0])[1]
    brake = math.exp((1300 - rating) / 150) - 1 if rating < 1300 and surplus < 0 else 0.0
    value = max(half_up(base + brake), 5)
    return min(value, 150) if brake else min(value, 30, 5 * max(index, 1))


def reckoned(people: dict[str, Person], games: list[tuple[str, str, float]], year: int) -> None:
    """Rate one event, as the articles tell it."""
    met: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for one, two, score in games:
        met[one].append((two, score))
        met[two].append((one, 1 - score))
    chosen = {name for name in met if people[name].rating > 0}
    fresh: dict[str, float] = {}
    first_level: set[str] = set()
    for level in (1, 2):
        joining = set()
        for name, opponents in met.items():
            usable = [s for other, s in opponents if other in chosen]
            usable += [s for _, s in people[name].rest]
            if name not in chosen and len(usable) >= 5 and 0 < sum(usable) < len(usable):
                joining.add(name)
        chosen |= joining
        first_level |= joining if level == 1 else set()
        fresh.update(dict.fromkeys(joining, 1200.0))
    for _ in range(2000):
        # One after the other, not all at once: another way to the same ratings.
        before = dict(fresh)
        for name in fresh:
            against = list(people[name].rest)
            against += [
                (fresh.get(other, people[other].rating), score)
                for other, score in met[name]
                if other in chosen
            ]
            fresh[name] = fitting(against)
        if all(abs(before[name] - value) < 1e-10 for name, value in fresh.items()):
            break
    for name, value in fresh.items():
        fresh[name] = half_up(value if value >= 800 else 700 + value / 8)
    after = {}
    for name, opponents in met.items():
        person = people[name]
        usable = [
            (fresh.get(other, people[other].rating), score)
            for other, score in opponents
            if other in chosen
        ]
        if name in fresh:
            after[name] = Person(fresh[name], 1, person.born)
        elif name in chosen:
            surplus = sum(score - normal(person.rating - other) for other, score in usable)
            age = year - person.born if person.born else 99
            e = coefficient(person.rating, age, surplus, person.index)
            rating = max(half_up(person.rating + 800 * surplus / (e + len(usable))), 1)
            index = (person.index or 6) + 1 if usable else person.index
            after[name] = Person(rating if usable else person.rating, index, person.born)
        else:
            stored = [
                (fresh.get(other, people[other].rating), score)
                for other, score in opponents
                if people[other].rating > 0 or other in first_level
            ]
            level = [r for r, _ in (*person.rest, *stored)]
            mean = sum(level) / len(level) if level else 0.0
            scores = [s for _, s in (*person.rest, *stored)]
            after[name] = Person(0.0, 0, person.born, [(mean, s) for s in scores])
    people.update(after)


def table(events: list[list[tuple[str, str, float]]]) -> pl.DataFrame:
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


people = st.dictionaries(
    st.sampled_from(NAMES),
    st.tuples(st.integers(1, 2900), st.integers(0, 12), st.sampled_from([0, 1960, 2001, 2012])),
)
a_game = st.tuples(
    st.sampled_from(NAMES), st.sampled_from(NAMES), st.sampled_from([0.0, 0.5, 1.0])
).filter(lambda game: game[0] != game[1])
all_events = st.lists(st.lists(a_game, min_size=1, max_size=24), min_size=1, max_size=3)


@given(known=people, events=all_events)
def test_events_against_a_second_reckoning(
    known: dict[str, tuple[int, int, int]], events: list[list[tuple[str, str, float]]]
):
    """Ratings, indices and stored games of random events are what the articles give."""
    persons = {name: Person() for name in NAMES}
    persons |= {name: Person(float(r), i, b) for name, (r, i, b) in known.items()}
    rows = [
        {"player": name, "rating": float(r), "games": i, "born": str(b) if b else None}
        for name, (r, i, b) in known.items()
    ]
    ratings = bz.rate(table(events), "dwz-draft", pl.DataFrame(rows) if rows else None)
    for games in events:
        reckoned(persons, games, 2024)
    state = ratings.rated.runs[0].state
    for code, name in enumerate(ratings.rated.names):
        person = persons[name]
        assert state.rating[code] == pytest.approx(person.rating, abs=1e-6)
        assert state.games[code] == person.index
        assert state.rest_games[code] == len(person.rest)
        assert state.rest_points[code] == sum(score for _, score in person.rest)


@given(known=people, events=all_events)
def test_terms_add_up(
    known: dict[str, tuple[int, int, int]], events: list[list[tuple[str, str, float]]], adds_up: Any
):
    """What explanations tell of an event adds up to what the history has."""
    rows = [{"player": n, "rating": float(r), "games": i} for n, (r, i, _) in known.items()]
    ratings = bz.rate(table(events), "dwz-draft", pl.DataFrame(rows) if rows else None)
    for name in ratings.rated.results.players:
        told = ratings.explain(name)
        adds_up(ratings, told)


def event_of(*scores: float, opponents: tuple[float, ...], rating: float | None = None) -> Any:
    """P against opponents with given ratings: (results, players)."""
    names = [f"O{number}" for number in range(len(scores))]
    games = [("P", name, score) for name, score in zip(names, scores, strict=True)]
    known = [{"player": n, "rating": r, "games": 9} for n, r in zip(names, opponents, strict=True)]
    if rating is not None:
        known.append({"player": "P", "rating": rating, "games": 9})
    return table([games]), pl.DataFrame(known)


def rating_of(results: pl.DataFrame, players: pl.DataFrame, **settings: Any) -> float:
    """What P has afterwards; 0 for no rating."""
    rated = bz.rate(results, "dwz-draft", players, parameters=settings).rated
    return float(rated.runs[0].state.rating[rated.names.index("P")])


OFFICIAL = [
    (2147, (2089, 2122, 2132, 2097, 2187, 2121, 2117, 2169, 2165), 4.674),
    (2161, (2044, 2057, 1999, 2084, 2244, 2127, 2013, 2009), 4.965),
    (2143, (1670, 1705, 2591, 1758, 1993, 2029, 1862, 2027, 2038), 6.365),
    (2253, (2216, 2234, 2245, 2247, 2270, 2231, 2278, 2118, 2337), 4.636),
    (2151, (1934, 2052, 2051, 2091, 1934, 2052, 2051, 2091), 5.276),
]


@pytest.mark.parametrize(("rating", "opponents", "official"), OFFICIAL)
def test_expected_scores_of_official_evaluations(
    rating: int, opponents: tuple[int, ...], official: float
):
    """The normal curve gives the official expected scores, the logistic does not.

    The official sums are of numbers rounded to three digits.
    """
    results, players = event_of(*[0.5] * len(opponents), opponents=opponents, rating=rating)
    found = {}
    for curve in ("normal", "logistic"):
        history = bz.rate(
            results, "dwz-draft", players, parameters={"expectation": curve}
        ).history_frame("P")
        found[curve] = history["expected"].sum()
    assert found["normal"] == pytest.approx(official, abs=0.0012)
    assert found["logistic"] != pytest.approx(official, abs=0.0020)


@pytest.mark.parametrize("curve", ["normal", "logistic"])
def test_first_rating_is_iterated(curve: str):
    """3.5 of 5 against 1300, 1540, 1200, 1290 and 1400 gives 1505 to 1507."""
    results, players = event_of(1, 0.5, 0, 1, 1, opponents=(1300, 1540, 1200, 1290, 1400))
    assert 1505 <= rating_of(results, players, expectation=curve) <= 1507


@pytest.mark.parametrize("scores", [(1, 1, 1, 1, 1), (0, 0, 0, 0, 0), (1, 0.5, 0, 1)])
def test_no_first_rating(scores: tuple[float, ...]):
    """Who won or lost everything, or has four games, gets none, and is not listed."""
    results, players = event_of(*scores, opponents=(1500,) * len(scores))
    ratings = bz.rate(results, "dwz-draft", players)
    assert "P" not in ratings.listing.listed["player"].to_list()
    why = dict(ratings.listing.unlisted.select("player", "why").iter_rows())
    assert why["P"] == "no DWZ yet"
    assert not ratings.explain("P").rated
    changes = ratings.history_frame()["change"].to_list()
    assert changes == [0.0] * len(changes)


def test_stored_games_are_used_later_and_dropped_after_years():
    """Three games and two more make five; after the third year the three are gone."""
    games = [("P", f"O{n}", s) for n, s in enumerate([1.0, 0.0, 0.5, 1.0, 0.0])]
    players = pl.DataFrame([{"player": f"O{n}", "rating": 1500.0, "games": 9} for n in range(5)])
    first, second = table([games[:3]]), table([games[3:]])
    for year, rated in (("2025", True), ("2026", True), ("2027", False)):
        later = second.with_columns(
            event=pl.lit("later"), date=pl.col("date").str.replace("2024", year)
        )
        rating = rating_of(pl.concat([first, later]), players)
        assert rating == (1500.0 if rated else 0.0)


def test_low_first_ratings_are_drawn_together():
    """A value below 800 becomes 700 + R / 8, and opponents are rated against that."""
    results, players = event_of(0.5, 0, 0, 0, 0, opponents=(500, 600, 500, 600, 700))
    iterated = fitting([(500, 0.5), (600, 0), (500, 0), (600, 0), (700, 0)])
    assert iterated < 800
    assert rating_of(results, players) == half_up(700 + iterated / 8)


def test_nobody_falls_below_one():
    """A floor is met, told, and the run goes on."""
    results, players = event_of(0, 0, 0, opponents=(5, 5, 5), rating=1.0)
    ratings = bz.rate(results, "dwz-draft", players)
    assert rating_of(results, players) == pytest.approx(1, abs=1e-12)
    told = ratings.explain("P")
    assert told.change == pytest.approx(0, abs=1e-12)
    assert [term.name for term in told.terms].count("rounding") == 1


@pytest.mark.parametrize(("brake", "rating"), [("all", 1179.0), ("youth", 1178.0)])
def test_brake_is_for_all_ages_unless_set(brake: str, rating: float):
    """A grown-up of 1200 who loses to an equal: E is 17.07 + 0.95, so 18, or 17."""
    results, players = event_of(0, opponents=(1200,), rating=1200.0)
    assert rating_of(results, players, brake=brake) == rating


@pytest.mark.parametrize("rating", [0.0, -5.0, 0.5])
def test_impossible_ratings_are_refused(rating: float):
    """No DWZ is below 1."""
    results, players = event_of(1, opponents=(1200,), rating=rating)
    with pytest.raises(PlayersRefused, match="is no DWZ"):
        bz.rate(results, "dwz-draft", players)


@pytest.mark.parametrize("born", ["last year", "3000", "1990-1991"])
def test_impossible_years_of_birth_are_refused(born: str):
    """A year of birth has one year in it."""
    results, _ = event_of(1, opponents=(1200,))
    with pytest.raises(PlayersRefused, match="is no year of birth"):
        bz.rate(results, "dwz-draft", [{"player": "P", "born": born}])


def test_age_is_counted_by_calendar_years():
    """20 until the end of the year of the 20th birthday: J is 5, then 10."""
    known = [
        {"player": "P", "rating": 1500.0, "games": 9, "born": "31.12.2004"},
        {"player": "O", "rating": 1500.0, "games": 9},
    ]
    found = []
    for day in ("2024-01-01", "2025-01-01"):
        rows = [{"event": "E", "date": day, "player_1": "P", "player_2": "O", "result": "0-1"}]
        told = bz.rate(rows, "dwz-draft", known).explain("P")
        found.append({term.name: term.value for term in told.inputs}["development coefficient E"])
    assert found == pytest.approx([10, 15])


def test_stored_games_stand_in_no_list():
    """What is only kept to go on is not printed, but a players file may still give it."""
    stored = {"rest_games": 4, "rest_points": 2, "rest_level": 1500, "rest_year": 2024}
    players = [{"player": "A", **stored}, {"player": "B", "rating": 1500, "games": 50}]
    game = [{"date": "2024-05-01", "event": "E", "player_1": "A", "player_2": "B", "result": "1-0"}]
    ratings = bz.rate(game, "dwz-draft", pl.DataFrame(players))
    assert not set(stored) & {*ratings.to_frame().columns, *ratings.history_frame().columns}
    rating = dict(ratings.to_frame().select("player", "rating").iter_rows())
    assert rating["A"] > 1500
    without = bz.rate(game, "dwz-draft", pl.DataFrame(players[1:]))
    assert "A" not in without.to_frame()["player"].to_list()
