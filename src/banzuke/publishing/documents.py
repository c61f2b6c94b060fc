"""What is published of ratings, as documents for machines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from banzuke.engine.explained import Explained
from banzuke.engine.lists import Listing
from banzuke.engine.rulebook import Rulebook
from banzuke.model.problems import Problem
from banzuke.model.version import version
from banzuke.publishing.plain_values import rows

Document = dict[str, Any]


@dataclass(frozen=True)
class Circumstances:
    """What stands around every list and history.

    as_of : ISO date or time stamp, "" if the results are undated (null in JSON)
    called : {player: name for people}, where players are named by keys
    skipped : (where, why) of each game that is not rated
    """

    rulebook: Rulebook
    as_of: str
    skipped: Sequence[tuple[str, str]] = ()
    warnings: Sequence[Problem] = ()
    called: Mapping[str, str] = field(default_factory=dict)

    def head(self) -> Document:
        """The rulebook and the date."""
        return {"rulebook": rulebook_head(self.rulebook), "as_of": self.as_of or None}

    def names(self, players: Sequence[str]) -> Document:
        """The names of players who are named by keys; nothing where players are their names."""
        if not self.called:
            return {}
        return {"names": [self.called.get(player, player) for player in players]}

    def tail(self) -> Document:
        """What was left out, what is odd, and which program reckoned."""
        return {
            "skipped": [{"where": where, "why": why} for where, why in self.skipped],
            "warnings": [warning.to_dict() for warning in self.warnings],
            "banzuke": version(),
        }


def rulebook_head(rulebook: Rulebook) -> Document:
    """key, title and hash; the system's key and the version of its numbers; the kind of period."""
    return {
        "key": rulebook.key,
        "title": rulebook.title,
        "hash": rulebook.hash,
        "system": rulebook.system.key,
        "system_version": rulebook.system.version,
        "period": rulebook.period.kind.value,
    }


def list_document(around: Circumstances, listing: Listing) -> Document:
    """rulebook, as_of, players, unlisted, skipped, warnings, banzuke (the program's version)."""
    people = {"players": rows(listing.listed), "unlisted": rows(listing.unlisted)}
    return around.head() | people | around.tail()


def history_document(around: Circumstances, history: pl.DataFrame) -> Document:
    """rulebook, as_of, history, skipped, warnings, banzuke."""
    return around.head() | {"history": rows(history)} | around.tail()


def forecast_document(
    around: Circumstances,
    pool: str,
    sides: Sequence[Sequence[str]],
    chances: Sequence[float],
    assumed: Sequence[str] = (),
) -> Document:
    """rulebook, as_of, pool, each side's players and chance (a draw counts half), banzuke.

    Where players are named by keys, their names stand beside these.
    assumed : who has no rating, so that the system assumes one; told only where there is somebody
    """
    expected = [
        {"players": list(side), **around.names(side), "chance": chance}
        for side, chance in zip(sides, chances, strict=True)
    ]
    said = {"assumed": list(assumed)} if assumed else {}
    return around.head() | {"pool": pool, "sides": expected, **said, "banzuke": version()}


def explanation_document(around: Circumstances, told: Explained) -> Document:
    """What is explained, then rulebook, as_of, banzuke."""
    return told.to_dict() | around.head() | {"banzuke": version()}
