"""Entries that a rulebook of the Elo system cannot rate."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Log
from banzuke.model.phrases import phrase
from banzuke.model.system import Complaint
from banzuke.systems.elo.rules import NO_MARGIN, Rules


def check(log: Log, rules: Rules) -> list[Complaint]:
    """Shared places played in turn, missing scores, unknown categories, teams that have no rule."""
    complaints = []
    if rules.in_turn == 1:
        complaints += shared_in_turn(log)
    if rules.margin != NO_MARGIN:
        what = phrase("the score is missing")
        right = phrase("what each side scored, or --set margin=none")
        for entry in np.flatnonzero(np.isnan(log.score)).tolist():
            complaints.append(Complaint(entry, "score", what, right))
    if rules.category[:, 5].any():
        refused = rules.category[log.category.astype(np.int64) + 1, 5] == 1.0
        what = phrase("the rulebook does not say how games of this category count")
        right = phrase("one that the rulebook names (categories)")
        for entry in heads(log)[refused].tolist():
            complaints.append(Complaint(entry, "event_category", what, right))
    if rules.provisional_games > 0 or rules.provisional_points > 0:
        many = np.diff(log.game.astype(np.int64)) != 2
        what = phrase("the first games of a player are rated as duels only")
        right = phrase("one duel a game, or set provisional_games and provisional_points = 0")
        for entry in heads(log)[many].tolist():
            complaints.append(Complaint(entry, "game", what, right))
    return complaints


def heads(log: Log) -> NDArray[np.int64]:
    """The first entry of each game, int64[g]."""
    first: NDArray[np.int64] = log.game[:-1].astype(np.int64)
    return first


def shared_in_turn(log: Log) -> list[Complaint]:
    """Places shared in games of many sides whose duels are to be played in turn."""
    game = np.repeat(np.arange(len(log.game) - 1), np.diff(log.game.astype(np.int64)))
    sides = log.side[log.game[1:].astype(np.int64) - 1] + 1
    shared = (game[1:] == game[:-1]) & (log.side[1:] != log.side[:-1])
    shared &= (log.place[1:] == log.place[:-1]) & (sides[game[1:]] > 2)
    return [
        Complaint(
            int(entry),
            "place",
            phrase(
                "place {place} is shared, so that nobody comes first", place=int(log.place[entry])
            ),
            phrase("different places, or --set duels=together"),
        )
        for entry in np.flatnonzero(shared) + 1
    ]
