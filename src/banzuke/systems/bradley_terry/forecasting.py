"""Forecasts: what two players are expected to score, and how likely they win, tie and lose."""

from __future__ import annotations

from collections.abc import Sequence

from banzuke.model.log import Column, Log
from banzuke.parts.meetings import entries_of, opponent_of
from banzuke.parts.one_fit import POINTS_A_UNIT
from banzuke.systems.bradley_terry.outcomes import chances_of, difference_of, lead_between
from banzuke.systems.bradley_terry.rules import FIRST_COVARIATE, HALF, NO_TIES, Rules, State


def predict(state: State, log: Log, rules: Rules, chance: Column, first: int, last: int) -> None:
    """Write each entry's expected score; a half between players whom no games compare.

    chance : float64[n_entries], in [0, 1]; the two of a game sum to 1
    """
    for number in range(first, last):
        begin, end = entries_of(log, number)
        for entry in range(begin, end):
            win, drawn, _ = duel_chances(state, log, rules, entry)
            chance[entry] = win + 0.5 * drawn


def likelihood(state: State, log: Log, rules: Rules, ways: Sequence[Sequence[int]]) -> list[float]:
    """How likely a game is to end in each of some ways, in [0, 1]; all ways sum to 1.

    Where a tie is half a win, there is never one.
    """
    win, drawn, lose = duel_chances(state, log, rules, 0)
    return [win if one < two else lose if one > two else drawn for one, two in ways]


def duel_chances(state: State, log: Log, rules: Rules, entry: int) -> tuple[float, float, float]:
    """The chances of the player of an entry to win, to tie and to lose."""
    other = opponent_of(entry)
    one, two = log.player[entry], log.player[other]
    tie = rules.tie
    if rules.find_tie:
        tie = max(state.tie[one], state.tie[two])
    ties = rules.ties if tie > NO_TIES else HALF
    if state.group[one] != state.group[two]:
        return chances_of(ties, 0.0, tie)
    advantage = rules.advantage
    if rules.find_advantage:
        advantage = state.advantage[one]
        if state.group[one] <= 0.0:
            advantage = state.advantage[two]
        advantage /= POINTS_A_UNIT
    gap = (state.rating[one] - state.rating[two]) / POINTS_A_UNIT
    lead = lead_between(log, advantage, gap, entry, other)
    for number in range(rules.covariates):
        worth = state[FIRST_COVARIATE + 2 * number]
        of_who = worth[one] if state.group[one] > 0.0 else worth[two]
        lead += of_who / POINTS_A_UNIT * difference_of(log, rules.covariates, number, entry)
    return chances_of(ties, lead, tie)
