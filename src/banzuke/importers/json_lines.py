"""JSON: an object a line (.jsonl, .ndjson), or one array of objects (.json).

The row of an object is its line; in an array it is its number, from 1. The players of a rating
list that this program wrote are such an array.
"""

from __future__ import annotations

import json
import mmap
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl

from banzuke.importers.steps.encodings import load_text, start_of_text
from banzuke.importers.steps.headers import name_columns
from banzuke.importers.steps.json_document import each_once, start_of_json
from banzuke.importers.steps.tidying import Known, tidy
from banzuke.model.coded_names import is_encodable
from banzuke.model.columns import KINDS
from banzuke.model.errors import ResultsRefused
from banzuke.model.importer import Importer, Reading, ReadOptions
from banzuke.model.problems import Problem
from banzuke.model.row_problems import Problems

ENDINGS = (".json", ".jsonl", ".ndjson")
NOT_JSON = "not JSON"
RIGHT = 'an object, such as {"player_1": "Ann", "player_2": "Bo", "score_1": 1, "score_2": 0}'

#: How a list of this program begins.
OWN_LIST = re.compile(r'\{\s*"rulebook":\s*\{')


def recognise(sample: bytes, path: Path) -> float:
    """How sure it is that a file holds JSON objects, by its first line and its ending."""
    start = start_of_json(sample)
    if not start:
        return 0.0
    if OWN_LIST.match(start):
        return 0.95
    if start.startswith("["):
        return 0.95 if start[1:].lstrip()[:1] in ("{", "]") else 0.0
    try:
        json.loads(start.partition("\n")[0])
    except (ValueError, RecursionError):
        ends = {suffix.lower() for suffix in path.suffixes[-2:]}
        return 0.6 if ends & set(ENDINGS) else 0.05
    return 0.95


def read(path: Path, options: ReadOptions) -> Reading:
    """Read JSON objects; raises ResultsRefused with every problem found.

    Every value comes as text, spelt as in the file, but our number columns as Float64 if each
    of their values is a number; null and what an object lacks are null. Objects and lists
    inside an object are only taken as notes.
    """
    source = path.name
    text = load_text(path, options.encoding)
    found = _Objects(source)
    found.escapes = text.data.find(b"\\u") >= 0
    start = start_of_text(text.data[:1024]).lstrip()
    if start.startswith("["):
        found.add_array(text.whole)
    elif OWN_LIST.match(start):
        found.add_list(text.whole)
    else:
        found.add_lines(text.data)
    found.refuse_if_wrong()
    own = list(dict.fromkeys(name for item in found.objects for name in item))
    header = name_columns(own, options, source)
    columns = {
        name: _as_text([item.get(key) for item in found.objects])
        for key, name in zip(own, header.names, strict=True)
    }
    rows = pl.Series(found.rows, dtype=pl.UInt32)
    _refuse_nested(columns, rows, source)
    frame = pl.DataFrame(columns, schema=dict.fromkeys(header.names, pl.String))
    return tidy(frame, header, source, 1, text.warnings, rows=rows, known=Known(no_guards=True))


class _Objects:
    """The objects of a file, each with its row, and what is wrong with others."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.objects: list[dict[str, Any]] = []
        self.rows: list[int] = []
        self.wrong: dict[int, str] = {}
        # Only what is written as an escape may be half of a letter.
        self.escapes = False
        # Numbers stay as they are spelt: 007 never stands in JSON, but 1.50 does.
        self.decoder = json.JSONDecoder(
            object_pairs_hook=each_once, parse_int=str, parse_float=str, parse_constant=str
        )

    def add_lines(self, data: bytes | mmap.mmap) -> None:
        """Take an object from each line that is not blank."""
        for row, line in enumerate(_lines(data), start=1):
            if line and not line.isspace():
                self._add(self._decode(line, row), row)
        if self.wrong.keys() >= {1} and not self.objects:
            what = self.wrong[1]
            if what.startswith(NOT_JSON):
                what = "the file is not an object a line, nor an array of objects"
            raise ResultsRefused([Problem(what, RIGHT, self.source, 1)])

    def add_array(self, text: str) -> None:
        """Take the objects of one array."""
        self._add_all(self._decode(text, 1))

    def add_list(self, text: str) -> None:
        """Take the players of a list that this program wrote."""
        document = self._decode(text, 1)
        self._add_all(document.get("players") if isinstance(document, dict) else None)

    def _add_all(self, items: object) -> None:
        for row, item in enumerate(items if isinstance(items, list) else (), start=1):
            self._add(item, row)

    def refuse_if_wrong(self) -> None:
        """Raise ResultsRefused if anything is wrong, or nothing was found."""
        problems = Problems(self.source, lambda row: row)
        problems.add_lines([*self.wrong], "", lambda row: self.wrong[row], RIGHT)
        if not self.wrong and not self.objects:
            problems.add("there are no objects in the file", RIGHT)
        if problems.found:
            raise ResultsRefused(problems.found)

    def _decode(self, text: str, row: int) -> Any:
        try:
            return self.decoder.decode(text.strip())
        except json.JSONDecodeError as error:
            place = f"line {error.lineno}, " if error.lineno > 1 else ""
            self.wrong[row] = f"{NOT_JSON}: {error.msg} at {place}character {error.colno}"
        except ValueError as error:
            self.wrong[row] = str(error)
        except RecursionError:
            self.wrong[row] = "nested too deeply"
        return None

    def _add(self, item: Any, row: int) -> None:
        if self.escapes and not is_encodable(_spelt(item)):
            self.wrong.setdefault(row, "a text holds half of a letter (a surrogate, \\ud800 on)")
        elif isinstance(item, dict):
            self.objects.append(item)
            self.rows.append(row)
        else:
            self.wrong.setdefault(row, f"not an object: {_spelt(item)[:40]}")


def _lines(data: bytes | mmap.mmap) -> Iterator[str]:
    """The lines of UTF-8 text, one by one."""
    begin = len(b"\xef\xbb\xbf") if data[:3] == b"\xef\xbb\xbf" else 0
    while begin < len(data):
        newline = data.find(b"\n", begin)
        end = len(data) if newline < 0 else newline + 1
        yield str(data[begin:end], "utf-8")
        begin = end


def _as_text(values: list[Any]) -> list[Any]:
    """Values as text, but for lists and objects, which stay."""
    return [
        ("true" if value else "false") if isinstance(value, bool) else value for value in values
    ]


def _refuse_nested(columns: dict[str, list[Any]], rows: pl.Series, source: str) -> None:
    """Spell lists and objects out as notes; raise ResultsRefused where a column of ours has one."""
    problems = Problems(source, lambda line: int(rows[line]))
    for name, values in columns.items():
        nested = [line for line, value in enumerate(values) if isinstance(value, (list, dict))]
        for line in nested:
            values[line] = _spelt(values[line])
        if name in KINDS:
            problems.add_lines(nested, name, partial(_no_value, values))
    if problems.found:
        raise ResultsRefused(problems.found)


def _no_value(values: list[Any], line: int) -> str:
    return f"{values[line][:40]} is not one value"


def _spelt(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


IMPORTER = Importer(
    key="json",
    title="JSON lines",
    recognise=recognise,
    read=read,
    surest=0.95,
)
