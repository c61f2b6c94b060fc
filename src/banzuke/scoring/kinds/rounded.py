"""Points so far, rounded."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.ending import Ending, Group
from banzuke.scoring.exact import half_up
from banzuke.scoring.kind import Kind, Part, for_whom, given


class Rounded(Parameters):
    """To how many decimals, and where halves go."""

    who: Group = for_whom(Group.ALL)
    decimals: int = parameter(0, "decimal places", ge=0, le=12)
    rounding: Literal["half_away", "half_even"] = parameter(
        "half_away", "where halves go: away from zero, or to the even digit"
    )


def points(ending: Ending, parameters: Rounded, so_far: Sequence[Fraction]) -> list[Part]:
    """What rounding adds to each, or takes away."""

    def part(at: int) -> Part:
        has = so_far[at]
        even = parameters.rounding == "half_even"
        whole = round(has, parameters.decimals) if even else half_up(has, parameters.decimals)
        return Part(whole - has, "rounded" if whole != has else "")

    return given(ending, parameters.who, part)


KIND = Kind(
    key="rounded",
    title="Rounding",
    summary="Points so far, rounded.",
    parameters=Rounded,
    points=points,
)
