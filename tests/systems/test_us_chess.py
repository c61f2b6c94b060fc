"""US Chess against a second reckoning of the five steps; floors, bonus, dates and explanations."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.model.errors import PlayersRefused
from banzuke.systems.us_chess.formulas import effective_games, k_factor, peak_floor

NAMES = [f"P{number}" for number in range(8)]
RESULTS = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}
Games = list[tuple[str, str, float]]
Met = list[tuple[float, float]]


@dataclass(frozen=True)
class Person:
    """What is known of a player."""

    rating: float = 1300.0
    games: int = 0
    floor: float = 100.0
    streak: int = 0


def effective(person: Person) -> float:
    """N' by the formula of 2013."""
    most = 50.0
    if person.rating < 2355:
        most = 50 / (0.662 + 0.00000739 * (2569 - person.rating) ** 2) ** 0.5
    return min(person.games, most)


def line(lead: float) -> float:
    """The provisional expectancy."""
    return sorted([0.0, 0.5 + lead / 800, 1.0])[1]


def curve(lead: float) -> float:
    """The standard expectancy."""
    return 1 / (1 + 10 ** (-lead / 400))


def special(person: Person, met: Met, n: float) -> float:
    """All ratings that fit lie from one sorted knot, or crossing, to another: the nearest."""
    anchor = person.rating - 400 * person.streak
    past = n * (1 + person.streak) / 2
    knots = sorted(
        {r + side for r, _ in met for side in (-400, 400)}
        | ({anchor - 400, anchor + 400} if n else set())
    )

    def f(rating: float) -> float:
        total = n * line(rating - anchor) - past
        return total + sum(line(rating - other) - score for other, score in met)

    def crossing(level: float) -> float:
        """Where f leaves, or reaches, zero: the lowest rating above level, or the highest."""
        at = bisect_left([f(knot) >= level for knot in knots], True)
        if at == 0:
            return -math.inf
        if at == len(knots):
            return math.inf
        nearest = knots[at] if level < 0 else knots[at - 1]
        if abs(f(nearest)) <= 1e-7:
            return nearest
        low, high = knots[at - 1], knots[at]
        return low - f(low) * (high - low) / (f(high) - f(low))

    low, high = crossing(-1e-7), crossing(1e-7)
    return sorted([low, person.rating, high])[1]


def one_pass(person: Person, met: Met, names: list[str], threshold: float) -> float:
    """Step 4, and step 5 without floors."""
    n, m = effective(person), len(met)
    if person.games <= 8 or person.streak:
        return max(100.0, min(special(person, met, n), max(2700.0, person.rating)))
    gain = 800 / (n + m) * sum(score - curve(person.rating - other) for other, score in met)
    most = max(Counter(names).values())
    bonus = 0.0
    if m >= 3 and most <= (1 if m == 3 else 2):
        bonus = max(0.0, gain - threshold * max(m, 4) ** 0.5)
    return max(100.0, person.rating + gain + bonus)


def reckoned(people: dict[str, Person], games: Games, threshold: float = 10.0) -> None:
    """Rate one event in five steps."""
    met: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for one, two, score in games:
        met[one].append((two, score))
        met[two].append((one, 1 - score))
    looks = {name: person.rating for name, person in people.items()}
    for name, opponents in met.items():
        if people[name].games == 0:
            against = [(people[other].rating, score) for other, score in opponents]
            looks[name] = max(100.0, min(special(people[name], against, 1.0), 2700.0))
    for _ in range(2):
        results = {
            name: one_pass(
                people[name],
                [(looks[other], score) for other, score in opponents],
                [other for other, _ in opponents],
                threshold,
            )
            for name, opponents in met.items()
        }
        looks = results
    for name, opponents in met.items():
        person, scores = people[name], [score for _, score in opponents]
        floor = person.floor
        if floor < 150:
            credit = 4 * sum(scores) + (len(scores) >= 3)
            floor = min(150.0, floor + credit)
        rating = max(results[name], floor)
        kinds = {1.0: 1, 0.0: -1}
        streak = kinds.get(scores[0], 0) if len(set(scores)) == 1 else 0
        if person.games and person.streak != streak:
            streak = 0
        total = person.games + len(scores)
        if total > 25 and rating >= 1399.5:
            level = math.floor((math.floor(rating + 0.5) - 200) / 100) * 100
            floor = max(floor, min(level, 2100))
        people[name] = Person(rating, total, floor, streak)


