"""Massey: ratings whose gaps fit the margins of all games best, by least squares.

Source: K. Massey, Statistical Models Applied to the Rating of Sports Teams, 1997: the margin of
A over B is a - b and an error; ratings are those with the least sum of squared errors, of mean 0.
Scale: points of the game; a gap of 10 means an expected margin of 10.

    >>> import banzuke as bz
    >>> bz.rate_game("massey", sides=[[0], [0]], scores=[35, 29])
    [[(3.0, 2.0)], [(-3.0, 2.0)]]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log, Record
from banzuke.model.parameters import Parameters, parameter
from banzuke.model.phrases import name_of, phrase
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
from banzuke.parts.linear_ratings import (
    COMPILE_FROM,
    Work,
    given_columns,
    part_words,
    remarks,
    said_by,
    solve_group,
    work_of,
    write_changes,
    write_group,
)
from banzuke.parts.meetings import entries_of, opponent_of
from banzuke.parts.one_fit import UNRATED
from banzuke.parts.one_period import rated_again


class MasseyParameters(Parameters):
    """What a rulebook may set."""

    advantage: float = parameter(
        0.0, "margin that moving first, or playing at home, is worth", unit="points", ge=0, le=1e6
    )
    margin_cap: float = parameter(
        0.0, "a larger margin counts as this one; 0 for no cap", unit="points", ge=0, le=1e9
    )


class State(NamedTuple):
    """Each float64[n_players].

    rating : points, UNRATED for none; compared : players of the group, the player counted in
    group : code of one of its players and 1, 0 for none
    """

    rating: NDArray[np.float64]
    compared: NDArray[np.float64]
    group: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them."""

    advantage: float
    margin_cap: float


def rules(parameters: MasseyParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    return Rules(parameters.advantage, parameters.margin_cap)


def start(
    given: Given, n_players: int, parameters: MasseyParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Nobody has a rating, but who is given one keeps it until results give another."""
    return State(*given_columns(given, n_players, UNRATED)), []


def check(log: Log, rules: Rules) -> list[Complaint]:
    """Games without scores have no margin."""
    missing = np.flatnonzero(np.isnan(np.asarray(log.score)))
    what, right = phrase("no score"), phrase("the scores of both sides")
    return [Complaint(int(entry), "score", what, right) for entry in missing]


def update(
    state: State, log: Log, rules: Rules, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place; there is one, of all results."""
    for number in range(first, last):
        begin, end = entries_of(log, number)
        for game in range(len(work.lead)):
            work.lead[game] = margin_of(log, rules, 2 * game)
        for group in range(len(work.days.bounds) - 1):
            solve_group(work, group, 0.0)
            write_group(state, work, group, 0.0)
        if len(record.before) > 0:
            for entry in range(begin, end):
                record.expected[entry] = expected_of(log, rules, work, entry)
        write_changes(state, log, record, work, (begin, end))


def score(log: Log, rules: Rules, scored: Column, first: int, last: int) -> None:
    """Write each entry's margin, as far as it counts."""
    for game in range(log.period[first], log.period[last]):
        for entry in range(log.game[game], log.game[game + 1]):
            scored[entry] = capped_margin(log, rules, entry)


def explain(
    state: State, log: Log, rules: Rules, parameters: MasseyParameters, game: int, entry: int
) -> Explanation:
    """What the game says: the opponent's rating and the margin; its part of the mean of all."""
    room = work_of(log, len(state.rating))
    change = rated_again(update, state, log, rules, room, game, COMPILE_FROM).change
    node = int(room.days.node[entry])
    if node < 0:
        return Explanation([], [], False, "a game of weight 0")
    against = opponent_of(entry)
    other = int(log.player[against])
    rating = float(room.changes.rating[room.days.node[against]])
    said = float(said_by(log, room, entry))
    inputs = [
        Term(phrase("rating of {who}", who=name_of(other)), rating, "points", "by all results"),
        Term(
            "margin",
            float(capped_margin(log, rules, entry)),
            "points",
            "as far as it counts",
            cell="margin_cap",
        ),
        Term(
            "rating by this game", said, "points", "the opponent's and the margin", cell="advantage"
        ),
        Term("rating by all games", float(room.changes.rating[node]), "points", "their mean"),
    ]
    source = part_words(state, room, entry, said)
    term = Term(
        phrase("game with {who}", who=name_of(other)), float(change[entry]), "points", source
    )
    return Explanation([term], inputs)


def capped_margin(log: Log, rules: Rules, entry: int) -> float:
    """By how much the player of an entry scored more, at most the cap, either way."""
    margin = log.score[entry] - log.score[opponent_of(entry)]
    if rules.margin_cap > 0.0:
        margin = min(max(margin, -rules.margin_cap), rules.margin_cap)
    return margin


def margin_of(log: Log, rules: Rules, entry: int) -> float:
    """By how much a game says that its player is ahead: the margin, less what moving first is."""
    return capped_margin(log, rules, entry) - edge_of(log, rules, entry)


def edge_of(log: Log, rules: Rules, entry: int) -> float:
    """What moving first is worth to the player of an entry, points."""
    if rules.advantage == 0.0:
        return 0.0
    return rules.advantage * (log.advantage[entry] - log.advantage[opponent_of(entry)])


def expected_of(log: Log, rules: Rules, work: Work, entry: int) -> float:
    """The margin that the ratings of all games expect; of a game of weight 0, what it was."""
    node, other = work.days.node[entry], work.days.node[opponent_of(entry)]
    if node < 0:
        return capped_margin(log, rules, entry)
    gap = work.changes.rating[node] - work.changes.rating[other]
    return gap + edge_of(log, rules, entry)


def uses(parameters: MasseyParameters) -> frozenset[str]:
    """Who moved first is read only where that is worth something."""
    columns = {"compared", "group", "score", "weight"}
    return frozenset(columns | ({"advantage"} if parameters.advantage else set()))


SYSTEM = System(
    key="massey",
    title="Massey",
    source="K. Massey, Statistical Models Applied to the Rating of Sports Teams",
    year=1997,
    version=2,
    summary="Ratings whose gaps fit the margins of all games best, in whatever order they came.",
    periods=(Period.ALL,),
    capabilities=frozenset({Capability.DRAWS, Capability.MARGINS}),
    columns=(
        StateColumn("rating", "points", "a gap is the expected margin; the mean of a group is 0"),
        StateColumn("compared", "players", "in the group, within which ratings can be compared"),
        StateColumn("group", "", "which group that is", inner=True),
    ),
    parameters=MasseyParameters,
    state=State,
    rules=rules,
    start=start,
    check=check,
    uses=uses,
    update=update,
    work=work_of,
    score=score,
    explain=explain,
    remarks=remarks,
    reads=("score", "advantage", "weight"),
    expects="points of margin",
    entry_cost=20,
    unrated=UNRATED,
)
