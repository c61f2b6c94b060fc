"""Rating lists as records: what they are called, and when they are there."""

from __future__ import annotations

from banzuke.ledger.changes import Change
from banzuke.workflows.ledger import Ledger


def test_a_list_without_a_title_is_called_by_its_key(ledger: Ledger):
    """A title that is taken back leaves the key; the list is as it was."""
    ledger.set_list("all", "elo", {"title": "Everybody"})
    ledger.set_list("all", values={"title": ""})
    assert [(one.key, one.title) for one in ledger.lists()] == [("all", "all")]


def test_a_list_is_gone_once_its_making_is_undone(ledger: Ledger):
    """A setting that came later makes no list of its own; the key can be used again."""
    made = ledger.set_list("all", "elo", {"title": "Everybody"})
    ledger.set_list("all", values={"calendar": "monthly"})
    ledger.make(Change("undo", {"number": made.revision}))
    assert ledger.lists() == []
    ledger.set_list("all", "glicko2")
    assert [one.title for one in ledger.lists()] == ["all"]
