"""Who the players of a FIDE tournament report are, as a players table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.importers.steps.fide_words import birth, title_of
from banzuke.importers.steps.report_lines import FIELDS, PlayerLines, Report
from banzuke.model.row_problems import Problems

Ints = NDArray[np.int64]


class People(NamedTuple):
    """The players of a report, in the order of their lines.

    keys : String, by what games name each: the FIDE number, or the name where there is none
    numbers : int64, starting ranks, -1 where a line has none of its own
    points : float64, as printed, NaN where there are none
    table : player, id, name, nation, sex, title, born, rating
    """

    keys: pl.Series
    numbers: Ints
    points: NDArray[np.float64]
    table: pl.DataFrame


#: What is told of a field that is none: its column, what it should be, whether it is refused.
CHECKS = {
    "number": ("no starting rank", "a whole number from 1 in columns 5-8", True),
    "id": ("no FIDE number", "digits", False),
    "rating": ("no rating", "a whole number; empty or 0 for none", False),
    "points": ("no number of points", "a number such as 4.5", False),
}


def read_people(lines: PlayerLines, wrong: Problems, odd: Problems) -> People:
    """Who the lines are of; two with one number or key, and what cannot be read, are told."""
    found = lines.fields().select(_columns()).collect()
    for name, (what, right, refused) in CHECKS.items():
        for at in np.flatnonzero(found[f"bad_{name}"].to_numpy()).tolist():
            said = f"{lines.texts[at][FIELDS[name]].strip()!r} is {what}"
            (wrong if refused else odd).add(said, right, columns_of(name), lines.numbers[at])
    keys = found["player"].to_list()
    if "" in keys:
        for at in (at for at, key in enumerate(keys) if not key):
            what = "the player has neither a name nor a FIDE number"
            wrong.add(what, "a name in columns 15-47", columns_of("name"), lines.numbers[at])
    named = ("player", columns_of("name"))
    right = "one line a player; of two with the same name, one with a FIDE number"
    _tell_twice(keys, named, lines, (wrong, right))
    numbers = found["rank"].to_numpy().copy()
    named = ("starting rank", columns_of("number"))
    again = _tell_twice(numbers.tolist(), named, lines, (wrong, "a number of its own for each"))
    numbers[again] = -1
    words = {"sex": [SEXES.get(word) for word in found["sex"].to_list()]}
    words["title"] = [title_of(word) for word in found["title"].to_list()]
    spelt = {name: pl.Series(name, texts, pl.String) for name, texts in words.items()}
    table = pl.DataFrame([spelt.get(name, found[name]) for name in TABLE])
    return People(found["player"], numbers, found["point"].to_numpy(), table)


TABLE = ("player", "id", "name", "nation", "sex", "title", "born", "rating")
SEXES = {"m": "m", "M": "m"} | dict.fromkeys("wWfF", "f")


def _columns() -> list[pl.Expr]:
    """What the fields say, and which of them say nothing that can be read."""
    points = pl.col("points").str.replace(",", ".", literal=True)
    number = pl.col("id").cast(pl.UInt64, strict=False)
    plain = pl.when(number > 0).then(number.cast(pl.String)).otherwise(pl.lit(""))
    # Once for each doubling of the spaces between given names, faster than a pattern.
    name = pl.col("name").str.replace_all("  ", " ", literal=True)
    name = name.str.replace_all("  ", " ", literal=True)
    rank = pl.col("number").cast(pl.Int64, strict=False)
    rating = pl.col("rating").cast(pl.UInt32, strict=False)
    point = points.cast(pl.Float64, strict=False)
    texts = {
        "id": plain,
        "name": name,
        "nation": pl.col("nation"),
        "sex": pl.col("sex"),
        "title": pl.col("title"),
        "born": birth(pl.col("born")),
    }
    return [
        pl.when(plain != "").then(plain).otherwise(name).alias("player"),
        *(pl.when(text != "").then(text).alias(column) for column, text in texts.items()),
        pl.when(rating > 0).then(rating.cast(pl.Float64)).alias("rating"),
        pl.when(rank > 0).then(rank).fill_null(-1).alias("rank"),
        point.fill_null(np.nan).alias("point"),
        (rank.is_null() | (rank < 1)).alias("bad_number"),
        ((pl.col("id") != "") & number.is_null()).alias("bad_id"),
        ((pl.col("rating") != "") & rating.is_null()).alias("bad_rating"),
        ((points != "") & point.is_null()).alias("bad_points"),
    ]


def columns_of(name: str) -> str:
    """The columns of a field, as people count them."""
    return f"{FIELDS[name].start + 1}-{FIELDS[name].stop}"


def _tell_twice(
    values: Sequence[object],
    named: tuple[str, str],
    lines: PlayerLines,
    problems: tuple[Problems, str],
) -> list[int]:
    """The indices of values that an earlier line has, each told."""
    if len(set(values)) == len(values):
        return []
    (noun, where), (wrong, right) = named, problems
    first: dict[object, int] = {}
    again = []
    for at, value in enumerate(values):
        if value in first and value not in ("", -1):
            what = f"{noun} {value!r} is there twice, first in line {first[value]}"
            wrong.add(what, right, where, lines.numbers[at])
            again.append(at)
        first.setdefault(value, lines.numbers[at])
    return again


def players_table(
    report: Report, people: People, teams: Sequence[tuple[str, list[int]]]
) -> pl.DataFrame:
    """What is known of each player; more columns where the report tells more."""
    table, at = people.table, people.numbers.tolist()
    told = {
        "team": {number: name for name, members in teams for number in members},
        "club": {number: text for number, kind, text in _data(report) if kind == "GROUP"},
    }
    for name, texts_of in told.items():
        if texts_of:
            found = [texts_of.get(number) for number in at]
            table = table.with_columns(pl.Series(name, found, dtype=pl.String))
    return table.with_columns(_national(report.national, at)) if report.national.texts else table


def _national(lines: PlayerLines, numbers: Sequence[int]) -> list[pl.Series]:
    """Rating and number of the national register, by the lines that begin with its nation."""
    found = lines.fields().select(_columns()).select("rank", "rating", "id").collect()
    said = {number: rest for number, *rest in found.iter_rows()}
    both = [said.get(number, (None, None)) for number in numbers]
    return [
        pl.Series("national_rating", [rating for rating, _ in both], dtype=pl.Float64),
        pl.Series("national_id", [register for _, register in both], dtype=pl.String),
    ]


def _data(report: Report) -> list[tuple[int, str, str]]:
    """(starting rank, kind, text) of the lines that Tornelo adds; letters to them are not kept."""
    found = []
    for line in report.of("DAT"):
        words = line.content.split(maxsplit=2)
        if len(words) == 3 and words[0].isascii() and words[0].isdigit():
            found.append((int(words[0]), words[1].upper(), words[2]))
    return found
