"""What TrueSkill tells of one entry: what the game said of the side, and the member's part."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from banzuke.model.phrases import name_of, phrase
from banzuke.model.system import Explanation, Term
from banzuke.numeric.compiling import uncompiled
from banzuke.parts.duels import duel_score, outcome_words
from banzuke.parts.one_period import state_and_record
from banzuke.parts.performances import (
    margin_of,
    outcome_of_side,
    play_of,
    side_end,
    side_performance,
    variance_of,
)


def explained_entry(
    update: Callable[..., None], given: tuple[Any, Any, Any, Any], game: int, entry: int
) -> Explanation:
    """The change of an entry's rating and the numbers behind it.

    given : state, log, rules and scratch, as ``update`` takes them
    """
    state, log, rules, work = given
    after, record = state_and_record(update, state, log, rules, work, game)
    state, log, rules = uncompiled(state), uncompiled(log), uncompiled(rules)
    time = log.time[int(np.searchsorted(log.period, game, side="right")) - 1]
    one, change = log.player[entry], float(record.change[entry])
    strength = variance_of(state, rules, one, time)
    play = play_of(log, rules, entry)
    rest = float(after.deviation[one])
    inputs = [
        Term(
            "deviation before",
            math.sqrt(strength),
            "points",
            "with what strengths may change",
            cell="tau",
        ),
        *side_terms(state, log, rules, game, entry, time),
        Term("deviation after", rest, "points", "the less, the more the game told"),
    ]
    if play != 1.0:
        inputs.insert(
            1, Term("play", play, "", "share of the game that was played", cell="partial_play")
        )
    source: str = f"{play:g} × {strength:.6g} × {change / (play * strength):.6g}" if play else ""
    if not change:
        source = phrase("nothing that was not known") if play else phrase("did not play")
    return Explanation([Term(what_happened(log, game, entry), change, "points", source)], inputs)


def side_terms(state: Any, log: Any, rules: Any, game: int, entry: int, time: float) -> list[Term]:
    """What was to be expected of the sides, and how close a draw had to be, points."""
    begin, end = log.game[game], log.game[game + 1]
    duel = log.side[end - 1] == 1
    terms = []
    head = begin
    while head < end:
        after = side_end(log, head, end)
        mean, variance = side_performance(state, log, rules, head, after, time)
        if head <= entry < after:
            terms.append(Term("performance expected", mean, "points", "strengths × play"))
            terms.append(
                Term("its deviation", math.sqrt(variance), "points", "with beta", cell="beta")
            )
        elif duel:
            terms.append(Term("performance expected of the others", mean, "points"))
            terms.append(Term("deviation of theirs", math.sqrt(variance), "points", cell="beta"))
        head = after
    if duel:
        margin = margin_of(rules, 1.0 * (end - begin))
        terms.append(
            Term("draw margin", margin, "points", "of so many players", cell="draw_probability")
        )
    return terms


def what_happened(log: Any, game: int, entry: int) -> str:
    """The outcome in words; a lone opponent is named."""
    begin, end = log.game[game], log.game[game + 1]
    place = log.place[entry]
    if log.side[end - 1] > 1:
        return outcome_of_side(log, begin, end, entry)
    others = [at for at in range(begin, end) if log.side[at] != log.side[entry]]
    theirs = log.place[others[0]]
    names = ", ".join(name_of(log.player[at]) for at in others)
    return outcome_words(duel_score(int(place), int(theirs)), names)
