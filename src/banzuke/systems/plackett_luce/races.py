"""Races: the rankings of each group's players among themselves, and scratch of the fit."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from banzuke.model.log import Column, Log
from banzuke.numeric.cholesky import BLOCK
from banzuke.numeric.exact_sums import POINTS, on_grid
from banzuke.parts.meetings import Meetings
from banzuke.systems.plackett_luce.parameters import MOST_JOINT
from banzuke.systems.plackett_luce.sharing import STRENGTHS, Sharing, room_for_sharing


class Work(NamedTuple):
    """Scratch of the fit; ratings are in units, not points.

    What the ranking of a game says within a group of two members of it or more is a race.
    race : int64[most races + 1], the first runner of each, group by group; count : float64[races],
    how much it counts; first_race : int64[n_players + 1], by place, where those of a group begin
    Of runners, in the order of their places. runner : int64, the own place among all players;
    level : int64, the place in the race; power, behind, level_power, drawn : float64, e^rating,
    the sum of the powers from this level on, that of the level, and how often the runner is
    looked at, each time over the sum of powers; ahead, moved, own : float64, of the conjugate
    gradients
    Each float64[n_players + STRENGTHS], by place; behind all places what is estimated besides, see
    ``sharing.slot_of``. found : the rating; step, rest, turn, way, image, slope, curve, wide : of
    Newton's method and of the conjugate gradients; actual, expected : how often a player is the
    next one, span : of these sums
    Each float64[n_players], by player. rating, deviation, compared, group : what the state is to
    have
    Each int64[n_players]. member : the players by place, group by group; stack, calls, cursor,
    slot, number, low : of the search for groups; place, begin : by player, the own place and that
    where the group begins; games : by player, those that count
    arc : int64[2 × entries], whom an entry was placed before, or level with; counted :
    bool[entries], whether it counts
    matrix : float64[m²], of a group of m players, for the largest that gets one; panel : of it
    sharing : of shared places, where they are a part of the model
    """

    meetings: Meetings
    race: Column
    count: Column
    first_race: Column
    runner: Column
    level: Column
    power: Column
    behind: Column
    level_power: Column
    drawn: Column
    ahead: Column
    moved: Column
    own: Column
    found: Column
    step: Column
    rest: Column
    turn: Column
    way: Column
    image: Column
    slope: Column
    curve: Column
    wide: Column
    actual: Column
    expected: Column
    span: Column
    rating: Column
    deviation: Column
    compared: Column
    group: Column
    member: Column
    stack: Column
    calls: Column
    cursor: Column
    slot: Column
    number: Column
    low: Column
    place: Column
    begin: Column
    games: Column
    arc: Column
    counted: Column
    matrix: Column
    panel: Column
    sharing: Sharing


#: The columns of float64 that have a number for each runner; place; player.
BY_RUNNER = ("power", "behind", "level_power", "drawn", "ahead", "moved", "own")
BY_PLACE = (
    *("found", "step", "rest", "turn", "way", "image", "slope", "curve", "wide"),
    *("actual", "expected", "span"),
)
BY_PLAYER = ("rating", "deviation", "compared", "group")
#: Those of int64 that have one for each player.
NUMBERS = (
    *("member", "stack", "calls", "cursor", "slot", "number", "low", "place", "begin", "games"),
)


def work(log: Log, n_players: int) -> Work:
    """Room for the races of a log and for the fit; what is never touched takes no memory."""
    entries = len(log.player)
    played = np.zeros(n_players, dtype=np.bool_)
    played[log.player] = True
    most = min(int(np.count_nonzero(played)), MOST_JOINT)
    room: dict[str, Any] = {name: np.zeros(entries) for name in BY_RUNNER}
    room |= {name: np.zeros(n_players + STRENGTHS) for name in BY_PLACE}
    room |= {name: np.zeros(n_players) for name in BY_PLAYER}
    room |= {name: np.zeros(n_players, dtype=np.int64) for name in NUMBERS}
    room["sharing"] = None
    made = Work(
        meetings=Meetings(np.full(n_players, -1), np.full(entries, -1)),
        race=np.zeros(entries + 1, dtype=np.int64),
        count=np.zeros(entries),
        first_race=np.zeros(n_players + 1, dtype=np.int64),
        runner=np.zeros(entries, dtype=np.int64),
        level=np.zeros(entries, dtype=np.int64),
        arc=np.zeros(2 * entries, dtype=np.int64),
        counted=np.zeros(entries, dtype=np.bool_),
        matrix=np.zeros(most * most),
        panel=np.zeros(most * BLOCK),
        **room,
    )
    return made._replace(sharing=room_for_sharing(log, made))


def write_arcs(log: Log, rules: Any, work: Any, first: int, last: int) -> None:
    """Write whom each entry of some games was placed before, or level with: one neighbour each way.

    Those further behind are reached through the neighbours. A virtual game against the middle links
    all players of a game both ways.
    """
    for game in range(first, last):
        begin, end = 0 + log.game[game], 0 + log.game[game + 1]
        counts = on_grid(log.weight[game], POINTS) > 0.0
        for entry in range(begin, end):
            work.arc[2 * entry] = -1
            work.arc[2 * entry + 1] = -1
            if counts and entry + 1 < end:
                work.arc[2 * entry] = log.player[entry + 1]
            if counts and entry > begin:
                level = log.place[entry] == log.place[entry - 1]
                if level or rules.prior_middle > 0.0:
                    work.arc[2 * entry + 1] = log.player[entry - 1]


def write_races(log: Log, work: Any, span: tuple[int, int], n_players: int) -> None:
    """Write the races of all groups, and which entries count; span : of games."""
    for at in range(n_players + 1):
        work.first_race[at] = 0
    for at in range(n_players):
        work.cursor[at] = 0
        work.number[at] = 0
    # How many runners, and races, each group has.
    for game in range(span[0], span[1]):
        count_group_members(log, work, game)
        for entry in range(log.game[game], log.game[game + 1]):
            group = work.begin[log.player[entry]]
            work.counted[entry] = work.cursor[group] > 1 and on_grid(log.weight[game], POINTS) > 0.0
            if work.counted[entry]:
                work.number[group] += 1
        forget_group_members(log, work, game)
    runners, races = 0, 0
    for at in range(n_players):
        many = work.first_race[at]
        work.first_race[at] = races
        work.stack[at] = runners
        work.calls[at] = races
        runners += work.number[at]
        races += many
    work.first_race[n_players] = races
    work.race[races] = runners
    for game in range(span[0], span[1]):
        write_runners(log, work, game)


def count_group_members(log: Log, work: Any, game: int) -> None:
    """Count in ``work.cursor``, by group, who is in a game."""
    for entry in range(log.game[game], log.game[game + 1]):
        work.cursor[work.begin[log.player[entry]]] += 1


def forget_group_members(log: Log, work: Any, game: int) -> None:
    """Clear the counts, each group's once; where it has a race, count that."""
    for entry in range(log.game[game], log.game[game + 1]):
        group = work.begin[log.player[entry]]
        if work.counted[entry] and work.cursor[group] > 0:
            work.first_race[group] += 1
        work.cursor[group] = 0


def write_runners(log: Log, work: Any, game: int) -> None:
    """Write the races of a game, each behind those that its group has already."""
    for entry in range(log.game[game], log.game[game + 1]):
        if work.counted[entry]:
            one = log.player[entry]
            group = work.begin[one]
            if work.cursor[group] == 0:
                work.race[work.calls[group]] = work.stack[group]
                work.count[work.calls[group]] = on_grid(log.weight[game], POINTS)
                work.calls[group] += 1
                work.cursor[group] = 1
            at = work.stack[group]
            work.runner[at] = work.place[one]
            work.level[at] = log.place[entry]
            work.stack[group] += 1
    for entry in range(log.game[game], log.game[game + 1]):
        work.cursor[work.begin[log.player[entry]]] = 0


def races_of(first_race: Column, begin: int, end: int) -> tuple[int, int]:
    """The first race of a group's places, and the one after its last."""
    return first_race[begin], first_race[end]


def level_end(level: Column, head: int, end: int) -> int:
    """The runner after the last one who is on a level with runner ``head``."""
    after = head + 1
    while after < end and level[after] == level[head]:
        after += 1
    return after
