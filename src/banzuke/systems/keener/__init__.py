"""Keener: a rating is what one scored off each opponent, counted by the opponent's rating.

Source: J. P. Keener, The Perron-Frobenius Theorem and the Ranking of Football Teams, SIAM Review
35, 1993: a(i, j) = h((S(i, j) + 1) / (S(i, j) + S(j, i) + 2)) / games of i, S the points that i
scored against j; h(x) = 1/2 + 1/2 sgn(x - 1/2) sqrt(|2 x - 1|); the ratings are A's Perron vector.
Scale: parts of the whole; the ratings of a group have the sum 1.

    >>> import banzuke as bz
    >>> [[[one]], [[two]]] = [[m[:1] for m in s] for s in bz.rate_game(
    ...     "keener", sides=[[None], [None]], scores=[3, 1])]
    >>> round(one, 6), round(two, 6)
    (0.658919, 0.341081)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Log, Record
from banzuke.model.parameters import Parameters, parameter
from banzuke.model.phrases import listed, name_of, phrase
from banzuke.model.system import (
    Capability,
    Complaint,
    Explanation,
    Given,
    Period,
    StateColumn,
    System,
    Term,
)
from banzuke.parts.day_changes import begin_changes
from banzuke.parts.duels import score_duels
from banzuke.parts.linear_ratings import (
    COMPILE_FROM,
    given_columns,
    remarks,
    take_rated_part,
)
from banzuke.parts.meetings import entries_of, opponent_of
from banzuke.parts.one_fit import UNRATED, UNSOLVED
from banzuke.parts.one_period import rated_again
from banzuke.systems.keener.vector import Work, rate_group, work


class KeenerParameters(Parameters):
    """What a rulebook may set."""

    skew: bool = parameter(
        True, "whether h moves shares of points away from 1/2, so that narrow games tell more"
    )
    per_game: bool = parameter(
        True,
        "whether what is scored is divided by the number of games, so that nobody gains by "
        "playing more",
    )


class State(NamedTuple):
    """Each float64[n_players].

    rating : UNRATED for none; compared : players of the group, the player counted in
    group : code of one of its players and 1, 0 for none
    """

    rating: NDArray[np.float64]
    compared: NDArray[np.float64]
    group: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them."""

    skew: int
    per_game: int


def rules(parameters: KeenerParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    return Rules(int(parameters.skew), int(parameters.per_game))


def start(
    given: Given, n_players: int, parameters: KeenerParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Nobody has a rating, but who is given one keeps it until results give another."""
    return State(*given_columns(given, n_players, UNRATED)), []


def check(log: Log, rules: Rules) -> list[Complaint]:
    """Games without scores, and scores below 0, have no share of points."""
    scores = np.asarray(log.score)
    wrong = np.flatnonzero(~(scores >= 0.0))
    right = phrase("the scores of both sides, from 0")
    return [
        Complaint(
            int(at),
            "score",
            phrase("no score")
            if np.isnan(scores[at])
            else phrase("score {score:g}", score=scores[at]),
            right,
        )
        for at in wrong
    ]


def update(
    state: State, log: Log, rules: Rules, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place; there is one, of all results."""
    for number in range(first, last):
        begin, end = entries_of(log, number)
        for group in range(len(work.days.bounds) - 1):
            rate_group(state, rules, work, group)
        begin_changes(work.days, work.changes, state.rating)
        for node in range(len(work.days.owner)):
            # What the parts are reckoned from, before any is added.
            work.after[node] = state.rating[work.days.owner[node]]
        for entry in range(begin, end):
            apply_entry(state, log, record, work, entry)


def explain(
    state: State, log: Log, rules: Rules, parameters: KeenerParameters, game: int, entry: int
) -> Explanation:
    """What was scored off the opponent, counted by the opponent's rating; the game's part of it."""
    room = work(log, len(state.rating))
    change = rated_again(update, state, log, rules, room, game, COMPILE_FROM).change
    row, node = int(room.row[entry]), int(room.days.node[entry])
    if row < 0:
        return Explanation([], [], False, "a game of weight 0")
    other, facing = int(log.player[opponent_of(entry)]), int(room.facing[row])
    value, root = float(room.value[row]), float(room.root[node])
    rating = float(room.changes.rating[facing])
    inputs = [
        Term(
            phrase("points off {who}", who=name_of(other)),
            float(room.mine[row]),
            "points",
            "of all games",
        ),
        Term(
            phrase("points of {who}", who=name_of(other)),
            float(room.theirs[row]),
            "points",
            "of all games",
        ),
        Term(
            "strength shown",
            value,
            "",
            "by the share of the points, as the rules count it",
            cell="skew",
        ),
        Term(phrase("rating of {who}", who=name_of(other)), rating, "", "by all results"),
        Term("eigenvalue", root, "", "by which all that is shown is divided"),
        Term("rating by all games", float(room.changes.rating[node]), "", "the sum of all of it"),
    ]
    parts = float(room.games[row]) / float(log.weight[game])
    formula = f"{value:.6g} × {rating:.6g} / {root:.6g}"
    source: str = phrase("{formula}, a part of {parts:g}", formula=formula, parts=parts)
    if float(state.rating[log.player[entry]]) != UNRATED:
        source = listed((source, phrase("less a like part of the rating before")))
    return Explanation(
        [Term(phrase("game with {who}", who=name_of(other)), float(change[entry]), "", source)],
        inputs,
    )


def apply_entry(state: Any, log: Log, record: Record, work: Work, entry: int) -> None:
    """Write the change of an entry: what was scored off the opponent, by the game's weight."""
    one, node, row = log.player[entry], work.days.node[entry], work.row[entry]
    record.change[entry] = 0.0
    if len(record.before) > 0:
        record.before[entry] = state.rating[one]
        record.other_before[0, entry] = state.compared[one]
        record.other_after[0, entry] = state.compared[one]
    if node >= 0:
        weight = log.weight[entry // 2]
        part = work.value[row] * work.changes.rating[work.facing[row]] / work.root[node]
        part = weight / work.games[row] * part - weight / work.games_of[node] * work.after[node]
        record.change[entry] = take_rated_part(work.changes, node, state.rating[one], part)
    state.rating[one] += record.change[entry]


def unsound(state: State, rules: Rules, parameters: Any) -> list[Complaint]:
    """Whose ratings did not stand still: none of these numbers is published."""
    wrong = np.flatnonzero(state.group == UNSOLVED)[:1]
    what = phrase(
        "the ratings did not stand still: points that nearly all went one way, or a long chain"
    )
    right = phrase("more games between the players")
    return [Complaint(int(code), "", what, right) for code in wrong]


SYSTEM = System(
    key="keener",
    title="Keener",
    source="J. P. Keener, The Perron-Frobenius Theorem and the Ranking of Football Teams",
    year=1993,
    version=2,
    summary="What one scored off each opponent, counted by the opponent's rating.",
    periods=(Period.ALL,),
    capabilities=frozenset({Capability.DRAWS, Capability.MARGINS}),
    columns=(
        StateColumn("rating", "share", "of the strength of a group, whose ratings have the sum 1"),
        StateColumn("compared", "players", "in the group, within which ratings can be compared"),
        StateColumn("group", "", "which group that is", inner=True),
    ),
    parameters=KeenerParameters,
    state=State,
    rules=rules,
    start=start,
    check=check,
    update=update,
    work=work,
    score=score_duels,
    explain=explain,
    remarks=remarks,
    unsound=unsound,
    reads=("score", "weight"),
    entry_cost=20,
    unrated=UNRATED,
)
