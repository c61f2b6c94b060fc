"""Topcoder: a part of the way to the rating at which the place reached was to be expected.

Source: "Topcoder Ratings" (topcoder.com/thrive/articles/Ratings); for what it leaves open the
site's own program, class RatingQubits (github.com/topcoder-platform/tc-website, 2004-2009). The
chance to be placed above another is 0.5 (erf((R - Q) / sqrt(2 (V^2 + U^2))) + 1); an expected and
an actual place become performances by the inverse of the normal curve; their difference, times
the challenge factor, is how far the rating performed lies from the old one.
Scale: points; a new member has 1200 and the volatility 515.

    >>> import banzuke as bz
    >>> sides = [[(1500, 300, 10)], [(1200, 300, 10)], [(900, 300, 10)]]
    >>> after = bz.rate_game("topcoder-draft", sides=sides, places=[2, 1, 3])
    >>> [tuple(round(value, 3) for value in member) for (member,) in after]
    [(1444.056, 285.62, 11.0), (1289.551, 314.801, 11.0), (866.393, 272.783, 11.0)]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log, Record
from banzuke.model.parameters import Declared, Parameters, parameter
from banzuke.model.phrases import message, phrase
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
from banzuke.numeric.compiling import uncompiled
from banzuke.parts.contests import points_share, score_contests
from banzuke.parts.starting import from_to, wrong_values
from banzuke.systems.topcoder.challenge import (
    actual_rank,
    challenge_factor,
    change_of,
    contest_weight,
    expected_points,
    expected_rank,
    group_size,
    largest_change,
    performance,
    settle,
    volatility_after,
)


class Steadiness(Declared):
    """From which rating on the weight of a contest is lower."""

    lowest: float = parameter(..., "the lowest rating that it holds for", unit="points")
    factor: float = parameter(..., "what the weight is multiplied by", gt=0, le=1)


class TopcoderParameters(Parameters):
    """What a rulebook may set."""

    start_rating: float = parameter(
        1200.0, "rating before the first contest", unit="points", ge=0, le=100_000
    )
    start_volatility: float = parameter(
        515.0, "volatility before the first contest", unit="points", gt=0, le=100_000
    )
    first_volatility: float = parameter(
        385.0,
        "volatility after the first contest; 0 to compute it as after any other",
        unit="points",
        ge=0,
        le=100_000,
    )
    newcomers: Literal["after", "together"] = parameter(
        "after",
        "whether members with a rating are rated without the new ones, and these against "
        "everybody, or all together",
    )
    first_share: float = parameter(
        0.60, "share of the performance in a rating after the first contest", gt=0, lt=1
    )
    last_share: float = parameter(0.18, "what that share falls to after many contests", gt=0, lt=1)
    steadiness: tuple[Steadiness, ...] = parameter(
        (Steadiness(lowest=2000.0, factor=0.9), Steadiness(lowest=2500.0, factor=0.8)),
        "ratings from which on the weight of a contest is lower; the last that fits holds",
    )
    cap: float = parameter(
        150.0, "the most that a rating moves, after many contests", unit="points", ge=0
    )
    cap_of_new: float = parameter(
        1500.0, "what is added to it, divided by the contests before and 2", unit="points", ge=0
    )
    cap_whole: bool = parameter(
        True, "whether the fraction of that quotient is dropped, as the site's program does"
    )
    lowest_rating: float = parameter(
        1.0, "no rating falls below it by a contest", unit="points", ge=0, le=100_000
    )
    rounding: Literal["none", "whole"] = parameter(
        "none",
        "whether rating and volatility are rounded to whole points after each contest, halves "
        "upward",
    )


class State(NamedTuple):
    """One number a player in each column, float64[n_players].

    rating, volatility : points; games : contests that counted
    """

    rating: NDArray[np.float64]
    volatility: NDArray[np.float64]
    games: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them; truth values are 0 or 1.

    first_volatility : 0 for none
    steady_from, steady_factor : float64[k], the rows of ``steadiness`` in rising order
    """

    first_volatility: float
    newcomers_after: int
    first_share: float
    last_share: float
    steady_from: NDArray[np.float64]
    steady_factor: NDArray[np.float64]
    cap: float
    cap_of_new: float
    cap_whole: int
    lowest_rating: float
    whole: int


