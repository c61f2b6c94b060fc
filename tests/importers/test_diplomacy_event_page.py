"""Event pages of the World Diplomacy Database: what is read, inferred, repaired and refused."""

from __future__ import annotations

import contextlib
from datetime import date
from fractions import Fraction
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banzuke.importers.diplomacy_event_page import IMPORTER
from banzuke.importers.steps import diplomacy_page
from banzuke.model.errors import BanzukeError, ResultsRefused, UnknownName
from banzuke.model.importer import Reading, ReadOptions
from banzuke.model.problems import Problem
from banzuke.model.validation import validate

REAL_PAGE = (
    Path(__file__).parents[2] / ".." / "shared/seeds/diplomacy-dip-pouch-tournament-rating.txt"
)
HEADER = "RankFirstName LastNameLoc.Nat.Score"
FOOTER = (
    "The North American Diplomacy Association The European Diplomacy Association "
    "The Diplomacy Association of Australia and New Zealand"
)
ABOVE = [
    "World Diplomacy Database",
    "English",
    "",
    "A Made-up Rating",
    "AuthorAda Byron Last Update2019-10-09",
    "Year",
    "20162015",
    "",
    "A rating goes from 20 to 60.25 if 3 of 8.50 are placed. Date and place do not count.",
    "",
]


def rows(names: list[str], size: int) -> list[str]:
    """Rows of a list as the page prints them, places from 1 without ties."""
    return [f"{i}{name}{(size + 0.5 - i) / size * 100:.2f}" for i, name in enumerate(names, 1)]


def page(
    *,
    above: list[str] = ABOVE,
    titles: list[str] = ["Harbour Cup 2004", "Harbour Games"],  # noqa: B006 - never changed
    when: str = "Date June 5-6, 2004 Place Malmö",
    numbers: str = "Number of players4 Number of rounds3 Number of boards2",
    coefficients: str = "Coeff 13.14 Coeff 2- Coeff 3-",
    header: str = HEADER,
    listed: list[str] | None = None,
    below: list[str] = ["", FOOTER],  # noqa: B006 - never changed
) -> str:
    """A page of our own making."""
    if listed is None:
        listed = ["1Ada BYRON87.50", "2Bo ÅS62.50", "2Cy L-G DE WIT62.50", "4Dan D'ARC12.50"]
    head = [*above, *titles, when, numbers, coefficients, ""]
    return "\n".join([*head, header, *listed, *below, ""])


def read(folder: Path, text: str | bytes, encoding: str = "") -> Reading:
    """The reading of a page with this text."""
    path = folder / "page.txt"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return IMPORTER.read(path, ReadOptions(encoding=encoding))


def refused(folder: Path, text: str | bytes, encoding: str = "") -> tuple[Problem, ...]:
    """The problems for which a page with this text is refused."""
    with pytest.raises(ResultsRefused) as caught:
        read(folder, text, encoding)
    assert all(problem.source == "page.txt" for problem in caught.value.problems)
    return caught.value.problems


def line_of(text: str, piece: str) -> int:
    """The number of the first line that holds a piece."""
    return next(n for n, line in enumerate(text.split("\n"), 1) if piece in line)


def test_a_page_is_read_whole(tmp_path: Path) -> None:
    """Every column of the standings, the notes, the rows' lines and the players."""
    text = page()
    reading = read(tmp_path, text)
    assert reading.warnings == ()
    assert reading.frame.to_dicts()[1] == {
        "event": "Harbour Cup 2004",
        "player": "Bo ÅS",
        "place": 2,
        "date": date(2004, 6, 6),
        "event_end": date(2004, 6, 6),
        "event_players": 4,
        "event_rounds": 3,
        "event_category": None,
        "event_place": "Malmö",
        "event_host": "Harbour Games",
        "event_boards": 2,
        "coeff_1": 3.14,
        "coeff_2": None,
        "coeff_3": None,
    }
    assert reading.frame["place"].to_list() == [1, 2, 2, 4]
    first = line_of(text, "1Ada")
    assert reading.rows is not None
    assert reading.rows.to_list() == [first, first + 1, first + 2, first + 3]
    assert reading.rows.dtype == pl.UInt32
    assert reading.players is not None
    assert dict(reading.players.iter_rows()) == {
        "Ada BYRON": "BYRON",
        "Bo ÅS": "ÅS",
        "Cy L-G DE WIT": "DE WIT",
        "Dan D'ARC": "D'ARC",
    }


