"""The names of a table's columns: matched to ours, mapped as a person says, each once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from banzuke.model.columns import KINDS
from banzuke.model.errors import ResultsRefused, UnknownName, suggest
from banzuke.model.importer import ReadOptions
from banzuke.model.problems import Problem


class Header(NamedTuple):
    """The columns of a file in its order.

    names : what each is called from here on, all different
    unnamed : the names that were made up, for columns without one
    """

    names: list[str]
    unnamed: frozenset[str] = frozenset()


def normal(name: str) -> str:
    """A name as it is compared: ``Player 1`` and ``PLAYER-1`` are ``player_1``."""
    return re.sub(r"[\s\-]+", "_", clean(name)).casefold()


def clean(name: str) -> str:
    """A name without outer white space and byte order mark."""
    return name.strip().strip("\ufeff").strip()


def is_known(name: str) -> bool:
    """Whether a column of this name is one of ours."""
    return normal(name) in KINDS


def name_columns(
    own: Sequence[str], options: ReadOptions, source: str, row: int | None = None
) -> Header:
    """What the columns with these names of their own are called from here on.

    A name of ours is matched in any case, with spaces or hyphens for ``_``; other columns keep
    their names. ``row`` is the header's row, None if the file has no header. Raises
    ResultsRefused for names that occur twice and for mapped columns that are not there, UnknownName
    for a wanted name that is not ours.
    """
    problems = []
    wanted_at: dict[int, str] = {}
    for wanted, column in options.columns.items():
        if wanted not in KINDS:
            raise UnknownName("known column", wanted, list(KINDS))
        position = _find(column, own)
        if position is None:
            what = f"no column is called {column!r}, which {wanted} should be read from"
            near = suggest(column, [clean(name) for name in own if clean(name)])
            problems.append(Problem(what, near, source, row))
        elif position in wanted_at:
            what = f"column {column!r} is wanted both as {wanted_at[position]} and as {wanted}"
            problems.append(Problem(what, "one name for each column", source, row))
        else:
            wanted_at[position] = wanted
    names: list[str] = []
    first: dict[str, int] = {}
    for position, name in enumerate(own):
        key = normal(name)
        called = wanted_at.get(position, key if key in KINDS else clean(name))
        key = normal(called)
        if key and key in first:
            problems.append(_twice(own, first[key], position, called, source, row))
        first.setdefault(key, position)
        names.append(called)
    if problems:
        raise ResultsRefused(problems)
    return _fill_in(names)


def _find(column: str, own: Sequence[str]) -> int | None:
    """The position of a column by its exact name, else by its normal form."""
    for same in (clean, normal):
        wanted = same(column)
        for position, name in enumerate(own):
            if same(name) == wanted:
                return position
    return None


def _twice(
    own: Sequence[str], first: int, second: int, called: str, source: str, row: int | None
) -> Problem:
    a, b = clean(own[first]), clean(own[second])
    what = f"columns {first + 1} ({a!r}) and {second + 1} ({b!r}) are both {called}"
    return Problem(what, "rename one of them, or leave it out", source, row, called)


def _fill_in(names: list[str]) -> Header:
    """Names for columns without one."""
    taken = {normal(name) for name in names}
    unnamed = set()
    for position, name in enumerate(names):
        if name:
            continue
        made = f"column {position + 1}"
        while normal(made) in taken:
            made += "_"
        taken.add(normal(made))
        unnamed.add(made)
        names[position] = made
    return Header(names, frozenset(unnamed))
