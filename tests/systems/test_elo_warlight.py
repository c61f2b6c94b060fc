"""Many sides and teams by Elo against 40-digit decimals; their explanations and bounds."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal, localcontext
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz

PLAYERS = [f"P{number}" for number in range(10)]
HALF, NONE, WHOLE = Decimal("0.5"), Decimal(0), Decimal(1)


@dataclass(frozen=True)
class Game:
    """One game: the day on which it was played, its sides, and the place of each."""

    day: int
    sides: tuple[tuple[str, ...], ...]
    places: tuple[int, ...]


Settings = dict[str, Any]
DEFAULTS: Settings = {
    "k": 32.0,
    "scale": 400.0,
    "ranking": "all",
    "duels": "together",
    "k_share": "whole",
    "shared_places": "draw",
    "shared_first": "none",
    "team_change": "whole",
    "team_rating": "mean",
}


def expected(mine: Decimal, theirs: Decimal, scale: float) -> Decimal:
    """We of the source."""
    return 1 / (1 + Decimal(10) ** ((theirs - mine) / Decimal(scale)))


def score_of(place: int, other: int) -> Decimal:
    """W of a duel."""
    if place == other:
        return HALF
    return WHOLE if place < other else NONE


def have_a_duel(place: int, other: int, sides: int, settings: Settings) -> bool:
    """Whether two sides meet, by the kind of game."""
    if sides == 2:
        return True
    if settings["ranking"] == "all":
        return place != other or settings["shared_places"] == "draw"
    if place == other == 1:
        return settings["shared_first"] == "draw"
    return 1 in (place, other)


def changes_of(
    game: Game, rating: dict[str, Decimal], settings: Settings
) -> tuple[dict[str, Decimal], dict[str, Decimal]]:
    """What each player's rating changes in a game, and what the player's side was expected."""
    change = dict.fromkeys((name for side in game.sides for name in side), NONE)
    hoped = dict.fromkeys(change, NONE)
    # In rating order: by place, then by the first name of the side.
    sides = sorted(zip(game.places, map(sorted, game.sides), strict=True))
    k = Decimal(settings["k"])
    if settings["k_share"] == "per opponent":
        k /= len(sides) - 1

    def strength(side: list[str]) -> Decimal:
        now = settings["duels"] == "in turn"
        total = sum(rating[name] + change[name] * now for name in side)
        return total if settings["team_rating"] == "sum" else total / len(side)

    for (place, side), (other_place, other) in combinations(sides, 2):
        if not have_a_duel(place, other_place, len(sides), settings):
            continue
        chance = expected(strength(side), strength(other), settings["scale"])
        moved = k * (score_of(place, other_place) - chance)
        for members, sign, hope in ((side, 1, chance), (other, -1, 1 - chance)):
            part = len(members) if settings["team_change"] == "split" else 1
            for name in members:
                change[name] += sign * moved / part
                hoped[name] += hope
    return change, hoped


def reckoned(
    games: list[Game], start: dict[str, float], settings: Settings, *, by_day: bool
) -> tuple[dict[str, Decimal], list[dict[str, Decimal]], list[dict[str, Decimal]]]:
    """Ratings after all games, and the changes and expectations of each game."""
    with localcontext() as context:
        context.prec = 40
        rating = {name: Decimal(start.get(name, 1200)) for name in PLAYERS}
        all_changes, all_hopes = [], []
        waiting: list[dict[str, Decimal]] = []
        for number, game in enumerate(games):
            changes, hopes = changes_of(game, rating, settings)
            all_changes.append(changes)
            all_hopes.append(hopes)
            waiting.append(changes)
            last_of_period = number + 1 == len(games) or games[number + 1].day != game.day
            if not by_day or last_of_period:
                for change in waiting:
                    for name, value in change.items():
                        rating[name] += value
                waiting = []
        return rating, all_changes, all_hopes


@st.composite
def lists_of_games(draw: st.DrawFn, *, most: int = 6) -> list[Game]:
    """Duels, games of many, teams of unlike sizes and ties, in the order of their days."""
    games = []
    day = 0
    for _ in range(draw(st.integers(1, most))):
        day += draw(st.integers(0, 1))
        names = draw(st.permutations(PLAYERS))
        sizes = draw(st.lists(st.integers(1, 3), min_size=2, max_size=4))
        if draw(st.booleans()):
            sizes = [1, 1]
        sides, used = [], 0
        for size in sizes:
            sides.append(tuple(names[used : used + size]))
            used += size
        sides = [side for side in sides if side]
        levels = draw(st.lists(st.integers(0, 3), min_size=len(sides), max_size=len(sides)))
        places = tuple(1 + sum(other < level for other in levels) for level in levels)
        if len(sides) > 1:
            games.append(Game(day, tuple(sides), places))
    return games


starts = st.dictionaries(
    st.sampled_from(PLAYERS),
    st.floats(-500, 4000, allow_nan=False).map(lambda value: round(value, 3)),
)
all_settings = st.fixed_dictionaries(
    {
        "k": st.sampled_from([0.0, 10.0, 32.0]),
        "scale": st.sampled_from([200.0, 400.0]),
        "ranking": st.sampled_from(["all", "first"]),
        "duels": st.sampled_from(["together", "in turn"]),
        "k_share": st.sampled_from(["whole", "per opponent"]),
        "shared_places": st.sampled_from(["draw", "none"]),
        "shared_first": st.sampled_from(["none", "draw"]),
        "team_change": st.sampled_from(["whole", "split"]),
        "team_rating": st.sampled_from(["mean", "sum"]),
    }
)


def told_apart(games: list[Game], settings: Settings) -> list[Game]:
    """The games without shared places, where duels are played in turn and so need an order."""
    if settings["duels"] == "together":
        return games
    return [
        game
        if len(game.sides) == 2
        else Game(game.day, game.sides, tuple(range(1, len(game.sides) + 1)))
        for game in games
    ]


def table(games: list[Game]) -> list[dict[str, object]]:
    """Games as a table, a row a player."""
    return [
        {
            "game": f"{number}",
            "date": date(2020, 1, 1) + timedelta(days=game.day),
            "player": name,
            "side": f"side {side}",
            "place": game.places[side],
        }
        for number, game in enumerate(games)
        for side, names in enumerate(game.sides)
        for name in names
    ]


def compare(
    games: list[Game], start: dict[str, float], settings: Settings, kind: str = "game"
) -> bz.Ratings:
    """Rate games both ways, compare everything, and give the ratings."""
    named = {**settings, "period.kind": kind}
    ratings = bz.rate(table(games), "warlight", start or None, parameters=named)
    rating, changes, hopes = reckoned(games, start, {**DEFAULTS, **settings}, by_day=kind == "day")
    for name, value in ratings.listing.listed.select("player", "rating").iter_rows():
        assert value == pytest.approx(float(rating[name]), abs=1e-9)
    for row in ratings.history_frame().to_dicts():
        number = int(row["game"])
        change = changes[number][row["player"]]
        assert row["change"] == pytest.approx(float(change), abs=1e-9)
        assert row["expected"] == pytest.approx(float(hopes[number][row["player"]]), abs=1e-9)
        assert row["after"] == row["before"] + row["change"]
    return ratings


@given(games=lists_of_games(), start=starts)
def test_games_of_every_kind_against_decimals(games: list[Game], start: dict[str, float]):
    """Duels, many sides, teams and ties give what 40-digit decimals give."""
    compare(games, start, {})


@given(games=lists_of_games(), start=starts, settings=all_settings)
def test_every_reading_against_decimals(
    games: list[Game], start: dict[str, float], settings: Settings
):
    """All settings together give what 40-digit decimals give."""
    compare(told_apart(games, settings), start, settings)


@given(games=lists_of_games(), start=starts, settings=all_settings)
def test_days_as_periods_against_decimals(
    games: list[Game], start: dict[str, float], settings: Settings
):
    """Rated by day, all games of a day start from the ratings before it."""
    compare(told_apart(games, settings), start, settings, "day")


@given(games=lists_of_games(most=4), start=starts, settings=all_settings)
def test_explanations_add_up(
    games: list[Game], start: dict[str, float], settings: Settings, adds_up
):
    """Each duel is a term with its opponent; the terms add up to the change, to the bit."""
    games = told_apart(games, settings)
    ratings = compare(games, start, settings)
    for number, game in enumerate(games):
        for mine, side in enumerate(game.sides):
            met = [
                other
                for other in range(len(game.sides))
                if other != mine
                and have_a_duel(
                    game.places[mine],
                    game.places[other],
                    len(game.sides),
                    {**DEFAULTS, **settings},
                )
            ]
            for name in side:
                explained = ratings.explain(name, game=str(number))
                adds_up(ratings, explained)
                assert explained.rated
                assert len(explained.terms) == len(met)
                for other in met:
                    opponents = "+".join(sorted(game.sides[other]))
                    score = score_of(game.places[mine], game.places[other])
                    word = {1: "won against", 0: "lost to", HALF: "drew with"}[score]
                    assert f"{word} {opponents}" in [term.name for term in explained.terms]
                    inputs = {term.name: term.value for term in explained.inputs}
                    assert 0 <= inputs[f"expected score against {opponents}"] <= 1


@given(games=lists_of_games(), start=starts, settings=all_settings)
def test_nothing_is_lost_or_made(games: list[Game], start: dict[str, float], settings: Settings):
    """What sides of one size win others lose: in every game the changes add up to 0."""
    games = told_apart(games, settings)
    even = [Game(game.day, tuple(side[:1] for side in game.sides), game.places) for game in games]
    ratings = bz.rate(table(even), "warlight", start or None, parameters=settings)
    history = ratings.history_frame().group_by("game").agg(total=_sum("change"))
    assert history["total"].abs().max() < 1e-9


def _sum(column: str) -> Any:
    import polars as pl

    return pl.col(column).sum()


@pytest.mark.parametrize("count", [2, 3])
def test_shared_places_have_no_turn(count: int):
    """Duels in turn need an order: a shared place of a game of many sides is refused."""
    names = PLAYERS[:count]
    rows = table([Game(0, tuple((name,) for name in names), (1,) * count)])
    if count == 2:
        assert len(bz.rate(rows, "warlight", parameters={"duels": "in turn"}).history_frame()) == 2
        return
    with pytest.raises(bz.ResultsRefused, match="place 1 is shared"):
        bz.rate(rows, "warlight", parameters={"duels": "in turn"})


@given(game=lists_of_games(most=1), start=starts, settings=all_settings)
def test_forecasts_against_decimals(game: list[Game], start: dict[str, float], settings: Settings):
    """The chance of a side is its share of what all its duels are expected to give."""
    everybody = [Game(0, tuple((name,) for name in PLAYERS), tuple(range(1, 11)))]
    held = {"k": 0.0, "team_rating": settings["team_rating"], "scale": settings["scale"]}
    ratings = bz.rate(table(everybody), "warlight", start or None, parameters=held)
    for one in game:
        chances = ratings.predict([list(side) for side in one.sides])
        strengths = []
        for side in one.sides:
            total = sum(Decimal(start.get(name, 1200)) for name in side)
            strengths.append(total / len(side) if held["team_rating"] == "mean" else total)
        count = len(strengths)
        for mine, chance in enumerate(chances):
            hope = sum(
                expected(strengths[mine], strengths[other], settings["scale"])
                for other in range(count)
                if other != mine
            )
            assert chance == pytest.approx(float(hope / (count * (count - 1) // 2)), abs=1e-12)
        assert sum(chances) == pytest.approx(1, abs=1e-12)


def test_duels_in_a_table_of_duels():
    """Duels given by scores, by a result or by a winner come out alike."""
    scores = [{"player_1": "A", "player_2": "B", "score_1": 3, "score_2": 1}]
    result = [{"player_1": "B", "player_2": "A", "result": "0-1"}]
    winner = [{"winner": "A", "loser": "B"}]
    place = [
        {"game": "1", "player": "A", "place": 1},
        {"game": "1", "player": "B", "place": 2},
    ]
    points = [
        {"game": "1", "player": "A", "score": 17},
        {"game": "1", "player": "B", "score": -4},
    ]
    found = [
        bz.rate(rows, "warlight", {"A": 1400.0, "B": 1200.0}).listing.listed["rating"].to_list()
        for rows in (scores, result, winner, place, points)
    ]
    assert all(one == found[0] for one in found)
    assert found[0] == [1407.6880983472802, 1192.3119016527198]
