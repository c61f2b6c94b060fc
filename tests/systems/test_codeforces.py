"""Codeforces against published changes, against a second plain reckoning, and at its edges."""

from __future__ import annotations

import json
import math
import random
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.engine.replay import replay
from banzuke.engine.rulebook import load_rulebook
from banzuke.systems.codeforces.contest import HIGHEST, LOWEST, chances_of_being_beaten

SHARED = Path(__file__).parents[2] / ".." / "shared" / "data" / "codeforces"
CONTESTS = {
    "round-1305-ozon-2020-div1+2": 7420,
    "round-1342-edu-86": 14939,
    "round-1349-641-div1": 1248,
}
Contest = list[tuple[str, float, float, int, int]]


def official(name: str) -> Contest:
    """(contestant, points, penalty, rating before, published change) of a real contest."""
    path = SHARED / f"{name}-data.json"
    if not path.exists():
        pytest.skip("the published changes are not at hand")
    return [tuple(row) for row in json.loads(path.read_text("utf-8"))]


def places_of(contest: Contest) -> dict[str, int]:
    """The place of each contestant: more points first, then less penalty."""
    counts = Counter((-points, penalty) for _, points, penalty, _, _ in contest)
    place, first = 1, {}
    for key in sorted(counts):
        first[key] = place
        place += counts[key]
    return {name: first[-points, penalty] for name, points, penalty, _, _ in contest}


def rated(contest: Contest) -> bz.Ratings:
    """A real contest, rated from the ratings before it."""
    places = places_of(contest)
    names = [row[0] for row in contest]
    results = pl.DataFrame(
        {
            "event": ["Contest"] * len(names),
            "player": names,
            "place": [places[name] for name in names],
            "date": ["2020-05-01"] * len(names),
        }
    )
    return bz.rate(results, "codeforces", {row[0]: row[3] for row in contest})


@pytest.mark.parametrize("name", CONTESTS)
def test_published_changes(name: str):
    """Every change that the site published for a contest is met, whatever the order of rows."""
    contest = official(name)
    assert len(contest) == CONTESTS[name]
    random.Random(name).shuffle(contest)
    ratings = rated(contest)
    changes = dict(ratings.history_frame().select("player", "change").iter_rows())
    assert [row for row in contest if changes[row[0]] != row[4]] == []
    listed = dict(ratings.listing.listed.select("player", "displayed").iter_rows())
    assert listed == {row[0]: row[3] + row[4] for row in contest}
    # A published change is explained to the point.
    for row in contest[:2]:
        assert ratings.explain(row[0]).change == row[4]


@pytest.mark.long
def test_a_large_contest_takes_a_moment():
    """14,939 contestants are rated, compiled, in a fiftieth of a second."""
    ratings = rated(official("round-1342-edu-86"))
    run = ratings.rated.runs[0]
    seconds = []
    for _ in range(10):
        begin = time.perf_counter()
        replay(run.pool, ratings.rulebook, run.start, compile_from=0)
        seconds.append(time.perf_counter() - begin)
    assert min(seconds) < 0.02


@dataclass(frozen=True)
class Reading:
    """The settings, as the reference takes them."""

    ties: str = "worst"
    slowness: int = 2
    deflation: int = 1
    top_factor: int = 4
    top_cut: int = 10
    scale: float = 400.0


def seed_of(rating: int, me: int, ratings: list[int], scale: float) -> float:
    """1 and the chances of all others to be placed above."""
    chances = [
        1 / (1 + 10 ** min((rating - other) / scale, 300.0))
        for number, other in enumerate(ratings)
        if number != me
    ]
    return 1 + math.fsum(chances)


def cut(above: int, below: int) -> int:
    """A quotient of whole numbers without its fraction."""
    return abs(above) // below * (1 if above >= 0 else -1)


