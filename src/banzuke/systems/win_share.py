"""Share of points won: the plainest rating, and the floor that others must beat.

Source: none but counting: rating = (points + prior games x prior share) / (games + prior games).
Who the opponents were does not matter. Among many sides a side's points are the share of the
others that it beat, a tie being half of one.
Scale: a share from 0 to 1.

    >>> import banzuke as bz
    >>> bz.rate_game("win-share", sides=[[(0.75, 6)], [(0.5, 0)]], places=[1, 2])
    [[(0.7777777777773736, 7.0, 7.0)], [(0.33333333333303017, 1.0, 1.0)]]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log, Record, holder
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
from banzuke.numeric.exact_sums import CHANCES, POINTS, on_grid
from banzuke.parts.contests import tied_until
from banzuke.parts.starting import from_to, wrong_values


class WinShareParameters(Parameters):
    """What a rulebook may set."""

    prior_games: float = parameter(
        2.0,
        "games that everybody is taken to have played before the first; 0: the bare share",
        unit="games",
        ge=0,
        le=100_000,
    )
    prior_share: float = parameter(0.5, "the share of points won in them", ge=0, le=1)
    points: Literal["beaten", "first"] = parameter(
        "beaten",
        "the points of a side: the share of the other sides that it beat, a tie being half of "
        "one; or 1 for the first place, in equal parts where several share it",
    )
    forecast: Literal["mean", "shares"] = parameter(
        "mean",
        "the chance of a side: against each other one the mean of what it wins and what the "
        "other loses, (a + 1 - b) / 2; or its part of the sum of the ratings, a / (a + b)",
    )


class State(NamedTuple):
    """Each float64[n_players].

    rating : the share, 0 to 1; games : weights of the games played, prior games left out;
    points : points won, with those of the prior games
    """

    rating: NDArray[np.float64]
    games: NDArray[np.float64]
    points: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them; choices are 0 for the first, 1 for the second."""

    prior_games: float
    only_first: int
    by_shares: int


