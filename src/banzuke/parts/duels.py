"""Duels: games of two entries, and what each of the two scored."""

from __future__ import annotations

from typing import Any

from banzuke.model.log import Column, Log
from banzuke.model.phrases import Phrase, phrase


def duel_score(place: int, other: int) -> float:
    """1 for the better place, 0 for the worse, 0.5 for the same."""
    if place < other:
        return 1.0
    if place > other:
        return 0.0
    return 0.5


def outcome_words(score: float, opponent: str) -> Phrase:
    """What a player did who made this score in a duel."""
    if score == 1.0:
        return phrase("won against {opponent}", opponent=opponent)
    if score == 0.0:
        return phrase("lost to {opponent}", opponent=opponent)
    return phrase("drew with {opponent}", opponent=opponent)


def score_duels(log: Log, rules: Any, scored: Column, first: int, last: int) -> None:
    """Write what each entry of periods ``first`` to ``last - 1`` scored; all games are duels.

    scored : float64[n_entries], 1 for a win, 0.5 for a draw, 0 for a loss
    """
    place = log.place
    for game in range(log.period[first], log.period[last]):
        one = log.game[game]
        score = duel_score(place[one], place[one + 1])
        scored[one] = score
        scored[one + 1] = 1.0 - score
