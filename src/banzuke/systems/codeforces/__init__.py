"""Codeforces: half the way to the rating whose expected place lies between seed and place.

Source: M. Mirzayanov, "Open Codeforces Rating System" (codeforces.com/blog/entry/20762, October
2015) and the program it links: seed = 1 + sum of 1/(1 + 10^((r - Rj)/400)) over the others;
m = sqrt(seed * place); need = the highest whole r whose seed is at least m; change = (need - R)/2,
cut toward zero, then two corrections against inflation. For new accounts "Codeforces: Soon We
Will Change the Rating Calculation for New Accounts" (codeforces.com/blog/entry/77890, May 2020).
Scale: whole points; a lead of ``scale`` points means being placed higher in 10 of 11 contests.

    >>> import banzuke as bz
    >>> after = bz.rate_game("codeforces", sides=[[1400], [1500], [1600]], places=[1, 2, 3])
    >>> [member[0][0] for member in after]
    [1543.0, 1482.0, 1473.0]
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log, Record
from banzuke.model.parameters import Parameters, parameter
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
from banzuke.numeric.exact_sums import CHANCES, on_grid
from banzuke.parts.contests import points_share, score_contests, tied_until
from banzuke.parts.starting import wrong_values
from banzuke.systems.codeforces.checking import wrongly_displayed
from banzuke.systems.codeforces.contest import (
    HIGHEST,
    LOWEST,
    SPAN,
    Desk,
    chances_of_being_beaten,
    correction_of_mean,
    correction_of_top,
    empty_desk,
    expected_place,
    needed_rating,
    part_ways,
    promotions_still_to_come,
    seat,
    settle,
    to_come_after,
    top_count,
    used_place,
    whole_rating,
)


class CodeforcesParameters(Parameters):
    """What a rulebook may set."""

    start_rating: int = parameter(
        1400, "rating before the first contest", unit="points", ge=LOWEST, le=HIGHEST
    )
    scale: float = parameter(
        400.0, "lead that means a chance of 10/11 to be placed higher", unit="points", gt=0
    )
    ties: Literal["worst", "mean", "best"] = parameter(
        "worst", "which of the places that tied contestants share is used for each of them"
    )
    slowness: int = parameter(
        2, "what the way to the rating needed is divided by: 2 for half the way", ge=1
    )
    deflation: int = parameter(
        1,
        "what everybody loses after the mean change has been taken off all",
        unit="points",
        ge=0,
        le=1000,
    )
    top_factor: int = parameter(
        4,
        "the highest rated, this number times the root of the number of contestants, shall not "
        "gain in sum; 0 for no such correction",
        ge=0,
        le=1000,
    )
    top_cut: int = parameter(
        10, "the most that everybody loses for that", unit="points", ge=0, le=1000
    )
    promotions: tuple[int, ...] = parameter(
        (500, 350, 250, 150, 100, 50),
        "what the displayed rating gains besides the change, contest by contest from the first "
        "on; a new account is displayed lower by their sum",
        unit="points",
    )


#: Which of the places that several share each of them is given.
TIES = {
    "worst": phrase("worst of the places shared"),
    "mean": phrase("mean of the places shared"),
    "best": phrase("best of the places shared"),
}


class State(NamedTuple):
    """One number a player in each column, float64[n_players].

    rating : whole points, that contests are rated from; games : contests that counted
    displayed : the rating less the promotions still to come, points
    """

    rating: NDArray[np.float64]
    games: NDArray[np.float64]
    displayed: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them.

    beaten : float64[2 SPAN + 1], the chance to be placed below who is rated lower by
        -SPAN to SPAN points
    ties : 0 best, 0.5 mean, 1 worst
    still_to_come : float64[k + 1], promotions still to come after 0 to k contests, points
    """

    beaten: NDArray[np.float64]
    ties: float
    slowness: float
    deflation: float
    top_factor: float
    top_cut: float
    still_to_come: NDArray[np.float64]


