"""Duels: results of one game a row, from a raw table."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from banzuke.model.cells import Floats, Scalar, choices, code_names, code_together, texts
from banzuke.model.raw_table import BYE, FORFEIT, PLAYED, VOID, RawTable, is_rated
from banzuke.model.results import Entries, Results

# How a duel may have ended, as the score of the first player in halves; -1 for no result.
RESULT_WORDS = {
    **dict.fromkeys(("1-0", "1:0", "1", "1.0", "+-", "+:-", "+/-", "1-0f"), 2),
    **dict.fromkeys(("0-1", "0:1", "0", "0.0", "-+", "-:+", "-/+"), 0),
    **dict.fromkeys(
        ("1/2-1/2", "½-½", "1/2", "½", "0.5", "0,5", "0.5-0.5", "0,5-0,5", "=", "draw"), 1
    ),
    "*": -1,
}
FORFEITS = {"+-", "+:-", "+/-", "-+", "-:+", "-/+", "1-0f"}


def read_duels(table: RawTable) -> Results:
    """Results of one game a row."""
    problems = table.problems
    by_winner = "player_1" not in table.frame.columns
    one_name, two_name = ("winner", "loser") if by_winner else ("player_1", "player_2")
    (one, two), names = code_together([table.frame[one_name], table.frame[two_name]])
    problems.add_lines(one < 0, one_name, lambda i: "the player is missing")
    problems.add_lines(
        (one == two) & (one >= 0), two_name, lambda i: f"both sides are {names[one[i]]!r}"
    )
    outcome, scores, forfeited = _outcomes(table, by_winner)
    default = np.where(two < 0, BYE, PLAYED).astype(np.int32)
    default[forfeited] = FORFEIT
    status = table.status(default)
    said = table.rated()
    rated = is_rated(status, said)
    problems.add_lines(
        (two < 0) & (status != BYE),
        two_name,
        lambda i: "the player is missing",
        "only a bye leaves it empty; its status is bye",
    )
    problems.add_lines(
        (two < 0) & rated, "rated", lambda i: "a bye cannot be rated", "no, or empty"
    )
    problems.add_lines(
        rated & (outcome < -1) & (two >= 0),
        "result" if "result" in table.frame.columns else "score_1",
        lambda i: "the result is missing",
        "scores or a result; or status void, if there was none",
    )
    unfinished = (outcome == -1) & (status == PLAYED)
    status = np.where(unfinished, VOID, status).astype(np.int32)
    games, vocabularies = table.games(status, said)
    # The winner's entry comes first, of a draw the first name's: then it does not matter who
    # was written as player_1.
    swap = (outcome == 0) | ((outcome == 1) & (two < one))
    swap &= two >= 0
    best = (outcome >= 0).astype(np.int32)
    place = _pairs(best, np.where(outcome == 1, best, 2 * best))
    entries = Entries(
        player=_pairs(np.where(swap, two, one), np.where(swap, one, two)).astype(np.uint32),
        side=_pairs(np.zeros(len(table), dtype=np.int32), np.ones(len(table), dtype=np.int32)),
        place=place,
        score=None if scores is None or not table.keeps_scores else _swapped(*scores, swap),
        handicap=_two_columns(table, "handicap", swap),
        advantage=_advantage(table, swap),
    )
    first = np.arange(0, 2 * len(table) + 1, 2, dtype=np.uint32)
    if (two < 0).any():
        first, entries = _without_empty(
            first, entries, np.repeat(two < 0, 2) & (np.arange(2 * len(table)) % 2 == 1)
        )
    return Results("", (), names, **vocabularies, first=first, games=games, entries=entries)


def _pairs(one: NDArray[Scalar], two: NDArray[Scalar]) -> NDArray[Scalar]:
    both = np.empty(2 * len(one), dtype=one.dtype)
    both[0::2], both[1::2] = one, two
    return both


def _swapped(one: Floats, two: Floats, swap: NDArray[np.bool_]) -> Floats:
    return _pairs(np.where(swap, two, one), np.where(swap, one, two))


def _without_empty(
    first: NDArray[np.uint32], entries: Entries, gone: NDArray[np.bool_]
) -> tuple[NDArray[np.uint32], Entries]:
    """Drop entries without a player; a bye keeps one entry."""
    kept = np.concatenate([[0], np.cumsum(~gone)]).astype(np.uint32)
    columns = {
        name: getattr(entries, name)[~gone]
        for name in ("player", "side", "place", "score", "handicap", "advantage")
        if getattr(entries, name) is not None
    }
    return kept[first], replace(entries, **columns)


def _outcomes(
    table: RawTable, by_winner: bool
) -> tuple[NDArray[np.int32], tuple[Floats, Floats] | None, NDArray[np.bool_]]:
    """What the first player got, in halves (-1 unfinished, -2 unknown), the scores, forfeits."""
    count = len(table)
    outcome = np.full(count, -2, dtype=np.int32)
    forfeited = np.zeros(count, dtype=np.bool_)
    if by_winner:
        outcome[:] = 2
    if "result" in table:
        coded = code_names(texts(table.frame["result"]))
        words = [
            name.replace(" ", "").replace("–", "-").replace("−", "-").lower()
            for name in coded.names
        ]
        lookup = np.array([*(RESULT_WORDS.get(word, -3) for word in words), -2], dtype=np.int32)
        outcome = lookup[coded.codes]
        forfeited = np.array([*(word in FORFEITS for word in words), False])[coded.codes]
        table.problems.add_lines(
            outcome == -3,
            "result",
            lambda i: f"{coded.names[coded.codes[i]]!r} is not a result",
            "1-0, 0-1, 1/2-1/2, or 1, 0, 0.5 of the first player",
        )
    one, two = table.number("score_1"), table.number("score_2")
    if one is None or two is None:
        return outcome, None, forfeited
    known = ~(np.isnan(one) | np.isnan(two))
    by_score = np.where(one > two, 2, np.where(one < two, 0, 1)).astype(np.int32)
    disagree = known & (outcome >= 0) & (outcome != by_score)
    table.problems.add_lines(
        disagree, "score_1", lambda i: f"{one[i]:g}-{two[i]:g} is not the result that the row says"
    )
    half_known = np.isnan(one) != np.isnan(two)
    table.problems.add_lines(half_known, "score_1", lambda i: "one score of two is missing")
    outcome = np.where(known, by_score, outcome).astype(np.int32)
    return np.where(half_known, 1, outcome).astype(np.int32), (one, two), forfeited


def _two_columns(table: RawTable, name: str, swap: NDArray[np.bool_]) -> Floats | None:
    one, two = table.number(f"{name}_1"), table.number(f"{name}_2")
    if one is None and two is None:
        return None
    empty = np.zeros(len(table))
    return _swapped(
        empty if one is None else np.nan_to_num(one),
        empty if two is None else np.nan_to_num(two),
        swap,
    )


def _advantage(table: RawTable, swap: NDArray[np.bool_]) -> Floats | None:
    if "advantage" not in table:
        return None
    known = {"1": 1, "2": 2, "1.0": 1, "2.0": 2}
    said = choices(table.frame["advantage"], known, table.problems, "1, 2 or empty")
    return _swapped((said == 1).astype(np.float64), (said == 2).astype(np.float64), swap)
