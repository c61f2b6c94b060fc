"""Delimited text: shapes, quotes, ragged and blank rows, encodings, and what is never lost."""

from __future__ import annotations

import csv
import gzip
import io
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from banzuke.importers import delimited
from banzuke.importers.delimited import IMPORTER
from banzuke.model.errors import ParameterRefused, ResultsRefused, UnknownName
from banzuke.model.importer import Reading, ReadOptions
from banzuke.model.validation import validate

FOLDER_OUTLIVES_EXAMPLES = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def read(folder: Path, content: bytes | str, name: str = "t.csv", **options: Any) -> Reading:
    """What the importer makes of a file with this content."""
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return IMPORTER.read(path, ReadOptions(**options))


def cells(reading: Reading) -> dict[str, list[object]]:
    """The columns as lists."""
    return reading.frame.to_dict(as_series=False)


def rows(reading: Reading) -> list[int]:
    """The row of each line, however the reading tells it."""
    if reading.rows is not None:
        return reading.rows.to_list()
    return list(range(reading.first_row, reading.first_row + len(reading.frame)))


def refusal(folder: Path, content: bytes | str, **options: Any) -> list[str]:
    """Every problem of a refused file, as it is shown."""
    with pytest.raises(ResultsRefused) as refused:
        read(folder, content, **options)
    return [str(problem) for problem in refused.value.problems]


def test_names_keep_their_spelling_and_numbers_are_numbers(tmp_path: Path) -> None:
    """007 stays 007 in a text column, and our number columns are Float64."""
    reading = read(tmp_path, "player_1,player_2,score_1,score_2,round,note\n007,9,1,0.5,01,1e3\n")
    assert cells(reading) == {
        "player_1": ["007"],
        "player_2": ["9"],
        "score_1": [1.0],
        "score_2": [0.5],
        "round": ["01"],
        "note": ["1e3"],
    }
    assert reading.source == "t.csv"


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_delimiters_and_line_ends_are_recognised(tmp_path: Path, delimiter: str, end: str) -> None:
    """Commas, semicolons, tabs and bars, with the line ends of every system."""
    lines = [["Player 1", "player-2", "SCORE_1"], ["A", "B", "1"], ["C", "D", "2"]]
    reading = read(tmp_path, "".join(delimiter.join(line) + end for line in lines))
    assert cells(reading) == {"player_1": ["A", "C"], "player_2": ["B", "D"], "score_1": [1.0, 2.0]}
    assert rows(reading) == [2, 3]


def test_a_spreadsheets_csv_with_mark_and_decimal_comma_is_one_draw(tmp_path: Path) -> None:
    """EF BB BF before white;black;result and 0,5 below it make one drawn game."""
    content = b"\xef\xbb\xbfwhite;black;result\r\nP1;P2;0,5\r\n"
    reading = read(tmp_path, content, columns={"player_1": "white", "player_2": "black"})
    results = validate(reading)
    assert results.players == ["P1", "P2"]
    assert results.entries.place.tolist() == [1, 1]


def test_decimal_commas_of_a_semicolon_file_are_halves(tmp_path: Path) -> None:
    """0,5 in a number column comes as it is written, and the validation reads one half."""
    reading = read(tmp_path, "player_1;player_2;score_1;score_2\nA;B;0,5;0,5\n")
    assert cells(reading)["score_1"] == ["0,5"]
    assert validate(reading).entries.score.tolist() == [0.5, 0.5]


def test_the_hint_line_of_spreadsheets_is_no_row(tmp_path: Path) -> None:
    """A line sep=; names the delimiter and does not count as a row."""
    reading = read(tmp_path, "sep=;\r\nplayer;place\r\nA,B;1\r\n")
    assert cells(reading) == {"player": ["A,B"], "place": [1.0]}
    assert rows(reading) == [2]


def test_the_delimiter_can_be_given(tmp_path: Path) -> None:
    """A delimiter that is none of the four, or is called by its name, is taken."""
    assert cells(read(tmp_path, "player:place\nA,x:1\n", delimiter=":"))["player"] == ["A,x"]
    assert cells(read(tmp_path, "player\tplace\nA\t1\n", delimiter="tab"))["place"] == [1.0]