@pytest.mark.parametrize(
    ("line", "director", "scoring"),
    [
        ("Tournament Director Ada BYRON Scoring System Carnage 3R", "Ada BYRON", "Carnage 3R"),
        ("Tournament Director Ada BYRON", "Ada BYRON", None),
        ("Tournament DirectorScoring System C-Diplo", None, "C-Diplo"),
    ],
)
def test_who_directed_and_how_boards_were_scored(tmp_path, line, director, scoring):
    """A line above the numbers tells it on pages of results; other lines there are told."""
    frame = read(tmp_path, page(numbers=f"{line}\nNumber of players4 Number of rounds3")).frame
    assert frame.select("event_director", "event_scoring").row(0) == (director, scoring)
    assert frame["event_players"][0] == 4
    assert "event_director" not in read(tmp_path, page()).frame.columns


def test_the_reading_passes_the_validation(tmp_path: Path) -> None:
    """What is read is a results table in the shape of standings."""
    results = validate(read(tmp_path, page()))
    assert results.shape == "standings"


def test_the_real_page() -> None:
    """The stored page: 113 of 114 players, one repaired name, every percentile right."""
    if not REAL_PAGE.exists():
        pytest.skip("the stored page is not beside the repository")
    reading = IMPORTER.read(REAL_PAGE, ReadOptions())
    frame = reading.frame
    assert frame.height == 113
    assert frame["player"].n_unique() == 113
    assert frame["event"].unique().to_list() == ["World DipCon VII 1997"]
    facts = frame.select(pl.exclude("event", "player", "place")).unique().to_dicts()
    assert facts == [
        {
            "date": date(1997, 3, 30),
            "event_end": date(1997, 3, 30),
            "event_players": 114,
            "event_rounds": 5,
            "event_category": "world championship",
            "event_place": "Göteborg",
            "event_host": "GothCon XXI",
            "event_boards": 48,
            "coeff_1": 20.0,
            "coeff_2": None,
            "coeff_3": None,
        }
    ]
    # The new ratings of all from 40 at value 20, that is 32 + percentile / 5, add up to this.
    percentiles = [Fraction(229 - 2 * place, 228) * 100 for place in frame["place"]]
    assert sum(32 + percentile / 5 for percentile in percentiles) == Fraction(90759, 19)
    assert frame["place"].n_unique() == 68
    warnings = [str(warning) for warning in reading.warnings]
    assert len(warnings) == 3
    assert "World DipCon" in warnings[0]
    assert "114 players, but 113 are listed" in warnings[1]
    assert "row 117" in warnings[2]
    assert "'Håkan SCHOLD'" in warnings[2]
    assert reading.players is not None
    surnames = dict(reading.players.iter_rows())
    assert surnames["Toto L-G PERTTU"] == "PERTTU"
    assert surnames["Björn VON KNORRING"] == "VON KNORRING"
    assert None not in surnames.values()
    assert IMPORTER.recognise(REAL_PAGE.read_bytes()[:65536], REAL_PAGE) > 0.9


@pytest.mark.parametrize(
    "content",
    [
        page().encode("utf-8-sig"),
        page().encode("utf-16"),
        page().replace("\n", "\r\n").encode(),
        page().replace("\n", "\r").encode(),
        page().replace("Number of rounds", "\tNumber of rounds").encode(),
        page().replace(" ", "\xa0").replace("Number\xa0of\xa0", "Number of ").encode(),
        page(header="Rank\tFirstName LastName\tLoc.\tNat.\tScore").encode(),
        page(header="rank firstname lastname loc. nat. score ").encode(),
    ],
)
def test_ways_in_which_a_page_is_saved(tmp_path: Path, content: bytes) -> None:
    """Byte order marks, line ends and white space change nothing."""
    reading = read(tmp_path, content)
    plain = read(tmp_path, page())
    assert reading.warnings == ()
    assert reading.frame.equals(plain.frame)
    assert reading.rows is not None
    assert plain.rows is not None
    assert reading.rows.equals(plain.rows)


def test_cells_with_tabs(tmp_path: Path) -> None:
    """Rows copied as a table are read where place of residence and nation are empty."""
    listed = ["1\tAda BYRON\t\t\t87.50", " 2. Bo ÅS 62.50 "]
    assert read(tmp_path, page(listed=listed)).frame["player"].to_list() == ["Ada BYRON", "Bo ÅS"]
    listed[0] = "1\tAda BYRON\tSweden\tSweden\t87.50"
    (problem,) = refused(tmp_path, page(listed=listed))
    assert "holds several cells" in problem.what


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252"])
def test_old_encodings(tmp_path: Path, encoding: str) -> None:
    """A page that is not UTF-8 is read in the likeliest older set, and that is told."""
    reading = read(tmp_path, page().encode(encoding))
    assert reading.frame["player"][1] == "Bo ÅS"
    (warning,) = reading.warnings
    assert "read as cp1252" in warning.what