def table(events: list[Games], **facts: Any) -> pl.DataFrame:
    """Events as a table of duels, one a day of 2025."""
    return pl.DataFrame(
        [
            {
                "event": f"E{number}",
                "date": f"2025-01-{number + 1:02d}",
                "round": str(at),
                "player_1": one,
                "player_2": two,
                "result": RESULTS[score],
                **facts,
            }
            for number, games in enumerate(events)
            for at, (one, two, score) in enumerate(games)
        ]
    )


def known_of(people: dict[str, Person]) -> pl.DataFrame:
    """People as a players file."""
    return pl.DataFrame(
        [
            {
                "player": name,
                "rating": float(person.rating),
                "games": float(person.games),
                "floor": float(person.floor),
                "streak": float(person.streak),
            }
            for name, person in people.items()
        ]
    )


ratings_of_all_kinds = st.one_of(
    st.integers(100, 3000).map(float),
    st.sampled_from([100.0, 500.0, 900.0, 1300.0, 1700.0, 2100.0, 2200.0, 2355.0, 2500.0, 2700.0]),
)
persons = st.builds(
    Person,
    rating=ratings_of_all_kinds,
    games=st.sampled_from([0, 0, 1, 5, 8, 9, 20, 24, 25, 26, 60]),
    floor=st.just(100.0),
    streak=st.sampled_from([0, 0, 0, 1, -1]),
).map(
    lambda p: replace(
        p,
        streak=p.streak if p.games else 0,
        floor=max(100.0, peak_floor(p.rating)) if p.games > 25 else 100.0,
    )
)
everybody = st.fixed_dictionaries(dict.fromkeys(NAMES, persons))
a_game = st.tuples(
    st.sampled_from(NAMES), st.sampled_from(NAMES), st.sampled_from([1.0, 0.5, 0.0])
).filter(lambda game: game[0] != game[1])
all_events = st.lists(st.lists(a_game, min_size=1, max_size=14), min_size=1, max_size=3)


@given(people=everybody, events=all_events)
def test_events_against_a_second_reckoning(people: dict[str, Person], events: list[Games]):
    """Ratings, games, floors and streaks after random events are what the five steps give."""
    ratings = bz.rate(table(events), "us-chess-draft", known_of(people))
    expected = dict(people)
    for games in events:
        reckoned(expected, games)
    state = ratings.rated.runs[0].state
    for code, name in enumerate(ratings.rated.names):
        person = expected[name]
        assert state.rating[code] == pytest.approx(person.rating, abs=1e-6)
        assert (state.games[code], state.floor[code], state.streak[code]) == (
            person.games,
            person.floor,
            person.streak,
        )
        assert state.rating[code] >= state.floor[code] - 1e-9


@given(people=everybody, events=all_events)
def test_terms_add_up(people: dict[str, Person], events: list[Games], adds_up: Any):
    """What explanations tell of an event adds up to what the history has."""
    ratings = bz.rate(table(events), "us-chess-draft", known_of(people))
    for name in ratings.rated.results.players:
        adds_up(ratings, ratings.explain(name))


@given(one=persons, two=persons)
def test_nobody_loses_by_a_win(one: Person, two: Person):
    """A single win never lowers a rating, nor does a single loss raise one above its floor."""
    people = {"A": one, "B": two}
    ratings = bz.rate(table([[("A", "B", 1.0)]]), "us-chess-draft", known_of(people))
    state = ratings.rated.runs[0].state
    after = dict(zip(ratings.rated.names, state.rating.tolist(), strict=True))
    floor = dict(zip(ratings.rated.names, state.floor.tolist(), strict=True))
    assert after["A"] >= one.rating - 1e-9
    assert after["B"] <= max(two.rating, floor["B"]) + 1e-9


def after_of(person: Person, opponents: list[float], scores: list[float], **named: Any) -> Any:
    """(P's row of the list) after an event against established opponents, as they were before."""
    people = {"P": person}
    names = [f"O{number}" for number in range(len(opponents))]
    people |= {name: Person(r, 9) for name, r in zip(names, opponents, strict=True)}
    games = [("P", name, score) for name, score in zip(names, scores, strict=True)]
    facts = named.pop("facts", {})
    settings = {"passes": "one", **named}
    ratings = bz.rate(
        table([games], **facts), "us-chess-draft", known_of(people), parameters=settings
    )
    pool = facts.get("pool", "")
    state = next(run for run in ratings.rated.runs if run.pool.pool == pool).state
    at = ratings.rated.names.index("P")
    return Person(*(float(column[at]) for column in state[:4]))


