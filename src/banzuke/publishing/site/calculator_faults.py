"""What is wrong with a game that a calculator was asked for, by the fields that it is about."""

from __future__ import annotations

import re
from collections.abc import Sequence

from banzuke.model.errors import DataRefused
from banzuke.model.phrases import changed, phrase
from banzuke.model.problems import Problem

#: What a game calls who has no name.
NAMELESS = re.compile(r"'?(\d{6})\.\d{6}'?")


def beside_fields(
    fault: DataRefused, facts: Sequence[str], columns: Sequence[str], players: int
) -> tuple[dict[str, str], list[str]]:
    """Problems by the fields that they are about, and the others.

    facts : fields about the game; columns : fields that each of the ``players`` has
    """
    faults: dict[str, str] = {}
    others = []
    for problem in fault.problems:
        column = re.sub(r"_\d+$", "", problem.column)
        said = with_numbers(Problem(problem.what, problem.right).told)
        row = 0 if problem.row is None else problem.row
        if problem.column in facts:
            faults.setdefault(problem.column, said)
        elif column in columns and 0 <= row < players:
            faults.setdefault(f"{column}_{row + 1}", said)
        else:
            others.append(said)
    return faults, others


def with_numbers(text: str) -> str:
    """A text with players by their numbers instead of the names that a game gives them."""

    def numbered(part: str) -> str:
        if found := NAMELESS.fullmatch(part):
            return phrase("player {number}", number=int(found[1]) + 1)
        return NAMELESS.sub(lambda found: f"player {int(found[1]) + 1}", part)

    told: str = changed(text, numbered)
    return told
