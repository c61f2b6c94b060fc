"""US Chess: Elo by whole events in two passes, with K from effective games, bonus and floors.

Source: M. E. Glickman and T. Doan, The US Chess Rating System, 2020 and 2026: five steps;
N' = min(N, 50 / sqrt(0.662 + 0.00000739 (2569 - R)^2)); K = 800 / (N' + m);
new = R + K (S - E) + max(0, K (S - E) - B sqrt(max(m, 4))); special formula up to 8 games.
Scale: points; a lead of 400 points means an expected score of 10/11.

    >>> import banzuke as bz
    >>> after = bz.rate_game("us-chess-draft", [[(1500, 40)], [(1500, 40)]], places=[1, 2])
    >>> [[f"{values[0]:.2f}" for values in side] for side in after]
    [['1521.28'], ['1478.72']]
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log, Record
from banzuke.model.phrases import message, name_of, phrase
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
from banzuke.numeric.exact_sums import POINTS, on_grid
from banzuke.parts.births import birth_years
from banzuke.parts.duels import duel_score, outcome_words, score_duels
from banzuke.parts.meetings import link, meetings_of, opponent_of, period_of, unlink
from banzuke.parts.one_period import rated_again
from banzuke.parts.starting import below_floor, wrong_values
from banzuke.systems.us_chess.event import (
    Work,
    apply_entry,
    estimate_newcomer,
    forecast_games,
    gather,
    rate_player,
    set_prior,
    share_out,
    take_results,
)
from banzuke.systems.us_chess.formulas import (
    peak_floor,
    standard_expectancy,
)
from banzuke.systems.us_chess.parameters import UsChessParameters
from banzuke.systems.us_chess.rules import Rules, State, rules


def start(
    given: Given, n_players: int, parameters: UsChessParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Ratings as given; a rating given with 0 games is an initial rating."""
    said = given.numbers("rating", n_players)
    games = given.numbers("games", n_players, 0.0)
    streak = given.numbers("streak", n_players, 0.0)
    born, complaints = birth_years(given, n_players)
    born = np.where(np.isnan(said) & (games == 0), born, 0.0)
    rating = np.where(np.isnan(said), parameters.start_rating, said)
    streak = np.where(games == 0, 0.0, streak)
    floor = given.numbers("floor", n_players)
    for index in np.flatnonzero(np.isnan(floor)).tolist():
        level = 0.0
        if games[index] > parameters.established_games and not np.isnan(said[index]):
            level = peak_floor(float(rating[index]))
        floor[index] = level
    floor = np.maximum(floor, 100.0)
    for index in np.flatnonzero(rating < floor).tolist():
        complaints.append(below_floor(index, rating[index], floor[index]))
    wrong = ~np.isin(streak, [-1.0, 0.0, 1.0])
    right = phrase("1 all won, -1 all lost, or 0")
    complaints += wrong_values("streak", streak, wrong, message("{value:.10g} is no streak"), right)
    return State(rating, games, floor, streak, born), complaints


def predict(state: State, log: Log, rules: Rules, chance: Column, first: int, last: int) -> None:
    """Write the standard winning expectancy of each entry, by the ratings before the event.

    chance : float64[n_entries], in [0, 1]; the two of a game sum to 1
    """
    for number in range(first, last):
        begin, end, _ = period_of(log, number)
        for entry in range(begin, end):
            lead = state.rating[log.player[entry]] - state.rating[log.player[opponent_of(entry)]]
            chance[entry] = standard_expectancy(lead)


