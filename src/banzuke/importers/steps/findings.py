"""What an importer finds wrong with a text file, and what is only odd, by the file's lines."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from banzuke.model.coded_names import clean_name
from banzuke.model.errors import ResultsRefused
from banzuke.model.names import repair_letters
from banzuke.model.problems import Problem
from banzuke.model.row_problems import Problems


class Findings:
    """What is wrong with a file and what is only odd, by line number.

    plain_letters : whether the file is known to hold no letters that were lost or encoded twice
    """

    def __init__(self, source: str) -> None:
        self.wrong = Problems(source, lambda line: line)
        self.odd = Problems(source, lambda line: line)
        self.plain_letters = False

    def refusal(self, rest: object = None) -> ResultsRefused:
        """All that is wrong, in the order of the lines.

        rest : the Reading of what is not wrong, which is looked at for more problems
        """
        return ResultsRefused(_by_line(self.wrong.found), rest)

    def warnings(self) -> tuple[Problem, ...]:
        """All that is odd, in the order of the lines."""
        return tuple(_by_line(self.odd.found))

    def clean(self, text: str, line: int, column: str) -> str:
        """A name with its letters repaired, if that can be done, and told."""
        repaired = repair_letters(text)
        name = clean_name(repaired)
        if repaired != text:
            what = f"{clean_name(text)!r} is UTF-8 that was taken for Latin-1; read as {name!r}"
            self.odd.add(what, "see that the name is right", column, line)
        return name

    def named_as(self, path: Path, right: str) -> str:
        """The name of a tournament of which the file tells none: the file's own, which is told."""
        name = clean_name(path.stem)
        self.odd.add(f"the file names no tournament: called {name!r}, as the file is", right)
        return name

    def are_in_order(
        self, begin: date | None, end: date | None, right: str, column: str, line: int | None
    ) -> bool:
        """Whether a tournament does not end before it begins; where it does, that is told."""
        if begin is None or end is None or begin <= end:
            return True
        what = f"the last day, {end}, is before the first, {begin}"
        self.wrong.add(what, right, column, line)
        return False

    def tell_twice(
        self, whom: str, first: int, right: str, line: int, column: str = "player"
    ) -> None:
        """That a player stands in an earlier line, too."""
        self.wrong.add(f"{whom} is there twice, first in row {first}", right, column, line)


def _by_line(problems: Sequence[Problem]) -> list[Problem]:
    return sorted(problems, key=lambda problem: problem.row or 0)
