"""Duels rated one after the other with the options that most rulebooks have, at full speed.

K by rating, games and peak, and for newcomers; an advantage; any curve; margins; whole changes;
a floor. The steps are those of the other modules, in the same order, so that the numbers are the
same to the bit; what is done here once a duel, they do an entry, and ask for every other option
besides.
"""

from __future__ import annotations

from banzuke.model.log import Log, Record
from banzuke.numeric.exact_sums import POINTS, on_grid
from banzuke.parts.duels import duel_score
from banzuke.systems.elo.applying import GAMES, PEAK, up_to_floor
from banzuke.systems.elo.expectation import expected_score
from banzuke.systems.elo.factors import newcomer_times, step_k
from banzuke.systems.elo.rules import Rules, State
from banzuke.systems.elo.settling import nearest_whole, pair_factor
from banzuke.systems.elo.sides import edge


def rate_usual_duels(
    state: State, log: Log, rules: Rules, record: Record, first_entry: int, last_entry: int
) -> None:
    """Rate duels one after the other, in place; ``rules.usual`` says whether it may be done."""
    keep = len(record.before) > 0
    for one in range(first_entry, last_entry, 2):
        two = one + 1
        player_one, player_two = log.player[one], log.player[two]
        rating_one, rating_two = state.rating[player_one], state.rating[player_two]
        lead = rating_one - rating_two + edge(log, rules, one, two)
        chance = expected_score(lead, rules)
        factor = pair_factor(log, rules, one, two, lead)
        beyond = duel_score(log.place[one], log.place[two]) - chance
        k_one = usual_k(state, rules, player_one, rating_one)
        k_two = usual_k(state, rules, player_two, rating_two)
        moved_one = on_grid(k_one * factor * beyond, POINTS)
        moved_two = on_grid(k_two * factor * (0.0 - beyond), POINTS)
        if rules.whole == 1:
            moved_one, moved_two = nearest_whole(moved_one), nearest_whole(moved_two)
        moved_one += up_to_floor(rating_one + moved_one, rules)
        moved_two += up_to_floor(rating_two + moved_two, rules)
        record.change[one] = moved_one
        record.change[two] = moved_two
        if keep:
            record.before[one] = rating_one
            record.before[two] = rating_two
            record.expected[one] = chance
            record.expected[two] = 1.0 - chance
        state.rating[player_one] = rating_one + moved_one
        state.rating[player_two] = rating_two + moved_two
        count_duel(state, record, player_one, one)
        count_duel(state, record, player_two, two)


def usual_k(state: State, rules: Rules, one: int, rating: float) -> float:
    """K of a player, points, where neither the game nor the player's age matters."""
    return step_k(state, rules, one, rating, 0) * newcomer_times(state, rules, one)


def count_duel(state: State, record: Record, one: int, entry: int) -> None:
    """Count a duel for a player, and note the highest rating; with history, write both down."""
    keep = len(record.before) > 0
    if len(state.games) > 0:
        if keep:
            record.other_before[GAMES, entry] = state.games[one]
        state.games[one] += 1.0
        if keep:
            record.other_after[GAMES, entry] = state.games[one]
    if len(state.peak) > 0:
        if keep:
            record.other_before[PEAK, entry] = state.peak[one]
        state.peak[one] = max(state.peak[one], state.rating[one])
        if keep:
            record.other_after[PEAK, entry] = state.peak[one]
