"""The lines of a FIDE tournament report (TRF), sorted by what they are, and their fields."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

#: Which characters of a player's line hold what; the first of a line is 0.
FIELDS = {
    "number": slice(4, 8),
    "sex": slice(9, 10),
    "title": slice(10, 13),
    "name": slice(14, 47),
    "rating": slice(48, 52),
    "nation": slice(53, 56),
    "id": slice(57, 68),
    "born": slice(69, 79),
    "points": slice(80, 84),
}
NUMBER, NAME = FIELDS["number"], FIELDS["name"]

#: Where the rounds begin, and how wide each is.
ROUNDS = 91
WIDTH = 10
#: No tournament has more.
MOST_ROUNDS = 400

#: What stands between the fields of a player's line.
GAPS = (8, 13, 47, 52, 56, 68)

#: A person's line, of the tournament or of a national register.
PLAYER = "001"
NATIONAL = re.compile(r"[A-Z]{3}\Z")
#: Letters that begin a line of a pairing program, of Tornelo, or a ruler above the columns.
OTHER_LETTERS = re.compile(r"XX[A-Z]|BB[A-Z]|DAT|DDD")
LINE_END = re.compile(r"\r\n?")
#: How a player's line begins, which is longer than its name.
A_PLAYER = re.compile(rf"001 [ \d]{{3}}\d [^\r\n]{{{NAME.stop - 8}}}").finditer


@dataclass(frozen=True)
class Line:
    """A line of a report: its number from 1, and its text without what ends it."""

    number: int
    text: str

    @property
    def content(self) -> str:
        """What stands behind the tag."""
        return self.text[4:].strip()

    def field(self, where: slice) -> str:
        """A field, without the white space around it."""
        return self.text[where].strip()


@dataclass
class PlayerLines:
    """Lines of players.

    numbers : from 1; texts : a column a character; plain : whether they are all ASCII
    """

    numbers: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    plain: bool = True

    @cached_property
    def letters(self) -> NDArray[np.uint8]:
        """The characters of each line, [lines, the longest], ``?`` for what is not ASCII.

        Of a line that is far too long only the beginning.
        """
        longest = ROUNDS + WIDTH * (MOST_ROUNDS + 1)
        lengths = set(map(len, self.texts))
        width = min(max(lengths, default=0), longest)
        # Whole rounds, so that a line may end within one.
        width = ROUNDS + WIDTH * max(0, -(-(width - ROUNDS) // WIDTH))
        if len(lengths) == 1 and max(lengths) <= width:
            behind = " " * (width - max(lengths))
            whole = behind.join([*self.texts, ""])
        else:
            whole = "".join([text.ljust(width)[:width] for text in self.texts])
        letters = np.frombuffer(whole.encode("ascii", "replace"), np.uint8)
        return letters.reshape(len(self.texts), width)

    @cached_property
    def rounds(self) -> NDArray[np.uint8]:
        """Those of them that tell rounds, [lines, WIDTH times the rounds]."""
        return np.ascontiguousarray(self.letters[:, ROUNDS:])

    def fields(self, *names: str) -> list[list[str]]:
        """Some fields of all lines, without the white space around them."""
        if not self.plain:
            places = [FIELDS[name] for name in names]
            return [[text[where].strip() for text in self.texts] for where in places]
        # Cut out all at once, a field a line.
        ends = np.cumsum([FIELDS[name].stop - FIELDS[name].start + 1 for name in names])
        cut = np.full((len(self.texts), int(ends[-1])), ord("\n"), dtype=np.uint8)
        for name, end in zip(names, ends.tolist(), strict=True):
            where = FIELDS[name]
            cut[:, end - 1 - (where.stop - where.start) : end - 1] = self.letters[:, where]
        found = list(map(str.strip, cut.tobytes().decode("ascii").split("\n")))
        return [found[at :: len(names)][: len(self.texts)] for at in range(len(names))]

    def said(self, at: int, name: str) -> str:
        """A field of a line, as it is written."""
        return self.texts[at][FIELDS[name]].strip()


@dataclass
class Report:
    """The lines of a report.

    players : the lines of players; national : those of national registers, ``IND`` and the like
    tags : {tag: lines}, all the others
    """

    players: PlayerLines = field(default_factory=PlayerLines)
    national: PlayerLines = field(default_factory=PlayerLines)
    tags: dict[str, list[Line]] = field(default_factory=dict)

    def of(self, *tags: str) -> list[Line]:
        """The lines with these tags, in the order of the tags."""
        return [line for tag in tags for line in self.tags.get(tag, ())]

    def first(self, tag: str) -> Line | None:
        """The first line with a tag that says something."""
        return next((line for line in self.tags.get(tag, ()) if line.content), None)


def sort_lines(text: str) -> Report:
    """The lines of a report; comments and blank lines are left out."""
    report = Report()
    lines = LINE_END.sub("\n", text).split("\n") if "\r" in text else text.split("\n")
    plain = text.isascii()
    of_players: list[int] = []
    of_others: list[int] = []
    for number, raw in enumerate(lines):
        (of_players if raw.startswith(PLAYER) else of_others).append(number)
    report.players = _players(lines, of_players, plain)
    national = []
    for number in of_others:
        raw = lines[number]
        tag = raw[:3]
        if tag == "###" or not raw.strip():
            continue
        if NATIONAL.match(tag) and not OTHER_LETTERS.match(tag):
            national.append(number)
        else:
            report.tags.setdefault(tag, []).append(Line(number + 1, raw))
    report.national = _players(lines, national, plain)
    return report


def _players(lines: Sequence[str], numbers: Sequence[int], plain: bool) -> PlayerLines:
    """The lines with some numbers, from 0, as those of players.

    plain : whether all are ASCII; in the files of all languages but English some name is not
    """
    texts = [lines[number] for number in numbers]
    if not plain:
        texts = list(map(_in_columns, texts))
    return PlayerLines([number + 1 for number in numbers], texts, plain)


def _in_columns(raw: str) -> str:
    """A player's line in which each character is a column.

    Some programs count bytes, so that letters beyond ASCII push what follows to the left.
    """
    if raw.isascii() or _is_in_columns(raw):
        return raw
    # Each character is followed by as many blanks as its further bytes took columns, at the end
    # of the name, so that the other fields come to where they belong.
    spread = raw.encode()
    name = spread[NAME].decode(errors="ignore")
    padded = (
        spread[: NAME.start].decode(errors="replace")
        + name.ljust(NAME.stop - NAME.start)[: NAME.stop - NAME.start]
        + spread[NAME.stop :].decode(errors="replace")
    )
    return padded if _is_in_columns(padded) else raw


def _is_in_columns(text: str) -> bool:
    return all(text[gap : gap + 1].strip() == "" for gap in GAPS)


def looks_like_report(start: str) -> float:
    """How sure it is, 0 to 1, that a text which begins so is a report."""
    if any(found.start() == 0 or start[found.start() - 1] in "\r\n" for found in A_PLAYER(start)):
        return 0.97
    lines = LINE_END.sub("\n", start).split("\n", 400)[:400]
    first = next((line for line in lines if line.strip() and not line.startswith("###")), "")
    return 0.8 if re.match(r"012(?: |$)", first) else 0.0
