"""What the words of a Go table mean as games, all at once: ``12+/b2`` or ``12+b2``.

A game is the opponent's number, how it ended, the colour and the stones that Black received.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.importers.steps.pairing import (
    BLACK,
    JIGO,
    LOST,
    NOT_TOLD,
    UNKNOWN,
    WHITE,
    WON,
    Halves,
)
from banzuke.importers.steps.words import A_BYTE, Together, Words, is_digit, number_at

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]

#: A game: the opponent's number, how it ended, the colour with the stones that Black received.
CELL = r"([0-9]{1,4})([+\-=?])(?:([/!]?)([wbWB])([0-9]{0,2}))?(!?)"
#: So many words are looked at together: what is reckoned of them stays in the processor's cache.
AT_ONCE = 4096
#: By the letter: what a player scored, and the colour.
NO_SIGN = -2
SCORES = np.full(256, NO_SIGN, dtype=np.int8)
SCORES[[ord("+"), ord("="), ord("-"), ord("?")]] = WON, JIGO, LOST, NOT_TOLD
SHADES = np.full(256, UNKNOWN, dtype=np.int8)
SHADES[[ord("b"), ord("B"), ord("w"), ord("W")]] = BLACK, BLACK, WHITE, WHITE


class Cells(NamedTuple):
    """What each word of all lines means as a game; w words.

    fits : whether it may be one; a score such as ``39?``, half a point lost, is none
    plain_draw : whether it is one such as ``39=``, which may be a score, too
    place : of those that begin with a digit, where they are in ``halves``
    """

    fits: Mask
    plain_draw: Mask
    place: Ints
    halves: Halves


def meanings(words: Words) -> Cells:
    """What words mean as games: ``CELL``, letter by letter, in a fraction of its time."""
    starts_so = is_digit(words.data[words.start])
    start = words.start[starts_so]
    parts = [_meant(words, start[at : at + AT_ONCE]) for at in range(0, len(start) + 1, AT_ONCE)]
    fits, plain_draw, *halves = (np.concatenate(column) for column in zip(*parts, strict=True))
    every, draws = starts_so.copy(), starts_so.copy()
    every[starts_so], draws[starts_so] = fits, plain_draw
    return Cells(every, draws, np.cumsum(starts_so) - 1, Halves(*halves))


def _meant(words: Words, start: Ints) -> tuple[NDArray[Any], ...]:
    """What the words mean that start at some digits: first of ``Cells``, then ``Halves``."""
    opponent, digits = number_at(words, start)
    letters = words.letters_from(start + digits, "<u8")
    scored = SCORES[_letter(letters, 0)]
    mark = _letter(letters, 1)
    marked = (mark == ord("/")) | (mark == ord("!"))
    # The rest begins with a colour, where one is told.
    letters >>= A_BYTE + marked * A_BYTE
    colour = SHADES[_letter(letters, 0)]
    told = colour != UNKNOWN
    one, two = _letter(letters, 1), _letter(letters, 2)
    has_one = told & is_digit(one)
    has_two = has_one & is_digit(two)
    stones = has_one * (one - np.uint8(ord("0"))).astype(np.int8)
    stones = np.where(has_two, stones * 10 + (two - np.uint8(ord("0"))).astype(np.int8), stones)
    # A mark without a colour is none, but may be that which ends a game decided without play.
    letters >>= (told + has_one.astype(np.uint64) + has_two) * A_BYTE
    last = np.where(told, _letter(letters, 0), mark)
    default = last == ord("!")
    behind = np.where(told, _letter(letters, 1), _letter(letters, 0))
    ends = np.where(default, behind, last) <= ord(" ")
    fits = (scored != NO_SIGN) & ends & (told | (scored != NOT_TOLD))
    # Where no colour is told, the stones are to be reckoned from the grades.
    halves = Halves(
        opponent=opponent,
        scored=np.where(fits, scored, np.int8(NOT_TOLD)),
        colour=colour,
        stones=np.where(told, stones, np.int8(-1)),
        unplayed=default | (told & (mark == ord("!"))),
    )
    return fits, fits & (scored == JIGO) & ~told, *halves


def _letter(letters: Together, number: int) -> NDArray[np.uint8]:
    """One of some letters that were taken together."""
    return (letters >> np.uint64(8 * number)).astype(np.uint8)
