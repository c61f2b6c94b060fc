"""A tournament: with what each player enters it, and what each game then changes."""

from __future__ import annotations

from typing import Any, NamedTuple

from banzuke.model.log import Column, Log, Record
from banzuke.numeric.exact_sums import POINTS, on_grid
from banzuke.parts.duels import duel_score
from banzuke.parts.meetings import Meetings, opponent_of
from banzuke.systems.egf.formulas import (
    bonus_of,
    con_of,
    expected_result,
    grade_points,
    stones_points,
)


class Work(NamedTuple):
    """Scratch of one tournament; each but meetings float64[n_players].

    grade : points of the best grade entered with, far below all for none
    reset : points that are added before; prior : the rating that all games are rated from
    con, bonus : points of a game; raised : points that the floor gives back
    """

    meetings: Meetings
    grade: Column
    reset: Column
    prior: Column
    con: Column
    bonus: Column
    raised: Column


def forecast(rating: Column, log: Log, rules: Any, entry: int) -> float:
    """Se of an entry from some ratings and the handicap."""
    other = opponent_of(entry)
    mine = rating[log.player[entry]] + stones_points(log.handicap[entry], rules.stone)
    theirs = rating[log.player[other]] + stones_points(log.handicap[other], rules.stone)
    return expected_result(mine, theirs, rules.form)


def is_rated(log: Log, game: int) -> bool:
    """Whether a game was played on the board of 19 lines, or on one that is not told."""
    size = log.board_size[game]
    return not (size < 19.0 or size > 19.0)


def class_weight(log: Log, rules: Any, game: int) -> float:
    """How much a game counts, by the class of its tournament."""
    category = log.category[game]
    if category < 0:
        return rules.no_class
    return rules.weight[category]


def enter(state: Any, log: Log, rules: Any, work: Work, entry: int) -> None:
    """Find a player's grade, reset, rating before the tournament, con and bonus."""
    one = log.player[entry]
    grade = -1e9
    counted = 0
    at = entry
    while at >= 0:
        rank = log.entry_rank[at]
        if rank > 0.0 or rank < 0.0:
            grade = max(grade, grade_points(rank))
        if is_rated(log, at // 2):
            counted += 1
        at = work.meetings.following[at]
    rating = state.rating[one]
    reset = 0.0
    rise = grade - state.highest_entry[one]
    if counted > 0 and rules.reset_rise > 0.0 and rise >= rules.reset_rise:
        reset = max(on_grid(min(grade, rules.reset_up_to), POINTS) - rating, 0.0)
    work.grade[one] = grade
    work.reset[one] = reset
    work.prior[one] = rating + reset
    work.con[one] = con_of(work.prior[one], rules.form)
    work.bonus[one] = bonus_of(work.prior[one], work.con[one], rules)


def rate_player(state: Any, log: Log, rules: Any, record: Record, work: Work, entry: int) -> None:
    """Write the changes of a player's entries, that is from the first one, ``entry``, on."""
    one = log.player[entry]
    reached = state.rating[one]
    missing = work.reset[one]
    last = -1
    at = entry
    while at >= 0:
        change = 0.0
        if is_rated(log, at // 2):
            score = duel_score(log.place[at], log.place[opponent_of(at)])
            weight = class_weight(log, rules, at // 2)
            chance = forecast(work.prior, log, rules, at)
            change = missing + on_grid(weight * work.con[one] * (score - chance), POINTS)
            change += on_grid(weight * work.bonus[one], POINTS)
            missing = 0.0
            last = at
        record.change[at] = change
        reached += change
        at = work.meetings.following[at]
    work.raised[one] = 0.0
    if last >= 0 and reached < rules.floor:
        work.raised[one] = on_grid(rules.floor, POINTS) - reached
        record.change[last] += work.raised[one]
