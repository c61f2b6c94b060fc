"""The text of a file as UTF-8, whatever set of letters it was written in."""

from __future__ import annotations

import codecs
import gzip
import mmap
import re
import zlib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from banzuke.importers.steps.file_kinds import (
    ADVICE,
    BINARY,
    GZIP,
    UTF_16,
    byte_order_mark,
    seems_to_be,
)
from banzuke.importers.steps.older_sets import LEGACY_SETS, guess_set
from banzuke.importers.steps.utf8 import Marks, is_utf8, marks_of
from banzuke.model.errors import ResultsRefused, UnknownName
from banzuke.model.problems import Problem
from banzuke.model.row_problems import MOST_PROBLEMS_OF_A_KIND

CHUNK = 1 << 20
#: A packed file may unpack to so many times its size; beyond it is a trap, not a table.
MOST_UNPACKED = 400

#: What Python can encode texts by as well, but no program writes files in.
NO_ENCODINGS_OF_FILES = (
    *("idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape", "utf-7"),
)

# The bytes of what tidying.DOUBLY_ENCODED finds.
DOUBLY_ENCODED = re.compile(
    rb"\xc3[\x82-\xb4](?:\xc2[\x80-\xbf]|\xc5[\x92-\xbe]|\xc6\x92|\xcb|\xe2[\x80-\x84])"
)


class Text(NamedTuple):
    """The text of a file.

    data : its bytes, UTF-8
    path : the file, if its own bytes are ``data``; None if they were unpacked or decoded
    marks : what it holds; warnings : what was guessed
    """

    data: bytes | mmap.mmap
    path: Path | None
    marks: Marks
    warnings: tuple[Problem, ...] = ()

    @property
    def whole(self) -> str:
        """All of it, without a byte order mark."""
        return str(self.data, "utf-8").removeprefix("\ufeff")


def load_text(path: Path, encoding: str = "", also: str = "") -> Text:
    """The text of a file that is not empty, as UTF-8.

    The set is ``encoding`` if that is given; else what a byte order mark says, UTF-8 if it is
    valid, or the likeliest of the older sets, which is told as a warning. Raises ResultsRefused
    if the file is no text or cannot be decoded, UnknownName for an unknown encoding.
    also : a kind of file, as ``seems_to_be`` names it, that is taken for text, too
    """
    source = path.name
    encoding = known_encoding(encoding)
    with path.open("rb") as file:
        data: bytes | mmap.mmap = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    own: Path | None = path
    if seems_to_be(data[:4096]) == GZIP:
        data, own = _unpack(path), None
    if seems_to_be(data[:4096]) != also:
        _refuse_other_kinds(data[:4096], encoding, source)
    mark = byte_order_mark(data[:4])
    if encoding == "utf-8" or not encoding:
        encoding = mark if mark.startswith(("utf-16", "utf-32")) else encoding
    warnings: tuple[Problem, ...] = ()
    marks = marks_of(data) if encoding in ("", "utf-8") else None
    if marks is None and not encoding:
        likeliest = guess_set(data, source)
        if likeliest is None:
            raise ResultsRefused(_lines_not_utf8(data, source))
        encoding, warnings = likeliest[0], likeliest[1:]
    if marks is None:
        if encoding == "utf-8":
            raise ResultsRefused(_lines_not_utf8(data, source))
        data, own = _decode(data, encoding, source).encode(), None
        # What Python has encoded is UTF-8.
        marks = marks_of(data) or Marks()
    if marks.nul:
        what = "a NUL byte, which no text holds"
        line = _line_at(data, data.find(b"\x00"))
        raise ResultsRefused([Problem(what, "a text file", source, line)])
    return Text(data, own, marks, warnings)


def has_doubtful_letters(data: bytes | mmap.mmap) -> bool:
    """Whether UTF-8 text may hold letters that were lost or encoded twice."""
    # Most files are settled by looking for one byte, ten times faster than for several.
    if data.find(b"\xc3") >= 0 and DOUBLY_ENCODED.search(data) is not None:
        return True
    return data.find(b"\xef") >= 0 and data.find(b"\xef\xbf\xbd") >= 0


