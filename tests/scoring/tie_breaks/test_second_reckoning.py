"""Tie-breaks of chess against a second reckoning, by letters of an arbiter's table."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from crosstables import column, table

HALF = Fraction(1, 2)
POINTS = {"1": 1, "=": HALF, "0": 0, "+": 1, "-": 0, "U": 1, "F": 1, "H": HALF, "Z": 0}
MISSED = "-HZ"


@st.composite
def tables(draw) -> list[list[str]]:
    """A table of four to seven players: of each a cell a round, as ``3w1`` or ``H``."""
    count = draw(st.integers(4, 7))
    rounds = []
    for _ in range(draw(st.integers(2, 5))):
        cells = [""] * count
        order = draw(st.permutations(range(count)))
        for one, two in zip(order[::2], order[1::2], strict=False):
            letters = draw(st.sampled_from(["10", "10", "==", "01", "+-", "-+", "byes"]))
            if letters == "byes":
                for player in (one, two):
                    cells[player] = draw(st.sampled_from("FHZ"))
                continue
            cells[one] = f"{two + 1}w{letters[0]}"
            cells[two] = f"{one + 1}b{letters[1]}"
        if count % 2:
            cells[order[-1]] = "U"
        rounds.append(cells)
    return [list(own) for own in zip(*rounds, strict=True)]


def text_of(cells: list[list[str]]) -> str:
    """The table as text."""
    return "\n".join(f"{number} {' '.join(own)}" for number, own in enumerate(cells, 1))


def points(cell: str) -> Fraction:
    """What a cell gives."""
    return Fraction(POINTS[cell[-1]])


def adjusted(own: list[str]) -> Fraction:
    """A player's points for his opponents: byes after the last round he came for are draws."""
    last = max((at for at, cell in enumerate(own) if cell[-1] not in MISSED), default=-1)
    return sum(
        (HALF if at > last and cell in ("H", "Z") else points(cell) for at, cell in enumerate(own)),
        Fraction(0),
    )


def reckoned(cells: list[list[str]], player: int, *, rules: str, times: bool, cut: int) -> Fraction:
    """Buchholz of a player, or Sonneborn-Berger."""
    own = cells[player]
    total = sum(map(points, own), Fraction(0))
    parts = []
    for cell in own:
        opponent = cells[int(cell[:-2]) - 1] if len(cell) > 1 else None
        if opponent is not None and cell[-1] in "10=":
            score = adjusted(opponent)
        elif rules == "2024":
            score = total
        else:
            score = min(total, adjusted(opponent) if opponent else HALF * len(own))
        worth = score * points(cell) if times else score
        parts.append((score, worth, cell[-1] in MISSED))
    for _ in range(cut):
        if not parts:
            break
        lowest = min(parts)
        missed = sorted((worth, score) for score, worth, own_will in parts if own_will)
        if missed and missed[0][0] >= lowest[1]:
            parts.remove((missed[0][1], missed[0][0], True))
        else:
            parts.remove(lowest)
    return sum((worth for _, worth, _ in parts), Fraction(0))


@given(tables(), st.sampled_from(["2024", "2026"]), st.booleans(), st.integers(0, 2))
def test_buchholz_and_sonneborn_berger(cells, rules, times, cut):
    """Both, by both rules, with and without cuts, in any tournament with unplayed rounds."""
    key = "sonneborn-berger" if times else "buchholz"
    found = column(table(text_of(cells), {"key": key, "rules": rules, "cut": cut}))
    assert found == [
        reckoned(cells, player, rules=rules, times=times, cut=cut) for player in range(len(cells))
    ]


@given(tables())
def test_progressive_and_wins(cells):
    """Running totals and wins, counted cell by cell."""
    running = [
        sum((sum(map(points, own[: at + 1]), Fraction(0)) for at in range(len(own))), Fraction(0))
        for own in cells
    ]
    assert column(table(text_of(cells), "progressive")) == running
    wins = [sum(cell[-1] in "1+UF" for cell in own) for own in cells]
    assert column(table(text_of(cells), "wins")) == wins
