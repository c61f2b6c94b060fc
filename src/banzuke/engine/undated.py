"""What a rulebook says of days, told where results have none, so that it cannot hold for them."""

from __future__ import annotations

from banzuke.engine.rulebook import Rulebook
from banzuke.model.problems import Problem


def without_days(rulebook: Rulebook) -> list[Problem]:
    """One warning with all that a rulebook cannot do for results without dates; none if nothing."""
    counts = rulebook.counts
    said = []
    if rulebook.system.curve is not None:
        said.append("all are rated as of one day, on which no strength drifts")
    if rulebook.amendments:
        newest = rulebook.amendments[-1].from_
        said.append(f"all are rated by the rules from {newest} on, the newest")
    if rulebook.adjustments:
        said.append("no adjustment is made")
    limits = [
        f"{name} {day}"
        for name, day in (("counts.from", counts.from_), ("counts.until", counts.until))
        if day is not None
    ]
    if limits:
        said.append(f"all count, whatever {' and '.join(limits)}")
    if rulebook.list.active_days:
        said.append("nobody is left out as inactive (list.active_days)")
    if not said:
        return []
    return [Problem(f"the results have no dates: {'; '.join(said)}", "a column date")]
