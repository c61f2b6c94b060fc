"""Who the players of a FIDE tournament report are, as a players table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from banzuke.importers.steps.fide_words import births, title_of
from banzuke.importers.steps.report_lines import FIELDS, PlayerLines, Report
from banzuke.importers.steps.report_numbers import decimals_in, numbers_in
from banzuke.importers.steps.text_lines import plain
from banzuke.model.row_problems import Problems

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]


class People(NamedTuple):
    """The players of a report, in the order of their lines.

    keys : by what games name each: the FIDE number, or the name where there is none
    numbers : int64, starting ranks, -1 where a line has none of its own
    points : float64, as printed, NaN where there are none
    table : player, id, name, nation, sex, title, born, rating
    """

    keys: list[str]
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
    numbers, is_number = numbers_in(letters[:, FIELDS["number"]])
    ratings, is_rating = numbers_in(letters[:, FIELDS["rating"]])
    points, is_points = decimals_in(letters[:, FIELDS["points"]])
    said_ids, names, nations, sexes, titles, born = lines.fields(
        "id", "name", "nation", "sex", "title", "born"
    )
    ids, is_id = _whole_numbers(said_ids, letters[:, FIELDS["id"]])
    is_number &= numbers > 0
    fine = {"number": is_number, "id": is_id, "rating": is_rating, "points": is_points}
    _tell_fields(lines, fine, wrong, odd)
    names = _without_runs(names)
    keys = [number or name for number, name in zip(ids, names, strict=True)]
    for at in (at for at, key in enumerate(keys) if not key) if "" in keys else ():
        what = "the player has neither a name nor a FIDE number"
        wrong.add(what, "a name in columns 15-47", columns_of("name"), lines.numbers[at])
    named = ("player", columns_of("name"))
    right = "one line a player; of two with the same name, one with a FIDE number"
    _tell_twice(keys, named, lines, (wrong, right))
    numbers = np.where(is_number, numbers, -1)
    named = ("starting rank", columns_of("number"))
    again = _tell_twice(numbers.tolist(), named, lines, (wrong, "a number of its own for each"))
    numbers[again] = -1
    cells = {
        "id": ids,
        "name": _told(names),
        "nation": _told(nations),
        "title": list(map(_Titles().__getitem__, titles)),
        "sex": list(map(SEXES.get, sexes)),
        "born": births(born),
    }
    columns = {name: pl.Series(name, values, pl.String) for name, values in cells.items()}
    columns["player"] = pl.Series("player", keys, pl.String)
    rated = np.where(ratings > 0, ratings, np.nan)
    columns["rating"] = pl.Series("rating", rated, nan_to_null=True)
    table = pl.DataFrame([columns[name] for name in TABLE])
    return People(keys, numbers, points, table)


def _tell_fields(
    lines: PlayerLines, fine: dict[str, NDArray[np.bool_]], wrong: Problems, odd: Problems
) -> None:
    """Tell what cannot be read, by field."""
    for name, (what, right, refused) in CHECKS.items():
        if fine[name].all():
            continue
        for at in np.flatnonzero(~fine[name]).tolist():
            said = f"{lines.said(at, name)!r} is {what}"
            (wrong if refused else odd).add(said, right, columns_of(name), lines.numbers[at])


TABLE = ("player", "id", "name", "nation", "sex", "title", "born", "rating")
SEXES = dict.fromkeys("mM", "m") | dict.fromkeys("wWfF", "f")


class _Titles(dict[str, str | None]):
    """Titles by how they are written: few players have any, and there are few of them."""

    def __missing__(self, written: str) -> str | None:
        found = self[written] = title_of(written)
        return found


def _whole_numbers(
    texts: list[str], letters: NDArray[np.uint8]
) -> tuple[Sequence[str | None], Mask]:
    """Numbers that texts are, without leading zeros, None for none; and whether they are any.

    letters : of the texts, with the blanks around them
    """
    joined = "".join(texts)
    if joined.isascii() and joined.isdecimal() and "\n0" not in "\n".join(["", *texts]):
        return _told(texts), np.ones(len(texts), dtype=np.bool_)
    numbers, fine = numbers_in(letters)
    return [str(number) if number else None for number in numbers.tolist()], fine


def _told(texts: list[str]) -> Sequence[str | None]:
    """Texts, None for what is not said."""
    return [text or None for text in texts] if "" in texts else texts


def _without_runs(names: list[str]) -> list[str]:
    """Names, with single spaces where somebody typed more."""
    return [plain(name) for name in names] if "  " in "\n".join(names) else names


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
        if len(words) == 3 and re.fullmatch(r"\d{1,4}", words[0], re.ASCII):
            found.append((int(words[0]), words[1].upper(), words[2]))
    return found
