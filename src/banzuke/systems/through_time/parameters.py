"""The settings of TrueSkill Through Time: first strengths, drift, noise of a game, draws."""

from __future__ import annotations

from typing import Literal

from pydantic import model_validator

from banzuke.model.parameters import Fault, Parameters, parameter, raise_faults

#: No deviation is more times as large as beta: of such strengths a game would tell no more.
MOST_BETAS = 1000.0


class ThroughTimeParameters(Parameters):
    """What a rulebook may set."""

    start_rating: float = parameter(
        25.0, "mean strength before the first game", unit="points", ge=-1e6, le=1e6
    )
    start_deviation: float = parameter(
        25 / 3, "deviation before the first game", unit="points", ge=1e-3, le=1e6
    )
    beta: float = parameter(
        25 / 6,
        "how much a performance varies around the strength: a deviation",
        unit="points",
        ge=1e-3,
        le=1e6,
    )
    drift: float = parameter(
        25 / 300,
        "by how much a strength may change from one day to the next: a deviation; one of 0 is "
        "taken as a 30 000th of start_deviation",
        unit="points",
        ge=0,
        le=1e6,
    )
    drift_over: Literal["days", "days played"] = parameter(
        "days",
        "what makes strengths drift: each day that passes, or each day on which the player has "
        "a game after an earlier one",
    )
    draw_probability: float = parameter(
        0.10, "how often two draw whose strengths are known and equal", ge=0, le=0.999
    )
    partial_play: bool = parameter(
        True, "whether who played a part of the game (column play) counts for that part"
    )

    @model_validator(mode="after")
    def _games_tell_something(self) -> ThroughTimeParameters:
        if self.start_deviation > MOST_BETAS * self.beta:
            what = f"start_deviation is more than {MOST_BETAS:g} times beta"
            raise_faults([Fault(("start_deviation",), what, f"at most {MOST_BETAS:g} × beta")])
        return self
