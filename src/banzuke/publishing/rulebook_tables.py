"""The tables of a rulebook with names of rows and columns, so that a cell can be pointed to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pydantic import BaseModel

from banzuke.engine.rulebook import Rulebook, Setting
from banzuke.model.parameters import Parameters
from banzuke.model.system import OPEN
from banzuke.publishing.rulebook_text import is_table, row_cells


class TableRow(NamedTuple):
    """A row: its name, and the texts of its cells."""

    name: str
    cells: tuple[str, ...]


class RuleTable(NamedTuple):
    """A parameter that is a table.

    name : of the parameter; meaning, unit : of its numbers
    heads : over the names of the rows and of the columns, "" where they need none
    """

    name: str
    meaning: str
    unit: str
    heads: tuple[str, str]
    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]


def rule_tables(rulebook: Rulebook, settings: Iterable[Setting]) -> list[RuleTable]:
    """All tables among the settings of a rulebook, as its system draws them."""
    found = []
    for one in settings:
        if is_table(one.value):
            # A table of a pool is drawn by the parameters of that pool.
            _, _, of_pool = one.name.partition("pools.")
            pool, _, name = of_pool.rpartition(".")
            parameters = rulebook.pools.get(pool, rulebook.parameters)
            said = (one.meaning, one.unit)
            table = rule_table(rulebook, parameters, name or one.name, one.value, said)
            found.append(table._replace(name=one.name))
    return found


def rule_table(
    rulebook: Rulebook, parameters: Parameters, name: str, value: object, said: tuple[str, str]
) -> RuleTable:
    """A table; said : what the parameter means, and the unit of its numbers."""
    system = rulebook.system
    drawn = {} if system.drawn is None else system.drawn(parameters)
    if name in drawn:
        of = drawn[name]
        named = tuple(TableRow(*row) for row in of.rows)
        return RuleTable(name, *said, of.heads, of.columns, named)
    rows = value if isinstance(value, tuple) else ()
    cells = [row_cells(row) for row in rows]
    columns = tuple(dict.fromkeys(column for row in cells for column in row))
    names = apart([row_name(row, texts) for row, texts in zip(rows, cells, strict=True)])
    named = tuple(
        TableRow(row_of, tuple(texts.get(column, "") for column in columns))
        for row_of, texts in zip(names, cells, strict=True)
    )
    return RuleTable(name, *said, ("", ""), columns, named)


def row_name(row: BaseModel, texts: dict[str, str]) -> str:
    """What explanations call a row: its label where it has one, else its first cell.

    A row whose first cell is empty has no bound: it is open.
    """
    label = getattr(row, "label", None)
    return str(label) if label else next(iter(texts.values()), "") or OPEN


def apart(names: Sequence[str]) -> list[str]:
    """Names of rows, each once: from the second of one name on, with its number."""
    found: list[str] = []
    for name in names:
        number = sum(1 for other in found if other.partition(" no. ")[0] == name)
        found.append(f"{name} no. {number + 1}" if number else name)
    return found
