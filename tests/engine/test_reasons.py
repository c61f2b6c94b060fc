"""Reasons why games are not rated, with and without saying so."""

from __future__ import annotations

import pytest

from banzuke.engine.reasons import OTHER_EVENTS, bare, by_status
from banzuke.model.phrases import listed, phrases


@pytest.mark.parametrize(
    ("why", "without"),
    [
        (by_status("bye"), "bye"),
        (OTHER_EVENTS, "the rulebook counts other events"),
        (listed([by_status("bye"), OTHER_EVENTS]), "bye; the rulebook counts other events"),
        (
            phrases("{count} game: {why}", "{count} games: {why}", 2, why=by_status("void")),
            "2 games: void",
        ),
        ("bye: not rated", "bye: not rated"),
        ("", ""),
    ],
)
def test_a_reason_without_not_rated(why: str, without: str):
    """What was said before is left out wherever it stands; plain texts are nobody's reason."""
    assert bare(why) == without
