"""Results as people write them into one cell: scores such as 3:1, sets, and what became a date."""

from __future__ import annotations

import re

import polars as pl

from banzuke.model.duel_outcomes import DRAW_WORDS, RESULT_WORDS, result_word
from banzuke.model.problems import Problem

NUMBER = r"(?:\d+(?:[.,]\d+)?½?|½)"
DASH = r"\s*[-:–−]\s*"
SCORES = re.compile(f"({NUMBER}){DASH}({NUMBER})")
#: Points of a set; no text of more digits is one.
POINTS = r"\d{1,9}"
SETS = re.compile(rf"{POINTS}{DASH}{POINTS}(?:\s*[,;\s/]\s*{POINTS}{DASH}{POINTS})+")
ONE_SET = re.compile(rf"({POINTS}){DASH}({POINTS})")

#: What is no result, as 2-0, is a slip of the pen unless so large a share of the rows are such.
LEAST_SCORES = 0.1

#: The day that spreadsheets make of 1-0, in their own words and in ISO.
ONE_TO_NIL = re.compile(
    r"(?:0?1[-. ]{1,2})?jan(?:uary|uar|\.)?[-. ]{1,2}(?:20)?00|0?1[./]0?1[./](?:20)?00"
    r"|2000-01-01(?:[ T]00:00:00(?:\.0+)?)?",
    re.IGNORECASE,
)


def with_scores(frame: pl.DataFrame, source: str) -> tuple[pl.DataFrame, tuple[Problem, ...]]:
    """A table whose column result may hold scores, with these as score_1 and score_2; and notes.

    ``3:1`` and sets such as ``11-8,9-11,11-5``, of which those won are counted, are scores where
    a tenth of the column can be nothing else and no cell is a draw in words. A day that is what a
    spreadsheet makes of ``1-0`` becomes that again.
    """
    if "result" not in frame.columns or frame["result"].dtype != pl.String:
        return frame, ()
    cells = [cell for cell in frame["result"].unique().to_list() if cell is not None]
    days = {cell: "1-0" for cell in cells if ONE_TO_NIL.fullmatch(cell.strip())}
    notes: list[Problem] = []
    if days:
        day = min(days)
        what = f"{day!r} is what a spreadsheet makes of 1-0: read as that"
        right = "if the column is text, the spreadsheet leaves it alone"
        notes.append(Problem(what, right, source, column="result"))
        frame = frame.with_columns(pl.col("result").replace(days))
        cells = [days.get(cell, cell) for cell in cells]
    if {"score_1", "score_2"} & set(frame.columns):
        return frame, tuple(notes)
    scores = {cell: found for cell in cells if (found := scores_of(cell)) is not None}
    odd = [cell for cell in scores if result_word(cell) not in RESULT_WORDS]
    share = frame["result"].is_in(odd).sum() / max(1, len(frame))
    if share < LEAST_SCORES or any(result_word(cell) in DRAW_WORDS for cell in cells):
        return frame, tuple(notes)
    what = f"the results are scores, as {min(odd)!r}: read as score_1 and score_2"
    notes.append(Problem(what, "", source, column="result"))
    one = {cell: pair[0] for cell, pair in scores.items()}
    two = {cell: pair[1] for cell, pair in scores.items()}
    result = pl.col("result")
    frame = frame.with_columns(
        result.replace_strict(one, default=None, return_dtype=pl.Float64).alias("score_1"),
        result.replace_strict(two, default=None, return_dtype=pl.Float64).alias("score_2"),
        pl.when(~result.is_in([*scores])).then(result).alias("result"),
    )
    if frame["result"].null_count() == len(frame):
        frame = frame.drop("result")
    return frame, tuple(notes)


def scores_of(cell: str) -> tuple[float, float] | None:
    """What both sides scored: the numbers of ``3:1``, the sets won of ``11-8,9-11,11-5``.

    >>> scores_of("2½-1½"), scores_of("6-4 3-6 7-6"), scores_of("won")
    ((2.5, 1.5), (2.0, 1.0), None)
    """
    text = cell.strip()
    found = SCORES.fullmatch(text)
    if found is not None:
        return _number(found[1]), _number(found[2])
    if SETS.fullmatch(text) is None:
        return None
    sets = [(int(one), int(two)) for one, two in ONE_SET.findall(text)]
    won = float(sum(one > two for one, two in sets))
    lost = float(sum(one < two for one, two in sets))
    return won, lost


def _number(text: str) -> float:
    """A number such as 3, 2,5 or 2½."""
    half = 0.5 if text.endswith("½") else 0.0
    return float(text.removesuffix("½").replace(",", ".") or 0) + half
