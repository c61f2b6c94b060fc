"""The rating list and the history as a person reads them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl

from banzuke.engine.lists import Listing
from banzuke.engine.reasons import bare
from banzuke.engine.rulebook import Display, Rulebook
from banzuke.model.wording import counted
from banzuke.numeric.rounding import written
from banzuke.publishing.documents import Circumstances
from banzuke.publishing.rated_by import rated_by
from banzuke.publishing.text_tables import BETWEEN, document, places, prose, text_table

#: So many players who are not listed are named below the list.
MOST_NAMED = 3

#: Columns of a list whose texts are aligned to the left.
_WORDS = ("name", "pool")

#: The columns of every list; behind them stands what the system keeps of each player.
_PLAIN = ("rank", "player", "name", "pool", "rating", "shown", "games", "change")


def list_text(
    around: Circumstances, listing: Listing, newest: Mapping[str, str], width: int
) -> str:
    """Title, list, and a line each for who is not listed and for what is newest.

    newest : {pool: its newest event}
    """
    columns = list_columns(listing.listed, around.rulebook)
    table = text_table(
        _that_fit(columns, width), [name for name in columns if name not in _WORDS], width
    )
    if listing.listed.is_empty():
        table.append("Nobody is listed.")
    return document(prose(title(around), width), table, below(listing.unlisted, newest))


def list_columns(listed: pl.DataFrame, rulebook: Rulebook) -> dict[str, pl.Series]:
    """The columns of the printed list, as texts under their headings."""
    display = rulebook.display
    units = {column.name: column.unit for column in rulebook.system.told_columns}
    columns = {"rank": listed["rank"].cast(pl.String), "name": listed["name"]}
    if listed["pool"].n_unique() > 1:
        columns["pool"] = listed["pool"]
    columns["shown"] = listed["shown"]
    if display.rank_table or display.terms != {"rating": 1.0}:
        columns["rating"] = numbers(listed["rating"], display)
    # A system that counts events calls them so.
    columns[units.get("games", "games")] = listed["games"].cast(pl.String)
    columns["change"] = changes(listed["change"], display)
    for name in listed.columns:
        if name not in _PLAIN and _says_something(listed[name]):
            columns[name] = short(listed[name])
    return columns


def _says_something(values: pl.Series) -> bool:
    """Whether anybody has a value, and it is another one than the 0 of who has none."""
    known = values.drop_nulls()
    return bool(known.ne(0).any() if known.dtype.is_numeric() else len(known))


def _that_fit(columns: Mapping[str, pl.Series], width: int) -> pl.DataFrame:
    """The columns as a table, without the last of what the system keeps, if they do not fit.

    No name is broken for the sake of what is only kept to go on from.
    """
    frame = pl.DataFrame(columns)
    sizes = {
        name: max(places(name), max(map(places, frame[name].drop_nulls()), default=0))
        for name in frame.columns
    }
    besides = frame.columns[frame.columns.index("change") + 1 :]
    while besides and sum(sizes.values()) + len(BETWEEN) * (len(sizes) - 1) > width:
        del sizes[besides.pop()]
    return frame.select(list(sizes))


def numbers(values: pl.Series, display: Display) -> pl.Series:
    """Ratings as the rulebook rounds them; null for none."""
    texts = written(values.fill_null(0.0).to_numpy(), display.decimals, display.rounding)
    return pl.Series(values.name, texts, dtype=pl.String).set(values.is_null(), None)


def number_text(value: float | None, display: Display) -> str | None:
    """One rating as the rulebook rounds it; None for none."""
    return None if value is None else str(numbers(pl.Series([value]), display)[0])


def step_text(before: float, after: float, display: Display) -> str:
    """How far a rating moved, signed; one digit of it where the rulebook would show nothing."""
    step = after - before
    one, other = numbers(pl.Series([before, after]), display)
    (text,) = written(np.array([step]), display.decimals, display.rounding, signed=True)
    is_shown = one != other and any(digit in text for digit in "123456789")
    return text if is_shown else f"{step:+.1g}"


def changes(values: pl.Series, display: Display) -> pl.Series:
    """Changes as the rulebook rounds and signs them; where nothing changed, 0."""
    texts = written(values.to_numpy(), display.decimals, display.rounding, display.signed_change)
    named = pl.Series(values.name, texts, dtype=pl.String)
    return named.set(values == 0.0, "0")


def short(values: pl.Series) -> pl.Series:
    """Numbers with six digits, times of day without idle seconds, other values as they are."""
    if values.dtype == pl.Datetime:
        idle = values.dt.truncate("1m").eq(values).all()
        return values.dt.strftime("%Y-%m-%d %H:%M" if idle else "%Y-%m-%d %H:%M:%S%.f")
    if values.dtype.is_float():
        texts = [None if value is None else f"{value:.6g}" for value in values.to_list()]
        return pl.Series(values.name, texts, dtype=pl.String)
    return values.cast(pl.String)


def title(around: Circumstances) -> str:
    """The rulebook's title, the date of the list and, where it goes by the clock, the period."""
    day, _, time = around.as_of.partition("T")
    if time:
        day += " " + (time.removesuffix(":00") if time.count(":") == 2 else time)
    return around.rulebook.title + (f", as of {day}" if day else "") + rated_by(around.rulebook)


