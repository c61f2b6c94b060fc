"""Derives the golden files of systems for board games as exact fractions, without banzuke.

python tests/golden/derive_boards.py            writes the files
python tests/golden/derive_boards.py --check    only says which differ; exit code 1 if any
"""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
Case = dict[str, Any]


def written(value: Fraction | int) -> int | str:
    """A whole number as it is, another with 25 digits behind the point."""
    if value == int(value):
        return int(value)
    digits = f"{abs(round(value * 10**25)):026d}"
    return f"{'-' if value < 0 else ''}{digits[:-25]}.{digits[-25:]}".rstrip("0")


# GhostRatings.


def shares(
    ratings: list[int], places: list[int], centres: list[int] | None
) -> tuple[list[Fraction], list[Fraction]]:
    """What each got and was expected to get; by squares where centres are given."""
    if centres is None:
        firsts = places.count(1)
        got = [Fraction(place == 1, firsts) for place in places]
        return got, [Fraction(rating, sum(ratings)) for rating in ratings]
    squares = [Fraction(rating**2, sum(r * r for r in ratings)) for rating in ratings]
    if max(centres) >= 18:
        return [Fraction(centre >= 18) for centre in centres], squares
    return [Fraction(c * c, sum(other**2 for other in centres)) for c in centres], squares


def ghost_cases() -> list[Case]:
    """Games of Diplomacy; a case has ratings, places or centres, the category and its modifier."""
    seven = [100] * 7
    mixed = [240, 80, 100, 55, 130, 100, 95]
    cases = []
    for title, ratings, places, centres, category, modifier in [
        ("full press, one wins alone", seven, [1, *[2] * 6], None, "", 1),
        ("gunboat, one wins alone", seven, [1, *[2] * 6], None, "gunboat", 4),
        ("public press, three draw", mixed, [1, 1, 1, 4, 4, 4, 4], None, "Public Press", 2),
        ("all draw", mixed, [1] * 7, None, "full press, classic", 1),
        (
            "gunboat on a large map",
            mixed,
            [4, 1, 2, 3, 7, 6, 5],
            None,
            "gunboat, classic - chaos",
            32,
        ),
        ("squares, drawn", mixed, [], [12, 9, 0, 5, 8, 0, 0], "sum of squares", 1),
        (
            "squares, one wins alone",
            mixed,
            [],
            [3, 18, 0, 5, 8, 0, 0],
            "sum of squares, gunboat",
            4,
        ),
    ]:
        got, expected = shares(ratings, places, centres)
        worth = sum(ratings) / (Fraction(35, 2) * modifier)
        after = [
            [[written(rating + worth * (g - e))]]
            for rating, g, e in zip(ratings, got, expected, strict=True)
        ]
        outcome = {"places": places} if centres is None else {"scores": centres}
        facts = {"facts": {"event_category": category}} if category else {}
        sides = [[rating] for rating in ratings]
        cases.append({"title": title, "sides": sides, **outcome, **facts, "after": after})
    leader = Fraction(10, 11)
    for title, places, score in (("lost", [2, 1], 0), ("drawn", [1, 1], Fraction(1, 2))):
        change = 32 * (score - leader)
        after = [[[written(500 + change)]], [[written(100 - change)]]]
        sides = [[500], [100]]
        cases.append(
            {
                "title": f"a game of two, {title} with a lead of 400",
                "sides": sides,
                "places": places,
                "after": after,
            }
        )
    return cases


GHOST = (
    "Fractions by tests/golden/derive_boards.py, from the formulas and modifiers of "
    "webdiplomacy.net/ghostRatings.php and ghostratings/calculations.php of webDiplomacy"
)
FILES = {
    "ghost-ratings": (GHOST, 1e-10, "ghost-ratings", ghost_cases),
}


def text_of(key: str) -> str:
    """The whole golden file; a case a line."""
    origin, tolerance, rulebook, cases = FILES[key]
    lines = ",\n".join(f"  {json.dumps(case)}" for case in cases())
    return (
        f'{{\n "origin": {json.dumps(origin)},\n "tolerance": {json.dumps(tolerance)},\n'
        f' "rulebook": {json.dumps(rulebook)},\n "cases": [\n{lines}\n ]\n}}\n'
    )


def main(arguments: list[str]) -> int:
    """Write or check; the exit code."""
    stale = []
    for key in FILES:
        path = FOLDER / f"{key}.json"
        text = text_of(key)
        if not path.exists() or path.read_text("utf-8") != text:
            stale.append(path)
            if arguments != ["--check"]:
                path.write_text(text, "utf-8")
    for path in stale:
        sys.stdout.write(f"{path.name} differs\n" if arguments else f"{path.name} written\n")
    return 1 if stale and arguments == ["--check"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
