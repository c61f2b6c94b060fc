"""Golden files say where their values come from and how near they must be met."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "golden"


def test_golden_files_have_origin_and_tolerance():
    """A golden file has an origin in words, and a tolerance that is a number from 0 up."""
    found = []
    for path in sorted(FOLDER.rglob("*.json")):
        golden = json.loads(path.read_text(encoding="utf-8"))
        origin, tolerance = golden.get("origin"), golden.get("tolerance")
        if not (isinstance(origin, str) and origin.strip()):
            found.append(f"{path.name}: no origin")
        if isinstance(tolerance, bool) or not isinstance(tolerance, int | float) or tolerance < 0:
            found.append(f"{path.name}: no tolerance")
    assert found == []


@pytest.mark.skipif(not FOLDER.exists(), reason="there are no golden files yet")
def test_every_system_has_golden_values(systems):
    """Every system is held to values that somebody else computed."""
    have = {path.stem for path in FOLDER.glob("*.json")}
    found = []
    for source in systems:
        stem = source.name.removeprefix("banzuke/systems/").split("/")[0].removesuffix(".py")
        if stem.replace("_", "-") not in have:
            found.append(f"tests/golden/{stem.replace('_', '-')}.json")
    assert found == []
