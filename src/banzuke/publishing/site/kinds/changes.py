"""Why a rating changed: one player in one event, or in one game without an event, as a bill."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from banzuke.engine.displaying import rank_of, rank_rows
from banzuke.engine.explained import Explained
from banzuke.model.errors import NoSuchPage
from banzuke.model.phrases import phrase
from banzuke.numeric.rounding import written
from banzuke.publishing.site import addresses
from banzuke.publishing.site.change_bill import change_bill
from banzuke.publishing.site.change_pages import (
    all_addresses,
    all_explanations,
    explanations,
)
from banzuke.publishing.site.looking_up import list_at, page_of
from banzuke.publishing.site.page import Arguments, Document, Page, PageKind
from banzuke.publishing.site.shown_list import ShownList
from banzuke.publishing.site.snapshot import Snapshot


def _build(snapshot: Snapshot, arguments: Arguments) -> Page:
    shown = list_at(snapshot, arguments["list"])
    player, which = arguments["player"], arguments["which"]
    found = explanations(snapshot, shown, player, which)
    if not found:
        raise NoSuchPage(f"{player!r} has no rated game in {which!r} of the list {shown.key!r}")
    return _page(snapshot, shown, which, found)


def _page(snapshot: Snapshot, shown: ShownList, which: str, found: list[Explained]) -> Page:
    player, event = found[0].player, snapshot.events.get(which)
    called = event.name if event else found[0].which
    bills = [change_bill(told, shown.rulebook) for told in found]
    for bill in bills:
        ranks = rank_rows(shown.rated, bill["pool"])
        for when in ("before", "after"):
            bill[f"{when}_rank"] = rank_of(ranks, bill[when]) or None
        for game in bill["games"]:
            for met in game["met"]:
                met["name"] = snapshot.name(met["player"])
                met["page"] = page_of(snapshot, met["player"])
    total = sum(told.change for told in found)
    document: Document = {
        "list": shown.key,
        "list_title": shown.title,
        "rulebook": shown.rulebook.key,
        "player": player,
        "name": snapshot.name(player),
        "event": event.key if event else None,
        "event_name": event.name if event else None,
        "game": called if found[0].kind == "game" else None,
        "adjustment": called if found[0].kind == "event" and not event else None,
        "standings": shown.rulebook.system.takes_standings,
        "period": shown.rulebook.period.kind.value,
        "change": total,
        "change_text": _signed(total, shown),
        "explained": bills,
        "elsewhere": _elsewhere(snapshot, shown, player, event.name if event else ""),
    }
    title = phrase("{name}, {what}", name=document["name"], what=called)
    return Page(title, document, list(_rows(document)), {"shown": shown}, "lists")


def _signed(change: float, shown: ShownList) -> str:
    """A change as the list rounds it, with its sign."""
    display = shown.rulebook.display
    return str(written(np.array([change]), display.decimals, display.rounding, True)[0])


def _elsewhere(
    snapshot: Snapshot, shown: ShownList, player: str, event: str
) -> list[dict[str, Any]]:
    """What other lists made of the same event, those that are rated otherwise."""
    found = []
    for other in _mains(snapshot):
        if other.rated is shown.rated or event not in other.histories.events:
            continue
        change = other.histories.change_in_event(player, event)
        if change is not None:
            page = addresses.change(other.key, player, snapshot.event_keys[event])
            found.append(
                {
                    "list": other.key,
                    "list_title": other.title,
                    "change": change,
                    "change_text": _signed(change, other),
                    "page": page,
                }
            )
    return found


def _rows(document: Document) -> Iterator[dict[str, Any]]:
    """A row a term; one without a term for a game that was not rated."""
    for bill in document["explained"]:
        for game in bill["games"] or [{"met": [], "terms": bill["terms"]}]:
            against = [met["player"] for met in game["met"] if not met["partner"]]
            nothing = {"name": None, "source": None, "cell": None, "value": 0.0, "text": "0"}
            for term in game["terms"] or [{**nothing, "unit": bill["unit"]}]:
                yield {
                    "player": document["player"],
                    "pool": bill["pool"],
                    **{name: game.get(name) for name in ("number", "date", "round", "game")},
                    "opponents": "; ".join(against),
                    **{name: game.get(name) for name in ("place", "score", "rated", "why")},
                    "term": term["name"],
                    **{name: term[name] for name in ("source", "cell", "value", "text", "unit")},
                }


def _mains(snapshot: Snapshot) -> list[ShownList]:
    """The lists that changes are told of: of lists with the same ratings the main one."""
    return [family.main for family in snapshot.families]


def _addresses(snapshot: Snapshot) -> Iterable[str]:
    for shown in _mains(snapshot):
        yield from all_addresses(snapshot, shown)


def _every(snapshot: Snapshot) -> Iterator[tuple[str, Page]]:
    """All pages, in one way through the results of lists that have the same ratings."""
    alike: dict[int, list[ShownList]] = {}
    for shown in _mains(snapshot):
        alike.setdefault(id(shown.rated), []).append(shown)
    for lists in alike.values():
        for player, which, found in all_explanations(snapshot, lists):
            for shown in lists:
                yield (
                    addresses.change(shown.key, player, which),
                    _page(snapshot, shown, which, found),
                )


KINDS = (
    PageKind(
        "changes/{list}/{player}/{which}", "change.html", _build, _addresses, every_page=_every
    ),
)
