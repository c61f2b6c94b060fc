"""What is likely one thing given twice, or two things under one name: games and events.

A rematch on one day is legal; so a game is refused as given twice only where its number says so.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.model.days import MICROSECONDS_A_DAY, NO_TIME, day_of
from banzuke.model.errors import ResultsRefused
from banzuke.model.ordering import Ordered
from banzuke.model.phrases import phrase
from banzuke.model.problems import Problem
from banzuke.model.results import Results
from banzuke.model.wording import this_and

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]

MOST_PROBLEMS_OF_A_KIND = 50

# Of so many games that nothing tells apart, some are alike by chance: nobody is told.
MOST_COMPARED = 2_000_000

#: Days without a game after which an event is likely another one of the same name: a season's
#: winter break is shorter, the summer between two seasons is longer.
LONGEST_BREAK = 90
LONGEST_EVENT = 366


class Pairs(NamedTuple):
    """Duels that are not told apart by date, event, round, board and game; k of them.

    game : int64[k], of the results, in rating order; again : bool[k], whether one before it is
    of the same players and pool; alike : bool[k], whether it also ended alike, or is of another
    file, which may report the same game
    first : int64[k], the game of which it may be the double
    """

    game: Ints
    again: Mask
    alike: Mask
    first: Ints


def refuse_games_given_twice(results: Results, ordered: Ordered, counted: Mask) -> list[Problem]:
    """A warning if duels without a number are alike in all; raises ResultsRefused for those with.

    counted : bool[g], which games are rated
    """
    numbered = results.games.key is not None
    told = [getattr(results.games, name) for name in ("time", "end", "event", "round", "board")]
    if not ordered.tied.any() or not (numbered or any(column is not None for column in told)):
        return []
    pairs = _pairs(results, ordered, counted)
    if pairs is None:
        return []
    has_number = np.zeros(len(pairs.game), dtype=np.bool_)
    if results.games.key is not None:
        has_number = results.games.key.gather(pairs.game).is_not_null().to_numpy()
    twice = np.flatnonzero(pairs.again & has_number)
    if len(twice):
        each_once = phrase("each game once; a rematch has a game number of its own")
        raise ResultsRefused(
            Problem(
                phrase(
                    "this game is given twice, first in {where}",
                    where=results.where(int(pairs.first[one])),
                ),
                each_once,
                *results.place(int(pairs.game[one])),
                "game",
            )
            for one in twice[:MOST_PROBLEMS_OF_A_KIND].tolist()
        )
    alike = np.flatnonzero(pairs.alike)
    if not len(alike):
        return []
    first = int(alike[0])
    where = results.where(int(pairs.first[first]))
    what = (
        f"{this_and(len(alike), 'game')} likely given twice: the same players, and nothing that "
        f"tells it from {where}"
    )
    right = "each game once; if both were played, a column game that numbers them"
    return [Problem(what, right, *results.place(int(pairs.game[first])))]


def _pairs(results: Results, ordered: Ordered, counted: Mask) -> Pairs | None:
    """The duels of which each is tied with another; None if there is none, or too many are."""
    duel = counted & (np.diff(results.first) == 2)
    kept = duel if ordered.order is None else duel[ordered.order]
    kept &= ordered.tied | np.append(ordered.tied[1:], False)
    if not 0 < np.count_nonzero(kept) <= MOST_COMPARED:
        return None
    at = np.flatnonzero(kept)
    game = at if ordered.order is None else ordered.order[at]
    first = results.first.astype(np.int64)
    tie = np.cumsum(~ordered.tied, dtype=np.int64)[at]
    met = _several_times(results, first[game], tie)
    tie, game = tie[met], game[met]
    if not len(game):
        return None
    entry = first[game]
    one, two = results.entries.player[entry], results.entries.player[entry + 1]
    columns: dict[str, Any] = {
        "tie": tie,
        "low": np.minimum(one, two),
        "high": np.maximum(one, two),
    }
    if results.games.pool is not None:
        columns["pool"] = results.games.pool[game]
    same_players = list(columns)
    columns |= {"winner": one, "place": results.entries.place[entry + 1]}
    for name in ("score", "handicap", "advantage"):
        values = getattr(results.entries, name)
        if values is not None:
            columns |= {f"{name}_1": values[entry], f"{name}_2": values[entry + 1]}
    besides = results.entries.covariates
    if besides is not None:
        columns |= {"besides_1": besides.gather(entry), "besides_2": besides.gather(entry + 1)}
    table = pl.DataFrame(columns).with_row_index("line")
    head = table.select(
        pl.col("line").first().over(same_players).alias("of_players"),
        pl.col("line").first().over(list(columns)).alias("of_all"),
    )
    line = np.arange(len(game))
    of_players, of_all = head["of_players"].to_numpy(), head["of_all"].to_numpy()
    alike, again = of_all != line, of_players != line
    before = game[np.where(alike, of_all, of_players)]
    source = results.games.source
    alike |= again & (source[game] != source[before])
    return Pairs(game, again, alike, before)


def _several_times(results: Results, entry: Ints, tie: Ints) -> Mask:
    """Which duels, by their first entry, are between players who have several in one tie.

    By a hash, which now and then takes one too many, so that the many need not be compared.
    """
    one, two = results.entries.player[entry], results.entries.player[entry + 1]
    key = tie.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    key ^= np.minimum(one, two).astype(np.uint64) * np.uint64(0xC2B2AE3D27D4EB4F)
    key ^= np.maximum(one, two).astype(np.uint64) * np.uint64(0x165667B19E3779F9)
    ordered = np.sort(key)
    several = ordered[1:][ordered[1:] == ordered[:-1]]
    found: Mask = np.zeros(len(key), dtype=np.bool_)
    if len(several):
        # Most are ruled out by their last bits, so that few are looked for.
        bits = np.zeros(1 << 16, dtype=np.bool_)
        bits[several.astype(np.uint16)] = True
        likely = np.flatnonzero(bits[key.astype(np.uint16)])
        found[likely] = np.isin(key[likely], several)
    return found


def likely_several_events(results: Results, counted: Mask) -> list[Problem]:
    """A warning for each event that rests too long between two of its games to be one.

    Where the end of an event is declared, its length is meant.
    """
    games = results.games
    if games.event is None or games.time is None or not counted.any():
        return []
    here = counted & (games.event >= 0)
    if games.end is not None:
        here &= games.end == NO_TIME
    event, day = games.event[here], games.time[here] // MICROSECONDS_A_DAY
    first = np.full(len(results.events), np.iinfo(np.int64).max)
    last = np.full(len(results.events), np.iinfo(np.int64).min)
    np.minimum.at(first, event, day)
    np.maximum.at(last, event, day)
    long = (last > first) & (last - np.minimum(first, last) > LONGEST_BREAK)
    problems = []
    for code in np.flatnonzero(long).tolist():
        mine = np.flatnonzero(here & (games.event == code))
        mine = mine[np.argsort(games.time[mine], kind="stable")]
        days = games.time[mine] // MICROSECONDS_A_DAY
        breaks = np.diff(days)
        at = int(np.argmax(breaks))
        if breaks[at] <= LONGEST_BREAK and days[-1] - days[0] <= LONGEST_EVENT:
            continue
        name = results.events[code]
        begin, end = (at, at + 1) if breaks[at] > LONGEST_BREAK else (0, -1)
        days_said = [day_of(int(games.time[mine[one]])) for one in (begin, end)]
        what = (
            f"event {name!r} has games of {days_said[0]} and of {days_said[1]}: they are rated as "
            "one event"
        )
        right = f"a name for each, such as '{name} {days_said[1].year}', if they are several"
        problems.append(Problem(what, right, *results.place(int(mine[end])), "event"))
        if len(problems) == MOST_PROBLEMS_OF_A_KIND:
            break
    return problems
