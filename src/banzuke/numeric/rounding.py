"""Rounding as published lists do it: of the decimal number that is meant."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

LARGE = 9e8

# Beyond this not every whole number is a float.
LARGEST_EXACT = 2.0**53

Rounding = Literal["half_away", "half_even", "down"]


def rounded(values: NDArray[np.float64], decimals: int, rounding: Rounding) -> NDArray[np.float64]:
    """Round to ``decimals`` places.

    half_away : halves go away from zero; half_even : to the even neighbour; down : toward zero
    A value within 1e-7 of a unit of the last place from a half counts as that half, so that
    90.625 or 52.5 is treated as such even if it was reached by inexact arithmetic.
    """
    scale = 10.0**decimals
    scaled = values * scale
    # Beyond this a number has no digits left that could be noise.
    scaled = np.where(np.abs(scaled) < LARGE, np.round(scaled, 7), scaled)
    if rounding == "half_away":
        whole = np.copysign(np.floor(np.abs(scaled) + 0.5), scaled)
    elif rounding == "half_even":
        whole = np.rint(scaled)
    else:
        whole = np.trunc(scaled)
    # Adding zero turns a negative zero into zero.
    result: NDArray[np.float64] = whole / scale + 0.0
    return result


def written(
    values: NDArray[np.float64], decimals: int, rounding: Rounding, signed: bool = False
) -> list[str]:
    """The rounded values as texts; ``signed`` puts a plus before what is above zero."""
    sign = "+" if signed else ""
    texts = []
    rounded_values = rounded(values, decimals, rounding)
    if decimals == 0 and not signed and (np.abs(rounded_values) < LARGEST_EXACT).all():
        return [*map(str, rounded_values.astype(np.int64).tolist())]
    for value in rounded_values.tolist():
        texts.append(f"{value:{sign if value > 0 else ''}.{decimals}f}")
    return texts
