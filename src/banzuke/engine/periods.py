"""Which games of a log make a period, and what dates it."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.engine.rulebook import Rulebook
from banzuke.model.errors import ResultsRefused
from banzuke.model.ordering import Dated, Group, groups
from banzuke.model.phrases import phrase
from banzuke.model.problems import Problem
from banzuke.model.results import Results
from banzuke.model.system import Period

Ints = NDArray[np.int64]

#: Periods of so much time, as Polars names them.
STRETCHES = {Period.DAY: "1d", Period.WEEK: "1w", Period.MONTH: "1mo", Period.YEAR: "1y"}


def group_of(rulebook: Rulebook) -> Group:
    """What the rulebook rates as a whole, wherever its games lie in time."""
    if rulebook.period.kind is Period.EVENT or has_whole_events(rulebook):
        return "event"
    return "round" if rulebook.period.kind is Period.ROUND else ""


def has_whole_events(rulebook: Rulebook) -> bool:
    """Whether days, weeks, months or years hold the events that end in them, whole."""
    return rulebook.period.kind in STRETCHES and rulebook.period.events == "whole"


def periods_of_games(
    results: Results, rulebook: Rulebook, games: Ints | slice, count: int, dated: Dated | None
) -> tuple[NDArray[np.uint32], Ints | None, Ints | None]:
    """Offsets of the periods of ``count`` games; the time that dates each, and ``reached``."""
    kind = rulebook.period.kind
    times = None if dated is None else dated.time
    reached = None if dated is None or dated.reached is None else dated.reached[games]
    time = None if times is None else times[games]
    if kind is Period.GAME or count == 0:
        return np.arange(count + 1, dtype=np.uint32), time, reached
    new = np.zeros(count, dtype=np.bool_)
    new[0] = True
    if kind is not Period.ALL:
        keys = period_keys(results, rulebook, times)[games]
        new[1:] = keys[1:] != keys[:-1]
    starts = np.flatnonzero(new)
    offsets = np.append(starts, count).astype(np.uint32)
    time, reached = (
        None if one is None else np.maximum.reduceat(one, starts) for one in (time, reached)
    )
    return offsets, time, reached


def period_keys(results: Results, rulebook: Rulebook, times: Ints | None) -> Ints:
    """A number for each game, int64[g], that games of one period share."""
    kind = rulebook.period.kind
    if kind not in STRETCHES:
        return groups(results, group_of(rulebook))
    if times is None:
        what = phrase(
            "{rulebook} rates by {period}, but the results have no dates",
            rulebook=rulebook.key,
            period=phrase(kind.value),
        )
        raise ResultsRefused([Problem(what, phrase("a column date"), column="date")])
    stamps = pl.Series(times).cast(pl.Datetime("us"))
    keys: Ints = stamps.dt.truncate(STRETCHES[kind]).to_physical().to_numpy()
    return keys
