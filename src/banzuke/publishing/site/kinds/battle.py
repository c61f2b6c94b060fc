"""Two players compared: who stands higher, their games with each other, the events both played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from banzuke.engine.predicting import predict_log
from banzuke.model.errors import CannotDo, DataRefused, NoSuchPage, WrongUse
from banzuke.publishing.plain_values import rows
from banzuke.publishing.site import addresses
from banzuke.publishing.site.careers import points_of, settled_rows, standings_of_player
from banzuke.publishing.site.curves import PHONE, WIDE, curve
from banzuke.publishing.site.encounters import LEAST_MEETINGS, has_page
from banzuke.publishing.site.families import Family
from banzuke.publishing.site.finding import finder_of
from banzuke.publishing.site.known import Person
from banzuke.publishing.site.looking_up import person_at
from banzuke.publishing.site.meetings import BothTold, meetings_of
from banzuke.publishing.site.met import letters_told, met_scripts, own_pages
from banzuke.publishing.site.page import Arguments, Page, PageKind, Row
from banzuke.publishing.site.places import place_in
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.publishing.site.words import mark

#: So many pairs who met most often stand on the page where two players are chosen.
MOST_PAIRS = 50

#: So many people are offered where a name does not say who is meant.
MOST_MEANT = 8

#: So many games are drawn; all of them are in the tables to download.
MOST_GAMES = 200


def _build(snapshot: Snapshot, arguments: Arguments) -> Page:
    keys = sorted(snapshot.moved.get(key, key) for key in (arguments["one"], arguments["other"]))
    if keys[0] == keys[1]:
        raise NoSuchPage(f"{keys[0]!r} cannot be compared with itself")
    one, other = (person_at(snapshot, key) for key in keys)
    return _compared(snapshot, one, other)


def _compared(snapshot: Snapshot, one: Person, other: Person) -> Page:
    told = [_told(family, one, other) for family in snapshot.families]
    games = meetings_of(snapshot, one.key, other.key, told)
    ratings, charts = [], []
    for both in told:
        for row, drawn in _ratings(both, one, other):
            ratings.append(row)
            charts.append(drawn)
    document: dict[str, Any] = {
        "one": _who(one),
        "other": _who(other),
        "meetings": {
            "games": len(games),
            **{
                kind: sum(game["outcome"] == kind for game in games)
                for kind in ("won", "drawn", "lost")
            },
        },
        "ratings": ratings,
        "events": _events(snapshot, one.key, other.key),
        "games": games,
    }
    table = [
        {name: value for name, value in game.items() if name != "changes"}
        | {
            f"{row['list']}_{who}_change": row[who] and row[who]["change"]
            for row in game["changes"]
            for who in ("one", "other")
        }
        for game in games
    ]
    drawn = {"charts": charts, "most_games": MOST_GAMES, "rated_by": _rated_by(games)}
    return Page(f"{one.name} – {other.name}", document, _squared(table), drawn, "players")


def _who(person: Person) -> Row:
    return {
        "player": person.key,
        "name": person.name,
        "nation": person.nation,
        "club": person.club,
        "page": addresses.player(person.key),
    }


def _squared(table: list[Row]) -> list[Row]:
    """Rows that all have the same keys."""
    names = dict.fromkeys(name for row in table for name in row)
    return [{name: row.get(name) for name in names} for row in table]


def _rated_by(games: list[Row]) -> str | None:
    """The key of the list that rates most of the games, whose changes are drawn."""
    count: dict[str, int] = {}
    for game in games:
        for row in game["changes"]:
            count[row["list"]] = count.get(row["list"], 0) + 1
    return max(count, key=lambda key: count[key]) if count else None


def _told(family: Family, one: Person, other: Person) -> BothTold:
    shown = family.main
    return BothTold(family, (rows(shown.history_of(one.key)), rows(shown.history_of(other.key))))


def _ratings(of_both: BothTold, one: Person, other: Person) -> Iterable[tuple[Row, Any]]:
    """Where both stand by the rules of a family, in each pool in which both have a rating."""
    family, shown = of_both.family, of_both.family.main
    if not all(of_both.histories):
        return
    standings = [standings_of_player(family, person) for person in (one, other)]
    for pool in standings[0]:
        both = [next(iter(of.get(pool, ())), None) for of in standings]
        points = [points_of(settled_rows(shown, person, pool)) for person in (one, other)]
        if both[0] is None or both[1] is None or not all(points):
            continue
        row = {
            "list": shown.key,
            "title": shown.title,
            "pool": pool,
            "one": _standing(both[0]),
            "other": _standing(both[1]),
            "chance": _chance(family, one.key, other.key, pool),
        }
        drawn = [
            [curve(mine, shape, within=theirs) for mine, theirs in (points, points[::-1])]
            for shape in (WIDE, PHONE)
        ]
        yield row, drawn


def _standing(row: Row) -> Row:
    return {name: row.get(name) for name in ("rank", "of", "rating", "shown", "games", "why")}


def _chance(family: Family, one: str, other: str, pool: str) -> float | None:
    """The chance of the first by the system's own forecast, a draw counted half; None without."""
    codes = family.main.histories.codes
    try:
        chance = predict_log(
            family.main.rated,
            np.array([codes[one], codes[other]], dtype=np.uint32),
            np.array([0, 1], dtype=np.int32),
            np.array([0, 2], dtype=np.uint32),
            pool,
        )
    except (CannotDo, DataRefused, WrongUse):
        return None
    return float(chance[0])


