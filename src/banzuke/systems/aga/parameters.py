"""What a rulebook may set, for AGA."""

from __future__ import annotations

from pydantic import field_validator

from banzuke.model.parameters import Parameters, parameter, raise_faults
from banzuke.systems.aga.knots import KNOTS, Knot, knot_faults, rank_faults


class AgaParameters(Parameters):
    """What a rulebook may set."""

    komi: float = parameter(7.5, "komi of even games that tell none", unit="points", ge=-50, le=50)
    handicap_komi: float = parameter(
        0.5,
        "komi of games with stones, or one without komi, that tell none",
        unit="points",
        ge=-50,
        le=50,
    )
    promotion_from: float = parameter(
        1.0, "entering so far above the rating, with a win, moves it", unit="stones", gt=0
    )
    reseed_from: float = parameter(
        3.0, "entering so far above the rating, with a win, replaces it", unit="stones", gt=0
    )
    promotion_step: float = parameter(
        0.024746, "what every such move adds", unit="stones", ge=0, le=10
    )
    promotion_share: float = parameter(0.32127, "part of the way that it goes", ge=0, le=1)
    promotion_doubt: float = parameter(
        0.256, "what it adds to the variance, for one stone", unit="stones²", ge=0, le=100
    )
    promotion_power: float = parameter(
        1.9475, "power of the stones by which the variance grows", ge=0, le=4
    )
    ageing: float = parameter(
        0.0005,
        "deviation that a day without games adds, in quadrature",
        unit="stones a day",
        ge=0,
        le=1,
    )
    deviations: tuple[Knot, ...] = parameter(
        KNOTS, "first deviations, weakest rating first; a cubic spline between them"
    )
    deviation_below: float = parameter(
        6.0, "first deviation of who is weaker than all of them", unit="stones", gt=0, le=100
    )
    start_rank: str = parameter(
        "", "rank of who has neither a rating nor a declared rank; empty to refuse them"
    )

    @field_validator("start_rank")
    @classmethod
    def _is_a_rank(cls, rank: str) -> str:
        raise_faults(rank_faults(rank))
        return rank

    @field_validator("deviations")
    @classmethod
    def _knots_rise(cls, knots: tuple[Knot, ...]) -> tuple[Knot, ...]:
        raise_faults(knot_faults(knots))
        return knots
