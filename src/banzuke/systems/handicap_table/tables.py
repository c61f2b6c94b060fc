"""Classes of ranks and the table of percents, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated

from pydantic import Field

from banzuke.model.parameters import Declared, Fault
from banzuke.systems.handicap_table.ranks import MOST, Rank, rank_key, rank_span

Percent = Annotated[int, Field(ge=-10_000, le=10_000)]


class RankClass(Declared):
    """The base points of the ranks from ``lowest`` to ``highest``."""

    lowest: str = Field(alias="from", description="lowest rank of the class")
    highest: str = Field(alias="to", description="highest rank of the class")
    base: int = Field(ge=0, le=MOST, description="base points a game, R.P")

    @property
    def label(self) -> str:
        """The class as a person reads it: ``18K..10K``."""
        return f"{self.lowest}..{self.highest}"


class Percents(Declared):
    """One row of the table: percent of the base that each player moves by."""

    difference: int = Field(
        alias="c", ge=-1000, le=1000, description="C, stones; the outermost rows hold beyond, too"
    )
    high_wins: Percent = Field(description="higher-ranked player, %")
    high_loses: Percent = Field(description="higher-ranked player, %")
    low_wins: Percent = Field(description="lower-ranked player, %")
    low_loses: Percent = Field(description="lower-ranked player, %")


def class_faults(ranks: Sequence[Rank], classes: Sequence[RankClass]) -> list[Fault]:
    """Classes that name no rank, are upside down or overlap, and ranks without a class."""
    names = [rank_key(rank.name) for rank in ranks]
    held: dict[int, str] = {}
    faults = []
    for number, row in enumerate(classes):
        label = row.label
        place = ("classes", number)
        unknown = [end for end in (row.lowest, row.highest) if rank_key(end) not in names]
        for end in dict.fromkeys(unknown):
            what = f"class {label} names {end!r}, which is not a rank"
            faults.append(Fault(place, what, rank_span(ranks)))
        if unknown:
            continue
        first, last = names.index(rank_key(row.lowest)), names.index(rank_key(row.highest))
        if first > last:
            what = f"class {label} is upside down"
            faults.append(Fault(place, what, "the weaker rank comes first"))
            first, last = last, first
        both = [rank for rank in range(first, last + 1) if rank in held]
        if both:
            shared = " to ".join(dict.fromkeys([ranks[both[0]].name, ranks[both[-1]].name]))
            what = f"classes {held[both[0]]} and {label} both hold {shared}"
            faults.append(Fault(place, what, "each rank belongs to one class"))
        held.update(dict.fromkeys(range(first, last + 1), label))
    faults += [
        Fault(("ranks", number), f"no class holds rank {rank.name}", "add it to a row of classes")
        for number, rank in enumerate(ranks)
        if number not in held
    ]
    return faults


def percent_faults(percents: Sequence[Percents]) -> list[Fault]:
    """Gaps and doubles of C, and rows that are no mirror; places among the rows."""
    if not percents:
        return [Fault((), "the table has no rows", "one row a handicap difference")]
    faults = []
    places: dict[int, int] = {}
    for number, row in enumerate(percents):
        if row.difference in places:
            what = f"C = {row.difference} stands here twice"
            faults.append(Fault((number,), what, "one row a handicap difference"))
        places[row.difference] = number
        if any(
            gain < 0 or loss > 0 or gain == loss
            for gain, loss in ((row.high_wins, row.high_loses), (row.low_wins, row.low_loses))
        ):
            what = f"row C = {row.difference} lets a win lose, a loss gain, or neither move"
            right = "wins from 0 up, losses from 0 down, not both 0"
            faults.append(Fault((number,), what, right))
    known = sorted(places)
    for c, above in pairwise(known):
        if above > c + 1:
            gap = f"{c + 1}" if above == c + 2 else f"{c + 1} to {above - 1}"
            faults.append(Fault((places[c],), f"there is no row for C = {gap}", "one row each"))
    for c in known:
        row = percents[places[c]]
        if -c not in places:
            what = f"row C = {c} has no mirror"
            faults.append(Fault((places[c],), what, f"a row C = {-c} with the roles exchanged"))
            continue
        mirror = percents[places[-c]]
        if (row.high_wins, row.high_loses) != (mirror.low_wins, mirror.low_loses):
            what = f"row C = {c} is not row C = {-c} with the roles exchanged"
            right = f"high_wins = {mirror.low_wins}, high_loses = {mirror.low_loses}"
            faults.append(Fault((places[c],), what, right))
    return faults


def class_cell(ranks: Sequence[Rank], classes: Sequence[RankClass], rank: int) -> str:
    """The row of ``classes`` that holds a rank, as explanations name cells."""
    names = [rank_key(one.name) for one in ranks]
    for row in classes:
        ends = names.index(rank_key(row.lowest)), names.index(rank_key(row.highest))
        if min(ends) <= rank <= max(ends):
            return f"classes:{row.label}"
    return "classes"
