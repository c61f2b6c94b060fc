"""The history: one row an entry, with what was before, what changed and what was expected."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.engine.displaying import told_values
from banzuke.engine.moved import moved
from banzuke.engine.pool_log import PoolLog
from banzuke.engine.rated import Rated
from banzuke.engine.replay import Run, replay, scores
from banzuke.model.log import Log, holders
from banzuke.model.results import Results
from banzuke.model.system import System
from banzuke.parts.player_days import newest_days

Indices = NDArray[np.int64]
Floats = NDArray[np.float64]

#: In games of more players the others are not written beside each of them.
MOST_TOLD = 8


def history(rated: Rated, player: str | None = None) -> pl.DataFrame:
    """Every rated entry in rating order, or those of one player.

    Columns: date, event, round, game, side, player, pool, before, after, change, expected,
    score, and COLUMN_before, COLUMN_after for the system's other columns; ``revised``, where
    results revise ratings of earlier days, whether there are later results of players whom games
    link; last opponents, of games of a few players, and file and row that the entry comes from.
    Adjustments are rows of their own, with the adjustment's title as event. ``after`` is always
    before + change; of who had no rating yet ``before`` is null, and the change is counted from 0.
    """
    parts = []
    for run in rated.runs:
        told = with_record(rated, run)
        wanted = np.arange(len(told.pool.log.player))
        if player is not None:
            wanted = np.flatnonzero(told.pool.log.player == rated.names.index(player))
        scored = scores(told.pool, rated.rulebook)[wanted]
        table = entries_told(rated, told, wanted, scored)
        if told.adjusted:
            table = with_adjustments(rated, told, table, wanted, player)
        parts.append(table)
    return pl.concat(parts)


def settled(rated: Rated) -> pl.DataFrame:
    """The rows of ``history`` after which a rating stands: each player's last of every period.

    In between the changes of a period are shared out among its entries: what was reached then was
    nobody's rating. Where all results are one period but say what a rating was on each day, it is
    the last of every day.
    """
    parts = []
    for run in rated.runs:
        told = with_record(rated, run)
        wanted = np.arange(len(told.pool.log.player))
        wanted = last_of_periods(rated.rulebook.system, told.pool.log, wanted)
        table = entries_told(rated, told, wanted, scores(told.pool, rated.rulebook)[wanted])
        if told.adjusted:
            table = with_adjustments(rated, told, table, wanted, None)
        parts.append(table)
    return pl.concat(parts)


def last_of_periods(system: System, log: Log, entries: Indices) -> Indices:
    """Those of some entries, in rating order, that are their player's last as ``settled`` says."""
    player, game = np.asarray(log.player)[entries], holders(log.game, entries)
    by_day = system.curve is not None
    period = np.asarray(log.day)[game] if by_day else holders(log.period, game)
    order = np.argsort(player, kind="stable")
    player, period = player[order], period[order]
    last = np.ones(len(order), dtype=np.bool_)
    last[:-1] = (player[1:] != player[:-1]) | (period[1:] != period[:-1])
    return np.sort(entries[order[last]])


def with_record(rated: Rated, run: Run) -> Run:
    """A run with what every entry changed, before and after; replayed if that was not kept."""
    if len(run.record.before) == len(run.record.change):
        return run
    return replay(run.pool, rated.rulebook, run.start, history=True)


def entries_told(rated: Rated, run: Run, wanted: Indices, scored: Floats) -> pl.DataFrame:
    """Entries of a run with its record as ``history`` tells them, without adjustments.

    wanted : which entries of the log; scored : what each of them scored
    """
    pool, record = run.pool, run.record
    game = holders(pool.log.game, wanted)
    system = rated.rulebook.system
    told = moved(system, np.asarray(record.before)[wanted], np.asarray(record.change)[wanted])
    columns: dict[str, pl.Series] = {
        **game_columns(rated.results, pool.games[game]),
        "side": pl.Series(pool.log.side[wanted] + 1).cast(pl.String),
        "player": pl.Series(rated.names, dtype=pl.String).gather(pool.log.player[wanted]),
        "pool": pl.Series([pool.pool], dtype=pl.String).new_from_index(0, len(wanted)),
        "before": pl.Series(told.before, nan_to_null=True),
        "after": pl.Series(told.after, nan_to_null=True),
        "change": pl.Series(told.change),
        "expected": pl.Series(record.expected[wanted]) if system.expects else _nulls(len(wanted)),
        "score": _where_placed(pl.Series(scored), pool.log.place[wanted]),
    }
    for number, column in enumerate(system.told_columns[1:]):
        if column not in rated.rulebook.told_columns:
            continue
        columns[f"{column.name}_before"] = told_values(column, record.other_before[number][wanted])
        columns[f"{column.name}_after"] = told_values(column, record.other_after[number][wanted])
    if system.curve is not None:
        last = newest_days(pool.log, len(rated.names))[pool.log.player[wanted]]
        day = np.asarray(pool.log.day)
        columns["revised"] = pl.Series(day[game] < last, dtype=pl.Boolean)
    columns["opponents"] = opponents(run.pool.log, rated.names, wanted)
    columns |= source_columns(rated.results, run.pool, wanted, game)
    return pl.DataFrame(columns)


