"""Where two lists of a ledger differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection

from banzuke.ledger.people import REMOVED, names_by_key


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
