"""Players: starting values and facts, from a players file or from the results themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy

import numpy as np
import polars as pl

from banzuke.model.cells import (
    numbers,
    refuse_control_signs,
    shortened,
    texts,
    whole_numbers,
)
from banzuke.model.coded_names import clean_name, code_names
from banzuke.model.columns import KINDS, columns_of
from banzuke.model.errors import PlayersRefused, suggest
from banzuke.model.hidden_letters import hidden_letters
from banzuke.model.importer import Reading
from banzuke.model.own_lists import as_players
from banzuke.model.problems import Problem
from banzuke.model.row_problems import Problems
from banzuke.model.system import Given
from banzuke.model.unknown_columns import unknown_columns

#: What is above 0, and what is a whole number from 0, whatever a system makes of it.
ABOVE_ZERO = ("deviation", "volatility")
#: Texts that a system may start from; all others are facts.
STARTING_TEXTS = ("born", "rank", "grade")
WHOLE = ("games",)


class Players:
    """A validated players file: one row a player, or a player and pool.

    frame : String columns player and pool ("" for every pool); float64 or String for the others
    given : whether a players file was given; where not, ``frame`` is what files of results tell
        of the players in them, each as the earliest of these files has it
    numbers_of : whose numbers the column id has, as fide; "" where that is not known
    told : facts that files of results told of players, {column: {player: text}}
    warnings : what was odd about the file, but could be read
    """

    def __init__(
        self,
        frame: pl.DataFrame | None = None,
        source: str = "",
        warnings: tuple[Problem, ...] = (),
    ) -> None:
        empty = pl.DataFrame(
            {"player": [], "pool": []}, schema={"player": pl.String, "pool": pl.String}
        )
        self.frame = empty if frame is None else frame
        self.source = source
        self.warnings = warnings
        self.given = frame is not None
        self.numbers_of = ""
        self.places: dict[tuple[str, str], tuple[str, int]] = {}
        self.told: dict[str, dict[str, str]] = {}

    @property
    def listed(self) -> pl.DataFrame:
        """The players file, without rows if none was given."""
        return self.frame if self.given else self.frame.clear()

    @property
    def names(self) -> list[str]:
        """The players of the file, each once, in its order."""
        return self.listed["player"].unique(maintain_order=True).to_list()

    @property
    def pools(self) -> dict[str, int]:
        """The pools that the file names, each with the row that is the first to do so."""
        first: dict[str, int] = {}
        for (_, pool), (_, row) in self.places.items():
            if pool:
                first.setdefault(pool, row)
        return first

    def place(self, player: str, pool: str = "") -> tuple[str, int | None]:
        """File and row of a player's values in a pool, as a ``Problem`` takes them."""
        found = self.places.get((player, pool)) or self.places.get((player, ""))
        return found or ("", None)

    def facts(self, column: str) -> dict[str, str]:
        """A text column as {player: text}, without empty cells.

        What the players file says goes before what files of results told.
        """
        return {**self.told.get(column, {}), **_texts_by_player(self.listed, column)}

    def with_told(self, tables: Iterable[Reading], kept: Sequence[str] = ()) -> Players:
        """These players, and what files of results tell of players, the earliest file first.

        kept : columns of numbers, besides the known ones, that a system keeps of each player
        Raises PlayersRefused for values with which nobody can start.
        """
        players = copy(self)
        problems: list[Problem] = []
        players.told = dict(self.told)
        for table in tables:
            for column, kind in table.frame.schema.items():
                if kind == pl.String and column != "player":
                    newer = _texts_by_player(table.frame, column)
                    players.told[column] = {**players.told.get(column, {}), **newer}
            if not self.given:
                try:
                    players = _with_new(players, table, kept)
                except PlayersRefused as refused:
                    problems += refused.problems
        if problems:
            raise PlayersRefused(problems)
        return players

    def starting(self, names: Sequence[str], pool: str, defaults: dict[str, float]) -> Given:
        """Starting values for players in the order of ``names``, NaN and "" where unknown."""
        columns = {name: np.full(len(names), value) for name, value in defaults.items()}
        words: dict[str, list[str]] = {}
        frame = self.frame
        said = [
            name
            for name, kind in frame.schema.items()
            if name not in ("player", "pool") and (kind.is_float() or name in STARTING_TEXTS)
        ]
        if not len(frame) or not said:
            return Given(columns, words)
        index = {name: code for code, name in enumerate(names)}
        # A row for one pool goes before the player's row for every pool.
        for wanted in ("", pool) if pool else ("",):
            part = frame.filter(pl.col("pool") == wanted)
            codes = np.array([index.get(name, -1) for name in part["player"].to_list()], dtype=int)
            for name in said:
                filled = (codes >= 0) & part[name].is_not_null().to_numpy()
                values, at = part[name].filter(pl.Series(filled)), codes[filled]
                if not len(at):
                    continue
                if values.dtype.is_float():
                    if name not in columns:
                        columns[name] = np.full(len(names), np.nan)
                    columns[name][at] = values.to_numpy()
                else:
                    if name not in words:
                        words[name] = [""] * len(names)
                    for code, text in zip(at.tolist(), values.to_list(), strict=True):
                        words[name][code] = text
        return Given(columns, words)


