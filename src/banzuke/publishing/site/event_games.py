"""The games of an event one by one: who played, what each changed, and which are not rated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from datetime import date
from typing import Any, NamedTuple

from banzuke.engine.explaining_entries import entry_row
from banzuke.model.days import known_day
from banzuke.model.ordering import natural_key
from banzuke.publishing.plain_values import rows
from banzuke.publishing.site import addresses
from banzuke.publishing.site.families import Family
from banzuke.publishing.site.known import Event
from banzuke.publishing.site.played import Played
from banzuke.publishing.site.records import DRAWN, LOST, WON, seat_of
from banzuke.publishing.site.snapshot import Snapshot

Row = dict[str, Any]

#: A game where it came from: its file and its row there; and whose entry in it.
Origin = tuple[str, int]
Seat = tuple[str, int, str]

_OUTCOMES = {WON: "won", DRAWN: "drawn", LOST: "lost"}


class EventGames(NamedTuple):
    """The games of an event.

    games : by day, round and board, else as they lie in the results, each with its players
    of, title : the list whose changes they tell, "" where no list rates games of the event
    unrated : of each list how many games it leaves out for a reason
    """

    games: list[Row]
    of: str
    title: str
    unrated: list[Row]


def games_of(snapshot: Snapshot, event: Event, rated_by: Collection[str]) -> EventGames:
    """The games of an event, with changes by the first list that rates games of it.

    rated_by : the lists on which somebody who played at the event has a rating; where none of
        them rates games, no change is told, and why a game is not rated is told by the first list
        that looked at games
    """
    here = _families_of(snapshot, event)
    unrated, reasons = [], {}
    for family in here:
        found = _reasons(snapshot, family, event)
        unrated += _counted(family, found)
        reasons[family.main.key] = found
    of_games = [one for one in here if one.main.rulebook.system.takes_games]
    rating = next((one for one in of_games if one.main.key in rated_by), None)
    if rating is None:
        why_not = reasons[of_games[0].main.key] if of_games else {}
        return EventGames(_games(snapshot, event, {}, why_not), "", "", unrated)
    main = rating.main
    history = rows(main.history_of_event(event.name).select(*_TOLD))
    changes = {(row["file"] or "", row["row"], row["player"]): row for row in history}
    games = _games(snapshot, event, changes, reasons[main.key])
    for game in games:
        for seat in game["players"]:
            told = seat["change"] is not None
            seat["why"] = addresses.change(main.key, seat["player"], event.key) if told else None
    return EventGames(games, main.key, main.title, unrated)


def seats_of(games: list[Row]) -> dict[tuple[str, str, str], Row]:
    """Who played, by round, board and player, where these name one game alone."""
    found: dict[tuple[str, str, str], Row] = {}
    twice = set()
    for game in games:
        for seat in game["players"]:
            where = game["round"] or "", game["board"] or "", seat["player"]
            if where in found:
                twice.add(where)
            found[where] = seat
    return {where: seat for where, seat in found.items() if where not in twice}


_TOLD = ("file", "row", "player", "change", "change_text")


def _families_of(snapshot: Snapshot, event: Event) -> list[Family]:
    """Those whose rules look at games of the event, rated or not."""
    every = snapshot.once(_played_by)
    return [
        family
        for family in snapshot.families
        if len(every[family.main.key].games_of(event.name))
        and _is_of_pool(every[family.main.key], family, event)
    ]


def _played_by(snapshot: Snapshot) -> dict[str, Played]:
    """What each family's rules look at, found by event."""
    return {family.main.key: Played(family.main.rated.results) for family in snapshot.families}


def _is_of_pool(played: Played, family: Family, event: Event) -> bool:
    """Whether a family of one pool has a game there of the event."""
    results, pool = played.results, family.main.record.pool
    if not pool:
        return True
    codes = results.games.pool
    names = set() if codes is None else set(codes[played.games_of(event.name)].tolist())
    return any(code >= 0 and results.pools[code] == pool for code in names)


def _reasons(snapshot: Snapshot, family: Family, event: Event) -> dict[Origin, str]:
    """Why a family leaves games of the event out, by where they came from."""
    played = snapshot.once(_played_by)[family.main.key]
    said = family.main.rated.selection.reasons
    found = {}
    for game in played.games_of(event.name).tolist() if said else ():
        if game in said:
            found[played.results.place(game)] = said[game]
    return found


def _counted(family: Family, reasons: Mapping[Origin, str]) -> list[Row]:
    main = family.main
    return [
        {"list": main.key, "title": main.title, "games": count, "why": why}
        for why, count in Counter(reasons.values()).most_common()
    ]


def _games(
    snapshot: Snapshot, event: Event, changes: Mapping[Seat, Row], reasons: Mapping[Origin, str]
) -> list[Row]:
    played = snapshot.games
    results = played.results
    games, found = results.games, []
    for game in played.games_of(event.name).tolist():
        first, end = int(results.first[game]), int(results.first[game + 1])
        found.append(
            {
                "date": known_day(games.time, game),
                "round": None if games.round is None else games.round[game],
                "board": None if games.board is None else games.board[game],
                "players": [_seat(snapshot, entry, changes, game) for entry in range(first, end)],
                "why_not": reasons.get(results.place(game)),
            }
        )
    return sorted(found, key=_when)


def _when(game: Row) -> tuple[object, ...]:
    """By what the games of an event are in order, whatever the order of a file's lines was."""
    day = game["date"]
    return (
        day is None,
        day or date.min,
        *(natural_key(game[name] or "") for name in ("round", "board")),
    )


def _seat(snapshot: Snapshot, entry: int, changes: Mapping[Seat, Row], game: int) -> Row:
    """Who played, what came of it and what it changed."""
    played = snapshot.games
    results, entries = played.results, played.results.entries
    player = results.players[int(entries.player[entry])]
    told = changes.get((results.place(game)[0], entry_row(results, game, entry), player))
    return {
        "player": player,
        "name": snapshot.name(player),
        "side": int(entries.side[entry]) + 1,
        **seat_of(results, entry),
        "outcome": _OUTCOMES.get(int(played.outcomes.outcome[entry])),
        "change": told and told["change"],
        "change_text": told and told["change_text"],
    }
