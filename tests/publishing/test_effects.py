"""What a change does to every list is shown, also where a list cannot be rated."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from banzuke.engine.rulebook import Display
from banzuke.ledger.changes import Change
from banzuke.ledger.import_reports import Decisions
from banzuke.publishing.differences import Difference
from banzuke.publishing.effect_text import effects_text
from banzuke.publishing.effects import Effect
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


def test_effects_are_those_of_the_lists_as_they_are_now(tmp_path: Path):
    """What another program changed between two looks is in the second one."""
    with Ledger.create(tmp_path / "club.db") as ledger, Ledger(tmp_path / "club.db") as other:
        ledger.set_list("ladder", "elo")
        games = [game("Bo", date="2024-03-01"), game("Cia", date="2024-03-02")]
        ledger.import_frame(games, "a.csv", decisions=CREATE)
        change = Change("correct game", {"game": 2, "values": {"winner": "Cia"}})
        (first,) = ledger.look_at(change).effects
        assert ledger.look_at(change).effects == (first,)
        other.make(Change("correct game", {"game": 1, "values": {"result": "1/2-1/2"}}))
        (second,) = ledger.look_at(change).effects
        (anew,) = other.look_at(change).effects
        assert second == anew != first
        rows = other.ratings("ladder").to_frame().to_dicts()
        before = {row["player"]: row["rating"] for row in rows}
        assert all(one.before == before[one.player] for one in second.differences)
        sizes = [abs(one.after - one.before) for one in second.differences]
        assert sizes == sorted(sizes, reverse=True)
        ledger.set_list("ladder", "glicko2")
        assert ledger.look_at(change).effects == other.look_at(change).effects


def test_numbers_are_shown_with_the_digits_of_the_rulebook():
    """As 'banzuke diff' shows them; what is less than that with one digit."""
    for decimals, before, after, wanted in (
        (0, 1158.0, 1182.0, "Lotta 1158 → 1182 (+24)"),
        (0, 1158.4, 1157.6, "Lotta 1158 → 1158 (-0.8)"),
        (0, 1158.4, 1158.6, "Lotta 1158 → 1159 (+0.2)"),
        (3, 1.5, 1.25, "Lotta 1.500 → 1.250 (-0.250)"),
    ):
        moved = Difference("key", "rating", before, after, "Lotta")
        effect = Effect("main", "Main", 1, [moved], display=Display(decimals=decimals))
        assert wanted in effects_text({}, [effect])
        assert f"rating {wanted.split(maxsplit=1)[1].split(' (')[0]}" in moved.told(effect.display)
