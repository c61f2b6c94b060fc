"""The table of a circuit: the points of every event, what counts, and who takes no place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from banzuke.model.ordering import natural_key
from banzuke.model.phrases import listed, phrase, phrases
from banzuke.scoring.circuits.circuit import Circuit
from banzuke.scoring.circuits.curve import Size
from banzuke.scoring.circuits.form import EventRule
from banzuke.scoring.exact import exact, shown
from banzuke.scoring.games import Game, RoundKind, Seat
from banzuke.scoring.standings import Entrants, standings
from banzuke.scoring.table import Standings


class CircuitEvent(NamedTuple):
    """One event of a circuit: its name, standings, category and last day."""

    name: str
    standings: Standings
    category: str = ""
    day: date | None = None


@dataclass(frozen=True)
class Season:
    """The table of a circuit.

    standings : its rounds are the events, in their order; who takes no place has place 0
    why : {(event, player): how the points of an event come about}
    left_out : {event: why it does not count}
    unplaced : {player: why he takes no place}
    by_plain_points : {event that counts so: why its scoring system could not be used}
    """

    circuit: Circuit
    standings: Standings
    why: Mapping[tuple[str, str], str]
    left_out: Mapping[str, str]
    unplaced: Mapping[str, str]
    by_plain_points: Mapping[str, str] = field(default_factory=dict)


def circuit_standings(
    events: Sequence[CircuitEvent],
    circuit: Circuit,
    *,
    nations: Mapping[str, str] | None = None,
    called: Mapping[str, str] | None = None,
) -> Season:
    """The table of a circuit from the standings of its events.

    events : in any order, each with a name of its own; they stand in the order of their days,
        then of their names
    nations : of players, where the circuit asks for them
    called : {player: name}, by which reasons name players; by default as the events do
    """
    ordered = sorted(events, key=lambda one: (one.day or date.min, natural_key(one.name)))
    left_out: dict[str, str] = {}
    games: list[Game] = []
    counting: list[str] = []
    why: dict[tuple[str, str], str] = {}
    for event in ordered:
        reason = why_not(event, circuit.events)
        if reason:
            left_out[event.name] = reason
            continue
        seats, reasons = _points(event, circuit)
        counting.append(event.name)
        games.append(Game(tuple(seats), round=str(len(counting))))
        why |= {(event.name, player): text for player, text in reasons.items()}
    unplaced = _unplaced(games, circuit, nations or {})
    entrants = Entrants(unranked=frozenset(unplaced), called=called or {})
    table = standings(games, circuit.total, entrants)
    return Season(circuit, replace(table, rounds=tuple(counting)), why, left_out, unplaced)


def size_of(table: Standings) -> Size:
    """How large an event was."""
    games: Counter[str] = Counter()
    boards: dict[int, set[int]] = {}
    for row in table.rows:
        for result in row.results:
            for line in result.games:
                if line.cell.kind is RoundKind.PLAYED:
                    games[row.player] += 1
                    boards.setdefault(result.round, set()).add(line.cell.game)
    return Size(
        players=sum(row.place > 0 for row in table.rows),
        boards=tuple(len(numbers) for _, numbers in sorted(boards.items())),
        games=tuple(games[row.player] for row in table.rows),
    )


def why_not(event: CircuitEvent, rule: EventRule) -> str:
    """Why an event does not count, "" if it does."""
    size = size_of(event.standings)
    if rule.categories and event.category not in rule.categories:
        return phrase("its category is none of: {names}", names=", ".join(rule.categories))
    if size.players < rule.least_players:
        players = phrases("{count} player", "{count} players", size.players)
        return phrase("{many}, {least} are asked for", many=players, least=rule.least_players)
    boards = size.boards_of(rule.largest_rounds)
    if boards < rule.least_boards:
        many = phrases("{count} board", "{count} boards", boards)
        return phrase("{many}, {least} are asked for", many=many, least=rule.least_boards)
    return ""


def _points(event: CircuitEvent, circuit: Circuit) -> tuple[list[Seat], dict[str, str]]:
    """What everybody who took a place has, and how it comes about."""
    ranked = [row for row in event.standings.rows if row.place > 0]
    size, scale = size_of(event.standings), circuit.scale(event.category)
    places = [row.place for row in ranked]
    points = circuit.points(places, size, event.category)
    seats = [
        Seat(row.player, row.place, points=own) for row, own in zip(ranked, points, strict=True)
    ]
    sharers_of = Counter(places)
    why = {}
    for seat, own in zip(seats, points, strict=True):
        text = scale.curve.why(seat.place, size, scale.parameters)
        sharers = sharers_of[seat.place]
        if sharers > 1:
            shared = phrase(
                "shared by {count} ({rule})", count=sharers, rule=phrase(scale.sharing.ties)
            )
            text = listed((text, shared), ", ")
        elif own == 0:
            text = listed((text, phrase("does not score")), ": ")
        elif own == exact(scale.sharing.floor):
            text = listed((text, phrase("at least {points}", points=shown(own))), ", ")
        why[seat.player] = text
    return seats, why


def _unplaced(
    games: Sequence[Game], circuit: Circuit, nations: Mapping[str, str]
) -> dict[str, str]:
    """Who takes no place in the circuit, and why."""
    events: Counter[str] = Counter()
    scored: Counter[str] = Counter()
    for seat in (seat for game in games for seat in game.seats):
        events[seat.player] += 1
        scored[seat.player] += (seat.points or Fraction(0)) > 0
    rule = circuit.players
    found: dict[str, str] = {}
    for player in sorted(events):
        nation = nations.get(player, "")
        if events[player] < rule.least_events:
            many = phrases("{count} event", "{count} events", events[player])
            least = rule.least_events
            found[player] = phrase("{many}, {least} are asked for", many=many, least=least)
        elif scored[player] < rule.least_scored:
            many = phrases("points in {count} event", "points in {count} events", scored[player])
            least = rule.least_scored
            found[player] = phrase("{many}, {least} are asked for", many=many, least=least)
        elif rule.nations and nation not in rule.nations:
            names = ", ".join(rule.nations)
            found[player] = phrase("the nation is none of: {names}", names=names)
    return found
