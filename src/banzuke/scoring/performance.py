"""Ratings of opponents, and the performance that a score against them is.

Source: FIDE Handbook C.07, article 10, by the tables of B.02, articles 8.1.1 and 8.1.2.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction

from banzuke.model.parameters import Parameters, parameter
from banzuke.scoring.exact import exact, half_up
from banzuke.scoring.field import Cell, Field
from banzuke.scoring.tie_break import Values

#: The highest difference at which the higher rated is expected 50, 51, … 99 hundredths.
BOUNDS = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315),
    *(328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
)
#: By how much a performance is above the average for 50, 51, … 100 hundredths.
ABOVE = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149),
    *(158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322),
    *(336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800),
)
MOST = 800


class RatedParameters(Parameters):
    """What stands for a missing rating."""

    unrated: float = parameter(
        0.0,
        "the rating of who has none; 0: if anybody has none, nobody has this tie-break",
        unit="rating",
        ge=0,
    )


class RatedCutParameters(RatedParameters):
    """What stands for a missing rating, and how many opponents are left out."""

    cut: int = parameter(0, "so many lowest ones are left out", unit="opponents", ge=0)
    median: int = parameter(
        0, "so many lowest and so many highest ones are left out", unit="opponents", ge=0
    )


def all_ratings(field: Field, parameters: RatedParameters) -> list[Fraction] | None:
    """The ratings of all players; None if one is missing and nothing stands for it."""
    instead = exact(parameters.unrated) if parameters.unrated else None
    found = [instead if rating is None else rating for rating in field.ratings]
    known = [rating for rating in found if rating is not None]
    return known if len(known) == len(found) else None


def rated_games(field: Field, player: int, ratings: Sequence[Fraction]) -> list[tuple[Cell, int]]:
    """Games over the board, each with the opponent's rating in whole points."""
    return [
        (cell, round(ratings[opponent]))
        for cell in field.played(player)
        for opponent in cell.opponents
    ]


def score_of(cell: Cell) -> Fraction:
    """What a game is to a rating: 1, ½ or 0, whatever the tournament gives for it."""
    return Fraction(2 if cell.is_won else 1 if cell.is_drawn else 0, 2)


def average(ratings: Sequence[int]) -> int:
    """The mean, halves up."""
    return int(half_up(Fraction(sum(ratings), len(ratings))))


def performance(score: Fraction, ratings: Sequence[int]) -> int:
    """The tournament performance rating: the average and what the table adds for the score."""
    hundredths = int(half_up(score * 100 / len(ratings)))
    if hundredths >= 50:
        return average(ratings) + ABOVE[hundredths - 50]
    return average(ratings) - ABOVE[50 - hundredths]


def expected(difference: int) -> int:
    """Hundredths that are expected of who is rated so much higher (lower, if negative)."""
    hundredths = 50 + bisect_left(BOUNDS, abs(difference))
    return hundredths if difference >= 0 else 100 - hundredths


def perfect_performance(score: Fraction, ratings: Sequence[int]) -> int:
    """The lowest rating at which the score or more is expected; 800 below all for none."""
    if score == 0:
        return min(ratings) - MOST
    low, high = min(ratings) - MOST, max(ratings) + MOST
    while high - low > 1:
        middle = (low + high) // 2
        if sum(expected(middle - rating) for rating in ratings) >= score * 100:
            high = middle
        else:
            low = middle
    return high


def of_each(field: Field, parameters: RatedParameters, *, perfect: bool) -> Values:
    """The performance of each player, None for who did not play; for all if a rating is missing."""
    ratings = all_ratings(field, parameters)
    if ratings is None:
        return [None] * len(field)
    found: Values = []
    for player in range(len(field)):
        games = rated_games(field, player, ratings)
        score = sum((score_of(cell) for cell, _ in games), Fraction(0))
        met = [rating for _, rating in games]
        reckon = perfect_performance if perfect else performance
        found.append(Fraction(reckon(score, met)) if met else None)
    return found


def of_opponents(field: Field, parameters: RatedParameters, *, perfect: bool) -> Values:
    """The mean performance of each player's opponents, halves up."""
    each = of_each(field, parameters, perfect=perfect)
    found: Values = []
    for player in range(len(field)):
        met = [each[opponent] for cell in field.played(player) for opponent in cell.opponents]
        known = [int(one) for one in met if one is not None]
        found.append(Fraction(average(known)) if known else None)
    return found
