"""Days of players as nodes and groups, and the equations over them against whole matrices."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.model.log import Log
from banzuke.parts.chains import (
    chains_of,
    factor_chains,
    find_own_variances,
    find_step,
    link_days,
)
from banzuke.parts.player_days import linked_groups, player_days, starts_of


def log_of(games: list[list[int]], day: list[int]) -> Any:
    """A log of games between players by code, on days."""
    empty = np.zeros(0)
    sizes = [len(players) for players in games]
    columns: dict[str, Any] = dict.fromkeys(Log._fields, empty)
    columns["player"] = np.array([one for players in games for one in players], dtype=np.uint32)
    columns["game"] = np.concatenate([[0], np.cumsum(sizes)]).astype(np.uint32)
    columns["day"] = np.array(day, dtype=np.int32)
    return Log(**columns)


def made(seed: int) -> tuple[Any, Any, Any]:
    """(rng, log, days) of games of two to four of some players, a few of which do not count."""
    rng = np.random.default_rng(seed)
    count = int(rng.integers(1, 20))
    games = [rng.permutation(9)[: rng.integers(2, 5)].tolist() for _ in range(count)]
    log = log_of(games, rng.integers(0, 6, count).tolist())
    return rng, log, player_days(log, 9, rng.random(count) < 0.8)


@given(pairs=st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=20))
def test_groups_are_those_of_a_walk(pairs: list[tuple[int, int]]):
    """Everybody has the least code that a walk along the pairs reaches."""
    one, two = (np.array([pair[at] for pair in pairs], dtype=np.int64) for at in (0, 1))
    found = linked_groups(one, two, 12)
    for begin in range(12):
        reached, again = {begin}, True
        while again:
            more = {b for p in pairs for a, b in (p, p[::-1]) if a in reached}
            again = not more <= reached
            reached |= more
        assert found[begin] == min(reached)


def test_a_long_chain_is_one_group():
    """A hundred thousand in a row, in any order, are one group."""
    order = np.random.default_rng(1).permutation(100_000)
    assert (linked_groups(order[:-1], order[1:], len(order)) == 0).all()


def test_starts():
    """Where runs begin, and their number."""
    assert starts_of(np.array([3, 3, 5, 9, 9])).tolist() == [0, 2, 3, 5]
    assert starts_of(np.zeros(0, dtype=np.int64)).tolist() == [0]


@given(seed=st.integers(0, 2**32))
def test_nodes(seed: int):
    """A node is a day of a player; groups, players and days are neighbours; slots are the games."""
    _, log, days = made(seed)
    game = np.repeat(np.arange(len(log.day)), np.diff(log.game.astype(np.int64)))
    keys = set()
    for node, owner in enumerate(days.owner.tolist()):
        keys.add((owner, days.day[node]))
        for slot in range(days.slots[node], days.slots[node + 1]):
            entry = days.entry[slot]
            assert days.node[entry] == node
            assert log.player[entry] == owner
            assert days.game[slot] == game[entry]
            assert log.day[game[entry]] == days.day[node]
    assert len(keys) == len(days.owner)
    counted = np.isin(game, days.games)
    assert ((days.node >= 0) == counted).all()
    for group in range(len(days.bounds) - 1):
        own = days.games[days.game_bounds[group] : days.game_bounds[group + 1]]
        nodes = days.node[np.isin(game, own)]
        assert nodes.min() == days.bounds[group]
        assert nodes.max() == days.bounds[group + 1] - 1


@given(seed=st.integers(0, 2**32))
def test_a_step_solves_the_equations(seed: int):
    """The step, and the variances of a player alone, are those of whole matrices."""
    rng, log, days = made(seed)
    first = log.game.astype(np.int64)
    share = rng.choice([-1.0, 1.0, 0.5], len(log.player))
    chains = chains_of(log.game, share, days)
    nodes = len(days.owner)
    chains.bend[:] = rng.random(len(log.day))
    chains.slope[:] = rng.normal(0, 1, nodes)
    dense = np.zeros((nodes, nodes))
    for group in range(len(days.bounds) - 1):
        link_days(days, chains, 0.3, days.bounds[group], days.bounds[group + 1])
    for node in range(nodes):
        chains.own[node] = 0.0 if chains.link[node] > 0 else 0.7
        if chains.link[node] > 0:
            assert chains.link[node] == pytest.approx(1 / (0.3 * np.diff(days.day)[node - 1]))
            dense[node, node - 1] = dense[node - 1, node] = -chains.link[node]
            dense[[node, node - 1], [node, node - 1]] += chains.link[node]
        else:
            dense[node, node] += 0.7
    chains.base[:] = np.diag(dense)
    own = dense.copy()
    for game in days.games:
        row = np.zeros(nodes)
        at = slice(first[game], first[game + 1])
        row[days.node[at]] = share[at]
        dense += chains.bend[game] * np.outer(row, row)
        chains.own[:] += chains.bend[game] * row**2
    own[np.diag_indices(nodes)] = chains.curve[:] = np.diag(dense)
    for group in range(len(days.bounds) - 1):
        find_step(days, chains, group, (64.0, 4.0), 1e-12)
    assert chains.step == pytest.approx(np.linalg.solve(dense, chains.slope), abs=1e-8)
    found = np.zeros(nodes)
    factor_chains(chains, 0, nodes)
    find_own_variances(chains, found, 0, nodes)
    assert found == pytest.approx(np.diag(np.linalg.inv(own)), rel=1e-9)
