"""What the tests of all systems share: an explanation must add up to the history."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


def check_explained(ratings: Any, explained: Any) -> None:
    """Terms add up to the change, before and change to after, and the history says the same."""
    key = "event" if explained.kind == "event" else "game"
    rows = [
        row
        for row in ratings.history_frame(explained.player).to_dicts()
        if row[key] == explained.which and row["pool"] == explained.pool
    ]
    total = 0.0
    for term in explained.terms:
        total += term.value
    assert total == explained.change
    assert rows[0]["before"] == explained.before
    assert rows[-1]["after"] == explained.after
    # Who had no rating begins at nothing.
    before, after = explained.before or 0.0, explained.after or 0.0
    if len(rows) == 1:
        assert explained.change == rows[0]["change"]
        assert before + explained.change == after
    else:
        # Each game's change is exact; floats that are added in another order are off by a hair.
        assert explained.change == pytest.approx(sum(row["change"] for row in rows), abs=1e-9)
        assert before + explained.change == pytest.approx(after, abs=1e-9)


@pytest.fixture(scope="session")
def adds_up() -> Callable[[Any, Any], None]:
    """A function (ratings, explained) that fails where an explanation does not add up."""
    return check_explained
