"""What a rulebook may set of the European ratings."""

from __future__ import annotations

from typing import Literal

from pydantic import field_validator

from banzuke.model.parameters import Declared, Fault, Parameters, parameter, raise_faults
from banzuke.model.ranks import RIGHT, rank_number


class ClassWeight(Declared):
    """How much the games of a class of tournaments count."""

    name: str = parameter(..., "the event_category, in any case")
    weight: float = parameter(..., "part of a change that is given", ge=0, le=1)


CLASSES = tuple(
    ClassWeight(name=name, weight=weight)
    for name, weight in (("A", 1.0), ("B", 0.75), ("C", 0.5), ("D", 0.25))
)


class EgfParameters(Parameters):
    """What a rulebook may set."""

    formula: Literal["2021", "1996"] = parameter(
        "2021", "the formulas since 2021, or those of the GoR before"
    )
    epsilon: float = parameter(
        0.016, "what all win too much, formula 1996: half of it each", ge=0, le=0.1
    )
    stone: float = parameter(100.0, "what a handicap stone adds", unit="points", ge=0, le=1000)
    classes: tuple[ClassWeight, ...] = parameter(CLASSES, "classes of tournaments")
    no_class: float = parameter(1.0, "weight of a tournament whose class is not said", ge=0, le=1)
    floor: float = parameter(-900.0, "lowest rating", unit="points", ge=-900, le=3000)
    reset_grades: int = parameter(
        2,
        "so many grades above the highest grade entered with before lift the rating to the grade; "
        "0 for never",
        unit="grades",
        ge=0,
    )
    reset_up_to: str = parameter("1d", "highest grade that a rating is lifted to")
    start_rank: str = parameter(
        "", "rank of who has neither a rating nor a declared rank; empty to refuse them"
    )

    @field_validator("reset_up_to", "start_rank")
    @classmethod
    def _is_a_rank(cls, rank: str) -> str:
        if rank and rank_number(rank) is None:
            raise_faults([Fault((), f"{rank!r} is no rank", RIGHT)])
        return rank

    @field_validator("classes")
    @classmethod
    def _no_class_twice(cls, classes: tuple[ClassWeight, ...]) -> tuple[ClassWeight, ...]:
        names = [entry.name.casefold() for entry in classes]
        raise_faults(
            Fault((number,), f"class {classes[number].name} stands here twice", "one row a class")
            for number, name in enumerate(names)
            if name in names[:number]
        )
        return classes
