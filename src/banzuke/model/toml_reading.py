"""TOML text that may be wrong in places: what can be read of it, and what is wrong where."""

from __future__ import annotations

import re
import tomllib
from typing import Any, NamedTuple

from banzuke.model.errors import DataRefused
from banzuke.model.problems import Problem
from banzuke.model.traps import trap_in_toml, trap_in_value

_PAIR = re.compile(r"\s*([A-Za-z0-9_\"'.-]+)\s*=")
_AT_LINE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
#: What tomllib says, as one would say it to somebody who does not write programs.
_TOML_FAULTS = {
    "Invalid date or datetime": ("the date does not exist", "a date such as 2024-01-31"),
    "Cannot overwrite a value": ("the key stands here a second time", "each key once"),
    "Invalid value": ("the value is not TOML", 'a text stands in quotes, as "first"'),
    "Expected '=' after a key in a key/value pair": ("there is no = after the key", "key = value"),
    "Expected newline or end of document after a statement": (
        "something stands behind the value",
        "one key = value a line, a comment after #, decimals with a point",
    ),
    "Illegal character '\\n'": ("a text does not end", "a quote at its end"),
    "Unterminated string": ("a text does not end", "a quote at its end"),
    "Unclosed array": ("a list does not end", "a ] at its end"),
}


class Toml(NamedTuple):
    """What a TOML text says.

    readable : the text, with an empty line for each that cannot be read
    lost : keys whose value could not be read
    """

    content: dict[str, Any]
    readable: str
    problems: tuple[Problem, ...]
    lost: frozenset[str]


def read_toml(text: str, name: str, refusal: type[DataRefused]) -> Toml:
    """What a TOML text says; ``name`` is its file's, as problems show it.

    A line ``key = value`` that cannot be read is reported and passed over, so that whatever
    else is wrong is found as well. Where reading cannot go on, ``refusal`` is raised.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    problems: list[Problem] = []
    lost: set[str] = set()
    if (trap := trap_in_toml(text)) is not None:
        number, what, right = trap
        raise refusal([Problem(what, right, name, number)])
    while True:
        readable = "\n".join(lines)
        try:
            content = tomllib.loads(readable)
            break
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            number, what, right = toml_fault(error, lines)
            begin = statement_begin(lines, number)
            if begin < number:
                right = f"is a ], a }}, a comma or a quote missing in what begins in line {begin}?"
            problems.append(Problem(what, right, name, number))
            key = _PAIR.match(lines[number - 1])
            if key is None or begin < number or len(problems) == 20:
                raise refusal(problems) from error
            lost.add(key[1])
            lines[number - 1] = ""
    if (too_much := trap_in_value(content)) is not None:
        raise refusal([*problems, Problem(*too_much, source=name)])
    return Toml(content, readable, tuple(problems), frozenset(lost))


def toml_fault(error: Exception, lines: list[str]) -> tuple[int, str, str]:
    """(line, what is wrong, what would be right) of text that is not TOML."""
    if isinstance(error, RecursionError):
        return 1, "lists lie too deep in one another", "tables of rows"
    message = str(error)
    found = _AT_LINE.search(message)
    message = message[: found.start()] if found else message
    last = max((number for number, line in enumerate(lines, start=1) if line.strip()), default=1)
    number = int(found[1]) if found and found[1] else last
    number = min(number, len(lines))
    what, right = _TOML_FAULTS.get(message, (f"not TOML: {message}", ""))
    return number, what, right


def statement_begin(lines: list[str], number: int) -> int:
    """The line on which begins what goes wrong on line ``number``, from 1.

    It follows the longest run of lines before that can be read by themselves.
    """
    for count in range(number - 1, max(number - 400, 0), -1):
        try:
            tomllib.loads("\n".join(lines[:count]))
        except (tomllib.TOMLDecodeError, RecursionError):
            continue
        return count + 1
    return 1 if number <= 400 else number
