"""Line-ups in words: ``A+B v C`` as the players of each side, and what each receives."""

from __future__ import annotations

import re
from collections.abc import Mapping

from banzuke.engine.naming import player_meant
from banzuke.engine.rated import Rated
from banzuke.model.coded_names import clean_name
from banzuke.model.errors import WrongUse
from banzuke.model.spelling import meant

_BETWEEN = re.compile(r"(?:^|\s+)vs?\.?(?:\s+|$)|\s*\+\s*")


def line_up_of(rated: Rated, text: str) -> list[list[str]]:
    """The players of each side that a text such as ``A+B v C`` names, as results name them.

    A player's name may hold a plus or a v: the text is cut where that gives names that are
    known, and as few of them as can be. Raises UnknownName, WrongUse where several can be meant.
    """
    text = text.strip()
    known = {*rated.names, *rated.players.facts("name").values()}
    marks = list(_BETWEEN.finditer(text))
    begins, ends = [0, *(m.end() for m in marks)], [*(m.start() for m in marks), len(text)]
    # From the end: (unknown names, names, where the next name begins) of the best way to cut.
    best: list[tuple[int, int, int]] = [(0, 0, 0)] * (len(begins) + 1)
    for first in reversed(range(len(begins))):
        ways = []
        for last in range(first, len(begins)):
            is_known = clean_name(text[begins[first] : ends[last]]) in known
            if is_known or last == first:
                unknown, count, _ = best[last + 1]
                ways.append((unknown + (not is_known), count + 1, last + 1))
        best[first] = min(ways)
    sides: list[list[str]] = [[]]
    at = 0
    while at < len(begins):
        after = best[at][2]
        piece = text[begins[at] : ends[after - 1]].strip()
        if not piece:
            raise WrongUse("a game has two sides or more, each of a player or more")
        sides[-1].append(player_meant(rated, piece))
        if after < len(begins) and "+" not in marks[after - 1].group():
            sides.append([])
        at = after
    return sides


def handicaps_of(
    rated: Rated, given: Mapping[str, str], sides: list[list[str]]
) -> list[list[float]] | None:
    """What each player of a line-up receives, 0 if nothing is said; None if nobody does.

    given : {player, in any spelling: a number as text}
    """
    if not given:
        return None
    names = [name for side in sides for name in side]
    full = rated.players.facts("name")
    numbers: dict[str, float] = {}
    for said, value in given.items():
        name = meant("player of this game", said, names, {n: full.get(n, "") for n in names})
        if name in numbers:
            raise WrongUse(f"the handicap of {name} is given twice")
        try:
            numbers[name] = float(value)
        except ValueError as error:
            raise WrongUse(f"the handicap of {name}: {value!r} is no number") from error
    return [[numbers.get(name, 0.0) for name in side] for side in sides]
