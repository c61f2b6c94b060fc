"""Small tables and rulebooks, written so that a test shows what it is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import date
from types import MappingProxyType
from typing import Any

import numpy as np
import polars as pl

from banzuke.engine.rated import Rated, rate_results
from banzuke.engine.rulebook import Rulebook, from_parts, load_rulebook
from banzuke.engine.rulebook_check import resolve
from banzuke.model.players import Players
from banzuke.model.results import Results
from banzuke.model.row_problems import Problems
from banzuke.workflows.reading import read, read_players


def table(text: str) -> pl.DataFrame:
    """A table of texts: the header in the first line, ``.`` for an empty cell, ``_`` a space."""
    lines = [line.split() for line in text.strip().splitlines()]
    header, rows = lines[0], lines[1:]
    assert all(len(row) == len(header) for row in rows), "a row is too short or too long"
    columns = {
        name: [None if row[number] == "." else row[number].replace("_", " ") for row in rows]
        for number, name in enumerate(header)
    }
    return pl.DataFrame(columns, schema=dict.fromkeys(header, pl.String))


def results(text: str, zone: str = "UTC") -> Results:
    """A table as validated results."""
    return read(table(text), zone=zone)


def rules(
    parameters: Mapping[str, Any] = MappingProxyType({}),
    *,
    base: str = "warlight",
    **sections: Any,
) -> Rulebook:
    """A rulebook like a packaged one, without its pools, and with other settings.

    Sections are merged into those of the packaged rulebook; lists replace its own.
    """
    content: dict[str, Any] = dict(load_rulebook(base).content)
    for name in ("pools", "example"):
        content.pop(name, None)
    content["parameters"] = {**content.get("parameters", {}), **parameters}
    for name, section in sections.items():
        known = content.get(name)
        merged = isinstance(known, Mapping) and isinstance(section, Mapping)
        content[name] = {**known, **section} if merged else section
    parts, faults = resolve(content)
    assert faults == []
    return from_parts(parts, content, (base, None, ""))


def rate(text: str, rulebook: Rulebook | None = None, players: Any = None, **options: Any) -> Rated:
    """A table, rated."""
    book = rulebook or rules()
    known = players if isinstance(players, Players) else read_players(players)
    return rate_results(results(text, book.period.zone), book, known, **options)


def ratings(rated: Rated, pool: str = "") -> dict[str, float]:
    """{player: rating} of one pool."""
    run = next(run for run in rated.runs if run.pool.pool == pool)
    return dict(zip(rated.names, run.state[0].tolist(), strict=True))


def order(rated: Rated, pool: str = "") -> list[str]:
    """The first player of each game, in rating order."""
    run = next(run for run in rated.runs if run.pool.pool == pool)
    first = rated.results.first[run.pool.games]
    return [rated.names[code] for code in rated.results.entries.player[first].tolist()]


def day(text: str) -> date:
    """A date from its ISO form."""
    return date.fromisoformat(text)


def column(values: Sequence[Any], **options: Any) -> tuple[pl.Series, Problems]:
    """A column called c, and where its problems go: line i is row i + 2."""
    return pl.Series("c", values, **options), Problems("f.csv", lambda line: line + 2)


def told(problems: Problems) -> list[str]:
    """The problems as texts."""
    return [str(problem) for problem in problems.found]


def said_by(value: Any) -> Any:
    """All that results say, so that two can be compared to the bit."""
    if hasattr(value, "__dataclass_fields__"):
        return {field.name: said_by(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.tobytes()
    if isinstance(value, pl.Series):
        return value.dtype, value.to_list()
    return value
