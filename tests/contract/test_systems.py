"""What every rating system keeps to, tried on random games of the kinds that it claims.

The systems are those of the shelf; there is no list of them here, and no exception.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from banzuke.engine.explainer import Explainer
from banzuke.engine.explaining import explain
from banzuke.engine.explaining_all import every_change, explain_all
from banzuke.engine.histories import Histories
from banzuke.engine.history import history
from banzuke.engine.lists import rating_list
from banzuke.engine.outcomes import MOST_SIDES, outcomes
from banzuke.engine.predicting import predict_game
from banzuke.engine.rated import Rated, rate_results
from banzuke.engine.replay import forecast, replay, scores
from banzuke.engine.saving import Saved, load_states, save_states
from banzuke.model.errors import CannotDo, StateRefused
from banzuke.model.system import Capability, Period, System
from banzuke.systems import shelf
from banzuke.workflows.reading import read
from strategies import (
    NAMES,
    Game,
    World,
    needs_starts,
    rows_frame,
    rulebook_of,
    starts,
    taken_ratings,
    worlds,
)

SYSTEMS = [pytest.param(system, id=key) for key, system in shelf().items()]
every_system = pytest.mark.parametrize("system", SYSTEMS)

#: More entries than any test has, and fewer than any: for kernels that must not, or must, be
#: compiled.
NEVER, ALWAYS = 10**9, 0

#: Each example is rated several times, so a run takes fewer of them than elsewhere.
few = settings(max_examples=max(settings.default.max_examples // 2, 10))

Numbers = dict[Any, tuple[Any, ...]]


def list_of(rated: Rated, names: Callable[[str], str] = str) -> Numbers:
    """Everybody's line of the list, or of those who are not on it, by name."""
    found = {}
    for part in rating_list(rated):
        for row in part.to_dicts():
            name = names(row.pop("player"))
            found[name] = tuple(value for key, value in row.items() if key != "name")
    return found


def history_of(rated: Rated, names: Callable[[str], str] = str) -> Numbers:
    """The history, by game and name, without where it stood: what is left does not depend on it.

    Sides are numbered as the log has them, and opponents are in its order.
    """
    found = {}
    for row in history(rated).drop("side", "opponents", "file", "row").to_dicts():
        key = names(row.pop("player")), row["event"], row["round"], row["game"]
        found[key] = tuple(row.values())
    return found


def numbers_of(rated: Rated, names: Callable[[str], str] = str) -> tuple[Numbers, Numbers]:
    """All numbers that a rating gives, to the bit."""
    return list_of(rated, names), history_of(rated, names)


def mirrored(name: str) -> str:
    """Another name, such that names sort the other way round."""
    return f"{NAMES.index(name) * -7 % 10} {name[::-1]}"


@every_system
@few
@given(data=st.data())
def test_names_do_not_matter(system: System, data: st.DataObject):
    """Players renamed have the same numbers, to the bit."""
    world = data.draw(worlds(system))
    rows = [row for game in world.games for row in game.rows(mirrored)]
    renamed = rate_results(read(rows_frame(rows)), world.rulebook, world.players(mirrored))
    plain = world.rate()
    for one, two in zip(numbers_of(plain, mirrored), numbers_of(renamed), strict=True):
        without_ranks = {key: values[1:] for key, values in one.items()}
        assert without_ranks == {key: values[1:] for key, values in two.items()}


@every_system
@few
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_order_of_rows_does_not_matter(system: System, data: st.DataObject, seed: int):
    """Rows in any order give the same bits, where the games are told apart."""
    world = data.draw(worlds(system))
    rows = [row for game in world.games for row in game.rows()]
    random.Random(seed).shuffle(rows)
    shuffled = rate_results(read(rows_frame(rows)), world.rulebook, world.players())
    assert numbers_of(shuffled) == numbers_of(world.rate())


