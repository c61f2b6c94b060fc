"""Brackets of Challonge: its API's first form, and the later ones by JSON:API."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from banzuke.importers.steps.bracket_matches import Bracket, Match, leader, moment, settle
from banzuke.model.row_problems import Problems

Json = dict[str, Any]

_SET = re.compile(r"\s*(-?\d+)\s*-\s*(-?\d+)\s*\Z")
#: No score is higher.
MOST = 1e9

GROUPS, FINALS = "group stage", "final stage"


def is_challonge(document: object) -> bool:
    """Whether a document is of Challonge."""
    return any(True for _ in _tournaments(document))


def read_challonge(document: object, wrong: Problems, odd: Problems) -> Bracket:
    """The matches of all tournaments of a document; what cannot be read is told."""
    matches: list[Match] = []
    players: dict[str, dict[str, str]] = {}
    begins = {}
    waiting = 0
    for tournament in _tournaments(document):
        name = str(tournament.get("name") or tournament.get("url") or "")
        begins[name] = moment(tournament.get("started_at") or tournament.get("starts_at"))
        known = _participants(tournament, players)
        if not known:
            right = "an export with participants (include_participants=1) and matches"
            wrong.add(f"tournament {name!r} has no participants", right, "participants")
            continue
        finals = _grand_finals(tournament)
        for number, item in enumerate(tournament["matches"], len(matches) + waiting + 1):
            if item.get("state") not in (None, "complete"):
                waiting += 1
                continue
            match = _match(item, number, (name, known, finals), wrong)
            if match is not None:
                matches.append(settle(match, odd))
    return Bracket(matches, players, begins, waiting)


def _match(
    item: Json, number: int, around: tuple[str, dict[str, str], frozenset[int]], wrong: Problems
) -> Match | None:
    """A match that is complete; None, and told, where it cannot be one."""
    event, known, finals = around
    ids = [_text(item.get("player1_id")), _text(item.get("player2_id"))]
    for column, one in zip(("player1_id", "player2_id"), ids, strict=True):
        if one not in known:
            said = f"participant {one} is none of the file" if one else "there is no participant"
            wrong.add(said, "a participant's id", column, number)
    if any(one not in known for one in ids):
        return None
    winner = _text(item.get("winner_id"))
    if winner and winner not in ids:
        what = f"the winner {winner} is neither of the two"
        wrong.add(what, " or ".join(ids), "winner_id", number)
        return None
    scores = _scores(item, ids)
    given_up = bool(item.get("forfeited")) or (scores is not None and min(scores) < 0)
    status = "played" if winner or scores is not None else "void"
    round_ = item.get("round")
    grouped = bool(item.get("group_id"))
    stamps = _object(item.get("timestamps"))
    time = item.get("completed_at") or stamps.get("completed_at") or item.get("started_at")
    return Match(
        number=number,
        key=_text(item.get("id")) or str(number),
        event=event,
        phase=GROUPS if grouped else FINALS,
        order=0 if not item.get("staged") else 1 if grouped else 2,
        round=round_ if isinstance(round_, int) else 0,
        final=round_ in finals and not grouped,
        sides=((known[ids[0]],), (known[ids[1]],)),
        winner=ids.index(winner) if winner else leader(scores),
        scores=None if given_up else scores,
        status="walkover" if given_up else status,
        time=moment(time or stamps.get("started_at")),
    )


def _scores(item: Json, ids: list[str]) -> tuple[float, float] | None:
    """What both scored: of one set its points, of several the sets that each won."""
    sets: list[tuple[float, float]] = []
    told = item.get("scores_csv") or item.get("scores")
    if isinstance(item.get("score_in_sets"), list):
        pairs = [pair for pair in item["score_in_sets"] if isinstance(pair, list)]
        sets = [(float(a), float(b)) for a, b in (p for p in pairs if len(p) == 2 and _numbers(p))]
    elif isinstance(item.get("points_by_participant"), list):
        by = {
            _text(one.get("participant_id")): one.get("scores")
            for one in item["points_by_participant"]
            if isinstance(one, dict)
        }
        both = [by.get(one) for one in ids]
        if all(isinstance(one, list) and _numbers(one) for one in both):
            sets = [
                (float(a), float(b)) for a, b in zip(both[0] or (), both[1] or (), strict=False)
            ]
    elif isinstance(told, str):
        found = [_SET.match(part) for part in told.split(",")]
        sets = [(float(one[1]), float(one[2])) for one in found if one is not None]
    if not sets:
        return None
    if len(sets) == 1 or min(min(pair) for pair in sets) < 0:
        return sets[0] if len(sets) == 1 else (-1.0, 0.0)
    return float(sum(a > b for a, b in sets)), float(sum(a < b for a, b in sets))


def _numbers(values: list[Any]) -> bool:
    return all(isinstance(one, (int, float)) and abs(one) < MOST for one in values)


def _participants(tournament: Json, players: dict[str, dict[str, str]]) -> dict[str, str]:
    """{id: name} of the participants, the ids that they have in groups too."""
    known: dict[str, str] = {}
    for person in tournament["participants"]:
        name = _text(person.get("name") or person.get("display_name") or person.get("username"))
        if not name:
            continue
        name = " ".join(name.split())
        users = person.get("challonge_username") or person.get("username")
        players.setdefault(name, {"name": name} | ({"id": _text(users)} if users else {}))
        groups = person.get("group_player_ids")
        ids = [person.get("id"), *(groups if isinstance(groups, list) else ())]
        known.update({_text(one): name for one in ids if _text(one)})
    return known


def _grand_finals(tournament: Json) -> frozenset[int]:
    """The round of the grand final, of a bracket that has losers' rounds."""
    rounds = [one.get("round") for one in tournament["matches"] if not one.get("group_id")]
    numbers = [number for number in rounds if isinstance(number, int)]
    has_losers = min(numbers, default=0) < 0 < max(numbers, default=0)
    return frozenset([max(numbers)] if has_losers else ())


