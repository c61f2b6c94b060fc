"""Which games of the results are rated by a rulebook, in which order, as a log for kernels.

Every pool is a log of its own: a rating belongs to a player and a pool.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.engine.rulebook import Rulebook
from banzuke.model.cells import MICROSECONDS_A_DAY
from banzuke.model.columns import STATUSES
from banzuke.model.errors import ResultsRefused
from banzuke.model.log import OPTIONAL_COLUMNS, Log
from banzuke.model.ordering import event_days, total_order
from banzuke.model.problems import Problem
from banzuke.model.raw_table import is_rated
from banzuke.model.results import Results
from banzuke.model.system import Capability, Period

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Skipped(NamedTuple):
    """A game that is not rated, and why; ``game`` is an index into the results."""

    game: int
    why: str


@dataclass(frozen=True)
class PoolLog:
    """The games of one pool that are rated, in rating order.

    pool : its name, "" for the one without
    log : what kernels read; categories : the event categories by code
    games : int64[g], which game of the results; entries : int64[e], which entry
    period_time : int64[n], microseconds since 1970 that date each period; None if undated
    """

    pool: str
    log: Log
    categories: tuple[str, ...]
    games: Ints
    entries: Ints
    period_time: Ints | None

    @property
    def n_periods(self) -> int:
        """How many periods the log has."""
        return len(self.log.period) - 1


@dataclass(frozen=True)
class Selection:
    """All pools' logs, what was left out, and what is odd."""

    logs: tuple[PoolLog, ...]
    skipped: tuple[Skipped, ...]
    warnings: tuple[Problem, ...]
    as_of: str


def select(results: Results, rulebook: Rulebook, as_of: date | datetime | None) -> Selection:
    """Choose, order and code the games that the rulebook rates up to ``as_of`` (inclusive)."""
    by_event = rulebook.period.kind in (Period.EVENT, Period.ROUND)
    days = event_days(results, rulebook.period.day) if by_event else results.games.time
    counted, skipped = _counted(results, rulebook, days)
    until = _until(as_of, days)
    if until is not None and days is not None:
        counted &= days <= until
    _refuse_what_system_cannot(results, rulebook, counted)
    ordered = total_order(results, by_event, rulebook.period.day)
    everything = np.arange(len(results)) if ordered.order is None else ordered.order
    whole = ordered.order is None and bool(counted.all())
    logs = []
    warnings = list(results.warnings) + _ignored_columns(results, rulebook)
    for code, pool in _pools(results, rulebook):
        here = counted if code is None else counted & (_pool_codes(results) == code)
        games = everything if whole and code is None else everything[here[everything]]
        logs.append(_pool_log(results, rulebook, pool, games, days, whole and code is None))
    warnings += _untold(results, rulebook, ordered.tied, everything, counted)
    return Selection(
        tuple(logs), tuple(skipped), tuple(warnings), _as_of_text(as_of, days, counted, results)
    )


def day_of(micros: int) -> date:
    """The day on the rulebook's clock."""
    return (EPOCH + timedelta(microseconds=int(micros))).date()


def _as_of_text(
    as_of: date | datetime | None, days: Ints | None, counted: Mask, results: Results
) -> str:
    if as_of is not None:
        return as_of.isoformat()
    if days is None or not counted.any():
        return ""
    newest = EPOCH + timedelta(microseconds=int(days[counted].max()))
    return newest.replace(tzinfo=None).isoformat() if results.stamped else newest.date().isoformat()


def _until(as_of: date | datetime | None, days: Ints | None) -> int | None:
    if as_of is None:
        return None
    if days is None:
        what = "the results have no dates, so they cannot be rated as of a date"
        raise ResultsRefused([Problem(what, "a column date", column="date")])
    if isinstance(as_of, datetime):
        moment = as_of.replace(tzinfo=UTC) if as_of.tzinfo is None else as_of.astimezone(UTC)
        return int((moment - EPOCH) / timedelta(microseconds=1))
    return start_of_day(as_of) + MICROSECONDS_A_DAY - 1


def start_of_day(day: date) -> int:
    """Midnight of a day on the rulebook's clock, microseconds since 1970."""
    return (day - EPOCH.date()).days * MICROSECONDS_A_DAY


def _pool_codes(results: Results) -> NDArray[np.int32]:
    pools = results.games.pool
    return np.full(len(results), -1, dtype=np.int32) if pools is None else pools


def _pools(results: Results, rulebook: Rulebook) -> list[tuple[int | None, str]]:
    """(code, name) of each pool to be rated; one of all games where pools do not matter."""
    if rulebook.pooling == "together" or results.games.pool is None:
        return [(None, "")]
    codes = np.unique(results.games.pool).tolist()
    return [(code, "" if code < 0 else results.pools[code]) for code in codes]


