"""Why a game moves a rating of Glicko-2: deviations, expectation and what held."""

from __future__ import annotations

from typing import Any

from banzuke.model.log import Log, holder
from banzuke.model.phrases import listed, name_of, phrase
from banzuke.model.system import Explanation, Term
from banzuke.parts.deviations import chances, held, held_cell, reliability
from banzuke.parts.duels import duel_score, outcome_words
from banzuke.parts.meetings import opponent_of
from banzuke.parts.one_period import state_and_record
from banzuke.systems.glicko2.leads import (
    is_known_board,
    is_rated,
    leads,
    moved_by,
    ranks_ahead,
    ranks_of_black,
)
from banzuke.systems.glicko2.parameters import Glicko2Parameters
from banzuke.systems.glicko2.rating import elapsed, start_deviation, update, work


def explain(
    state: Any, log: Log, rules: Any, parameters: Glicko2Parameters, game: int, entry: int
) -> Explanation:
    """What the game moves the rating by, and the deviations and volatility behind it."""
    head = entry - entry % 2
    if not is_rated(log, rules, head):
        return Explanation([], rated=False, why=why_not(log, rules, head))
    other = opponent_of(entry)
    one, two = int(log.player[entry]), int(log.player[other])
    after, record = state_and_record(update, state, log, rules, work(log, len(state.rating)), game)
    time = float(log.time[holder(log.period, game)])
    phi, phi_other = (
        start_deviation(
            state.deviation[who], state.volatility[who], elapsed(state, rules, who, time), rules
        )
        for who in (one, two)
    )
    rating_a, rating_b = (state.rating[log.player[at]] for at in (head, head + 1))
    lead = leads(rating_a, rating_b, log, rules, head)[entry % 2]
    g = reliability(phi_other)
    expected = chances(g * lead)[0]
    score = duel_score(log.place[entry], log.place[other])
    change = float(record.change[entry])
    volatility = after.volatility[one], rules.least_volatility, rules.most_volatility
    deviation = after.deviation[one] * rules.per_point, rules.least_deviation, rules.most_deviation
    inputs = [
        Term(
            "deviation before",
            rules.scale * phi,
            "points",
            "with the growth of idle time",
            cell="growth",
        ),
        Term(phrase("deviation of {who}", who=name_of(two)), rules.scale * phi_other, "points"),
        Term(phrase("weight of {who}", who=name_of(two)), g, "", "g = 1 / √(1 + 3 φ² / π²)"),
        Term("expected score", expected, "", "1 / (1 + exp(−g × lead))", cell="scale"),
        Term("volatility before", float(state.volatility[one]), "logits a period"),
        Term(
            "volatility after the period",
            float(after.volatility[one]),
            "logits a period",
            held(*volatility),
            held_cell(*volatility, "volatility", "tau"),
        ),
        Term(
            "deviation after the period",
            float(after.deviation[one]),
            "points",
            held(*deviation),
            held_cell(*deviation, "deviation"),
        ),
    ]
    if rules.by_ranks:
        ranks = ranks_ahead(log, rules, head) * (1.0 if entry == head else -1.0)
        moved = moved_by(state.rating[two], -ranks)
        inputs.insert(
            0,
            Term(
                phrase("rating of {who} as met", who=name_of(two)),
                moved,
                "points",
                phrase("{ranks:+.4g} ranks", ranks=-ranks),
                cell="handicap",
            ),
        )
    free = g * (score - expected)
    source: str = phrase("certain outcome")
    if free != 0.0:
        source = f"{change / free:.6g} × {g:.6g} × ({score:g} − {expected:.6g})"
    bound = held(after.rating[one], rules.lowest, rules.highest)
    if bound or 0.0 < rules.most_change <= abs(after.rating[one] - state.rating[one]) + 1e-9:
        most = phrase("held at the most that a period may move a rating")
        source = listed((source, bound or most))
    name = outcome_words(score, name_of(two))
    return Explanation([Term(name, change, "points", source)], inputs)


def why_not(log: Log, rules: Any, one: int) -> str:
    """Why the game of entries ``one`` and ``one + 1`` is not rated."""
    size = float(log.board_size[one // 2])
    if not is_known_board(size):
        return phrase("a board of {size:g} lines: only 9, 13 and 19 are rated", size=size)
    ranks = ranks_of_black(log, rules, one)
    return phrase(
        "a head start of {ranks:.4g} ranks: at most {most_ranks:g} are rated",
        ranks=ranks,
        most_ranks=rules.most_ranks,
    )
