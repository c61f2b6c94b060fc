"""All games of a log, one after the other: what each says, and what its members get of it."""

from __future__ import annotations

from banzuke.model.log import Log, Record
from banzuke.systems.weng_lin.luce import pull_luce
from banzuke.systems.weng_lin.moving import move_side, move_singles
from banzuke.systems.weng_lin.pairs import pull_pairs, pull_two
from banzuke.systems.weng_lin.rules import LUCE, Rules, State, Work
from banzuke.systems.weng_lin.sides import list_sides
from banzuke.systems.weng_lin.singles import rate_singles
from banzuke.systems.weng_lin.two_sides import rate_duels, rate_teams, rate_two


def update(
    state: State, log: Log, rules: Rules, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place, each game from the values before it."""
    game, end = 0 + log.period[first], 0 + log.period[last]
    while game < end:
        # Loops of their own for what most logs are full of: they are faster than one for all.
        if rules.plain == 1:
            game = rate_duels(state, log, rules, record, game, end)
            if rules.normal == 0 and work.whole[0] == 1:
                game = rate_teams(state, log, rules, record, game, end)
            if rules.model == LUCE and work.whole[0] == 1:
                game = rate_singles(state, log, rules, record, work, game, end)
        if game < end:
            rate_any(state, log, rules, record, work, game)
            game += 1


def rate_any(state: State, log: Log, rules: Rules, record: Record, work: Work, game: int) -> None:
    """Rate a game of any number of sides of any size."""
    begin, end = 0 + log.game[game], 0 + log.game[game + 1]
    weight = 1.0
    if rules.weighted == 1:
        weight = log.weight[game]
    if log.side[end - 1] == 1:
        rate_two(state, log, rules, record, work, (begin, end, weight))
    else:
        sides = pull_sides(state, log, rules, work, begin, end)
        if sides == end - begin:
            move_singles(state, log, rules, record, work, (sides, weight))
        else:
            for number in range(sides):
                move_side(state, log, rules, record, work, (number, weight))


def pull_sides(state: State, log: Log, rules: Rules, work: Work, begin: int, end: int) -> int:
    """Write what a game says of each of its sides; their number."""
    sides = list_sides(state, log, rules, work, begin, end)
    if sides == 2:
        pull_two(log, rules, work)
    elif rules.model == LUCE:
        pull_luce(log, rules, work, sides)
    else:
        pull_pairs(log, rules, work, sides)
    return sides
