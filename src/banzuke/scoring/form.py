"""The shape of a scoring system's file: its sections, and what each of them accepts.

``[terms.NAME]`` and ``[solo.NAME]`` are declared by the kind that each of them names.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from banzuke.model.parameters import Declared, Fault, parameter, raise_faults
from banzuke.model.written_rules import Table, WrittenForm


class BoardRule(Declared):
    """The board that is played on, and when a game is won alone."""

    powers: int = parameter(7, "how many powers a board has; 0 for any number", ge=0)
    centres: int = parameter(34, "how many centres there are; 0 for any number", ge=0)
    winning: int = parameter(
        18, "who holds so many has won alone; 0: only who is said to have", unit="centres", ge=0
    )
    before: int = parameter(1900, "the year before the first one: years are counted from it", ge=0)
    concession: Literal["solo", "count"] = parameter(
        "solo",
        "what a game is that the others gave to one: the solo of it, or a game without a solo that "
        "counts as it stands",
    )


class EarlierYear(Declared):
    """The counts of one earlier year."""

    year: int = Field(description="the year")
    centres: tuple[int, ...] = Field(description="what each power held then")


class BoardExample(Declared):
    """A worked example: a board, and the points that each power must have; powers by number."""

    title: str = parameter("", "what it shows")
    centres: tuple[int, ...] = Field(description="final count of each power")
    out: tuple[int, ...] = parameter((), "year of each elimination, 0 for the living")
    ended: int = parameter(0, "the year in which the game ended; 0: not said")
    draw: tuple[int, ...] = parameter((), "members of the draw, by number from 1; empty for all")
    solo: int = parameter(0, "number of who is said to have won alone; 0: the centres say it")
    concession: int = parameter(0, "number of who the others gave the game to; 0 for none")
    earlier: tuple[EarlierYear, ...] = parameter((), "counts of earlier years")
    others: tuple[tuple[int, ...], ...] = parameter((), "counts of the round's other boards")
    points: tuple[float, ...] = Field(description="what each power must have")
    decimals: int = parameter(3, "to how many decimals the points are told", ge=0, le=12)

    @model_validator(mode="after")
    def _one_each(self) -> BoardExample:
        if len(self.points) != len(self.centres):
            what = f"{len(self.points)} points for {len(self.centres)} powers"
            raise_faults([Fault(("points",), what, "one each")])
        return self


class ScoringForm(WrittenForm):
    """A scoring system's file, all of its sections."""

    evidence: str = parameter("", "which published numbers it was held against")
    board: BoardRule = parameter(BoardRule, "what a board has, and when it is won")
    terms: dict[str, Table] = parameter(
        dict, "what gives points, in order; each names its kind and says what the kind asks for"
    )
    solo: dict[str, Table] | None = parameter(
        None,
        "what gives points, instead, after a solo; a board with one is refused if it is absent",
    )
    tournament: Table = parameter(dict, "how boards become the result of a tournament")
    example: tuple[BoardExample, ...] = parameter((), "worked examples")
