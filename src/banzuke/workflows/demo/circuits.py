"""The circuits of the sample ledger: series of events of a year with points of their own."""

from __future__ import annotations

from dataclasses import dataclass

from banzuke.workflows.demo import diplomacy, othello
from banzuke.workflows.demo.events import Told


@dataclass(frozen=True)
class Circuit:
    """A circuit that is held each year.

    game : of its events; series : what these are called, without the year; rule : a circuit rule
    """

    key: str
    title: str
    game: str
    rule: str
    series: tuple[str, ...]

    def events(self, told: Told) -> list[str]:
        """Which events of what was told belong to it."""
        if told.game != self.game:
            return []
        names = dict.fromkeys(row.get("event") or "" for row in told.rows)
        year = f" {told.day.year}"
        return [name for name in names if name.removesuffix(year) in self.series]


CIRCUITS = (
    Circuit(
        "nordic",
        "Nordic Circuit",
        othello.POOL,
        "othello-european-gp",
        tuple(one.name for one in othello.SERIES if one.name.startswith("Nordic Circuit ")),
    ),
    Circuit(
        "northern-tour",
        "Northern Tour",
        diplomacy.POOL,
        "best-3-percentiles",
        tuple(one.name for one in diplomacy.STOPS),
    ),
)
