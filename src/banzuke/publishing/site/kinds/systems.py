"""Rulebooks: those that the lists use, and all that come with banzuke; each with a calculator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from banzuke.engine.rulebook import Rulebook, load_rulebook, rulebook_keys
from banzuke.publishing.site import addresses
from banzuke.publishing.site.calculator import calculated
from banzuke.publishing.site.looking_up import key_at
from banzuke.publishing.site.page import Arguments, Document, Page, PageKind
from banzuke.publishing.site.rulebook_said import rulebook_said
from banzuke.publishing.site.rulebooks_there import all_rulebooks, used
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.publishing.site.words import WRITTEN_IN, mark


@cache
def _packaged(key: str) -> Rulebook:
    """A rulebook that comes with banzuke."""
    return load_rulebook(key)


def shelf() -> Mapping[str, Rulebook]:
    """The rulebooks that come with banzuke, by key."""
    return {key: _packaged(key) for key in rulebook_keys()}


def _lists_by(snapshot: Snapshot, key: str) -> list[dict[str, Any]]:
    """The lists that a rulebook makes."""
    return [
        {
            "list": shown.key,
            "title": shown.title,
            "listed": len(shown.listed),
            "page": addresses.rating_list(shown.key),
            "events": addresses.included_events(shown.key),
        }
        for shown in snapshot.lists.values()
        if shown.rulebook.key == key
    ]


def _row(snapshot: Snapshot, rulebook: Rulebook) -> dict[str, Any]:
    return {
        "rulebook": rulebook.key,
        "title": rulebook.title,
        "game": rulebook.game,
        "system": rulebook.system.title,
        "author": rulebook.author or None,
        "summary": rulebook.summary,
        "lists": [one["title"] for one in _lists_by(snapshot, rulebook.key)],
        "page": addresses.system(rulebook.key),
    }


def _index(snapshot: Snapshot, arguments: Arguments) -> Page:
    mine = [_row(snapshot, rulebook) for rulebook in used(snapshot).values()]
    known = {row["rulebook"] for row in mine}
    others = [_row(snapshot, one) for key, one in shelf().items() if key not in known]
    others.sort(key=lambda row: (row["game"].startswith("Any"), row["game"], row["title"]))
    document: Document = {"used": mine, "others": others}
    rows = [{**row, "lists": "; ".join(row["lists"])} for row in (*mine, *others)]
    return Page(mark("Rating systems"), document, rows, {}, "systems")


def _build(snapshot: Snapshot, arguments: Arguments) -> Page:
    word = arguments["rulebook"]
    rulebook = _rulebook_at(snapshot, word)
    query = {name: text for name, text in arguments.items() if name != "rulebook"}
    document: Document = {
        **rulebook_said(rulebook, snapshot.rate_game),
        "lists": _lists_by(snapshot, rulebook.key),
        "calculator": calculated(rulebook, query, snapshot.rate_game),
    }
    tongues = {name: _tongue_of(rulebook, name) for name in ("text", "assumptions", "source")}
    drawn = {"tongue": tongues["text"], "tongues": tongues}
    return Page(mark(rulebook.title), document, list(_rows(document)), drawn, "systems")


def _tongue_of(rulebook: Rulebook, name: str) -> str:
    """The language of a text that a rulebook says, or took over: of one that comes with banzuke.

    "" for one that is not known.
    """
    text = getattr(rulebook, name)
    own = {rulebook.key} & set(rulebook_keys())
    known = (getattr(_packaged(key), name) for key in (*own, *rulebook_keys()))
    return WRITTEN_IN if text in known else ""


def _rows(document: Document) -> Iterator[dict[str, Any]]:
    """A row a setting, and a row a cell of a table; named as explanations name them."""
    for one in document["settings"]:
        name = f"{one['section']}.{one['name']}" if one["section"] else one["name"]
        said = {"unit": one["unit"], "meaning": one["meaning"], "set": one["set"]}
        yield {"name": name, "value": one["text"], **said}
    for table in document["tables"]:
        said = {"unit": table["unit"], "meaning": table["meaning"], "set": True}
        for row in table["rows"]:
            for column, cell in zip(table["columns"], row["cells"], strict=True):
                yield {"name": f"{table['name']}:{row['name']}:{column}", "value": cell, **said}


def _rulebook_at(snapshot: Snapshot, word: str) -> Rulebook:
    """The rulebook whose key has this word in addresses; raises NoSuchPage."""
    mine = used(snapshot)
    key = key_at(word, [*mine, *rulebook_keys()], "rulebook")
    return mine[key] if key in mine else _packaged(key)


def _addresses(snapshot: Snapshot) -> Iterator[str]:
    return map(addresses.system, all_rulebooks(snapshot))


KINDS = (
    PageKind("systems/index", "systems.html", _index),
    PageKind("systems/{rulebook}", "system.html", _build, _addresses, queries=("*",)),
)
