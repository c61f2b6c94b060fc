"""What a rulebook of Glicko may set, and which columns that needs."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from banzuke.model.parameters import Fault, Parameters, parameter, raise_faults


class GlickoParameters(Parameters):
    """What a rulebook may set."""

    start_rating: float = parameter(1500.0, "rating before the first game", unit="points")
    start_deviation: float = parameter(
        350.0, "deviation before the first game", unit="points", gt=0, le=100_000
    )
    growth: float = parameter(
        34.64101615137755,
        "c: what a period without games adds to a deviation, as the root of the sum of squares",
        unit="points",
        ge=0,
        le=100_000,
    )
    scale: float = parameter(
        400.0, "lead that means odds of 10 to 1 between sure ratings", unit="points", gt=0, le=1e6
    )
    ageing: Literal["by time", "when rated", "none"] = parameter(
        "by time",
        "when a deviation grows: with the time since the player's last game, by one period each "
        "time that the player is rated again, or never",
    )
    period_length: float = parameter(
        1.0,
        "time in which a deviation grows by c: in days where games, rounds or events are the "
        "periods, else in periods",
        gt=0,
        le=100_000,
    )
    game_growth: float = parameter(
        0.0,
        "h: what each game adds to a deviation before its result is counted, as the root of the "
        "sum of squares",
        unit="points",
        ge=0,
        le=100_000,
    )
    bonus: float = parameter(0.0, "b: what is added to every score, for playing", ge=0, le=1)
    neighbourhood: float = parameter(
        0.0,
        "lambda: the share of the way to the mean rating of its opponents that a period moves a "
        "rating",
        ge=0,
        le=1,
    )
    first_move: float = parameter(
        0.0, "lead that the advantage of moving first is worth", unit="points", ge=0, le=100_000
    )
    least_deviation: float = parameter(
        30.0, "no deviation falls below it", unit="points", gt=0, le=100_000
    )
    most_deviation: float = parameter(
        350.0, "no deviation grows above it", unit="points", gt=0, le=100_000
    )

    @model_validator(mode="after")
    def _bounds_in_order(self) -> Self:
        if self.least_deviation > self.most_deviation:
            what = f"it is above the most, {self.most_deviation:g}"
            raise_faults([Fault(("least_deviation",), what, "bounds in order")])
        return self


def uses(parameters: GlickoParameters) -> frozenset[str]:
    """All that is kept, and who moved first where that is worth anything."""
    names = {"deviation", "last", "time"}
    return frozenset(names | {"advantage"} if parameters.first_move > 0.0 else names)
