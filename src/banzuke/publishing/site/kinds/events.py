"""Events: what is known of each, its standings and boards, and what it did to ratings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from banzuke.model.errors import NoSuchPage
from banzuke.model.ordering import natural_key
from banzuke.publishing.site import addresses
from banzuke.publishing.site.event_games import games_of, seats_of
from banzuke.publishing.site.event_ratings import rate_somebody, ratings_of
from banzuke.publishing.site.event_report import ENDING, report_of
from banzuke.publishing.site.event_standings import rows_of, standings_of
from banzuke.publishing.site.known import Event
from banzuke.publishing.site.looking_up import sheet_number, sheet_of, sheets_of
from banzuke.publishing.site.page import Arguments, Page, PageKind, Row
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.publishing.site.texts import most_decimals, paragraphs
from banzuke.scoring.awards import best_of_roles
from banzuke.scoring.exact import shown
from banzuke.scoring.reckoned_standings import Reckoned
from banzuke.scoring.table import Standings

#: A table of rounds is drawn for so many rounds at most; beyond it would not be read.
MOST_ROUNDS = 15

#: So many lines of standings stand on a sheet, and so many games or boards are drawn at most; all
#: of them are in the tables to download.
MOST_LINES = 300

#: What is known of an event, in the order in which it is told.
FACTS = ("kind", "category", "place", "country", "director", "scoring")


class Told(NamedTuple):
    """All that is said of an event, on each of its sheets and in all forms."""

    reckoned: Reckoned
    lines: list[Row]
    document: dict[str, Any]
    report: bytes


class LastTold:
    """What is said of the event that was asked for last: its sheets and forms come together."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._last: tuple[str, Told] | None = None

    def of(self, event: Event) -> Told:
        """All that is said of an event."""
        last = self._last
        if last is None or last[0] != event.key:
            reckoned = standings_of(self._snapshot, event)
            lines = rows_of(self._snapshot, reckoned.table) if reckoned.table else []
            document = _document(self._snapshot, event, reckoned, lines)
            report = report_of(self._snapshot, event)
            document["tournament_report"] = (
                f"{addresses.event(event.key)}.{ENDING}" if report else None
            )
            self._last = last = event.key, Told(reckoned, lines, document, report)
        return last[1]


def _build(snapshot: Snapshot, arguments: Arguments) -> Page:
    event = snapshot.events.get(arguments["event"])
    if event is None:
        raise NoSuchPage(f"there is no event {arguments['event']!r}")
    number = sheet_number(arguments)
    told = snapshot.once(LastTold).of(event)
    reckoned, lines, document = told.reckoned, told.lines, told.document
    here = sheet_of(lines, number, MOST_LINES)
    ratings = document["ratings"]
    rating = rate_somebody(ratings)
    drawn = {
        "reckoned": reckoned,
        "ratings": rating,
        "first": {row["player"]: row for one in rating[:1] for row in one["players"]},
        "duels": _all_duels(lines),
        "only_places": event.name not in snapshot.games.event_codes,
        "lines": [(line, _by_round(line, document["rounds"])) for line in here],
        "decimals": _decimals(lines),
        "sheet": number,
        "sheets_in_all": sheets_of(len(lines), MOST_LINES),
        "most_rounds": MOST_ROUNDS,
        "most_lines": MOST_LINES,
        "paragraphs": paragraphs(event.facts.get("report", "")),
    }
    others = {ENDING: lambda: told.report} if told.report and number == 1 else {}
    return Page(event.name, document, _rows(lines, ratings), drawn, "events", others=others)


def _document(
    snapshot: Snapshot, event: Event, reckoned: Reckoned, lines: list[Row]
) -> dict[str, Any]:
    held, table = snapshot.held.get(event.key), reckoned.table
    ratings = ratings_of(snapshot, event)
    games = games_of(snapshot, event, {one["list"] for one in rate_somebody(ratings)})
    return {
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
        "boards": _boards(lines, seats_of(games.games)),
        "best_of_roles": _best_of_roles(snapshot, reckoned.table),
        "changes_of": games.of or None,
        "changes_of_title": games.title or None,
        "played": games.games,
        "unrated": games.unrated,
    }


def _by_round(line: Row, rounds: list[str]) -> list[list[Row]]:
    """The results of a line, of every round in order."""
    found: dict[str, list[Row]] = {}
    for result in line["results"]:
        found.setdefault(result["round"], []).append(result)
    return [found.get(one, []) for one in rounds]


def _decimals(lines: list[Row]) -> dict[str, Any]:
    """How many decimals totals, points of rounds and tie-breaks have at most, to be aligned."""
    breaks = zip(*(line["tie_breaks"] for line in lines), strict=True)
    points = [game["points"] for line in lines for of in line["results"] for game in of["games"]]
    return {
        "total": most_decimals(line["total"] for line in lines),
        "points": most_decimals(points),
        "tie_breaks": [most_decimals(texts) for texts in breaks],
    }


def _best_of_roles(snapshot: Snapshot, table: Standings | None) -> list[Row]:
    """Of each role the game that earned most, and who else earned as much."""
    found = []
    for best in best_of_roles(table) if table else ():
        heads = [line for line in best.lines if line.place == 1]
        found.append(
            {
                "role": best.role,
                "points": shown(heads[0].points),
                "score": None if heads[0].score is None else shown(heads[0].score),
                "players": [
                    {
                        "player": line.player,
                        "name": snapshot.name(line.player),
                        "round": line.round,
                        "board": line.board,
                    }
                    for line in heads
                ],
            }
        )
    return found


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


def _all_duels(lines: list[Row]) -> bool:
    """Whether every game is one against one, so that rounds make a crosstable."""
    games = [game for line in lines for result in line["results"] for game in result["games"]]
    return bool(games) and all(game["sides"] <= 2 and len(game["opponents"]) <= 1 for game in games)


def _boards(lines: list[Row], seats: Mapping[tuple[str, str, str], Row]) -> list[Row]:
    """The boards of games of many sides, each with its players in order."""
    boards: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for line in lines:
        for result in line["results"]:
            for game in result["games"]:
                if game["sides"] > 2 or len(game["opponents"]) > 1:
                    told = seats.get((result["round"], game["board"], line["player"]), {})
                    seat = {
                        "player": line["player"],
                        "name": line["name"],
                        "role": game["role"],
                        "score": game["score"],
                        "place": game["place"],
                        "points": game["points"],
                        **{name: told.get(name) for name in ("change", "change_text", "why")},
                    }
                    boards[result["round"], game["board"]].append(seat)
    return [
        {
            "round": round_,
            "board": board,
            "seats": sorted(seats, key=_seat_order),
        }
        for (round_, board), seats in sorted(boards.items(), key=_board_order)
    ]


def _seat_order(seat: Row) -> tuple[bool, int, str]:
    """By place, who has none last."""
    return seat["place"] is None, seat["place"] or 0, seat["name"]


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


def _sheets(snapshot: Snapshot) -> Iterable[str]:
    for key, held in snapshot.held.items():
        if held.players > MOST_LINES:
            lines = snapshot.once(LastTold).of(snapshot.events[key]).lines
            for number in range(2, sheets_of(len(lines), MOST_LINES) + 1):
                yield addresses.event(key, number)


_TEMPLATE = "event.html"

KINDS = (
    PageKind("events/{event}", _TEMPLATE, _build, _addresses, endings=(ENDING,)),
    PageKind("events/{event}/sheet-{sheet}", _TEMPLATE, _build, _sheets),
)
