"""JSON: an object a line, arrays, and objects that are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from banzuke.importers.json_lines import IMPORTER
from banzuke.model.errors import ResultsRefused
from banzuke.model.importer import Reading, ReadOptions


def read(folder: Path, content: bytes | str, **options: Any) -> Reading:
    """What the importer makes of a file with this content."""
    path = folder / "t.jsonl"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return IMPORTER.read(path, ReadOptions(**options))


def refusal(folder: Path, content: str) -> list[str]:
    """Where and what is wrong with a refused file."""
    with pytest.raises(ResultsRefused) as refused:
        read(folder, content)
    return [f"{problem.where}: {problem.what}" for problem in refused.value.problems]


def test_an_object_a_line_is_a_row(tmp_path: Path) -> None:
    """Missing names and null are empty; rows are lines; numbers keep their spelling in texts."""
    content = '{"player": "A", "place": 1}\n\n{"player": 1.50, "place": 2e0, "rated": true}\n'
    reading = read(tmp_path, content)
    assert reading.frame.to_dict(as_series=False) == {
        "player": ["A", "1.50"],
        "place": [1.0, 2.0],
        "rated": [None, "true"],
    }
    assert reading.rows is not None
    assert reading.rows.to_list() == [1, 3]


def test_an_array_of_objects_is_read(tmp_path: Path) -> None:
    """Rows of an array are the numbers of its objects."""
    reading = read(tmp_path, '\ufeff[{"Player": "A"},\n {"Player": null, "x": "y"}]')
    assert reading.frame.to_dict(as_series=False) == {"player": ["A", None], "x": [None, "y"]}
    assert reading.rows is not None
    assert reading.rows.to_list() == [1, 2]


def test_objects_without_content_are_blank_rows(tmp_path: Path) -> None:
    """They are dropped and counted."""
    reading = read(tmp_path, '{"player": "A"}\n{}\n{"player": ""}\n{"player": "B"}\n')
    assert reading.blank_rows == 2
    assert reading.rows is not None
    assert reading.rows.to_list() == [1, 4]


def test_numbers_that_are_none_reach_the_validation(tmp_path: Path) -> None:
    """NaN comes as not a number, and a text as it is."""
    reading = read(tmp_path, '{"player": "A", "score": NaN, "place": "x"}\n')
    assert reading.frame["score"].is_nan().all()
    assert reading.frame["place"].to_list() == ["x"]


def test_everything_wrong_is_told_with_its_line(tmp_path: Path) -> None:
    """A broken line, a value that is no object and a name given twice."""
    content = '{"player": "A"}\n{"player":\n[1]\n{"player": "A", "player": "B"}\n"B"\n'
    assert refusal(tmp_path, content) == [
        "t.jsonl, row 2: not JSON: Expecting value at character 11",
        't.jsonl, row 3: not an object: ["1"]',
        "t.jsonl, row 4: 'player' is there twice in one object",
        't.jsonl, row 5: not an object: "B"',
    ]


def test_lists_in_our_columns_are_refused_and_kept_in_others(tmp_path: Path) -> None:
    """One value stands in a cell of ours; a note may hold anything."""
    assert refusal(tmp_path, '{"player": "A"}\n{"player": ["A", "B"]}\n') == [
        't.jsonl, row 2, column player: ["A", "B"] is not one value'
    ]
    reading = read(tmp_path, '{"player": "A", "tags": {"b": ["é"]}}\n')
    assert reading.frame["tags"].to_list() == ['{"b": ["é"]}']


def test_one_object_over_many_lines_is_refused_once(tmp_path: Path) -> None:
    """A pretty-printed object is not an object a line."""
    assert refusal(tmp_path, '{\n"player": "A",\n"place": 1\n}\n') == [
        "t.jsonl, row 1: the file is not an object a line, nor an array of objects"
    ]


@pytest.mark.parametrize("content", ["[" * 100_000, '{"a":' * 100_000, "[]", "[1", "[{]"])
def test_hostile_json_is_refused(tmp_path: Path, content: str) -> None:
    """Deep, empty or broken, none of it is more than a refusal."""
    assert refusal(tmp_path, content)


def test_names_twice_under_different_spellings_are_refused(tmp_path: Path) -> None:
    """Player and player are one column."""
    (problem,) = refusal(tmp_path, '{"player": "A", "Player": "B"}\n')
    assert "both player" in problem


def test_columns_are_mapped_and_old_letters_read(tmp_path: Path) -> None:
    """Options mean what they mean for every table."""
    reading = read(tmp_path, '{"who": "Müller"}\n'.encode("cp1252"), columns={"player": "who"})
    assert reading.frame["player"].to_list() == ["Müller"]
    assert "read as cp1252" in reading.warnings[0].what


@pytest.mark.parametrize(
    ("content", "name", "certainty"),
    [
        ('{"player": 1}\n{', "x", 0.95),
        ('[\n{"player"', "x", 0.95),
        ('{"player": ', "x.jsonl", 0.6),
        ('{"player": ', "x.txt", 0.05),
        ("[Event", "x.json", 0.0),
        ("player", "x.json", 0.0),
        ("\x00{", "x.json", 0.0),
    ],
)
def test_recognition_goes_by_the_first_line(content: str, name: str, certainty: float) -> None:
    """An object in the first line, or an array of them, is nearly certain."""
    assert IMPORTER.recognise(content.encode(), Path(name)) == certainty
