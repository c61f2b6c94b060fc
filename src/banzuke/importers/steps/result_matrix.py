"""Matrices of results: a line and a column a player, in the cell what one did against the other.

Where both players of a pair have a cell and the two are each other's mirror, they are one game;
scores that are not are two games, in which the player of the line was at home.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import polars as pl

from banzuke.importers.steps.cell_styles import (
    HOME_AWAY,
    IN_HALVES,
    MATRIX_STYLES,
    POINTS,
    SCORES,
    is_empty,
)
from banzuke.importers.steps.crosstable_reading import event_above
from banzuke.importers.steps.crosstables import is_total, points_of, rounds_among
from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.grids import Grid
from banzuke.importers.steps.result_cells import scores_of
from banzuke.importers.steps.tournament_reading import Games, reading_of
from banzuke.model.coded_names import clean_name
from banzuke.model.column_names import SYNONYMS, meaning
from banzuke.model.importer import Reading, ReadOptions

RESULTS = {2: "1-0", 1: "1/2-1/2", 0: "0-1"}
#: Won without play, as a + tells.
FORFEITS = {2: "+-", 1: "1/2-1/2", 0: "-+"}
DIAGONAL = frozenset("*x#\\/-■—–")
LEAST_PLAYERS, MOST_PLAYERS = 3, 500

#: The share of pairs that must be mirrors for those that are not to be mistakes.
MOST_ARE_MIRRORS = 2 / 3

SCHEMA: dict[str, pl.DataType] = {
    **dict.fromkeys(("player_1", "player_2", "result"), pl.String()),
    **dict.fromkeys(("score_1", "score_2"), pl.Float64()),
}


class Matrix(NamedTuple):
    """A matrix of results.

    names, rows : of the players; cells : [line][column]; labels : of the columns
    totals : {name of a column: what is printed in each line}; below : rows below the matrix
    above : the records above it
    """

    names: list[str]
    rows: list[int]
    cells: list[list[str]]
    labels: list[str]
    totals: dict[str, list[str]]
    below: list[int]
    above: list[list[str]]


def read_matrix(grid: Grid, options: ReadOptions, source: str) -> Reading | None:
    """The Reading of a grid that is a matrix of results; None if it is none.

    Raises ResultsRefused with everything that is wrong, each with its row and column.
    """
    if options.cells and options.cells not in MATRIX_STYLES:
        return None
    matrix = _find(grid)
    if matrix is None:
        return None
    every = [cell for line in matrix.cells for cell in line if not _is_blank(cell)]
    in_points = sum(cell.casefold() in IN_HALVES for cell in every)
    in_scores = sum(scores_of(cell) is not None for cell in every)
    if not every or 3 * max(in_points, in_scores) < 2 * len(every):
        return None
    found = Findings(source)
    style = options.cells or (POINTS if in_points >= in_scores else _scores_or_home(matrix))
    rows, at = _games(matrix, style, found)
    words = {
        POINTS: "read as a matrix of points, a game a pair",
        SCORES: "read as a matrix of scores, a game a pair",
        HOME_AWAY: "read as a matrix of two games a pair, with the player of the line at home",
    }
    found.odd.add(words[style], "say which by --cells, if it is another")
    for row in matrix.below:
        found.odd.add("this row is below the matrix and left aside", "", "", row)
    if style == POINTS:
        _compare_totals(matrix, found)
    event = event_above(matrix.above, source, found)
    frame = pl.DataFrame(rows, schema=SCHEMA, orient="row").with_columns(event=pl.lit(event))
    frame = frame.drop(name for name in SCHEMA if frame[name].null_count() == len(frame))
    if style == HOME_AWAY:
        frame = frame.with_columns(advantage=pl.lit("1"))
    players = pl.DataFrame({"player": matrix.names})
    return reading_of(Games(frame, at, players, matrix.rows), found, frozenset({"advantage"}))


def _find(grid: Grid) -> Matrix | None:
    """The matrix in a grid: its columns are called as the lines are, or by their numbers."""
    if len(grid.records) > MOST_PLAYERS:
        return None
    for position, header in enumerate(grid.records[:10]):
        below = grid.records[position + 1 :]
        if len(below) < LEAST_PLAYERS:
            return None
        for name_at in _name_columns(header):
            names = [clean_name(record[name_at]) for record in below]
            columns = _columns(header, names, name_at)
            if len(columns) < LEAST_PLAYERS:
                continue
            used = below[: len(columns)]
            if not all(names[: len(columns)]) or not _has_diagonal(used, columns):
                continue
            return Matrix(
                names[: len(columns)],
                grid.rows[position + 1 :][: len(columns)],
                [[record[at] for at in columns] for record in used],
                [header[at] for at in columns],
                {
                    name: [record[at] for record in used]
                    for at, name in enumerate(header)
                    if is_total(name) and at not in columns
                },
                grid.rows[position + 1 + len(used) :],
                grid.records[:position],
            )
    return None


def _name_columns(header: Sequence[str]) -> list[int]:
    """Columns that may hold the names: those that are called so, else the first two."""
    called = [SYNONYMS.get(meaning(name), meaning(name)) for name in header]
    named = [at for at, name in enumerate(called) if name in ("player", "name", "team")]
    return named or [0, 1][: len(header)]


def _columns(header: Sequence[str], names: Sequence[str], name_at: int) -> list[int]:
    """The column of each line, in the order of the lines; [] where there are others or fewer."""
    numbered = rounds_among(header)
    if numbered and header[numbered[0]].strip(".").isdecimal() and len(numbered) <= len(names):
        return numbered
    small = {clean_name(name).casefold(): at for at, name in enumerate(header) if at != name_at}
    by_name = [small.get(name.casefold(), -1) for name in names]
    end = by_name.index(-1) if -1 in by_name else len(by_name)
    if end >= LEAST_PLAYERS:
        return by_name[:end]
    # Columns may have the first letters of the names: each of them of one line only.
    starts = [at for at in range(len(header)) if at > name_at and header[at].strip(" .")]
    short = [header[at].strip(" .").casefold() for at in starts]
    fits = [
        len(one) >= 2 and name.casefold().startswith(one)
        for one, name in zip(short, names, strict=False)
    ]
    end = fits.index(False) if False in fits else len(fits)
    return starts[:end] if len(set(short[:end])) == end else []


def _has_diagonal(records: Sequence[Sequence[str]], columns: Sequence[int]) -> bool:
    """Whether nobody has a result against himself."""
    own = [record[at] for record, at in zip(records, columns, strict=True)]
    return all(_is_blank(cell) for cell in own)


def _is_blank(cell: str) -> bool:
    return is_empty(cell) or set(cell) <= DIAGONAL


def _pairs(matrix: Matrix) -> list[tuple[int, int]]:
    count = len(matrix.names)
    return [(one, two) for one in range(count) for two in range(one + 1, count)]


def _scores_or_home(matrix: Matrix) -> str:
    """Whether pairs of scores mirror each other, or are games at home of either."""
    both = mirrors = 0
    for one, two in _pairs(matrix):
        here, there = matrix.cells[one][two], matrix.cells[two][one]
        if not _is_blank(here) and not _is_blank(there):
            both += 1
            mirrors += (scores_of(here) or (0, 0))[::-1] == scores_of(there)
    return SCORES if mirrors >= MOST_ARE_MIRRORS * both else HOME_AWAY


def _games(
    matrix: Matrix, style: str, found: Findings
) -> tuple[list[tuple[object, ...]], list[int]]:
    """The games, and the row of each; what is wrong with others is told."""
    games: list[tuple[object, ...]] = []
    rows: list[int] = []
    for one, two in _pairs(matrix):
        cells = {(a, b): _told(matrix, style, (a, b), found) for a, b in ((one, two), (two, one))}
        here, there = cells[one, two], cells[two, one]
        if style == HOME_AWAY:
            for (home, away), scores in cells.items():
                if scores is not None:
                    games.append((matrix.names[home], matrix.names[away], None, *scores))
                    rows.append(matrix.rows[home])
            continue
        if here is not None and there is not None and here != there[::-1]:
            _tell_apart(matrix, (one, two), found)
            continue
        told = here or (None if there is None else there[::-1])
        if told is not None:
            points = style == POINTS
            unplayed = "+" in (matrix.cells[one][two], matrix.cells[two][one])
            result = (FORFEITS if unplayed else RESULTS)[int(told[0])] if points else None
            ended = (result, None, None) if points else (None, *told)
            games.append((matrix.names[one], matrix.names[two], *ended))
            rows.append(matrix.rows[one])
    return games, rows


def _compare_totals(matrix: Matrix, found: Findings) -> None:
    """Warn where a printed total is not the sum of the points in its line."""
    for name, printed in matrix.totals.items():
        for line, text in enumerate(printed):
            told = points_of(text)
            sums = sum(IN_HALVES.get(cell.casefold(), 0) for cell in matrix.cells[line]) / 2
            if told is not None and told != sums:
                what = f"{text} is printed, but the results add up to {sums:g}"
                found.odd.add(what, "", name, matrix.rows[line])


def _tell_apart(matrix: Matrix, pair: tuple[int, int], found: Findings) -> None:
    """Tell of a pair whose two cells are not the mirror of each other."""
    one, two = pair
    here, there = matrix.cells[one][two], matrix.cells[two][one]
    line = f"{matrix.names[two]!r} (row {matrix.rows[two]})"
    what = f"{here!r} against {matrix.names[two]!r}, but the line of {line} says {there!r}"
    right = "the same game in both lines"
    found.wrong.add(what, right, matrix.labels[two], matrix.rows[one])


def _told(
    matrix: Matrix, style: str, place: tuple[int, int], found: Findings
) -> tuple[float, float] | None:
    """What a cell says of its line and of its column, points in halves; None where nothing."""
    line, column = place
    cell = matrix.cells[line][column]
    if _is_blank(cell):
        return None
    if style == POINTS:
        halves = IN_HALVES.get(cell.casefold())
        told = None if halves is None else (float(halves), 2.0 - halves)
        right = "1, 0 or ½"
    else:
        told, right = scores_of(cell), "as 3-1, or sets as 11-8,9-11,11-5"
    if told is None:
        found.wrong.add(f"{cell!r} is no result", right, matrix.labels[column], matrix.rows[line])
    return told
