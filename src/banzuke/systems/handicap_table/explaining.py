"""Why a game changed a rating: C, the base and the percent; then truncation, floor and cut."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from banzuke.model.log import Log
from banzuke.model.phrases import listed, name_of, phrase
from banzuke.model.system import Explanation, Term
from banzuke.parts.duels import outcome_words
from banzuke.parts.meetings import opponent_of
from banzuke.systems.handicap_table.formulas import (
    clipped,
    handicap_difference,
    is_rated,
    may_move,
    moved_rating,
    rank_of_rating,
    result_percent,
    standard_handicap,
    switched_rating,
    truncated,
)
from banzuke.systems.handicap_table.parameters import HandicapTableParameters
from banzuke.systems.handicap_table.rules import Rules, State
from banzuke.systems.handicap_table.tables import class_cell

#: What a player did in a game: whether the higher one, and how it ended.
ROLES = {
    (True, "won"): phrase("higher player won"),
    (True, "drew"): phrase("higher player drew"),
    (True, "lost"): phrase("higher player lost"),
    (False, "won"): phrase("lower player won"),
    (False, "drew"): phrase("lower player drew"),
    (False, "lost"): phrase("lower player lost"),
}


class Seen(NamedTuple):
    """A game as one of its players sees it.

    rank, their_rank : indices of ranks; high : whether this is the higher player
    difference : C of the source, stones; percent : of the base, R.P
    word : won, drew or lost
    """

    rank: int
    their_rank: int
    high: bool
    difference: int
    base: float
    percent: float
    word: str


def explain(
    state: State, log: Log, rules: Rules, parameters: HandicapTableParameters, game: int, entry: int
) -> Explanation:
    """C, the base and the percent; the product, its truncation, the floor and the cut."""
    me, you = int(log.player[entry]), int(log.player[opponent_of(entry)])
    new = bool(state.games[me] < rules.regular_after)
    their_new = bool(state.games[you] < rules.regular_after)
    seen = seen_by(state, log, rules, entry)
    inputs = inputs_of(rules, parameters, seen)
    if not is_rated(seen.difference, new, their_new, rules):
        why = phrase(
            "the handicap difference {difference:+d} is beyond {most} and the player is a regular "
            "member",
            difference=seen.difference,
            most=rules.rated_within,
        )
        return Explanation([], inputs, False, why)
    if not may_move(new, their_new, rules):
        why = phrase("a game with a new member leaves regular members as they are")
        return Explanation([], inputs, False, why)
    switches = state.games[me] + 1 == rules.regular_after
    return Explanation(terms_of(float(state.rating[me]), you, rules, seen, switches), inputs)


def seen_by(state: State, log: Log, rules: Rules, entry: int) -> Seen:
    """What the tables are read by, for the player of an entry."""
    other = opponent_of(entry)
    one, two = min(entry, other), max(entry, other)
    rank_one, rank_two = (
        rank_of_rating(float(state.rating[log.player[at]]), rules) for at in (one, two)
    )
    high = (rank_one >= rank_two) == (entry == one)
    difference = handicap_difference(
        rank_one, rank_two, float(log.handicap[one]), float(log.handicap[two]), rules
    )
    place, their_place = int(log.place[entry]), int(log.place[other])
    rank, their_rank = (rank_one, rank_two) if entry == one else (rank_two, rank_one)
    return Seen(
        rank,
        their_rank,
        high,
        difference,
        float(rules.base[rank]),
        float(result_percent(difference, high, place, their_place, rules)),
        {1: "won", 0: "drew", -1: "lost"}[int(np.sign(their_place - place))],
    )


def inputs_of(rules: Rules, parameters: HandicapTableParameters, seen: Seen) -> list[Term]:
    """What the percent and the base were read by."""
    mine, theirs = (parameters.ranks[rank].name for rank in (seen.rank, seen.their_rank))
    difference, even = float(seen.difference), standard_handicap(seen.rank, seen.their_rank, rules)
    base = class_cell(parameters.ranks, parameters.classes, seen.rank)
    c = clipped(seen.difference, rules)
    column = f"{'high' if seen.high else 'low'}_{'wins' if seen.word == 'won' else 'loses'}"
    cell = "jigo" if seen.word == "drew" else f"percents:{c}:{column}"
    return [
        Term("C, handicap difference", difference, "stones", "handicap given − standard handicap"),
        Term(
            "standard handicap",
            even,
            "stones",
            phrase("{mine} against {theirs}", mine=mine, theirs=theirs),
            "stones_per_rank",
        ),
        Term("base", seen.base, "R.P", phrase("class of {mine}", mine=mine), base),
        Term(
            "percent",
            seen.percent,
            "%",
            listed((ROLES[seen.high, seen.word], phrase("row C = {c:+d}", c=c)), ", "),
            cell,
        ),
    ]


def terms_of(old: float, you: int, rules: Rules, seen: Seen, switches: bool) -> list[Term]:
    """The product, and what was done to it.

    old : the rating before; you : the opponent's code
    switches : whether the player becomes a regular member by this game
    """
    product = seen.base * seen.percent / 100.0
    unfloored = truncated(old, product, rules)
    moved = moved_rating(old, seen.base, seen.percent, rules)
    last = switched_rating(moved, rules) if switches else moved
    score = {"won": 1.0, "drew": 0.5, "lost": 0.0}[seen.word]
    name = phrase(
        "{what}: {percent:g} % of {base:g}",
        what=outcome_words(score, name_of(you)),
        percent=seen.percent,
        base=seen.base,
    )
    cut = phrase("cut at the switch to regular member")
    corrections = [
        Term("truncation", (unfloored - old) - product, "R.P", "decimal places are dropped"),
        Term(
            "floor",
            moved - unfloored,
            "R.P",
            phrase("the lowest rating is {floor:g}", floor=rules.floor),
        ),
        Term(
            cut, last - moved, "R.P", phrase("at most {switch_cap:g}", switch_cap=rules.switch_cap)
        ),
    ]
    first = Term(name, product, "R.P", "tables 2 and 3")
    return [first, *(term for term in corrections if term.value != 0)]
