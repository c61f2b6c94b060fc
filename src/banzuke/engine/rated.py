"""Rating results by a rulebook: selection, starting values, checks, replay; and going on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from banzuke.engine.replay import Run, State, newest_parameters, replay, stretches
from banzuke.engine.rulebook import Rulebook
from banzuke.engine.selection import PoolLog, Selection, day_of, select
from banzuke.model.errors import DataRefused, PlayersRefused, ResultsRefused, StateRefused
from banzuke.model.players import Players
from banzuke.model.problems import Problem
from banzuke.model.results import Results
from banzuke.model.system import Complaint

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class PoolState:
    """Where a pool stands after its last period, by the names of its players.

    columns : {column: float64[n]}; games : float64[n], rated so far
    time : microseconds since 1970 that date the last period, None if undated
    event : the event of the last game, "" if it has none
    """

    names: tuple[str, ...]
    columns: dict[str, Floats]
    games: Floats
    time: int | None
    event: str


@dataclass(frozen=True)
class Rated:
    """Results, rated by a rulebook.

    runs : one a pool; games : {pool: float64[n_players]}, rated before these results
    known : {pool: bool[n_players]}, who has a rating without having played in these results
    """

    rulebook: Rulebook
    results: Results
    players: Players
    selection: Selection
    runs: tuple[Run, ...]
    games_before: dict[str, Floats]
    known: dict[str, NDArray[np.bool_]]
    names: list[str]

    def states(self) -> dict[str, PoolState]:
        """Where every pool stands, to be saved and gone on from."""
        found = {}
        for run in self.runs:
            counts = np.bincount(run.pool.log.player, minlength=len(self.names)).astype(np.float64)
            held = (counts > 0) | self.known[run.pool.pool]
            last = int(run.pool.games[-1]) if len(run.pool.games) else None
            codes = self.results.games.event
            event = (
                ""
                if last is None or codes is None or codes[last] < 0
                else self.results.events[codes[last]]
            )
            time = run.pool.period_time
            found[run.pool.pool] = PoolState(
                names=tuple(
                    name for name, kept in zip(self.names, held.tolist(), strict=True) if kept
                ),
                columns={
                    column.name: values[held]
                    for column, values in zip(self.rulebook.system.columns, run.state, strict=True)
                },
                games=(self.games_before[run.pool.pool] + counts)[held],
                time=None if time is None or not len(time) else int(time[-1]),
                event=event,
            )
        return found


def rate_results(
    results: Results,
    rulebook: Rulebook,
    players: Players | None = None,
    *,
    as_of: date | datetime | None = None,
    history: bool = False,
    earlier: dict[str, PoolState] | None = None,
) -> Rated:
    """Rate validated results; raises ResultsRefused or PlayersRefused with every problem.

    as_of : inclusive; the newest result by default
    earlier : states to go on from, as ``Rated.states`` gives them
    """
    players = players or Players()
    selection = select(results, rulebook, as_of)
    names = results.players
    extra = sorted(
        set(players.names).union(*(s.names for s in (earlier or {}).values())) - set(names)
    )
    if extra:
        # Names without a game here stand behind those with one: the codes of the log hold.
        names = [*names, *extra]
    logs = list(selection.logs)
    have = {log.pool for log in logs}
    logs += [_empty_log(logs[0], pool) for pool in (earlier or {}) if pool not in have]
    runs, before, known = [], {}, {}
    problems: list[Problem] = []
    refused: type[DataRefused] = ResultsRefused
    for log in logs:
        past = (earlier or {}).get(log.pool)
        if past is not None:
            _must_follow(log, results, rulebook, past)
        state, complaints, games, held = _start(log, rulebook, players, names, past)
        problems += [_player_problem(players, names, log.pool, c) for c in complaints]
        if complaints:
            refused = PlayersRefused
            continue
        found = _check(log, results, rulebook)
        problems += found
        if found or problems:
            continue
        day = as_of.date() if isinstance(as_of, datetime) else as_of
        runs.append(replay(log, rulebook, state, history=history, as_of=day))
        before[log.pool], known[log.pool] = games, held
    if problems:
        raise refused(problems)
    return Rated(rulebook, results, players, selection, tuple(runs), before, known, names)


def _start(
    log: PoolLog, rulebook: Rulebook, players: Players, names: Sequence[str], past: PoolState | None
) -> tuple[State, list[Complaint], Floats, NDArray[np.bool_]]:
    """State before the first period, complaints, games rated before, and who has a rating."""
    system = rulebook.system
    given = players.given(names, log.pool, rulebook.start)
    played = np.zeros(len(names), dtype=np.bool_)
    played[log.log.player] = True
    index = {name: code for code, name in enumerate(names)}
    at = np.array([index[name] for name in past.names] if past else [], dtype=np.int64)
    asked = played.copy()
    asked[at] = False
    state, complaints = system.start(
        given, len(names), newest_parameters(rulebook, log.pool), asked
    )
    games = np.nan_to_num(given.columns.get("games", np.zeros(len(names))))
    known = np.zeros(len(names), dtype=np.bool_)
    first = system.columns[0].name
    from_file = players.given(names, log.pool, {})
    if first in from_file.columns:
        known |= ~np.isnan(from_file.columns[first])
    if past:
        for column, values in zip(system.columns, state, strict=True):
            values[at] = past.columns[column.name]
        games[at] = past.games
        known[at] = True
    return state, complaints, games, known


def _check(log: PoolLog, results: Results, rulebook: Rulebook) -> list[Problem]:
    """What the system says against the entries, by the rules in force for each."""
    check = rulebook.system.check
    if check is None:
        return []
    complaints: dict[tuple[int, str, str], Complaint] = {}
    seen = set()
    for stretch in stretches(log, rulebook, log.n_periods, None):
        if id(stretch.parameters) in seen:
            continue
        seen.add(id(stretch.parameters))
        rules = rulebook.system.rules(stretch.parameters, log.categories)
        first = int(log.log.game[log.log.period[stretch.first]])
        last = int(log.log.game[log.log.period[stretch.last]])
        for complaint in check(log.log, rules):
            if first <= complaint.index < last:
                complaints[complaint.index, complaint.column, complaint.what] = complaint
    problems = []
    for complaint in complaints.values():
        entry = int(log.entries[complaint.index])
        game = results.game_of(entry)
        column = complaint.column
        if results.shape == "duels" and column in ("score", "handicap"):
            column = f"{column}_1"
        problems.append(
            Problem(
                complaint.what,
                complaint.right,
                results.sources[results.games.source[game]],
                results.entry_row(entry),
                column,
            )
        )
    return problems


def _player_problem(
    players: Players, names: Sequence[str], pool: str, complaint: Complaint
) -> Problem:
    name = names[complaint.index]
    row = players.rows.get((name, pool), players.rows.get((name, "")))
    source = players.source if row is not None else ""
    return Problem(f"{name!r}: {complaint.what}", complaint.right, source, row, complaint.column)


def _empty_log(like: PoolLog, pool: str) -> PoolLog:
    """A pool of which these results hold no game."""
    log = like.log
    columns: dict[str, Any] = {name: getattr(log, name)[:0] for name in log._fields}
    columns["period"] = columns["game"] = np.zeros(1, dtype=np.uint32)
    none = np.zeros(0, dtype=np.int64)
    return PoolLog(pool, type(log)(**columns), like.categories, none, none, None)


def _must_follow(log: PoolLog, results: Results, rulebook: Rulebook, past: PoolState) -> None:
    """Going on is only right with games that come after those already rated."""
    if not len(log.games):
        return
    first = int(log.games[0])
    source = results.sources[results.games.source[first]]
    row = int(results.games.row[first])
    codes = results.games.event
    event = "" if codes is None or codes[first] < 0 else results.events[codes[first]]
    if log.period_time is not None and past.time is not None and log.period_time[0] < past.time:
        what = f"this is of {day_of(log.period_time[0])}, but games of {day_of(past.time)} are already rated"
        raise StateRefused([Problem(what, "rate all results together", source, row)])
    if rulebook.period.kind == "event" and event and event == past.event:
        what = f"games of the event {event!r} are already rated"
        raise StateRefused([Problem(what, "all games of an event in one go", source, row, "event")])
