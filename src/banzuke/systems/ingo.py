"""Ingo: a rating moves part of the way to the event's performance; the lower number is better.

Source: A. Hößlinger, the Ingo system, 1948, and the Ingo rules of the Deutscher Schachbund until
1992: performance P = mean of the opponents - (100 W / n - 50), opponents taken as at most 40
away; new F = (n P + E F) / (n + E), with E by age; before, new F = 3/4 F + 1/4 P.
Scale: points; lower is better, and 10 points are 10 % of the score.

    >>> import banzuke as bz
    >>> bz.rate_game("ingo-draft", sides=[[(230, 5)], [(230, 9)]], places=[1, 2])
    [[(227.61904761905316, 6.0, 0.0)], [(232.38095238094684, 10.0, 0.0)]]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log, Record, holder
from banzuke.model.parameters import Parameters, parameter
from banzuke.model.phrases import name_of, phrase
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
from banzuke.parts.births import GROWN_UP, age_in, birth_years
from banzuke.parts.duels import duel_score, outcome_words, score_duels
from banzuke.parts.meetings import Meetings, link, meetings_of, opponent_of, period_of, unlink


class IngoParameters(Parameters):
    """What a rulebook may set."""

    start_rating: float = parameter(230.0, "rating before the first event", unit="points")
    share: Literal["by games", "quarter"] = parameter(
        "by games",
        "the part of the way that an event moves a rating: n / (n + E), or always a quarter",
    )
    coefficient_young: float = parameter(10.0, "E up to young_age", unit="games", gt=0)
    coefficient_junior: float = parameter(15.0, "E up to junior_age", unit="games", gt=0)
    coefficient: float = parameter(20.0, "E of everybody else", unit="games", gt=0)
    young_age: int = parameter(20, "the last year of age that counts as young", unit="years", ge=0)
    junior_age: int = parameter(
        25, "the last year of age that counts as junior", unit="years", ge=0
    )
    gap_cap: float = parameter(
        40.0, "an opponent farther away counts as this far away; 0 for no cap", unit="points", ge=0
    )


class State(NamedTuple):
    """rating : float64[n_players], points; games : evaluations; born : year, 0 if unknown."""

    rating: NDArray[np.float64]
    games: NDArray[np.float64]
    born: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them; quarter is 1 for yes."""

    quarter: int
    coefficient_young: float
    coefficient_junior: float
    coefficient: float
    young_age: int
    junior_age: int
    gap_cap: float


