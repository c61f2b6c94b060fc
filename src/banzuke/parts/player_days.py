"""Days of players: who played on which day, as the unknowns of a fit over all results.

A node is a day on which a player has a game that counts. Groups are players whom a chain of
games links; nothing that happens in one is of any matter to another.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log

Ints = NDArray[np.int64]


class PlayerDays(NamedTuple):
    """The nodes of a log, n of them; those of a group are neighbours, in it those of a player.

    node : int64[e], of each entry, -1 for a game that does not count
    bounds, game_bounds : int64[groups + 1], of the groups' nodes, and of their games in ``games``
    games : int64, the games that count, group by group
    owner : int64[n], whose; day : float64[n], in a player's order
    slots : int64[n + 1], the first of a node in ``entry`` and ``game``: int64, the entries that
    count, and of which game each is
    """

    node: Column
    bounds: Column
    game_bounds: Column
    games: Column
    owner: Column
    day: Column
    slots: Column
    entry: Column
    game: Column


def players_as_days(log: Log, n_players: int, counts: NDArray[np.bool_]) -> PlayerDays:
    """The nodes of a log where all days are one: a node is a player."""
    return player_days(log._replace(day=np.zeros(len(counts))), n_players, counts)


def player_days(log: Log, n_players: int, counts: NDArray[np.bool_]) -> PlayerDays:
    """The nodes of a log; ``counts`` is bool[n_games]."""
    first = np.asarray(log.game, dtype=np.int64)
    sizes = np.diff(first)
    game = np.repeat(np.arange(len(sizes)), sizes)
    entry = np.flatnonzero(counts[game])
    player, day = log.player[entry].astype(np.int64), np.asarray(log.day, dtype=np.int64)
    same_game = np.flatnonzero(np.diff(game[entry]) == 0)
    group = linked_groups(player[same_game], player[same_game + 1], n_players)
    keys = [group[player], player, day[game[entry]]]
    order = np.lexsort(keys[::-1])
    new = np.zeros(len(order), dtype=np.bool_)
    new[:1] = True
    for key in keys:
        new[1:] |= np.diff(key[order]) != 0
    node = np.full(len(log.player), -1, dtype=np.int64)
    node[entry[order]] = np.cumsum(new) - 1
    groups, owner, days = (key[order][new] for key in keys)
    games = np.flatnonzero(counts)
    of_game = group[log.player[first[games]].astype(np.int64)]
    by_group = np.argsort(of_game, kind="stable")
    return PlayerDays(
        node=node,
        bounds=starts_of(groups),
        game_bounds=starts_of(of_game[by_group]),
        games=games[by_group],
        owner=owner,
        day=days.astype(np.float64),
        slots=np.append(np.flatnonzero(new), len(entry)),
        entry=entry[order],
        game=game[entry[order]],
    )


def newest_days(log: Log, n_players: int) -> Ints:
    """The newest day of those whom games link to each player, int64[n_players]; 0 for no game."""
    player = log.player.astype(np.int64)
    game = np.repeat(np.arange(len(log.game) - 1), np.diff(log.game.astype(np.int64)))
    same_game = np.flatnonzero(np.diff(game) == 0)
    group = linked_groups(player[same_game], player[same_game + 1], n_players)
    newest = np.full(n_players, np.iinfo(np.int64).min)
    np.maximum.at(newest, group[player], np.asarray(log.day, dtype=np.int64)[game])
    return np.where(np.bincount(player, minlength=n_players) > 0, newest[group], 0)


def starts_of(keys: Ints) -> Ints:
    """Where each run of equal keys begins, and last their number; [0] if there are none."""
    new = np.flatnonzero(np.diff(keys)) + 1
    return np.concatenate([[0], new, [len(keys)]]) if len(keys) else np.zeros(1, dtype=np.int64)


def linked_groups(one: Ints, two: Ints, n_players: int) -> Ints:
    """The group of each player, int64[n_players]: the least code of those who are linked.

    one, two : int64[pairs], codes of two players who are
    """
    group = np.arange(n_players)
    while True:
        least = np.minimum(group[one], group[two])
        if (group[one] == least).all() and (group[two] == least).all():
            return group
        # Whoever stands for a group follows the least that it meets; then all follow theirs.
        np.minimum.at(group, group[one], least)
        np.minimum.at(group, group[two], least)
        after = group[group]
        while (after != group).any():
            group, after = after, after[after]
