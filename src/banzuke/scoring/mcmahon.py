"""McMahon scores: what players of Go begin with, by the ranks that they entered with."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from banzuke.model.errors import ResultsRefused
from banzuke.model.problems import Problem
from banzuke.model.ranks import PROFESSIONAL, rank_number
from banzuke.scoring.games import Game
from banzuke.scoring.tournament import TournamentRule

#: Where the scale begins: 1 dan; kyu lie below, professionals at its end.
FIRST_DAN = 30
STRONGEST = 9


def start_of(rank: float) -> float:
    """The score of a rank, as ``rank_number`` numbers it: 29 for 1k, 30 for 1d."""
    if rank < 0:
        return FIRST_DAN + rank
    return FIRST_DAN - 1 + (STRONGEST if rank > PROFESSIONAL else rank)


def starts_by_rank(
    games: Sequence[Game], rule: TournamentRule, known: Collection[str] = ()
) -> dict[str, float]:
    """What each player begins with, {player: score}; nothing where the rule has none.

    The rank is that of a player's first game that says one. known : whose start is said

    Raises ResultsRefused with everybody whose rank is not said.
    """
    if rule.start != "rank":
        return {}
    floor, bar = (start_of(rank_number(text) or 0.0) for text in (rule.floor, rule.bar))
    ranks: dict[str, float | None] = {}
    for seat in (seat for game in games for seat in game.seats):
        if ranks.get(seat.player) is None:
            ranks[seat.player] = seat.rank
    missing = sorted(name for name, rank in ranks.items() if rank is None and name not in known)
    if missing:
        raise ResultsRefused(
            Problem(f"the rank of {name!r} is not said", "an entry_rank such as 3k or 1d")
            for name in missing
        )
    return {
        name: min(max(start_of(rank), floor), bar)
        for name, rank in ranks.items()
        if rank is not None
    }
