"""What a pool stands on before its results: what is known of its players, and starting values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from banzuke.engine.clock import day_of_text
from banzuke.engine.entry_ranks import with_entry_ranks
from banzuke.engine.pool_log import PoolLog, Span
from banzuke.engine.pool_state import PoolState
from banzuke.engine.replay import State, all_stretches, copy_state
from banzuke.engine.rulebook import Rulebook
from banzuke.model.days import day_of
from banzuke.model.limits import LARGEST_SETTING
from banzuke.model.ordering import EARLIEST
from banzuke.model.parameters import Parameters
from banzuke.model.phrases import phrase
from banzuke.model.players import Players
from banzuke.model.results import Results
from banzuke.model.system import Complaint, System
from banzuke.numeric.exact_sums import POINTS, all_on_grid

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Before:
    """What is known of the players of a pool before its results; n players.

    games : float64[n], rated before
    known : bool[n], who has a rating without a game in these results
    seen : bool[n], who has had a game, rated or not
    played : bool[n], who has had a rated game; last : int64[n], when, microseconds since 1970
    change : float64[n], by the newest event; adjusted : float64[n], after its last game
    past_at : int64[], the players of the earlier state, by code; nobody where there is none
    """

    games: Floats
    known: Mask
    seen: Mask
    played: Mask
    last: NDArray[np.int64]
    change: Floats
    adjusted: Floats
    past_at: NDArray[np.int64]


def _codes(past: PoolState, names: Sequence[str]) -> NDArray[np.int64]:
    index = {name: code for code, name in enumerate(names)}
    return np.array([index[name] for name in past.names], dtype=np.int64)


def before_results(
    log: PoolLog,
    rulebook: Rulebook,
    players: Players,
    names: Sequence[str],
    past: PoolState | None,
) -> Before:
    """What is known before the results: from the players file, and from the earlier state."""
    said = players.starting(names, log.pool, {}).columns
    games = np.nan_to_num(said.get("games", np.zeros(len(names))))
    known = np.zeros(len(names), dtype=np.bool_)
    rating = rulebook.system.columns[0].name
    if rating in said and players.given:
        known |= ~np.isnan(said[rating])
    seen, played = np.zeros_like(known), np.zeros_like(known)
    last = np.full(len(names), EARLIEST)
    change, adjusted = np.zeros(len(names)), np.zeros(len(names))
    at = np.zeros(0, dtype=np.int64) if past is None else _codes(past, names)
    if past is not None:
        games[at], known[at], seen[at] = past.games, True, True
        played[at], last[at] = past.played, past.last
        change[at], adjusted[at] = past.change, past.adjusted
        if past.seen:
            seen |= np.array([name in past.seen for name in names], dtype=np.bool_)
    return Before(games, known, seen, played, last, change, adjusted, at)


def starting_state(
    log: PoolLog,
    rulebook: Rulebook,
    players: Players,
    names: Sequence[str],
    before: Before,
    past: PoolState | None,
) -> tuple[State, list[Complaint]]:
    """The state before the first period, and complaints about players.

    Everybody starts by the rules that hold when the first game is rated.
    """
    system, count = rulebook.system, len(names)
    given = with_entry_ranks(players.starting(names, log.pool, rulebook.start), log, count)
    said = [given.columns.get(column.name, np.zeros(0)) for column in system.columns]
    faults = _too_large(system, said)
    for values in said:
        # Systems reckon with what is given: they never see what no sum is safe with.
        values[np.abs(values) > LARGEST_SETTING] = np.nan
    played = log.counts(count) > 0
    played[before.past_at] = False
    state: State = None
    found: dict[Complaint, None] = {}
    for parameters, members in _beginners(log, rulebook, count):
        part, complaints = system.start(given, count, parameters, played & members)
        found.update(dict.fromkeys(c for c in complaints if members[c.index]))
        if state is None:
            state = copy_state(part)
        for whole, column in zip(state, part, strict=True):
            whole[members] = column[members]
    # So that ratings and their changes add up exactly, in any order.
    state[0][:] = all_on_grid(state[0], POINTS)
    if past is not None:
        for column, values in zip(system.columns, state, strict=True):
            if column in rulebook.columns:
                values[before.past_at] = past.columns[column.name]
    kept = [
        values if column in rulebook.columns else values[:0].copy()
        for column, values in zip(system.columns, state, strict=True)
    ]
    state = type(state)(*kept)
    # What a system says of a player without that number is said of nobody's.
    faulty = {fault.index for fault in faults}
    others = [*found, *_too_large(system, state)]
    return state, [*faults, *(one for one in others if one.index not in faulty)]


def _too_large(system: System, state: Sequence[Floats]) -> list[Complaint]:
    """Starting values with which no sum and no look-up in a table is safe."""
    found, most = [], LARGEST_SETTING
    for column, values in zip(system.columns, state, strict=True):
        for code in np.flatnonzero(np.abs(values) > LARGEST_SETTING).tolist():
            what = phrase(
                "{column} {value:g} is out of all proportion",
                column=column.name,
                value=values[code],
            )
            right = phrase("{lowest:,.0f} to {highest:,.0f}", lowest=-most, highest=most)
            found.append(Complaint(code, column.name, what, right))
    return found


def _beginners(log: PoolLog, rulebook: Rulebook, count: int) -> Iterator[tuple[Parameters, Mask]]:
    """(parameters, whose first game is rated by them); who has no game comes with the last."""
    parts: list[tuple[Parameters, int]] = []
    for stretch in all_stretches(log, rulebook):
        if not parts or stretch.parameters != parts[-1][0]:
            parts.append((stretch.parameters, stretch.first))
    if len(parts) == 1:
        yield parts[0][0], np.ones(count, dtype=np.bool_)
        return
    first = np.full(count, log.n_periods)
    periods = np.repeat(np.arange(log.n_periods), log.entries_of_periods)
    np.minimum.at(first, log.log.player, periods)
    ends = [begin for _, begin in parts[1:]] + [log.n_periods + 1]
    for (parameters, begin), end in zip(parts, ends, strict=True):
        yield parameters, (begin <= first) & (first < end)


def span_of(log: PoolLog, results: Results, past: PoolState | None, list_date: str) -> Span:
    """Over which days a pool is adjusted.

    A pool without a rated game has not begun: nothing in it has been adjusted so far. It begins
    on the day of its first game, not when the period ends that the game is rated in.
    """
    begun = past if past is not None and past.position is not None else None
    after = None if begun is None else day_of_text(begun.as_of)
    moments = results.games.time if results.games.time is not None else results.games.end
    first = None
    if moments is not None and log.n_games:
        period = slice(int(log.log.period[1]))
        first = day_of(moments[period if log.chosen is None else log.chosen[period]].min())
    return Span(after, day_of_text(list_date), first)
