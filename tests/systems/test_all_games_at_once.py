"""Massey, Colley and Keener against whole matrices; groups, settings, what is refused."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import banzuke as bz
from banzuke.engine.replay import replay
from banzuke.model.errors import ParameterRefused, ResultsRefused
from banzuke.systems.keener import vector

#: The player, the opponent, what either scored, and the weight.
Game = tuple[str, str, float, float, float]
SYSTEMS = ("massey", "colley", "keener")
every_system = pytest.mark.parametrize("key", SYSTEMS)

#: Five football teams of one conference in 2005, everybody once against everybody.
TEAMS: list[Game] = [
    *[("Duke", "Miami", 7, 52, 1), ("Duke", "UNC", 21, 24, 1), ("Duke", "UVA", 7, 38, 1)],
    *[("Duke", "VT", 0, 45, 1), ("Miami", "UNC", 34, 16, 1), ("Miami", "UVA", 25, 17, 1)],
    *[("Miami", "VT", 27, 7, 1), ("UNC", "UVA", 7, 5, 1), ("UNC", "VT", 3, 30, 1)],
    ("UVA", "VT", 14, 52, 1),
]


def rows_of(games: list[Game]) -> list[dict[str, Any]]:
    """Games as rows of a results file; the first player of every third is at home."""
    return [
        {
            "game": f"{number:04d}",
            "date": "2005-10-01",
            "player_1": one,
            "player_2": two,
            "score_1": mine,
            "score_2": theirs,
            "weight": weight,
            "advantage": "1" if number % 3 == 0 else "",
        }
        for number, (one, two, mine, theirs, weight) in enumerate(games)
    ]


def rated(key: str, games: list[Game], players: Any = None, **settings: Any) -> Any:
    """Games, rated with some settings."""
    return bz.rate(rows_of(games), key, players, parameters=settings)


def column(ratings: Any, name: str = "rating") -> dict[str, float]:
    """A column of the list, by player."""
    return dict(ratings.listing.listed.select("player", name).iter_rows())


def linked(games: list[Game], names: list[str]) -> list[list[str]]:
    """The groups, by a walk along the games."""
    groups, left = [], set(names)
    while left:
        reached, before = {min(left)}, set()
        while reached != before:
            before = set(reached)
            for one, two, *_, weight in games:
                if weight > 0 and {one, two} & reached:
                    reached |= {one, two}
        groups.append(sorted(reached))
        left -= reached
    return groups


def dense(key: str, games: list[Game], settings: dict[str, Any]) -> dict[str, float]:
    """Ratings by whole matrices, group by group."""
    names = sorted({name for one, two, *_ in games for name in (one, two)})
    found: dict[str, float] = {}
    for group in linked(games, names):
        index = {name: at for at, name in enumerate(group)}
        count = len(group)
        if count < 2:
            continue
        played, matrix = np.zeros((count, count)), np.zeros((count, count))
        right, points = np.zeros(count), np.zeros((count, count))
        for number, (one, two, mine, theirs, weight) in enumerate(games):
            if weight == 0 or one not in index:
                continue
            i, j = index[one], index[two]
            margin = mine - theirs
            if key == "colley":
                margin = np.sign(margin) / 2
            elif settings.get("margin_cap"):
                margin = float(np.clip(margin, -settings["margin_cap"], settings["margin_cap"]))
            margin -= settings.get("advantage", 0.0) * (number % 3 == 0)
            right[i] += weight * margin
            right[j] -= weight * margin
            played[i, j] += weight
            played[j, i] += weight
            points[i, j] += weight * mine
            points[j, i] += weight * theirs
        if key == "keener":
            values = perron(points, played, settings)
        else:
            matrix = np.diag(played.sum(1)) - played
            prior = settings.get("prior_games", 2.0) if key == "colley" else 0.0
            matrix += prior * np.eye(count)
            values = np.linalg.lstsq(matrix, right, rcond=None)[0]
            values += 0.5 if key == "colley" else -values.mean()
        found |= dict(zip(group, values.tolist(), strict=True))
    return found


def perron(points: NDArray[Any], played: NDArray[Any], settings: dict[str, Any]) -> NDArray[Any]:
    """Keener's vector, by the eigenvectors of the matrix."""
    share = (points + 1) / (points + points.T + 2)
    if settings.get("skew", True):
        share = 0.5 + 0.5 * np.sign(share - 0.5) * np.sqrt(np.abs(2 * share - 1))
    matrix = np.where(played > 0, share, 0.0)
    if settings.get("per_game", True):
        matrix = matrix / played.sum(1)[:, None]
    values, vectors = np.linalg.eig(matrix)
    vector = np.abs(np.real(vectors[:, np.argmax(np.real(values))]))
    return vector / vector.sum()


