"""Groups: players between whom a finite gap of ratings is likeliest.

A and B are in one group if A took points off somebody who took points off somebody ... off B,
and B likewise off A. Where points go one way only, no gap is large enough (L. R. Ford, 1957).
"""

from __future__ import annotations

from typing import Any


def tells(rules: Any, work: Any, row: int) -> bool:
    """Whether the player of a row, by games real or virtual, took something off the opponent."""
    if work.played[row] <= 0.0:
        return False
    return work.won[row] > 0.0 or rules.prior_wins > 0.0 or rules.prior_middle > 0.0


def find_group(rules: Any, work: Any, root: int, counts: tuple[int, int]) -> tuple[int, int]:
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
            work.cursor[one] = work.head[one]
            work.stack[waiting] = one
            waiting += 1
        deeper = False
        while work.cursor[one] < work.head[one + 1]:
            row = work.cursor[one]
            other = work.other[row]
            if tells(rules, work, row):
                if work.number[other] == 0:
                    work.number[other] = -1
                    depth += 1
                    work.calls[depth] = other
                    deeper = True
                    break
                if work.low[other] > 0:
                    work.low[one] = min(work.low[one], work.low[other])
            work.cursor[one] += 1
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


def find_groups(rules: Any, work: Any, n_players: int) -> None:
    """Write ``work.member`` and, in ``work.low``, where the group of each player begins."""
    for one in range(n_players):
        work.number[one] = 0
        work.low[one] = 0
    numbered, written = 0, 0
    for one in range(n_players):
        if work.number[one] == 0:
            numbered, written = find_group(rules, work, one, (numbered, written))
