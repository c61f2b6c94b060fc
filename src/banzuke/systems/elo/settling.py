"""One game: who counts as what in it, its duels, and what is done to the changes they add up to."""

from __future__ import annotations

import math

from banzuke.model.log import Log, Record
from banzuke.parts.duels import duel_score
from banzuke.systems.elo.duels import duel_change, is_established, scored_in
from banzuke.systems.elo.expectation import addend, expected_score
from banzuke.systems.elo.factors import (
    capped_k,
    category_of,
    game_factor,
    length_factor,
    margin_factor,
    player_k,
    returned,
    season_at,
)
from banzuke.systems.elo.rules import NO_MARGIN, Rules, State, Work
from banzuke.systems.elo.sides import (
    edge,
    is_duel,
    member_part,
    next_place,
    side_end,
    side_strength,
)


def count_period(
    state: State, log: Log, rules: Rules, work: Work, first_game: int, last_game: int
) -> None:
    """Count each player's games of a period, where something depends on it."""
    provisional = len(state.met_established) > 0
    if rules.period_cap == 0.0 and not provisional:
        return
    first, last = log.game[first_game], log.game[last_game]
    for entry in range(first, last):
        work.in_period[log.player[entry]] = 0.0
        work.met[log.player[entry]] = 0.0
        work.points[log.player[entry]] = 0.0
    for entry in range(first, last):
        work.in_period[log.player[entry]] += 1.0
    if provisional:
        for one in range(first, last, 2):
            count_meeting(state, log, rules, work, one, one + 1)
            count_meeting(state, log, rules, work, one + 1, one)


def count_meeting(state: State, log: Log, rules: Rules, work: Work, entry: int, other: int) -> None:
    """Count a duel for the player of an entry, if the other is established."""
    if is_established(state, rules, log.player[other]):
        work.met[log.player[entry]] += 1.0
        work.points[log.player[entry]] += duel_score(log.place[entry], log.place[other])


def prepare(state: State, log: Log, rules: Rules, work: Work, game: int) -> None:
    """Write the rating that counts and the K of everybody in a game."""
    begin, end = log.game[game], log.game[game + 1]
    sides = log.side[end - 1] + 1
    season = season_at(log, rules, game)
    for entry in range(begin, end):
        one = log.player[entry]
        own = state.rating[one] + returned(state, rules, one, season)
        k = player_k(state, log, rules, one, (game, own))
        k = capped_k(k, work.in_period[one], rules)
        if rules.k_per_opponent == 1:
            k = k / (sides - 1)
        work.own[one] = own
        work.k[one] = k


def settle(state: State, log: Log, rules: Rules, record: Record, work: Work, game: int) -> None:
    """Write the change (and expectation) of each entry of a game; sides may be teams.

    All that is added is on a grid, so that the order in which sides are taken does not matter.
    With duels in turn, ``work.own`` moves with each of them.
    """
    begin, end = log.game[game], log.game[game + 1]
    factor, slope = game_factor(log, rules, game), length_factor(log, rules, game)
    sides = log.side[end - 1] + 1
    for entry in range(begin, end):
        record.change[entry] = 0.0
        if len(record.expected) > 0:
            record.expected[entry] = 0.0
    head = begin
    while head < end:
        after = side_end(log.side, head, end)
        following = next_place(log.place, head, end)
        other = after
        while other < end:
            other_after = side_end(log.side, other, end)
            if is_duel(log.place[head], log.place[other], following, sides, rules):
                mine = side_strength(work.own, log, head, after, rules)
                theirs = side_strength(work.own, log, other, other_after, rules)
                lead = mine - theirs + edge(log, rules, head, other)
                chance = expected_score(lead * slope, rules)
                much = factor * pair_factor(log, rules, head, other, lead)
                score = scored_in(log, rules, game, log.place[head], log.place[other])
                span = (head, after, other)
                move_side(state, log, rules, record, work, span, (much, score, chance))
                score = scored_in(log, rules, game, log.place[other], log.place[head])
                span = (other, other_after, head)
                move_side(state, log, rules, record, work, span, (much, score, 1.0 - chance))
                expect(record, head, after, addend(chance, sides))
                expect(record, other, other_after, addend(1.0 - chance, sides))
            other = other_after
        head = after
    finish(log, rules, record, game)


