"""Elo-MMR against a second plain reckoning, and what the source promises, at its edges too."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banzuke as bz
from banzuke.model.errors import ParameterRefused
from banzuke.model.parameters import Parameters
from banzuke.model.system import Given
from banzuke.numeric.compiling import compiled, uncompiled
from banzuke.systems import elo_mmr
from banzuke.systems.elo_mmr import SYSTEM, EloMmrParameters, contest

LOGITS = math.pi / math.sqrt(3)
Contest = tuple[dict[str, int], float]


@dataclass
class Member:
    """What the plain reckoning knows of a player; places on the scale itself."""

    rating: float
    deviation: float
    games: int = 0
    centre: float = 0.0
    weight: float = 0.0
    past: list[list[float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """All that is known at first is a normal curve."""
        self.centre, self.weight = self.rating, self.deviation**-2


def halved(left: Callable[[float], float], low: float, high: float) -> float:
    """The root of what falls from above to below 0, by halving until nothing lies between."""
    while low < (middle := 0.5 * (low + high)) < high:
        if left(middle) > 0:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


def performances(
    opponents: Sequence[tuple[float, float]], places: Sequence[int], half: bool
) -> list[float]:
    """Each contestant's performance: a win, a loss or both to each opponent, bisected.

    opponents : rating and spread of each, in the order of the places
    """
    found = {}
    bounds = min(r for r, _ in opponents) - 1e4, max(r for r, _ in opponents) + 1e4
    for place in set(places):

        def left(x: float, place: int = place) -> float:
            total = 0.0
            for (rating, spread), other in zip(opponents, places, strict=True):
                bend = math.tanh(LOGITS / 2 * (x - rating) / spread)
                if other >= place:
                    total += (1 - bend) / spread * (0.5 if half and other == place else 1)
                if other <= place:
                    total -= (1 + bend) / spread * (0.5 if half and other == place else 1)
            return total

        found[place] = halved(left, *bounds)
    return [found[place] for place in places]


def reckon(members: dict[str, Member], held: Contest, rules: EloMmrParameters) -> None:
    """Rate a contest as the source's algorithm 1 and 2 say, one player after the other."""
    places, weight = held
    parts, names = {}, list(places)
    for name in names:
        one = members[name]
        part = weight * rules.weight_limit
        if one.games < len(rules.first_weights):
            part *= rules.first_weights[one.games]
        parts[name] = part
        blurred = one.deviation**2 + part * rules.deviation_limit**2
        decay = one.deviation**2 / blurred
        kept = decay**rules.transfer
        total = one.weight + sum(b * c / (2 * (LOGITS / 2) ** 2) for _, b, c in one.past)
        normal = kept * one.weight
        gone = (1 - kept) * total
        one.centre = (normal * one.centre + gone * one.rating) / (normal + gone)
        one.weight = decay * (normal + gone)
        one.past = [[a, b, c * kept * decay] for a, b, c in one.past]
        one.deviation = math.sqrt(blurred)
    spreads = {name: (1 + 1 / parts[name]) * rules.deviation_limit**2 for name in names}
    opponents = [
        (members[name].rating, math.sqrt(members[name].deviation ** 2 + spreads[name]))
        for name in names
    ]
    half = rules.shared_places == "half"
    found = performances(opponents, list(places.values()), half)
    for name, performed in zip(names, found, strict=True):
        one = members[name]
        if len(one.past) == rules.history:
            a, b, c = one.past.pop(0)
            old = b * c / (2 * (LOGITS / 2) ** 2)
            one.centre = (one.weight * one.centre + old * a) / (one.weight + old)
            one.weight += old
        steepness = LOGITS / 2 / math.sqrt(spreads[name])
        one.past.append([performed, steepness, 2 * steepness])

        def left(x: float, one: Member = one) -> float:
            pull = one.weight * (one.centre - x)
            return pull + sum(c * math.tanh(b * (a - x)) for a, b, c in one.past)

        ends = [one.centre, *(a for a, _, _ in one.past)]
        one.rating = halved(left, min(ends), max(ends))
        one.deviation = (one.deviation**-2 + 1 / spreads[name]) ** -0.5
        one.games += 1


def rows_of(contests: Sequence[Contest]) -> list[dict[str, Any]]:
    """Contests as standings, one a day."""
    return [
        {"event": f"C{day}", "date": f"2024-05-{day:02d}", "player": name, "place": place}
        | {"weight": weight}
        for day, (places, weight) in enumerate(contests, 1)
        for name, place in places.items()
    ]


