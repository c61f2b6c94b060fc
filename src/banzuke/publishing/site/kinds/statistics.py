"""What the ledger holds, in figures: by year, by nation, and for each set of rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.model.days import NO_TIME
from banzuke.publishing.list_text import number_text
from banzuke.publishing.plain_values import rows
from banzuke.publishing.site import addresses
from banzuke.publishing.site.families import Family
from banzuke.publishing.site.most_games import most_games
from banzuke.publishing.site.page import Arguments, Page, PageKind, Row
from banzuke.publishing.site.records import DRAWN, NONE
from banzuke.publishing.site.snapshot import Snapshot
from banzuke.publishing.site.words import mark

#: So many nations, clubs, players and upsets are shown.
SHOWN = 10

#: A histogram has about so many bars.
LEAST_BARS, MOST_BARS = 4, 24


class Bar(NamedTuple):
    """A bar of a drawing: what stands below it, how many, and its height as a share of one."""

    label: str
    number: int
    share: float


def _build(snapshot: Snapshot, arguments: Arguments) -> Page:
    results = snapshot.games.results
    years = _years(snapshot)
    people = [one for one in snapshot.people.values() if one.there]
    outcome = snapshot.games.outcomes.outcome
    decided = int((outcome != NONE).sum())
    document: dict[str, Any] = {
        "players": len(people),
        "events": len(snapshot.held),
        "games": len(results),
        "drawn": int((outcome == DRAWN).sum()) / decided if decided else None,
        "published": len(snapshot.publications),
        "years": years,
        "nations": _counted([one.facts.get("nation") for one in people]),
        "clubs": _counted([one.facts.get("club") for one in people]),
        "most_games": most_games(snapshot, SHOWN),
        "rulebooks": [_of_family(snapshot, family) for family in snapshot.families],
    }
    drawn = {
        "by_year": _bars([(str(one["year"]), one["games"]) for one in years if one["year"]]),
        "histograms": {
            one["list"]: _bars([(bar["from"], bar["players"]) for bar in one["distribution"]])
            for one in document["rulebooks"]
        },
    }
    return Page(mark("Statistics"), document, years, drawn, "statistics")


def _years(snapshot: Snapshot) -> list[Row]:
    """Games, events and players of each year; last those of no year, where others have one."""
    results, time = snapshot.games.results, snapshot.games.results.games.time
    if time is None or not len(time):
        return []
    dated = time != NO_TIME
    year = pl.Series(time[dated]).cast(pl.Datetime("us")).dt.year().to_numpy().astype(np.int16)
    low, many = int(year.min()), int(year.max() - year.min()) + 1
    bins = np.full(len(time), many, dtype=np.int16)
    bins[dated] = year - low
    games = np.bincount(bins)
    events = Counter(held.end.year if held.end else low + many for held in snapshot.held.values())
    of_entry = np.repeat(bins, np.diff(results.first.astype(np.int64)).astype(np.int64))
    order = np.argsort(of_entry, kind="stable")
    bounds = np.searchsorted(of_entry[order], np.arange(len(games) + 1))
    played = results.entries.player[order]
    return [
        {
            "year": low + at if at < many else None,
            "games": int(number),
            "events": events[low + at],
            "players": _different(played[bounds[at] : bounds[at + 1]], len(results.players)),
        }
        for at, number in enumerate(games.tolist())
    ]


def _different(codes: NDArray[Any], many: int) -> int:
    """How many different codes there are, all below ``many``."""
    there = np.zeros(many, dtype=np.bool_)
    there[codes] = True
    return int(there.sum())


def _counted(values: Iterable[str | None]) -> list[Row]:
    found = Counter(values)
    del found[""], found[None]
    return [{"name": name, "players": count} for name, count in found.most_common(SHOWN)]


def _of_family(snapshot: Snapshot, family: Family) -> Row:
    """What a list says as a whole: its middle, its spread, the best ratings ever, upsets."""
    shown = family.main
    rating = shown.listed["rating"].drop_nulls()
    display = shown.rulebook.display
    return {
        "list": shown.key,
        "title": shown.title,
        "page": addresses.rating_list(shown.key),
        "listed": len(shown.listed),
        "median": number_text(rating.median(), display),  # type: ignore[arg-type]  # a number
        "mean": number_text(rating.mean(), display),  # type: ignore[arg-type]  # a number
        "distribution": _distribution(rating, display.decimals),
        "upsets": _upsets(snapshot, family),
    }


def _distribution(rating: pl.Series, decimals: int) -> list[Row]:
    """How many ratings lie between round numbers."""
    if len(rating) < 2:
        return []
    low, high = float(rating.min()), float(rating.max())  # type: ignore[arg-type]  # there are some
    if low == high:
        return []
    # About as many bars as describe so many ratings, and no more.
    raw = (high - low) / np.clip(np.floor(2.0 * np.sqrt(len(rating))), LEAST_BARS, MOST_BARS)
    scale = 10.0 ** np.floor(np.log10(raw))
    step = float(next(scale * part for part in (1, 2, 5, 10) if scale * part >= raw))
    begin = float(np.floor(low / step) * step)
    count = int(np.floor((high - begin) / step)) + 1
    places = np.clip(((rating.to_numpy() - begin) // step).astype(np.int64), 0, count - 1)
    bars = np.bincount(places, minlength=count)
    digits = max(0, -int(np.floor(np.log10(step))))
    return [
        {"from": f"{begin + at * step:.{digits}f}", "players": int(number)}
        for at, number in enumerate(bars.tolist())
    ]


def _upsets(snapshot: Snapshot, family: Family) -> list[Row]:
    """The wins that were expected least."""
    found = family.main.histories.upsets(SHOWN // 2)
    return [
        {
            **row,
            "name": snapshot.name(row["player"]),
            "opponent_name": snapshot.name(row["opponents"]),
            "event_page": addresses.event(snapshot.event_keys[row["event"]])
            if row["event"] in snapshot.event_keys
            else None,
        }
        for row in rows(found)
    ]


def _bars(counts: list[tuple[str, int]]) -> list[Bar]:
    most = max((count for _, count in counts), default=0)
    return [Bar(label, count, count / most if most else 0.0) for label, count in counts]


KINDS = (PageKind("statistics", "statistics.html", _build),)
