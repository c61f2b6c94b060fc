"""The days of players and what messages over them need."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from banzuke.model.log import Column, Log
from banzuke.parts.chains import Chains, chains_of
from banzuke.parts.day_changes import DayChanges, day_changes_of
from banzuke.parts.player_days import PlayerDays, player_days
from banzuke.systems.through_time.rules import State
from banzuke.systems.through_time.told_games import ToldGames, told_games


class Work(NamedTuple):
    """Scratch of the fit: n nodes, each a day of a player, a performance, or a shared place.

    ``chains.bend`` is what a told game says of its lead: a precision
    Each float64[told games]. told : that times the mean that it tells; noise : what performances
    vary by beyond strengths; pull : by how much the game still pulls the lead
    Each float64[parts of them]. cavity : variance of the player's part of the lead without what the
    game tells; ratio : of what it tells the player to what it tells of the lead; part : that by
    the precision of the strength; sent, shift : what a performance is told, a precision and that
    times a mean
    Each float64[n]. mean, precision : of the strength; prior, prior_mean : of a player's first
    day, precision and mean, 0 on others; told_here : precision by the games of the day;
    ahead, behind : by the days before and after; deviation : points
    before : float64[players and performances], ratings before all games
    then : by player, strengths of one day; shows : whether games have more than two sides
    """

    days: PlayerDays
    games: ToldGames
    chains: Chains
    changes: DayChanges
    told: Column
    noise: Column
    pull: Column
    cavity: Column
    ratio: Column
    part: Column
    sent: Column
    shift: Column
    mean: Column
    precision: Column
    prior: Column
    prior_mean: Column
    told_here: Column
    ahead: Column
    behind: Column
    deviation: Column
    before: Column
    then: State
    shows: bool


def work(log: Log, n_players: int) -> Work:
    """The days of a log, and room for the messages; the sides of a game lead by 1 and -1."""
    games = told_games(log, n_players)
    count, parts = len(games.kind), len(games.player)
    shown = max(int(games.player.max(initial=0)) + 1 - n_players, 0)
    day = np.asarray(log.day)[games.game] if len(log.day) else np.zeros(count, dtype=np.int32)
    told = log._replace(game=games.first, player=games.player, day=day)
    days = player_days(told, n_players + shown, np.ones(count, dtype=np.bool_))
    room = days, games, chains_of(games.first, games.sign.copy(), days), day_changes_of(days)
    rest: Any = [np.zeros(size) for size in [count] * 3 + [parts] * 5 + [len(days.owner)] * 8]
    then = State(*(np.zeros(n_players) for _ in State._fields))
    last: Any = [np.zeros(n_players + shown), then, shown > 0]
    return Work(*room, *rest, *last)
