"""Where two lists of a ledger differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl
from sqlalchemy import Connection

from banzuke.engine.rulebook import Display
from banzuke.ledger.people import REMOVED, names_by_key
from banzuke.publishing.list_text import changes, numbers, short, step_text


@dataclass(frozen=True)
class Difference:
    """Where two lists differ: whose row, in what, from what to what; name : of the player."""

    player: str
    column: str
    before: Any
    after: Any
    name: str = ""

    def __str__(self) -> str:
        return f"{self.name or self.player}: {self.column} {self.before} → {self.after}"

    def told(self, display: Display) -> str:
        """What differs, with numbers as a rulebook shows them."""
        if self.column == "why" and None in (self.before, self.after):
            listed = self.after is None
            return f"on the list now ({self.before})" if listed else f"not listed ({self.after})"
        one, other = (_number_text(self.column, of, display) for of in (self.before, self.after))
        if one == other and isinstance(self.before, float) and isinstance(self.after, float):
            # It is less than the rulebook shows.
            other += f" ({step_text(self.before, self.after, display)})"
        return f"{self.column} {one} → {other}"


def differences_text(found: Sequence[Difference], display: Display) -> str:
    """Differences, a line a player; what is shown of a rating only where it is told otherwise."""
    of_players: dict[str, list[str]] = {}
    for one in found:
        of_players.setdefault(one.name or one.player, []).append(one.told(display))
    return "".join(
        f"{name}: {', '.join(text for text in told if not _repeats(text, told))}\n"
        for name, told in of_players.items()
    )


def _repeats(text: str, told: Sequence[str]) -> bool:
    """Whether what is shown reads as the rating itself, which is told."""
    return text.startswith("shown ") and text.replace("shown ", "rating ", 1) in told


def _number_text(column: str, value: Any, display: Display) -> str:
    """A value of a list as a person reads it."""
    if value is None or value == "":
        return "none"
    if column == "shown" or not isinstance(value, float):
        return str(value)
    values = pl.Series([value])
    way = {"rating": numbers, "change": changes}.get(column)
    return str((short(values) if way is None else way(values, display))[0])


def differences_of(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Difference]:
    """Where two contents differ, in the order of the first; whoever is new comes last."""
    found: list[Difference] = []
    one, other = _by_player(before), _by_player(after)
    for player, row in one.items():
        there = other.get(player)
        if there is None:
            found.append(Difference(player[0], "on the list", "yes", "no"))
            continue
        found += [
            Difference(player[0], column, row.get(column), there.get(column))
            for column in dict.fromkeys([*row, *there])
            if row.get(column) != there.get(column)
        ]
    found += [
        Difference(player[0], "on the list", "no", "yes") for player in other if player not in one
    ]
    return found


def with_names_in(connection: Connection, found: Sequence[Difference]) -> list[Difference]:
    """Differences with the names of players as they are now."""
    called = names_by_key(connection, sorted({one.player for one in found}))
    return [replace(one, name=called.get(one.player, REMOVED)) for one in found]


def _by_player(content: Mapping[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    every = [*content["players"], *content["unlisted"]]
    return {(row["player"], row.get("pool") or ""): row for row in every}
