"""Elo-MMR: contests of any size as performances, and a rating that no single one can upset.

Source: A. Ebtekar and P. Liu, "Elo-MMR: A Rating System for Massive Multiplayer Competitions"
(WWW 2021, arXiv 2101.00400), sections 3 to 5, with logistic performances. The weight, the factors
of the first contests and the limit of performances kept are those of its program
(github.com/EbTech/Elo-MMR).
Scale: points; a new player has 1500 with a deviation of 350.

    >>> import banzuke as bz
    >>> after = bz.rate_game("elo-mmr", sides=[[1500], [1500], [1500]], places=[1, 2, 3])
    >>> [tuple(round(value, 3) for value in player) for (player,) in after]
    [(1704.867, 171.195, 1.0), (1500.0, 171.195, 1.0), (1295.133, 171.195, 1.0)]
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log, Record
from banzuke.model.phrases import phrase
from banzuke.model.system import (
    Capability,
    Complaint,
    Explanation,
    Given,
    Period,
    System,
    Term,
)
from banzuke.parts.contests import points_share, score_contests
from banzuke.parts.deviations import Start, starting_columns
from banzuke.parts.one_period import state_and_record
from banzuke.systems.elo_mmr.belief import (
    MOST_HISTORY,
    Now,
    contest_weight,
    now,
    performance_variance,
    put_back,
    take_in,
    take_out,
)
from banzuke.systems.elo_mmr.contest import Work, expected_points, settle
from banzuke.systems.elo_mmr.parameters import EloMmrParameters
from banzuke.systems.elo_mmr.rules import COLUMNS, Rules, State, rules, uses
from banzuke.systems.elo_mmr.sums_table import NODES, chebyshev_wave

#: The weights that a contest may have, besides 0.
LEAST_WEIGHT, MOST_WEIGHT = 1e-6, 1e6


def start(
    given: Given, n_players: int, parameters: EloMmrParameters, played: NDArray[np.bool_]
) -> tuple[Any, list[Complaint]]:
    """Every player at the start values, or at what the players file gives."""
    columns, complaints = starting_columns(
        given,
        n_players,
        {
            "rating": Start(parameters.start_rating, -1e6, 1e6),
            "deviation": Start(parameters.start_deviation, 1e-3, 100_000.0),
            "games": Start(0.0, 0.0, 1e9),
        },
    )
    rating, deviation, games = columns
    weight = np.zeros(n_players) if complaints else deviation**-2.0
    nothing = [np.zeros(n_players) for _ in range(3 * MOST_HISTORY)]
    return State._make(
        [rating, deviation, games, np.zeros(n_players), weight, *nothing]
    ), complaints


def check(log: Log, rules: Rules) -> list[Complaint]:
    """Weights with which a performance would say all, or nothing."""
    weight = np.asarray(log.weight)
    odd = (weight != 0.0) & ((weight < LEAST_WEIGHT) | (weight > MOST_WEIGHT))
    return [
        Complaint(
            int(log.game[game]),
            "weight",
            phrase("{weight:g} is no weight of a contest", weight=weight[game]),
            phrase("0, or {least:g} to {most:g}", least=LEAST_WEIGHT, most=MOST_WEIGHT),
        )
        for game in np.flatnonzero(odd)
    ]


def predict(state: Any, log: Log, rules: Rules, chance: Column, first: int, last: int) -> None:
    """Write each contestant's share of the points of all the contest's duels.

    chance : float64[n_entries], in [0, 1]; over a contest they sum to 1
    """
    present = now(state)
    for game in range(log.period[first], log.period[last]):
        expected_points(present, log, rules, chance, game)
        begin, end = log.game[game], log.game[game + 1]
        for entry in range(begin, end):
            chance[entry] = points_share(chance[entry], end - begin)


def update(
    state: Any, log: Log, rules: Rules, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place, each from the ratings before it."""
    present = now(state)
    for period in range(first, last):
        first_game, last_game = log.period[period], log.period[period + 1]
        for game in range(first_game, last_game):
            if log.weight[game] > 0.0:
                settle(present, log, rules, work, game)
            if len(record.before) > 0:
                expected_points(present, log, rules, record.expected, game)
        for game in range(first_game, last_game):
            weight = log.weight[game]
            for entry in range(log.game[game], log.game[game + 1]):
                one = log.player[entry]
                if weight > 0.0:
                    take_out(state, rules, work, one)
                apply(present, log, rules, record, work, entry, weight)
                if weight > 0.0:
                    put_back(state, rules, work, one)


