"""Why a rating changed: one player in one event or one game, term by term."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.engine.displaying import shown_change
from banzuke.engine.explained import Explained, ShownChange
from banzuke.engine.explaining_adjustments import adjustment_names, explain_adjustment
from banzuke.engine.named_terms import with_names, without_braces
from banzuke.engine.naming import games_meant, player_meant
from banzuke.engine.rated import Rated
from banzuke.engine.replay import Run, State, replay, stretches
from banzuke.model.errors import WrongUse
from banzuke.model.log import Record, holder, holders
from banzuke.model.results import Results
from banzuke.model.spelling import meant
from banzuke.model.system import Explanation, Term
from banzuke.model.wording import counted, either


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

    player : as results name the player, or the full name; capitals, accents and spaces do not
        matter here, nor in the names of events, games and pools
    event : or the title of an adjustment, where no event has that name; of a yearly one the
        newest is explained, any other by title and day, as in "new season 2024-08-01"
    event, game : both are needed for a game whose name occurs in several events; a game is also
        named by its row in the file, as in "row 7", which tells apart those of one name
    pool : which of the player's ratings; needed where the event or game moved several
    Raises UnknownName for a player, event, game or pool that is not there, WrongUse where the
    player did not take part or where several players or games may be meant.
    """
    player = player_meant(rated, player)
    if pool is not None:
        pool = meant("pool", pool, [run.pool.pool for run in rated.runs])
    if event is not None:
        named = adjustment_names(rated.rulebook, rated.runs)
        event = meant("event", event, list(dict.fromkeys([*rated.results.events, *named])))
    runs = [run for run in rated.runs if pool in (None, run.pool.pool)]
    if (
        event is not None
        and event not in rated.results.events
        and event in adjustment_names(rated.rulebook, runs)
    ):
        if game is not None:
            raise WrongUse(f"{event} is an adjustment, which has no games")
        return explain_adjustment(rated, runs, player, event)
    code = rated.names.index(player)
    who = rated.told_as[code]
    found = _find(rated, who, _games_of(rated, player, pool), event, game)
    moved = [
        (run, positions)
        for run in runs
        if len(positions := np.flatnonzero(np.isin(run.pool.games, found.games)))
    ]
    if len(moved) > 1:
        names = either([run.pool.pool or "the one without a name" for run, _ in moved])
        raise WrongUse(f"{who} has a rating in several pools there: say which, {names}")
    if moved:
        return _explained(rated, moved[0][0], code, found, moved[0][1])
    return _unrated(rated, code, found)


def _find(
    rated: Rated, who: str, mine: NDArray[np.int64], event: str | None, game: str | None
) -> _Found:
    """Which of the player's games ``mine`` are asked for."""
    if event is None and game is None:
        return _newest_of(rated, who, mine)
    results = rated.results
    if event is not None:
        codes = results.games.event
        if codes is None or event not in results.events:
            raise WrongUse(f"{event} was not held in these results")
        mine = mine[codes[mine] == results.events.index(event)]
        if not len(mine):
            raise WrongUse(f"{who} did not take part in {event}")
        if game is None:
            return _Found("event", event, mine)
    found = games_meant(results, game, who, mine)
    return _Found("game", _called(results, int(found[0])), found)


def _called(results: Results, game: int) -> str:
    """A game's key, else its file and row."""
    keys = results.games.key
    return results.where(game) if keys is None or keys[game] is None else str(keys[game])


def _newest_of(rated: Rated, who: str, mine: NDArray[np.int64]) -> _Found:
    """The player's newest event that is rated, else the newest game."""
    if not len(mine):
        raise WrongUse(f"{who} has no game in these results")
    results = rated.results
    codes = results.games.event
    newest = _newest(rated, mine)
    if codes is not None and codes[newest] >= 0:
        return _Found("event", results.events[codes[newest]], mine[codes[mine] == codes[newest]])
    return _Found("game", _called(results, newest), np.array([newest]))


def _games_of(rated: Rated, player: str, pool: str | None) -> NDArray[np.int64]:
    """The player's games, or those of one pool."""
    results = rated.results
    code = rated.names.index(player)
    entries = np.flatnonzero(results.entries.player == code)
    games: NDArray[np.int64] = np.unique(holders(results.first, entries))
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
            period = holder(run.pool.log.period, int(here[-1]))
            time = 0 if run.pool.period_time is None else int(run.pool.period_time[period])
            last.append((time, int(run.pool.games[here[-1]])))
    return max(last)[1] if last else int(games[-1])


