"""Which revisions of the ledger are corrections, what each is about, and whom it concerns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from banzuke.ledger.awards import is_of_award
from banzuke.ledger.revisions import Revision
from banzuke.model.columns import EVENT_TEXTS
from banzuke.model.phrases import phrase
from banzuke.publishing.site import addresses
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.publishing.site.words import mark

Row = dict[str, Any]

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


def correction_row(snapshot: Snapshot, one: Revision) -> Row:
    """A correction: when, by whom and why it was made, and what it is about."""
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
        return {"name": phrase("game {name}", name=told["game"]), "page": None}
    return {"name": event, "page": None}


def corrections_of_player(snapshot: Snapshot, player: str) -> list[Row]:
    """The corrections that concern a player, the newest first."""
    return [correction_row(snapshot, one) for one in snapshot.once(_by_player).get(player, [])]


def _by_player(snapshot: Snapshot) -> dict[str, list[Revision]]:
    """{player: the corrections that concern the player}.

    Of a person who was merged they are with who it is; what was taken back concerns the same.
    """
    whom = {one.id: _whom(snapshot, one) for one in snapshot.revisions}
    found: dict[str, list[Revision]] = {}
    for one in corrections_of(snapshot):
        for key in sorted(whom[one.id] | whom.get(one.undoes or 0, set())):
            found.setdefault(key, []).append(one)
    return found


def _whom(snapshot: Snapshot, one: Revision) -> set[str]:
    named = (str(one.told.get(role, "")) for role in ("person", "into"))
    people = {snapshot.moved.get(key, key) for key in named if key}
    event = one.told.get("event")
    return people | _players_of(snapshot, event) if isinstance(event, str) else people


def _players_of(snapshot: Snapshot, event: str) -> set[str]:
    """Who played in an event, by its name."""
    found: set[str] = set()
    for played in (snapshot.games, snapshot.standings):
        first, player = played.results.first, played.results.entries.player
        for game in played.games_of(event).tolist():
            codes = np.unique(player[first[game] : first[game + 1]])
            found |= {played.results.players[code] for code in codes.tolist()}
    return found
