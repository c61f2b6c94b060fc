"""Derives the golden files of the first four systems from their sources, without banzuke.

    python tests/golden/derive.py            writes the files
    python tests/golden/derive.py --check    only says which differ; exit code 1 if any does

Arithmetic is exact (fractions), or has 60 digits where powers of ten are needed (decimal). A
number that a source prints is put beside what is derived here: this file fails if they differ.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal, getcontext
from fractions import Fraction
from pathlib import Path
from typing import Any

getcontext().prec = 60
FOLDER = Path(__file__).parent
Case = dict[str, Any]
Number = int | Fraction | Decimal


class Disagreement(Exception):
    """A source prints a number that its own formula does not give."""


def written(value: Number) -> int | str:
    """A whole number as it is, another with 25 digits behind the point."""
    if isinstance(value, Fraction):
        if value.denominator == 1:
            return int(value)
        value = Decimal(value.numerator) / Decimal(value.denominator)
    if value == int(value):
        return int(value)
    return f"{value:.25f}".rstrip("0")


def as_printed(value: Number, printed: str) -> Number:
    """The value, after a look whether the source prints it so: rounded, or cut before dots."""
    digits = printed.removesuffix("...")
    exact = Decimal(value.numerator) / value.denominator if isinstance(value, Fraction) else value
    rounding = ROUND_DOWN if printed.endswith("...") else ROUND_HALF_UP
    if Decimal(exact).quantize(Decimal(digits), rounding=rounding) != Decimal(digits):
        message = f"printed {printed}, derived {exact}"
        raise Disagreement(message)
    return value


# The percentile: a place among N players is (N + 1/2 - place) / N, in percent.

WORLD = "world championship"
# (N, rounds, category, year, V as the source or its pages print it)
VALUES = [
    (65, 3, "", 2010, "15"),
    (45, 2, "", 2010, "14.857142857..."),
    (46, 2, "", 2010, "15"),
    (28, 4, "", 2016, "10"),
    (19, 3, "", 2009, "7.428571..."),
    (7, 1, "", 2005, "3"),
    (91, 1, "", 2005, "15"),
    (90, 1, "", 2005, "14.857142857..."),
    (90, 3, "", 1997, "0"),
    (114, 5, WORLD, 1997, "20"),
    (30, 2, "", 2012, "10.5714..."),
    (62, 4, "", 2015, "15"),
    (92, 1, "", 2005, "15"),
    (45, 1, "", 2005, "8.428571..."),
    (1, 1, "", 2005, "2.142857..."),
    (1000, 9, "", 2018, "15"),
    (40, 3, "", 2000, "0"),
    (40, 3, "", 2001, "13.428571..."),
    (28, 1, WORLD, 2019, "20"),
    (1000, 3, WORLD, 2019, "20"),
    (7, 1, WORLD, 1988, "20"),
]
# Places of the event page of 1997, each with how many players share it.
SHARED = {11: 2, 17: 2, 23: 2, 26: 2, 30: 2, 39: 2, 43: 2}


def percentile_of(size: int, place: int) -> Fraction:
    """P."""
    return (size + Fraction(1, 2) - place) / size * 100


def value_of(size: int, rounds: int, category: str, year: int) -> Fraction:
    """V, by the first rule that applies."""
    if category == WORLD:
        return Fraction(20)
    if year < 2001:
        return Fraction(0)
    per_point = Fraction(7) if rounds == 1 else Fraction(7, 2)
    return min(Fraction(15), size / per_point + 2)


def moved(rating: Fraction, value: Fraction, reached: Fraction) -> Fraction:
    """The new rating."""
    return rating + value / 100 * (reached - rating)


def standing(size: int, rounds: int, category: str, year: int, place: int) -> Case:
    """One player's row of one event."""
    return {
        "event": "E",
        "player": "P",
        "place": place,
        "date": f"{year}-06-15",
        "event_players": size,
        "event_rounds": rounds,
        "event_category": category,
    }


