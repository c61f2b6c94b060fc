"""Names in a rulebook's adjustments that nobody has, told so that a slip is not without a word."""

from __future__ import annotations

from collections.abc import Sequence

from banzuke.engine.rulebook import Rulebook
from banzuke.model.problems import Problem


def adjusted_nobody(rulebook: Rulebook, names: Sequence[str]) -> list[Problem]:
    """A warning for each adjustment that names somebody who is not among the players.

    names : of all players, of results, players files and what was rated before
    """
    if not any(adjustment.players for adjustment in rulebook.adjustments):
        return []
    known = frozenset(names)
    found = []
    for number, adjustment in enumerate(rulebook.adjustments, 1):
        unknown = [name for name in adjustment.players if name not in known]
        if unknown:
            who = ", ".join(map(repr, unknown))
            what = f"{rulebook.key}, adjustment[{number}].players: nobody is called {who}"
            found.append(Problem(what, "names as results or players have them"))
    return found