def started(starts: dict[str, tuple[float, float]]) -> list[dict[str, Any]]:
    """A players file."""
    return [
        {"player": name, "rating": rating, "deviation": deviation}
        for name, (rating, deviation) in starts.items()
    ]


NAMES = "ABCDEFGHIJ"


@st.composite
def seasons(draw: st.DrawFn) -> tuple[dict[str, tuple[float, float]], list[Contest]]:
    """Players near and far, and contests among some of them, with shared places."""
    rating = st.sampled_from([1500.0, 1500.0, 1200.0]) | st.floats(0, 3500)
    deviation = st.sampled_from([350.0, 80.0]) | st.floats(20, 400)
    starts = {name: (draw(rating), draw(deviation)) for name in NAMES}
    contests = []
    for _ in range(draw(st.integers(1, 5))):
        names = draw(st.permutations(NAMES))[: draw(st.integers(1, 10))]
        places = [1]
        for number in range(2, len(names) + 1):
            places.append(draw(st.sampled_from([number, number, places[-1]])))
        weight = draw(st.sampled_from([1.0, 1.0, 0.25, 4.0]))
        contests.append((dict(zip(names, places, strict=True)), weight))
    return starts, contests


readings = st.builds(
    EloMmrParameters,
    weight_limit=st.sampled_from([0.2, 1.0]),
    deviation_limit=st.sampled_from([80.0, 40.0]),
    first_weights=st.sampled_from([(), (0.6, 0.8)]),
    shared_places=st.sampled_from(["win and loss", "half"]),
    transfer=st.sampled_from([1.0, 0.0, 0.5]),
    history=st.sampled_from([1, 2, 32]),
)


@given(season=seasons(), rules=st.just(EloMmrParameters()) | readings)
def test_seasons_against_a_plain_reckoning(
    season: tuple[dict[str, tuple[float, float]], list[Contest]], rules: EloMmrParameters
):
    """Contests of any players, places, weights and settings give what bisection gives."""
    starts, contests = season
    found = bz.rate(
        rows_of(contests), "elo-mmr", started(starts), parameters=rules.model_dump(mode="json")
    )
    members = {name: Member(*values) for name, values in starts.items()}
    for held in contests:
        reckon(members, held, rules)
    played = {name for places, _ in contests for name in places}
    for row in found.to_frame().to_dicts():
        if row["player"] in played:
            wanted = members[row["player"]]
            assert row["rating"] == pytest.approx(wanted.rating, abs=1e-7)
            assert row["deviation"] == pytest.approx(wanted.deviation, rel=1e-12)
            assert row["games"] == wanted.games


def log_of(places: Sequence[int], size: int) -> Any:
    """One contest of players 0, 1, 2, … in the order of their places."""
    columns = {name: np.zeros(0, dtype=np.float64) for name in elo_mmr.Log._fields}
    columns["period"] = np.array([0, 1], dtype=np.uint32)
    columns["game"] = np.array([0, size], dtype=np.uint32)
    columns["player"] = np.arange(size, dtype=np.uint32)
    columns["place"] = np.array(places, dtype=np.int32)
    columns["weight"] = np.ones(1)
    return elo_mmr.Log(**columns)


def performed(
    ratings: Sequence[float], deviations: Sequence[float], places: Sequence[int], **settings: Any
) -> np.ndarray[Any, Any]:
    """The performances of one contest, by the compiled kernel."""
    size = len(places)
    log, parameters = log_of(places, size), EloMmrParameters(**settings)
    given = Given({"rating": np.array(ratings), "deviation": np.array(deviations)}, {})
    state, complaints = elo_mmr.start(given, size, parameters, np.ones(size, dtype=np.bool_))
    assert not complaints
    work = elo_mmr.work(log, size)
    present = elo_mmr.now(state)
    compiled(contest.settle)(present, log, elo_mmr.rules(parameters, []), work, 0)
    return work.performed


def shared(size: int, groups: float, rng: random.Random) -> list[int]:
    """Places of so many, some of them shared."""
    places = [1]
    for number in range(2, size + 1):
        places.append(places[-1] if rng.random() < groups else number)
    return places


def left_over(
    x: float,
    place: int,
    opponents: Sequence[tuple[float, float]],
    places: Sequence[int],
    half: bool,
) -> float:
    """What is left of the source's equation at a performance, summed without any error."""
    terms = []
    for (rating, spread), other in zip(opponents, places, strict=True):
        lead = LOGITS * (x - rating) / spread
        part = 0.5 if half and other == place else 1.0
        if other >= place:
            terms.append(part / spread / (1 + math.exp(lead)))
        if other <= place:
            terms.append(-part / spread / (1 + math.exp(-lead)))
    return math.fsum(terms)


