"""HTML pages: tables in them, spans, entities, old sets of letters, and pages without a table."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from banzuke.importers import read_file
from banzuke.importers.html_table import IMPORTER
from banzuke.model.errors import BanzukeError, ResultsRefused
from banzuke.model.importer import Reading, ReadOptions

TABLE = (
    "<table><tr><th>White<th>Black<th>Result</tr>"
    "<tr><td>Müller &amp; Sohn</td><td>B<br>C</td><td>1-0</td></tr></table>"
)


def read(folder: Path, text: str, name: str = "t.xls", encoding: str = "utf-8") -> Reading:
    """What is read of a page, by whoever knows it."""
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return read_file(path, ReadOptions())


@pytest.mark.parametrize("name", ["t.xls", "t.html", "t"])
def test_a_page_that_is_a_table(tmp_path, name):
    """Whatever its ending; entities and line breaks are text."""
    reading = read(tmp_path, f"<html><body>{TABLE}</body></html>", name)
    assert reading.frame.rows() == [("Müller & Sohn", "B C", "1-0")]
    assert reading.frame.columns == ["player_1", "player_2", "result"]
    assert reading.rows.to_list() == [2]


def test_the_table_with_most_of_our_columns(tmp_path):
    """A menu beside it is no table of results; which one was read is told."""
    page = f"<html><table><tr><td>Home</td></tr></table>{TABLE}<table></table></html>"
    reading = read(tmp_path, page)
    assert len(reading.frame) == 1
    assert "of 2 tables, number 2 was read" in str(reading.warnings)


def test_tables_of_one_header_are_one(tmp_path):
    """As a page has one for each round; rows are counted on, another table is told."""
    other = TABLE.replace("B<br>C", "D").replace("1-0", "0-1")
    page = f"<html>{TABLE}<table><tr><td>Menu</table>{other}</html>"
    reading = read(tmp_path, page)
    assert reading.frame["player_2"].to_list() == ["B C", "D"]
    assert reading.rows.to_list() == [2, 4]
    told = " ".join(map(str, reading.warnings))
    assert "of 3 tables, number 1, 3 was read" in told
    assert "2 tables with the same columns are read as one" in told


def test_a_menu_is_no_table_of_results(tmp_path):
    """A row of words that columns have, with nothing below it, is passed over for what has rows."""
    menu = "<table><tr><td>Home</td><td>Tournament</td><td>Player</td></tr></table>"
    head = "<tr><th>Rank</th><th>FirstName LastName</th><th>Score</th></tr>"
    page = f"<html>{menu}<table>{head}<tr><td>1</td><td>Ada Berg</td><td>84</td></tr></table>"
    reading = read(tmp_path, page)
    assert dict(zip(reading.frame.columns, reading.frame.row(0), strict=True)) == {
        "rank": "1",
        "player": "Ada Berg",
        "score": 84.0,
    }


def test_a_table_within_a_table(tmp_path):
    """The inner one is read as if it stood alone."""
    page = f"<html><table><tr><td>Menu</td><td>{TABLE}</td></tr></table></html>"
    assert len(read(tmp_path, page).frame) == 1


def test_cells_over_several_rows_and_columns(tmp_path):
    """A cell over rows stands in each; over columns, in the first of them."""
    page = (
        "<html><table><tr><th colspan=2>White<th colspan=2>Black<th>Result"
        "<tr><th>Name<th>Elo<th>Name<th>Elo<th>"
        "<tr><td rowspan=2>A<td>1<td>B<td>2<td>1-0<tr><td>1<td>C<td>3<td>0-1</table></html>"
    )
    reading = read(tmp_path, page)
    assert reading.frame["player_1"].to_list() == ["A", "A"]
    assert reading.frame["player_2"].to_list() == ["B", "C"]
    assert reading.rows.to_list() == [3, 4]


def test_old_letters_are_guessed_and_told(tmp_path):
    """A page that is not UTF-8 is read in the likeliest set."""
    reading = read(tmp_path, f"<html><body>{TABLE}</body></html>", encoding="cp1252")
    assert reading.frame["player_1"][0] == "Müller & Sohn"
    assert "cp1252" in str(reading.warnings)


@pytest.mark.parametrize(
    ("page", "message"),
    [
        ("<html><p>Hello", "t.xls: the page has no table"),
        ("<html><table><tr><td></table>", "t.xls: the page has no table"),
        (
            "<html><table><tr><td>White<td>White<td>Result<tr><td>A<td>B<td>1</table>",
            "columns 1 ('White') and 2 ('White') are both White",
        ),
    ],
)
def test_pages_that_are_refused(tmp_path, page, message):
    """In words."""
    path = tmp_path / "t.xls"
    path.write_text(page, "utf-8")
    with pytest.raises(ResultsRefused) as refused:
        IMPORTER.read(path, ReadOptions())
    assert message in str(refused.value)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.sampled_from(
            [
                *("<table>", "</table>", "<tr>", "</tr>", "<td>", "<td colspan=3>", "</td>"),
                *(
                    "<th rowspan=2>",
                    "White",
                    "Black",
                    "Result",
                    "1-0",
                    "&lt;",
                    "<br>",
                    "<td rowspan=0",
                ),
            ]
        ),
        max_size=40,
    )
)
def test_any_tags_are_read_or_refused(tmp_path, tags):
    """Tags in any order give a reading or a refusal in words."""
    path = tmp_path / "t.html"
    path.write_text("<html>" + "".join(tags), "utf-8")
    try:
        reading = IMPORTER.read(path, ReadOptions())
    except BanzukeError:
        return
    assert reading.frame.height == len(reading.rows)


@pytest.mark.parametrize(
    ("cells", "what"),
    [
        ("<td colspan=1000>x" * 20, "a table of more than 16384 columns"),
        ("<td rowspan=1000 colspan=1000>x" * 3 + "<tr>" * 1000, "more than 2000000 cells"),
        ("<table><tr><td>" * 60, "more than 50 tables within each other"),
    ],
)
def test_traps_are_refused(tmp_path, cells, what):
    """Some bytes that ask for room for millions of cells are told what they are."""
    with pytest.raises(ResultsRefused, match=f"the page has {what}"):
        read(tmp_path, f"<html><table><tr>{cells}</table></html>")