@pytest.mark.parametrize("delimiter", ["ab", '"', "\n", "é"])
def test_an_impossible_delimiter_is_refused(tmp_path: Path, delimiter: str) -> None:
    """More than one character, quotes, line ends and letters beyond ASCII separate nothing."""
    with pytest.raises(ParameterRefused, match="one character, or comma, semicolon, tab, bar"):
        read(tmp_path, "player,place\nA,1\n", delimiter=delimiter)


def test_quoted_cells_hold_delimiters_line_ends_and_quotes(tmp_path: Path) -> None:
    """Rows count records, so that a line end inside a cell does not shift those below."""
    reading = read(tmp_path, 'player,place\n"A, the\n""first""",1\n"",\nB,2\n')
    assert cells(reading) == {"player": ['A, the\n"first"', "B"], "place": [1.0, 2.0]}
    assert rows(reading) == [2, 4]
    assert reading.blank_rows == 1


def test_quotes_out_of_order_are_read_with_care(tmp_path: Path) -> None:
    """White space around quotes goes; a quote inside an unquoted cell is a letter."""
    reading = read(tmp_path, 'player,place,note\n "A" , 1 ,x\nB "Bo" b, 2,5" tall\n')
    assert cells(reading)["player"] == ["A", 'B "Bo" b']
    assert cells(reading)["place"] == [1.0, 2.0]
    assert cells(reading)["note"] == ["x", '5" tall']


@pytest.mark.parametrize(
    ("content", "row"),
    [
        ('player,place\nA,1\n"B,2\nC,3\n', 3),
        ('player,place\n"A"x,1\nB,2\n', 2),
        ('player,place\n"x\ny",1\n"A,1\n"B",2\n', 3),
    ],
)
def test_a_quote_that_is_not_closed_swallows_nothing(
    tmp_path: Path, content: str, row: int
) -> None:
    """The row in which the quote stands is named."""
    (problem,) = refusal(tmp_path, content)
    assert problem.startswith(f"t.csv, row {row}: cannot be split into cells at")


def test_ragged_rows_are_all_named(tmp_path: Path) -> None:
    """Too few and too many cells are refused, each with its row and both counts."""
    assert refusal(tmp_path, "player,place,date\nA,1,2024\nB,2\nC,3,2024,x\n\nD\nE,5,\n") == [
        "t.csv, row 3: 2 cells (3, as in the header; empty cells are written too)",
        "t.csv, row 4: 4 cells (3, as in the header; empty cells are written too)",
        "t.csv, row 6: 1 cell (3, as in the header; empty cells are written too)",
    ]


@pytest.mark.parametrize("quoted", ["", '"'])
@pytest.mark.parametrize("short", ["first", "last", "middle"])
def test_short_rows_are_found_anywhere(tmp_path: Path, quoted: str, short: str) -> None:
    """A short row is refused even where all its other cells are there, with and without quotes."""
    at = {"first": 0, "middle": 250, "last": 499}[short]
    lines = [f"{quoted}A{i}{quoted},{i},x" for i in range(500)]
    lines[at] = f"{quoted}A{quoted},{at}"
    (problem,) = refusal(tmp_path, "player,place,note\n" + "\n".join(lines))
    assert problem.startswith(f"t.csv, row {at + 2}: 2 cells")


def test_short_rows_behind_an_empty_last_column_are_found(tmp_path: Path) -> None:
    """Rows that end in empty cells are whole, and one that lacks the cell is not."""
    content = "sep=,\nplayer,place,note\nA,1,\nB,2,\n\n,,\nC,3\n"
    (problem,) = refusal(tmp_path, content)
    assert problem.startswith("t.csv, row 6: 2 cells")


def test_long_rows_of_a_slow_file_are_found(tmp_path: Path) -> None:
    """The careful reader counts cells too."""
    problems = refusal(tmp_path, "player,place\rA,1\rB\rC,1,2\r")
    assert [problem.split(" (")[0] for problem in problems] == [
        "t.csv, row 3: 1 cell",
        "t.csv, row 4: 3 cells",
    ]


