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

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import field_validator

from banzuke.model.log import Column, Log, Record
from banzuke.model.parameters import Parameters, parameter, raise_faults
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
from banzuke.parts.score_table import ScoreBand, score_by_difference, wrong_bands
from banzuke.parts.starting import wrong_values
from banzuke.systems.list_elo.explaining import explain_first, explain_full
from banzuke.systems.list_elo.first_rating import (
    find_first_ratings,
    wrong_differences,
)
from banzuke.systems.list_elo.k_rules import KRule, KTable, k_table, wrong_rules
from banzuke.systems.list_elo.period import (
    Work,
    apply_entry,
    forecast,
    rate_partial,
    told_expectation,
    work,
)
from banzuke.systems.list_elo.rating import rate_full
from banzuke.systems.list_elo.strengths import find_met, find_strengths

#: No list of any federation has higher ratings; sums of parts of points stay exact below it.
HIGHEST = 100_000


class ListEloParameters(Parameters):
    """What a rulebook may set."""

    scores: tuple[ScoreBand, ...] = parameter(
        (ScoreBand(score=0.5),), "the table: what the higher rated scores, up to which difference"
    )
    cap: float = parameter(
        400.0, "differences above this count as this; 0 for no cap", unit="points", ge=0, le=100_000
    )
    capped: Literal["every game", "widest gap of an event"] = parameter(
        "every game", "which games the cap holds for"
    )
    true_gap_from: float = parameter(
        0.0,
        "who has this rating or more is rated by true differences; 0 for nobody",
        unit="points",
        ge=0,
        le=100_000,
    )
    widest_gap: float = parameter(
        0.0,
        "games of players as far apart as this, or further, are not rated if one of them is "
        "above widest_above; 0 for any",
        unit="points",
        ge=0,
        le=100_000,
    )
    widest_above: float = parameter(
        0.0, "rating above which widest_gap holds", unit="points", ge=0, le=100_000
    )
    k_rules: tuple[KRule, ...] = parameter(
        (
            KRule(k=10, peak_from=2400),
            KRule(k=40, peak_below=2300, age_to=18),
            KRule(k=40, games_below=30),
            KRule(k=20),
        ),
        "K, points for a whole score: the first row that holds",
    )
    k_games_most: float = parameter(
        700.0,
        "K times the games of a period is at most this, else K is the largest whole number that "
        "keeps to it; 0 for no limit",
        unit="points",
        ge=0,
        le=100_000,
    )
    lowest: float = parameter(
        0.0,
        "who falls below this has no rating any more, and no first rating is below it; 0 for any",
        unit="points",
        ge=0,
        le=100_000,
    )
    first_games: int = parameter(
        5, "games against rated opponents that a first rating needs", unit="games", ge=1, le=1000
    )
    first_months: int = parameter(
        26,
        "months, the first included, over which games for a first rating are kept; 0 for ever",
        unit="months",
        ge=0,
        le=1200,
    )
    first_most: float = parameter(
        0.0, "highest first rating; 0 for any", unit="points", ge=0, le=100_000
    )
    drop_zero: bool = parameter(
        False, "whether an event without a point does not count before any other has"
    )
    drawn_games: int = parameter(
        0, "draws that are added to the games for a first rating", unit="games", ge=0, le=100
    )
    drawn_rating: float = parameter(
        0.0,
        "rating of the opponents of these draws; 0 for the mean of the real ones",
        unit="points",
        ge=0,
        le=100_000,
    )
    points_above_half: float = parameter(
        0.0,
        "points for each half point above 50 percent in a first rating; 0 for differences",
        unit="points",
        ge=0,
        le=1000,
    )
    differences: tuple[float, ...] = parameter(
        (0.0,) * 51,
        "points above the opponents' mean that 50, 51 … 100 percent stand for",
        unit="points",
    )
    full_games: int = parameter(
        0,
        "who has fewer rated games is still rated by performance, of all games so far",
        unit="games",
        ge=0,
        le=1000,
    )
    passes: Literal["one", "two"] = parameter(
        "one",
        "whether performances count rated opponents only, or in a second pass others as well, "
        "at what the first gave them",
    )
    partial_effect: float = parameter(
        1.0, "share of a game's change where the opponent has fewer than full_games", ge=0, le=1
    )
    assumed_rating: float = parameter(
        1400.0, "rating that forecasts assume of who has none", unit="points", gt=0, le=100_000
    )

    @field_validator("scores")
    @classmethod
    def _table_is_whole(cls, scores: tuple[ScoreBand, ...]) -> tuple[ScoreBand, ...]:
        raise_faults(wrong_bands(scores))
        return scores

    @field_validator("k_rules")
    @classmethod
    def _everybody_has_a_k(cls, rows: tuple[KRule, ...]) -> tuple[KRule, ...]:
        raise_faults(wrong_rules(rows))
        return rows

    @field_validator("differences")
    @classmethod
    def _differences_rise(cls, differences: tuple[float, ...]) -> tuple[float, ...]:
        raise_faults(wrong_differences(differences))
        return differences