def reckoned(ratings: list[int], places: list[int], reading: Reading) -> tuple[list[int], bool]:
    """The changes; and whether some decision hangs on the last digits of a float."""
    count = len(ratings)
    changes, close = [], False
    for me, rating in enumerate(ratings):
        sharing = [place for place in places if place == places[me]]
        best = 1 + sum(place < places[me] for place in places)
        extra = {"best": 0.0, "mean": 0.5, "worst": 1.0}[reading.ties]
        place = best + extra * (len(sharing) - 1)
        seed = seed_of(rating, me, ratings, reading.scale)
        middle = math.sqrt(place * seed)
        need, beyond = 1, 8000
        while beyond - need > 1:
            half = (need + beyond) // 2
            other = seed_of(half, me, ratings, reading.scale)
            close |= place != seed and abs(other - middle) < 1e-11 * count
            need, beyond = (half, beyond) if other >= middle else (need, half)
        changes.append(cut(need - rating, reading.slowness))
    lost = cut(-sum(changes), count) - reading.deflation
    changes = [change + lost for change in changes]
    top = min(count, reading.top_factor * round(math.sqrt(count)))
    if top:
        highest = sorted(range(count), key=lambda one: (-ratings[one], places[one]))[:top]
        gain = sum(changes[one] for one in highest)
        lost = min(max(cut(-gain, top), -reading.top_cut), 0)
        changes = [change + lost for change in changes]
    return changes, close


