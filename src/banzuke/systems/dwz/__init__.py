"""DWZ: Elo by whole events, with a step that grows for the young, and first ratings in one go.

Source: Deutscher Schachbund, Wertungsordnung, articles 2.2, 3.2 to 3.4 and appendix 1.2:
Rn = Ro + 800 (W - We) / (E + n); E = ((Ro / 1000)^4 + J) fB + SBr; We = sum of P(D).
Scale: points; 200 are the standard deviation of one player's performance in one game.

    >>> import banzuke as bz
    >>> bz.rate_game("dwz-draft", sides=[[(1600, 22)], [(1600, 103)]], places=[1, 2])
    [[(1617.0, 23.0, 0.0, 0.0, 0.0, 0.0, 0.0)], [(1583.0, 104.0, 0.0, 0.0, 0.0, 0.0, 0.0)]]
"""

from __future__ import annotations

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
from banzuke.parts.births import GROWN_UP, age_in, birth_years
from banzuke.parts.duels import duel_score, outcome_words, score_duels
from banzuke.parts.meetings import Meetings, link, meetings_of, opponent_of, period_of, unlink
from banzuke.parts.one_period import rated_again
from banzuke.parts.starting import wrong_values
from banzuke.systems.dwz.first_rating import (
    LEVEL_1,
    LEVEL_2,
    RATED,
    UNRATED,
    find_first_ratings,
    find_levels,
    is_kept,
)
from banzuke.systems.dwz.formulas import coefficient, expectation, nearest


class Work(NamedTuple):
    """Scratch of one period; n players.

    level : int64[n], what a player is in the event; strength : float64[n], the rating that
    opponents are rated against; fresh : float64[n]; counted : float64[n], games that count;
    factor : float64[n], points a game; rounding : float64[n], what the last entry adds
    """

    meetings: Meetings
    level: Column
    strength: Column
    fresh: Column
    counted: Column
    factor: Column
    rounding: Column


class DwzParameters(Parameters):
    """What a rulebook may set."""

    expectation: Literal["normal", "logistic"] = parameter(
        "normal", "the curve of the expected score"
    )
    whole_coefficient: bool = parameter(
        True, "whether E is rounded to a whole number before its limits"
    )
    whole_ratings: bool = parameter(True, "whether ratings are rounded after every event")
    brake: Literal["all", "youth"] = parameter(
        "all", "who below 1300 has a brake on losses: everybody, or those up to 20 years"
    )
    first_games: int = parameter(
        5, "games against rated opponents that a first rating needs", unit="games", ge=1
    )
    rest_years: int = parameter(
        2, "after how many years stored games of the unrated are dropped", unit="years", ge=0
    )
    foreign_index: int = parameter(
        6, "index of who comes with a rating of another system", unit="events", ge=0
    )
    assumed_rating: float = parameter(
        1000.0, "rating that forecasts assume of who has none", unit="points", gt=0
    )


class State(NamedTuple):
    """Each float64[n_players].

    rating : points, 0 for none; games : evaluations, the index; born : year, 0 if unknown
    rest_games, rest_points, rest_level, rest_year : stored games of the unrated: how many,
    points made, mean rating of the opponents, year of the last
    """

    rating: NDArray[np.float64]
    games: NDArray[np.float64]
    born: NDArray[np.float64]
    rest_games: NDArray[np.float64]
    rest_points: NDArray[np.float64]
    rest_level: NDArray[np.float64]
    rest_year: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them; 1 for yes, 0 for no."""

    logistic: int
    whole_coefficient: int
    whole_ratings: int
    brake_for_all: int
    first_games: float
    rest_years: int
    foreign_index: float
    assumed_rating: float


def rules(parameters: DwzParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    return Rules(
        logistic=int(parameters.expectation == "logistic"),
        whole_coefficient=int(parameters.whole_coefficient),
        whole_ratings=int(parameters.whole_ratings),
        brake_for_all=int(parameters.brake == "all"),
        first_games=float(parameters.first_games),
        rest_years=parameters.rest_years,
        foreign_index=float(parameters.foreign_index),
        assumed_rating=parameters.assumed_rating,
    )


def start(
    given: Given, n_players: int, parameters: DwzParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Nobody has a rating but who brings one, with the index (column games) that it has."""
    born, complaints = birth_years(given, n_players)
    columns = {
        name: given.numbers(name, n_players, 0.0) for name in State._fields if name != "born"
    }
    said = given.numbers("rating", n_players)
    complaints += wrong_values("rating", said, said < 1.0, "is no DWZ", "1 or more; empty for none")
    return State(born=born, **columns), complaints


def predict(state: State, log: Log, rules: Rules, chance: Column, first: int, last: int) -> None:
    """Write the expected score of each entry; who has no rating is assumed to have one.

    chance : float64[n_entries], in [0, 1]; the two of a game sum to 1
    """
    for number in range(first, last):
        begin, end, _ = period_of(log, number)
        for entry in range(begin, end):
            chance[entry] = forecast(state, log, rules, entry)


