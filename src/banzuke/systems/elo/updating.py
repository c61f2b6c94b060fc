"""All games of a log, period by period: each is settled from the ratings before its period."""

from __future__ import annotations

from banzuke.model.log import Log, Record
from banzuke.systems.elo.applying import apply_game, raise_peaks, smooth
from banzuke.systems.elo.plain import apply_plain, rate_plain_duels, settle_plain_singles
from banzuke.systems.elo.rules import ADJACENT, Rules, State, Work
from banzuke.systems.elo.settling import count_period, prepare, settle, settle_duel
from banzuke.systems.elo.usual import rate_usual_duels


def update(
    state: State, log: Log, rules: Rules, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place, each from the ratings before it."""
    first_game, last_game = log.period[first], log.period[last]
    first_entry, last_entry = log.game[first_game], log.game[last_game]
    periods = last - first
    plain = rules.plain == 1 and keeps_nothing_else(state)
    if last_game - first_game == periods and last_entry - first_entry == 2 * periods:
        # Nothing but duels, each a period of its own, is by far the most common.
        if plain:
            rate_plain_duels(state, log, rules, record, first_entry, last_entry)
            return
        if rules.usual == 1 and keeps_nothing_unusual(state):
            rate_usual_duels(state, log, rules, record, first_entry, last_entry)
            return
    for period in range(first, last):
        first_game, last_game = log.period[period], log.period[period + 1]
        count_period(state, log, rules, work, first_game, last_game)
        for game in range(first_game, last_game):
            begin, end = log.game[game], log.game[game + 1]
            singles = log.side[end - 1] + 1 == end - begin
            if plain and singles and rules.in_turn == 0 and rules.ranking != ADJACENT:
                settle_plain_singles(state, log, rules, record, begin, end)
            elif singles and end - begin == 2:
                settle_duel(state, log, rules, record, work, game)
            else:
                prepare(state, log, rules, work, game)
                settle(state, log, rules, record, work, game)
        if plain:
            apply_plain(state, log, record, log.game[first_game], log.game[last_game])
            continue
        for game in range(first_game, last_game):
            apply_game(state, log, rules, record, work, game)
        raise_peaks(state, log, record, first_game, last_game)
        smooth(state, log, rules, record, first_game, last_game)


def keeps_nothing_else(state: State) -> bool:
    """Whether nothing but ratings is kept of the players."""
    return len(state.games) + len(state.peak) == 0 and keeps_nothing_unusual(state)


def keeps_nothing_unusual(state: State) -> bool:
    """Whether nothing but ratings, games and peaks is kept of the players."""
    kept = len(state.experience) + len(state.smoothed) + len(state.met_established)
    return kept + len(state.season) + len(state.born) == 0
