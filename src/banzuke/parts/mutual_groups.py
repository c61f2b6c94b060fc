"""Groups: players between whom a finite gap of ratings is likeliest.

A and B are in one group if A took points off somebody who took points off somebody ... off B,
and B likewise off A. Where points go one way only, no gap is large enough (L. R. Ford, 1957).
"""

from __future__ import annotations

from typing import Any

from banzuke.model.log import Column
from banzuke.numeric.vectors import take_mean


def find_groups(player: Column, work: Any, width: int, n_players: int) -> None:
    """Write ``work.member``, and the ``place`` of each player and ``begin`` of its group.

    player : of each entry; ``work.meetings`` links the entries of each
    work : besides ``arc``, int64[width × entries], who was taken points off by each entry (up to
        ``width`` players, -1 for nobody), and scratch of int64[n_players]: calls, cursor, slot,
        number, low, stack
    member : the players by place, group by group, those of a group by code
    """
    for one in range(n_players):
        work.number[one] = 0
        work.low[one] = 0
    unseen = 0
    for one in range(n_players):
        if work.meetings.first[one] >= 0:
            unseen += 1
    numbered, written = 0, 0
    for one in range(n_players):
        if work.number[one] == 0:
            numbered, written, unseen = reach(work, width, one, (numbered, written, unseen))
    # Within a group by code, whatever order the search came in.
    for one in range(n_players):
        work.begin[one] = -1 - work.low[one]
        work.cursor[one] = 0
    for one in range(n_players):
        begin = work.begin[one]
        work.place[one] = begin + work.cursor[begin]
        work.cursor[begin] += 1
        work.member[work.place[one]] = one


def reach(work: Any, width: int, root: int, counts: tuple[int, int, int]) -> tuple[int, int, int]:
    """Find all groups that are reached from ``root``: R. Tarjan's search, 1972, no recursion.

    A player's ``low`` is in the end -1 - the place where the group begins.
    counts : players numbered, players in groups so far, and those with games who are not numbered;
        as they are then
    """
    numbered, written, unseen = counts
    depth, waiting = 0, 0
    work.calls[0] = root
    work.number[root] = -1
    while depth >= 0:
        one = work.calls[depth]
        if work.number[one] < 0:
            numbered += 1
            unseen -= work.meetings.first[one] >= 0
            work.number[one] = numbered
            work.low[one] = numbered
            work.cursor[one] = work.meetings.first[one]
            work.slot[one] = 0
            work.stack[waiting] = one
            waiting += 1
        deeper = False
        while work.cursor[one] >= 0:
            if unseen == 0 and work.low[one] == work.number[root]:
                # Nobody is left to be found, nor a group that begins further down.
                work.cursor[one] = -1
                break
            other = work.arc[width * work.cursor[one] + work.slot[one]]
            if other >= 0 and work.low[other] >= 0:
                if work.number[other] == 0:
                    work.number[other] = -1
                    depth += 1
                    work.calls[depth] = other
                    deeper = True
                    break
                work.low[one] = min(work.low[one], work.low[other])
            work.slot[one] += 1
            if work.slot[one] == width:
                work.slot[one] = 0
                work.cursor[one] = work.meetings.following[work.cursor[one]]
        if deeper:
            continue
        if work.low[one] == work.number[one]:
            begin = written
            last = -1
            while last != one:
                waiting -= 1
                last = work.stack[waiting]
                work.low[last] = -1 - begin
                written += 1
        depth -= 1
    return numbered, written, unseen


def take_means(work: Any, column: Column, begin: int, end: int) -> None:
    """Take, group by group, the mean of the members' values off each of them."""
    first = begin
    while first < end:
        after = first
        while after < end and work.begin[work.member[after]] == work.begin[work.member[first]]:
            after += 1
        take_mean(column, first, after)
        first = after
