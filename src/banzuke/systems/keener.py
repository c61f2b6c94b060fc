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

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log, Record
from banzuke.model.parameters import Parameters, parameter
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
from banzuke.numeric.exact_sums import POINTS, all_on_grid, on_grid, span_of
from banzuke.parts.day_changes import DayChanges, begin_changes, day_changes_of, take_part
from banzuke.parts.duels import score_duels
from banzuke.parts.linear_ratings import UNRATED, State, given_state, remarks
from banzuke.parts.meetings import entries_of, opponent_of
from banzuke.parts.one_period import rated_again
from banzuke.parts.player_days import PlayerDays, players_as_days

#: Ratings stand still if none moves by more, as a part of the largest.
STILL = 1e-13
#: A fit that does not stand still after so many rounds is given up.
MOST_ROUNDS = 200_000
#: The group of players whose ratings did not stand still.
UNSOLVED = -1.0
#: Ratings, of at most 1: steps of 2^-48.
RATINGS = 16.0


class KeenerParameters(Parameters):
    """What a rulebook may set."""

    skew: bool = parameter(
        True, "whether h moves shares of points away from 1/2, so that narrow games tell more"
    )
    per_game: bool = parameter(
        True, "whether what is scored is divided by the number of games, so that none is gained by "
        "playing more",
    )  # fmt: skip  # as the source has it


class Rules(NamedTuple):
    """The parameters as kernels read them."""

    skew: int
    per_game: int


class Work(NamedTuple):
    """Scratch; n players, r rows, each a player and an opponent.

    row : int64[e], of each entry, -1 for a game of weight 0; head : int64[n + 1], a player's first
    facing : int64[r], the opponent; mine, theirs : float64[r], points; games : float64[r], weight
    value : float64[r], the source's a(i, j); now, after : float64[n], the vector; root : its
    eigenvalue; games_of : weight of all games of a player
    """

    days: PlayerDays
    changes: DayChanges
    row: Column
    head: Column
    facing: Column
    mine: Column
    theirs: Column
    games: Column
    value: Column
    now: Column
    after: Column
    root: Column
    games_of: Column