@every_system
@few
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_order_of_rows_does_not_matter_without_keys(system: System, data: st.DataObject, seed: int):
    """Where games are rated by periods, rows in any order give the same bits without keys, too."""
    periods = [period for period in system.periods if period is not Period.GAME]
    if system.takes_standings or not periods:
        return
    world = data.draw(worlds(system, duels=True, period=data.draw(st.sampled_from(periods))))
    rows = [game.duel_row() for game in world.games]
    if world.rulebook.period.kind not in (Period.EVENT, Period.ROUND):
        rows = [{**row, "event": None} for row in rows]
    for row in rows:
        del row["round"], row["game"]
    shuffled = random.Random(seed).sample(rows, len(rows))
    one, two = [
        rate_results(read(rows_frame(some)), world.rulebook, world.players())
        for some in (rows, shuffled)
    ]
    assert list_of(one) == list_of(two)


@every_system
@few
@given(data=st.data())
def test_player_1_and_player_2_are_alike(system: System, data: st.DataObject):
    """A duel written the other way round gives the same bits."""
    if system.takes_standings:
        return
    world = data.draw(worlds(system, duels=True))
    turned = [
        rate_results(
            read(rows_frame([game.duel_row(turned=turn) for game in world.games])),
            world.rulebook,
            world.players(),
        )
        for turn in (False, True)
    ]
    assert numbers_of(turned[0]) == numbers_of(turned[1])
    # A table of duels and a table of entries say the same.
    assert list_of(turned[0]) == list_of(world.rate())


@every_system
@few
@given(data=st.data())
def test_going_on_changes_nothing(
    system: System, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
):
    """Results rated in parts, saved and loaded in between, give the bits of one go."""
    world = data.draw(worlds(system))
    whole = world.rate()
    order = whole.runs[0].pool.games.tolist()
    bounds = whole.runs[0].pool.log.period.tolist()
    cuts = sorted(data.draw(st.sets(st.sampled_from(bounds), max_size=3)) | {0, len(order)})
    games = [world.games[index] for index in order]
    path = tmp_path_factory.mktemp("states") / "state.npz"
    earlier, seen = None, {}
    part = whole
    for begin, end in pairwise(cuts):
        part = world.rate(games[begin:end], earlier=earlier)
        seen.update(history_of(part))
        if data.draw(st.booleans()):
            save_states(path, Saved(world.rulebook, part.players, part.states()))
            saved = load_states(path)
            assert saved.rulebook.hash == world.rulebook.hash
            assert saved.rulebook.parameters == world.rulebook.parameters
            earlier = saved.states
        else:
            earlier = part.states()
    assert list_of(part) == list_of(whole)
    assert seen == history_of(whole)


@every_system
@few
@given(data=st.data())
def test_results_that_precede_are_refused(system: System, data: st.DataObject):
    """What would have come before a game that is rated already cannot be added afterwards."""
    if set(system.periods) == {Period.ALL}:
        return  # there is one period, and nothing comes before or after it
    world = data.draw(worlds(system))
    whole = world.rate()
    order, bounds = whole.runs[0].pool.games.tolist(), whole.runs[0].pool.log.period.tolist()
    assume(len(bounds) > 2)
    cut = data.draw(st.sampled_from(bounds[1:-1]))
    games = [world.games[index] for index in order]
    later = world.rate(games[cut:])
    with pytest.raises(StateRefused):
        world.rate(games[:cut], earlier=later.states())


@every_system
@few
@given(data=st.data())
def test_unrelated_players_change_nothing(system: System, data: st.DataObject):
    """Games among others leave everybody's bits as they are.

    In a fit of all results they are no later than the others: ages are counted from the newest.
    """
    world = data.draw(worlds(system))
    is_fit = world.rulebook.period.kind is Period.ALL
    newest = max(game.day for game in world.games) if is_fit else date.max
    others = [
        replace(
            game,
            event=f"{game.event} of others",
            day=min(game.day + timedelta(days=data.draw(st.integers(-3, 3))), newest),
            sides=tuple(tuple(f"{name} 2" for name in side) for side in game.sides),
            received=tuple((f"{name} 2", stones) for name, stones in game.received),
        )
        for game in world.games
    ]
    starts = {**world.starts, **{f"{n} 2": values for n, values in world.starts.items()}}
    both = replace(world, games=(*world.games, *others), starts=starts).rate()
    alone = history_of(world.rate())
    assert {key: v for key, v in history_of(both).items() if key in alone} == alone