def percentile_cases() -> Iterator[Case]:
    """Every value, percentile and worked example of the source and its pages."""
    for size, rounds, category, year, printed in VALUES:
        value = as_printed(value_of(size, rounds, category, year), printed)
        for place in sorted({1, (size + 1) // 2, size}):
            reached = percentile_of(size, place)
            about = f"{category or 'event'} of {size}, {rounds} rounds, {year}: place {place}"
            player = {"rating": written(moved(Fraction(40), value, reached))}
            yield {
                "title": about,
                "results": [standing(size, rounds, category, year, place)],
                "expect": {
                    "P": {**player, "score": written(reached), "games": int(value > 0)},
                },
                "inputs": {"P": {"tournament value": written(value)}},
            }
    printed_percentiles = [
        (114, 1, "99.56"), (114, 2, "98.68"), (114, 11, "90.79"), (114, 29, "75.00"),
        (114, 57, "50.44"), (114, 103, "10.09"), (114, 114, "0.44"), (65, 8, "88.46"),
        (30, 7, "78.3333"), (16, 2, "90.625"), (1, 1, "50"),
    ]  # fmt: skip
    for size, place, printed in printed_percentiles:
        reached = as_printed(percentile_of(size, place), printed)
        yield {
            "title": f"percentile of place {place} of {size}",
            "results": [standing(size, 5, WORLD, 1997, place)],
            "expect": {"P": {"score": written(reached)}},
        }
    example = moved(Fraction(55), Fraction(15), percentile_of(65, 8))
    yield {
        "title": "the source's own example: 55, 8th of 65, several rounds",
        "sides": [[55]],
        "places": [8],
        "facts": {"event_players": 65, "event_rounds": 3, "date": "2010-05-02"},
        "after": [[written(as_printed(as_printed(example, "60.019"), "60.0192"))]],
    }
    other = moved(Fraction(40), value_of(30, 2, "", 2012), percentile_of(30, 7))
    yield {
        "title": "from the start, 7th of 30, several rounds",
        "sides": [[40]],
        "places": [7],
        "facts": {"event_players": 30, "event_rounds": 2, "date": "2012-05-02"},
        "after": [[written(as_printed(other, "44.0524"))]],
    }
    yield from percentile_readings()
    yield from dipcon_cases()


def percentile_readings() -> Iterator[Case]:
    """Ties, the size of the field, unplaced players and the cap, by each reading."""
    places: dict[str, int | None] = {"A": 1, "B": 1, "C": 3, "D": None}
    rows = [
        {**standing(10, 3, WORLD, 2010, 1), "player": player, "place": place}
        for player, place in places.items()
    ]
    readings: list[tuple[dict[str, Any], int, Fraction, int]] = [
        ({}, 10, Fraction(1), 20),
        ({"ties": "mean"}, 10, Fraction(3, 2), 20),
        ({"ties": "worst"}, 10, Fraction(2), 20),
        ({"field": "listed"}, 4, Fraction(1), 20),
        ({"field": "placed"}, 3, Fraction(1), 20),
        ({"cap_category_values": True}, 10, Fraction(1), 15),
        ({"value_cap": 5.0, "cap_category_values": True}, 10, Fraction(1), 5),
        ({"category_values": []}, 10, Fraction(1), 0),
    ]
    for settings, size, first, fixed in readings:
        value = Fraction(fixed) or value_of(10, 3, "", 2010)
        tied = (size + Fraction(1, 2) - first) / size * 100
        third = percentile_of(size, 3)
        new = [written(moved(Fraction(40), value, reached)) for reached in (tied, third)]
        yield {
            "title": f"two firsts, a third and one without a place ({settings or 'default'})",
            "settings": settings,
            "results": rows,
            "expect": {
                "A": {"rating": new[0], "score": written(tied), "games": 1},
                "B": {"rating": new[0], "score": written(tied), "games": 1},
                "C": {"rating": new[1], "score": written(third), "games": 1},
                "D": {"rating": 40, "games": 0},
            },
        }


def dipcon_cases() -> Iterator[Case]:
    """The World DipCon of 1997: 113 listed of 114, from the saved page and from a table."""
    ratings = {
        place: moved(Fraction(40), Fraction(20), percentile_of(114, place))
        for place in range(1, 115)
    }
    as_printed(ratings[1], "51.912281")
    as_printed(ratings[103], "34.017544")
    as_printed(ratings[114], "32.087719")
    total = Fraction(90759, 19)
    as_printed(total, "4776.789474")
    # The mean that was handed over, 42.272472, is one off in its last digit.
    as_printed(total / 113, "42.272473")
    common = {
        "count": 113,
        "by_place": {str(place): written(rating) for place, rating in ratings.items()},
        "sum": written(total),
        # A sum of 113 ratings may be off by 113 times what one may be off by.
        "sum_tolerance": 1e-9,
    }
    yield {
        "title": "World DipCon 1997, the page as the database shows it",
        "shared": "seeds/diplomacy-dip-pouch-tournament-rating.txt",
        **common,
    }
    yield {
        "title": "World DipCon 1997, as a table",
        "file": "examples/world-dipcon-1997.csv",
        **common,
    }


# Elo: who leads by d points expects one part in 1 + 10 to the power of -d / 400.

THIRTY_TWO = Decimal(32)


def chance(mine: Decimal, theirs: Decimal, scale: int = 400) -> Decimal:
    """We."""
    return 1 / (1 + Decimal(10) ** ((theirs - mine) / scale))


def duel_change(mine: Decimal, theirs: Decimal, score: str, k: Decimal = THIRTY_TWO) -> Decimal:
    """32 (W - We) of a duel."""
    return k * (Decimal(score) - chance(mine, theirs))


def result_of(place: int, other: int) -> str:
    """W of a duel of two places."""
    return "1" if place < other else "0" if place > other else "0.5"


def all_places(ratings: list[int], places: list[int], k: Decimal = THIRTY_TWO) -> list[Decimal]:
    """Changes where every pair of players has a duel."""
    changes = []
    for i, mine in enumerate(ratings):
        duels = [
            duel_change(Decimal(mine), Decimal(theirs), result_of(places[i], places[j]), k)
            for j, theirs in enumerate(ratings)
            if j != i
        ]
        changes.append(sum(duels, Decimal(0)))
    return changes


def first_only(ratings: list[int], places: list[int]) -> list[Decimal]:
    """Changes where firsts beat the others and no other pair has a duel."""
    changes = []
    for i, mine in enumerate(ratings):
        duels = [
            duel_change(Decimal(mine), Decimal(theirs), result_of(places[i], places[j]))
            for j, theirs in enumerate(ratings)
            if (places[i] == 1) != (places[j] == 1)
        ]
        changes.append(sum(duels, Decimal(0)))
    return changes


def elo_case(
    title: str, ratings: list[int], places: list[int], changes: list[Decimal], printed: list[str]
) -> Case:
    """A game of single players; ``printed`` are the source's changes, "" for none."""
    for change, text in zip(changes, printed, strict=True):
        if text:
            as_printed(change, text)
    after = [Decimal(rating) + change for rating, change in zip(ratings, changes, strict=True)]
    return {
        "title": title,
        "sides": [[rating] for rating in ratings],
        "places": places,
        "after": [[written(value)] for value in after],
    }


def elo_cases() -> Iterator[Case]:
    """Every number that the rules' readings and test vectors name."""
    six = [1200] * 6
    falling = [1500, 1400, 1300, 1200, 1100, 1000]
    in_order = [1, 2, 3, 4, 5, 6]
    duels = [
        ("1200 beats 1200", [1200, 1200], [1, 2], ["16", "-16"]),
        ("1400 beats 1200", [1400, 1200], [1, 2], ["7.688098347", "-7.688098347"]),
        ("1400 loses to 1200", [1400, 1200], [2, 1], ["-24.311901653", "24.311901653"]),
        ("1400 draws 1200", [1400, 1200], [1, 1], ["-8.311901653", "8.311901653"]),
        ("1200 draws 1200", [1200, 1200], [1, 1], ["0", "0"]),
        ("1200 beats 1600", [1200, 1600], [1, 2], ["29.090909091", "-29.090909091"]),
        ("1000 loses to 3000", [1000, 3000], [2, 1], ["", ""]),
    ]
    for title, ratings, places, printed in duels:
        yield elo_case(title, ratings, places, all_places(ratings, places), printed)
        turned = ratings[::-1], places[::-1]
        named = f"{title}, named the other way"
        yield elo_case(named, *turned, all_places(*turned), printed[::-1])
    as_printed(1 / Decimal(11), "0.090909")
    many = [
        ("six equal players", six, in_order, ["80", "48", "16", "-16", "-48", "-80"]),
        (
            "six players finish in rating order",
            falling,
            in_order,
            ["28.6501", "15.4285", "4.8313", "-4.8313", "-15.4285", "-28.6501"],
        ),
        (
            "1300, 1500, 1100, 1200 in that order",
            [1300, 1500, 1100, 1200],
            [1, 2, 3, 4],
            ["43.5179", "-16.5715", "9.8849", "-36.8313"],
        ),
        ("shared places below the first draw", [1300, 1250, 1400, 1150], [1, 2, 2, 4], [""] * 4),
        ("everybody shares the first place", [1300, 1250, 1400], [1, 1, 1], [""] * 3),
    ]
    for title, ratings, places, printed in many:
        yield elo_case(title, ratings, places, all_places(ratings, places), printed)
    firsts = [
        ("only the first counts: six equals", six, in_order, ["80", *["-16"] * 5]),
        (
            "only the first counts: 1300 wins against 1500, 1200, 1100",
            [1300, 1500, 1200, 1100],
            [1, 2, 3, 4],
            ["43.5179", "-24.3119", "-11.5179", "-7.6881"],
        ),
        (
            "only the first counts: 1300 and 1200 share it before 1100",
            [1300, 1200, 1100],
            [1, 1, 3],
            ["7.6881", "11.5179", "-19.2060"],
        ),
    ]
    for title, ratings, places, printed in firsts:
        case = elo_case(title, ratings, places, first_only(ratings, places), printed)
        yield {**case, "rulebook": "warlight-first"}
        yield {**case, "title": title + " (set)", "settings": {"ranking": "first"}}
    two = elo_case(
        "only the first counts, two sides: a draw is a draw",
        [1400, 1200],
        [1, 1],
        all_places([1400, 1200], [1, 1]),
        ["-8.311901653", "8.311901653"],
    )
    yield {**two, "rulebook": "warlight-first"}
    yield from elo_choices()
    yield from elo_teams()


def elo_choices() -> Iterator[Case]:
    """The readings that are not the default."""
    drawn = first_only([1300, 1200, 1100], [1, 1, 3])
    extra = duel_change(Decimal(1300), Decimal(1200), "0.5")
    case = elo_case(
        "firsts that share draw with each other (shared_first)",
        [1300, 1200, 1100],
        [1, 1, 3],
        [drawn[0] + extra, drawn[1] - extra, drawn[2]],
        ["3.2060", "16", "-19.2060"],
    )
    yield {**case, "rulebook": "warlight-first", "settings": {"shared_first": "draw"}}
    mine, others, rest = Decimal(1300), [], Decimal(0)
    for theirs in (1500, 1200, 1100):
        change = duel_change(mine, Decimal(theirs), "1")
        mine += change
        rest += change
        others.append(-change)
    case = elo_case(
        "duels one after another (duels)",
        [1300, 1500, 1200, 1100],
        [1, 2, 3, 4],
        [rest, *others],
        ["41.3983", "", "", ""],
    )
    yield {**case, "rulebook": "warlight-first", "settings": {"duels": "in turn"}}
    shared = 32 / Decimal(5)
    case = elo_case(
        "k divided by the number of opponents (k_share)",
        [1200] * 6,
        [1, 2, 3, 4, 5, 6],
        all_places([1200] * 6, [1, 2, 3, 4, 5, 6], shared),
        ["16", "9.6", "3.2", "-3.2", "-9.6", "-16"],
    )
    yield {**case, "settings": {"k_share": "per opponent"}}
    apart = [
        duel_change(Decimal(1300), Decimal(1200), "1") + duel_change(Decimal(1300), 1100, "1"),
        duel_change(Decimal(1200), Decimal(1300), "0"),
        duel_change(Decimal(1100), Decimal(1300), "0"),
    ]
    case = elo_case(
        "players on one place below the first have no duel (shared_places)",
        [1300, 1200, 1100],
        [1, 2, 2],
        apart,
        ["", "", ""],
    )
    yield {**case, "settings": {"shared_places": "none"}}
    moved_by_25 = duel_change(Decimal(1000), Decimal(1000), "1", Decimal(25))
    case = elo_case(
        "1000 beats 1000 with k = 25",
        [1000, 1000],
        [1, 2],
        [moved_by_25, -moved_by_25],
        ["12.5", "-12.5"],
    )
    yield {**case, "settings": {"k": 25.0}}
    hundred = THIRTY_TWO * (1 - chance(Decimal(1400), Decimal(1000), 200))
    case = elo_case(
        "a scale of 200: 1400 expects 100/101 against 1000",
        [1400, 1000],
        [1, 2],
        [hundred, -hundred],
        ["0.316831...", "-0.316831..."],
    )
    yield {**case, "settings": {"scale": 200.0}}


def elo_teams() -> Iterator[Case]:
    """Pairs and teams: each member moves as the mean does."""
    change = as_printed(duel_change(Decimal(1300), Decimal(1275), "1"), "14.850690338")
    pairs = [[1400, 1200], [1300, 1250]]
    after = [[written(rating + change) for rating in pairs[0]]]
    after.append([written(rating - change) for rating in pairs[1]])
    yield {
        "title": "1400 + 1200 beat 1300 + 1250",
        "sides": pairs,
        "places": [1, 2],
        "after": after,
    }
    yield {
        "title": "1400 + 1200 beat 1300 + 1250: each member gets a half (team_change)",
        "sides": pairs,
        "places": [1, 2],
        "settings": {"team_change": "split"},
        "after": [
            [written(rating + change / 2) for rating in pairs[0]],
            [written(rating - change / 2) for rating in pairs[1]],
        ],
    }
    summed = duel_change(Decimal(2600), Decimal(2550), "1")
    yield {
        "title": "1400 + 1200 beat 1300 + 1250: their sums play (team_rating)",
        "sides": pairs,
        "places": [1, 2],
        "settings": {"team_rating": "sum"},
        "after": [
            [written(rating + summed) for rating in pairs[0]],
            [written(rating - summed) for rating in pairs[1]],
        ],
    }
    split_teams = [[1300, 1200], [1100], [1250, 1000]]
    now = [Decimal(2500), Decimal(1100), Decimal(2250)]
    for one, two in ((0, 1), (0, 2), (1, 2)):
        moved_by = duel_change(now[one], now[two], "1")
        # Split, a sum moves by the whole; so it does whatever its number of members.
        now[one] += moved_by
        now[two] -= moved_by
    yield {
        "title": "sums, one duel after another, each member an equal part",
        "sides": split_teams,
        "places": [1, 2, 3],
        "settings": {"team_rating": "sum", "duels": "in turn", "team_change": "split"},
        "after": [
            [written(rating + (total - sum(side)) / len(side)) for rating in side]
            for side, total in zip(split_teams, now, strict=True)
        ],
    }
    three = [[1400, 1200], [1300, 1250], [1100, 1000]]
    changes = all_places([1300, 1275, 1050], [1, 2, 3])
    yield {
        "title": "three pairs, every place counts",
        "sides": three,
        "places": [1, 2, 3],
        "after": [
            [written(rating + change) for rating in side]
            for side, change in zip(three, changes, strict=True)
        ],
    }
    changes = first_only([1300, 1275, 1050], [1, 2, 3])
    yield {
        "title": "three pairs, only the first counts",
        "rulebook": "warlight-first",
        "sides": three,
        "places": [1, 2, 3],
        "after": [
            [written(rating + change) for rating in side]
            for side, change in zip(three, changes, strict=True)
        ],
    }


# Exchange table: the row by the winner's lead, the column by the margin

MARGINS = [(0, 0), (2, 2), (4, 10), (12, 20), (22, 30), (32, 40), (42, 50), (52, 60), (62, 64)]
# (from, to, gains) as the source prints them; None: open
ROWS: list[tuple[int | None, int | None, str]] = [
    (351, None, "-16 -6 -4 -2 0 2 4 6 7"),
    (301, 350, "-15 -4 -3 -1 1 3 5 7 8"),
    (251, 300, "-13 -3 -1 1 3 5 7 9 10"),
    (201, 250, "-11 -1 1 3 5 7 9 11 12"),
    (151, 200, "-9 -1 3 5 7 9 11 13 14"),
    (101, 150, "-7 3 5 7 9 11 13 15 16"),
    (51, 100, "-5 6 7 9 11 13 15 17 18"),
    (1, 50, "-2 8 10 12 14 16 18 20 20"),
    (0, 0, "0 10 12 14 16 18 20 22 23"),
    (-50, -1, "2 13 14 16 18 20 22 24 25"),
    (-100, -51, "5 15 17 19 21 23 25 27 28"),
    (-150, -101, "7 17 19 21 23 25 27 29 30"),
    (-200, -151, "9 20 21 23 25 27 29 31 32"),
    (-250, -201, "11 22 23 25 27 29 31 33 35"),
    (-300, -251, "15 23 25 27 29 31 33 35 36"),
    (-350, -301, "15 25 27 29 31 33 35 37 37"),
    (None, -351, "16 27 28 30 32 34 36 38 39"),
]
HARMONISED = {(151, 1): 1, (-250, 8): 34, (-300, 0): 13}


def gain_of(lead: int, margin: int, *, harmonised: bool = False) -> int:
    """What the winner gets."""
    column = next(i for i, (low, high) in enumerate(MARGINS) if low <= margin <= high)
    for low, high, gains in ROWS:
        if (low is None or low <= lead) and (high is None or lead <= high):
            if harmonised and (low, column) in HARMONISED:
                return HARMONISED[low, column]
            return int(gains.split()[column])
    message = f"no row holds {lead}"
    raise Disagreement(message)


def table_case(lead: int, margin: int, base: int = 1000, *, harmonised: bool = False) -> Case:
    """A won game (or, with margin 0, a draw) at this lead of who is named first."""
    read = abs(lead) if margin == 0 else lead
    gain = 0 if margin == 0 and lead == 0 else gain_of(read, margin, harmonised=harmonised)
    if margin == 0 and lead < 0:
        gain = -gain
    word = "draws" if margin == 0 else "beats"
    return {
        "title": f"{base + lead} {word} {base} by {margin}",
        "sides": [[base + lead], [base]],
        "scores": [32 + margin // 2, 32 - margin // 2],
        "after": [[base + lead + gain], [base - gain]],
    }


def exchange_cases() -> Iterator[Case]:
    """All cells at their edges, the source's example, the handed vectors, the readings."""
    for low, high, _ in ROWS:
        # Of a row that is open, the bound, its neighbour and something far.
        leads = {high, high - 1, high - 700} if low is None and high is not None else set()
        if low is not None:
            leads = {low, low + 1, low + 700} if high is None else {low, (low + high) // 2, high}
        for lead in sorted(leads, reverse=True):
            for margin in sorted({margin for bounds in MARGINS for margin in bounds}):
                case = table_case(lead, margin)
                yield case
                yield {
                    **case,
                    "title": case["title"] + ", named the other way",
                    **{name: case[name][::-1] for name in ("sides", "scores", "after")},
                }
    vectors = [
        ((1180, 1040), (34, 30), 5),
        ((1040, 1180), (35, 29), 19),
        ((1100, 1100), (33, 31), 10),
        ((1100, 1100), (64, 0), 23),
        ((1100, 1100), (32, 32), 0),
        ((1500, 1100), (33, 31), -6),
        ((1500, 1100), (47, 17), 0),
        ((1100, 1500), (64, 0), 39),
        ((1350, 1000), (33, 31), -4),
        ((1351, 1000), (33, 31), -6),
        ((1300, 1040), (32, 32), -13),
        ((1150, 925), (35, 29), 1),
        # The lead of 225 won by 2: the winner loses a point.
        ((1150, 925), (33, 31), -1),
    ]
    for (mine, theirs), scores, printed in vectors:
        case = table_case(mine - theirs, scores[0] - scores[1], theirs)
        if case["after"] != [[mine + printed], [theirs - printed]]:
            message = f"{mine} against {theirs}: printed {printed}, derived {case['after']}"
            raise Disagreement(message)
        yield {**case, "title": f"handed vector: {case['title']}"}
    for lead, margin in ((175, 2), (-225, 62), (-225, 64), (-260, 0), (260, 0)):
        yield {**table_case(lead, margin, harmonised=True), "rulebook": "othello-sweden-harmonised"}
    own = {"title": "a draw read from each player's own row (draw_row)", "after": [[1287], [1055]]}
    draw = {"sides": [[1300], [1040]], "scores": [32, 32]}
    yield {**draw, **own, "settings": {"draw_row": "own"}}
    lower = {"title": "a draw read from the lower row (draw_row)", "after": [[1285], [1055]]}
    yield {**draw, **lower, "settings": {"draw_row": "lower"}}
    full = {"sides": [[1000], [1000]], "settings": {"empties": "to_winner"}}
    # 40-20 counts as 44-20: a margin of 24.
    gain = gain_of(0, 24)
    won = {"title": "40-20 between equals, empties to the winner", "scores": [40, 20]}
    yield {**full, **won, "after": [[1000 + gain], [1000 - gain]]}
    yield {
        **full,
        "title": "a draw with empty squares stays a draw",
        "sides": [[1300], [1040]],
        "scores": [30, 30],
        "after": [[1287], [1053]],
    }
    for scores in ([40, 20], [35, 30], [32, 31], [64, 1], [30, 30]):
        text = f"{scores[0]}-{scores[1]}"
        yield {
            "title": f"{text} does not add up to 64",
            "sides": [[1000], [1000]],
            "scores": scores,
            "refused": f"{text} adds up to {sum(scores)}",
        }
    yield {
        "title": "a ranking that is not a whole number",
        "sides": [[1000.5], [1000]],
        "scores": [34, 30],
        "refused": "1000.5 is not a whole number",
    }


# Handicap table: trunc(base * percent / 100), base by the own class, percent by C

RANKS = [f"{kup}K" for kup in range(18, 0, -1)] + [f"{dan}D" for dan in range(1, 8)]
# high wins, high loses, low wins, low loses
PERCENTS = {
    -5: (0, -100, 100, 0),
    -4: (3, -97, 97, -3),
    -3: (7, -93, 93, -7),
    -2: (16, -84, 84, -16),
    -1: (30, -70, 70, -30),
    0: (50, -50, 50, -50),
    1: (70, -30, 30, -70),
    2: (84, -16, 16, -84),
    3: (93, -7, 7, -93),
    4: (97, -3, 3, -97),
    5: (100, 0, 0, -100),
}
REGULAR, NEW = 20, 3
# What the handed vectors give for base 150: (high wins, high loses), (low wins, low loses).
OF_150 = {
    0: (75, -75, 75, -75),
    -1: (45, -105, 105, -45),
    -2: (24, -126, 126, -24),
    -3: (10, -139, 139, -10),
    -4: (4, -145, 145, -4),
    -5: (0, -150, 150, 0),
}


def middle(rank: str) -> int:
    """R.P in the middle of a rank of 300."""
    return RANKS.index(rank) * 300 + 150


def base_of(rank: str, *, example: bool = False) -> int:
    """The points of a class: of table 2, or of the source's own example."""
    number = RANKS.index(rank)
    last_of_150 = RANKS.index("1K" if example else "10K")
    return 150 if number <= last_of_150 else 100


def points(base: int, percent: int) -> int:
    """trunc(base * percent / 100)."""
    product = abs(base * percent) // 100
    return product if percent > 0 else -product


def go_case(title: str, sides: list[list[Any]], places: list[int], after: list[Any]) -> Case:
    """A game of two members, each (R.P, games)."""
    return {"title": title, "sides": [[s] for s in sides], "places": places, "after": after}


def handicaps_of(stones: int) -> list[list[int]]:
    """What the higher and the lower player receive so that a = stones."""
    return [[max(0, -stones)], [max(0, stones)]]


def table3_cases() -> Iterator[Case]:
    """All cells of table 3 for all pairs of bases, for regular and for new members."""
    pairs = [("12K", "15K"), ("3D", "1K"), ("9K", "12K"), ("7D", "7D"), ("10K", "10K")]
    for high, low in pairs:
        fair = RANKS.index(high) - RANKS.index(low)
        for difference in (*range(-5, 6), -14, 9):
            row = PERCENTS[max(-5, min(5, difference))]
            for winner in (0, 1):
                for games in (REGULAR, NEW):
                    rated = abs(difference) <= 4 or games == NEW
                    changes = [
                        points(base_of(high), row[0] if winner == 0 else row[1]),
                        points(base_of(low), row[3] if winner == 0 else row[2]),
                    ]
                    if base_of(high) == base_of(low) == 150 and difference in OF_150:
                        handed = OF_150[difference]
                        if changes != [handed[winner], handed[3 - winner]]:
                            message = f"C {difference}: {changes} against {handed}"
                            raise Disagreement(message)
                    starts = [middle(high), middle(low)]
                    after = [
                        [[start + change * rated, games + rated]]
                        for start, change in zip(starts, changes, strict=True)
                    ]
                    member = "regular" if games == REGULAR else "new"
                    won = "wins" if winner == 0 else "loses"
                    yield {
                        "title": f"{member} {high} {won} against {low}, C = {difference}",
                        "sides": [[[starts[0], games]], [[starts[1], games]]],
                        "places": [1 + winner, 2 - winner],
                        "handicaps": handicaps_of(difference + fair),
                        "after": after,
                    }


def vector_cases() -> Iterator[Case]:
    """The handed vectors: (title, ranks, stones of the lower, who wins, changes)."""
    vectors: list[tuple[str, str, str, int, int, list[int]]] = [
        ("5D beats 3D, even", "5D", "3D", 0, 0, [16, -16]),
        ("3D beats 5D, even", "5D", "3D", 0, 1, [-84, 84]),
        ("5D beats 3D, 2 stones", "5D", "3D", 2, 0, [50, -50]),
        ("3D beats 5D, 2 stones", "5D", "3D", 2, 1, [-50, 50]),
        ("5D, who receives 1 stone, beats 3D", "5D", "3D", -1, 0, [7, -7]),
        ("12K beats 9K, 3 stones", "9K", "12K", 3, 1, [-50, 75]),
        ("1D beats 3K, 3 stones: table 2", "1D", "3K", 3, 0, [50, -50]),
    ]
    for title, high, low, stones, winner, changes in vectors:
        yield {
            "title": title,
            "sides": [[[middle(high), REGULAR]], [[middle(low), REGULAR]]],
            "places": [1 + winner, 2 - winner],
            "handicaps": handicaps_of(stones),
            "after": [
                [[middle(high) + changes[0], REGULAR + 1]],
                [[middle(low) + changes[1], REGULAR + 1]],
            ],
        }
    yield {
        "title": "1D beats 3K, 3 stones: the source's example",
        "rulebook": "dash-baduk-example",
        "sides": [[[5550, REGULAR]], [[4650, REGULAR]]],
        "places": [1, 2],
        "handicaps": [[0], [3]],
        "after": [[[5600, REGULAR + 1]], [[4575, REGULAR + 1]]],
    }
    far = [[middle("5D"), REGULAR], [middle("10K"), REGULAR]]
    yield go_case("5D against 10K, even: C = -14, not rated", far, [1, 2], [[far[0]], [far[1]]])
    low = [[30, REGULAR], [30, REGULAR]]
    after = [[[105, REGULAR + 1]], [[0, REGULAR + 1]]]
    yield go_case("the floor: 30 R.P loses an even game", low, [1, 2], after)
    zero = [[0, REGULAR], [0, REGULAR]]
    after = [[[75, REGULAR + 1]], [[0, REGULAR + 1]]]
    yield go_case("the floor: 0 R.P loses an even game", zero, [1, 2], after)
    top = [[9000, REGULAR], [7200, REGULAR]]
    after = [[[9050, REGULAR + 1]], [[7150, REGULAR + 1]]]
    yield go_case("no upper bound: 7D beats 7D", top, [1, 2], after)


def switch_cases() -> Iterator[Case]:
    """The tenth game: the switch to regular member, and its cut at 6750."""
    # (title, R.P and games before of who wins against an equal, after; settings)
    cases: list[tuple[str, list[int], list[int], Case]] = [
        ("the tenth game of a 3D", [6150, 9], [6200, 10], {}),
        ("the ninth game of a 7D: no cut yet", [7350, 8], [7400, 9], {}),
        ("the tenth game of a 7D: cut to 6750", [7350, 9], [6750, 10], {}),
        ("the tenth game at 6700 ends at 6750", [6700, 9], [6750, 10], {}),
        ("the tenth game at 6701 would end at 6751", [6701, 9], [6750, 10], {}),
        ("the eleventh game may rise above 6750", [6750, 10], [6800, 11], {}),
        ("the milder cut keeps 6850", [6800, 9], [6850, 10], {"switch_cut": "above_rank"}),
        ("the milder cut keeps 6899", [6849, 9], [6899, 10], {"switch_cut": "above_rank"}),
        ("the milder cut of 6900, 6D", [6850, 9], [6750, 10], {"switch_cut": "above_rank"}),
        ("no cut", [7350, 9], [7400, 10], {"switch_cut": "none"}),
        ("a switch after 5 games", [7350, 4], [6750, 5], {"regular_after": 5}),
    ]
    for title, before, after, settings in cases:
        even = [before, [before[0], REGULAR]]
        lost = [[[after[0], after[1]]], [[before[0] - 50, REGULAR + 1]]]
        yield {**go_case(title, even, [1, 2], lost), "settings": settings}
    loser = [[7350, REGULAR], [7350, 9]]
    after = [[[7400, REGULAR + 1]], [[6750, 10]]]
    yield go_case("who loses the tenth game is cut, too", loser, [1, 2], after)


def member_cases() -> Iterator[Case]:
    """Games of new with regular members, by the three readings, and draws."""
    near, far = (6150, 5550), (6150, 3000)
    both = {"own_side", "both_sides"}
    for reading in ("own_side", "never_affects_regular", "both_sides"):
        settings = {"new_member_games": reading}
        # 3D, regular, loses to 1D, new, even: C = -2: -84 and +84.
        moved_regular = -84 if reading in both else 0
        yield {
            **go_case(
                f"C = -2 with a new member ({reading})",
                [[near[0], REGULAR], [near[1], NEW]],
                [2, 1],
                [[[near[0] + moved_regular, REGULAR + 1]], [[near[1] + 84, NEW + 1]]],
            ),
            "settings": settings,
        }
        # 3D, regular, loses to 8K, new, even: C = -10: the row of -5.
        regular_after = [far[0], REGULAR]
        if reading == "both_sides":
            regular_after = [far[0] - 100, REGULAR + 1]
        yield {
            **go_case(
                f"C = -10 with a new member ({reading})",
                [[far[0], REGULAR], [far[1], NEW]],
                [2, 1],
                [[regular_after], [[far[1] + 100, NEW + 1]]],
            ),
            "settings": settings,
        }
    even = [[6150, REGULAR], [1950, NEW]]
    after = [[[6150, REGULAR]], [[1950, NEW + 1]]]
    yield go_case("a jigo beyond 4 counts for the new member only", even, [1, 1], after)
    even = [[6150, NEW], [6150, REGULAR]]
    after = [[[6150, NEW + 1]], [[6150, REGULAR + 1]]]
    yield go_case("a jigo changes nothing and counts", even, [1, 1], after)
    uneven = [[6750, REGULAR], [6150, REGULAR]]
    after = [[[6716, REGULAR + 1]], [[6184, REGULAR + 1]]]
    mean = go_case("a jigo at C = -2 as the mean of win and loss", uneven, [1, 1], after)
    yield {**mean, "settings": {"jigo": "mean"}}
    fractions = [[1950, REGULAR], [1050, REGULAR]]
    # 12K against 15K, even: C = -3 of 150: 10.5 and 139.5.
    change = go_case(
        "the change loses its decimals", fractions, [1, 2], [[[1960, 21]], [[1040, 21]]]
    )
    yield change
    total = go_case("the total loses its decimals", fractions, [1, 2], [[[1960, 21]], [[1039, 21]]])
    yield {**total, "settings": {"truncate": "total"}}
    total = go_case("the total, lost", fractions, [2, 1], [[[1810, 21]], [[1189, 21]]])
    yield {**total, "settings": {"truncate": "total"}}
    for declared, starts in (("middle", 150), ("bottom", 0)):
        yield {
            "title": f"every rank's start: the {declared} of the rank; a jigo with an equal",
            "settings": {"declared_rank": declared},
            "results": [
                {"player_1": f"{rank} one", "player_2": f"{rank} two", "result": "1/2-1/2"}
                for rank in RANKS
            ],
            "players": [
                {"player": f"{rank} {which}", "rank": rank}
                for rank in RANKS
                for which in ("one", "two")
            ],
            "expect": {
                f"{rank} one": {"rating": 300 * number + starts, "games": 1, "shown": rank}
                for number, rank in enumerate(RANKS)
            },
        }
    yield {
        "title": "neither a rank nor a rating",
        "results": [{"player_1": "A", "player_2": "B", "result": "1-0"}],
        "refused": "neither a rating nor a declared rank",
    }
    yield {
        "title": "who declares no rank starts at start_rank",
        "settings": {"start_rank": "10K"},
        "results": [{"player_1": "A", "player_2": "B", "result": "1-0"}],
        "expect": {"A": {"rating": 2625, "shown": "10K"}, "B": {"rating": 2475, "shown": "10K"}},
    }
    badges = [
        (0, "18K"), (299, "18K"), (300, "17K"), (2399, "11K"), (2400, "10K"), (2699, "10K"),
        (2700, "9K"), (5100, "1K"), (5399, "1K"), (5400, "1D"), (5699, "1D"), (5700, "2D"),
        (6599, "4D"), (6600, "5D"), (6750, "5D"), (6899, "5D"), (6900, "6D"), (7199, "6D"),
        (7200, "7D"), (9999, "7D"),
    ]  # fmt: skip
    yield {
        "title": "the rank shown at each edge, with the mark of regular members",
        "results": [
            {"player_1": f"{rating} one", "player_2": f"{rating} two", "result": "1/2-1/2"}
            for rating, _ in badges
        ],
        "players": [
            {"player": f"{rating} {which}", "rating": float(rating), "games": games}
            for rating, _ in badges
            for which, games in (("one", 10), ("two", 8))
        ],
        "expect": {
            f"{rating} {which}": {"rating": rating, "shown": rank + mark}
            for rating, rank in badges
            for which, mark in (("one", "*"), ("two", ""))
        },
    }


def handicap_cases() -> Iterator[Case]:
    """Tables 2 and 3, the regulation, and the readings."""
    yield from table3_cases()
    yield from vector_cases()
    yield from switch_cases()
    yield from member_cases()


FILES: dict[str, dict[str, Any]] = {
    "percentile": {
        "origin": (
            "Exact fractions by tests/golden/derive.py, from the formulas of the Dip Pouch "
            "Tournament Rating (World Diplomacy Database, 2019-10-09); values and percentiles "
            "that the database prints agree to their last digit"
        ),
        "tolerance": 1e-12,
        "rulebook": "dip-pouch",
        "cases": percentile_cases,
    },
    "elo-many-sides": {
        "origin": (
            "60-digit decimals by tests/golden/derive.py, from the formulas of the help page "
            "Warlight ranking; printed digits of worked numbers agree"
        ),
        "tolerance": 1e-10,
        "rulebook": "warlight",
        "cases": elo_cases,
    },
    "exchange-table": {
        "origin": (
            "The table of the Swedish Othello federation (Beräkning av ranking), read by "
            "tests/golden/derive.py at both edges of all rows and columns; the page's own "
            "example is among the cases"
        ),
        "tolerance": 0,
        "rulebook": "othello-sweden",
        "cases": exchange_cases,
    },
    "handicap-table": {
        "origin": (
            "Whole-number arithmetic by tests/golden/derive.py, from tables 2 and 3 and the "
            "regulation of the Dash & Dot Baduk help page Rating System"
        ),
        "tolerance": 0,
        "rulebook": "dash-baduk",
        "cases": handicap_cases,
    },
}


def text_of(key: str) -> str:
    """The golden file of a system: a case a line."""
    head = {name: value for name, value in FILES[key].items() if name != "cases"}
    lines = [json.dumps(case, ensure_ascii=False) for case in FILES[key]["cases"]()]
    top = json.dumps(head, ensure_ascii=False, indent=1)[:-2]
    return top + ',\n "cases": [\n  ' + ",\n  ".join(lines) + "\n ]\n}\n"


def main(arguments: list[str]) -> int:
    """Write the files, or say which differ."""
    differs = []
    for key in FILES:
        path, text = FOLDER / f"{key}.json", text_of(key)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            differs.append(path.name)
            if "--check" not in arguments:
                path.write_text(text, encoding="utf-8")
    sys.stdout.write("".join(f"{name}\n" for name in differs))
    return int(bool(differs) and "--check" in arguments)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
