"""Duels: results of one game a row, from a raw table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.model.cells import (
    BLOCK,
    Floats,
    Scalar,
    choices,
    code_names,
    code_together,
    look_up,
    same_value,
)
from banzuke.model.raw_table import BYE, FORFEIT, PLAYED, VOID, RawTable, is_rated
from banzuke.model.results import Entries, Results

Mask = NDArray[np.bool_]

# How a duel may have ended: the score of the first player in halves, or why there is none.
LOST, DRAWN, WON = 0, 1, 2
UNFINISHED, UNKNOWN, NO_RESULT = -1, -2, -3

RESULT_WORDS = {
    **dict.fromkeys(("1-0", "1:0", "1", "1.0", "+-", "+:-", "+/-", "1-0f"), WON),
    **dict.fromkeys(("0-1", "0:1", "0", "0.0", "-+", "-:+", "-/+"), LOST),
    **dict.fromkeys(
        ("1/2-1/2", "½-½", "1/2", "½", "0.5", "0,5", "0.5-0.5", "0,5-0,5", "=", "draw"), DRAWN
    ),
    # Unfinished, and lost by both sides because neither came.
    **dict.fromkeys(("*", "--", "-:-", "-/-"), UNFINISHED),
}
FORFEITS = {"+-", "+:-", "+/-", "-+", "-:+", "-/+", "1-0f", "--", "-:-", "-/-"}


def read_duels(table: RawTable) -> Results:
    """Results of one game a row."""
    problems = table.problems
    by_winner = "player_1" not in table.frame.columns
    one_name, two_name = ("winner", "loser") if by_winner else ("player_1", "player_2")
    pairs, names = code_together([table.frame[one_name], table.frame[two_name]])
    one, two = pairs.T
    problems.add_lines(one < 0, one_name, lambda i: "the player is missing")
    problems.add_lines(
        (one == two) & (one >= 0), two_name, lambda i: f"both sides are {names[one[i]]!r}"
    )
    outcome, scores, forfeited = _outcomes(table, by_winner)
    alone = two < 0
    status = table.status(_default_status(alone, forfeited))
    said = table.rated()
    rated = is_rated(status, said)
    if alone.any():
        problems.add_lines(
            alone & (status != BYE),
            two_name,
            lambda i: "the player is missing",
            "only a bye leaves it empty; its status is bye",
        )
        problems.add_lines(
            alone & (outcome == LOST),
            two_name,
            lambda i: "the player who won is missing",
            "a name; only a bye leaves it empty, and nobody loses by one",
        )
        problems.add_lines(
            alone & rated, "rated", lambda i: "a bye cannot be rated", "no, or empty"
        )
    if outcome.min() < 0:
        problems.add_lines(
            rated & (outcome == UNKNOWN) & ~alone,
            "result" if "result" in table.frame.columns else "score_1",
            lambda i: "the result is missing",
            "scores or a result; or status void, if there was none",
        )
        unfinished = (outcome == UNFINISHED) & (status == PLAYED)
        status = np.where(unfinished, VOID, status).astype(np.int32)
    games, vocabularies = table.games(status, said)
    # The winner's entry comes first, where nobody won the first name's: then it does not matter
    # who was written as player_1.
    swap = (outcome == LOST) | ((outcome != WON) & (two < one))
    swap &= ~alone
    entries = Entries(
        player=_exchanged(pairs, swap).view(np.uint32),
        side=_pairs(np.int32(0), np.int32(1), len(table)),
        place=_places(outcome),
        score=None if scores is None or not table.keeps_scores else _swapped(*scores, swap),
        handicap=_two_columns(table, "handicap", swap),
        advantage=_advantage(table, swap),
        entry_rank=_ranks(table, swap),
    )
    first = np.arange(0, 2 * len(table) + 1, 2, dtype=np.uint32)
    if alone.any():
        first, entries = _without_empty(
            first, entries, np.repeat(alone, 2) & (np.arange(2 * len(table)) % 2 == 1)
        )
    return Results("", (), names, **vocabularies, first=first, games=games, entries=entries)


def _default_status(alone: Mask, forfeited: Mask | None) -> NDArray[np.int32]:
    """The status of each line that says none."""
    if not alone.any() and forfeited is None:
        return same_value(np.int32(PLAYED), len(alone))
    status = np.where(alone, BYE, PLAYED).astype(np.int32)
    if forfeited is not None:
        status[forfeited] = FORFEIT
    return status


def _places(outcome: NDArray[np.int8]) -> NDArray[np.int32]:
    """The places of both entries of each line, the better first; 0 where there is no result."""
    first = outcome >= 0
    second = first.view(np.int8) + (first & (outcome != DRAWN)).view(np.int8)
    return _pairs(first, second, len(outcome), np.dtype(np.int32))


def _pairs(one: Any, two: Any, count: int, kind: np.dtype[Scalar] | None = None) -> NDArray[Scalar]:
    """Values of the first and the second entry of ``count`` lines, one after the other."""
    both = np.empty((count, 2), dtype=kind or one.dtype)
    both[:, 0] = one
    both[:, 1] = two
    return both.ravel()


def _swapped(one: NDArray[Scalar], two: NDArray[Scalar], swap: Mask) -> NDArray[Scalar]:
    """``_pairs``, the second before the first where ``swap`` says so."""
    return _exchanged(_pairs(one, two, len(one)).reshape(-1, 2), swap)


def _exchanged(pairs: NDArray[Scalar], swap: Mask) -> NDArray[Scalar]:
    """Pairs, [lines, 2], one after the other; in place the second before the first by ``swap``."""
    # The bits that differ are exchanged: to choose by chance would make the processor wait.
    bits = pairs.view(f"u{pairs.dtype.itemsize}")
    for begin in range(0, len(bits), BLOCK):
        one, two = bits[begin : begin + BLOCK].T
        differ = (one ^ two) * swap[begin : begin + BLOCK]
        one ^= differ
        two ^= differ
    return pairs.ravel()


def _without_empty(
    first: NDArray[np.uint32], entries: Entries, gone: Mask
) -> tuple[NDArray[np.uint32], Entries]:
    """Drop entries without a player; a bye keeps one entry."""
    kept = np.concatenate([[0], np.cumsum(~gone)]).astype(np.uint32)
    columns = {
        name: getattr(entries, name)[~gone]
        for name in ("player", "side", "place", "score", "handicap", "advantage", "entry_rank")
        if getattr(entries, name) is not None
    }
    return kept[first], replace(entries, **columns)


def _outcomes(
    table: RawTable, by_winner: bool
) -> tuple[NDArray[np.int8], tuple[Floats, Floats] | None, Mask | None]:
    """What the first player got, the scores if there are any, and the forfeits."""
    outcome = np.full(len(table), WON if by_winner else UNKNOWN, dtype=np.int8)
    forfeited = None
    if "result" in table:
        outcome, forfeited = _results_in_words(table)
    if outcome.max() < 0 and (plain := _plain_outcomes(table)) is not None:
        return plain, None, forfeited
    one, two = table.number("score_1"), table.number("score_2")
    if one is None or two is None:
        return outcome, None, forfeited
    by_score = np.int8(DRAWN) + (one > two).view(np.int8) - (one < two).view(np.int8)
    empty_one, empty_two = np.isnan(one), np.isnan(two)
    known = ~(empty_one | empty_two)
    if outcome.max() >= 0:
        disagree = known & (outcome >= 0) & (outcome != by_score)
        table.problems.add_lines(
            disagree,
            "score_1",
            lambda i: f"{one[i]:g}-{two[i]:g} is not the result that the row says",
        )
    if known.all():
        return by_score, (one, two), forfeited
    blank_one, blank_two = table.blank("score_1"), table.blank("score_2")
    for column, blank, other in (
        ("score_1", blank_one, blank_two),
        ("score_2", blank_two, blank_one),
    ):
        table.problems.add_lines(
            blank & ~other, column, lambda i: "one score of two is missing", "both, or a result"
        )
    # What is wrong with a score is told once; the line need not be told to have no result.
    told = ~known & ~(blank_one & blank_two)
    return np.where(known | told, by_score, outcome), (one, two), forfeited


def _plain_outcomes(table: RawTable) -> NDArray[np.int8] | None:
    """What scores say of which each is there and a number, where nobody needs the numbers."""
    if table.keeps_scores or not {"score_1", "score_2"} <= set(table.frame.columns):
        return None
    one, two = table.frame["score_1"], table.frame["score_2"]
    for column in (one, two):
        if column.dtype != pl.Float64 or column.null_count() or not column.is_finite().all():
            return None
    won: Mask = (one > two).to_numpy()
    lost: Mask = (one < two).to_numpy()
    return np.int8(DRAWN) + won.view(np.int8) - lost.view(np.int8)


def _results_in_words(table: RawTable) -> tuple[NDArray[np.int8], Mask | None]:
    """What the column result says, and where it tells of a forfeit; None if nowhere."""
    coded = code_names(table.frame["result"])
    words = [
        name.replace(" ", "").replace("–", "-").replace("−", "-").lower() for name in coded.names
    ]
    lookup = [RESULT_WORDS.get(word, NO_RESULT) for word in words]
    outcome = look_up(np.array([*lookup, UNKNOWN], dtype=np.int8), coded.codes)
    table.problems.add_lines(
        outcome == NO_RESULT,
        "result",
        lambda i: f"{coded.names[coded.codes[i]]!r} is not a result",
        "1-0, 0-1, 1/2-1/2, or 1, 0, 0.5 of the first player",
    )
    if FORFEITS.isdisjoint(words):
        return outcome, None
    return outcome, look_up(np.array([*(word in FORFEITS for word in words), False]), coded.codes)


def _two_columns(table: RawTable, name: str, swap: Mask) -> Floats | None:
    one, two = table.number(f"{name}_1"), table.number(f"{name}_2")
    if one is None and two is None:
        return None
    empty = np.zeros(len(table))
    return _swapped(
        empty if one is None else np.nan_to_num(one),
        empty if two is None else np.nan_to_num(two),
        swap,
    )


def _ranks(table: RawTable, swap: Mask) -> Floats | None:
    one, two = table.rank("entry_rank_1"), table.rank("entry_rank_2")
    if one is None and two is None:
        return None
    empty = np.full(len(table), np.nan)
    return _swapped(empty if one is None else one, empty if two is None else two, swap)


def _advantage(table: RawTable, swap: Mask) -> Floats | None:
    if "advantage" not in table:
        return None
    known = {"1": 1, "2": 2, "1.0": 1, "2.0": 2}
    said = choices(table.frame["advantage"], known, table.problems, "1, 2 or empty")
    return _swapped((said == 1).astype(np.float64), (said == 2).astype(np.float64), swap)
