"""Shared places as a part of the model: how likely it is that so many, and these, are next.

Source: D. Firth, I. Kosmidis and H. Turner, Davidson-Luce Model for Multi-item Choice with Ties,
2019; R. R. Davidson, 1970, for two. From those who are left, some of them are next with a chance
in proportion to the strength of places shared by so many, which is 1 for one alone, times the
geometric mean of their powers.

How many are next, and then who, is drawn runner by runner: with k of a place of n still to be
found, the next runner is one of them with a chance that is known from the sums of products of k
powers (each to 1 / n) of those who follow. So only numbers above 0 are added and multiplied, and
the work is in proportion to the runners, times the sum of the sizes that there are.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from banzuke.model.log import Column, Log
from banzuke.numeric.cholesky import BLOCK
from banzuke.systems.plackett_luce.parameters import MOST_TIED

#: Of one runner, by size n of a place and by k from 1 to n.
CELLS = MOST_TIED * (MOST_TIED + 1) // 2
#: So many strengths there are.
STRENGTHS = MOST_TIED - 1


class Sharing(NamedTuple):
    """Scratch of shared places; m runners have the largest race.

    strength : float64[MOST_TIED + 1], by size of a place, 0 for sizes that never occur
    root : float64[MOST_TIED × entries], by size n and runner: the power, to 1 / n, beside the
    highest of the runner and all behind; where the runner is that one, what all behind have beside
    theirs then, below 0
    taken, left, bent : float64[CELLS × m], by size and runner of a race and k: the chances to be on
    the place and not to be, with k of it still to be found, and how the former moves
    total, lean : float64[MOST_TIED × m], by size and the first runner of a level: the sum of
    products, how its logarithm moves
    chance, turn : float64[MOST_TIED × entries], by size and the first runner of a level: the chance
    of that size, how that moves
    sums, leans, flow, flows : float64[MOST_TIED + 1], by k, of the runner at hand
    with_strength : float64[STRENGTHS × columns of a fit], by size and place, the covariance with
    the logarithm of the strength, also that of strengths; known : float64[STRENGTHS²], the inverse
    of the latter; panel : of it
    All others are those of ``Work``: what is reckoned of shared places is handed these only.
    """

    strength: Column
    root: Column
    taken: Column
    left: Column
    bent: Column
    total: Column
    lean: Column
    chance: Column
    turn: Column
    sums: Column
    leans: Column
    flow: Column
    flows: Column
    with_strength: Column
    known: Column
    panel: Column
    race: Column
    count: Column
    first_race: Column
    runner: Column
    level: Column
    drawn: Column
    ahead: Column
    own: Column
    found: Column
    way: Column
    image: Column
    slope: Column
    curve: Column
    wide: Column
    actual: Column
    expected: Column
    span: Column


def room_for_sharing(log: Log, work: Any) -> Sharing:
    """Room for the races of a log, beside that of its fit; what is never touched takes no memory.

    work : a NamedTuple with the columns of ``Work``
    """
    largest = int(np.diff(np.asarray(log.game).astype(np.int64)).max(initial=0))
    room: Any = [
        np.zeros(MOST_TIED + 1),
        np.zeros(MOST_TIED * len(log.player)),
        *(np.zeros(CELLS * largest) for _ in range(3)),
        *(np.zeros(MOST_TIED * largest) for _ in range(2)),
        *(np.zeros(MOST_TIED * len(log.player)) for _ in range(2)),
        *(np.zeros(MOST_TIED + 1) for _ in range(4)),
        np.zeros(STRENGTHS * len(work.found)),
        np.zeros(STRENGTHS * STRENGTHS),
        np.zeros(STRENGTHS * BLOCK),
    ]
    return Sharing(*room, *(getattr(work, name) for name in Sharing._fields[len(room) :]))


def slot_of(column: Column, size: int) -> int:
    """Where a column of the fit has, behind all places, what is of those shared by ``size``.

    size : from 2
    """
    return len(column) - STRENGTHS + size - 2


def is_head(sharing: Any, at: int, head: int) -> bool:
    """Whether a runner is the first one of a level; head : the first runner of the race."""
    return at == head or sharing.level[at - 1] != sharing.level[at]


def sort_levels(sharing: Any, head: int, end: int) -> None:
    """Put the runners of each level in the order of ratings, then of how these are moved.

    So the order in which they stand in the results moves no bit.
    """
    for at in range(head + 1, end):
        one, back = sharing.runner[at], at
        while back > head and sharing.level[back - 1] == sharing.level[at]:
            other = sharing.runner[back - 1]
            if sharing.found[other] < sharing.found[one]:
                break
            if (
                sharing.found[other] == sharing.found[one]
                and sharing.way[other] <= sharing.way[one]
            ):
                break
            sharing.runner[back] = other
            back -= 1
        sharing.runner[back] = one


def find_roots(sharing: Any, head: int, end: int) -> None:
    """Write ``root`` of a race whose levels are sorted."""
    entries = len(sharing.root) // MOST_TIED
    for size in range(1, min(MOST_TIED, end - head) + 1):
        if sharing.strength[size] > 0.0:
            begin = (size - 1) * entries
            top = sharing.found[sharing.runner[end - 1]]
            for back in range(end - head):
                at = end - 1 - back
                gap = sharing.found[sharing.runner[at]] - top
                if gap <= 0.0:
                    sharing.root[begin + at] = math.exp(gap / size)
                else:
                    sharing.root[begin + at] = -max(math.exp(-gap / size), 1e-300)
                    top = sharing.found[sharing.runner[at]]


def walk(sharing: Any, head: int, end: int) -> None:
    """Write how often each runner of a race is expected to be next, and how that moves.

    That is ``drawn``, a place counted in like parts to those who share it; ``ahead``, how
    it moves with ``way``; ``own``, about how it bends. By level, ``chance`` and ``turn``.
    """
    sort_levels(sharing, head, end)
    for size in range(1, min(MOST_TIED, end - head) + 1):
        if sharing.strength[size] > 0.0:
            walk_back(sharing, size, head, end)
    find_chances(sharing, head, end)
    for at in range(head, end):
        sharing.drawn[at] = 0.0
        sharing.ahead[at] = 0.0
        sharing.own[at] = 0.0
    for size in range(1, min(MOST_TIED, end - head) + 1):
        if sharing.strength[size] > 0.0:
            walk_on(sharing, size, head, end)
    for at in range(head + 1, end):
        one, other = sharing.runner[at], sharing.runner[at - 1]
        if (
            sharing.level[at] == sharing.level[at - 1]
            and sharing.found[one] == sharing.found[other]
        ):
            # Equals are not told apart, not even by who is added first.
            sharing.own[at] = sharing.own[at - 1]
            sharing.drawn[at] = sharing.drawn[at - 1]
            if sharing.way[one] == sharing.way[other]:
                sharing.ahead[at] = sharing.ahead[at - 1]


def walk_back(sharing: Any, size: int, head: int, end: int) -> None:
    """Write, from the last runner to the first, all that is by size and runner."""
    largest, entries = len(sharing.total) // MOST_TIED, len(sharing.root) // MOST_TIED
    sums, leans = sharing.sums, sharing.leans
    for k in range(size + 1):
        sums[k] = 0.0
        leans[k] = 0.0
    sums[0] = 1.0
    for back in range(end - head):
        at = end - 1 - back
        power, move = (
            sharing.root[(size - 1) * entries + at],
            sharing.way[sharing.runner[at]] / size,
        )
        if power < 0.0:
            part = 1.0
            for k in range(1, size + 1):
                part *= -power
                sums[k] *= part
            power = 1.0
        cells = largest * (size * (size - 1) // 2) + (at - head) * size - 1
        for k in range(min(size, back + 1), 0, -1):
            more = power * sums[k - 1]
            total = sums[k] + more
            taken, left = 0.0, 0.0
            if total > 0.0:
                taken, left = more / total, sums[k] / total
            moved = move + leans[k - 1]
            sharing.taken[cells + k] = taken
            sharing.left[cells + k] = left
            sharing.bent[cells + k] = taken * left * (moved - leans[k])
            leans[k] = left * leans[k] + taken * moved
            sums[k] = total
        if is_head(sharing, at, head):
            sharing.total[(size - 1) * largest + at - head] = sums[size]
            sharing.lean[(size - 1) * largest + at - head] = leans[size]


def find_chances(sharing: Any, head: int, end: int) -> None:
    """Write, by level, how likely the next place is shared by so many, and how that moves."""
    largest, entries = len(sharing.total) // MOST_TIED, len(sharing.root) // MOST_TIED
    for at in range(head, end):
        if not is_head(sharing, at, head):
            continue
        most, whole, mean = min(MOST_TIED, end - at), 0.0, 0.0
        for size in range(1, most + 1):
            if sharing.strength[size] > 0.0:
                whole += sharing.strength[size] * sharing.total[(size - 1) * largest + at - head]
        for size in range(1, MOST_TIED + 1):
            cell = (size - 1) * largest + at - head
            chance = 0.0
            # Who is left alone is not chosen.
            if size <= most and most > 1 and sharing.strength[size] > 0.0:
                chance = sharing.strength[size] * sharing.total[cell] / whole
                if size > 1:
                    sharing.lean[cell] += sharing.way[slot_of(sharing.way, size)]
                mean += chance * sharing.lean[cell]
            sharing.chance[(size - 1) * entries + at] = chance
        for size in range(1, MOST_TIED + 1):
            chance = sharing.chance[(size - 1) * entries + at]
            turn = 0.0
            if chance > 0.0:
                turn = chance * (sharing.lean[(size - 1) * largest + at - head] - mean)
            sharing.turn[(size - 1) * entries + at] = turn


def walk_on(sharing: Any, size: int, head: int, end: int) -> None:
    """Add, from the first runner to the last, what places of a size say of each of them."""
    largest, entries = len(sharing.total) // MOST_TIED, len(sharing.root) // MOST_TIED
    flow, flows, squares = sharing.flow, sharing.flows, 0.0
    for k in range(size + 1):
        flow[k] = 0.0
        flows[k] = 0.0
    for at in range(head, end):
        if is_head(sharing, at, head):
            chance = sharing.chance[(size - 1) * entries + at]
            flow[size] += chance
            flows[size] += sharing.turn[(size - 1) * entries + at]
            squares += chance * chance
        cells = largest * (size * (size - 1) // 2) + (at - head) * size - 1
        drawn, moved = 0.0, 0.0
        for k in range(1, min(size, end - at) + 1):
            taken, left = sharing.taken[cells + k], sharing.left[cells + k]
            bent = flow[k] * sharing.bent[cells + k]
            part, move = flow[k] * taken, flows[k] * taken + bent
            drawn += part
            moved += move
            flow[k], flows[k] = flow[k] * left, flows[k] * left - bent
            flow[k - 1] += part
            flows[k - 1] += move
        sharing.drawn[at] += drawn / size
        sharing.ahead[at] += moved / size
        sharing.own[at] += drawn / size / size
        if size == 1:
            taken, left = sharing.taken[cells + 1], sharing.left[cells + 1]
            sharing.own[at] -= squares * taken * taken
            squares *= left * left
