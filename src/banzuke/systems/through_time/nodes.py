"""The days of players and what messages over them need."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from banzuke.model.log import Column, Log
from banzuke.parts.chains import Chains, chains_of
from banzuke.parts.day_changes import DayChanges, day_changes_of
from banzuke.parts.player_days import PlayerDays
from banzuke.systems.through_time.rows import Rows, rows_of
from banzuke.systems.through_time.rules import State


class Work(NamedTuple):
    """Scratch of the fit: n nodes, each a day of a player; r rows, e entries.

    Each float64[r]. said : what the game tells of the sum of the row, a precision; told : that
    times the mean that it tells, of lone rows; pull : by how much the game still pulls the sum;
    lead, variance : of many sides, mean and variance of a performance as known without the game
    Each float64[e]. cavity : variance of the player's part of the lead without what the game
    tells; ratio : of what it tells the player to what it tells of the sum
    Each float64[n]. mean, precision : of the strength; prior, prior_mean : of a player's first
    day, precision and mean, 0 on others; told_here : precision by the games of the day;
    ahead, behind : by the days before and after; deviation : points
    then : by player, strengths of one day
    """

    days: PlayerDays
    rows: Rows
    chains: Chains
    changes: DayChanges
    said: Column
    told: Column
    pull: Column
    lead: Column
    variance: Column
    cavity: Column
    ratio: Column
    mean: Column
    precision: Column
    prior: Column
    prior_mean: Column
    told_here: Column
    ahead: Column
    behind: Column
    deviation: Column
    then: State


def work(log: Log, n_players: int) -> Work:
    """The days of a log, and room for the messages."""
    days, rows, trees = rows_of(log, n_players)
    chains = chains_of(rows.first, rows.sign.copy(), days, trees)
    count, entries, nodes = len(rows.lone), len(rows.of), len(days.owner)
    rest: Any = [np.zeros(size) for size in [count] * 5 + [entries] * 2 + [nodes] * 8]
    then = State(*(np.zeros(n_players) for _ in State._fields))
    room: Any = [days, rows, chains, day_changes_of(days), *rest, then]
    return Work(*room)
