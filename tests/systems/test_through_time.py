"""TrueSkill Through Time against messages one by one and against quadrature; published values."""

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

import banzuke as bz
from banzuke.engine.replay import replay
from banzuke.model.errors import CannotDo, ParameterRefused, PlayersRefused, ResultsRefused
from banzuke.systems.through_time import explaining, messages
from banzuke.systems.through_time.parameters import ThroughTimeParameters

BEGIN = date(2024, 1, 1)
#: day, first side, second side (letters are players), what the first side scored
Game = tuple[int, str, str, float]
Believed = tuple[float, float]


def rows_of(games: list[Game], play: dict[str, float] | None = None) -> list[dict[str, Any]]:
    """Games as rows of entries; play : of a player, in every game."""
    return [
        {
            "game": f"{number:04d}",
            "date": BEGIN + timedelta(days=day),
            "player": player,
            "side": f"{side}",
            "place": 1 if score == 0.5 else 1 + side if score else 2 - side,
            **({"play": play.get(player, 1.0)} if play else {}),
        }
        for number, (day, one, two, score) in enumerate(games)
        for side, members in enumerate((one, two))
        for player in members
    ]


def rated(games: list[Game], players: Any = None, play: Any = None, **settings: Any) -> Any:
    """Games, rated with some settings."""
    return bz.rate(rows_of(games, play), "through-time", players, parameters=settings)


def after(ratings: Any) -> dict[tuple[str, int], Believed]:
    """{(player, day): (mean, deviation)} of the history."""
    frame = ratings.history_frame().select("player", "date", "after", "deviation_after")
    return {(p, (day - BEGIN).days): (mean, sd) for p, day, mean, sd in frame.iter_rows()}


def below(value: float) -> float:
    """The chance that a standard normal variable is below a value."""
    return 0.5 * math.erfc(-value / math.sqrt(2))


def density(value: float) -> float:
    """The standard normal density."""
    return math.exp(-value * value / 2) / math.sqrt(2 * math.pi)


def margin_of(probability: float, spread: float) -> float:
    """The draw margin, by bisection."""
    low, high = 0.0, 50.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if 2 * below(middle) - 1 < probability else (low, middle)
    return low * spread


def seen(lead: float, margin: float, score: float) -> Believed:
    """(mean moved by, share of the variance that is gone) of a standard variable around a lead."""
    if score == 0.5:
        if margin == 0.0:
            return -lead, 1.0
        low, high = -margin - lead, margin - lead
        inside = below(high) - below(low)
        moved = (density(low) - density(high)) / inside
        return moved, moved**2 - (low * density(low) - high * density(high)) / inside
    sign = 1.0 if score == 1.0 else -1.0
    away = sign * lead - margin
    moved = density(away) / below(away)
    return sign * moved, moved * (moved + away)


