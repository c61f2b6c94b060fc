"""All points so far, brought to a fixed sum of the board or multiplied."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pydantic import model_validator

from banzuke.model.parameters import Fault, Parameters, parameter, raise_faults
from banzuke.scoring.ending import Ending, Group
from banzuke.scoring.exact import exact, shown
from banzuke.scoring.kind import Kind, Part, for_whom, given


class Scaled(Parameters):
    """To what, or by what."""

    who: Group = for_whom(Group.ALL)
    total: float = parameter(
        0.0, "what the points of the whole board are brought to; 0: they are multiplied", ge=0
    )
    times: float = parameter(1.0, "what they are multiplied by", ge=0)

    @model_validator(mode="after")
    def _does_one_thing(self) -> Scaled:
        if bool(self.total) == (self.times != 1):
            raise_faults([Fault((), "total or times must be said", "one of them")])
        return self


def points(ending: Ending, parameters: Scaled, so_far: Sequence[Fraction]) -> list[Part]:
    """What scaling adds to each, or takes away."""
    total = sum(so_far, Fraction(0))
    factor, why = exact(parameters.times), f"× {shown(exact(parameters.times))}"
    if parameters.total:
        whole = exact(parameters.total)
        factor = whole / total if total > 0 else Fraction(1)
        why = f"× {shown(whole)} / {shown(total)}"
    return given(ending, parameters.who, lambda at: Part(so_far[at] * (factor - 1), why))


KIND = Kind(
    key="scaled",
    title="Scaling",
    summary="All points so far, brought to a fixed sum of the board, or multiplied.",
    parameters=Scaled,
    points=points,
)
