"""Who the players of a FIDE tournament report are, as a players table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.importers.steps.fide_words import birth, title_of
from banzuke.importers.steps.report_lines import FIELDS, PlayerLines, Report
from banzuke.importers.steps.report_numbers import decimals_in, numbers_in
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
    letters = lines.letters
    found = {name: numbers_in(letters[:, FIELDS[name]]) for name in ("number", "id", "rating")}
    points, is_points = decimals_in(letters[:, FIELDS["points"]])
    numbers = found["number"][0].astype(np.int64)
    fine = {name: right for name, (_, right) in found.items()} | {"points": is_points}
    fine["number"] &= numbers > 0
    for name, (what, right, refused) in CHECKS.items():
        for at in np.flatnonzero(~fine[name]).tolist():
            said = f"{lines.said(at, name)!r} is {what}"
            (wrong if refused else odd).add(said, right, columns_of(name), lines.numbers[at])
    table = _table(lines, found["id"][0], found["rating"][0])
    keys = table["player"].to_list()
    if "" in keys:
        for at in (at for at, key in enumerate(keys) if not key):
            what = "the player has neither a name nor a FIDE number"
            wrong.add(what, "a name in columns 15-47", columns_of("name"), lines.numbers[at])
    named = ("player", columns_of("name"))
    right = "one line a player; of two with the same name, one with a FIDE number"
    _tell_twice(keys, named, lines, (wrong, right))
    numbers = np.where(fine["number"], numbers, -1)
    named = ("starting rank", columns_of("number"))
    again = _tell_twice(numbers.tolist(), named, lines, (wrong, "a number of its own for each"))
    numbers[again] = -1
    return People(table["player"], numbers, points, table)


TABLE = ("player", "id", "name", "nation", "sex", "title", "born", "rating")
SEXES = pl.Series("sex", [None, "m", "f"], dtype=pl.String)
#: Where each letter stands in ``SEXES``, nowhere for most.
SEX_OF = np.zeros(256, dtype=np.uint32)
SEX_OF[list(b"mM")], SEX_OF[list(b"wWfF")] = 1, 2


class _Titles(dict[str, str | None]):
    """Titles by how they are written: few players have any, and there are few of them."""

    def __missing__(self, written: str) -> str | None:
        found = self[written] = title_of(written.strip())
        return found


def _table(lines: PlayerLines, ids: NDArray[Any], ratings: NDArray[Any]) -> pl.DataFrame:
    """A row a player, of ``TABLE``; null for what is not said, 0 for no number."""
    number, name = pl.col("number"), pl.col("name")
    blank = lines.letters[:, FIELDS["name"]] == ord(" ")
    if (blank[:, :-2] & blank[:, 1:-1] & ~blank[:, 2:]).any():
        name = name.str.replace_all(r"\s+", " ")
    titles = _Titles()
    # From series, since a dict of arrays is taken in by threads of Python.
    cells = pl.DataFrame(
        [
            pl.Series("text", lines.texts, pl.String),
            pl.Series("number", ids),
            SEXES[SEX_OF[lines.letters[:, 9]]],
            pl.Series("title", [titles[text[FIELDS["title"]]] for text in lines.texts], pl.String),
            pl.Series("rating", ratings),
        ]
    )
    cut = cells.lazy().with_columns(*lines.texts_of("name", "nation", "born"))
    nation, rating = pl.col("nation"), pl.col("rating")
    columns = [
        pl.when(number > 0).then(number.cast(pl.String)).alias("id"),
        name,
        pl.when(nation != "").then(nation),
        "sex",
        "title",
        birth(pl.col("born")),
        pl.when(rating > 0).then(rating.cast(pl.Float64)),
    ]
    named = cut.select(columns).with_columns(player=pl.col("id").fill_null(pl.col("name")))
    found = named.with_columns(pl.when(pl.col("name") != "").then(pl.col("name"))).collect()
    return pl.DataFrame([found[name] for name in TABLE])


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
    letters = lines.letters
    ranks, _ = numbers_in(letters[:, FIELDS["number"]])
    ratings, _ = numbers_in(letters[:, FIELDS["rating"]])
    said = {
        rank: (float(rating) or None, lines.said(at, "id") or None)
        for at, (rank, rating) in enumerate(zip(ranks.tolist(), ratings.tolist(), strict=True))
    }
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
