"""Points for each player of the same power, on the round's other boards, whom one beats."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.ending import Ending, Group
from banzuke.scoring.exact import exact, shown
from banzuke.scoring.kind import Kind, Need, Part, for_whom, given


class SamePower(Parameters):
    """What it is worth to beat one."""

    who: Group = for_whom(Group.ALL)
    each: float = parameter(
        1.0, "for each player of the same power who holds fewer centres", unit="points"
    )


def points(ending: Ending, parameters: SamePower, so_far: Sequence[Fraction]) -> list[Part]:
    """Points for each of a group, by the other boards of the round."""
    each = exact(parameters.each)
    boards = [dict(zip(one.powers, one.centres, strict=True)) for one in ending.board.others]

    def part(at: int) -> Part:
        power, held = ending.board.powers[at], ending.centres[at]
        beaten = sum(counts[power] < held for counts in boards if power in counts)
        return Part(each * beaten, f"{shown(each)} × {beaten} of {len(boards)}")

    return given(ending, parameters.who, part)


def needs(parameters: SamePower) -> frozenset[Need]:
    """The other boards of the round."""
    return frozenset({Need.ROUND})


KIND = Kind(
    key="same-power",
    title="Points against the same power",
    summary="Points for each player of the same power, on other boards, whom one beats.",
    parameters=SamePower,
    points=points,
    needs=needs,
)
