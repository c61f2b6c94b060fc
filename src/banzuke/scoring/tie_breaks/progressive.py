"""Progressive score: the sum of the totals after each round."""

from __future__ import annotations

from fractions import Fraction

from banzuke.model.parameters import Parameters, parameter
from banzuke.model.phrases import listed, phrase
from banzuke.scoring.field import Field
from banzuke.scoring.tie_break import TieBreak, Values
from banzuke.scoring.unplayed import FIDE


class ProgressiveParameters(Parameters):
    """How many rounds are left out, and what the totals begin with."""

    cut: int = parameter(
        0, "the totals after so many first rounds are left out", unit="rounds", ge=0
    )
    with_start: bool = parameter(
        False, "whether totals begin with what a player began with, as a McMahon score"
    )


def values(field: Field, parameters: ProgressiveParameters) -> Values:
    """The sum of the running totals, of each player."""
    return [_sum(field, player, parameters) for player in range(len(field))]


def _sum(field: Field, player: int, parameters: ProgressiveParameters) -> Fraction:
    made = [Fraction(0)] * len(field.rounds)
    for cell in field.cells[player]:
        made[cell.round] += cell.points
    so_far = field.starts[player] if parameters.with_start else Fraction(0)
    total = Fraction(0)
    for number, points in enumerate(made):
        so_far += points
        if number >= parameters.cut:
            total += so_far
    return total


def called(parameters: ProgressiveParameters) -> str:
    """The title with what is cut."""
    title = phrase("progressive score")
    if not parameters.cut:
        return title
    return listed((title, phrase("cut {number}", number=parameters.cut)), ", ")


TIE_BREAK = TieBreak(
    key="progressive",
    title="progressive score",
    code="PS",
    summary="The sum of the totals after each round (in Go: CUSS), so that early points count more "
    "often.",
    source=f"{FIDE}, article 7",
    values=values,
    parameters=ProgressiveParameters,
    called=called,
)
