"""Extended direct encounter: matches that the tied teams had against each other."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.encounters import parted, ranks
from banzuke.scoring.field import Field
from banzuke.scoring.team_scores import (
    board_count,
    by_score,
    made_on_boards,
    other_score,
    without_last,
)
from banzuke.scoring.tie_break import TieBreak, Values
from banzuke.scoring.unplayed import FIDE


class TeamEncounterParameters(Parameters):
    """Which matches count, and what decides between two teams that are equal in both scores."""

    fixed_pairings: bool = parameter(
        False, "whether all pairings were fixed beforehand: matches not played count as played"
    )
    boards: Literal["none", "count", "top", "bottom"] = parameter(
        "none",
        "between two teams equal in both scores: nothing more; the board count of their matches; "
        "their first board, then the second, …; all boards but the last, then but the last two, …",
    )


def among(field: Field, parameters: TeamEncounterParameters, tied: Sequence[int]) -> Values:
    """The rank of each tied team among them, from 1."""
    first = by_score(field, "game") if field.points == "scores" else field
    both = (first, by_score(field, other_score(field)))
    return ranks(tied, _in_order(both, list(tied), parameters))


def _in_order(
    both: tuple[Field, Field], tied: list[int], parameters: TeamEncounterParameters
) -> list[list[int]]:
    """The tied teams in order, by the score that ranks, then by the other, then by boards."""
    for field in both:
        parts = parted(field, tied, fixed_pairings=parameters.fixed_pairings)
        if len(parts) > 1:
            return [group for part in parts for group in _in_order(both, part, parameters)]
    if len(tied) == 2 and parameters.boards != "none":
        one, two = (_boards(both[0], team, tied, parameters) for team in tied)
        if one != two:
            return [[team] for team in (tied if one > two else tied[::-1])]
    return [tied]


def _boards(
    field: Field, team: int, tied: Sequence[int], parameters: TeamEncounterParameters
) -> tuple[Fraction, ...]:
    """What a team's boards made against the tied, the more the better, one after the other."""
    others = {*tied}
    made = made_on_boards(field, (c for c in field.cells[team] if others & {*c.opponents}))
    if parameters.boards == "count":
        return (-board_count(made),)
    return tuple(made) if parameters.boards == "top" else without_last(made)


TIE_BREAK = TieBreak(
    key="team-encounter",
    title="extended direct encounter",
    code="EDE",
    variants={
        "EDEC": {"boards": "count"},
        "EDET": {"boards": "top"},
        "EDEB": {"boards": "bottom"},
    },
    summary="The rank among the tied teams by their matches against each other: by the score that "
    "ranks, then by the other, each time again among those still equal; then, between two, by "
    "their boards.",
    source=FIDE,
    among=among,
    parameters=TeamEncounterParameters,
    lowest_is_best=True,
)