def rules(parameters: WinShareParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    return Rules(
        prior_games=parameters.prior_games,
        only_first=int(parameters.points == "first"),
        by_shares=int(parameters.forecast == "shares"),
    )


def start(
    given: Given, n_players: int, parameters: WinShareParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Everybody at the prior share, or at the rating and games that the players file gives.

    Who has a rating there is taken to have made that share in the prior games as well.
    """
    rating = given.numbers("rating", n_players, parameters.prior_share)
    games = given.numbers("games", n_players, 0.0)
    wrong = (rating < 0.0) | (rating > 1.0)
    what = message("{value:.10g} is no share of points")
    complaints = wrong_values("rating", rating, wrong, what, from_to(0, 1))
    return State(rating, games, rating * (games + parameters.prior_games)), complaints


def predict(state: State, log: Log, rules: Rules, chance: Column, first: int, last: int) -> None:
    """Write the chance of each entry's side, by the shares that its members have won.

    chance : float64[n_entries], in [0, 1]; over the sides of a game they sum to 1
    """
    for game in range(log.period[first], log.period[last]):
        expect(state, log, rules, chance, game)


def update(state: State, log: Log, rules: Rules, record: Record, first: int, last: int) -> None:
    """Count the games of periods ``first`` to ``last - 1``; nobody's rating matters to another."""
    change = record.change
    expected = record.expected
    keep = len(record.before) > 0
    for period in range(first, last):
        first_game, last_game = log.period[period], log.period[period + 1]
        for game in range(first_game, last_game):
            write_points(log, rules, change, game)
            if keep:
                expect(state, log, rules, expected, game)
                whole = total_of(log, rules, game)
                for entry in range(log.game[game], log.game[game + 1]):
                    expected[entry] *= whole
        for game in range(first_game, last_game):
            weight = log.weight[game]
            for entry in range(log.game[game], log.game[game + 1]):
                count(state, rules, record, log.player[entry], (entry, weight))


def score(log: Log, rules: Rules, scored: Column, first: int, last: int) -> None:
    """Write the points that each entry's side made in its game.

    scored : float64[n_entries], in [0, 1]
    """
    for game in range(log.period[first], log.period[last]):
        write_points(log, rules, scored, game)


def explain(
    state: State, log: Log, rules: Rules, parameters: WinShareParameters, game: int, entry: int
) -> Explanation:
    """The share before and the share after, from points and games."""
    one = int(log.player[entry])
    made = np.zeros(len(log.player))
    rating, games = float(state.rating[one]), float(state.games[one])
    points, moved = float(state.points[one]), 0.0
    period = holder(log.period, game)
    # The player's games of the period so far, which went before this one.
    for earlier in range(int(log.period[period]), game + 1):
        write_points(log, rules, made, earlier)
        for at in range(int(log.game[earlier]), int(log.game[earlier + 1])):
            if log.player[at] == one:
                rating += moved
                points += on_grid(float(log.weight[earlier]) * float(made[at]), POINTS)
                games += on_grid(float(log.weight[earlier]), POINTS)
                moved = share_of(points, games + rules.prior_games, rating) - rating
    weight = float(log.weight[game])
    counted = phrase("first place")
    if parameters.points == "beaten":
        counted = phrase("beaten")
    prior = rules.prior_games
    with_prior = phrase("with those of {prior:g} prior games", prior=prior)
    of_all = phrase("with {prior:g} prior", prior=prior)
    inputs = [
        Term("points of the game", float(made[entry]), "points", counted, cell="points"),
        Term("points", points, "points", with_prior, cell="prior_share"),
        Term("games", games + prior, "games", of_all, "prior_games"),
    ]
    if weight != 1.0:
        inputs.insert(1, Term("weight", weight, ""))
    name = phrase("{points:.6g}, {counted}", points=made[entry], counted=counted)
    source = f"{points:.6g} / {games + rules.prior_games:g} − {rating:.6g}"
    return Explanation([Term(name, moved, "share", source)], inputs)


def count(state: State, rules: Rules, record: Record, one: int, game: tuple[int, float]) -> None:
    """Count one game of a player; game : its entry, whose points stand in the record; its weight.

    The change takes the place of the points.
    """
    entry, weight = game
    old, games, points = state.rating[one], state.games[one], state.points[one]
    more_games = games + on_grid(weight, POINTS)
    more_points = points + on_grid(weight * record.change[entry], POINTS)
    moved = share_of(more_points, more_games + rules.prior_games, old) - old
    if len(record.before) > 0:
        record.before[entry] = old
        record.other_before[0, entry] = games
        record.other_before[1, entry] = points
        record.other_after[0, entry] = more_games
        record.other_after[1, entry] = more_points
    record.change[entry] = moved
    state.rating[one] = old + moved
    state.games[one] = more_games
    state.points[one] = more_points


def share_of(points: float, played: float, before: float) -> float:
    """The share of points won, on the grid; as before where nothing was played."""
    if played <= 0.0:
        return before
    return min(on_grid(points / played, CHANCES), 1.0)


def total_of(log: Log, rules: Rules, game: int) -> float:
    """The points that all sides of a game make together."""
    if rules.only_first == 1:
        return 1.0
    return 0.5 * (log.side[log.game[game + 1] - 1] + 1)


def write_points(log: Log, rules: Rules, points: Column, game: int) -> None:
    """Write the points that each entry's side made in one game, in [0, 1]."""
    side = log.side
    begin, end = log.game[game], log.game[game + 1]
    last_side = side[end - 1]
    head = begin
    while head < end:
        after = tied_until(log.place, head, end)
        sharing = side[after - 1] - side[head] + 1
        made = 0.0
        if rules.only_first == 0:
            made = (last_side - side[after - 1] + 0.5 * (sharing - 1)) / last_side
        elif head == begin:
            made = 1.0 / sharing
        for entry in range(head, after):
            points[entry] = made
        head = after


def expect(state: State, log: Log, rules: Rules, chance: Column, game: int) -> None:
    """Write the chance of each entry's side in one game; its rating is its members' mean."""
    side = log.side
    begin, end = log.game[game], log.game[game + 1]
    total = 0.0
    head = begin
    while head < end:
        after = tied_until(side, head, end)
        strength = 0.0
        members = 0
        for entry in range(head, after):
            strength += on_grid(state.rating[log.player[entry]], CHANCES)
            members += 1
        strength = on_grid(strength / members, CHANCES)
        total += strength
        for entry in range(head, after):
            chance[entry] = strength
        head = after
    others = float(side[end - 1])
    for entry in range(begin, end):
        if rules.by_shares == 0:
            mine = chance[entry]
            points = 0.5 * (others * (mine + 1.0) - (total - mine))
            chance[entry] = min(max(points / (0.5 * others * (others + 1.0)), 0.0), 1.0)
        elif total > 0.0:
            chance[entry] = min(chance[entry] / total, 1.0)
        else:
            chance[entry] = 1.0 / (others + 1.0)


SYSTEM = System(
    key="win-share",
    title="Share of points won",
    source="points won, divided by games played",
    year=2026,
    version=1,
    summary="The share of points that a player has won, whoever the opponents were.",
    periods=(
        Period.GAME,
        Period.ROUND,
        Period.EVENT,
        Period.DAY,
        Period.WEEK,
        Period.MONTH,
        Period.YEAR,
        Period.ALL,
    ),
    capabilities=frozenset({Capability.TEAMS, Capability.MANY_SIDES, Capability.DRAWS}),
    columns=(
        StateColumn("rating", "share", "share of points won"),
        StateColumn("games", "games", "games played, by their weights"),
        StateColumn("points", "points", "points won, with those of the prior games"),
    ),
    parameters=WinShareParameters,
    state=State,
    rules=rules,
    start=start,
    predict=predict,
    update=update,
    score=score,
    explain=explain,
    reads=("weight",),
    expects="points of the game",
)
