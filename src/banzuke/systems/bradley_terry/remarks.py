"""What is said of a fit: who has no finite rating, whom no games compare, what a prior links."""

from __future__ import annotations

from typing import Any

import numpy as np

from banzuke.systems.bradley_terry.rules import UNSOLVED, Rules, State

#: So many players are named; of more it is said how many they are.
MOST_NAMED = 20


def remarks(state: State, rules: Rules, played: Any) -> list[str]:
    """What is to be told of the ratings; ``{code}`` stands for a player's name.

    played : bool[n_players], who has a game
    """
    found = []
    alone = np.flatnonzero(played & (state.group == 0.0))
    if len(alone):
        what = "all their points went one way, as with players who never lost or never won"
        found.append(f"no finite rating, {what}: {named(alone)}")
    unsolved = np.flatnonzero(state.group == UNSOLVED)
    if len(unsolved):
        found.append(f"no rating, their equations were not solved: {named(unsolved)}")
    large = int(state.compared.max(initial=0.0))
    if large > rules.joint_up_to > 0:
        what = "their deviations are those if all other ratings were known"
        found.append(f"a group of {large} players, more than {rules.joint_up_to}: {what}")
    groups = len(np.unique(state.group[state.group > 0.0]))
    if groups > 1 and rules.prior_middle > 0.0:
        what = f"prior_middle = {rules.prior_middle:g} alone makes their ratings comparable"
        found.append(f"{groups} groups of players never met: {what}")
    elif groups > 1:
        what = f"each has the mean {rules.mean:g}, and their ratings cannot be compared"
        found.append(f"{groups} groups of players whom no chain of points links both ways: {what}")
    return found


def named(codes: Any) -> str:
    """Players by their codes, the first of them."""
    text = ", ".join(f"{{{code}}}" for code in codes[:MOST_NAMED].tolist())
    more = len(codes) - MOST_NAMED
    return f"{text} and {more} more" if more > 0 else text
