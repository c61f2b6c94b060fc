"""Whole-history ratings against dense matrices; deviations, days, settings, what is refused."""

from __future__ import annotations

import math
import random
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import banzuke as bz
from banzuke.engine.replay import replay
from banzuke.model.errors import CannotDo, ParameterRefused, PlayersRefused, ResultsRefused
from banzuke.systems.whole_history import explaining, likeliest
from banzuke.systems.whole_history.parameters import WholeHistoryParameters

UNIT = 400 / math.log(10)
BEGIN = date(2024, 1, 1)
WORDS = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}
#: day, player, opponent, what the player scored, and further columns.
Game = tuple[int, str, str, float, dict[str, Any]]
Floats = NDArray[np.float64]


def rows_of(games: list[Game]) -> list[dict[str, Any]]:
    """Games as rows of a results file."""
    return [
        {
            "game": f"{number:05d}",
            "date": BEGIN + timedelta(days=day),
            "player_1": one,
            "player_2": two,
            "result": WORDS[score],
            **more,
        }
        for number, (day, one, two, score, more) in enumerate(games)
    ]


def rated(games: list[Game], players: Any = None, **settings: Any) -> Any:
    """Games, rated with some settings."""
    return bz.rate(rows_of(games), "whole-history", players, parameters=settings)


def column(ratings: Any, name: str = "rating") -> dict[str, float]:
    """A column of the list, by player."""
    return dict(ratings.listing.listed.select("player", name).iter_rows())


def curve(ratings: Any, player: str, name: str = "after") -> dict[date, float]:
    """What the history says after each day of a player."""
    return dict(ratings.history_frame(player).select("date", name).iter_rows())


def lead_of(more: dict[str, Any], settings: dict[str, float]) -> float:
    """By how many units the first player is ahead by stones, first move and komi."""
    stones = more.get("handicap_1", 0) - more.get("handicap_2", 0)
    ahead = {"1": 1, "2": -1}.get(str(more.get("advantage", "")), 0)
    lead = settings.get("stone", 0.0) * stones + settings.get("advantage", 0.0) * ahead
    first = np.sign(stones) or ahead
    lead -= settings.get("komi_point", 0.0) * first * more.get("komi", settings.get("komi", 0.0))
    return lead / UNIT


def dense(
    games: list[Game], settings: dict[str, float], idle: tuple[tuple[str, int], ...] = ()
) -> tuple[dict[tuple[str, int], int], Floats, Floats]:
    """(where each player's day is, its rating in units, the inverse of the curvature).

    idle : further days, on which the player has no game
    """
    days = {(name, day) for day, one, two, *_ in games for name in (one, two)} | {*idle}
    index = {key: at for at, key in enumerate(sorted(days))}
    drift = settings.get("drift", 300.0) / UNIT**2
    virtual = settings.get("virtual_wins", 1.0) + settings.get("virtual_draws", 0.0) / 2
    keys = list(index)
    found = np.zeros(len(keys))
    for _ in range(100):
        slope, curve = np.zeros(len(keys)), np.zeros((len(keys), len(keys)))
        for at, (name, day) in enumerate(keys):
            if at and keys[at - 1][0] == name:
                pair = np.zeros(len(keys))
                pair[at], pair[at - 1] = 1.0, -1.0
                precision = 1 / (drift * (day - keys[at - 1][1]))
                slope -= precision * (pair @ found) * pair
                curve += precision * np.outer(pair, pair)
            else:
                chance = 1 / (1 + math.exp(-found[at]))
                slope[at] += virtual * (1 - 2 * chance)
                curve[at, at] += 2 * virtual * chance * (1 - chance)
        for day, one, two, score, more in games:
            pair = np.zeros(len(keys))
            pair[index[one, day]], pair[index[two, day]] = 1.0, -1.0
            weight = more.get("weight", 1.0)
            chance = 1 / (1 + math.exp(-(pair @ found) - lead_of(more, settings)))
            slope += weight * (score - chance) * pair
            curve += weight * chance * (1 - chance) * np.outer(pair, pair)
        step = np.linalg.solve(curve, slope)
        found += step * min(1.0, 1.0 / max(np.abs(step).max(), 1e-300))
    return index, found, np.linalg.inv(curve)


