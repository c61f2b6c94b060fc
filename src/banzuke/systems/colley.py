"""Colley: shares of games won, corrected for the opponents' ratings, with a prior of two games.

Source: W. N. Colley, Colley's Bias Free College Football Ranking Method, 2002: r = (1 + wins) /
(2 + games), where wins count as (wins - losses) / 2 and the sum of the opponents' ratings.
Scale: 0 to 1 in most cases; the mean is 1/2.

    >>> import banzuke as bz
    >>> [[[one]], [[two]]] = [[m[:1] for m in s] for s in bz.rate_game(
    ...     "colley", sides=[[None], [None]], places=[1, 2])]
    >>> round(one, 4), round(two, 4)
    (0.625, 0.375)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Log, Record
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
from banzuke.parts.duels import duel_score, outcome_words, score_duels
from banzuke.parts.linear_ratings import (
    COMPILE_FROM,
    Work,
    given_columns,
    part_words,
    remarks,
    solve_group,
    work_of,
    write_changes,
    write_group,
)
from banzuke.parts.meetings import entries_of, opponent_of
from banzuke.parts.one_period import rated_again

#: The mean of all ratings, and what everybody begins with.
MIDDLE = 0.5


class ColleyParameters(Parameters):
    """What a rulebook may set."""

    prior_games: float = parameter(
        2.0,
        "games that everybody is taken to have played before, half of them won, against somebody "
        "of rating 1/2",
        unit="games",
        ge=0.01,
        le=1000,
    )


class State(NamedTuple):
    """Each float64[n_players].

    rating : 1/2 to begin with; compared : players of the group, the player counted in
    group : code of one of its players and 1, 0 for none
    """

    rating: NDArray[np.float64]
    compared: NDArray[np.float64]
    group: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them."""

    prior_games: float


def rules(parameters: ColleyParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    return Rules(parameters.prior_games)


def start(
    given: Given, n_players: int, parameters: ColleyParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Everybody at 1/2; who is given a rating keeps it until results give another."""
    return State(*given_columns(given, n_players, MIDDLE)), []


def update(
    state: State, log: Log, rules: Rules, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place; there is one, of all results."""
    for number in range(first, last):
        begin, end = entries_of(log, number)
        for game in range(len(work.lead)):
            work.lead[game] = duel_score(log.place[2 * game], log.place[2 * game + 1]) - 0.5
        for group in range(len(work.days.bounds) - 1):
            solve_group(work, group, rules.prior_games)
            write_group(state, work, group, MIDDLE)
        write_changes(state, log, record, work, (begin, end))


def explain(
    state: State, log: Log, rules: Rules, parameters: ColleyParameters, game: int, entry: int
) -> Explanation:
    """The opponent's rating and half a game more or less; its part of the mean of all games."""
    room = work_of(log, len(state.rating))
    change = rated_again(update, state, log, rules, room, game, COMPILE_FROM).change
    node = int(room.days.node[entry])
    if node < 0:
        return Explanation([], [], False, "a game of weight 0")
    against = opponent_of(entry)
    other = int(log.player[against])
    rating = float(room.changes.rating[room.days.node[against]])
    made = duel_score(log.place[entry], log.place[against])
    said = rating + made - 0.5
    prior = rules.prior_games
    mean = phrase("their mean, with {prior:g} prior games at 1/2", prior=prior)
    inputs = [
        Term(phrase("rating of {who}", who=name_of(other)), rating, "", "by all results"),
        Term("rating by this game", said, "", "the opponent's, and half a game more or less"),
        Term("rating by all games", float(room.changes.rating[node]), "", mean, cell="prior_games"),
    ]  # fmt: skip  # one line a term
    source = part_words(state, room, entry, said)
    name = outcome_words(made, name_of(other))
    return Explanation([Term(name, float(change[entry]), "", source)], inputs)


SYSTEM = System(
    key="colley",
    title="Colley",
    source="W. N. Colley, Colley's Bias Free College Football Ranking Method",
    year=2002,
    version=1,
    summary="The share of games won, corrected for the ratings of the opponents, over all results.",
    periods=(Period.ALL,),
    capabilities=frozenset({Capability.DRAWS}),
    columns=(
        StateColumn("rating", "share", "1/2 is the mean"),
        StateColumn("compared", "players", "in the group, within which ratings can be compared"),
        StateColumn("group", "", "which group that is", inner=True),
    ),
    parameters=ColleyParameters,
    state=State,
    rules=rules,
    start=start,
    update=update,
    work=work_of,
    score=score_duels,
    explain=explain,
    remarks=remarks,
    reads=("weight",),
    entry_cost=20,
)
