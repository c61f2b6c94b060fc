"""The names of a table's columns: matched to ours, mapped as a person says, each once."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from banzuke.model.coded_names import is_encodable
from banzuke.model.columns import KINDS, SYNONYMS
from banzuke.model.errors import ResultsRefused, UnknownName, suggest
from banzuke.model.importer import ReadOptions
from banzuke.model.problems import Problem

#: So many records, such as a title, may stand above a header.
MOST_ABOVE = 10


class Header(NamedTuple):
    """The columns of a file in its order.

    names : what each is called from here on, all different
    unnamed : the names that were made up, for columns without one
    notes : which columns were read by another name than ours
    """

    names: list[str]
    unnamed: frozenset[str] = frozenset()
    notes: tuple[Problem, ...] = ()


def normal(name: str) -> str:
    """A name as it is compared: ``Player 1`` and ``PLAYER-1`` are ``player_1``."""
    composed = unicodedata.normalize("NFC", clean(name))
    return re.sub(r"[\s\-]+", "_", composed).casefold()


def clean(name: str) -> str:
    """A name without outer white space and byte order mark."""
    return name.strip().strip("\ufeff").strip()


def is_known(name: str) -> bool:
    """Whether a column of this name is one of ours."""
    return normal(name) in KINDS or normal(name) in SYNONYMS


def header_among(
    records: Sequence[Sequence[str]], wanted: frozenset[str] = frozenset()
) -> tuple[int, str]:
    """Which of a file's first records, none of them blank, is the header, and what stands above.

    wanted : normal names that are as good as ours. The header is the first record, unless that
    has none of our names, as a title has none, and one of the next records has two of them.
    """

    def known(record: Sequence[str]) -> int:
        return sum(is_known(name) or normal(name) in wanted for name in record)

    if not known(records[0]):
        for position, record in enumerate(records[: MOST_ABOVE + 1]):
            if known(record) >= 2:
                above = next(clean(cell) for cell in records[0] if clean(cell))
                return position, above
    return 0, ""


def note_above(above: str, source: str, row: int) -> tuple[Problem, ...]:
    """A warning that the header in ``row`` is not the first row, which begins with ``above``."""
    if not above:
        return ()
    what = f"this row is taken for the header, and what stands above it left aside, as {above!r}"
    return (Problem(what, "", source, row),)


def name_columns(
    own: Sequence[str], options: ReadOptions, source: str, row: int | None = None
) -> Header:
    """What the columns with these names of their own are called from here on.

    A name of ours is matched in any case, with spaces or hyphens for ``_``; so is what a column
    is called in another language, if no column has the name of ours; other columns keep
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
    translated = _translated(own, wanted_at)
    names: list[str] = []
    first: dict[str, int] = {}
    for position, name in enumerate(own):
        key = normal(name)
        ours = wanted_at.get(position) or translated.get(position)
        called = ours or (key if key in KINDS else clean(name))
        key = normal(called)
        if not is_encodable(name):
            what = f"the name {name!r} holds half of a letter (a surrogate)"
            problems.append(Problem(what, "whole letters", source, row))
        if key and key in first:
            problems.append(_twice(own, first[key], position, called, source, row))
        first.setdefault(key, position)
        names.append(called)
    if problems:
        raise ResultsRefused(problems)
    header = _fill_in(names)
    if not translated:
        return header
    said = [f"{clean(own[at])} as {name}" for at, name in translated.items()]
    note = Problem(f"columns are read by what they mean: {', '.join(said)}", "", source, row)
    return header._replace(notes=(note,))


def _translated(own: Sequence[str], wanted_at: dict[int, str]) -> dict[int, str]:
    """{position: our name} of columns that another language names, where ours is not taken."""
    taken = {*wanted_at.values(), *(normal(name) for name in own)}
    found = {}
    for position, name in enumerate(own):
        ours = SYNONYMS.get(normal(name))
        if ours is not None and position not in wanted_at and ours not in taken:
            taken.add(ours)
            found[position] = ours
    return found


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
