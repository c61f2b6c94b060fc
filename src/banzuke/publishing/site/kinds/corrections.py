"""What was corrected in the ledger: when, by whom, why, and what it did to ratings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import polars as pl

from banzuke.ledger.awards import is_of_award
from banzuke.ledger.revisions import Revision
from banzuke.model.columns import EVENT_TEXTS
from banzuke.model.errors import NoSuchPage
from banzuke.publishing.list_text import numbers
from banzuke.publishing.site import addresses
from banzuke.publishing.site.corrected import corrections_by_player
from banzuke.publishing.site.lists_found import number_of
from banzuke.publishing.site.page import Arguments, Page, PageKind, Row
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.publishing.site.words import mark

#: Kinds of revisions that correct what was stored, and how each is called.
CORRECTIONS = {
    "correct": mark("corrected"),
    "withdraw": mark("withdrawn"),
    "merge": mark("two people are one"),
    "unmerge": mark("one person is two"),
    "undo": mark("taken back"),
    "anonymise": mark("a person removed"),
}

#: Facts of events that are only texts, as awards are: who sets them corrects nothing.
TEXTS = {*EVENT_TEXTS, "report"}


def corrections_of(snapshot: Snapshot) -> list[Revision]:
    """The revisions that corrected something, the newest first."""
    return [one for one in snapshot.revisions if one.kind in CORRECTIONS and not _only_texts(one)]


def _only_texts(revision: Revision) -> bool:
    changed = revision.told.get("changed")
    if revision.kind != "correct" or "event" not in revision.told:
        return False
    if not isinstance(changed, Mapping):
        return False
    return all(fact in TEXTS or is_of_award(fact) for fact in changed)


def _row(snapshot: Snapshot, one: Revision) -> Row:
    about = _about(snapshot, one)
    return {
        "revision": one.id,
        "when": one.at,
        "day": one.at[:10],
        "who": one.who,
        "why": one.why,
        "kind": one.kind,
        "what": CORRECTIONS[one.kind],
        "about": about["name"],
        "about_page": about["page"],
        "undoes": one.undoes,
        "page": addresses.correction(one.id),
    }


def corrections_of_player(snapshot: Snapshot, player: str) -> list[Row]:
    """The corrections that concern a player, the newest first."""
    return [_row(snapshot, one) for one in snapshot.once(_by_player).get(player, [])]


def _by_player(snapshot: Snapshot) -> dict[str, list[Revision]]:
    return corrections_by_player(snapshot, corrections_of(snapshot))


def _about(snapshot: Snapshot, one: Revision) -> Row:
    """What a correction is about: an event, a person, a game, or how many games."""
    told = one.told
    for role in ("into", "person"):
        key = str(told.get(role, ""))
        known = snapshot.people.get(key)
        if known is not None:
            return {"name": known.name, "page": addresses.player(key) if known.there else None}
    event = str(told.get("event", ""))
    if event in snapshot.event_keys:
        return {"name": event, "page": addresses.event(snapshot.event_keys[event])}
    if "game" in told:
        return {"name": f"game {told['game']}", "page": None}
    return {"name": event, "page": None}


def _changed(snapshot: Snapshot, one: Revision) -> list[Row]:
    """What was said before, and after."""
    changed = one.told.get("changed")
    if not isinstance(changed, Mapping):
        return []
    return [
        {"what": what, "before": str(said["before"]), "after": str(said["after"])}
        for what, said in changed.items()
        if isinstance(said, Mapping) and {"before", "after"} <= said.keys()
    ]


def _index(snapshot: Snapshot, arguments: Arguments) -> Page:
    rows = [_row(snapshot, one) for one in corrections_of(snapshot)]
    return Page(mark("Corrections"), {"corrections": rows}, rows, {})


def _build(snapshot: Snapshot, arguments: Arguments) -> Page:
    number = number_of(arguments["revision"])
    one = next((one for one in corrections_of(snapshot) if one.id == number), None)
    if one is None:
        raise NoSuchPage(f"revision {number} is no correction")
    effects = [_effect(snapshot, effect) for effect in snapshot.archive.effects.of(one)]
    document: dict[str, Any] = {
        **_row(snapshot, one),
        "changed": _changed(snapshot, one),
        "effects": [effect for effect in effects if effect["title"]],
    }
    rows = [
        {"list": effect["list"], **move}
        for effect in document["effects"]
        for move in effect["largest"]
    ]
    return Page(f"Correction {number}", document, rows, {})


def _effect(snapshot: Snapshot, effect: Row) -> Row:
    """An effect with names, and numbers as the list rounds them."""
    shown = snapshot.lists.get(effect["list"])
    if shown is None:
        return {**effect, "title": ""}
    display = shown.rulebook.display

    def text(value: float | None) -> str | None:
        return None if value is None else str(numbers(pl.Series([value]), display)[0])

    largest = [
        {
            **move,
            "name": snapshot.name(move["player"]),
            "before_text": text(move["before"]),
            "after_text": text(move["after"]),
            "change_text": None if move["change"] is None else shown.change_text(move["change"]),
        }
        for move in effect["largest"]
    ]
    return {**effect, "title": shown.title, "largest": largest}


def _index_address(snapshot: Snapshot) -> Iterable[str]:
    return ["corrections/index"]


def _addresses(snapshot: Snapshot) -> Iterable[str]:
    return (addresses.correction(one.id) for one in corrections_of(snapshot))


KINDS = (
    PageKind("corrections/index", "corrections.html", _index, _index_address),
    PageKind("corrections/{revision}", "correction.html", _build, _addresses, order=1),
)
