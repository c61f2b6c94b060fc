"""What a saved state says beside its arrays, declared: everything in it has a type and a range."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from banzuke.engine.clock import moment_of_text
from banzuke.engine.kept_rulebook import KeptRulebook
from banzuke.model.coded_names import clean_name
from banzuke.model.limits import FIRST_MOMENT, FIRST_YEAR, LAST_MOMENT, LONGEST_TEXT
from banzuke.model.parameters import Declared


def _is_name(text: str) -> str:
    if not text or text != clean_name(text) or len(text) > LONGEST_TEXT:
        raise ValueError(f"{text[:40]!r} is no name as results have it")
    return text


def _each_once(names: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(names)) < len(names):
        raise ValueError("a name is there twice")
    return names


def _is_day(text: str) -> str:
    if text and moment_of_text(text).year < FIRST_YEAR:
        raise ValueError(f"{text} is no day of results")
    return text


Name = Annotated[str, AfterValidator(_is_name)]
Names = Annotated[tuple[Name, ...], AfterValidator(_each_once)]
Moment = Annotated[int, Field(ge=FIRST_MOMENT, le=LAST_MOMENT)]
Words = Annotated[str, Field(max_length=LONGEST_TEXT)]


SavedPosition = tuple[
    Moment | None,
    Moment | None,
    Moment | None,
    Moment | None,
    Words | None,
    Words | None,
    Words | None,
    Words | None,
    tuple[Name, ...],
]


class SavedPool(Declared):
    """A pool: its players in the order of its arrays, and where it stands; see ``PoolState``."""

    pool: Words
    names: Names
    position: SavedPosition | None
    as_of: Annotated[str, AfterValidator(_is_day)]
    seen: Names
    periods: tuple[tuple[Words, Words, Words], ...]


class SavedSystem(Declared):
    """The rating system whose numbers these are."""

    key: str
    version: int


class SavedForm(Declared):
    """All that is said beside the arrays.

    players : the table of players by column; given : whether it came from a players file
    told : {column: {player: text}}
    """

    format: int
    rulebook: KeptRulebook
    system: SavedSystem
    players: dict[str, tuple[float | str | None, ...]]
    given: bool = True
    told: dict[str, dict[str, Words]]
    pools: tuple[SavedPool, ...]
