"""Derives the golden files of the contest systems from their sources, without banzuke.

    python tests/golden/derive_contests.py            writes the files
    python tests/golden/derive_contests.py --check    only says which differ; exit code 1 if any

Arithmetic has 100 digits. Each sum is taken over everybody, as the sources print it, and the
rating needed is looked for one by one from the top: nothing is counted, kept or halved.
"""

from __future__ import annotations

import json
import sys
from decimal import Decimal, getcontext
from pathlib import Path
from typing import Any

getcontext().prec = 100
FOLDER = Path(__file__).parent
Case = dict[str, Any]
PI = Decimal("3.1415926535897932384626433832795028841971693993751058209749445923078164062862089986")


def written(value: Decimal | int) -> int | str:
    """A whole number as it is, another with 25 digits behind the point."""
    return int(value) if value == int(value) else f"{value:.25f}".rstrip("0")


# Codeforces.

TO_COME = [1400, 900, 550, 300, 150, 50, 0]
# (title, (rating, contests before) of each contestant, places)
CONTESTS: list[tuple[str, list[tuple[int, int]], list[int]]] = [
    ("two established accounts of one rating", [(1500, 6), (1500, 6)], [1, 2]),
    ("the lower rated of two is first", [(1400, 6), (1900, 6)], [1, 2]),
    ("two share the first place", [(1500, 6), (1500, 6)], [1, 1]),
    ("three new accounts", [(1400, 0), (1400, 0), (1400, 0)], [1, 2, 3]),
    ("places as expected", [(1600, 9), (1500, 9), (1400, 9)], [1, 2, 3]),
    ("places turned round", [(1400, 9), (1500, 9), (1600, 9)], [1, 2, 3]),
    ("a contestant alone", [(1234, 7)], [1]),
    ("ratings below zero", [(-42, 12), (15, 8), (-3, 1)], [3, 1, 2]),
    (
        "eight, of whom two and three share places",
        [(3500, 90), (2100, 30), (1731, 5), (1400, 0), (1290, 1), (1247, 2), (812, 44), (2099, 6)],
        [1, 2, 2, 4, 5, 6, 6, 6],
    ),
    (
        "twenty: only sixteen are among the highest rated",
        [(1000 + 97 * (7 * number % 20), number) for number in range(20)],
        list(range(1, 21)),
    ),
    (
        "twenty: the last of the sixteen ratings is shared, better places are taken",
        [(2000 - 60 * (number // 6), 10) for number in range(20)],
        [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2],
    ),
    (
        "the highest rated gain, so that all lose up to 10",
        [(2400 - number, 50) for number in range(8)] + [(600, 50) for _ in range(12)],
        list(range(1, 21)),
    ),
]


def cut(value: Decimal) -> int:
    """Without the fraction: toward zero."""
    return int(value)


def seed_of(rating: int, me: int, ratings: list[int]) -> Decimal:
    """1 and the chances of all others to be above who has this rating."""
    others = [other for number, other in enumerate(ratings) if number != me]
    return 1 + sum(
        (1 / (1 + Decimal(10) ** (Decimal(rating - other) / 400)) for other in others), Decimal(0)
    )


def needed(place: Decimal, me: int, ratings: list[int]) -> int:
    """The highest whole rating from 1 to 7999 with this seed at least."""
    low, high = 1, 8000
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if seed_of(middle, me, ratings) < place else (middle, high)
    return low


def changes_of(ratings: list[int], places: list[int]) -> list[int]:
    """The changes of a contest."""
    count = len(ratings)
    changes = []
    for me, rating in enumerate(ratings):
        worst = sum(other <= places[me] for other in places)
        middle = (worst * seed_of(rating, me, ratings)).sqrt()
        changes.append(cut(Decimal(needed(middle, me, ratings) - rating) / 2))
    lost = cut(Decimal(-sum(changes)) / count) - 1
    changes = [change + lost for change in changes]
    top = min(count, 4 * int(Decimal(count).sqrt() + Decimal("0.5")))
    highest = sorted(range(count), key=lambda one: (-ratings[one], places[one]))[:top]
    lost = min(max(cut(Decimal(-sum(changes[one] for one in highest)) / top), -10), 0)
    return [change + lost for change in changes]


def codeforces_cases() -> list[Case]:
    """Every contest, with rating, contests and displayed rating of each contestant after it."""
    cases = []
    for title, contestants, places in CONTESTS:
        changes = changes_of([rating for rating, _ in contestants], places)
        after = []
        for (rating, games), change in zip(contestants, changes, strict=True):
            done = min(games + 1, 6)
            after.append([[rating + change, games + 1, rating + change - TO_COME[done]]])
        sides = [[list(contestant)] for contestant in contestants]
        cases.append({"title": title, "sides": sides, "places": places, "after": after})
    return cases


# Topcoder.

# (title, (rating, volatility, contests before) of each player, places)
CHALLENGES: list[tuple[str, list[tuple[int, int, int]], list[int]]] = [
    ("three of 300", [(1500, 300, 10), (1200, 300, 10), (900, 300, 10)], [2, 1, 3]),
    ("three new members", [(1200, 515, 0)] * 3, [1, 2, 3]),
    ("two members share the first place", [(1200, 385, 1), (1500, 250, 20)], [1, 1]),
    ("two members, the largest change", [(2600, 200, 40), (400, 150, 40)], [2, 1]),
    (
        "new members and others, with shared places",
        [(2700, 150, 80), (2100, 260, 9), (1999, 401, 3), (1200, 515, 0), (1200, 515, 0),
         (843, 385, 1), (1422, 333, 12)],
        [3, 1, 3, 2, 5, 5, 7],
    ),
    ("the only member with a rating", [(1800, 300, 5), (1200, 515, 0)], [2, 1]),
    ("a player alone", [(1300, 300, 4)], [1]),
    ("far below", [(30, 700, 2), (20, 300, 30), (3500, 90, 99)], [3, 2, 1]),
]  # fmt: skip


def erf(value: Decimal) -> Decimal:
    """The error function, by its series; values are below 12."""
    if abs(value) > 12:
        return Decimal(1).copy_sign(value)
    total = term = value
    number = 0
    while abs(term) > Decimal(10) ** -95:
        number += 1
        term *= -value * value / number
        total += term / (2 * number + 1)
    return 2 * total / PI.sqrt()


def below(value: Decimal) -> Decimal:
    """The chance of a normal variable to lie below a value."""
    return (1 + erf(value / Decimal(2).sqrt())) / 2


def quantile(chance: Decimal) -> Decimal:
    """What a normal variable stays below with this chance, by halving and Newton's steps."""
    low, high = Decimal(-10), Decimal(10)
    for _ in range(20):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) < chance else (low, middle)
    value = (low + high) / 2
    for _ in range(5):
        density = (-value * value / 2).exp() / (2 * PI).sqrt()
        value -= (below(value) - chance) / density
    return value


def challenge(players: list[tuple[int, int, int]], places: list[int], me: int) -> list[Decimal]:
    """Rating and volatility of one player after a challenge, by the source's formulas."""
    rating, volatility, times = map(Decimal, players[me])
    group = [one for one in range(len(players)) if times == 0 or players[one][2] > 0]
    count = len(group)
    mean = sum(Decimal(players[one][0]) for one in group) / count
    factor = Decimal(0)
    if count > 1:
        squares = sum(Decimal(players[one][1]) ** 2 for one in group) / count
        spread = sum((players[one][0] - mean) ** 2 for one in group) / (count - 1)
        factor = (squares + spread).sqrt()
    expected = Decimal("0.5")
    for one in group:
        apart = (2 * (players[one][1] ** 2 + volatility**2)).sqrt()
        expected += (erf((players[one][0] - rating) / apart) + 1) / 2
    better = sum(places[one] < places[me] for one in group)
    sharing = sum(places[one] == places[me] for one in group)
    actual = better + Decimal(sharing + 1) / 2
    half = Decimal("0.5")
    difference = quantile((expected - half) / count) - quantile((actual - half) / count)
    performed = rating + factor * difference
    weight = 1 / (1 - (Decimal("0.42") / (times + 1) + Decimal("0.18"))) - 1
    if rating >= 2500:
        weight *= Decimal("0.8")
    elif rating >= 2000:
        weight *= Decimal("0.9")
    new = (rating + weight * performed) / (1 + weight)
    cap = 150 + 1500 // (int(times) + 2)
    new = max(min(new, rating + cap), rating - cap, Decimal(1))
    after = ((new - rating) ** 2 / weight + volatility**2 / (weight + 1)).sqrt()
    return [new, after if times else Decimal(385)]


def topcoder_cases() -> list[Case]:
    """Every challenge, with rating, volatility and contests of each player after it."""
    cases = []
    for title, players, places in CHALLENGES:
        after = []
        for me, (_, _, times) in enumerate(players):
            values = challenge(players, places, me)
            after.append([[*map(written, values), times + 1]])
        sides = [[list(player)] for player in players]
        cases.append({"title": title, "sides": sides, "places": places, "after": after})
    return cases


CODEFORCES = (
    "100 digits by tests/golden/derive_contests.py, from the program linked in "
    "codeforces.com/blog/entry/20762; the same formulas give all 23,607 changes that the "
    "site published for three contests of 2020 (tests/systems/test_codeforces.py)"
)
TOPCODER = (
    "100 digits by tests/golden/derive_contests.py, from the formulas of "
    "topcoder.com/thrive/articles/Ratings and the constants of the site's class RatingQubits"
)
FILES = {
    "codeforces": (
        CODEFORCES,
        0,
        "codeforces",
        codeforces_cases,
    ),
    "topcoder": (
        TOPCODER,
        1e-9,
        "topcoder-draft",
        topcoder_cases,
    ),
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
