"""What a played board is: who held how much at the end, who was out when, who drew or won."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Any, TypedDict, Unpack

from banzuke.model.errors import BoardRefused, WrongUse, suggest
from banzuke.model.limits import LAST_YEAR
from banzuke.model.problems import Problem
from banzuke.model.wording import counted

#: The most powers of a board, and the most centres of a power: no game has more.
MOST_POWERS = 100
MOST = 1000


@dataclass(frozen=True)
class Board:
    """One board as it was played; n powers, in any order.

    powers : their names
    centres : final counts, whole numbers from 0 up; who has 0 is dead
    out : the year in which each dead power was eliminated; None of the living, and where unknown
    ended : the year in which the game ended (its last completed autumn); None if unknown
    draw : indices of the members of the draw; None for all survivors
    solo : index of who won alone; None if that is to be told by the centres
    concession : index of who the others gave the game to; None if they did not
    earlier : (year, counts of all powers) of earlier years, the latest first, as far as known
    others : the other boards of the same round
    """

    powers: tuple[str, ...]
    centres: tuple[int, ...]
    out: tuple[int | None, ...]
    ended: int | None = None
    draw: frozenset[int] | None = None
    solo: int | None = None
    concession: int | None = None
    earlier: tuple[tuple[int, tuple[int, ...]], ...] = ()
    others: tuple[Board, ...] = ()


class Facts(TypedDict, total=False):
    """What can be told of a board besides its centres; powers are named, or numbered from 1.

    out : {power: year of its elimination}, or a year a power, None or 0 for the living
    """

    out: Mapping[Any, int | None] | Sequence[int | None] | None
    ended: int | None
    draw: Sequence[Any] | None
    solo: Any
    concession: Any
    earlier: Mapping[int, Mapping[str, int] | Sequence[int]]
    others: Sequence[Board]


def board(centres: Mapping[str, int] | Sequence[int], **facts: Unpack[Facts]) -> Board:
    """A board from what is told of it.

    Raises BoardRefused with everything that is wrong with it, and WrongUse for what tells of no
    board.

    centres : {power: final count}, or a count a power; such powers are called 1, 2, 3, …

        >>> board({"Austria": 20, "Turkey": 14, "Italy": 0}, out={"Italy": 1904}).out
        (None, None, 1904)

    A draw of one is a concession to it.
    """
    told: object = centres
    if isinstance(told, str) or not isinstance(told, Iterable):
        raise WrongUse(f"centres are a count a power, or {{power: count}}, not {told!r}")
    for name in facts:
        if name not in Facts.__annotations__:
            known = suggest(name, list(Facts.__annotations__))
            raise WrongUse(f"{name} cannot be told of a board; {known}")
    reading = _Reading(centres, facts)
    if reading.problems:
        raise BoardRefused(dict.fromkeys(reading.problems))
    return reading.board


def whole(given: object) -> int | None:
    """A whole number of any library as one of Python; None if it is none."""
    if isinstance(given, bool) or not isinstance(given, Integral):
        return None
    return int(given)


class _Reading:
    """What is told of a board, made into one; ``problems`` is what is wrong with it."""

    def __init__(self, centres: Mapping[str, int] | Sequence[int], facts: Facts) -> None:
        named = isinstance(centres, Mapping)
        self.problems: list[Problem] = []
        given = list(centres.values()) if isinstance(centres, Mapping) else list(centres)
        self.powers = tuple(map(str, centres if named else range(1, len(given) + 1)))
        self.at = {name: number for number, name in enumerate(self.powers)}
        self.numbers = [str(number) for number in range(1, len(self.powers) + 1)]
        if len(self.at) < len(self.powers):
            self.wrong("two powers have the same name", "each its own")
        pairs = zip(self.powers, given, strict=True)
        self.centres = tuple(self.count(name, one) for name, one in pairs)
        if not 2 <= len(self.powers) <= MOST_POWERS:
            right = f"from 2 to {MOST_POWERS}, a count each, as 9 7 7 4 4 3 0"
            self.wrong(f"a board cannot have {counted(len(self.powers), 'power')}", right)
        elif not any(self.centres) and not self.problems:
            self.wrong("nobody holds anything", "the final counts of the powers")
        self.ended = self.year("the end", facts.get("ended"))
        out = self.years_out(facts.get("out"))
        earlier = self.earlier(facts.get("earlier") or {})
        solo = self.survivor("the solo", facts.get("solo"))
        concession = self.survivor("the concession", facts.get("concession"))
        draw = self.members(facts.get("draw"))
        if draw is not None and len(draw) == 1 and concession is None and solo is None:
            concession, draw = min(draw), None
        if [solo, concession, draw].count(None) < 2:
            self.wrong("a game ends in a solo, a concession or a draw", "one of them")
        others = tuple(facts.get("others") or ())
        self.board = Board(
            self.powers, self.centres, out, self.ended, draw, solo, concession, earlier, others
        )

    def wrong(self, what: str, right: str = "") -> None:
        self.problems.append(Problem(what, right))

    def count(self, power: str, given: object) -> int:
        """A number of centres; 0 and a problem if it is none."""
        number = whole(given)
        if number is None or not 0 <= number <= MOST:
            self.wrong(f"{power} cannot hold {given!r}", f"a whole number from 0 to {MOST}")
            return 0
        return number

    def year(self, what: str, given: object) -> int | None:
        """A year, or None where none is told."""
        if given is None:
            return None
        number = whole(given)
        if number is None or not 1 <= number <= LAST_YEAR:
            self.wrong(f"{given!r} is no year of {what}", "a year such as 1907")
            return None
        return number

    def power(self, what: str, given: Hashable) -> int | None:
        """The index of a power that is named, or numbered from 1."""
        name = str(given)
        if name in self.at:
            return self.at[name]
        if name in self.numbers:
            return self.numbers.index(name)
        right = suggest(name, self.powers)
        self.wrong(f"{what} names {name!r}, which is no power of the board", right)
        return None

    def survivor(self, what: str, given: Hashable) -> int | None:
        """The index of a power that must be alive; None where none is told."""
        found = None if given is None else self.power(what, given)
        if found is not None and not self.centres[found]:
            self.wrong(f"{what} goes to {self.powers[found]}, which is dead", "a survivor")
        return found

    def members(self, given: Sequence[Any] | None) -> frozenset[int] | None:
        """The members of the draw."""
        if given is None:
            return None
        names = [given] if isinstance(given, str) else given
        found = frozenset(at for one in names if (at := self.survivor("the draw", one)) is not None)
        if not names:
            self.wrong("a draw of nobody", "its members; nothing where all survivors are in it")
        return found

    def years_out(
        self, given: Mapping[Any, int | None] | Sequence[int | None] | None
    ) -> tuple[int | None, ...]:
        """The year in which each power was eliminated, as far as it is told."""
        years: list[int | None] = [None] * len(self.powers)
        if isinstance(given, Mapping):
            for name, year in given.items():
                at = self.power("an elimination", name)
                if at is not None:
                    years[at] = year
        elif given is not None and len(given) == len(self.powers):
            years = list(given)
        elif given is not None:
            self.wrong(
                f"{len(given)} years of elimination for {len(self.powers)} powers", "one each"
            )
        for at, year in enumerate(years):
            # A 0 stands for the living where all powers have a number.
            years[at] = self.year(f"{self.powers[at]}'s elimination", year or None)
            self.check_out(at, years[at])
        return tuple(years)

    def check_out(self, at: int, year: int | None) -> None:
        """Whether a power can have been eliminated then."""
        if year is None:
            return
        power, centres = self.powers[at], self.centres[at]
        if centres:
            self.wrong(f"{power} holds {centres} and is said to be out in {year}", "0, or no year")
        if self.ended is not None and year > self.ended:
            self.wrong(f"{power} is out in {year}, after the end in {self.ended}", "a year before")

    def earlier(
        self, given: Mapping[int, Mapping[str, int] | Sequence[int]]
    ) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The counts of earlier years, the latest first."""
        found = {}
        for year, counts in given.items():
            known = self.year("earlier counts", year)
            row = [counts.get(p) for p in self.powers] if isinstance(counts, Mapping) else [*counts]
            if len(row) != len(self.powers):
                self.wrong(
                    f"{year} has {len(row)} counts for {len(self.powers)} powers", "one each"
                )
            elif known is not None and self.ended is not None and known >= self.ended:
                self.wrong(f"{year} is not before the end in {self.ended}", "an earlier year")
            elif known is not None:
                pairs = zip(self.powers, row, strict=True)
                found[known] = tuple(self.count(f"{power} in {year}", one) for power, one in pairs)
        return tuple(sorted(found.items(), reverse=True))