def update(
    state: State, log: Log, rules: Rules, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place, each from the ratings before it."""
    for number in range(first, last):
        period = period_of(log, number)
        begin, end, year = period
        link(log.player, work.meetings, begin, end)
        find_levels(state, log, rules, work, period)
        find_first_ratings(state, log, rules, work, period)
        for entry in range(begin, end):
            if work.meetings.first[log.player[entry]] == entry:
                rate_player(state, log, rules, record, work, (entry, year))
        if len(record.before) > 0:
            for entry in range(begin, end):
                record.expected[entry] = forecast(state, log, rules, entry)
        for entry in range(begin, end):
            apply_entry(state, log, rules, record, work, (entry, year))
        unlink(log.player, work.meetings, begin, end)


def explain(
    state: State, log: Log, rules: Rules, parameters: DwzParameters, game: int, entry: int
) -> Explanation:
    """K = 800 / (E + n) times (score - expected score); or the first DWZ; and rounding."""
    room = work(log, len(state.rating))
    record = rated_again(update, state, log, rules, room, game)
    one, other = int(log.player[entry]), int(log.player[opponent_of(entry)])
    change = float(record.change[entry])
    strength = float(room.strength[other])
    level, met = int(room.level[one]), int(room.level[other])
    inputs = [Term("rating of {%d}" % other, strength, "points")] if met else []  # noqa: UP031  # braces stand for a player here
    if level == UNRATED:
        return Explanation([], inputs, False, "no DWZ yet: too few games, or none lost or won")
    if level > RATED:
        why = f"level {level - RATED}: all of the event's first DWZ fit the scores together"
        inputs.append(Term("first DWZ", float(room.strength[one]), "points", why))
        if change == 0.0:
            return Explanation([], inputs, True, "the first DWZ is told with the last game")
        return Explanation([Term("first DWZ", change, "points", why)], inputs)
    if met == UNRATED:
        why = "the opponent has no DWZ"
        if change == 0.0:
            return Explanation([], inputs, False, why)
        return Explanation([Term("rounding", change, "points", "to a whole number")], inputs)
    return _explain_rated(state, log, rules, room, inputs, entry)


def _explain_rated(
    state: State, log: Log, rules: Rules, room: Work, inputs: list[Term], entry: int
) -> Explanation:
    one, other = int(log.player[entry]), int(log.player[opponent_of(entry)])
    year = int(log.year[entry // 2])
    factor, games = float(room.factor[one]), float(room.counted[one])
    score = duel_score(log.place[entry], log.place[opponent_of(entry)])
    chance = expectation(state.rating[one] - room.strength[other], rules.logistic)
    word = outcome_words(score)
    terms = [
        Term(
            f"{word} {{{other}}}",
            float(on_grid(factor * (score - chance), POINTS)),
            "points",
            f"{factor:.6g} × ({score:g} − {chance:.6f})",
        )
    ]
    if room.meetings.following[entry] < 0 and room.rounding[one] != 0.0:
        terms.append(Term("rounding", float(room.rounding[one]), "points", "to a whole number"))
    age = age_in(year, float(state.born[one]))
    known = f"age {age}" if age != GROWN_UP else "age unknown, taken as above 25"
    index = f"index {state.games[one]:g}"
    inputs += [
        Term("expected score", float(chance), "", "P(D)"),
        Term("development coefficient E", 800.0 / factor - games, "", f"{known}, {index}"),
        Term("games that count", games, "games"),
        Term("factor", factor, "points", "800 / (E + n)"),
    ]
    return Explanation(terms, inputs)


def work(log: Log, n_players: int) -> Work:
    """Room for any period of a log."""
    numbers: list[Any] = [np.zeros(n_players) for _ in range(5)]
    return Work(meetings_of(log, n_players), np.zeros(n_players, dtype=np.int64), *numbers)


def forecast(state: State, log: Log, rules: Rules, entry: int) -> float:
    """The expected score of an entry, by the ratings before the event."""
    mine = state.rating[log.player[entry]]
    theirs = state.rating[log.player[opponent_of(entry)]]
    if mine == 0.0:
        mine = rules.assumed_rating
    if theirs == 0.0:
        theirs = rules.assumed_rating
    return expectation(mine - theirs, rules.logistic)


def rate_player(
    state: State, log: Log, rules: Rules, record: Record, work: Work, chain: tuple[int, int]
) -> None:
    """Write the changes of one player's entries; chain : the first of them, the year."""
    entry, year = chain
    one = log.player[entry]
    old = state.rating[one]
    games = 0.0
    surplus = 0.0
    at = entry
    while at >= 0:
        record.change[at] = 0.0
        other = opponent_of(at)
        if work.level[log.player[other]] > UNRATED:
            chance = expectation(old - work.strength[log.player[other]], rules.logistic)
            games += 1.0
            surplus += on_grid(duel_score(log.place[at], log.place[other]) - chance, CHANCES)
        at = work.meetings.following[at]
    work.counted[one] = games
    work.factor[one] = 0.0
    work.rounding[one] = 0.0
    if work.level[one] == UNRATED or games == 0.0:
        return
    if work.level[one] == RATED:
        age = age_in(year, state.born[one])
        divisor = coefficient(old, age, surplus, state.games[one], rules) + games
        work.factor[one] = 800.0 / divisor
    target = work.strength[one]
    if work.level[one] == RATED:
        target = old + work.factor[one] * surplus
        if rules.whole_ratings == 1:
            target = nearest(target)
        target = max(target, 1.0)
    reached = old
    at = entry
    while at >= 0:
        other = opponent_of(at)
        part = 0.0
        if work.level[one] == RATED and work.level[log.player[other]] > UNRATED:
            chance = expectation(old - work.strength[log.player[other]], rules.logistic)
            score = duel_score(log.place[at], log.place[other])
            part = on_grid(work.factor[one] * (score - chance), POINTS)
        if work.meetings.following[at] < 0 and is_corrected(work.level[one], target, rules):
            work.rounding[one] = (target - reached) - part
            part += work.rounding[one]
        record.change[at] = part
        reached += part
        at = work.meetings.following[at]


def is_corrected(level: int, target: float, rules: Rules) -> bool:
    """Whether the last entry brings the rating to where the formula alone does not."""
    return level >= LEVEL_1 or rules.whole_ratings == 1 or target == 1.0


def apply_entry(
    state: State, log: Log, rules: Rules, record: Record, work: Work, chain: tuple[int, int]
) -> None:
    """Add one entry's change; with a player's last entry of the event, count the event."""
    entry, year = chain
    one = log.player[entry]
    keep = len(record.before) > 0
    if keep:
        record.before[entry] = state.rating[one]
        record.other_before[0, entry] = state.games[one]
        record.other_before[1, entry] = state.born[one]
        record.other_before[2, entry] = state.rest_games[one]
        record.other_before[3, entry] = state.rest_points[one]
        record.other_before[4, entry] = state.rest_level[one]
        record.other_before[5, entry] = state.rest_year[one]
    state.rating[one] += record.change[entry]
    if work.meetings.following[entry] < 0:
        count_event(state, log, rules, work, (work.meetings.first[one], year))
    if keep:
        record.other_after[0, entry] = state.games[one]
        record.other_after[1, entry] = state.born[one]
        record.other_after[2, entry] = state.rest_games[one]
        record.other_after[3, entry] = state.rest_points[one]
        record.other_after[4, entry] = state.rest_level[one]
        record.other_after[5, entry] = state.rest_year[one]


def count_event(state: State, log: Log, rules: Rules, work: Work, chain: tuple[int, int]) -> None:
    """Raise the index of who was evaluated; store the games of who still has no rating."""
    entry, year = chain
    one = log.player[entry]
    if work.level[one] == RATED:
        if work.counted[one] > 0.0:
            if state.games[one] == 0.0:
                state.games[one] = rules.foreign_index
            state.games[one] += 1.0
        return
    kept = is_kept(state.rest_games[one], state.rest_year[one], year, rules.rest_years)
    if work.level[one] > RATED:
        state.games[one] = 1.0
        kept = False
    if not kept:
        state.rest_games[one] = 0.0
        state.rest_points[one] = 0.0
        state.rest_level[one] = 0.0
        state.rest_year[one] = 0.0
    if work.level[one] > RATED:
        return
    games = state.rest_games[one]
    total = on_grid(games * state.rest_level[one], POINTS)
    at = entry
    while at >= 0:
        other = opponent_of(at)
        level = work.level[log.player[other]]
        if UNRATED < level < LEVEL_2:
            games += 1.0
            total += work.strength[log.player[other]]
            state.rest_points[one] += duel_score(log.place[at], log.place[other])
            state.rest_year[one] = float(year)
        at = work.meetings.following[at]
    state.rest_games[one] = games
    if games > 0.0:
        state.rest_level[one] = total / games


SYSTEM = System(
    key="dwz",
    title="DWZ",
    source="Deutscher Schachbund, Wertungsordnung, articles 2.2, 3.2 to 3.4, appendix 1.2",
    year=1991,
    version=2,
    summary="Elo by whole events; the step depends on rating, age and number of evaluations.",
    periods=(Period.EVENT,),
    capabilities=frozenset({Capability.DRAWS}),
    columns=(
        StateColumn("rating", "points", "the DWZ, 0 for none"),
        StateColumn("games", "events", "evaluations so far: the index"),
        StateColumn("born", "year", "year of birth, 0 if unknown"),
        StateColumn("rest_games", "games", "games stored for the first DWZ"),
        StateColumn("rest_points", "points of games", "what was scored in the stored games"),
        StateColumn("rest_level", "points", "mean rating of the opponents in the stored games"),
        StateColumn("rest_year", "year", "year of the last stored game"),
    ),
    parameters=DwzParameters,
    state=State,
    rules=rules,
    start=start,
    update=update,
    work=work,
    score=score_duels,
    explain=explain,
    predict=predict,
    reads=("year",),
    unrated=0.0,
    assumes=True,
    lowest=lambda parameters: 1.0,
    expects="points, by the ratings before the event",
)
