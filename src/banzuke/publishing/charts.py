"""Ratings over time as a chart; needs Altair, which the extra ``charts`` installs."""

from __future__ import annotations

from typing import Any

import polars as pl

from banzuke.engine.rulebook import Rulebook
from banzuke.model.errors import ExtraMissing, WrongUse


def rating_chart(history: pl.DataFrame, rulebook: Rulebook) -> Any:
    """A line a player (and pool), which steps where a rating changed.

    By a fit of strengths that drift the likeliest one lies on a straight line between two games.

    history : as ``Ratings.history`` gives it; dated by ``date``, else by the number of the entry
    Returns an ``altair.Chart``. Of several changes on one day only the last is drawn. The axis has
    no hole where a system has no ratings between two that are neighbours.
    Raises ExtraMissing without Altair, WrongUse where there is nothing to draw.
    """
    try:
        import altair as alt
    except ImportError as error:
        raise ExtraMissing("altair", "charts") from error
    if history.is_empty():
        raise WrongUse("there is no rated game to draw")
    dated = history["date"].null_count() == 0
    gap = rulebook.system.gap
    # Inline values are not cut at the number of rows that Altair allows a frame.
    data = alt.InlineData(values=_points_of(history, gap, dated=dated).to_dicts())
    if dated:
        # Days are days of the rulebook's clock: the reader's own time zone must not move them.
        x = alt.X("at:T", title=None, scale=alt.Scale(type="utc"))
        when = alt.Tooltip("at:T", title="date", timeUnit="utcyearmonthdate")
    else:
        x = alt.X("at:Q", title="entry")
        when = alt.Tooltip("at:Q", title="entry")
    sloping = rulebook.system.curve is not None
    unit = rulebook.system.columns[0].unit
    named = f"format(datum.value + (datum.value < 0 ? {-gap:g} : {gap:g}), '~f')"
    y = alt.Y(
        "height:Q",
        title=f"rating ({unit})",
        scale=alt.Scale(zero=False),
        axis=alt.Axis(labelExpr=named) if gap else alt.Axis(format="~f"),
    )
    return (
        alt.Chart(data, title=rulebook.title)
        .mark_line(
            interpolate="linear" if sloping else "step-after", point=alt.OverlayMarkDef(size=16)
        )
        .encode(
            x=x,
            y=y,
            color=alt.Color("line:N", title=None),
            tooltip=[
                alt.Tooltip("line:N", title="player"),
                when,
                alt.Tooltip("event:N", title="event"),
                alt.Tooltip("rating:Q", title="rating", format=".6~g"),
            ],
        )
        .properties(width="container")
    )


def _points_of(history: pl.DataFrame, gap: float, *, dated: bool) -> pl.DataFrame:
    """The points of all lines: line, at, rating, height (without the gap of the system), event."""
    line = pl.col("player")
    if history["pool"].n_unique() > 1:
        line = pl.concat_str("player", pl.lit(", "), "pool")
    points = history.select(
        line=line,
        at=at_column(dated),
        rating=pl.col("after"),
        height=pl.col("after") - gap * (2 * (pl.col("after") >= 0) - 1),
        event=pl.coalesce(pl.col("event"), pl.lit("")),
    )
    return points.group_by("line", "at", maintain_order=True).last()


def at_column(dated: bool) -> pl.Expr:
    """Where a change is drawn: its day in UTC, or its number in the history."""
    if not dated:
        return pl.int_range(1, pl.len() + 1)
    return pl.col("date").cast(pl.Date).dt.strftime("%Y-%m-%dT00:00:00Z")
