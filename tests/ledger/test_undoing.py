"""Revisions taken back: the newest, those of long ago, those in whose way a later one stands."""

from __future__ import annotations

from typing import Any

import pytest

from banzuke.ledger.changes import Change
from banzuke.ledger.import_reports import Decisions
from banzuke.model.errors import ChangeRefused, UnknownName
from banzuke.publishing.ledger_text import figures_text
from banzuke.workflows.ledger import Ledger

CREATE = Decisions(new_people="create", again="store")


def duel(day: int, one: str, two: str, **more: Any) -> dict[str, Any]:
    """A row of a file."""
    return {"date": f"2024-01-{day:02}", "player_1": one, "player_2": two, "result": "1-0", **more}


def ratings(ledger: Ledger) -> dict[str, float]:
    """The ratings of everybody by Elo, by name."""
    return dict(ledger.rate("elo").to_frame().select("name", "rating").iter_rows())


def undo(ledger: Ledger, number: int) -> int:
    """Take a revision back; returns that of taking it back."""
    done = ledger.make(Change("undo", {"number": number}))
    assert done.revision is not None
    return done.revision


@pytest.fixture
def club(ledger: Ledger) -> Ledger:
    """Two games of three people, in one event; revision 1."""
    rows = [duel(1, "Anna", "Bo", event="Cup"), duel(2, "Bo", "Cia", event="Cup")]
    ledger.import_frame(rows, "a.csv", decisions=CREATE)
    return ledger


CORRECT = Change("correct game", {"game": 1, "values": {"winner": "Bo"}})


def test_what_was_undone_can_be_done_again(club: Ledger):
    """To undo is a revision, too, and can be undone; what is undone once is not undone twice."""
    before = ratings(club)
    club.make(CORRECT)
    after = ratings(club)
    assert undo(club, 2) == 3
    assert ratings(club) == before
    with pytest.raises(ChangeRefused, match="undone already, by 3"):
        undo(club, 2)
    undo(club, 3)
    assert ratings(club) == after


def test_an_old_import_is_undone_and_later_ones_stay(club: Ledger):
    """Its games go, and who was in no other; the same file can be imported again."""
    rows = [duel(3, "Anna", "Cia")]
    club.import_frame(rows, "b.csv")
    undo(club, 1)
    assert set(ratings(club)) == {"Anna", "Cia"}
    assert [one.name for one in club.people()] == ["Anna", "Cia"]
    again = [duel(1, "Anna", "Bo", event="Cup"), duel(2, "Bo", "Cia", event="Cup")]
    assert club.import_frame(again, "a.csv", decisions=CREATE)[0].stored == 2


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (CORRECT, Change("correct game", {"game": 1, "values": {"date": "2024-01-09"}})),
        (CORRECT, Change("withdraw", {"event": "Cup"})),
        *(
            (Change(f"correct {kind}", {**whom, "values": one}),
             Change(f"correct {kind}", {**whom, "values": two}))
            for kind, whom, one, two in (
                ("person", {"person": "Bo"}, {"club": "A"}, {"club": "B"}),
                ("person", {"person": "Bo"}, {"rating": "1600"}, {"rating": "1700"}),
                ("event", {"event": "Cup"}, {"category": "A"}, {"category": "B"}),
            )
        ),
    ],
)  # fmt: skip
def test_a_change_that_was_changed_again_is_undone_in_order_only(
    club: Ledger, first: Change, second: Change
):
    """The later one stands in the way, and is named; taken back itself, it does so no longer."""
    before = ratings(club), club.people()
    club.make(first)
    club.make(second)
    with pytest.raises(ChangeRefused, match=r"revision 3.*undo that one first"):
        undo(club, 2)
    assert club.revision == 3
    undo(club, 3)
    undo(club, 2)
    assert (ratings(club), club.people()) == before


