"""The days of players and what messages over them need."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from banzuke.model.log import Column, Log
from banzuke.parts.chains import Chains, chains_of
from banzuke.parts.day_changes import DayChanges, day_changes_of
from banzuke.parts.player_days import PlayerDays, player_days


class Work(NamedTuple):
    """Scratch of the fit: n nodes, each a day of a player; g games, e entries.

    ``chains.bend`` is what a game tells of its lead: a precision
    Each float64[g]. told : that times the mean that it tells; noise : what performances vary by
    beyond strengths; pull : by how much the game still pulls the lead
    Each float64[e]. cavity : variance of the player's part of the lead without what the game
    tells; ratio : of what it tells the player to what it tells of the lead; part : that by the
    precision of the strength
    Each float64[n]. mean, precision : of the strength; prior, prior_mean : of a player's first
    day, precision and mean, 0 on others; told_here : precision by the games of the day;
    ahead, behind : by the days before and after; deviation : points
    """

    days: PlayerDays
    chains: Chains
    changes: DayChanges
    told: Column
    noise: Column
    pull: Column
    cavity: Column
    ratio: Column
    part: Column
    mean: Column
    precision: Column
    prior: Column
    prior_mean: Column
    told_here: Column
    ahead: Column
    behind: Column
    deviation: Column


def work(log: Log, n_players: int) -> Work:
    """The days of a log, and room for the messages; the sides of a game lead by 1 and -1."""
    games = len(log.game) - 1
    days = player_days(log, n_players, np.ones(games, dtype=np.bool_))
    share = 1.0 - 2.0 * np.asarray(log.side, dtype=np.float64)
    rest: Any = [np.zeros(size) for size in [games] * 3 + [len(share)] * 3 + [len(days.owner)] * 8]
    return Work(days, chains_of(log.game, share, days), day_changes_of(days), *rest)
