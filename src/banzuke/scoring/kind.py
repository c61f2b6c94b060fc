"""What a kind of term is: how one part of a scoring system gives points, and how it explains them.

Every file in ``scoring/kinds/`` ends in ``KIND = Kind(...)``; the shelf is derived from the
folder, so that a new file is a new kind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.ending import Counting, Ending, Group


class Need(StrEnum):
    """What a term asks of a board besides its centres."""

    OUT = "the years of eliminations"
    ORDER = "the order of eliminations"
    END = "the year of the end"
    DRAW = "the members of the draw"
    EARLIER = "the counts of earlier years"
    ROUND = "the other boards of the round"


class Part(NamedTuple):
    """What one term gives one power: exact points, and why, in a few words."""

    points: Fraction
    why: str = ""


#: What a term gives who gets nothing by it.
NOTHING = Part(Fraction(0))


@dataclass(frozen=True)
class Kind:
    """One kind of term.

    key : what scoring systems call it; title, summary : what it is, in words
    parameters : the declaration of what can be set
    points(ending, parameters, so_far) -> a Part for each power; ``so_far`` are the points that
        the terms before it gave, which it may move but not change in place
    needs(parameters) -> what it asks of a board; None if the centres suffice
    """

    key: str
    title: str
    summary: str
    parameters: type[Parameters]
    points: Callable[[Ending, Any, Sequence[Fraction]], list[Part]]
    needs: Callable[[Any], frozenset[Need]] | None = None


def given(ending: Ending, who: Group, part: Callable[[int], Part]) -> list[Part]:
    """A part for each member of a group, and nothing for the others."""
    members = ending.group(who)
    return [part(at) if at in members else NOTHING for at in ending.powers]


def for_whom(default: Group) -> Any:
    """The parameter ``who`` of a kind."""
    return parameter(default, "who gets it")


def counting() -> Any:
    """The parameter ``counting`` of a kind that counts years."""
    return parameter(
        Counting.WITH, "whether the year of the elimination counts (incl) or does not (excl)"
    )


def members_needed(who: Group) -> frozenset[Need]:
    """What knowing the members of a group needs: the draw, if it is for its members."""
    return frozenset({Need.DRAW} if who is Group.DRAW else ())


def years_needed(who: Group) -> frozenset[Need]:
    """What counting the years of a group needs."""
    if who is Group.DEAD:
        return frozenset({Need.OUT})
    return frozenset({Need.OUT, Need.END})
