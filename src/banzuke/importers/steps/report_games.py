"""The rounds of a FIDE tournament report: who met whom, and whether both of their lines agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from banzuke.importers.steps.report_codes import (
    ABSENT,
    AGREED,
    BLANK,
    BOTH_FORFEIT,
    CODE_OF,
    CODES,
    COLOUR_OF,
    CONTRADICTED,
    FORFEIT_LOST,
    FORFEIT_WON,
    NO_CODE,
    NO_COLOUR,
    NO_GAME,
    PAID,
    PUNISHED,
    UNKNOWN,
    VERDICT,
)
from banzuke.importers.steps.report_lines import MOST_ROUNDS, ROUNDS, WIDTH, PlayerLines
from banzuke.importers.steps.report_numbers import BLANKS, four_figures, numbers_in, pairs_in
from banzuke.model.problems import Problem
from banzuke.model.row_problems import MOST_PROBLEMS_OF_A_KIND, Problems

Ints = NDArray[np.int32]
Mask = NDArray[np.bool_]

#: The line of a number that no player has; of no opponent it is -1.
NOBODY_HAS = -2


@dataclass(frozen=True)
class Cells:
    """What each player's line says of each round, [players, rounds].

    opponent : int32, the index of the other player's line; -1 for none
    white : int8, 1 with the white pieces, 0 with the black, -1 if that is not said
    code : int8, index into ``CODES``
    told : bool, where the entry could not be read
    """

    opponent: Ints
    white: NDArray[np.int8]
    code: NDArray[np.int8]
    told: Mask


@dataclass(frozen=True)
class Games:
    """What was played, and who was left out; one value a game, by rounds and lines.

    one, two : int64, the players' lines, who had white first; ``two`` is -1 for a bye
    round : int64, from 1; code : int8, of ``one``; colours : bool, whether colours are known
    both_lost : bool, where neither came
    """

    one: NDArray[np.int64]
    two: NDArray[np.int64]
    round: NDArray[np.int64]
    code: NDArray[np.int8]
    colours: Mask
    both_lost: Mask


def read_cells(
    lines: PlayerLines, numbers: NDArray[np.int64], wrong: Problems, odd: Problems
) -> Cells:
    """What the lines say of each round; what cannot be is told.

    numbers : the starting ranks, int64[n], -1 where a line has none
    """
    _tell_too_long(lines, wrong)
    # An entry is opponent, colour and result, as "  12 w 1  ": five times two characters.
    pairs = pairs_in(lines.rounds).reshape(len(lines.texts), -1, WIDTH // 2)
    number, fine = four_figures(pairs[..., 0], pairs[..., 1])
    white, code = COLOUR_OF[pairs[..., 2]], CODE_OF[pairs[..., 3]]
    bad = ~fine | (white == NO_COLOUR) | (code == NO_CODE) | (pairs[..., 4] != BLANKS)
    if bad.any():
        # Numbers may stand further left.
        cells = lines.rounds.reshape(*bad.shape, WIDTH)
        number, fine = numbers_in(cells[..., :4])
        ragged = (cells[..., (4, 6, 8, 9)] != ord(" ")).any(axis=-1)
        bad = ~fine | ragged | (white == NO_COLOUR) | (code == NO_CODE)
        for at, round_ in _some(np.argwhere(bad), wrong):
            text = lines.texts[at][ROUNDS + WIDTH * round_ :][:WIDTH].rstrip()
            right = "opponent, colour and result in columns 1-4, 6 and 8 of ten, as '  12 w 1'"
            where = place(round_), lines.numbers[at]
            wrong.add(f"{text!r} is no entry of a round", right, *where)
    index = np.full(10_000, NOBODY_HAS, dtype=np.int32)
    known = numbers >= 0
    index[numbers[known]] = np.flatnonzero(known)
    index[0] = -1
    opponent = index[number]
    gone = bad | (opponent == NOBODY_HAS)
    gone |= opponent == np.arange(len(bad), dtype=np.int32)[:, None]
    if gone.any():
        _tell_no_opponents(lines, number, (gone & ~bad, opponent), wrong)
        opponent[gone], code[gone] = -1, BLANK
    return _without_absent(Cells(opponent, white, code, gone), lines, odd)


def _tell_no_opponents(
    lines: PlayerLines, number: NDArray[Any], gone: tuple[Mask, Ints], wrong: Problems
) -> None:
    """That nobody has the number of an opponent, or the player themself."""
    told, opponent = gone
    for at, round_ in _some(np.argwhere(told & (opponent == NOBODY_HAS)), wrong):
        what = f"no player has the number {number[at, round_]}"
        wrong.add(what, "a starting rank of this file", place(round_), lines.numbers[at])
    for at, round_ in _some(np.argwhere(told & (opponent != NOBODY_HAS)), wrong):
        wrong.add("the player meets themself", "another player", place(round_), lines.numbers[at])


def _tell_too_long(lines: PlayerLines, wrong: Problems) -> None:
    """A problem for each line with more rounds than there can be."""
    most = ROUNDS + WIDTH * MOST_ROUNDS
    if max(map(len, lines.texts)) <= most:
        return
    for at, text in enumerate(lines.texts):
        if len(text.rstrip()) > most:
            what = f"a line of {len(text)} characters, where {MOST_ROUNDS} rounds end at {most}"
            wrong.add(what, "no more rounds", "", lines.numbers[at])


def _without_absent(cells: Cells, lines: PlayerLines, odd: Problems) -> Cells:
    """The cells, in which who was absent or had a bye has met nobody.

    Some programs leave the number of the opponent who waited in vain.
    """
    lone = (cells.opponent >= 0) & NO_GAME[cells.code]
    if not lone.any():
        return cells
    theirs = cells.code[cells.opponent, np.arange(lone.shape[1])]
    lost = lone & np.isin(cells.code, ABSENT) & (theirs == FORFEIT_WON)
    for at, round_ in _some(np.argwhere(lone), odd):
        name = CODES[cells.code[at, round_]].strip() or "no result"
        what = f"{name} against number {lines.said(int(cells.opponent[at, round_]), 'number')}"
        read = "lost by forfeit" if lost[at, round_] else "no game"
        right = "-" if lost[at, round_] else "0000, where nobody was met"
        odd.add(f"{what} is read as {read}", right, place(round_), lines.numbers[at])
    return Cells(
        np.where(lone & ~lost, -1, cells.opponent),
        cells.white,
        np.where(lost, np.int8(FORFEIT_LOST), cells.code),
        cells.told,
    )


def find_games(cells: Cells, lines: PlayerLines, wrong: Problems, odd: Problems) -> Games:
    """Every game once, and every bye; what two lines say differently of a game is told."""
    # Entries one after the other, round by round.
    n = len(cells.code)
    code, opponent, white = cells.code.T.ravel(), cells.opponent.T.ravel(), cells.white.T.ravel()
    # Each game by the line of who stands higher.
    round_, one = np.nonzero(np.arange(n, dtype=np.int32) < cells.opponent.T)
    begin = round_ * n
    at = begin + one
    two = opponent[at]
    back = begin + two
    mutual = opponent[back] == one
    met = opponent >= 0
    if not mutual.all() or 2 * len(at) != np.count_nonzero(met):
        _tell_not_mutual(cells, lines, wrong)
    verdict = VERDICT[code[at], code[back]]
    stands = mutual & (verdict != CONTRADICTED)
    if verdict.any():
        for entry in _some(at[mutual & (verdict != AGREED)], wrong):
            _tell_codes(cells, lines, (wrong, odd), (entry % n, entry // n))
    if not stands.all():
        round_, one, two = round_[stands], one[stands], two[stands]
        at, back, verdict = at[stands], back[stands], verdict[stands]
    mine, theirs = white[at], white[back]
    clash = (mine >= 0) & (mine == theirs)
    for entry in _some(at[clash], odd) if clash.any() else ():
        _tell_colours(cells, lines, odd, (entry % n, entry // n))
    swap = ((mine == 0) | (theirs == 1)) & ~clash
    made = np.where(swap, code[back], code[at])
    if verdict.any():
        made[verdict == PUNISHED] = UNKNOWN
    games = Games(
        one=np.where(swap, two, one),
        two=np.where(swap, one, two),
        round=round_ + 1,
        code=made,
        colours=(np.maximum(mine, theirs) >= 0) & ~clash,
        both_lost=verdict == BOTH_FORFEIT,
    )
    return _with_byes(games, at, np.flatnonzero(~met & PAID[code]), code, n)


def _tell_colours(cells: Cells, lines: PlayerLines, odd: Problems, of: tuple[int, int]) -> None:
    """Tell that both players of a game, of a line in a round, had the same colour."""
    at, round_ = of
    number = lines.said(int(cells.opponent[of]), "number")
    colour = "white" if cells.white[of] else "black"
    what = f"both this player and number {number} had {colour}: who moved first is not known"
    odd.add(what, "", place(round_), lines.numbers[at])


def _with_byes(
    games: Games, at: NDArray[np.int64], byes: NDArray[np.int64], code: NDArray[np.int8], n: int
) -> Games:
    """The games, and the byes where they stand among them.

    at, byes : the entries of both, round by round; n : how many players there are
    """
    if not len(byes):
        return games
    none = np.zeros(len(byes), dtype=np.bool_)
    order = np.argsort(np.concatenate([at, byes]), kind="stable")

    def both(one: NDArray[Any], two: NDArray[Any]) -> NDArray[Any]:
        return np.concatenate([one, two])[order]

    return Games(
        one=both(games.one, byes % n),
        two=both(games.two, np.full(len(byes), -1)),
        round=both(games.round, byes // n + 1),
        code=both(games.code, code[byes]),
        colours=both(games.colours, none),
        both_lost=both(games.both_lost, none),
    )


def _some(places: NDArray[Any], problems: Problems) -> list[Any]:
    """The first places that something is to be told of; how many more there are is told."""
    rest = len(places) - MOST_PROBLEMS_OF_A_KIND
    if rest > 0:
        what = f"… and {rest} more entries of rounds with the same problem"
        problems.found.append(Problem(what, source=problems.source, times=rest))
    found: list[Any] = places[:MOST_PROBLEMS_OF_A_KIND].tolist()
    return found


def place(round_: int) -> str:
    """The columns of a round, counted from 0, as problems name them."""
    begin = ROUNDS + WIDTH * round_ + 1
    return f"{begin}-{begin + 7} (round {round_ + 1})"


def _tell_not_mutual(cells: Cells, lines: PlayerLines, wrong: Problems) -> None:
    """That the line of an opponent names another one, or nobody."""
    opponent = cells.opponent
    players, rounds = np.indices(opponent.shape)
    lonely = (opponent >= 0) & ~cells.told[opponent, rounds]
    lonely &= opponent[opponent, rounds] != players
    for round_, at in _some(np.argwhere(lonely.T), wrong):
        other = int(opponent[at, round_])
        back = int(opponent[other, round_])
        number = lines.said(other, "number")
        said = f"met number {lines.said(back, 'number')}" if back >= 0 else "met nobody"
        what = f"met number {number}, whose line {lines.numbers[other]} says that they {said}"
        wrong.add(what, "the same game in both lines", place(round_), lines.numbers[at])


def _tell_codes(
    cells: Cells,
    lines: PlayerLines,
    problems: tuple[Problems, Problems],
    cell: tuple[int, int],
) -> None:
    """What is odd, or wrong, with the results that both players' lines give a game."""
    wrong, odd = problems
    at, round_ = cell
    other = int(cells.opponent[at, round_])
    one, two = int(cells.code[at, round_]), int(cells.code[other, round_])
    said = f"{CODES[one]} here and {CODES[two]} in line {lines.numbers[other]}"
    verdict = VERDICT[one, two]
    where = place(round_), lines.numbers[at]
    if verdict == BOTH_FORFEIT:
        odd.add(f"{said}: both lose by forfeit", "", *where)
    elif verdict == PUNISHED:
        odd.add(f"{said}: no result of a game, so it is not rated", "", *where)
    else:
        right = "1 and 0, = and =, + and -, - twice where neither came; X twice for no result"
        wrong.add(f"{said} contradict each other", right, *where)