def test_thousands_of_ragged_rows_are_summed_up(tmp_path: Path) -> None:
    """After many rows with the same problem the rest are counted."""
    problems = refusal(tmp_path, "player,place\n" + "A\n" * 1000)
    assert len(problems) == 201
    assert "800 more rows" in problems[-1]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_blank_rows_are_dropped_and_counted(tmp_path: Path, end: str) -> None:
    """Empty lines, rows of delimiters and of white space go; the others keep their rows."""
    lines = ["player,place", "", "A,1", ",", " , ", '"",', "B,2", "", ""]
    reading = read(tmp_path, end.join(lines))
    assert cells(reading) == {"player": ["A", "B"], "place": [1.0, 2.0]}
    assert rows(reading) == [3, 7]
    assert reading.blank_rows == 5


def test_blank_lines_above_the_header_keep_the_rows(tmp_path: Path) -> None:
    """The header may stand lower than in row 1."""
    reading = read(tmp_path, "\n ,\nplayer,place\nA,1\n")
    assert rows(reading) == [4]


@pytest.mark.parametrize("content", ["player,place", "player,place\n", "player,place\r\n"])
def test_a_header_alone_gives_an_empty_frame(tmp_path: Path, content: str) -> None:
    """Whether no rows are too few is the validation's to say."""
    reading = read(tmp_path, content)
    assert reading.frame.columns == ["player", "place"]
    assert len(reading.frame) == 0


def test_blank_lines_alone_are_no_table(tmp_path: Path) -> None:
    """A file without any cell is refused."""
    assert refusal(tmp_path, "\n  \n\n") == ["t.csv: there is no header, only blank lines"]


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        (["1", "x"], ["1", "x"]),
        (["1,5", "2"], ["1,5", "2"]),
        (["1_000", "2"], ["1_000", "2"]),
        (["½", "2"], ["½", "2"]),
        (["", "2"], [None, 2.0]),
        (["inf", "2"], [float("inf"), 2.0]),
        (["1e400", "2"], [float("inf"), 2.0]),
    ],
)
def test_cells_that_are_no_numbers_reach_the_validation(
    tmp_path: Path, column: list[str], expected: list[object]
) -> None:
    """A bad cell comes as its text or as infinity, never as an empty cell."""
    lines = [f"P{i};{cell}" for i, cell in enumerate(column)]
    assert cells(read(tmp_path, "\n".join(["player;score", *lines])))["score"] == expected


def test_not_a_number_reaches_the_validation(tmp_path: Path) -> None:
    """NaN is no empty cell: the validation refuses it with its row."""
    reading = read(tmp_path, "game,player,score\n1,A,NaN\n1,B,2\n")
    with pytest.raises(ResultsRefused, match=r"row 2, column score: nan is not a finite number"):
        validate(reading)


def test_a_bad_cell_far_down_is_found_with_its_row(tmp_path: Path) -> None:
    """One text among thousands of numbers is refused by the validation with its row."""
    lines = [f"{i},A,{i % 7}\n{i},B,{i % 5}" for i in range(3000)]
    lines[2000] = "2000,A,many\n2000,B,1"
    reading = read(tmp_path, "game,player,score\n" + "\n".join(lines))
    with pytest.raises(ResultsRefused, match=r"row 4002, column score: 'many'"):
        validate(reading)


def test_columns_without_name_go_if_they_are_empty(tmp_path: Path) -> None:
    """A delimiter at every line's end makes no column; cells below no name are kept as notes."""
    reading = read(tmp_path, "player,place,\nA,1,\nB,2,\n")
    assert reading.frame.columns == ["player", "place"]
    reading = read(tmp_path, ",player,place\n0,A,1\n1,B,2\n")
    assert cells(reading)["column 1"] == ["0", "1"]


