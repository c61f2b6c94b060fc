"""What is said of a fit: which deviations are lower, who never met; what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np

from banzuke.model.phrases import Phrase, phrase
from banzuke.model.system import Complaint
from banzuke.parts.one_fit import UNSOLVED
from banzuke.systems.whole_history.likeliest import MOST_STEPS
from banzuke.systems.whole_history.rules import Rules, State


def remarks(state: State, rules: Rules, parameters: Any, played: Any) -> list[Phrase]:
    """What is to be told of the ratings; ``{code}`` stands for a player's name.

    played : bool[n_players], who has a game
    """
    found = []
    groups, first = np.unique(state.linked[state.linked > 0.0], return_index=True)
    days = state.days[state.linked > 0.0][first]
    large = int(days.max(initial=0.0))
    if large > rules.joint_up_to:
        found.append(
            phrase(
                "{days} days of players linked by games, more than joint_up_to = {most}: their"
                " deviations are those if all other players' ratings were known, which are less",
                days=large,
                most=rules.joint_up_to,
            )
        )
    if len(groups) > 1:
        found.append(
            phrase(
                "{groups} groups of players never met: only the virtual games make their ratings"
                " comparable",
                groups=len(groups),
            )
        )
    return found


def unsound(state: State, rules: Rules, parameters: Any) -> list[Complaint]:
    """Whose equations were not solved: none of these numbers is published."""
    wrong = np.flatnonzero(state.linked == UNSOLVED)[:1]
    what = phrase(
        "the equations of the likeliest ratings were not solved in {steps} steps", steps=MOST_STEPS
    )
    right = phrase("weights, worths and a drift of a usual size")
    return [Complaint(int(code), "weight", what, right) for code in wrong]