def _events(snapshot: Snapshot, one: str, other: str) -> list[Row]:
    """The events that both played, the newest first, with both places."""
    played: set[str] = set()
    for source in (snapshot.games, snapshot.standings):
        codes = source.results.games.event
        if codes is not None:
            game = source.outcomes.game
            here, there = (
                set(codes[game[source.entries_of(player)]].tolist()) - {-1}
                for player in (one, other)
            )
            played |= {source.results.events[code] for code in here & there}
    keys = {snapshot.event_keys[name] for name in played if name in snapshot.event_keys}
    found = []
    for key in (key for key in snapshot.held if key in keys):
        mine, theirs = (place_in(snapshot, key, player) for player in (one, other))
        either = mine or theirs
        found.append(
            {
                "event": key,
                "name": snapshot.events[key].name,
                "end": snapshot.held[key].end,
                "one_place": mine and mine.place,
                "other_place": theirs and theirs.place,
                "of": either and either.of,
            }
        )
    return found


def _index(snapshot: Snapshot, arguments: Arguments) -> Page:
    """Two players chosen by name or key; or who met most often."""
    asked = [arguments.get(name, "").strip()[:200] for name in ("one", "other")]
    meant = [_meant(snapshot, text) for text in asked]
    if all(len(people) == 1 for people in meant) and meant[0] != meant[1]:
        one, other = sorted((people[0] for people in meant), key=lambda person: person.key)
        return _compared(snapshot, one, other)
    document = {
        "one": None,
        "asked": [
            {"text": text, "players": [_who(person) for person in people]}
            for text, people in zip(asked, meant, strict=True)
        ],
        "pairs": snapshot.once(_pairs),
    }
    pairs: list[Row] = snapshot.once(_pairs)
    drawn = {"letters": letters_told(snapshot)}
    return Page(mark("Two players compared"), document, pairs, drawn, "players")


def _meant(snapshot: Snapshot, text: str) -> list[Person]:
    """Who may be meant by a key or a name."""
    key = snapshot.moved.get(text, text)
    if not text or key in snapshot.people:
        return [snapshot.people[key]] if has_page(snapshot, key) else []
    found = [one for one in snapshot.once(finder_of).find(text) if one.kind == "players"]
    people = [snapshot.people[one.address.rsplit("/", 1)[-1]] for one in found[:MOST_MEANT]]
    same = [person for person in people if person.name.casefold() == text.casefold()]
    return same or people


def _pairs(snapshot: Snapshot) -> list[Row]:
    """Who met most often in games of two."""
    played = snapshot.games
    other = played.outcomes.other
    mine = np.flatnonzero(other > np.arange(len(other)))
    player = played.results.entries.player.astype(np.int64)
    size = max(len(played.results.players), 1)
    low = np.minimum(player[mine], player[other[mine]])
    high = np.maximum(player[mine], player[other[mine]])
    pairs, count = np.unique(low * size + high, return_counts=True)
    order = np.lexsort((pairs, -count))[: 4 * MOST_PAIRS]
    found = []
    for pair, games in zip(pairs[order].tolist(), count[order].tolist(), strict=True):
        keys = [played.results.players[code] for code in divmod(pair, size)]
        if games >= LEAST_MEETINGS and all(has_page(snapshot, key) for key in keys):
            one, two = sorted(keys)
            found.append(
                {
                    "one": one,
                    "one_name": snapshot.name(one),
                    "other": two,
                    "other_name": snapshot.name(two),
                    "games": games,
                    "page": addresses.battle(one, two),
                }
            )
    return found[:MOST_PAIRS]


def _addresses(snapshot: Snapshot) -> Iterable[str]:
    """The opponents whom each player met most: as many pages as players, in the end."""
    found = {row["page"]: None for row in snapshot.once(_pairs)}
    for one, others in snapshot.once(own_pages).items():
        found |= {addresses.battle(one, other): None for other in others}
    return found


_TEMPLATE = "battle.html"

KINDS = (
    PageKind("battle/{one}/{other}", _TEMPLATE, _build, _addresses),
    PageKind(addresses.BATTLES, _TEMPLATE, _index, queries=("one", "other"), files=met_scripts),
)