def explain(
    state: Any, log: Log, rules: Rules, parameters: EloMmrParameters, game: int, entry: int
) -> Explanation:
    """The performance of the place, and what it says beside what was known before."""
    weight = float(log.weight[game])
    if weight == 0.0:
        return Explanation([], rated=False, why="the contest has the weight 0")
    one = int(log.player[entry])
    scratch = work(log, len(state.rating))
    after, record = state_and_record(update, state, log, rules, scratch, game)
    place = np.asarray(log.place[log.game[game] : log.game[game + 1]])
    part = contest_weight(weight, float(state.games[one]), rules)
    performed = float(scratch.performed[entry])
    spread = float(np.sqrt(performance_variance(part, rules)))
    change = float(record.change[entry])
    inputs = [
        Term("placed above", float((place < log.place[entry]).sum()), "players"),
        Term(
            "on the place",
            float((place == log.place[entry]).sum()),
            "players",
            cell="shared_places",
        ),
        Term("placed below", float((place > log.place[entry]).sum()), "players"),
        Term("performed as", performed, "points", "the likeliest performance with this place"),
        Term(
            "weight",
            part,
            "",
            phrase("beside a long past; contest {games:g}", games=state.games[one] + 1),
            cell="weight_limit",
        ),
        Term(
            "deviation of the performance",
            spread,
            "points",
            "limit × √(1 + 1 / weight)",
            cell="deviation_limit",
        ),
        Term("deviation before", float(state.deviation[one]), "points"),
        Term("deviation after", float(after.deviation[one]), "points"),
    ]
    source = phrase(
        "the likeliest skill between the past and a performance of {performed:.6g}",
        performed=performed,
    )
    return Explanation(
        [Term("the contest's performance", change, "points", source, cell="transfer")], inputs
    )


def work(log: Log, n_players: int) -> Work:
    """Room for the largest contest of a log."""
    first = np.asarray(log.game).astype(np.int64)
    most = int((first[1:] - first[:-1]).max(initial=0))
    centre, slope, share = (np.zeros(most) for _ in range(3))
    value_above, value_below, above, below, fall = (np.zeros(NODES) for _ in range(5))
    mean, steepness, strength = (np.zeros(MOST_HISTORY) for _ in range(3))
    return Work(
        performed=np.zeros(len(log.player)),
        centre=centre,
        slope=slope,
        share=share,
        wave=chebyshev_wave(),
        value_above=value_above,
        value_below=value_below,
        above=above,
        below=below,
        fall=fall,
        mean=mean,
        steepness=steepness,
        strength=strength,
    )


def apply(
    state: Now, log: Log, rules: Rules, record: Record, work: Work, entry: int, weight: float
) -> None:
    """Bring an entry's performance into its player's belief and rating."""
    one = log.player[entry]
    keep = len(record.before) > 0
    if keep:
        record.before[entry] = state.rating[one]
        record.other_before[0, entry] = state.deviation[one]
        record.other_before[1, entry] = state.games[one]
    change = 0.0
    if weight > 0.0:
        change = take_in(state, rules, work, one, work.performed[entry], weight)
    record.change[entry] = change
    state.rating[one] += change
    if keep:
        record.other_after[0, entry] = state.deviation[one]
        record.other_after[1, entry] = state.games[one]


SYSTEM = System(
    key="elo-mmr",
    title="Elo-MMR",
    source="A. Ebtekar, P. Liu, Elo-MMR: A Rating System for Massive Multiplayer Competitions, "
    "arxiv.org/abs/2101.00400",
    year=2021,
    version=1,
    summary="The likeliest skill behind the performances of all contests, odd ones counting less.",
    periods=(Period.EVENT, Period.GAME),
    capabilities=frozenset({Capability.MANY_SIDES, Capability.DRAWS, Capability.STANDINGS}),
    columns=COLUMNS,
    parameters=EloMmrParameters,
    state=State,
    rules=rules,
    start=start,
    check=check,
    work=work,
    uses=uses,
    predict=predict,
    update=update,
    score=score_contests,
    explain=explain,
    reads=("weight",),
    chance_of_many="the share of the points of the duels of each two sides",
    expects="points of all the contest's duels",
)
