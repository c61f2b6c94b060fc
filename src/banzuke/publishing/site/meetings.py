"""The games that two players played with each other, and what each changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from banzuke.engine.explaining_entries import entry_row
from banzuke.model.days import known_day
from banzuke.publishing.site.change_pages import address_of_row
from banzuke.publishing.site.families import Family
from banzuke.publishing.site.played import Played
from banzuke.publishing.site.records import seat_of
from banzuke.publishing.site.snapshot import Snapshot

Row = dict[str, Any]


class BothTold(NamedTuple):
    """The histories of two players by the rules of a family, as rows."""

    family: Family
    histories: tuple[list[Row], list[Row]]


#: Where an entry stands: its file and its row there.
Origin = tuple[str, int]


def meetings_of(snapshot: Snapshot, one: str, other: str, told: Sequence[BothTold]) -> list[Row]:
    """The games in which two players were on different sides, the newest first.

    told : both histories by each set of rules
    ``outcome`` is what the first did against the other: in games of many, who came in a better
    place has won. ``changes`` says by each set of rules what the game changed.
    """
    played = snapshot.games
    histories = [
        (both.family, _changes(snapshot, both, one, 0), _changes(snapshot, both, other, 1))
        for both in told
    ]
    return [
        _game(snapshot, (mine, theirs), histories) for mine, theirs in _shared(played, one, other)
    ][::-1]


def _shared(played: Played, one: str, other: str) -> Iterator[tuple[int, int]]:
    """The entries of both in each game that they played against each other, in order of time."""
    mine, theirs = played.entries_of(one), played.entries_of(other)
    game, side = played.outcomes.game, played.results.entries.side
    _, at, there = np.intersect1d(game[mine], game[theirs], return_indices=True)
    pairs = dict(zip(mine[at].tolist(), theirs[there].tolist(), strict=True))
    for entry in played.in_order(np.array(list(pairs), dtype=np.int64)).tolist():
        if side[entry] != side[pairs[entry]]:
            yield entry, pairs[entry]


def _changes(snapshot: Snapshot, both: BothTold, player: str, which: int) -> dict[Origin, Row]:
    """What each game changed of a player's rating by the rules of a family."""
    shown = both.family.main
    return {
        (row["file"] or "", row["row"]): {
            "change": row["change"],
            "change_text": row["change_text"],
            "after_text": row["after_text"],
            "why": address_of_row(snapshot, shown, player, row),
        }
        for row in both.histories[which]
        if row["row"] is not None
    }


def _game(
    snapshot: Snapshot,
    entries: tuple[int, int],
    histories: list[tuple[Family, dict[Origin, Row], dict[Origin, Row]]],
) -> Row:
    results = snapshot.games.results
    game = int(snapshot.games.outcomes.game[entries[0]])
    games = results.games
    code = -1 if games.event is None else int(games.event[game])
    event = results.events[code] if code >= 0 else None
    mine, theirs = (_origin(snapshot.games, entry) for entry in entries)
    sides = int(results.first[game + 1]) - int(results.first[game])
    return {
        "date": known_day(games.time, game),
        "event": snapshot.event_keys.get(event) if event else None,
        "name": event,
        "round": None if games.round is None else games.round[game],
        "players": sides,
        "outcome": _outcome(results.entries.place[list(entries)].tolist()),
        **{
            f"{who}_{name}": value
            for who, entry in zip(("one", "other"), entries, strict=True)
            for name, value in _seat(snapshot.games, entry).items()
        },
        "changes": [
            {
                "list": family.main.key,
                "title": family.main.title,
                "one": of_one.get(mine),
                "other": of_other.get(theirs),
            }
            for family, of_one, of_other in histories
            if mine in of_one or theirs in of_other
        ],
    }


def _outcome(places: list[int]) -> str | None:
    one, other = places
    if not one or not other:
        return None
    return "drawn" if one == other else "won" if one < other else "lost"


def _seat(played: Played, entry: int) -> Mapping[str, Any]:
    """Place, role, score and whether the player moved first, of an entry."""
    advantage = played.results.entries.advantage
    first = None if advantage is None else bool(advantage[entry] > 0.0)
    return {**seat_of(played.results, entry), "first": first}


def _origin(played: Played, entry: int) -> Origin:
    results, game = played.results, int(played.outcomes.game[entry])
    return results.place(game)[0], entry_row(results, game, entry)