def test_damaged_letters_are_put_right(tmp_path: Path) -> None:
    """A name whose UTF-8 was taken for Latin-1 once is repaired, and that is told."""
    listed = [f"1Ada {'ÁSA'.encode().decode('latin-1')}87.50"]
    reading = read(tmp_path, page(listed=listed))
    assert any("taken for Latin-1" in warning.what for warning in reading.warnings)
    assert reading.frame["player"][0] == "Ada ÁSA"


def test_a_given_encoding(tmp_path: Path) -> None:
    """A person may say the encoding; a wrong one is refused by line, an unknown one by name."""
    text = page(when="Date June 5-6, 2004 Place Łódź")
    reading = read(tmp_path, text.replace("Å", "L").encode("iso-8859-2"), "iso-8859-2")
    assert reading.frame["event_place"][0] == "Łódź"
    (problem,) = refused(tmp_path, text, "ascii")
    assert "not valid in ascii" in problem.what
    assert problem.row == line_of(text, "Łódź")
    for encoding in ("no-such-set", "base64", "rot13", "a\0b"):
        with pytest.raises(UnknownName):
            read(tmp_path, text, encoding)


@pytest.mark.parametrize(
    ("days", "last"),
    [
        ("March 28-30, 1997", date(1997, 3, 30)),
        ("March 28 - 30, 1997", date(1997, 3, 30)),
        ("March 28–30, 1997", date(1997, 3, 30)),
        ("July 31 - August 2, 1999", date(1999, 8, 2)),
        ("July 31-August 2, 1999", date(1999, 8, 2)),
        ("December 30, 2000 - January 1, 2001", date(2001, 1, 1)),
        ("May 1, 2010", date(2010, 5, 1)),
        ("Sept. 1, 2010", date(2010, 9, 1)),
        ("Feb 28 - Mar 1, 2004", date(2004, 3, 1)),
        ("February 29, 2004", date(2004, 2, 29)),
        ("2004-06-05", date(2004, 6, 5)),
        ("2004-06-05 - 2004-06-06", date(2004, 6, 6)),
    ],
)
@pytest.mark.parametrize("form", ["Date {} Place Lund", "Date{}PlaceLund", "Date: {} Place: Lund"])
def test_days(tmp_path: Path, days: str, last: date, form: str) -> None:
    """The last day dates the event, however its days are written."""
    reading = read(tmp_path, page(when=form.format(days)))
    assert reading.frame["date"].unique().to_list() == [last]
    assert reading.frame["event_end"].unique().to_list() == [last]
    assert reading.frame["event_place"].unique().to_list() == ["Lund"]


@pytest.mark.parametrize(
    ("days", "why"),
    [
        ("", "cannot be read"),
        ("some day", "cannot be read"),
        ("March 1997", "cannot be read"),
        ("Marcher 3, 1997", "is no month"),
        ("March 32, 1997", "day"),
        ("February 29, 2003", "day"),
        ("March 30-28, 1997", "ends before it begins"),
        ("December 30 - January 1, 2001", "ends before it begins"),
        ("2004-13-05", "month"),
        ("March 3, 0000", "year"),
    ],
)
def test_days_that_cannot_be(tmp_path: Path, days: str, why: str) -> None:
    """A date that is none is refused with its line and with what would be right."""
    text = page(when=f"Date {days} Place Lund")
    (problem,) = refused(tmp_path, text)
    assert problem.row == line_of(text, "Place Lund")
    assert problem.column == "date"
    assert why in problem.what
    assert "March 28-30, 1997" in problem.right


