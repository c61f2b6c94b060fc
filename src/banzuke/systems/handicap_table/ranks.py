"""Ranks: their names however spelt, where each begins, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from pydantic import Field

from banzuke.model.parameters import Declared, Fault

#: The words for ranks and the letters that stand for them.
RANK_WORDS = {"dan": "D", "kyu": "K", "kup": "K", "gup": "K", "geup": "K"}


#: R.P beyond this are slips of the pen; the look-up of ranks is as long as the ranks say.
MOST = 1_000_000


class Rank(Declared):
    """One rank and the lowest rating that has it."""

    name: str = Field(min_length=1, description="such as 3K or 1D")
    lowest: int = Field(alias="from", ge=0, le=MOST, description="lowest R.P of the rank")


def rank_key(name: str) -> str:
    """A rank's name without spelling: ``3 kup``, ``3K*`` and ``3k`` are ``3K``."""
    match = re.fullmatch(r"\s*(\d+)[\s.-]*([a-z]+)\.?\s*\*?\s*", name, re.IGNORECASE | re.ASCII)
    letter = RANK_WORDS.get(match[2].lower(), match[2].upper()) if match else ""
    return f"{int(match[1])}{letter}" if match and len(letter) == 1 else name.strip().casefold()


def rank_starts(parameters: Any) -> list[float]:
    """The R.P at which who declares each rank starts; the best rank is as wide as the next."""
    lowest = [float(rank.lowest) for rank in parameters.ranks]
    if parameters.declared_rank == "bottom":
        return lowest
    width = lowest[-1] - lowest[-2] if len(lowest) > 1 else 0.0
    tops = [*lowest[1:], lowest[-1] + width]
    return [float((low + top) // 2) for low, top in zip(lowest, tops, strict=True)]


def rank_span(ranks: Sequence[Rank]) -> str:
    """The ranks in words: the weakest to the best."""
    return f"{ranks[0].name} to {ranks[-1].name}"


def rank_faults(ranks: Sequence[Rank]) -> list[Fault]:
    """Ranks that do not go up, or share a name; places among the ranks."""
    if not ranks:
        return [Fault((), "there are no ranks", "at least one, the weakest first")]
    faults = []
    for number, (rank, above) in enumerate(pairwise(ranks), start=1):
        if above.lowest <= rank.lowest:
            what = f"rank {above.name} must begin above {rank.name}"
            faults.append(Fault((number,), what, f"at {rank.lowest + 1} or more"))
    seen: set[str] = set()
    for number, rank in enumerate(ranks):
        key = rank_key(rank.name)
        if key in seen:
            faults.append(Fault((number,), f"rank {rank.name} stands here twice", "one row a rank"))
        seen.add(key)
    return faults
