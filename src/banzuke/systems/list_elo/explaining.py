"""Why a game changed a rating on a list: the table's row, the cap, K, the sum and its rounding."""

from __future__ import annotations

from typing import Any

from banzuke.model.log import Log
from banzuke.model.phrases import listed, name_of, phrase
from banzuke.model.system import Explanation, Term
from banzuke.parts.births import GROWN_UP, age_in
from banzuke.parts.duels import duel_score, outcome_words
from banzuke.parts.meetings import opponent_of
from banzuke.parts.score_table import band_of, cell_of
from banzuke.systems.list_elo.k_rules import k_words
from banzuke.systems.list_elo.rating import expected_of, part_of

NO_RATING = phrase("the opponent has no rating")

#: Why a rating is another than that of the newest list.
EARLIER = phrase("of the list in force when the event began")


def explain_full(
    state: Any, log: Log, rules: Any, work: Any, parameters: Any, entry: int
) -> Explanation:
    """A game of a rated player; ``work`` is as the period has left it."""
    one, other = int(log.player[entry]), int(log.player[opponent_of(entry)])
    is_last = work.meetings.following[entry] < 0
    closing = _closing_terms(state, rules, work, one) if is_last else []
    met, own = float(work.met[entry]), float(work.own[entry])
    if met <= 0.0:
        why = _why_not(state, rules, work, other)
        if closing:
            inputs = _k_inputs(state, log, rules, work, parameters, entry)
            against = name_of(other)
            why = phrase("the game against {who} is not rated: {why}", who=against, why=why)
            return Explanation(closing, inputs, True, why)
        return Explanation([], [], False, why)
    score = duel_score(log.place[entry], log.place[opponent_of(entry)])
    expected = float(expected_of(rules, work, entry))
    factor = f"{work.k[one]:.6g} × "
    if work.effect[other] != 1.0:
        factor += f"{work.effect[other]:.6g} × "
    terms = [
        Term(
            outcome_words(score, name_of(other)),
            float(part_of(log, rules, work, entry)),
            "points",
            f"{factor}({score:g} − {expected:.10g})",
        ),
        *closing,
    ]
    lead = own - met
    limit = float(work.cap[entry])
    difference = min(abs(lead), limit) if limit > 0.0 else abs(lead)
    row = band_of(parameters.scores, difference)
    cell = cell_of("scores", parameters.scores, difference)
    inputs = [
        Term(
            phrase("rating of {who}", who=name_of(other)),
            met,
            "points",
            _since_words(met, work.strength[other]),
        ),
        *([Term("own rating", own, "points", EARLIER)] if own != state.rating[one] else []),
        Term("difference", lead, "points", _cap_words(rules, own, lead, limit), cell="cap"),
        Term(
            "expected score", expected, "", phrase("table of expected scores, {row}", row=row), cell
        ),
        *_k_inputs(state, log, rules, work, parameters, entry),
    ]
    return Explanation(terms, inputs)


def explain_first(
    state: Any, log: Log, rules: Any, work: Any, change: float, entry: int
) -> Explanation:
    """A game of a player who is rated by performance; ``change`` is what it adds."""
    one, other = int(log.player[entry]), int(log.player[opponent_of(entry)])
    games, points = float(work.games[one]), float(work.points[one])
    inputs = []
    met = float(work.met[entry])
    if met > 0.0:
        inputs.append(Term(phrase("rating of {who}", who=name_of(other)), met, "points"))
    inputs.append(
        Term("games that count so far", games, "games", _kept_words(state, one), cell="first_games")
    )
    if games > 0.0:
        mean = float(work.total[one]) / games
        inputs.append(Term("points in them", points, "points"))
        inputs.append(
            Term(
                "mean rating of the opponents",
                mean,
                "points",
                _drawn_words(rules),
                cell="drawn_rating",
            )
        )
    if change != 0.0:
        what = phrase("rating by performance")
        if state.rating[one] == 0.0:
            what = phrase("first rating")
        return Explanation(
            [Term(what, change, "points", "by performance", cell="differences")], inputs
        )
    if state.rating[one] > 0.0 or work.fresh[one] > 0.0:
        return Explanation([], inputs, True, "the performance is told with the last game")
    why = NO_RATING
    if met > 0.0:
        why = phrase(
            "no rating yet: {first_games:g} games against rated opponents are needed",
            first_games=rules.first_games,
        )
        if games >= rules.first_games:
            why = phrase("no rating yet: the performance is below {lowest:g}", lowest=rules.lowest)
    return Explanation([], inputs, False, why)


