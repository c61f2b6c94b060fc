"""Why a rating changed: one player in one event or one game, term by term."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.engine.rated import Rated
from banzuke.engine.replay import Run, newest_parameters, replay, stretches
from banzuke.engine.selection import PoolLog
from banzuke.model.errors import UnknownName, WrongUse
from banzuke.model.parameters import Parameters
from banzuke.model.system import Term


@dataclass(frozen=True)
class Explained:
    """The change of one player's rating in one event or game.

    ``terms`` add up to ``change``, added in order; ``inputs`` is what they were computed from.
    ``rated`` is False where nothing was rated; ``why`` says why, or of what it consists.
    """

    player: str
    pool: str
    kind: str
    which: str
    before: float
    terms: tuple[Term, ...]
    inputs: tuple[Term, ...]
    change: float
    after: float
    rated: bool
    why: str

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "player": self.player,
            "pool": self.pool,
            self.kind: self.which,
            "before": self.before,
            "terms": [term._asdict() for term in self.terms],
            "inputs": [term._asdict() for term in self.inputs],
            "change": self.change,
            "after": self.after,
            "rated": self.rated,
            "why": self.why,
        }


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

    pool : which of the player's ratings; needed where the event or game moved several
    Raises UnknownName for a player, event, game or pool that is not there, WrongUse where the
    player did not take part.
    """
    if event is not None and game is not None:
        raise WrongUse("explain takes an event or a game, not both")
    if player not in rated.names:
        raise UnknownName("player", player, rated.names)
    pools = [run.pool.pool for run in rated.runs]
    if pool is not None and pool not in pools:
        raise UnknownName("pool", pool, pools)
    runs = [run for run in rated.runs if pool in (None, run.pool.pool)]
    found = _find(rated, player, event, game)
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


def _find(rated: Rated, player: str, event: str | None, game: str | None) -> _Found:
    results = rated.results
    mine = _games_of(rated, player)
    if game is not None:
        keys = results.games.key
        known = [] if keys is None else keys.drop_nulls().unique().to_list()
        if game not in known:
            raise UnknownName("game", game, known)
        found = np.flatnonzero((keys == game).fill_null(False).to_numpy())
        games = np.intersect1d(found, mine)
        if not len(games):
            raise WrongUse(f"{player} did not play in game {game}")
        return _Found("game", game, games)
    codes = results.games.event
    if event is not None:
        if event not in results.events or codes is None:
            raise UnknownName("event", event, results.events)
        games = np.intersect1d(np.flatnonzero(codes == results.events.index(event)), mine)
        if not len(games):
            raise WrongUse(f"{player} did not take part in {event}")
        return _Found("event", event, games)
    if not len(mine):
        raise WrongUse(f"{player} has no game in these results")
    newest = _newest(rated, mine)
    if codes is not None and codes[newest] >= 0:
        return _Found("event", results.events[codes[newest]], mine[codes[mine] == codes[newest]])
    keys = results.games.key
    which = results.where(newest) if keys is None or keys[newest] is None else str(keys[newest])
    return _Found("game", which, np.array([newest]))


def _games_of(rated: Rated, player: str) -> NDArray[np.int64]:
    results = rated.results
    code = rated.names.index(player)
    entries = np.flatnonzero(results.entries.player == code)
    return np.unique(np.searchsorted(results.first, entries, side="right") - 1)


def _newest(rated: Rated, games: NDArray[np.int64]) -> int:
    """The player's last rated game, else the last row."""
    for run in rated.runs:
        here = run.pool.games[np.isin(run.pool.games, games)]
        if len(here):
            return int(here[-1])
    return int(games[-1])


def _unrated(rated: Rated, code: int, found: _Found) -> Explained:
    reasons = {skipped.game: skipped.why for skipped in rated.selection.skipped}
    game = int(found.games[0])
    why = reasons.get(game, f"after {rated.selection.as_of}, the date of the list")
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
        why,
    )


def _explained(
    rated: Rated, run: Run, code: int, found: _Found, positions: NDArray[np.int64]
) -> Explained:
    pool, system = run.pool, rated.rulebook.system
    terms: list[Term] = []
    inputs: list[Term] = []
    whys: list[str] = []
    before: float | None = None
    after = 0.0
    rated_any = False
    for position in positions.tolist():
        begin, end = int(pool.log.game[position]), int(pool.log.game[position + 1])
        entry = begin + int(np.flatnonzero(pool.log.player[begin:end] == code)[0])
        period = int(np.searchsorted(pool.log.period, position, side="right")) - 1
        state = replay(pool, rated.rulebook, run.start, until=period).state
        parameters = parameters_of(rated, pool, period)
        rules = system.rules(parameters, pool.categories)
        told = system.explain(state, pool.log, rules, parameters, position, entry)
        if before is None:
            before = float(state[0][code])
        after = float(replay(pool, rated.rulebook, run.start, until=period + 1).state[0][code])
        rated_any = rated_any or told.rated
        whys += [told.why] if told.why else []
        terms += [_named(term, rated.names) for term in told.terms]
        inputs += [_named(term, rated.names) for term in told.inputs]
    change = 0.0
    for term in terms:
        change += term.value
    return Explained(
        player=rated.names[code],
        pool=pool.pool,
        kind=found.kind,
        which=found.which,
        before=float(before or 0.0),
        terms=tuple(terms),
        inputs=tuple(inputs),
        change=change,
        after=after,
        rated=rated_any,
        why="; ".join(dict.fromkeys(whys)),
    )


def parameters_of(rated: Rated, pool: PoolLog, period: int) -> Parameters:
    """The parameters by which a period was rated."""
    for stretch in stretches(pool, rated.rulebook, pool.n_periods, None):
        if stretch.first <= period < stretch.last:
            return stretch.parameters
    return newest_parameters(rated.rulebook, pool.pool)


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
