"""What keeps one event from being rated."""

from __future__ import annotations

from typing import Any

import numpy as np

from banzuke.model.log import Log
from banzuke.model.phrases import phrase
from banzuke.model.system import Complaint
from banzuke.parts.fields import field_size, no_such_place
from banzuke.systems.world_performance.points import awarded_of, class_of


def complaints_of_event(log: Log, rules: Any, game: int) -> list[Complaint]:
    """What keeps one event from being rated."""
    begin, end = int(log.game[game]), int(log.game[game + 1])
    if rules.refuse_others == 1 and class_of(log, rules, game) < 0:
        what = phrase("the event is of no class of the rulebook")
        right = phrase("an event_category of its classes, or --set other_classes=count")
        return [Complaint(begin, "event_category", what, right)]
    size = field_size(log, rules.counted, game)
    if rules.counted == 0 and size == 0:
        what = phrase("the event's number of players is missing")
        return [Complaint(begin, "event_players", what, phrase("give it, or --set field=listed"))]
    complaints = []
    if awarded_of(log, rules, game) < 0:
        what = phrase(
            "the event's number of rounds is missing, and the places with points depend on it"
        )
        complaints.append(Complaint(begin, "event_rounds", what, phrase("give it")))
    for entry in np.flatnonzero(log.place[begin:end] > size) + begin:
        complaints.append(no_such_place(log, int(entry), size))
    return complaints
