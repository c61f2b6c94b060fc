"""What others pay to the leader, by how far it is ahead."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.ending import Ending, Group
from banzuke.scoring.exact import exact, shown
from banzuke.scoring.kind import NOTHING, Kind, Part


class Tribute(Parameters):
    """Who pays how much, and who receives it."""

    who: Group = parameter(Group.ALIVE, "who pays, but for the leaders")
    by: Literal["top", "gap", "distance"] = parameter(
        "top",
        "what it is counted by: the centres on top above free; the lead over the second highest; "
        "or how far who pays is behind the top",
    )
    free: int = parameter(0, "with top: centres for which nothing is paid", unit="centres", ge=0)
    each: float = parameter(1.0, "for each of these centres", unit="points", ge=0)
    most_shared: float = parameter(
        0.0, "nobody pays more than this, divided by the survivors; 0 for no limit", ge=0
    )
    most_part: float = parameter(
        1.0, "nobody pays more than this part of what it has; 1 for no limit", ge=0, le=1
    )
    shared_top: Literal["equally", "nothing", "squared"] = parameter(
        "equally",
        "where k powers are on top: they share what is paid, nothing is paid, or each gets what is "
        "paid divided by k × k, and the rest is lost",
    )
    rounded_down: bool = parameter(False, "whether what a leader gets is rounded down")


def points(ending: Ending, parameters: Tribute, so_far: Sequence[Fraction]) -> list[Part]:
    """What each pays, as a negative number, and what each leader receives."""
    count = len(ending.leaders)
    payers = ending.group(parameters.who) - ending.leaders
    if parameters.shared_top == "nothing" and count > 1:
        return [NOTHING] * len(ending.powers)
    paid = {at: payment(ending, parameters, at, so_far[at]) for at in payers}
    total = sum(paid.values(), Fraction(0))
    parts = count * count if parameters.shared_top == "squared" else count
    received = total / parts
    if parameters.rounded_down:
        received = Fraction(received.numerator // received.denominator)
    why = f"from {len(payers)}" if count == 1 else f"from {len(payers)}: {shown(total)} / {parts}"
    return [
        Part(received, why)
        if at in ending.leaders
        else Part(-paid[at], "to the leader" if count == 1 else "to the leaders")
        if at in payers
        else NOTHING
        for at in ending.powers
    ]


def payment(ending: Ending, parameters: Tribute, at: int, has: Fraction) -> Fraction:
    """What one power pays, who has so many points."""
    counted = {
        "top": max(ending.top - parameters.free, 0),
        "gap": ending.gap,
        "distance": ending.top - ending.centres[at],
    }[parameters.by]
    owed = exact(parameters.each) * counted
    if parameters.most_shared:
        owed = min(owed, exact(parameters.most_shared) / len(ending.alive))
    if parameters.most_part < 1:
        owed = min(owed, exact(parameters.most_part) * max(has, Fraction(0)))
    return owed


KIND = Kind(
    key="tribute",
    title="Tribute to the leader",
    summary="What others pay to the leader, by how far it is ahead.",
    parameters=Tribute,
    points=points,
)
