"""Explanations: points against each opponent, and the game's part of the change."""

from __future__ import annotations

import numpy as np

from banzuke.model.log import Log, holder
from banzuke.model.phrases import name_of, phrase, phrases
from banzuke.model.system import Explanation, Term
from banzuke.parts.duels import duel_score, outcome_words
from banzuke.parts.meetings import entries_of, opponent_of
from banzuke.parts.one_fit import POINTS_A_UNIT
from banzuke.parts.one_period import rated_again
from banzuke.systems.bradley_terry.event import counts, expected_of, update
from banzuke.systems.bradley_terry.outcomes import difference_of
from banzuke.systems.bradley_terry.parameters import BradleyTerryParameters
from banzuke.systems.bradley_terry.rules import RAO_KUPPER, Rules, State, tie_chance_of
from banzuke.systems.bradley_terry.scratch import ADVANTAGE, TIE, Work, work

#: An explanation fits all results once more: with so many entries by the compiled kernel.
COMPILE_FROM = 10_000


def explain(
    state: State, log: Log, rules: Rules, parameters: BradleyTerryParameters, game: int, entry: int
) -> Explanation:
    """Expected and actual points against each opponent; the game's part of the change."""
    room = work(log, len(state.rating))
    change = rated_again(update, state, log, rules, room, game, COMPILE_FROM).change
    one, other = int(log.player[entry]), int(log.player[opponent_of(entry)])
    if not counts(log, room, entry):
        return Explanation([], [], False, why_not(log, room, entry))
    inputs, games = [], 0
    for against, actual, expected, many in opponents_of(log, rules, room, game, one):
        source = phrase("expected {expected:.6g}, of {many}", expected=expected, many=many)
        inputs.append(
            Term(phrase("points against {who}", who=name_of(against)), actual, "points", source)
        )
        games += many
    inputs += sums_of(rules, parameters, room, one)
    for number, name in enumerate(parameters.covariates):
        more = difference_of(log, rules.covariates, number, entry)
        less = "in this game, the player's own less the opponent's"
        inputs.append(Term(phrase("{column}", column=name), float(more), "", less))
    score = duel_score(log.place[entry], log.place[opponent_of(entry)])
    source = phrases(
        "the ratings are those of all games together",
        "a like part for each of {count} games: the ratings are those of all together",
        games,
    )
    term = Term(outcome_words(score, name_of(other)), float(change[entry]), "points", source)
    return Explanation([term], inputs)


def sums_of(rules: Rules, parameters: BradleyTerryParameters, room: Work, one: int) -> list[Term]:
    """What all games of a player come to."""
    at = int(room.place[one])
    actual = float(room.actual[at])
    found = [
        Term(
            "points, virtual ones too",
            actual,
            "points",
            "of all games that count",
            cell="prior_wins",
        )
    ]
    if rules.ties != RAO_KUPPER:
        source = phrase("at the new ratings: the same, by the rule")
        found.append(Term("points expected", actual - float(room.slope[at]), "points", source))
    if rules.find_advantage:
        worth = POINTS_A_UNIT * float(room.common[ADVANTAGE])
        found.append(
            Term("advantage", worth, "points", "estimated from all results", cell="advantage")
        )
    for number, name in enumerate(parameters.covariates):
        worth = POINTS_A_UNIT * float(room.shift[number]) / float(room.scale[number])
        unit = phrase("a unit of {column}", column=name)
        found.append(Term(unit, worth, "points", "estimated from all results", cell="covariates"))
    if rules.find_tie:
        chance = tie_chance_of(rules.ties, float(room.common[TIE]))
        found.append(
            Term(
                "tie chance",
                chance,
                "",
                "of two equals, estimated from all results",
                cell="tie_chance",
            )
        )
    found.append(Term("rating after all games", float(room.rating[one]), "points", cell="mean"))
    found.append(Term("deviation", float(room.deviation[one]), "points"))
    return found


def opponents_of(
    log: Log, rules: Rules, room: Work, game: int, one: int
) -> list[tuple[int, float, float, int]]:
    """(opponent, actual points, expected ones, games) of a player, in the order of the log."""
    begin, end = entries_of(log, holder(log.period, game))
    found: dict[int, tuple[float, float, int]] = {}
    for entry in (begin + np.flatnonzero(log.player[begin:end] == one)).tolist():
        if counts(log, room, entry):
            at = opponent_of(entry)
            weight = float(room.weight[entry // 2])
            actual, expected, many = found.get(int(log.player[at]), (0.0, 0.0, 0))
            actual += weight * duel_score(log.place[entry], log.place[at])
            expected += weight * expected_of(log, rules, room, entry)
            found[int(log.player[at])] = actual, expected, many + 1
    return [(other, *numbers) for other, numbers in found.items()]


def why_not(log: Log, room: Work, entry: int) -> str:
    """Why a game changes nothing."""
    mine, theirs = (int(log.player[at]) for at in (entry, opponent_of(entry)))
    if room.begin[mine] == room.begin[theirs]:
        return phrase("a game of weight 0")
    if room.group[mine] == 0.0:
        return phrase("no rating is finite: all points between this player and others go one way")
    return phrase("points between the groups of the two go one way only, so no gap is large enough")
