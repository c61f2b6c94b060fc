"""What is said of a fit: who has no finite rating, whom no games compare, what a prior links."""

from __future__ import annotations

from typing import Any

import numpy as np

from banzuke.model.fits import Estimate
from banzuke.model.phrases import Phrase, phrase
from banzuke.model.system import Complaint
from banzuke.parts.one_fit import remarks_on_groups, unsolved
from banzuke.systems.bradley_terry.parameters import BradleyTerryParameters
from banzuke.systems.bradley_terry.rules import (
    FIRST_COVARIATE,
    NO_ADVANTAGE,
    NO_TIE_CHANCE,
    NO_TIES,
    Rules,
    State,
    tie_chance_of,
    why_no_covariate,
)

#: Why a covariate has no worth, by reason, and what would be right.
WHY_NOT = (
    (
        phrase("both sides have the same in every result that counts"),
        phrase("results in which the sides differ in it, or no such covariate"),
    ),
    (
        phrase("who plays whom says it already, so that ratings explain all of it"),
        phrase("results in which the same player has it and has not, or no such covariate"),
    ),
    (
        phrase("what is estimated before it says it already"),
        phrase("one of the covariates that say the same, or another than the advantage"),
    ),
    (
        phrase(
            "no finite one of a usual size is likeliest: it parts wins from losses alone, or a few"
            " of its numbers, or weights, are far beyond the others"
        ),
        phrase("more results, numbers of one size, or no such covariate"),
    ),
)


def remarks(
    state: State, rules: Rules, parameters: BradleyTerryParameters, played: Any
) -> list[Phrase]:
    """What is to be told of the ratings; ``{code}`` stands for a player's name.

    played : bool[n_players], who has a game
    """
    found = [in_words(one) for one in estimates(state, rules, parameters)]
    if rules.find_tie and (state.group > 0.0).any() and not ties_told(state, rules):
        found.append(phrase("no result that counts is a tie: the chance of one is taken as 0"))
    return found + remarks_on_groups(state, rules, parameters, played)


def in_words(one: Estimate) -> Phrase:
    """What was estimated, as a sentence."""
    if one.name == "tie_chance":
        return phrase(
            "two equals tie with a chance of {chance:.4f}, estimated from all results",
            chance=one.value,
        )
    if one.name == "advantage":
        return phrase(
            "the advantage, estimated from all results, is worth {points:.1f} points, with a"
            " deviation of {deviation:.1f}",
            points=one.value,
            deviation=one.deviation,
        )
    return phrase(
        "a unit of {name}, estimated from all results, is worth {points:.4g} points, with a"
        " deviation of {deviation:.2g}",
        name=one.name,
        points=one.value,
        deviation=one.deviation,
    )


def ties_told(state: State, rules: Rules) -> bool:
    """Whether the strength of ties was estimated."""
    rated = np.flatnonzero(state.group > 0.0)
    return bool(rules.find_tie and len(rated) and state.tie[rated[0]] > NO_TIES)


def estimates(state: State, rules: Rules, parameters: BradleyTerryParameters) -> list[Estimate]:
    """What was estimated beside the ratings: the advantage, the tie chance, each covariate."""
    rated = np.flatnonzero(state.group > 0.0)
    found: list[Estimate] = []
    if not len(rated):
        return found
    one = int(rated[0])
    if rules.find_advantage:
        worth, deviation = float(state.advantage[one]), float(state.advantage_deviation[one])
        found.append(Estimate("advantage", worth, "points", deviation))
    if ties_told(state, rules):
        chance = tie_chance_of(rules.ties, float(state.tie[one]))
        found.append(Estimate("tie_chance", chance, "", None))
    for number, name in enumerate(parameters.covariates):
        at = FIRST_COVARIATE + 2 * number
        worth, deviation = float(state[at][one]), float(state[at + 1][one])
        found.append(Estimate(name, worth, "points a unit", deviation))
    return found


def unsound(state: State, rules: Rules, parameters: BradleyTerryParameters) -> list[Complaint]:
    """Whose equations have no solution: none of these numbers is published."""
    wrong = np.flatnonzero(state.group < 0.0)
    if not len(wrong):
        return []
    code = int(wrong[0])
    if state.group[code] == NO_ADVANTAGE:
        what = phrase("the advantage cannot be estimated: nothing tells it from the ratings")
        right = phrase("results in which the same players have it and do not, or a set advantage")
        return [Complaint(code, "advantage", what, right)]
    if state.group[code] == NO_TIE_CHANCE:
        what = phrase("the chance of a tie cannot be estimated: no finite one is likeliest")
        right = phrase("more results, of which some are ties and some are not, or a set tie_chance")
        return [Complaint(code, "result", what, right)]
    for number, name in enumerate(parameters.covariates):
        for reason, (why, right) in enumerate(WHY_NOT):
            if state.group[code] == why_no_covariate(number, reason):
                what = phrase("the worth of {name} cannot be estimated: {why}", name=name, why=why)
                return [Complaint(code, name, what, right)]
    return unsolved(state, rules, parameters)