def rules(parameters: IngoParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    return Rules(
        quarter=int(parameters.share == "quarter"),
        coefficient_young=parameters.coefficient_young,
        coefficient_junior=parameters.coefficient_junior,
        coefficient=parameters.coefficient,
        young_age=parameters.young_age,
        junior_age=parameters.junior_age,
        gap_cap=parameters.gap_cap,
    )


def start(
    given: Given, n_players: int, parameters: IngoParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Every player at the start rating, or at what the players file gives."""
    born, complaints = birth_years(given, n_players)
    rating = given.numbers("rating", n_players, parameters.start_rating)
    games = given.numbers("games", n_players, 0.0)
    return State(rating, games, born), complaints


def predict(state: State, log: Log, rules: Rules, chance: Column, first: int, last: int) -> None:
    """Write the expected score of each entry, a draw counted half.

    chance : float64[n_entries], in [0, 1]; the two of a game sum to 1
    """
    for number in range(first, last):
        begin, end, _ = period_of(log, number)
        for entry in range(begin, end):
            chance[entry] = forecast(state, log, rules, entry)


def update(
    state: State, log: Log, rules: Rules, record: Record, work: Meetings, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place, each from the ratings before it."""
    player = log.player
    keep = len(record.before) > 0
    for number in range(first, last):
        begin, end, year = period_of(log, number)
        link(player, work, begin, end)
        for entry in range(begin, end):
            if work.first[player[entry]] == entry:
                rate_player(state, log, rules, record, work, (entry, year))
        if keep:
            for entry in range(begin, end):
                record.expected[entry] = forecast(state, log, rules, entry)
        for entry in range(begin, end):
            one = player[entry]
            counted = 0.0
            if work.following[entry] < 0:
                counted = 1.0
            if keep:
                record.before[entry] = state.rating[one]
                record.other_before[0, entry] = state.games[one]
                record.other_after[0, entry] = state.games[one] + counted
                record.other_before[1, entry] = state.born[one]
                record.other_after[1, entry] = state.born[one]
            state.rating[one] += record.change[entry]
            state.games[one] += counted
        unlink(player, work, begin, end)


def explain(
    state: State, log: Log, rules: Rules, parameters: IngoParameters, game: int, entry: int
) -> Explanation:
    """The game's own performance, and the part of the way to it."""
    one, other = int(log.player[entry]), int(log.player[opponent_of(entry)])
    number = holder(log.period, game)
    begin, end, year = period_of(log, number)
    games = int((log.player[begin:end] == one).sum())
    age = age_in(int(year), float(state.born[one]))
    share = game_share(games, age, rules)
    old = float(state.rating[one])
    met = counted_rating(old, float(state.rating[other]), rules.gap_cap)
    score = duel_score(log.place[entry], log.place[opponent_of(entry)])
    reached = performance(met, score)
    change = on_grid(share * (reached - old), POINTS)
    known = (
        phrase("age unknown, taken as grown up")
        if age == GROWN_UP
        else phrase("age {age}", age=age)
    )
    way = "1/4 / n" if rules.quarter else known
    inputs = [
        Term(
            phrase("rating of {who} as counted", who=name_of(other)),
            met,
            "points",
            phrase("at most {gap_cap:g} away", gap_cap=rules.gap_cap),
            cell="gap_cap",
        ),
        Term("performance", reached, "points", f"{met:.6g} − (100 × {score:g} − 50)"),
        Term("games in the event", float(games), "games"),
        Term("part of the way a game", share, "", way, share_cell(age, rules)),
    ]
    source = f"{share:.6g} × ({reached:.6g} − {old:.6g})"
    return Explanation(
        [Term(outcome_words(score, name_of(other)), change, "points", source)], inputs
    )


def work(log: Log, n_players: int) -> Meetings:
    """Room for any period of a log."""
    return meetings_of(log, n_players)


def rate_player(
    state: State, log: Log, rules: Rules, record: Record, work: Meetings, chain: tuple[int, int]
) -> None:
    """Write the changes of one player's entries; chain : the first of them, the year."""
    entry, year = chain
    one = log.player[entry]
    old = state.rating[one]
    games = 0
    at = entry
    while at >= 0:
        games += 1
        at = work.following[at]
    share = game_share(games, age_in(year, state.born[one]), rules)
    at = entry
    while at >= 0:
        other = opponent_of(at)
        met = counted_rating(old, state.rating[log.player[other]], rules.gap_cap)
        score = duel_score(log.place[at], log.place[other])
        record.change[at] = on_grid(share * (performance(met, score) - old), POINTS)
        at = work.following[at]


def game_share(games: int, age: int, rules: Rules) -> float:
    """The part of the way to its performance that one of so many games moves a rating."""
    if rules.quarter == 1:
        return 0.25 / games
    coefficient = rules.coefficient
    if age <= rules.young_age:
        coefficient = rules.coefficient_young
    elif age <= rules.junior_age:
        coefficient = rules.coefficient_junior
    return 1.0 / (games + coefficient)


def share_cell(age: int, rules: Rules) -> str:
    """The parameter that this part of the way comes from."""
    if rules.quarter == 1:
        return "share"
    if age <= rules.young_age:
        return "coefficient_young"
    return "coefficient_junior" if age <= rules.junior_age else "coefficient"


def counted_rating(mine: float, theirs: float, cap: float) -> float:
    """The opponent's rating, drawn to at most ``cap`` points away."""
    if cap == 0.0:
        return theirs
    return min(max(theirs, mine - cap), mine + cap)


def performance(met: float, score: float) -> float:
    """P of one game: 50 points better than the opponent for a win, 50 worse for a loss."""
    return met - (100.0 * score - 50.0)


def forecast(state: State, log: Log, rules: Rules, entry: int) -> float:
    """The expected score of an entry: a half, and 1 % for each point of the lead."""
    mine = state.rating[log.player[entry]]
    met = counted_rating(mine, state.rating[log.player[opponent_of(entry)]], rules.gap_cap)
    return min(max(0.5 + (met - mine) / 100.0, 0.0), 1.0)


SYSTEM = System(
    key="ingo",
    title="Ingo",
    source="A. Hößlinger, the Ingo system, 1948; Ingo rules of the Deutscher Schachbund",
    year=1948,
    version=2,
    summary="A rating moves part of the way to an event's performance; the lower is the better.",
    periods=(Period.EVENT,),
    capabilities=frozenset({Capability.DRAWS}),
    columns=(
        StateColumn("rating", "points", "the Ingo number; the lower, the better"),
        StateColumn("games", "events", "evaluations so far: the index"),
        StateColumn("born", "year", "year of birth, 0 if unknown", unknown=0.0),
    ),
    parameters=IngoParameters,
    state=State,
    rules=rules,
    start=start,
    update=update,
    work=work,
    score=score_duels,
    explain=explain,
    predict=predict,
    reads=("year",),
    expects="points",
    lowest_is_best=True,
)
