"""Scoring systems: the rules in words, what gives points, and boards worked out line by line."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from typing import Any

from banzuke.model.errors import DataRefused
from banzuke.publishing.scoring_text import scoring_document, summary
from banzuke.publishing.site import addresses
from banzuke.publishing.site.looking_up import key_at
from banzuke.publishing.site.page import Arguments, Page, PageKind, Row
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.publishing.site.texts import paragraphs
from banzuke.publishing.site.words import mark
from banzuke.scoring.exact import shown
from banzuke.scoring.form import BoardExample
from banzuke.scoring.scoring import Scoring, board_of, load_scoring, scoring_keys


@cache
def _packaged() -> list[Row]:
    return [_row(load_scoring(key)) for key in scoring_keys()]


def _row(one: Scoring) -> Row:
    return {**summary(one), "page": addresses.scoring(one.key)}


def _own(snapshot: Snapshot) -> dict[str, Scoring]:
    """The scoring systems that the ledger keeps and that score events of it, by reference."""
    used = snapshot.once(_events_by)
    found = {}
    for kind, key in snapshot.own.texts:
        if kind == "scoring" and key in used:
            with suppress(DataRefused):  # the pages of its events say so
                found[key] = snapshot.own.scoring(key)
    return found


def _events_by(snapshot: Snapshot) -> dict[str, list[Row]]:
    """The events that each scoring system scores, the newest first."""
    found: dict[str, list[Row]] = {}
    for key, held in snapshot.held.items():
        event = snapshot.events[key]
        if scoring := event.facts.get("scoring"):
            row = {"event": key, "name": event.name, "end": held.end, "page": addresses.event(key)}
            found.setdefault(scoring, []).append(row)
    return found


def _index(snapshot: Snapshot, arguments: Arguments) -> Page:
    used = snapshot.once(_events_by)
    every = [*_packaged(), *map(_row, snapshot.once(_own).values())]
    rows = [{**row, "events": len(used.get(row["key"], ()))} for row in every]
    document = {
        "used": sorted((row for row in rows if row["events"]), key=lambda row: -row["events"]),
        "others": [row for row in rows if not row["events"]],
    }
    return Page(mark("Scoring systems"), document, rows, {}, "systems")


def _build(snapshot: Snapshot, arguments: Arguments) -> Page:
    own = snapshot.once(_own)
    key = key_at(arguments["key"], [*scoring_keys(), *own], "scoring system")
    scoring = own.get(key) or load_scoring(key)
    examples = [_worked(scoring, one) for one in scoring.examples]
    document = {
        **scoring_document(scoring),
        "examples": examples,
        "events": snapshot.once(_events_by).get(key, []),
    }
    rows = [
        {"example": one["title"], **{name: power[name] for name in ("power", "centres", "points")}}
        for one in examples
        for power in one["powers"]
    ]
    drawn = {
        "paragraphs": paragraphs(scoring.text),
        "others": {
            one: load_scoring(one).title for one in scoring.extends if one in scoring_keys()
        },
    }
    return Page(scoring.title, document, rows, drawn, "systems")


def _worked(scoring: Scoring, example: BoardExample) -> Row:
    """An example with the lines that add up to each power's points."""
    try:
        scores = scoring.explain(board_of(example))
    except DataRefused as refused:
        return {"title": example.title, "powers": [], "terms": [], "refused": str(refused)}
    terms = list(dict.fromkeys(line.name for score in scores for line in score.lines))
    powers: list[dict[str, Any]] = []
    for score in scores:
        lines = {line.name: shown(line.points) for line in score.lines}
        powers.append(
            {
                "power": score.power,
                "centres": score.centres,
                "terms": [lines.get(name, "") for name in terms],
                "why": [line.why for line in score.lines],
                "points": shown(score.points),
            }
        )
    return {"title": example.title, "terms": terms, "powers": powers, "refused": ""}


def _addresses(snapshot: Snapshot) -> Iterable[str]:
    return map(addresses.scoring, [*scoring_keys(), *snapshot.once(_own)])


KINDS = (
    PageKind("scoring/index", "scoring_index.html", _index),
    PageKind("scoring/{key}", "scoring.html", _build, _addresses),
)