def _counted(results: Results, rulebook: Rulebook, days: Ints | None) -> tuple[Mask, list[Skipped]]:
    """Which games count by status and by the rulebook's [counts], and why the others do not."""
    games, counts = results.games, rulebook.counts
    counted = is_rated(games.status, games.rated, counts.statuses)
    why = np.full(len(results), -1, dtype=np.int32)
    reasons: list[str] = []

    def leave_out(mask: Mask, reason: str) -> None:
        nonlocal counted
        new = mask & (why < 0)
        if new.any():
            reasons.append(reason)
            why[new] = len(reasons) - 1
        counted = counted & ~mask

    left = ~counted
    for code, status in enumerate(STATUSES):
        leave_out(left & (games.status == code) & (games.rated != 0), f"{status}: not rated")
    leave_out(left, "marked as not rated")
    single = np.diff(results.first.astype(np.int64)) < 2
    if Capability.STANDINGS not in rulebook.system.capabilities:
        leave_out(single, "one player only")
    named = [
        ("events", games.event, results.events),
        ("categories", games.category, results.categories),
        ("pools", games.pool, results.pools),
    ]
    for name, codes, names in named:
        wanted = getattr(counts, name)
        if wanted:
            folded = {text.casefold() for text in wanted}
            good = [code for code, text in enumerate(names) if text.casefold() in folded]
            known = (
                np.zeros(len(results), dtype=np.bool_) if codes is None else np.isin(codes, good)
            )
            leave_out(~known, f"the rulebook counts other {name}")
    if counts.except_events and games.event is not None:
        gone = [code for code, text in enumerate(results.events) if text in counts.except_events]
        leave_out(np.isin(games.event, gone), "the rulebook leaves this event out")
    if days is not None and counts.from_ is not None:
        leave_out(
            days < start_of_day(counts.from_), f"before {counts.from_}, from when results count"
        )
    if days is not None and counts.until is not None:
        end = start_of_day(counts.until) + MICROSECONDS_A_DAY
        leave_out(days >= end, f"after {counts.until}, until when results count")
    skipped = [Skipped(game, reasons[why[game]]) for game in np.flatnonzero(why >= 0).tolist()]
    return counted, skipped


def _refuse_what_system_cannot(results: Results, rulebook: Rulebook, counted: Mask) -> None:
    """Teams, many sides, standings and missing places that the system does not claim."""
    system = rulebook.system
    can = system.capabilities
    problems: list[Problem] = []
    first = results.first.astype(np.int64)
    filled = np.diff(first) > 0
    sides = np.zeros(len(results), dtype=np.int64)
    sides[filled] = results.entries.side[first[1:][filled] - 1] + 1

    def refuse(mask: Mask, what: str, right: str) -> None:
        for game in np.flatnonzero(mask & counted)[:50].tolist():
            source = results.sources[results.games.source[game]]
            problems.append(Problem(what, right, source, int(results.games.row[game])))

    name = f"{rulebook.key} ({system.title})"
    if results.shape == "standings" and Capability.STANDINGS not in can:
        refuse(counted, f"{name} rates games, not standings", "a table of games")
    elif Capability.MANY_SIDES not in can:
        refuse(sides > 2, f"{name} rates games of two sides", "one duel a game")
    if Capability.TEAMS not in can:
        refuse(
            np.diff(first) > sides,
            f"{name} rates single players, not teams",
            "a side of one player",
        )
    if Capability.UNPLACED not in can and len(results.entries.place):
        missing = np.zeros(len(results), dtype=np.bool_)
        gone = np.flatnonzero(results.entries.place == 0)
        missing[np.searchsorted(first, gone, side="right") - 1] = True
        refuse(missing, "the result is missing", "a result or places, or status void")
    if problems:
        raise ResultsRefused(problems)


def _ignored_columns(results: Results, rulebook: Rulebook) -> list[Problem]:
    """Columns with content that the system does not read, told so that nobody is misled."""
    read = set(rulebook.system.reads)
    found = []
    for name in ("handicap", "advantage", "play"):
        values = getattr(results.entries, name)
        if values is None or name in read:
            continue
        idle = 1.0 if name == "play" else 0.0
        if (np.nan_to_num(values, nan=idle) != idle).any():
            found.append(Problem(f"{rulebook.key} does not use the column", column=name))
    weight = results.games.weight
    if (
        weight is not None
        and "weight" not in read
        and (np.nan_to_num(weight, nan=1.0) != 1.0).any()
    ):
        found.append(Problem(f"{rulebook.key} does not use the column", column="weight"))
    return found


