"""Scratch of one event: what its kernels write down of each player and game on the way."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from banzuke.model.log import Column, Log
from banzuke.parts.meetings import Meetings, meetings_of


class Work(NamedTuple):
    """Scratch of one event, on the scale without the gap, stones.

    Each float64[g]. worth : what the winner gave up by handicap and komi, less than 0 if the
    loser did; sharp : one by the game's deviation, 0 if it is not rated; pull, bend : slope and
    curvature of the logarithm of the chance of the result, by the lead; tie : the curvature, in
    units in which that of all is 1
    Each float64[n_players]. seed, variance : before the event; found : the likeliest rating;
    deviation : after the event; lift : from the rating to the seed
    Each float64[e], for explanations. gap : crossed by the entry; rounding : last digits
    number : int64[e], whose entry it is, as numbered within the event
    members : int64[n_players], who plays in the event, by that number
    Each float64[n_players], by that number. at, tried : the best ratings, and those that are
    tried; slope : of the likelihood of all; unit : the deviation that its curvature makes; step :
    to the likeliest ratings; rest, way, image : of the conjugate gradients
    Each float64[entries of the longest event], of the rated games of one player, in deviations
    of the game, as ``place_of`` has them. lead : how much stronger the player is than such a
    result needs; slant : what one deviation of the seed adds to that
    """

    meetings: Meetings
    worth: Column
    sharp: Column
    pull: Column
    bend: Column
    tie: Column
    seed: Column
    variance: Column
    found: Column
    deviation: Column
    lift: Column
    at: Column
    tried: Column
    slope: Column
    unit: Column
    step: Column
    rest: Column
    way: Column
    image: Column
    gap: Column
    rounding: Column
    number: Column
    members: Column
    lead: Column
    slant: Column


def room_of(log: Log, n_players: int) -> Work:
    """Room for any period of a log."""
    of_games: Any = [np.zeros(len(log.game) - 1) for _ in range(5)]
    of_players: Any = [np.zeros(n_players) for _ in range(13)]
    of_entries: Any = [np.zeros(len(log.player)) for _ in range(2)]
    of_entries.append(np.zeros(len(log.player), dtype=np.int64))
    of_entries.append(np.zeros(n_players, dtype=np.int64))
    longest = int(np.diff(log.game[log.period].astype(np.int64)).max(initial=0))
    of_entries += [np.zeros(longest) for _ in range(2)]
    return Work(meetings_of(log, n_players), *of_games, *of_players, *of_entries)
