"""Players who may be one person under two spellings: told, and never made one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from banzuke.engine.pool_log import PoolLog
from banzuke.model.likeness import keys_of, nearly_alike, spelt_alike
from banzuke.model.log import holders
from banzuke.model.players import Players
from banzuke.model.problems import Problem
from banzuke.model.results import Results

MOST_PAIRS = 20
MOST_CHECKED = 1_000

#: Who has more games than this under a name is not there by a slip of the pen.
FEW_GAMES = 2


def likely_one_person(
    results: Results,
    logs: Iterable[PoolLog],
    names: Sequence[str],
    players: Players,
    known: frozenset[str],
) -> list[Problem]:
    """A warning for each two names that may be one person's, at the first row of one.

    names : the players by code, those of the results first
    known : who was rated before these results; two of them are not told again

    Nobody is told of two who are both in the players file, or who met in a game: unless only
    capitals, accents and the like tell them apart, since then one may stand on both sides.
    """
    listed = set(players.names)
    if listed.issuperset(names):
        return []
    games = np.zeros(len(names), dtype=np.int64)
    for log in logs:
        counts = log.played_games
        games[: len(counts)] += counts
    fresh = games > 0
    if known:
        fresh &= np.array([name not in known for name in names], dtype=np.bool_)
    if not fresh.any():
        return []

    def is_new(pair: tuple[int, int]) -> bool:
        one, two = pair
        both_listed = names[one] in listed and names[two] in listed
        return bool(fresh[one] or fresh[two]) and not both_listed

    keys = keys_of(names)
    spelt = list(filter(is_new, spelt_alike(keys)))
    # Who has no game at all is there for a rating, which a slip of the pen keeps from its owner.
    few = (pair for pair in nearly_alike(keys) if min(games[list(pair)]) <= FEW_GAMES)
    found = spelt + _who_never_met(results, list(filter(is_new, few))[:MOST_CHECKED])
    problems = [_problem(results, names, games, pair) for pair in found[:MOST_PAIRS]]
    if len(found) > MOST_PAIRS:
        what = f"… and {len(found) - MOST_PAIRS} more names may be spelt in two ways"
        problems.append(Problem(what))
    return problems


def _who_never_met(results: Results, pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The pairs that have no game in common."""
    if not pairs:
        return []
    codes = np.unique(np.array(pairs, dtype=np.uint32))
    entries = np.flatnonzero(np.isin(results.entries.player, codes))
    game_of = holders(results.first, entries)
    player = results.entries.player[entries]
    played: dict[int, NDArray[np.int64]] = {int(code): game_of[player == code] for code in codes}
    none = np.zeros(0, dtype=np.int64)
    return [
        (one, two)
        for one, two in pairs
        if not np.intersect1d(played.get(one, none), played.get(two, none)).size
    ]


def _problem(
    results: Results, names: Sequence[str], games: NDArray[np.int64], pair: tuple[int, int]
) -> Problem:
    """What is told of two names, at the first row of the one with fewer games."""
    rare, other = sorted(pair, key=lambda code: (games[code] == 0, games[code], code))
    what = f"{names[rare]!r} and {names[other]!r} may be one person, spelt in two ways"
    right = "one spelling everywhere; if they are two, both in the players file"
    entries = results.entries.player == rare
    entry = int(np.argmax(entries))
    source = results.sources[results.games.source[results.game_of(entry)]]
    return Problem(what, right, source, results.entry_row(entry))
