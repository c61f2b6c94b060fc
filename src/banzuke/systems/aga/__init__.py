"""AGA: the Go ratings of the American Go Association, each event's likeliest ratings at once.

Source: American Go Association, rating system of P. Waldron, 2010 (BayRate), as described in
public texts: the ratings of an event are those at which seeds N(seed, deviation) and results
Phi((rw - rb - h) / s) are likeliest together; h and s by handicap and komi.
Scale: stones; 3.5 is the middle of 3 dan, -3.5 of 3 kyu; no rating lies between -1 and 1.

    >>> import banzuke as bz
    >>> bz.rate_game("aga-draft", sides=[[(3.5, 0.5)], [(3.5, 0.5)]], places=[1, 2])[0][0][:2]
    (3.6485455213696696, 0.47140832530316495)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import field_validator

from banzuke.model.log import Column, Log, Record
from banzuke.model.parameters import Parameters, parameter, raise_faults
from banzuke.model.ranks import RIGHT, rank_number
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
from banzuke.parts.duels import score_duels
from banzuke.parts.meetings import entries_of, link, opponent_of, unlink
from banzuke.parts.one_period import period_of_game, rated_again
from banzuke.systems.aga.event import (
    Work,
    apply_entry,
    enter,
    forecast,
    game_part,
    is_rated,
    komi_of,
    read_games,
    room_of,
    share_out,
    stones_of,
    worth_for,
)
from banzuke.systems.aga.formulas import closed, first_deviation, game_spread, opened, rank_middle
from banzuke.systems.aga.knots import KNOTS, Knot, bends_of, knot_faults, rank_faults
from banzuke.systems.aga.likeliest import find_deviation, find_ratings


class AgaParameters(Parameters):
    """What a rulebook may set."""

    komi: float = parameter(7.5, "komi of even games that tell none", unit="points", ge=-50, le=50)
    handicap_komi: float = parameter(
        0.5,
        "komi of games with stones, or one without komi, that tell none",
        unit="points",
        ge=-50,
        le=50,
    )
    promotion_from: float = parameter(
        1.0, "entering so far above the rating, with a win, moves it", unit="stones", gt=0
    )
    reseed_from: float = parameter(
        3.0, "entering so far above the rating, with a win, replaces it", unit="stones", gt=0
    )
    promotion_step: float = parameter(
        0.024746, "what every such move adds", unit="stones", ge=0, le=10
    )
    promotion_share: float = parameter(0.32127, "part of the way that it goes", ge=0, le=1)
    promotion_doubt: float = parameter(
        0.256, "what it adds to the variance, for one stone", unit="stones²", ge=0, le=100
    )
    promotion_power: float = parameter(
        1.9475, "power of the stones by which the variance grows", ge=0, le=4
    )
    ageing: float = parameter(
        0.0005,
        "deviation that a day without games adds, in quadrature",
        unit="stones a day",
        ge=0,
        le=1,
    )
    deviations: tuple[Knot, ...] = parameter(
        KNOTS, "first deviations, weakest rating first; a cubic spline between them"
    )
    deviation_below: float = parameter(
        6.0, "first deviation of who is weaker than all of them", unit="stones", gt=0, le=100
    )
    start_rank: str = parameter(
        "", "rank of who has neither a rating nor a declared rank; empty to refuse them"
    )

    @field_validator("start_rank")
    @classmethod
    def _is_a_rank(cls, rank: str) -> str:
        raise_faults(rank_faults(rank))
        return rank

    @field_validator("deviations")
    @classmethod
    def _knots_rise(cls, knots: tuple[Knot, ...]) -> tuple[Knot, ...]:
        raise_faults(knot_faults(knots))
        return knots


class State(NamedTuple):
    """Each float64[n_players].

    rating : stones, not between -1 and 1; deviation : stones
    seen : when the last rated event was, in the unit of ``Log.time``; 0 if unknown
    """

    rating: NDArray[np.float64]
    deviation: NDArray[np.float64]
    seen: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them.

    knots, heights, bends : float64[k], of the spline, on the scale without the gap; bends are
    its second derivatives; least, most : limits of what it gives
    """

    komi: float
    handicap_komi: float
    promotion_from: float
    reseed_from: float
    promotion_step: float
    promotion_share: float
    promotion_doubt: float
    promotion_power: float
    ageing: float
    knots: NDArray[np.float64]
    heights: NDArray[np.float64]
    bends: NDArray[np.float64]
    deviation_below: float
    least: float
    most: float


