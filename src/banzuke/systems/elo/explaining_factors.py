"""What multiplies K in a duel, and which parameters it comes from: the length, the margin."""

from __future__ import annotations

from banzuke.model.log import Log
from banzuke.model.phrases import phrase
from banzuke.model.system import Term
from banzuke.systems.elo.duels import is_established
from banzuke.systems.elo.factors import category_of, length_factor
from banzuke.systems.elo.parameters import EloParameters
from banzuke.systems.elo.rules import LENGTH, LOGARITHM, NO_MARGIN, Rules, State
from banzuke.systems.elo.settling import pair_factor


def k_cell(log: Log, rules: Rules, parameters: EloParameters, game: int) -> str:
    """The parameter that K of a game comes from."""
    if rules.category[category_of(log, rules, game), 0] >= 0.0:
        return "categories"
    return "k_steps" if parameters.k_steps else "k"


def change_cell(state: State, rules: Rules, of_k: str, players: tuple[int, int]) -> str:
    """The parameter that a duel's change comes from; players : whose change it is, and the other.

    of_k : where K comes from
    """
    one, other = (is_established(state, rules, player) for player in players)
    if one:
        return of_k if other else "provisional_weight"
    return "provisional_span" if other else "provisional_games"


def factor_inputs(log: Log, rules: Rules, game: int, met: tuple[int, int, float]) -> list[Term]:
    """The factors of a duel that are not 1.

    met : the entry, the first one of the other side, and the lead over that side
    """
    terms = []
    if rules.weight == LENGTH:
        length = phrase("length {length:g}", length=float(log.weight[game]))
        factor = float(length_factor(log, rules, game))
        terms.append(Term("factor of the length", factor, "times", length, "length_power"))
    if rules.margin != NO_MARGIN:
        entry, other, lead = met
        if log.place[entry] > log.place[other]:
            entry, other, lead = other, entry, 0.0 - lead
        factor = float(pair_factor(log, rules, entry, other, lead))
        margin = phrase("margin {margin:g}", margin=abs(log.score[entry] - log.score[other]))
        cell = "margin_ease" if rules.margin == LOGARITHM else "margin_factors"
        terms.append(Term("factor of the margin", factor, "times", margin, cell))
    return terms