def settle_duel(
    state: State, log: Log, rules: Rules, record: Record, work: Work, game: int
) -> None:
    """``prepare`` and ``settle`` for a game of two single players, which most games are."""
    one = log.game[game]
    two = one + 1
    mine, theirs = log.player[one], log.player[two]
    season = season_at(log, rules, game)
    own = state.rating[mine] + returned(state, rules, mine, season)
    other = state.rating[theirs] + returned(state, rules, theirs, season)
    lead = own - other + edge(log, rules, one, two)
    chance = expected_score(lead * length_factor(log, rules, game), rules)
    factor = game_factor(log, rules, game) * pair_factor(log, rules, one, two, lead)
    k = capped_k(player_k(state, log, rules, mine, (game, own)), work.in_period[mine], rules)
    score = scored_in(log, rules, game, log.place[one], log.place[two])
    who = (k, own, other, work.met[mine])
    result = (factor, score, chance)
    moved = duel_change(state, rules, (mine, theirs), who, result)
    record.change[one] = member_part(log, rules, one, 1, moved)
    k = capped_k(player_k(state, log, rules, theirs, (game, other)), work.in_period[theirs], rules)
    score = scored_in(log, rules, game, log.place[two], log.place[one])
    who = (k, other, own, work.met[theirs])
    result = (factor, score, 1.0 - chance)
    moved = duel_change(state, rules, (theirs, mine), who, result)
    record.change[two] = member_part(log, rules, two, 1, moved)
    if len(record.expected) > 0:
        record.expected[one] = chance
        record.expected[two] = 1.0 - chance
    finish(log, rules, record, game)


def move_side(
    state: State,
    log: Log,
    rules: Rules,
    record: Record,
    work: Work,
    span: tuple[int, int, int],
    result: tuple[float, float, float],
) -> None:
    """Add what a duel moves each member of a side by, points.

    span : the side's first entry, the entry after its last, an entry of the other side
    result : as of duel_change
    """
    head, after, other = span
    opponent = log.player[other]
    in_turn = rules.in_turn == 1
    for entry in range(head, after):
        one = log.player[entry]
        who = (work.k[one], work.own[one], work.own[opponent], work.met[one])
        moved = duel_change(state, rules, (one, opponent), who, result)
        part = member_part(log, rules, entry, after - head, moved)
        record.change[entry] += part
        if in_turn:
            work.own[one] += part


def expect(record: Record, head: int, after: int, hoped: float) -> None:
    """Add what a side is expected to score in a duel to each member's record, if one is kept."""
    if len(record.expected) > 0:
        for entry in range(head, after):
            record.expected[entry] += hoped


def pair_factor(log: Log, rules: Rules, head: int, other: int, lead: float) -> float:
    """What the margin of two sides multiplies K by; lead : of the first, who is not worse."""
    if rules.margin == NO_MARGIN:
        return 1.0
    return margin_factor(abs(log.score[head] - log.score[other]), lead, rules)


def finish(log: Log, rules: Rules, record: Record, game: int) -> None:
    """Spare the losers and round, where the rules say so."""
    spares = rules.category[category_of(log, rules, game), 2] == 1.0
    if not spares and rules.whole == 0:
        return
    for entry in range(log.game[game], log.game[game + 1]):
        if spares and record.change[entry] < 0.0:
            record.change[entry] = 0.0
        if rules.whole == 1:
            record.change[entry] = nearest_whole(record.change[entry])


def nearest_whole(change: float) -> float:
    """The nearest whole number, halves away from zero."""
    size = abs(change)
    down = float(math.floor(size))
    if size - down >= 0.5:
        down += 1.0
    if change < 0.0:
        return 0.0 - down
    return 0.0 + down
