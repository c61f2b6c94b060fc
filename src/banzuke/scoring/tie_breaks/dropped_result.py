"""Dropped result: the points of the best round that does not count."""

from __future__ import annotations

from banzuke.scoring.field import Field
from banzuke.scoring.tie_break import NoParameters, TieBreak, Values


def values(field: Field, parameters: NoParameters) -> Values:
    """The points of the best dropped round of each player; None for who has none."""
    found: Values = []
    for own in field.results:
        points = sorted(
            (result.points for result in own if result.dropped), reverse=not field.lowest_is_best
        )
        found.append(points[0] if points else None)
    return found


TIE_BREAK = TieBreak(
    key="dropped-result",
    title="dropped result",
    summary="The points of the best round that does not count for the total.",
    source="WDC 2025",
    values=values,
)
