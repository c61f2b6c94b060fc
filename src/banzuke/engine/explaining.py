"""Why a rating changed: one player in one event or one game, term by term."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.engine.explained import Explained
from banzuke.engine.explaining_adjustments import adjustment_names, explain_adjustment
from banzuke.engine.rated import Rated
from banzuke.engine.replay import Run, State, replay, stretches
from banzuke.model.errors import UnknownName, WrongUse
from banzuke.model.system import Explanation, Term

__all__ = ["Explained", "explain"]


class _Found(NamedTuple):
    """The games that are asked for, in which the player took part: indices into the results."""

    kind: str
    which: str
    games: NDArray[np.int64]


def explain(
    rated: Rated,
    player: str,
    event: str | None = None,
    game: str | None = None,
    pool: str | None = None,
) -> Explained:
    """Explain a player's change in an event or a game; by default in the newest of the two.

    event : or the title of an adjustment, where no event has that name; of a yearly one the
        newest is explained, any other by title and day, as in "new season 2024-08-01"
    event, game : both are needed for a game whose name occurs in several events
    pool : which of the player's ratings; needed where the event or game moved several
    Raises UnknownName for a player, event, game or pool that is not there, WrongUse where the
    player did not take part.
    """
    if player not in rated.names:
        raise UnknownName("player", player, rated.names)
    pools = [run.pool.pool for run in rated.runs]
    if pool is not None and pool not in pools:
        raise UnknownName("pool", pool, pools)
    runs = [run for run in rated.runs if pool in (None, run.pool.pool)]
    if (
        event is not None
        and event not in rated.results.events
        and event in adjustment_names(rated.rulebook, runs)
    ):
        if game is not None:
            raise WrongUse(f"{event} is an adjustment, which has no games")
        return explain_adjustment(rated, runs, player, event)
    found = _find(rated, player, _games_of(rated, player, pool), event, game)
    code = rated.names.index(player)
    moved = [
        (run, positions)
        for run in runs
        if len(positions := np.flatnonzero(np.isin(run.pool.games, found.games)))
    ]
    if len(moved) > 1:
        names = " or ".join(run.pool.pool or "the one without a name" for run, _ in moved)
        raise WrongUse(f"{player} has a rating in several pools there: say which, {names}")
    if moved:
        return _explained(rated, moved[0][0], code, found, moved[0][1])
    return _unrated(rated, code, found)


def _find(
    rated: Rated, player: str, mine: NDArray[np.int64], event: str | None, game: str | None
) -> _Found:
    """Which of the player's games ``mine`` are asked for."""
    if event is None and game is None:
        return _newest_of(rated, player, mine)
    results = rated.results
    codes, keys = results.games.event, results.games.key
    if event is not None:
        if event not in results.events or codes is None:
            named = adjustment_names(rated.rulebook, rated.runs)
            raise UnknownName("event", event, [*results.events, *named])
        mine = mine[codes[mine] == results.events.index(event)]
        if not len(mine):
            raise WrongUse(f"{player} did not take part in {event}")
        if game is None:
            return _Found("event", event, mine)
    known = [] if keys is None else keys.drop_nulls().unique().to_list()
    if keys is None or game is None or game not in known:
        raise UnknownName("game", game or "", known)
    mine = mine[keys.gather(mine).eq_missing(pl.Series([game])).to_numpy()]
    if not len(mine):
        raise WrongUse(f"{player} did not play in game {game}")
    events = [] if codes is None else np.unique(codes[mine]).tolist()
    if len(events) > 1:
        names = " or ".join(results.events[code] for code in events if code >= 0)
        raise WrongUse(f"{player} has a game {game} in several events: say which, {names}")
    return _Found("game", game, mine)


def _newest_of(rated: Rated, player: str, mine: NDArray[np.int64]) -> _Found:
    """The player's newest event that is rated, else the newest game."""
    if not len(mine):
        raise WrongUse(f"{player} has no game in these results")
    results = rated.results
    codes, keys = results.games.event, results.games.key
    newest = _newest(rated, mine)
    if codes is not None and codes[newest] >= 0:
        return _Found("event", results.events[codes[newest]], mine[codes[mine] == codes[newest]])
    which = results.where(newest) if keys is None or keys[newest] is None else str(keys[newest])
    return _Found("game", which, np.array([newest]))


def _games_of(rated: Rated, player: str, pool: str | None) -> NDArray[np.int64]:
    """The player's games, or those of one pool."""
    results = rated.results
    code = rated.names.index(player)
    entries = np.flatnonzero(results.entries.player == code)
    games: NDArray[np.int64] = np.unique(np.searchsorted(results.first, entries, side="right") - 1)
    codes = results.games.pool
    if pool is None or codes is None or rated.rulebook.pooling == "together":
        return games
    wanted = results.pools.index(pool) if pool in results.pools else -1
    of_pool: NDArray[np.int64] = games[codes[games] == wanted]
    return of_pool


