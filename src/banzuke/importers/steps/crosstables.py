"""Crosstables: a line a player, a column a round, in whose cells the opponents are numbers.

The cells are of one of the house styles of ``cell_styles``, declared or recognised. What both
players of a game say must agree; the printed totals are compared with the results.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from banzuke.importers.steps.cell_styles import (
    STYLES,
    Style,
    colours_of,
    half_of,
    style_called,
    styles_that_fit,
)
from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.grids import Grid
from banzuke.importers.steps.half_games import Half
from banzuke.model.column_names import SYNONYMS, meaning

#: So many records may stand above the first player.
MOST_ABOVE = 15

#: So many lines tell whether cells are of a style.
MOST_LOOKED_AT = 60

_WORD = "r|rd|rnd|round|runde|rond|ronde|ronda|rnde|omg|omgang|turno|tour"
ROUND = re.compile(
    rf"(?P<word>{_WORD})?_?(?P<number>\d{{1,4}})|(?P<number_first>\d{{1,4}})_?(?P<word_after>{_WORD})"
)
#: No player of a tournament has a longer number.
MOST_DIGITS = 9
#: What the column of numbers that cells name may be called, by ``meaning``; likeliest first.
NUMBERS = (
    *("no", "nr", "snr", "sno", "startnr", "start_no", "starting_no", "startnummer", "num"),
    *("pair", "pair_num", "number", "nummer", "numero", "id", "rk", "rank", "rang", "place"),
    *("pl", "platz", "plats", "plaats", "pos", "position", "puesto", "posto", "place_no"),
)
#: Columns whose numbers are what a player scored in all, by ``meaning``.
TOTALS = frozenset(("score", "total", "totals", "total_pts", "points_total", "summe", "sum"))

RULE = re.compile(r"[-=_+|\s]*")


class Layout(NamedTuple):
    """Where a crosstable stands in a grid.

    first : index of the first record below the header; names : of the columns
    rounds : positions of the columns of rounds; labels : what these are called
    above : the records above the header
    """

    first: int
    names: list[str]
    rounds: list[int]
    labels: list[str]
    above: list[list[str]]


@dataclass
class Line:
    """The line of one player; ``second`` is a line below it, with colours, if there is one."""

    row: int
    cells: list[str]
    second: list[str] = field(default_factory=list)
    halves: list[Half] = field(default_factory=list)


def layout_of(grid: Grid, declared: str = "") -> Layout | None:
    """Where the crosstable of a grid stands; None if it has none with columns of rounds.

    declared : the style of its cells, "" for one that is recognised
    """
    for position in range(min(MOST_ABOVE, len(grid.records) - 1)):
        record = grid.records[position]
        if RULE.fullmatch("".join(record)):
            continue
        for names in _headers(grid.records, position):
            rounds = rounds_among(names)
            below = grid.records[position + 1 : position + 1 + MOST_LOOKED_AT]
            if rounds and (declared or styles_that_fit(_cells(below, rounds))):
                labels = [str(_word_and_number(names[at])[1]) for at in rounds]
                above = grid.records[: position - (names is not record)]
                return Layout(position + 1, names, rounds, labels, above)
    return None


def _headers(records: Sequence[list[str]], position: int) -> list[list[str]]:
    """A record as a header; before that, where it names no players, with the one above it."""
    alone = records[position]
    above = records[position - 1] if position else []
    named = any(is_name(name) for name in alone)
    if named or sum(map(bool, above)) < 2 or RULE.fullmatch("".join(above)):
        return [alone]
    pairs = zip(above, alone, strict=True)
    return [[f"{over} {under}".strip() for over, under in pairs], alone]


def is_name(name: str) -> bool:
    """Whether a column of this name holds the names of the players."""
    called = meaning(name)
    ours = SYNONYMS.get(called, called)
    return ours in ("player", "name") or called.startswith(("player_name", "name_"))


def rounds_among(names: Sequence[str]) -> list[int]:
    """The positions of columns that are numbered as rounds: 1, 2, 3 … or R1, Round 2 …."""
    best: list[int] = []
    run: list[int] = []
    last = ("", 0)
    for position, name in enumerate(names):
        here = _word_and_number(name)
        goes_on = run and here[1] > 0 and here == (last[0], last[1] + 1)
        run = [*run, position] if goes_on else [position] if here[1] == 1 else []
        last = here
        best = max(best, run, key=len)
    worded = bool(best) and not names[best[0]].strip().isdecimal()
    return best if len(best) > 1 or worded else []


def _word_and_number(name: str) -> tuple[str, int]:
    """What the name of a column of a round says; ("", 0) where it is none."""
    found = ROUND.fullmatch(meaning(name))
    if found is None:
        return "", 0
    word = found["word"] or found["word_after"] or ""
    return word, int(found["number"] or found["number_first"])


def _cells(records: Sequence[Sequence[str]], columns: Sequence[int]) -> list[str]:
    return [record[at] for record in records for at in columns]


def style_for(cells: Sequence[str], declared: str, found: Findings) -> Style | None:
    """The style of a table's cells; None, and told, where several fit. Raises UnknownName."""
    if declared:
        return style_called(declared)
    fits = styles_that_fit(cells)
    if len(fits) == 1:
        return fits[0]
    keys = " or ".join(style.key for style in fits or STYLES)
    found.wrong.add("the cells may be read in several ways", f"say which by --cells: {keys}")
    return None


