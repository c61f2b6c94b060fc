"""Rating results by a rulebook: selection, starting values, checks, replay; and going on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

import numpy as np
from numpy.typing import NDArray

from banzuke.engine.adjusted_names import adjusted_nobody
from banzuke.engine.checking import entry_problems
from banzuke.engine.clock import day_of_text
from banzuke.engine.full_names import full_names
from banzuke.engine.game_columns import in_periods
from banzuke.engine.idle_players import idle_columns, idle_file, idle_pools, started_by_results
from banzuke.engine.latest_change import adjusted_since, latest_change, without_rounding
from banzuke.engine.moved import moved
from banzuke.engine.one_person import likely_one_person
from banzuke.engine.pool_log import PoolLog, empty_log
from banzuke.engine.pool_state import PoolState, must_follow, periods_of, position_of
from banzuke.engine.remarking import of_player, remarks_of, unsound
from banzuke.engine.replay import Run, State, newest_parameters, replay
from banzuke.engine.rulebook import Rulebook
from banzuke.engine.selection import Selection, games_of_pool, select
from banzuke.engine.starting import Before, before_results, span_of, starting_state
from banzuke.engine.uncounted import uncounted
from banzuke.model.errors import DataRefused, PlayersRefused, ResultsRefused
from banzuke.model.limits import LARGEST_NUMBER
from banzuke.model.log import holder
from banzuke.model.ordering import dates_of
from banzuke.model.parameters import Parameters
from banzuke.model.phrases import phrase
from banzuke.model.players import Players
from banzuke.model.problems import Problem
from banzuke.model.results import Results
from banzuke.model.system import Complaint, Period
from banzuke.numeric.compiling import COMPILE_FROM

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Rated:
    """Results, rated by a rulebook.

    runs : one a pool, in order of their names; names : the players by code
    before : {pool: what was known before}; earlier : the states from which this goes on
    as_of : the list's date, ISO; "" if nothing is dated
    called : by which name people are told of each player, where ``names`` are keys; else empty
    """

    rulebook: Rulebook
    results: Results
    players: Players
    selection: Selection
    runs: tuple[Run, ...]
    before: dict[str, Before]
    names: list[str]
    earlier: dict[str, PoolState]
    as_of: str
    called: Sequence[str] = ()

    @property
    def told_as(self) -> Sequence[str]:
        """By which name people are told of each player, by code."""
        return self.called or self.names

    def games(self, run: Run) -> Floats:
        """How many games of each player are rated, float64[n_players]."""
        return self.before[run.pool.pool].games + run.pool.counts(len(self.names))

    def change(self, run: Run) -> Floats:
        """What each rating changed by the newest event, float64[n_players]."""
        past = self.earlier.get(run.pool.pool)
        goes_on = False
        if past is not None and past.position is not None and run.pool.n_games:
            newest = position_of(self.results, self.rulebook, run.pool, -1)
            goes_on = newest.news == past.position.news
        change = latest_change(self.results, run, self.before[run.pool.pool], goes_on)
        system, rating = self.rulebook.system, np.asarray(run.state[0])
        change = without_rounding(change, self.games(run), system.unrated)
        return moved(system, rating - change, change).change

    def codes_in(self, run: Run) -> NDArray[np.uint32]:
        """Who has a game in the pool up to the list's date, rated or not; each once or more."""
        results, pool = self.results, run.pool.pool
        here = ~self.selection.late
        if self.rulebook.pooling == "separate":
            here = here & games_of_pool(results, pool)
        if here.all():
            return np.arange(len(results.players), dtype=np.uint32)
        first = results.first.astype(np.int64)
        return results.entries.player[np.repeat(here, first[1:] - first[:-1])]

    def last(self, run: Run) -> NDArray[np.int64]:
        """When each player's last rated game was, int64[n_players]; the smallest for never."""
        last = self.before[run.pool.pool].last.copy()
        times, sizes = run.pool.period_time, run.pool.entries_of_periods
        if times is not None and self.rulebook.period.kind is Period.ALL:
            # One period holds all games: what dates it says of nobody when he last played.
            dated = dates_of(self.results, "", self.rulebook.period.day)
            times = None if dated is None else dated.time[run.pool.games]
            sizes = np.diff(run.pool.log.game.astype(np.int64))
        if times is not None:
            np.maximum.at(last, run.pool.log.player, np.repeat(times, sizes))
        return last

    def with_warnings(self, more: Sequence[Problem]) -> Rated:
        """The same, with more that is odd."""
        warnings = (*self.selection.warnings, *more)
        return replace(self, selection=replace(self.selection, warnings=warnings))

    def has_rating(self, run: Run) -> Mask:
        """Who has a rating in a pool, bool[n_players]: some systems give none to begin with."""
        return self.rulebook.system.has_rating(run.state[0])

    def parameters(self, pool: str) -> Parameters:
        """The parameters that hold on the list's date."""
        day = day_of_text(self.as_of)
        if day is None:
            return newest_parameters(self.rulebook, pool)
        return self.rulebook.parameters_at(day, pool)

    def state_at_list(self, run: Run) -> State:
        """The state as it is read on the list's date: with what idle time has done to it.

        A date without a time of day is the moment at which the day begins, but no player's
        idle time begins before the last game.
        """
        aged = self.rulebook.system.aged
        if aged is None or not self.as_of:
            return run.state
        moment = np.array([np.datetime64(self.as_of, "us").astype(np.int64)])
        time = in_periods(self.rulebook.period.kind, moment, 1)
        rules = self.rulebook.system.rules(self.parameters(run.pool.pool), run.pool.categories)
        return aged(run.state, float(time[0]), rules)

    def kept(self, state: State) -> dict[str, Floats]:
        """The columns of a state that are kept, by name."""
        columns = self.rulebook.system.columns
        return {
            column.name: values
            for column, values in zip(columns, state, strict=True)
            if column in self.rulebook.columns
        }

    def states(self) -> dict[str, PoolState]:
        """Where every pool stands, to be saved and gone on from."""
        return {run.pool.pool: self._state(run) for run in self.runs}

    def _state(self, run: Run) -> PoolState:
        before, past = self.before[run.pool.pool], self.earlier.get(run.pool.pool)
        position = None if past is None else past.position
        if run.pool.n_games:
            position = position_of(self.results, self.rulebook, run.pool, -1)
        played = before.played | (run.pool.counts(len(self.names)) > 0)
        held = played | before.known
        seen = before.seen.copy()
        seen[self.codes_in(run)] = True
        seen &= ~held
        names = np.array(self.names, dtype=object)
        return PoolState(
            names=tuple(names[held].tolist()),
            columns={name: values[held] for name, values in self.kept(run.state).items()},
            games=self.games(run)[held],
            played=played[held],
            last=self.last(run)[held],
            change=self.change(run)[held],
            adjusted=adjusted_since(run, before)[held],
            position=position,
            as_of=self.as_of,
            seen=frozenset(names[seen].tolist()),
            periods=periods_of(self.results, self.rulebook, run.pool)
            | (frozenset() if past is None else past.periods),
        )