@every_system
@few
@given(data=st.data())
def test_as_of_is_inclusive(system: System, data: st.DataObject):
    """As of a day, ratings are those of the periods that are dated up to that day."""
    world = data.draw(worlds(system))
    whole = world.rate()
    day = data.draw(st.sampled_from([game.day for game in world.games]))
    then = world.rate(as_of=day)
    assert then.as_of == day.isoformat()
    order = then.runs[0].pool.games.tolist()
    assert order == whole.runs[0].pool.games[: len(order)].tolist()
    if order:
        alone = world.rate([world.games[index] for index in order], as_of=day)
        listed = list_of(alone)
        assert {name: row for name, row in list_of(then).items() if name in listed} == listed


@every_system
@few
@given(data=st.data())
def test_compiled_and_uncompiled_give_the_same_bits(system: System, data: st.DataObject):
    """State, change, what was before and expected, forecasts and scores: all bits are equal."""
    world = data.draw(worlds(system))
    rated = world.rate()
    run = rated.runs[0]
    one, two = [
        replay(run.pool, world.rulebook, run.start, history=True, compile_from=count)
        for count in (NEVER, ALWAYS)
    ]
    for left, right in zip((*one.state, *one.record), (*two.state, *two.record), strict=True):
        assert left.tobytes() == right.tobytes()
    parameters = rated.parameters("")
    for left, right in (
        [scores(run.pool, world.rulebook, count) for count in (NEVER, ALWAYS)],
        [
            forecast(run.pool, world.rulebook, run.state, parameters, count)
            for count in (NEVER, ALWAYS)
        ],
    ):
        assert left.tobytes() == right.tobytes()


@every_system
@few
@given(data=st.data())
def test_history_adds_up(system: System, data: st.DataObject):
    """Start and changes, added one by one, are the rating; nothing in between is lost."""
    world = data.draw(worlds(system))
    rated = world.rate()
    run = rated.runs[0]
    rating = dict(zip(rated.names, ratings_in(system, run.start), strict=True))
    for row in history(rated).to_dicts():
        before = rating[row["player"]]
        assert row["before"] == before
        after = (before or 0.0) + row["change"]
        # Who ends with none has lost all that there was, or had none and gained nothing.
        assert row["after"] == after or (row["after"] is None and after in (0.0, system.unrated))
        rating[row["player"]] = row["after"]
    assert list(rating.values()) == ratings_in(system, run.state)
    for values in (*run.state, *run.record):
        assert np.isfinite(values).all()


def ratings_in(system: System, state: Any) -> list[float | None]:
    """The ratings in a state, None for none."""
    return [None if one == system.unrated else one for one in state[0].tolist()]


def stand_ins(system: System) -> dict[str, float]:
    """The numbers that stand for none in a state, by column."""
    found = {one.name: one.unknown for one in system.told_columns if one.unknown is not None}
    return found if system.unrated is None else {"rating": system.unrated, **found}


@pytest.mark.parametrize("system", [one for one in SYSTEMS if stand_ins(one.values[0])])
@few
@given(data=st.data())
def test_what_is_unknown_is_no_number(system: System, data: st.DataObject):
    """The number that stands for none in a state is in no list and no history."""
    rated = data.draw(worlds(system)).rate()
    for table in (*rating_list(rated), history(rated)):
        for name, number in stand_ins(system).items():
            names = {name, f"{name}_before", f"{name}_after"}
            if name == "rating":
                names |= {"before", "after"}
            for column in names & set(table.columns):
                assert number not in table[column].to_list()


@every_system
@few
@given(data=st.data())
def test_explanations_add_up(system: System, data: st.DataObject):
    """The terms of each explained game, added in order, are its change to the bit."""
    world = data.draw(worlds(system))
    rated = world.rate()
    for row in history(rated).to_dicts():
        told = explain(rated, row["player"], row["event"], row["game"])
        total = 0.0
        for term in told.terms:
            total += term.value
        assert total == told.change == row["change"]
        assert told.before == row["before"]
        assert told.after == row["after"]
        assert (told.after or 0.0) == (told.before or 0.0) + told.change
        assert told.rated or (told.change == 0.0 and told.why)
        assert all(math.isfinite(term.value) for term in (*told.terms, *told.inputs))


