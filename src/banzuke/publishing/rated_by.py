"""By which periods ratings go, in words, for headings."""

from __future__ import annotations

from banzuke.engine.rulebook import Rulebook
from banzuke.model.system import Period


def rated_by(rulebook: Rulebook) -> str:
    """What follows a title: ", rated by month"; "" where each game or event is a period.

    Where periods go by the clock or by rounds, their cut moves numbers, and no game shows it.
    """
    kind = rulebook.period.kind
    if kind in (Period.GAME, Period.EVENT):
        return ""
    return ", all results together" if kind is Period.ALL else f", rated by {kind.value}"