def update(
    state: State, log: Log, rules: Rules, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place, each in the five steps of the source."""
    player = log.player
    for number in range(first, last):
        begin, end, year = period_of(log, number)
        link(player, work.meetings, begin, end)
        dual = 0
        category = log.category[log.period[number]]
        if category >= 0:
            dual = rules.dual[category]
        count = gather(log, work, begin, end)
        for head in range(count):
            set_prior(state, rules, work, player[work.heads[head]], year)
        forecast_games(log, record, work, begin, end)
        for head in range(count):
            estimate_newcomer(state, log, rules, work, work.heads[head])
        take_results(log, work, count)
        if rules.one_pass == 0:
            for head in range(count):
                rate_player(state, log, rules, work, (work.heads[head], begin, dual))
            take_results(log, work, count)
        for head in range(count):
            rate_player(state, log, rules, work, (work.heads[head], begin, dual))
            share_out(state, log, rules, record, work, (work.heads[head], begin))
        for entry in range(begin, end):
            apply_entry(state, log, rules, record, work, entry)
        unlink(player, work.meetings, begin, end)


def explain(
    state: State, log: Log, rules: Rules, parameters: UsChessParameters, game: int, entry: int
) -> Explanation:
    """K (score - expectancy) of the game; with the last game, bonus and floor; or all at once."""
    room = work(log, len(state.rating))
    record = rated_again(update, state, log, rules, room, game)
    one, other = int(log.player[entry]), int(log.player[opponent_of(entry)])
    last = room.meetings.following[entry] < 0
    inputs = [
        Term("rating before the event", float(room.prior[one]), "points"),
        Term("effective games N'", float(room.effective[one]), "games", cell="effective_games"),
        Term(
            phrase("rating of {who}", who=name_of(other)),
            float(room.opponent[other]),
            "points",
            "before the event" if rules.one_pass else "after the first pass",
            cell="passes",
        ),
    ]
    if room.special[one] == 1.0:
        if not last:
            return Explanation([], inputs, True, "the special formula is told with the last game")
        special = phrase("special formula: the rating at which the score is as expected")
        # Only on the day of the first event is it known how old a newcomer is.
        aged = float(room.prior[one]) - float(state.rating[one])
        terms = [Term("initial rating of the age", aged, "points", "50 × age, 100 to 1300")]
        gain = float(record.change[entry]) - aged
        terms.append(Term("all games of the event", gain, "points", special, cell="special_games"))
        return Explanation(terms if aged != 0.0 else terms[1:], inputs)
    score = duel_score(log.place[entry], log.place[opponent_of(entry)])
    chance = float(standard_expectancy(room.prior[one] - room.opponent[other]))
    factor = float(room.factor[one])
    source = f"{factor:.6g} × ({score:g} − {chance:.6f})"
    gain = on_grid(factor * (score - chance), POINTS)
    terms = [Term(outcome_words(score, name_of(other)), gain, "points", source)]
    if last and room.bonus[one] > 0.0:
        formula = f"K (S − E) − {rules.bonus_threshold:g} √max(m, 4)"
        terms.append(
            Term(
                "bonus of the event",
                float(room.bonus[one]),
                "points",
                formula,
                cell="bonus_threshold",
            )
        )
    if last and room.raised[one] != 0.0:
        terms.append(
            Term("up to the floor", float(room.raised[one]), "points", cell="personal_floor")
        )
    inputs += [
        Term("K", factor, "points", "800 / (N' + m)"),
        Term("expected score in the event", float(room.expected[one]), "points of games"),
    ]
    return Explanation(terms, inputs)


def work(log: Log, n_players: int) -> Work:
    """Room for any period of a log."""
    numbers: list[Any] = [np.zeros(n_players) for _ in range(9)]
    longest = int(np.diff(log.game[log.period].astype(np.int64)).max(initial=0))
    of_games: list[Any] = [np.zeros(longest) for _ in range(3)]
    of_games.append(np.zeros(longest, dtype=np.int64))
    return Work(meetings_of(log, n_players), *numbers, *of_games)


SYSTEM = System(
    key="us-chess",
    title="US Chess",
    source="M. E. Glickman and T. Doan, The US Chess Rating System, 2020 and 6 April 2026",
    year=2001,
    version=2,
    summary="Elo by whole events in two passes: K from effective games, bonus, floors.",
    periods=(Period.EVENT,),
    capabilities=frozenset({Capability.DRAWS}),
    columns=(
        StateColumn("rating", "points", "how strong the player is; initial if games is 0"),
        StateColumn("games", "games", "games that the rating is based on"),
        StateColumn("floor", "points", "below which the rating cannot fall"),
        StateColumn("streak", "", "1 if all games were won, -1 if all were lost, else 0"),
        StateColumn(
            "born", "year", "year of birth that gives the initial rating, else 0", unknown=0.0
        ),
    ),
    parameters=UsChessParameters,
    state=State,
    rules=rules,
    start=start,
    update=update,
    work=work,
    score=score_duels,
    explain=explain,
    predict=predict,
    reads=("year", "category"),
    expects="points, by the ratings before the event",
)
