"""Derives the golden files of Glicko and Glicko-2 from their source, without banzuke.

    python tests/golden/derive_deviations.py            writes the files
    python tests/golden/derive_deviations.py --check    only says which differ; 1 if any does

Arithmetic has 60 digits (decimal). The volatility is the solution of step 5 nearest to the old
one: it is marched to in small steps and then halved down to, so that none is passed over. What a
source prints is put beside what is derived here: this file fails if they differ.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from decimal import Decimal, getcontext
from pathlib import Path
from typing import Any

getcontext().prec = 60
FOLDER = Path(__file__).parent
Case = dict[str, Any]
Player = tuple[Decimal, ...]
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
#: Points in a logit: of Glicko by its formulas, of Glicko-2 as it is printed, to four digits.
LOGIT, LOGIT_2 = 400 / Decimal(10).ln(), Decimal("173.7178")


class Disagreement(Exception):
    """A source prints a number that its own formula does not give."""


def as_printed(value: Decimal, printed: str, off: str = "0") -> Decimal:
    """The value, after a look whether the source prints it so, to its last digit and ``off``."""
    unit = Decimal(1).scaleb(Decimal(printed).as_tuple().exponent)
    if abs(value - Decimal(printed)) > unit / 2 + Decimal(off):
        message = f"printed {printed}, derived {value}"
        raise Disagreement(message)
    return value


def written(value: Decimal) -> int | str:
    """A whole number as it is, another with 20 digits behind the point."""
    return int(value) if value == int(value) else f"{value:.20f}".rstrip("0")


def reliability(deviation: Decimal, logit: Decimal) -> Decimal:
    """How far an opponent's deviation leaves a lead: g."""
    return 1 / (1 + 3 * (deviation / logit) ** 2 / PI**2).sqrt()


def expectation(lead: Decimal, deviation: Decimal, logit: Decimal) -> Decimal:
    """The expected score: E."""
    return 1 / (1 + (-reliability(deviation, logit) * lead / logit).exp())


def sums_of(
    player: Player, met: list[tuple[Player, Decimal]], logit: Decimal, first: Decimal
) -> tuple[Decimal, Decimal]:
    """The sums of g (s - E) and of g² E (1 - E); first : the lead of moving first, in all games."""
    surprises = information = Decimal(0)
    for other, score in met:
        g = reliability(other[1], logit)
        expected = expectation(player[0] - other[0] + first, other[1], logit)
        surprises += g * (score - expected)
        information += g * g * expected * (1 - expected)
    return surprises, information


def glicko(player: Player, met: list[tuple[Player, Decimal]]) -> Player:
    """R' and RD' of step 2; no deviation is left below 30."""
    surprises, information = sums_of(player, met, LOGIT, Decimal(0))
    variance = 1 / (1 / player[1] ** 2 + information / LOGIT**2)
    return player[0] + variance * surprises / LOGIT, max(variance.sqrt(), Decimal(30))


def stephenson(
    player: Player,
    met: list[tuple[Player, Decimal]],
    h: str = "10",
    b: str = "0",
    share: str = "0.02",
) -> Player:
    """The appendix, step 2, with its k as g; step 1 has no time to add to."""
    surprises, information = sums_of(player, met, LOGIT, Decimal(0))
    surprises += Decimal(b) * sum(reliability(other[1], LOGIT) for other, _ in met)
    grown = player[1] ** 2 + Decimal(h) ** 2 * len(met)
    variance = 1 / (1 / grown + information / LOGIT**2)
    mean = sum(other[0] for other, _ in met) / len(met)
    drawn = Decimal(share) * (mean - player[0])
    return player[0] + variance * surprises / LOGIT + drawn, variance.sqrt()


def nearest_root(left: Callable[[Decimal], Decimal], begin: Decimal) -> Decimal:
    """The root of a function nearest to ``begin``, on the side to which its sign there points."""
    there = left(begin)
    if there == 0:
        return begin
    step = Decimal("0.001").copy_sign(there)
    low = begin
    while (left(low + step) > 0) == (there > 0):
        low += step
    high = low + step
    for _ in range(170):
        middle = (low + high) / 2
        low, high = (middle, high) if (left(middle) > 0) == (there > 0) else (low, middle)
    return (low + high) / 2


