"""Weng-Lin: the short ways through games of two sides and of single players give the same bits."""

from __future__ import annotations

import numpy as np
import pytest

from banzuke.model.log import Log, Record, new_record
from banzuke.systems.weng_lin import SYSTEM
from banzuke.systems.weng_lin.moving import move_side
from banzuke.systems.weng_lin.rules import State
from banzuke.systems.weng_lin.updating import pull_sides, update


def one_game(
    sizes: list[int], tied: bool, seed: int, parts: tuple[float, ...], far: float
) -> tuple[State, Log]:
    """A game of sides of these sizes between players of any strength, who play parts of it."""
    rng = np.random.default_rng(seed)
    players = sum(sizes)
    side = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    empty = dict.fromkeys(Log._fields, np.zeros(0))
    log = Log(**empty)._replace(
        period=np.array([0, 1], dtype=np.uint32),
        game=np.array([0, players], dtype=np.uint32),
        player=rng.permutation(players).astype(np.uint32),
        side=side,
        place=np.ones_like(side) if tied else side + np.int32(1),
        score=np.repeat(rng.integers(0, 9, len(sizes)).astype(float), sizes),
        play=rng.choice(parts, players),
        weight=np.array([0.3]),
    )
    rating = rng.normal(25.0, 8.0, players) + far * (np.arange(players) % 2)
    return State(rating, rng.uniform(1.0, 9.0, players)), log


def copied(state: State) -> State:
    """The same numbers in arrays of their own."""
    return State(*(column.copy() for column in state))


def columns_of(state: State, record: Record) -> list[bytes]:
    """The bits of all that a game wrote."""
    return [column.tobytes() for column in (*state, *record)]


@pytest.mark.parametrize(
    "model", ["plackett-luce", "bradley-terry-full", "thurstone-mosteller-part"]
)
@pytest.mark.parametrize("parts", [(1.0,), (0.25, 0.7, 1.0)])
@pytest.mark.parametrize("far", [0.0, 1e6])
@pytest.mark.parametrize("sizes", [[1, 1], [5, 5], [2, 2], [1, 2], [2, 3], [1, 3], [4, 2], [1] * 8])
@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize(
    "given", [{}, {"weighting": "by weight"}, {"size_balance": 0.5, "score_margin": 2.0}]
)
def test_short_ways_give_the_same_bits(
    model: str,
    sizes: list[int],
    far: float,
    parts: tuple[float, ...],
    tied: bool,
    given: dict[str, object],
) -> None:
    """A short way writes what moving the members of each side by what it is told writes."""
    rules = SYSTEM.rules(SYSTEM.parameters(model=model, **given), [])
    start, log = one_game(sizes, tied, sum(sizes), parts, far)
    room = SYSTEM.work(log, len(log.player)) if SYSTEM.work else None
    short, short_record = copied(start), new_record(len(log.player), 1, history=True)
    update(short, log, rules, short_record, room, 0, 1)
    long, long_record = copied(start), new_record(len(log.player), 1, history=True)
    weight = 0.3 if rules.weighted else 1.0
    for number in range(pull_sides(long, log, rules, room, 0, len(log.player))):
        move_side(long, log, rules, long_record, room, (number, weight))
    assert columns_of(short, short_record) == columns_of(long, long_record)
    assert columns_of(short, short_record)[:2] != [column.tobytes() for column in start]


@pytest.mark.parametrize("first", [[1, 1], [2, 2], [2, 1], [1, 1, 1]])
@pytest.mark.parametrize("tied", [True, False])
def test_what_comes_before_moves_no_bit(first: list[int], tied: bool) -> None:
    """A game of strangers before it leaves a game of any shape its bits, whichever way it goes."""
    rules = SYSTEM.rules(SYSTEM.parameters(), [])
    for sizes in ([1, 1], [2, 2], [3, 1], [1, 1, 1]):
        start, log = one_game(sizes, tied, seed=3, parts=(1.0,), far=0.0)
        _, other = one_game(first, tied, seed=4, parts=(1.0,), far=0.0)
        count, more = len(log.player), len(other.player)
        names = ("player", "side", "place", "score", "play", "weight")
        both = log._replace(
            period=np.array([0, 1, 2], dtype=np.uint32),
            game=np.array([0, more, more + count], dtype=np.uint32),
            **{n: np.concatenate([getattr(other, n), getattr(log, n)]) for n in names},
        )
        both.player[:more] += np.uint32(count)
        found = []
        for games in (log, both):
            state = State(*(np.concatenate([column, column, column]) for column in start))
            record = new_record(len(games.player), 1, history=True)
            room = SYSTEM.work(games, 3 * count) if SYSTEM.work else None
            update(state, games, rules, record, room, 0, len(games.period) - 1)
            found.append([column[:count].tobytes() for column in state])
        assert found[0] == found[1]
