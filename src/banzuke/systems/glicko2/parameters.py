"""What a rulebook of Glicko-2 may set, and which columns that needs."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from banzuke.model.parameters import Fault, Parameters, parameter, raise_faults


class Glicko2Parameters(Parameters):
    """What a rulebook may set."""

    start_rating: float = parameter(1500.0, "rating before the first game", unit="points")
    start_deviation: float = parameter(
        350.0, "deviation before the first game", unit="points", gt=0, le=100_000
    )
    start_volatility: float = parameter(
        0.06, "volatility before the first game", unit="logits a period", gt=0, le=100
    )
    tau: float = parameter(0.5, "how freely the volatility moves", gt=0, le=100)
    scale: float = parameter(173.7178, "points in a logit", unit="points", gt=0, le=1e6)
    ageing: Literal["by time", "when rated", "none"] = parameter(
        "by time",
        "when a deviation grows: with the time since the player's last game, by one period each "
        "time that the player is rated, or never",
    )
    period_length: float = parameter(
        1.0,
        "time in which a deviation grows by one volatility: in days where games, rounds or events "
        "are the periods, else in periods",
        gt=0,
        le=100_000,
    )
    growth: Literal["in the rating", "before the games"] = parameter(
        "in the rating",
        "whether the growth of the period that is rated belongs to its rating, by the new "
        "volatility (step 6), or all growth is made before, by the old one",
    )
    first_move: float = parameter(
        0.0, "lead that the advantage of moving first is worth", unit="points", ge=0, le=100_000
    )
    handicap: Literal["none", "ranks"] = parameter(
        "none",
        "whether stones and komi move the opponent's rating by ranks, as in Go: then who moves "
        "first has no other lead",
    )
    scoring: Literal["territory", "area", "chinese", "american"] = parameter(
        "territory",
        "with handicap = ranks: what is counted, and White's bonus for stones: none, none, a "
        "point for each (Chinese rules), a point for each but the first (AGA rules)",
    )
    most_ranks: float = parameter(
        0.0,
        "with handicap = ranks: a game with a head start of more ranks is not rated; 0 for any",
        unit="ranks",
        ge=0,
        le=1000,
    )
    gain_factor: float = parameter(
        1.0, "by what every gain, but no loss, is multiplied", gt=0, le=10
    )
    lowest_rating: float = parameter(-1e9, "no rating falls below it", unit="points", ge=-1e9)
    highest_rating: float = parameter(1e9, "no rating rises above it", unit="points", le=1e9)
    least_deviation: float = parameter(
        1e-6, "no deviation falls below it", unit="points", gt=0, le=100_000
    )
    most_deviation: float = parameter(
        100_000.0, "no deviation grows above it", unit="points", gt=0, le=100_000
    )
    least_volatility: float = parameter(
        1e-9, "no volatility falls below it", unit="logits a period", gt=0, le=100
    )
    most_volatility: float = parameter(
        100.0, "no volatility rises above it", unit="logits a period", gt=0, le=100
    )
    most_change: float = parameter(
        0.0, "the most that one period moves a rating; 0 for any", unit="points", ge=0, le=1e9
    )
    most_steps: int = parameter(
        100, "steps after which the search for the volatility ends", ge=1, le=10_000
    )

    @model_validator(mode="after")
    def _ranks_need_ratings(self) -> Self:
        if self.handicap == "ranks" and self.lowest_rating < 1.0:
            what = "ranks are logarithms of ratings, which may fall to 0 or below"
            raise_faults([Fault(("lowest_rating",), what, "at least 1 with handicap = ranks")])
        return self

    @model_validator(mode="after")
    def _bounds_in_order(self) -> Self:
        raise_faults(
            Fault((f"{low}_{name}",), f"{low} is above {high} of {name}", "bounds in order")
            for low, high, name in (
                ("lowest", "highest", "rating"),
                ("least", "most", "deviation"),
                ("least", "most", "volatility"),
            )
            if getattr(self, f"{low}_{name}") > getattr(self, f"{high}_{name}")
        )
        return self


def uses(parameters: Glicko2Parameters) -> frozenset[str]:
    """The state columns and columns of the log that these parameters need."""
    needed = {"deviation", "volatility", "last", "time"}
    if parameters.first_move or parameters.handicap == "ranks":
        needed.add("advantage")
    if parameters.handicap == "ranks":
        needed |= {"handicap", "komi", "board_size"}
    return frozenset(needed)
