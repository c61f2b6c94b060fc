"""Why a game changed a rating: by the day that it was played on, and by all results since."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from banzuke.model.log import Log
from banzuke.model.phrases import name_of, phrase
from banzuke.model.system import Explanation, Term
from banzuke.parts.day_changes import days_after, source_of_part
from banzuke.parts.duels import duel_score, outcome_words
from banzuke.parts.meetings import opponent_of
from banzuke.parts.one_fit import POINTS_A_UNIT
from banzuke.parts.one_period import rated_again
from banzuke.systems.whole_history.event import expected_of, update
from banzuke.systems.whole_history.nodes import Work, work
from banzuke.systems.whole_history.rules import Rules, State

#: An explanation fits all results once more: with so many entries by the compiled kernel.
COMPILE_FROM = 750


def explained_entry(state: State, log: Log, rules: Rules, game: int, entry: int) -> Explanation:
    """The points of the day and of later days, and the day's change, of which the game has a part.

    At the likeliest ratings the change from one day to the next is drift × days × (points scored
    less points expected, from the new day on).
    """
    room = work(log, len(state.rating))
    change = rated_again(update, state, log, rules, room, game, COMPILE_FROM).change
    node, other = int(room.days.node[entry]), int(log.player[opponent_of(entry)])
    if node < 0:
        return Explanation([], [], False, "a game of weight 0")
    inputs = day_against(log, rules, room, node)
    inputs += change_of_day(log, rules, room, node)
    inputs.append(Term("deviation that day", float(room.joint[node]), "points"))
    score = duel_score(log.place[entry], log.place[opponent_of(entry)])
    source = source_of_part(room.days, node)
    term = Term(outcome_words(score, name_of(other)), float(change[entry]), "points", source)
    return Explanation([term], inputs)


def games_of_day(log: Log, rules: Any, room: Work, node: int) -> Iterator[tuple[int, float, float]]:
    """(opponent's node, points scored, points expected) of each game, by weight."""
    for slot in range(int(room.days.slots[node]), int(room.days.slots[node + 1])):
        entry, game = int(room.days.entry[slot]), int(room.days.game[slot])
        weight, other = float(room.weight[game]), opponent_of(entry)
        scored = weight * duel_score(log.place[entry], log.place[other])
        expected = weight * expected_of(log, rules, room, entry)
        yield int(room.days.node[other]), scored, expected


def points_of(log: Log, rules: Any, room: Work, node: int) -> tuple[float, float]:
    """(scored, expected) on a day, by weight."""
    parts = [part for _, *part in games_of_day(log, rules, room, node)]
    return sum(scored for scored, _ in parts), sum(expected for _, expected in parts)


def day_against(log: Log, rules: Any, room: Work, node: int) -> list[Term]:
    """What was scored against each opponent on a day."""
    found: dict[int, tuple[float, float, int]] = {}
    for against, scored, expected in games_of_day(log, rules, room, node):
        before, awaited, many = found.get(against, (0.0, 0.0, 0))
        found[against] = before + scored, awaited + expected, many + 1
    terms = []
    for against, (scored, expected, many) in found.items():
        rating = float(room.changes.rating[against])
        source = phrase(
            "expected {expected:.6g}, of {many}, at {rating:.6g} that day",
            expected=expected,
            many=many,
            rating=rating,
        )
        name = phrase("points against {who}", who=name_of(room.days.owner[against]))
        terms.append(Term(name, scored, "points", source))
    return terms


def change_of_day(log: Log, rules: Any, room: Work, node: int) -> list[Term]:
    """The rating of the day, and how it follows from the one of the player's day before."""
    surplus = 0.0
    for at in range(node, node + days_after(room.days, node) + 1):
        scored, expected = points_of(log, rules, room, at)
        surplus += scored - expected
    later = days_after(room.days, node)
    source = (
        phrase("of that day and {later} later", later=later) if later else phrase("of that day")
    )
    terms = [
        Term("points beyond expectation from that day on", surplus, "points", source),
        Term("rating that day", float(room.changes.rating[node]), "points", "by all results"),
    ]
    if node > 0 and room.days.owner[node - 1] == room.days.owner[node]:
        days = float(room.days.day[node] - room.days.day[node - 1])
        drift = float(rules.drift) * days * POINTS_A_UNIT
        source = phrase(
            "{days:g} days earlier; each point beyond expectation is worth {drift:.6g} points",
            days=days,
            drift=drift,
        )
        terms.append(
            Term(
                "rating before",
                float(room.changes.rating[node - 1]),
                "points",
                source,
                cell="drift",
            )
        )
    else:
        held = float(rules.virtual) * (2.0 / (1.0 + math.exp(-float(room.found[node]))) - 1.0)
        source = phrase("expected of the virtual games of the first day, beyond half of them")
        terms.append(
            Term(
                "points that the virtual games hold back",
                held,
                "points",
                source,
                cell="virtual_wins",
            )
        )
    return terms
