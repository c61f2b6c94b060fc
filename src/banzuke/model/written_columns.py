"""Columns of results as they are written into a table, one value an entry; None where absent."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.model.days import NO_TIME

Indices = NDArray[np.int64]


def dates(micros: NDArray[np.int64] | None, stamped: bool, at: Indices) -> pl.Series | None:
    """Microseconds since 1970 as dates, or as time stamps if times of day are known."""
    if micros is None:
        return None
    known = micros != NO_TIME
    stamps = pl.Series(np.where(known, micros, 0)).cast(pl.Datetime("us"))
    table = pl.select(pl.when(pl.Series(known)).then(stamps)).to_series().gather(at)
    return table if stamped else table.cast(pl.Date)


def names_of(codes: NDArray[np.int32] | None, names: list[str], at: Indices) -> pl.Series | None:
    """Codes as the names that they stand for."""
    if codes is None:
        return None
    table = pl.Series([*names, None], dtype=pl.String)
    return table.gather(np.where(codes < 0, len(names), codes)[at])


def numbers_of(values: NDArray[np.float64] | None, at: Indices | None = None) -> pl.Series | None:
    """Numbers, null where they are not known."""
    if values is None:
        return None
    return pl.Series(values if at is None else values[at], nan_to_null=True)


def taken(values: pl.Series | None, at: Indices) -> pl.Series | None:
    """Texts."""
    return None if values is None else values.gather(at)


def game_keys(
    keys: pl.Series | None, events: NDArray[np.int32] | None, rounds: pl.Series | None, count: int
) -> pl.Series:
    """A name for each of ``count`` games that no other has within its event and round.

    As the file has it; where that is not enough with a number, so that the names sort as they
    did: 2.7 is the seventh game, named 2.
    """
    numbers = pl.Series(np.arange(1, count + 1)).cast(pl.String)
    if keys is None:
        return numbers
    told = {"key": keys}
    if events is not None:
        told["event"] = pl.Series(events)
    if rounds is not None:
        told["round"] = rounds
    if keys.null_count() == 0 and pl.DataFrame(told).n_unique() == count:
        return keys
    return keys.fill_null("0") + "." + numbers
