"""Columns of games that go on for years: who was out when, who shared the draw, earlier scores.

Boards of Diplomacy and its kin are scored by them; ratings do not depend on any.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl

from banzuke.model.cells import Floats
from banzuke.model.raw_table import RawTable

#: A year or turn.
YEAR = "a whole number from 1: a year or turn"

#: What an entry's earlier scores look like.
EARLIER = "a score for each earlier year, as 1906:8 1905:7"

_ONE = re.compile(r"(\d{1,9}):([+-]?\d+(?:\.\d+)?)")


def earlier_scores(text: str) -> dict[int, float]:
    """Scores of earlier years, {year or turn: score}, the latest first.

    Raises ValueError for a text that is none, and for a year that stands there twice.

    >>> earlier_scores("1905:7 1906:8")
    {1906: 8.0, 1905: 7.0}
    """
    found: dict[int, float] = {}
    for part in re.split(r"[\s,;]+", text.strip()):
        match = _ONE.fullmatch(part)
        if match is None:
            raise ValueError(f"{part!r} is no year with a score")
        year, score = int(match[1]), float(match[2])
        if year in found:
            raise ValueError(f"the year {year} stands there twice")
        if not math.isfinite(score):
            raise ValueError(f"{match[2]} is too large")
        found[year] = score
    return dict(sorted(found.items(), reverse=True))


def earlier_text(scores: Mapping[int, float]) -> str:
    """Earlier scores as they are written, the latest year first.

    >>> earlier_text({1905: 7.0, 1906: 8.5})
    '1906:8.5 1905:7'
    """
    latest_first = sorted(scores.items(), reverse=True)
    return " ".join(f"{year}:{_number(score)}" for year, score in latest_first)


def ended_column(table: RawTable) -> Floats | None:
    """The year or turn in which each line's game ended, NaN where empty."""
    return table.whole("ended", 1, YEAR)


def board_columns(table: RawTable, ended: Floats | None) -> dict[str, Any]:
    """What each line says of a player of such a game, as columns of entries.

    ended : of the same lines, when their games ended
    """
    eliminated = table.whole("eliminated", 1, YEAR)
    said = table.yes_or_no("in_draw")
    in_draw = None if said is None else np.where(said < 0, np.nan, said.astype(np.float64))
    if eliminated is not None and ended is not None:
        with np.errstate(invalid="ignore"):
            late = eliminated > ended
        table.problems.add_lines(
            late,
            "eliminated",
            lambda i: f"out in {eliminated[i]:g}, but the game ended in {ended[i]:g}",
        )
    if eliminated is not None and in_draw is not None:
        table.problems.add_lines(
            ~np.isnan(eliminated) & (in_draw == 1),
            "in_draw",
            lambda i: f"a player who was out in {eliminated[i]:g} shares no draw",
            "no, or an empty eliminated",
        )
    return {"eliminated": eliminated, "in_draw": in_draw, "earlier": _earlier(table)}


def _earlier(table: RawTable) -> pl.Series | None:
    """The column ``earlier``, each text as ``earlier_text`` writes it."""
    said = table.text("earlier")
    if said is None:
        return None
    written: dict[str, str] = {}
    wrong: dict[str, str] = {}
    for text in said.drop_nulls().unique(maintain_order=True):
        try:
            written[text] = earlier_text(earlier_scores(text))
        except ValueError as error:
            wrong[text] = str(error)
    bad = said.is_in(list(wrong)).fill_null(value=False).to_numpy()
    table.problems.add_lines(bad, "earlier", lambda i: wrong[said[i]], EARLIER)
    return said.replace_strict(written, default=None, return_dtype=pl.String)


def _number(score: float) -> str:
    return str(int(score)) if score.is_integer() else repr(score)
