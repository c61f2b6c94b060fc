"""A crosstable as results: its games, each once, and what its lines tell of the players."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath

import polars as pl

from banzuke.importers.steps.cell_styles import MATRIX_STYLES
from banzuke.importers.steps.crosstables import (
    RULE,
    Layout,
    Line,
    compare_totals,
    is_name,
    layout_of,
    lines_of,
    numbered,
    read_cells,
    style_for,
)
from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.grids import Grid
from banzuke.importers.steps.half_games import PairedGame, Table, paired
from banzuke.importers.steps.tournament_reading import Games, reading_of
from banzuke.model.coded_names import clean_name
from banzuke.model.column_names import GIVEN_AND_FAMILY, SYNONYMS, meaning
from banzuke.model.columns import KINDS, columns_of
from banzuke.model.importer import Reading, ReadOptions

#: What a line may tell of its player.
FACTS = [
    name for name in columns_of("players") if name not in ("player", "name", "games", "deviation")
]
#: The line below a player's in a crosstable of US Chess: number of the member, rating before.
US_SECOND = re.compile(r"(?P<id>\d{8})\s*/\s*\w+:\s*(?P<rating>\d+)?")

#: What stands above tables and names no event.
NO_TITLE = re.compile(r"https?://|www\.|last update|^sep=", re.IGNORECASE)

#: A rank of Go players, whatever its column is called.
GRADE = re.compile(r"\d+ ?[kdp]", re.IGNORECASE)

SCHEMA = dict.fromkeys(
    ("player_1", "player_2", "result", "status", "round", "handicap_1", "handicap_2"), pl.String()
)


def read_crosstable(grid: Grid, options: ReadOptions, source: str) -> Reading | None:
    """The Reading of a grid that is a crosstable; None if it is none.

    Raises ResultsRefused with everything that is wrong, each with row and round, and UnknownName
    for a style of cells that there is not.
    """
    layout = None if options.cells in MATRIX_STYLES else layout_of(grid, options.cells)
    if layout is None:
        return None
    found = Findings(source)
    name_at = _name_column(layout, grid)
    if not is_name(layout.names[name_at]):
        what = (
            f"no column is called name: {layout.names[name_at] or 'one without a name'!r} is taken"
        )
        found.odd.add(what, "", "", grid.rows[layout.first - 1])
    lines = lines_of(grid, layout, name_at, found)
    cells = [line.cells[at] for line in lines for at in layout.rounds]
    style = style_for(cells, options.cells, found)
    if style is None or not lines:
        raise found.refusal()
    read_cells(lines, layout, style, found)
    numbers = numbered(lines, layout)
    names = _names(lines, layout, name_at, found)
    table = _by_number(lines, numbers, names, layout, found)
    games = paired(table, found)
    compare_totals(lines, layout, found)
    event = event_above(layout.above, source, found)
    found.odd.add(
        f"read as a crosstable, with cells of {style.title}",
        "say which by --cells, if they are others",
    )
    rows = [_game_row(table.names, layout, game) for game in games]
    frame = pl.DataFrame(rows, schema=SCHEMA, orient="row").with_columns(
        pl.col("handicap_1", "handicap_2").cast(pl.Float64),
        event=pl.lit(event),
        event_rounds=pl.lit(len(layout.rounds), pl.Int64),
    )
    if not any(stones for row in rows for stones in row[5:]):
        frame = frame.drop("handicap_1", "handicap_2")
    players = _players(lines, layout, names)
    of_games = Games(
        frame, [table.rows[game.one] for game in games], players, [line.row for line in lines]
    )
    return reading_of(of_games, found, frozenset())


def _name_column(layout: Layout, grid: Grid) -> int:
    """The column of the names: by what it is called, else that with most different words."""
    others = [at for at in range(len(layout.names)) if at not in layout.rounds]
    for at in others:
        if is_name(layout.names[at]):
            return at

    def words(at: int) -> int:
        cells = {record[at] for record in grid.records[layout.first :]}
        return sum(any(map(str.isalpha, cell)) for cell in cells)

    return max(others, key=words, default=0)


def _names(lines: Sequence[Line], layout: Layout, name_at: int, found: Findings) -> list[str]:
    """The players' names, whole where a table has given and family names; each once."""
    called = {meaning(name): at for at, name in enumerate(layout.names)}
    pair = next(
        (
            (called[given], called[family])
            for given, family in (map(meaning, pair) for pair in GIVEN_AND_FAMILY)
            if given in called and family in called
        ),
        (name_at,),
    )
    names: list[str] = []
    first: dict[str, int] = {}
    for line in lines:
        name = clean_name(" ".join(line.cells[at] for at in pair))
        if name in first:
            found.tell_twice(repr(name), first[name], "names that tell the two apart", line.row)
        first.setdefault(name, line.row)
        names.append(name)
    return names


