"""The settings of whole-history ratings: drift, virtual games, what stones and komi are worth."""

from __future__ import annotations

from typing import Literal

from pydantic import model_validator

from banzuke.model.parameters import Fault, Parameters, parameter, raise_faults

#: The covariance of so many days of players at most is reckoned as a whole.
MOST_JOINT = 5000

#: The least virtual game: with less, who never lost would be out of all reach.
LEAST_VIRTUAL = 0.01


class WholeHistoryParameters(Parameters):
    """What a rulebook may set."""

    mean: float = parameter(0.0, "rating of the virtual opponent", unit="points", ge=-1e6, le=1e6)
    drift: float = parameter(
        300.0,
        "by how much a strength may change in a day: a variance",
        unit="points² a day",
        ge=1e-3,
        le=1e6,
    )
    virtual_wins: float = parameter(
        1.0,
        "wins against the virtual opponent, and as many losses, that every player has on the "
        "first day",
        unit="games",
        ge=0,
        le=1000,
    )
    virtual_draws: float = parameter(
        0.0,
        "draws with the virtual opponent that every player has on the first day",
        unit="games",
        ge=0,
        le=1000,
    )
    advantage: float = parameter(
        0.0, "worth of moving first, or of playing at home", unit="points", ge=-2000, le=2000
    )
    stone: float = parameter(
        0.0, "worth of one stone, or point, of handicap received", unit="points", ge=0, le=2000
    )
    komi_point: float = parameter(
        0.0, "worth of one point of komi for who moves second", unit="points", ge=0, le=2000
    )
    komi: float = parameter(0.0, "komi of games that tell none", unit="points", ge=-50, le=50)
    deviations: Literal["spread", "curvature"] = parameter(
        "spread",
        "what the deviation is: how far strengths are from the ratings, the lean of the odds "
        "counted in, by which the strong are rather stronger than the likeliest strength and the "
        "weak weaker; or how sharply ratings are determined where they are likeliest, which is "
        "less where there are few games",
    )
    joint_up_to: int = parameter(
        2000,
        "deviations come from the covariance of all days of all players who are linked by games, "
        "where these are so many days; where they are more, they are those if the ratings of all "
        "others were known, which are less",
        unit="days",
        ge=0,
        le=MOST_JOINT,
    )

    @model_validator(mode="after")
    def _holds_everybody(self) -> WholeHistoryParameters:
        if self.virtual_wins + 0.5 * self.virtual_draws < LEAST_VIRTUAL:
            what = "without virtual games who never lost has no finite rating"
            right = f"virtual_wins, or half of virtual_draws, at least {LEAST_VIRTUAL:g}"
            raise_faults([Fault(("virtual_wins",), what, right)])
        return self