@pytest.mark.parametrize(
    ("groups", "half"), [(0.0, False), (0.3, False), (0.3, True), (0.99, False)]
)
def test_a_table_of_sums_is_as_good_as_the_sums(groups: float, half: bool):
    """Of 700 contestants every performance meets its equation to a billionth of a point."""
    rng = random.Random(7)
    size = 700
    ratings = [rng.gauss(1500, 500) for _ in range(size)]
    deviations = [rng.choice([350.0, 80.0, rng.uniform(40, 600)]) for _ in range(size)]
    places = shared(size, groups, rng)
    found = performed(ratings, deviations, places, shared_places="half" if half else "win and loss")
    variance = 0.2 * 80**2 + 6 * 80**2
    opponents = [
        (rating, math.sqrt(deviation**2 + variance))
        for rating, deviation in zip(ratings, deviations, strict=True)
    ]
    for me in [0, 1, size - 1, *rng.sample(range(size), 20)]:
        around = [
            left_over(found[me] + off, places[me], opponents, places, half) for off in (-1e-9, 1e-9)
        ]
        assert around[0] > 0 > around[1]


@pytest.mark.parametrize("size", [2, 30, 99, 100, 300, 5000])
@pytest.mark.parametrize("gap", [0.0, 1e3, 1e6])
def test_better_places_never_perform_less(size: int, gap: float):
    """Performances fall from place to place, are alike where it is shared, and never endless."""
    rng = random.Random(size)
    for groups in (0.0, 0.4):
        ratings = [rng.choice([-gap, gap, 0.0]) + rng.gauss(0, 300) for _ in range(size)]
        ratings = [min(max(rating, -1e6), 1e6) for rating in ratings]
        places = shared(size, groups, rng)
        found = performed(ratings, [350.0] * size, places)
        assert np.isfinite(found).all()
        assert (np.diff(found) <= 1e-8).all()
        assert (np.diff(found)[np.diff(places) == 0] == 0).all()
        assert (abs(found) <= 2e6).all()


def test_the_better_placed_of_equals_has_the_higher_rating():
    """Of players alike before, who is placed better is never rated lower afterwards."""
    rng = random.Random(3)
    places = {f"P{number:03d}": place for number, place in enumerate(shared(150, 0.3, rng))}
    found = bz.rate(rows_of([(places, 1.0)]), "elo-mmr").to_frame()
    rating = dict(found.select("player", "rating").iter_rows())
    for one, two in zip(places, list(places)[1:], strict=False):
        assert rating[one] >= rating[two]
        assert (rating[one] == rating[two]) == (places[one] == places[two])


def test_rows_and_names_do_not_move_a_bit_of_a_large_contest():
    """Of 400 contestants, many on shared places, shuffled rows and other names: the same bits."""
    rng = random.Random(4)
    places = dict(zip(range(400), shared(400, 0.8, rng), strict=True))
    starts = {number: (rng.gauss(1500, 400), rng.uniform(50, 400)) for number in places}
    found = []
    for seed in (1, 2):
        codes = random.Random(seed).sample(range(1000, 9999), 400)
        rows = rows_of([({f"{codes[one]}": place for one, place in places.items()}, 1.0)])
        random.Random(seed).shuffle(rows)
        file = started({f"{codes[one]}": values for one, values in starts.items()})
        frame = bz.rate(rows, "elo-mmr", file).to_frame()
        rating = dict(frame.select("player", "rating").iter_rows())
        found.append([rating[f"{codes[one]}"] for one in places])
    assert found[0] == found[1]


def test_compiled_and_uncompiled_give_the_same_performances():
    """Of 120 contestants, by a table of sums, both ways give the same bits."""
    rng = random.Random(5)
    ratings, places = [rng.gauss(1500, 900) for _ in range(120)], shared(120, 0.2, rng)
    found = performed(ratings, [100.0] * 120, places)
    log, parameters = log_of(places, 120), EloMmrParameters()
    given = Given({"rating": np.array(ratings), "deviation": np.full(120, 100.0)}, {})
    state, _ = elo_mmr.start(given, 120, parameters, np.ones(120, dtype=np.bool_))
    work = elo_mmr.work(log, 120)
    plain = [uncompiled(value) for value in (elo_mmr.now(state), log)]
    contest.settle(*plain, elo_mmr.rules(parameters, []), uncompiled(work), 0)
    assert work.performed.tolist() == found.tolist()


