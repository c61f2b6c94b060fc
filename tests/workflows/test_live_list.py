"""Lists that a server goes on with: which of those that cannot be rated are tried again."""

from __future__ import annotations

import pytest

from banzuke.engine.rulebook import load_rulebook
from banzuke.ledger.lists import ListRecord
from banzuke.ledger.recording import Recorded
from banzuke.ledger.remembering import Remembered
from banzuke.ledger.versions import NOTHING
from banzuke.model.problems import Problem
from banzuke.workflows.live_list import LiveList, Report


@pytest.mark.parametrize(("rules", "stays"), [("elo", True), ("glicko2", True), ("massey", False)])
def test_a_fit_that_was_refused_is_tried_with_more_games(rules: str, stays: bool):
    """More games may bring a fit to an end; what a list refuses of one game it refuses for ever."""
    report = Report(Remembered(2), Recorded(NOTHING, {}, {}, (), retold=False))
    record = ListRecord("ladder", "Ladder", "hash")
    live = LiveList(record, 1, load_rulebook(rules), problems=(Problem("it cannot be rated"),))
    assert live.follows(report) == stays


def test_a_refused_list_is_tried_again_where_an_event_is_told_anew():
    """What is known of an event may be why its games were refused."""
    report = Report(Remembered(2), Recorded(NOTHING, {}, {}, (), retold=True))
    record = ListRecord("ladder", "Ladder", "hash")
    live = LiveList(record, 1, load_rulebook("elo"), problems=(Problem("it cannot be rated"),))
    assert not live.follows(report)