class Messages:
    """The source's messages, one after the other, in dictionaries: precision and shift of each."""

    def __init__(self, games: list[Game], play: dict[str, float] | None, **said: Any) -> None:
        set_ = ThroughTimeParameters(**said)
        self.games, self.set, self.play = games, set_, play or {}
        self.days = {
            name: sorted({day for day, one, two, _ in games if name in one + two})
            for _, a, b, _ in games
            for name in a + b
        }
        self.told: dict[tuple[int, str], Believed] = {}

    def drift(self, begin: int, end: int) -> float:
        """The variance between two days."""
        drift = max(self.set.drift**2, 1e-9 * self.set.start_deviation**2)
        return drift * (end - begin if self.set.drift_over == "days" else 1)

    def here(self, name: str, day: int, but: int = -1) -> Believed:
        """What the games of a day tell, but one."""
        told = [
            self.told.get((number, name), (0.0, 0.0))
            for number, (when, one, two, _) in enumerate(self.games)
            if when == day and name in one + two and number != but
        ]
        return sum(one for one, _ in told), sum(two for _, two in told)

    def known(self, name: str, day: int, but: int = -1) -> Believed:
        """(mean, variance) of a strength, without what one game tells."""
        days = self.days[name]
        precision = 1 / self.set.start_deviation**2
        shift = precision * self.set.start_rating
        for begin, end in pairwise(days):
            if end > day:
                break
            precision, shift = self.passed(precision, shift, (name, begin), (begin, end))
        later, back = 0.0, 0.0
        for begin, end in reversed(list(pairwise(days))):
            if begin < day:
                break
            later, back = self.passed(later, back, (name, end), (begin, end))
        own, moved = self.here(name, day, but)
        total = precision + later + own
        return (shift + back + moved) / total, 1 / total

    def passed(
        self, precision: float, shift: float, at: tuple[str, int], days: tuple[int, int]
    ) -> Believed:
        """A message, with what the games of a day tell, across the days to the next."""
        own, moved = self.here(*at)
        precision, shift = precision + own, shift + moved
        if precision == 0.0:
            return 0.0, 0.0
        after = 1 / (1 / precision + self.drift(*days))
        return after, shift / precision * after

    def tell(self, number: int) -> None:
        """What a game tells each of its players."""
        day, one, two, score = self.games[number]
        sides = {**dict.fromkeys(one, 1.0), **dict.fromkeys(two, -1.0)}
        share = {name: sign * self.play.get(name, 1.0) for name, sign in sides.items()}
        known = {name: self.known(name, day, number) for name in share}
        lead = sum(share[name] * mean for name, (mean, _) in known.items())
        noise = self.set.beta**2 * sum(part**2 for part in share.values())
        variance = noise + sum(share[name] ** 2 * spread for name, (_, spread) in known.items())
        spread = math.sqrt(variance)
        margin = margin_of(self.set.draw_probability, self.set.beta * math.sqrt(len(share)))
        moved, gone = seen(lead / spread, margin / spread, score)
        if gone <= 1e-15:
            return
        site_variance = variance * (1 - gone) / gone
        site_lead = lead + spread * moved / gone
        for name, (mean, own) in known.items():
            part = share[name]
            precision = part**2 / (site_variance + variance - part**2 * own)
            self.told[number, name] = precision, precision * (mean + (site_lead - lead) / part)

    def settled(self) -> dict[tuple[str, int], Believed]:
        """Forward and backward until nothing moves."""
        order = sorted(range(len(self.games)), key=lambda number: self.games[number][0])
        before: dict[tuple[int, str], Believed] = {}
        for _ in range(3000):
            for number in order + order[::-1]:
                self.tell(number)
            if all(
                abs(new - old) <= 1e-13 * (1 + abs(new))
                for key, both in self.told.items()
                for new, old in zip(both, before.get(key, (9.0, 9.0)), strict=True)
            ):
                break
            before = dict(self.told)
        found = {}
        for name, days in self.days.items():
            for day in days:
                mean, variance = self.known(name, day)
                found[name, day] = mean, math.sqrt(variance)
        return found


def some_games(rng: random.Random, count: int, names: str, span: int) -> list[Game]:
    """Games of ones and twos."""
    games: list[Game] = []
    for _ in range(count):
        size = rng.choice([1, 1, 2]) if len(names) >= 4 else 1
        line = "".join(rng.sample(names, 2 * size))
        games.append(
            (rng.randrange(span), line[:size], line[size:], rng.choice([1.0, 1.0, 0.0, 0.5]))
        )
    return games


def check(games: list[Game], play: dict[str, float] | None = None, **settings: Any) -> Any:
    """All strengths of all days are those of messages one by one."""
    found = rated(games, play=play, **settings)
    plain = Messages(games, play, **settings).settled()
    told = after(found)
    assert set(told) == set(plain)
    for key, (mean, deviation) in plain.items():
        assert told[key] == pytest.approx((mean, deviation), rel=1e-7, abs=1e-7)
    return found


@given(seed=st.integers(0, 2**32), span=st.sampled_from([1, 4, 500]))
def test_messages_one_by_one(seed: int, span: int):
    """Strengths and deviations of all days are those of the source's messages where they rest."""
    rng = random.Random(seed)
    games = some_games(rng, rng.randint(1, 9), "ABCDE"[: rng.randint(2, 5)], span)
    check(games, drift=rng.choice([0.05, 1.0]))


SCENE = some_games(random.Random(3), 9, "ABCD", 6)
#: (setting, another value).
ALIVE: list[tuple[str, Any]] = [
    ("start_rating", 0.0),
    ("start_deviation", 5.0),
    ("beta", 2.0),
    ("drift", 2.0),
    ("drift_over", "days played"),
    ("draw_probability", 0.3),
    ("partial_play", False),
]


@pytest.mark.parametrize(("setting", "other"), ALIVE, ids=[row[0] for row in ALIVE])
def test_a_setting_moves_its_number(setting: str, other: Any):
    """Every setting moves strengths to where messages one by one have them."""
    play = {"A": 0.5} if setting == "partial_play" else None
    more = {"drift": 1.0} if setting == "drift_over" else {}
    one = after(check(SCENE, play, **more))
    if setting == "partial_play":
        two = after(rated(SCENE, play=play, partial_play=False))
        assert two == after(rated(SCENE, **more))
    else:
        two = after(check(SCENE, **{**more, setting: other}))
    assert max(abs(one[key][0] - two[key][0]) for key in one) > 1e-3


