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

import math
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log, Record
from banzuke.model.parameters import Parameters, parameter
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
from banzuke.numeric.exact_sums import CHANCES, POINTS, on_grid
from banzuke.parts.births import birth_years
from banzuke.parts.duels import duel_score, outcome_words, score_duels
from banzuke.parts.meetings import Meetings, link, meetings_of, opponent_of, period_of, unlink
from banzuke.parts.one_period import rated_again
from banzuke.parts.starting import wrong_values
from banzuke.systems.us_chess.formulas import (
    earned_floor,
    effective_games,
    is_bonus_event,
    k_factor,
    peak_floor,
    special_rating,
    standard_expectancy,
)


class Work(NamedTuple):
    """Scratch of one period; each float64[n_players].

    prior : the rating before the event, or the initial rating of the unrated
    opponent : as what a player is met in the pass; passed : the result of the pass
    effective : N'; special : 1 where the special formula holds; factor : K
    expected : E; bonus, raised : what the last entry adds for the bonus and up to the floor
    """

    meetings: Meetings
    prior: Column
    opponent: Column
    passed: Column
    effective: Column
    special: Column
    factor: Column
    expected: Column
    bonus: Column
    raised: Column


class UsChessParameters(Parameters):
    """What a rulebook may set."""

    start_rating: float = parameter(
        1300.0, "initial rating of who has none and no year of birth", unit="points", ge=100
    )
    bonus_threshold: float = parameter(10.0, "B of the bonus", unit="points", ge=0)
    effective_games: Literal["2013", "1998"] = parameter(
        "2013", "the formula of N*: of May 2013, or the one before"
    )
    passes: Literal["two", "one"] = parameter(
        "two",
        "whether opponents are taken at their intermediate ratings, or as they were before",
    )
    special_games: int = parameter(
        8, "up to so many games before the event the special formula holds", unit="games", ge=0
    )
    special_cap: float = parameter(
        2700.0, "the highest rating that the special formula gives", unit="points", ge=100
    )
    established_games: int = parameter(
        25, "a rating based on more games is established", unit="games", ge=0
    )
    personal_floor: bool = parameter(
        True, "whether the floor grows with wins, draws and events, as over the board"
    )
    dual_categories: tuple[str, ...] = parameter(
        ("dual",), "event_category of events that are rated in two systems: K is less above 2200"
    )


class State(NamedTuple):
    """Each float64[n_players].

    rating : points; games : games it is based on, 0 for who is unrated; floor : points
    streak : 1 if all games before were won, -1 if all were lost, 0 if not, or not known
    born : year of birth that gives the initial rating, 0 if it does not
    """

    rating: NDArray[np.float64]
    games: NDArray[np.float64]
    floor: NDArray[np.float64]
    streak: NDArray[np.float64]
    born: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them; dual : int64[n_categories], 1 for dual-rated."""

    bonus_threshold: float
    old_form: int
    one_pass: int
    special_games: float
    special_cap: float
    established_games: float
    personal_floor: int
    dual: NDArray[np.int64]


def rules(parameters: UsChessParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers; ``categories`` are the log's, in order of their codes."""
    dual = {name.casefold() for name in parameters.dual_categories}
    return Rules(
        bonus_threshold=parameters.bonus_threshold,
        old_form=int(parameters.effective_games == "1998"),
        one_pass=int(parameters.passes == "one"),
        special_games=float(parameters.special_games),
        special_cap=parameters.special_cap,
        established_games=float(parameters.established_games),
        personal_floor=int(parameters.personal_floor),
        dual=np.array([name.casefold() in dual for name in categories], dtype=np.int64),
    )


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
        what = f"{rating[index]:g} is below the floor, {floor[index]:g}"
        complaints.append(Complaint(index, "rating", what, "the floor or more"))
    wrong = ~np.isin(streak, [-1.0, 0.0, 1.0])
    right = "1 all won, -1 all lost, or 0"
    complaints += wrong_values("streak", streak, wrong, "is no streak", right)
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
        for entry in range(begin, end):
            set_prior(state, rules, work, player[entry], year)
        for entry in range(begin, end):
            if work.meetings.first[player[entry]] == entry:
                estimate_newcomer(state, log, rules, work, entry)
        take_results(log, work, begin, end)
        if rules.one_pass == 0:
            for entry in range(begin, end):
                if work.meetings.first[player[entry]] == entry:
                    rate_player(state, log, rules, work, (entry, dual))
            take_results(log, work, begin, end)
        for entry in range(begin, end):
            if work.meetings.first[player[entry]] == entry:
                rate_player(state, log, rules, work, (entry, dual))
                share_out(state, log, rules, record, work, entry)
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
        Term("effective games N'", float(room.effective[one]), "games"),
        Term(
            f"rating of {{{other}}}",
            float(room.opponent[other]),
            "points",
            "before the event" if rules.one_pass else "after the first pass",
        ),
    ]
    if room.special[one] == 1.0:
        if not last:
            return Explanation([], inputs, True, "the special formula is told with the last game")
        formula = "special formula: the rating at which the score is as expected"
        term = Term("all games of the event", float(record.change[entry]), "points", formula)
        return Explanation([term], inputs)
    score = duel_score(log.place[entry], log.place[opponent_of(entry)])
    chance = float(standard_expectancy(room.prior[one] - room.opponent[other]))
    factor = float(room.factor[one])
    word = outcome_words(score)
    source = f"{factor:.6g} × ({score:g} − {chance:.6f})"
    gain = on_grid(factor * (score - chance), POINTS)
    terms = [Term(f"{word} {{{other}}}", gain, "points", source)]
    if last and room.bonus[one] > 0.0:
        formula = f"K (S − E) − {rules.bonus_threshold:g} √max(m, 4)"
        terms.append(Term("bonus of the event", float(room.bonus[one]), "points", formula))
    if last and room.raised[one] != 0.0:
        terms.append(Term("up to the floor", float(room.raised[one]), "points"))
    inputs += [
        Term("K", factor, "points", "800 / (N' + m)"),
        Term("expected score in the event", float(room.expected[one]), "points of games"),
    ]
    return Explanation(terms, inputs)


