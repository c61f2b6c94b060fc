"""What was corrected in the ledger: when, by whom, why, and what it did to ratings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from banzuke.ledger.correcting_results import SIDES, result_text
from banzuke.ledger.revisions import Revision
from banzuke.model.errors import NoSuchPage
from banzuke.model.phrases import phrase
from banzuke.publishing.list_text import number_text
from banzuke.publishing.site import addresses
from banzuke.publishing.site.corrections import correction_row, corrections_of
from banzuke.publishing.site.looking_up import number_of
from banzuke.publishing.site.page import Arguments, Page, PageKind, Row
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.publishing.site.words import mark


def _changed(snapshot: Snapshot, one: Revision) -> list[Row]:
    """What was said before, and after."""
    changed = one.told.get("changed")
    if not isinstance(changed, Mapping):
        return []
    rows: list[Row] = []
    for what, said in changed.items():
        if not isinstance(said, Mapping) or not {"before", "after"} <= said.keys():
            continue
        before, after = (str(said[when]) for when in ("before", "after"))
        if SIDES in said:
            sides = {SIDES: [snapshot.name(key) for key in said[SIDES]]}
            before, after = (result_text(sides, result) for result in (before, after))
        rows.append({"what": what, "before": before, "after": after})
    return rows


def _index(snapshot: Snapshot, arguments: Arguments) -> Page:
    rows = [correction_row(snapshot, one) for one in corrections_of(snapshot)]
    return Page(mark("Corrections"), {"corrections": rows}, rows, {})


def _build(snapshot: Snapshot, arguments: Arguments) -> Page:
    number = number_of(arguments["revision"])
    one = next((one for one in corrections_of(snapshot) if one.id == number), None)
    if one is None:
        raise NoSuchPage(f"revision {number} is no correction")
    effects = [_effect(snapshot, effect) for effect in snapshot.archive.effects.of(one)]
    document: dict[str, Any] = {
        **correction_row(snapshot, one),
        "changed": _changed(snapshot, one),
        "effects": [effect for effect in effects if effect["title"]],
    }
    rows = [
        {"list": effect["list"], **move}
        for effect in document["effects"]
        for move in effect["largest"]
    ]
    return Page(phrase("Correction {number}", number=number), document, rows, {})


def _effect(snapshot: Snapshot, effect: Row) -> Row:
    """An effect with names, and numbers as the list rounds them."""
    shown = snapshot.lists.get(effect["list"])
    if shown is None:
        return {**effect, "title": ""}
    display = shown.rulebook.display

    largest = [
        {
            **move,
            "name": snapshot.name(move["player"]),
            "before_text": number_text(move["before"], display),
            "after_text": number_text(move["after"], display),
            "change_text": None if move["change"] is None else shown.change_text(move["change"]),
        }
        for move in effect["largest"]
    ]
    return {**effect, "title": shown.title, "largest": largest}


def _addresses(snapshot: Snapshot) -> Iterable[str]:
    return (addresses.correction(one.id) for one in corrections_of(snapshot))


KINDS = (
    PageKind("corrections/index", "corrections.html", _index),
    PageKind("corrections/{revision}", "correction.html", _build, _addresses),
)
