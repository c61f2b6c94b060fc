"""GhostRatings against a second, plain reckoning; its settings, edges and explanations."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.model.errors import DataRefused, PlayersRefused, ResultsRefused

RULES = "ghost-ratings"
SEVEN = [100.0] * 7
#: (words, divisor, by squares)
CATEGORIES = [
    (None, 1, False),
    ("Full Press", 1, False),
    ("gunboat", 4, False),
    ("Gunboat, Ancient Mediterranean", 8, False),
    ("sum of squares", 1, True),
    ("classic - chaos,sum of squares , public press", 16, True),
]


@dataclass(frozen=True)
class Game:
    """One game: ratings, places, centres or None, category, weight."""

    ratings: list[float]
    places: list[int]
    centres: list[int] | None
    category: tuple[str | None, int, bool]
    weight: float


def reckoned(game: Game, solo: int = 18) -> list[float]:
    """The ratings after a game, as the program goes about it: status first, then adjustments."""
    count = len(game.ratings)
    if count == 2:
        lead = game.ratings[0] - game.ratings[1]
        one, two = game.places if game.centres is None else [-c for c in game.centres]
        score = 0.5 if one == two else float(one < two)
        moved = 32 * game.weight * (score - (1 + math.tanh(lead * math.log(10) / 800)) / 2)
        return [game.ratings[0] + moved, game.ratings[1] - moved]
    by_squares = game.category[2]
    alive = [place == 1 for place in game.places]
    solos = alive if sum(alive) == 1 else [False] * count
    if game.centres is not None:
        if max(game.centres) == 0:
            return list(game.ratings)
        alive = [centre > 0 for centre in game.centres]
        top = max(game.centres)
        solos = [c == top >= solo and game.centres.count(top) == 1 for c in game.centres]
    power = 2 if by_squares else 1
    pot = math.fsum(game.ratings) / 17.5 / game.category[1] * game.weight
    whole = math.fsum(rating**power for rating in game.ratings)
    after = []
    for number, rating in enumerate(game.ratings):
        if any(solos):
            got = float(solos[number])
        elif by_squares and game.centres is not None:
            got = game.centres[number] ** 2 / sum(c * c for c in game.centres)
        else:
            got = alive[number] / sum(alive)
        after.append(rating + pot * (got - rating**power / whole))
    return after


def rows_of(game: Game) -> list[dict[str, Any]]:
    """A game as rows of entries."""
    rows = []
    for number in range(len(game.ratings)):
        row: dict[str, Any] = {"event": "E", "date": "2024-05-01", "game": "1"}
        row |= {"player": f"P{number:04d}", "weight": game.weight}
        if game.category[0]:
            row["event_category"] = game.category[0]
        if game.centres is None:
            row["place"] = game.places[number]
        else:
            row["score"] = game.centres[number]
        rows.append(row)
    return rows


def rated(game: Game, **settings: Any) -> bz.Ratings:
    """A game, rated."""
    known = {f"P{number:04d}": rating for number, rating in enumerate(game.ratings)}
    rows = pl.DataFrame(rows_of(game), infer_schema_length=None)
    return bz.rate(rows, RULES, known, parameters=settings)


def after(ratings: bz.Ratings) -> list[float]:
    """Everybody's rating, in the order of the players."""
    history = ratings.history_frame().sort("player")
    return history["after"].to_list()


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Games of 2 to 9, near and far, with solos, draws and nobody left."""
    count = draw(st.integers(2, 9))
    rating = st.sampled_from([100.0, 1.0, 1e6]) | st.floats(0.5, 3000)
    ratings = draw(st.lists(rating, min_size=count, max_size=count))
    category = draw(st.sampled_from(CATEGORIES))
    first = draw(st.integers(1, count))
    places = [1] * first + [first + 1] * (count - first)
    centres = draw(
        st.none()
        | st.lists(st.integers(0, 17), min_size=count, max_size=count)
        | st.lists(st.sampled_from([0, 0, 1, 17, 18, 22]), min_size=count, max_size=count)
    )
    if category[2] and centres is None and first > 1:
        places = list(range(1, count + 1))
    return Game(ratings, places, centres, category, draw(st.sampled_from([1.0, 0.0, 0.25, 3.0])))


@given(game=games())
def test_games_against_a_plain_reckoning(game: Game):
    """Games of any size, category and weight give what the program's steps give."""
    found = after(rated(game))
    for mine, wanted in zip(found, reckoned(game), strict=True):
        assert mine == pytest.approx(wanted, rel=1e-9, abs=1e-9)


