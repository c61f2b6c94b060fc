"""Duels: results of one game a row, from a raw table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.model.cells import Floats, choices
from banzuke.model.coded_names import code_together
from banzuke.model.covariates import of_duels
from banzuke.model.duel_outcomes import (
    DRAWN,
    LOST,
    UNFINISHED,
    UNKNOWN,
    WON,
    Outcomes,
    outcomes,
    tell_contradictions,
)
from banzuke.model.large_columns import BLOCK, Scalar, same_value
from banzuke.model.raw_table import BYE, FORFEIT, FRIENDLY, PLAYED, VOID, RawTable, is_rated
from banzuke.model.results import Entries, Results

Mask = NDArray[np.bool_]


def read_duels(table: RawTable) -> Results:
    """Results of one game a row."""
    who = ("player_1", "player_2") if "player_1" in table.frame.columns else ("winner", "loser")
    coded = code_together([table.frame[name] for name in who])
    table.tell_hidden(coded, *who)
    pairs, names = coded.codes, coded.names
    _tell_wrong_players(table, who, pairs, names)
    found = outcomes(table, pairs, names)
    alone = pairs[:, 1] < 0
    status = table.status(_default_status(alone, found.forfeited))
    said = table.rated()
    rated = is_rated(status, said)
    if found.contradictions:
        tell_contradictions(table, found, rated | np.isin(status, (PLAYED, FRIENDLY)))
    if alone.any():
        _tell_wrong_byes(table, who[1], alone, (status, found.ended, rated))
    if found.ended.min() < 0:
        _tell_missing_results(table, rated & (found.ended == UNKNOWN) & ~alone)
        unfinished = (found.ended == UNFINISHED) & (status == PLAYED)
        status = np.where(unfinished, VOID, status).astype(np.int32)
    games, vocabularies = table.games(status, said)
    first, entries = _entries(table, pairs, found, alone)
    return Results("", (), names, **vocabularies, first=first, games=games, entries=entries)


def _tell_wrong_players(
    table: RawTable, who: tuple[str, str], pairs: NDArray[np.int32], names: Sequence[str]
) -> None:
    """Problems of lines without a first player, or of one against himself."""
    one, two = pairs.T
    table.problems.add_lines(one < 0, who[0], lambda i: "the player is missing")
    table.problems.add_lines(
        (one == two) & (one >= 0), who[1], lambda i: f"both sides are {names[one[i]]!r}"
    )


def _tell_wrong_byes(
    table: RawTable,
    column: str,
    alone: Mask,
    said: tuple[NDArray[np.int32], NDArray[np.int8], Mask],
) -> None:
    """Problems of lines with one player: only a bye has one, and it is won and not rated.

    column : where the other would stand; said : status, outcome and whether rated of each line
    """
    status, outcome, rated = said
    problems = table.problems
    problems.add_lines(
        alone & (status != BYE),
        column,
        lambda i: "the player is missing",
        "only a bye leaves it empty; its status is bye",
    )
    problems.add_lines(
        alone & (outcome == LOST),
        column,
        lambda i: "the player who won is missing",
        "a name; only a bye leaves it empty, and nobody loses by one",
    )
    problems.add_lines(alone & rated, "rated", lambda i: "a bye cannot be rated", "no, or empty")


def _tell_missing_results(table: RawTable, missing: Mask) -> None:
    table.problems.add_lines(
        missing,
        "result" if "result" in table.frame.columns else "score_1",
        lambda i: "the result is missing",
        "scores or a result; or status void, if there was none",
    )


def _entries(
    table: RawTable, pairs: NDArray[np.int32], found: Outcomes, alone: Mask
) -> tuple[NDArray[np.uint32], Entries]:
    """Where the entries of each game begin, and the entries, two a line but of byes.

    The winner's comes first, where nobody won the first name's: then it does not matter who was
    written as player_1.
    """
    outcome, scores = found.ended, found.scores
    swap = pairs[:, 1] < pairs[:, 0]
    swap &= outcome != WON
    swap |= outcome == LOST
    if alone.any():
        swap &= ~alone
    entries = Entries(
        player=_exchanged(pairs, swap).view(np.uint32),
        side=_pairs(np.int32(0), np.int32(1), len(table)),
        place=_places(outcome),
        score=None if scores is None or not table.keeps_scores else _swapped(*scores, swap),
        handicap=_handicaps(table, swap),
        advantage=_advantage(table, swap),
        entry_rank=_ranks(table, swap),
        covariates=_covariates(table, swap),
    )
    first = np.arange(0, 2 * len(table) + 1, 2, dtype=np.uint32)
    if not alone.any():
        return first, entries
    second = np.arange(2 * len(table)) % 2 == 1
    return _without_empty(first, entries, np.repeat(alone, 2) & second)


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
    columns: dict[str, Any] = {
        name: getattr(entries, name)[~gone]
        for name in ("player", "side", "place", "score", "handicap", "advantage", "entry_rank")
        if getattr(entries, name) is not None
    }
    if entries.covariates is not None:
        columns["covariates"] = entries.covariates.filter(pl.Series(~gone))
    return kept[first], replace(entries, **columns)


def _handicaps(table: RawTable, swap: Mask) -> Floats | None:
    one, two = table.number("handicap_1"), table.number("handicap_2")
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


def _covariates(table: RawTable, swap: Mask) -> pl.Series | None:
    """The numbers that rules reckon with, as texts."""
    both = of_duels(table, table.covariates) if table.covariates else None
    if both is None:
        return None
    lines = np.arange(len(table))
    return pl.concat(both).gather(_swapped(lines, lines + len(table), swap))


def _advantage(table: RawTable, swap: Mask) -> Floats | None:
    neutral = table.yes_or_no("neutral")
    said = np.full(len(table), -1, dtype=np.int32)
    if "advantage" in table:
        known = {"1": 1, "2": 2, "1.0": 1, "2.0": 2}
        said = choices(table.frame["advantage"], known, table.problems, "1, 2 or empty")
    elif neutral is None:
        return None
    if neutral is not None:
        table.problems.add_lines(
            (neutral == 1) & (said > 0),
            "neutral",
            lambda i: f"the ground is neutral, but advantage says {said[i]}",
            "no, or an empty advantage",
        )
        said = np.where((said < 0) & (neutral == 0), 1, said)
    return _swapped((said == 1).astype(np.float64), (said == 2).astype(np.float64), swap)
