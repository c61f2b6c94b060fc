"""Names that a table has in two columns, given and family name, made one."""

from __future__ import annotations

import polars as pl

from banzuke.model.column_names import GIVEN_AND_FAMILY, meaning
from banzuke.model.problems import Problem


def with_whole_names(frame: pl.DataFrame, source: str) -> tuple[pl.DataFrame, tuple[Problem, ...]]:
    """A table of given and family names with a column player in their place; and the note of it.

    Where there is a column player, nothing changes.
    """
    if "player" in frame.columns or "player_1" in frame.columns:
        return frame, ()
    called = {meaning(name): name for name in frame.columns}
    for pair in GIVEN_AND_FAMILY:
        given, family = (_column(called, word) for word in map(meaning, pair))
        if given is None or family is None or given == family:
            continue
        both = [frame[name].cast(pl.String).str.strip_chars() for name in (given, family)]
        whole = pl.concat_str(both, separator=" ", ignore_nulls=True).str.strip_chars()
        name = pl.select(pl.when(whole != "").then(whole).alias("player")).to_series()
        what = f"columns are read by what they mean: {given} and {family} as player"
        columns = [name if one.name == given else one for one in frame if one.name != family]
        return pl.DataFrame(columns), (Problem(what, "", source),)
    return frame, ()


def _column(called: dict[str, str], word: str) -> str | None:
    """The column of a word, also where that was taken for the whole name."""
    return called.get(word) or (called.get("name") if word in ("nom", "nombre", "nome") else None)
