"""How duels ended, from a result, a winner or scores; what of these contradicts the rest is told.

A game lost by forfeit may well have scores that say otherwise, so a row is only told if it
counts; see ``Outcomes.contradictions``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.model.cells import Floats
from banzuke.model.coded_names import code_names
from banzuke.model.column_names import of_sides
from banzuke.model.large_columns import BLOCK, look_up
from banzuke.model.raw_table import RawTable

Mask = NDArray[np.bool_]
Ended = NDArray[np.int8]

# How a duel may have ended: the score of the first player in halves, or why there is none.
LOST, DRAWN, WON = 0, 1, 2
UNFINISHED, UNKNOWN, NO_RESULT = -1, -2, -3

DRAW_WORDS = (
    *("1/2-1/2", "½-½", "0.5-0.5", "0,5-0,5", "1/2:1/2", "½:½", "0.5:0.5", "0,5:0,5"),
    *("1/2", "½", "0.5", "0,5", "=", "draw", "remis", "unentschieden", "oavgjort"),
    *("nul", "nulle", "tablas", "empate", "gelijk", "gelijkspel", "uafgjort", "patta", "pareggio"),
)
RESULT_WORDS = {
    **dict.fromkeys(("1-0", "1:0", "1", "1.0", "+-", "+:-", "+/-", "1-0f"), WON),
    **dict.fromkeys(("0-1", "0:1", "0", "0.0", "-+", "-:+", "-/+"), LOST),
    **dict.fromkeys(DRAW_WORDS, DRAWN),
    # Unfinished, and lost by both sides because neither came.
    **dict.fromkeys(("*", "--", "-:-", "-/-"), UNFINISHED),
}
#: What votes on two answers call a tie, also where both were bad; without spaces and ``_``.
TIE_WORDS = ("tie", "bothbad", "tie(bothbad)")
#: What spreadsheets make of results that look like days to them: 2-Jan, 01. Feb, 2024-02-01.
A_DAY = re.compile(
    r"[-. ](?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])|\d{4}-\d\d-\d\d",
    re.IGNORECASE,
)
FORFEITS = {"+-", "+:-", "+/-", "-+", "-:+", "-/+", "1-0f", "--", "-:-", "-/-"}


class Said(NamedTuple):
    """What one kind of column says of each game.

    ended : int8[n], UNKNOWN where it says nothing; column : where it stands
    words : line -> what it says, as half a sentence
    """

    ended: Ended
    column: str
    words: Callable[[int], str]


class Contradiction(NamedTuple):
    """Two kinds of columns that say different things of some games."""

    lines: Mask
    one: Said
    other: Said

    def words(self, line: int) -> str:
        """What both say of a line."""
        return f"{self.one.words(line)}, but {self.other.words(line)}"


class Outcomes(NamedTuple):
    """How each duel ended.

    ended : int8[n]; scores : of the first and the second player, None where nobody needs them
    forfeited : where a result says so; None if nowhere
    contradictions : what is told of the lines that count, by ``tell_contradictions``
    """

    ended: Ended
    scores: tuple[Floats, Floats] | None
    forfeited: Mask | None
    contradictions: list[Contradiction]


def outcomes(table: RawTable, pairs: NDArray[np.int32], names: list[str]) -> Outcomes:
    """How each duel of a table ended; what is no result is told.

    pairs : int32[n, 2], the players by code; names : by code. A result goes before a winner,
    and both before scores.
    """
    said: list[Said] = []
    forfeited = None
    if "result" in table:
        result, forfeited = _results_in_words(table)
        said.append(result)
    if "player_1" not in table.frame.columns:
        won = np.full(len(table), WON, dtype=np.int8)
        said.append(Said(won, "winner", lambda i: f"the winner is {names[pairs[i, 0]]!r}"))
    else:
        said += [
            _named(table, column, pairs, names) for column in ("winner", "loser") if column in table
        ]
    if not said and (plain := _plain_outcomes(table)) is not None:
        return Outcomes(plain, None, None, [])
    scores = None
    one, two = table.number("score_1"), table.number("score_2")
    if one is not None and two is not None:
        scores = (one, two)
        said.append(_by_scores(table, one, two))
    ended = np.full(len(table), UNKNOWN, dtype=np.int8)
    contradictions = []
    for number, here in enumerate(said):
        for other in said[:number]:
            lines = (here.ended >= 0) & (other.ended != here.ended) & (other.ended >= UNFINISHED)
            if here.column == "score_1":
                lines &= other.ended >= 0  # what was not finished may have scores
            if lines.any():
                contradictions.append(Contradiction(lines, here, other))
        ended = np.where(ended == UNKNOWN, here.ended, ended) if number else here.ended
    if ended.min() == NO_RESULT:
        # It is told; that nobody has a place because of it would hide what else is wrong.
        ended = np.where(ended == NO_RESULT, np.int8(DRAWN), ended)
    return Outcomes(ended, scores, forfeited, contradictions)


def tell_contradictions(table: RawTable, found: Outcomes, counted: Mask) -> None:
    """A problem for each line, of those that count, in which two columns contradict each other."""
    for pair in found.contradictions:
        table.problems.add_lines(
            pair.lines & counted,
            pair.one.column,
            pair.words,
            "one of them mended; or status forfeit, if the game was not decided by play",
        )


def _by_scores(table: RawTable, one: Floats, two: Floats) -> Said:
    """What scores say, the higher of which wins; one without the other is told."""
    ended = _higher_wins(one, two)
    if np.isnan(one).any() or np.isnan(two).any():
        blank_one, blank_two = table.blank("score_1"), table.blank("score_2")
        for column, blank, other in (
            ("score_1", blank_one, blank_two),
            ("score_2", blank_two, blank_one),
        ):
            table.problems.add_lines(
                blank & ~other, column, lambda i: "one score of two is missing", "both, or a result"
            )
        # What is wrong with a score is told once; the line need not be told to have no result.
        unknown = np.isnan(one) | np.isnan(two)
        told = unknown & ~(blank_one & blank_two)
        ended = np.where(unknown, np.where(told, NO_RESULT, UNKNOWN), ended).astype(np.int8)
    return Said(ended, "score_1", lambda i: f"the scores are {one[i]:g}-{two[i]:g}")


def _plain_outcomes(table: RawTable) -> Ended | None:
    """What scores say of which each is there and a number, where nobody needs the numbers."""
    if table.keeps_scores or not {"score_1", "score_2"} <= set(table.frame.columns):
        return None
    scores = table.frame.select("score_1", "score_2")
    if any(column.dtype != pl.Float64 or column.null_count() for column in scores):
        return None
    ended = np.empty(len(scores), dtype=np.int8)
    begin = 0
    for rows in scores.iter_slices(BLOCK):
        one, two = (column.to_numpy() for column in rows)
        if not (np.isfinite(one).all() and np.isfinite(two).all()):
            return None
        ended[begin : begin + len(rows)] = _higher_wins(one, two)
        begin += len(rows)
    return ended


def _higher_wins(one: Floats, two: Floats) -> Ended:
    return np.int8(DRAWN) + (one > two).view(np.int8) - (one < two).view(np.int8)


def result_word(text: str) -> str:
    """A result as ``RESULT_WORDS`` has it: small letters, no spaces, one kind of dash."""
    return text.replace(" ", "").replace("–", "-").replace("−", "-").lower()


def _why_no_result(text: str) -> str:
    if A_DAY.search(text):
        return f"{text!r} is a day, such as a spreadsheet makes of 1-2, 2-1 or 1/2"
    return f"{text!r} is not a result"


def _results_in_words(table: RawTable) -> tuple[Said, Mask | None]:
    """What the column result says, and where it tells of a forfeit; None if nowhere."""
    coded = code_names(table.frame["result"])
    words = [result_word(name) for name in coded.names]
    lookup = [RESULT_WORDS.get(word, NO_RESULT) for word in words]
    ended = look_up(np.array([*lookup, UNKNOWN], dtype=np.int8), coded.codes)
    table.problems.add_lines(
        ended == NO_RESULT,
        "result",
        lambda i: _why_no_result(coded.names[coded.codes[i]]),
        "1-0, 0-1, 1/2-1/2, or 1, 0, 0.5 of the first player",
    )
    said = Said(ended, "result", lambda i: f"the result is {coded.names[coded.codes[i]]!r}")
    if FORFEITS.isdisjoint(words):
        return said, None
    return said, look_up(np.array([*(word in FORFEITS for word in words), False]), coded.codes)


def _named(table: RawTable, column: str, pairs: NDArray[np.int32], names: list[str]) -> Said:
    """What the name of a winner or loser says, beside player_1 and player_2."""
    coded = code_names(table.frame[column])
    known = {name: code for code, name in enumerate(names)}
    code_of = np.array([*(known.get(name, -2) for name in coded.names), -3], dtype=np.int32)
    codes = look_up(code_of, coded.codes)
    first, second = (WON, LOST) if column == "winner" else (LOST, WON)
    by_word = np.array(
        [*(_by_word(name, first, second) for name in coded.names), UNKNOWN], dtype=np.int8
    )
    # Who is really called so goes before the word.
    ended = look_up(by_word, coded.codes)
    ended[codes == pairs[:, 1]] = second
    ended[codes == pairs[:, 0]] = first

    def said(line: int) -> str:
        return f"{coded.names[coded.codes[line]]!r}"

    table.problems.add_lines(
        ended == NO_RESULT,
        column,
        lambda i: f"{said(i)} is neither of the two players",
        "the name of one of them, or player_1, player_2 or draw; of votes model_a, model_b, tie "
        "or both_bad",
    )
    return Said(ended, column, lambda i: f"the {column} is {said(i)}")


def _by_word(word: str, first: int, second: int) -> int:
    """How a duel ended of which a column says a word: a draw, or who won by the side's name."""
    if re.sub(r"[\s_]", "", word).casefold() in (*DRAW_WORDS, *TIE_WORDS):
        return DRAWN
    sides = {said.side for said in of_sides(word) if said.column == "player"}
    if len(sides) != 1:
        return NO_RESULT
    return first if sides == {1} else second
