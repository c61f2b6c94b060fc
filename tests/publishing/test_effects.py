"""What a change does to every list is shown, also where a list cannot be rated."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from banzuke.ledger.changes import Change
from banzuke.ledger.import_reports import Decisions
from banzuke.publishing.effect_text import effects_text
from banzuke.workflows.ledger import Ledger

CREATE = Decisions(new_people="create", again="store")


def game(two: str, **more: Any) -> dict[str, Any]:
    """A game that Anna won."""
    return {"player_1": "Anna", "player_2": two, "score_1": 1, "score_2": 0, **more}


def test_what_mends_a_list_that_cannot_be_rated_is_shown(tmp_path: Path):
    """A game without a date among dated ones is in no order; that it is withdrawn can be shown."""
    with Ledger.create(tmp_path / "club.db") as ledger:
        ledger.set_list("ladder", "elo")
        ledger.import_frame([game("Bo", date="2024-03-01")], "a.csv", decisions=CREATE)
        ledger.import_frame([game("Cia")], "b.csv", decisions=CREATE)
        withdrawn = ledger.look_at(Change("withdraw", {"games": [2]}))
        assert [effect.moved for effect in withdrawn.effects] == [2]
        change = Change("correct game", {"game": 1, "values": {"board": "1"}})
        (effect,) = ledger.look_at(change).effects
        assert "1 game has no date" in effect.refused
        assert "cannot be rated then: 1 game has no date" in effects_text({}, [effect])
