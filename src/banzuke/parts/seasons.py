"""Seasons: years that begin with a month of their own, as a league counts them."""

from __future__ import annotations


def season_of(day: int, first_month: float) -> float:
    """The year in which the season of a day began.

    day : counted from 1970-01-01; first_month : of the season, 1 to 12
    The civil calendar, reckoned with years that begin in March: 146,097 days are 400 years.
    """
    shifted = day + 719468
    era = shifted // 146097
    of_era = shifted - 146097 * era
    year = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
    of_year = of_era - (365 * year + year // 4 - year // 100)
    month = (5 * of_year + 2) // 153 + 3
    year += 400 * era
    if month > 12:
        month -= 12
        year += 1
    if month < first_month:
        year -= 1
    return float(year)
