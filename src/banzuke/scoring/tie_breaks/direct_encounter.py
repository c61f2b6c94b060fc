"""Direct encounter: the games that the tied players had against each other."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

from banzuke.model.parameters import Parameters, parameter
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
    ranks: dict[int, int] = {}
    before = 0
    for group in _in_order(field, list(tied), parameters):
        ranks.update(dict.fromkeys(group, before + 1))
        before += len(group)
    return [Fraction(ranks[player]) for player in tied]


def _in_order(field: Field, tied: list[int], parameters: EncounterParameters) -> list[list[int]]:
    """The tied players in order; who cannot be told apart is together."""
    if len(tied) < 2:
        return [tied]
    points, missing = _against_each_other(field, tied, parameters)
    if any(missing.values()) and not parameters.fixed_pairings:
        return _surely_first(field, tied, parameters, (points, missing))
    order = sorted(tied, key=lambda player: (-points[player], player))
    parts = [list(same) for _, same in groupby(order, key=lambda player: points[player])]
    if len(parts) == 1:
        return parts
    return [group for part in parts for group in _in_order(field, part, parameters)]


def _surely_first(
    field: Field,
    tied: list[int],
    parameters: EncounterParameters,
    known: tuple[dict[int, Fraction], dict[int, int]],
) -> list[list[int]]:
    """Who is first whatever the missing games had brought, then the next, then the rest."""
    points, missing = known
    left = sorted(tied, key=lambda player: (-points[player], player))
    found = []
    while len(left) > 1:
        others = (points[o] + missing[o] * field.worth.win for o in left[1:])
        if not all(points[left[0]] > most for most in others):
            break
        found.append([left.pop(0)])
    if not found:
        return [tied]
    return [*found, *_in_order(field, sorted(left), parameters)]


def _against_each_other(
    field: Field, tied: Sequence[int], parameters: EncounterParameters
) -> tuple[dict[int, Fraction], dict[int, int]]:
    """Points of each against the others (the mean of several games), and how many were not met."""
    points, missing = {}, {}
    for player in tied:
        made: dict[int, list[Fraction]] = {}
        for cell in field.cells[player]:
            if cell.is_paired and (cell.is_played or parameters.fixed_pairings):
                for opponent in cell.opponents:
                    made.setdefault(opponent, []).append(cell.points)
        met = [made[other] for other in tied if other in made]
        points[player] = sum((sum(one, Fraction(0)) / len(one) for one in met), Fraction(0))
        missing[player] = len(tied) - 1 - len(met)
    return points, missing


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
