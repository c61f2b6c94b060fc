"""What a rulebook shows of a rating: the one definition, for lists and explanations alike."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.engine.explained import ShownChange
from banzuke.engine.rated import Rated
from banzuke.engine.rulebook import Display, Rulebook
from banzuke.model.phrases import phrase
from banzuke.model.system import StateColumn, Term
from banzuke.numeric.rounding import written

Floats = NDArray[np.float64]


def shown(
    values: dict[str, Floats],
    display: Display,
    established: NDArray[np.bool_],
    ranks: list[tuple[float, str]],
) -> list[str]:
    """Ratings as the rulebook displays them: rounded, or as ranks with the regular's mark."""
    value = display_value(values, display)
    if not ranks:
        texts = written(value, display.decimals, display.rounding)
    else:
        bounds = np.array([low for low, _ in ranks])
        at = np.clip(np.searchsorted(bounds, value, side="right") - 1, 0, None)
        texts = [ranks[index][1] for index in at.tolist()]
    if display.regular_mark:
        texts = [
            text + display.regular_mark if regular else text
            for text, regular in zip(texts, established.tolist(), strict=True)
        ]
    return texts


def told_values(column: StateColumn, values: Floats) -> pl.Series:
    """A state column as tables have it: null where its number stands for none."""
    told = pl.Series(column.name, values)
    return told if column.unknown is None else told.set(told == column.unknown, None)


def display_value(values: dict[str, Floats], display: Display) -> Floats:
    """The number that the list shows and sorts by: a sum of columns times factors."""
    total = np.zeros(len(next(iter(values.values()))))
    for column, factor in display.terms.items():
        total = total + (factor * values[column] if column else factor)
    return total


def rank_rows(rated: Rated, pool: str) -> list[tuple[float, str]]:
    """(lowest rating, name) of each rank of the rulebook's rank table, weakest first."""
    name = rated.rulebook.display.rank_table
    if not name:
        return []
    return [(float(row.lowest), row.name) for row in getattr(rated.parameters(pool), name)]


def rank_of(ranks: list[tuple[float, str]], rating: float) -> str:
    """The name of the rank that a rating has, by ``rank_rows``; "" where there are no ranks."""
    reached = [name for lowest, name in ranks if lowest <= rating]
    return reached[-1] if reached else ranks[0][1] if ranks else ""


def shown_change(
    rulebook: Rulebook, before: Mapping[str, float], after: Mapping[str, float]
) -> ShownChange:
    """What is shown of one player before and after, and what each column did to it.

    before, after : values by state column, at least of the columns that the rulebook shows
    """
    first, last = _one_value(rulebook, before), _one_value(rulebook, after)
    if first is None or last is None:
        return ShownChange(first, last, ())
    value = phrase("shown is {value}", value=rulebook.display.value)
    parts = [
        Term(
            column.name.replace("_", " "),
            factor * (after[column.name] - before[column.name]),
            column.unit,
            value,
        )
        for column in rulebook.told_columns
        if (factor := rulebook.display.terms.get(column.name, 0.0))
    ]
    return ShownChange(first, last, tuple(parts))


def _one_value(rulebook: Rulebook, values: Mapping[str, float]) -> float | None:
    """What is shown of one player, before it is rounded; None for who has no rating."""
    columns = {name: np.array([value]) for name, value in values.items()}
    if not rulebook.system.has_rating(columns["rating"])[0]:
        return None
    return float(display_value(columns, rulebook.display)[0])
