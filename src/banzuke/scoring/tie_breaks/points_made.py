"""Points made: the total without what a player began with."""

from __future__ import annotations

from banzuke.scoring.field import Field
from banzuke.scoring.tie_break import NoParameters, TieBreak, Values


def values(field: Field, parameters: NoParameters) -> Values:
    """What each player made in the rounds; None for who has no result."""
    return [
        None if total is None else total - start
        for total, start in zip(field.totals, field.starts, strict=True)
    ]


TIE_BREAK = TieBreak(
    key="points-made",
    title="points made",
    code="NBW",
    summary="The total without what the player began with: in Go the number of wins.",
    source="European Go Federation, general tournament rules",
    values=values,
)
