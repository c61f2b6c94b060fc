"""The one total order in which results are rated, whatever the order in which they came.

By the end of the event (or round) where that is the period, else by the game's time, first the
one of the two hours that a clock shows alike when it goes back; then event,
round, board and game, compared naturally (9 before 10). What is still tied is ordered by what
happened in it where games are rated together, and otherwise follows its row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from itertools import product
from typing import Literal, NamedTuple
from unicodedata import decimal

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.model.coded_names import Coded
from banzuke.model.days import MICROSECONDS_A_DAY
from banzuke.model.results import Results

Ints = NDArray[np.int64]

EARLIEST, LATEST = np.iinfo(np.int64).min, np.iinfo(np.int64).max

#: By which columns of entries two games are told apart that nothing else tells apart.
CONTENT = ("player", "place", "score", "handicap", "advantage", "play")

#: What is rated together as a whole, wherever its games lie in time; "" for nothing.
Group = Literal["", "event", "round"]


class Ordered(NamedTuple):
    """Games in rating order.

    order : int64[g], the game at each position; None if they already lie in order
    tied : bool[g], by position: not told apart from the game before but by its row
    """

    order: Ints | None
    tied: NDArray[np.bool_]


class Dated(NamedTuple):
    """What dates each game, microseconds since 1970.

    time : int64[g], what the clock shows; reached : int64[g], the latest that it had shown by
        then, None if that is ``time`` everywhere. Sorted by (reached, time) games lie in order
    """

    time: Ints
    reached: Ints | None

    @property
    def mark(self) -> Ints:
        """What never goes back from a game to a later one, int64[g]."""
        return self.time if self.reached is None else self.reached

    def after(self, reached: int, time: int) -> NDArray[np.bool_]:
        """Which games lie after a moment, bool[g]."""
        later: NDArray[np.bool_] = (self.mark > reached) | (
            (self.mark == reached) & (self.time > time)
        )
        return later


#: What is in few texts: characters that ``_sorted`` puts between parts, digits of other scripts,
#: and numbers that are longer than it takes.
BESIDES = r"[\x00\x01]|[\p{Nd}--[0-9]]|[0-9]{19}"


def natural_key(text: str) -> tuple[tuple[bool, int, str, str], ...]:
    """A key that sorts texts as people do: ``Round 9`` before ``Round 10``, in any script."""
    return tuple(
        (False, *_size(part), part) if part.isdecimal() else (True, 0, "", part)
        for part in re.findall(r"\d+|\D+", text)
    )


def _size(digits: str) -> tuple[int, str]:
    """What sorts digits of any script by the number that they are, however many there are."""
    plain = digits if digits.isascii() else "".join(str(decimal(digit)) for digit in digits)
    significant = plain.lstrip("0")
    return len(significant), significant


def natural_ranks(texts: pl.Series) -> Ints:
    """Numbers that order texts as ``natural_key`` does; empty cells come first."""
    if texts.str.contains("^(0|[1-9][0-9]{0,17})$").all():
        return texts.cast(pl.Int64).fill_null(EARLIEST).to_numpy()
    distinct = texts.drop_nulls().unique()
    parts = distinct.str.extract_groups(r"^(\D*)([0-9]{1,18})$").struct.unnest()
    head, tail = parts.get_columns()
    if tail.null_count() == 0:
        number = tail.cast(pl.Int64)
        table = pl.DataFrame({"text": distinct, "head": head, "tail": number}).sort(
            "head", "tail", "text"
        )
        ordered = table["text"]
    else:
        ordered = _sorted(distinct)
    ranks = pl.DataFrame({"text": ordered}).with_row_index("rank", offset=1)
    joined = pl.DataFrame({"text": texts}).join(ranks, on="text", how="left", maintain_order="left")
    return joined["rank"].cast(pl.Int64).fill_null(0).to_numpy()


def _sorted(distinct: pl.Series) -> pl.Series:
    """Texts in the order of ``natural_key``; of most all at once, by one text that sorts alike."""
    if distinct.str.contains(BESIDES).any():
        return pl.Series(sorted(distinct.to_list(), key=natural_key), dtype=pl.String)
    part = pl.element()
    # A number before a text; by its size first, then as it is written.
    number = pl.lit("\x00") + part.str.zfill(18) + part
    key = pl.when(part.str.contains("^[0-9]")).then(number).otherwise(pl.lit("\x01") + part)
    parts = distinct.str.extract_all("[0-9]+|[^0-9]+").list.eval(key).list.join("")
    return pl.DataFrame({"text": distinct, "key": parts}).sort("key")["text"]


def natural_code_ranks(coded: Coded) -> Ints:
    """``natural_ranks`` of coded texts."""
    order = sorted(range(len(coded.names)), key=lambda code: natural_key(coded.names[code]))
    ranks = np.zeros(len(coded.names) + 1, dtype=np.int64)
    ranks[order] = np.arange(1, len(order) + 1)
    return ranks[coded.codes]


def groups(results: Results, group: Group) -> Ints:
    """Numbers that tell the events (or rounds) of games apart, int64[g].

    Games of no event are together with those of their day.
    """
    games = results.games
    codes = np.full(len(results), -1) if games.event is None else games.event.astype(np.int64)
    alone = codes < 0
    if alone.any() and games.time is not None:
        days = np.unique(games.time[alone] // MICROSECONDS_A_DAY, return_inverse=True)[1]
        codes[alone] = len(results.events) + days
    elif alone.any():
        codes[alone] = len(results.events)
    if group == "round" and games.round is not None:
        rounds = np.unique(natural_ranks(games.round), return_inverse=True)[1]
        pairs = codes * (int(rounds.max(initial=0)) + 1) + rounds
        codes = np.unique(pairs, return_inverse=True)[1]
    return codes


def times_of(results: Results, group: Group, day: str = "last") -> Ints | None:
    """The time that dates each game, int64[g] microseconds; None where nothing is dated.

    Where events are rated as a whole, it is the event's declared end, else its latest (or
    first) time; where rounds are, the latest (or first) time of the round.
    """
    dated = dates_of(results, group, day)
    return None if dated is None else dated.time


def dates_of(results: Results, group: Group, day: str = "last") -> Dated | None:
    """As ``times_of``, with what tells apart the two hours that the clock shows alike."""
    games = results.games
    own = games.time if games.time is not None else games.end
    if own is None:
        return None
    if group == "":
        return Dated(own, games.reached)
    codes = groups(results, group)
    if games.reached is None:
        times, reached = _of_groups(codes, own, day), None
    else:
        reached = _of_groups(codes, games.reached, day)
        # Of the games that lie at one mark of the clock the latest (or first).
        others = EARLIEST if day == "last" else LATEST
        times = _of_groups(codes, np.where(games.reached == reached, own, others), day)
    if games.end is not None and group == "event" and day == "last":
        ends = _of_groups(codes, games.end, day)
        times = np.where(ends == EARLIEST, times, ends)
        reached = None if reached is None else np.where(ends == EARLIEST, reached, ends)
    return Dated(times, reached)


def _of_groups(codes: Ints, times: Ints, day: str) -> Ints:
    """The latest (or first) time of each game's group."""
    edge, none = (np.maximum, EARLIEST) if day == "last" else (np.minimum, LATEST)
    of_group = np.full(int(codes.max(initial=0)) + 1, none)
    edge.at(of_group, codes, times)
    found: Ints = of_group[codes]
    return found