def test_latin_letters_are_read_and_the_set_is_told(tmp_path: Path) -> None:
    """4D FC 6C 6C 65 72 is Müller, with a warning that names the set."""
    reading = read(tmp_path, b"player,place\n\x4d\xfc\x6c\x6c\x65\x72,1\n")
    assert cells(reading)["player"] == ["Müller"]
    assert "read as cp1252" in reading.warnings[0].what


def test_a_given_encoding_is_taken_without_warning(tmp_path: Path) -> None:
    """What a person says about a file needs no guess."""
    reading = read(tmp_path, "player,place\nŐry,1\n".encode("cp1250"), encoding="windows-1250")
    assert cells(reading)["player"] == ["Őry"]
    assert reading.warnings == ()


def test_utf_16_with_a_mark_is_read(tmp_path: Path) -> None:
    """What spreadsheets call Unicode text is read."""
    reading = read(tmp_path, "player\tplace\r\nMüller\t1\r\n".encode("utf-16"))
    assert cells(reading) == {"player": ["Müller"], "place": [1.0]}


def test_doubly_encoded_names_are_told_and_kept(tmp_path: Path) -> None:
    """MÃ¼ller raises a warning with its row and the likely name, and is not changed."""
    reading = read(tmp_path, "player,place\nAnn,1\nMÃ¼ller,2\n")
    assert cells(reading)["player"] == ["Ann", "MÃ¼ller"]
    (warning,) = reading.warnings
    assert (warning.row, warning.column) == (3, "player")
    assert "Müller" in warning.right


def test_lost_letters_are_refused(tmp_path: Path) -> None:
    """U+FFFD is what another program put for a letter; nobody can tell which."""
    (problem,) = refusal(tmp_path, "player,place\nAnn,1\nM\ufffdller,2\n")
    assert problem.startswith("t.csv, row 3, column player: 'M\ufffdller' holds letters")


def test_packed_csv_is_read(tmp_path: Path) -> None:
    """A .csv.gz is unpacked."""
    reading = read(tmp_path, gzip.compress(b"player,place\nA,1\n"), name="t.csv.gz")
    assert cells(reading) == {"player": ["A"], "place": [1.0]}


def test_columns_are_mapped(tmp_path: Path) -> None:
    """A person says which column is which; names match in any case."""
    columns = {"player_1": "Home Team", "player_2": "away_team"}
    reading = read(tmp_path, "home team,Away_Team,score_1\nA,B,1\n", columns=columns)
    assert reading.frame.columns == ["player_1", "player_2", "score_1"]


def test_the_delimiter_is_found_by_mapped_columns_too(tmp_path: Path) -> None:
    """Names that a person gave decide between delimiters as ours do."""
    columns = {"player_1": "home", "player_2": "away"}
    reading = read(tmp_path, "home;away;a,b,c,d,e\nA;B;x,y\n", columns=columns)
    assert reading.frame.columns == ["player_1", "player_2", "a,b,c,d,e"]


def test_a_mapped_column_that_is_not_one_of_ours_is_wrong_use(tmp_path: Path) -> None:
    """--map playr_1=home names a column that nobody would read."""
    with pytest.raises(UnknownName, match="player_1"):
        read(tmp_path, "home,away\nA,B\n", columns={"playr_1": "home"})


def test_a_header_without_end_is_refused(tmp_path: Path) -> None:
    """Neither a hundred thousand names nor one endless line are a header."""
    (problem,) = refusal(tmp_path, "player," * 20_000)
    assert "does not end within the first 65536 bytes" in problem


def test_a_quote_in_the_header_swallows_nothing(tmp_path: Path) -> None:
    """A header whose quote is not closed within the first 64 KB is refused."""
    (problem,) = refusal(tmp_path, 'player,"place\n' + "A,1\n" * 30_000)
    assert "header does not end" in problem


def test_a_long_file_of_an_old_mac_is_read(tmp_path: Path) -> None:
    """Lines may end in a return alone, beyond the first 64 KB too."""
    reading = read(tmp_path, "player,place\r" + "Somebody,1\r" * 10_000)
    assert len(reading.frame) == 10_000


