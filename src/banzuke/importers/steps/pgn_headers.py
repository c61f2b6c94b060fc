"""The tags of games in a PGN text, found without reading a move.

A tag stands at the beginning of a line. What follows the tags of a game up to the next tag are
its moves, of which only braces are counted: a tag inside a comment is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import polars as pl

#: The tags that results are made of.
TAGS = frozenset(
    (
        *("Event", "Site", "Date", "Round", "Board", "White", "Black", "Result", "EventDate"),
        *("UTCDate", "UTCTime", "TimeControl", "Termination", "Variant", "GameId"),
        *("WhiteFideId", "BlackFideId", "WhiteTitle", "BlackTitle", "WhiteTeam", "BlackTeam"),
        *("WhiteElo", "BlackElo"),
    )
)
#: A text is looked at in pieces that end before a game, of about so many bytes.
PIECE = 1 << 21
#: So many games are turned into columns at once.
AT_ONCE = 4096

_TAG = re.compile(r'\s*(\w+)\s+"([^"\\\n]*(?:\\.[^"\\\n]*)*)"\s*\]')
_NEXT = re.compile(r"[ \t]*\[")
_REST_OF_LINE = re.compile(r";[^\n]*")
_INDENTED = re.compile(r"\n[ \t]+\[(?=[A-Z])")
_ESCAPED = re.compile(r"\\(.)")
ENDS = ("1/2-1/2", "1-0", "0-1", "*")


@dataclass
class Found:
    """Games of a text.

    lines : the line of each game's first tag, from 1
    ends : the result that each game's moves end with, "" for none
    in_comments : lines of tags that stand in comments; buried : those with which a game begins
    """

    lines: list[int] = field(default_factory=list)
    ends: list[str] = field(default_factory=list)
    in_comments: list[int] = field(default_factory=list)
    buried: list[int] = field(default_factory=list)
    _newest: list[dict[str, str]] = field(default_factory=list)
    _frames: list[pl.DataFrame] = field(default_factory=list)

    def add(self, tags: dict[str, str], line: int, last: str) -> None:
        """One more game; ``last`` is what its moves end with."""
        self._newest.append(tags)
        self.lines.append(line)
        last = last.rstrip()
        self.ends.append(next((end for end in ENDS if last.endswith(end)), ""))
        if len(self._newest) == AT_ONCE:
            self._put_away()

    def frame(self) -> pl.DataFrame:
        """The tags that results are made of, a row a game, "" where it has no such tag."""
        self._put_away()
        return pl.concat(self._frames)

    def _put_away(self) -> None:
        """Make columns of the newest games: many tables of tags would take much room."""
        games, self._newest = self._newest, []
        seen = TAGS.intersection(frozenset().union(*games))
        columns = [
            pl.Series(name, [tags.get(name, "") for tags in games], pl.String).str.strip_chars()
            for name in sorted(seen)
        ]
        columns += [pl.Series(name, [""]).new_from_index(0, len(games)) for name in TAGS - seen]
        self._frames.append(pl.DataFrame(columns).select(sorted(TAGS)))


def pieces(data: bytes) -> Iterator[bytes]:
    """A text in pieces, each of which, but the first, begins with the bracket of a line's tag."""
    if b"\n" not in data[:PIECE]:
        data = data.replace(b"\r", b"\n")
    begin = 0
    while begin < len(data):
        end = begin + PIECE
        if end < len(data):
            cut = data.rfind(b"\n[", begin + 1, end)
            if cut < 0:
                cut = data.find(b"\n[", end)
            end = len(data) if cut < 0 else cut + 1
        yield data[begin:end]
        begin = end


def find_games(data: bytes) -> Found:
    """All games of a text that is UTF-8."""
    scanner = _Scanner()
    for piece in pieces(data):
        text = (piece.replace(b"\r\n", b"\n") if b"\r" in piece else piece).decode()
        scanner.scan(text.removeprefix("\ufeff"))
    scanner.end_game()
    return scanner.found


