"""Given and family names in two columns."""

from __future__ import annotations

import polars as pl
import pytest

from banzuke.importers.steps.whole_names import with_whole_names


@pytest.mark.parametrize(
    "pair",
    [("First Name", "Last name"), ("Vorname", "name"), ("Prénom", "name"), ("name", "Apellidos")],
)
def test_two_columns_are_one_name(pair):
    """In the order given, family, whatever the order of the columns; one may be empty."""
    frame = pl.DataFrame({"x": [1, 2], pair[1]: ["Berg", "Pelé"], pair[0]: [" Anna", None]})
    whole, notes = with_whole_names(frame, "t.csv")
    assert whole.to_dict(as_series=False) == {"x": [1, 2], "player": ["Anna Berg", "Pelé"]}
    assert str(notes[0]).endswith(f"{pair[0]} and {pair[1]} as player")


def test_a_player_goes_before():
    """Where there is a column player, the names are only notes."""
    frame = pl.DataFrame({"player": ["1"], "First name": ["A"], "Last name": ["B"]})
    assert with_whole_names(frame, "t.csv") == (frame, ())
