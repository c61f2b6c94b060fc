"""Most best results: who has the best result more often, then the next best, and so on."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from banzuke.scoring.exact import shown
from banzuke.scoring.field import Field
from banzuke.scoring.tie_break import NoParameters, TieBreak, Values, by_order


def values(field: Field, parameters: NoParameters) -> Values:
    """The order of the lists of results, best first; ``worded`` says the results."""
    return by_order([_best_first(field, player) for player in range(len(field))])


def worded(field: Field, parameters: NoParameters, player: int) -> str:
    """The results in words, as ``2 × 200, 1 × 160``."""
    counts = Counter(_best_first(field, player))
    sign = -1 if field.lowest_is_best else 1
    return ", ".join(f"{count} × {shown(sign * points)}" for points, count in counts.items())


def _best_first(field: Field, player: int) -> tuple[Fraction, ...]:
    """A player's results, the best first; where the lowest is best, less than 0."""
    sign = -1 if field.lowest_is_best else 1
    return tuple(sorted((sign * one.points for one in field.results[player]), reverse=True))


TIE_BREAK = TieBreak(
    key="most-best-results",
    title="most best results",
    summary="Who has the highest result more often is first; then who has the next one more "
    "often, and so on.",
    source="British Othello Federation, grand prix",
    values=values,
    worded=worded,
)
