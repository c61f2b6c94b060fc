"""K, the points that a whole score is worth: the first row of a list of rules that holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from banzuke.model.log import Column
from banzuke.model.parameters import Declared, Fault
from banzuke.model.phrases import listed, phrase

#: What stands for a bound that a row does not have.
NO_BOUND = 1e18


class KRule(Declared):
    """One row: a K, and who has it; a row without a condition holds for everybody."""

    k: float = Field(gt=0, le=1000, description="points that a whole score is worth")
    peak_from: int | None = Field(
        None, ge=1, le=100_000, description="who has ever had this rating, or more, on a list"
    )
    peak_below: int | None = Field(
        None, ge=1, le=100_000, description="who has always been below this rating"
    )
    games_below: int | None = Field(
        None, ge=1, le=100_000, description="who has fewer rated games than this"
    )
    age_to: int | None = Field(
        None, ge=1, le=150, description="to the end of the year in which this age is reached"
    )

    @property
    def conditions(self) -> str:
        """Who has it, in words: ``age up to 18, never 2300 or more``."""
        said = (
            (self.peak_from, phrase("once {bound} or more", bound=self.peak_from)),
            (self.age_to, phrase("age up to {bound}", bound=self.age_to)),
            (self.peak_below, phrase("never {bound} or more", bound=self.peak_below)),
            (self.games_below, phrase("fewer than {bound} games before", bound=self.games_below)),
        )
        return listed((text for bound, text in said if bound is not None), ", ")


class KTable(NamedTuple):
    """The rows as kernels read them; each float64[n_rows], a bound that is missing far away."""

    k: Column
    peak_from: Column
    peak_below: Column
    games_below: Column
    age_to: Column


def wrong_rules(rows: Sequence[KRule]) -> list[Fault]:
    """What keeps rows from giving everybody just one K: all but the last have conditions."""
    if not rows:
        return [Fault((), "there is no K", "at least one row, { k = 20 }")]
    faults = [
        Fault((number,), "the row holds for everybody, so that those behind it never do")
        for number, row in enumerate(rows[:-1])
        if not row.conditions
    ]
    if rows[-1].conditions:
        faults.append(
            Fault((len(rows) - 1,), "who meets no row has no K", "a last row with k alone")
        )
    return faults


def k_table(rows: Sequence[KRule]) -> KTable:
    """Sound rows as arrays."""

    def bounds(name: str, missing: float) -> NDArray[np.float64]:
        said = [getattr(row, name) for row in rows]
        return np.array([missing if bound is None else float(bound) for bound in said])

    return KTable(
        k=bounds("k", 0.0),
        peak_from=bounds("peak_from", -NO_BOUND),
        peak_below=bounds("peak_below", NO_BOUND),
        games_below=bounds("games_below", NO_BOUND),
        age_to=bounds("age_to", NO_BOUND),
    )


def row_of(table: KTable, peak: float, games: float, age: int) -> int:
    """The first row that holds; the last holds for everybody."""
    last = len(table.k) - 1
    for row in range(last):
        if (
            peak >= table.peak_from[row]
            and peak < table.peak_below[row]
            and games < table.games_below[row]
            and age <= table.age_to[row]
        ):
            return row
    return last


def capped_k(k: float, games: float, most: float) -> float:
    """The largest whole K, no larger than ``k``, with K × games at most ``most``; 0 for no cap.

    K is only made whole where the cap cuts it.
    """
    if most > 0.0 and k * games > most:
        return most // games
    return k


def k_words(state: Any, rules: Any, rows: Sequence[KRule], one: int, age: int) -> tuple[float, str]:
    """A player's K before the cap, and why it is this: the row, or the players file."""
    peak = max(state.peak[one], state.rating[one])
    row = rows[row_of(rules.k_table, peak, state.games[one], age)]
    whom = row.conditions or phrase("everybody else")
    words = phrase("K {k:g}: {whom}", k=row.k, whom=whom)
    given = float(state.k[one])
    if 0.0 < given < row.k:
        return given, phrase(
            "K {given:g} as the players file says; by the rules {rule}", given=given, rule=words
        )
    return row.k, words
