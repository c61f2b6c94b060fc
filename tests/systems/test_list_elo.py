"""Elo by lists against a second reckoning in exact fractions; tables, caps, K; explanations."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.model.errors import ParameterRefused, PlayersRefused
from banzuke.systems.list_elo.first_rating import performance
from banzuke.systems.list_elo.steps import nearest

NAMES = [f"P{number}" for number in range(9)]
RESULTS = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}
#: Table 8.1.2 and table 8.1.1 as they are printed, from 50 percent up.
PRINTED_ENDS = (
    "3 10 17 25 32 39 46 53 61 68 76 83 91 98 106 113 121 129 137 145 153 162 170 179 188 197 206 "
    "215 225 235 245 256 267 278 290 302 315 328 344 357 374 391 411 432 456 484 517 559 619 735"
)
PRINTED_DP = (
    "0 7 14 21 29 36 43 50 57 65 72 80 87 95 102 110 117 125 133 141 149 158 166 175 184 193 202 "
    "211 220 230 240 251 262 273 284 296 309 322 336 351 366 383 401 422 444 470 501 538 589 677 "
    "800"
)
ENDS = [int(number) for number in PRINTED_ENDS.split()]
DP = [int(number) for number in PRINTED_DP.split()]
Game = tuple[str, str, float, str]


@dataclass
class Person:
    """What is known of a player: 0 for no rating; kept : (opponent's rating, score) of games."""

    rating: int = 0
    games: int = 0
    peak: int = 0
    k: int = 0
    born: int = 0
    kept: list[tuple[int, Fraction]] = field(default_factory=list)
    since: int = 0


@dataclass(frozen=True)
class Law:
    """The rules of a month, as the second reckoning has them."""

    once: bool = False
    true_from: int = 10**9
    lowest: int = 1000
    drawn: int = 0
    most: int = 10**9
    above_half: int = 20


OLD = Law()
Y2022 = Law(once=True)
Y2024 = Law(lowest=1400, drawn=2, most=2200, above_half=0)
Y2025 = Law(lowest=1400, drawn=2, most=2200, above_half=0, true_from=2650)


def law_of(month: int) -> Law:
    """The rules of a month, counted through the years."""
    year = month / 12
    return OLD if year < 2022 else Y2022 if year < 2024 + 2 / 12 else _late(year)


def _late(year: float) -> Law:
    return Y2024 if year < 2025 + 9 / 12 else Y2025


def hundredths(lead: int) -> int:
    """The expected score in hundredths, read from the printed rows."""
    row = next((n for n, end in enumerate(ENDS) if abs(lead) <= end), 50)
    return 50 + row if lead >= 0 else 50 - row


def half_away(value: Fraction) -> int:
    """The nearest whole number, halves away from zero."""
    return int(math.copysign(math.floor(abs(value) + Fraction(1, 2)), value))


def k_of(person: Person, age: int, games: int) -> int:
    """K in the order of the published lines, and the limit of 700."""
    peak = max(person.peak, person.rating)
    k = 20
    if peak >= 2400:
        k = 10
    elif (age <= 18 and peak < 2300) or person.games < 30:
        k = 40
    k = min(k, person.k) if person.k else k
    while k * games > 700:
        k -= 1
    return k


def rated_games(person: Person, opponents: Sequence[tuple[int, Fraction, str]], law: Law) -> int:
    """K-free change in hundredths of points, of (opponent's rating, score, event)."""
    widest: dict[str, tuple[int, bool]] = {}
    for rating, _, event in opponents:
        lead = person.rating - rating
        if abs(lead) > 400:
            widest[event] = max(widest.get(event, (0, False)), (abs(lead), lead > 0))
    total = 0
    for rating, score, event in opponents:
        lead = person.rating - rating
        counted = max(-400, min(400, lead))
        if person.rating >= law.true_from:
            counted = lead
        elif law.once and abs(lead) > 400:
            if widest.get(event) == (abs(lead), lead > 0):
                del widest[event]
            else:
                counted = lead
        total += int(100 * score) - hundredths(counted)
    return total


def first_of(games: Sequence[tuple[int, Fraction]], law: Law) -> int:
    """A first rating, 0 for none."""
    if len(games) < 5:
        return 0
    drawn = [(1800, Fraction(1, 2))] * law.drawn
    every = [*games, *drawn]
    mean = Fraction(sum(rating for rating, _ in every), len(every))
    points = sum((score for _, score in every), Fraction(0))
    share = points / len(every)
    if law.above_half and share > Fraction(1, 2):
        value = mean + law.above_half * 2 * (points - Fraction(len(every), 2))
    else:
        percent = half_away(100 * share)
        value = mean + (DP[percent - 50] if percent >= 50 else -DP[50 - percent])
    rating = min(half_away(value), law.most)
    return rating if rating >= law.lowest else 0


def reckoned(people: dict[str, Person], games: Sequence[Game], month: int) -> None:
    """Rate one month."""
    law = law_of(month)
    met: dict[str, list[tuple[str, Fraction, str]]] = defaultdict(list)
    for one, two, score, event in games:
        met[one].append((two, Fraction(score), event))
        met[two].append((one, 1 - Fraction(score), event))
    before = {name: person.rating for name, person in people.items()}
    for name, opponents in met.items():
        person = people[name]
        usable = [(before[other], s, event) for other, s, event in opponents if before[other]]
        if before[name]:
            age = month // 12 - person.born if person.born else 99
            k = k_of(person, age, len(usable))
            person.peak = max(person.peak, person.rating)
            change = half_away(Fraction(k * rated_games(person, usable, law), 100))
            person.games += len(usable)
            person.rating += change if usable else 0
            if usable and person.rating < law.lowest:
                person.rating = person.games = 0
            person.peak = max(person.peak, person.rating)
            continue
        if person.kept and month - person.since >= 26:
            person.kept = []
        points: dict[str, Fraction] = defaultdict(Fraction)
        for _, score, event in usable:
            points[event] += score
        begun = bool(person.kept)
        for rating, score, event in usable:
            begun = begun or points[event] > 0
            if begun:
                person.since = person.since if person.kept else month
                person.kept.append((rating, score))
        person.rating = first_of(person.kept, law)
        if person.rating:
            person.games = len(person.kept)
            person.peak = max(person.peak, person.rating)
            person.kept = []


MONTHS = (2021 * 12 + 5, 2022 * 12, 2023 * 12 + 11, 2024 * 12 + 2, 2025 * 12 + 8, 2025 * 12 + 9)


def table(months: Sequence[tuple[int, Sequence[Game]]]) -> pl.DataFrame:
    """Months of games as a table of duels."""
    return pl.DataFrame(
        [
            {
                "event": f"{event} {month}",
                "date": f"{month // 12}-{month % 12 + 1:02d}-05",
                "round": str(at),
                "player_1": one,
                "player_2": two,
                "result": RESULTS[score],
            }
            for month, games in months
            for at, (one, two, score, event) in enumerate(games)
        ]
    )


def row_of(name: str, person: Person) -> dict[str, Any]:
    """A player as a row of a players file."""
    return {
        "player": name,
        "rating": person.rating,
        "games": person.games,
        "peak": person.peak,
        "k": person.k,
        "born": str(person.born) if person.born else None,
    }


RATINGS = st.one_of(st.integers(1000, 2900), st.sampled_from([1400, 1990, 2299, 2399, 2650, 2651]))
persons = st.builds(
    Person,
    rating=RATINGS,
    games=st.integers(0, 40),
    peak=st.sampled_from([0, 2300, 2400]),
    k=st.sampled_from([0, 0, 10, 20]),
    born=st.sampled_from([0, 1960, 2005, 2006, 2007]),
)
a_game = st.tuples(
    st.sampled_from(NAMES),
    st.sampled_from(NAMES),
    st.sampled_from([0.0, 0.5, 1.0]),
    st.sampled_from(["Open", "Cup"]),
).filter(lambda game: game[0] != game[1])


def some_months(months: int, games: int) -> st.SearchStrategy[list[tuple[int, list[Game]]]]:
    """Up to so many months of up to so many games, each under rules of its own."""
    return st.lists(
        st.tuples(st.sampled_from(MONTHS), st.lists(a_game, min_size=1, max_size=games)),
        min_size=1,
        max_size=months,
        unique_by=lambda part: part[0],
    ).map(sorted)


@given(
    known=st.dictionaries(st.sampled_from(NAMES), persons, min_size=1), months=some_months(3, 30)
)
def test_months_against_a_second_reckoning(
    known: dict[str, Person], months: list[tuple[int, list[Game]]]
):
    """Ratings, games, peaks and kept games of random months are what the regulations give."""
    rows = pl.DataFrame([row_of(name, person) for name, person in known.items()])
    ratings = bz.rate(table(months), "fide-standard", rows)
    people = {name: known.get(name, Person()) for name in NAMES}
    lifted = months[0][0] >= 2024 * 12 + 2
    for month, games in months:
        if month >= 2024 * 12 + 2 and not lifted:
            for person in people.values():
                if 1000 <= person.rating < 2000:
                    person.rating += half_away(Fraction(2 * (2000 - person.rating), 5))
            lifted = True
        # On one day events follow each other by name.
        reckoned(people, sorted(games, key=lambda game: game[3]), month)
    state = ratings.rated.runs[0].state
    for code, name in enumerate(ratings.rated.names):
        person = people[name]
        assert state.rating[code] == person.rating
        assert state.games[code] == person.games
        assert max(state.peak[code], state.rating[code]) == max(person.peak, person.rating)
        assert state.kept_games[code] == len(person.kept)
        assert state.kept_points[code] == sum(score for _, score in person.kept)
        assert state.kept_total[code] == sum(rating for rating, _ in person.kept)


@given(
    book=st.sampled_from(["fide-standard", "fide-blitz", "ecf-draft"]),
    known=st.dictionaries(st.sampled_from(NAMES), persons),
    months=some_months(2, 8),
)
def test_terms_add_up(
    book: str, known: dict[str, Person], months: list[tuple[int, list[Game]]], adds_up: Any
):
    """What explanations tell of the newest event adds up to what the history has."""
    rows = [row_of(name, person) for name, person in known.items()]
    ratings = bz.rate(table(months), book, pl.DataFrame(rows) if rows else None)
    for name in ratings.rated.results.players:
        adds_up(ratings, ratings.explain(name))


def test_tables_as_printed():
    """Both tables of the rulebook are the printed ones, entry by entry."""
    parameters = bz.load_rulebook("fide-standard").parameters
    assert [band.highest for band in parameters.scores] == [*ENDS, None]
    assert [band.score for band in parameters.scores] == [(50 + n) / 100 for n in range(51)]
    assert list(parameters.differences) == DP
    assert len(ENDS) == 50
    assert len(DP) == 51


def test_table_is_no_formula():
    """Most bounds are those of the normal curve, but five are not: the table is stored."""
    from statistics import NormalDist

    computed = [
        math.floor(2000 / 7 * NormalDist().inv_cdf(number / 100 + 0.505)) for number in range(50)
    ]
    odd = [50 + number for number in range(50) if computed[number] != ENDS[number]]
    assert odd == [57, 88, 89, 91, 98]


def list_of(
    book: str,
    rows: list[dict[str, Any]],
    players: list[dict[str, Any]] | None,
    parameters: dict[str, Any],
) -> dict[str, float]:
    """The ratings after some games."""
    known = pl.DataFrame(players, infer_schema_length=None) if players else None
    rated = bz.rate(pl.DataFrame(rows), book, known, parameters=parameters).rated
    return dict(zip(rated.names, rated.runs[0].state.rating.tolist(), strict=True))


def met(
    *opponents: tuple[float, float],
    rating: float | None = None,
    date: str = "2026-01-05",
    book: str = "fide-standard",
    others: dict[str, Any] | None = None,
    **own: Any,
) -> Callable[[dict[str, Any]], float]:
    """The rating of P after games with opponents of (rating, score); 0 for none."""

    def scene(parameters: dict[str, Any]) -> float:
        rows, players = [], []
        if rating is not None:
            players.append({"player": "P", "rating": rating, **own})
        for number, (strength, score) in enumerate(opponents):
            name = f"O{number}"
            if strength:
                players.append({"player": name, "rating": strength, **(others or {})})
            rows.append(
                {
                    "event": f"E{number // 9}",
                    "date": date,
                    "player_1": "P",
                    "player_2": name,
                    "result": RESULTS[score],
                }
            )
        return list_of(book, rows, players, parameters)["P"]

    return scene


@pytest.mark.parametrize(
    ("scene", "wanted"),
    [
        (met((2200, 1.0), rating=2700, k=10), 2700),
        (met((2200, 1.0), rating=2700, k=10, date="2025-09-30"), 2701),
        (met((2700, 0.0), rating=2200), 2198),
        (met((2700, 0.0), rating=2200, date="2025-09-30"), 2198),
        (met((2420, 0.0), rating=2000, games=29), 1997),
        (met((2420, 0.0), rating=2000, games=30), 1998),
        (met((1900, 1.0), rating=2000, games=29), 2014),
        (met((2000, 1.0), rating=2300, games=99, born="2008"), 2303),
        (met((2000, 1.0), rating=2299, games=99, born="2008"), 2305),
        (met((2000, 1.0), rating=2299, games=99, born="2007"), 2302),
        (met((2000, 1.0), rating=2299, games=99, born="2008", peak=2300), 2302),
        (met((2000, 1.0), rating=2299, games=9, born="2008", peak=2400), 2301),
        (met((2000, 1.0), rating=2399), 2401),
        (met((2000, 1.0), rating=2399, peak=2400), 2400),
        (met((2350, 1.0), rating=2399, peak=2400), 2403),
        (met((2350, 1.0), rating=2399), 2408),
        (met((2003, 0.0), rating=2000, games=99), 1990),
        (met((1400, 0.0), rating=1400, games=99), 0),
        (met((1400, 0.0), rating=1410, games=99), 1400),
    ],
)
def test_single_games(scene: Callable[[dict[str, Any]], float], wanted: float):
    """2650 and both its sides, K at its borders, halves and the lowest rating."""
    assert scene({}) == wanted


def test_whole_k_under_the_limit():
    """K × games is at most 700: 35 games leave K 20 as it is, 36 have 19, 701 have none."""
    for games, k in ((35, 20), (36, 19), (39, 17), (701, 0)):
        rows = [
            {"date": "2026-01-05", "player_1": "P", "player_2": f"O{n}", "result": "1-0"}
            for n in range(games)
        ]
        players = [{"player": f"O{n}", "rating": 2000} for n in range(games)]
        players.append({"player": "P", "rating": 2000})
        ratings = bz.rate(pl.DataFrame(rows), "fide-standard", pl.DataFrame(players))
        told = ratings.explain("P", game=ratings.history_frame("P")["game"][0])
        inputs = {term.name: term for term in told.inputs}
        assert inputs["K"].value == k
        assert ("at most 700" in inputs["K"].source) == (games > 35)
        found = dict(ratings.listing.listed.select("player", "rating").iter_rows())["P"]
        assert found == 2000 + half_away(Fraction(k * games, 2))


@pytest.mark.parametrize(("share", "wanted"), [(0.0, 1676), (1.0, 3276), (0.5, 2476)])
def test_performance_of_nothing_and_of_all(share: float, wanted: float):
    """0 of 7 against 2476 is 800 below them, 7 of 7 is 800 above."""
    assert performance(2476.0, share, [float(number) for number in DP]) == wanted


@pytest.mark.parametrize("percent", range(101))
def test_every_difference(percent: int):
    """Table 8.1.1 in all its 101 entries; below 50 it is the mirror of above."""
    wanted = DP[percent - 50] if percent >= 50 else -DP[50 - percent]
    assert performance(0.0, percent / 100, [float(number) for number in DP]) == wanted


@pytest.mark.parametrize(
    ("value", "wanted"), [(-2.5, -3), (2.5, 3), (-2.4999, -2), (0.5, 1), (-0.5, -1), (0.0, 0)]
)
def test_halves_go_away_from_zero(value: float, wanted: float):
    """Half a point is a point more, or a point less."""
    assert nearest(value) == wanted


def newcomer(months: Sequence[tuple[str, Sequence[tuple[float, float]]]]) -> list[float]:
    """The rating of newcomer P after each month of games against (rating, score)."""
    rows, players = [], []
    for date, games in months:
        for strength, score in games:
            name = f"O{len(players)}"
            players.append({"player": name, "rating": strength})
            rows.append(
                {
                    "event": date,
                    "date": date,
                    "player_1": "P",
                    "player_2": name,
                    "result": RESULTS[score],
                }
            )
    ratings = bz.rate(pl.DataFrame(rows), "fide-standard", pl.DataFrame(players))
    history = ratings.history_frame("P")
    return [history.filter(pl.col("event") == date)["after"][-1] for date, _ in months]


FIVE = [(1902.0, 0.5), (1877.0, 0.5), (1884.0, 1.0), (2012.0, 0.0), (1832.0, 1.0)]


def test_first_ratings():
    """Five games at once or in parts; 26 months; a first event of zero; bounds of the list."""
    assert newcomer([("2025-11-09", FIVE)]) == [1922]
    assert newcomer([("2025-06-01", FIVE[:2]), ("2025-11-09", FIVE[2:])]) == [None, 1922]
    assert newcomer([("2024-04-01", FIVE[:2]), ("2026-05-31", FIVE[2:])]) == [None, 1922]
    assert newcomer([("2024-04-01", FIVE[:2]), ("2026-06-01", FIVE[2:])]) == [None, None]
    lost = [(1900.0, 0.0)] * 3
    assert newcomer([("2025-06-01", lost), ("2025-11-09", FIVE)]) == [None, 1922]
    assert newcomer([("2025-06-01", FIVE[2:3]), ("2025-11-09", lost + FIVE[:1])])[1] > 0
    assert newcomer([("2025-11-09", [(2600.0, 1.0)] * 5)]) == [2200]
    assert newcomer([("2025-11-09", [(1600.0, 0.0)] * 4 + [(1600.0, 0.5)])]) == [1427]
    assert newcomer([("2025-11-09", [(1500.0, 0.0)] * 4 + [(1500.0, 0.5)])]) == [None]


def test_newcomers_move_nobody():
    """The opponents of who has no rating are not rated for it, nor does it count as a game."""
    rows = [{"date": "2025-11-09", "player_1": "P", "player_2": "O", "result": "1-0"}]
    players = pl.DataFrame([{"player": "O", "rating": 2000, "games": 7}])
    ratings = bz.rate(pl.DataFrame(rows), "fide-standard", players)
    [row] = ratings.listing.listed.to_dicts()
    assert (row["player"], row["rating"], row["games"]) == ("O", 2000, 7)
    assert [row["why"] for row in ratings.listing.unlisted.to_dicts()] == ["no rating"]
    assert ratings.explain("O").why == "the opponent has no rating"


def test_who_falls_off_begins_again():
    """Below 1400 there is no rating; five new games give one, and K 10 of a peak stays."""
    dates = ["2026-01-05", "2026-02-05", "2026-03-05"]
    games = [[(1401.0, 0.0)], FIVE, [(1900.0, 1.0)]]
    rows, players = [], [{"player": "P", "rating": 1405.0, "peak": 2400.0, "games": 50.0}]
    for date, part in zip(dates, games, strict=True):
        for strength, score in part:
            name = f"O{len(players)}"
            players.append({"player": name, "rating": strength, "peak": 0.0, "games": 50.0})
            row = {"date": date, "player_1": "P", "player_2": name, "result": RESULTS[score]}
            rows.append({"event": date, **row})
    ratings = bz.rate(pl.DataFrame(rows), "fide-standard", pl.DataFrame(players))
    history = ratings.history_frame("P")
    # 1405 less 5.1 is 1400; once more it would be less.
    assert history["after"].to_list()[0] == 1400
    rows[0]["result"] = "0-1"
    players[0]["rating"] = 1404.0
    ratings = bz.rate(pl.DataFrame(rows), "fide-standard", pl.DataFrame(players))
    history = ratings.history_frame("P")
    assert history["after"].to_list()[0] is None
    assert history["after"].to_list()[5] == 1922
    assert history["after"].to_list()[6] == 1922 + half_away(Fraction(10 * (100 - 53), 100))
    told = ratings.explain("P", event=dates[0])
    assert [term.name for term in told.terms][-1] == "no rating any more"


def test_lift_of_2024():
    """40 percent of what lacks to 2000, from 1000 to 1999; nobody else is moved."""
    rows = [
        {"date": date, "player_1": "A", "player_2": "B", "result": "1/2-1/2"}
        for date in ("2024-02-05", "2024-03-05")
    ]
    wanted = {1000: 1400, 1999: 1999, 1998: 1999, 1501: 1701, 2000: 2000, 999: 999, 1755: 1853}
    players = [{"player": f"Q{r}", "rating": r} for r in wanted]
    players += [{"player": "A", "rating": 2100}, {"player": "B", "rating": 2100}]
    found = list_of("fide-standard", rows, players, {})
    assert {rating: found[f"Q{rating}"] for rating in wanted} == wanted
    for book, lifted in (("fide-rapid", 1400), ("fide-blitz", 1400), ("ecf-draft", 1000)):
        assert list_of(book, rows, players, {})["Q1000"] == lifted


def test_wide_gaps_of_rapid():
    """From 600 points apart with somebody above 2600 nothing is rated, nor counted."""
    for rating, other, wanted in (
        (2601, 2001, 2601),
        (2601, 2002, 2602),
        (2600, 2000, 2601),
        (2000, 2601, 2000),
    ):
        scene = met((other, 1.0 if rating > 2500 else 0.0), rating=rating, book="fide-rapid")
        assert scene({}) == wanted
    told = bz.rate(
        pl.DataFrame([{"date": "2025-01-05", "player_1": "A", "player_2": "B", "result": "1-0"}]),
        "fide-rapid",
        {"A": 2700.0, "B": 2000.0},
    ).explain("A")
    assert not told.rated
    assert "600 points apart" in told.why


def test_standard_rating_in_rapid():
    """Who begins in rapid with a standard rating is a rated player with no games: K 40."""
    assert met((2000, 0.5), rating=2200, games=0, book="fide-rapid")({}) == 2200 - 10.4 // 1
    assert met((2000, 0.5), rating=2200, games=30, book="fide-rapid")({}) == 2195


def ecf(rows: list[tuple[str, str, float]], players: list[dict[str, Any]], **more: Any) -> Any:
    """A month of the English federation."""
    table = [
        {"date": "2024-05-05", "round": str(n), "player_1": a, "player_2": b, "result": RESULTS[s]}
        for n, (a, b, s) in enumerate(rows)
    ]
    return bz.rate(pl.DataFrame(table), "ecf-draft", pl.DataFrame(players), parameters=more)


def test_half_effect():
    """1800 draws with 2000 of fewer than 10 games: 2.6 points instead of 5.2; the rest is full."""
    players = [
        {"player": "A", "rating": 1800, "games": 50},
        {"player": "B", "rating": 2000, "games": 9},
        {"player": "C", "rating": 2000, "games": 10},
    ]
    for other, points in (("B", 2.6), ("C", 5.2)):
        ratings = ecf([("A", other, 0.5)], players, partial_effect=0.5)
        [term, *_] = ratings.explain("A").terms
        # The partial opponent is met at the performance of ten draws, nine of them with 2000.
        met_at = ratings.explain("A").inputs[0].value
        if other == "C":
            assert met_at == 2000
            assert term.value == pytest.approx(points, abs=1e-9)
        else:
            factor = 20 * 0.5
            expected = 1 - ratings.explain("A").inputs[2].value
            assert term.value == pytest.approx(factor * (expected - 0.5), abs=1e-9)
    whole = ecf([("A", "B", 0.5)], players, partial_effect=1.0)
    half = ecf([("A", "B", 0.5)], players)
    terms = [one.explain("A").terms[0].value for one in (whole, half)]
    assert terms[0] == pytest.approx(2 * terms[1], abs=1e-9)


def test_half_effect_at_the_rating_of_the_list():
    """By one pass the partial opponent is met at the list's rating: the 2.6 of the source."""
    players = [
        {"player": "A", "rating": 1800, "games": 50},
        {"player": "B", "rating": 2000, "games": 9},
    ]
    told = ecf([("A", "B", 0.5)], players, passes="one").explain("A")
    assert told.terms[0].value == pytest.approx(2.6, abs=1e-9)


def test_three_passes():
    """Newcomers met in a second pass; a draw that is made up keeps a perfect score finite."""
    players = [{"player": name, "rating": 1800, "games": 50} for name in "AB"]
    # N wins against A and B; M wins against N and has met nobody else.
    games = [("N", "A", 1.0), ("N", "B", 1.0), ("M", "N", 1.0)]
    ratings = ecf(games, players)
    state = ratings.rated.runs[0].state
    found = dict(zip(ratings.rated.names, state.rating.tolist(), strict=True))
    # Pass 1: N has 2.5 of 3 against 1800: 83 percent, 273.
    # Pass 2: M has 1.5 of 2 against 2073: 75 percent, 193; N has not met M's first estimate.
    assert found["N"] == 1800 + DP[33]
    assert found["M"] == 1800 + DP[33] + DP[25]
    # Pass 3: A loses to 2073, at half effect: 273 points are .83, so 10 × .17.
    assert found["A"] == 1798
    assert dict(zip(ratings.rated.names, state.games.tolist(), strict=True))["N"] == 2


def test_performance_goes_on_until_ten_games():
    """Partial ratings are the performance of all games so far; then K takes over."""
    opponents = [{"player": f"O{n}", "rating": 1800, "games": 50} for n in range(20)]
    rows = [
        {
            "date": f"2024-{1 + n // 4:02d}-05",
            "round": str(n),
            "player_1": "N",
            "player_2": f"O{n}",
            "result": "1-0" if n % 2 else "1/2-1/2",
        }
        for n in range(16)
    ]
    ratings = bz.rate(pl.DataFrame(rows), "ecf-draft", pl.DataFrame(opponents))
    history = ratings.history_frame("N")
    by_month = history["after"].gather_every(4, 3).to_list()
    # 3.5 of 5, 6.5 of 9 and 9.5 of 13 with the drawn one: 70, 72 and 73 percent.
    assert by_month[:3] == [1800 + DP[20], 1800 + DP[22], 1800 + DP[23]]
    assert history["games_after"].gather_every(4, 3).to_list() == [4, 8, 12, 16]
    # 1975 then has K 20: two draws and two wins at .73 each.
    assert by_month[3] == 1975 + half_away(Fraction(20 * (300 - 4 * 73), 100))


def test_large_month():
    """One against thousands, far apart and unrated: every number stays whole and finite."""
    players = [{"player": f"O{n}", "rating": 1 + (n * 7919) % 99_999} for n in range(0, 5000, 2)]
    players.append({"player": "P", "rating": 100_000})
    rows = [
        {"date": "2026-01-05", "player_1": "P", "player_2": f"O{n}", "result": "0-1"}
        for n in range(5000)
    ]
    for book in ("fide-standard", "fide-rapid", "ecf-draft"):
        state = bz.rate(pl.DataFrame(rows), book, pl.DataFrame(players)).rated.runs[0].state
        for column in state:
            assert all(map(math.isfinite, column.tolist()))
        assert all(rating == int(rating) >= 0 for rating in state.rating.tolist())


@pytest.mark.parametrize("rating", [0.0, -5.0, 0.5, 1500.5, 100_001.0])
def test_ratings_that_no_list_has(rating: float):
    """A rating is a whole number from 1 to 100,000; other ones are refused with this range."""
    with pytest.raises(PlayersRefused, match="a whole number from 1 to 100,000"):
        met((2000, 1.0), rating=rating)({})


@pytest.mark.parametrize("column", ["peak", "k"])
@pytest.mark.parametrize("value", [-1.0, 100_001.0])
def test_peaks_and_k_that_no_list_has(column: str, value: float):
    """K and the highest rating are not below 0: such a number is refused, not left aside."""
    with pytest.raises(PlayersRefused, match="0 to 100,000; empty or 0 for none"):
        met((2000, 1.0), rating=2000, **{column: value})({})


def test_rating_without_games_is_established():
    """Who brings a rating alone is rated as with 30 games, in England as with 10."""
    assert met((2000, 1.0), rating=2000)({}) == 2010
    assert met((2000, 1.0), rating=2000, games=3)({}) == 2020
    assert met((2000, 1.0), rating=2000, book="ecf-draft")({}) == 2010


def test_k_of_a_list_tells_of_few_games():
    """A list prints K, not the games so far: 40 is of fewer than 30, 20 and 10 are not."""
    for k, after in ((40.0, 2020), (20.0, 2010), (10.0, 2005)):
        assert met((2000, 1.0), rating=2000, k=k)({}) == after
    assert met((2000, 1.0), rating=2000, k=40.0, games=30)({}) == 2010
    assert met((2000, 1.0), rating=2000, k=40.0, peak=2400)({}) == 2005


PARTIAL = met((1900, 1.0), rating=1800, book="ecf-draft", others={"games": 4})
CAP = [(1400.0, 1.0), (1400.0, 1.0), (1500.0, 1.0)]
#: A setting, another value, a scene, and its number before and after.
ALIVE: list[tuple[str, Any, Callable[[dict[str, Any]], float], float, float]] = [
    ("cap", 0.0, met((1400, 1.0), rating=2000), 2002, 2000),
    ("capped", "widest gap of an event", met(*CAP, rating=2000), 2005, 2003),
    ("true_gap_from", 2000.0, met((1400, 1.0), rating=2000), 2002, 2000),
    ("widest_gap", 500.0, met((1400, 1.0), rating=2000), 2002, 2000),
    ("widest_above", 2700.0, met((1400, 1.0), rating=2601, book="fide-rapid"), 2601, 2602),
    ("k_games_most", 0.0, met(*[(2000, 1.0)] * 39, rating=2000), 2332, 2390),
    ("lowest", 1000.0, met((1400, 0.0), rating=1400), 0, 1390),
    ("first_games", 6, met(*FIVE), 1922, 0),
    ("first_most", 1900.0, met(*FIVE), 1922, 1900),
    ("drawn_games", 0, met(*FIVE), 1922, 1973),
    ("drawn_rating", 2000.0, met(*FIVE), 1922, 1980),
    ("drawn_rating", 0.0, met(*FIVE), 1922, 1951),
    ("points_above_half", 20.0, met(*FIVE), 1922, 1892),
    ("drop_zero", False, met(*[(1800, 0.0)] * 9), 0, 1417),
    ("full_games", 50, met((2000, 1.0), rating=2000, games=49), 2010, 1999),
    ("partial_effect", 1.0, PARTIAL, 1805, 1811),
    ("passes", "one", PARTIAL, 1805, 1806),
    ("k_rules", [{"k": 32}], met((2000, 1.0), rating=2000), 2010, 2016),
    (
        "scores",
        [{"to": 3, "score": 0.5}, {"score": 0.6}],
        met((1900, 1.0), rating=2000),
        2007,
        2008,
    ),
    ("differences", [0.0] * 51, met(*FIVE), 1922, 1872),
]


@pytest.mark.parametrize(("setting", "other", "scene", "before", "after"), ALIVE)
def test_a_setting_moves_its_number(
    setting: str,
    other: Any,
    scene: Callable[[dict[str, Any]], float],
    before: float,
    after: float,
):
    """With the rulebook's value the number is the one, with another value it is the other."""
    assert [scene({}), scene({setting: other})] == [before, after]


def test_months_of_kept_games():
    """With 25 months instead of 26 the first games are too old."""
    rows = [
        {"date": date, "player_1": "P", "player_2": f"O{n}", "result": "1/2-1/2"}
        for n, date in enumerate(["2024-04-01"] * 2 + ["2026-05-31"] * 3)
    ]
    players = [{"player": f"O{n}", "rating": 1800} for n in range(5)]
    for months, wanted in ((26, 1800), (25, 0), (0, 1800)):
        found = list_of("fide-standard", rows, players, {"first_months": months})
        assert found["P"] == wanted


def test_forecasts():
    """True differences by the table, without a cap; who has no rating is assumed to have one."""
    rows = [{"date": "2026-01-05", "player_1": "A", "player_2": "N", "result": "1-0"}]
    players = {"A": 2000.0, "B": 1500.0}
    for assumed, wanted in ((1400.0, 0.98), (1900.0, 0.64)):
        settings = {"assumed_rating": assumed}
        ratings = bz.rate(pl.DataFrame(rows), "fide-standard", players, parameters=settings)
        assert ratings.predict([["A"], ["N"]])[0] == wanted
        assert ratings.predict([["B"], ["A"]]) == pytest.approx([0.04, 0.96])


@pytest.mark.parametrize(
    ("setting", "value", "what"),
    [
        ("scores", [{"to": 3, "score": 0.5}], "a last row without a bound"),
        ("scores", [{"to": 3, "score": 0.6}, {"score": 0.5}], "scores that never fall"),
        ("k_rules", [{"k": 40, "games_below": 30}], "a last row with k alone"),
        ("k_rules", [{"k": 40}, {"k": 20}], "those behind it never do"),
        ("k_rules", [], "at least one row"),
        ("differences", [0.0] * 50, "51, for 50, 51"),
        ("differences", [1.0] * 51, "50 percent stand for 1"),
        ("differences", [0.0, 9.0, *[8.0] * 49], "numbers that never fall"),
    ],
)
def test_refused_tables(setting: str, value: Any, what: str):
    """Tables with holes, and rows that never hold, are refused with what would be right."""
    with pytest.raises(ParameterRefused, match=what):
        met((2000, 1.0), rating=2000)({setting: value})


def test_explanation_names_row_cap_k_sum_and_rounding():
    """What a rating officer is asked: the row, the cut difference, K and why, the rounding."""
    rows = [
        {
            "event": "E",
            "date": "2026-01-05",
            "game": str(n),
            "player_1": "A",
            "player_2": b,
            "result": r,
        }
        for n, (b, r) in enumerate([("B", "0-1"), ("C", "1/2-1/2")])
    ]
    players = pl.DataFrame(
        [
            {"player": "A", "rating": 2000, "games": 99},
            {"player": "B", "rating": 2420, "games": 99},
            {"player": "C", "rating": 2000, "games": 99},
        ]
    )
    ratings = bz.rate(pl.DataFrame(rows), "fide-standard", players)
    told = ratings.explain("A")
    words = [(term.name, round(term.value, 9), term.source) for term in told.terms]
    assert words == [
        ("lost to B", -1.6, "20 × (0 − 0.08)"),
        ("drew with C", 0.0, "20 × (0.5 − 0.5)"),
        ("rounding", -0.4, "the sum of the period, -1.6, to a whole number"),
    ]
    told = ratings.explain("A", game=ratings.history_frame("A")["game"][0])
    inputs = {term.name: term for term in told.inputs}
    assert inputs["rating of B"].value == 2420
    assert inputs["difference"].source == "counts as 400"
    assert "row 392..411: 0.92 and 0.08" in inputs["expected score"].source
    assert inputs["K"].source.startswith("K 20: everybody else")
    assert inputs["sum of the period"].value == pytest.approx(-1.6)
