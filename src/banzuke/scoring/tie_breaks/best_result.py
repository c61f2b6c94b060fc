"""Best result: the points of the best round, or of the second best, and so on."""

from __future__ import annotations

from banzuke.model.parameters import Parameters, parameter
from banzuke.model.phrases import phrase
from banzuke.scoring.field import Field
from banzuke.scoring.tie_break import TieBreak, Values


class BestResultParameters(Parameters):
    """Which result is compared."""

    number: int = parameter(1, "the best result, the second best, …", ge=1)


def values(field: Field, parameters: BestResultParameters) -> Values:
    """The points of one round of each player; None for who has fewer."""
    found: Values = []
    for own in field.results:
        points = sorted((result.points for result in own), reverse=not field.lowest_is_best)
        found.append(points[parameters.number - 1] if len(points) >= parameters.number else None)
    return found


def called(parameters: BestResultParameters) -> str:
    """Which result is compared."""
    if parameters.number == 1:
        return phrase("best result")
    return phrase("best result, number {number}", number=parameters.number)


TIE_BREAK = TieBreak(
    key="best-result",
    title="best result",
    summary="The points of the player's best round, dropped or not.",
    source="custom of many tournaments; WDC 2025",
    values=values,
    parameters=BestResultParameters,
    called=called,
)
