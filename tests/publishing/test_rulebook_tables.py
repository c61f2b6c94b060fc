"""Tables of rulebooks: names of rows and columns, and that explanations point to what is there."""

from __future__ import annotations

import pytest

from banzuke.engine.explaining import explain
from banzuke.engine.rulebook import Rulebook, load_rulebook, rulebook_keys
from banzuke.publishing.rulebook_tables import apart, rule_tables
from banzuke.workflows.one_game import rated_game
from builders import rules


def _places(rulebook: Rulebook) -> set[str]:
    """Everything that can be pointed to: parameters, rows and cells."""
    settings = rulebook.settings()
    places = {one.name for one in settings}
    for table in rule_tables(rulebook, settings):
        for row in table.rows:
            places.add(f"{table.name}:{row.name}")
            places |= {f"{table.name}:{row.name}:{column}" for column in table.columns}
    for one in rulebook.content.get("amendment", []):
        places |= {f"{name}:{one['from']}" for name in one.get("parameters", {})}
    return places


@pytest.mark.parametrize("key", rulebook_keys())
def test_cells_that_explanations_name_are_there(key: str):
    """In the worked examples every cell that a number was read from is a place of the rulebook."""
    rulebook = load_rulebook(key)
    places = _places(rulebook)
    for example in rulebook.examples:
        rated = rated_game(rulebook, **example.game())
        for name in rated.names:
            told = explain(rated, name)
            cells = {term.cell for term in (*told.terms, *told.inputs)} - {""}
            assert cells <= places


def test_the_columns_of_an_exchange_table():
    """Columns are named by the margins, rows by the leads, and the cells are those printed."""
    rulebook = load_rulebook("othello-sweden")
    table = next(one for one in rule_tables(rulebook, rulebook.settings()) if one.name == "rows")
    row = next(row for row in table.rows if row.name == "101..150")
    assert table.heads == ("rating lead of the winner", "margin of the win")
    assert dict(zip(table.columns, row.cells, strict=True))["4..10"] == "5"


def test_rows_of_one_name_are_told_apart():
    """From the second on a name has its number."""
    assert apart(["20", "40", "20", "20"]) == ["20", "40", "20 no. 2", "20 no. 3"]


def test_an_open_row_has_a_name():
    """The last row of a table of expected scores has no bound, and can be pointed to."""
    rulebook = rules(base="fide-standard")
    tables = {table.name: table for table in rule_tables(rulebook, rulebook.settings())}
    assert [row.name for row in tables["scores"].rows][-1] == "open"
