"""Small words that sentences for people are made of."""

from __future__ import annotations


def counted(count: int, one: str, many: str = "") -> str:
    """A number and its noun: ``1 game``, ``2 games``."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def this_and(count: int, noun: str) -> str:
    """The subject of a sentence told at the first of ``count`` things, with its verb.

    >>> this_and(1, "game"), this_and(3, "game")
    ('this game is', 'this game and 2 more are')
    """
    return f"this {noun} is" if count == 1 else f"this {noun} and {count - 1} more are"
