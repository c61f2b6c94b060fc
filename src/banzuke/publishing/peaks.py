"""The highest rating that each player of a list has had, ever and within twelve months."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

import polars as pl

from banzuke.engine.history import settled
from banzuke.engine.rated import Rated

#: Columns that are told of each player.
PEAK, PEAK_ON, OF_YEAR = "peak", "peak_on", "twelve_months"


def with_peaks(content: Mapping[str, Any], rated: Rated) -> dict[str, Any]:
    """A list with the highest rating of each player, its day, and that of the last twelve months.

    They are reckoned from the results, so that they follow corrections. The twelve months end on
    the day of the list; the rating with which they began counts. Without dates only the peak is
    known.
    """
    found = peaks_of(settled(rated), rated)
    nothing = {PEAK: None, PEAK_ON: None, OF_YEAR: None}
    players = [
        {**row, **found.get((row["player"], row.get("pool") or ""), nothing)}
        for row in content["players"]
    ]
    return {**content, "players": players}


def peaks_of(entries: pl.DataFrame, rated: Rated) -> dict[tuple[str, str], dict[str, Any]]:
    """{(player, pool): the three values} of everybody with an entry in a history.

    entries : as ``settled`` tells them. Where the lowest rating is the best, so is the peak.
    """
    who, as_of = ["player", "pool"], rated.as_of[:10]
    after, day = pl.col("after"), pl.col("date").cast(pl.Date)
    sign = -1.0 if rated.rulebook.system.lowest_is_best else 1.0

    def best() -> pl.Expr:
        return sign * (sign * after).max()

    highest = after == best().over(who)
    table = entries.group_by(who, maintain_order=True).agg(
        best().alias(PEAK),
        day.filter(highest).first().alias(PEAK_ON),
    )
    if as_of and entries["date"].null_count() < len(entries):
        begin = _year_before(date.fromisoformat(as_of))
        earlier = entries.filter(day <= begin).group_by(who).agg(after.last())
        within = entries.filter(day > begin).group_by(who).agg(best().alias("after"))
        of_year = pl.concat([earlier, within]).group_by(who).agg(best().alias(OF_YEAR))
        table = table.join(of_year, on=who, how="left")
    else:
        table = table.with_columns(pl.lit(None, pl.Float64).alias(OF_YEAR))
    return {
        (row.pop("player"), row.pop("pool")): {
            **row,
            PEAK_ON: row[PEAK_ON] and row[PEAK_ON].isoformat(),
        }
        for row in table.iter_rows(named=True)
    }


def _year_before(day: date) -> date:
    """The same day of the year before; of a leap day the last of February."""
    if (day.month, day.day) == (2, 29):
        day = day.replace(day=28)
    return day.replace(year=day.year - 1)
