"""The list of one nation: its players only, ranked anew."""

from __future__ import annotations

import polars as pl

from banzuke.engine.lists import Listing
from banzuke.engine.rated import Rated
from banzuke.model.errors import UnknownName, WrongUse


def nation_players(rated: Rated, nation: str) -> list[str]:
    """The players of a nation, by the players file or else by the results.

    Capitals do not matter. Raises WrongUse if no player has a nation, UnknownName if none has
    this one.
    """
    nations = rated.players.facts("nation")
    if not nations:
        raise WrongUse("no player has a nation; give a players file with a column nation")
    wanted = nation.strip().casefold()
    found = [player for player, text in nations.items() if text.strip().casefold() == wanted]
    if not found:
        raise UnknownName("nation", nation, sorted(set(nations.values())))
    return found


def only_players(listing: Listing, players: list[str], ranks: str) -> Listing:
    """The list of these players, ranked from 1 in each pool; ranks as ``list.ranks`` has them."""
    listed, unlisted = (part.filter(pl.col("player").is_in(players)) for part in listing)
    return Listing(listed.with_columns(ranked_among(ranks, "pool")), unlisted)


def ranked_among(ranks: str, *groups: str) -> pl.Expr:
    """The ``rank`` of those that a list is cut down to, from 1 in each group.

    ranks : as ``list.ranks`` has them, ``1224`` or ``1223``
    """
    again = pl.col("rank").rank("dense" if ranks == "1223" else "min")
    return again.over(groups).cast(pl.Int64)
