"""Where a pool stands after its last game, and whether more games may follow it.

Going on gives the same ratings, to the bit, as rating all results in one go; results of which
that cannot be true are refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.engine.clock import day_of_text
from banzuke.engine.periods import STRETCHES, group_of, has_whole_events
from banzuke.engine.pool_log import PoolLog
from banzuke.engine.replay import adjustment_days
from banzuke.engine.rulebook import Rulebook
from banzuke.model.days import day_of
from banzuke.model.errors import StateRefused
from banzuke.model.log import holder
from banzuke.model.ordering import Group, groups, natural_key
from banzuke.model.players import Players
from banzuke.model.problems import Problem
from banzuke.model.results import Results
from banzuke.model.system import Period, System

Floats = NDArray[np.float64]

#: (event, day, round) of a period; "" for what does not tell it from others.
PeriodName = tuple[str, str, str]


class Position(NamedTuple):
    """Where a game stands in the total order.

    time : what dates it, microseconds since 1970; moment : of the game itself; None if undated
    reached, moment_reached : the latest that the clock had shown by then
    event, round, board, game : as the file says them, None where it does not
    players : who played, if two did, in the order of their places
    """

    time: int | None
    reached: int | None
    moment: int | None
    moment_reached: int | None
    event: str | None
    round: str | None
    board: str | None
    game: str | None
    players: tuple[str, ...] = ()

    @property
    def news(self) -> tuple[str, str]:
        """What is newest on a list that ends here: (event, day if there is no event)."""
        if self.event is not None:
            return self.event, ""
        return "", "" if self.moment is None else day_of(self.moment).isoformat()


@dataclass(frozen=True)
class PoolState:
    """Where a pool stands, by the names of its players.

    columns : {column: float64[n]}; games : float64[n], rated so far
    played : bool[n], who has had a rated game; last : int64[n], when, microseconds since 1970
    change : float64[n], by the newest event; adjusted : float64[n], after its last game
    position : of the last game, None if there is none; as_of : date of the list, ISO or ""
    seen : who has had games, but none that is rated
    periods : the events (or rounds) rated so far, where they are rated as a whole
    """

    names: tuple[str, ...]
    columns: dict[str, Floats]
    games: Floats
    played: NDArray[np.bool_]
    last: NDArray[np.int64]
    change: Floats
    adjusted: Floats
    position: Position | None
    as_of: str
    seen: frozenset[str] = frozenset()
    periods: frozenset[PeriodName] = frozenset()


def position_of(results: Results, rulebook: Rulebook, log: PoolLog, game: int) -> Position:
    """Where a game of the log stands in the total order; -1 is the last."""
    at = int(log.games[game])
    games = results.games
    moments = games.time if games.time is not None else games.end
    moment = None if moments is None else int(moments[at])
    moment_reached = moment if games.reached is None else int(games.reached[at])
    time, reached = moment, moment_reached
    if group_of(rulebook) and log.period_time is not None:
        period = holder(log.log.period, game % len(log.games))
        time = reached = int(log.period_time[period])
        if log.period_reached is not None:
            reached = int(log.period_reached[period])
    event = None if games.event is None or games.event[at] < 0 else results.events[games.event[at]]
    texts = [None if column is None else column[at] for column in _texts(results)]
    line_up = results.entries.player[results.first[at] : results.first[at + 1]]
    players = tuple(results.players[code] for code in line_up.tolist()) if len(line_up) == 2 else ()
    number, board, key = texts
    return Position(time, reached, moment, moment_reached, event, number, board, key, players)


def _texts(results: Results) -> tuple[pl.Series | None, ...]:
    return results.games.round, results.games.board, results.games.key


def period_name(position: Position, group: Group) -> PeriodName:
    """What the period of a game is called; games of one period share it."""
    return (*position.news, (position.round or "") if group == "round" else "")


def periods_of(results: Results, rulebook: Rulebook, log: PoolLog) -> frozenset[PeriodName]:
    """The names of a log's periods, where events or rounds are rated as a whole."""
    group = group_of(rulebook)
    if not group:
        return frozenset()
    heads = log.log.period[:-1].tolist()
    if has_whole_events(rulebook):
        heads = np.unique(groups(results, group)[log.games], return_index=True)[1].tolist()
    return frozenset(
        period_name(position_of(results, rulebook, log, head), group) for head in heads
    )