@st.composite
def contests(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """Ratings, near and far, equal and not, and places with ties."""
    near = st.integers(1300, 1700)
    rating = draw(st.sampled_from([near, st.integers(0, 3500), st.sampled_from([1400, 1500])]))
    ratings = draw(st.lists(rating, min_size=1, max_size=12))
    if draw(st.booleans()):
        ratings[0] = draw(st.integers(LOWEST, HIGHEST))
    places = [1]
    for number in range(2, len(ratings) + 1):
        places.append(draw(st.sampled_from([number, number, places[-1]])))
    return ratings, draw(st.permutations(places))


def rows_of(places: list[int], **more: Any) -> list[dict[str, Any]]:
    """A contest as standings."""
    return [
        {"event": "E", "player": f"P{number}", "place": place, "date": "2024-05-01", **more}
        for number, place in enumerate(places)
    ]


@given(
    contest=contests(),
    reading=st.builds(
        Reading,
        ties=st.sampled_from(["worst", "mean", "best"]),
        slowness=st.integers(1, 4),
        deflation=st.integers(0, 3),
        top_factor=st.integers(0, 5),
        top_cut=st.integers(0, 12),
        scale=st.sampled_from([400.0, 250.0, 1000.0]),
    )
    | st.just(Reading()),
)
def test_contests_against_a_plain_reckoning(contest: tuple[list[int], list[int]], reading: Reading):
    """Contests of any ratings, places and settings give what the formulas give, one by one."""
    ratings, places = contest
    wanted, close = reckoned(ratings, places, reading)
    if close:
        return
    players = {f"P{number}": rating for number, rating in enumerate(ratings)}
    settings = vars(reading)
    found = bz.rate(rows_of(places), "codeforces", players, parameters=settings)
    history = found.history_frame().sort("player")
    changes = dict(history.select("player", "change").iter_rows())
    assert changes == {f"P{number}": change for number, change in enumerate(wanted)}
    expected = dict(history.select("player", "expected").iter_rows())
    for me, rating in enumerate(ratings):
        points = len(ratings) - seed_of(rating, me, ratings, reading.scale)
        assert expected[f"P{me}"] == pytest.approx(points, abs=1e-9)


@given(contest=contests())
def test_standings_and_games_are_alike(contest: tuple[list[int], list[int]]):
    """A contest written as a game of many sides has the changes of its standings."""
    ratings, places = contest
    if len(ratings) < 2:
        return
    players = {f"P{number}": rating for number, rating in enumerate(ratings)}
    one = bz.rate(rows_of(places), "codeforces", players)
    for kind in ("event", "game"):
        book = load_rulebook("codeforces", {"period.kind": kind})
        two = bz.rate(rows_of(places, game="1"), book, players)
        assert two.rated.results.shape == "entries"
        assert one.history_frame()["after"].to_list() == two.history_frame()["after"].to_list()


@given(contest=contests(), games=st.integers(0, 8))
def test_explanations_add_up(contest: tuple[list[int], list[int]], games: int, adds_up):
    """Each change is explained by the way to the needed rating and two corrections."""
    ratings, places = contest
    players = [
        {"player": f"P{number}", "rating": rating, "games": games}
        for number, rating in enumerate(ratings)
    ]
    found = bz.rate(rows_of(places), "codeforces", players)
    for me, rating in enumerate(ratings):
        told = found.explain(f"P{me}")
        adds_up(found, told)
        inputs = {term.name: term.value for term in told.inputs}
        assert inputs["place"] == sum(place <= places[me] for place in places)
        assert inputs["seed"] == pytest.approx(seed_of(rating, me, ratings, 400.0), abs=1e-9)
        way = inputs["needed rating"] - rating
        assert told.terms[0].value == math.trunc(way / 2)
        assert -10 <= told.terms[2].value <= 0


def displayed(rating: float, games: int) -> str:
    """What the list shows of a player."""
    frame = pl.DataFrame({"player": ["P"], "rating": [float(rating)], "games": [float(games)]})
    found = bz.rate(rows_of([1, 2]), "codeforces", frame)
    row = pl.concat([found.listing.listed, found.listing.unlisted], how="diagonal")
    return row.filter(pl.col("player") == "P")["shown"][0]


def test_displayed_ratings_of_new_accounts():
    """The source's way: 1400 shown as 0; after -110 as 390; after -43 more as 697; then 6 gaps."""
    assert displayed(1400, 0) == "0"
    assert displayed(1400 - 110, 1) == "390"
    assert displayed(1290 - 43, 2) == "697"
    gaps = [1500 - int(displayed(1500, games)) for games in range(9)]
    assert gaps == [1400, 900, 550, 300, 150, 50, 0, 0, 0]


def test_promotions_come_with_contests():
    """A new account's displayed rating reaches the rating with its sixth contest."""
    rows = [
        {"event": f"C{number}", "player": name, "place": place, "date": f"2024-05-{number:02d}"}
        for number in range(1, 9)
        for name, place in (("new", 1), ("other", 2))
    ]
    found = bz.rate(rows, "codeforces", {"other": 1400})
    history = found.history_frame("new")
    shown = (history["after"] - history["displayed_after"]).to_list()
    assert shown == [900, 550, 300, 150, 50, 0, 0, 0]
    assert history["before"][0] - history["displayed_before"][0] == 1400
    other = found.history_frame("other")
    assert other["after"].to_list() == other["displayed_after"].to_list()


def test_a_displayed_rating_is_enough():
    """From the displayed rating of a players file, and the games, follows the rating."""
    frame = pl.DataFrame(
        {
            "player": ["P0", "P1", "P2"],
            "displayed": [697.0, 1800.0, None],
            "games": [2.0, None, None],
        }
    )
    found = bz.rate(rows_of([1, 2, 3]), "codeforces", frame)
    before = dict(found.history_frame().select("player", "before").iter_rows())
    assert before == {"P0": 1247.0, "P1": 1800.0, "P2": 1400.0}


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"rating": 1500.5}, "1500.5 is no rating of this system"),
        ({"rating": float(HIGHEST + 1)}, f"whole number, {LOWEST} to {HIGHEST}"),
        ({"rating": float(LOWEST - 1)}, "is no rating"),
        ({"rating": 1500.0, "displayed": 1400.0}, "1400 is not what is displayed"),
    ],
)
def test_ratings_that_the_site_cannot_have(values: dict[str, float], message: str):
    """Fractions, ratings beyond the ends and displayed ratings that do not fit are refused."""
    with pytest.raises(bz.PlayersRefused, match=message):
        bz.rate(rows_of([1, 2]), "codeforces", [{"player": "P0", **values}])


def test_who_has_no_place_is_not_guessed():
    """A contestant without a place is refused: the site rates those who are ranked."""
    with pytest.raises(bz.ResultsRefused, match="missing"):
        bz.rate(rows_of([1, None]), "codeforces")


def test_teams_are_refused():
    """Teams are refused by name: the site rates them by a formula of its own."""
    rows = [
        {
            "event": "E",
            "game": "1",
            "side": side,
            "player": name,
            "place": place,
            "date": "2024-05-01",
        }
        for name, side, place in (("a", "x", 1), ("b", "x", 1), ("c", "y", 2))
    ]
    with pytest.raises(bz.ResultsRefused, match="not teams"):
        bz.rate(rows, "codeforces")


