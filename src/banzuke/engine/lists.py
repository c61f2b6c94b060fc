"""The rating list: who stands where on a date, and who is not on it and why."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.engine.rated import Rated
from banzuke.engine.replay import Run, newest_parameters
from banzuke.engine.rulebook import Display, Rulebook
from banzuke.engine.selection import day_of
from banzuke.model.cells import MICROSECONDS_A_DAY
from banzuke.numeric.rounding import written

Floats = NDArray[np.float64]


class Listing(NamedTuple):
    """listed and unlisted players; the second has ``why`` instead of a rank."""

    listed: pl.DataFrame
    unlisted: pl.DataFrame


def rating_list(rated: Rated) -> Listing:
    """The list of all pools, each pool ranked for itself."""
    parts = [_pool_list(rated, run) for run in rated.runs]
    return Listing(
        pl.concat([part.listed for part in parts]), pl.concat([part.unlisted for part in parts])
    )


def shown(
    values: dict[str, Floats],
    display: Display,
    established: NDArray[np.bool_],
    ranks: list[tuple[float, str]],
) -> list[str]:
    """Ratings as the rulebook displays them: rounded, or as ranks with the regular's mark."""
    value = display_value(values, display)
    if not ranks:
        texts = written(value, display.decimals, display.rounding)
    else:
        bounds = np.array([low for low, _ in ranks])
        at = np.clip(np.searchsorted(bounds, value, side="right") - 1, 0, None)
        texts = [ranks[index][1] for index in at.tolist()]
    if display.regular_mark:
        texts = [
            text + display.regular_mark if regular else text
            for text, regular in zip(texts, established.tolist(), strict=True)
        ]
    return texts


def display_value(values: dict[str, Floats], display: Display) -> Floats:
    """The number that the list shows and sorts by: a sum of columns times factors."""
    total = np.zeros(len(next(iter(values.values()))))
    for column, factor in display.terms.items():
        total = total + (factor * values[column] if column else factor)
    return total


def rank_rows(rulebook: Rulebook, pool: str) -> list[tuple[float, str]]:
    """(lowest rating, name) of each rank of the rulebook's rank table, weakest first."""
    name = rulebook.display.rank_table
    if not name:
        return []
    rows = getattr(newest_parameters(rulebook, pool), name)
    return [(float(row.lowest), row.name) for row in rows]


