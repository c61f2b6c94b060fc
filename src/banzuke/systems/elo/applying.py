"""After a period is settled: changes are added, floors held, and what else is kept is counted."""

from __future__ import annotations

from banzuke.model.log import Column, Log, Record
from banzuke.numeric.exact_sums import POINTS, on_grid
from banzuke.systems.elo.factors import returned, season_at
from banzuke.systems.elo.rules import Rules, State, Work

#: The rows of ``Record.other_before``.
GAMES, EXPERIENCE, PEAK, MET, MADE, SMOOTHED = 0, 1, 2, 3, 4, 5


def apply_game(state: State, log: Log, rules: Rules, record: Record, work: Work, game: int) -> None:
    """Add the changes of a game, and count it for its players."""
    season = season_at(log, rules, game)
    for entry in range(log.game[game], log.game[game + 1]):
        one = log.player[entry]
        keep = len(record.before) > 0
        if keep:
            record.before[entry] = state.rating[one]
            note(state, record.other_before, one, entry)
        change = returned(state, rules, one, season) + record.change[entry]
        change = change + up_to_floor(state.rating[one] + change, rules)
        record.change[entry] = change
        state.rating[one] += change
        count_game(state, log, rules, work, (game, one, season))
        if keep:
            note(state, record.other_after, one, entry)


def up_to_floor(reached: float, rules: Rules) -> float:
    """What lifts a rating to the floor, points."""
    if reached < rules.floor:
        return rules.floor - reached
    return 0.0


def count_game(
    state: State, log: Log, rules: Rules, work: Work, found: tuple[int, int, float]
) -> None:
    """Count a game for a player in every column that is kept; found : (game, player, season)."""
    game, one, season = found
    if len(state.games) > 0:
        state.games[one] += 1.0
    if len(state.experience) > 0:
        state.experience[one] += on_grid(log.weight[game], POINTS)
    if len(state.season) > 0:
        state.season[one] = season
    if len(state.met_established) > 0:
        # All games of the period were rated from before it, so all count with the first.
        state.met_established[one] += work.met[one]
        state.points_from_established[one] += work.points[one]
        work.met[one] = 0.0
        work.points[one] = 0.0


def kept_share(rules: Rules, smoothed: float) -> float:
    """The share of a smoothed value that is kept: evenly between the rows, beyond them the last."""
    last = len(rules.smoothing) - 1
    if smoothed <= rules.smoothing[0, 0]:
        return rules.smoothing[0, 1]
    for number in range(last):
        low, high = rules.smoothing[number, 0], rules.smoothing[number + 1, 0]
        if smoothed < high:
            part = (smoothed - low) / (high - low)
            more = rules.smoothing[number + 1, 1] - rules.smoothing[number, 1]
            return rules.smoothing[number, 1] + part * more
    return rules.smoothing[last, 1]


def smooth(
    state: State, log: Log, rules: Rules, record: Record, first_game: int, last_game: int
) -> None:
    """Let smoothed values follow the ratings after a period, a step for each game of it."""
    if len(state.smoothed) == 0:
        return
    keep = len(record.before) > 0
    for entry in range(log.game[first_game], log.game[last_game]):
        one = log.player[entry]
        if keep:
            record.other_before[SMOOTHED, entry] = state.smoothed[one]
        keeps = kept_share(rules, state.smoothed[one])
        state.smoothed[one] = keeps * state.smoothed[one] + (1.0 - keeps) * state.rating[one]
        if keep:
            record.other_after[SMOOTHED, entry] = state.smoothed[one]


def raise_peaks(state: State, log: Log, record: Record, first_game: int, last_game: int) -> None:
    """Note the ratings after a period that are the highest so far."""
    if len(state.peak) == 0:
        return
    for entry in range(log.game[first_game], log.game[last_game]):
        one = log.player[entry]
        state.peak[one] = max(state.peak[one], state.rating[one])
        if len(record.before) > 0:
            record.other_after[PEAK, entry] = state.peak[one]


def note(state: State, into: Column, one: int, entry: int) -> None:
    """Write what is kept of a player besides the rating into the history of an entry."""
    if len(state.games) > 0:
        into[GAMES, entry] = state.games[one]
    if len(state.experience) > 0:
        into[EXPERIENCE, entry] = state.experience[one]
    if len(state.peak) > 0:
        into[PEAK, entry] = state.peak[one]
    if len(state.met_established) > 0:
        into[MET, entry] = state.met_established[one]
        into[MADE, entry] = state.points_from_established[one]
