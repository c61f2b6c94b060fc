"""What a rulebook may set, for handicap tables."""

from __future__ import annotations

from typing import Literal

from pydantic import field_validator, model_validator

from banzuke.model.parameters import Fault, Parameters, parameter, raise_faults
from banzuke.systems.handicap_table.ranks import (
    MOST,
    Rank,
    rank_faults,
    rank_key,
    rank_span,
)
from banzuke.systems.handicap_table.tables import Percents, RankClass, class_faults, percent_faults


class HandicapTableParameters(Parameters):
    """What a rulebook may set."""

    ranks: tuple[Rank, ...] = parameter(
        (Rank(name="1D", **{"from": 0}),), "the ranks, weakest first", unit="R.P"
    )
    classes: tuple[RankClass, ...] = parameter(
        (RankClass(base=100, **{"from": "1D", "to": "1D"}),), "base points by class", unit="R.P"
    )
    percents: tuple[Percents, ...] = parameter(
        (Percents(c=0, high_wins=50, high_loses=-50, low_wins=50, low_loses=-50),),
        "the table, one row a handicap difference",
        unit="%",
    )
    rated_within: int = parameter(
        4, "largest handicap difference, either way, of a rated game", unit="stones", ge=0, le=1000
    )
    stones_per_rank: int = parameter(
        1, "standard handicap of one rank", unit="stones", ge=0, le=1000
    )
    standard_handicap_cap: int = parameter(
        0, "largest standard handicap; 0 for no limit", unit="stones", ge=0, le=1000
    )
    truncate: Literal["change", "total"] = parameter(
        "change", "what loses its decimal places: the change, toward zero, or the new total"
    )
    jigo: Literal["none", "mean"] = parameter(
        "none", "what a draw changes: nothing, or the mean of a win and a loss"
    )
    regular_after: int = parameter(
        10,
        "rated games after which a new member becomes a regular one",
        unit="games",
        ge=0,
        le=MOST,
    )
    new_member_games: Literal["own_side", "never_affects_regular", "both_sides"] = parameter(
        "own_side",
        "games of new members: beyond rated_within only new members change (own_side); regular "
        "members never change by a game with a new one (never_affects_regular); beyond "
        "rated_within both change if one is new (both_sides)",
    )
    switch_cut: Literal["above_cap", "above_rank", "none"] = parameter(
        "above_cap",
        "what is cut to switch_cap when a new member becomes regular: every rating above it, "
        "only one of a higher rank, or none",
    )
    switch_cap: int = parameter(6750, "rating that the switch cuts to", unit="R.P", ge=0, le=MOST)
    floor: int = parameter(0, "lowest rating", unit="R.P", ge=0, le=MOST)
    declared_rank: Literal["middle", "bottom"] = parameter(
        "middle", "where in the rank that a new member declares the rating starts"
    )
    start_rank: str = parameter(
        "", "rank of who has neither a rating nor a declared rank; empty to refuse them"
    )

    @field_validator("ranks")
    @classmethod
    def _ranks_go_up(cls, ranks: tuple[Rank, ...]) -> tuple[Rank, ...]:
        raise_faults(rank_faults(ranks))
        return ranks

    @field_validator("percents")
    @classmethod
    def _percents_mirror(cls, percents: tuple[Percents, ...]) -> tuple[Percents, ...]:
        raise_faults(percent_faults(percents))
        return percents

    @model_validator(mode="after")
    def _every_rank_is_known(self) -> HandicapTableParameters:
        names = [rank_key(rank.name) for rank in self.ranks]
        faults = class_faults(self.ranks, self.classes)
        if self.ranks[0].lowest > self.floor:
            what = f"no rank holds the floor, {self.floor}"
            faults.append(Fault(("ranks", 0), what, f"begin {self.ranks[0].name} there"))
        if self.start_rank and rank_key(self.start_rank) not in names:
            what = f"{self.start_rank!r} is not a rank"
            faults.append(Fault(("start_rank",), what, rank_span(self.ranks)))
        raise_faults(faults)
        return self
