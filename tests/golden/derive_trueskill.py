"""Derives the golden file of TrueSkill from its source, without banzuke.

    python tests/golden/derive_trueskill.py            writes the file
    python tests/golden/derive_trueskill.py --check    only says whether it differs; 1 if it does

Arithmetic has 60 digits (decimal). Of two sides it is the source's closed form; of more, its
messages along the chain of neighbouring places, sent until they stand still. What programs of
others print is put beside what is derived here: this file fails if they differ.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from decimal import Decimal, getcontext
from pathlib import Path
from typing import Any

getcontext().prec = 60
PATH = Path(__file__).parent / "trueskill.json"
Case = dict[str, Any]
Side = list[tuple[Decimal, Decimal]]
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
MU, SIGMA = Decimal(25), Decimal(25.0 / 3.0)
NEW = (MU, SIGMA)
DEFAULTS = {"beta": 25 / 6, "tau": 25 / 300, "draw_probability": 0.1}
#: Farther out the tail is told by a continued fraction, nearer the chance by a series.
FAR = 7


class Disagreement(Exception):
    """Somebody prints a number that the source's formulas do not give."""


def as_printed(value: Decimal, printed: str, off: str = "0") -> None:
    """Fails if a value is not what is printed, to its last digit and ``off``."""
    unit = Decimal(1).scaleb(Decimal(printed).as_tuple().exponent)
    if abs(value - Decimal(printed)) > unit / 2 + Decimal(off):
        message = f"printed {printed}, derived {value}"
        raise Disagreement(message)


def written(value: Decimal) -> int | str:
    """A whole number as it is, another with 24 digits behind the point."""
    return int(value) if value == int(value) else f"{value:.24f}".rstrip("0")


def density(x: Decimal) -> Decimal:
    """Of the normal curve."""
    return (-x * x / 2).exp() / (2 * PI).sqrt()


def hazard(x: Decimal) -> Decimal:
    """Density over the chance to be above, far out: Laplace's continued fraction."""
    fraction = x
    for step in range(600, 0, -1):
        fraction = x + step / fraction
    return fraction


def below(x: Decimal) -> Decimal:
    """The chance to be below."""
    if abs(x) > FAR:
        tail = density(x) / hazard(abs(x))
        return tail if x < 0 else 1 - tail
    total = term = x
    step = 0
    while abs(term) > Decimal(10) ** -70:
        step += 1
        term *= x * x / (2 * step + 1)
        total += term
    return Decimal("0.5") + density(x) * total


def quantile(chance: Decimal) -> Decimal:
    """What the variable is below with this chance, from 1/2 on: Newton's steps."""
    x = Decimal(0)
    for _ in range(60):
        x -= (below(x) - chance) / density(x)
    return x


def won(lead: Decimal) -> tuple[Decimal, Decimal]:
    """The source's v and w where the lead is above the margin, which is subtracted already."""
    v = hazard(-lead) if lead < -FAR else density(lead) / below(lead)
    return v, v * (v + lead)


def drawn(lead: Decimal, margin: Decimal) -> tuple[Decimal, Decimal]:
    """The source's v and w of a draw."""
    low, high = -margin - lead, margin - lead
    inside = below(high) - below(low)
    v = (density(low) - density(high)) / inside
    return v, v * v + (high * density(high) - low * density(low)) / inside


def two_sides(sides: list[Side], places: list[int], **settings: float) -> list[Side]:
    """The values after a game of two sides."""
    given = {**DEFAULTS, **settings}
    beta, tau = Decimal(given["beta"]), Decimal(given["tau"])
    players = len(sides[0]) + len(sides[1])
    margin = quantile((1 + Decimal(given["draw_probability"])) / 2) * Decimal(players).sqrt() * beta
    c_2 = sum((s * s + tau * tau + beta * beta for side in sides for _, s in side), Decimal(0))
    c = c_2.sqrt()
    lead = sum((m for m, _ in sides[0]), Decimal(0)) - sum((m for m, _ in sides[1]), Decimal(0))
    tied = places[0] == places[1]
    v, w = drawn(lead / c, margin / c) if tied else won((lead - margin) / c)
    return [
        [
            (
                m + sign * (s * s + tau * tau) / c * v,
                ((s * s + tau * tau) * (1 - (s * s + tau * tau) / c_2 * w)).sqrt(),
            )
            for m, s in side
        ]
        for sign, side in ((1, sides[0]), (-1, sides[1]))
    ]


