"""The plain case at full speed: one K for all; only ratings, result and advantage count.

The other modules give the same numbers here, to the bit; this one is several times as fast.
"""

from __future__ import annotations

from banzuke.model.log import Log, Record
from banzuke.numeric.exact_sums import POINTS, on_grid
from banzuke.parts.duels import duel_score
from banzuke.systems.elo.expectation import addend, logistic
from banzuke.systems.elo.rules import ADJACENT, Rules, State
from banzuke.systems.elo.sides import NOWHERE, edge, is_duel, next_place


def rate_plain_duels(
    state: State, log: Log, rules: Rules, record: Record, first_entry: int, last_entry: int
) -> None:
    """Rate duels one after the other, in place, by nothing but ratings and results."""
    rating = state.rating
    player = log.player
    place = log.place
    change = record.change
    before = record.before
    expected = record.expected
    keep = len(before) > 0
    for one in range(first_entry, last_entry, 2):
        two = one + 1
        player_one, player_two = player[one], player[two]
        rating_one, rating_two = rating[player_one], rating[player_two]
        lead = rating_one - rating_two + edge(log, rules, one, two)
        score = logistic(lead, rules.per_point)
        moved = on_grid(rules.k * (duel_score(place[one], place[two]) - score), POINTS)
        change[one] = moved
        change[two] = 0.0 - moved
        if keep:
            before[one] = rating_one
            before[two] = rating_two
            expected[one] = score
            expected[two] = 1.0 - score
        rating[player_one] = rating_one + moved
        rating[player_two] = rating_two - moved


def settle_plain_singles(
    state: State, log: Log, rules: Rules, record: Record, begin: int, end: int
) -> None:
    """Write the change (and expectation) of each entry of a game of single players."""
    rating = state.rating
    player = log.player
    place = log.place
    change = record.change
    expected = record.expected
    keep = len(expected) > 0
    sides = end - begin
    k = rules.k
    if rules.k_per_opponent == 1:
        k = k / (sides - 1)
    for entry in range(begin, end):
        change[entry] = 0.0
        if keep:
            expected[entry] = 0.0
    for head in range(begin, end):
        mine = rating[player[head]]
        following = next_place(place, head, end) if rules.ranking == ADJACENT else NOWHERE
        for other in range(head + 1, end):
            if is_duel(place[head], place[other], following, sides, rules):
                lead = mine - rating[player[other]] + edge(log, rules, head, other)
                score = logistic(lead, rules.per_point)
                moved = on_grid(k * (duel_score(place[head], place[other]) - score), POINTS)
                change[head] += moved
                change[other] -= moved
                if keep:
                    score = addend(score, sides)
                    expected[head] += score
                    expected[other] += 1.0 - score


def apply_plain(state: State, log: Log, record: Record, first_entry: int, last_entry: int) -> None:
    """Add the changes of a period's entries."""
    keep = len(record.before) > 0
    for entry in range(first_entry, last_entry):
        one = log.player[entry]
        if keep:
            record.before[entry] = state.rating[one]
        state.rating[one] += record.change[entry]