def newest_of(games: list[Game], name: str) -> int:
    """The newest day of all whom games link to a player."""
    linked, before = {name}, set()
    while linked != before:
        before = set(linked)
        for _, one, two, *_ in games:
            if {one, two} & linked:
                linked |= {one, two}
    return max(day for day, one, *_ in games if one in linked)


def some_games(rng: random.Random, count: int, players: int, span: int) -> list[Game]:
    """Games of some players on some days, with stones, first moves, komi and weights."""
    names = [f"P{number}" for number in range(players)]
    games: list[Game] = []
    for _ in range(count):
        one, two = rng.sample(names, 2)
        more: dict[str, Any] = {"weight": rng.choice([0.5, 1.0, 2.0])}
        more |= {"handicap_1": rng.choice([0, 0, 3]), "handicap_2": 0}
        more |= {"advantage": rng.choice(["1", "2", ""]), "komi": rng.choice([0.5, 7.5])}
        games.append((rng.randrange(span), one, two, rng.choice([0.0, 0.5, 1.0]), more))
    return games


def check(games: list[Game], settings: dict[str, float]) -> Any:
    """Ratings, both deviations and the history are those of whole matrices."""
    found = rated(games, deviations="curvature", **settings)
    index, units, inverse = dense(games, settings)
    curvature = np.linalg.inv(inverse)
    mean = settings.get("mean", 0.0)
    for name in {name for name, _ in index}:
        own = [at for (who, _), at in index.items() if who == name]
        alone = np.sqrt(np.diag(np.linalg.inv(curvature[np.ix_(own, own)])))
        for number, at in enumerate(own):
            day = BEGIN + timedelta(days=list(index)[at][1])
            joint = math.sqrt(inverse[at, at])
            assert curve(found, name)[day] == pytest.approx(mean + UNIT * units[at], abs=1e-6)
            said = curve(found, name, "deviation_after")[day]
            assert said == pytest.approx(UNIT * joint, abs=2e-5)
            said = curve(found, name, "alone_after")[day]
            assert said == pytest.approx(UNIT * alone[number], abs=2e-5)
    return found


@given(seed=st.integers(0, 2**32), span=st.sampled_from([1, 9, 900]))
def test_dense_reckoning(seed: int, span: int):
    """The rating of each day, and both deviations, are those of whole matrices."""
    rng = random.Random(seed)
    games = some_games(rng, rng.randint(1, 25), rng.randint(2, 6), span)
    check(games, {"drift": rng.choice([1.0, 300.0]), "stone": 90.0, "virtual_draws": 0.5})


SCENE = some_games(random.Random(5), 30, 5, 40)
#: (setting, another value, what else must be set).
ALIVE: list[tuple[str, Any, dict[str, float]]] = [
    ("mean", 1500.0, {}),
    ("drift", 20.0, {}),
    ("virtual_wins", 0.3, {}),
    ("virtual_draws", 2.0, {}),
    ("advantage", 60.0, {}),
    ("stone", 100.0, {}),
    ("komi_point", 8.0, {}),
    ("komi", 6.5, {"komi_point": 8.0}),
]


@pytest.mark.parametrize(("setting", "other", "more"), ALIVE, ids=[row[0] for row in ALIVE])
def test_a_setting_moves_its_number(setting: str, other: Any, more: dict[str, float]):
    """Every setting moves ratings to where whole matrices have them."""
    games = SCENE
    if setting == "komi":
        games = [(*g[:4], {n: v for n, v in g[4].items() if n != "komi"}) for g in SCENE]
    one, two = check(games, more), check(games, {**more, setting: other})
    assert abs(column(one)["P1"] - column(two)["P1"]) > 0.01


def test_every_setting_is_tried():
    """No setting is accepted and then ignored."""
    own = {"joint_up_to", "deviations"}  # have tests of their own
    assert {row[0] for row in ALIVE} | own == set(WholeHistoryParameters.model_fields)


FOUR_DAYS: list[Game] = [
    (0, "B", "W", 1.0, {}),
    *[(day, "B", "W", 0.0, {}) for day in (1, 2, 3, 3)],
]