def rules(parameters: CodeforcesParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    return Rules(
        beaten=chances_of_being_beaten(parameters.scale),
        ties={"best": 0.0, "mean": 0.5, "worst": 1.0}[parameters.ties],
        slowness=float(parameters.slowness),
        deflation=float(parameters.deflation),
        top_factor=float(parameters.top_factor),
        top_cut=float(parameters.top_cut),
        still_to_come=promotions_still_to_come(parameters.promotions),
    )


def start(
    given: Given, n_players: int, parameters: CodeforcesParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Every player at the start rating, or at what the players file gives.

    Where a rating is given and no number of games, all promotions are taken as had. Where only
    the displayed rating is given, promotions still to come are added.
    """
    said = given.numbers("rating", n_players)
    shown = given.numbers("displayed", n_players)
    games = given.numbers("games", n_players)
    every = float(len(parameters.promotions))
    games = np.where(np.isnan(games), np.where(np.isnan(said) & np.isnan(shown), 0.0, every), games)
    to_come = promotions_still_to_come(parameters.promotions)
    missing = to_come[np.clip(games, 0.0, every).astype(np.int64)]
    rating = np.where(np.isnan(shown), float(parameters.start_rating), shown + missing)
    rating = np.where(np.isnan(said), rating, said)
    displayed = rating - missing
    wrong = (rating != np.floor(rating)) | (rating < LOWEST) | (rating > HIGHEST)
    what = message("{value:.10g} is no rating of this system")
    right = phrase("a whole number, {lowest} to {highest}", lowest=LOWEST, highest=HIGHEST)
    complaints = wrong_values("rating", rating, wrong, what, right)
    return State(rating, games, displayed), complaints + wrongly_displayed(shown, displayed)


def predict(state: State, log: Log, rules: Rules, chance: Column, first: int, last: int) -> None:
    """Write each contestant's share of the points of all the contest's duels.

    chance : float64[n_entries], in [0, 1]; over a contest they sum to 1
    """
    rating = state.rating
    player = log.player
    for game in range(log.period[first], log.period[last]):
        begin, end = log.game[game], log.game[game + 1]
        for entry in range(begin, end):
            own = whole_rating(rating[player[entry]])
            # All are gone through, oneself included, with whom one draws.
            points = -0.5
            for other in range(begin, end):
                lost = rules.beaten[whole_rating(rating[player[other]]) - own + SPAN]
                points += on_grid(lost, CHANCES)
            chance[entry] = points_share(points, end - begin)


def update(
    state: State, log: Log, rules: Rules, record: Record, desk: Desk, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place, each from the ratings before it."""
    rating = state.rating
    games = state.games
    displayed = state.displayed
    player = log.player
    change = record.change
    keep = len(record.before) > 0
    for period in range(first, last):
        first_game, last_game = log.period[period], log.period[period + 1]
        for game in range(first_game, last_game):
            settle(state, log, rules, record, desk, log.game[game], log.game[game + 1])
        for entry in range(log.game[first_game], log.game[last_game]):
            one = player[entry]
            if keep:
                record.before[entry] = rating[one]
                record.other_before[0, entry] = games[one]
                record.other_before[1, entry] = displayed[one]
            rating[one] += change[entry]
            games[one] += 1.0
            displayed[one] = rating[one] - to_come_after(games[one], rules)
            if keep:
                record.other_after[0, entry] = games[one]
                record.other_after[1, entry] = displayed[one]


def explain(
    state: State, log: Log, rules: Rules, parameters: CodeforcesParameters, game: int, entry: int
) -> Explanation:
    """The part of the way to the needed rating, and the two corrections for all."""
    log, state, rules = uncompiled(log), uncompiled(state), uncompiled(rules)
    desk = uncompiled(empty_desk(log, len(state.rating)))
    begin, end = log.game[game], log.game[game + 1]
    change = np.zeros(len(log.player)).data
    seat(state.rating, log.player, desk, begin, end)
    part_ways(state.rating, log, rules, desk, change, begin, end)
    mean = correction_of_mean(change, rules, begin, end)
    top = correction_of_top(state.rating, log.player, rules, desk, change, begin, end)
    own = whole_rating(state.rating[log.player[entry]])
    seed = expected_place(own, own, rules, desk)
    head = begin + list(log.place[begin:end]).index(log.place[entry])
    place = used_place(head - begin, tied_until(log.place, head, end) - head, rules)
    middle = math.sqrt(place * seed)
    need = needed_rating(middle, own, rules, desk)
    count = top_count(end - begin, rules)
    part = phrase("part of the way from {own} to {need}", own=own, need=need)
    formula = f"({need} − {own}) / {parameters.slowness}"
    way = phrase("{formula}, cut toward zero", formula=formula)
    more = phrase("and {deflation} more", deflation=parameters.deflation)
    highest = phrase("gain of the {number} highest rated taken off", number=count)
    cut = phrase("their mean, {most} at most", most=parameters.top_cut)
    terms = [
        Term(part, change[entry], "points", way, "slowness"),
        Term("mean of all changes taken off", mean, "points", more, cell="deflation"),
        Term(highest, top, "points", cut, "top_factor"),
    ]
    inputs = [
        Term("place", place, "place", TIES[parameters.ties], cell="ties"),
        Term(
            "seed",
            seed,
            "place",
            phrase("expected among {number} contestants", number=end - begin),
            cell="scale",
        ),
        Term("place between", middle, "place", "√(place × seed)"),
        Term("needed rating", float(need), "points", "the highest whose seed is not better"),
    ]
    return Explanation(terms, inputs)


SYSTEM = System(
    key="codeforces",
    title="Codeforces rating",
    source="M. Mirzayanov, “Open Codeforces Rating System”, codeforces.com/blog/entry/20762",
    year=2015,
    version=1,
    summary="Half the way to the rating whose expected place lies between seed and place.",
    periods=(Period.EVENT, Period.GAME),
    capabilities=frozenset({Capability.MANY_SIDES, Capability.DRAWS, Capability.STANDINGS}),
    columns=(
        StateColumn("rating", "points", "whole points, that contests are rated from"),
        StateColumn("games", "contests", "contests that counted"),
        StateColumn("displayed", "points", "the rating less promotions still to come"),
    ),
    parameters=CodeforcesParameters,
    state=State,
    rules=rules,
    start=start,
    predict=predict,
    update=update,
    score=score_contests,
    explain=explain,
    work=empty_desk,
    expects="points of all the contest's duels",
    whole_numbers=True,
)
