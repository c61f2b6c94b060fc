"""Numbers by which rules shift contests: columns of a caller's own, kept as one text an entry.

Whoever reads results says which columns are wanted; a rulebook does. They stand by side, as
``length_1`` and ``length_2``, or one a row, which is then the first side's less the other's. In
tables of a player a row they are columns of that name, or written in the column ``covariates``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product

import numpy as np
import polars as pl

from banzuke.model.cells import Floats
from banzuke.model.column_names import SIDES, meaning
from banzuke.model.raw_table import RawTable
from banzuke.model.row_problems import Problems

#: What an entry's covariates look like.
RIGHT = "names with numbers, as length:412 lists:3"

_ONE = re.compile(r"([a-z][a-z0-9_]*):([+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)")


def columns_named(columns: Sequence[str], name: str) -> tuple[str, ...]:
    """The column of a covariate, or those of both sides, as a table calls them; () for none.

    >>> columns_named(["model_a", "Length A", "length_b"], "length")
    ('Length A', 'length_b')
    """
    return next(iter(_ways_named(columns, name)), ())


def _ways_named(columns: Sequence[str], name: str) -> list[tuple[str, ...]]:
    """All columns, or pairs of them, that say a covariate."""
    called: dict[str, list[str]] = {}
    for column in columns:
        called.setdefault(meaning(column), []).append(column)
    found: list[tuple[str, ...]] = [(column,) for column in called.get(name, ())]
    for pair in SIDES:
        words = [meaning(word) for word in pair]
        for ways in ([f"{name}_{word}" for word in words], [f"{word}_{name}" for word in words]):
            if all(way in called for way in ways):
                found += product(*(called[way] for way in ways))
    return found


def tell_doubles(columns: Sequence[str], name: str, problems: Problems) -> None:
    """A problem if a table says a covariate more than once: which of them holds is not guessed."""
    ways = [" and ".join(way) for way in _ways_named(columns, name)]
    if len(ways) > 1:
        what = f"{name} stands there more than once: as {', or as '.join(ways)}"
        problems.add(what, "one of them", name)


def of_duels(table: RawTable, names: Sequence[str]) -> tuple[pl.Series, pl.Series] | None:
    """The texts of both sides of each line; None if no wanted column is there."""
    one: dict[str, Floats] = {}
    two: dict[str, Floats] = {}
    for name in names:
        found = columns_named(table.frame.columns, name)
        tell_doubles(table.frame.columns, name, table.problems)
        if not found:
            continue
        empty = np.full(len(table), np.nan)
        values = [table.number(column) for column in found]
        first, *rest = (empty if each is None else each for each in values)
        one[name] = first
        # Of one column, which is a difference, the other side has nothing.
        two[name] = rest[0] if rest else np.where(np.isnan(first), np.nan, 0.0)
    return (written(one), written(two)) if one else None


def of_entries(table: RawTable, names: Sequence[str]) -> pl.Series | None:
    """The text of each line of a table that has a player a row; None if there is nothing."""
    found = {name: columns_named(table.frame.columns, name) for name in names}
    values = {name: table.number(of[0]) for name, of in found.items() if len(of) == 1}
    own = written({name: of for name, of in values.items() if of is not None})
    said = _checked(table)
    if said is None or not len(own):
        return said if said is not None or not len(own) else own
    return pl.select(pl.concat_str([own, said], separator=" ", ignore_nulls=True)).to_series()


def _checked(table: RawTable) -> pl.Series | None:
    """The column ``covariates``, where it is what it should be."""
    said = table.text("covariates")
    if said is None:
        return None
    wrong: dict[str, str] = {}
    for text in said.drop_nulls().unique(maintain_order=True):
        parts = text.split()
        names = [part.partition(":")[0] for part in parts]
        bad = next((part for part in parts if not _ONE.fullmatch(part)), None)
        if bad is not None:
            wrong[text] = f"{bad!r} is no name with a number"
        elif len(set(names)) < len(names):
            wrong[text] = f"{text!r} says something twice"
    bad = said.is_in(list(wrong)).fill_null(value=False).to_numpy()
    table.problems.add_lines(bad, "covariates", lambda i: wrong[said[i]], RIGHT)
    return said


def written(values: dict[str, Floats]) -> pl.Series:
    """Numbers as texts, one a line: ``length:412.0 lists:3.0``; null where there are none."""
    if not values:
        return pl.Series([], dtype=pl.String)
    frame = pl.DataFrame(values, nan_to_null=True)
    parts = [pl.lit(f"{name}:") + pl.col(name).cast(pl.String) for name in values]
    text = pl.concat_str(parts, separator=" ", ignore_nulls=True)
    return frame.select(pl.when(text != "").then(text)).to_series()


def numbers_in(texts: pl.Series, name: str) -> Floats:
    """The numbers of one name, NaN where a text does not have it."""
    found = texts.str.extract(rf"(?:^|\s){re.escape(name)}:(\S+)", 1).cast(pl.Float64)
    return found.fill_null(np.nan).to_numpy()
