"""Events of several files that have one name but ended on different days: they are two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from banzuke.model.days import MICROSECONDS_A_DAY, NO_TIME, day_numbered
from banzuke.model.problems import Problem
from banzuke.model.results import Results


def told_apart(parts: Sequence[Results]) -> list[Results]:
    """The files, in which events of one name have their last days added where these differ.

    A tournament that is held every year has the same name each time, and each time a file of its
    own. A file that does not say the last day of an event may hold a part of any.
    """
    days: dict[str, set[int]] = {}
    ends = [_last_days(part) for part in parts]
    for end in ends:
        for event, day in end.items():
            days.setdefault(event, set()).add(day)
    twice = {event for event, all_days in days.items() if len(all_days) > 1}
    return [_renamed(part, end, twice) for part, end in zip(parts, ends, strict=True)]


def _last_days(part: Results) -> dict[str, int]:
    """{event: its last day, counted from 1970} of the events of which a file says it."""
    end, event = part.games.end, part.games.event
    if end is None or event is None:
        return {}
    last = np.full(len(part.events) + 1, NO_TIME)
    np.maximum.at(last, event, end)
    said = np.flatnonzero(last[:-1] != NO_TIME).tolist()
    return {part.events[code]: int(last[code] // MICROSECONDS_A_DAY) for code in said}


def _renamed(part: Results, days: dict[str, int], twice: set[str]) -> Results:
    """A file whose events of these names say their last day, too."""
    names = {
        event: f"{event} ({day_numbered(day)})" for event, day in days.items() if event in twice
    }
    if not names:
        return part
    warnings = [
        Problem(
            f"other files have an event {event!r} that ended on another day: this is {name!r}",
            "names that differ",
            part.sources[0],
            column="event",
        )
        for event, name in names.items()
    ]
    events = [names.get(event, event) for event in part.events]
    return replace(part, events=events, warnings=(*part.warnings, *warnings))
