"""What a rulebook may set, for US Chess."""

from __future__ import annotations

from typing import Literal

from banzuke.model.parameters import Parameters, parameter


class UsChessParameters(Parameters):
    """What a rulebook may set."""

    start_rating: float = parameter(
        1300.0, "initial rating of who has none and no year of birth", unit="points", ge=100
    )
    bonus_threshold: float = parameter(10.0, "B of the bonus", unit="points", ge=0)
    effective_games: Literal["2013", "1998"] = parameter(
        "2013", "the formula of N*: of May 2013, or the one before"
    )
    passes: Literal["two", "one"] = parameter(
        "two",
        "whether opponents are taken at their intermediate ratings, or as they were before",
    )
    special_games: int = parameter(
        8, "up to so many games before the event the special formula holds", unit="games", ge=0
    )
    special_cap: float = parameter(
        2700.0, "the highest rating that the special formula gives", unit="points", ge=100
    )
    established_games: int = parameter(
        25, "a rating based on more games is established", unit="games", ge=0
    )
    personal_floor: bool = parameter(
        True, "whether the floor grows with wins, draws and events, as over the board"
    )
    dual_categories: tuple[str, ...] = parameter(
        ("dual",), "event_category of events that are rated in two systems: K is less above 2200"
    )
