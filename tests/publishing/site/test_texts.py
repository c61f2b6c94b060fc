"""Numbers as a language writes them."""

from __future__ import annotations

import pytest

from banzuke.publishing.site.texts import Texts


@pytest.mark.parametrize(
    ("text", "decimals", "drawn"),
    [
        ("7", 1, "7\u2008\u2007"),
        ("7.5", 1, "7.5"),
        ("49.59", 3, "49.59\u2007"),
        ("-2", 0, "\u22122"),
    ],
)
def test_points_stand_under_each_other(text: str, decimals: int, drawn: str):
    """A number with fewer decimals is followed by blanks as wide as those that it lacks."""
    assert Texts("en").aligned(text, decimals) == drawn
