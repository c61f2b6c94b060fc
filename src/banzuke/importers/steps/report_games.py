"""The rounds of a FIDE tournament report: who met whom, and whether both of their lines agree."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from banzuke.importers.steps.report_lines import ROUNDS, WIDTH, PlayerLines
from banzuke.model.row_problems import Problems

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]

#: The codes of a result, as they are counted here: blank and X last. ``*`` reads as X.
CODES = "10=+-WLDHFUZ X"
WON, LOST, DRAWN, FORFEIT_WON, FORFEIT_LOST = range(5)
UNRATED_WON, UNRATED_LOST, UNRATED_DRAWN, HALF, FULL, ALLOCATED, ZERO, BLANK, UNKNOWN = range(5, 14)
NO_CODE = len(CODES)
ABSENT = (ZERO, BLANK)
BYES = (HALF, FULL, ALLOCATED)

#: Which code of one player goes with which of the other.
AGREEING = (
    (WON, LOST),
    (DRAWN, DRAWN),
    (FORFEIT_WON, FORFEIT_LOST),
    (FORFEIT_LOST, FORFEIT_LOST),
    (UNRATED_WON, UNRATED_LOST),
    (UNRATED_DRAWN, UNRATED_DRAWN),
    (UNKNOWN, UNKNOWN),
)
#: An arbiter may give both nothing: no result of a duel.
BOTH_PUNISHED = ((LOST, LOST),)

#: No tournament has more.
MOST_ROUNDS = 400


@dataclass(frozen=True)
class Cells:
    """What each player's line says of each round, [players, rounds].

    opponent : int64, the index of the other player's line; -1 for none
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

    one: Ints
    two: Ints
    round: Ints
    code: NDArray[np.int8]
    colours: Mask
    both_lost: Mask


def read_cells(lines: PlayerLines, numbers: Ints, wrong: Problems, odd: Problems) -> Cells:
    """What the lines say of each round; what cannot be is told.

    numbers : the starting ranks, int64[n], -1 where a line has none
    """
    rounds = _rounds(lines, wrong)
    width = ROUNDS + WIDTH * rounds
    whole = "".join([text[:width].ljust(width) for text in lines.texts]).encode("ascii", "replace")
    table = np.frombuffer(whole, dtype=np.uint8).reshape(len(lines.texts), width)
    cells = table[:, ROUNDS:].reshape(len(lines.texts), rounds, WIDTH)
    number, is_number = _numbers(cells[:, :, :4])
    white = _COLOURS[cells[:, :, 5]]
    code = _CODE_OF[cells[:, :, 7]]
    filled = cells != ord(" ")
    ragged = filled[:, :, 4] | filled[:, :, 6] | filled[:, :, 8] | filled[:, :, 9]
    bad = ragged | ~is_number | (white == NO_COLOUR) | (code == NO_CODE)
    for at, round_ in np.argwhere(bad).tolist():
        text = lines.texts[at][ROUNDS + WIDTH * round_ :][:WIDTH].rstrip()
        right = "opponent, colour and result in columns 1-4, 6 and 8 of ten, as '  12 w 1'"
        wrong.add(f"{text!r} is no entry of a round", right, place(round_), lines.numbers[at])
    index = np.full(10_000, -1, dtype=np.int64)
    known = numbers >= 0
    index[numbers[known]] = np.flatnonzero(known)
    opponent = np.where(number > 0, index[number], -1)
    strange = ~bad & (number > 0) & (opponent < 0)
    for at, round_ in np.argwhere(strange).tolist():
        what = f"no player has the number {number[at, round_]}"
        wrong.add(what, "a starting rank of this file", place(round_), lines.numbers[at])
    myself = opponent == np.arange(len(lines.texts))[:, None]
    for at, round_ in np.argwhere(myself & ~bad).tolist():
        wrong.add("the player meets themself", "another player", place(round_), lines.numbers[at])
    gone = bad | myself | strange
    found = Cells(
        np.where(gone, -1, opponent), white, np.where(gone, BLANK, code).astype(np.int8), gone
    )
    return _without_absent(found, lines, odd)


