"""What an importer finds wrong with a text file, and what is only odd, by the file's lines."""

from __future__ import annotations

from collections.abc import Sequence

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


def _by_line(problems: Sequence[Problem]) -> list[Problem]:
    return sorted(problems, key=lambda problem: problem.row or 0)
