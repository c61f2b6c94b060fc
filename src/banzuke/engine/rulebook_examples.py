"""The worked examples of a rulebook: whether they fit its system, and whether they hold."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any

from banzuke.engine.rulebook_form import Example
from banzuke.model.parameters import Fault
from banzuke.model.system import System


def example_faults(
    examples: Sequence[Example], system: System, needed: Container[str]
) -> list[Fault]:
    """Examples that give a player more values than are kept, which are those ``needed``."""
    faults = []
    kept = [column.name for column in system.told_columns if column.name in needed]
    most, right = len(kept), ", ".join(kept)
    for number, example in enumerate(examples):
        for name, sides in (("sides", example.sides), ("after", example.after)):
            given = max((len(member) for side in sides for member in side), default=0)
            if given > most:
                what = f"{given} values a player, but {system.key} keeps {most}"
                faults.append(Fault(("example", number, name), what, right))
    return faults


#: What rates an example: (its rulebook, the example) -> the values afterwards, in the shape of
#: ``Example.sides``.
Run = Callable[[Any, Example], Sequence[Sequence[Sequence[float]]]]


def example_differences(example: Example, result: Sequence[Sequence[Sequence[float]]]) -> list[str]:
    """Where a result differs from what the example says, in words."""
    found = []
    for side, (expected_side, got_side) in enumerate(zip(example.after, result, strict=True), 1):
        for expected, got in zip(expected_side, got_side, strict=True):
            for want, have in zip(expected, got, strict=False):
                if not abs(want - have) <= example.tolerance:
                    found.append(f"side {side} comes to {have:.12g}, not to {want:.12g}")
    return found
