"""Why a game moved a rating: what it says of the side, and what the member has of that."""

from __future__ import annotations

import numpy as np

from banzuke.model.log import Log, holder
from banzuke.model.phrases import name_of, phrase
from banzuke.model.system import Explanation, Term
from banzuke.parts.deviations import held, held_cell
from banzuke.parts.duels import duel_score, outcome_words
from banzuke.parts.one_period import state_and_record
from banzuke.systems.weng_lin.forecasting import predict
from banzuke.systems.weng_lin.parameters import WengLinParameters
from banzuke.systems.weng_lin.rules import Rules, State, work
from banzuke.systems.weng_lin.sides import grown
from banzuke.systems.weng_lin.updating import pull_sides, update


def explain(
    state: State, log: Log, rules: Rules, parameters: WengLinParameters, game: int, entry: int
) -> Explanation:
    """The variance of the player times what the game says of the side, and what is behind it."""
    room = work(log, len(state.rating))
    after, record = state_and_record(update, state, log, rules, room, game)
    begin, end = int(log.game[game]), int(log.game[game + 1])
    sides = pull_sides(state, log, rules, room, begin, end)
    chances = np.zeros(len(log.player))
    period = holder(log.period, game)
    predict(state, log, rules, chances, period, period + 1)
    own = int(np.searchsorted(room.head[:sides], entry, side="right")) - 1
    one = int(log.player[entry])
    variance = float(grown(state.deviation[one], rules.tau_2, rules))
    part = float(room.factor[own] * log.play[entry])
    weight = float(log.weight[game]) if rules.weighted else 1.0
    pull = float(room.pull[own])
    change = float(record.change[entry])
    source = f"{variance:.6g} × {pull:.6g}"
    if part != 1.0:
        source += f" × {part:.6g}"
    if weight != 1.0:
        source += f" × {weight:g}"
    inputs = [
        Term("strength of the side", float(room.strength[own]), "points", "sum of its members"),
        Term("deviation of the side", float(np.sqrt(room.variance[own])), "points", cell="beta"),
        Term("square of the deviation", variance, "points²", "with tau²", cell="tau"),
        Term("pull on the side", pull, "per point", MODELS[parameters.model], cell="model"),
    ]
    inputs += [Term("chance that was forecast", float(chances[entry]), "", "a draw counts half")]
    if part != 1.0:
        inputs.append(
            Term(
                "counts in the side",
                part,
                "times",
                "share of the game, size of side",
                cell="size_balance",
            )
        )
    if weight != 1.0:
        inputs.append(Term("weight of the game", weight, "times", cell="weighting"))
    narrow = float(after.deviation[one])
    bounds = narrow, parameters.least_deviation, parameters.most_deviation
    cell = held_cell(*bounds, "deviation", "kappa")
    inputs.append(Term("deviation after the game", narrow, "points", held(*bounds), cell))
    return Explanation([Term(told(log, room.head, sides, own), change, "points", source)], inputs)


#: Where what a game says of a side comes from, by model.
MODELS = {
    "plackett-luce": phrase("algorithm 4: the sides are chosen one by one"),
    "bradley-terry-full": phrase("algorithm 1: each two sides meet"),
    "bradley-terry-part": phrase("algorithm 2: neighbours in the ranking meet"),
    "thurstone-mosteller-full": phrase("algorithm 3: each two sides meet"),
    "thurstone-mosteller-part": phrase("algorithm 3, where neighbours in the ranking meet"),
}


def told(log: Log, head: np.ndarray, sides: int, own: int) -> str:
    """What the side did, in words: whom it beat, or its place."""
    place = int(log.place[head[own]])
    if sides > 2:
        return phrase("place {place} of {sides} sides", place=place, sides=sides)
    other = 1 - own
    names = "+".join(map(name_of, log.player[head[other] : head[other + 1]]))
    return outcome_words(duel_score(place, int(log.place[head[other]])), names)
