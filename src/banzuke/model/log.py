"""The game log: results in rating order, as integer-coded arrays that kernels read.

Three levels, flat: a period holds games, a game holds entries, an entry is one player in one
game. Period t holds games ``period[t]`` to ``period[t + 1] - 1``, game g holds entries
``game[g]`` to ``game[g + 1] - 1``. Entries of one side are neighbours. A column that a system
does not read is left empty, so that nobody pays for it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

# Kernels run compiled on arrays and uncompiled on memoryviews; both are indexed alike.
Column = Any


class Log(NamedTuple):
    """What a kernel reads. n periods, g games, e entries.

    period : uint32[n + 1], index of a period's first game
    game : uint32[g + 1], index of a game's first entry
    player : uint32[e], whose entry it is
    side : int32[e], from 0 in each game, counting up
    place : int32[e], 1 is best, shared places are equal; 0 for who took part unplaced
    score : float64[e], what the game produced: discs, goals, points
    handicap : float64[e], what this player received, stones or points
    advantage : float64[e], 1 for who moved first or was at home, else 0
    play : float64[e], in [0, 1], the share of the game that this player played
    entry_rank : float64[e], rank that this player entered the event with, as
        ``ranks.rank_number`` numbers it; NaN if it is not said
    weight : float64[g], how much the game counts, 1 by default
    komi : float64[g], points that the second player was given; NaN if it is not said
    board_size : float64[g], lines of the board; NaN if it is not said
    year : int32[g], of the day that dates the game
    day : int32[g], that day, counted from 1970-01-01; 0 if the results are undated
    month : int32[g], of that day, counted through the years (12 × year + month - 1); 0 if undated
    begin : int32[g], the month in which the game's event began, where periods hold whole events;
        else as ``month``
    event : int32[g], code of the event, -1 for none
    players : float64[g], declared number of players of the event; 0 if unknown
    rounds : float64[g], declared number of rounds of the event; 0 if unknown
    category : int32[g], code of the event's category, -1 for none
    covariates : float64[g × k], by game, how much more the first entry has of each of the k columns
        of numbers by which the rules shift contests; all games are duels then
    time : float64[n], when each period is, since the beginning of 1970: days, weeks, months or
        years where these are the periods, counted whole, so that idle ones count too; else
        days and parts of a day. 0 in all periods if undated
    """

    period: Column
    game: Column
    player: Column
    side: Column
    place: Column
    score: Column
    handicap: Column
    advantage: Column
    play: Column
    entry_rank: Column
    weight: Column
    komi: Column
    board_size: Column
    year: Column
    day: Column
    month: Column
    begin: Column
    event: Column
    players: Column
    rounds: Column
    category: Column
    covariates: Column
    time: Column


#: The columns that a system may ask for by ``reads``; the others are always there.
OPTIONAL_COLUMNS: dict[str, type[np.generic]] = {
    "score": np.float64,
    "handicap": np.float64,
    "advantage": np.float64,
    "play": np.float64,
    "entry_rank": np.float64,
    "weight": np.float64,
    "komi": np.float64,
    "board_size": np.float64,
    "year": np.int32,
    "day": np.int32,
    "month": np.int32,
    "begin": np.int32,
    "event": np.int32,
    "players": np.float64,
    "rounds": np.float64,
    "category": np.int32,
    "covariates": np.float64,
    "time": np.float64,
}

#: Those of them that have a value an entry; the others have one a game.
OF_ENTRIES = frozenset({"score", "handicap", "advantage", "play", "entry_rank"})

#: What stands for an empty cell, where that is not 0.
EMPTY = {
    "score": np.nan,
    "play": 1.0,
    "entry_rank": np.nan,
    "weight": 1.0,
    "komi": np.nan,
    "board_size": np.nan,
    "event": -1,
    "category": -1,
}


def holder(bounds: Column, at: int) -> int:
    """Which game holds entry ``at`` by the log's ``game``, which period holds a game by ``period``.

    bounds : uint32[n + 1], each one's first and, last, the end of all
    """
    # A number of the same type: for any other NumPy would copy all bounds.
    return int(np.searchsorted(bounds, np.uint32(at), side="right")) - 1


def holders(bounds: Column, at: NDArray[Any]) -> NDArray[np.int64]:
    """``holder`` of many, in the shape of ``at``."""
    found: NDArray[np.int64] = np.searchsorted(bounds, at.astype(np.uint32), side="right") - 1
    return found


class Record(NamedTuple):
    """What a kernel writes of each entry; e entries, or 0 where no history is kept.

    change : float64[e], always there: what this entry adds to the player's rating
    before : float64[e or 0], the rating to which the change was added
    expected : float64[e or 0], what the system expected, in the unit its card names
    other_before, other_after : float64[k - 1, e or 0], the state's other columns, in order
    """

    change: Column
    before: Column
    expected: Column
    other_before: Column
    other_after: Column


def new_record(entries: int, other_columns: int, history: bool) -> Record:
    """An empty record for ``entries`` entries, with room for history if it is wanted."""
    kept = entries if history else 0
    return Record(
        change=np.zeros(entries),
        before=np.zeros(kept),
        expected=np.zeros(kept),
        other_before=np.zeros((other_columns, kept)),
        other_after=np.zeros((other_columns, kept)),
    )
