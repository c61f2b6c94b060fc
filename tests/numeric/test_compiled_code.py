"""What the compiler takes and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest

from banzuke.numeric.compiling import compiled


def total_of_copy(values):
    """The sum of a copy, which a kernel must not make."""
    total = 0.0
    for value in values.copy():
        total += value
    return total


def total(values):
    """The sum of values."""
    found = 0.0
    for value in values:
        found += value
    return found


def test_kernel_makes_no_array():
    """The compiler refuses a kernel that makes an array: nobody would count who holds it."""
    with pytest.raises(Exception, match="NRT"):
        compiled(total_of_copy)(np.ones(3))


def test_kernel_reads_arrays():
    """The same kernel without the copy compiles."""
    assert compiled(total)(np.ones(3)) == 3.0
