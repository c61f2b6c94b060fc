"""Elo by lists: each list is rated from the one before it, by a printed table of expected scores.

A player's games of a period are summed up, times K, and the sum is rounded. Who has no rating
gets one by performance. Rules of FIDE and of the English federation are settings of it.
Source: FIDE Rating Regulations (Handbook B.02), articles 7 and 8; the tables are data of the
rulebook.
Scale: whole points; the table of a rulebook says what a difference is worth.

    >>> import banzuke as bz
    >>> bz.rate_game("fide-standard", sides=[[(1500, 10)], [(1600, 50)]], places=[1, 2])
    [[(1526.0, 11.0, 1526.0, 0.0, 0.0)], [(1587.0, 51.0, 1600.0, 0.0, 0.0)]]
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log, Record
from banzuke.model.phrases import message, phrase
from banzuke.model.system import (
    Capability,
    Complaint,
    Explanation,
    Given,
    Period,
    StateColumn,
    System,
)
from banzuke.parts.births import birth_years
from banzuke.parts.duels import score_duels
from banzuke.parts.meetings import link, period_of, unlink
from banzuke.parts.one_period import rated_again
from banzuke.parts.starting import wrong_values
from banzuke.systems.list_elo.explaining import explain_first, explain_full
from banzuke.systems.list_elo.first_rating import (
    find_first_ratings,
)
from banzuke.systems.list_elo.parameters import HIGHEST, ListEloParameters
from banzuke.systems.list_elo.period import (
    Work,
    apply_entry,
    forecast,
    rate_partial,
    told_expectation,
    work,
)
from banzuke.systems.list_elo.rating import rate_full
from banzuke.systems.list_elo.rules import Rules, State, rules
from banzuke.systems.list_elo.strengths import find_met, find_strengths


def start(
    given: Given, n_players: int, parameters: ListEloParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Nobody has a rating but who brings one; games, peak, k and born may come with it.

    Who brings a rating without a number of games is taken as established, unless the K that
    comes with it is that of few games; then as of no more than a rating takes. Who brings one
    that is still by performance brings its games as draws against players as strong.
    """
    born, complaints = birth_years(given, n_players)
    columns = {
        name: given.numbers(name, n_players, 0.0) for name in State._fields if name != "born"
    }
    said = given.numbers("rating", n_players)
    wrong = ~np.isnan(said) & ((said < 1.0) | (said > HIGHEST) | (said != np.rint(said)))
    what = message("{value:.10g} is no rating of a list")
    right = phrase("a whole number from 1 to {highest:,}; empty for none", highest=HIGHEST)
    complaints += wrong_values("rating", said, wrong, what, right)
    for name in ("peak", "k"):
        wrong = (columns[name] < 0.0) | (columns[name] > HIGHEST)
        what = message("{value:.10g} is no {column} of a list")
        right = phrase("0 to {highest:,}; empty or 0 for none", highest=HIGHEST)
        complaints += wrong_values(name, columns[name], wrong, what, right)
    unsaid = np.isnan(given.numbers("games", n_players)) & (columns["rating"] > 0.0)
    columns["games"][unsaid] = established_games(parameters)
    # The K of a list that only who has few games has tells that there are few.
    few = [row.k for row in parameters.k_rules if row.games_below is not None]
    columns["games"][unsaid & np.isin(columns["k"], few)] = parameters.full_games
    partial = (columns["rating"] > 0.0) & (columns["games"] < parameters.full_games)
    bare = partial & (columns["kept_games"] == 0.0)
    columns["kept_games"][bare] = columns["games"][bare]
    columns["kept_points"][bare] = 0.5 * columns["games"][bare]
    columns["kept_total"][bare] = (columns["games"] * columns["rating"])[bare]
    columns["peak"] = np.maximum(columns["peak"], columns["rating"])
    return State(born=born, **columns), complaints


