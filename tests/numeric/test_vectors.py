"""Sums of columns in any order, to the bit."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from banzuke.numeric.vectors import product_of, take_mean

values = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=30)


@given(left=values, data=st.data())
def test_product_in_any_order(left: list[float], data: st.DataObject):
    """The sum of products is exact to some digits, and the same in any order."""
    right = data.draw(st.lists(st.floats(-1, 1), min_size=len(left), max_size=len(left)))
    pairs = data.draw(st.permutations(list(zip(left, right, strict=True))))
    found = product_of(left, right, 0, len(left))
    other = product_of([a for a, _ in pairs], [b for _, b in pairs], 0, len(left))
    assert found == other
    wanted = math.fsum(a * b for a, b in zip(left, right, strict=True))
    assert math.isclose(found, wanted, abs_tol=1e-6)


@given(column=values, data=st.data())
def test_mean_in_any_order(column: list[float], data: st.DataObject):
    """Each value less the mean is the same in any order; what stands outside the span stays."""
    order = data.draw(st.permutations(range(len(column))))
    turned = [column[at] for at in order] + [7.0]
    straight = [*column, 7.0]
    take_mean(turned, 0, len(column))
    take_mean(straight, 0, len(column))
    assert turned == [straight[at] for at in order] + [7.0]
    assert abs(math.fsum(straight[:-1])) <= 1e-6 * len(column)
