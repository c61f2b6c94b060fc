"""Duels: scores and their words."""

from __future__ import annotations

import pytest

from banzuke.parts.duels import duel_score, outcome_words


@pytest.mark.parametrize(
    ("place", "other", "words"), [(1, 2, "won against"), (2, 1, "lost to"), (1, 1, "drew with")]
)
def test_words_follow_the_places(place: int, other: int, words: str):
    """The better place won, the worse lost, the same drew."""
    assert outcome_words(duel_score(place, other), "Bo") == f"{words} Bo"
