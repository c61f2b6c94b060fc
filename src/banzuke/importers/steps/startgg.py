"""Brackets of start.gg: answers of its GraphQL interface with events and their sets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any

from banzuke.importers.steps.bracket_matches import Bracket, Match, leader, moment, settle
from banzuke.model.row_problems import Problems

Json = dict[str, Any]

#: How a set is told that somebody was disqualified from.
DISQUALIFIED = "DQ"
FINISHED = 3


def is_startgg(document: object) -> bool:
    """Whether a document is of start.gg."""
    return any(True for _ in _events(document))


def read_startgg(document: object, wrong: Problems, odd: Problems) -> Bracket:
    """The sets of all events of a document, each once; what cannot be read is told."""
    matches: dict[str, Match] = {}
    players: dict[str, dict[str, str]] = {}
    begins: dict[str, datetime | None] = {}
    order: dict[tuple[str, str], int] = {}
    waiting = number = 0
    for event, name in _events(document):
        begins.setdefault(name, moment(event.get("startAt")))
        nodes = event["sets"].get("nodes")
        for item in nodes if isinstance(nodes, list) else []:
            number += 1
            if not isinstance(item, dict):
                continue
            if not _is_over(item):
                waiting += 1
                continue
            match = _match(item, number, (name, order, players), wrong)
            if match is not None and match.key not in matches:
                matches[match.key] = settle(match, odd)
    several = {event for event, phase in order if order[event, phase] > 1}
    told = [
        match if match.event in several else _without_order(match) for match in matches.values()
    ]
    return Bracket(told, players, begins, waiting)


def _without_order(match: Match) -> Match:
    return replace(match, order=0)


def _is_over(item: Json) -> bool:
    """Whether a set was played, or decided otherwise, between two who are known."""
    known = _slots(item)
    over = item.get("winnerId") is not None or item.get("state") in (FINISHED, "COMPLETED")
    return len(known) == 2 and over


def _slots(item: Json) -> list[Json]:
    """The slots of a set in which there is an entrant."""
    slots = item.get("slots")
    every = [slot for slot in slots if isinstance(slot, dict)] if isinstance(slots, list) else []
    return [slot for slot in every if isinstance(slot.get("entrant"), dict)]


def _match(
    item: Json,
    number: int,
    around: tuple[str, dict[tuple[str, str], int], dict[str, dict[str, str]]],
    wrong: Problems,
) -> Match | None:
    """A set that is over; None, and told, where its winner is neither of the two."""
    event, order, players = around
    slots = _slots(item)
    entrants = [slot["entrant"] for slot in slots]
    ids = [str(entrant.get("id")) for entrant in entrants]
    winner = None if item.get("winnerId") is None else str(item["winnerId"])
    sides = [_players(entrant, players) for entrant in entrants]
    if not all(sides):
        wrong.add("an entrant has neither a name nor players", "", "slots", number)
        return None
    if winner is not None and winner not in ids:
        what = f"the winner {winner} is neither of the two"
        wrong.add(what, " or ".join(ids), "winnerId", number)
        return None
    scores = [_score(slot) for slot in slots]
    out = item.get("displayScore") == DISQUALIFIED or any(s is not None and s < 0 for s in scores)
    both = None if out or None in scores else (float(scores[0] or 0), float(scores[1] or 0))
    phase = _phase(item)
    place = order.setdefault((event, phase), 1 + sum(1 for known, _ in order if known == event))
    round_ = item.get("round")
    void = winner is None and both is None
    return Match(
        number=number,
        key=str(item.get("id") or number),
        event=event,
        phase=phase,
        order=place,
        round=round_ if isinstance(round_, int) else 0,
        final=str(item.get("fullRoundText") or "").startswith("Grand Final"),
        sides=(sides[0], sides[1]),
        winner=ids.index(winner) if winner is not None else leader(both),
        scores=both,
        status="walkover" if out else "void" if void else "played",
        time=moment(item.get("completedAt") or item.get("startedAt")),
    )


def _score(slot: Json) -> float | None:
    """What an entrant scored, below 0 for a disqualification; None where it is not told."""
    value: Any = slot.get("standing")
    for name in ("stats", "score", "value"):
        value = value.get(name) if isinstance(value, dict) else None
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if is_number and abs(value) < 1e9 else None


def _phase(item: Json) -> str:
    """The name of the phase of a set, "" where it is not told."""
    group = item.get("phaseGroup")
    phase = group.get("phase") if isinstance(group, dict) else None
    return str(phase.get("name") or "") if isinstance(phase, dict) else ""


def _players(entrant: Json, players: dict[str, dict[str, str]]) -> tuple[str, ...]:
    """By what results name the players of an entrant: their numbers, or the entrant's name."""
    found = []
    people = entrant.get("participants")
    for person in people if isinstance(people, list) else []:
        if not isinstance(person, dict):
            continue
        player = person.get("player")
        player = player if isinstance(player, dict) else {}
        tag = str(person.get("gamerTag") or player.get("gamerTag") or "").strip()
        number = player.get("id")
        key = str(number) if number is not None else tag
        if key:
            facts = {"name": tag or key} | ({"id": str(number)} if number is not None else {})
            prefix = str(person.get("prefix") or player.get("prefix") or "").strip()
            players.setdefault(key, facts | ({"club": prefix} if prefix else {}))
            found.append(key)
    if not found:
        name = " ".join(str(entrant.get("name") or "").split())
        if name:
            players.setdefault(name, {"name": name})
            found.append(name)
    return tuple(dict.fromkeys(found))


def _events(document: object) -> Iterator[tuple[Json, str]]:
    """Each event with sets, and its name, in one answer or a list of them."""
    for answer in document if isinstance(document, list) else [document]:
        data = answer.get("data", answer) if isinstance(answer, dict) else None
        if not isinstance(data, dict):
            continue
        tournament = data.get("tournament")
        head = str(tournament.get("name") or "") if isinstance(tournament, dict) else ""
        found = [data.get("event")]
        if isinstance(tournament, dict) and isinstance(tournament.get("events"), list):
            found += tournament["events"]
        for event in found:
            if isinstance(event, dict) and isinstance(event.get("sets"), dict):
                own = event.get("tournament")
                title = str(own.get("name") or "") if isinstance(own, dict) else head
                parts = [part for part in (title, str(event.get("name") or "")) if part]
                yield event, ": ".join(parts) or "event"