def predict(state: State, log: Log, rules: Rules, chance: Column, first: int, last: int) -> None:
    """Write the expected score of each entry by true differences, caps left aside.

    chance : float64[n_entries], in [0, 1]; the two of a game sum to 1
    """
    for number in range(first, last):
        begin, end, _ = period_of(log, number)
        for entry in range(begin, end):
            chance[entry] = forecast(state, log, rules, 0.0, entry)


def update(
    state: State, log: Log, rules: Rules, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place, each from the ratings before it."""
    for number in range(first, last):
        begin, end, year = period_of(log, number)
        month = 0 + log.month[begin // 2]
        link(log.player, work.meetings, begin, end)
        partial = find_strengths(state, log, rules, work, (begin, end))
        find_met(state, log, rules, work, (begin, end))
        if partial > 0:
            find_first_ratings(state, log, rules, work, (begin, end, month))
        for entry in range(begin, end):
            one = log.player[entry]
            if work.meetings.first[one] == entry:
                if work.full[one] == 1:
                    rate_full(state, log, rules, record, work, (entry, year))
                else:
                    rate_partial(state, log, record, work, entry)
        if len(record.before) > 0:
            for entry in range(begin, end):
                record.expected[entry] = told_expectation(state, log, rules, work, entry)
        for entry in range(begin, end):
            apply_entry(state, log, rules, record, work, (entry, month))
        unlink(log.player, work.meetings, begin, end)


def explain(
    state: State, log: Log, rules: Rules, parameters: ListEloParameters, game: int, entry: int
) -> Explanation:
    """K times (score - expected score) from the table's row, and rounding; or a performance."""
    room = work(log, len(state.rating))
    record = rated_again(update, state, log, rules, room, game)
    if room.full[log.player[entry]] == 1:
        return explain_full(state, log, rules, room, parameters, entry)
    return explain_first(state, log, rules, room, float(record.change[entry]), entry)


def established_games(parameters: ListEloParameters) -> float:
    """From how many games on nothing depends on their number any more."""
    bounds = [row.games_below or 0 for row in parameters.k_rules]
    return float(max(parameters.full_games, *bounds))


SYSTEM = System(
    key="list-elo",
    title="Elo by lists",
    source="FIDE Rating Regulations (Handbook B.02), articles 7 and 8",
    year=1970,
    version=2,
    summary="Each list is rated from the one before it by a printed table of expected scores; "
    "who is new is rated by performance.",
    periods=(
        Period.MONTH,
        Period.EVENT,
        Period.GAME,
        Period.ROUND,
        Period.DAY,
        Period.WEEK,
        Period.YEAR,
        Period.ALL,
    ),
    capabilities=frozenset({Capability.DRAWS}),
    columns=(
        StateColumn("rating", "points", "the rating; 0 for none"),
        StateColumn("games", "games", "rated games"),
        StateColumn("peak", "points", "highest rating on a list, 0 for none", unknown=0.0),
        StateColumn(
            "k", "points", "K of the players file, which K is never above; 0 for none", unknown=0.0
        ),
        StateColumn("born", "year", "year of birth; 0 if unknown", unknown=0.0),
        StateColumn("kept_games", "games", "games kept of who is rated by performance", inner=True),
        StateColumn("kept_points", "points", "points made in kept games", inner=True),
        StateColumn("kept_total", "points", "sum of opponents' ratings in them", inner=True),
        StateColumn("kept_month", "months", "month of the first of them", inner=True),
        StateColumn("earlier", "points", "rating before the newest period", inner=True),
        StateColumn("changed", "months", "month of the newest period", inner=True),
    ),
    parameters=ListEloParameters,
    state=State,
    rules=rules,
    start=start,
    predict=predict,
    update=update,
    score=score_duels,
    explain=explain,
    work=work,
    reads=("year", "month", "begin", "event"),
    unrated=0.0,
    assumes=True,
    lowest=lambda parameters: 1.0,
    expects="points",
    whole_numbers=True,
)
