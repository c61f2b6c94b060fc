"""What a rulebook may set, for Elo by lists."""

from __future__ import annotations

from typing import Literal

from pydantic import field_validator

from banzuke.model.parameters import Parameters, parameter, raise_faults
from banzuke.parts.score_table import ScoreBand, wrong_bands
from banzuke.systems.list_elo.first_rating import (
    wrong_differences,
)
from banzuke.systems.list_elo.k_rules import KRule, wrong_rules

#: No list of any federation has higher ratings; sums of parts of points stay exact below it.
HIGHEST = 100_000


class ListEloParameters(Parameters):
    """What a rulebook may set."""

    scores: tuple[ScoreBand, ...] = parameter(
        (ScoreBand(score=0.5),), "the table: what the higher rated scores, up to which difference"
    )
    cap: float = parameter(
        400.0, "differences above this count as this; 0 for no cap", unit="points", ge=0, le=100_000
    )
    capped: Literal["every game", "widest gap of an event"] = parameter(
        "every game", "which games the cap holds for"
    )
    true_gap_from: float = parameter(
        0.0,
        "who has this rating or more is rated by true differences; 0 for nobody",
        unit="points",
        ge=0,
        le=100_000,
    )
    widest_gap: float = parameter(
        0.0,
        "games of players as far apart as this, or further, are not rated if one of them is "
        "above widest_above; 0 for any",
        unit="points",
        ge=0,
        le=100_000,
    )
    widest_above: float = parameter(
        0.0, "rating above which widest_gap holds", unit="points", ge=0, le=100_000
    )
    k_rules: tuple[KRule, ...] = parameter(
        (
            KRule(k=10, peak_from=2400),
            KRule(k=40, peak_below=2300, age_to=18),
            KRule(k=40, games_below=30),
            KRule(k=20),
        ),
        "K, points for a whole score: the first row that holds",
    )
    k_games_most: float = parameter(
        700.0,
        "K times the games of a period is at most this, else K is the largest whole number that "
        "keeps to it; 0 for no limit",
        unit="points",
        ge=0,
        le=100_000,
    )
    lowest: float = parameter(
        0.0,
        "who falls below this has no rating any more, and no first rating is below it; 0 for any",
        unit="points",
        ge=0,
        le=100_000,
    )
    first_games: int = parameter(
        5, "games against rated opponents that a first rating needs", unit="games", ge=1, le=1000
    )
    first_months: int = parameter(
        26,
        "months, the first included, over which games for a first rating are kept; 0 for ever",
        unit="months",
        ge=0,
        le=1200,
    )
    first_most: float = parameter(
        0.0, "highest first rating; 0 for any", unit="points", ge=0, le=100_000
    )
    drop_zero: bool = parameter(
        False, "whether an event without a point does not count before any other has"
    )
    drawn_games: int = parameter(
        0, "draws that are added to the games for a first rating", unit="games", ge=0, le=100
    )
    drawn_rating: float = parameter(
        0.0,
        "rating of the opponents of these draws; 0 for the mean of the real ones",
        unit="points",
        ge=0,
        le=100_000,
    )
    points_above_half: float = parameter(
        0.0,
        "points for each half point above 50 percent in a first rating; 0 for differences",
        unit="points",
        ge=0,
        le=1000,
    )
    differences: tuple[float, ...] = parameter(
        (0.0,) * 51,
        "points above the opponents' mean that 50, 51 … 100 percent stand for",
        unit="points",
    )
    full_games: int = parameter(
        0,
        "who has fewer rated games is still rated by performance, of all games so far",
        unit="games",
        ge=0,
        le=1000,
    )
    passes: Literal["one", "two"] = parameter(
        "one",
        "whether performances count rated opponents only, or in a second pass others as well, "
        "at what the first gave them",
    )
    partial_effect: float = parameter(
        1.0, "share of a game's change where the opponent has fewer than full_games", ge=0, le=1
    )
    assumed_rating: float = parameter(
        1400.0, "rating that forecasts assume of who has none", unit="points", gt=0, le=100_000
    )

    @field_validator("scores")
    @classmethod
    def _table_is_whole(cls, scores: tuple[ScoreBand, ...]) -> tuple[ScoreBand, ...]:
        raise_faults(wrong_bands(scores))
        return scores

    @field_validator("k_rules")
    @classmethod
    def _everybody_has_a_k(cls, rows: tuple[KRule, ...]) -> tuple[KRule, ...]:
        raise_faults(wrong_rules(rows))
        return rows

    @field_validator("differences")
    @classmethod
    def _differences_rise(cls, differences: tuple[float, ...]) -> tuple[float, ...]:
        raise_faults(wrong_differences(differences))
        return differences
