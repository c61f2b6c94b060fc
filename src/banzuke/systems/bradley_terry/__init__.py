"""Bradley-Terry: the ratings at which all results together are likeliest, in any order.

Source: R. A. Bradley and M. E. Terry, Rank Analysis of Incomplete Block Designs, Biometrika 39,
1952; who has such a rating: L. R. Ford, 1957. The odds of A against B are 10^((a - b) / 400); a
tie is half a win.
Scale: points; the mean of a group is 0 by default, 400 points are odds of 10 to 1.

    >>> import banzuke as bz
    >>> [[one], _] = bz.rate_game("bradley-terry", sides=[[0], [0]], places=[1, 1])
    >>> [round(number, 4) for number in one[:2]]
    [0.0, 173.7178]
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log, holder, new_record
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
from banzuke.numeric.compiling import compiled
from banzuke.parts.duels import duel_score, outcome_words, score_duels
from banzuke.parts.meetings import entries_of, opponent_of
from banzuke.parts.one_period import rated_again
from banzuke.parts.starting import wrong_values
from banzuke.systems.bradley_terry.event import counts, expected_of, update
from banzuke.systems.bradley_terry.fit import chance_of
from banzuke.systems.bradley_terry.parameters import BradleyTerryParameters
from banzuke.systems.bradley_terry.remarks import remarks
from banzuke.systems.bradley_terry.rules import (
    NOT_KNOWN,
    POINTS_A_UNIT,
    UNRATED,
    UNSOLVED,
    Rules,
    State,
    rules,
    uses,
)
from banzuke.systems.bradley_terry.tallies import Work, work

#: An explanation fits all results once more: with so many entries by the compiled kernel.
COMPILE_FROM = 4_000


def start(
    given: Given, n_players: int, parameters: BradleyTerryParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Nobody has a rating, but who is given one keeps it until results give another."""
    rating = given.numbers("rating", n_players, UNRATED)
    deviation = given.numbers("deviation", n_players, NOT_KNOWN)
    complaints = wrong_values(
        "deviation", deviation, deviation <= 0.0, "is no deviation", "above 0 points"
    )
    return State(rating, deviation, np.zeros(n_players), np.zeros(n_players)), complaints


def predict(state: State, log: Log, rules: Rules, chance: Column, first: int, last: int) -> None:
    """Write each entry's expected score; a half between players whom no games compare.

    chance : float64[n_entries], in [0, 1]; the two of a game sum to 1
    """
    for number in range(first, last):
        begin, end = entries_of(log, number)
        for entry in range(begin, end):
            other = opponent_of(entry)
            one, two = log.player[entry], log.player[other]
            chance[entry] = 0.5
            if state.group[one] == state.group[two] or rules.prior_middle > 0.0:
                lead = (state.rating[one] - state.rating[two]) / POINTS_A_UNIT
                if rules.advantage != 0.0:
                    ahead = log.advantage[entry] - log.advantage[other]
                    lead += rules.advantage * ahead
                chance[entry] = chance_of(lead)


def explain(
    state: State, log: Log, rules: Rules, parameters: BradleyTerryParameters, game: int, entry: int
) -> Explanation:
    """Expected and actual points against each opponent; the game's part of the change."""
    room = work(log, len(state.rating))
    change = fitted_again(state, log, rules, room, game)
    one, other = int(log.player[entry]), int(log.player[opponent_of(entry)])
    if not counts(log, room, entry):
        return Explanation([], [], False, why_not(log, room, entry))
    inputs, games = [], 0
    for against, actual, expected, many in opponents_of(log, rules, room, game, one):
        source = f"expected {expected:.6g}, of {many}"
        inputs.append(Term(f"points against {{{against}}}", actual, "points", source))
        games += many
    actual, expected = float(room.actual[one]), float(room.expected[one])
    inputs += [
        Term("points, virtual ones too", actual, "points", "of all games that count"),
        Term("points expected", expected, "points", "at the new ratings: the same, by the rule"),
        Term("rating after all games", float(room.rating[one]), "points"),
        Term("deviation", float(room.deviation[one]), "points"),
    ]
    score = duel_score(log.place[entry], log.place[opponent_of(entry)])
    source = f"a like part for each of {games} games: the ratings are those of all together"
    term = Term(f"{outcome_words(score)} {{{other}}}", float(change[entry]), "points", source)
    return Explanation([term], inputs)


def fitted_again(
    state: State, log: Log, rules: Rules, room: Work, game: int
) -> NDArray[np.float64]:
    """The changes of all entries; the room is left as the fit left it."""
    if len(log.player) < COMPILE_FROM:
        return np.asarray(rated_again(update, state, log, rules, room, game).change)
    copy = State(*(np.array(column, dtype=np.float64) for column in state))
    record = new_record(len(log.player), 2, history=False)
    period = holder(log.period, game)
    compiled(update)(copy, log, rules, record, room, period, period + 1)
    return np.asarray(record.change)


def opponents_of(
    log: Log, rules: Rules, room: Work, game: int, one: int
) -> list[tuple[int, float, float, int]]:
    """(opponent, actual points, expected ones, games) of a player, in the order of the log."""
    begin, end = entries_of(log, holder(log.period, game))
    found: dict[int, tuple[float, float, int]] = {}
    for entry in (begin + np.flatnonzero(log.player[begin:end] == one)).tolist():
        if counts(log, room, entry):
            at = opponent_of(entry)
            weight = float(log.weight[entry // 2])
            actual, expected, many = found.get(int(log.player[at]), (0.0, 0.0, 0))
            actual += weight * duel_score(log.place[entry], log.place[at])
            expected += weight * expected_of(log, rules, room, entry)
            found[int(log.player[at])] = actual, expected, many + 1
    return [(other, *numbers) for other, numbers in found.items()]


def why_not(log: Log, room: Work, entry: int) -> str:
    """Why a game changes nothing."""
    mine, theirs = (float(room.group[log.player[at]]) for at in (entry, opponent_of(entry)))
    if UNSOLVED in (mine, theirs):
        return "the equations could not be solved closely enough"
    if mine == theirs and mine > 0.0:
        return "a game of weight 0"
    if mine == 0.0:
        return "no rating is finite: all points between this player and others go one way"
    return "points between the groups of the two go one way only, so no gap is large enough"


SYSTEM = System(
    key="bradley-terry",
    title="Bradley-Terry",
    source="R. A. Bradley and M. E. Terry, Biometrika 39",
    year=1952,
    version=1,
    summary="The ratings at which all results together are likeliest, in whatever order they came.",
    periods=(Period.ALL,),
    capabilities=frozenset({Capability.DRAWS}),
    columns=(
        StateColumn("rating", "points", "400 points are odds of 10 to 1"),
        StateColumn("deviation", "points", "how uncertain the rating is; 10 000 without a rating"),
        StateColumn("compared", "players", "in the group, within which ratings can be compared"),
        StateColumn("group", "", "which group that is", inner=True),
    ),
    parameters=BradleyTerryParameters,
    state=State,
    rules=rules,
    start=start,
    uses=uses,
    update=update,
    work=work,
    score=score_duels,
    explain=explain,
    predict=predict,
    remarks=remarks,
    reads=("advantage", "weight"),
    expects="points",
    entry_cost=40,
    unrated=UNRATED,
)
