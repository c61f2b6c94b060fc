"""What the events of a ledger say of their games, as columns of results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.ledger.events import RELEASED
from banzuke.model.days import NO_TIME


def rated_of(
    games: pl.DataFrame,
    event: NDArray[np.int32] | None,
    names: list[str],
    events: Mapping[int, Mapping[str, str]],
) -> NDArray[np.int32]:
    """Whether games are marked as rated; those of an event that is not released are not."""
    rated = games["rated"].cast(pl.Int32).to_numpy()
    held = {of["name"] for of in events.values() if of.get(RELEASED) == "no"}
    if event is None or held.isdisjoint(names):
        return rated
    is_held = np.array([*(name in held for name in names), False])
    return np.where(is_held[event], np.int32(0), rated)


def columns_of_events(
    event: NDArray[np.int32] | None, names: list[str], events: Mapping[int, Mapping[str, str]]
) -> dict[str, Any]:
    """What is known of the event of each game, as columns of games."""
    if event is None:
        return {}
    by_name = {facts["name"]: facts for facts in events.values()}
    facts = [by_name[name] for name in names]
    found: dict[str, Any] = {}
    ends = [of.get("end") for of in facts]
    if any(ends):
        days = pl.Series(ends, dtype=pl.String).str.to_datetime(time_unit="us", strict=False)
        found["end"] = np.append(days.to_physical().fill_null(NO_TIME).to_numpy(), NO_TIME)[event]
    for fact in ("players", "rounds"):
        said = [float(of.get(fact, "nan")) for of in facts]
        if not np.isnan(said).all():
            found[fact] = np.append(said, np.nan)[event]
    categories = sorted({of["category"] for of in facts if "category" in of})
    if categories:
        rank = {name: code for code, name in enumerate(categories)}
        codes = [rank.get(of.get("category", ""), -1) for of in facts]
        found["category"] = np.array([*codes, -1], dtype=np.int32)[event]
        found["categories"] = categories
    return found