def test_effective_games():
    """The worked values of both formulas, and the top."""
    assert effective_games(1700.0, 100.0, 0) == pytest.approx(20.01178674737454, rel=1e-14)
    assert effective_games(1700.0, 100.0, 1) == pytest.approx(26.7261241912424, rel=1e-12)
    assert effective_games(2400.0, 100.0, 0) == 50
    assert effective_games(1700.0, 7.0, 0) == 7
    assert effective_games(554.22, 99.0, 0) == pytest.approx(9.0298, abs=5e-5)


@pytest.mark.parametrize(
    ("rating", "k"), [(2200, 14.545), (2300, 10.909), (2500, 3.636), (2600, 3.636)]
)
def test_k_of_dual_rated_events(rating: float, k: float):
    """K of an established player and five games, on the regular side."""
    assert k_factor(rating, 50.0, 5.0, 1) == pytest.approx(k, abs=5e-4)
    assert k_factor(rating, 50.0, 5.0, 0) == pytest.approx(800 / 55)


def test_dual_rated_events_are_marked_by_their_category():
    """Above 2200, a regular event of category dual moves less; a quick one does not."""
    person = Person(2400.0, 60, 2200.0)
    moved = [
        after_of(person, [2400.0], [1.0], facts=facts).rating - 2400
        for facts in (
            {},
            {"event_category": "Dual"},
            {"event_category": "dual", "pool": "quick"},
            {"event_category": "other"},
        )
    ]
    assert moved[1] == pytest.approx(moved[0] / 2)
    assert moved[2] == moved[3] == moved[0]


@pytest.mark.parametrize(
    ("peak", "floor"),
    [(1941, 1700), (1999.51, 1800), (1388, 0), (2600, 2100), (1399.49, 0), (1399.5, 1200)],
)
def test_floors_of_established_ratings(peak: float, floor: float):
    """200 below the rounded peak, down to the hundred, from 1200 to 2100."""
    assert peak_floor(peak) == floor


def test_personal_floor_grows():
    """Three wins and a draw in ten events of three games: 124; the most is 150."""
    person = Person(400.0, 10)
    for number in range(10):
        scores = [1.0 if number < 3 else 0.0, 0.5 if number == 3 else 0.0, 0.0]
        person = after_of(person, [400.0, 400.0, 400.0], scores)
    assert person.floor == 124
    assert after_of(person, [400.0] * 9, [1.0] * 9).floor == 150
    assert after_of(Person(400.0, 10), [400.0], [1.0], facts={"pool": "online quick"}).floor == 100


def test_a11_nobody_falls_below_the_floor():
    """1420 with a floor of 1400 loses three games and stands at 1400; the explanation says so."""
    after = after_of(Person(1420.0, 60, 1400.0), [1800.0, 1850.0, 1400.0], [0.0, 0.0, 0.0])
    assert after.rating == 1400
    results = table([[("P", "O", 0.0)]])
    known = known_of({"P": Person(1401.0, 60, 1400.0), "O": Person(1400.0, 60, 1200.0)})
    told = bz.rate(results, "us-chess-draft", known).explain("P")
    assert "up to the floor" in [term.name for term in told.terms]
    assert told.after == 1400


@pytest.mark.parametrize(
    ("scores", "opponents", "after"),
    [([1.0] * 4, [400.0] * 4, 800.0), ([0.0] * 4, [400.0] * 4, 101.0)],
)
def test_one_sided_first_events(scores: list[float], opponents: list[float], after: float):
    """Who is new and wins all is 400 above the best; who loses all is at the floor."""
    assert after_of(Person(500.0), opponents, scores).rating == pytest.approx(after)
    assert after_of(Person(1000.0), [400.0] * 4, [1.0] * 4).rating == 1000


def test_special_formula_stops_at_2700():
    """Four wins against 2700 bring 2650 after four games to 2700, and 2800 stays."""
    assert after_of(Person(2650.0, 4), [2700.0] * 4, [1.0] * 4).rating == 2700
    assert after_of(Person(2800.0, 4), [2000.0] * 4, [1.0] * 4).rating == 2800


def test_all_won_before():
    """After wins only, a rating is a lower bound: one more win over a stronger moves more."""
    mixed = after_of(Person(1200.0, 10), [1500.0], [1.0]).rating
    won = after_of(Person(1200.0, 10, streak=1), [1500.0], [1.0])
    lost = after_of(Person(1200.0, 10, streak=-1), [900.0], [0.0])
    assert won.rating > mixed
    assert won.streak == 1
    assert lost.rating <= 1200
    assert lost.streak == -1
    assert after_of(Person(1200.0, 10, streak=1), [1500.0], [0.5]).streak == 0


