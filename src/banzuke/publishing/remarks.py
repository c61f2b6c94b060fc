"""What a system remarks about a list: as it is told, and as it is frozen with the list."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from banzuke.engine.rated import Rated
from banzuke.engine.remarking import remarks_of
from banzuke.ledger.people import REMOVED
from banzuke.model.phrases import as_kept, changed, from_kept, phrase


def remarks_on(rated: Rated, pool: str) -> list[str]:
    """What a person should know beside the numbers of a list, each a phrase; players by key.

    pool : the only one that the list shows, "" for all
    """
    return [
        text
        for run in rated.runs
        if pool in ("", run.pool.pool)
        for text in remarks_of(run, rated.rulebook, rated.names)
    ]


def frozen_remarks(rated: Rated, pool: str) -> list[Any]:
    """The same, as a published list keeps it: messages and values."""
    return [as_kept(text) for text in remarks_on(rated, pool)]


def named_remarks(remarks: Iterable[Any], name: Callable[[str], str]) -> list[str]:
    """Remarks as they are told, whether they were kept or not.

    name : what a player is called, by key; any other text as it is
    """

    def named(text: str) -> str:
        found = name(text)
        return phrase(REMOVED) if found == REMOVED else found

    return [changed(from_kept(one), named) for one in remarks]
