"""Why a game moves a rating of Glicko: deviations, expectation and what else acts."""

from __future__ import annotations

import math
from typing import Any

from banzuke.model.log import Log, holder
from banzuke.model.phrases import name_of, phrase, phrases
from banzuke.model.system import Explanation, Term
from banzuke.parts.deviations import chances, held, held_cell, lead_of_entry, reliability
from banzuke.parts.duels import duel_score, outcome_words
from banzuke.parts.meetings import opponent_of
from banzuke.parts.one_period import state_and_record
from banzuke.systems.glicko.parameters import GlickoParameters
from banzuke.systems.glicko.rating import (
    Work,
    bonus_part,
    neighbour_part,
    start_deviation,
    update,
    work,
)


def explain(
    state: Any, log: Log, rules: Any, parameters: GlickoParameters, game: int, entry: int
) -> Explanation:
    """What the game moves the rating by, and the deviations behind it."""
    other = opponent_of(entry)
    one, two = int(log.player[entry]), int(log.player[other])
    room = work(log, len(state.rating))
    after, record = state_and_record(update, state, log, rules, room, game)
    time = float(log.time[holder(log.period, game)])
    phi, phi_other = (start_deviation(state, rules, who, time) for who in (one, two))
    lead = (state.rating[one] - state.rating[two]) * rules.per_point
    g = reliability(phi_other)
    expected = chances(g * (lead + lead_of_entry(log, rules.first_move, entry)))[0]
    score = duel_score(log.place[entry], log.place[other])
    change, deviation = float(record.change[entry]), float(after.deviation[one])
    more = [] if rules.extended == 0 else extra_terms(state, rules, room, one, two)
    for term in more:
        change -= term.value
    bounds = deviation, parameters.least_deviation, parameters.most_deviation
    inputs = [
        Term(
            "deviation before",
            rules.scale * phi,
            "points",
            "with the growth of idle time",
            cell="growth",
        ),
        Term(phrase("deviation of {who}", who=name_of(two)), rules.scale * phi_other, "points"),
        Term(phrase("weight of {who}", who=name_of(two)), g, "", "g = 1 / √(1 + 3 q² RD² / π²)"),
        Term("expected score", expected, "", "1 / (1 + 10^(−g × lead / 400))", cell="scale"),
        Term(
            "deviation after the period",
            deviation,
            "points",
            held(*bounds),
            held_cell(*bounds, "deviation"),
        ),
    ]
    if rules.game_growth > 0.0:
        grown = rules.scale * math.sqrt(phi * phi + room.count[one] * rules.game_growth)
        many = float(room.count[one])
        source = phrases("with that of {count:g} game", "with that of {count:g} games", many)
        inputs.insert(
            1, Term("deviation that results meet", grown, "points", source, cell="game_growth")
        )
    free = g * (score - expected)
    formula: str = phrase("certain outcome")
    if free != 0.0:
        formula = f"{change / free:.6g} × {g:.6g} × ({score:g} − {expected:.6g})"
    terms = [Term(outcome_words(score, name_of(two)), change, "points", formula), *more]
    return Explanation(terms, inputs)


def extra_terms(state: Any, rules: Any, room: Work, one: int, two: int) -> list[Term]:
    """What playing itself, and the rating of the opponent, move the rating of a player by.

    room : as the kernel left it
    """
    terms = []
    if rules.bonus > 0.0:
        bonus = bonus_part(rules, room, one, two)
        terms.append(
            Term("bonus for playing", bonus, "points", f"b = {rules.bonus:g}", cell="bonus")
        )
    if rules.neighbourhood > 0.0:
        away = float(state.rating[two]) - float(state.rating[one])
        source = f"{rules.neighbourhood:g} × {away:.6g} / {room.count[one]:g}"
        drawn = neighbour_part(rules, room, one, away)
        terms.append(
            Term(
                phrase("towards {who}", who=name_of(two)),
                drawn,
                "points",
                source,
                cell="neighbourhood",
            )
        )
    return terms
