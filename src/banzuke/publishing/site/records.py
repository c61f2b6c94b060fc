"""Who won against whom: the outcome of every entry, found by player."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.results import Results

Ints = NDArray[np.int64]

#: Outcomes; in games of more than two sides only the first place is a win, and who is behind it
#: has lost.
WON, DRAWN, LOST, NONE = 1, 0, -1, -2


class Outcomes(NamedTuple):
    """What came of each entry.

    outcome : int8[e], WON, DRAWN, LOST, or NONE of who has no place and of byes
    other : int64[e], the opponent's entry in a game of two players, -1 elsewhere
    game : int64[e], whose entry it is
    """

    outcome: NDArray[np.int8]
    other: Ints
    game: Ints


def outcomes_of(results: Results) -> Outcomes:
    """The outcome of every entry of results."""
    first = results.first.astype(np.int64)
    sizes = np.diff(first)
    game = np.repeat(np.arange(len(sizes)), sizes)
    place = results.entries.place.astype(np.int64)
    side = results.entries.side.astype(np.int64)
    outcome = np.full(len(place), LOST, dtype=np.int8)
    is_first = place == 1
    # The first of each side stands for it: sides are neighbours, and count up.
    begins = np.ones(len(place), dtype=np.bool_)
    begins[1:] = (side[1:] != side[:-1]) | (game[1:] != game[:-1])
    winners = np.bincount(game[begins & is_first], minlength=len(sizes))
    sides = np.bincount(game[begins], minlength=len(sizes))
    outcome[is_first] = WON
    outcome[is_first & (winners[game] > 1)] = DRAWN
    outcome[(place == 0) | (sides[game] < 2)] = NONE
    other = np.full(len(place), -1, dtype=np.int64)
    pair = (sizes[game] == 2) & (sides[game] == 2)
    at = np.flatnonzero(pair)
    other[at] = 2 * first[game[at]] + 1 - at
    return Outcomes(outcome, other, game)


def seat_of(results: Results, entry: int) -> dict[str, Any]:
    """The place, the role and the score of an entry; None for what the results do not say."""
    entries = results.entries
    score = None if entries.score is None else float(entries.score[entry])
    return {
        "place": int(entries.place[entry]) or None,
        "role": None if entries.role is None else entries.role[entry],
        # No number stands for a score that the results do not say.
        "score": None if score is None or isnan(score) else score,
    }


class Score(NamedTuple):
    """How many games were won, drawn and lost."""

    won: int
    drawn: int
    lost: int


def score_of(outcome: NDArray[np.int8]) -> Score:
    """How many of some entries were won, drawn and lost."""
    return Score(*(int((outcome == kind).sum()) for kind in (WON, DRAWN, LOST)))


def longest(outcome: Sequence[int], kinds: frozenset[int]) -> tuple[int, int]:
    """The longest run of outcomes of these kinds, and the one that lasts until now."""
    best = now = 0
    for one in outcome:
        now = now + 1 if one in kinds else 0
        best = max(best, now)
    return best, now
