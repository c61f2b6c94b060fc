"""What the parts of an address name: a list, a person, a number, a sheet; or that there is none."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeVar

import polars as pl

from banzuke.model.errors import NoSuchPage
from banzuke.publishing.site import addresses
from banzuke.publishing.site.known import Person
from banzuke.publishing.site.page import Arguments
from banzuke.publishing.site.shown_list import ShownList
from banzuke.publishing.site.snapshot import Snapshot

Rows = TypeVar("Rows", pl.DataFrame, list[dict[str, Any]], list[Person])


def key_at(word: str, keys: Iterable[str], noun: str) -> str:
    """The key that has this word in addresses; raises NoSuchPage, with what a key is of."""
    for key in keys:
        if addresses.plain_word(key) == word:
            return key
    raise NoSuchPage(f"there is no {noun} {word!r}")


def list_at(snapshot: Snapshot, word: str) -> ShownList:
    """The list whose key has this word in addresses; raises NoSuchPage."""
    return snapshot.lists[key_at(word, snapshot.lists, "list")]


def person_at(snapshot: Snapshot, key: str) -> Person:
    """The person of a key; raises NoSuchPage."""
    found = snapshot.people.get(key)
    if found is None or not found.there:
        raise NoSuchPage(f"there is no player {key!r}")
    return found


def page_of(snapshot: Snapshot, player: str) -> str | None:
    """The address of a player's page; None of who was removed, and has none."""
    key = snapshot.moved.get(player, player)
    known = snapshot.people.get(key)
    return addresses.player(key) if known is not None and known.there else None


def sheets_of(rows: int, size: int) -> int:
    """How many sheets so many rows fill, at least one."""
    return max(1, -(-rows // size))


def number_of(text: str) -> int:
    """A number in an address, in the one way in which it is written; raises NoSuchPage."""
    if not re.fullmatch(r"[1-9][0-9]{0,8}", text):
        raise NoSuchPage(f"{text!r} is no number of a page")
    return int(text)


def sheet_number(arguments: Arguments) -> int:
    """Which sheet is asked for; raises NoSuchPage for a first one by number.

    The first sheet has the address without a number, and no other.
    """
    number = number_of(arguments["sheet"]) if "sheet" in arguments else 1
    if number == 1 and "sheet" in arguments:
        raise NoSuchPage("the first sheet has no number")
    return number


def sheet_of(rows: Rows, number: int, size: int) -> Rows:
    """The rows of one sheet; raises NoSuchPage for one that is not there."""
    if not 1 <= number <= sheets_of(len(rows), size):
        raise NoSuchPage(f"there is no sheet {number}")
    return rows[(number - 1) * size : number * size]
