"""What is said of a fit: who has no finite rating, whom no games compare, what a prior links."""

from __future__ import annotations

from typing import Any

import numpy as np

from banzuke.model.system import Complaint
from banzuke.parts.one_fit import remarks_on_groups, unsolved
from banzuke.systems.bradley_terry.rules import (
    NO_ADVANTAGE,
    NO_TIE_CHANCE,
    NO_TIES,
    Rules,
    State,
    tie_chance_of,
)


def remarks(state: State, rules: Rules, played: Any) -> list[str]:
    """What is to be told of the ratings; ``{code}`` stands for a player's name.

    played : bool[n_players], who has a game
    """
    return estimates(state, rules) + remarks_on_groups(state, rules, played)


def estimates(state: State, rules: Rules) -> list[str]:
    """What was estimated beside the ratings."""
    rated = np.flatnonzero(state.group > 0.0)
    found: list[str] = []
    if not len(rated):
        return found
    one = int(rated[0])
    if rules.find_advantage:
        worth, deviation = state.advantage[one], state.advantage_deviation[one]
        what = f"{worth:.1f} points, with a deviation of {deviation:.1f}"
        found.append(f"the advantage, estimated from all results, is worth {what}")
    if rules.find_tie and state.tie[one] <= NO_TIES:
        found.append("no result that counts is a tie: the chance of one is taken as 0")
    elif rules.find_tie:
        chance = tie_chance_of(rules.ties, float(state.tie[one]))
        found.append(f"two equals tie with a chance of {chance:.4f}, estimated from all results")
    return found


def unsound(state: State, rules: Rules) -> list[Complaint]:
    """Whose equations have no solution: none of these numbers is published."""
    wrong = np.flatnonzero(state.group < 0.0)
    if not len(wrong):
        return []
    code = int(wrong[0])
    if state.group[code] == NO_ADVANTAGE:
        what = "the advantage cannot be estimated: nothing tells it from the ratings"
        right = "results in which the same players have it and do not, or a set advantage"
        return [Complaint(code, "advantage", what, right)]
    if state.group[code] == NO_TIE_CHANCE:
        what = "the chance of a tie cannot be estimated: no finite one is likeliest"
        right = "more results, of which some are ties and some are not, or a set tie_chance"
        return [Complaint(code, "result", what, right)]
    return unsolved(state, rules)