def work(log: Log, n_players: int) -> Work:
    """Room for any period of a log."""
    numbers: list[Any] = [np.zeros(n_players) for _ in range(9)]
    return Work(meetings_of(log, n_players), *numbers)


def set_prior(state: State, rules: Rules, work: Work, one: int, year: int) -> None:
    """Steps 1 and 2: initial rating, effective games and formula of one player."""
    prior = state.rating[one]
    games = state.games[one]
    if games == 0.0 and state.born[one] > 0.0 and year > 0:
        prior = min(max(50.0 * (year - state.born[one]), 100.0), 1300.0)
    work.prior[one] = prior
    work.opponent[one] = prior
    work.passed[one] = prior
    work.effective[one] = effective_games(prior, games, rules.old_form)
    work.special[one] = 0.0
    if games <= rules.special_games or state.streak[one] != 0.0:
        work.special[one] = 1.0


def estimate_newcomer(state: State, log: Log, rules: Rules, work: Work, entry: int) -> None:
    """Step 3: an estimate of who is unrated, for opponents; the initial rating is one game."""
    one = log.player[entry]
    if state.games[one] == 0.0:
        prior = work.prior[one]
        found = special_rating(prior, log, work, (entry, 1.0, prior, 0.5))
        work.passed[one] = max(min(found, rules.special_cap), 100.0)


def take_results(log: Log, work: Work, begin: int, end: int) -> None:
    """From now on, opponents are taken at the results of the last pass."""
    for entry in range(begin, end):
        one = log.player[entry]
        work.opponent[one] = work.passed[one]


def rate_player(state: State, log: Log, rules: Rules, work: Work, chain: tuple[int, int]) -> None:
    """Steps 4 and 5: the result of one player; chain : the first entry, whether dual-rated."""
    entry, dual = chain
    one = log.player[entry]
    prior = work.prior[one]
    effective = work.effective[one]
    work.bonus[one] = 0.0
    if work.special[one] == 1.0:
        anchor = prior - 400.0 * state.streak[one]
        past = effective * (0.5 + 0.5 * state.streak[one])
        found = special_rating(prior, log, work, (entry, effective, anchor, past))
        work.passed[one] = max(min(found, max(rules.special_cap, prior)), 100.0)
        return
    games = 0.0
    score = 0.0
    expected = 0.0
    at = entry
    while at >= 0:
        other = opponent_of(at)
        games += 1.0
        score += duel_score(log.place[at], log.place[other])
        chance = standard_expectancy(prior - work.opponent[log.player[other]])
        expected += on_grid(chance, CHANCES)
        at = work.meetings.following[at]
    factor = k_factor(prior, effective, games, dual)
    gain = factor * (score - expected)
    threshold = rules.bonus_threshold * math.sqrt(max(games, 4.0))
    if gain > threshold and is_bonus_event(log, work, entry):
        work.bonus[one] = on_grid(gain - threshold, POINTS)
    work.factor[one] = factor
    work.expected[one] = expected
    work.passed[one] = max(prior + gain + work.bonus[one], 100.0)


