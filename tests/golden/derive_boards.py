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


# World Performance Evaluation.

INFLOW = (
    (100, 12),
    (85, 11),
    (70, 10),
    (60, 9),
    (50, 8),
    (42, 7),
    (35, 6),
    (28, 5),
    (21, 4),
    (14, 2),
)
PLACES = ((150, 13), (120, 12), (95, 11), (70, 10), (49, 9), (35, 8), (28, 7), (21, 6), (14, 5))


def step(table: tuple[tuple[int, int], ...], size: Fraction | int) -> int:
    """The number of the first row that a size reaches, 0 for none."""
    return next((number for least, number in table if size >= least), 0)


def base(place: int, awarded: int) -> Fraction:
    """What a place has: as printed for the first three, then falling evenly."""
    if place > awarded:
        return Fraction(0)
    return (
        Fraction((12, 8, 6)[place - 1])
        if place < 4
        else Fraction(4 * (awarded + 1 - place), awarded - 3)
    )


def world_cases() -> list[Case]:
    """Places in events; a case has the class, its influence, its field, its places with points."""
    cases = []
    for category, influence, players, field, more, places in [
        ("world championship", 12, 114, Fraction(114), 2, range(1, 15)),
        ("world championship", 12, 38, Fraction(113, 2), 2, (1, 4, 10, 11)),
        ("World Championship", 12, 160, Fraction(160), 2, (1, 15, 16)),
        ("european championship", 9, 49, Fraction(99, 2), 1, (1, 5, 10, 11)),
        ("north american championship", 9, 50, Fraction(50), 1, (2, 10)),
        ("main tournament 5", 5, 30, Fraction(30), 0, (1, 2, 3, 7, 8)),
        ("flawed tournament", 0, 20, Fraction(20), 0, (1, 5)),
        ("dbn invitational", 11, 34, Fraction(34), 0, (1, 7)),
        ("virtual diplomacy championship", 8, 120, Fraction(155, 2), 0, (1, 12)),
        ("nexus", 5, 76, Fraction(30), 0, (1, 10)),
    ]:
        awarded = step(PLACES, players) + more
        worth = influence + Fraction(step(INFLOW, field), 2)
        for place in places:
            facts = {"event_players": players, "event_rounds": 4, "event_category": category}
            cases.append(
                {
                    "title": f"{category} of {players}: place {place}",
                    "sides": [[[0]]],
                    "places": [place],
                    "facts": facts,
                    "after": [[[written(worth * base(place, awarded)), 1]]],
                }
            )
    for rounds in (1, 3, 6):
        awarded = min(rounds, 4)
        for place in range(1, 6):
            facts = {
                "event_players": 9,
                "event_rounds": rounds,
                "event_category": "minor tournament 2",
            }
            cases.append(
                {
                    "title": f"nine players, {rounds} rounds: place {place}",
                    "sides": [[[10, 2]]],
                    "places": [place],
                    "facts": facts,
                    "after": [[[written(10 + 2 * base(place, awarded)), 3]]],
                }
            )
    return cases


# Share of points won.


def win_cases() -> list[Case]:
    """Games of any sides; a case has of each side (share, games before) of its members, places."""
    half = Fraction(1, 2)
    cases = []
    for title, sides, places in [
        ("newcomers", [[(half, 0)], [(half, 0)]], [1, 2]),
        ("a draw", [[(half, 10)], [(half, 0)]], [1, 1]),
        ("who won all before loses", [[(Fraction(1), 8)], [(half, 8)]], [2, 1]),
        ("five sides, a place is shared", [[(half, n)] for n in range(5)], [1, 2, 2, 4, 5]),
        ("pairs", [[(half, n), (half, n + 1)] for n in (1, 3, 5)], [2, 3, 1]),
    ]:
        after = []
        for side, place in zip(sides, places, strict=True):
            beaten = sum(other > place for other in places)
            tied = places.count(place) - 1
            made = (beaten + half * tied) / Fraction(len(sides) - 1)
            members = []
            for share, games in side:
                points = share * (games + 2) + made
                members.append([written(points / (games + 3)), games + 1, written(points)])
            after.append(members)
        before = [[[float(share), games] for share, games in side] for side in sides]
        cases.append({"title": title, "sides": before, "places": places, "after": after})
    return cases


WIN = "Fractions by tests/golden/derive_boards.py: points by games, two prior games in both"
WORLD = (
    "Fractions by tests/golden/derive_boards.py, from the tables of the wiki page WPE of "
    "diplomania-gen.fr; the page prints the bases for 15, 14 and 13 places "
    "(tests/systems/test_world_performance.py)"
)
GHOST = (
    "Fractions by tests/golden/derive_boards.py, from the formulas and modifiers of "
    "webdiplomacy.net/ghostRatings.php and ghostratings/calculations.php of webDiplomacy"
)
FILES = {
    "ghost-ratings": (GHOST, 1e-10, "ghost-ratings", ghost_cases),
    "world-performance": (WORLD, 1e-12, "wpe-draft", world_cases),
    "win-share": (WIN, 1e-10, "win-share", win_cases),
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
