"""Pairs sorted in place are sorted as Python sorts them."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from banzuke.numeric.sorting import sort_pairs

pair = st.tuples(st.sampled_from([-1.0, 0.0, 1.0]) | st.floats(-9, 9), st.integers(0, 3))


@given(pairs=st.lists(pair, max_size=60), first=st.integers(0, 5), left=st.integers(0, 5))
def test_a_part_is_sorted_and_the_rest_stays(pairs, first, left):
    """From one index to another pairs are in order, by the first value, then the second."""
    end = max(len(pairs) - left, first)
    first, end = min(first, len(pairs)), min(end, len(pairs))
    one, two = (np.array([pair[at] for pair in pairs], dtype=np.float64) for at in (0, 1))
    sort_pairs(one.data if len(one) else one, two.data if len(two) else two, first, end)
    wanted = pairs[:first] + sorted(pairs[first:end]) + pairs[end:]
    assert list(zip(one.tolist(), two.tolist(), strict=True)) == wanted