def share_out(state: State, log: Log, rules: Rules, record: Record, work: Work, entry: int) -> None:
    """Write the changes of a player's entries, so that with the floor they add up to the result."""
    one = log.player[entry]
    floor = state.floor[one]
    if rules.personal_floor == 1:
        floor = earned_floor(floor, floor_credit(log, work, entry))
    work.raised[one] = 0.0
    reached = state.rating[one]
    at = entry
    while at >= 0:
        other = opponent_of(at)
        last = work.meetings.following[at] < 0
        change = 0.0
        if work.special[one] == 0.0:
            lead = work.prior[one] - work.opponent[log.player[other]]
            score = duel_score(log.place[at], log.place[other])
            change = on_grid(work.factor[one] * (score - standard_expectancy(lead)), POINTS)
            if last:
                change += work.bonus[one]
                if reached + change < floor:
                    work.raised[one] = floor - (reached + change)
                    change += work.raised[one]
        elif last:
            change = max(on_grid(work.passed[one], POINTS), floor) - reached
        record.change[at] = change
        reached += change
        at = work.meetings.following[at]


def floor_credit(log: Log, work: Work, entry: int) -> float:
    """By how much an event raises a personal floor: 4 a win, 2 a draw, 1 from three games on."""
    credit = 0.0
    games = 0
    while entry >= 0:
        games += 1
        credit += 4.0 * duel_score(log.place[entry], log.place[opponent_of(entry)])
        entry = work.meetings.following[entry]
    if games >= 3:
        credit += 1.0
    return credit


def apply_entry(
    state: State, log: Log, rules: Rules, record: Record, work: Work, entry: int
) -> None:
    """Add one entry's change; with a player's last entry, count the games and set the floor."""
    one = log.player[entry]
    keep = len(record.before) > 0
    if keep:
        lead = work.prior[one] - work.prior[log.player[opponent_of(entry)]]
        record.expected[entry] = standard_expectancy(lead)
        record.before[entry] = state.rating[one]
        record.other_before[0, entry] = state.games[one]
        record.other_before[1, entry] = state.floor[one]
        record.other_before[2, entry] = state.streak[one]
        record.other_before[3, entry] = state.born[one]
    state.rating[one] += record.change[entry]
    if work.meetings.following[entry] < 0:
        count_event(state, log, rules, work, work.meetings.first[one])
    if keep:
        record.other_after[0, entry] = state.games[one]
        record.other_after[1, entry] = state.floor[one]
        record.other_after[2, entry] = state.streak[one]
        record.other_after[3, entry] = state.born[one]


def count_event(state: State, log: Log, rules: Rules, work: Work, entry: int) -> None:
    """Count a player's games; raise the floor by the event, then by an established rating."""
    one = log.player[entry]
    if rules.personal_floor == 1:
        credit = floor_credit(log, work, entry)
        state.floor[one] = earned_floor(state.floor[one], credit)
    games = 0.0
    points = 0.0
    at = entry
    while at >= 0:
        games += 1.0
        points += duel_score(log.place[at], log.place[opponent_of(at)])
        at = work.meetings.following[at]
    streak = 0.0
    if points == games:
        streak = 1.0
    elif points == 0.0:
        streak = -1.0
    if state.games[one] > 0.0 and state.streak[one] != streak:
        streak = 0.0
    state.streak[one] = streak
    state.games[one] += games
    if state.games[one] > rules.established_games:
        state.floor[one] = max(state.floor[one], peak_floor(state.rating[one]))


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
        StateColumn("born", "year", "year of birth that gives the initial rating, else 0"),
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