def test_four_days():
    """The example that public implementations share, in more digits, with both deviations."""
    found = rated(FOUR_DAYS, deviations="curvature")
    ratings = [-92.09305344, -93.82304426, -95.11530377, -95.97467583]
    joint = [197.17, 197.45, 197.85, 198.36]
    alone = [0.71509599, 0.71446901, 0.71646243, 0.72107136]
    assert list(curve(found, "B").values()) == pytest.approx(ratings, abs=1e-8)
    assert list(curve(found, "W").values()) == pytest.approx([-r for r in ratings], abs=1e-8)
    assert list(curve(found, "B", "deviation_after").values()) == pytest.approx(joint, abs=0.005)
    found_alone = [(value / UNIT) ** 2 for value in curve(found, "B", "alone_after").values()]
    assert found_alone == pytest.approx(alone, abs=1e-7)


@given(seed=st.integers(0, 2**32), up_to=st.sampled_from([0, 2000]))
def test_days_without_games(seed: int, up_to: int):
    """Between and after days with games the curve is that of matrices that have those days, too."""
    rng = random.Random(seed)
    plain = [(day, a, b, s, {}) for day, a, b, s, _ in some_games(rng, 9, 3, 20)]
    name = plain[0][1]
    own = sorted(day for day, *two, _, _ in plain if name in two)
    idle = tuple((name, day) for day in range(own[0], 25))
    index, units, inverse = dense(plain, {}, idle)
    days = [BEGIN + timedelta(days=day) for _, day in idle]
    found = rated(plain, joint_up_to=up_to, deviations="curvature").curve(name, days=days)
    mine = [index[key] for key in idle]
    assert found["rating"].to_list() == pytest.approx((UNIT * units[mine]).tolist(), abs=1e-6)
    alone = np.diag(np.linalg.inv(np.linalg.inv(inverse)[np.ix_(mine, mine)]))
    joint = np.diag(inverse)[mine] if up_to else alone
    for column_name, variance in (("deviation", joint), ("alone", alone)):
        assert found[column_name].to_list() == pytest.approx(
            (UNIT * np.sqrt(variance)).tolist(), abs=2e-5
        )
    assert found["revised"].to_list() == [day < newest_of(plain, name) for _, day in idle]
    assert found["games"].sum() == len(own)


def spread_around(
    games: list[Game], settings: dict[str, float], idle: tuple[tuple[str, int], ...] = ()
) -> tuple[dict[tuple[str, int], int], Floats]:
    """(where each player's day is, mean squares around the ratings by whole matrices, units²)."""
    index, units, inverse = dense(games, settings, idle)
    keys, virtual = list(index), settings.get("virtual_wins", 1.0)
    first = [at for at, key in enumerate(keys) if not at or keys[at - 1][0] != key[0]]
    ways, weights = [*np.eye(len(keys))[first]], [2 * virtual] * len(first)
    edges = [0.0] * len(first)
    for day, one, two, _, more in games:
        way = np.zeros(len(keys))
        way[index[one, day]], way[index[two, day]] = 1.0, -1.0
        ways.append(way)
        weights.append(more.get("weight", 1.0))
        edges.append(lead_of(more, settings))
    table, heavy = np.array(ways), np.array(weights)

    def bent(values: Floats) -> tuple[Floats, Floats]:
        chance = 1 / (1 + np.exp(-(table @ values + edges)))
        return heavy * chance * (1 - chance), 2 * chance - 1

    curvature, lean = bent(units)
    way = 0.5 * inverse @ (table.T @ (curvature * lean * ((table @ inverse) * table).sum(1)))
    further = np.linalg.inv(inverse) + table.T @ (
        (bent(units + way)[0] - curvature)[:, None] * table
    )
    return index, np.diag(np.linalg.inv(further)) + way**2


@given(seed=st.integers(0, 2**32))
def test_spread_by_whole_matrices(seed: int):
    """What odds that lean add to deviations, on days with games and between, is as by matrices."""
    rng = random.Random(seed)
    games = some_games(rng, rng.randint(8, 25), rng.randint(2, 5), 9)
    settings = {"virtual_wins": 2.0, "stone": 30.0}
    name = games[0][1]
    own = sorted(day for day, *two, _, _ in games if name in two)
    idle = tuple((name, day) for day in range(own[0], 12))
    index, squares = spread_around(games, settings, idle)
    days = [BEGIN + timedelta(days=day) for _, day in idle]
    said = rated(games, **settings).curve(name, days=days)["deviation"].to_list()
    wanted = UNIT * np.sqrt(squares[[index[key] for key in idle]])
    assert said == pytest.approx(wanted.tolist(), abs=5e-5)


