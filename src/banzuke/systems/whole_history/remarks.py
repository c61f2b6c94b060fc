"""What is said of a fit: what was not solved, which deviations are lower, who never met."""

from __future__ import annotations

from typing import Any

import numpy as np

from banzuke.systems.whole_history.rules import UNRATED, Rules, State

#: So many players are named; of more it is said how many they are.
MOST_NAMED = 20


def remarks(state: State, rules: Rules, played: Any) -> list[str]:
    """What is to be told of the ratings; ``{code}`` stands for a player's name.

    played : bool[n_players], who has a game
    """
    found = []
    unsolved = np.flatnonzero(played & (state.rating == UNRATED))
    if len(unsolved):
        names = ", ".join(f"{{{code}}}" for code in unsolved[:MOST_NAMED].tolist())
        more = len(unsolved) - MOST_NAMED
        names += f" and {more} more" if more > 0 else ""
        steps = f"after {rules.most_steps} steps the equations were not solved"
        found.append(f"no rating, {steps}: {names}")
    groups, first = np.unique(state.group[state.group > 0.0], return_index=True)
    days = state.days[state.group > 0.0][first]
    large = int(days.max(initial=0.0))
    if large > rules.joint_up_to:
        what = "their deviations are those if all other players' ratings were known"
        found.append(
            f"{large} days of players linked by games, more than {rules.joint_up_to}: {what}"
        )
    if len(groups) > 1:
        what = "only the virtual games make their ratings comparable"
        found.append(f"{len(groups)} groups of players never met: {what}")
    return found