def rules(parameters: TopcoderParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    rows = sorted(parameters.steadiness, key=lambda row: row.lowest)
    return Rules(
        first_volatility=parameters.first_volatility,
        newcomers_after=int(parameters.newcomers == "after"),
        first_share=parameters.first_share,
        last_share=parameters.last_share,
        steady_from=np.array([row.lowest for row in rows], dtype=np.float64),
        steady_factor=np.array([row.factor for row in rows], dtype=np.float64),
        cap=parameters.cap,
        cap_of_new=parameters.cap_of_new,
        cap_whole=int(parameters.cap_whole),
        lowest_rating=parameters.lowest_rating,
        whole=int(parameters.rounding == "whole"),
    )


def start(
    given: Given, n_players: int, parameters: TopcoderParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Every player at the start values, or at what the players file gives.

    Where no number of games is given there were none: the player is rated as a new member.
    """
    rating = given.numbers("rating", n_players, parameters.start_rating)
    volatility = given.numbers("volatility", n_players, parameters.start_volatility)
    wrong = (rating < 0) | (rating > 100_000)
    what = message("{value:.10g} is too far off")
    complaints = wrong_values("rating", rating, wrong, what, from_to(0, 100_000))
    wrong = (volatility <= 0) | (volatility > 100_000)
    what, right = message("{value:.10g} is no volatility"), phrase("above 0, at most 100000")
    complaints += wrong_values("volatility", volatility, wrong, what, right)
    return State(rating, volatility, given.numbers("games", n_players, 0.0)), complaints


def predict(state: State, log: Log, rules: Rules, chance: Column, first: int, last: int) -> None:
    """Write each contestant's share of the points of all the contest's duels.

    chance : float64[n_entries], in [0, 1]; over a contest they sum to 1
    """
    for game in range(log.period[first], log.period[last]):
        begin, end = log.game[game], log.game[game + 1]
        for entry in range(begin, end):
            rank = expected_rank(state, log.player, begin, end, entry, 0)
            points = expected_points(rank, end - begin)
            chance[entry] = points_share(points, end - begin)


def update(state: State, log: Log, rules: Rules, record: Record, first: int, last: int) -> None:
    """Rate periods ``first`` to ``last - 1`` in place, each from the ratings before it."""
    rating = state.rating
    volatility = state.volatility
    games = state.games
    player = log.player
    change = record.change
    keep = len(record.before) > 0
    for period in range(first, last):
        first_game, last_game = log.period[period], log.period[period + 1]
        for game in range(first_game, last_game):
            settle(state, log, rules, record, log.game[game], log.game[game + 1])
        for entry in range(log.game[first_game], log.game[last_game]):
            one = player[entry]
            if keep:
                record.before[entry] = rating[one]
                record.other_before[0, entry] = volatility[one]
                record.other_before[1, entry] = games[one]
            # By one volatility after the other, if somebody has several contests in a period.
            volatility[one] = volatility_after(
                rating[one], volatility[one], games[one], change[entry], rules
            )
            rating[one] += change[entry]
            games[one] += 1.0
            if keep:
                record.other_after[0, entry] = volatility[one]
                record.other_after[1, entry] = games[one]


def explain(
    state: State, log: Log, rules: Rules, parameters: TopcoderParameters, game: int, entry: int
) -> Explanation:
    """The rating performed, the part of the way to it, and what cut it."""
    log, state, rules = uncompiled(log), uncompiled(state), uncompiled(rules)
    begin, end = log.game[game], log.game[game + 1]
    one = log.player[entry]
    rating, volatility, games = state.rating[one], state.volatility[one], state.games[one]
    known = int(rules.newcomers_after == 1 and games > 0.0)
    factor = challenge_factor(state, log.player, begin, end, known)
    size = group_size(state.games, log.player, begin, end, known)
    expected = expected_rank(state, log.player, begin, end, entry, known)
    actual = actual_rank(state.games, log, begin, end, entry, known)
    performed = rating + factor * (performance(actual, size) - performance(expected, size))
    weight = contest_weight(rating, games, rules)
    cap = largest_change(games, rules)
    change = change_of(rating, games, performed, rules)
    share = weight / (1.0 + weight)
    group = phrase("members with a rating") if known else phrase("everybody")
    after = volatility_after(rating, volatility, games, change, rules)
    way = phrase(
        "{share:.4g} % of the way from {rating:.6g} to {performed:.6g}",
        share=100 * share,
        rating=rating,
        performed=performed,
    )
    source = phrase("weight / (1 + weight) × (performed as − rating)")
    moved = share * (performed - rating)
    if abs(moved) > cap:
        source = phrase("{moved:.6g} is cut to ±{cap:.6g}", moved=moved, cap=cap)
    elif rating + moved < rules.lowest_rating:
        low = rules.lowest_rating
        source = phrase("{moved:.6g} would go below {low:g}", moved=moved, low=low)
    past = phrase("after {games:g} contests, rated {rating:.6g}", games=games, rating=rating)
    most = f"{parameters.cap:g} + {parameters.cap_of_new:g}/n"
    inputs = [
        Term("rated against", float(size), "players", group),
        Term("challenge factor", factor, "points", "of their volatilities and ratings"),
        Term("expected place", expected, "place", "0.5 and the chances of all to be above"),
        Term("place", actual, "place", "mean of the places shared"),
        Term("performed as", performed, "points", "rating + factor × (performance − expected)"),
        Term("weight", weight, "", past, "first_share"),
        Term("largest change", cap, "points", most, "cap"),
        Term("volatility before", volatility, "points"),
        Term("volatility after", after, "points", cell="steadiness"),
    ]
    return Explanation([Term(way, change, "points", source)], inputs)


SYSTEM = System(
    key="topcoder",
    title="Topcoder rating",
    source="“Topcoder Ratings”, topcoder.com/thrive/articles/Ratings, and class RatingQubits",
    year=2004,
    version=2,
    summary="A part of the way to the rating at which the place reached was to be expected.",
    periods=(Period.EVENT, Period.GAME),
    capabilities=frozenset({Capability.MANY_SIDES, Capability.DRAWS, Capability.STANDINGS}),
    columns=(
        StateColumn("rating", "points", "how strong the player is"),
        StateColumn("volatility", "points", "how much the player's performances vary"),
        StateColumn("games", "contests", "contests that counted"),
    ),
    parameters=TopcoderParameters,
    state=State,
    rules=rules,
    start=start,
    predict=predict,
    update=update,
    score=score_contests,
    explain=explain,
    expects="points of all the contest's duels",
)