@given(game=games())
def test_what_is_told_adds_up(game: Game, adds_up: Any):
    """The one term of each entry is its change, and its rule is named."""
    ratings = rated(game)
    for player in ratings.rated.results.players:
        told = ratings.explain(player)
        adds_up(ratings, told)
        assert told.rated or told.why == "nobody has a centre left"


def test_many_sides_of_all_kinds():
    """A game of 5,000 with one far ahead adds up, as a plain reckoning has it."""
    count = 5000
    game = Game([1e6, *[0.001] * (count - 1)], list(range(1, count + 1)), None, CATEGORIES[0], 1.0)
    found = after(rated(game))
    assert math.fsum(found) == pytest.approx(math.fsum(game.ratings), rel=1e-12)
    assert found[:2] == pytest.approx(reckoned(game)[:2], rel=1e-9, abs=1e-9)
    assert all(math.isfinite(rating) for rating in found)


def test_published_games():
    """Seven of 100, one of whom wins alone: +34.286 and -5.714; without press +8.571."""
    solo = [1, *[2] * 6]
    full, gunboat = (
        after(rated(Game(SEVEN, solo, None, category, 1.0)))
        for category in (CATEGORIES[0], CATEGORIES[2])
    )
    assert full[:2] == pytest.approx([134.286, 94.286], abs=0.0005)
    assert gunboat[0] == pytest.approx(108.571, abs=0.0005)


def test_a_game_of_the_page_is_worth_what_the_page_says():
    """Of 200 points a classic game is worth 11.43, an Ancient Mediterranean gunboat one 1.43."""
    found = []
    for category in (CATEGORIES[1], CATEGORIES[3]):
        told = rated(Game([100.0, 50.0, 50.0], [1, 2, 2], None, category, 1.0)).explain("P0000")
        found.append({term.name: term.value for term in told.inputs}["worth of the game"])
    assert found == pytest.approx([11.43, 1.43], abs=0.005)


def test_a_rating_below_0_is_worth_nothing():
    """Who fell below 0 by games of two expects no share, and loses nothing."""
    rows = [
        {"game": f"{n}", "date": f"2024-01-{n:02d}", "player": player, "place": place}
        for n in range(1, 29)
        for player, place in (("A", 2), (f"B{n}", 1))
    ]
    rows += [
        {"game": "last", "date": "2024-03-01", "player": player, "place": place}
        for player, place in (("A", 2), ("C", 1), ("D", 2))
    ]
    ratings = bz.rate(rows, RULES)
    told = ratings.explain("A", game="last")
    assert told.before < 0
    assert told.change == 0
    assert ratings.explain("C", game="last").change == pytest.approx(200 / 17.5 / 2)


SOLO = Game(SEVEN, [1, *[2] * 6], None, CATEGORIES[0], 1.0)
GUNBOAT = Game(SEVEN, [1, *[2] * 6], None, CATEGORIES[2], 1.0)
CENTRES = Game([100.0] * 3, [], [17, 1, 0], CATEGORIES[0], 1.0)
DUEL = Game([500.0, 100.0], [1, 2], None, CATEGORIES[0], 1.0)
HALF = [{"category": "gunboat", "divisor": 2.0}]
BY_SQUARES = [{"category": "gunboat", "scoring": "sum of squares"}]
CENTRES_GUNBOAT = Game([100.0] * 3, [], [17, 1, 0], CATEGORIES[2], 1.0)
WHOLE = 300 / 17.5