@pytest.mark.parametrize(
    ("name", "coefficients", "category", "why"),
    [
        ("World DipCon III", "Coeff 120.00", True, "its name says 'World DipCon'"),
        ("1st World Diplomacy Championship", "", True, "its name says 'World Diplomacy Champ"),
        ("World DipCon III", "Coeff 112.00", True, "although Coeff 1 is 12.00 and not 20.00"),
        ("Harbour Cup", "Coeff 120.00", True, "Coeff 1 is 20.00"),
        ("Harbour Cup", "Coeff 1- Coeff 220.00", False, ""),
        ("Euro DipCon", "Coeff 115.00", False, ""),
        ("Underworld DipCon", "Coeff 1-", False, ""),
    ],
)
def test_world_championships(
    tmp_path: Path, name: str, coefficients: str, category: bool, why: str
) -> None:
    """A World Championship is known by name or value, and a warning says by which."""
    reading = read(tmp_path, page(titles=[name], coefficients=coefficients))
    expected = ["world championship" if category else None]
    assert reading.frame["event_category"].unique().to_list() == expected
    assert [why in warning.what for warning in reading.warnings] == [True] * category


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Coeff 120.00 Coeff 2- Coeff 3-", [20.0, None, None]),
        ("Coeff 120.00Coeff 2-Coeff 3-", [20.0, None, None]),
        ("Coeff 1 7.43 Coeff 2: 3 Coeff 3", [7.43, 3.0, None]),
        ("Coeff 10.00 Coeff 212.50", [0.0, 12.5]),
        ("", []),
    ],
)
def test_coefficients(tmp_path: Path, text: str, values: list[float | None]) -> None:
    """The first digit is the coefficient's number, the rest its value."""
    frame = read(tmp_path, page(coefficients=text)).frame
    names = [name for name in frame.columns if name.startswith("coeff_")]
    assert names == [f"coeff_{number}" for number in range(1, len(values) + 1)]
    assert list(frame.select(names).row(0) if names else ()) == values


@pytest.mark.parametrize("text", ["Coeff 220.00", "Coeff 1x", "Coeff", "Coeff 12.00 Coeff 12.00"])
def test_coefficients_that_cannot_be(tmp_path: Path, text: str) -> None:
    """Coefficients are numbered from 1 and have numbers."""
    (problem,) = refused(tmp_path, page(coefficients=text))
    assert problem.row == line_of(page(coefficients=text), text)
    assert "cannot be read" in problem.what


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ("Number of players 4 Number of rounds 3 Number of boards 2", (4, 3, 2)),
        ("Number of players4Number of rounds3Number of boards2", (4, 3, 2)),
        ("Number of players: 4\nNumber of boards: 2\nNumber of rounds: 3", (4, 3, 2)),
        ("Number of players4 Number of rounds- Number of boards", (4, None, None)),
        ("Number of players4 Number of rounds0 Number of boards0", (4, None, None)),
        ("Number of rounds3", (None, 3, None)),
        ("", (None, None, None)),
    ],
)
def test_numbers(tmp_path: Path, numbers: str, expected: tuple[int | None, ...]) -> None:
    """Numbers are read as declared; a number that is not said stays unknown, with a warning."""
    reading = read(tmp_path, page(numbers=numbers))
    names = ("event_players", "event_rounds", "event_boards")
    assert reading.frame.select(names).row(0) == expected
    unknown = [name for name, value in zip(names[:2], expected, strict=False) if value is None]
    assert [warning.column for warning in reading.warnings] == unknown


def test_numbers_that_cannot_be(tmp_path: Path) -> None:
    """Numbers that are no numbers, or are said twice, are refused, all at once."""
    numbers = "Number of playersmany Number of rounds3.5 Number of boards2 Number of boards3"
    problems = refused(tmp_path, page(numbers=numbers))
    columns = [problem.column for problem in problems]
    assert columns == ["event_players", "event_rounds", "event_boards"]
    (problem,) = refused(tmp_path, page(numbers="Number of players" + "9" * 500))
    assert problem.column == "event_players"


def test_missing_rows_are_a_warning(tmp_path: Path) -> None:
    """A list shorter than declared is read, and the number of players stays the declared one."""
    text = page(listed=rows(["Ada BYRON", "Bo ÅS", "Cy WIT"], 4))
    reading = read(tmp_path, text)
    (warning,) = reading.warnings
    assert "declares 4 players, but 3 are listed" in warning.what
    assert warning.row == line_of(text, "Harbour Cup")
    assert reading.frame["event_players"].unique().to_list() == [4]


def test_more_rows_than_declared_are_refused(tmp_path: Path) -> None:
    """A list longer than declared cannot be right, nor can a place beyond the last."""
    text = page(listed=[*rows(["A BYRON", "B BYRON", "C BYRON", "D BYRON"], 4), "5E BYRON0.00"])
    problems = refused(tmp_path, text)
    assert [problem.row for problem in problems] == [
        line_of(text, "Harbour Cup"),
        line_of(text, "5E BYRON"),
    ]
    assert "declares 4 players, but 5 are listed" in problems[0].what
    assert "place 5 in an event of 4 players" in problems[1].what


