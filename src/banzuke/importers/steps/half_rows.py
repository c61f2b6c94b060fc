"""Tables of a player and an opponent a row, most games in two rows, as one game a row."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.model.column_names import meaning
from banzuke.model.duel_outcomes import DRAW_WORDS, result_word
from banzuke.model.errors import ResultsRefused
from banzuke.model.problems import Problem
from banzuke.model.row_problems import Problems
from banzuke.model.wording import counted

#: What the column of the opponent may be called, and that of what the opponent scored.
OPPONENTS = frozenset(
    (
        *("opponent", "opponent_name", "opp", "gegner", "motstandare", "motst", "adversaire"),
        *("rival", "oponente", "tegenstander", "modstander", "avversario", "vs"),
    )
)
OPPONENTS_SCORES = frozenset(
    (
        *("opponent_score", "score_opponent", "opp_score", "score_against", "points_against"),
        *("goals_against", "ga", "gegentore", "gegenpunkte", "against"),
    )
)
#: What of two rows tells whether they are of one game.
TOGETHER = ("event", "date", "round", "game", "board")

WON, LOST, DRAWN = "1-0", "0-1", "1/2-1/2"
WORDS = {
    **dict.fromkeys(("w", "win", "won", "1", "1.0", "+", "1-0", "sieg", "vinst", "victoire"), WON),
    **dict.fromkeys(("l", "loss", "lost", "0", "0.0", "-", "0-1", "niederlage", "förlust"), LOST),
    **dict.fromkeys((*DRAW_WORDS, "d"), DRAWN),
}
MIRRORED = {WON: LOST, LOST: WON, DRAWN: DRAWN}

Lines = NDArray[np.int64]


class Whole(NamedTuple):
    """A table of one game a row: its lines among those of the table before, and what is told."""

    frame: pl.DataFrame
    lines: pl.Series
    notes: tuple[Problem, ...]


def with_whole_games(
    frame: pl.DataFrame, source: str, row_of: Callable[[int], int]
) -> Whole | None:
    """A table of players and opponents with one row a game; None for any other table.

    The second row of a game must say the same as the first, seen from the other side. A game that
    stands in one row only is taken as it is; how many there are is told, where others stand twice.
    Raises ResultsRefused for rows that contradict each other.
    """
    called = {meaning(name): name for name in frame.columns}
    opponent = next((called[name] for name in called if name in OPPONENTS), None)
    if opponent is None or "player" not in frame.columns or "player_1" in frame.columns:
        return None
    theirs = next((called[name] for name in called if name in OPPONENTS_SCORES), None)
    table = _as_duels(frame, opponent, theirs)
    first, second = _pairs(table)
    if "score_1" in table.columns and "score_2" not in table.columns:
        table = _with_their_scores(table, first, second)
    problems = Problems(source, row_of)
    _compare(table, first, second, problems)
    if problems.found:
        raise ResultsRefused(problems.found)
    what = f"each row is a player and the opponent in {opponent}"
    if len(first):
        what += f": {counted(len(first), 'game stands', 'games stand')} in two rows, read once"
    notes = [Problem(what, "", source)]
    alone = len(table) - 2 * len(first) - table["player_2"].null_count()
    if len(first) and alone > 0:
        what = f"{counted(alone, 'game stands', 'games stand')} in one row only"
        notes.append(Problem(what, "the row of the opponent, too", source))
    lines = pl.Series(np.setdiff1d(np.arange(len(table)), second))
    return Whole(table[lines], lines, tuple(notes))


def _as_duels(frame: pl.DataFrame, opponent: str, theirs: str | None) -> pl.DataFrame:
    """The table with the columns of duels, each row as its player saw the game."""
    names = {"player": "player_1", opponent: "player_2"}
    if "score" in frame.columns:
        names["score"] = "score_1"
    if theirs is not None:
        names[theirs] = "score_2"
    table = frame.rename(names)
    if "result" in table.columns and table["result"].dtype == pl.String:
        cells = table["result"].unique().drop_nulls().to_list()
        meant = {cell: WORDS.get(result_word(cell), cell) for cell in cells}
        table = table.with_columns(pl.col("result").replace(meant))
    elif "score_1" in table.columns and "score_2" not in table.columns:
        points = table["score_1"].cast(pl.Float64, strict=False)
        if points.is_in([0.0, 0.5, 1.0]).all() and points.null_count() == 0:
            scored = {0.0: LOST, 0.5: DRAWN, 1.0: WON}
            result = points.replace_strict(scored, return_dtype=pl.String).alias("result")
            table = table.drop("score_1").with_columns(result)
    return table


def _pairs(table: pl.DataFrame) -> tuple[Lines, Lines]:
    """The first and the second row of each game that stands in the rows of both players."""
    one, two = (pl.col(name).cast(pl.String).str.strip_chars() for name in ("player_1", "player_2"))
    keys = [name for name in TOGETHER if name in table.columns]
    rows = table.select(
        *keys,
        low=pl.min_horizontal(one, two),
        high=pl.max_horizontal(one, two),
        is_low=one < two,
        known=two.is_not_null() & (two != ""),
    ).with_row_index("line")
    group = [*keys, "low", "high"]
    rows = rows.filter("known").with_columns(nth=pl.int_range(pl.len()).over([*group, "is_low"]))
    both = rows.filter("is_low").join(
        rows.filter(~pl.col("is_low")), on=[*group, "nth"], nulls_equal=True
    )
    lines = both.select("line", "line_right").to_numpy().astype(np.int64)
    lines = lines[np.argsort(lines.min(axis=1))] if len(lines) else lines.reshape(0, 2)
    return lines.min(axis=1), lines.max(axis=1)


def _with_their_scores(table: pl.DataFrame, first: Lines, second: Lines) -> pl.DataFrame:
    """The table with what the opponent scored, from the row of the opponent; empty elsewhere."""
    scores = table["score_1"]
    both = np.concatenate([first, second])
    others = np.concatenate([second, first])
    theirs = pl.Series("score_2", [None] * len(table), dtype=scores.dtype)
    return table.with_columns(theirs.scatter(both, scores.gather(others)))


def _compare(table: pl.DataFrame, first: Lines, second: Lines, problems: Problems) -> None:
    """Tell of games whose two rows say different things."""
    right = "the same game in both rows"
    if "result" in table.columns and table["result"].dtype == pl.String:
        here, there = table["result"].gather(first), table["result"].gather(second)
        mirrored = there.replace(MIRRORED)
        differ = here.ne_missing(mirrored).to_numpy()
        rows = first[differ]
        others = dict(zip(rows.tolist(), second[differ].tolist(), strict=True))
        problems.add_lines(rows, "result", partial(_results, table, others, problems), right)
    if {"score_1", "score_2"} <= set(table.columns):
        one, two = _scores_of(table)
        differ = (
            one.gather(first).ne_missing(two.gather(second)).to_numpy()
            | two.gather(first).ne_missing(one.gather(second)).to_numpy()
        )
        rows = first[differ]
        others = dict(zip(rows.tolist(), second[differ].tolist(), strict=True))
        problems.add_lines(rows, "score", partial(_scores, table, others, problems), right)


def _results(table: pl.DataFrame, others: dict[int, int], problems: Problems, line: int) -> str:
    result = table["result"]
    there = f"row {problems.row_of(others[line])}"
    return f"{result[line]} here, but {there} says {result[others[line]]}, seen from the other side"


def _scores_of(table: pl.DataFrame) -> tuple[pl.Series, pl.Series]:
    """Both scores as numbers; what is none is told by whoever reads the table."""
    one, two = (table[name].cast(pl.Float64, strict=False) for name in ("score_1", "score_2"))
    return one, two


def _scores(table: pl.DataFrame, others: dict[int, int], problems: Problems, line: int) -> str:
    one, two = _scores_of(table)
    other = others[line]
    there = f"row {problems.row_of(other)} says {_shown(one[other])}-{_shown(two[other])}"
    return f"{_shown(one[line])}-{_shown(two[line])} here, but {there}, seen from the other side"


def _shown(score: float | None) -> str:
    return "" if score is None else f"{score:g}"