def test_a_value_that_was_taken_away_does_not_come_back_beside_a_new_one(club: Ledger):
    """A club left, another joined: to undo the leaving would give two clubs."""
    for value in ("A", "", "B"):
        club.make(Change("correct person", {"person": "Bo", "values": {"club": value}}))
    with pytest.raises(ChangeRefused, match="revision 4 has changed what revision 3 changed"):
        undo(club, 3)
    assert club.people("Bo")[0].facts == {"club": "B"}


def test_a_name_of_before_comes_back_alone(club: Ledger):
    """One name is shown; files that used the other one still find the person."""
    club.make(Change("correct person", {"person": "Bo", "values": {"name": "Bo Ek"}}))
    club.import_frame([duel(3, "Bo Ek", "Cia")], "b.csv")
    undo(club, 2)
    person = club.people("Bo")[0]
    assert (person.name, person.aliases) == ("Bo", ("Bo Ek",))
    assert set(ratings(club)) == {"Anna", "Bo", "Cia"}


def test_a_game_does_not_come_back_in_which_one_person_meets_himself(club: Ledger):
    """Withdrawn, its players were found to be one: first the merger must go."""
    club.make(Change("withdraw", {"games": [1]}))
    club.make(Change("merge", {"person": "Anna", "into": "Bo"}))
    with pytest.raises(ChangeRefused, match="Bo would stand twice in game 1"):
        undo(club, 2)
    undo(club, 3)
    undo(club, 2)
    assert len(ratings(club)) == 3


def test_two_are_not_each_the_other(club: Ledger):
    """Merged one way, parted, merged the other way: the first merger does not come back."""
    for change in (
        Change("withdraw", {"games": [1]}),
        Change("merge", {"person": "Anna", "into": "Bo"}),
        Change("unmerge", {"person": "Anna"}),
        Change("merge", {"person": "Bo", "into": "Anna"}),
    ):
        club.make(change)
    with pytest.raises(ChangeRefused, match="Bo would be merged in a circle"):
        undo(club, 4)


def test_what_cannot_be_undone(club: Ledger):
    """A published list stays published; a revision that is not there is told."""
    club.set_list("main", "elo")
    club.publish("main")
    with pytest.raises(ChangeRefused, match="a published list is frozen"):
        undo(club, 3)
    with pytest.raises(UnknownName, match="no revision is called '9'"):
        undo(club, 9)


def test_lists_and_names_kept_apart_are_undone_as_well(club: Ledger):
    """A list that was set up is gone, a setting is as it was, two may be asked about again."""
    club.set_list("main", "elo")
    club.set_list("main", None, {"title": "Main", "nation": "SE"})
    undo(club, 3)
    assert [(one.title, one.nation) for one in club.lists()] == [("main", "")]
    undo(club, 2)
    assert club.lists() == []
    club.import_frame([duel(3, "Per Berg", "Cia")], "b.csv")
    club.import_frame([duel(3, "Berg Per", "Anna")], "c.csv", decisions=CREATE)
    asked = club.likely_one_person()
    assert len(asked) == 1
    one, other, _ = asked[0]
    kept = club.make(Change("keep apart", {"person": one.key, "other": other.key}))
    assert club.likely_one_person() == []
    undo(club, kept.revision or 0)
    assert len(club.likely_one_person()) == 1


def test_who_is_told_again_after_an_undoing_is_the_same_person(ledger: Ledger):
    """Neither people nor events are there twice once that undoing is undone."""
    first = duel(1, "Anna", "Bo", event="Spring")
    ledger.import_frame([first], "first.csv")
    keys = {one.name: one.key for one in ledger.people()}
    ledger.undo(1)
    assert ledger.people() == []
    ledger.import_frame([duel(2, "Bo", "Cia", event="Spring")], "second.csv")
    ledger.record([duel(3, "Anna", "Cia", event="Summer")])
    assert {one.name: one.key for one in ledger.people()}.items() >= keys.items()
    ledger.undo(2)
    assert [one.name for one in ledger.people()] == ["Anna", "Bo", "Cia"]
    assert sorted(ledger.event_names().values()) == ["Spring", "Summer"]
    assert len(ledger.games().unique("game")) == 3
    ledger.undo(4)
    ledger.undo(3)
    assert [one.name for one in ledger.people()] == ["Anna", "Bo"]
    assert ledger.games()["player"].to_list() == ["Anna", "Bo"]
    assert list(ledger.event_names().values()) == ["Spring"]