class State(NamedTuple):
    """Each float64[n_players].

    rating : whole points, 0 for none; games : rated so far; peak : highest on a list
    k : K of the players file, 0 for none; born : year, 0 if unknown
    kept_games, kept_points, kept_total, kept_month : games of who is rated by performance: how
    many, points made, sum of the opponents' ratings, month of the first (as ``Log.month``)
    earlier, changed : the rating before the newest period with a game, and that period's month
    """

    rating: NDArray[np.float64]
    games: NDArray[np.float64]
    peak: NDArray[np.float64]
    k: NDArray[np.float64]
    born: NDArray[np.float64]
    kept_games: NDArray[np.float64]
    kept_points: NDArray[np.float64]
    kept_total: NDArray[np.float64]
    kept_month: NDArray[np.float64]
    earlier: NDArray[np.float64]
    changed: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them; 1 for yes, 0 for no.

    scores : float64[n], by difference; differences : float64[51], by percent above 50
    """

    scores: Column
    differences: Column
    k_table: KTable
    cap: float
    once_an_event: int
    true_gap_from: float
    widest_gap: float
    widest_above: float
    k_games_most: float
    lowest: float
    first_games: float
    first_months: int
    first_most: float
    drop_zero: int
    drawn_games: float
    drawn_rating: float
    points_above_half: float
    full_games: float
    passes: int
    partial_effect: float
    assumed_rating: float


def rules(parameters: ListEloParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers and look-ups."""
    return Rules(
        scores=score_by_difference(parameters.scores),
        differences=np.array(parameters.differences, dtype=np.float64),
        k_table=k_table(parameters.k_rules),
        cap=parameters.cap,
        once_an_event=int(parameters.capped == "widest gap of an event"),
        true_gap_from=parameters.true_gap_from,
        widest_gap=parameters.widest_gap,
        widest_above=parameters.widest_above,
        k_games_most=parameters.k_games_most,
        lowest=parameters.lowest,
        first_games=float(parameters.first_games),
        first_months=parameters.first_months,
        first_most=parameters.first_most,
        drop_zero=int(parameters.drop_zero),
        drawn_games=float(parameters.drawn_games),
        drawn_rating=parameters.drawn_rating,
        points_above_half=parameters.points_above_half,
        full_games=float(parameters.full_games),
        passes=("one", "two").index(parameters.passes) + 1,
        partial_effect=parameters.partial_effect,
        assumed_rating=parameters.assumed_rating,
    )


def start(
    given: Given, n_players: int, parameters: ListEloParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Nobody has a rating but who brings one; games, peak, k and born may come with it.

    Who brings a rating without a number of games is taken as established. Who brings one that
    is still by performance brings its games as draws against players as strong.
    """
    born, complaints = birth_years(given, n_players)
    columns = {
        name: given.numbers(name, n_players, 0.0) for name in State._fields if name != "born"
    }
    said = given.numbers("rating", n_players)
    wrong = ~np.isnan(said) & ((said < 1.0) | (said > HIGHEST) | (said != np.rint(said)))
    right = f"a whole number from 1 to {HIGHEST:,}; empty for none"
    complaints += wrong_values("rating", said, wrong, "is no rating of a list", right)
    unsaid = np.isnan(given.numbers("games", n_players))
    columns["games"][unsaid & (columns["rating"] > 0.0)] = established_games(parameters)
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
    version=1,
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
        StateColumn("peak", "points", "highest rating on a list"),
        StateColumn("k", "points", "K of the players file, which K is never above; 0 for none"),
        StateColumn("born", "year", "year of birth; 0 if unknown"),
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
    expects="points",
    whole_numbers=True,
)
