"""Lists found by their addresses, and cut into sheets."""

from __future__ import annotations

import re

import polars as pl

from banzuke.model.errors import NoSuchPage
from banzuke.publishing.site import addresses
from banzuke.publishing.site.shown_list import ShownList
from banzuke.publishing.site.snapshot import Snapshot


def list_at(snapshot: Snapshot, word: str) -> ShownList:
    """The list whose key has this word in addresses; raises NoSuchPage."""
    for key, shown in snapshot.lists.items():
        if addresses.plain_word(key) == word:
            return shown
    raise NoSuchPage(f"there is no list {word!r}")


def sheets_of(rows: int, size: int) -> int:
    """How many sheets so many rows fill, at least one."""
    return max(1, -(-rows // size))


def number_of(text: str) -> int:
    """A number in an address, in the one way in which it is written; raises NoSuchPage."""
    if not re.fullmatch(r"[1-9][0-9]{0,8}", text):
        raise NoSuchPage(f"{text!r} is no number of a page")
    return int(text)


def sheet_of(frame: pl.DataFrame, number: int, size: int) -> pl.DataFrame:
    """The rows of one sheet; raises NoSuchPage for one that is not there."""
    if not 1 <= number <= sheets_of(len(frame), size):
        raise NoSuchPage(f"there is no sheet {number}")
    return frame.slice((number - 1) * size, size)
