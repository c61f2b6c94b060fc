"""What goes wrong with a database, in words, and what helps."""

from __future__ import annotations

import re

#: By what the two databases say that another program holds them, or that there is no room.
LOCKED = re.compile(
    r"database is locked|lock timeout|canceling statement due to lock", re.IGNORECASE
)
FULL = re.compile(r"disk is full|No space left|disk full", re.IGNORECASE)
NO_DATABASE = re.compile(r"not a database|malformed", re.IGNORECASE)


def in_words(fault: str, shown: str, patience: float) -> str:
    """A database's fault, and what helps.

    shown : the place of the ledger; patience : how long was waited for another program, seconds
    """
    if LOCKED.search(fault):
        return (
            f"{shown} has been held by another program for {patience} s; nothing was changed: "
            "try again once that has ended"
        )
    if FULL.search(fault):
        return f"there is no room left for {shown}; nothing was changed"
    if NO_DATABASE.search(fault):
        return f"{shown} is no ledger, or is damaged: {fault}"
    if "no such table" in fault or "does not exist" in fault:
        return f"{shown} is no ledger; make one with 'banzuke init'"
    return f"{shown}: {fault.splitlines()[0]}"