def some_games(rng: random.Random, count: int, players: int) -> list[Game]:
    """Games of some players."""
    names = [f"P{number}" for number in range(players)]
    games: list[Game] = []
    for _ in range(count):
        one, two = rng.sample(names, 2)
        weight = rng.choice([0.0, 0.5, 1.0, 1.0, 2.0])
        games.append((one, two, rng.randrange(40), rng.randrange(40), weight))
    return games


def check(key: str, games: list[Game], **settings: Any) -> Any:
    """The ratings are those of whole matrices."""
    found = rated(key, games, **settings)
    expected = dense(key, games, settings)
    told = column(found)
    for name, value in expected.items():
        assert told[name] == pytest.approx(value, abs=2e-9)
    return found


@every_system
@given(seed=st.integers(0, 2**32))
def test_whole_matrices(key: str, seed: int):
    """Ratings of any games, in any groups, are those of whole matrices."""
    rng = random.Random(seed)
    check(key, some_games(rng, rng.randint(1, 25), rng.randint(2, 9)))


def test_five_teams():
    """A known example: margins by five, and (1 + half of wins less losses + 5/2) / 7."""
    massey = {"Miami": 18.2, "VT": 18.0, "UVA": -3.4, "UNC": -8.0, "Duke": -24.8}
    assert column(rated("massey", TEAMS)) == pytest.approx(massey, abs=1e-9)
    colley = {"Miami": 11 / 14, "VT": 9 / 14, "UNC": 1 / 2, "UVA": 5 / 14, "Duke": 3 / 14}
    assert column(rated("colley", TEAMS)) == pytest.approx(colley, abs=1e-9)
    assert column(check("keener", TEAMS))["Duke"] == pytest.approx(0.0671, abs=5e-5)


SCENE = some_games(random.Random(4), 30, 6)


@pytest.mark.parametrize(
    ("key", "setting", "other"),
    [
        ("massey", "advantage", 7.0),
        ("massey", "margin_cap", 10.0),
        ("colley", "prior_games", 5.0),
        ("keener", "skew", False),
        ("keener", "per_game", False),
    ],
)
def test_a_setting_moves_its_number(key: str, setting: str, other: Any):
    """Every setting moves ratings to where whole matrices have them."""
    one, two = check(key, SCENE), check(key, SCENE, **{setting: other})
    assert max(abs(column(one)[name] - value) for name, value in column(two).items()) > 1e-3
    assert setting in type(one.rulebook.parameters).model_fields


@every_system
def test_groups_that_never_met(key: str):
    """Who met nobody with a weight has no rating or the prior one; groups are told of."""
    games = [*TEAMS, ("X", "Y", 3.0, 1.0, 1.0), ("Z", "X", 9.0, 1.0, 0.0)]
    found = rated(key, games)
    alone = column(rated(key, TEAMS))
    assert {name: column(found)[name] for name in alone} == alone
    assert "2 groups of players never met: their ratings cannot be compared" in str(found.warnings)
    begins = "the rating to begin with" if key == "colley" else "no rating"
    assert f"{begins}, no game with a weight: Z" in str(found.warnings)
    assert ("Z" in column(found)) == (key == "colley")
    assert column(found, "compared")["X"] == 2
    told = found.explain("Z")
    assert not told.rated
    assert told.why == "a game of weight 0"


@every_system
def test_explanations_add_up(key: str, adds_up: Any):
    """Each game has its own part, which is what the explanation says; together they add up."""
    for players in (None, [{"player": "P1", "rating": 0.25}]):
        found = rated(key, SCENE, players)
        for name in column(found):
            for row in found.history_frame(name).to_dicts():
                adds_up(found, found.explain(name, game=row["game"]))


@every_system
def test_explained_by_the_compiled_kernel(key: str, monkeypatch: pytest.MonkeyPatch):
    """By the compiled kernel a game is explained to the same bits."""
    found = rated(key, SCENE)
    plain = found.explain("P1")
    monkeypatch.setattr(f"banzuke.systems.{key}.COMPILE_FROM", 0)
    assert found.explain("P1") == plain