def _untold(
    results: Results, rulebook: Rulebook, tied: Mask, order: Ints, counted: Mask
) -> list[Problem]:
    """A word where only the rows say which of two periods comes first, or the day which event."""
    event = results.games.event
    if rulebook.period.kind is Period.EVENT and (event is None or (event[counted] < 0).any()):
        what = f"{rulebook.key} rates by event: games without one are of one event if of one date"
        return [Problem(what, "a column event", column="event")]
    if rulebook.period.kind is not Period.GAME or len(order) < 2:
        return []
    count = int((tied & counted[order]).sum())
    if count == 0:
        return []
    what = (
        f"{count} games are not told apart from the one before by date, event, round, board or "
        "game: they are rated in the order of their rows"
    )
    return [Problem(what, "times, rounds or game numbers, if the order matters")]


def _pool_log(
    results: Results, rulebook: Rulebook, pool: str, games: Ints, days: Ints | None, whole: bool
) -> PoolLog:
    first = results.first.astype(np.int64)
    if whole:
        entries = np.arange(len(results.entries.player))
        offsets = results.first
    else:
        sizes = first[games + 1] - first[games]
        ends = np.cumsum(sizes)
        offsets = np.concatenate([[0], ends]).astype(np.uint32)
        entries = np.arange(ends[-1] if len(ends) else 0) + np.repeat(
            first[games] - (ends - sizes), sizes
        )
    period, period_time = _periods(results, rulebook, games, days)

    def entry(name: str) -> NDArray[np.float64]:
        values = getattr(results.entries, name)
        default = {"score": np.nan, "play": 1.0}.get(name, 0.0)
        if values is None:
            return np.full(len(entries), default)
        taken = values if whole else values[entries]
        return np.where(np.isnan(taken), default, taken)

    def game(name: str) -> NDArray[np.float64]:
        values = getattr(results.games, name)
        default = 1.0 if name == "weight" else 0.0
        return (
            np.full(len(games), default)
            if values is None
            else np.nan_to_num(values[games], nan=default)
        )

    optional: dict[str, NDArray[np.generic]] = {}
    for name, kind in OPTIONAL_COLUMNS.items():
        if name not in rulebook.system.reads:
            optional[name] = np.zeros(0, dtype=kind)
        elif name == "year":
            dated = days is not None
            optional[name] = _years(days[games]) if dated else np.zeros(len(games), dtype=kind)
        elif name == "category":
            codes = results.games.category
            optional[name] = np.full(len(games), -1, dtype=kind) if codes is None else codes[games]
        elif name in ("score", "handicap", "advantage", "play"):
            optional[name] = entry(name)
        else:
            optional[name] = game(name)
    columns = results.entries
    log = Log(
        period=period,
        game=offsets,
        player=columns.player if whole else columns.player[entries],
        side=columns.side if whole else columns.side[entries],
        place=columns.place if whole else columns.place[entries],
        **optional,
    )
    return PoolLog(pool, log, tuple(results.categories), games, entries, period_time)


def _years(micros: Ints) -> NDArray[np.int32]:
    return pl.Series(micros).cast(pl.Datetime("us")).dt.year().cast(pl.Int32).to_numpy()


def _periods(
    results: Results, rulebook: Rulebook, games: Ints, days: Ints | None
) -> tuple[NDArray[np.uint32], Ints | None]:
    """Offsets of the periods, and the time that dates each."""
    kind = rulebook.period.kind
    count = len(games)
    time = None if days is None else days[games]
    if kind is Period.GAME or count == 0:
        return np.arange(count + 1, dtype=np.uint32), time
    keys: list[Ints] = []
    if kind is Period.ALL:
        keys = [np.zeros(count, dtype=np.int64)]
    elif kind in (Period.EVENT, Period.ROUND):
        event = results.games.event
        code = np.full(count, -1) if event is None else event[games].astype(np.int64)
        day = np.zeros(count, dtype=np.int64) if time is None else time // MICROSECONDS_A_DAY
        keys = [code, np.where(code < 0, day, 0)]
        if kind is Period.ROUND and results.games.round is not None:
            keys.append(results.games.round.gather(games).rank("dense").fill_null(0).to_numpy())
    else:
        if time is None:
            what = f"{rulebook.key} rates by {kind}, but the results have no dates"
            raise ResultsRefused([Problem(what, "a column date", column="date")])
        every = {Period.DAY: "1d", Period.WEEK: "1w", Period.MONTH: "1mo", Period.YEAR: "1y"}[kind]
        stamps = pl.Series(time).cast(pl.Datetime("us"))
        keys = [stamps.dt.truncate(every).to_physical().to_numpy()]
    new = np.zeros(count, dtype=np.bool_)
    new[0] = True
    for key in keys:
        new[1:] |= key[1:] != key[:-1]
    starts = np.flatnonzero(new)
    offsets = np.append(starts, count).astype(np.uint32)
    return offsets, None if time is None else np.maximum.reduceat(time, starts)
