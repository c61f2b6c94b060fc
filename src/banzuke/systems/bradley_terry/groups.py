"""Groups: players between whom a finite gap of ratings is likeliest.

A and B are in one group if A took points off somebody who took points off somebody ... off B,
and B likewise off A. Where points go one way only, no gap is large enough (L. R. Ford, 1957).
"""

from __future__ import annotations

from typing import Any

from banzuke.model.log import Log
from banzuke.parts.meetings import opponent_of
from banzuke.systems.bradley_terry.tallies import weight_of


def tells(log: Log, rules: Any, work: Any, entry: int) -> bool:
    """Whether by a game, or a virtual one that it brings, something was taken off the opponent."""
    lost = log.place[entry] > log.place[opponent_of(entry)]
    if lost and rules.prior_wins <= 0.0 and rules.prior_middle <= 0.0:
        return False
    return weight_of(log, rules, work, entry // 2) > 0.0


def find_group(
    log: Log, rules: Any, work: Any, root: int, counts: tuple[int, int]
) -> tuple[int, int]:
    """Write ``work.member``: all groups that are reached from ``root``, one after another.

    R. Tarjan's search, 1972, without recursion. A member's ``low`` is in the end -1 - the place
    where its group begins. counts : players numbered, and members written so far; as they are
    then
    """
    numbered, written = counts
    depth, waiting = 0, 0
    work.calls[0] = root
    work.number[root] = -1
    while depth >= 0:
        one = work.calls[depth]
        if work.number[one] < 0:
            numbered += 1
            work.number[one] = numbered
            work.low[one] = numbered
            work.cursor[one] = work.meetings.first[one]
            work.stack[waiting] = one
            waiting += 1
        deeper = False
        while work.cursor[one] >= 0:
            entry = work.cursor[one]
            other = log.player[opponent_of(entry)]
            if work.low[other] >= 0 and tells(log, rules, work, entry):
                if work.number[other] == 0:
                    work.number[other] = -1
                    depth += 1
                    work.calls[depth] = other
                    deeper = True
                    break
                work.low[one] = min(work.low[one], work.low[other])
            work.cursor[one] = work.meetings.following[entry]
        if deeper:
            continue
        if work.low[one] == work.number[one]:
            begin = written
            last = -1
            while last != one:
                waiting -= 1
                last = work.stack[waiting]
                work.low[last] = -1 - begin
                work.member[written] = last
                written += 1
        depth -= 1
    return numbered, written


def find_groups(log: Log, rules: Any, work: Any, n_players: int) -> None:
    """Write ``work.member``, and the ``place`` of each player and ``begin`` of its group."""
    for one in range(n_players):
        work.number[one] = 0
        work.low[one] = 0
    numbered, written = 0, 0
    for one in range(n_players):
        if work.number[one] == 0:
            numbered, written = find_group(log, rules, work, one, (numbered, written))
    # Within a group by code, whatever order the search came in.
    for one in range(n_players):
        work.begin[one] = -1 - work.low[one]
        work.cursor[one] = 0
    for one in range(n_players):
        begin = work.begin[one]
        work.place[one] = begin + work.cursor[begin]
        work.cursor[begin] += 1
        work.member[work.place[one]] = one
