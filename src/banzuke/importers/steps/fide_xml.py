"""The XML form of a FIDE rating list, read in pieces of whole players.

A list is gigabytes of the same twenty elements, so each piece is read by one pattern made from
the first player; a piece that does not fit it is parsed. Declarations of a document type, and so
entities, are refused before anything is parsed.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from xml.etree import ElementTree as ET

from banzuke.importers.steps.encodings import known_encoding
from banzuke.importers.steps.fide_columns import READ
from banzuke.model.errors import ResultsRefused
from banzuke.model.problems import Problem

ROOT = "<playerslist"
END = "</player>"
RIGHT = "a rating list of FIDE as XML"
#: No player's element is longer, in characters.
LONGEST = 1 << 16

_DECLARATION = re.compile(rb"<\?xml[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9._-]+)[\"']")
_ELEMENT = re.compile(r"<(\w+)>[^<]*</\1>\s*")
_REFERENCE = re.compile(r"&(#[0-9]{1,7}|#x[0-9a-fA-F]{1,6}|\w+);?")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}

Texts = Mapping[str, Sequence[str]]


def is_xml_list(start: bytes) -> bool:
    """Whether a file that begins so is a list as XML."""
    return ROOT.encode() in start or b"<\x00p\x00l\x00a\x00y\x00e\x00r\x00s\x00l\x00i" in start


def read_players(pieces: Iterable[bytes], source: str) -> Iterator[Texts]:
    """The players, piece by piece: {element: its texts}.

    Raises ResultsRefused where it is no list, is cut off, or declares what no list declares.
    """
    rest, count, begun = "", 0, False
    pattern: re.Pattern[str] | None = None
    for text in _decoded(pieces, source):
        rest += text
        if not begun:
            begun, rest = _after_root(rest, source)
        if "<!" in rest:
            what = "declarations (<!…), which no list of FIDE has"
            raise ResultsRefused([Problem(what, RIGHT, source)])
        end = rest.rfind(END) + len(END)
        if not begun or end < len(END):
            if len(rest) > LONGEST:
                what = f"no player ends within {LONGEST} characters"
                raise ResultsRefused([Problem(what, RIGHT, source, count + 1)])
            continue
        whole, rest = rest[:end], rest[end:]
        pattern = pattern or _pattern_of(whole)
        found = _by_pattern(whole, pattern) or _by_parsing(whole, source, count)
        count += len(found["fideid"])
        yield found
    if "</playerslist>" not in rest:
        what = f"the list is cut off after {count} players"
        raise ResultsRefused([Problem(what, "the whole file", source)])


def _decoded(pieces: Iterable[bytes], source: str) -> Iterator[str]:
    """The text of the pieces, in the set that the file declares, else UTF-8."""
    decoder: codecs.IncrementalDecoder | None = None
    name = "utf-8"
    try:
        for piece in pieces:
            if decoder is None:
                said = _DECLARATION.search(piece[:400])
                wide = piece[:2] in (b"\xff\xfe", b"\xfe\xff")
                name = "utf-16" if wide else said[1].decode() if said else "utf-8"
                decoder = codecs.getincrementaldecoder(known_encoding(name))()
            yield decoder.decode(piece)
        yield decoder.decode(b"", final=True) if decoder is not None else ""
    except (LookupError, UnicodeError) as error:
        what = f"not valid in {name}: {error}"
        raise ResultsRefused([Problem(what, "the set that its first line says", source)]) from error


def _after_root(text: str, source: str) -> tuple[bool, str]:
    """Whether the list has begun, and what follows."""
    at = text.find(ROOT)
    end = text.find(">", at) if at >= 0 else -1
    if "<!" in text[: at if at >= 0 else None].replace("<!--", ""):
        what = "declarations (<!…), which no list of FIDE has"
        raise ResultsRefused([Problem(what, RIGHT, source)])
    if end < 0:
        if len(text) > LONGEST:
            raise ResultsRefused([Problem("no list of players begins", RIGHT, source)])
        return False, text
    return True, text[end + 1 :]


def _pattern_of(text: str) -> re.Pattern[str]:
    """A pattern for players whose elements are those of the first one."""
    first = text[: text.find(END)].partition("<player>")[2]
    names = [found[1] for found in _ELEMENT.finditer(first)]
    parts = [
        f"<{name}>(?P<{name}>[^<]*)</{name}>"
        if name in READ and names.count(name) == 1
        else f"<{name}>[^<]*</{name}>"
        for name in names
    ]
    return re.compile(r"\s*".join(["<player>", *parts, END]))


def _by_pattern(text: str, pattern: re.Pattern[str]) -> dict[str, Sequence[str]]:
    """The texts of players all of one pattern; empty if some are of another."""
    names = list(pattern.groupindex)
    if "fideid" not in names or len(names) == 1:
        return {}
    rows = pattern.findall(text)
    elements = pattern.pattern.count("</")
    if text.count("<") != 2 * elements * len(rows):
        return {}
    columns: dict[str, Sequence[str]] = dict(zip(names, zip(*rows, strict=True), strict=True))
    if "&" in text:
        # A reference that is none is told by the parser.
        if not all(found in _NAMED or _is_character(found) for found in _REFERENCE.findall(text)):
            return {}
        return {name: [_plain(value) for value in values] for name, values in columns.items()}
    return columns


def _plain(text: str) -> str:
    """A text without references to characters."""
    if "&" not in text:
        return text
    return _REFERENCE.sub(_character, text)


def _character(found: re.Match[str]) -> str:
    name = found[1]
    if name in _NAMED:
        return _NAMED[name]
    return chr(_code(name))


def _code(reference: str) -> int:
    """The number of a character, as ``#233`` or ``#xE9``."""
    return int(f"0{reference[1:]}", 0) if reference[1] in "xX" else int(reference[1:])


def _is_character(reference: str) -> bool:
    """Whether a reference is to a character that XML may hold: no half of one, nor a control."""
    if reference[0] != "#":
        return False
    code = _code(reference)
    return code in (9, 10, 13) or 32 <= code < 0xD800 or 0xE000 <= code <= 0x10FFFF


def _by_parsing(text: str, source: str, before: int) -> dict[str, Sequence[str]]:
    """The texts of players, whatever the order of their elements."""
    columns: dict[str, list[str]] = {name: [] for name in READ}
    try:
        # No entity can be declared here, so nothing can grow.
        players = ET.fromstring(f"<list>{text}</list>")  # noqa: S314  # declarations are refused
    except ET.ParseError as error:
        what = f"is no XML behind player {before}: {error}"
        raise ResultsRefused([Problem(what, RIGHT, source, before + 1)]) from error
    for player in players.iter("player"):
        for name in READ:
            columns[name].append(player.findtext(name) or "")
    return dict(columns)
