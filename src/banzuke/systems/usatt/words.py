"""The passes in words: where an adjusted or a first rating comes from."""

from __future__ import annotations

from typing import Any

from banzuke.model.log import Log
from banzuke.model.phrases import phrase
from banzuke.parts.meetings import link, unlink
from banzuke.systems.usatt.passes import (
    ALL_LOST,
    ALL_WON,
    BOTH,
    GAINED,
    MEAN,
    MEDIAN,
    NO_RATED,
    bounds_of,
)


def words_of_passes(state: Any, log: Log, rules: Any, work: Any, entry: int) -> str:
    """Why the rating against which others are rated is what it is, for an entry's player.

    work : as the event left it
    """
    one = int(log.player[entry])
    rating, gain, kind = float(state.rating[one]), float(work.gain[one]), int(work.kind[one])
    begin, end = event_of(log, entry)
    link(log.player, work.meetings, begin, end)
    strength = state.rating if rating > 0 else work.base
    best, worst, _ = bounds_of(log, strength, state.rating, work, int(work.meetings.first[one]))
    unlink(log.player, work.meetings, begin, end)
    gained = phrase("gain of {gain:g} in pass 1", gain=gain)
    if kind == GAINED:
        return phrase(
            "{gained}, {adjusted_from:g} or more: adjusted by it",
            gained=gained,
            adjusted_from=rules.adjusted_from,
        )
    if kind == MEAN:
        formula = f"({rating + gain:g} + ({best:g} + {worst:g}) / 2) / 2"
        return phrase("{gained}: {formula}", gained=gained, formula=formula)
    if kind == MEDIAN:
        return phrase("{gained}, no losses: the median of the opponents", gained=gained)
    if kind == BOTH:
        return phrase(
            "first rating: best win and worst loss, ({best:g} + {worst:g}) / 2",
            best=best,
            worst=worst,
        )
    if kind == ALL_WON:
        return phrase("first rating: best win {best:g}, and steps for others near it", best=best)
    if kind == ALL_LOST:
        return phrase(
            "first rating: worst loss {worst:g}, less steps for others near it", worst=worst
        )
    if kind == NO_RATED:
        return phrase("first rating: no opponent has a rating")
    return phrase(
        "{gained}, fewer than {adjusted_from:g}: the rating before",
        gained=gained,
        adjusted_from=rules.adjusted_from,
    )


def event_of(log: Log, entry: int) -> tuple[int, int]:
    """The first entry of the period that holds an entry, and the entry after its last."""
    for number in range(len(log.period) - 1):
        end = int(log.game[log.period[number + 1]])
        if entry < end:
            return int(log.game[log.period[number]]), end
    return 0, len(log.player)