def must_follow(
    results: Results, rulebook: Rulebook, log: PoolLog, earlier: dict[str, PoolState]
) -> list[Problem]:
    """Raise StateRefused unless the games of a log come after those already rated.

    A game that may be the last one over again is a warning.
    """
    if not log.n_games:
        return []
    rated = frozenset().union(*(state.periods for state in earlier.values()))
    again = rated & periods_of(results, rulebook, log)
    if again:
        name = min(again)
        what = f"games of {_said(name)} are already rated"
        refuse(results, log, what, f"all games of {_kind(name)} in one go")
    past = earlier.get(log.pool)
    if past is None or past.position is None:
        return []
    position = position_of(results, rulebook, log, 0)
    if (position.time is None) != (past.position.time is None):
        what = "these results have dates, but those already rated have none"
        if position.time is None:
            what = "these results have no dates, but those already rated have"
        refuse(results, log, what, "dates in all results, or in none")
    group = group_of(rulebook)
    if _order(position, group) < _order(past.position, group):
        what = f"this comes before the last game that is rated, {_place(past.position)}"
        refuse(results, log, what, "rate all results together")
    warnings = _rated_before(results, log, position, past.position)
    if _same_stretch(position, past.position, rulebook):
        kind = rulebook.period.kind
        what = f"games of the same {kind} are already rated"
        right = f"all games of a {kind} in one go"
        if kind is Period.ALL:
            what = f"{rulebook.key} rates all results together, and some are already rated"
            right = "earlier and new results rated together"
        if Period.GAME in rulebook.system.periods:
            right += "; or rated with --set period.kind=game from the beginning, game by game"
        refuse(results, log, what, right)
    _must_follow_adjustments(results, rulebook, log, past, position)
    return warnings


def _rated_before(
    results: Results, log: PoolLog, position: Position, last: Position
) -> list[Problem]:
    """A warning if a game may be the one that was rated last; raises StateRefused if it is."""
    nothing_told = all(one is None for one in position[:-1])
    if nothing_told or position[:-1] != last[:-1]:
        return []
    if position.game is not None and sorted(position.players) == sorted(last.players):
        refuse(results, log, "this game is already rated", "each game once")
    if position.game is not None or not position.players or position.players != last.players:
        return []
    what = "this game is the same as the last one that is rated, in all that is told"
    right = "each game once; if both were played, a column game that numbers them"
    return [Problem(what, right, *results.place(int(log.games[0])))]


def already_rated(players: Players, system: System, earlier: dict[str, PoolState]) -> list[Problem]:
    """A warning for each row of a players file that would give a rating to who has one."""
    rating = system.columns[0].name
    if rating not in players.listed.columns:
        return []
    told = players.listed.filter(pl.col(rating).is_not_null()).select("player", "pool")
    found = []
    for name, pool in told.iter_rows():
        if any(pool in ("", of) and name in state.names for of, state in earlier.items()):
            what = f"{name!r} has a rating already: what the players file says is not taken"
            right = "ratings of new players only, or all results rated anew"
            found.append(Problem(what, right, *players.place(name, pool), rating))
    return found


def _must_follow_adjustments(
    results: Results, rulebook: Rulebook, log: PoolLog, past: PoolState, position: Position
) -> None:
    """Games must not be older than an adjustment that has been made already."""
    done = day_of_text(past.as_of)
    if position.time is None or done is None:
        return
    begin = day_of(position.time)
    for adjustment in rulebook.adjustments:
        later = [on for on in adjustment_days(adjustment, begin, done) if on > begin]
        if later:
            what = f"this is of {begin}, but ratings are already adjusted as of {later[0]}"
            refuse(results, log, what, "rate all results together")


def refuse(results: Results, log: PoolLog, what: str, right: str) -> None:
    """Raise StateRefused at the first game of a log."""
    first = int(log.games[0])
    source = results.sources[results.games.source[first]]
    raise StateRefused([Problem(what, right, source, int(results.games.row[first]))])


def _order(position: Position, group: Group) -> tuple[object, ...]:
    """A key that sorts as ``model.ordering.total_order`` does."""
    time, reached, moment, moment_reached, *texts, _ = position
    event, number, board, game = [(text is not None, natural_key(text or "")) for text in texts]
    clock = (moment_reached or 0, moment or 0)
    keys: dict[Group, tuple[object, ...]] = {
        "event": (event, clock, number, board, game),
        "round": (event, number, clock, board, game),
        "": (event, number, board, game),
    }
    return (reached or 0, time or 0, *keys[group])


def _same_stretch(position: Position, past: Position, rulebook: Rulebook) -> bool:
    """Whether two games are of one day, week, month or year, where that is the period."""
    kind = rulebook.period.kind
    if kind is Period.ALL:
        return True
    if kind not in STRETCHES or position.time is None or past.time is None:
        return False
    stamps = pl.Series([position.time, past.time]).cast(pl.Datetime("us"))
    return stamps.dt.truncate(STRETCHES[kind]).n_unique() == 1


def _place(position: Position) -> str:
    """A position in words."""
    words: Iterable[str] = [
        "" if position.time is None else f"of {day_of(position.time)}",
        "" if position.event is None else f"event {position.event!r}",
        "" if position.round is None else f"round {position.round}",
        "" if position.board is None else f"board {position.board}",
        "" if position.game is None else f"game {position.game}",
    ]
    return ", ".join(word for word in words if word) or "without date and event"


def _said(name: PeriodName) -> str:
    event, day, number = name
    words = [f"event {event!r}" if event else "", day, f"round {number}" if number else ""]
    return ", ".join(word for word in words if word) or "no event"


def _kind(name: PeriodName) -> str:
    event, day, number = name
    return "a round" if number else "an event" if event or not day else "a day"