def total_order(
    results: Results, group: Group = "", day: str = "last", *, together: bool = False
) -> Ordered:
    """The order of all games; see ``times_of`` for ``group`` and ``day``.

    together : whether several games make a period, so that rows must not tell which is first
    """
    games = results.games
    dated = dates_of(results, group, day)
    keys: list[Callable[[], Ints | None]] = [
        lambda: None if dated is None else dated.reached,
        lambda: None if dated is None else dated.time,
        lambda: (
            None if games.event is None else natural_code_ranks(Coded(games.event, results.events))
        ),
        lambda: games.reached if group == "event" else None,
        lambda: games.time if group == "event" else None,
        lambda: None if games.round is None else natural_ranks(games.round),
        lambda: games.reached if group == "round" else None,
        lambda: games.time if group == "round" else None,
        lambda: None if games.board is None else natural_ranks(games.board),
        lambda: None if games.key is None else natural_ranks(games.key),
    ]
    if together:
        keys += [partial(_of_entry, results, *what) for what in product(CONTENT, (0, 1))]
    return order_by(len(results), (key() for key in keys))


def _of_entry(results: Results, name: str, number: int) -> Ints | None:
    """A column of each game's entry of a number, or of the last before it; empty cells first."""
    values = getattr(results.entries, name)
    if values is None or not len(values):
        return None
    first = results.first.astype(np.int64)
    # A game without entries has nothing to be told apart by.
    found = values[np.clip(np.minimum(first[:-1] + number, first[1:] - 1), 0, len(values) - 1)]
    return np.unique(found, return_inverse=True)[1]


def order_by(count: int, keys: Iterable[Ints | None]) -> Ordered:
    """Sort by keys, the most important first; a key is not asked for once nothing is tied."""
    tied = np.zeros(count, dtype=np.bool_)
    tied[1:] = True
    used: list[Ints] = []
    order: Ints | None = None
    remaining = iter(keys)
    while tied.any():
        try:
            key = next(remaining)
        except StopIteration:
            break
        if key is None:
            continue
        used.append(key)
        here = key if order is None else key[order]
        falls = tied[1:] & (here[1:] < here[:-1])
        if falls.any():
            order = np.lexsort(used[::-1])
            tied[1:] = True
            for earlier in used:
                sorted_key = earlier[order]
                tied[1:] &= sorted_key[1:] == sorted_key[:-1]
        else:
            tied[1:] &= here[1:] == here[:-1]
    return Ordered(order, tied)