def test_a_decree_leaves_no_fraction(tmp_path: Path):
    """What a decree adds is rounded, so that every rating is a whole number."""
    book = tmp_path / "decree.toml"
    book.write_text(
        'format = 1\nextends = "codeforces"\ntitle = "Decree"\n'
        "[[adjustment]]\non = 2024-05-10\nadd = 0.75\n",
        encoding="utf-8",
    )
    rows = [
        {"event": f"C{day}", "player": name, "place": place, "date": f"2024-05-{day:02d}"}
        for day in (1, 20)
        for name, place in (("a", 1), ("b", 2))
    ]
    start = {"a": 1500, "b": 1600}
    plain = bz.rate(rows, "codeforces", start).history_frame()
    found = bz.rate(rows, book, start).history_frame().filter(pl.col("event").is_in(["C1", "C20"]))
    assert found["change"].to_list() == plain["change"].to_list()
    assert (found["after"] - plain["after"]).to_list() == [0.0, 0.0, 1.0, 1.0]


def test_ends_of_the_scale():
    """Ratings at both ends, and thousands of points apart, give whole and finite changes."""
    for ratings in ([LOWEST, HIGHEST], [HIGHEST, HIGHEST], [LOWEST, LOWEST], [0, 6750, 6750]):
        players = {f"P{number}": rating for number, rating in enumerate(ratings)}
        for places in ([1, 2, 3][: len(ratings)], [3, 2, 1][-len(ratings) :], [1] * len(ratings)):
            found = bz.rate(rows_of(places), "codeforces", players)
            changes = found.history_frame()["change"].to_numpy()
            assert np.isfinite(changes).all()
            assert (changes == np.trunc(changes)).all()


def test_chances_are_fair():
    """Of two chances the sum is 1, also thousands of points and tiny scales apart."""
    for scale in (400.0, 1e-3, 1e9):
        beaten = chances_of_being_beaten(scale)
        assert np.isfinite(beaten).all()
        assert np.abs(beaten + beaten[::-1] - 1.0).max() < 1e-15
    by_tens = chances_of_being_beaten(400.0)[::100]
    leads = np.arange(-(HIGHEST - LOWEST), HIGHEST - LOWEST + 1)[::100]
    assert by_tens == pytest.approx(1 / (1 + 10.0 ** (leads / 400)), rel=1e-12)


def test_forecasts():
    """The forecast of two is Elo's; of equals everybody has the same share."""
    found = bz.rate(rows_of([1, 2]), "codeforces", {"P0": 1400, "P1": 1700})
    rating = dict(found.listing.listed.select("player", "rating").iter_rows())
    lead = rating["P1"] - rating["P0"]
    assert found.predict([["P1"], ["P0"]])[0] == pytest.approx(1 / (1 + 10 ** (-lead / 400)))
    three = bz.rate(rows_of([1, 1, 1]), "codeforces")
    assert three.predict([["P0"], ["P1"], ["P2"]]) == pytest.approx([1 / 3] * 3)
    assert three.predict([["P0"], ["P2"]]) == [0.5, 0.5]


@given(one=st.integers(0, 3500), two=st.integers(0, 3500), result=st.sampled_from(["1-0", "0-1"]))
def test_a_duel_has_no_first_player(one: int, two: int, result: str):
    """A contest of two written as a duel, either way round, has the bits of its standings."""
    places = {"1-0": [1, 2], "0-1": [2, 1]}[result]
    players = {"P0": one, "P1": two}
    wanted = bz.rate(rows_of(places), "codeforces", players).history_frame().sort("player")
    for first, second, written in (("P0", "P1", result), ("P1", "P0", result[::-1])):
        row = {"date": "2024-05-01", "player_1": first, "player_2": second, "result": written}
        found = bz.rate([{"event": "E", **row}], "codeforces", players).history_frame()
        for name in ("after", "expected"):
            assert found.sort("player")[name].to_list() == wanted[name].to_list()
