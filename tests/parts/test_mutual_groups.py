"""Groups of players between whom points go both ways, beside powers of a matrix."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from banzuke.parts.meetings import Meetings, link, opponent_of
from banzuke.parts.mutual_groups import find_groups

NAMES = ("member", "stack", "calls", "cursor", "slot", "number", "low", "place", "begin")


@given(
    players=st.integers(2, 7),
    duels=st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6), st.booleans()), max_size=25),
)
def test_groups_are_those_who_reach_each_other(players: int, duels: list[tuple[int, int, bool]]):
    """Members of a group reach each other by points taken, and nobody else."""
    games = [(a % players, b % players, tie) for a, b, tie in duels if a % players != b % players]
    player = np.array([one for a, b, _ in games for one in (a, b)], dtype=np.uint32)
    work = SimpleNamespace(**{name: np.zeros(players, dtype=np.int64) for name in NAMES})
    work.meetings = Meetings(np.full(players, -1), np.full(len(player), -1))
    link(player, work.meetings, 0, len(player))
    taken = [games[entry // 2][2] or entry % 2 == 0 for entry in range(len(player))]
    work.arc = np.array(
        [int(player[opponent_of(at)]) if taken[at] else -1 for at in range(len(player))],
        dtype=np.int64,
    )
    reached = np.eye(players, dtype=np.bool_)
    for entry in np.flatnonzero(work.arc >= 0):
        reached[player[entry], work.arc[entry]] = True
    for _ in range(players):
        reached = reached @ reached
    mutual = reached & reached.T
    find_groups(player, work, 1, players)
    for one in range(players):
        same = work.begin == work.begin[one]
        assert same.tolist() == mutual[one].tolist()
        assert work.member[work.place[one]] == one