@pytest.mark.parametrize("virtual", [0.5, 1.0, 3.0])
def test_spread_by_quadrature(virtual: float):
    """After a game it is nearly the mean square distance from the rating, by the density itself."""
    found = rated([(0, "A", "B", 1.0, {})], virtual_wins=virtual)
    sharp = rated([(0, "A", "B", 1.0, {})], virtual_wins=virtual, deviations="curvature")
    values = np.linspace(-60, 60, 2401)
    both = -np.logaddexp(0.0, values) - np.logaddexp(0.0, -values)
    gap = values[:, None] - values[None, :]
    density = np.exp(virtual * (both[:, None] + both[None, :]) - np.logaddexp(0.0, -gap))
    own = density.sum(1) / density.sum()
    exact = UNIT * math.sqrt((own * (values - column(found)["A"] / UNIT) ** 2).sum())
    assert column(found, "deviation")["A"] == pytest.approx(exact, rel=0.35 / (1 + virtual))
    assert column(sharp, "deviation")["A"] < column(found, "deviation")["A"] < exact


def test_hardly_held_deviations():
    """Where next to nothing holds a rating its deviation is no more than a newcomer's, or so."""
    for weight in (1.0, 1e3, 1e5):
        game: list[Game] = [(0, "A", "B", 1.0, {"weight": weight})]
        sharp = column(rated(game, virtual_wins=0.01, deviations="curvature"), "deviation")["A"]
        said = column(rated(game, virtual_wins=0.01), "deviation")["A"]
        assert sharp <= said <= max(sharp, UNIT * math.sqrt(2) * 100.01)


def test_what_the_history_says_is_revised():
    """All values but those of the newest day are marked; before the first day there are none."""
    found = rated(FOUR_DAYS)
    assert found.history_frame("B")["revised"].to_list() == [True, True, True, False, False]
    early = found.curve("B", days=[BEGIN - timedelta(days=1)])
    assert early["rating"].to_list() == [None]
    assert found.curve("B")["date"].to_list() == [BEGIN + timedelta(days=n) for n in range(4)]


def test_no_curve_where_there_is_none():
    """A system that keeps its past ratings has no curve, nor have results without dates."""
    with pytest.raises(CannotDo, match="see the history"):
        bz.rate(rows_of(FOUR_DAYS), "elo").curve("B")
    undated = [{"player_1": "B", "player_2": "W", "result": "1-0"}]
    with pytest.raises(CannotDo, match="no dates"):
        bz.rate(undated, "whole-history").curve("B")
    assert bz.rate(undated, "whole-history").curve is not None


def test_later_results_revise_the_past():
    """A day's rating is another once there are later results; as of that day it is the old one."""
    whole = rated(FOUR_DAYS)
    then = bz.rate(rows_of(FOUR_DAYS), "whole-history", as_of=BEGIN)
    assert column(then)["B"] == pytest.approx(91.7315, abs=5e-5)
    assert curve(whole, "B")[BEGIN] == pytest.approx(-92.0931, abs=5e-5)


def test_a_day_passes_games_on_alike():
    """Two games of a day have like parts of what the day changes, to the rating of the day."""
    rows = rated(FOUR_DAYS).history_frame("B").to_dicts()
    assert rows[3]["change"] == pytest.approx(rows[4]["change"], abs=1e-9)
    assert rows[4]["after"] == pytest.approx(-95.97467583, abs=1e-8)
    for one, two in pairwise(rows):
        assert one["after"] == two["before"]


def test_deviations_grow_after_the_last_day():
    """A year later a rating is the same, and its deviation has the drift of a year in it."""
    day = BEGIN + timedelta(days=3 + 365)
    now, then = rated(FOUR_DAYS), bz.rate(rows_of(FOUR_DAYS), "whole-history", as_of=day)
    assert column(now) == column(then)
    for name in ("deviation", "alone"):
        grown = math.sqrt(column(now, name)["B"] ** 2 + 365 * 300.0)
        assert column(then, name)["B"] == pytest.approx(grown, abs=1e-9)


