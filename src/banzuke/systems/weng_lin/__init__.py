"""Weng-Lin: a rating and how sure it is, for teams and any number of sides, in closed form.

What a game says comes from one of five models of how a ranking comes about, a module each for
those that choose the sides one by one (luce) and those in which sides meet in pairs (pairs,
thurstone). What most games need goes a shorter way to the same bits (two_sides, singles);
forecasting says how likely rankings are.

Source: R. C. Weng and C.-J. Lin, A Bayesian Approximation Method for Online Ranking, Journal of
Machine Learning Research 12, 2011, algorithms 1 to 4; what a game adds to deviations (tau), the
share of a game that was played and leads in score as games on the net have them.
Scale: points; newcomers have 25, give or take 25/3; a performance varies by beta around that.

    >>> import banzuke as bz
    >>> bz.rate_game("weng-lin", sides=[[(25, 8.3)], [(25, 8.3)]], places=[1, 2])
    [[(27.622739373249946, 8.034294403476204)], [(22.377260626750054, 8.034294403476204)]]
"""

from __future__ import annotations

from banzuke.model.log import Column, Log
from banzuke.model.system import Capability, Period, StateColumn, System
from banzuke.systems.weng_lin.explaining import explain
from banzuke.systems.weng_lin.forecasting import likelihood, predict
from banzuke.systems.weng_lin.parameters import WengLinParameters, pairwise, uses
from banzuke.systems.weng_lin.rules import Rules, State, check, rules, start, work
from banzuke.systems.weng_lin.sides import side_end
from banzuke.systems.weng_lin.updating import update


def score(log: Log, rules: Rules, scored: Column, first: int, last: int) -> None:
    """Write the share of the other sides that each entry's side left behind; a tie counts half.

    scored : float64[n_entries], in [0, 1]
    """
    for game in range(log.period[first], log.period[last]):
        begin, end = 0 + log.game[game], 0 + log.game[game + 1]
        sides = log.side[end - 1] + 1
        head = begin
        while head < end:
            after = side_end(log.side, head, end)
            while after < end and log.place[after] == log.place[head]:
                after = side_end(log.side, after, end)
            best = log.side[head]
            tied = log.side[after - 1] + 1 - best
            share = (sides - best - tied + 0.5 * (tied - 1)) / (sides - 1)
            for entry in range(head, after):
                scored[entry] = share
            head = after


SYSTEM = System(
    key="weng-lin",
    title="Weng-Lin",
    source="R. C. Weng and C.-J. Lin, JMLR 12 (2011) 267-300, algorithms 1 to 4",
    year=2011,
    version=1,
    summary="Ratings with deviations for teams and any number of sides, in closed form.",
    periods=(Period.GAME,),
    capabilities=frozenset(
        {Capability.TEAMS, Capability.MANY_SIDES, Capability.DRAWS, Capability.MARGINS}
    ),
    columns=(
        StateColumn("rating", "points", "how strong the player is: mu"),
        StateColumn("deviation", "points", "how uncertain the rating is: sigma"),
    ),
    parameters=WengLinParameters,
    state=State,
    rules=rules,
    start=start,
    check=check,
    predict=predict,
    likelihood=likelihood,
    update=update,
    work=work,
    score=score,
    explain=explain,
    uses=uses,
    pairwise=pairwise,
    reads=("score", "play", "weight"),
    chance_of_many="to be first",
    entry_cost=4,
)
