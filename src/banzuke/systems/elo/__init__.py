"""Elo: who scores more than was expected gains points, K times the difference.

What federations do differently are pieces that compose, a module each: where players start
(starting), who is stronger by how much (sides, expectation), K and what multiplies it
(factors), the duels that a game holds (settling), what is done to a change before it counts
(settling, applying). Where a rulebook uses none of them, duels take a path of their own (plain).

Source: A. E. Elo, The Rating of Chessplayers, 1978, sections 1.4 and 1.6: d = yr - xr;
We = 1 / (1 + 10^(d/400)); new = xr + K (W - We). For many sides every pair of them is a duel.
Scale: points; a lead of ``scale`` points means an expected score of 10/11.

    >>> import banzuke as bz
    >>> bz.rate_game("elo", sides=[[1400], [1200]], places=[1, 2])
    [[(1407.6880983472802,)], [(1192.3119016527198,)]]
"""

from __future__ import annotations

from banzuke.model.log import Column, Log
from banzuke.model.system import Capability, Period, StateColumn, System
from banzuke.systems.elo.checking import check
from banzuke.systems.elo.duels import scored_in
from banzuke.systems.elo.expectation import addend, expected_score
from banzuke.systems.elo.explaining import explain
from banzuke.systems.elo.factors import length_factor
from banzuke.systems.elo.parameters import EloParameters, uses
from banzuke.systems.elo.rules import Rules, State, rules, work
from banzuke.systems.elo.sides import edge, is_duel, next_place, side_end, side_strength
from banzuke.systems.elo.starting import start
from banzuke.systems.elo.updating import update


def predict(state: State, log: Log, rules: Rules, chance: Column, first: int, last: int) -> None:
    """Write each entry's share of the points of its game's duels; a draw counts half.

    chance : float64[n_entries], in [0, 1]; over the sides of a game the shares sum to 1
    """
    for game in range(log.period[first], log.period[last]):
        begin, end = log.game[game], log.game[game + 1]
        sides = log.side[end - 1] + 1
        pairs = sides * (sides - 1) / 2.0
        slope = length_factor(log, rules, game)
        head = begin
        while head < end:
            after = side_end(log.side, head, end)
            mine = side_strength(state.rating, log, head, after, rules)
            points = 0.0
            other = begin
            while other < end:
                other_after = side_end(log.side, other, end)
                if other != head:
                    theirs = side_strength(state.rating, log, other, other_after, rules)
                    lead = mine - theirs + edge(log, rules, head, other)
                    expected = expected_score(lead * slope, rules)
                    points += addend(expected, sides)
                other = other_after
            for entry in range(head, after):
                chance[entry] = points / pairs
            head = after


def score(log: Log, rules: Rules, scored: Column, first: int, last: int) -> None:
    """Write the points that each entry's side made in its duels of the game.

    scored : float64[n_entries], 1 for each duel won, 0.5 for each drawn, or as a category says
    """
    for game in range(log.period[first], log.period[last]):
        begin, end = log.game[game], log.game[game + 1]
        sides = log.side[end - 1] + 1
        for entry in range(begin, end):
            scored[entry] = 0.0
        head = begin
        while head < end:
            after = side_end(log.side, head, end)
            following = next_place(log.place, head, end)
            other = after
            while other < end:
                other_after = side_end(log.side, other, end)
                place, theirs = log.place[head], log.place[other]
                if is_duel(place, theirs, following, sides, rules):
                    for entry in range(head, after):
                        scored[entry] += scored_in(log, rules, game, place, theirs)
                    for entry in range(other, other_after):
                        scored[entry] += scored_in(log, rules, game, theirs, place)
                other = other_after
            head = after


SYSTEM = System(
    key="elo",
    title="Elo",
    source="A. E. Elo, The Rating of Chessplayers, 1978",
    year=1978,
    version=1,
    summary="Elo, with what federations add: K by table, home advantage, margins, many sides.",
    periods=(
        Period.GAME,
        Period.ROUND,
        Period.EVENT,
        Period.DAY,
        Period.WEEK,
        Period.MONTH,
        Period.YEAR,
    ),
    capabilities=frozenset(
        {Capability.TEAMS, Capability.MANY_SIDES, Capability.DRAWS, Capability.MARGINS}
    ),
    columns=(
        StateColumn("rating", "points", "how strong the player is"),
        StateColumn("games", "games", "games rated so far"),
        StateColumn("experience", "games", "sum of the lengths of the matches rated so far"),
        StateColumn("peak", "points", "highest rating after a period"),
        StateColumn("met_established", "games", "games against established players"),
        StateColumn("points_from_established", "points of games", "points made in those games"),
        StateColumn("smoothed", "points", "follows the rating slowly"),
        StateColumn("season", "year", "the last season played, 0 for none", inner=True),
        StateColumn("born", "year", "year of birth, 0 if unknown", inner=True),
    ),
    parameters=EloParameters,
    state=State,
    rules=rules,
    start=start,
    check=check,
    update=update,
    work=work,
    score=score,
    explain=explain,
    predict=predict,
    uses=uses,
    reads=("score", "advantage", "play", "weight", "year", "day", "category"),
    expects="points of all the game's duels",
    zero_sum=True,
)