def glicko_2(
    player: Player,
    met: list[tuple[Player, Decimal]],
    tau: str = "0.5",
    growing: bool = True,
    first: str = "0",
) -> Player:
    """Steps 3 to 8; growing : whether the deviation grows in the game (step 6)."""
    rating, deviation, old = player
    surprises, information = sums_of(player, met, LOGIT_2, Decimal(first))
    phi, v = deviation / LOGIT_2, 1 / information
    delta = v * surprises

    def left(x: Decimal) -> Decimal:
        u = x.exp()
        top = u * (delta * delta - phi * phi - v - u)
        return top / (2 * (phi * phi + v + u) ** 2) - (x - (old * old).ln()) / Decimal(tau) ** 2

    new = (nearest_root(left, (old * old).ln()) / 2).exp()
    star = phi * phi + (new * new if growing else 0)
    variance = 1 / (1 / star + information)
    return rating + LOGIT_2 * variance * surprises, LOGIT_2 * variance.sqrt(), new


def of(*numbers: float | str) -> Player:
    """A player."""
    return tuple(Decimal(str(number)) for number in numbers)


WIN, DRAW, LOSS = Decimal(1), Decimal("0.5"), Decimal(0)
RESULTS = {WIN: "1-0", DRAW: "1/2-1/2", LOSS: "0-1"}
THREE = [(of(1400, 30, 0.06), WIN), (of(1550, 100, 0.06), LOSS), (of(1700, 300, 0.06), LOSS)]


def period(player: Player, met: list[tuple[Player, Decimal]], columns: int) -> Case:
    """A period of games of player A as rows; who is met again is one player."""
    names: dict[Player, str] = {}
    for other, _ in met:
        names.setdefault(other, chr(ord("B") + len(names)))
    rows = [
        {"date": "2024-01-31", "game": str(number), "player_1": "A", "player_2": names[other]}
        | {"result": RESULTS[score]}
        for number, (other, score) in enumerate(met, 1)
    ]
    known = {player: "A", **names}
    heads = ("rating", "deviation", "volatility")[:columns]
    players = [
        {"player": name} | {head: float(value) for head, value in zip(heads, one, strict=False)}
        for one, name in known.items()
    ]
    return {"results": rows, "players": players}


def expected(after: Player) -> Case:
    """What is to be found of player A."""
    heads = ("rating", "deviation", "volatility")
    return {"A": {head: written(value) for head, value in zip(heads, after, strict=False)}}


def duel(one: Player, two: Player, score: Decimal, rate: Callable[..., Player]) -> Case:
    """A game of two, both rated from the values before it."""
    after = rate(one, [(two, score)]), rate(two, [(one, 1 - score)])
    places = [1, 1] if score == DRAW else [1, 2]
    return {
        "sides": [[list(map(float, player))] for player in (one, two)],
        "places": places,
        "after": [[list(map(written, numbers))] for numbers in after],
    }


def glicko_cases() -> Iterator[Case]:
    """The source's worked example, one game of it, and its example of idle time."""
    player = of(1500, 200)
    met = [(other[:2], score) for other, score in THREE]
    printed = (("0.9955", "0.639"), ("0.9531", "0.432"), ("0.7242", "0.303"))
    inputs = {}
    for (other, _), (g, e) in zip(met, printed, strict=True):
        as_printed(reliability(other[1], LOGIT), g)
        inputs[g] = as_printed(expectation(player[0] - other[0], other[1], LOGIT), e)
    as_printed(1 / (sums_of(player, met, LOGIT, Decimal(0))[1] / LOGIT**2), "53670.99", "15")
    after = glicko(player, met)
    as_printed(after[0], "1464")
    as_printed(after[1], "151.4")
    yield {
        "title": "the source's player, three games in one period",
        **period(player, met, 2),
        "expect": expected(after),
        "inputs": {
            "A": {
                "weight of D": written(reliability(Decimal(300), LOGIT)),
                "expected score": written(inputs["0.7242"]),
            }
        },
    }
    for other, score in met:
        yield {
            "title": f"one game of it, against {other[0]}",
            **period(player, [(other, score)], 2),
        } | {"expect": expected(glicko(player, [(other, score)]))}
    yield {
        "title": "beats 1400 with a deviation of 30",
        **duel(player, of(1400, 30), WIN, glicko),
    }
    as_printed((Decimal(350**2 - 50**2) / 100).sqrt(), "34.6")
    yield {
        "title": "a deviation of 50 grows to 350 in 100 idle periods",
        "results": [
            {"date": "2016-01-15", "player_1": "A", "player_2": "X", "result": "1/2-1/2"},
            {"date": "2024-05-15", "player_1": "Y", "player_2": "Z", "result": "1/2-1/2"},
        ],
        "players": [
            {"player": "A", "rating": 1500, "deviation": 50},
            {"player": "X", "rating": 1500000, "deviation": 50},
        ],
        "settings": {"most_deviation": 100000},
        "expect": {"A": {"deviation": 350}},
    }