@every_system
@few
@given(data=st.data())
def test_all_explanations_at_once(system: System, data: st.DataObject):
    """One way through the periods explains every rated game once, as each is when asked for."""
    world = data.draw(worlds(system))
    rated = world.rate()
    histories = Histories(rated)
    every = list(explain_all(rated, histories))
    rows = history(rated)
    assert sum(len(told.games) for told in every) == len(rows)
    explainer = Explainer(rated, histories)
    for told in every:
        if told.kind == "event":
            assert told in explainer.in_event(told.player, told.which)
            assert told == explain(rated, told.player, told.which)
    asked = [(player, found.which) for player, found in every_change(rated, histories)]
    assert sorted(asked) == sorted((told.player, told.which) for told in every)


@every_system
@few
@given(data=st.data())
def test_kernels_keep_nothing(system: System, data: st.DataObject):
    """A system run in turns with others, period by period, gives the bits of one go."""
    runs = []
    # A few of the shelf at a time, whatever its length: each of them has its turn.
    others = data.draw(st.lists(st.sampled_from(list(shelf().values())), min_size=1, max_size=3))
    for other in [system, *others]:
        world = data.draw(worlds(other, most=4))
        rated = world.rate()
        runs.append((world, rated.runs[0]))
    states = [run.start for _, run in runs]
    before = [[column.copy() for column in state] for state in states]
    for period in range(max(run.pool.n_periods for _, run in runs)):
        for number, (world, run) in enumerate(runs):
            if period < run.pool.n_periods:
                states[number] = replay(
                    run.pool, world.rulebook, states[number], first=period or None, until=period + 1
                ).state
    for (_, run), state, start in zip(runs, states, before, strict=True):
        for left, right in zip(run.state, state, strict=True):
            assert left.tobytes() == right.tobytes()
        # The state from which one begins is never touched.
        for left, right in zip(run.start, start, strict=True):
            assert left.tobytes() == right.tobytes()


@every_system
@few
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_games_of_one_period_have_no_order(system: System, data: st.DataObject, seed: int):
    """Within a period, games in any order give the same ratings, but for the last bits."""
    period = data.draw(st.sampled_from(system.periods))
    world = data.draw(worlds(system, period=period))
    numbers = [game.number for game in world.games]
    random.Random(seed).shuffle(numbers)
    if period is not Period.GAME:
        # All games on one day, of one event and round: of one period, whatever its kind.
        day = world.games[0].day
        world = replace(world, games=tuple(replace(g, day=day) for g in world.games))
    if period not in (Period.GAME, Period.ROUND) and not system.takes_standings:
        world = replace(world, games=tuple(replace(g, event="Open") for g in world.games))
    whole = world.rate()
    log = whole.runs[0].pool.log
    order = np.arange(len(whole.runs[0].pool.games))
    shuffled = np.concatenate(
        [
            np.array(random.Random(seed).sample(part.tolist(), len(part)), dtype=np.int64)
            for part in np.split(order, log.period[1:-1].astype(np.int64))
        ]
    )
    other = replay(_reordered(whole, shuffled), world.rulebook, whole.runs[0].start)
    for left, right in zip(whole.runs[0].state, other.state, strict=True):
        assert np.allclose(left, right, rtol=1e-9, atol=1e-9)


def _reordered(rated: Rated, games: np.ndarray[Any, np.dtype[np.int64]]) -> Any:
    """A pool's log with its games in another order; periods keep their sizes."""
    pool = rated.runs[0].pool
    log, bounds = pool.log, pool.log.game.astype(np.int64)
    entries = np.concatenate([np.arange(bounds[g], bounds[g + 1]) for g in games])
    sizes = np.diff(bounds)[games]
    columns = {}
    for name, values in log._asdict().items():
        if name in ("period", "time") or len(values) == 0:
            columns[name] = values
        elif name == "game":
            columns[name] = np.concatenate([[0], np.cumsum(sizes)]).astype(np.uint32)
        else:
            columns[name] = values[entries] if len(values) == len(entries) else values[games]
            if len(values) == len(entries) == len(games):
                columns[name] = values[games]
    return replace(pool, log=type(log)(**columns))