def _tournaments(document: object) -> Iterator[Json]:
    """Each tournament as the API's first form has it, its parts without their wrappers."""
    for item in document if isinstance(document, list) else [document]:
        if not isinstance(item, dict):
            continue
        plain = item.get("tournament")
        if isinstance(plain, dict) and isinstance(plain.get("matches"), list):
            yield _plain(plain)
        elif isinstance(item.get("matches"), list) and isinstance(item.get("participants"), list):
            yield _plain(item)
        elif "data" in item and _resources(item, "match"):
            yield _by_resources(item)


def _plain(tournament: Json) -> Json:
    """A tournament whose matches and participants are objects of their own, wrapped or not."""
    matches = _unwrapped(tournament.get("matches"), "match")
    staged = any(one.get("group_id") for one in matches)
    return tournament | {
        "matches": [one | {"staged": staged} for one in matches],
        "participants": _unwrapped(tournament.get("participants"), "participant"),
    }


def _unwrapped(items: object, name: str) -> list[Json]:
    found = []
    for item in items if isinstance(items, list) else []:
        if isinstance(item, dict):
            inner = item.get(name)
            found.append(inner if isinstance(inner, dict) else item)
    return found


def _resources(document: Json, kind: str) -> list[Json]:
    """The resources of a kind in a document by JSON:API."""
    found = []
    for part in (document.get("data"), document.get("included")):
        for item in part if isinstance(part, list) else [part]:
            if isinstance(item, dict) and item.get("type") == kind:
                found.append(item)
    return found


def _by_resources(document: Json) -> Json:
    """A document by JSON:API in the first form: attributes, and the ids of relationships."""
    heads = [*_resources(document, "tournament"), {}]
    head = _object(heads[0].get("attributes"))
    matches = []
    for item in _resources(document, "match"):
        match = {"id": item.get("id"), **_object(item.get("attributes"))}
        for name in ("player1", "player2"):
            data = _object(_object(_object(item.get("relationships")).get(name)).get("data"))
            match[f"{name}_id"] = data.get("id", match.get(f"{name}_id"))
        matches.append(match)
    people = [
        {"id": item.get("id"), **_object(item.get("attributes"))}
        for item in _resources(document, "participant")
    ]
    stamps = _object(head.get("timestamps"))
    began = {"started_at": head.get("started_at") or stamps.get("started_at")}
    return _plain(head | began | {"matches": matches, "participants": people})


def _object(value: object) -> Json:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str:
    """An id or name as text, whether it was written as a number or not."""
    return str(value).strip() if isinstance(value, (str, int)) else ""
