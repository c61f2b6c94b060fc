"""Names as they are stored, and as numbers."""

from __future__ import annotations

import numpy as np
import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from banzuke.model.cells import texts
from banzuke.model.coded_names import clean_name, code_names


def test_names_are_composed_and_tidy():
    """A name in any composition and spacing is one name."""
    assert clean_name("  Zoe\u0308   van\u00a0Os ") == "Zoë van Os"


@given(st.lists(st.none() | st.text(max_size=6), max_size=30))
def test_names_are_coded_in_order(values):
    """Codes are indices into the sorted cleaned names; empty cells are -1."""
    coded = code_names(texts(pl.Series("c", values, dtype=pl.String)))
    assert coded.names == sorted(set(coded.names))
    for value, code in zip(values, coded.codes.tolist(), strict=True):
        name = "" if value is None else clean_name(value)
        assert (coded.names[code] if code >= 0 else "") == name


def test_codes_are_small():
    """Codes are int32, whatever the column."""
    assert code_names(pl.Series(["b", "a"])).codes.dtype == np.int32
