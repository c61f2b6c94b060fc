"""Exact numbers: points are fractions, so that equal totals are equal and ties are seen."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm

#: One for all, because events have many cells that hold it.
NOTHING = Fraction(0)


def exact(value: float | Fraction) -> Fraction:
    """The number that is written, not the nearest binary one: 0.1 is a tenth."""
    return value if isinstance(value, Fraction) else _written(float(value))


@lru_cache(maxsize=4096)  # the scores of an event are few different numbers
def _written(value: float) -> Fraction:
    return Fraction(int(value)) if value.is_integer() else Fraction(repr(value))


def summed(values: Sequence[Fraction]) -> Fraction:
    """The sum: as whole numbers of a part that they all have, which is quicker one by one."""
    part = lcm(*(value.denominator for value in values))
    return Fraction(sum(value.numerator * (part // value.denominator) for value in values), part)


def shown(value: Fraction | None, places: int = 3) -> str:
    """A number as tables show it, at most ``places`` decimals, halves to the even digit.

    None, which stands for no value, is shown as nothing.
    """
    if value is None:
        return ""
    whole = round(value * 10**places)
    digits = f"{abs(whole):0{places + 1}d}"
    text = f"{digits[:-places]}.{digits[-places:]}".rstrip("0").rstrip(".") if places else digits
    return f"-{text}" if whole < 0 else text


def half_up(value: Fraction, places: int = 0) -> Fraction:
    """A number rounded to ``places`` decimals, halves away from zero."""
    unit = 10**places
    whole = (abs(value) * unit + Fraction(1, 2)) // 1
    return Fraction(whole, unit) * (1 if value >= 0 else -1)


def told_as(value: Fraction, printed: float, places: int) -> bool:
    """Whether a number is printed so, to ``places`` decimals: a half may go either way."""
    return abs(value - exact(printed)) <= Fraction(1, 2 * 10**places)
