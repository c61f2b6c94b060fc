"""Against whom a player played, in which seats, and with what success."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from banzuke.model.days import NO_TIME, known_day
from banzuke.publishing.site import addresses
from banzuke.publishing.site.played import Played
from banzuke.publishing.site.records import DRAWN, LOST, NONE, WON, longest, score_of
from banzuke.publishing.site.snapshot import Snapshot

#: So many of the opponents met most are shown.
MOST_RIVALS = 10

#: Two players who met so often are compared on a page of their own.
LEAST_MEETINGS = 2

Row = dict[str, Any]
Ints = NDArray[np.int64]


def record_of(snapshot: Snapshot, player: str) -> Row:
    """Games won, drawn and lost; the longest run of wins and the one that lasts."""
    played = snapshot.games
    entries = played.in_order(played.entries_of(player))
    outcome = played.outcomes.outcome[entries]
    outcome = outcome[outcome != NONE]
    wins = longest(outcome.tolist(), frozenset({WON}))
    unbeaten = longest(outcome.tolist(), frozenset({WON, DRAWN}))
    first, last = days_of(played, entries)
    return {
        "games": len(outcome),
        "first": first,
        "last": last,
        **score_of(outcome)._asdict(),
        "winning_streak": wins[0],
        "winning_now": wins[1],
        "unbeaten_streak": unbeaten[0],
        "unbeaten_now": unbeaten[1],
        "losing_now": longest(outcome.tolist(), frozenset({LOST}))[1],
    }


def rivals_of(snapshot: Snapshot, player: str, most: int = MOST_RIVALS) -> list[Row]:
    """The opponents whom a player met most in games of two, and the score against each."""
    played = snapshot.games
    outcomes, results = played.outcomes, played.results
    entries = played.entries_of(player)
    entries = entries[outcomes.other[entries] >= 0]
    if not len(entries):
        return []
    opponent = results.entries.player[outcomes.other[entries]].astype(np.int64)
    codes, count = np.unique(opponent, return_counts=True)
    order = np.lexsort((codes, -count))[:most]
    found = []
    for code in codes[order].tolist():
        key = results.players[code]
        mine = outcomes.outcome[entries[opponent == code]]
        found.append(
            {
                "player": key,
                "name": snapshot.name(key),
                "games": len(mine),
                **score_of(mine)._asdict(),
                "page": addresses.battle(player, key)
                if len(mine) >= LEAST_MEETINGS and has_page(snapshot, key)
                else None,
            }
        )
    return found


def has_page(snapshot: Snapshot, player: str) -> bool:
    """Whether somebody is in the ledger by name, and so has pages."""
    person = snapshot.people.get(player)
    return person is not None and person.there


def days_of(played: Played, entries: Ints) -> tuple[date | None, date | None]:
    """The days of the first and the last of some entries; None without dates."""
    time = played.results.games.time
    if time is None or not len(entries):
        return None, None
    times = np.sort(time[played.outcomes.game[entries]])
    first = int(np.searchsorted(times, NO_TIME, side="right"))
    return known_day(times, min(first, len(times) - 1)), known_day(times, -1)


def by_role(played: Played, entries: Ints) -> list[Row]:
    """The success in each seat, country or colour that results name, the best first.

    entries : of one player
    """
    roles, places = played.results.entries.role, played.results.entries.place
    if roles is None or not len(entries):
        return []
    named = np.array(roles.gather(entries).fill_null("").to_list(), dtype=object)
    found = []
    for role in sorted(set(named.tolist()) - {""}):
        mine = entries[named == role]
        placed = places[mine][places[mine] > 0]
        found.append(
            {
                "role": role,
                **_success(played.outcomes.outcome[mine]),
                "mean_place": float(placed.mean()) if len(placed) else None,
            }
        )
    return sorted(found, key=lambda row: (row["mean_place"] or np.inf, row["role"]))


def by_advantage(played: Played, entries: Ints) -> list[Row]:
    """The success of who moved first or was at home, and otherwise, in games of two.

    entries : of one player
    """
    advantage, other = played.results.entries.advantage, played.outcomes.other
    if advantage is None:
        return []
    pairs = entries[other[entries] >= 0]
    mine, theirs = advantage[pairs] > 0.0, advantage[other[pairs]] > 0.0
    sides = ((True, pairs[mine & ~theirs]), (False, pairs[theirs & ~mine]))
    outcome = played.outcomes.outcome
    return [{"first": first, **_success(outcome[some])} for first, some in sides if len(some)]


def _success(outcome: NDArray[np.int8]) -> Row:
    decided = outcome[outcome != NONE]
    return {"games": len(decided), **score_of(decided)._asdict()}