class _Scanner:
    """Goes through a text, piece by piece.

    line : how many lines have ended; tags, begun : of the game at hand, and the line of its first
    has_moves : whether something has followed the tags; last : its last characters
    commented : whether it ends within a comment
    """

    def __init__(self) -> None:
        self.found = Found()
        self.line = 0
        self.tags: dict[str, str] = {}
        self.begun = 0
        self.has_moves = self.commented = False
        self.last = ""

    def scan(self, text: str) -> None:
        """Take in a piece: each game at once where it is as games are written, else by lines."""
        first, *blocks = text.split("\n\n[")
        if not (first.startswith("[") and self._take_game(first[1:])):
            self._scan_lines(first)
        for block in blocks:
            self.line += 2
            if not self._take_game(block):
                self._scan_lines("[" + block)

    def _take_game(self, block: str) -> bool:
        """Take tags and moves, without their first bracket; whether that is what they are.

        No tag of another game may be among the moves.
        """
        head, _, moves = block.partition("\n\n")
        lines = head.count("\n")
        if head[-2:] != '"]' or "\n[" in moves or '[Event "' in moves or self.commented:
            return False
        tags = head[:-2].split('"]\n[')
        named = dict([tag.split(' "', 1) for tag in tags if ' "' in tag])
        if not len(named) == len(tags) == lines + 1 or (self.tags and not self.has_moves):
            return False
        self.end_game()
        self.tags, self.begun = named, self.line + 1
        self._follow(moves)
        if "\\" in head:
            self.tags = {name: _ESCAPED.sub(r"\1", value) for name, value in named.items()}
        self.line += block.count("\n")
        return True

    def _scan_lines(self, text: str) -> None:
        """Take in whatever text, line by line."""
        if "\ufeff" in text:
            # Files that were put together keep the byte order marks of each.
            text = text.replace("\n\ufeff[", "\n[")
        before, *parts = ("\n" + _INDENTED.sub("\n[", text)).split("\n[")
        self._follow(before)
        self.line += max(before.count("\n") - 1, 0)
        for at, part in enumerate(parts):
            here = self.line + 1
            self.line += part.count("\n") + (at < len(parts) - 1)
            tag = _TAG.match(part)
            if tag is not None and self.commented:
                (self.found.buried if tag[1] == "Event" else self.found.in_comments).append(here)
                tag = None
            if tag is None:
                self._follow("\n[" + part)
            else:
                self._take(part, tag, here)

    def _take(self, part: str, tag: re.Match[str], here: int) -> None:
        """Take the tags of a line, which may begin the next game."""
        if self.tags and (tag[1] in self.tags or self.has_moves):
            self.end_game()
        if not self.tags:
            self.begun = here
        more: re.Match[str] | None = tag
        end = 0
        while more is not None:
            name, value = more[1], more[2]
            self.tags[name] = _ESCAPED.sub(r"\1", value) if "\\" in value else value
            end = more.end()
            following = _NEXT.match(part, end)
            more = _TAG.match(part, following.end()) if following else None
        self.has_moves, self.last = False, ""
        self._follow(part[end:])

    def _follow(self, text: str) -> None:
        """Take in what follows the tags, of which only braces and the end are looked at."""
        self.has_moves = self.has_moves or not (text.isspace() or not text)
        if "{" in text or "}" in text:
            plain = _REST_OF_LINE.sub("", text) if ";" in text and not self.commented else text
            opened, closed = plain.rfind("{"), plain.rfind("}")
            if opened != closed:
                self.commented = opened > closed
        self.last = (self.last + text[-20:])[-20:]

    def end_game(self) -> None:
        """What there is to the game at hand is all there is."""
        if self.tags:
            self.found.add(self.tags, self.begun, self.last)
        self.tags, self.last = {}, ""
        self.has_moves = self.commented = False
