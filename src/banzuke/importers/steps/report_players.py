"""Who the players of a FIDE tournament report are, as a players table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.importers.steps.fide_words import birth, title
from banzuke.importers.steps.report_lines import PlayerLines, Report
from banzuke.model.row_problems import Problems

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]


class People(NamedTuple):
    """The players of a report, in the order of their lines.

    keys : String, by what games name each: the FIDE number, or the name where there is none
    numbers : int64, starting ranks, -1 where a line has none of its own
    points : float64, as printed, NaN where there are none
    fields : what the lines say, as texts; rating is Float64
    """

    keys: pl.Series
    numbers: Ints
    points: NDArray[np.float64]
    fields: pl.DataFrame


def read_people(lines: PlayerLines, wrong: Problems, odd: Problems) -> People:
    """Who the lines are of; two with one number or key, and what cannot be read, are told."""
    fields = lines.fields()
    plain_id = pl.col("id").str.strip_chars_start("0")
    fields = fields.with_columns(
        pl.when(pl.col("id").str.contains(r"^[0-9]*$")).then(plain_id).otherwise(pl.lit("")),
        bad_id=~pl.col("id").str.contains(r"^[0-9]*$"),
        name=pl.col("name").str.replace_all(r"\s+", " "),
        starting_rank=pl.col("number").cast(pl.Int64, strict=False),
        point=pl.col("points").str.replace(",", ".", literal=True).cast(pl.Float64, strict=False),
        rated=_rating(),
        given=pl.col("rating"),
    )
    _tell_odd(fields, lines, odd)
    keys = fields.select(pl.when(pl.col("id") != "").then("id").otherwise("name")).to_series()
    ranks = fields["starting_rank"]
    bad = (ranks.is_null() | (ranks < 1)).to_numpy()
    for at in np.flatnonzero(bad).tolist():
        what = f"{fields['number'][at]!r} is no starting rank"
        wrong.add(what, "a whole number from 1 in columns 5-8", "5-8", lines.numbers[at])
    right = "a number of its own for each player"
    ranks = ranks.set(pl.Series(bad), None)
    _tell_twice(ranks, "starting rank", lines, (wrong, right))
    for at in (keys == "").arg_true().to_list():
        what = "the player has neither a name nor a FIDE number"
        wrong.add(what, "a name in columns 15-47", "15-47", lines.numbers[at])
    right = "one line a player; of two with the same name, one with a FIDE number"
    _tell_twice(keys.replace("", None), "player", lines, (wrong, right))
    numbers = ranks.set(~ranks.is_first_distinct(), None).fill_null(-1).to_numpy()
    points = fields["point"].fill_null(np.nan).to_numpy()
    return People(keys, numbers, points, fields)


def _rating() -> pl.Expr:
    """A rating; null for none."""
    number = pl.col("rating").cast(pl.UInt32, strict=False).cast(pl.Float64)
    return pl.when(number > 0).then(number)


def _tell_odd(fields: pl.DataFrame, lines: PlayerLines, odd: Problems) -> None:
    """A warning for each field that is not what it should be, and is taken as empty."""
    number = pl.col("rating").cast(pl.UInt32, strict=False)
    checks = (
        ("bad_id", pl.col("bad_id"), "id", "no FIDE number", "digits", "58-68"),
        (
            "rating",
            (pl.col("rating") != "") & number.is_null(),
            "rating",
            "no rating",
            "a whole number; empty or 0 for none",
            "49-52",
        ),
        (
            "points",
            (pl.col("points") != "") & pl.col("point").is_null(),
            "points",
            "no number of points",
            "a number such as 4.5",
            "81-84",
        ),
    )
    found = fields.select(mask.alias(name) for name, mask, *_ in checks)
    for name, _, column, what, right, where in checks:
        for at in found[name].arg_true().to_list():
            said = lines.fields()[column][at]
            odd.add(f"{said!r} is {what}", right, where, lines.numbers[at])


def _tell_twice(
    values: pl.Series, noun: str, lines: PlayerLines, problems: tuple[Problems, str]
) -> None:
    """A problem for each line with a value that an earlier line has."""
    wrong, right = problems
    if values.drop_nulls().n_unique() == len(values.drop_nulls()):
        return
    first: dict[object, int] = {}
    for value, number in zip(values.to_list(), lines.numbers, strict=True):
        if value is not None and value in first:
            what = f"{noun} {value!r} is there twice, first in line {first[value]}"
            where = "5-8" if noun == "starting rank" else "15-47"
            wrong.add(what, right, where, number)
        first.setdefault(value, number)


def players_table(
    report: Report, people: People, teams: Sequence[tuple[str, list[int]]]
) -> pl.DataFrame:
    """A row a player: player, id, name, nation, sex, title, born, rating; more where told."""
    sex = (
        pl.col("sex").str.to_lowercase().replace_strict({"m": "m", "w": "f", "f": "f"}, default="")
    )
    texts: list[pl.Series | pl.Expr] = [
        people.keys.alias("player"),
        pl.col("id"),
        pl.col("name"),
        pl.col("nation"),
        sex.alias("sex"),
        title(pl.col("title")),
        birth(pl.col("born")),
    ]
    table = people.fields.select(texts, rating="rated").with_columns(
        pl.col(pl.String).replace("", None)
    )
    at = people.numbers.tolist()
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
    fields = lines.fields().select(
        pl.col("number").cast(pl.Int64, strict=False), _rating(), pl.col("id").replace("", None)
    )
    said = {number: rest for number, *rest in fields.iter_rows() if number is not None}
    found = [said.get(number, (None, None)) for number in numbers]
    return [
        pl.Series("national_rating", [rating for rating, _ in found], dtype=pl.Float64),
        pl.Series("national_id", [register for _, register in found], dtype=pl.String),
    ]


def _data(report: Report) -> list[tuple[int, str, str]]:
    """(starting rank, kind, text) of the lines that Tornelo adds; letters to them are not kept."""
    found = []
    for line in report.of("DAT"):
        words = line.content.split(maxsplit=2)
        if len(words) == 3 and words[0].isascii() and words[0].isdigit():
            found.append((int(words[0]), words[1].upper(), words[2]))
    return found
