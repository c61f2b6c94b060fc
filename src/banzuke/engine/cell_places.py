"""Where in a rulebook a number of an explanation was read: which pool's value, since which day.

A system names a parameter, and in a table a row and a column. The same parameter may have a value
of its own in a pool, and other values from some day on: a place names the value that held.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cached_property
from typing import Any

from banzuke.engine.rulebook import Rulebook
from banzuke.model.system import Explanation, Term


class CellPlaces:
    """The places of the values that hold for a pool on a day."""

    def __init__(self, rulebook: Rulebook, pool: str, day: date) -> None:
        self._rulebook, self._pool, self._day = rulebook, pool, day

    @cached_property
    def _layers(self) -> list[tuple[str, str, Mapping[str, Any]]]:
        """(prefix, since, values) of what holds, the uppermost last: pools are above all others."""
        content: Mapping[str, Any] = self._rulebook.content
        dated = [
            (str(one["from"]), one)
            for one in content.get("amendment", [])
            if date.fromisoformat(str(one["from"])) <= self._day
        ]
        stages = [("", content), *sorted(dated, key=lambda one: one[0])]
        base = [("", since, stage.get("parameters", {})) for since, stage in stages]
        prefix = f"pools.{self._pool}."
        own = [
            (prefix, since, stage.get("pools", {}).get(self._pool, {})) for since, stage in stages
        ]
        return base + own

    def place(self, cell: str) -> str:
        """``rows:101..150:4..10`` as ``pools.blitz.rows:2021-01-01:101..150:4..10``, if need be."""
        name, colon, rest = cell.partition(":")
        prefix = since = ""
        for prefix_of, since_of, values in self._layers:
            if name in values:
                prefix, since = prefix_of, since_of
        return f"{prefix}{name}{':' if since else ''}{since}{colon}{rest}"

    def placed(self, told: Explanation) -> Explanation:
        """An explanation whose terms name their places."""

        def term(one: Term) -> Term:
            return one._replace(cell=self.place(one.cell)) if one.cell else one

        terms, inputs = [term(one) for one in told.terms], [term(one) for one in told.inputs]
        return told._replace(terms=terms, inputs=inputs)