def latest_change(rated: Rated, run: Run) -> Floats:
    """What each player's rating changed since the event before the newest one.

    Games without an event are told apart by their day; without that, all are one.
    """
    change = np.zeros(len(rated.names))
    log = run.pool
    if not len(log.games):
        return change
    games = rated.results.games
    key = np.zeros(len(log.games), dtype=np.int64)
    if games.event is not None:
        key = games.event[log.games].astype(np.int64)
    if games.time is not None:
        undated = key < 0 if games.event is not None else np.ones(len(key), dtype=np.bool_)
        key = np.where(undated, -1 - games.time[log.games] // MICROSECONDS_A_DAY, key)
    newest = np.repeat(key == key[-1], np.diff(log.log.game.astype(np.int64)))
    np.add.at(change, log.log.player[newest], run.record.change[newest])
    last = int(np.searchsorted(log.log.period, np.flatnonzero(key == key[-1])[0], side="right")) - 1
    for made in run.adjusted:
        if made.period > last:
            change[made.players] += made.after - made.before
    return change


def _pool_list(rated: Rated, run: Run) -> Listing:
    rulebook, names = rated.rulebook, rated.names
    system, rule, pool = rulebook.system, rulebook.list, run.pool.pool
    log = run.pool.log
    counts = np.bincount(log.player, minlength=len(names)).astype(np.float64)
    games = rated.games_before[pool] + counts
    values = {column.name: state for column, state in zip(system.columns, run.state, strict=True)}
    games = values.get("games", games)
    established = games >= rulebook.display.regular_games
    value = display_value(values, rulebook.display)
    texts = shown(values, rulebook.display, established, rank_rows(rulebook, pool))
    if rule.provisional_games:
        mark = rule.provisional_mark
        texts = [
            t + mark if few else t
            for t, few in zip(texts, (games < rule.provisional_games).tolist(), strict=True)
        ]
    why = _why_unlisted(rated, run, counts, games)
    here = _belongs(rated, pool, counts)
    listed = here & (why == "")
    order = _sorted(rated, np.flatnonzero(listed), value, games)
    columns = {
        "player": pl.Series(names, dtype=pl.String),
        "name": _full_names(rated),
        "pool": pl.Series([pool], dtype=pl.String).new_from_index(0, len(names)),
        "rating": pl.Series(values["rating"]),
        "shown": pl.Series(texts, dtype=pl.String),
        "games": pl.Series(games.astype(np.int64)),
        "change": pl.Series(latest_change(rated, run)),
        **{
            name: pl.Series(column)
            for name, column in values.items()
            if name not in ("rating", "games")
        },
    }
    table = pl.DataFrame(columns)
    ranks = _ranks(value[order], rule.ranks)
    top = table[order].insert_column(0, pl.Series("rank", ranks, dtype=pl.Int64))
    rest = np.flatnonzero(here & (why != ""))
    bottom = (
        table[rest]
        .with_columns(pl.Series("why", why[rest].tolist(), dtype=pl.String))
        .sort("player")
    )
    return Listing(top, bottom)


def _belongs(rated: Rated, pool: str, counts: Floats) -> NDArray[np.bool_]:
    """Who has to do with the pool: by a rated game, any game of it, or the players file."""
    here = (counts > 0) | rated.known[pool]
    results = rated.results
    codes = results.games.pool
    in_pool = np.ones(len(results), dtype=np.bool_)
    if codes is not None and rated.rulebook.pooling == "separate":
        wanted = -1 if pool == "" else results.pools.index(pool) if pool in results.pools else -2
        in_pool = codes == wanted
    entries = np.repeat(in_pool, np.diff(results.first.astype(np.int64)))
    here[results.entries.player[entries]] = True
    listed = set(rated.players.frame.filter(pl.col("pool").is_in(["", pool]))["player"].to_list())
    if listed:
        here |= np.array([name in listed for name in rated.names])
    return here


def _why_unlisted(rated: Rated, run: Run, counts: Floats, games: Floats) -> NDArray[np.object_]:
    rule, pool = rated.rulebook.list, run.pool.pool
    why = np.full(len(rated.names), "", dtype=object)
    unknown = (counts == 0) & ~rated.known[pool]
    why[unknown] = "no rated game"
    few = (games < rule.least_games) & (why == "")
    reason = rule.why_least_games or f"fewer than {rule.least_games} rated games"
    why[few] = reason
    if rule.active_days and run.pool.period_time is not None and len(run.pool.period_time):
        last = np.full(len(rated.names), np.iinfo(np.int64).min)
        log = run.pool.log
        sizes = np.diff(log.game[log.period].astype(np.int64))
        np.maximum.at(last, log.player, np.repeat(run.pool.period_time, sizes))
        newest = int(run.pool.period_time[-1])
        idle = (counts > 0) & (last < newest - rule.active_days * MICROSECONDS_A_DAY) & (why == "")
        for index in np.flatnonzero(idle):
            why[index] = f"inactive since {day_of(last[index])}"
    return why


def _full_names(rated: Rated) -> pl.Series:
    facts = rated.players.facts("name")
    if not facts:
        return pl.Series(rated.names, dtype=pl.String)
    return pl.Series([facts.get(name, name) for name in rated.names], dtype=pl.String)


def _sorted(
    rated: Rated, players: NDArray[np.int64], value: Floats, games: Floats
) -> NDArray[np.int64]:
    """The listed players: the highest value first, then by the rulebook's tie order."""
    keys: list[NDArray[np.generic]] = [players]
    for name in reversed(rated.rulebook.list.tie_order):
        if name == "games":
            keys.append(-games[players])
        elif name == "sort_name" and (sort_names := _sort_names(rated)):
            texts = [
                _folded(sort_names.get(rated.names[p], rated.names[p])) for p in players.tolist()
            ]
            keys.append(np.unique(np.array(texts), return_inverse=True)[1] if texts else players)
    keys.append(-_same(value[players]))
    order: NDArray[np.int64] = players[np.lexsort(keys)]
    return order


def _sort_names(rated: Rated) -> dict[str, str]:
    facts = rated.results.facts
    from_results = {}
    if facts is not None and "sort_name" in facts.columns:
        from_results = dict(facts.select("player", "sort_name").drop_nulls().iter_rows())
    return {**from_results, **rated.players.facts("sort_name")}


def _folded(text: str) -> str:
    """A name as it sorts: without accents and case."""
    plain = unicodedata.normalize("NFKD", text)
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold()


def _same(value: Floats) -> Floats:
    """Values as they tie: arithmetic noise beyond nine decimals does not tell them apart."""
    return np.round(value, 9)


def _ranks(value: Floats, kind: str) -> list[int]:
    """1-2-2-4 (or 1-2-2-3) for values in falling order."""
    ranks: list[int] = []
    same = _same(value)
    for index in range(len(same)):
        if index and same[index] == same[index - 1]:
            ranks.append(ranks[-1])
        elif kind == "1223":
            ranks.append(ranks[-1] + 1 if ranks else 1)
        else:
            ranks.append(index + 1)
    return ranks
