"""Scoring systems to look at and to check, and a board that is scored by one of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from banzuke.model.errors import BoardRefused, WrongUse
from banzuke.model.problems import Problem
from banzuke.scoring.board import Board, board
from banzuke.scoring.scoring import Score, Scoring, load_scoring, scoring_keys


def packaged_scorings() -> list[Scoring]:
    """The scoring systems that come with banzuke, in order of their keys."""
    return [load_scoring(key) for key in scoring_keys()]


def read_board(centres: str, told: Mapping[str, Any]) -> Board:
    """A board as it is typed.

    centres : counts with blanks between, ``9 7 7 4 4 3 0``, or with the names of powers,
        ``Austria=9 England=7``; names with blanks are parted by commas
    told : the other facts, each None or "" where it is not known: ``out`` in the same form as
        centres, ``ended``, ``draw`` names or numbers, ``solo``, ``concession``, and ``earlier``, a
        list of texts such as ``1906: 8 8 6 4 4 4 0``

    Raises BoardRefused with everything that is wrong, and WrongUse for a year without a colon.
    """
    return board(
        numbers(centres, "--centres"),
        out=numbers(told["out"], "--out") if told.get("out") else None,
        ended=told.get("ended"),
        draw=words(told["draw"]) if told.get("draw") else None,
        solo=told.get("solo") or None,
        concession=told.get("concession") or None,
        earlier=dict(year_of(text) for text in told.get("earlier") or ()),
    )


def words(text: str) -> list[str]:
    """Words between blanks, or between commas where there are any."""
    parts = text.split(",") if "," in text else text.split()
    return [part.strip() for part in parts if part.strip()]


def numbers(text: str, what: str) -> dict[str, int] | list[int]:
    """Whole numbers, each with a name or none of them; raises BoardRefused."""
    parts = words(text)
    named = [part.rpartition("=") for part in parts]
    problems, names = [], [name.strip() for name, sign, _ in named if sign]
    if names and len(names) < len(parts):
        right = "a name with each, as Austria=9, or with none"
        problems.append(Problem(f"{what}: some numbers have a name, others have none", right))
    for name in sorted({name for name in names if names.count(name) > 1}):
        problems.append(Problem(f"{what}: {name} stands there twice", "each power once"))
    for part, (_, _, number) in zip(parts, named, strict=True):
        if not re.fullmatch(r"-?[0-9]{1,9}", number.strip()):
            problems.append(Problem(f"{what}: {part!r} is no whole number", "as 9 7 7 4 4 3 0"))
    if problems:
        raise BoardRefused(problems)
    found = [int(number) for _, _, number in named]
    return dict(zip(names, found, strict=True)) if names else found


def year_of(text: str) -> tuple[int, dict[str, int] | list[int]]:
    """An earlier year and its counts, from ``1906: 8 8 6 4 4 4 0``."""
    year, colon, counts = text.partition(":")
    if not colon or not year.strip().isdecimal():
        raise WrongUse(f"--earlier {text!r} is not YEAR: COUNTS, as '1906: 8 8 6 4 4 4 0'")
    return int(year), numbers(counts, f"--earlier {year.strip()}")


def score_board(scoring: str, centres: str, told: Mapping[str, Any]) -> Sequence[Score]:
    """The points of a board as it is typed, by a scoring system, each with its lines."""
    return load_scoring(scoring).explain(read_board(centres, told))
