"""What a rulebook may set, for DWZ."""

from __future__ import annotations

from typing import Literal

from banzuke.model.parameters import Parameters, parameter


class DwzParameters(Parameters):
    """What a rulebook may set."""

    expectation: Literal["normal", "logistic"] = parameter(
        "normal", "the curve of the expected score"
    )
    whole_coefficient: bool = parameter(
        True, "whether E is rounded to a whole number before its limits"
    )
    whole_ratings: bool = parameter(True, "whether ratings are rounded after every event")
    brake: Literal["all", "youth"] = parameter(
        "all", "who below 1300 has a brake on losses: everybody, or those up to 20 years"
    )
    first_games: int = parameter(
        5, "games against rated opponents that a first rating needs", unit="games", ge=1
    )
    rest_years: int = parameter(
        2, "after how many years stored games of the unrated are dropped", unit="years", ge=0
    )
    foreign_index: int = parameter(
        6, "index of who comes with a rating of another system", unit="events", ge=0
    )
    assumed_rating: float = parameter(
        1000.0, "rating that forecasts assume of who has none", unit="points", gt=0
    )