def _closing_terms(state: Any, rules: Any, work: Any, one: int) -> list[Term]:
    """What a player's last game of the period adds to the sum of all: rounding, limits."""
    closing = float(work.closing[one])
    if closing == 0.0:
        return []
    raw = float(work.raw[one])
    if work.fresh[one] == 0.0:
        reached = f"{state.rating[one] + raw:.6g}"
        return [
            Term(
                "no rating any more",
                closing,
                "points",
                f"{reached} < {rules.lowest:g}",
                cell="lowest",
            )
        ]
    name = phrase("rounding") if abs(closing) <= 0.5 + 1e-6 else phrase("rounding, at least 1")
    source = phrase("the sum of the period, {raw:+.6g}, to a whole number", raw=raw)
    return [Term(name, closing, "points", source)]


def _why_not(state: Any, rules: Any, work: Any, other: int) -> str:
    if work.strength[other] <= 0.0:
        return NO_RATING
    return phrase(
        "the players are {gap:g} points apart, or more, and one of them is above {above:g}",
        gap=rules.widest_gap,
        above=rules.widest_above,
    )


def _since_words(met: float, now: float) -> str:
    return EARLIER if met != now else ""


def _cap_words(rules: Any, own: float, lead: float, limit: float) -> str:
    """What became of the difference."""
    if 0.0 < limit < abs(lead):
        return phrase("counts as {limit:g}", limit=limit)
    if rules.cap > 0.0 and abs(lead) > rules.cap:
        if 0.0 < rules.true_gap_from <= own:
            return phrase("counts in full from {rating:g} on", rating=rules.true_gap_from)
        return phrase("counts in full, since only an event's widest difference is cut")
    return ""


def _k_inputs(
    state: Any, log: Log, rules: Any, work: Any, parameters: Any, entry: int
) -> list[Term]:
    """The games of the period, K, why it is this K, and the sum."""
    one = int(log.player[entry])
    games, k = float(work.games[one]), float(work.k[one])
    age = age_in(int(log.year[entry // 2]), float(state.born[one]))
    base, words = k_words(state, rules, parameters.k_rules, one, age)
    if age == GROWN_UP and any(row.age_to is not None for row in parameters.k_rules):
        words = listed((words, phrase("age unknown, taken as grown up")))
    if k < base:
        most = rules.k_games_most
        capped = phrase("K × {games:g} games is at most {most:g}", games=games, most=most)
        words = listed((words, capped))
    return [
        Term("rated games in the period", games, "games"),
        Term("K", k, "points", words, "k_rules"),
        Term("sum of the period", float(work.raw[one]), "points", "before rounding"),
    ]


def _kept_words(state: Any, one: int) -> str:
    kept = float(state.kept_games[one])
    return phrase("{kept:g} of them kept from before", kept=kept) if kept else ""


def _drawn_words(rules: Any) -> str:
    if rules.drawn_games == 0.0:
        return ""
    games, rating = rules.drawn_games, rules.drawn_rating
    if not rating:
        return phrase(
            "without {games:g} draws that are added, with opponents as strong as this mean",
            games=games,
        )
    return phrase(
        "without {games:g} draws that are added, with opponents of {rating:g}",
        games=games,
        rating=rating,
    )
