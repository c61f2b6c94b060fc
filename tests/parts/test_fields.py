"""The field of an event, in its three ways of counting."""

from __future__ import annotations

from types import SimpleNamespace

from banzuke.parts.fields import COUNTING_SOURCES, COUNTINGS, field_size


def test_each_way_of_counting():
    """Of 20 declared, three are listed in the second event, two of them with a place."""
    log = SimpleNamespace(players=[0.0, 20.0], game=[0, 1, 4], place=[1, 1, 2, 0])
    counted = [field_size(log, COUNTINGS.index(way), 1) for way in ("declared", "listed", "placed")]
    assert counted == [20.0, 3.0, 2.0]
    assert len(COUNTING_SOURCES) == len(COUNTINGS)
