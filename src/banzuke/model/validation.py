"""A table of raw columns becomes Results, or is refused with everything that is wrong with it.

The three shapes of results are told apart by their columns: duels (a game a row), entries (a
player and game a row) and standings (a player and event a row).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import polars as pl

from banzuke.model.cells import shortened
from banzuke.model.coded_names import clean_name, code_names
from banzuke.model.column_names import both_sides
from banzuke.model.columns import SHAPES_IN_WORDS, columns_of
from banzuke.model.covariates import columns_named
from banzuke.model.duel_rows import read_duels
from banzuke.model.errors import ResultsRefused, suggest
from banzuke.model.importer import Reading
from banzuke.model.one_event import with_place_and_event
from banzuke.model.player_rows import read_entries, read_standings
from banzuke.model.problems import Problem
from banzuke.model.raw_table import RawTable
from banzuke.model.results import Results
from banzuke.model.row_problems import Problems
from banzuke.model.unknown_columns import misspelt_columns
from banzuke.model.wording import counted

#: How many columns of an unknown table are named and compared with ours.
MOST_SHOWN = 40


def shape_of(columns: Sequence[str]) -> str:
    """The shape of results with these columns, "" if they are none."""
    have = set(columns)
    if {"player_1", "player_2"} <= have or {"winner", "loser"} <= have:
        return "duels"
    if {"player", "game"} <= have:
        return "entries"
    if {"player", "event"} <= have:
        return "standings"
    return ""


def validate(
    reading: Reading,
    date_format: str = "",
    zone: str = "UTC",
    scores: bool = True,
    covariates: Sequence[str] = (),
) -> Results:
    """Check and code what an importer read; raises ResultsRefused with every problem found.

    scores : whether to keep the scores of duels, or only the places that follow from them
    covariates : the columns of numbers, beside ours, that are kept; see ``model/covariates.py``
    """
    reading = with_place_and_event(reading)
    frame = reading.frame
    rows = reading.rows
    line_rows = (
        np.arange(reading.first_row, reading.first_row + len(frame), dtype=np.uint32)
        if rows is None
        else rows.to_numpy().astype(np.uint32)
    )
    problems = Problems(reading.source, lambda line: int(line_rows[line]))
    shape = shape_of(frame.columns)
    missing = _missing_columns(frame.columns, shape, is_file=bool(reading.source))
    if missing is not None:
        problems.add(*missing)
        raise ResultsRefused(problems.found)
    if len(frame) == 0:
        problems.add("there are no results: a header, and no row below it")
        raise ResultsRefused(problems.found)
    frame = shortened(frame, problems)
    table = RawTable(frame, problems, line_rows, date_format, zone)
    table.keeps_scores, table.covariates = scores, tuple(covariates)
    shapes = {"duels": read_duels, "entries": read_entries, "standings": read_standings}
    results = replace(
        shapes[shape](table),
        shape=shape,
        sources=(reading.source,),
        stamped=table.stamped,
        zone=zone,
        told=_told(reading, table),
        usual=(reading.usual,),
    )
    if problems.found:
        raise ResultsRefused(problems.found, results)
    odd = _what_was_left_aside(reading, shape, covariates)
    return replace(results, warnings=(*reading.warnings, *table.warnings, *odd))


def _what_was_left_aside(
    reading: Reading, shape: str, covariates: Sequence[str]
) -> Iterator[Problem]:
    """A warning for each column that looks like a misspelt one, and for blank rows."""
    columns, known = reading.frame.columns, columns_of(shape)
    wanted = [column for name in covariates for column in columns_named(columns, name)]
    for what, right, name in misspelt_columns(columns, [*known, *wanted], known):
        yield Problem(what, right, reading.source, column=name)
    if reading.blank_rows:
        rows_were = counted(reading.blank_rows, "blank row was", "blank rows were")
        yield Problem(f"{rows_were} passed over", source=reading.source)


def _told(reading: Reading, table: RawTable) -> tuple[Reading, ...]:
    """What the file tells of players, under the names that results have, each once."""
    if reading.players is None:
        told = _sort_names(table)
        return (
            () if told is None else (Reading(told, reading.source, numbers_of=reading.numbers_of),)
        )
    rows = reading.player_rows
    found = Problems(reading.source, lambda line: 0 if rows is None else int(rows[line]))
    frame = shortened(reading.players, found)
    table.problems.found += found.found
    name = pl.col("player").map_elements(clean_name, return_dtype=pl.String)
    return (Reading(frame.with_columns(name), reading.source, rows, numbers_of=reading.numbers_of),)


def _sort_names(table: RawTable) -> pl.DataFrame | None:
    """The names that a table of players gives to sort by, one row a player."""
    if "sort_name" not in table or "player" not in table:
        return None
    names = code_names(table.frame["player"])
    players = pl.Series("player", names.names, dtype=pl.String)
    frame = pl.DataFrame({"code": names.codes, "sort_name": table.text("sort_name")}).drop_nulls()
    first = frame.filter(pl.col("code") >= 0).unique("code", keep="first", maintain_order=True)
    return first.select(players.gather(first["code"]), "sort_name")


def _likely_players(have: Sequence[str]) -> tuple[str, str] | None:
    """The two columns that are likely the players of duels, as the table calls them."""
    for one, two in both_sides(have, "player").values():
        return have[one], have[two]
    return None


def _which_is_which(have: Sequence[str], is_file: bool) -> str:
    """How to say which columns hold what is needed, ready to be copied where it can be guessed."""
    likely = _likely_players(have)
    one, two = likely or ("COLUMN", "")
    if not is_file:
        columns = {"player_1": one, "player_2": two} if likely else {"player_1": one}
        return f"say which is which, as columns={columns}"
    said = [f"player_1={one}", f"player_2={two}"] if likely else [f"player_1={one}"]
    maps = " ".join(f'--map "{each}"' if " " in each else f"--map {each}" for each in said)
    return f"say which is which, as {maps} (in Python by columns=)"


def _missing_columns(have: Sequence[str], shape: str, is_file: bool) -> tuple[str, str, str] | None:
    """What to say of columns that make no shape, or lack what the shape needs."""
    if shape == "":
        near = {"player_1", "player_2", "winner", "loser", "game", "player", "event"} - set(have)
        first = have[:MOST_SHOWN]
        hints = [
            f"{name}: {suggest(name, first)}"
            for name in sorted(near)
            if "mean" in suggest(name, first)
        ]
        hints = [] if _likely_players(have) else hints or [SHAPES_IN_WORDS]
        hint = "; ".join([*hints, _which_is_which(have, is_file)])
        shown = ", ".join(have[:MOST_SHOWN]) + (", …" if len(have) > MOST_SHOWN else "")
        if {"player", "rating"} <= set(have):
            hint = f"give it as {'--players' if is_file else 'players='}, beside results"
            return f"this is a list of players, and has no results: {shown}", hint, ""
        return f"these columns are not results: {shown}", hint, ""
    ways: dict[str, list[tuple[str, ...]]] = {
        "duels": [("score_1", "score_2"), ("result",), ("winner",)],
        "entries": [("place",), ("score",)],
        "standings": [("place",)],
    }
    one_of_two = {"player_1", "player_2"} - set(have)
    if shape == "duels" and len(one_of_two) == 1:
        name = one_of_two.pop()
        return f"{name} missing, beside winner and loser", "both players, or neither", name
    wanted = ways[shape]
    if any(set(names) <= set(have) for names in wanted):
        return None
    first = [name for name in wanted[0] if name not in have]
    options = " or ".join(" and ".join(names) for names in wanted)
    hints = [
        suggest(name, [c for c in have if c not in columns_of(shape)] or have) for name in first
    ]
    nearest = next((hint for hint in hints if hint.startswith("did you mean")), "")
    return f"{' and '.join(first)} missing: {shape} need {options}", nearest, first[0]