def _by_number(
    lines: Sequence[Line],
    numbers: Sequence[int],
    names: Sequence[str],
    layout: Layout,
    found: Findings,
) -> Table:
    """The lines, with opponents counted as lines are; who is no line, or this one, is told."""
    place = {number: at for at, number in enumerate(numbers, 1)}
    halves = []
    for number, line in zip(numbers, lines, strict=True):
        of_line = []
        for half, label in zip(line.halves, layout.labels, strict=True):
            known = half
            if half.opponent > 0:
                at = place.get(half.opponent, 0)
                known = half._replace(opponent=at or -1)
                if not at or half.opponent == number:
                    whose = "this player" if at else "no line of the table"
                    what = f"opponent {half.opponent} is {whose}"
                    found.wrong.add(what, "the number of another", f"round {label}", line.row)
                    known = half._replace(opponent=-1)
            of_line.append(known)
        halves.append(of_line)
    return Table([line.row for line in lines], names, halves)


def event_above(above: Sequence[Sequence[str]], source: str, found: Findings) -> str:
    """The name of the event: the first text above the table, else the name of the file; told."""
    for record in above:
        text = " ".join(cell for cell in record if cell and not RULE.fullmatch(cell))
        if text and not NO_TITLE.search(text):
            found.odd.add(f"the event is called {text!r}, as the text above the table")
            return clean_name(text)
    stem = clean_name(PurePath(source).name.split(".")[0])
    found.odd.add(f"no text names the event: called {stem!r}, as the file is")
    return stem


def _game_row(names: Sequence[str], layout: Layout, game: PairedGame) -> tuple[str | None, ...]:
    """A game as a row of ``SCHEMA``; White, where the cells tell it, is the first player."""
    label = layout.labels[game.round - 1]
    if game.two < 0:
        return names[game.one], None, None, "bye", label, None, None
    status = "forfeit" if game.unplayed else "void" if game.result == "*" else "played"
    one, two, result = names[game.one], names[game.two], game.result
    if game.colour == "b":
        one, two = two, one
        result = {"1-0": "0-1", "0-1": "1-0"}.get(result, result)
    # Black receives the stones, and is the second player.
    stones = str(game.stones) if game.stones > 0 and game.colour else None
    return one, two, result, status, label, None, stones


def _players(lines: Sequence[Line], layout: Layout, names: Sequence[str]) -> pl.DataFrame:
    """What the lines tell of their players."""
    columns: dict[str, list[str | None]] = {"player": [*names]}
    for at, name in enumerate(layout.names):
        ours = SYNONYMS.get(meaning(name), meaning(name))
        cells = [line.cells[at] for line in lines]
        if (
            at not in layout.rounds
            and all(map(GRADE.fullmatch, filter(None, cells)))
            and any(cells)
        ):
            ours = "rank"
        if at not in layout.rounds and ours in FACTS and ours not in columns:
            columns[ours] = [cell or None for cell in cells]
    seconds = [US_SECOND.search(" ".join(line.second).strip()) for line in lines]
    if any(seconds):
        for key in ("id", "rating"):
            columns.setdefault(key, [match[key] if match else None for match in seconds])
    frame = pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String))
    numbers = [name for name in columns if KINDS[name] == "number"]
    # Lists write 0 for who has no rating.
    return frame.with_columns(
        pl.col(name).cast(pl.Float64, strict=False).replace(0.0, None) for name in numbers
    )