@every_system
@few
@given(data=st.data())
def test_chances_sum_to_one(system: System, data: st.DataObject):
    """The chances of a game's sides are from 0 to 1 and sum to 1."""
    world = data.draw(worlds(system))
    if system.predict is None:
        return
    rated = world.rate()
    pool = rated.runs[0].pool
    chance = forecast(pool, world.rulebook, rated.runs[0].state, rated.parameters(""))
    assert ((chance >= 0) & (chance <= 1)).all()
    bounds = pool.log.game.astype(np.int64)
    for begin, end in pairwise(bounds.tolist()):
        sides = dict(
            zip(pool.log.side[begin:end].tolist(), chance[begin:end].tolist(), strict=True)
        )
        assert math.isclose(sum(sides.values()), 1.0, abs_tol=1e-12)


@every_system
@few
@given(data=st.data())
def test_outcomes_sum_to_one(system: System, data: st.DataObject):
    """All outcomes of a game have chances that sum to 1; their means are the forecast."""
    world = data.draw(worlds(system))
    rated = world.rate()
    games = [game for game in world.games if len(game.sides) <= MOST_SIDES]
    if system.likelihood is None or not games or not rated.runs[0].pool.n_games:
        return
    sides = [list(side) for side in games[0].sides]
    try:
        found = outcomes(rated, sides)
    except CannotDo:  # of players without a rating, or whom nothing compares
        with pytest.raises(CannotDo):
            predict_game(rated, sides)
        return
    assert math.isclose(sum(one.chance for one in found), 1.0, abs_tol=1e-9)
    if len(sides) == 2 and system.predict is not None:
        wins = sum(one.chance for one in found if one.places == (1, 2))
        draws = sum(one.chance for one in found if one.places == (1, 1))
        assert math.isclose(wins + draws / 2, predict_game(rated, sides)[0], abs_tol=1e-9)


@every_system
@few
@given(data=st.data())
def test_forecasts_do_not_depend_on_the_order_of_sides(system: System, data: st.DataObject):
    """Sides and their members listed the other way round have the same chances, to the bit."""
    world = data.draw(worlds(system))
    rated = world.rate()
    if system.predict is None or not rated.runs[0].pool.n_games:
        return
    sides = [list(side) for side in data.draw(st.sampled_from(world.games)).sides]
    assume(len(sides) > 1)
    assume(rated.has_rating(rated.runs[0])[[rated.names.index(n) for s in sides for n in s]].all())
    turned = [side[::-1] for side in reversed(sides)]
    try:
        chances = predict_game(rated, sides)
    except CannotDo:  # of players whom nothing compares
        with pytest.raises(CannotDo):
            predict_game(rated, turned)
        return
    assert predict_game(rated, turned)[::-1] == chances
    if system.likelihood is None or len(sides) > MOST_SIDES:
        return
    found = {one.places[::-1]: one.chance for one in outcomes(rated, turned)}
    assert found == {one.places: one.chance for one in outcomes(rated, sides)}


@every_system
@few
@given(data=st.data(), days=st.floats(0, 400))
def test_idle_time_is_counted_once(system: System, data: st.DataObject, days: float):
    """A state read later is one of its own: reading it twice gives the same, and moves nothing."""
    world = data.draw(worlds(system))
    run = world.rate().runs[0]
    if system.aged is None or not run.pool.n_periods:
        return
    rules = system.rules(world.rulebook.parameters, run.pool.categories)
    before = [column.tobytes() for column in run.state]
    time = float(run.pool.log.time[-1]) + days
    once, again = system.aged(run.state, time, rules), system.aged(run.state, time, rules)
    assert [column.tobytes() for column in once] == [column.tobytes() for column in again]
    assert [column.tobytes() for column in run.state] == before
    assert once[0].tobytes() == run.state[0].tobytes()


@every_system
@few
@given(data=st.data())
def test_expectations_sum_to_what_is_scored(system: System, data: st.DataObject):
    """What a game's sides were expected to score sums to what such games give."""
    world = data.draw(worlds(system, rulebook=rulebook_of(system)))
    if system.predict is None or not system.expects:
        return
    rated = world.rate()
    run = replay(rated.runs[0].pool, world.rulebook, rated.runs[0].start, history=True)
    log, scored = run.pool.log, scores(run.pool, world.rulebook)
    bounds = log.game.astype(np.int64)
    sums = {}
    for begin, end in pairwise(bounds.tolist()):
        side = log.side[begin:end]
        heads = begin + np.flatnonzero(np.diff(side, prepend=-1))
        expected = float(run.record.expected[heads].sum())
        assert math.isclose(expected, float(scored[heads].sum()), rel_tol=1e-9)
        assert math.isclose(sums.setdefault(len(heads), expected), expected, rel_tol=1e-9)