def _where_placed(scored: pl.Series, place: NDArray[np.int32]) -> pl.Series:
    """What was scored; null for who took part without a place."""
    return scored.set(pl.Series(place == 0), None)


def _nulls(count: int) -> pl.Series:
    return pl.Series([None], dtype=pl.Float64).new_from_index(0, count)


def game_columns(results: Results, games: Indices) -> dict[str, pl.Series]:
    """date, event, round and game of the given games; null where the results have none."""
    table = results.games
    empty = pl.Series([None], dtype=pl.String).new_from_index(0, len(games))
    if table.time is None:
        dates = pl.Series([None], dtype=pl.Date).new_from_index(0, len(games))
    else:
        stamps = pl.Series(table.time[games]).cast(pl.Datetime("us"))
        dates = stamps if results.stamped else stamps.cast(pl.Date)
    events = empty
    if table.event is not None:
        names = pl.Series([*results.events, None], dtype=pl.String)
        events = names.gather(np.where(table.event < 0, len(results.events), table.event)[games])
    return {
        "date": dates,
        "event": events,
        "round": empty if table.round is None else table.round.gather(games),
        "game": empty if table.key is None else table.key.gather(games),
    }


def opponents(log: Log, names: Sequence[str], entries: Indices) -> pl.Series:
    """The players of the other sides of each entry's game, null in games of many players."""
    first = log.game.astype(np.int64)
    game = holders(log.game, entries)
    head, size = first[game], first[game + 1] - first[game]
    few = size <= MOST_TOLD
    known = pl.Series([*names, None], dtype=pl.String)
    parts = {}
    for place in range(int(size[few].max(initial=0))):
        other = np.where(place < size, head + place, head)
        told = few & (place < size) & (log.side[other] != log.side[entries])
        parts[str(place)] = known.gather(np.where(told, log.player[other], len(names)))
    if not parts:
        return pl.Series([None], dtype=pl.String).new_from_index(0, len(entries))
    joined = pl.DataFrame(parts).select(pl.concat_str(pl.all(), separator="; ", ignore_nulls=True))
    return joined.to_series().replace("", None)


def source_columns(
    results: Results, pool: PoolLog, entries: Indices, game: Indices
) -> dict[str, pl.Series]:
    """File and row of entries of a log; ``game`` is the position of each one's game in it."""
    of_results = pool.games[game]
    row = results.games.row[of_results]
    if results.entries.row is not None:
        offset = entries - pool.log.game[game].astype(np.int64)
        row = results.entries.row[results.first[of_results].astype(np.int64) + offset]
    files = pl.Series([source or None for source in results.sources], dtype=pl.String)
    return {
        "file": files.gather(results.games.source[of_results]),
        "row": pl.Series(row).cast(pl.Int64),
    }


def with_adjustments(
    rated: Rated, run: Run, table: pl.DataFrame, wanted: Indices, player: str | None
) -> pl.DataFrame:
    """Put a row for every adjusted rating where it was adjusted, before its period's entries."""
    log = run.pool.log
    table = table.with_columns(pl.Series("_at", wanted.astype(np.float64)))
    parts = [table]
    for made in run.adjusted:
        codes = made.players
        kept = np.ones(len(codes), dtype=np.bool_)
        if player is not None:
            kept = codes == rated.names.index(player)
        first = float(log.game[log.period[made.period]]) - 0.5
        count = int(kept.sum())
        row = {
            "date": pl.Series([made.on] * count, dtype=pl.Date).cast(table["date"].dtype),
            "event": pl.Series([made.adjustment.title] * count, dtype=pl.String),
            "player": pl.Series(rated.names, dtype=pl.String).gather(codes[kept]),
            "pool": pl.Series([run.pool.pool] * count, dtype=pl.String),
            "before": pl.Series(made.before[kept]),
            "after": pl.Series(made.after[kept]),
            "change": pl.Series(made.change[kept]),
            "_at": pl.Series([first] * count, dtype=pl.Float64),
        }
        parts.append(pl.DataFrame(row))
    joined = pl.concat(parts, how="diagonal").sort("_at", maintain_order=True)
    return joined.drop("_at")