def rules(parameters: KeenerParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    return Rules(int(parameters.skew), int(parameters.per_game))


def start(
    given: Given, n_players: int, parameters: KeenerParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Nobody has a rating, but who is given one keeps it until results give another."""
    return given_state(given, n_players, UNRATED), []


def check(log: Log, rules: Rules) -> list[Complaint]:
    """Games without scores, and scores below 0, have no share of points."""
    scores = np.asarray(log.score)
    wrong = np.flatnonzero(~(scores >= 0.0))
    right = "the scores of both sides, from 0"
    return [Complaint(int(at), "score", f"score {scores[at]:g}", right) for at in wrong]


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
    change = rated_again(update, state, log, rules, room, game).change
    row, node = int(room.row[entry]), int(room.days.node[entry])
    if row < 0:
        return Explanation([], [], False, "a game of weight 0")
    other, facing = int(log.player[opponent_of(entry)]), int(room.facing[row])
    value, root = float(room.value[row]), float(room.root[node])
    rating = float(room.changes.rating[facing])
    inputs = [
        Term(f"points off {{{other}}}", float(room.mine[row]), "points", "of all games"),
        Term(f"points of {{{other}}}", float(room.theirs[row]), "points", "of all games"),
        Term("strength shown", value, "", "by the share of the points, as the rules count it"),
        Term(f"rating of {{{other}}}", rating, "", "by all results"),
        Term("eigenvalue", root, "", "by which all that is shown is divided"),
        Term("rating by all games", float(room.changes.rating[node]), "", "the sum of all of it"),
    ]
    parts = float(room.games[row]) / float(log.weight[game])
    source = f"{value:.6g} × {rating:.6g} / {root:.6g}, a part of {parts:g}"
    if float(state.rating[log.player[entry]]) != UNRATED:
        source += "; less a like part of the rating before"
    return Explanation([Term(f"game with {{{other}}}", float(change[entry]), "", source)], inputs)


def work(log: Log, n_players: int) -> Work:
    """The points that everybody scored off each opponent, and room for the vector."""
    weight = all_on_grid(np.asarray(log.weight, dtype=np.float64), POINTS)
    days = players_as_days(log, n_players, weight > 0.0)
    entry = days.entry
    other = entry + 1 - 2 * (entry % 2)
    score = all_on_grid(np.nan_to_num(np.asarray(log.score)), POINTS)
    own, facing = days.node[entry], days.node[other]
    order = np.lexsort((facing, own))
    new = np.ones(len(order), dtype=np.bool_)
    new[1:] = (np.diff(own[order]) != 0) | (np.diff(facing[order]) != 0)
    of_sorted = np.cumsum(new) - 1
    row = np.full(len(log.player), -1, dtype=np.int64)
    row[entry[order]] = of_sorted
    count = int(new.sum())
    weights = weight[entry // 2]
    points = (all_on_grid(weights * score[at], POINTS) for at in (entry, other))
    sums = [np.bincount(of_sorted, part[order], minlength=count) for part in (*points, weights)]
    head = np.searchsorted(own[order][new], np.arange(len(days.owner) + 1)).astype(np.int64)
    nodes: Any = [np.zeros(len(days.owner)) for _ in range(4)]
    rows = head, facing[order][new], *sums, np.zeros(count)
    return Work(days, day_changes_of(days), row, *rows, *nodes)


def rate_group(state: Any, rules: Rules, work: Work, group: int) -> None:
    """Write the ratings of a group: the Perron vector, by powers of the matrix."""
    days = work.days
    begin, end = days.bounds[group], days.bounds[group + 1]
    shift = lay_out(rules, work, begin, end)
    for node in range(begin, end):
        work.now[node] = 1.0 / (end - begin)
    good = False
    for _ in range(MOST_ROUNDS):
        largest = multiply(work, begin, end, shift)
        moved = 0.0
        for node in range(begin, end):
            value = work.after[node] / largest
            moved = max(moved, abs(value - work.now[node]))
            work.now[node] = value
        if moved <= STILL:
            good = True
            break
    total = 0.0
    for node in range(begin, end):
        total += on_grid(work.now[node], span_of(2.0 * (end - begin)))
    for node in range(begin, end):
        one = days.owner[node]
        work.root[node] = largest - shift
        work.changes.rating[node] = on_grid(work.now[node] / total, RATINGS)
        state.compared[one] = end - begin
        state.group[one] = days.owner[begin] + 1.0 if good else UNSOLVED


def lay_out(rules: Rules, work: Work, begin: int, end: int) -> float:
    """Write the matrix; what is added to its diagonal, so that powers of it settle."""
    largest = 0.0
    for node in range(begin, end):
        games = total = 0.0
        for row in range(work.head[node], work.head[node + 1]):
            games += on_grid(work.games[row], 2.0**20)
        work.games_of[node] = games
        for row in range(work.head[node], work.head[node + 1]):
            part = (work.mine[row] + 1.0) / (work.mine[row] + work.theirs[row] + 2.0)
            if rules.skew == 1:
                root = 0.5 * math.sqrt(abs(2.0 * part - 1.0))
                part = 0.5 + root if part >= 0.5 else 0.5 - root
            if rules.per_game == 1:
                part /= games
            work.value[row] = part
            total += on_grid(part, 2.0**16)
        largest = max(largest, total)
    return 0.5 * largest


def multiply(work: Work, begin: int, end: int, shift: float) -> float:
    """Write the matrix times the vector, and so much of the vector more; the largest of it."""
    largest, grid = 0.0, span_of(8.0 * shift)
    for node in range(begin, end):
        total = shift * work.now[node]
        for row in range(work.head[node], work.head[node + 1]):
            total += on_grid(work.value[row] * work.now[work.facing[row]], grid)
        work.after[node] = total
        largest = max(largest, total)
    return largest


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
        record.change[entry] = take_part(work.changes, node, part)
    state.rating[one] += record.change[entry]


def unsound(state: State, rules: Rules) -> list[Complaint]:
    """Whose ratings did not stand still: none of these numbers is published."""
    wrong = np.flatnonzero(state.group == UNSOLVED)[:1]
    what = "the ratings did not stand still: too few games link too many players"
    return [Complaint(int(code), "", what, "more games between them") for code in wrong]


SYSTEM = System(
    key="keener",
    title="Keener",
    source="J. P. Keener, The Perron-Frobenius Theorem and the Ranking of Football Teams",
    year=1993,
    version=1,
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
    entry_cost=200,
    unrated=UNRATED,
)
