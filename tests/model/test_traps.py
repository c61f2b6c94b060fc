"""Traps: endless keys, numbers and nesting are found, whatever comes near them passes."""

from __future__ import annotations

import pytest

from banzuke.model.traps import MOST_DEPTH, MOST_DIGITS, trap_in_toml, trap_in_value


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (".".join(["a"] * (MOST_DEPTH + 1)) + " = 1", "key"),
        ("[" + " . ".join(['"a b"'] * 20_000) + "]", "key"),
        (".".join(["'a'"] * 100_000), "key"),
        ("k = " + "9" * (MOST_DIGITS + 1), "number"),
        ("k = " + "9_" * MOST_DIGITS, "number"),
    ],
)
def test_endless_text_is_found_by_its_line(line, told):
    """The line is said, so that it can be found."""
    found = trap_in_toml(f"a = 1\n{line}\nb = 2\n")
    assert found is not None
    assert found[0] == 2
    assert told in found[1]


@pytest.mark.parametrize(
    "line",
    [
        ".".join(["a"] * MOST_DEPTH) + " = 1",
        "k = " + "9" * MOST_DIGITS,
        "text = 'Rating " + "." * 500 + " 1200'",
        "text = '" + "x" * 1_000_000 + "'",
        "text = '" + "x " * 500_000 + "'",
        "text = '" + '"' * 500_000 + "'",
        "# " + "a." * 40,
    ],
)
def test_long_texts_are_no_traps(line):
    """Dot leaders and long texts pass, and in a moment."""
    assert trap_in_toml(line) is None


def test_values():
    """Numbers and nesting have a limit; a table that holds itself is too deep."""
    deep: object = 1
    for _ in range(MOST_DEPTH - 1):
        deep = [deep]
    assert trap_in_value(deep) is None
    assert trap_in_value([deep]) is not None
    ring: dict[str, object] = {}
    ring["ring"] = ring
    assert trap_in_value(ring) is not None
    assert trap_in_value({"k": [10**MOST_DIGITS - 1, 1.5, True, "9" * 999]}) is None
    assert trap_in_value({"k": [-(10**MOST_DIGITS)]}) is not None
