"""Why the results or the rulebook leave a game unrated, in words."""

from __future__ import annotations

from typing import Any

from banzuke.model.phrases import Phrase, message, phrase

#: Why a game is not rated whose status the rulebook does not rate.
BY_STATUS = message("{status}: not rated")

#: Why a game is not rated of which the rulebook counts others.
OTHER_EVENTS = phrase("the rulebook counts other events")
OTHER_CATEGORIES = phrase("the rulebook counts other categories")
OTHER_POOLS = phrase("the rulebook counts other pools")


def by_status(status: str) -> Phrase:
    """Why a game with this status is not rated."""
    return phrase(BY_STATUS, status=phrase(status))


def bare(why: Any) -> Any:
    """A reason without "not rated", for where that is said already."""
    if not isinstance(why, Phrase):
        return why
    if why.message == BY_STATUS:
        return why.values["status"]
    return why.with_values(bare)
