"""A player's rating over time as a Vega-Lite chart: its specification, and drawn as SVG and PNG.

Altair and vl-convert, which the extra ``charts`` installs, work without a network.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import Any

import polars as pl

from banzuke.model.errors import ExtraMissing
from banzuke.publishing.charts import rating_chart
from banzuke.publishing.site.known import Person
from banzuke.publishing.site.shown_list import ShownList

#: The size of drawings that are downloaded, in pixels; PNG has twice as many each way.
WIDTH, HEIGHT = 860, 320


@cache
def can_draw() -> bool:
    """Whether the libraries are there."""
    return all(find_spec(library) is not None for library in ("altair", "vl_convert"))


def career_spec(shown: ShownList, person: Person, pool: str) -> dict[str, Any] | None:
    """The specification of the chart of a player's rating in a pool; None without a rated game."""
    history = shown.history_of(person.key).filter(pl.col("pool") == pool)
    if history.is_empty():
        return None
    named = history.with_columns(pl.lit(person.name).alias("player"))
    spec: dict[str, Any] = rating_chart(named, shown.rulebook).to_dict()
    return spec


def as_svg(spec: dict[str, Any]) -> bytes:
    """A chart as SVG; raises ExtraMissing without vl-convert."""
    return str(_converter().vegalite_to_svg(_sized(spec))).encode()


def as_png(spec: dict[str, Any]) -> bytes:
    """A chart as PNG; raises ExtraMissing without vl-convert."""
    return bytes(_converter().vegalite_to_png(_sized(spec), scale=2.0))


@cache
def engine_script() -> bytes:
    """The program that draws charts in a browser, whole, so that nothing is loaded from elsewhere.

    Raises ExtraMissing without vl-convert.
    """
    return str(_converter().javascript_bundle()).encode()


def _sized(spec: dict[str, Any]) -> dict[str, Any]:
    return {**spec, "width": WIDTH, "height": HEIGHT, "background": "white"}


def _converter() -> Any:
    try:
        import vl_convert
    except ImportError as error:
        raise ExtraMissing("vl-convert-python", "charts") from error
    return vl_convert