def test_many_days_are_told_and_have_the_other_deviations():
    """Where the days are too many for the covariance of all, a warning says what stands there."""
    found = rated(FOUR_DAYS, joint_up_to=7)
    assert column(found, "deviation") == column(found, "alone")
    assert "8 days of players linked by games, more than joint_up_to = 7" in str(found.warnings)
    assert column(rated(FOUR_DAYS, joint_up_to=8), "deviation")["B"] > 198.0


def test_an_unfinished_fit_gives_no_ratings(monkeypatch: pytest.MonkeyPatch):
    """After too few steps all is refused."""
    monkeypatch.setattr(likeliest, "MOST_STEPS", 1)
    with pytest.raises(ResultsRefused, match="equations of the likeliest ratings were not solved"):
        rated(FOUR_DAYS)


def test_groups_that_never_met_are_told():
    """A warning says that only virtual games compare two pairs; nobody moves anybody else."""
    pair: list[Game] = [(0, "A", "B", 1.0, {}), (9, "A", "B", 0.5, {})]
    other: list[Game] = [(4, "X", "Y", 0.0, {})]
    both = rated([*pair, *other])
    assert "2 groups of players never met" in str(both.warnings)
    for name in ("rating", "deviation", "alone"):
        alone = column(rated(pair), name)
        assert {who: column(both, name)[who] for who in alone} == alone


def test_a_forecast_is_by_the_gap():
    """A lead of 100 points is a chance of .640065, stones and the first move counted in."""
    names = [{"player": "A", "rating": 0.0}, {"player": "B", "rating": 100.0}]
    found = bz.rate(
        rows_of([(0, "X", "Y", 0.5, {})]), "whole-history", names, parameters={"stone": 100.0}
    )
    assert found.predict([["A"], ["B"]])[0] == pytest.approx(0.359935, abs=5e-7)
    assert found.predict([["A"], ["B"]], handicaps=[[1], [0]]) == [0.5, 0.5]


def test_who_has_no_game_has_what_the_virtual_games_say():
    """Of a newcomer the rating is the mean, with the deviation of the virtual games."""
    new = [{"player": "New", "nation": "SE"}]
    found = rated(FOUR_DAYS, new, mean=1500.0, virtual_wins=2.0)
    state = found.rated.runs[0].state
    at = found.rated.names.index("New")
    assert state.rating[at] == 1500.0
    # A chance of the density 6 p (1 - p): the variance of its odds' logarithm is pi²/3 - 2.
    wanted = UNIT * math.sqrt(math.pi**2 / 3 - 2)
    assert state.deviation[at] == pytest.approx(wanted, abs=1e-9)
    sharp = rated(FOUR_DAYS, new, virtual_wins=2.0, deviations="curvature")
    assert sharp.rated.runs[0].state.deviation[at] == pytest.approx(UNIT)
    assert found.predict([["New"], ["B"]])[0] > 0.5


def test_a_given_rating_moves_none():
    """A rating of the players file changes nothing but where the history begins."""
    players = [{"player": "B", "rating": 2000.0}]
    found = rated(FOUR_DAYS, players)
    assert column(found) == pytest.approx(column(rated(FOUR_DAYS)), abs=1e-9)
    assert found.history_frame("B")["before"][0] == 2000.0


def test_a_game_of_weight_0_counts_nothing():
    """Of such a game an explanation says so; ratings are as without it."""
    games = [*FOUR_DAYS, (4, "B", "W", 1.0, {"weight": 0.0})]
    found = rated(games)
    assert column(found) == column(rated(FOUR_DAYS))
    assert found.explain("B", game="00005").why == "a game of weight 0"


def test_explanations_add_up_and_give_the_reason(adds_up: Any):
    """A day's change is drift × days × points beyond expectation from that day on."""
    found = rated(SCENE)
    for name in column(found):
        for row in found.history_frame(name).to_dicts():
            adds_up(found, found.explain(name, game=row["game"]))
    told = found.explain("P1", game=found.history_frame("P1")["game"][-8])
    said = {term.name: term for term in told.inputs}
    surplus = said["points beyond expectation from that day on"].value
    worth = float(said["rating before"].source.split("worth ")[1].split()[0])
    change = said["rating that day"].value - said["rating before"].value
    assert change == pytest.approx(surplus * worth, rel=1e-4)
    assert "revised by the results of" in told.terms[0].source


