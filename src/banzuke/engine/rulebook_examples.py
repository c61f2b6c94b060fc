"""The worked examples of a rulebook: what they say, whether they fit its system and hold."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from banzuke.model.parameters import Declared, Fault, parameter, raise_faults
from banzuke.model.system import System
from banzuke.model.written_rules import Table


def _as_members(sides: object) -> object:
    """Sides, and their members, as tuples; a member may be a single number instead of a list."""
    if not isinstance(sides, list):
        return sides
    return tuple(
        tuple(
            tuple(member) if isinstance(member, list) else (member,)
            for member in (side if isinstance(side, list) else [side])
        )
        for side in sides
    )


#: Sides of a game, members of a side, values of a member in the order of the state's columns.
Members = Annotated[tuple[tuple[tuple[float, ...], ...], ...], BeforeValidator(_as_members)]


class Example(Declared):
    """A worked example: one game or event, and the values that each player must have after it."""

    title: str = parameter("", "what it shows")
    pool: str = parameter("", "the pool it belongs to")
    sides: Members = Field(
        description="of each side, each member's starting values, in the order of the columns; "
        "a single number where that is all"
    )
    places: tuple[int, ...] = parameter((), "place of each side")
    scores: tuple[float, ...] = parameter((), "instead of places: score of each side")
    handicaps: tuple[float, ...] = parameter((), "what each side received")
    advantage: int = parameter(0, "which side moved first or was at home; 0 for none", ge=0)
    facts: Table = parameter(dict, "columns of the results, such as event_players or date")
    after: Members = Field(description="values after the game, as in sides; the first ones suffice")
    tolerance: float = parameter(1e-9, "how far a value may be off", ge=0)

    def game(self) -> dict[str, Any]:
        """The game as the arguments of ``rate_game`` behind the rulebook."""
        facts = dict(self.facts)
        facts |= {"pool": self.pool} if self.pool else {}
        facts |= {"advantage": self.advantage} if self.advantage else {}
        handicaps = [
            [handicap] * len(side)
            for handicap, side in zip(self.handicaps, self.sides, strict=False)
        ]
        return {
            "sides": self.sides,
            "places": self.places or None,
            "scores": self.scores or None,
            "handicaps": handicaps or None,
            "facts": facts,
        }

    @model_validator(mode="after")
    def _sides_match(self) -> Example:
        count = len(self.sides)
        faults = []
        if bool(self.places) == bool(self.scores):
            faults.append(Fault((), "an example has places or scores", "one of them"))
        for name, given in (
            ("places", len(self.places)),
            ("scores", len(self.scores)),
            ("handicaps", len(self.handicaps)),
        ):
            if given not in (0, count):
                faults.append(Fault((name,), f"{given} {name} for {count} sides", "one a side"))
        if [len(side) for side in self.after] != [len(side) for side in self.sides]:
            faults.append(Fault(("after",), "after is not of the shape of sides", "as in sides"))
        if not count or not all(value for side in (*self.sides, *self.after) for value in side):
            faults.append(Fault(("sides",), "a player has no values", "at least the rating"))
        if self.advantage > count:
            faults.append(Fault(("advantage",), f"there is no side {self.advantage}"))
        raise_faults(faults)
        return self


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
