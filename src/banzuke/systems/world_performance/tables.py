"""The tables of a rulebook: classes of events, inflow by field, places with points by size."""

from __future__ import annotations

from typing import Literal

from banzuke.model.parameters import Declared, parameter
from banzuke.model.phrases import listed, phrase

#: How the field follows from the number of players, where it is another number.
FIELD_WORDS = {
    "mean below": phrase("below the pivot, the mean of both"),
    "mean from": phrase("from the pivot on, the mean of both"),
    "third": phrase("a third of them and the pivot"),
}

#: How the inflow goes from one row of the table to the next.
WITHIN = {"step": phrase("of its row"), "rising": phrase("rising evenly from row to row")}


def words_of_field(players: float, field: float, rule: str) -> str:
    """Where a field comes from: the number of players, and the rule of the event's class."""
    if field == players:
        return phrase("as many as there are players")
    return listed((phrase("{players:g} players", players=players), FIELD_WORDS[rule]), ", ")


class EventClass(Declared):
    """What events of one class count."""

    category: str = parameter(..., "the event_category it holds for, in any case")
    influence: float = parameter(..., "its influence", ge=0, le=1000)
    field: Literal["as it is", "mean below", "mean from", "third"] = parameter(
        "as it is",
        "the field, from the number of players n: n; below the pivot, or from it on, the mean of "
        "n and the pivot; or a third of n and the pivot",
    )
    pivot: float = parameter(0.0, "the number of players that field refers to", ge=0, le=100_000)
    more_awarded: int = parameter(0, "how many more places have points", ge=0, le=1000)


class InflowRow(Declared):
    """The inflow of fields from a size on."""

    players: float = parameter(..., "the smallest field of the row", ge=0, le=100_000)
    inflow: float = parameter(..., "its inflow", ge=0, le=1000)


class AwardedRow(Declared):
    """How many places have points in events from a size on."""

    players: float = parameter(..., "the smallest number of players of the row", ge=0, le=100_000)
    places: int = parameter(..., "how many places have points", ge=0, le=100_000)
    by_rounds: bool = parameter(False, "whether there are no more than the event has rounds")


INFLOW = (
    InflowRow(players=100, inflow=6.0),
    InflowRow(players=85, inflow=5.5),
    InflowRow(players=70, inflow=5.0),
    InflowRow(players=60, inflow=4.5),
    InflowRow(players=50, inflow=4.0),
    InflowRow(players=42, inflow=3.5),
    InflowRow(players=35, inflow=3.0),
    InflowRow(players=28, inflow=2.5),
    InflowRow(players=21, inflow=2.0),
    InflowRow(players=14, inflow=1.0),
    InflowRow(players=7, inflow=0.0),
)
AWARDED = (
    AwardedRow(players=150, places=13),
    AwardedRow(players=120, places=12),
    AwardedRow(players=95, places=11),
    AwardedRow(players=70, places=10),
    AwardedRow(players=49, places=9),
    AwardedRow(players=35, places=8),
    AwardedRow(players=28, places=7),
    AwardedRow(players=21, places=6),
    AwardedRow(players=14, places=5),
    AwardedRow(players=7, places=4, by_rounds=True),
)