def rate_results(
    results: Results,
    rulebook: Rulebook,
    players: Players | None = None,
    *,
    as_of: date | datetime | None = None,
    history: bool = False,
    earlier: dict[str, PoolState] | None = None,
    rounds: int = 1,
) -> Rated:
    """Rate validated results; raises ResultsRefused or PlayersRefused with every problem.

    as_of : inclusive; the newest result by default
    earlier : ``Rated.states`` to go on from; raises StateRefused where results do not follow them
    rounds : how many such lists there will be, so that it is known whether to compile
    """
    given, earlier = players or Players(), earlier or {}
    players = given.with_told(results.told, [c.name for c in rulebook.system.given_columns])
    selection = select(results, rulebook, as_of)
    names = _all_names(results, players, earlier)
    known = frozenset().union(*(state.names for state in earlier.values()))
    odd = (
        *players.warnings,
        *started_by_results(given, players, rulebook),
        *idle_file(given, results, earlier),
        *idle_pools(players, results, rulebook, earlier),
        *adjusted_nobody(rulebook, names),
        *idle_columns(players, rulebook),
    )
    list_date = max([selection.as_of, *(state.as_of for state in earlier.values())])
    runs, before = [], {}
    again, problems = list[Problem](), list[Problem]()
    refused: type[DataRefused] = ResultsRefused
    for plain_log in _logs(selection, results, rulebook, earlier):
        again += must_follow(results, rulebook, plain_log, earlier)
        past = earlier.get(plain_log.pool)
        of_pool = before_results(plain_log, rulebook, players, names, past)
        span = span_of(plain_log, results, past, list_date)
        log = replace(plain_log, span=span, known=of_pool.known, names=names)
        state, complaints = starting_state(log, rulebook, players, names, of_pool, past)
        problems += [_player_problem(players, names, log.pool, c) for c in complaints]
        if complaints:
            refused = PlayersRefused
            continue
        problems += entry_problems(log, results, rulebook)
        if not problems:
            again += uncounted(log, rulebook, players, names, past, state)
            compile_from = COMPILE_FROM // rounds
            run = replay(log, rulebook, state, history=history, compile_from=compile_from)
            called = full_names(players, names)
            problems += _beyond_reach(run, results, names) or unsound(run, rulebook, called)
            again += map(Problem, remarks_of(run, rulebook, called))
            runs.append(run)
            before[log.pool] = of_pool
    if problems:
        raise refused(list(dict.fromkeys(problems)))
    pools = [run.pool for run in runs]
    one_person = likely_one_person(results, pools, names, players, known)
    warnings = (*selection.warnings, *odd, *one_person, *again)
    selection = replace(selection, warnings=warnings)
    return Rated(
        rulebook, results, players, selection, tuple(runs), before, names, earlier, list_date
    )