def stephenson_cases() -> Iterator[Case]:
    """Periods and games by the author's rules; without the three it is Glicko, as he says."""
    player = of(1500, 200)
    met = [(other[:2], score) for other, score in THREE]
    plain = stephenson(player, met, "0", "0", "0")
    if max(abs(a - b) for a, b in zip(plain, glicko(player, met), strict=True)) > Decimal("1e-40"):
        message = "without the three rules it is not Glicko"
        raise Disagreement(message)
    nothing = {"game_growth": 0, "neighbourhood": 0}
    yield {
        "title": "Glickman's player, without the three rules: Glicko",
        **period(player, met, 2),
        "settings": nothing,
        "expect": expected(plain),
    }
    yield {
        "title": "Glickman's player by the author's constants",
        **period(player, met, 2),
        "expect": expected(stephenson(player, met)),
    }
    for name, value, given in (
        ("game_growth", 40, ("40", "0", "0.02")),
        ("bonus", 0.1, ("10", "0.1", "0.02")),
        ("neighbourhood", 0.3, ("10", "0", "0.3")),
    ):
        yield {
            "title": f"another {name}",
            **period(player, met, 2),
            "settings": {name: value},
            "expect": expected(stephenson(player, met, *given)),
        }
    many = [(of(1800, 120), score) for score in (WIN, WIN, DRAW, LOSS) * 5]
    yield {
        "title": "twenty games in a month",
        **period(of(2200, 300), many, 2),
        "expect": expected(stephenson(of(2200, 300), many)),
    }
    yield {"title": "a game", **duel(of(2330, 200), of(1800, 20), DRAW, stephenson)}


def glicko_2_cases() -> Iterator[Case]:
    """The source's worked example, hard periods, and what other programs and servers print."""
    player = of(1500, 200, 0.06)
    surprises, information = sums_of(player, THREE, LOGIT_2, Decimal(0))
    # The source rounds on the way: 1.7785, -0.4834, 1464.06, 151.52, 0.05999.
    as_printed(1 / information, "1.7785", "0.0005")
    as_printed(surprises / information, "-0.4834", "0.0006")
    after = glicko_2(player, THREE)
    for value, printed in zip(after, ("1464.06", "151.52", "0.05999"), strict=True):
        as_printed(value, printed, "0.01")
    yield {
        "title": "the source's player, three games in one period",
        **period(player, THREE, 3),
        "expect": expected(after),
    }
    alone = player
    for game in THREE:
        alone = glicko_2(alone, [game])
    as_printed(alone[0], "1463.788")
    as_printed(alone[1], "151.873")
    yield {
        "title": "the same games in three periods",
        **period(player, THREE, 3),
        "settings": {"period.kind": "game", "ageing": "when rated"},
        "expect": expected(alone),
    }
    for title, one, other, games, printed in (
        ("twelve losses in one period: the volatility moves", of(1500, 80, 0.06),
         of(1200, 40, 0.06), 12, ("1215.69914400065", "69.9762670382995", "0.060786304088894")),
        ("thirty losses in one period: of three volatilities the nearest", of(1500, 30, 0.06),
         of(1000, 30, 0.06), 30, ("1331.62188697752", "32.1747352434937", "0.0797646235795094")),
        ("twenty-nine losses to a player 800 points lower: of three volatilities the nearest",
         of(2000, 50, 0.06), of(1200, 50, 0.06), 29, ("1568.823", "51.409", "0.083917")),
    ):  # fmt: skip
        after = glicko_2(one, [(other, LOSS)] * games)
        for value, digits in zip(after, printed, strict=True):
            as_printed(value, digits)
        yield {"title": title, **period(one, [(other, LOSS)] * games, 3), "expect": expected(after)}
    yield {
        "title": "forty losses: only a far volatility is left, and a bound cuts it",
        **period(of(2000, 50, 0.06), [(of(1200, 50, 0.06), LOSS)] * 40, 3),
        "settings": {"most_volatility": 0.1},
        "expect": {"A": {"volatility": "0.1"}},
    }
    yield from duels()


