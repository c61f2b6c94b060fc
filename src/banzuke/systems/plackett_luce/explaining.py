"""Explanations: how often a player came next, and the game's part of the change."""

from __future__ import annotations

import numpy as np

from banzuke.model.log import Log
from banzuke.model.phrases import phrase, phrases
from banzuke.model.system import Explanation, Term
from banzuke.parts.one_period import rated_again
from banzuke.systems.plackett_luce.event import update
from banzuke.systems.plackett_luce.parameters import MOST_TIED, PlackettLuceParameters
from banzuke.systems.plackett_luce.races import Work, work
from banzuke.systems.plackett_luce.rules import Rules, State

#: An explanation fits all results once more: with so many entries by the compiled kernel.
COMPILE_FROM = 10_000


def explain(
    state: State, log: Log, rules: Rules, parameters: PlackettLuceParameters, game: int, entry: int
) -> Explanation:
    """How often the player was the next one, and was expected to be; the game's part."""
    room = work(log, len(state.rating))
    change = rated_again(update, state, log, rules, room, game, COMPILE_FROM).change
    one = int(log.player[entry])
    if not room.counted[entry]:
        return Explanation([], [], False, why_not(log, room, game, entry))
    at = int(room.place[one])
    mine = np.flatnonzero(np.asarray(log.player) == one)
    games = int(np.asarray(room.counted)[mine].sum())
    actual, expected = float(room.actual[at]), float(room.expected[at])
    next_one = phrase("times the next one of those left, virtual games too")
    if rules.sharing:
        next_one = phrase("times the next one of those left, shared places in part")
    inputs = [
        Term(
            next_one,
            actual,
            "",
            phrase("in {games} games that count", games=games),
            cell="prior_middle",
        ),
        Term("expected", expected, "", "at the new ratings: the same, by the rule"),
        Term("rating after all games", float(room.rating[one]), "points", cell="mean"),
        Term("deviation", float(room.deviation[one]), "points"),
    ]
    inputs += strengths_of_places(rules, room)
    rivals = int(log.game[game + 1]) - int(log.game[game])
    source = phrases(
        "the ratings are those of all games together",
        "a like part for each of {count} games: the ratings are those of all together",
        games,
    )
    name = phrase("place {place} of {rivals}", place=int(log.place[entry]), rivals=rivals)
    return Explanation([Term(name, float(change[entry]), "points", source)], inputs)


def strengths_of_places(rules: Rules, room: Work) -> list[Term]:
    """The strengths that were estimated together with the ratings."""
    source, found = phrase("of a place of one's own: 1; estimated from all results"), []
    for size in range(2, MOST_TIED + 1):
        strength = float(room.sharing.strength[size])
        if rules.sharing and strength > 0.0:
            name = phrase("strength of a place shared by {many}", many=size)
            found.append(Term(name, strength, "", source, cell="ties"))
    return found


def why_not(log: Log, room: Work, game: int, entry: int) -> str:
    """Why a game changes nothing."""
    if not log.weight[game] > 0.0:
        return phrase("a game of weight 0")
    if room.group[int(log.player[entry])] == 0.0:
        return phrase("no rating is finite: all places between this player and others go one way")
    return phrase("places between this player and all others of the game go one way only")
