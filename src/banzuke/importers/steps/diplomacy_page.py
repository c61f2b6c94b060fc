"""The text of a page, its lines, and which of them belong to which event."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from banzuke.importers.steps.encodings import load_text, start_of_text
from banzuke.importers.steps.file_kinds import GZIP, HTML_PAGE, seems_to_be, too_long
from banzuke.importers.steps.findings import Findings
from banzuke.importers.steps.shown_text import shown_text

MOST_BYTES = 16_000_000  # a page has some ten thousand
MOST_CHARACTERS = 1_000  # in a line that is looked into; longer ones are paragraphs
MOST_IN_A_TITLE = 120

GAP = "[ \t\xa0]*"
HEADER = re.compile(
    rf"^{GAP}Rank{GAP}First{GAP}Name{GAP}Last{GAP}Name{GAP}(?:Loc\.?)?{GAP}(?:Nat\.?)?{GAP}"
    rf"(?:Score)?{GAP}$",
    re.IGNORECASE | re.MULTILINE,
)
ROW = re.compile(rf"([0-9]{{1,6}})[.)]?{GAP}([^0-9].*?){GAP}([0-9]{{1,3}}\.[0-9]{{2}})")
DATE_LINE = re.compile(rf"{GAP}Date(?![a-z]){GAP}:?(?P<days>.*?)(?:Place(?P<place>.*))?")
ASSOCIATION = (
    "(?:The )?(?:North American Diplomacy Association|European Diplomacy Association"
    "|Diplomacy Association of Australia and New Zealand)"
).replace(" ", "[ \xa0]")
# One association alone may be an event's host, unless it is glued to a row's percentile.
FOOTER = re.compile(
    rf"(?:{ASSOCIATION}{GAP}){{2,}}|(?<=\.[0-9][0-9]){GAP}(?:{ASSOCIATION}{GAP})+", re.IGNORECASE
)
PAGE_NAME = "World Diplomacy Database"
FURNITURE = re.compile(
    rf"{ASSOCIATION}|(?:The )?{PAGE_NAME}.*|English|Contact|Log|In|Log ?In"
    r"|Home ?Tournament.*|WDD Battle.*|Other ranking system|Author.*Last Update.*"
    r"|General classification.*|Detail of each board.*|Find a player|Tournaments' list"
    r"|International ranking.*|List of included.*|Year|Permanent|(?:(?:19|20)[0-9]{2}\s*)+"
    r"|Dip Pouch Tournament Rating",
    re.IGNORECASE,
)
PAGE_IN_WORDS = (
    f"the page of one event in a ranking of the {PAGE_NAME}, saved as text: the "
    "event's name, its date and place, its numbers, and the list under "
    '"RankFirstName LastNameLoc.Nat.Score"'
)


class Line(NamedTuple):
    """A line of the file, or a part of one; ``number`` counts from 1 as an editor does."""

    number: int
    text: str


class Row(NamedTuple):
    """One player of a list; ``score`` is the printed percentile in hundredths."""

    line: int
    place: int
    player: str
    score: int


@dataclass
class Event:
    """One event; None is what the page does not say.

    titles : indices of the lines that name the event and its host
    before : index of the line above these, -1 if there is none that may belong to the event
    date_line : index, -1 if there is none; header : of the line that names the columns
    end : index of the first line after it that belongs to another event
    line : number of the line to which problems of the whole event point
    """

    found: Findings
    titles: list[int]
    before: int
    date_line: int
    header: int
    end: int
    line: int
    name: str = ""
    host: str | None = None
    place: str | None = None
    last_day: date | None = None
    category: str | None = None
    counts: dict[str, int | None] = field(default_factory=dict)
    texts: dict[str, str | None] = field(default_factory=dict)
    coefficients: list[float | None] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    blank_rows: int = 0


# Each importer of such pages looks at the start of the same file.
@lru_cache(maxsize=2)
def start_of_page(sample: bytes) -> str:
    """What a page shows at its beginning, by the first bytes of the file; "" for other files."""
    kind = seems_to_be(sample)
    if kind not in ("", GZIP, HTML_PAGE):
        return ""
    text = one_kind_of_line_end(start_of_text(sample))
    if kind == HTML_PAGE:
        return shown_text(text) if PAGE_NAME in text else ""
    return text


def has_date_above(text: str) -> bool:
    """Whether the date of an event stands above the first list of a page."""
    above = text[: match.start()] if (match := HEADER.search(text)) else text
    lines = (line for line in above.split("\n") if len(line) <= MOST_CHARACTERS)
    return any(DATE_LINE.fullmatch(line) for line in lines)


def text_of(path: Path, encoding: str, found: Findings) -> str:
    """The file's text, of an HTML page what it shows; that, and what was guessed, is told.

    Raises ResultsRefused, and UnknownName for an unknown encoding.
    """
    size = path.stat().st_size
    if size > MOST_BYTES:
        found.wrong.add(too_long(MOST_BYTES), PAGE_IN_WORDS)
        raise found.refusal()
    text = ""
    if size:
        loaded = load_text(path, encoding, also=HTML_PAGE)
        found.odd.found += loaded.warnings
        text = loaded.whole
    if not text.strip():
        found.wrong.add("the file is empty", PAGE_IN_WORDS)
        raise found.refusal()
    if seems_to_be(text[:4096].encode(errors="replace")) != HTML_PAGE:
        return text
    what = "the page's HTML is read as the text that it shows; rows are lines of that"
    found.odd.add(what, "see that all of it came over")
    return shown_text(text)


def one_kind_of_line_end(text: str) -> str:
    """Text whose lines end as on Unix."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def split_lines(text: str) -> list[Line]:
    """The lines, without the page's footer, which may be glued to any of them."""
    lines = []
    for number, line in enumerate(one_kind_of_line_end(text).split("\n"), 1):
        first, *others = FOOTER.split(line)
        lines.append(Line(number, first))
        lines.extend(Line(number, other) for other in others if other.strip())
    return lines