def test_the_first_day_is_held_by_virtual_games():
    """All points beyond expectation are what the virtual games hold back."""
    told = rated(FOUR_DAYS).explain("B", game="00000")
    said = {term.name: term.value for term in told.inputs}
    held = said["points that the virtual games hold back"]
    assert said["points beyond expectation from that day on"] == pytest.approx(held, abs=1e-9)


@pytest.mark.parametrize("span", [1, 60])
def test_compiled_renamed_and_turned_round(span: int):
    """Of many players all bits are the same, compiled or not, under any names, in any order."""
    games = some_games(random.Random(span), 110, 16, span)
    found = rated(games, stone=90.0)
    run = found.rated.runs[0]
    for compile_from in (0, 10**9):
        again = replay(run.pool, found.rulebook, run.start, compile_from=compile_from)
        for left, right in zip(again.state, run.state, strict=True):
            assert left.tobytes() == right.tobytes()
    turned = {name: f"Q{99 - at}" for at, name in enumerate(sorted(column(found)))}
    renamed = [(day, turned[a], turned[b], s, more) for day, a, b, s, more in games]
    other = rated(list(reversed(renamed)), stone=90.0)
    for wanted in ("rating", "deviation", "alone"):
        plain = column(found, wanted)
        assert {turned[name]: value for name, value in plain.items()} == column(other, wanted)


def test_explained_by_the_compiled_kernel(monkeypatch: pytest.MonkeyPatch):
    """By the compiled kernel a game is explained to the same bits."""
    found = rated(SCENE, stone=90.0)
    plain = found.explain("P3")
    monkeypatch.setattr(explaining, "COMPILE_FROM", 0)
    assert found.explain("P3") == plain
    assert plain.after == pytest.approx(column(found)["P3"], abs=1e-9)


@pytest.mark.parametrize(
    ("settings", "word"),
    [
        ({"virtual_wins": 0.0}, "without virtual games"),
        ({"virtual_wins": 0.0, "virtual_draws": 0.01}, "without virtual games"),
        ({"drift": 0.0}, "drift"),
        ({"joint_up_to": 10_000}, "joint_up_to"),
    ],
)
def test_settings_that_make_no_sense(settings: dict[str, float], word: str):
    """Settings without which somebody has no finite rating are refused, and those out of range."""
    with pytest.raises(ParameterRefused, match=word):
        bz.load_rulebook("whole-history", settings)


def test_no_deviation_is_refused():
    """A deviation that is none is refused with the player's name."""
    for name, message in (("deviation", "0 is not above 0"), ("alone", "is no deviation")):
        with pytest.raises(PlayersRefused, match=message):
            rated(FOUR_DAYS, [{"player": "B", "rating": 0.0, name: 0.0}])


def test_hostile_worths_are_refused():
    """Stones worth a million points leave nothing to reckon with: that is refused."""
    games = [(0, "A", "B", 1.0, {"handicap_1": 0, "handicap_2": 900})] * 5
    with pytest.raises(ResultsRefused, match="not solved"):
        rated(games, stone=2000.0)


@pytest.mark.long
def test_intervals_hold_what_they_say():
    """Of 400 worlds as the model has them, 93 to 97 % of the intervals hold the truth.

    Intervals are of 1.96 deviations, all settings those of the rulebook.
    """
    inside = []
    for seed in range(400):
        rng = np.random.default_rng(seed)
        # One virtual win and loss are this density of the chance to beat the mean.
        chances = rng.beta(1.0, 1.0, 8)
        true = UNIT * np.log(chances / (1.0 - chances))[:, None]
        walk = rng.normal(0.0, math.sqrt(20 * 300.0), (8, 5))
        walk[:, 0] = 0.0
        true = true + walk.cumsum(axis=1)
        games: list[Game] = []
        for day in range(5):
            for line in (rng.permutation(8) for _ in range(4)):
                for one, two in line.reshape(4, 2):
                    chance = 1 / (1 + math.exp((true[two, day] - true[one, day]) / UNIT))
                    games.append((20 * day, f"{one}", f"{two}", float(rng.random() < chance), {}))
        for row in rated(games).listing.listed.to_dicts():
            off = abs(row["rating"] - true[int(row["player"]), 4])
            inside.append(off < 1.96 * row["deviation"])
    assert len(inside) == 3200
    share = sum(inside) / len(inside)
    assert 0.93 < share < 0.97
