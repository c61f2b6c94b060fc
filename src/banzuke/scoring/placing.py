"""Who stands before whom: totals, then tie-breaks one after the other, with what decided."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import NamedTuple

from banzuke.scoring.exact import shown
from banzuke.scoring.field import Field
from banzuke.scoring.tie_break import Values
from banzuke.scoring.tie_breaks import Chosen


class Criterion(NamedTuple):
    """What tells players apart.

    title : as tables and reasons call it; lowest : whether the lowest value stands first
    among : the values of some players, in their order, who are equal in all criteria before
    everybody : whether it has a value for players who are not tied, too
    worded : a player's value in words; None where numbers say it
    """

    title: str
    lowest: bool
    among: Callable[[Sequence[int]], Values]
    everybody: bool = True
    worded: Callable[[int], str] | None = None

    def told(self, player: int, value: Fraction | None) -> str:
        """A player's value as people read it, "" for none."""
        if value is None or self.worded is None:
            return shown(value)
        return self.worded(player)


class Decision(NamedTuple):
    """What put the players of one place before those of the next.

    criterion : index of the criterion that told them apart
    above, below : the values of it, as people read them
    """

    criterion: int
    above: str
    below: str


class Order(NamedTuple):
    """Players in order.

    groups : those who share a place, the best first, each in the order of their indices
    decisions : between each group and the next
    values : {(criterion, player): value}, as far as one was needed
    """

    groups: list[list[int]]
    decisions: list[Decision]
    values: dict[tuple[int, int], Fraction | None]


def of_tie_break(chosen: Chosen, field: Field) -> Criterion:
    """A tie-break as a criterion; what it says of everybody is reckoned once."""
    card, parameters = chosen
    if card.among is not None:
        among = card.among
        return Criterion(
            chosen.title,
            card.lowest_is_best,
            lambda tied: among(field, parameters, tied),
            everybody=False,
        )
    everybody = card.values(field, parameters) if card.values is not None else []
    criterion = of_values(chosen.title, everybody, lowest=card.lowest_is_best)
    worded = card.worded
    if worded is None:
        return criterion
    return criterion._replace(worded=lambda player: worded(field, parameters, player))


def of_values(title: str, values: Sequence[Fraction | None], *, lowest: bool) -> Criterion:
    """A criterion whose value everybody has."""
    return Criterion(title, lowest, lambda tied: [values[player] for player in tied])


def order_by(players: Iterable[int], criteria: Sequence[Criterion]) -> Order:
    """Players in the order of the criteria, each of which parts those still equal."""
    start = sorted(players)
    order = Order([start] if start else [], [], {})
    for number, criterion in enumerate(criteria):
        groups: list[list[int]] = []
        decisions: list[Decision] = []
        for at, group in enumerate(order.groups):
            if len(group) == 1 and not (criterion.everybody or number == 0):
                parts, values = [group], {}
            else:
                values = dict(zip(group, criterion.among(group), strict=True))
                parts = _parted(group, values, lowest=criterion.lowest)
            order.values.update({(number, player): value for player, value in values.items()})
            for before, after in pairwise(parts):
                told = [criterion.told(one[0], values[one[0]]) for one in (before, after)]
                decisions.append(Decision(number, *told))
            groups += parts
            if at < len(order.decisions):
                decisions.append(order.decisions[at])
        order = order._replace(groups=groups, decisions=decisions)
    return order


def _parted(
    group: Sequence[int], values: dict[int, Fraction | None], *, lowest: bool
) -> list[list[int]]:
    """A group in groups of equal value, the best first; who has no value comes last."""
    sign = 1 if lowest else -1

    def key(player: int) -> tuple[bool, Fraction]:
        value = values[player]
        return value is None, sign * (value or Fraction(0))

    return [list(same) for _, same in groupby(sorted(group, key=key), key=key)]