def test_one_odd_contest_cannot_upset_a_rating():
    """The last place of a champion costs little more when it is behind far weaker players."""
    fallen = []
    for strength in (1400.0, 400.0, -9000.0):
        contests = [({"A": 1, "B": 2, "C": 3}, 1.0), ({"B": 1, "C": 2, "A": 3}, 1.0)]
        starts = {"A": (2500.0, 80.0), "B": (strength, 80.0), "C": (strength, 80.0)}
        history = bz.rate(rows_of(contests), "elo-mmr", started(starts)).history_frame("A")
        fallen.append(history["change"][1])
    assert 0 > fallen[0] > fallen[1] > fallen[2] > -200
    assert fallen[1] - fallen[2] < 1


def test_a_player_alone_learns_nothing_but_counts():
    """Who is alone performs as rated: the rating stays, the deviation goes toward its limit."""
    found = bz.rate(rows_of([({"A": 1}, 1.0)]), "elo-mmr").to_frame().row(0, named=True)
    assert (found["rating"], found["games"]) == (1500.0, 1)
    assert found["deviation"] == pytest.approx(171.1954443, abs=1e-7)


def test_a_contest_of_weight_0_changes_nothing():
    """A contest of weight 0 is told as unrated, and leaves rating, deviation and count."""
    found = bz.rate(rows_of([({"A": 1, "B": 2}, 0.0)]), "elo-mmr")
    history = found.history_frame("A").row(0, named=True)
    assert (history["change"], history["after"], history["deviation_after"]) == (0, 1500, 350)
    assert not found.explain("A").rated
    assert history["expected"] == 0.5


def test_decreed_ratings_take_the_belief_with_them():
    """Who is lifted by 100 points between contests has the next change that was due before."""
    starts = {"A": (1500.0, 90.0), "B": (1400.0, 90.0)}
    contests = [({"A": 1, "B": 2}, 1.0), ({"A": 2, "B": 1}, 1.0)]
    plain = bz.rate(rows_of(contests), "elo-mmr", started(starts)).history_frame()
    log, parameters = log_of([1, 2], 2), EloMmrParameters()
    given = Given({"rating": np.array([1500.0, 1400.0]), "deviation": np.full(2, 90.0)}, {})
    state, _ = elo_mmr.start(given, 2, parameters, np.ones(2, dtype=np.bool_))
    rules, work = elo_mmr.rules(parameters, []), elo_mmr.work(log, 2)
    record = elo_mmr.Record(np.zeros(2), np.zeros(0), np.zeros(0), *[np.zeros((2, 0))] * 2)
    SYSTEM.update(state, log, rules, record, work, 0, 1)
    state.rating[:] += 100.0
    log = log._replace(player=np.array([1, 0], dtype=np.uint32))
    SYSTEM.update(state, log, rules, record, work, 0, 1)
    wanted = plain.filter(event="C2").sort("player")["change"].to_list()
    assert record.change[::-1].tolist() == pytest.approx(wanted, abs=1e-7)


@given(season=seasons())
def test_explanations_and_expectations(
    season: tuple[dict[str, tuple[float, float]], list[Contest]], adds_up: Callable[..., None]
):
    """Each change is explained, and all expect together what there is to score."""
    starts, contests = season
    found = bz.rate(rows_of(contests), "elo-mmr", started(starts))
    for day, (places, _) in enumerate(contests, 1):
        history = found.history_frame().filter(event=f"C{day}")
        pairs = len(places) * (len(places) - 1) / 2
        assert history["expected"].sum() == pytest.approx(pairs, abs=1e-9)
        assert history["score"].sum() == pytest.approx(pairs, abs=1e-9)
        for name in list(places)[:3]:
            told = found.explain(name, event=f"C{day}")
            adds_up(found, told)
            inputs = {term.name: term.value for term in told.inputs}
            count = inputs["placed above"] + inputs["on the place"] + inputs["placed below"]
            assert count == len(places)


def test_the_performance_is_told():
    """The first of eight new players performed as 1500 and 386 points of gain say."""
    rows = rows_of([(dict(zip(NAMES[:8], range(1, 9), strict=True)), 1.0)])
    told = bz.rate(rows, "elo-mmr").explain("A")
    inputs = {term.name: term.value for term in told.inputs}
    # sum of seven (1 - L) and one's own = L: L = 8 / 9, ln 8 spreads × √3 / π above 1500.
    spread = math.sqrt(350**2 + 6.2 * 80**2)
    assert inputs["performed as"] == pytest.approx(1500 + math.log(8) * spread / LOGITS, abs=1e-9)
    assert inputs["deviation of the performance"] == pytest.approx(math.sqrt(6) * 80)