def _all_names(results: Results, players: Players, earlier: dict[str, PoolState]) -> list[str]:
    """The players by code; who has no game here stands behind, so that the log's codes hold."""
    others = set(players.names)
    for state in earlier.values():
        others.update(state.names, state.seen)
    extra = sorted(others.difference(results.players)) if others else []
    return [*results.players, *extra] if extra else results.players


def _logs(
    selection: Selection, results: Results, rulebook: Rulebook, earlier: dict[str, PoolState]
) -> list[PoolLog]:
    """The logs of all pools in order of their names, those without a new rated game too."""
    apart = rulebook.pooling == "separate"
    logs = [
        log
        for log in selection.logs
        if log.n_games or not earlier or (apart and games_of_pool(results, log.pool).any())
    ]
    have = {log.pool for log in logs}
    logs += [
        empty_log(selection.logs[0], pool, dated=bool(state.as_of))
        for pool, state in earlier.items()
        if pool not in have
    ]
    return sorted(logs, key=lambda log: log.pool)


def _player_problem(
    players: Players, names: Sequence[str], pool: str, complaint: Complaint
) -> Problem:
    name = names[complaint.index]
    place = players.place(name, pool)
    return Problem(of_player(name, complaint), complaint.right, *place, complaint.column)


def _beyond_reach(run: Run, results: Results, names: Sequence[str]) -> list[Problem]:
    """Ratings that grew so large that they have no digits left: of these none is ever shown."""
    lost = np.zeros(len(names), dtype=np.bool_)
    for column in run.state:
        if len(column):
            lost |= ~(np.abs(column) <= LARGEST_NUMBER)
    if not lost.any():
        return []
    right = phrase("starting values and parameters of a usual size")
    entries = np.flatnonzero(lost[run.pool.log.player])
    if not len(entries):
        name = repr(names[int(np.argmax(lost))])
        return [Problem(phrase("the rating of {name} is no number", name=name), right)]
    game = holder(run.pool.log.game, int(entries[0]))
    at = int(run.pool.games[game])
    name = repr(names[int(run.pool.log.player[entries[0]])])
    what = phrase("the rating of {name} grows beyond all proportion", name=name)
    source = results.sources[results.games.source[at]]
    return [Problem(what, right, source, int(results.games.row[at]))]
