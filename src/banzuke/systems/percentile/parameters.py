"""What a rulebook may set, for percentiles."""

from __future__ import annotations

from typing import Literal

from banzuke.model.parameters import Declared, Parameters, parameter


class CategoryValue(Declared):
    """The value of every event of one category, whatever its size."""

    category: str = parameter(..., "the event_category it holds for, in any case")
    value: float = parameter(..., "the tournament value", unit="%", ge=0, le=100)
    before_cutoff: bool = parameter(True, "whether such an event also counts before counted_from")


class PercentileParameters(Parameters):
    """What a rulebook may set."""

    start_rating: float = parameter(40.0, "rating before the first event", ge=0, le=100)
    field: Literal["declared", "listed", "placed"] = parameter(
        "declared",
        "the number of players N: as the event declares it (event_players), the rows listed, "
        "or the rows with a place",
    )
    ties: Literal["best", "mean", "worst"] = parameter(
        "best", "which of the places that tied players share is used for each of them"
    )
    base_value: float = parameter(2.0, "value of an event before its size counts", unit="%", ge=0)
    players_per_point: float = parameter(
        3.5, "players that add one to the value, several rounds", unit="players", gt=0
    )
    players_per_point_one_round: float = parameter(
        7.0, "players that add one to the value, one round", unit="players", gt=0
    )
    value_cap: float = parameter(15.0, "the highest value by size", unit="%", ge=0, le=100)
    cap_category_values: bool = parameter(
        False, "whether value_cap also caps the values that a category fixes"
    )
    counted_from: int = parameter(
        2001, "events of earlier years have value 0; 0 for no cutoff", unit="year", ge=0
    )
    rounds_unknown: Literal["refuse", "one", "several"] = parameter(
        "refuse", "what is done where the value needs the number of rounds and it is unknown"
    )
    category_values: tuple[CategoryValue, ...] = parameter(
        (), "categories whose events have a fixed value"
    )