# Every importer looks at the start of the same file.
@lru_cache(maxsize=2)
def start_of_text(sample: bytes) -> str:
    """The first characters of a file by its first bytes, to recognise it by."""
    if sample.startswith(b"\x1f\x8b"):
        try:
            sample = zlib.decompressobj(wbits=31).decompress(sample, 1 << 16)
        except zlib.error:
            return ""
    encoding = byte_order_mark(sample) or ("utf-8" if is_utf8(sample[:-4]) else "latin-1")
    text = codecs.getincrementaldecoder(encoding)(errors="replace").decode(sample)
    return text.removeprefix("\ufeff")


def _unpack(path: Path) -> bytes:
    """The content of a gzip archive; raises ResultsRefused if it is broken or far too large."""
    pieces: list[bytes] = []
    size = 0
    try:
        with path.open("rb") as packed, gzip.open(packed) as file:
            while piece := file.read(CHUNK):
                pieces.append(piece)
                size += len(piece)
                if size > MOST_UNPACKED * packed.tell() + CHUNK:
                    what = f"unpacks to more than {MOST_UNPACKED} times its size"
                    right = "unpack it first, if it is what it should be"
                    raise ResultsRefused([Problem(what, right, path.name)])
    except (OSError, EOFError, zlib.error) as error:
        what = f"a gzip archive that cannot be unpacked: {error}"
        raise ResultsRefused([Problem(what, "unpack it, or write it anew", path.name)]) from error
    if not pieces:
        raise ResultsRefused([Problem("the archive holds an empty file", "", path.name)])
    return b"".join(pieces)


def _refuse_other_kinds(start: bytes, encoding: str, source: str) -> None:
    """Raise ResultsRefused if a file that begins so is no text."""
    kind = seems_to_be(start)
    if kind and not (encoding and kind in (BINARY, UTF_16)):
        right = ADVICE.get(kind, "a text file, such as a CSV")
        raise ResultsRefused([Problem(f"this seems to be {kind}", right, source)])


def known_encoding(encoding: str) -> str:
    """The canonical name of an encoding of text; raises UnknownName for others."""
    if not encoding:
        return ""
    try:
        name = codecs.lookup(encoding).name
        "".encode(name)
    except (LookupError, ValueError):
        name = ""
    if name in ("", *NO_ENCODINGS_OF_FILES):
        raise UnknownName("encoding", encoding, ["utf-8", "utf-16", *LEGACY_SETS])
    return "utf-8" if name == "utf-8-sig" else name


def _decode(data: bytes | mmap.mmap, encoding: str, source: str) -> str:
    """All of the data as text; raises ResultsRefused with the line that is not in this set."""
    try:
        return str(data, encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = _line_at(data, error.start)
        what = f"byte {data[error.start]:02X} is not valid in {encoding}"
    except UnicodeError as error:
        line, what = None, f"not valid in {encoding}: {error}"
    raise ResultsRefused([Problem(what, "say the right one by --encoding", source, line)])


def _lines_not_utf8(data: bytes | mmap.mmap, source: str) -> list[Problem]:
    """A problem for each line of a file, otherwise UTF-8, that is not."""
    problems = []
    begin = number = 0
    while begin < len(data):
        newline = data.find(b"\n", begin)
        end = len(data) if newline < 0 else newline + 1
        number += 1
        try:
            data[begin:end].decode()
        except UnicodeDecodeError as error:
            byte = data[begin + error.start]
            what = f"byte {byte:02X} is not UTF-8, which the rest of the file is"
            problems.append(Problem(what, "save the whole file in one encoding", source, number))
            if len(problems) == MOST_PROBLEMS_OF_A_KIND:
                break
        begin = end
    return problems


def _line_at(data: bytes | mmap.mmap, position: int) -> int:
    """The line in which a byte stands, from 1."""
    return data[:position].count(b"\n") + 1
