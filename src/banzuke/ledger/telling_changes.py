"""What a change did, as revisions keep it: what was so before, what is so now, what stays so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from banzuke.ledger.awards import awards_with_names
from banzuke.ledger.correcting_results import sides_with_names
from banzuke.ledger.people import names_by_key
from banzuke.ledger.revisions import revision_of

#: What changed, and what was said but was so already: {what: {"before": …, "after": …}}.
CHANGED, STAYS = "changed", "stays"


def changed_of(said: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """What was said, parted by whether it changes anything: CHANGED and STAYS.

    said : {what: {"before": …, "after": …}}
    """
    stays = {what: dict(of) for what, of in said.items() if of["before"] == of["after"]}
    changed = {what: dict(of) for what, of in said.items() if what not in stays}
    return {CHANGED: changed, STAYS: stays}


def changes_nothing(told: Mapping[str, Any]) -> bool:
    """Whether what a change tells is that there is nothing to change."""
    return not told or told.get(CHANGED) == {}


#: Where what a change did has people, by their keys.
ROLES = ("person", "into", "other", "from")


#: Who has no games any more, by key.
IDLE = "without games"

#: The revision that one took back; what that had done, where it is told with names.
UNDONE, HAD_DONE = "undone", "had done"


def with_names(connection: Connection, told: Mapping[str, Any]) -> dict[str, Any]:
    """What a change did, with the names of people as they are now for their keys.

    Of a revision that took another one back, HAD_DONE has what that had done.
    """
    keys = [str(told[role]) for role in ROLES if role in told]
    called = names_by_key(connection, keys) if keys else {}
    named = dict(told) | {
        role: called.get(told[role], told[role]) for role in ROLES if role in told
    }
    for part in (CHANGED, STAYS):
        said = told.get(part)
        if isinstance(said, Mapping):
            named[part] = sides_with_names(connection, awards_with_names(connection, said))
    if IDLE in told:
        whom = names_by_key(connection, told[IDLE])
        named[IDLE] = [whom.get(key, key) for key in told[IDLE]]
    if UNDONE in told:
        named[HAD_DONE] = with_names(connection, revision_of(connection, told[UNDONE]).told)
    return named
