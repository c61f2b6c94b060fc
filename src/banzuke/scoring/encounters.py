"""Encounters: what tied players made against each other."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

from banzuke.scoring.field import Field


def ranks(tied: Sequence[int], groups: Sequence[Sequence[int]]) -> list[Fraction | None]:
    """The rank of each tied player, from 1, in the order of ``tied``; groups are in order."""
    found: dict[int, int] = {}
    for group in groups:
        found.update(dict.fromkeys(group, len(found) + 1))
    return [Fraction(found[player]) for player in tied]


def parted(field: Field, tied: Sequence[int], *, fixed_pairings: bool) -> list[list[int]]:
    """The tied players in groups, the better first, by their games against each other.

    Where not all have met, only who is first whatever the missing games had brought is put
    first, then the next, and the rest stay together.

    fixed_pairings : whether games not played count as played, and nobody missed another
    """
    points, missing = _against_each_other(field, tied, fixed_pairings=fixed_pairings)
    order = sorted(tied, key=lambda player: (-points[player], player))
    if fixed_pairings or not any(missing.values()):
        return [list(same) for _, same in groupby(order, key=lambda player: points[player])]
    found = []
    while len(order) > 1:
        others = (points[one] + missing[one] * field.worth.win for one in order[1:])
        if not all(points[order[0]] > most for most in others):
            break
        found.append([order.pop(0)])
    return [*found, sorted(order)]


def _against_each_other(
    field: Field, tied: Sequence[int], *, fixed_pairings: bool
) -> tuple[dict[int, Fraction], dict[int, int]]:
    """Points of each against the others (the mean of several games), and how many were not met."""
    points, missing = {}, {}
    everybody = frozenset(tied)
    for player in tied:
        made: dict[int, list[Fraction]] = {}
        for cell in field.cells[player]:
            if cell.is_paired and (cell.is_played or fixed_pairings):
                for opponent in everybody.intersection(cell.opponents):
                    made.setdefault(opponent, []).append(cell.points)
        means = (sum(one, Fraction(0)) / len(one) for one in made.values())
        points[player] = sum(means, Fraction(0))
        missing[player] = len(tied) - 1 - len(made)
    return points, missing
