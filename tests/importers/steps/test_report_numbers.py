"""Numbers in columns of characters, by twos and character by character, beside Python's own."""

from __future__ import annotations

import math
import re

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from banzuke.importers.steps.report_numbers import decimals_in, numbers_in

FIELD = st.one_of(
    st.integers(0, 9999).map(lambda number: f"{number:>4}"),
    st.decimals(0, 99, places=1).map(lambda number: f"{number:>4}"),
    st.text(" 0123456789.,-x?", min_size=4, max_size=4),
)


def letters(texts):
    """Texts of four characters as a table of their letters."""
    return np.frombuffer("".join(texts).encode(), np.uint8).reshape(len(texts), 4)


@given(st.lists(FIELD, min_size=1, max_size=9))
@example(["  12"])
@example(["12  ", "   7", "1 2 ", "    "])
def test_whole_numbers(fields):
    """A number in one piece among blanks is read wherever it stands, and nothing else."""
    numbers, fine = numbers_in(letters(fields))
    for text, number, right in zip(fields, numbers.tolist(), fine.tolist(), strict=True):
        said = text.strip()
        assert right == (re.fullmatch("[0-9]*", said) is not None)
        assert number == (int(said or 0) if right else 0)


@given(st.lists(FIELD, min_size=1, max_size=9))
@example([" 4.5", "10.0"])
@example(["  2.", "  .5", "4,5 ", "    "])
def test_points(fields):
    """Points are what Python makes of them, with a comma or a dot; nothing is told apart."""
    points, fine = decimals_in(letters(fields))
    for text, value, right in zip(fields, points.tolist(), fine.tolist(), strict=True):
        said = text.strip().replace(",", ".")
        assert right == (re.fullmatch(r"|[0-9]+\.?[0-9]*|\.[0-9]+", said) is not None)
        assert value == float(said) if right and said else math.isnan(value)
