"""The change of one player's rating in an event or a game, put together from its games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.engine.displaying import shown_change
from banzuke.engine.explained import Explained, ExplainedGame, ShownChange
from banzuke.engine.explaining_entries import Told, explained_game
from banzuke.engine.moved import from_nothing, moved_one
from banzuke.engine.rated import Rated
from banzuke.engine.reasons import bare
from banzuke.engine.replay import Run, State
from banzuke.model.log import Record
from banzuke.model.phrases import listed, phrase, phrases
from banzuke.model.results import Results
from banzuke.model.system import Term

Ints = NDArray[np.int64]


class Found(NamedTuple):
    """The games that are asked for, in which the player took part: indices into the results."""

    kind: str
    which: str
    games: Ints


def called(results: Results, game: int) -> str:
    """What a game is called: by its key, else by its file and row."""
    keys = results.games.key
    if keys is not None and keys[game] is not None:
        return str(keys[game])
    file, row = results.place(game)
    if file:
        return phrase("{file}, row {row}", file=file, row=row)
    return phrase("row {row}", row=row)


def unrated(rated: Rated, code: int, found: Found) -> Explained:
    """That nothing was rated, and why."""
    game = int(found.games[0])
    pools = rated.results.games.pool
    pool = "" if pools is None or pools[game] < 0 else rated.results.pools[pools[game]]
    run = next((run for run in rated.runs if run.pool.pool == pool), rated.runs[0])
    values = values_in(rated, run.state, code)
    rating, _ = moved_one(rated.rulebook.system, values["rating"], values["rating"])
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
        why=listed(_why_unrated(rated, found.games)),
    )


def _why_unrated(rated: Rated, games: Ints) -> list[str]:
    """Why games are not rated, each reason once."""
    reasons = rated.selection.reasons
    late = phrase("after {day}, the date of the list", day=rated.as_of)
    return list(dict.fromkeys(reasons.get(game, late) for game in games.tolist()))


def entries_at(run: Run, code: int, positions: Ints) -> list[int]:
    """The player's entries in the games at positions of the log, each of which has one."""
    log = run.pool.log
    return [
        int(head) + int(np.flatnonzero(log.player[int(head) : int(end)] == code)[0])
        for head, end in zip(log.game[positions], log.game[positions + 1], strict=True)
    ]


def explained(rated: Rated, run: Run, found: Found, said: Sequence[Told]) -> Explained:
    """What all games together did; said : of each rated game of the player, in rating order.

    The run has a record with history.
    """
    pool, record = run.pool, run.record
    first, last = said[0].entry, said[-1].entry
    code = int(pool.log.player[first])
    games = tuple(explained_game(rated, run, _from_nothing(rated, run, one)) for one in said)
    change = 0.0
    for game in games:
        for term in game.terms:
            change += term.value
    left_out = np.setdiff1d(found.games, [pool.games[one.position] for one in said])
    between = int((pool.log.player[first:last] == code).sum()) + 1 - len(said)
    besides = _besides(rated, left_out, between)
    end = float(record.before[last] + record.change[last])
    before, after = moved_one(rated.rulebook.system, float(record.before[first]), end)
    return Explained(
        player=rated.names[code],
        name=rated.told_as[code],
        pool=pool.pool,
        kind=found.kind,
        which=found.which,
        before=before,
        terms=tuple(term for game in games for term in game.terms),
        inputs=tuple(_inputs(games)),
        change=change,
        after=after,
        shown=_shown_change(rated, record, first, last),
        rated=any(game.rated for game in games),
        why=listed(dict.fromkeys([*_whys(games), *besides])),
        games=games,
        besides=listed(besides),
    )


def _from_nothing(rated: Rated, run: Run, one: Told) -> Told:
    """The same, counted from 0 where the player had no rating before the entry."""
    before = float(run.record.before[one.entry])
    terms = from_nothing(rated.rulebook.system, before, tuple(one.said.terms))
    return one._replace(said=one.said._replace(terms=terms))


def _besides(rated: Rated, left_out: Ints, between: int) -> list[str]:
    """What is worth knowing besides what each game says.

    left_out : games that are not rated; between : how many others moved the rating meanwhile
    """
    found: list[str] = []
    if len(left_out):
        reasons = listed(bare(why) for why in _why_unrated(rated, left_out))
        found.append(
            phrases(
                "{count} game is not rated: {reasons}",
                "{count} games are not rated: {reasons}",
                len(left_out),
                reasons=reasons,
            )
        )
    if between:
        found.append(
            phrases(
                "{count} other game in between moved the rating as well",
                "{count} other games in between moved the rating as well",
                between,
            )
        )
    return found


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


def _inputs(games: Sequence[ExplainedGame]) -> list[Term]:
    """What the terms were computed from, game by game; what holds of all of them once, at the end.

    So a player's K, or the number of games in the event, is not told with each game anew.
    """
    parts = [game.inputs for game in games if game.inputs]
    if len(parts) < 2:
        return [term for part in parts for term in part]
    common = [term for term in parts[0] if all(term in part for part in parts[1:])]
    return [term for part in parts for term in part if term not in common] + common


def _whys(games: Sequence[ExplainedGame]) -> list[str]:
    """What the system remarks; of a game that it leaves unrated beside others, of which one."""
    rates_some = any(game.rated for game in games)
    whys: list[str] = []
    for game in games:
        if game.why and rates_some and not game.rated:
            if len(game.met) == 1:
                who = game.met[0].name
                told = phrase("the game against {who} is not rated: {why}", who=who, why=game.why)
            else:
                which = game.game or game.where
                told = phrase("the game {which} is not rated: {why}", which=which, why=game.why)
            whys.append(told)
        elif game.why:
            whys.append(game.why)
    return whys