def test_percentiles_are_checked(tmp_path: Path) -> None:
    """A printed percentile that does not fit its place is a warning with both numbers."""
    listed = ["1Ada BYRON87.50", "2Bo ÅS62.51", "3Cy WIT37.50", "4Dan ARC12.50"]
    text = page(listed=listed)
    (warning,) = read(tmp_path, text).warnings
    assert warning.row == line_of(text, "Bo ÅS")
    assert "62.50" in warning.what
    assert "62.51" in warning.what


@pytest.mark.parametrize("printed", ["90.63", "90.62"])
def test_ways_of_rounding_a_percentile(tmp_path: Path, printed: str) -> None:
    """Halves may be rounded up or to even: 2nd of 16 is 90.625."""
    numbers = "Number of players16 Number of rounds3"
    reading = read(tmp_path, page(numbers=numbers, listed=[f"2Ada BYRON{printed}"]))
    assert [warning.column for warning in reading.warnings] == ["event_players"]


@given(size=st.integers(1, 400))
def test_every_place_has_its_percentile(
    tmp_path_factory: pytest.TempPathFactory, size: int
) -> None:
    """A list as the formula gives it is read without a warning, whatever its length."""
    names = ["".join(chr(65 + int(d)) for d in str(i)) + " BYRON" for i in range(size)]
    numbers = f"Number of players{size} Number of rounds3"
    text = page(numbers=numbers, listed=rows(names, size))
    reading = read(tmp_path_factory.getbasetemp(), text)
    assert reading.warnings == ()
    assert reading.frame["player"].to_list() == names
    assert reading.frame["place"].to_list() == list(range(1, size + 1))


def test_damaged_letters_are_repaired_name_by_name(tmp_path: Path) -> None:
    """Only the damaged name changes, and the warning shows it before and after."""
    listed = ["1Ada BYRON87.50", "2HÃ¥kan ÅS62.50", "3Cy WIT37.50", "4BjÃ¶rn ÃRC12.50"]
    text = page(listed=listed, titles=["Harbour Cup 2004", "GÃ¶ta Games"])
    reading = read(tmp_path, text)
    # The second name is damaged in part and the fourth beyond repair: both stay.
    assert reading.frame["player"].to_list()[1:] == ["HÃ¥kan ÅS", "Cy WIT", "BjÃ¶rn ÃRC"]
    assert reading.frame["event_host"][0] == "Göta Games"
    text = text.replace("ÅS", "BY")
    reading = read(tmp_path, text)
    assert reading.frame["player"][1] == "Håkan BY"
    warning = reading.warnings[-1]
    assert warning.row == line_of(text, "2H")
    assert "'HÃ¥kan BY'" in warning.what
    assert "'Håkan BY'" in warning.what


@pytest.mark.parametrize(
    ("row", "column", "why"),
    [
        ("0Bo ÅS62.50", "place", "place 0"),
        ("2Bo ÅS162.50", "score", "above 100"),
        ("2Bo ÅS62.502Cy WIT62.50", "player", "holds digits"),
        ("2??62.50", "player", "no letters"),
        ("2,Bo ÅS,,62.50", "player", "begin and end"),
        ("2Bo ÅS-62.50", "player", "begin and end"),
        ("2Bo \ufffdS62.50", "player", "lost a letter"),
        ("2Bo\x07ÅS62.50", "player", "printed"),
        ("Bo ÅS62.50", "", "cannot be read as a row"),
        ("2Bo ÅS", "", "cannot be read as a row"),
        ("2Bo ÅS62,50", "", "cannot be read as a row"),
        ("2Bo ÅS62.5", "", "cannot be read as a row"),
        ("12345678Bo ÅS62.50", "", "cannot be read as a row"),
        ("٢Bo ÅS62.50", "", "cannot be read as a row"),
        ("Bo ÅS", "", "cannot be read as a row"),
        ("2" + " " * 100_000 + "x", "", "cannot be read as a row"),
    ],
)
def test_rows_that_cannot_be(tmp_path: Path, row: str, column: str, why: str) -> None:
    """A bad row between good ones is refused with its line."""
    text = page(listed=["1Ada BYRON87.50", row, "3Cy WIT37.50"])
    (problem,) = refused(tmp_path, text)
    assert problem.row == line_of(text, "1Ada") + 1
    assert problem.column == column
    assert why in problem.what


@pytest.mark.parametrize("row", ["4Dan ARC", "Dan ARC12.50", "4Dan ARC12,5"])
def test_a_bad_row_at_the_end(tmp_path: Path, row: str) -> None:
    """A damaged last row is not taken for the page's end."""
    text = page(listed=["1Ada BYRON87.50", row])
    (problem,) = refused(tmp_path, text)
    assert problem.row == line_of(text, row)


