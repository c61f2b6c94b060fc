"""The tags of an XML file with their attributes and lines, without what XML can do harm with.

No entities are declared or fetched: a file with a document type is refused, so that nothing in
it can grow or reach out. No tree is built, however deep tags are nested.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from banzuke.importers.steps.encodings import known_encoding
from banzuke.importers.steps.file_kinds import too_long
from banzuke.model.errors import ResultsRefused
from banzuke.model.problems import Problem

#: No tournament is longer than this.
MOST_BYTES = 16_000_000
#: So many bytes tell what a file is.
FIRST_BYTES = 4_000


class Tag(NamedTuple):
    """The beginning of an element."""

    line: int
    name: str
    attributes: dict[str, str]


def start_of_xml(sample: bytes) -> bytes:
    """What a file begins with, without a byte order mark and white space, to recognise it by."""
    if sample.startswith((b"\xff\xfe", b"\xfe\xff")):
        sample = sample.decode("utf-16", errors="ignore").encode()
    return sample.removeprefix(b"\xef\xbb\xbf").lstrip()[:FIRST_BYTES]


def tags_of(path: Path, wanted: Collection[str], encoding: str = "") -> list[Tag]:
    """The beginnings of those elements whose names are wanted, in the order of the file.

    encoding : of the file, "" for what it says itself, else UTF-8
    Raises ResultsRefused for what is no XML, with the line, for a document type and for far too
    long files; UnknownName for an unknown encoding.
    """
    parser = parser_of(path, encoding)
    found: list[Tag] = []

    def begin(name: str, attributes: dict[str, str]) -> None:
        if name in wanted:
            found.append(Tag(parser.CurrentLineNumber, name, attributes))

    parser.StartElementHandler = begin
    feed(parser, path, MOST_BYTES, "the file of one tournament")
    return found


def parser_of(path: Path, encoding: str = "") -> expat.XMLParserType:
    """A parser for a file, which refuses a document type; what it tells has to be set.

    encoding : of the file, "" for what it says itself, else UTF-8; raises UnknownName
    """
    parser = expat.ParserCreate(known_encoding(encoding) or None)

    def refuse(*_: object) -> None:
        what, right = "a document type (<!DOCTYPE …>)", "a file without one: entities are not read"
        raise _refusal(path, what, right, parser.CurrentLineNumber)

    parser.StartDoctypeDeclHandler = refuse
    return parser


def feed(parser: expat.XMLParserType, path: Path, most: int, right: str) -> None:
    """Let a parser go through a file of at most so many bytes.

    right : what a file that is too long should be. Raises ResultsRefused for what is no XML, with
    the line, and for far too long files.
    """
    if path.stat().st_size > most:
        raise _refusal(path, too_long(most), right, None)
    try:
        parser.Parse(path.read_bytes(), True)
    except ResultsRefused:
        raise
    except expat.ExpatError as error:
        what = f"broken XML at character {error.offset + 1}: {expat.ErrorString(error.code)}"
        right = "save it anew; or say its character set by --encoding"
        raise _refusal(path, what, right, error.lineno) from error
    except (ValueError, LookupError) as error:
        raise _refusal(path, f"broken XML: {error}", "save it anew as UTF-8", 1) from error


def _refusal(path: Path, what: str, right: str, line: int | None) -> ResultsRefused:
    return ResultsRefused([Problem(what, right, path.name, line)])