def chain(players: Side) -> Side:
    """The values after a free-for-all in this order: messages, up and down, until they stand."""
    beta, tau = Decimal(DEFAULTS["beta"]), Decimal(DEFAULTS["tau"])
    margin = quantile((1 + Decimal(DEFAULTS["draw_probability"])) / 2) * Decimal(2).sqrt() * beta
    own = [(m, s * s + tau * tau + beta * beta) for m, s in players]
    # Messages are (precision, precision times mean) of a performance.
    up = [(Decimal(0), Decimal(0)) for _ in players]
    down = list(up)

    def join(at: int, *messages: tuple[Decimal, Decimal]) -> tuple[Decimal, Decimal]:
        precision = 1 / own[at][1] + sum(one for one, _ in messages)
        return (
            own[at][0] / own[at][1] + sum(two for _, two in messages)
        ) / precision, 1 / precision

    links = list(range(len(players) - 1))
    for link in (links + links[::-1]) * 40:
        (mean_a, var_a), (mean_b, var_b) = join(link, up[link]), join(link + 1, down[link + 1])
        c = (var_a + var_b).sqrt()
        v, w = won((mean_a - mean_b - margin) / c)
        new_a = mean_a + var_a / c * v, var_a * (1 - w * var_a / c**2)
        new_b = mean_b - var_b / c * v, var_b * (1 - w * var_b / c**2)
        down[link] = 1 / new_a[1] - 1 / var_a, new_a[0] / new_a[1] - mean_a / var_a
        up[link + 1] = 1 / new_b[1] - 1 / var_b, new_b[0] / new_b[1] - mean_b / var_b
    found = []
    for at, (mean, deviation) in enumerate(players):
        performed, left = join(at, up[at], down[at])
        strength = deviation**2 + tau * tau
        share = strength / own[at][1]
        variance = strength * (1 - share * (1 - left / own[at][1]))
        found.append((mean + share * (performed - own[at][0]), variance.sqrt()))
    return found


def of(*numbers: float) -> tuple[Decimal, ...]:
    """A player, by the very floats that the package is given."""
    return tuple(map(Decimal, numbers))