def test_blank_lines_and_what_follows_the_list(tmp_path: Path) -> None:
    """Blank lines are counted; other text behind the list is named, not read."""
    listed = ["1Ada BYRON87.50", "", "  ", "2Bo ÅS62.50", "", "2Cy WIT62.50", "4Dan ARC12.50"]
    reading = read(tmp_path, page(listed=listed, below=["", "Printed by me", "today", FOOTER]))
    assert reading.blank_rows == 3
    (warning,) = reading.warnings
    assert "2 lines are not read" in warning.what
    assert "'Printed by me'" in warning.what


@pytest.mark.parametrize("gap", ["", " ", "\n"])
@pytest.mark.parametrize(
    "footer", [FOOTER, FOOTER.split("Association ", maxsplit=1)[0] + "Association"]
)
def test_the_footer_may_be_glued_to_the_last_row(tmp_path: Path, gap: str, footer: str) -> None:
    """Wherever the footer stands, the last row is read."""
    text = page(below=[]).rstrip("\n") + gap + footer
    reading = read(tmp_path, text)
    assert reading.frame["player"][-1] == "Dan D'ARC"
    assert reading.warnings == ()


def test_an_association_may_be_the_host(tmp_path: Path) -> None:
    """One association's name alone is not the footer."""
    titles = [
        "3rd European Diplomacy Association Cup",
        "Friends of the European Diplomacy Association",
    ]
    reading = read(tmp_path, page(titles=titles))
    assert reading.frame.select("event", "event_host").row(0) == tuple(titles)


def test_names_twice_are_refused_with_both_lines(tmp_path: Path) -> None:
    """Nobody can have two places in one event, also not in other spelling of the same letters."""
    listed = ["1Bo ÅS87.50", "2Bo A\u030as62.50", "3Cy WIT37.50", "4Cy WIT12.50"]
    text = page(listed=listed)
    first = line_of(text, "1Bo")
    problems = refused(tmp_path, text)
    assert [problem.row for problem in problems] == [first + 1, first + 3]
    assert f"row {first} and in row {first + 1}" in problems[0].what
    assert f"row {first + 2} and in row {first + 3}" in problems[1].what


def test_several_events_in_one_file(tmp_path: Path) -> None:
    """All events of a file are read, whole pages as well as what was cut out of them."""
    second = page(titles=["World DipCon IX"], coefficients="Coeff 120.00")
    third = page(above=[""], titles=["Lake Cup"], numbers="Number of players5 Number of rounds1")
    third = third.replace("87.50", "90.00").replace("62.50", "70.00").replace("12.50", "30.00")
    text = page().rstrip("\n") + second + third
    reading = read(tmp_path, text)
    assert reading.frame["event"].unique(maintain_order=True).to_list() == [
        "Harbour Cup 2004",
        "World DipCon IX",
        "Lake Cup",
    ]
    assert reading.frame.height == 12
    assert reading.frame["event_host"].null_count() == 8
    assert reading.frame["event_players"].to_list() == [4] * 8 + [5] * 4
    assert reading.players is not None
    assert reading.players.height == 4
    assert reading.rows is not None
    lines = text.split("\n")
    for line, player in zip(reading.rows, reading.frame["player"], strict=True):
        assert player in lines[line - 1]
    assert [warning.column for warning in reading.warnings] == ["event_category", "event_players"]


def test_one_event_twice_is_refused(tmp_path: Path) -> None:
    """The same event must not count twice."""
    text = page() + page()
    (problem,) = refused(tmp_path, text)
    assert "the event 'Harbour Cup 2004' stands in row" in problem.what


def test_a_second_list_without_a_head_is_refused(tmp_path: Path) -> None:
    """Where the date or the list's header is lost, rows do not slip into the event before."""
    second = page(above=[""], titles=["Lake Cup"], when="")
    problems = refused(tmp_path, page() + second)
    assert any("'Lake Cup' cannot be read as a row" in problem.what for problem in problems)
    problems = refused(tmp_path, page() + page(above=[""], titles=["Lake Cup"], header=""))
    assert any("'Lake Cup' cannot be read as a row" in problem.what for problem in problems)


def test_a_header_on_each_sheet(tmp_path: Path) -> None:
    """A list printed on several sheets repeats its header and stays one list."""
    listed = ["1Ada BYRON87.50", "2Bo ÅS62.50", FOOTER, HEADER, "2Cy WIT62.50", "4Dan ARC12.50"]
    reading = read(tmp_path, page(listed=listed))
    assert reading.frame.height == 4
    assert reading.warnings == ()