#: What the first player has by the rulebook, and by another value of a setting.
ALIVE: list[tuple[Game, str, Any, float, float]] = [
    (SOLO, "divisor", 35.0, 100 + 40 * 6 / 7, 100 + 20 * 6 / 7),
    (CENTRES, "scoring", "sum of squares", 100 + WHOLE / 6, 100 + WHOLE * (289 / 290 - 1 / 3)),
    (CENTRES, "solo_centres", 17.0, 100 + WHOLE / 6, 100 + WHOLE * 2 / 3),
    (CENTRES, "solo_centres", 0.0, 100 + WHOLE / 6, 100 + WHOLE * 2 / 3),
    (GUNBOAT, "categories", HALF, 100 + 10 * 6 / 7, 100 + 20 * 6 / 7),
    (
        CENTRES_GUNBOAT,
        "categories",
        BY_SQUARES,
        100 + WHOLE / 24,
        100 + WHOLE * (289 / 290 - 1 / 3),
    ),
    (DUEL, "duel_k", 16.0, 500 + 32 / 11, 500 + 16 / 11),
    (DUEL, "duel_k", 0.0, 500 + 32 / 11, 500 + 600 / 17.5 / 6),
    (DUEL, "duel_scale", 200.0, 500 + 32 / 11, 500 + 32 / 101),
]


@pytest.mark.parametrize(("game", "setting", "other", "before", "changed"), ALIVE)
def test_a_setting_moves_its_number(
    game: Game, setting: str, other: Any, before: float, changed: float
):
    """With the rulebook's value the number is the one, with another value it is the other."""
    assert before != changed
    assert after(rated(game))[0] == pytest.approx(before, abs=1e-9)
    assert after(rated(game, **{setting: other}))[0] == pytest.approx(changed, abs=1e-9)


def test_start_rating_is_alive():
    """Everybody of whom nothing is known begins at the start rating."""
    rows = rows_of(SOLO)
    found = [after(bz.rate(rows, RULES, parameters={"start_rating": r}))[0] for r in (100.0, 200.0)]
    assert found == pytest.approx([100 + 40 * 6 / 7, 200 + 80 * 6 / 7])


def test_every_setting_is_alive():
    """No parameter is accepted and then ignored."""
    known = {setting for _, setting, *_ in ALIVE} | {"start_rating"}
    assert known == set(type(bz.load_rulebook(RULES).parameters).model_fields)


def test_draws_of_first_places_by_squares():
    """Where places decide, who draws gets a part by squares of everybody's centres."""
    rows = [
        {"game": "1", "date": "2024-05-01", "player": p, "place": place, "score": centres}
        for p, place, centres in (("A", 1, 6), ("B", 1, 3), ("C", 3, 2), ("D", 4, 0))
    ]
    settings = {"scoring": "sum of squares", "solo_centres": 0.0}
    ratings = bz.rate(rows, RULES, parameters=settings)
    worth = 400 / 17.5
    for player, share in (("A", 36 / 49), ("B", 9 / 49), ("C", 0.0), ("D", 0.0)):
        assert ratings.explain(player).change == pytest.approx(worth * (share - 0.25), abs=1e-9)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"event_category": "gunboat, Klingon"},
            "has a word that the rulebook's",
        ),
        ({"event_category": ""}, ""),
        ({"score": -1.0}, "-1 is no number of centres"),
        ({"score": 1e7}, "1e\\+07 is no number of centres"),
    ],
)
def test_what_is_refused(change: dict[str, Any], said: str):
    """Unknown words and impossible centres are refused, with their row."""
    rows = rows_of(CENTRES)
    rows[1] |= change
    if "event_category" in change:
        rows = [{**row, **change} for row in rows]
    if not said:
        assert len(after(bz.rate(rows, RULES))) == 3
        return
    with pytest.raises(ResultsRefused, match=said):
        bz.rate(rows, RULES)


def test_centres_that_are_missing_are_refused():
    """Where some give centres all must, and a draw by squares needs them."""
    rows = [
        {"game": "1", "player": p, "place": 1, "score": centres}
        for p, centres in (("A", 6.0), ("B", 3.0), ("C", None))
    ]
    with pytest.raises(ResultsRefused, match="the number of centres is missing"):
        bz.rate(rows, RULES)
    bare = [{key: value for key, value in row.items() if key != "score"} for row in rows]
    assert len(after(bz.rate(bare, RULES))) == 3
    with pytest.raises(DataRefused) as caught:
        bz.rate(bare, RULES, parameters={"scoring": "sum of squares"})
    assert str(caught.value).count("the number of centres is missing") == 3


@pytest.mark.parametrize("rating", [0.0, -5.0, 1e7])
def test_impossible_ratings_are_refused(rating: float):
    """A rating that could expect no share is none."""
    with pytest.raises(PlayersRefused, match="is no rating"):
        rated(Game([rating, 100.0, 100.0], [1, 2, 2], None, CATEGORIES[0], 1.0))