def test_many_quoted_line_ends_are_read_the_same_everywhere(tmp_path: Path) -> None:
    """However the reader splits its work, records with line ends inside stay whole."""
    lines = "".join(f'"A{i}\n,""x""",{i},"{i}\n"\n' for i in range(60_000))
    reading = read(tmp_path, "player,place,note\n" + lines)
    assert reading.frame["place"].to_list() == [float(i) for i in range(60_000)]
    assert reading.frame["player"][59_999] == 'A59999\n,"x"'


CELL = st.text(st.sampled_from('aé,;"\n\r\t |1.'), max_size=6)


@FOLDER_OUTLIVES_EXAMPLES
@given(
    st.lists(st.tuples(CELL, CELL, CELL), min_size=1, max_size=8),
    st.sampled_from([",", ";", "\t", "|"]),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
)
def test_what_a_csv_writer_writes_is_read_back(
    tmp_path: Path, table: list[tuple[str, ...]], delimiter: str, end: str, quoting: int
) -> None:
    """Every cell comes back; only empty cells and white space around texts are free.

    The last record is a whole one, since a cell alone below a blank record is a note.
    """
    table = [*table, ("a", "a", "a")]
    if quoting == csv.QUOTE_MINIMAL:
        # The writer does not quote a lone return.
        table = [tuple(cell.replace("\r", "") for cell in line) for line in table]
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator=end, quoting=quoting)
    writer.writerow(["player", "event", "note"])
    writer.writerows(table)
    reading = read(tmp_path, text.getvalue())
    wanted = [tuple(cell.strip() for cell in line) for line in table]
    got = [tuple((cell or "").strip() for cell in line) for line in reading.frame.iter_rows()]
    assert got == [line for line in wanted if any(line)]
    assert rows(reading) == [i for i, line in enumerate(wanted, start=2) if any(line)]


@FOLDER_OUTLIVES_EXAMPLES
@given(st.text(st.sampled_from('ab,"\n\r 1'), max_size=40))
def test_the_fast_and_the_careful_reader_agree(tmp_path: Path, body: str) -> None:
    """Whatever stands below the header, both readers see the same cells or both refuse."""
    outcomes = []
    for orderly in (delimited.is_orderly, lambda *_: False):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(delimited, "is_orderly", orderly)
            try:
                reading = read(tmp_path, "player,place\n" + body)
            except ResultsRefused as refused:
                outcomes.append([problem.row for problem in refused.problems])
            else:
                texts = pl.col(pl.String).str.strip_chars().replace("", None)
                frame = reading.frame.with_columns(texts)
                outcomes.append([frame.to_dict(as_series=False), rows(reading)])
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize(
    ("content", "name", "certainty"),
    [
        ("player,place\nA,1\n", "t.csv", 1.0),
        ("Player 1\tPlayer 2\tvenue\nA\tB\tC\n", "t.dat", 1.0),
        ("Round 3\nplayer,place\nA,1\n", "t.csv", 0.9),
        ("player,place,venue\nA,1,C\n", "t.csv", 0.9),
        ("player,place,\nA,1,\n", "t.csv", 0.9),
        ("foo;bar\nA;B\n", "t.csv", 0.6),
        ("foo;bar\nA;B\n", "t.csv.gz", 0.6),
        ("player;strength\nA;1000\n", "t.dat", 0.5),
        ("one, two\nthree, four\n", "t.txt", 0.2),
        ("Dear officer,\nall is well.\n", "t.txt", 0.05),
        ("Dear officer\n", "t.txt", 0.05),
        ("\n\n", "t.csv", 0.0),
        ("<html><body>", "t.csv", 0.0),
    ],
)
def test_recognition_goes_by_the_names_of_columns(
    content: str, name: str, certainty: float
) -> None:
    """Names of ours are certain, two of them nearly; the ending decides where there are none."""
    assert IMPORTER.recognise(content.encode(), Path(name)) == certainty