def _newest(rated: Rated, games: NDArray[np.int64]) -> int:
    """The player's last rated game, else the last row."""
    last: list[tuple[int, int]] = []
    for run in rated.runs:
        here = np.flatnonzero(np.isin(run.pool.games, games))
        if len(here):
            period = int(np.searchsorted(run.pool.log.period, here[-1], side="right")) - 1
            time = 0 if run.pool.period_time is None else int(run.pool.period_time[period])
            last.append((time, int(run.pool.games[here[-1]])))
    return max(last)[1] if last else int(games[-1])


def _unrated(rated: Rated, code: int, found: _Found) -> Explained:
    """That nothing was rated, and why."""
    game = int(found.games[0])
    pools = rated.results.games.pool
    pool = "" if pools is None or pools[game] < 0 else rated.results.pools[pools[game]]
    run = next((run for run in rated.runs if run.pool.pool == pool), rated.runs[0])
    rating = float(run.state[0][code])
    return Explained(
        rated.names[code],
        run.pool.pool,
        found.kind,
        found.which,
        rating,
        (),
        (),
        0.0,
        rating,
        False,
        "; ".join(_why_unrated(rated, found.games)),
    )


def _why_unrated(rated: Rated, games: NDArray[np.int64]) -> list[str]:
    """Why games are not rated, each reason once."""
    reasons = {skipped.game: skipped.why for skipped in rated.selection.skipped}
    late = f"after {rated.as_of}, the date of the list"
    return list(dict.fromkeys(reasons.get(game, late) for game in games.tolist()))


def _explained(
    rated: Rated, run: Run, code: int, found: _Found, positions: NDArray[np.int64]
) -> Explained:
    """The terms of all games together."""
    pool = run.pool
    heads = pool.log.game[positions].astype(np.int64)
    entries = [
        head
        + int(np.flatnonzero(pool.log.player[head : int(pool.log.game[position + 1])] == code)[0])
        for head, position in zip(heads.tolist(), positions.tolist(), strict=True)
    ]
    told = list(_told(rated, run, positions, entries))
    terms = [_named(term, rated.names) for part in told for term in part.terms]
    change = 0.0
    for term in terms:
        change += term.value
    record = run.record
    if len(record.before) != len(record.change):
        record = replay(pool, rated.rulebook, run.start, history=True).record
    whys = [part.why for part in told if part.why]
    left_out = np.setdiff1d(found.games, pool.games)
    if len(left_out):
        whys += [f"{len(left_out)} games are not rated: {'; '.join(_why_unrated(rated, left_out))}"]
    between = int((pool.log.player[entries[0] : entries[-1]] == code).sum()) + 1 - len(entries)
    if between:
        whys.append(f"{between} other games in between moved the rating as well")
    return Explained(
        player=rated.names[code],
        pool=pool.pool,
        kind=found.kind,
        which=found.which,
        before=float(record.before[entries[0]]),
        terms=tuple(terms),
        inputs=tuple(_named(term, rated.names) for part in told for term in part.inputs),
        change=change,
        after=float(record.before[entries[-1]] + record.change[entries[-1]]),
        rated=any(part.rated for part in told),
        why="; ".join(dict.fromkeys(whys)),
    )


def _told(
    rated: Rated, run: Run, positions: NDArray[np.int64], entries: list[int]
) -> Iterator[Explanation]:
    """What the system says of each entry, from the ratings before its period."""
    pool, rulebook = run.pool, rated.rulebook
    state: State = run.start
    at: int | None = None
    periods = np.searchsorted(pool.log.period, positions, side="right") - 1
    for period, position, entry in zip(periods.tolist(), positions.tolist(), entries, strict=True):
        if period != at:
            state = replay(pool, rulebook, state, first=at, until=period).state
            at = period
        parameters = next(
            stretch.parameters
            for stretch in stretches(pool, rulebook, period, period + 1)
            if stretch.first < stretch.last
        )
        rules = rulebook.system.rules(parameters, pool.categories)
        yield rulebook.system.explain(state, pool.log, rules, parameters, position, entry)


def _named(term: Term, names: list[str]) -> Term:
    """Put names where a system, which knows only codes, wrote ``{code}``."""

    def name(match: re.Match[str]) -> str:
        return names[int(match[1])]

    return Term(
        name=re.sub(r"\{(\d+)\}", name, term.name),
        value=float(term.value),
        unit=term.unit,
        source=re.sub(r"\{(\d+)\}", name, term.source),
    )
