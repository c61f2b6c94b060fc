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


# USATT. In these events nobody but P has a second match or gains 50 points, so that the others'
# ratings are those before the event.

ROWS = ((12, 8, 8), (37, 7, 10), (62, 6, 13), (87, 5, 16), (112, 4, 20), (137, 3, 25))
ROWS += ((162, 2, 30), (187, 2, 35), (212, 1, 40), (237, 1, 45), (10**9, 0, 50))
Matches = list[tuple[int, bool]]


def exchange(mine: int, theirs: int, won: bool) -> int:
    """What one match moves a rating."""
    row = next(row for row in ROWS if abs(mine - theirs) <= row[0])
    points = row[2] if (mine < theirs) == won and mine != theirs else row[1]
    return points if won else -points


def mean_of_edges(matches: Matches) -> Fraction:
    """The mean of the best win and the worst loss."""
    best = max(rating for rating, won in matches if won)
    worst = min(rating for rating, won in matches if not won)
    return Fraction(best + worst, 2)


def first_rating(matches: Matches) -> Fraction:
    """The rating of who has none."""
    wins = {won for _, won in matches}
    if len(wins) == 2:
        return mean_of_edges(matches)
    won = wins.pop()
    edge, *others = sorted((rating for rating, _ in matches), reverse=won)
    near = sum(
        next((points for within, points in ((50, 10), (100, 5), (150, 1)) if gap <= within), 0)
        for gap in (abs(other - edge) for other in others)
    )
    return Fraction(edge + near if won else edge - near)


def passes(rating: int, matches: Matches) -> list[Fraction]:
    """The results of passes 1, 2 and 3."""
    if rating == 0:
        first = first_rating(matches)
        return [Fraction(0), first, first]
    gain = sum(exchange(rating, *match) for match in matches)
    adjusted = Fraction(rating)
    if gain >= 75 and all(won for _, won in matches):
        ordered = sorted(opponent for opponent, _ in matches)
        half = len(ordered) // 2
        adjusted = Fraction(ordered[half] + ordered[-half - 1], 2)
    elif gain >= 75:
        adjusted = (rating + gain + mean_of_edges(matches)) / 2
    elif gain >= 50:
        adjusted += gain
    up = Fraction((2 * adjusted + 1) // 2)
    return [Fraction(rating + gain), adjusted, max(up, Fraction(rating))]


def usatt_cases() -> list[Case]:
    """Events of P, rated 0 for no rating, against opponents of one match each."""
    explained = [(2497 + gap, True) for gap in (50, 25, 37, 0, -5, 12, -12)]
    explained += [(2497 - gap, False) for gap in (70, 50, 25, 0)]
    explained += [(2497 + gap, False) for gap in (25, 50, 75, 100, 125, 150, 200)]
    ladder = [(1500, True), (1460, True), (1400, True), (1330, True)]
    cases = []
    for title, rating, matches in [
        ("2497: 65 gained, 75 lost in 18 matches", 2497, explained),
        ("90 gained: adjusted to 1602.5", 1500, [(1750, True), (1740, True), (1480, False)]),
        ("50 gained: adjusted by it", 1500, [(1750, True)]),
        ("49 gained", 1500, [(1550, True), (1551, True), (1562, True), (1520, True)]),
        ("100 gained, two wins: the median", 1500, [(1750, True), (1800, True)]),
        ("91 gained, four wins: the median", 1500, [(1700, True), (1650, True), *ladder[2:]]),
        ("no rating, won and lost", 0, [(1500, True), (1801, False)]),
        ("no rating, all won", 0, ladder),
        ("no rating, all lost", 0, [(rating, False) for rating, _ in ladder]),
    ]:
        one, two, three = passes(rating, matches)
        base = int((2 * three + 1) // 2)
        after = base + sum(exchange(base, *match) for match in matches)
        rows = [
            {
                "event": "E",
                "date": "2024-01-01",
                "game": f"{number:02d}",
                "player_1": "P",
                "player_2": f"O{number:02d}",
                "result": "1-0" if won else "0-1",
            }
            for number, (_, won) in enumerate(matches)
        ]
        players = [{"player": f"O{n:02d}", "rating": r} for n, (r, _) in enumerate(matches)]
        inputs = {"pass 2": written(two), "pass 3": base}
        if rating:
            players.append({"player": "P", "rating": rating})
            inputs["pass 1"] = written(one)
        case = {"title": title, "results": rows, "players": players}
        cases.append(case | {"expect": {"P": {"rating": after}}, "inputs": {"P": inputs}})
    return cases


USATT = (
    "Whole numbers and fractions by tests/golden/derive_boards.py, from the table of "
    "usatt.simplycompete.com and the passes as usatt.org tells them; pass 1 of the first, 2487, "
    "is that of a public explanation"
)
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
    "usatt": (USATT, 0, "usatt-draft", usatt_cases),
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