def lines_of(grid: Grid, layout: Layout, name_at: int, found: Findings) -> list[Line]:
    """The lines of the players; lines of colours go with the one above, notes are told."""
    lines: list[Line] = []
    waiting: list[int] = []
    for record, row in zip(grid.records[layout.first :], grid.rows[layout.first :], strict=True):
        cells = [record[at] for at in layout.rounds]
        if RULE.fullmatch("".join(record)) or record == layout.names:
            continue
        is_numbered = _is_numbered(record, layout)
        of_colours = any(cells) and all(cell in ("", "W", "B") for cell in cells)
        if lines and of_colours and not is_numbered:
            lines[-1].second = record
        elif record[name_at] and (any(cells) or is_numbered):
            for note in waiting:
                what = "this row has no name, or nothing beside it: left aside"
                found.odd.add(what, "", "", note)
            waiting = []
            lines.append(Line(row, record))
        else:
            waiting.append(row)
    for note in waiting:
        found.odd.add("this row is taken for a note below the table and left aside", "", "", note)
    return lines


def _is_numbered(record: Sequence[str], layout: Layout) -> bool:
    """Whether a cell beside the rounds is a number, as that of a player who did not play."""
    others = [cell for at, cell in enumerate(record) if at not in layout.rounds]
    return any(cell.rstrip(".)").isdecimal() for cell in others)


def read_cells(lines: Sequence[Line], layout: Layout, style: Style, found: Findings) -> None:
    """Fill in what the cells of each line tell; what is not of the style is told."""
    every = [line.cells[at] for line in lines for at in layout.rounds]
    colours = colours_of(style, every)
    for line in lines:
        for at, label in zip(layout.rounds, layout.labels, strict=True):
            half = half_of(style, line.cells[at], colours)
            if half is None:
                right = f"cells of {style.title}: {', '.join(style.examples)}"
                what = f"{line.cells[at]!r} is no game"
                found.wrong.add(what, right, f"round {label}", line.row)
                half = Half(-1, -1)
            second = line.second[at].casefold() if line.second else ""
            if half.opponent > 0 and not half.colour and second in ("w", "b"):
                half = half._replace(colour=second)
            line.halves.append(half)


def numbered(lines: Sequence[Line], layout: Layout) -> list[int]:
    """The number of each line by which the cells name it.

    Of the columns that may hold it, and the order of the lines, that by which most games stand in
    the lines of both players.
    """
    called = [meaning(name) for name in layout.names]
    ways: list[list[int]] = []
    for at in sorted(
        (at for at, name in enumerate(called) if at not in layout.rounds),
        key=lambda at: NUMBERS.index(called[at]) if called[at] in NUMBERS else len(NUMBERS),
    ):
        texts = [line.cells[at].rstrip(".") for line in lines]
        plain = all(text.isdecimal() and len(text) <= MOST_DIGITS for text in texts)
        if plain and len(set(texts)) == len(texts):
            ways.append([int(text) for text in texts])
    ways.append(list(range(1, len(lines) + 1)))
    return max(ways, key=lambda way: _returned(lines, way))


def _returned(lines: Sequence[Line], numbers: Sequence[int]) -> int:
    """How many cells are returned by the cell of the opponent, by these numbers of the lines."""
    at = dict(zip(numbers, lines, strict=True))
    count = 0
    for number, line in zip(numbers, lines, strict=True):
        for round_, half in enumerate(line.halves):
            other = at.get(half.opponent) if half.opponent > 0 else None
            count += other is not None and other.halves[round_].opponent == number
    return count


def is_total(name: str) -> bool:
    """Whether a column of this name holds what a player scored in all."""
    return SYNONYMS.get(meaning(name), meaning(name)) in TOTALS


def compare_totals(lines: Sequence[Line], layout: Layout, found: Findings) -> None:
    """Warn where a printed total is not the sum of the results in its line.

    A column in which most lines differ holds something else, such as a score to pair by.
    """
    last = layout.rounds[-1]
    order = sorted(range(len(layout.names)), key=lambda at: (at < last, at))
    for at in order:
        name = layout.names[at]
        if at in layout.rounds or not is_total(name):
            continue
        printed = [points_of(line.cells[at]) for line in lines]
        sums = [sum(max(half.scored, 0) for half in line.halves) / 2 for line in lines]
        wrong = [
            (line, told, scored)
            for line, told, scored in zip(lines, printed, sums, strict=True)
            if told is not None and told != scored and not _unread(line)
        ]
        if 2 * len(wrong) > len(lines):
            what = "most lines have another number here than the sum of their results: not compared"
            found.odd.add(what, "", name)
            continue
        for line, told, scored in wrong:
            what = f"{told:g} is printed, but the results add up to {scored:g}"
            found.odd.add(what, "", name, line.row)
        return


def _unread(line: Line) -> bool:
    return any(half.opponent < 0 for half in line.halves)


def points_of(text: str) -> float | None:
    """A printed total such as 4, 4.5, 4,5 or 4½; None if it is no number."""
    plain = re.sub(r"^(\d*)½$", r"\g<1>.5", text.strip()).replace(",", ".")
    return float(plain) if re.fullmatch(r"\d*\.?\d+|\d+\.", plain) else None
