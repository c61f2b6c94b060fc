"""A player's ratings by one set of rules: standing, peak, events, and the line over time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import polars as pl

from banzuke.engine.lists import NO_GAME, why_unlisted
from banzuke.publishing.list_text import number_text
from banzuke.publishing.peaks import OF_YEAR, PEAK, PEAK_ON, peaks_of
from banzuke.publishing.plain_values import rows
from banzuke.publishing.site.career_events import day_of_row, events_of, is_adjustment
from banzuke.publishing.site.change_pages import address_of_row
from banzuke.publishing.site.curves import PHONE, WIDE, Curve, Point, curve
from banzuke.publishing.site.families import Family
from banzuke.publishing.site.known import Person
from banzuke.publishing.site.ranks_within import RanksWithin
from banzuke.publishing.site.shown_list import ShownList
from banzuke.publishing.site.snapshot import Snapshot

Row = dict[str, Any]


@dataclass(frozen=True)
class Career:
    """What a page shows of a player's ratings by one set of rules, in one pool.

    document : as JSON has it; charts : the same line for wide pages and for phones
    """

    family: Family
    document: Row
    charts: tuple[Curve | None, ...]

    @property
    def events(self) -> list[Row]:
        """What each event changed, the newest first."""
        found: list[Row] = self.document["events"]
        return found

    @property
    def anchor(self) -> str:
        """What the section on the page is called; no other of the page is called the same."""
        pool = self.document["pool"]
        return "-".join(["list", self.document["list"], *pool.split()])


def careers_of(snapshot: Snapshot, person: Person) -> list[Career]:
    """All of a player's ratings, those by the rules that moved one last first."""
    found = [_of_family(snapshot, family, person) for family in snapshot.families]
    in_order = [sorted(some, key=_last, reverse=True) for some in found if some]
    in_order.sort(key=lambda some: _last(some[0]), reverse=True)
    return [one for some in in_order for one in some]


def _last(career: Career) -> str:
    """The day of the last event, ISO, "" without dates."""
    return str(career.events[0]["date"] or "") if career.events else ""


def _of_family(snapshot: Snapshot, family: Family, person: Person) -> list[Career]:
    """A player's ratings by the rules of a family, in each pool that the player plays in."""
    history = family.main.history_of(person.key)
    pools = standings_of_player(family, person)
    for pool in history["pool"].unique(maintain_order=True).to_list():
        pools.setdefault(pool or "", [])
    wanted = family.main.record.pool
    found = []
    for pool, standings in pools.items():
        of_pool = history.filter(pl.col("pool") == pool) if len(history) else history
        idle = all(one.get("why") == NO_GAME for one in standings)
        if (not wanted or wanted == pool) and not (of_pool.is_empty() and idle):
            found.append(_career(snapshot, family, person, (pool, of_pool, standings)))
    return found


def _career(
    snapshot: Snapshot,
    family: Family,
    person: Person,
    of_pool: tuple[str, pl.DataFrame, list[Row]],
) -> Career:
    pool, history, standings = of_pool
    main = family.main
    told = rows(history)
    events = events_of(snapshot, main, person.key, told)
    first = next(iter(standings), {})
    rule, display = main.rulebook.list, main.rulebook.display
    settled = _settled(main, person, pool)
    peak = _peak(main, settled)
    document = {
        "list": main.key,
        "title": main.title,
        "pool": pool,
        "rulebook": main.rulebook.key,
        "unit": main.rulebook.system.columns[0].unit,
        "standings": standings,
        "within": [
            one._asdict() for one in snapshot.once(RanksWithin).of_player(main, person.key, pool)
        ],
        "rating": first.get("rating"),
        "shown": first.get("shown"),
        "deviation_text": _deviation(first),
        "games": first.get("games"),
        "provisional": bool(
            rule.provisional_mark and str(first.get("shown", "")).endswith(rule.provisional_mark)
        ),
        "regular_games": display.regular_games if display.regular_mark else None,
        "least_games": rule.least_games,
        "active_days": rule.active_days or None,
        "provisional_games": rule.provisional_games or None,
        "provisional_mark": rule.provisional_mark,
        **peak,
        **_extremes(snapshot, main, person, told),
        "events": events[::-1],
    }
    points = points_of(rows(settled))
    charts = tuple(curve(points, shape, best=peak[PEAK]) for shape in (WIDE, PHONE))
    return Career(family, document, charts)