CHESS = {"beta": 200.0, "tau": 4.0, "draw_probability": 0.03}
NONE, STILL = {"draw_probability": 0.0}, {"draw_probability": 0.0, "tau": 0.0}
#: (title, sides, whether it is a draw, settings, what others print of the first and of the last)
GAMES: list[tuple[str, list[list[Any]], bool, dict[str, float], tuple[tuple[str, ...], ...]]] = [
    ("two newcomers, the first wins", [[NEW], [NEW]], False, {},
     (("29.395831692992", "7.1714758070092"), ("20.604", "7.171"))),
    ("two newcomers draw", [[NEW], [NEW]], True, {}, (("25", "6.4575156832451"), ("25", "6.458"))),
    ("a newcomer draws with who is stronger and less sure", [[NEW], [of(50.0, 12.5)]], True, {},
     (("31.662301931668", "7.1374459895752"), ("35.010653358217", "7.9100771159889"))),
    ("on the scale of chess, the favourite wins",
     [[of(1301.0007, 42.9232)], [of(1188.756, 42.557)]], False, CHESS,
     (("1304.7815992431", "42.843607480159"), ("1185.038786104", "42.485695834939"))),
    ("half of all games are drawn, a win", [[NEW], [NEW]], False, {"draw_probability": 0.5},
     (("30.267096738849", "7.0769211742952"), ("19.733",))),
    ("no draws, a win", [[NEW], [NEW]], False, NONE, (("29.205473176558", "7.1948164848133"), ())),
    ("no draws, strengths do not change, a win", [[NEW], [NEW]], False, STILL,
     (("29.205220870034", "7.1944813488311"), ())),
    ("against all odds: who is 300 points lower wins", [[of(25.0, 1.0)], [of(325.0, 1.0)]], False,
     {}, (("33.246704227931", "0.98962370180269"), ("316.75329577207",))),
    ("a sure win: only tau is left (beta 240, tau 10)", [[of(3453.0, 74.0)], [of(38.0, 180.0)]],
     False, {"beta": 240.0, "tau": 10.0}, (("3453.0000", "74.67262"), ("38.0000", "180.27756"))),
    ("two against two", [[NEW] * 2, [NEW] * 2], False, {}, (("28.108322399", "7.774363451"), ())),
    ("two against two, a draw", [[NEW] * 2, [NEW] * 2], True, {}, (("25", "7.455"), ())),
    ("four against four", [[NEW] * 4, [NEW] * 4], False, {},
     (("27.197915846", "8.058911712"), ())),
    ("one beats two", [[NEW], [NEW] * 2], False, {}, (("33.730671149", "7.317365363"), ())),
    ("one draws with two", [[NEW], [NEW] * 2], True, {}, (("31.660", "7.138"), ())),
    ("one beats three", [[NEW], [NEW] * 3], False, {}, (("36.337490614", "7.527575327"), ())),
    ("one beats seven", [[NEW], [NEW] * 7], False, {}, (("40.582588636", "7.917420516"), ())),
    ("one who is sure loses to a newcomer, no draws", [[NEW], [of(29.0, 1.0)]], False, STILL,
     (("32.1892115996", "6.06206385285"), ("28.896475353", "0.996604331448"))),
    ("draws in a quarter of games, both rather sure", [[of(25.0, 3.0)], [of(29.0, 2.0)]], True,
     {"draw_probability": 0.25, "tau": 0.0}, (("25.736", "2.709956"), ("28.67289", "1.916471"))),
]  # fmt: skip
#: What others print of the first players of free-for-alls of newcomers; made to stand still to
#: the sixth digit.
CROWDS = {
    3: (("31.675352419", "6.655985378"), ("25", "6.207896641")),
    4: (("33.206680966", "6.348109170"), ("27.401454694", "5.787162935")),
    5: (("34.363135706", "6.136152880"), ("29.058448806", "5.535835240"), ("25", "5.420080547")),
    8: (("36.771", "5.749"), ("32.242", "5.133"), ("29.074", "4.943"), ("26.322", "4.874549")),
}


def cases() -> Iterator[Case]:
    """Every game and every crowd."""
    for title, sides, draw, settings, printed in GAMES:
        places = [1, 1] if draw else [1, 2]
        after = two_sides(sides, places, **settings)
        for side, digits in zip(after, printed, strict=True):
            for value, shown in zip(side[0], digits, strict=False):
                as_printed(value, shown, "1e-6" if "." not in shown else "0")
        case = {
            "title": title,
            "sides": [[list(map(float, one)) for one in side] for side in sides],
            "places": places,
            "after": [[list(map(written, one)) for one in side] for side in after],
        }
        yield case | ({"settings": settings} if settings else {})
    for count, printed in CROWDS.items():
        found = chain([NEW] * count)
        for values, digits in zip(found, printed, strict=False):
            for value, shown in zip(values, digits, strict=True):
                as_printed(value, shown, "1e-6")
        yield {
            "title": f"{count} newcomers in strict order",
            "sides": [[list(map(float, NEW))]] * count,
            "places": list(range(1, count + 1)),
            "after": [[list(map(written, values))] for values in found],
            "tolerance": 1e-7,
        }


ORIGIN = (
    "R. Herbrich, T. Minka and T. Graepel, TrueSkill, 2006: closed form of two sides, messages of "
    "more, worked in arithmetic of 60 digits by tests/golden/derive_trueskill.py, which compares "
    "what moserware/Skills and sublee/trueskill recorded of the authors' own program"
)


def text() -> str:
    """The whole golden file; a case a line."""
    lines = ",\n".join(f"  {json.dumps(case)}" for case in cases())
    return (
        f'{{\n "origin": {json.dumps(ORIGIN)},\n "tolerance": 1e-09,\n'
        f' "rulebook": "trueskill",\n "cases": [\n{lines}\n ]\n}}\n'
    )


def main(arguments: list[str]) -> int:
    """Write or check; the exit code."""
    derived = text()
    if PATH.exists() and PATH.read_text("utf-8") == derived:
        return 0
    if arguments == ["--check"]:
        sys.stdout.write(f"{PATH.name} differs\n")
        return 1
    PATH.write_text(derived, "utf-8")
    sys.stdout.write(f"{PATH.name} written\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
