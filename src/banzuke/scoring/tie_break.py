"""What a tie-break is: a card that names it, and the function that gives its values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from banzuke.model.parameters import Parameters
from banzuke.scoring.field import Field

#: One a player; None for who has none, which is behind everybody who has one.
Values = list[Fraction | None]


def by_order(keys: Sequence[Any | None]) -> Values:
    """Of each player how many different keys, of all that there are, the player's is not behind.

    The number itself means nothing but the order. keys : the best highest; None for who has none
    """
    order = sorted({key for key in keys if key is not None})
    ranks = {key: Fraction(at) for at, key in enumerate(order, 1)}
    return [None if key is None else ranks[key] for key in keys]


class NoParameters(Parameters):
    """Of a tie-break that can be had in one way only."""


@dataclass(frozen=True)
class TieBreak:
    """A tie-break: who it is, and its function.

    key : short name; title : what people call it; source : where its rule is printed
    summary : the rule in words; code : its usual letters, "" if it has none
    values(field, parameters) -> one value a player of the field, exact; or None
    among(field, parameters, tied) -> one value for each of the tied players, by which they are
        told apart; for rules that depend on who is tied. One of both is there
    lowest_is_best : whether the lowest value stands first
    called(parameters) -> the title with these parameters; None if it is always the same
    variants : {letters: settings}, of those that have letters of their own
    worded(field, parameters, player) -> the value in words, where a number does not say it; None
        if numbers do
    """

    key: str
    title: str
    summary: str
    source: str
    code: str = ""
    variants: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    values: Callable[[Field, Any], Values] | None = None
    among: Callable[[Field, Any, Sequence[int]], Values] | None = None
    parameters: type[Parameters] = NoParameters
    lowest_is_best: bool = False
    called: Callable[[Any], str] | None = None
    worded: Callable[[Field, Any, int], str] | None = None
