"""The standings of an event as everybody is shown them: by the scoring system known of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from banzuke.model.errors import DataRefused, WrongUse, in_short
from banzuke.model.results import Results
from banzuke.scoring.scoring import Scoring, load_scoring
from banzuke.scoring.standings import event_standings
from banzuke.scoring.table import Standings


class Reckoned(NamedTuple):
    """Standings and what is to be said of them.

    table : None where there is no way to reckon them
    scoring : the title of the scoring system, "" without one; fault : why it could not be used
    """

    table: Standings | None
    scoring: str = ""
    fault: str = ""


def reckoned(
    results: Results,
    event: str,
    facts: Mapping[str, str],
    called: Mapping[str, str],
    load: Callable[[str], Scoring] = load_scoring,
) -> Reckoned:
    """The standings of an event; by plain points where its scoring system cannot be used.

    results : of the event, or of it and others; where they are final places, these are the
        standings, and there is nothing for a scoring system to score
    facts : what is known of the event; called : {player: name}
    load : what loads the scoring system that is named in ``facts``
    """
    named, fault = facts.get("scoring", ""), ""
    if named and results.shape != "standings":
        try:
            scoring = load(named)
            table = event_standings(results, scoring, event=event, called=called)
            return Reckoned(table, scoring.title)
        except (DataRefused, WrongUse) as refused:
            fault = in_short(refused)
    try:
        table = event_standings(results, event=event, called=called)
        return Reckoned(replace(table, by_plain_points=fault), "", fault)
    except (DataRefused, WrongUse) as refused:
        return Reckoned(None, "", fault or in_short(refused))
