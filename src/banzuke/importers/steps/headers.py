"""The names of a table's columns: matched to ours, mapped as a person says, each once."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from banzuke.model.coded_names import is_encodable
from banzuke.model.column_names import (
    BESIDE_SIDES,
    ONLY_BESIDE,
    SIDES,
    SYNONYMS,
    both_sides,
    meaning,
    of_sides,
)
from banzuke.model.columns import KINDS, RESULT_SHAPES, columns_of
from banzuke.model.errors import ResultsRefused, UnknownName, suggest
from banzuke.model.importer import ReadOptions
from banzuke.model.problems import Problem
from banzuke.model.validation import shape_of

#: Columns that results have, of whatever shape.
OF_RESULTS = {name for shape in RESULT_SHAPES for name in columns_of(shape)}

#: So many records, such as a title, may stand above a header.
MOST_ABOVE = 10


class Header(NamedTuple):
    """The columns of a file in its order.

    names : what each is called from here on, all different
    unnamed : the names that were made up, for columns without one
    notes : which columns were read by another name than ours
    own : what the file calls them; () where nobody knows
    """

    names: list[str]
    unnamed: frozenset[str] = frozenset()
    notes: tuple[Problem, ...] = ()
    own: tuple[str, ...] = ()


# To recognise a file, the same few names are asked for many times.
@lru_cache(maxsize=2048)
def normal(name: str) -> str:
    """A name as it is compared: ``Player 1`` and ``PLAYER-1`` are ``player_1``."""
    composed = unicodedata.normalize("NFC", clean(name))
    return re.sub(r"[\s\-]+", "_", composed).casefold()


def clean(name: str) -> str:
    """A name without outer white space and byte order mark."""
    return name.strip().strip("\ufeff").strip()


def is_known(name: str) -> bool:
    """Whether a column of this name is one of ours, by its name or by what it means."""
    return normal(name) in KINDS or meaning(name) in SYNONYMS or bool(of_sides(name))


class Heading(NamedTuple):
    """Where a file's header is among its first records.

    position : of its last record, from 0; own : the columns' names
    above : what the first record above it begins with, "" if there is none
    merged : whether two records make it, one above the other
    """

    position: int
    own: tuple[str, ...]
    above: str = ""
    merged: bool = False


def header_among(records: Sequence[Sequence[str]], wanted: frozenset[str] = frozenset()) -> Heading:
    """The header among a file's first records, none of them blank, and what stands above.

    wanted : normal names that are as good as ours. The header is the first record, unless that
    has fewer than two of our names, as a title has, and one of the next records has two or more;
    or two records that make results only together, as ``White`` above ``Name`` and ``Elo``.
    """

    def known(record: Sequence[str]) -> int:
        return sum(is_known(name) or normal(name) in wanted for name in record)

    for position, (upper, lower) in enumerate(pairwise(records[: MOST_ABOVE + 1]), 1):
        alone = bool(shape_by_meaning(upper, wanted))
        if alone and known(lower) < 2:
            break
        both = _together(upper, lower)
        if both and not shape_by_meaning(lower, wanted) and shape_by_meaning(both, wanted):
            return Heading(position, both, _begins(records[0]) if position > 1 else "", merged=True)
    if known(records[0]) < 2:
        for position, record in enumerate(records[1 : MOST_ABOVE + 1], 1):
            if known(record) >= 2:
                return Heading(position, tuple(record), _begins(records[0]))
    return Heading(0, tuple(records[0]))


def _begins(record: Sequence[str]) -> str:
    return next(clean(cell) for cell in record if clean(cell))


def shape_by_meaning(own: Sequence[str], wanted: frozenset[str] = frozenset()) -> str:
    """The shape of results that columns of these names have, "" if none."""
    called = _translated(own, {})
    names = [called.get(at) or normal(name) for at, name in enumerate(own)]
    mapped = any(normal(name) in wanted for name in own)
    return shape_of(names) or ("mapped" if mapped else "")


def _together(upper: Sequence[str], lower: Sequence[str]) -> tuple[str, ...]:
    """The names of two records, one above the other; () where they are no header of two.

    A cell of the upper one goes for the empty ones to its right, too, as merged cells are saved.
    """
    if len(upper) != len(lower) or sum(bool(clean(cell)) for cell in upper) < 2:
        return ()
    if all(clean(cell) for cell in upper) or not any(clean(cell) for cell in lower):
        return ()
    over, names = "", []
    for above, below in zip(upper, lower, strict=True):
        over = clean(above) or over
        names.append(f"{over if clean(below) else clean(above)} {clean(below)}".strip())
    return tuple(names)


def notes_of(heading: Heading, source: str, row: int) -> tuple[Problem, ...]:
    """Warnings that a header is not the first row alone; ``row`` is its last."""
    notes = []
    if heading.above:
        what = "this row is taken for the header, and what stands above it left aside, as "
        notes.append(Problem(f"{what}{heading.above!r}", "", source, row))
    if heading.merged:
        shown = ", ".join(heading.own[:8]) + (", …" if len(heading.own) > 8 else "")
        what = f"this row and the one above it are taken for the header: {shown}"
        notes.append(Problem(what, "", source, row))
    return tuple(notes)


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
    wanted_at, problems = _wanted_columns(own, options.columns, source, row)
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
    header = _fill_in(names)._replace(own=tuple(map(clean, own)))
    if not translated:
        return header
    return header._replace(notes=(_note_of_meaning(own, translated, names, source, row),))


def _wanted_columns(
    own: Sequence[str], columns: Mapping[str, str], source: str, row: int | None
) -> tuple[dict[int, str], list[Problem]]:
    """{position: our name} of columns that are mapped, and what is wrong with the mapping."""
    wanted_at: dict[int, str] = {}
    problems = []
    for wanted, column in columns.items():
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
    return wanted_at, problems


def _note_of_meaning(
    own: Sequence[str], translated: dict[int, str], names: list[str], source: str, row: int | None
) -> Problem:
    """The warning that tells which columns were read by another name than ours."""
    said = [f"{clean(own[at])} as {name}" for at, name in translated.items()]
    first = [at for at, name in translated.items() if name == "player_1"]
    words = {of.pair for at in first for of in of_sides(own[at])}
    ordered = any(len(SIDES[pair][0]) > 1 for pair in words)
    lead = ordered and not {"advantage", "neutral"} & set(names)
    right = "no side has an advantage unless a column advantage or neutral says so" if lead else ""
    return Problem(f"columns are read by what they mean: {', '.join(said)}", right, source, row)


def _translated(own: Sequence[str], wanted_at: dict[int, str]) -> dict[int, str]:
    """{position: our name} of columns named by what they mean, where ours is not taken.

    Of a table that is clearly of results, only columns that results know.
    """
    taken = {*wanted_at.values(), *(normal(name) for name in own)}
    found = {}
    called = {meaning(name) for name in own}
    for position, name in enumerate(own):
        beside = ONLY_BESIDE.get(meaning(name))
        ours = None if beside and called.isdisjoint(beside) else SYNONYMS.get(meaning(name))
        free = position not in wanted_at and normal(name) not in KINDS
        if ours is not None and free and ours not in taken:
            taken.add(ours)
            found[position] = ours
    found |= _of_both_sides(own, taken, {*wanted_at, *found})
    names = [*wanted_at.values(), *found.values(), *(normal(name) for name in own)]
    kept = OF_RESULTS if shape_of(names) else KINDS
    return {at: ours for at, ours in sorted(found.items()) if ours in kept}


def _of_both_sides(own: Sequence[str], taken: set[str], used: set[int]) -> dict[int, str]:
    """{position: our name} of columns such as ``home_team`` and ``away_team``.

    Where several pairs may be the two players, none is taken: a person says which.
    """
    free = ["" if at in used else name for at, name in enumerate(own)]
    ours = {normal(name): at for at, name in enumerate(free)}
    players = both_sides(free, "player")
    if len(set(players.values())) != 1 and not {"player_1", "player_2"} <= taken:
        return {}
    found: dict[int, str] = {}
    for column in BESIDE_SIDES:
        ways = both_sides(free, column)
        # Scores of the home side belong to a player who is named as home.
        way = next((ways[pair] for pair in ways if pair in players), min(ways.values(), default=()))
        names = {at: f"{column}_{side}" for side, at in enumerate(way, 1)}
        if all(name not in taken or ours.get(name) == at for at, name in names.items()):
            found |= {at: name for at, name in names.items() if name not in taken}
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
