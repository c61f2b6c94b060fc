"""Handicap percentage table: a percent of a base, by how far the handicap was from fair.

C = handicap given - standard handicap of the two ranks; each player moves by the percent that
the table holds for C and the player's role (higher or lower ranked), of the base of the
player's own class.
Source: Dash & Dot Baduk, help page "Rating System", tables 2 and 3 and "Regulation of
application"; the tables are data of the rulebook.
Scale: rating points (R.P), whole numbers from 0.

    >>> import banzuke as bz
    >>> bz.rate_game("dash-baduk", sides=[[(6750, 20)], [(6150, 20)]], places=[1, 2])
    [[(6766.0, 21.0)], [(6134.0, 21.0)]]
"""

from __future__ import annotations

import numpy as np

from banzuke.model.log import Column, Log, Record
from banzuke.model.phrases import phrase
from banzuke.model.system import (
    Capability,
    Complaint,
    Period,
    StateColumn,
    System,
)
from banzuke.parts.duels import score_duels
from banzuke.parts.stones import no_whole_stones
from banzuke.systems.handicap_table.explaining import explain
from banzuke.systems.handicap_table.formulas import (
    fair_chance,
    handicap_difference,
    is_rated,
    may_move,
    moved_rating,
    rank_of_rating,
    result_percent,
    switched_rating,
)
from banzuke.systems.handicap_table.parameters import HandicapTableParameters
from banzuke.systems.handicap_table.rules import UNRATED, Rules, State, rules
from banzuke.systems.handicap_table.starting import start


def check(log: Log, rules: Rules) -> list[Complaint]:
    """Handicaps that are not whole numbers of stones, or that both players received."""
    handicap = log.handicap
    broken = np.isnan(handicap) | (handicap < 0) | (handicap != np.rint(handicap))
    complaints = no_whole_stones(handicap, broken)
    one, two = handicap[0::2], handicap[1::2]
    # Only the difference is rated: two handicaps would cancel each other without a word.
    for game in np.flatnonzero((one > 0) & (two > 0)):
        stones = {"one": one[game], "two": two[game]}
        what = phrase("both players received stones, {one:g} and {two:g}", **stones)
        right = phrase("what the weaker one received; nothing for the other")
        complaints.append(Complaint(int(2 * game), "handicap", what, right))
    return complaints


def predict(state: State, log: Log, rules: Rules, chance: Column, first: int, last: int) -> None:
    """Write each entry's chance to win at which its row of the table is a fair bet.

    chance : float64[n_entries], in [0, 1]; the two of a game sum to 1; a draw counts half
    """
    for game in range(log.period[first], log.period[last]):
        one = log.game[game]
        two = one + 1
        rank_one = rank_of_rating(state.rating[log.player[one]], rules)
        rank_two = rank_of_rating(state.rating[log.player[two]], rules)
        difference = handicap_difference(
            rank_one, rank_two, log.handicap[one], log.handicap[two], rules
        )
        chance[one] = fair_chance(difference, rank_one >= rank_two, rules)
        chance[two] = fair_chance(difference, rank_one < rank_two, rules)


def update(state: State, log: Log, rules: Rules, record: Record, first: int, last: int) -> None:
    """Rate periods ``first`` to ``last - 1`` in place; every period is one game."""
    rating = state.rating
    games = state.games
    player = log.player
    place = log.place
    handicap = log.handicap
    change = record.change
    keep = len(record.before) > 0
    for game in range(log.period[first], log.period[last]):
        one = log.game[game]
        two = one + 1
        player_one, player_two = player[one], player[two]
        rating_one, rating_two = rating[player_one], rating[player_two]
        games_one, games_two = games[player_one], games[player_two]
        new_one, new_two = games_one < rules.regular_after, games_two < rules.regular_after
        rank_one, rank_two = rank_of_rating(rating_one, rules), rank_of_rating(rating_two, rules)
        high = rank_one >= rank_two
        difference = handicap_difference(rank_one, rank_two, handicap[one], handicap[two], rules)
        counts_one = is_rated(difference, new_one, new_two, rules)
        counts_two = is_rated(difference, new_two, new_one, rules)
        after_one, after_two = rating_one, rating_two
        if counts_one and may_move(new_one, new_two, rules):
            percent = result_percent(difference, high, place[one], place[two], rules)
            after_one = moved_rating(rating_one, rules.base[rank_one], percent, rules)
        if counts_two and may_move(new_two, new_one, rules):
            percent = result_percent(difference, not high, place[two], place[one], rules)
            after_two = moved_rating(rating_two, rules.base[rank_two], percent, rules)
        if counts_one and games_one + 1.0 == rules.regular_after:
            after_one = switched_rating(after_one, rules)
        if counts_two and games_two + 1.0 == rules.regular_after:
            after_two = switched_rating(after_two, rules)
        change[one] = after_one - rating_one
        change[two] = after_two - rating_two
        rating[player_one] = after_one
        rating[player_two] = after_two
        games[player_one] = games_one + counts_one
        games[player_two] = games_two + counts_two
        if keep:
            record.before[one] = rating_one
            record.before[two] = rating_two
            record.expected[one] = fair_chance(difference, high, rules)
            record.expected[two] = fair_chance(difference, not high, rules)
            record.other_before[0, one] = games_one
            record.other_before[0, two] = games_two
            record.other_after[0, one] = games_one + counts_one
            record.other_after[0, two] = games_two + counts_two


SYSTEM = System(
    key="handicap-table",
    title="Handicap percentage table",
    source="Dash & Dot Baduk, help page “Rating System”",
    year=2001,
    version=1,
    summary="A percent of a base, by how far the handicap was from fair.",
    periods=(Period.GAME,),
    capabilities=frozenset({Capability.DRAWS, Capability.HANDICAP}),
    columns=(
        StateColumn("rating", "R.P", "how strong the player is, a whole number from 0"),
        StateColumn("games", "games", "rated games, which make a new member a regular one"),
    ),
    parameters=HandicapTableParameters,
    state=State,
    rules=rules,
    start=start,
    check=check,
    update=update,
    score=score_duels,
    explain=explain,
    predict=predict,
    reads=("handicap",),
    expects="chance to win at which the table row is a fair bet",
    whole_numbers=True,
    unrated=UNRATED,
    lowest=lambda parameters: float(parameters.floor),
    leaves_unrated=True,
)
