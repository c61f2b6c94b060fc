"""The table of the normal chance's logarithm against the function itself."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.numeric.compiling import compiled
from banzuke.numeric.normal import log_normal_chance, normal_pull
from banzuke.numeric.normal_table import (
    END,
    normal_table,
    place_of,
    tabled_chance_and_pull,
    tabled_log_chance,
)

TABLE = normal_table()

values = st.one_of(
    st.floats(-1.2 * END, 1.2 * END),
    st.integers(-8 * 32, 8 * 32).map(lambda cell: cell / 32),
    st.floats(-1e6, 1e6),
    st.sampled_from([-END, np.nextafter(-END, 0), np.nextafter(END, 0), END, -0.0]),
)


@given(value=values)
def test_as_the_function(value: float):
    """Logarithm and slope are those of the function, within the table and beyond its ends."""
    wanted = log_normal_chance(value)
    chance, pull = tabled_chance_and_pull(TABLE, value)
    assert chance == pytest.approx(wanted, rel=4e-15, abs=2e-16)
    assert tabled_log_chance(TABLE, place_of(value)) == pytest.approx(wanted, rel=4e-15, abs=2e-16)
    assert pull == pytest.approx(normal_pull(value), rel=1e-15, abs=3e-14)


# Worked with 50 digits, at ends of cells, where polynomials are worst: value, logarithm, slope.
ENDS = [
    (1.90625, -0.028717312034842060108, 0.066728992361038247343),
    (-2.40625, -4.8210135082096096265, 2.7375283294728047522),
    (0.03125, -0.66852302409922240057, 0.77809722841569472993),
    (7.5, -3.1908916729109471367e-14, 2.4343205330290875024e-13),
]


@pytest.mark.parametrize(("value", "logarithm", "slope"), ENDS)
def test_ends_of_cells(value: float, logarithm: float, slope: float):
    """Logarithm and slope hold where one polynomial follows the other, on either side."""
    for near in (value, float(np.nextafter(value, -9))):
        chance, pull = tabled_chance_and_pull(TABLE, near)
        assert chance == pytest.approx(logarithm, rel=2e-15, abs=2e-16)
        assert pull == pytest.approx(slope, rel=1e-15, abs=3e-14)


@given(value=values)
def test_compiled_has_the_same_bits(value: float):
    """Compiled, both give the same bits as on a memoryview."""
    place = place_of(value)
    one = np.array(
        [tabled_log_chance(TABLE.data, place), *tabled_chance_and_pull(TABLE.data, value)]
    )
    two = np.array(
        [
            compiled(tabled_log_chance)(TABLE, place),
            *compiled(tabled_chance_and_pull)(TABLE, value),
        ]
    )
    assert one.tobytes() == two.tobytes()