def rules(parameters: AgaParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    knots = np.array([closed(knot.rating) for knot in parameters.deviations])
    heights = np.array([float(knot.deviation) for knot in parameters.deviations])
    return Rules(
        komi=parameters.komi,
        handicap_komi=parameters.handicap_komi,
        promotion_from=parameters.promotion_from,
        reseed_from=parameters.reseed_from,
        promotion_step=parameters.promotion_step,
        promotion_share=parameters.promotion_share,
        promotion_doubt=parameters.promotion_doubt,
        promotion_power=parameters.promotion_power,
        ageing=parameters.ageing,
        knots=knots,
        heights=heights,
        bends=bends_of(knots, heights),
        deviation_below=parameters.deviation_below,
        least=float(heights.min()),
        most=float(heights.max()),
    )


def start(
    given: Given, n_players: int, parameters: AgaParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """The rating given, else the middle of the declared rank, else of ``start_rank``."""
    rating = given.numbers("rating", n_players)
    deviation = given.numbers("deviation", n_players)
    declared = given.words("rank", n_players)
    spline = rules(parameters, [])
    complaints = []
    for index in range(n_players):
        value, text = rating[index], declared[index]
        if abs(value) < 1.0 or abs(value) > 100.0:
            right = "-100 to -1 for kyu, 1 to 100 for dan"
            complaints.append(Complaint(index, "rating", f"{value:g} is no rating", right))
        number = rank_number(text or parameters.start_rank)
        if text and number is None:
            complaints.append(Complaint(index, "rank", f"{text!r} is no rank", RIGHT))
        elif np.isnan(value) and number is None and played[index]:
            what, right = "neither a rating nor a declared rank", "give one in the players file"
            right += ", entry_rank in the results, or set start_rank"
            complaints.append(Complaint(index, "rank", what, right))
        if np.isnan(value):
            rating[index] = opened(0.0 if number is None else rank_middle(number))
        if np.isnan(deviation[index]):
            deviation[index] = first_deviation(closed(float(rating[index])), spline)
        if not 1e-3 <= deviation[index] <= 100.0:
            what = f"{deviation[index]:g} is no deviation"
            complaints.append(Complaint(index, "deviation", what, "0.001 to 100 stones"))
    return State(rating, deviation, np.zeros(n_players)), complaints


def check(log: Log, rules: Rules) -> list[Complaint]:
    """Handicaps that are no stones, or are given to both; draws, which the source does not have."""
    stones, heads = log.handicap, log.game[:-1].astype(np.int64)
    broken = (stones < 0) | (stones != np.rint(stones))
    found = [
        Complaint(int(entry), "handicap", f"{stones[entry]:g} stones", "a whole number from 0")
        for entry in np.flatnonzero(broken)
    ]
    for games, column, what, right in (
        ((stones[heads] > 0) & (stones[heads + 1] > 0), "handicap", "both receive stones", "one"),
        (np.abs(log.komi) > 50, "komi", "so much komi", "-50 to 50 points"),
        (log.place[heads] == log.place[heads + 1], "result", "a draw", "a winner, or status void"),
    ):
        found += [Complaint(int(entry), column, what, right) for entry in heads[games]]
    return found


def predict(state: State, log: Log, rules: Rules, chance: Column, first: int, last: int) -> None:
    """Write each entry's chance to win, with all that is not known of the two players.

    chance : float64[n_entries], in [0, 1]; the two of a game sum to 1
    """
    for number in range(first, last):
        begin, end = entries_of(log, number)
        for entry in range(begin, end):
            chance[entry] = forecast(state, log, rules, entry)


def update(
    state: State, log: Log, rules: Rules, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place, each as a whole."""
    player = log.player
    for number in range(first, last):
        begin, end = entries_of(log, number)
        time = log.time[number]
        link(player, work.meetings, begin, end)
        read_games(log, rules, work, begin, end)
        for entry in range(begin, end):
            if work.meetings.first[player[entry]] == entry:
                enter(state, log, rules, work, (entry, time))
        find_ratings(log, work, begin, end)
        if len(record.before) > 0:
            for entry in range(begin, end):
                record.expected[entry] = forecast(state, log, rules, entry)
        for entry in range(begin, end):
            if work.meetings.first[player[entry]] == entry:
                find_deviation(log, work, entry)
                share_out(state, log, record, work, entry)
        for entry in range(begin, end):
            apply_entry(state, record, work, (player[entry], entry, time))
        unlink(player, work.meetings, begin, end)


def aged(state: State, time: float, rules: Rules) -> State:
    """The state on a later day: deviations grow with the days since the last event."""
    since = np.where((state.seen != 0.0) & (time > state.seen), time - state.seen, 0.0)
    grown = np.sqrt(state.deviation**2 + (rules.ageing * since) ** 2)
    return State(state.rating.copy(), np.where(since > 0.0, grown, state.deviation), state.seen)


def explain(
    state: State, log: Log, rules: Rules, parameters: AgaParameters, game: int, entry: int
) -> Explanation:
    """The promotion, what the result adds, and the numbers that nobody has."""
    stones, komi = stones_of(log, game), komi_of(log, rules, game)
    if not is_rated(log, game):
        why = f"{stones:g} stones: at most 9 are rated"
        if stones <= 9.0:
            why = f"a board of {float(log.board_size[game]):g} lines: only 19 are rated"
        return Explanation([], [], False, why)
    room = work(log, len(state.rating))
    rated_again(update, state, log, rules, room, game)
    one, other = int(log.player[entry]), int(log.player[opponent_of(entry)])
    inputs = [
        Term("seed", opened(float(room.seed[one])), "stones", "before the event"),
        Term("deviation of the seed", math.sqrt(room.variance[one]), "stones"),
        Term(f"seed of {{{other}}}", opened(float(room.seed[other])), "stones"),
        Term(f"new rating of {{{other}}}", opened(float(room.found[other])), "stones"),
        Term("deviation after the event", float(room.deviation[one]), "stones"),
    ]
    inputs += [
        Term("given up by handicap and komi", worth_for(log, rules, entry), "stones",
             f"{stones:g} stones, komi {komi:g}; below 0: received"),
        Term("deviation of the game", game_spread(stones, komi), "stones"),
    ]  # fmt: skip  # one line a term
    number = period_of_game(log, game)
    begin, end = entries_of(log, number)
    own = [e for e in range(begin, end) if log.player[e] == one and is_rated(log, e // 2)]
    terms = []
    if entry == own[0] and room.lift[one] != 0.0:
        terms.append(Term("entered with a higher rank", float(room.lift[one]), "stones"))
    word = "won against" if entry % 2 == 0 else "lost to"
    source = "variance of the seed × slope of the chance of this result, at the new ratings"
    terms.append(Term(f"{word} {{{other}}}", float(game_part(room, one, entry)), "stones", source))
    gap, rounding = float(room.gap[entry]), float(room.rounding[entry])
    if gap != 0.0:
        terms.append(Term("no rating lies between -1 and 1", gap, "stones", "no strength"))
    if rounding != 0.0:
        terms.append(Term("last digits", rounding, "stones", "of the solution"))
    return Explanation(terms, inputs)


def work(log: Log, n_players: int) -> Work:
    """Room for any period of a log."""
    return room_of(log, n_players)


SYSTEM = System(
    key="aga",
    title="AGA",
    source="American Go Association, rating system of P. Waldron (BayRate)",
    year=2010,
    version=1,
    summary="The likeliest ratings of an event at once, from seeds, handicap and komi.",
    periods=(Period.EVENT,),
    capabilities=frozenset({Capability.HANDICAP}),
    columns=(
        StateColumn("rating", "stones", "3.5 is the middle of 3 dan, -3.5 of 3 kyu"),
        StateColumn("deviation", "stones", "how uncertain the rating is"),
        StateColumn("seen", "days", "when the last rated event was", inner=True),
    ),
    parameters=AgaParameters,
    state=State,
    rules=rules,
    start=start,
    check=check,
    aged=aged,
    update=update,
    work=work,
    score=score_duels,
    explain=explain,
    predict=predict,
    reads=("handicap", "entry_rank", "advantage", "komi", "board_size", "time"),
    expects="chance to win, by the ratings before the event",
    leaves_unrated=True,
    entry_cost=30,
)
