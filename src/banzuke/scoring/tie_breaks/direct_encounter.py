"""Direct encounter: the games that the tied players had against each other."""

from __future__ import annotations

from collections.abc import Sequence

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.encounters import parted, ranks
from banzuke.scoring.field import Field
from banzuke.scoring.tie_break import TieBreak, Values
from banzuke.scoring.unplayed import FIDE


class EncounterParameters(Parameters):
    """Which games count."""

    fixed_pairings: bool = parameter(
        False,
        "whether all pairings were fixed beforehand (everybody meets everybody): games not played "
        "count as played",
    )


def among(field: Field, parameters: EncounterParameters, tied: Sequence[int]) -> Values:
    """The rank of each tied player among them, from 1."""
    return ranks(tied, _in_order(field, list(tied), parameters))


def _in_order(field: Field, tied: list[int], parameters: EncounterParameters) -> list[list[int]]:
    """The tied players in order; who cannot be told apart is together."""
    parts = parted(field, tied, fixed_pairings=parameters.fixed_pairings)
    if len(parts) == 1:
        return parts
    return [group for part in parts for group in _in_order(field, part, parameters)]


TIE_BREAK = TieBreak(
    key="direct-encounter",
    title="direct encounter",
    code="DE",
    summary="The rank among the tied by the games that they had against each other; again among "
    "those whom that leaves equal. Where not all have met, only who would be first whatever the "
    "missing games had brought is put first.",
    source=f"{FIDE}, article 6",
    among=among,
    parameters=EncounterParameters,
    lowest_is_best=True,
)