def duels() -> Iterator[Case]:
    """Single games: both from the values before, other programs, and lichess."""
    old = of(1500, 200, 0.06)
    case = duel(old, old, WIN, glicko_2)
    as_printed(Decimal(case["after"][0][0][0]), "1578.8017")
    as_printed(Decimal(case["after"][0][0][1]), "180.0783")
    as_printed(Decimal(case["after"][1][0][0]), "1421.1983")
    yield {"title": "both rated from the values before the game", **case}
    new = of(1500, 350, 0.06)
    by_tau = duel(new, new, WIN, lambda *given: glicko_2(*given, tau="0.75"))
    for value, printed in zip(
        by_tau["after"][0][0], ("1662.31089257", "290.318962522", "0.0599992696018"), strict=True
    ):
        as_printed(Decimal(value), printed)
    yield {"title": "two new players, tau 0.75, with step 6", "settings": {"tau": 0.75}, **by_tau}
    sure = of(2000, 70, 0.06)
    for title, case, at, printed in (
        ("beats 2000 with a deviation of 70", duel(new, sure, WIN, glicko_2), 0,
         ("2038.2176891691993", "318.66178536035", "0.06000728")),
        ("loses to 2000 with a deviation of 70", duel(sure, new, WIN, glicko_2), 1,
         ("1467.5878493169462",)),
    ):  # fmt: skip
        # The other program stops its search for the volatility at six digits.
        for value, digits in zip(case["after"][at][0], printed, strict=False):
            as_printed(Decimal(value), digits, "1e-7")
        yield {"title": title, **case}

    def lichess(*given: Any) -> Player:
        return glicko_2(*given, tau="0.75", growing=False)

    for title, one, score, printed in (
        ("no lead for the first move", new, WIN,
         (("1662.212", "290.2305", "0.0599993"), ("1337.788",))),
        ("a draw", new, DRAW, (("1500", "290.2305", "0.0599977"), ("1500",))),
        ("two new players", of(1500, 500, 0.09), WIN, (("1741.4759", "396.6898"), ("1258.5241",))),
        ("two new players draw", of(1500, 500, 0.09), DRAW, (("1500", "396.6898"), ("1500",))),
        ("both with a deviation of 80", of(1500, 80, 0.06), WIN, (("1517",), ("1482",))),
    ):  # fmt: skip
        case = duel(one, one, score, lichess)
        for after, digits in zip(case["after"], printed, strict=True):
            for value, shown in zip(after[0], digits, strict=False):
                # The server cuts whole numbers, and told once 1482 of 1482.98.
                as_printed(Decimal(value), shown, "0.5" if "." not in shown else "0")
        yield {"title": f"lichess: {title}", "rulebook": "lichess", **case}
    for title, one, printed in (
        ("White wins", new, ("1658.5575", "290.2538")),
        ("White wins, both new", of(1500, 500, 0.09), ("1737.139", "396.7138")),
    ):
        after = glicko_2(one, [(one, WIN)], tau="0.75", growing=False, first="11.782457")
        for value, shown in zip(after, printed, strict=False):
            as_printed(value, shown)
        game = period(one, [(one, WIN)], 3)
        game["results"][0]["advantage"] = "1"
        game["players"] = [{**game["players"][0], "player": name} for name in "AB"]
        yield {
            "title": f"lichess: {title}",
            "rulebook": "lichess",
            **game,
            "expect": expected(after),
        }


ORIGIN = (
    "M. E. Glickman, The Glicko system, worked in arithmetic of 60 digits by "
    "tests/golden/derive_deviations.py, which compares what the source prints (1464 / 151.4)"
)
ORIGIN_STEPHENSON = (
    "A. Stephenson, Comparing Predictive Performance Of Chess Ratings, appendix (R package "
    "PlayerRatings), worked in arithmetic of 60 digits by tests/golden/derive_deviations.py"
)
ORIGIN_2 = (
    "M. E. Glickman, Example of the Glicko-2 system, worked in arithmetic of 60 digits by "
    "tests/golden/derive_deviations.py, which compares what the source prints (1464.06 / "
    "151.52 / 0.05999, rounded on the way), kenany/glicko2-lite and the tests of lichess"
)
FILES: dict[str, tuple[str, float, str, Callable[[], Iterator[Case]]]] = {
    "glicko": (ORIGIN, 1e-9, "glicko", glicko_cases),
    "glicko-stephenson": (ORIGIN_STEPHENSON, 1e-9, "stephenson", stephenson_cases),
    "glicko2": (ORIGIN_2, 1e-10, "glicko2", glicko_2_cases),
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
