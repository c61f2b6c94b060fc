"""The plain case at full speed: one K for all; only ratings, result and advantage count.

The other modules give the same numbers here, to the bit; this one is several times as fast.
"""

from __future__ import annotations

from banzuke.model.log import Log, Record
from banzuke.numeric.exact_sums import POINTS, on_grid
from banzuke.parts.duels import duel_score
from banzuke.systems.elo.expectation import addend, logistic
from banzuke.systems.elo.rules import ALL, Rules, State
from banzuke.systems.elo.sides import NOWHERE, edge, is_duel


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
    """Write the change (and expectation) of each entry of a game of single players.

    All pairs have a duel, or those with a first: not only those of places that are neighbours.
    """
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
    edges = rules.advantage != 0.0
    every_pair = rules.ranking == ALL and rules.shared_places_apart == 0
    # The inner loop runs over those placed better, and its bounds are offsets of the log, which
    # are unsigned: so the compiler knows that no index counts from the end.
    for entry in range(begin, end):
        mine = rating[player[entry]]
        my_place = place[entry]
        gained = 0.0
        hoped = 0.0
        for better in range(begin, entry):
            if every_pair or is_duel(place[better], my_place, NOWHERE, sides, rules):
                lead = rating[player[better]] - mine
                if edges:
                    lead += edge(log, rules, better, entry)
                score = logistic(lead, rules.per_point)
                moved = on_grid(k * (duel_score(place[better], my_place) - score), POINTS)
                change[better] += moved
                gained -= moved
                if keep:
                    score = addend(score, sides)
                    expected[better] += score
                    hoped += 1.0 - score
        change[entry] = gained
        if keep:
            expected[entry] = hoped


def apply_plain(state: State, log: Log, record: Record, first_entry: int, last_entry: int) -> None:
    """Add the changes of a period's entries."""
    keep = len(record.before) > 0
    for entry in range(first_entry, last_entry):
        one = log.player[entry]
        if keep:
            record.before[entry] = state.rating[one]
        state.rating[one] += record.change[entry]
