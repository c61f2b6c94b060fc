"""What a rulebook of Elo-MMR may set."""

from __future__ import annotations

from typing import Literal

from pydantic import field_validator

from banzuke.model.parameters import Fault, Parameters, parameter, raise_faults
from banzuke.systems.elo_mmr.belief import MOST_HISTORY

#: The factors that the weight of a first contest may have.
LEAST_FACTOR, MOST_FACTOR = 1e-3, 1e3


class EloMmrParameters(Parameters):
    """What a rulebook may set."""

    start_rating: float = parameter(
        1500.0, "rating before the first contest", unit="points", ge=-1e6, le=1e6
    )
    start_deviation: float = parameter(
        350.0, "deviation before the first contest", unit="points", ge=1e-3, le=100_000
    )
    weight_limit: float = parameter(
        0.2, "weight of a contest beside a long past, which weighs 1", ge=1e-4, le=1000
    )
    deviation_limit: float = parameter(
        80.0, "what deviations come to after many contests", unit="points", ge=1e-3, le=10_000
    )
    first_weights: tuple[float, ...] = parameter(
        (), "by what the weight of a player's first contests is multiplied, in their order"
    )
    shared_places: Literal["win and loss", "half"] = parameter(
        "win and loss",
        "whether sharing a place is a whole win and a whole loss, as it is with oneself, or half "
        "of each",
    )
    transfer: float = parameter(
        1.0,
        "how fast what is forgotten of past performances goes over to a normal curve around the "
        "rating: 0 for not at all",
        ge=0,
        le=1000,
    )
    history: int = parameter(
        MOST_HISTORY,
        "performances kept one by one; older ones become part of the normal curve",
        ge=1,
        le=MOST_HISTORY,
    )

    @field_validator("first_weights")
    @classmethod
    def _each_weighs(cls, factors: tuple[float, ...]) -> tuple[float, ...]:
        wrong = [factor for factor in factors if not LEAST_FACTOR <= factor <= MOST_FACTOR]
        right = f"from {LEAST_FACTOR:g} to {MOST_FACTOR:g} each"
        raise_faults(Fault((), f"{factor:g} is no factor of a weight", right) for factor in wrong)
        return factors