def standings_of_player(family: Family, person: Person) -> dict[str, list[Row]]:
    """Where a player stands on each list, or why the player is not on it; by pool."""
    found: dict[str, list[Row]] = {}
    for shown in family.lists:
        head = {"list": shown.key, "title": shown.title}
        for at in shown.rows_of.get(person.key, ()):
            row = rows(shown.table.slice(at, 1))[0]
            pool = row["pool"] or ""
            told = {**head, "of": shown.sizes[pool], **row, "name": person.name}
            found.setdefault(pool, []).append(told)
        for at in shown.unlisted_rows_of.get(person.key, ()):
            row = rows(shown.unlisted.slice(at, 1))[0]
            why = why_unlisted(row["why"])
            told = {**head, **row, "name": person.name, "rank": None, "why": why}
            found.setdefault(row["pool"] or "", []).append(told)
    return found


def _deviation(standing: Row) -> str | None:
    """How sure a rating is, as it is written behind it: of large numbers without decimals."""
    value = standing.get("deviation")
    if value is None or standing.get("rating") is None:
        return None
    return f"{value:.0f}" if value >= 10.0 else f"{value:.2f}"


def settled_rows(shown: ShownList, person: Person, pool: str) -> list[Row]:
    """The rows of a player's history in a pool after which a rating stands."""
    return rows(_settled(shown, person, pool))


def _settled(shown: ShownList, person: Person, pool: str) -> pl.DataFrame:
    found = shown.histories.of_player(person.key, settled=True)
    return found.filter(pl.col("pool") == pool) if len(found) else found


def _peak(shown: ShownList, settled: pl.DataFrame) -> Row:
    """The best rating ever, its day, and that of twelve months."""
    found = peaks_of(settled, shown.rated) if len(settled) else {}
    peak = next(iter(found.values()), {PEAK: None, PEAK_ON: None, OF_YEAR: None})
    display = shown.rulebook.display
    texts = {f"{name}_text": number_text(peak[name], display) for name in (PEAK, OF_YEAR)}
    return {**peak, **texts}


def _extremes(snapshot: Snapshot, shown: ShownList, person: Person, told: Sequence[Row]) -> Row:
    """The games of two that stand out: by the opponent's rating, and by what they changed."""
    duels = [row for row in told if row["opponent_before"] is not None and not is_adjustment(row)]
    lowest = -1.0 if shown.rulebook.system.lowest_is_best else 1.0

    def one(score: float, name: str, sign: float) -> Row | None:
        found = [row for row in duels if row["score"] == score]
        if not found:
            return None
        row = max(found, key=lambda row: sign * lowest * row[name])
        display = shown.rulebook.display
        return {
            "date": day_of_row(row),
            "event": snapshot.event_keys.get(row["event"]),
            "opponent": row["opponents"],
            "name": snapshot.name(row["opponents"]),
            "opponent_before": row["opponent_before"],
            "opponent_before_text": number_text(row["opponent_before"], display),
            "change": row["change"],
            "change_text": row["change_text"],
            "why": address_of_row(snapshot, shown, person.key, row) or None,
        }

    return {
        "best_win": one(1.0, "opponent_before", 1.0),
        "worst_loss": one(0.0, "opponent_before", -1.0),
        "largest_gain": one(1.0, "change", 1.0),
        "largest_loss": one(0.0, "change", -1.0),
    }


def points_of(told: Sequence[Row]) -> list[Point]:
    """The rating after each day, or after each change where there are no dates."""
    told = [row for row in told if row["after"] is not None]
    days = [day_of_row(row) for row in told]
    ratings = [float(row["after"]) for row in told]
    if not told:
        return []
    known = [day for day in days if day is not None]
    if len(known) < len(days):
        return list(enumerate(ratings, 1))
    # What a tournament changes counts from its end, also where another began and ended meanwhile.
    last: dict[date, float] = {}
    latest = known[0]
    for day, rating in zip(known, ratings, strict=True):
        latest = max(latest, day)
        last[latest] = rating
    first = told[0]["before"]
    return [*([] if first is None else [(known[0], float(first))]), *last.items()]