@pytest.mark.parametrize(
    ("names", "has_bonus"),
    [("ABC", True), ("AAB", False), ("AB", False), ("AABC", True), ("AAAB", False), ("AABB", True)],
)
def test_bonus_needs_different_opponents(names: str, has_bonus: bool):
    """Three games, nobody twice; from four on, nobody three times."""
    games = [("P", name, 1.0) for name in names]
    people = {"P": Person(1000.0, 60), **{name: Person(1400.0, 9) for name in "ABC"}}
    told = bz.rate(table([games]), "us-chess-draft", known_of(people)).explain("P")
    assert ("bonus of the event" in [term.name for term in told.terms]) == has_bonus


@pytest.mark.parametrize(
    ("day", "threshold"),
    [
        ("2013-12-31", 8),
        ("2014-02-01", 10),
        ("2016-06-01", 12),
        ("2017-04-30", 12),
        ("2017-05-01", 14),
        ("2023-01-31", 14),
        ("2023-02-01", 12),
        ("2024-12-31", 12),
        ("2025-01-01", 10),
        ("2026-08-30", 10),
    ],
)
def test_bonus_threshold_by_date(day: str, threshold: float):
    """B is that of the day on which the event ended, not of its first."""
    games = [("P", name, 1.0) for name in "ABC"]
    results = table([games]).with_columns(date=pl.lit("2012-01-01"), event_end=pl.lit(day))
    people = {"P": Person(1000.0, 60), **{name: Person(1400.0, 9) for name in "ABC"}}
    told = bz.rate(results, "us-chess-draft", known_of(people)).explain("P")
    bonus = next(term for term in told.terms if term.name == "bonus of the event")
    assert bonus.source == f"K (S − E) − {threshold} √max(m, 4)"


def test_initial_rating_by_age():
    """50 times the age, from 100 to 1300; 1300 without a year of birth."""
    names = {"2017": 450.0, "2024": 100.0, "1980": 1300.0, "": 1300.0}
    for born, initial in names.items():
        known = [{"player": "O", "rating": 500.0, "games": 60}]
        if born:
            known.append({"player": "P", "born": born})
        results = table([[("P", "O", 0.5), ("P", "O", 0.5)]]).with_columns(
            date=pl.lit("2026-01-01")
        )
        told = bz.rate(results, "us-chess-draft", known).explain("P")
        assert told.inputs[0].value == initial


def test_an_explanation_begins_with_the_age(adds_up: Any):
    """How a newcomer's initial rating follows from the age is a line of its own, with the sum."""
    row = {"event": "E", "date": "2026-08-05", "player_1": "A", "player_2": "B", "result": "1-0"}
    known = [{"player": "A", "born": "2018"}, {"player": "B", "rating": 700.0, "games": 50}]
    ratings = bz.rate([row], "us-chess-draft", known)
    told = ratings.explain("A")
    adds_up(ratings, told)
    assert [term.value for term in told.terms] == [-900.0, told.change + 900.0]
    assert told.terms[0].name == "initial rating of the age"
    # Who is grown up, or plays in undated results, has no such line.
    assert len(bz.rate([row], "us-chess-draft", known[1:]).explain("A").terms) == 1


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ({"rating": 99.0, "games": 9}, "below the floor"),
        ({"rating": 1150.0, "games": 60, "floor": 1200.0}, "below the floor"),
        ({"rating": 1150.0, "games": 60, "streak": 0.5}, "no streak"),
        ({"born": "tomorrow"}, "no year of birth"),
    ],
)
def test_impossible_players_are_refused(row: dict[str, Any], why: str):
    """Ratings below a floor, streaks and years that are none are refused by name."""
    with pytest.raises(PlayersRefused, match=f"'P': .*{why}"):
        bz.rate(table([[("P", "O", 1.0)]]), "us-chess-draft", [{"player": "P", **row}])


def test_order_of_entry_does_not_matter():
    """The games of an event in another order of rounds give the same ratings."""
    games = [("A", "B", 1.0), ("C", "D", 0.5), ("A", "C", 0.0), ("B", "D", 1.0), ("A", "D", 1.0)]
    people = {"A": Person(1500.0, 60, 1300.0), "B": Person(1400.0, 4), "D": Person(900.0, 12)}
    found = []
    for order in (games, games[::-1]):
        listed = bz.rate(table([order]), "us-chess-draft", known_of(people)).listing.listed
        found.append(dict(listed.select("player", "rating").iter_rows()))
    assert found[0] == pytest.approx(found[1], abs=1e-9)