def _texts_by_player(frame: pl.DataFrame, column: str) -> dict[str, str]:
    if column not in frame.columns:
        return {}
    return dict(frame.select("player", pl.col(column).cast(pl.String)).drop_nulls().iter_rows())


def validate_players(reading: Reading, kept: Sequence[str] = ()) -> Players:
    """Check a players file; raises PlayersRefused with every problem found.

    kept : columns of numbers, besides the known ones, that a system keeps of each player
    """
    reading = as_players(reading)
    frame, notes = _with_players(reading)
    rows = reading.rows
    problems = Problems(
        reading.source,
        lambda line: reading.first_row + line if rows is None else int(rows[line]),
    )
    if "player" not in frame.columns:
        hint = suggest("player", frame.columns)
        right = f"{hint}; say which it is, as --map players.player=COLUMN"
        problems.add("a players file needs a column player", right, "player")
        raise PlayersRefused(problems.found)
    frame = shortened(frame, problems)
    checked = _checked(frame, kept, problems)
    known = [*columns_of("players"), *kept]
    chosen = [name for name in frame.columns if name not in reading.usual]
    left_aside = unknown_columns(chosen, checked.columns, known)
    warnings = [
        *reading.warnings,
        *notes,
        *hidden_letters(code_names(frame["player"]), frame, ["player"], problems),
        *(Problem(what, right, reading.source, column=name) for what, right, name in left_aside),
    ]
    players = Players(checked, reading.source, tuple(warnings))
    players.numbers_of = reading.numbers_of
    players.places = _places(checked, reading.source, problems)
    if problems.found:
        raise PlayersRefused(problems.found)
    return players


def _checked(frame: pl.DataFrame, kept: Sequence[str], problems: Problems) -> pl.DataFrame:
    """The known columns of a players file, each with values of its kind."""
    names = _cleaned(frame["player"])
    problems.add_lines(names.is_null().to_numpy(), "player", lambda i: "the player is missing")
    pool = (
        _cleaned(frame["pool"]).fill_null("")
        if "pool" in frame.columns
        else pl.Series([""] * len(frame))
    )
    table = {"player": names, "pool": pool.cast(pl.String)}
    for column in dict.fromkeys([*columns_of("players"), *kept]):
        if column in frame.columns and column not in table:
            series = frame[column]
            if column in WHOLE:
                whole = whole_numbers(series, problems, 0, "a whole number from 0")
                table[column] = pl.Series(whole, nan_to_null=True)
            elif KINDS.get(column, "number") == "number":
                table[column] = pl.Series(numbers(series, problems), nan_to_null=True)
            else:
                table[column] = texts(series)
                refuse_control_signs(table[column], column, problems)
    for column in ABOVE_ZERO:
        if column in table:
            _above_zero(table[column], column, problems)
    return pl.DataFrame(table)


def _places(
    checked: pl.DataFrame, source: str, problems: Problems
) -> dict[tuple[str, str], tuple[str, int]]:
    """{(player, pool): file and row}; whoever is there twice is a problem."""
    lines: dict[tuple[str, str], int] = {}
    places: dict[tuple[str, str], tuple[str, int]] = {}
    for line, key in enumerate(checked.select("player", "pool").iter_rows()):
        if key[0] is None:
            continue
        if key in lines:
            what = f"{key[0]!r} is there twice, first in row {problems.row_of(lines[key])}"
            problems.add(what, "one row a player", "player", line)
            continue
        lines[key] = line
        places[key] = (source, problems.row_of(line))
    return places


def _with_new(players: Players, told: Reading, kept: Sequence[str]) -> Players:
    """Those players of a table who are new, added with what they start from."""
    columns = ["player"]
    for name, kind in told.frame.schema.items():
        if name in (STARTING_TEXTS if kind == pl.String else (*columns_of("players"), *kept)):
            columns.append(name)
    if len(columns) == 1:
        return players
    names = told.frame["player"]
    new = ~names.is_in(players.frame["player"].to_list())
    new &= names.is_first_distinct() & names.is_not_null()
    rows = None if told.rows is None else told.rows.filter(new)
    frame = told.frame.filter(new).select(columns)
    checked = validate_players(Reading(frame, told.source, rows, first_row=0), kept)
    found = copy(players)
    found.frame = pl.concat([players.frame, checked.frame], how="diagonal")
    if rows is not None:
        found.places = {**players.places, **checked.places}
    return found


def _with_players(reading: Reading) -> tuple[pl.DataFrame, list[Problem]]:
    """The table, in which names are the players where nothing else is; and the note of that."""
    frame = reading.frame
    if "player" in frame.columns or "name" not in frame.columns:
        return frame, []
    note = Problem("columns are read by what they mean: name as player", "", reading.source)
    return frame.rename({"name": "player"}), [note]


def _cleaned(column: pl.Series) -> pl.Series:
    """Names as results have them."""
    return texts(column).map_elements(clean_name, return_dtype=pl.String)


def _above_zero(values: pl.Series, column: str, problems: Problems) -> None:
    problems.add_lines(
        (values <= 0).fill_null(False).to_numpy(),
        column,
        lambda i: f"{values[i]:g} is not above 0",
        "a number above 0",
    )
