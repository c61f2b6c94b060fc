"""What a rulebook of the Elo system may set, and what of it cannot be."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Literal

from pydantic import Field, model_validator

from banzuke.model.parameters import Declared, Fault, Parameters, parameter, raise_faults
from banzuke.model.phrases import listed, phrase
from banzuke.parts.score_table import ScoreBand, wrong_bands


class KStep(Declared):
    """K of the players for whom everything holds that the row says."""

    k: float = Field(ge=0, description="K, points")
    rating_from: float | None = Field(None, description="ratings from here on")
    rating_below: float | None = Field(None, description="ratings below this")
    peak_from: float | None = Field(None, description="whose highest rating was this or more")
    games_below: float | None = Field(None, gt=0, description="players of fewer games")
    age_to: float | None = Field(None, gt=0, description="until the year of this birthday")

    @property
    def words(self) -> str:
        """The row in words: ``40 for fewer than 30 games``."""
        said = (
            (self.rating_from, phrase("rating from {bound:g}", bound=self.rating_from or 0)),
            (self.rating_below, phrase("rating below {bound:g}", bound=self.rating_below or 0)),
            (self.peak_from, phrase("peak from {bound:g}", bound=self.peak_from or 0)),
            (self.games_below, phrase("fewer than {bound:g} games", bound=self.games_below or 0)),
            (self.age_to, phrase("age to {bound:g}", bound=self.age_to or 0)),
        )
        conditions = listed((text for bound, text in said if bound is not None), ", ")
        return phrase("{k:g} for {whom}", k=self.k, whom=conditions or phrase("all others"))


class CategoryRule(Declared):
    """What is different in games of some categories (event_category)."""

    names: tuple[str, ...] = Field(min_length=1, description="the categories (event_category)")
    k: float | None = Field(None, ge=0, description="K for everybody, points")
    weight: float = Field(1.0, ge=0, description="K is multiplied by this")
    spares_losers: bool = Field(False, description="whether nobody loses points")
    won: float = Field(1.0, ge=0, le=1, description="what the better side scores")
    lost: float = Field(0.0, ge=0, le=1, description="what the worse side scores")


class GradeStart(Declared):
    """Where a player of a declared grade starts."""

    grade: str = Field(min_length=1, description="as the players file has it")
    rating: float = Field(description="points")


class Smoothing(Declared):
    """How slowly the smoothed value follows the rating, at one value; evenly in between."""

    at: float = Field(description="smoothed value, points")
    keeps: float = Field(ge=0, le=1, description="share of the old value that is kept")


class EloParameters(Parameters):
    """What a rulebook may set."""

    start_rating: float = parameter(1500.0, "rating before the first game", unit="points")
    start_grades: tuple[GradeStart, ...] = parameter(
        (), "where players start who declare a grade (grade); others at start_rating", unit="points"
    )
    k: float = parameter(32.0, "most that one duel can move a rating", unit="points", ge=0)
    k_steps: tuple[KStep, ...] = parameter(
        (), "K of some players: the first row that fits holds; others have k", unit="points"
    )
    newcomer_factor: float = parameter(
        1.0, "what K is multiplied by before the first game; it falls evenly to 1", ge=1
    )
    newcomer_games: float = parameter(
        400.0, "games (with weight = length: their lengths) until it is 1", unit="games", gt=0
    )
    period_cap: float = parameter(
        0.0,
        "most that K times a player's games of a period may be: else K is the largest whole "
        "number that keeps to it; 0 for no limit",
        unit="points",
        ge=0,
    )
    categories: tuple[CategoryRule, ...] = parameter(
        (), "what is different in games of some categories"
    )
    other_categories: Literal["as usual", "refuse"] = parameter(
        "as usual", "games whose category has no row: rated like all others, or refused"
    )
    expectation: Literal["logistic", "normal", "table"] = parameter(
        "logistic", "the curve of the expected score: logistic, normal, or the rows of bands"
    )
    scale: float = parameter(
        400.0,
        "lead at which the odds are base to 1 (logistic); standard deviation (normal)",
        unit="points",
        gt=0,
    )
    base: float = parameter(10.0, "odds at a lead of one scale", gt=1)
    bands: tuple[ScoreBand, ...] = parameter(
        (), "the expected score by the lead, if expectation = table"
    )
    lead_cap: float = parameter(
        0.0, "a lead counts as no more than this; 0 for no limit", unit="points", ge=0
    )
    advantage: float = parameter(
        0.0, "what who is at home, or moves first, is stronger by", unit="points"
    )
    margin: Literal["none", "steps", "logarithm"] = parameter(
        "none",
        "what a wide win multiplies K by: nothing, margin_factors, or the logarithm of the "
        "margin + 1, eased by the winner's lead",
    )
    margin_factors: tuple[float, ...] = parameter(
        (1.0,), "with margin = steps: the factor at a margin of 0, 1, 2, … points of score"
    )
    margin_step: float = parameter(
        0.0, "what each further point of margin adds to the last factor", ge=0
    )
    margin_most: float = parameter(100.0, "largest factor of margin = steps", gt=0)
    margin_ease: float = parameter(
        2.2, "with margin = logarithm the factor is ln(margin + 1) × c / (c + s × lead): c", gt=0
    )
    margin_ease_per_point: float = parameter(0.001, "s of that formula", ge=0)
    margin_upset: float = parameter(
        4.0, "c / (c + s × lead) is never more than this, whoever wins", gt=1
    )
    weight: Literal["none", "factor", "length"] = parameter(
        "none",
        "what the column weight is: nothing, a factor of K, or the length of a match, a power "
        "of which multiplies K and every lead",
    )
    length_power: float = parameter(0.5, "that power", ge=0, le=2)
    ranking: Literal["all", "first", "adjacent"] = parameter(
        "all",
        "which duels a game of more than two sides holds: every pair of sides, only those "
        "between a first and a side that is not first, or only those of places that are next "
        "to each other",
    )
    duels: Literal["together", "in turn"] = parameter(
        "together",
        "whether all duels of a game are computed from the ratings before it, or one after "
        "another, in the order of the places, of which then none may be shared",
    )
    k_share: Literal["whole", "per opponent"] = parameter(
        "whole", "whether each duel moves by the whole k, or by k / (number of sides - 1)"
    )
    shared_places: Literal["draw", "none"] = parameter(
        "draw", "what sides on one place below the first have between them: a draw, or no duel"
    )
    shared_first: Literal["none", "draw"] = parameter(
        "none",
        "with ranking = first, what several firsts of a game of more than two sides have "
        "between them: no duel, or a draw",
    )
    team_change: Literal["whole", "split", "by play"] = parameter(
        "whole",
        "whether each member of a side gets its whole change, an equal part of it, or its share "
        "of the game (play) times the change",
    )
    team_rating: Literal["mean", "sum", "by play"] = parameter(
        "mean",
        "how strong a side is: the mean of its members' ratings, their sum, or their mean "
        "weighted by how much of the game each played (play)",
    )
    floor: float = parameter(-1e9, "lowest rating", unit="points")
    rounding: Literal["none", "whole"] = parameter(
        "none", "whether each change is rounded to a whole number, halves away from zero"
    )
    season_share: float = parameter(
        0.0, "share of the way to season_rating at the first game of a season", ge=0, le=1
    )
    season_rating: float = parameter(1500.0, "what ratings return to", unit="points")
    season_month: int = parameter(1, "the month in which a season begins", ge=1, le=12)
    provisional_games: float = parameter(
        0.0,
        "games against established players until one is established: until then one moves to "
        "one's performance in them, and nobody moves by games between two who are not",
        unit="games",
        ge=0,
    )
    provisional_points: float = parameter(
        0.0, "points from those games that it takes, too", unit="points of games", ge=0
    )
    provisional_span: float = parameter(
        400.0, "a win counts as this above the opponent, a loss as this below", unit="points", ge=0
    )
    provisional_weight: float = parameter(
        1.0, "what K of the established is multiplied by against others", ge=0
    )
    smoothing: tuple[Smoothing, ...] = parameter(
        (), "how slowly a column smoothed follows the rating; empty for no such column"
    )

    @model_validator(mode="after")
    def _tables_are_sound(self) -> EloParameters:
        faults = [
            Fault(("bands", *fault.where), fault.what, fault.right)
            for fault in (wrong_bands(self.bands) if self.expectation == "table" else [])
        ]
        faults += repeated("categories", [n for row in self.categories for n in row.names])
        faults += repeated("start_grades", [row.grade for row in self.start_grades])
        for number, row in enumerate(self.categories):
            if row.won < row.lost:
                what = f"the better side scores {row.won:g}, the worse {row.lost:g}"
                faults.append(Fault(("categories", number), what, "won at least as much as lost"))
        if not self.margin_factors or min(self.margin_factors) < 0:
            right = "one factor or more, none below 0"
            faults.append(Fault(("margin_factors",), "they are no factors", right))
        if any(one > two for one, two in pairwise(self.margin_factors)):
            what = "a wider win counts less than a narrow one"
            faults.append(Fault(("margin_factors",), what, "factors that never fall"))
        if any(one.at >= two.at for one, two in pairwise(self.smoothing)):
            right = "values that rise from row to row"
            faults.append(Fault(("smoothing",), "the rows are not in order", right))
        if not math.isfinite(math.log(self.base) / self.scale):
            faults.append(Fault(("scale",), f"{self.scale:g} is too small", "such as 400"))
        raise_faults(faults)
        return self


def repeated(table: str, names: list[str]) -> list[Fault]:
    """What stands twice in a table, in any case."""
    folded = [name.casefold() for name in names]
    return [
        Fault((table,), f"{name!r} stands there twice", "each once")
        for number, name in enumerate(names)
        if folded[number] in folded[:number]
    ]


def uses(parameters: EloParameters) -> frozenset[str]:
    """The state columns and columns of the log that these parameters need."""
    steps, rows = parameters.k_steps, parameters.categories
    ramp = parameters.newcomer_factor > 1.0
    by_length = parameters.weight == "length"
    provisional = parameters.provisional_games > 0.0 or parameters.provisional_points > 0.0
    by_age = any(row.age_to is not None for row in steps)
    needed = {
        "score": parameters.margin != "none",
        "advantage": parameters.advantage != 0.0,
        "play": "by play" in (parameters.team_change, parameters.team_rating),
        "weight": parameters.weight != "none",
        "category": bool(rows) or parameters.other_categories == "refuse",
        "year": by_age,
        "born": by_age,
        "day": parameters.season_share > 0.0,
        "season": parameters.season_share > 0.0,
        "games": (ramp and not by_length) or any(row.games_below is not None for row in steps),
        "experience": ramp and by_length,
        "peak": any(row.peak_from is not None for row in steps),
        "met_established": provisional,
        "points_from_established": provisional,
        "smoothed": bool(parameters.smoothing),
    }
    return frozenset(name for name, need in needed.items() if need)
