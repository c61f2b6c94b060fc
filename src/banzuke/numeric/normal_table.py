"""The logarithm of the normal chance from a table, for kernels that need it very often.

Between -8 and 8 there is a polynomial for every thirty-second: Taylor's, of degree 6 around its
middle. The zeros of the normal chance are 2.8 or more away, so that what is cut off is below
3e-17 in the logarithm and 2e-14 in its slope; the rest is rounding.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from banzuke.numeric.normal import log_normal_chance, normal_pull

#: From where to where the table goes, how many polynomials a unit has, their coefficients.
END = 8.0
CELLS = 32.0
TERMS = 7


@lru_cache(maxsize=1)
def normal_table() -> NDArray[np.float64]:
    """The coefficients of all polynomials, one after the other, the constant first, by cells."""
    middles = (np.arange(2.0 * END * CELLS) + 0.5) / CELLS - END
    table = np.zeros((len(middles), TERMS))
    table[:, 0] = [log_normal_chance(middle) for middle in middles.tolist()]
    # The slope s at z obeys s' = -s (z + s), from which its coefficients follow one by one.
    slopes = [np.array([normal_pull(middle) for middle in middles.tolist()])]
    for power in range(TERMS - 1):
        table[:, power + 1] = slopes[power] / (power + 1) / CELLS ** (power + 1)
        total = middles * slopes[power] + (slopes[power - 1] if power else 0.0)
        for one in range(power + 1):
            total = total + slopes[one] * slopes[power - one]
        slopes.append(-total / (power + 1))
    return table.ravel()


def tabled_log_chance(table: Any, place: float) -> float:
    """``log_normal_chance`` at ``place_of`` a value, off by 3e-15 of it, or by 1e-16, at most."""
    if not 0.0 <= place < 2.0 * END * CELLS:
        return log_normal_chance(place / CELLS - END)
    cell = int(place)
    x = place - (cell + 0.5)
    at = TERMS * cell
    # In pairs, which a processor works at side by side.
    square = x * x
    high = (table[at + 4] + x * table[at + 5]) + square * table[at + 6]
    return (table[at] + x * table[at + 1]) + square * (
        (table[at + 2] + x * table[at + 3]) + square * high
    )


def tabled_chance_and_pull(table: Any, value: float) -> tuple[float, float]:
    """``log_normal_chance`` and its slope, which is off by 2e-14 at most."""
    place = place_of(value)
    if not 0.0 <= place < 2.0 * END * CELLS:
        return log_normal_chance(value), normal_pull(value)
    cell = int(place)
    x = place - (cell + 0.5)
    at = TERMS * cell
    square = x * x
    one, two, three = table[at + 1], table[at + 2], table[at + 3]
    four, five, six = table[at + 4], table[at + 5], table[at + 6]
    found = (table[at] + x * one) + square * (
        (two + x * three) + square * ((four + x * five) + square * six)
    )
    slope = (one + x * (2.0 * two)) + square * (
        (3.0 * three + x * (4.0 * four)) + square * (5.0 * five + x * (6.0 * six))
    )
    return found, CELLS * slope


def place_of(value: float) -> float:
    """Where a value is in the table, in cells."""
    return CELLS * value + CELLS * END
