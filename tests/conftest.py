"""How all tests run: how many examples Hypothesis tries, and which tests are left to long runs."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

# A test says nothing about the number of its examples, so that a long run can ask for more.
settings.register_profile("quick", deadline=None, derandomize=True, max_examples=25)
settings.register_profile("long", deadline=None, max_examples=500, print_blob=True)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "quick")
settings.load_profile(PROFILE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what is marked ``long``, unless this is a long run."""
    if PROFILE == "long":
        return
    skip = pytest.mark.skip(reason="long: runs with HYPOTHESIS_PROFILE=long")
    for item in items:
        if "long" in item.keywords:
            item.add_marker(skip)
