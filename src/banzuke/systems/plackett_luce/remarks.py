"""What is said of a fit: strengths of shared places, who has no rating, what has no solution."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from banzuke.model.fits import Estimate
from banzuke.model.phrases import Phrase, phrase
from banzuke.model.system import Complaint
from banzuke.parts.one_fit import remarks_on_groups, unsolved
from banzuke.systems.plackett_luce.forecasting import strength_in
from banzuke.systems.plackett_luce.parameters import MOST_TIED, PlackettLuceParameters
from banzuke.systems.plackett_luce.rules import NO_TIE_STRENGTH, Rules, State


def remarks(
    state: State, rules: Rules, parameters: PlackettLuceParameters, played: Any
) -> list[Phrase]:
    """What is to be told of the ratings; ``{code}`` stands for a player's name.

    played : bool[n_players], who has a game
    """
    found = []
    strengths = strengths_told(state, rules)
    for size, strength in strengths.items():
        told = phrase(
            "{size} equals, nobody else being left, all share a place with a chance of"
            " {chance:.4f}, estimated from all results (strength {strength:.4g})",
            size=size,
            chance=chance_among_equals(strengths, size),
            strength=strength,
        )
        found.append(told)
    if rules.sharing and not strengths and (state.group > 0.0).any():
        found.append(phrase("no place that counts is shared: the chance of that is taken as 0"))
    return found + remarks_on_groups(state, rules, parameters, played)


def strengths_told(state: State, rules: Rules) -> dict[int, float]:
    """The strengths that were estimated, by how many share a place."""
    rated = np.flatnonzero(state.group > 0.0)
    if not rules.sharing or not len(rated):
        return {}
    found = {size: strength_in(state, int(rated[0]), size) for size in range(2, MOST_TIED + 1)}
    return {size: strength for size, strength in found.items() if strength > 0.0}


def chance_among_equals(strengths: dict[int, float], size: int) -> float:
    """The chance that so many equals, nobody else being left, all share a place, in [0, 1]."""
    ways = {many: math.comb(size, many) * strength for many, strength in strengths.items()}
    return strengths[size] / (size + math.fsum(ways.values()))


def estimates(state: State, rules: Rules, parameters: PlackettLuceParameters) -> list[Estimate]:
    """What was estimated beside the ratings: the strengths of shared places."""
    strengths = strengths_told(state, rules)
    return [Estimate(f"tie_{size}", strength, "", None) for size, strength in strengths.items()]


def unsound(state: State, rules: Rules, parameters: PlackettLuceParameters) -> list[Complaint]:
    """Whose equations have no solution: none of these numbers is published."""
    wrong = np.flatnonzero(state.group == NO_TIE_STRENGTH)
    if not len(wrong):
        return unsolved(state, rules, parameters)
    what = phrase(
        "the strength of shared places cannot be estimated: no finite one is likeliest, or weights"
        " are too far apart to find it"
    )
    right = phrase(
        "more results, in some of which places are shared and in some not, or ties = breslow or"
        " efron"
    )
    return [Complaint(int(wrong[0]), "place", what, right)]