def equal_game(system: System, count: int, places: tuple[int, ...]) -> tuple[World, list[str]]:
    """One game of equals, by default rules; and its players in the order of the places."""
    names = [f"P{number:03d}" for number in range(count)]
    rulebook = rulebook_of(system)
    facts: dict[str, Any] = {}
    if system.takes_standings:
        facts = {"event_players": count, "event_rounds": 3}
    scored = None
    if "score" in system.reads:
        pair = {1: 34.0, 2: 30.0} if len(set(places)) > 1 else {1: 32.0}
        scored = tuple(float(count - place) for place in places)
        if count == 2:
            scored = tuple(pair[place] for place in places)
    game = Game(
        "Open",
        date(2024, 5, 1),
        1,
        tuple((n,) for n in names),
        places,
        scored,
        (),
        tuple(facts.items()),
    )
    rating = taken_ratings(rulebook)[-1]
    begin = {name: {"rating": rating} for name in names} if needs_starts(rulebook) else {}
    return World(rulebook, (game,), begin), names


def most_sides(system: System, wanted: int) -> int:
    """A number of sides that the system can rate."""
    return wanted if Capability.MANY_SIDES in system.capabilities else 2


@every_system
@pytest.mark.parametrize("count", [2, 3, 7, 40])
def test_better_place_never_gets_less(system: System, count: int):
    """Among equals, who is placed better does not get less, with and without ties."""
    count = most_sides(system, count)
    rankings = [tuple(range(1, count + 1)), (1, *[2] * (count - 1))]
    if Capability.DRAWS in system.capabilities and count > 2:
        rankings += [(*[1] * (count - 1), count), tuple(i - i % 2 + 1 for i in range(count))]
    for places in rankings:
        world, names = equal_game(system, count, places)
        rated = world.rate()
        moved = rated.runs[0].state[0] - rated.runs[0].start[0]
        gain = dict(zip(rated.names, moved * (-1 if system.lowest_is_best else 1), strict=True))
        gains = [float(gain[name]) for name in names]
        for (place, one), (other, two) in pairwise(zip(places, gains, strict=True)):
            same = math.isclose(one, two, rel_tol=1e-9, abs_tol=1e-9)
            assert same if place == other else same or one > two


@every_system
@few
@given(data=st.data())
def test_exchanged_players_exchange_their_ratings(system: System, data: st.DataObject):
    """Two players who change places in all results, and in the players file, change ratings."""
    world = data.draw(worlds(system))
    exchange = {NAMES[0]: NAMES[1], NAMES[1]: NAMES[0]}

    def names(name: str) -> str:
        return exchange.get(name, name)

    rows = [row for game in world.games for row in game.rows(names)]
    exchanged = rate_results(read(rows_frame(rows)), world.rulebook, world.players(names))
    assert history_of(world.rate(), names) == history_of(exchanged)


@every_system
@few
@given(data=st.data())
def test_nobody_gains_what_nobody_loses(system: System, data: st.DataObject):
    """Where a card says so, changes of a game of sides of one size sum to 0 by default rules."""
    if not system.zero_sum:
        return
    world = data.draw(worlds(system, rulebook=rulebook_of(system)))
    rated = world.rate()
    change = rated.runs[0].record.change
    log = rated.runs[0].pool.log
    bounds = log.game.astype(np.int64)
    for begin, end in pairwise(bounds.tolist()):
        assert math.isclose(math.fsum(change[begin:end]), 0.0, abs_tol=1e-9)


@every_system
@few
@given(data=st.data())
def test_starting_values_are_drawn_from_what_is_taken(system: System, data: st.DataObject):
    """A player who has not played keeps the rating of the players file."""
    world = data.draw(worlds(system))
    idle = data.draw(starts(world.rulebook, ["Nobody"]))
    with_idle = replace(world, starts={**world.starts, **idle}).rate()
    if idle:
        code = with_idle.names.index("Nobody")
        assert with_idle.runs[0].state[0][code] == idle["Nobody"]["rating"]
