"""Places by values: shared ones are equal, and as many are left out behind them, 1, 1, 3."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any


def places_of(values: Sequence[Any]) -> list[int]:
    """The place of each value, 1 for the highest; values are compared with each other.

    >>> places_of([2, 5, 5, 1])
    [3, 1, 1, 4]
    """
    order = sorted(values)
    return [1 + len(order) - bisect_right(order, value) for value in values]
