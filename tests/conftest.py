"""How all tests run: how many examples Hypothesis tries, what is left to long runs, commands."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from hypothesis import settings
from typer.testing import CliRunner, Result

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


@pytest.fixture
def run() -> Callable[..., Result]:
    """A function that runs a command in this process; what is not foreseen is raised."""
    from banzuke.cli.app import app

    def invoke(*arguments: object, typed: str = "") -> Result:
        words = [str(argument) for argument in arguments]
        return CliRunner().invoke(app, words, input=typed, catch_exceptions=False)

    return invoke
