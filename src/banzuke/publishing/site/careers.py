"""A player's ratings by one set of rules: standing, peak, events, and the line over time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import polars as pl

from banzuke.publishing.list_text import numbers
from banzuke.publishing.peaks import OF_YEAR, PEAK, PEAK_ON, peaks_of
from banzuke.publishing.plain_values import rows
from banzuke.publishing.site.change_pages import address_of_row
from banzuke.publishing.site.curves import PHONE, WIDE, Curve, Point, curve
from banzuke.publishing.site.families import Family
from banzuke.publishing.site.known import Person
from banzuke.publishing.site.shown_list import ShownList
from banzuke.publishing.site.snapshot import Snapshot

Row = dict[str, Any]

#: Why people who have nothing to do with a list are not on it.
NOTHING_RATED = "no rated game"

#: What the history tells of a game that pages show.
OF_GAMES = (
    "date",
    "round",
    "game",
    "opponents",
    "opponent_before",
    "score",
    "expected",
    "before",
    "change",
    "after",
    "before_text",
    "change_text",
    "after_text",
)


@dataclass(frozen=True)
class Career:
    """What a page shows of a player's ratings by one set of rules, in one pool.

    document : as JSON has it; charts : the same line for wide pages and for phones
    last : the day of the last event, ISO, "" without dates
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
    def last(self) -> str:
        """The day of the last event."""
        return str(self.events[0]["date"] or "") if self.events else ""


def career(snapshot: Snapshot, family: Family, person: Person) -> Career | None:
    """A player's ratings by the rules of a family; None of who has nothing to do with them."""
    main = family.main
    standings = [
        standing for shown in family.lists if (standing := _standing(shown, person)) is not None
    ]
    history = main.history_of(person.key)
    if main.record.pool:
        history = history.filter(pl.col("pool") == main.record.pool)
    if history.is_empty() and all(one.get("why") == NOTHING_RATED for one in standings):
        return None
    events = _events(snapshot, main, person, history)
    first = next(iter(standings), {})
    document = {
        "list": main.key,
        "title": main.title,
        "rulebook": main.rulebook.key,
        "unit": main.rulebook.system.columns[0].unit,
        "standings": standings,
        "rating": first.get("rating"),
        "shown": first.get("shown"),
        "games": first.get("games"),
        **_peak(main, history),
        "best_win": _best(history, won=True),
        "worst_loss": _best(history, won=False),
        "events": events[::-1],
    }
    best = document["peak"]
    points = _points(history)
    charts = tuple(curve(points, shape, best=best) for shape in (WIDE, PHONE))
    return Career(family, document, charts)


def _standing(shown: ShownList, person: Person) -> Row | None:
    """Where a player stands on a list, or why the player is not on it."""
    for at in shown.rows_of.get(person.key, ())[:1]:
        row = rows(shown.table.slice(at, 1))[0]
        of = len(shown.listed)
        return {"list": shown.key, "title": shown.title, "of": of, **row, "name": person.name}
    for at in shown.unlisted_rows_of.get(person.key, ())[:1]:
        row = rows(shown.unlisted.slice(at, 1))[0]
        return {"list": shown.key, "title": shown.title, **row, "name": person.name, "rank": None}
    return None


def _peak(shown: ShownList, history: pl.DataFrame) -> Row:
    """The highest rating ever, its day, and that of twelve months."""
    found = peaks_of(history, shown.as_of[:10]) if len(history) else {}
    peak = next(iter(found.values()), {PEAK: None, PEAK_ON: None, OF_YEAR: None})
    display = shown.rulebook.display
    texts = {
        f"{name}_text": None if peak[name] is None else numbers(pl.Series([peak[name]]), display)[0]
        for name in (PEAK, OF_YEAR)
    }
    return {**peak, **texts}


def _best(history: pl.DataFrame, *, won: bool) -> Row | None:
    """The win against the highest opponent, or the loss against the lowest."""
    if history["opponent_before"].null_count() == len(history):
        return None
    score = pl.col("score")
    kind = score == 1.0 if won else score == 0.0
    found = history.filter(kind & pl.col("opponent_before").is_not_null())
    if found.is_empty():
        return None
    best = found.sort("opponent_before", descending=won, maintain_order=True).head(1)
    return rows(best.select("date", "event", "opponents", "opponent_before", "change"))[0]


def _events(
    snapshot: Snapshot, shown: ShownList, person: Person, history: pl.DataFrame
) -> list[Row]:
    """What each event changed, in order; games without an event are one each."""
    if history.is_empty():
        return []
    # Games that follow each other in one event are one row; who plays two at a time has more.
    table = history.with_columns(
        part=(
            (pl.col("event") != pl.col("event").shift())
            | pl.col("event").is_null()
            | pl.col("event").shift().is_null()
        )
        .fill_null(value=True)
        .cum_sum()
    )
    found = []
    for part in table.partition_by("part", maintain_order=True):
        head, last = part.row(0, named=True), part.row(-1, named=True)
        event = head["event"]
        key = snapshot.event_keys.get(event) if event else None
        adjusted = head["game"] is None and head["side"] is None
        change = float(part["change"].sum())
        found.append(
            {
                "date": last["date"],
                "event": key,
                "name": event,
                "games": 0 if adjusted else len(part),
                "before": head["before"],
                "change": change,
                "after": last["after"],
                "before_text": head["before_text"],
                "change_text": shown.change_text(change),
                "after_text": last["after_text"],
                "adjustment": adjusted,
                "why": address_of_row(snapshot, shown, person.key, head),
                "played": [] if adjusted else rows(part.select(OF_GAMES)),
            }
        )
    return found


def _points(history: pl.DataFrame) -> list[Point]:
    """The rating after each day, or after each change where there are no dates."""
    if history.is_empty():
        return []
    if history["date"].null_count():
        return list(enumerate(history["after"].to_list(), 1))
    # What a tournament changes counts from its end, also where another began and ended meanwhile.
    days = history.select(pl.col("date").cast(pl.Date).cum_max(), "after")
    last = days.group_by("date", maintain_order=True).last()
    begin = history.row(0, named=True)
    first = (last["date"][0], float(begin["before"]))
    return [first, *last.iter_rows()]