def below(unlisted: pl.DataFrame, newest: Mapping[str, str]) -> list[str]:
    """The lines below a list."""
    known = {pool: what for pool, what in newest.items() if what}
    each = [f"{what} ({pool})" if pool else what for pool, what in known.items()]
    if len(set(known.values())) == 1:
        each = each[:1] if len(known) == 1 else [next(iter(known.values()))]
    lines = ["Newest event: " + ", ".join(each)] if each else []
    people = [*unlisted.select("name", "why").iter_rows()]
    return lines + not_listed(people, "--out list.xlsx names them")


def not_listed(people: Sequence[tuple[str, str]], hint: str) -> list[str]:
    """A line on who is not listed, and why; nothing where nobody is.

    people : (name, why); hint : what names them, where they are too many for a line
    """
    if 0 < len(people) <= MOST_NAMED:
        return ["Not listed: " + ", ".join(f"{name} ({why})" for name, why in people)]
    if not people:
        return []
    who = counted(len(people), "player is", "players are")
    return [f"{who} not listed ({reasons_counted([why for _, why in people])}); {hint}"]


def reasons_counted(reasons: Sequence[str]) -> str:
    """Reasons and, if there are several, how often each holds, the most frequent first.

    Days are left out of them.
    """
    groups = Counter(reason.partition(" since ")[0] for reason in reasons)
    if len(groups) == 1:
        return next(iter(groups))
    return ", ".join(f"{count} {reason}" for reason, count in groups.most_common())


def skipped_line(around: Circumstances, noun: str) -> str:
    """How many games are not rated and why, as one line; "" if all are."""
    if not around.skipped:
        return ""
    reasons = [bare(why) for _, why in around.skipped]
    verb = "is" if len(reasons) == 1 else "are"
    return f"{counted(len(reasons), noun)} {verb} not rated: {reasons_counted(reasons)}"


def _by_name(values: pl.Series, called: Mapping[str, str]) -> pl.Series:
    """Players, or several in one cell, by their names."""
    if not called:
        return values
    texts = [
        text and "; ".join(called.get(one, one) for one in text.split("; "))
        for text in values.to_list()
    ]
    return pl.Series(values.name, texts, dtype=pl.String)


def history_text(around: Circumstances, history: pl.DataFrame, width: int) -> str:
    """Title, and a line an entry."""
    display = around.rulebook.display
    columns: dict[str, pl.Series] = {}
    others = [name for name in history.columns if name not in ("opponents", "file", "row")]
    # A side says only who plays together, which nobody does where the opponents are one each.
    told = history["opponents"]
    if len(told) and not told.str.contains("; ").fill_null(value=True).any():
        others.remove("side")
    behind = others.index("player") + 1
    for name in [*others[:behind], "opponents", *others[behind:]]:
        values = history[name]
        if name in ("player", "opponents"):
            values = _by_name(values, around.called)
        if name == "pool" and values.n_unique() == 1:
            continue
        if len(values) and values.null_count() == len(values):
            continue
        if name in ("before", "after"):
            columns[name] = numbers(values, display)
        elif name == "change":
            columns[name] = changes(values, display)
        else:
            columns[name] = short(values)
    words = ("date", "event", "round", "game", "side", "player", "opponents", "pool")
    table = text_table(pl.DataFrame(columns), [c for c in columns if c not in words], width)
    if history.is_empty():
        table.append("Nothing is rated.")
    return document(prose(title(around), width), table)