def test_parts_of_the_mean():
    """By Massey a game's part is the opponent's rating and the margin, by the number of games."""
    told = rated("massey", TEAMS).explain("Duke", game="0000")
    assert told.change == pytest.approx((18.2 - 45) / 4, abs=1e-9)
    assert told.terms[0].source == "1 / 4 × -26.8"
    told = rated("keener", TEAMS).explain("Duke", game="0000")
    said = {term.name: term.value for term in told.inputs}
    part = said["strength shown"] * said["rating of Miami"] / said["eigenvalue"]
    assert told.change == pytest.approx(part, abs=1e-9)
    history = rated("massey", TEAMS).history_frame("Duke").to_dicts()
    assert [row["score"] for row in history] == [-45.0, -3.0, -31.0, -45.0]
    assert history[0]["expected"] == pytest.approx(-24.8 - 18.2, abs=1e-9)


@every_system
def test_compiled_renamed_and_turned_round(key: str):
    """All bits are the same, compiled or not, under any names, in any order."""
    games = some_games(random.Random(9), 150, 20)
    found = rated(key, games)
    run = found.rated.runs[0]
    for compile_from in (0, 10**9):
        again = replay(run.pool, found.rulebook, run.start, compile_from=compile_from)
        for left, right in zip(again.state, run.state, strict=True):
            assert left.tobytes() == right.tobytes()
    turned = {name: f"Q{99 - at}" for at, name in enumerate(sorted(column(found)))}
    renamed = [(turned[b], turned[a], y, x, w) for a, b, x, y, w in reversed(games)]
    other = column(rated(key, renamed))
    assert {turned[name]: value for name, value in column(found).items()} == other


@pytest.mark.parametrize("key", ["massey", "keener"])
def test_games_without_scores_are_refused(key: str):
    """A game of which only the winner is known has no margin."""
    rows = [{"game": "1", "player": "A", "place": 1}, {"game": "1", "player": "B", "place": 2}]
    with pytest.raises(ResultsRefused, match="score"):
        bz.rate(rows, key)


def test_what_else_is_refused(monkeypatch: pytest.MonkeyPatch):
    """Scores below 0, settings out of range, and a vector that does not stand still."""
    with pytest.raises(ResultsRefused, match="score -3"):
        rated("keener", [("A", "B", 1.0, -3.0, 1.0)])
    with pytest.raises(ParameterRefused, match="prior_games"):
        bz.load_rulebook("colley", {"prior_games": 0.0})
    with pytest.raises(ParameterRefused, match="margin_cap"):
        bz.load_rulebook("massey", {"margin_cap": -1.0})
    chain = [(f"P{at:03d}", f"P{at + 1:03d}", 1e9, 0.0, 1.0) for at in range(40)]
    with pytest.raises(ResultsRefused, match="did not stand still"):
        rated("keener", chain)
    monkeypatch.setattr(vector, "MOST_ROUNDS", 1)
    monkeypatch.setattr(vector, "MOST_STEPS", 1)
    with pytest.raises(ResultsRefused, match="did not stand still"):
        rated("keener", TEAMS)


def test_large_scores_and_long_chains():
    """Millions of points, and a hundred in a row, are numbers like any others."""
    large = [(one, two, 1e6 * mine, 1e6 * theirs, w) for one, two, mine, theirs, w in TEAMS]
    found = column(rated("massey", large))
    assert found["Miami"] == pytest.approx(18.2e6, rel=1e-12)
    chain = [(f"P{at:03d}", f"P{at + 1:03d}", 2.0, 1.0, 1.0) for at in range(100)]
    found = column(rated("massey", chain))
    assert found["P000"] - found["P100"] == pytest.approx(100.0, abs=1e-8)
    assert all(math.isfinite(value) for value in column(rated("colley", chain)).values())


@every_system
@pytest.mark.parametrize("factor", [1e-9, 1e9])
def test_weights_of_any_size(key: str, factor: float):
    """Where only proportions of weights matter, all weights a thousand million times are alike."""
    games = [(*game[:4], factor) for game in TEAMS]
    found, plain = column(rated(key, games)), column(rated(key, TEAMS))
    if key == "massey":
        assert found == pytest.approx(plain, abs=1e-9)
    if key == "colley" and factor < 1:
        assert found == pytest.approx(dict.fromkeys(plain, 0.5), abs=1e-6)
    assert all(math.isfinite(value) for value in found.values())
