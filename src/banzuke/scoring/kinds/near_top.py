"""A pool shared by those who hold most or nearly so, by how far behind they are."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.ending import Ending, Group
from banzuke.scoring.exact import exact, shown
from banzuke.scoring.kind import Kind, Part, given


class NearTop(Parameters):
    """What is shared, and the shares."""

    points: float = parameter(0.0, "what is shared", unit="points")
    shares: tuple[float, ...] = parameter(
        (1.0,), "shares of who is 0, 1, 2, … centres behind the top; further back, none"
    )


def points(ending: Ending, parameters: NearTop, so_far: Sequence[Fraction]) -> list[Part]:
    """The part of each survivor who is near enough."""
    shares = [share_of(parameters.shares, ending.top - held) for held in ending.centres]
    total = sum((shares[at] for at in ending.alive), Fraction(0))
    whole = exact(parameters.points)

    def part(at: int) -> Part:
        if not shares[at]:
            return Part(Fraction(0), f"{ending.top - ending.centres[at]} behind the top")
        why = f"{shown(whole)} × {shown(shares[at])} / {shown(total)}"
        return Part(whole * shares[at] / total, why)

    return given(ending, Group.ALIVE, part)


def share_of(shares: Sequence[float], behind: int) -> Fraction:
    """The share of who is so many centres behind the top."""
    return exact(shares[behind]) if behind < len(shares) else Fraction(0)


KIND = Kind(
    key="near-top",
    title="Pool of those near the top",
    summary="A pool shared by who holds most or nearly so, by the centres that they are behind.",
    parameters=NearTop,
    points=points,
)