def test_text_behind_a_quoted_cell_is_refused_at_once(tmp_path):
    """A long cell in quotes with text behind it is told; its readings are not all tried."""
    path = tmp_path / "games.csv"
    name = "Alexander Maximilian " * 20
    path.write_text(f'player_1,player_2,result\n"{name}" jr,Bo,1-0\n', encoding="utf-8")
    with pytest.raises(ResultsRefused, match="row 2"):
        IMPORTER.read(path, ReadOptions())


@pytest.mark.parametrize("between", ["", "\n", ";;\n"])
def test_a_title_above_the_header(tmp_path, between):
    """A line that is a title, as spreadsheets have it, is left aside, told, and counts as a row."""
    text = f"Maiturnier 2026;;\n{between}Spieler 1;Spieler 2;Ergebnis\nA;B;1-0\nC;D;2-x\n"
    reading = read(tmp_path, text)
    header = 3 if between else 2
    assert reading.frame.rows() == [("A", "B", "1-0"), ("C", "D", "2-x")]
    assert reading.first_row == header + 1
    assert any("'Maiturnier 2026'" in w.what and w.row == header for w in reading.warnings)
    with pytest.raises(ResultsRefused, match=f"row {header + 2}, column result: '2-x'"):
        validate(reading)


def test_a_title_above_mapped_columns(tmp_path):
    """Names that a person maps make a header as our own do."""
    text = "Our club\nWhite,Black,x\nA,B,1-0\n"
    columns = {"player_1": "White", "player_2": "Black", "result": "x"}
    assert read(tmp_path, text, columns=columns).frame.columns == ["player_1", "player_2", "result"]


def test_a_header_of_other_names_stays_one(tmp_path):
    """A first line without a name of ours is the header where no line below it has two."""
    reading = read(tmp_path, "One,Other,x\nA,B,1-0\nC,event,1-0\n")
    assert reading.frame.columns == ["One", "Other", "x"]
    assert reading.warnings == ()


@pytest.mark.parametrize(
    "text",
    [
        "White;;Black;;Result\nName;Elo;Name;Elo;\nA;1;B;2;1-0\n",
        "Club cup;;;;\nWeiß;;Schwarz;;Ergebnis\nName;DWZ;Name;DWZ;\nA;1;B;2;1-0\n",
    ],
)
def test_a_header_of_two_rows(tmp_path, text):
    """Names under White and Black are the players, as the two rows say together."""
    reading = read(tmp_path, text)
    assert [*reading.frame.columns[::2]] == ["player_1", "player_2", "result"]
    assert reading.frame.row(0)[::2] == ("A", "B", "1-0")
    assert rows(reading) == [text.count("\n")]
    told = " ".join(map(str, reading.warnings))
    assert "this row and the one above it are taken for the header" in told
    assert ("'Club cup'" in told) == text.startswith("Club")


@pytest.mark.parametrize("quoted", [False, True])
def test_notes_below_that_are_no_whole_records(tmp_path, quoted):
    """A line of one cell below a blank line is a note; without it, a broken record."""
    first = '"A""s" ' if quoted else "A"
    text = f"player_1,player_2,result\n{first},B,1-0\n\nPlayed in Kiel\n"
    reading = read(tmp_path, text)
    assert len(reading.frame) == 1
    assert "row 4: this row is taken for a note" in str(reading.warnings[0])
    (told,) = refusal(tmp_path, text.replace("\n\n", "\n"))
    assert "row 3: 1 cell (3, as in the header" in told
    told = refusal(tmp_path, text + "A,B\n")
    assert [message.split(" (")[0][7:] for message in told] == ["row 4: 1 cell", "row 5: 2 cells"]


def test_a_header_on_each_page(tmp_path):
    """The header once more, as prints have it, is no row; numbers around it stay numbers."""
    header = "Heim,Gast,score_1,score_2"
    reading = read(tmp_path, f"{header}\nA,B,1,2\n{header}\nC,D,3,4\nHeim,B,1,0\n")
    assert reading.frame.rows() == [("A", "B", 1, 2), ("C", "D", 3, 4), ("Heim", "B", 1, 0)]
    assert rows(reading) == [2, 4, 5]
    assert "t.csv, row 3: this row is the header again" in "".join(map(str, reading.warnings))
