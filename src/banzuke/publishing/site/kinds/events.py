"""Events: what is known of each, its standings and boards, and what it did to ratings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from banzuke.model.errors import NoSuchPage
from banzuke.model.ordering import natural_key
from banzuke.publishing.site import addresses
from banzuke.publishing.site.event_ratings import ratings_of
from banzuke.publishing.site.event_standings import rows_of, standings_of
from banzuke.publishing.site.known import Event
from banzuke.publishing.site.page import Arguments, Page, PageKind, Row
from banzuke.publishing.site.snapshot import Snapshot

#: A table of rounds is drawn for so many rounds at most; beyond it would not be read.
MOST_ROUNDS = 15

#: So many lines of standings, or games, are drawn; all of them are in the table to download.
MOST_LINES = 300

#: What is known of an event, in the order in which it is told.
FACTS = ("kind", "category", "place", "country", "director", "scoring")


def _build(snapshot: Snapshot, arguments: Arguments) -> Page:
    event = snapshot.events.get(arguments["event"])
    if event is None:
        raise NoSuchPage(f"there is no event {arguments['event']!r}")
    held = snapshot.held.get(event.key)
    reckoned = standings_of(snapshot, event)
    table = reckoned.table
    lines = rows_of(snapshot, table) if table else []
    ratings = ratings_of(snapshot, event)
    document: dict[str, Any] = {
        "event": event.key,
        "name": event.name,
        **{fact: event.facts.get(fact) for fact in FACTS},
        "begin": held and held.begin,
        "end": held and held.end,
        "report": event.facts.get("report"),
        "awards": _awards(snapshot, event),
        "games": held.games if held else 0,
        "players": held.players if held else 0,
        "unit": table and table.unit,
        "rounds": list(table.rounds) if table else [],
        "tie_breaks": [one._asdict() for one in table.tie_breaks] if table else [],
        "standings": lines,
        "ratings": ratings,
        "circuits": [
            {"circuit": one.key, "title": one.title, "page": addresses.circuit(one.key)}
            for one in snapshot.series.values()
            if event.key in one.events
        ],
        "boards": _boards(lines),
    }
    drawn = {
        "reckoned": reckoned,
        "first": {one["player"]: one for one in ratings[0]["players"]} if ratings else {},
        "duels": _all_duels(lines),
        "most_rounds": MOST_ROUNDS,
        "most_lines": MOST_LINES,
        "paragraphs": _paragraphs(event),
        "people": snapshot.people,
    }
    return Page(event.name, document, _rows(lines, ratings), drawn, "events")


def _awards(snapshot: Snapshot, event: Event) -> list[Row]:
    return [
        {
            "title": one.title,
            "player": one.player,
            "name": one.player and snapshot.name(one.player),
            "text": one.text,
        }
        for one in event.awards
    ]


def _paragraphs(event: Event) -> list[str]:
    text = event.facts.get("report", "")
    return [part.strip() for part in text.split("\n\n") if part.strip()]


def _all_duels(lines: list[Row]) -> bool:
    """Whether every game is one against one, so that rounds make a crosstable."""
    games = [game for line in lines for result in line["results"] for game in result["games"]]
    return bool(games) and all(len(game["opponents"]) <= 1 for game in games)


def _boards(lines: list[Row]) -> list[Row]:
    """The boards of games of many sides, each with its players in order."""
    boards: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for line in lines:
        for result in line["results"]:
            for game in result["games"]:
                if len(game["opponents"]) > 1:
                    seat = {
                        "player": line["player"],
                        "name": line["name"],
                        "role": game["role"],
                        "score": game["score"],
                        "place": game["place"],
                        "points": game["points"],
                    }
                    boards[result["round"], game["board"]].append(seat)
    return [
        {
            "round": round_,
            "board": board,
            "seats": sorted(seats, key=lambda one: (one["place"] or 999, one["name"])),
        }
        for (round_, board), seats in sorted(boards.items(), key=_board_order)
    ]


def _board_order(item: tuple[tuple[str, str], list[Row]]) -> list[object]:
    """Boards by round and number, ten after nine."""
    return [natural_key(text) for text in item[0]]


def _rows(lines: list[Row], ratings: list[Row]) -> list[Row]:
    """A line a player: place, total, and what each list says before and after."""
    found = []
    by_list = [(one["list"], {row["player"]: row for row in one["players"]}) for one in ratings]
    for line in lines:
        row = {name: line[name] for name in ("place", "player", "name", "total")}
        for key, players in by_list:
            of = players.get(line["player"], {})
            row |= {f"{key}_{name}": of.get(name) for name in ("before", "change", "after")}
        found.append(row)
    return found


def _addresses(snapshot: Snapshot) -> Iterable[str]:
    return (addresses.event(key) for key in snapshot.events)


KINDS = (PageKind("events/{event}", "event.html", _build, _addresses, order=1),)
