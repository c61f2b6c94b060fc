"""What is said of a fit: who never met; what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np

from banzuke.model.phrases import Phrase, phrase
from banzuke.model.system import Complaint
from banzuke.systems.through_time.messages import MOST_SWEEPS
from banzuke.systems.through_time.rules import UNSOLVED, Rules, State


def remarks(state: State, rules: Rules, parameters: Any, played: Any) -> list[Phrase]:
    """What is to be told of the ratings; ``{code}`` stands for a player's name.

    played : bool[n_players], who has a game
    """
    groups = len(np.unique(state.linked[state.linked > 0.0]))
    if groups > 1:
        return [
            phrase(
                "{groups} groups of players never met: only their strengths before the first"
                " game make ratings comparable",
                groups=groups,
            )
        ]
    return []


def unsound(state: State, rules: Rules, parameters: Any) -> list[Complaint]:
    """Whose messages did not settle: none of these numbers is published."""
    wrong = np.flatnonzero(state.linked == UNSOLVED)[:1]
    what = phrase("messages did not stand still in {sweeps} sweeps", sweeps=MOST_SWEEPS)
    right = phrase("starting values and a drift of a usual size")
    return [Complaint(int(code), "", what, right) for code in wrong]