def test_titles(tmp_path: Path) -> None:
    """The one or two lines above the date are the event's name and its host."""
    reading = read(tmp_path, page(titles=["Date Cup 2004"]))
    assert reading.frame["event"][0] == "Date Cup 2004"
    assert reading.frame["event_host"].null_count() == 4
    packed = [line for line in ABOVE if line]
    assert read(tmp_path, page(above=packed)).frame["event"][0] == "Harbour Cup 2004"
    reading = read(tmp_path, page(titles=["Harbour Cup 2004", "", "Harbour Games"]))
    (warning,) = reading.warnings
    assert "'Harbour Cup 2004' is not taken for the event's name" in warning.what
    assert reading.frame["event"][0] == "Harbour Games"


@pytest.mark.parametrize("titles", [["a", "b", "c"], [], ["x" * 200], ["x\x07"], ["Caf\ufffd Cup"]])
def test_titles_that_cannot_be(tmp_path: Path, titles: list[str]) -> None:
    """Too many lines, none, or letters that are none: the event has no certain name."""
    (problem,) = refused(tmp_path, page(titles=titles))
    assert problem.column == "event"


def test_other_lines_above_the_list_are_named(tmp_path: Path) -> None:
    """What stands above the list and is not understood is a warning."""
    text = page(coefficients="Step of the following circuits\nCoeff 13.14\n" + "x" * 2000)
    reading = read(tmp_path, text)
    first = line_of(text, "Step of")
    assert [warning.row for warning in reading.warnings] == [first, first + 2]
    reading = read(tmp_path, page(when="Date June 5, 2004\nPlaceMalmö"))
    assert reading.frame["event_place"][0] == "Malmö"


def test_everything_wrong_at_once(tmp_path: Path) -> None:
    """One refusal names every problem, in the order of the lines."""
    text = page(
        when="Date June 31, 2004 Place Lund",
        numbers="Number of players4 Number of roundsx",
        coefficients="Coeff 213.00",
        listed=["0A BY87.50", "C ES", "1C ES87.50", "2C ES62.50", "3D EM37.50", "9E FF1.00"],
    )
    problems = refused(tmp_path, text)
    lines = [problem.row for problem in problems]
    assert lines == sorted(line for line in lines if line is not None)
    assert [problem.column for problem in problems] == [
        "event_players", "date", "event_rounds", "coeff_1", "place", "", "player", "place",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "the file is empty"),
        (b"\xef\xbb\xbf \r\n", "the file is empty"),
        (b"player_1,player_2\nA,B\n", "no list of players"),
        (b"<html><body>World Diplomacy Database</body></html>", "no list of players"),
        (b"Rank\0", "binary data"),
        (b"PK\x03\x04\xff\0", "a zip archive"),
        (b"\xff\xfea", "not valid in utf-16"),
        (HEADER.encode(), "no date stands above"),
        (page(listed=[]).encode(), "the list has no rows"),
        (page(header=HEADER.removesuffix("Score")).encode(), "no column Score"),
        (
            page(header=HEADER.removesuffix("Score"), listed=["1Ada BYRON", "2Bo ÅS"]).encode(),
            "no column Score",
        ),
    ],
)
def test_files_that_are_no_event_page(tmp_path: Path, content: bytes, why: str) -> None:
    """What is not such a page is refused with what would be right."""
    problems = refused(tmp_path, content)
    assert why in problems[0].what
    assert all(problem.right for problem in problems)


def test_a_far_too_long_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of more bytes than any page has is refused before it is read."""
    monkeypatch.setattr(diplomacy_page, "MOST_BYTES", 10)
    (problem,) = refused(tmp_path, page())
    assert "more than 10 bytes" in problem.what


@pytest.mark.parametrize(
    "sample",
    [
        page(),
        page().replace("\n", "\r"),
        "\ufeff" + page(),
        page(above=[""]),
        "The World Diplomacy Database\nContact\n",
    ],
)
def test_pages_are_recognised(sample: str) -> None:
    """By the list's header or the name of the database."""
    for encoding in ("utf-8", "utf-16"):
        assert IMPORTER.recognise(sample.encode(encoding), Path("page.txt")) > 0.9
    assert IMPORTER.recognise(sample.encode("latin-1", "replace"), Path("page.csv")) > 0.9