def test_every_setting_is_tried():
    """No setting is accepted and then ignored."""
    assert {row[0] for row in ALIVE} == set(ThroughTimeParameters.model_fields)


@pytest.mark.parametrize("score", [1.0, 0.5, 0.0])
def test_quadrature(score: float):
    """After one game mean and deviation are those of the joint density of both strengths."""
    given = [(27.0, 3.0), (24.0, 6.0)]
    places = {1.0: [1, 2], 0.5: [1, 1], 0.0: [2, 1]}[score]
    book = bz.load_rulebook("through-time", {"draw_probability": 0.25})
    found = bz.rate_game(book, sides=[[given[0]], [given[1]]], places=places)
    one, two = (mean + sd * np.linspace(-9, 9, 1201) for mean, sd in given)
    spread = 25 / 6 * math.sqrt(2)
    margin = margin_of(0.25, spread)
    lead = (one[:, None] - two[None, :]) / spread
    chance = np.vectorize(below)
    win, lose = chance(lead - margin / spread), chance(-lead - margin / spread)
    likely = {1.0: win, 0.0: lose, 0.5: 1 - win - lose}[score]
    weight = likely
    for axis, (mean, sd) in enumerate(given):
        values = ((one, two)[axis] - mean) / sd
        bell = np.exp(-(values**2) / 2)
        weight = weight * (bell[:, None] if axis == 0 else bell[None, :])
    for axis, values in ((0, one), (1, two)):
        own = weight.sum(1 - axis)
        mean = (own * values).sum() / own.sum()
        deviation = math.sqrt((own * (values - mean) ** 2).sum() / own.sum())
        assert found[axis][0] == pytest.approx((mean, deviation), abs=1e-9)


CYCLE: list[Game] = [(0, "a", "b", 1.0), (1, "c", "a", 1.0), (2, "b", "c", 1.0)]
BARE = {"draw_probability": 0.0, "drift_over": "days played"}


def test_a_cycle_through_time():
    """The tests of the authors' package, a step between the appearances of a player."""
    found = after(rated(CYCLE, **BARE))
    assert found["a", 0] == pytest.approx((25.0002673, 5.41938162), abs=2e-6)
    assert found["b", 0] == pytest.approx((24.999465, 5.419425831), abs=2e-6)
    assert found["b", 2] == pytest.approx((25.00053219, 5.419696790), abs=2e-6)
    at_once = after(rated([(0, *game[1:]) for game in CYCLE], **BARE))
    for name in "abc":
        assert at_once[name, 0] == pytest.approx((25.0, 5.419), abs=5e-4)
    other = rated(CYCLE, start_rating=0.0, start_deviation=6.0, beta=1.0, drift=0.05, **BARE)
    assert after(other)["a", 0] == pytest.approx((0.001, 2.395), abs=6e-4)


def test_teams_through_time():
    """Three games of pairs without drift, as the authors' package has them."""
    games: list[Game] = [(0, "ab", "cd", 1.0), (1, "bc", "ef", 1.0), (2, "ad", "ef", 1.0)]
    found = rated(games, start_rating=0.0, start_deviation=6.0, beta=1.0, drift=0.0, **BARE)
    told = after(found)
    for name, day, mean, deviation in (
        *[("a", 2, 4.085, 5.107), ("b", 1, 4.085, 5.107), ("c", 1, -0.533, 5.107)],
        *[("d", 2, -0.533, 5.107), ("e", 2, -3.552, 5.155), ("f", 1, -3.552, 5.155)],
    ):
        assert told[name, day] == pytest.approx((mean, deviation), abs=6e-4)


@pytest.mark.parametrize("probability", [0.0, 1e-9])
def test_hardly_any_draws(probability: float):
    """No draws, or one in a thousand million, are alike, also where there is a draw."""
    games: list[Game] = [(0, "A", "B", 1.0), (3, "A", "B", 0.5), (9, "C", "A", 1.0)]
    found = after(rated(games, draw_probability=probability))
    plain = after(rated(games, draw_probability=1e-7))
    for key, both in plain.items():
        assert found[key] == pytest.approx(both, abs=1e-4)


