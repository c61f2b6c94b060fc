"""Whether the places and the scores of a table tell one story: the higher score the better place.

Where less is better (golf, times), all games of a table agree on that; it is read, with a
warning. Where some games say one thing and some another, one column is wrong.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.cells import Floats
from banzuke.model.problems import Problem
from banzuke.model.raw_table import RawTable

Indices = NDArray[np.int64]
Mask = NDArray[np.bool_]


class Steps(NamedTuple):
    """From each place of a game to the next one that somebody has; k of them.

    game : int64[k]; better, worse : int64[k], indices of an entry at the two places
    rises, falls : bool[k], whether some score at the worse place is higher, or lower
    """

    game: Indices
    better: Indices
    worse: Indices
    rises: Mask
    falls: Mask


def tell_places_against_scores(
    table: RawTable, rows: Indices, game: Indices, side: Indices, place: Floats, score: Floats
) -> None:
    """A problem for each game whose places contradict its scores; a warning where all say so.

    rows : int64[e], the lines of the table sorted by game, place and side; game, side : of each
    place, score : by line; NaN where nothing is said, and where a place does not count
    """
    known = np.flatnonzero(~np.isnan(place[rows]) & ~np.isnan(score[rows]))
    known = known[~_with_unlike_members(game, side, score[rows], known)]
    steps = _steps(game[known], place[rows][known], score[rows][known])
    if not len(steps.game):
        return
    count = int(steps.game.max()) + 1
    rising = np.bincount(steps.game, steps.rises, count) > 0
    falling = np.bincount(steps.game, steps.falls, count) > 0
    lower_is_better = int((rising & ~falling).sum()) > int((falling & ~rising).sum())
    wrong = steps.falls if lower_is_better else steps.rises
    if lower_is_better and not wrong.any():
        what = "the lower score has the better place in every game: the places are taken"
        table.warnings.append(Problem(what, source=table.problems.source, column="score"))
        return
    lines = rows[known[steps.worse[wrong]]]
    others = rows[known[steps.better[wrong]]]
    other_of = dict(zip(lines.tolist(), others.tolist(), strict=True))
    table.problems.add_lines(
        np.sort(lines),
        "place",
        lambda i: (
            f"place {place[i]:g} with score {score[i]:g}, but place {place[other_of[i]]:g} with "
            f"score {score[other_of[i]]:g}"
        ),
        "places that follow the scores; a score that decides no place under another name",
    )


def _with_unlike_members(game: Indices, side: Indices, score: Floats, known: Indices) -> Mask:
    """Which known entries are of games in which members of one side have scores of their own."""
    same_side = (np.diff(game[known]) == 0) & (np.diff(side[known]) == 0)
    unlike = same_side & (np.diff(score[known]) != 0)
    return np.isin(game[known], game[known][1:][unlike])


def _steps(game: Indices, place: Floats, score: Floats) -> Steps:
    """The steps from place to place of entries that are sorted by game and place."""
    if not len(game):
        none = np.zeros(0, dtype=np.int64)
        return Steps(none, none, none, none.astype(np.bool_), none.astype(np.bool_))
    new_game = np.concatenate([[True], np.diff(game) != 0])
    heads = np.flatnonzero(new_game | np.concatenate([[True], np.diff(place) != 0]))
    low, high = np.minimum.reduceat(score, heads), np.maximum.reduceat(score, heads)
    within = np.flatnonzero(~new_game[heads[1:]])
    return Steps(
        game[heads[within]],
        heads[within],
        heads[within + 1],
        high[within + 1] > low[within],
        low[within + 1] < high[within],
    )