def plain_spaces(text: str) -> str:
    """Text without outer white space, and without spaces at which lines may not break."""
    return text.replace("\xa0", " ").strip()


def match_row(text: str) -> re.Match[str] | None:
    """Place, name and percentile of a row of a list; None if the text is no row."""
    return ROW.fullmatch(text.strip()) if len(text) <= MOST_CHARACTERS else None


def is_furniture(text: str) -> bool:
    """Whether a line belongs to the page's menu, its ranking's head or its footer."""
    return len(text) <= MOST_CHARACTERS and FURNITURE.fullmatch(plain_spaces(text)) is not None


def is_sentence(text: str) -> bool:
    """Whether a line reads like a part of the ranking's description, not like a title."""
    return text.rstrip().endswith((".", "!", "?", ":"))


def ends_titles(text: str) -> bool:
    """Whether no title of an event goes on across this line."""
    too_long = len(text) > MOST_IN_A_TITLE
    return too_long or not text.strip() or match_row(text) is not None or is_furniture(text)


def find_events(lines: Sequence[Line], found: Findings) -> list[Event]:
    """The events of a file, not read yet.

    A line that names the columns begins a new list only if a date stands before it; without
    one it is the same list going on, as where a long page was printed on several sheets.
    """
    events: list[Event] = []
    date_line, last_row = -1, -1
    for index, (number, text) in enumerate(lines):
        if HEADER.match(text):
            if date_line >= 0 or not events:
                titles, before = _titles(lines, last_row, date_line)
                if events:
                    events[-1].end = min([*titles, date_line])
                events.append(Event(found, titles, before, date_line, index, len(lines), number))
            date_line, last_row = -1, index
        elif match_row(text):
            last_row = index
        elif len(text) <= MOST_CHARACTERS and DATE_LINE.fullmatch(text):
            date_line = index
    return events


def _titles(lines: Sequence[Line], floor: int, date_line: int) -> tuple[list[int], int]:
    """The lines directly above a date, and the next line above these that is not empty.

    ``floor`` is the last line that cannot belong to the event.
    """
    index = _up_to_text(lines, floor, date_line - 1)
    apart = index != date_line - 1
    titles = []
    while index > floor and not ends_titles(lines[index].text):
        titles.append(index)
        index -= 1
    titles.reverse()
    if apart or len(titles) > 2:
        # Empty lines were lost or added, and the ranking's description may stand here.
        sentences = [i for i in titles if is_sentence(lines[i].text)]
        titles = [i for i in titles if not sentences or i > sentences[-1]]
    return titles, _up_to_text(lines, floor, min([date_line, *titles]) - 1)


def _up_to_text(lines: Sequence[Line], floor: int, index: int) -> int:
    """The nearest line from ``index`` upwards that is not empty; -1 if none is below floor."""
    while index > floor and not lines[index].text.strip():
        index -= 1
    return index if index > floor else -1
