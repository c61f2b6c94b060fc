"""The least and the most that a power can have by then."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pydantic import model_validator

from banzuke.model.parameters import Fault, Parameters, parameter, raise_faults
from banzuke.scoring.ending import Counting, Ending, Group
from banzuke.scoring.exact import exact, shown
from banzuke.scoring.kind import Kind, Need, Part, counting, given, years_needed


class Limits(Parameters):
    """The limits, and whom they bind."""

    who: Group = parameter(Group.ALL, "whom they bind")
    least: float | None = parameter(None, "the least that each of them has; empty for no limit")
    most: float | None = parameter(None, "the most that each of them has; empty for no limit")
    least_a_year: float = parameter(
        0.0, "besides: the least that each of them has for each year survived", ge=0
    )
    counting: Counting = counting()

    @model_validator(mode="after")
    def _some_limit(self) -> Limits:
        faults = []
        if self.least is None and self.most is None and not self.least_a_year:
            faults.append(Fault((), "no limit is said", "least, most or least_a_year"))
        if self.least is not None and self.most is not None and self.least > self.most:
            faults.append(Fault(("least",), "least is above most"))
        raise_faults(faults)
        return self


def points(ending: Ending, parameters: Limits, so_far: Sequence[Fraction]) -> list[Part]:
    """What brings the points of each to its limit."""

    def part(at: int) -> Part:
        has = so_far[at]
        least = [] if parameters.least is None else [exact(parameters.least)]
        if parameters.least_a_year:
            years = ending.years(at, parameters.counting)
            least.append(exact(parameters.least_a_year) * years)
        bound = max([has, *least])
        if parameters.most is not None:
            bound = min(bound, exact(parameters.most))
        if bound == has:
            return Part(Fraction(0))
        return Part(bound - has, f"{'at least' if bound > has else 'at most'} {shown(bound)}")

    return given(ending, parameters.who, part)


def needs(parameters: Limits) -> frozenset[Need]:
    """Years, where the limit is by years."""
    return years_needed(parameters.who) if parameters.least_a_year else frozenset()


KIND = Kind(
    key="limits",
    title="Limits",
    summary="The least and the most that a power can have by then.",
    parameters=Limits,
    points=points,
    needs=needs,
)
