"""Games as what they tell: of two sides one lead; of more, what each side showed, and their order.

Of more than two sides each has a performance of its own, as if it were one more player of that
game alone: a told game says that it is the sum of what the members showed, others which of two
neighbouring places was ahead. A place that several sides share is one more of the kind, of which
nothing is known but by its sides: each is so close to it that two of them are apart by as much as
two who drew. So nothing depends on who is named first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log

Ints = NDArray[np.int64]

#: What a told game is: a game of two sides; what a side showed; that a side is on a place which it
#: shares; which of two places is ahead.
GAME, SHOWN, SHARED, ORDER = 0, 1, 2, 3


class ToldGames(NamedTuple):
    """g told games of e parts, each a player or a performance.

    first : int64[g + 1], the first part of each; kind : int64[g]
    player : int64[e], of performances from the number of players on; entry : int64[e], of the log,
    -1 for a performance; sign : float64[e], 1 or -1, by which side it is; a performance is the last
    part of what a side showed
    ahead : int64[g], 1 if the first side was ahead, -1 if the other was, 0 if both share the place
    players : float64[g], who played on both sides; of a place that sides share, their mean, and
    of SHARED half of that, since two gaps to the place vary like one
    game : int64[g], of the log; at : int64[entries], the part of each entry of the log
    """

    first: Column
    kind: Column
    player: Column
    entry: Column
    sign: Column
    ahead: Column
    players: Column
    game: Column
    at: Column


def told_games(log: Log, n_players: int) -> ToldGames:
    """The told games of a log."""
    first = np.asarray(log.game, dtype=np.int64)
    side, place = (np.asarray(column, dtype=np.int64) for column in (log.side, log.place))
    player = np.asarray(log.player, dtype=np.int64)
    sizes = np.diff(first)
    game = np.repeat(np.arange(len(sizes)), sizes)
    many = side[first[1:] - 1] > 1 if len(sizes) else np.zeros(0, dtype=np.bool_)
    few = np.flatnonzero(~many)
    entry = np.flatnonzero(~many[game])
    one, two = place[first[few]], place[first[few + 1] - 1]
    parts = [Parts(player[entry], entry, np.where(side[entry] == 0, 1.0, -1.0), sizes[few])]
    kinds, games = [np.full(len(few), GAME)], [few]
    ahead, players = [np.sign(two - one)], [sizes[few].astype(np.float64)]
    if many.any():
        sides = sides_of(np.flatnonzero(many[game]), game, side)
        parts.append(shown_by(sides, player, n_players))
        count = len(sides.size)
        kinds.append(np.full(count, SHOWN))
        games.append(sides.game)
        ahead.append(np.zeros(count, dtype=np.int64))
        players.append(sides.size.astype(np.float64))
        for kind, links in zip((SHARED, ORDER), links_of(sides, place, n_players), strict=True):
            both = np.stack([links.one, links.two], axis=1).ravel()
            signs = np.tile([1.0, -1.0], len(links.one))
            none, twos = np.full(len(both), -1), np.full(len(links.one), 2)
            parts.append(Parts(both, none, signs, twos))
            kinds.append(np.full(len(links.one), kind))
            games.append(links.game)
            ahead.append(np.full(len(links.one), int(kind == ORDER)))
            players.append(links.players)
    whose, entries, sign, size = (np.concatenate(part) for part in zip(*parts, strict=True))
    at = np.zeros(len(player), dtype=np.int64)
    at[entries[entries >= 0]] = np.flatnonzero(entries >= 0)
    bounds = np.concatenate([[0], np.cumsum(size)])
    of_games = np.concatenate(ahead), np.concatenate(players), np.concatenate(games)
    return ToldGames(bounds, np.concatenate(kinds), whose, entries, sign, *of_games, at)


class Parts(NamedTuple):
    """Parts of told games of a kind, one after the other; size : int64, parts of each game."""

    player: Ints
    entry: Ints
    sign: NDArray[np.float64]
    size: Ints


class Sides(NamedTuple):
    """Sides of games: the entries of all, and of each the first one, how many, and the game."""

    entry: Ints
    first: Ints
    size: Ints
    game: Ints


def sides_of(entry: Ints, game: Ints, side: Ints) -> Sides:
    """The sides of some entries, which are neighbours; ``game`` and ``side`` are of all entries."""
    new = np.ones(len(entry), dtype=np.bool_)
    new[1:] = (np.diff(game[entry]) != 0) | (np.diff(side[entry]) != 0)
    begin = np.flatnonzero(new)
    return Sides(entry, entry[begin], np.diff(np.append(begin, len(entry))), game[entry[begin]])


def shown_by(sides: Sides, player: Ints, n_players: int) -> Parts:
    """What each side showed: its members, and last its performance."""
    ends = np.cumsum(sides.size)
    performance = n_players + np.arange(len(ends))
    whose = np.insert(player[sides.entry], ends, performance)
    entry = np.insert(sides.entry, ends, -1)
    return Parts(whose, entry, np.where(entry < 0, -1.0, 1.0), sides.size + 1)


class Links(NamedTuple):
    """Told games of two performances or places, by number, the better one first."""

    one: Ints
    two: Ints
    players: NDArray[np.float64]
    game: Ints


def links_of(sides: Sides, place: Ints, n_players: int) -> tuple[Links, Links]:
    """Who is on a place that he shares, and which place is before which."""
    own, count = place[sides.first], len(sides.first)
    order = np.lexsort((own, sides.game))
    new = np.ones(count, dtype=np.bool_)
    new[1:] = (np.diff(sides.game[order]) != 0) | (np.diff(own[order]) != 0)
    level = np.empty(count, dtype=np.int64)
    level[order] = np.cumsum(new) - 1
    many = np.bincount(level)
    mean = np.bincount(level, weights=sides.size) / many
    # A place of one side is what that side showed.
    stands = n_players + np.where(many > 1, count + np.cumsum(many > 1) - 1, order[new])
    of_level = sides.game[order[new]]
    shared = np.flatnonzero(many[level] > 1)
    here = level[shared]
    half = 0.5 * (sides.size[shared] + mean[here])
    before = np.flatnonzero(np.diff(of_level) == 0)
    both = mean[before] + mean[before + 1]
    return (
        Links(n_players + shared, stands[here], half, sides.game[shared]),
        Links(stands[before], stands[before + 1], both, of_level[before]),
    )