def _rounds(lines: PlayerLines, wrong: Problems) -> int:
    """How many rounds the longest line has."""
    lengths = [len(text.rstrip()) for text in lines.texts]
    most = ROUNDS + WIDTH * MOST_ROUNDS
    for at, length in enumerate(lengths):
        if length > most:
            what = f"a line of {length} characters, where {MOST_ROUNDS} rounds end at {most}"
            wrong.add(what, "no more rounds", "", lines.numbers[at])
    return max(-(-(min(length, most) - ROUNDS) // WIDTH) for length in [*lengths, ROUNDS])


def _numbers(cells: NDArray[np.uint8]) -> tuple[Ints, Mask]:
    """The number of four characters, and whether they are digits in one piece."""
    value = np.zeros(cells.shape[:2], dtype=np.int64)
    fine = np.ones(cells.shape[:2], dtype=np.bool_)
    begun = np.zeros_like(fine)
    ended = np.zeros_like(fine)
    for at in range(cells.shape[2]):
        digit = cells[:, :, at].astype(np.int64) - ord("0")
        is_digit = (digit >= 0) & (digit <= 9)
        value = np.where(is_digit, value * 10 + digit, value)
        fine &= is_digit | (cells[:, :, at] == ord(" "))
        ended |= begun & ~is_digit
        fine &= ~(ended & is_digit)
        begun |= is_digit
    return np.where(fine, value, 0), fine


def _without_absent(cells: Cells, lines: PlayerLines, odd: Problems) -> Cells:
    """The cells, in which who was absent or had a bye has met nobody.

    Some programs leave the number of the opponent who waited in vain.
    """
    opponent, code = cells.opponent.copy(), cells.code.copy()
    lone = (opponent >= 0) & np.isin(code, (*ABSENT, *BYES))
    for at, round_ in np.argwhere(lone).tolist():
        other = int(opponent[at, round_])
        theirs = cells.code[other, round_]
        name = CODES[code[at, round_]].strip() or "no result"
        what = f"{name} against number {lines.starting_rank(other)}"
        if code[at, round_] in ABSENT and theirs == FORFEIT_WON:
            code[at, round_] = FORFEIT_LOST
            odd.add(f"{what} is read as lost by forfeit", "-", place(round_), lines.numbers[at])
        else:
            opponent[at, round_] = -1
            right = "0000, where nobody was met"
            odd.add(f"{what} is read as no game", right, place(round_), lines.numbers[at])
    return Cells(opponent, cells.white, code, cells.told)


def find_games(cells: Cells, lines: PlayerLines, wrong: Problems, odd: Problems) -> Games:
    """Every game once, and every bye; what two lines say differently of a game is told."""
    n, rounds = cells.code.shape
    mine = np.repeat(np.arange(n), rounds).reshape(n, rounds)
    column = np.broadcast_to(np.arange(rounds), (n, rounds))
    met = cells.opponent >= 0
    other = np.where(met, cells.opponent, 0)
    mutual = met & (cells.opponent[other, column] == mine)
    for at, round_ in np.argwhere(met & ~mutual & ~cells.told[other, column]).tolist():
        _tell_not_mutual(cells, lines, wrong, (at, round_))
    theirs = cells.code[other, column]
    verdict = _VERDICT[cells.code, theirs]
    first = mutual & (mine < other)
    for at, round_ in np.argwhere(first & (verdict != AGREED)).tolist():
        _tell_codes(cells, lines, (wrong, odd), (at, round_))
    white, black = cells.white == 1, cells.white == 0
    their_white, their_black = white[other, column], black[other, column]
    clash = first & ((white & their_white) | (black & their_black))
    for at, round_ in np.argwhere(clash).tolist():
        colour = "white" if white[at, round_] else "black"
        number = lines.starting_rank(int(other[at, round_]))
        what = f"both this player and number {number} had {colour}"
        odd.add(f"{what}: who moved first is not known", "", place(round_), lines.numbers[at])
    swap = (black | their_white) & ~clash
    code = np.where(verdict == PUNISHED, UNKNOWN, cells.code)
    turned = np.where(verdict == PUNISHED, UNKNOWN, theirs)
    bye = ~met & (np.isin(cells.code, BYES) | (cells.code == FORFEIT_WON))
    wanted = np.argwhere((bye | (first & (verdict != CONTRADICTED))).T)
    column_of, who = wanted.T
    two = np.where(bye[who, column_of], -1, other[who, column_of])
    swapped = swap[who, column_of] & (two >= 0)
    known = (white | black | their_white | their_black) & ~clash
    return Games(
        one=np.where(swapped, two, who),
        two=np.where(swapped, who, two),
        round=column_of + 1,
        code=np.where(swapped, turned[who, column_of], code[who, column_of]).astype(np.int8),
        colours=known[who, column_of] & (two >= 0),
        both_lost=(verdict == BOTH_FORFEIT)[who, column_of] & (two >= 0),
    )


def place(round_: int) -> str:
    """The columns of a round, counted from 0, as problems name them."""
    begin = ROUNDS + WIDTH * round_ + 1
    return f"{begin}-{begin + 7} (round {round_ + 1})"


def _tell_not_mutual(
    cells: Cells, lines: PlayerLines, wrong: Problems, cell: tuple[int, int]
) -> None:
    """That the line of an opponent names another one, or nobody."""
    at, round_ = cell
    other = int(cells.opponent[at, round_])
    back = int(cells.opponent[other, round_])
    number = lines.starting_rank(other)
    said = f"met number {lines.starting_rank(back)}" if back >= 0 else "met nobody"
    what = f"met number {number}, whose line {lines.numbers[other]} says that they {said}"
    right = "the same game in both lines"
    wrong.add(what, right, place(round_), lines.numbers[at])


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
    verdict = _VERDICT[one, two]
    where = place(round_), lines.numbers[at]
    if verdict == BOTH_FORFEIT:
        odd.add(f"{said}: both lose by forfeit", "", *where)
    elif verdict == PUNISHED:
        odd.add(f"{said}: no result of a game, so it is not rated", "", *where)
    else:
        right = "1 and 0, = and =, + and -, - twice where neither came; X twice for no result"
        wrong.add(f"{said} contradict each other", right, *where)


AGREED, BOTH_FORFEIT, PUNISHED, CONTRADICTED = range(4)


def _verdicts() -> NDArray[np.int8]:
    """What two codes of one game make, int8[codes + 1, codes + 1]."""
    table = np.full((NO_CODE + 1, NO_CODE + 1), CONTRADICTED, dtype=np.int8)
    for pairs, verdict in ((AGREEING, AGREED), (BOTH_PUNISHED, PUNISHED)):
        for one, two in pairs:
            table[one, two] = table[two, one] = verdict
    table[FORFEIT_LOST, FORFEIT_LOST] = BOTH_FORFEIT
    return table


_VERDICT = _verdicts()
NO_COLOUR = -2


def _by_byte(known: dict[str, int], otherwise: int) -> NDArray[np.int8]:
    table = np.full(256, otherwise, dtype=np.int8)
    for text, value in known.items():
        for letter in (text, text.lower()):
            table[ord(letter)] = value
    return table


_CODE_OF = _by_byte({code: at for at, code in enumerate(CODES)} | {"*": UNKNOWN}, NO_CODE)
_COLOURS = _by_byte({"W": 1, "B": 0, "S": 0, "-": -1, " ": -1}, NO_COLOUR)