def test_the_mean_is_that_of_first_strengths():
    """Of duels the first days' strengths have the mean of newcomers, however long it went on."""
    rng = random.Random(8)
    games = [(rng.randrange(200), *rng.sample("ABCDEF", 2), 1.0) for _ in range(60)]
    found = rated(games)
    first: dict[str, float] = {}
    for (name, _), (mean, _) in sorted(after(found).items()):
        first.setdefault(name, mean)
    assert sum(first.values()) / len(first) == pytest.approx(25.0, abs=1e-9)
    moved = after(rated(games, start_rating=1025.0))
    for key, (mean, _) in after(found).items():
        assert moved[key][0] - 1000.0 == pytest.approx(mean, abs=1e-8)


def test_many_games_between_two_settle():
    """A hundred games of two on one day settle, with the mean between them."""
    found = after(rated([(0, "A", "B", float(n % 4 > 0)) for n in range(100)], drift=0.0))
    assert found["A", 0][0] + found["B", 0][0] == pytest.approx(50.0, abs=1e-9)
    assert found["A", 0][0] > found["B", 0][0] + 2


def test_days_without_games():
    """Between two days a strength is as if there had been a game there that tells nothing."""
    games: list[Game] = [(0, "A", "B", 1.0), (10, "A", "B", 0.0), (13, "B", "C", 1.0)]
    found = rated(games)
    told = found.curve("A", days=[BEGIN + timedelta(days=n) for n in (-1, 0, 4, 10, 30)])
    plain = Messages(games, None)
    plain.settled()
    # A player of no strength to speak of, who loses on day 4, tells nothing.
    plain.days["A"] = [0, 4, 10, 30]
    expected = [plain.known("A", day) for day in (0, 4, 10, 30)]
    assert told["rating"].to_list()[1:] == pytest.approx([one for one, _ in expected], abs=1e-7)
    assert told["deviation"].to_list()[1:] == pytest.approx([two**0.5 for _, two in expected])
    assert told["rating"][0] is None
    assert told["revised"].to_list() == [True, True, True, True, False]
    played = rated(games, drift_over="days played")
    assert played.curve("A")["rating"].n_unique() == 2
    with pytest.raises(CannotDo, match="see the history"):
        bz.rate(rows_of(games), "trueskill").curve("A")


def test_deviations_grow_after_the_last_day():
    """A hundred days later a deviation has their drift in it, if days drift."""
    day = BEGIN + timedelta(days=102)
    for over, grown in (("days", 100 * (25 / 300) ** 2), ("days played", 0.0)):
        book = bz.load_rulebook("through-time", {"drift_over": over})
        now = bz.rate(rows_of(CYCLE), book).listing.listed
        then = bz.rate(rows_of(CYCLE), book, as_of=day).listing.listed
        one, two = (dict(frame.select("player", "deviation").iter_rows()) for frame in (now, then))
        assert two["b"] == pytest.approx(math.sqrt(one["b"] ** 2 + grown), abs=1e-12)


def test_outcomes_and_forecasts():
    """Win, draw and loss sum to 1, and a forecast is a win and half a draw."""
    found = rated(CYCLE)
    ways = {one.places: one.chance for one in found.outcomes([["a"], ["b"]])}
    assert sum(ways.values()) == pytest.approx(1.0, abs=1e-12)
    half = ways[1, 2] + ways[1, 1] / 2
    assert found.predict([["a"], ["b"]])[0] == pytest.approx(half, abs=1e-12)
    listed = {row["player"]: row for row in found.listing.listed.to_dicts()}
    spread = math.hypot(listed["a"]["deviation"], listed["b"]["deviation"])
    spread = math.hypot(spread, 25 / 6 * math.sqrt(2))
    margin = margin_of(0.1, 25 / 6 * math.sqrt(2))
    lead = listed["a"]["rating"] - listed["b"]["rating"]
    assert ways[1, 2] == pytest.approx(below((lead - margin) / spread), abs=1e-9)
    assert len(found.predict([["a", "b"], ["c"]])) == 2


def test_what_is_expected_is_of_the_day():
    """The history expects what the strengths of the day say."""
    rows = rated(CYCLE, **BARE).history_frame("a").to_dicts()
    told = after(rated(CYCLE, **BARE))
    one, two = told["a", 0], told["b", 0]
    spread = math.sqrt(one[1] ** 2 + two[1] ** 2 + 2 * (25 / 6) ** 2)
    assert rows[0]["expected"] == pytest.approx(below((one[0] - two[0]) / spread), abs=1e-9)
    assert [row["score"] for row in rows] == [1.0, 0.0]
    assert [row["revised"] for row in rows] == [True, True]


