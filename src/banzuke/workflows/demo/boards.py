"""Boards of Diplomacy in the sample ledger: how centres fall to seven players."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from banzuke.scoring.board import Board, board
from banzuke.workflows.demo.events import Row
from banzuke.workflows.demo.people import Person

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
#: How much better or worse each power does, in spreads of strength.
_LUCK = (-0.25, 0.0, 0.15, 0.05, -0.25, 0.05, 0.1)
_CENTRES, _ALONE = 34, 18


def play_board(table: Sequence[Person], season: int, chance: Random) -> tuple[list[Row], Board]:
    """A board of seven, as rows of results a player, and as it is scored, in the same order."""
    powers = chance.sample(POWERS, len(POWERS))
    weights = [
        math.exp(
            0.4 * one.strength(season, 0.5) + _LUCK[POWERS.index(power)] + chance.gauss(0.0, 1.1)
        )
        for one, power in zip(table, powers, strict=True)
    ]
    centres = shared_out([0.0 if w < 0.06 * sum(weights) else w for w in weights], _CENTRES)
    ended = 1905 + chance.randrange(6)
    out = [None if count else 1903 + chance.randrange(ended - 1902) for count in centres]
    before = _year_before(centres, out, ended)
    is_drawn = max(centres) < _ALONE
    rows: list[Row] = [
        {
            "player": who.name,
            "role": power,
            "score": count,
            "eliminated": gone,
            "ended": ended,
            "in_draw": "yes" if is_drawn and count else "no",
            "earlier": f"{ended - 1}:{earlier}",
        }
        for who, power, count, gone, earlier in zip(
            table, powers, centres, out, before, strict=True
        )
    ]
    facts = dict(zip(powers, centres, strict=True))
    gone_in = {power: year for power, year in zip(powers, out, strict=True) if year}
    return rows, board(facts, out=gone_in, ended=ended)


def _year_before(centres: Sequence[int], out: Sequence[int | None], ended: int) -> list[int]:
    """Centres a year earlier: who is out since held one of what the leader has now."""
    before = list(centres)
    leader = before.index(max(before))
    for at, year in enumerate(out):
        if year == ended:
            before[at] += 1
            before[leader] -= 1
    return before


def shared_out(weights: Sequence[float], whole: int) -> list[int]:
    """A whole number shared out by weights, what is left over to the largest remainders."""
    shares = [whole * weight / sum(weights) for weight in weights]
    found = [int(share) for share in shares]
    by_rest = sorted(range(len(shares)), key=lambda at: (found[at] - shares[at], at))
    for at in by_rest[: whole - sum(found)]:
        found[at] += 1
    return found
