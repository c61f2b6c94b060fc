"""Whom the names of new results may mean, asked of a person and never taken."""

from __future__ import annotations

import pytest

from banzuke.ledger.import_reports import Decisions, Report
from banzuke.model.errors import ChangeRefused
from banzuke.workflows.ledger import Ledger


def games(*names: str) -> list[dict[str, str]]:
    """A game of each two names."""
    return [
        {"player_1": one, "player_2": two, "result": "1-0", "event": "Cup", "round": str(number)}
        for number, (one, two) in enumerate(zip(names[::2], names[1::2], strict=True))
    ]


def asked(ledger: Ledger, name: str) -> Report:
    """What an import of a game with this name asks, after people who are known."""
    ledger.import_frame(games("Anna Müller", "Bo Cole"), "first.csv")
    return ledger.import_frame(games(name, "Zoe Zed"), "second.csv", preview=True)[0]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Mueller, Anna", "the same but for capitals, accents, signs or alphabet"),
        ("Müller Anna", "the same words in another order"),
        ("Anna Muler", "family names that are alike: muler, muller"),
        ("A. Müller", "a given name is only an initial"),
    ],
)
def test_names_that_may_be_somebodys_are_asked_about(ledger, name, why):
    """With the reason; nothing is stored until somebody answers."""
    with pytest.raises(ChangeRefused) as refused:
        asked(ledger, name)
    (problem,) = refused.value.problems
    assert problem.what.startswith(f"{name!r} is not known: is it Anna Müller (")
    assert problem.what.endswith(f"): {why}?")
    assert ledger.revision == 1


@pytest.mark.parametrize("name", ["Anne Müller", "Hanna Müller", "Bob Cole", "Anna Schmidt"])
def test_brothers_and_sisters_are_new_people(ledger, name):
    """Given names that are alike, and given names alone, ask nothing."""
    report = asked(ledger, name)
    assert report.questions == []
    assert report.people == [name, "Zoe Zed"]


def test_a_slip_in_a_given_name_is_asked_about_in_a_review(ledger):
    """Everybody is compared with everybody, and no name is common for being there itself."""
    rows = games("Fredrik Berg", "Bo Cole", "Fredirk Berg", "Bo Cole", "Frederike Dahl", "Bo Cole")
    ledger.import_frame(rows, "first.csv", decisions=Decisions(new_people="create"))
    ((one, other, why),) = ledger.likely_one_person()
    assert {one.name, other.name} == {"Fredrik Berg", "Fredirk Berg"}
    assert why.startswith("given names that are alike: fred")
