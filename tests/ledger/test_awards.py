"""Awards and facts of events: said by corrections, kept by number, undone and exported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from banzuke.ledger.awards import awards_of
from banzuke.ledger.changes import Change
from banzuke.ledger.events import Events
from banzuke.ledger.people import People
from banzuke.model.errors import ChangeRefused, ResultsRefused, UnknownName
from banzuke.workflows.ledger import Ledger

GAME = {"event": "Cup", "date": "2024-04-01", "player_1": "Anna Berg", "player_2": "Bo Ek",
        "result": "1-0"}  # fmt: skip


def corrected(ledger: Ledger, **values: str) -> Any:
    """The event corrected; ``award_of_T`` is ``award of T``."""
    said = {name.replace("_of_", " of ").replace("_", " "): value for name, value in values.items()}
    change = Change("correct event", {"event": "Cup", "values": said})
    return ledger.make(change)


def awarded(ledger: Ledger) -> list[tuple[str, str | None, str]]:
    """The awards of the event, people by name."""
    with ledger.database.reading() as connection:
        people = People(connection)
        shown = people.shown()
        return sorted(
            (award.title, award.person and shown.get(award.person, "(removed)"), award.text)
            for award in awards_of(connection, people).get(1, ())
        )


def facts(ledger: Ledger) -> dict[str, str]:
    """What is known of the event."""
    with ledger.database.reading() as connection:
        return Events(connection).facts[1]


def test_awards_are_given_shared_and_taken_back(ledger: Ledger):
    """To people by name or key, several with ; between, or to nobody of the ledger."""
    ledger.import_frame([GAME], "games.csv")
    corrected(ledger, award_of_Stab="Anna Berg; Bo Ek", note_of_Stab="1907")
    corrected(ledger, note_of_Team="London")
    given = [("Stab", "Anna Berg", "1907"), ("Stab", "Bo Ek", "1907"), ("Team", None, "London")]
    assert awarded(ledger) == given
    done = corrected(ledger, award_of_Stab="Bo Ek")
    key = {one.name: one.key for one in ledger.people()}
    assert done.told["changed"] == {
        "award of Stab": {"before": f"{key['Anna Berg']}; {key['Bo Ek']}", "after": key["Bo Ek"]}
    }
    assert awarded(ledger) == given[1:]
    corrected(ledger, note_of_Stab="1908")
    assert awarded(ledger)[0] == ("Stab", "Bo Ek", "1908")
    corrected(ledger, award_of_Stab="", note_of_Team="")
    assert awarded(ledger) == []
    ledger.make(Change("undo", {"number": done.revision + 2}))
    ledger.make(Change("undo", {"number": done.revision + 1}))
    ledger.make(Change("undo", {"number": done.revision}))
    assert awarded(ledger) == given


def test_a_preview_of_an_award_says_names(ledger: Ledger):
    """Whoever agrees reads who gets it, not a key."""
    ledger.import_frame([GAME], "games.csv")
    values = {"award of Best Stab": "Bo Ek"}
    shown = ledger.look_at(Change("correct event", {"event": "Cup", "values": values}))
    assert shown.told["changed"] == {"award of Best Stab": {"before": "", "after": "Bo Ek"}}


def test_what_is_no_award_is_refused(ledger: Ledger):
    """An award needs a title and a person who is known."""
    ledger.import_frame([GAME], "games.csv")
    with pytest.raises(UnknownName, match="Anna Berg"):
        corrected(ledger, award_of_Stab="Ana Berg")
    with pytest.raises(ChangeRefused, match="needs a title"):
        ledger.make(Change("correct event", {"event": "Cup", "values": {"award of ": "Bo Ek"}}))


def test_an_award_follows_a_merger_and_stays_without_a_name(place: str, tmp_path: Path):
    """Merged, it is his who he is; removed, the name is nowhere, in the award's text neither."""
    with Ledger.create(place) as ledger:
        ledger.import_frame([GAME, {**GAME, "player_1": "Zebulon Quackenbush"}], "games.csv")
        corrected(ledger, award_of_Stab="Zebulon Quackenbush", note_of_Stab="Zebulon Quackenbush!")
        ledger.export(tmp_path / "all.zip")
        with Ledger.create(tmp_path / "other.db") as other:
            other.import_export(tmp_path / "all.zip")
            assert awarded(other) == awarded(ledger)
            other.make(Change("merge", {"person": "Zebulon Quackenbush", "into": "Anna Berg"}))
            assert [one[1] for one in awarded(other)] == ["Anna Berg"]
        ledger.anonymise("Zebulon Quackenbush")
        assert awarded(ledger) == [("Stab", "(removed)", "(removed)!")]


def test_an_award_keeps_the_name_of_whose_games_are_undone(ledger: Ledger):
    """The person is still there, as long as something refers to him."""
    done = ledger.import_frame([GAME], "games.csv")[1]
    ledger.import_frame([{**GAME, "player_2": "Cia Ahl"}], "more.csv")
    corrected(ledger, award_of_Stab="Bo Ek")
    ledger.make(Change("undo", {"number": done.revision}))
    assert awarded(ledger) == [("Stab", "Bo Ek", "")]


def test_files_say_what_is_known_of_events(ledger: Ledger):
    """Once an event is enough; where two rows differ, the row is told."""
    row = {**GAME, "event_kind": "Tournament", "event_place": "Lund", "event_director": "Ann"}
    ledger.import_frame([{**GAME, "round": 1}, {**row, "round": 2}], "games.csv")
    known = {"name": "Cup", "kind": "tournament", "place": "Lund", "director": "Ann"}
    assert facts(ledger) == known
    corrected(ledger, country="SE", scoring="7eleven", place="")
    del known["place"]
    assert facts(ledger) == {**known, "country": "SE", "scoring": "7eleven"}
    rows = [{**row, "round": 3}, {**row, "round": 4, "event_place": "Malmö"}]
    with pytest.raises(ResultsRefused, match="event 'Cup' has two different values"):
        ledger.import_frame(rows, "more.csv")
    with pytest.raises(ResultsRefused, match="'festival' is not known"):
        ledger.import_frame([{**row, "event_kind": "festival"}], "more.csv")
    with pytest.raises(ChangeRefused, match="'festival' is not known"):
        corrected(ledger, kind="festival")


def test_a_scoring_is_the_key_of_a_scoring_system(ledger: Ledger):
    """Another word is refused with those that are near, in files with its row."""
    with pytest.raises(ChangeRefused, match="row 0, column event_scoring: no scoring"):
        ledger.import_frame([{**GAME, "event_scoring": "7elven"}], "games.csv")
    ledger.import_frame([{**GAME, "event_scoring": "7eleven"}], "games.csv")
    with pytest.raises(ChangeRefused, match="scoring: no scoring system is called '7elven'; did"):
        corrected(ledger, scoring="7elven")
    assert facts(ledger)["scoring"] == "7eleven"