@pytest.mark.parametrize(
    "sample",
    [
        "",
        "hello",
        "event,player,place\nWorld Diplomacy Database,A,1\n",
        f'event;"Player";place\n"World Diplomacy Database\n{HEADER}";A;1\n',
        f"player\n{HEADER}\n",
        "Player 1\tPlayer 2\nWorld Diplomacy Database\tB\n",
        "winner|loser\nWorld Diplomacy Database|B\n",
        "date,name,points\n2004-01-01,World Diplomacy Database,3\n",
        '{"player": "World Diplomacy Database"}\n',
        '[{"player": "World Diplomacy Database"}]',
        f"PAR1\0\0{HEADER}",
        f"PAR1\0\0\n{HEADER}\n",
    ],
)
def test_other_files_are_not_recognised(sample: str) -> None:
    """Tables with a column of players are never taken for a page, whatever they speak of."""
    assert IMPORTER.recognise(sample.encode(), Path("page.txt")) == 0


PIECES = st.sampled_from(
    [
        *page().split("\n"), HEADER, FOOTER, "Date ", "Place", "Number of players", "Coeff 1", "-",
        "1Ada BYRON87.50", "Ã¥", "Â\xa0", "\xa0", "\ufffd", "\r", "\n", "\n\n", " ", "\t", "1", "9",
        "World Diplomacy Database", "2004", "June 5-6, 2004", "\u2028", "\x85", "٣", "²",
    ]
)  # fmt: skip


@given(text=st.lists(PIECES | st.text(max_size=3), max_size=40).map("".join))
def test_any_text_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    """Pieces of pages in any order raise our own errors only, with lines that exist."""
    folder = tmp_path_factory.getbasetemp()
    content = text.encode(errors="ignore")
    try:
        reading = read(folder, content)
    except BanzukeError as error:
        problems = error.problems if isinstance(error, ResultsRefused) else ()
    else:
        problems = reading.warnings
        assert not reading.frame["place"].is_in([0]).any()
        assert (
            reading.frame.select("event", "player", "place", "date")
            .null_count()
            .sum_horizontal()
            .sum()
            == 0
        )
    count = len(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    assert all(problem.row is None or 1 <= problem.row <= count for problem in problems)
    assert 0 <= IMPORTER.recognise(content, Path("x")) <= 1


@given(page_lines=st.permutations(page().split("\n")))
def test_lines_in_any_order(
    tmp_path_factory: pytest.TempPathFactory, page_lines: list[str]
) -> None:
    """A page whose lines were shuffled raises our own errors only."""
    with contextlib.suppress(ResultsRefused):
        read(tmp_path_factory.getbasetemp(), "\n".join(page_lines))


@given(
    content=st.binary(max_size=200),
    encoding=st.sampled_from(["", "utf-7", "utf-16", "raw_unicode_escape", "punycode", "cp1252"]),
)
def test_any_bytes_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, encoding: str
) -> None:
    """Any bytes, under any encoding, raise our own errors only."""
    folder = tmp_path_factory.getbasetemp()
    IMPORTER.recognise(content, Path("x"))
    for whole in (content, page().encode() + content):
        with contextlib.suppress(BanzukeError):
            read(folder, whole, encoding)


@given(at=st.integers(0, 10**6), byte=st.integers(0, 255))
def test_one_damaged_byte(tmp_path_factory: pytest.TempPathFactory, at: int, byte: int) -> None:
    """A single wrong byte never moves a player to another place without being told."""
    content = bytearray(page().encode())
    content[at % len(content)] = byte
    folder = tmp_path_factory.getbasetemp()
    whole = read(folder, page()).frame.select("player", "place").rows()
    try:
        reading = read(folder, bytes(content))
    except ResultsRefused:
        return
    damaged = reading.frame.select("player", "place").rows()
    if [place for _, place in damaged] != [place for _, place in whole]:
        assert reading.warnings


def test_menus_and_circuits_above_the_list(tmp_path: Path) -> None:
    """The tabs of an event's page say nothing; circuits are told to be left aside, once."""
    menu = "General classification Awards' ranking Best countries award Classification by Team"
    tabs = "Detail of each board History of the tournament Statistics of the boards Statistics"
    steps = ["Step of the following circuits", "Grand Prix 2004", "Harbour Series"]
    path = tmp_path / "page.txt"
    coefficients = "\n".join(["Coeff 13.14 Coeff 2- Coeff 3-", menu, tabs, *steps])
    path.write_text(page(coefficients=coefficients), encoding="utf-8")
    reading = IMPORTER.read(path, ReadOptions())
    told = [str(one) for one in reading.warnings]
    assert sum("not kept: Grand Prix 2004, Harbour Series" in one for one in told) == 1
    assert not any("is not read" in one for one in told)
