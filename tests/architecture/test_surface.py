"""The public surface of the package is what ``__all__`` says."""

from __future__ import annotations

import inspect

import pytest

import banzuke

NAMES = getattr(banzuke, "__all__", None)
pytestmark = pytest.mark.skipif(NAMES is None, reason="the package has no public names yet")


def test_all_is_sorted():
    """The list is in order, so that a name has one place to be in."""
    assert list(NAMES or ()) == sorted(NAMES or ())


def test_all_is_what_is_visible():
    """Every public name is listed, and every listed name is there."""
    visible = {
        name
        for name in dir(banzuke)
        if not name.startswith("_")
        and not inspect.ismodule(getattr(banzuke, name))
        and name != "annotations"
    }
    listed = {name for name in NAMES or () if not name.startswith("_")}
    assert visible == listed


def test_everything_public_is_documented():
    """Every public function and class has a docstring."""
    found = [
        name
        for name in NAMES or ()
        if callable(getattr(banzuke, name)) and not inspect.getdoc(getattr(banzuke, name))
    ]
    assert found == []
