"""What a rulebook of the Weng-Lin system may set."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from banzuke.model.parameters import Fault, Parameters, parameter, raise_faults

Model = Literal[
    "plackett-luce",
    "bradley-terry-full",
    "bradley-terry-part",
    "thurstone-mosteller-full",
    "thurstone-mosteller-part",
]


class WengLinParameters(Parameters):
    """What a rulebook may set."""

    model: Model = parameter(
        "plackett-luce",
        "how a ranking comes about: the sides are chosen one by one, the best first; or each two "
        "sides meet (full), or only neighbours in the ranking (part), by the logistic curve "
        "(bradley-terry) or the normal one (thurstone-mosteller)",
    )
    start_rating: float = parameter(
        25.0, "rating before the first game", unit="points", ge=-1e9, le=1e9
    )
    start_deviation: float = parameter(
        25.0 / 3.0, "deviation before the first game", unit="points", gt=0, le=100_000
    )
    beta: float = parameter(
        25.0 / 6.0, "how much a performance varies around the skill", unit="points", ge=1e-6, le=1e6
    )
    tau: float = parameter(
        25.0 / 300.0,
        "what each game first adds to the deviations of its players, squares added",
        unit="points",
        ge=0,
        le=100_000,
    )
    kappa: float = parameter(
        1e-4, "the part of the square of a deviation that a game leaves at least", gt=0, le=1
    )
    gamma: Literal["by deviation", "by sides", "none"] = parameter(
        "by deviation",
        "by what the loss of deviation is multiplied: the deviation of the side / c, 1 / the "
        "number of sides, or 1",
    )
    spread: float = parameter(1.0, "by what c, the spread of a meeting, is multiplied", ge=1, le=10)
    draw_margin: float = parameter(
        0.1,
        "in the Thurstone-Mosteller models: a meeting is drawn if performances differ by no more",
        unit="points",
        ge=0,
        le=1e6,
    )
    ties: Literal["averaged", "published"] = parameter(
        "averaged",
        "in the Plackett-Luce model, of shared places: averaged over the orders in which the "
        "sides could have come in, or by the published rule, where who comes next may gain more",
    )
    score_margin: float = parameter(
        0.0,
        "gains and losses are multiplied by 1 + ln(1 + lead in score / this): the lead of a pair; "
        "of the side chosen over the last one (plackett-luce); of the first over the last (part). "
        "0 if only places count",
        ge=0,
        le=1e6,
    )
    size_balance: float = parameter(
        0.0,
        "how far sides of unequal size are made equal: with 0 the strengths of members add up, "
        "with 1 only their mean counts",
        ge=0,
        le=1,
    )
    weighting: Literal["by weight", "none"] = parameter(
        "by weight", "whether a game counts by the weight that the results give it"
    )
    least_deviation: float = parameter(
        1e-6, "no deviation falls below it", unit="points", ge=1e-9, le=100_000
    )
    most_deviation: float = parameter(
        100_000.0, "no deviation grows above it", unit="points", gt=0, le=100_000
    )

    @model_validator(mode="after")
    def _bounds_in_order(self) -> Self:
        if self.least_deviation > self.most_deviation:
            what = "least_deviation is above most_deviation"
            raise_faults([Fault(("least_deviation",), what, "bounds in order")])
        return self


def uses(parameters: WengLinParameters) -> frozenset[str]:
    """The columns that these parameters need."""
    names = {"deviation", "play"}
    if parameters.weighting == "by weight":
        names.add("weight")
    if parameters.score_margin > 0.0:
        names.add("score")
    return frozenset(names)


def pairwise(parameters: WengLinParameters) -> bool:
    """Whether each two sides meet, not neighbours or who is left to be chosen."""
    return parameters.model.endswith("full")
