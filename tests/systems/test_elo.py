"""Elo with all that federations add, against a second reckoning that is written another way."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.model.errors import ParameterRefused, PlayersRefused, ResultsRefused
from elo_games import lists_of_games, settings_of, starts
from elo_reckoning import (
    BANDS,
    FIRST_GAMES,
    NAMES,
    OTHERS,
    ROWS,
    SMOOTHING,
    STEPS,
    Game,
    Settings,
    compare,
)


def steady(settings: Settings, games: list[Game]) -> Settings:
    """Settings under which no number lies on an edge that rounding could turn either way."""
    if settings.get("rounding") == "whole" and "k_steps" in settings:
        return {name: value for name, value in settings.items() if name != "rounding"}
    return settings


@given(games=lists_of_games(), start=starts, settings=settings_of(OTHERS))
def test_games_against_the_second_reckoning(
    games: list[Game], start: dict[str, float], settings: Settings
):
    """Any settings together give what dictionaries give, game by game."""
    compare(games, start, steady(settings, games))


@given(games=lists_of_games(), start=starts, settings=settings_of(OTHERS))
def test_days_against_the_second_reckoning(
    games: list[Game], start: dict[str, float], settings: Settings
):
    """The same where all games of a day start from the ratings before it."""
    compare(games, start, steady(settings, games), "day")


@given(
    games=lists_of_games(duels=True),
    start=starts,
    settings=settings_of({**OTHERS, **FIRST_GAMES}),
    first=settings_of(FIRST_GAMES),
    kind=st.sampled_from(["game", "day"]),
)
def test_first_games_against_the_second_reckoning(
    games: list[Game], start: dict[str, float], settings: Settings, first: Settings, kind: str
):
    """Duels of players who are not established yet, with any other settings."""
    compare(games, start, steady({**settings, **first}, games), kind)


@given(
    games=lists_of_games(duels=True),
    start=starts,
    settings=settings_of({**OTHERS, **FIRST_GAMES}),
    kind=st.sampled_from(["game", "day"]),
)
def test_explanations_add_up(
    games: list[Game], start: dict[str, float], settings: Settings, kind: str, adds_up: Any
):
    """The terms of every game add up to its change, to the bit."""
    ratings = compare(games, start, steady(settings, games), kind)
    for number, game in enumerate(games):
        for side in game.sides:
            adds_up(ratings, ratings.explain(side[0], game=str(number)))


@given(games=lists_of_games(), start=starts, settings=settings_of(OTHERS))
def test_explanations_of_teams_add_up(
    games: list[Game], start: dict[str, float], settings: Settings, adds_up: Any
):
    """So do those of teams and of many sides."""
    ratings = compare(games, start, steady(settings, games), "day")
    for number, game in enumerate(games):
        for name in (name for side in game.sides for name in side):
            adds_up(ratings, ratings.explain(name, game=str(number)))


def game(day: int, *names: str, scores: tuple[int, ...], **said: Any) -> Game:
    """A game of single players, or of teams whose members are joined by +."""
    return Game(day, tuple(tuple(name.split("+")) for name in names), scores, **said)


#: Two years of games in which every setting has something to change.
SCENE = [
    game(0, "P1", "P2", scores=(3, 1), category="cup", home=0, weight=5.0),
    game(0, "P3", "P1", scores=(2, 2), category="friendly", weight=3.0),
    game(1, "P1", "P4", scores=(0, 6), home=1, weight=7.0),
    game(1, "P1", "P5", scores=(4, 1), category="shoot-out", home=0),
    game(200, "P1+P2", "P3+P4", scores=(5, 1), home=1, play=(1.0, 0.5, 1.0)),
    game(201, "P1", "P2", "P3", "P4", scores=(4, 2, 4, 1)),
    game(202, "P5", "P2", "P3", "P4", scores=(4, 2, 2, 1)),
    game(400, "P1", "P2", scores=(1, 2), weight=2.0),
]
BEGIN = {name: 1490.0 + 20.0 * number for number, name in enumerate(NAMES)}
#: What else must be set for a setting to matter.
WITH: dict[str, Settings] = {
    "newcomer_games": {"newcomer_factor": 5.0},
    "period_cap": {"k": 50.0},
    "lead_cap": {"advantage": 150.0},
    "margin": {"margin_factors": [1.0, 1.5]},
    "margin_factors": {"margin": "steps"},
    "margin_step": {"margin": "steps", "margin_factors": [1.0, 1.5]},
    "margin_most": {"margin": "steps", "margin_factors": [1.0, 1.5, 2.0]},
    "margin_ease": {"margin": "logarithm"},
    "margin_ease_per_point": {"margin": "logarithm"},
    "margin_upset": {"margin": "logarithm", "margin_ease_per_point": 0.01},
    "length_power": {"weight": "length"},
    "shared_first": {"ranking": "first"},
    "season_rating": {"season_share": 0.5},
    "season_month": {"season_share": 0.5},
    "base": {"scale": 200.0},
    "provisional_span": {"provisional_games": 2.0},
    "provisional_weight": {"provisional_games": 2.0},
}
ALIVE = [
    pytest.param(name, value, id=f"{name}-{value if isinstance(value, str | float) else number}")
    for name, values in {**OTHERS, **FIRST_GAMES}.items()
    for number, value in enumerate(values)
]


@pytest.mark.parametrize(("name", "value"), ALIVE)
def test_every_setting_moves_its_number(name: str, value: Any):
    """With each value of a setting the numbers are those of the second reckoning, and differ."""
    base = WITH.get(name, {})
    scene = SCENE
    if name == "duels":
        scene = [one for one in SCENE if len(set(one.scores)) == len(one.scores)]
        scene = [*scene, game(500, "P1", "P2", "P3", scores=(3, 2, 1))]
    known = {}
    if name in FIRST_GAMES:
        scene = [one for one in SCENE if len(one.sides) == 2 and len(one.sides[0]) == 1]
        known = {"P1": (9.0, 5.0), "P4": (9.0, 5.0)}
    more = {"bands": BANDS} if value == "table" else {}
    one = compare(scene, BEGIN, base, established=known)
    two = compare(scene, BEGIN, {**base, **more, name: value}, established=known)
    both = [r.listing.listed.sort("player")["rating"].to_list() for r in (one, two)]
    if name == "smoothing":
        assert two.listing.listed["smoothed"].to_list() != two.listing.listed["rating"].to_list()
    else:
        assert both[0] != both[1]


def test_no_setting_is_left_out():
    """Each setting has a case above, or one of its own below."""
    own = {"start_rating", "start_grades", "other_categories", "bands"}
    every = set(bz.load_rulebook("elo").parameters.model_fields_set)
    every |= set(type(bz.load_rulebook("elo").parameters).model_fields)
    assert every == {*OTHERS, *FIRST_GAMES, *own}


def test_where_players_start():
    """At the start rating, at that of their grade, or where the players file says."""
    rows = [{"player_1": "A", "player_2": "B", "result": "1/2-1/2"}]
    settings = {"start_grades": [{"grade": "3K", "rating": 1200.0}], "k": 0.0}
    players = [
        {"player": "A", "grade": "3k"},
        {"player": "B", "grade": None},
        {"player": "C", "grade": "3K", "rating": 1700.0},
    ]
    for start in (1500.0, 1000.0):
        parameters = {**settings, "start_rating": start}
        ratings = bz.rate(rows, "elo", players, parameters=parameters)
        found = dict(ratings.listing.listed.select("player", "rating").iter_rows())
        assert found == {"A": 1200.0, "B": start, "C": 1700.0}
    with pytest.raises(PlayersRefused, match="'4K' is no grade here"):
        bz.rate(rows, "elo", [{"player": "A", "grade": "4K"}], parameters=settings)


def test_rows_of_the_table_of_scores():
    """The bands are the expected score, the same for both sides."""
    settings = {"expectation": "table", "bands": BANDS, "k": 10.0}
    for lead, score in ((30, 0.5), (31, 0.7), (200, 0.7), (201, 0.9)):
        found = bz.rate_game("elo", [[1500 + lead], [1500]], [1, 2], parameters=settings)
        assert found[0][0][0] - 1500 - lead == pytest.approx(10 * (1 - score))
        assert found[1][0][0] - 1500 == pytest.approx(-10 * (1 - score))
    with pytest.raises(ParameterRefused, match="the table has no row"):
        bz.load_rulebook("elo", {"expectation": "table"})


def test_categories_without_a_row():
    """They count like all others, or are refused."""
    facts = {"event_category": "league"}
    named: Settings = {"categories": ROWS}
    usual = bz.rate_game("elo", [[1500], [1500]], [1, 2], facts=facts, parameters=named)
    assert usual == [[(1516.0,)], [(1484.0,)]]
    settings = {**named, "other_categories": "refuse"}
    with pytest.raises(ResultsRefused, match="how games of this category count"):
        bz.rate_game("elo", [[1500], [1500]], [1, 2], facts=facts, parameters=settings)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"categories": [*ROWS, {"names": ["CUP"]}]}, "'CUP' stands there twice"),
        ({"categories": [{"names": ["x"], "won": 0.2, "lost": 0.5}]}, "the better side scores 0.2"),
        ({"margin_factors": [1.0, 0.5]}, "a wider win counts less"),
        ({"margin_factors": []}, "they are no factors"),
        ({"smoothing": list(reversed(SMOOTHING))}, "the rows are not in order"),
        ({"start_grades": [{"grade": "a", "rating": 1}, {"grade": "A", "rating": 2}]}, "twice"),
        ({"scale": 1e-320}, "is too small"),
        ({"k_steps": [{**STEPS[0], "k": -1}]}, "-1 is not allowed"),
    ],
)
def test_settings_that_cannot_be(settings: Settings, words: str):
    """What contradicts itself is refused, with what would be right."""
    with pytest.raises(ParameterRefused, match=words):
        bz.load_rulebook("elo", settings)


def test_what_a_rulebook_has_no_need_of_is_not_there():
    """Columns are kept, listed and read only where a rule looks at them."""
    rows = [{"player_1": "A", "player_2": "B", "result": "1-0", "advantage": 1}]
    plain = bz.rate(rows, "elo")
    assert [warning.column for warning in plain.warnings] == ["advantage"]
    names = set(plain.listing.listed.columns)
    assert not names & {"experience", "peak", "met_established", "smoothed", "season", "born"}
    assert "games_after" not in plain.history_frame().columns
    counted = bz.rate(rows, "elo", parameters={"newcomer_factor": 2.0, "advantage": 50.0})
    assert counted.warnings == ()
    assert counted.history("A")["games_after"].to_list() == [1.0]


def test_games_of_the_players_file_are_honoured():
    """Games played before count for K, and for the list."""
    rows = [{"player_1": "A", "player_2": "B", "result": "1-0"}]
    players = [{"player": n, "rating": 1500.0, "games": 29.0 + n.count("B")} for n in ("A", "B")]
    settings = {"k_steps": [{"games_below": 30.0, "k": 40.0}], "k": 20.0}
    ratings = bz.rate(rows, "elo", players, parameters=settings)
    assert ratings.history_frame()["change"].to_list() == [20.0, -10.0]
    assert ratings.listing.listed["games"].to_list() == [30, 31]


def test_missing_scores_and_first_games_of_teams_are_refused():
    """A margin needs scores; first games by performance are duels."""
    rows = [{"player_1": "A", "player_2": "B", "result": "1-0"}]
    with pytest.raises(ResultsRefused, match="the score is missing"):
        bz.rate(rows, "elo", parameters={"margin": "steps"})
    with pytest.raises(ResultsRefused, match="rated as duels only"):
        bz.rate_game("elo", [[1], [2], [3]], [1, 2, 3], parameters={"provisional_games": 5.0})