def people_of(ledger: Ledger) -> list[str]:
    """Everybody by name."""
    return [one.name for one in ledger.people()]


def test_undone_in_any_order_nobody_is_left(club: Ledger):
    """Who came by an import that is undone goes with the last import that needs him."""
    club.import_frame([duel(3, "Anna", "Bo", event="Cup")], "b.csv")
    club.import_frame([duel(4, "Anna", "Dan", event="Open")], "c.csv", decisions=CREATE)
    undo(club, 1)
    assert people_of(club) == ["Anna", "Bo", "Dan"]
    assert set(club.event_names().values()) == {"Cup", "Open"}
    undo(club, 2)
    assert people_of(club) == ["Anna", "Dan"]
    assert set(club.event_names().values()) == {"Open"}
    last = undo(club, 3)
    assert people_of(club) == []
    assert club.event_names() == {}
    undo(club, last)
    assert people_of(club) == ["Anna", "Dan"]


def test_whose_games_come_back_has_a_name_again(club: Ledger):
    """In another order than they went: an older import, then the one that kept him longer."""
    club.import_frame([duel(3, "Anna", "Bo", event="Cup")], "b.csv")
    before = people_of(club), ratings(club), club.event_names()
    first, second = undo(club, 1), undo(club, 2)
    assert people_of(club) == []
    undo(club, first)
    assert people_of(club) == ["Anna", "Bo", "Cia"]
    assert set(club.event_names().values()) == {"Cup"}
    undo(club, second)
    assert (people_of(club), ratings(club), club.event_names()) == before


def test_games_that_were_withdrawn_come_back_with_names(club: Ledger):
    """Also where what had brought the people was taken back meanwhile."""
    club.import_frame([duel(3, "Anna", "Bo")], "b.csv")
    club.make(Change("withdraw", {"games": [3]}))
    undo(club, 1)
    undo(club, 3)
    assert people_of(club) == ["Anna", "Bo"]
    assert set(ratings(club)) == {"Anna", "Bo"}


def test_who_is_named_otherwise_stays_without_games_and_that_is_told(club: Ledger):
    """A fact that somebody said of him since, or an award; the preview has his name."""
    club.make(Change("correct person", {"person": "Bo", "values": {"club": "Lund"}}))
    club.import_frame([duel(3, "Anna", "Bo")], "b.csv")
    undo(club, 1)
    shown = club.look_at(Change("undo", {"number": 3}))
    text = "undone 3 (import): read 1, stored 1; gone: 1 person; without games now: Bo"
    assert figures_text(shown.told) == text
    undo(club, 3)
    assert people_of(club) == ["Bo"]
    assert figures_text(club.log(1, named=True)[0].told) == text
    undo(club, 2)
    assert people_of(club) == []


def test_what_goes_with_an_import_is_told(club: Ledger):
    """How many people and events."""
    shown = club.look_at(Change("undo", {"number": 1}))
    assert figures_text(shown.told).endswith("stored 2; gone: 3 people, 1 event")


def test_who_was_removed_is_not_brought_back(club: Ledger):
    """Neither the place of one without a name goes, nor does the name come back."""
    club.import_frame([duel(3, "Anna", "Bo")], "b.csv")
    club.make(Change("anonymise", {"person": "Bo"}))
    first = undo(club, 1)
    second = undo(club, 2)
    assert people_of(club) == []
    undo(club, second)
    undo(club, first)
    assert people_of(club) == ["Anna", "Cia"]
    assert len(ratings(club)) == 3