def test_a_large_contest_is_explained_to_the_bit(
    adds_up: Callable[..., None], monkeypatch: pytest.MonkeyPatch
):
    """An explanation by the compiled kernel has the change that was rated without it."""
    monkeypatch.setattr("banzuke.parts.one_period.COMPILE_FROM_PAIRS", 0)
    places = {f"P{number:03d}": place for number, place in enumerate(range(1, 121))}
    found = bz.rate(rows_of([(places, 1.0), (places, 2.0)]), "elo-mmr")
    for name in ("P000", "P050", "P119"):
        adds_up(found, found.explain(name, event="C2"))


SERIES: list[Contest] = [
    (dict(zip("ABCDEF", places, strict=True)), 1.0)
    for places in ((1, 2, 3, 4, 5, 6), (2, 1, 3, 3, 6, 5), (6, 1, 2, 2, 4, 5), (1, 3, 2, 4, 5, 6))
]
SERIES_ROWS = rows_of(SERIES)
#: (setting, another value); what either gives is bisected.
ALIVE: list[tuple[str, Any]] = [
    ("start_rating", 1000.0),
    ("start_deviation", 200.0),
    ("weight_limit", 0.4),
    ("deviation_limit", 40.0),
    ("first_weights", [0.6, 0.8]),
    ("shared_places", "half"),
    ("transfer", 0.0),
    ("history", 2),
]


@pytest.mark.parametrize(("setting", "other"), ALIVE)
def test_a_setting_moves_its_number(setting: str, other: Any):
    """Every setting moves a rating to where bisection has it."""
    found = []
    for settings in ({}, {setting: other}):
        rules = EloMmrParameters(**settings)
        members = {name: Member(rules.start_rating, rules.start_deviation) for name in "ABCDEF"}
        for held in SERIES:
            reckon(members, held, rules)
        frame = bz.rate(rows_of(SERIES), "elo-mmr", parameters=settings).to_frame()
        rating = dict(frame.select("player", "rating").iter_rows())
        assert rating["C"] == pytest.approx(members["C"].rating, abs=1e-7)
        found.append(rating["C"])
    assert abs(found[0] - found[1]) > 0.01


def test_every_setting_is_tried():
    """No setting is accepted and then ignored."""
    own = set(EloMmrParameters.model_fields) - set(Parameters.model_fields)
    assert {setting for setting, _ in ALIVE} == own


@pytest.mark.parametrize(
    ("values", "message"),
    [({"rating": 1e7}, "-1e.06 to 1e.06"), ({"deviation": 1e6}, "0.001 to 100000")],
)
def test_values_that_cannot_be(values: dict[str, float], message: str):
    """Ratings and deviations beyond all sense are refused with the player's name."""
    rows = rows_of([({"A": 1, "B": 2}, 1.0)])
    with pytest.raises(bz.PlayersRefused, match=message):
        bz.rate(rows, "elo-mmr", [{"player": "A", **values}])


@pytest.mark.parametrize("factor", [0.0, -1.0, 1e9])
def test_factors_that_cannot_be(factor: float):
    """A first contest that weighs nothing, less than that or all is refused with the range."""
    with pytest.raises(ParameterRefused, match=r"no factor of a weight \(from 0.001 to 1000"):
        bz.rate(SERIES_ROWS, "elo-mmr", parameters={"first_weights": [0.6, factor]})


@pytest.mark.parametrize("weight", [1e-9, 1e9])
def test_weights_that_cannot_be(weight: float):
    """A weight with which a contest would say all or nothing is refused with its row."""
    with pytest.raises(bz.ResultsRefused, match="no weight of a contest"):
        bz.rate(rows_of([({"A": 1, "B": 2}, weight)]), "elo-mmr")


@pytest.mark.parametrize("places", [(1, 2), (2, 1)])
@pytest.mark.parametrize("weight", [1e-6, 1e6])
def test_extreme_weights_and_gaps(places: tuple[int, int], weight: float):
    """A gap of two million points and any weight leave numbers that are numbers."""
    starts = {"A": (1e6, 1e-3), "B": (-1e6, 100_000.0)}
    contests = [(dict(zip("AB", places, strict=True)), weight)] * 3
    frame = bz.rate(rows_of(contests), "elo-mmr", started(starts)).to_frame()
    assert np.isfinite(frame["rating"].to_numpy()).all()
    assert (frame["deviation"] > 0).all()
