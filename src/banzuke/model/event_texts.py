"""What a table says of its events in words: the columns ``EVENT_TEXTS``, said once an event."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from banzuke.model.cells import choices, refuse_control_signs, texts
from banzuke.model.coded_names import Coded
from banzuke.model.columns import EVENT_KINDS, EVENT_TEXTS
from banzuke.model.row_problems import Problems


def event_texts(frame: pl.DataFrame, event: Coded | None, problems: Problems) -> dict[str, Any]:
    """The columns of a table that say something of its events, one text a line, null where none.

    What is said in one row of an event holds in all its rows; two different ones are told.
    """
    found: dict[str, pl.Series] = {}
    for column in (f"event_{fact}" for fact in EVENT_TEXTS):
        if column not in frame.columns or frame[column].null_count() == len(frame):
            continue
        if column == "event_kind":
            said = _kinds(frame[column], problems)
        else:
            said = texts(frame[column])
            refuse_control_signs(said, column, problems)
        found[column] = said if event is None else _spread(said, event, problems)
    return found


def _kinds(series: pl.Series, problems: Problems) -> pl.Series:
    """Kinds of events, out of the list of words."""
    known = {kind: code for code, kind in enumerate(EVENT_KINDS)}
    codes = choices(series, known, problems, ", ".join(EVENT_KINDS))
    words = pl.Series(series.name, [*EVENT_KINDS, None], dtype=pl.String)
    return words.gather(np.where(codes < 0, len(EVENT_KINDS), codes))


def _spread(said: pl.Series, event: Coded, problems: Problems) -> pl.Series:
    """The same in all rows of an event; a row without an event keeps its own."""
    table = pl.DataFrame({"event": event.codes, "said": said})
    first = pl.col("said").drop_nulls().first().over("event")
    of_event = table.select(pl.when(pl.col("event") < 0).then("said").otherwise(first)).to_series()
    differs = (said != of_event).fill_null(value=False).to_numpy()
    problems.add_lines(
        differs,
        said.name,
        lambda i: f"event {event.names[event.codes[i]]!r} has two different values",
    )
    return of_event.alias(said.name)