def test_explanations_add_up_and_give_the_reason(adds_up: Any):
    """A day's change is drift² × days × the pull of all games from that day on."""
    found = rated(SCENE, drift=1.0)
    for name in "ABCD":
        for row in found.history_frame(name).to_dicts():
            told = found.explain(name, game=row["game"])
            adds_up(found, told)
            said = {term.name: term for term in told.inputs}
            first = "rating before the first game" in said
            name_before = "rating before the first game" if first else "rating on the day before"
            before = said[name_before]
            worth = float(before.source.split("worth ")[1].split()[0])
            pull = said["pull of the games from that day on"].value
            change = said["rating that day"].value - before.value
            assert change == pytest.approx(pull * worth, rel=1e-4, abs=1e-7)
    team = [(0, "ab", "cd", 1.0)]
    assert "won against c+d" in rated(team).explain("a").terms[0].name


def test_explained_by_the_compiled_kernel(monkeypatch: pytest.MonkeyPatch):
    """By the compiled kernel a game is explained to the same bits."""
    found = rated(SCENE)
    plain = found.explain("A")
    monkeypatch.setattr(explaining, "COMPILE_FROM", 0)
    assert found.explain("A") == plain


def test_unfinished_messages_are_refused(monkeypatch: pytest.MonkeyPatch):
    """Messages that have not settled give no ratings at all."""
    monkeypatch.setattr(messages, "MOST_SWEEPS", 2)
    with pytest.raises(ResultsRefused, match="messages did not stand still"):
        rated(SCENE)


def test_what_is_refused():
    """Strengths of which a game tells nothing are refused, and players who are out of range."""
    with pytest.raises(ParameterRefused, match="more than 1000 times beta"):
        bz.load_rulebook("through-time", {"beta": 0.001})
    players = [{"player": "a", "rating": 2e6}, {"player": "b", "deviation": 5000.0}]
    with pytest.raises(PlayersRefused) as caught:
        rated(CYCLE, players)
    assert "'a'" in str(caught.value)
    assert "'b'" in str(caught.value)


def test_groups_that_never_met_are_told():
    """A warning says what alone compares two groups; neither moves the other."""
    both = rated([*CYCLE, (5, "x", "y", 1.0)])
    assert "2 groups of players never met" in str(both.warnings)
    alone = after(rated(CYCLE))
    assert {key: value for key, value in after(both).items() if key in alone} == alone


@pytest.mark.parametrize("span", [1, 40])
def test_compiled_renamed_and_turned_round(span: int):
    """All bits are the same, compiled or not, under any names, in any order."""
    rng = random.Random(span)
    games = some_games(rng, 60, "ABCDEFGHIJ", span)
    found = rated(games)
    run = found.rated.runs[0]
    for compile_from in (0, 10**9):
        again = replay(run.pool, found.rulebook, run.start, compile_from=compile_from)
        for left, right in zip(again.state, run.state, strict=True):
            assert left.tobytes() == right.tobytes()
    turned = {name: "zyxwvutsrq"["ABCDEFGHIJ".index(name)] for name in "ABCDEFGHIJ"}
    renamed = [
        (day, "".join(turned[n] for n in two), "".join(turned[n] for n in one), 1 - score)
        for day, one, two, score in reversed(games)
    ]
    other = after(rated(renamed))
    assert {(turned[name], day): value for (name, day), value in after(found).items()} == other


def test_who_never_met_is_forecast_by_first_strengths():
    """Between groups that never met a forecast is by the strengths before the first game."""
    found = rated([*CYCLE, (5, "x", "y", 1.0)])
    assert found.predict([["x"], ["y"]])[0] > found.predict([["x"], ["a"]])[0] > 0.5


def test_twenty_wins_and_a_loss():
    """E[a] is .7966878 by quadrature; messages, which take games for independent, are near it."""
    games: list[Game] = [(0, "A", "B", float(number > 0)) for number in range(21)]
    plain = {"start_rating": 0.0, "start_deviation": 1.0, "beta": math.sqrt(0.5)}
    found = after(check(games, draw_probability=0.0, **plain))
    assert found["A", 0][0] == pytest.approx(0.7966878, abs=0.035)
    values = np.linspace(-8, 8, 3201)
    # Of the lead, of variance 2, half belongs to either.
    likely = np.array([-value * value / 4 for value in values])
    likely += np.array([20 * math.log(below(v)) + math.log(below(-v)) for v in values])
    weight = np.exp(likely - likely.max())
    assert (weight * values).sum() / weight.sum() / 2 == pytest.approx(0.7966878, abs=1e-7)