def _unrated(rated: Rated, code: int, found: _Found) -> Explained:
    """That nothing was rated, and why."""
    game = int(found.games[0])
    pools = rated.results.games.pool
    pool = "" if pools is None or pools[game] < 0 else rated.results.pools[pools[game]]
    run = next((run for run in rated.runs if run.pool.pool == pool), rated.runs[0])
    values = values_in(rated, run.state, code)
    rating = values["rating"]
    return Explained(
        player=rated.names[code],
        name=rated.told_as[code],
        pool=run.pool.pool,
        kind=found.kind,
        which=found.which,
        before=rating,
        terms=(),
        inputs=(),
        change=0.0,
        after=rating,
        shown=shown_change(rated.rulebook, values, values),
        rated=False,
        why="; ".join(_why_unrated(rated, found.games)),
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
    said = list(told(rated, run, positions, entries))
    terms = [term for part in said for term in part.terms]
    change = 0.0
    for term in terms:
        change += term.value
    record = run.record
    if len(record.before) != len(record.change):
        record = replay(pool, rated.rulebook, run.start, history=True).record
    whys = _whys(rated, run, code, positions, said)
    left_out = np.setdiff1d(found.games, pool.games)
    if len(left_out):
        these = counted(len(left_out), "game is", "games are")
        reasons = (why.removesuffix(": not rated") for why in _why_unrated(rated, left_out))
        whys.append(f"{these} not rated: {'; '.join(reasons)}")
    between = int((pool.log.player[entries[0] : entries[-1]] == code).sum()) + 1 - len(entries)
    if between:
        others = counted(between, "other game", "other games")
        whys.append(f"{others} in between moved the rating as well")
    return Explained(
        player=rated.names[code],
        name=rated.told_as[code],
        pool=pool.pool,
        kind=found.kind,
        which=found.which,
        before=float(record.before[entries[0]]),
        terms=tuple(terms),
        inputs=tuple(_inputs(said)),
        change=change,
        after=float(record.before[entries[-1]] + record.change[entries[-1]]),
        shown=_shown_change(rated, record, entries[0], entries[-1]),
        rated=any(part.rated for part in said),
        why="; ".join(dict.fromkeys(whys)),
    )


def values_in(rated: Rated, state: State, code: int) -> dict[str, float]:
    """One player's values in a state, by column."""
    return {name: float(column[code]) for name, column in rated.kept(state).items()}


def _shown_change(rated: Rated, record: Record, first: int, last: int) -> ShownChange:
    """What is shown before one entry of a player and after another, by a record with history."""
    columns = rated.rulebook.system.told_columns[1:]
    before = {"rating": float(record.before[first])}
    after = {"rating": float(record.before[last] + record.change[last])}
    for number, column in enumerate(columns):
        before[column.name] = float(record.other_before[number][first])
        after[column.name] = float(record.other_after[number][last])
    return shown_change(rated.rulebook, before, after)


def _inputs(said: Sequence[Explanation]) -> list[Term]:
    """What the terms were computed from, game by game; what holds of all of them once, at the end.

    So a player's K, or the number of games in the event, is not told with each game anew.
    """
    parts = [part.inputs for part in said if part.inputs]
    if len(parts) < 2:
        return [term for part in parts for term in part]
    common = [term for term in parts[0] if all(term in part for part in parts[1:])]
    return [term for part in parts for term in part if term not in common] + common


def _whys(
    rated: Rated, run: Run, code: int, positions: NDArray[np.int64], said: Sequence[Explanation]
) -> list[str]:
    """What the system remarks; of a game that it leaves unrated beside others, of which one."""
    rates_some = any(part.rated for part in said)
    whys = []
    for position, part in zip(positions.tolist(), said, strict=True):
        if part.why and rates_some and not part.rated:
            first, end = (int(run.pool.log.game[at]) for at in (position, position + 1))
            others = [rated.told_as[who] for who in run.pool.log.player[first:end] if who != code]
            game = _called(rated.results, int(run.pool.games[position]))
            which = f"against {others[0]}" if len(others) == 1 else game
            whys.append(f"the game {which} is not rated: {part.why}")
        elif part.why:
            whys.append(part.why)
    return whys


def told(
    rated: Rated, run: Run, positions: NDArray[np.int64], entries: list[int]
) -> Iterator[Explanation]:
    """What the system says of each entry, from the ratings before its period.

    positions : int64[k], of the games in the pool's log, going up; entries : one of each
    """
    pool, rulebook = run.pool, rated.rulebook
    state: State = run.start
    at: int | None = None
    periods = holders(pool.log.period, positions)
    for period, position, entry in zip(periods.tolist(), positions.tolist(), entries, strict=True):
        if period != at:
            state = replay(pool, rulebook, state, first=at, until=period).state
            at = period
        parameters = next(
            stretch.parameters
            for stretch in stretches(pool, rulebook, period, period + 1)
            if stretch.first < stretch.last
        )
        parameters = without_braces(parameters)
        rules = rulebook.system.rules(parameters, without_braces(pool.categories))
        explanation = rulebook.system.explain(state, pool.log, rules, parameters, position, entry)
        yield with_names(explanation, rated.told_as)
