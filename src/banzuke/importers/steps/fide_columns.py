"""The columns of a FIDE rating list, from texts of either of its forms, in little room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from banzuke.importers.steps.fide_words import birth, title
from banzuke.model.row_problems import Problems

#: {our column: what the XML calls it}; numbers, of which 0 stands for none.
NUMBERS = {
    "rating": "rating",
    "games_of_period": "games",
    "k": "k",
    "rapid_rating": "rapid_rating",
    "rapid_games_of_period": "rapid_games",
    "rapid_k": "rapid_k",
    "blitz_rating": "blitz_rating",
    "blitz_games_of_period": "blitz_games",
    "blitz_k": "blitz_k",
}
#: Texts of which there are few different ones.
FEW = {"nation": "country", "sex": "sex", "born": "birthday", "flag": "flag"}
#: What is read, by the names of the XML.
READ = ("fideid", "name", "title", "w_title", *FEW.values(), *NUMBERS.values())
COUNTS = ("games_of_period", "rapid_games_of_period", "blitz_games_of_period")

WIDEST = 65_535


def narrow(columns: Mapping[str, Sequence[str]], first: int, problems: Problems) -> pl.DataFrame:
    """Some players of a list as typed columns; what is no number is told and left empty.

    columns : texts by the names of the XML; first : the row of the first of them
    """
    table = pl.DataFrame(
        {
            name: pl.Series(values, dtype=pl.String).str.strip_chars()
            for name, values in columns.items()
        }
    )
    for name in READ:
        if name not in table.columns:
            table = table.with_columns(pl.lit("").alias(name))
    number = pl.col("fideid").cast(pl.UInt32, strict=False)
    plain = pl.col("fideid").str.contains(r"^[0-9]+$")
    few = {
        "nation": pl.col("country"),
        "sex": pl.col("sex").str.to_lowercase().replace({"w": "f"}),
        "born": birth(pl.col("birthday")),
        "flag": pl.col("flag"),
        "title": title(pl.when(pl.col("title") != "").then("title").otherwise("w_title")),
    }
    counted = [_number(ours, theirs) for ours, theirs in NUMBERS.items()]
    found = table.select(
        pl.when(plain & (number > 0)).then(number).alias("player"),
        pl.col("name").str.replace_all(r"\s+", " "),
        *(text.replace("", None).cast(_CODED[name]).alias(name) for name, text in few.items()),
        *counted,
    )
    _tell(table, found, first, problems)
    return found


#: Codes of one and two bytes instead of texts.
_CODED = {
    name: pl.Categorical(pl.Categories(f"fide {name}", "banzuke", physical=kind))
    for name, kind in (
        ("nation", pl.UInt16),
        ("sex", pl.UInt16),
        ("born", pl.UInt32),
        ("flag", pl.UInt16),
        ("title", pl.UInt16),
    )
}


def _number(ours: str, theirs: str) -> pl.Expr:
    value = pl.col(theirs).cast(pl.UInt16, strict=False)
    return (value if ours in COUNTS else pl.when(value > 0).then(value)).alias(ours)


def _tell(table: pl.DataFrame, found: pl.DataFrame, first: int, problems: Problems) -> None:
    """A problem for each player without a number, and each number that is none."""
    for at in found["player"].is_null().arg_true().to_list():
        what = f"{table['fideid'][at]!r} is no FIDE number"
        problems.add(what, "a number from 1", "fideid", first + at)
    for theirs in NUMBERS.values():
        said = table[theirs]
        bad = (said != "") & said.cast(pl.UInt16, strict=False).is_null()
        for at in bad.arg_true().to_list():
            right = f"a whole number up to {WIDEST}; empty or 0 for none"
            problems.add(f"{said[at]!r} is no number of a list", right, theirs, first + at)
