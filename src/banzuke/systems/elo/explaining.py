"""Why a game changed a rating: each duel a term, then what was done to their sum."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from banzuke.model.log import Log, holder
from banzuke.model.phrases import listed, name_of, phrase
from banzuke.model.system import Explanation, Term
from banzuke.parts.duels import duel_score, outcome_words
from banzuke.parts.one_period import rated_again
from banzuke.parts.score_table import band_of, capped, cell_of
from banzuke.systems.elo.applying import up_to_floor
from banzuke.systems.elo.duels import duel_change, is_established, scored_in
from banzuke.systems.elo.expectation import expected_score
from banzuke.systems.elo.explaining_factors import change_cell, factor_inputs, k_cell
from banzuke.systems.elo.factors import (
    category_of,
    game_factor,
    length_factor,
    newcomer_times,
    returned,
    season_at,
)
from banzuke.systems.elo.parameters import EloParameters
from banzuke.systems.elo.rules import LOGISTIC, NORMAL, SPLIT, WHOLE, Rules, State, Work, work
from banzuke.systems.elo.settling import count_period, nearest_whole, pair_factor, prepare
from banzuke.systems.elo.sides import (
    edge,
    is_duel,
    member_part,
    next_place,
    side_end,
    side_strength,
)
from banzuke.systems.elo.updating import update


class Duel(NamedTuple):
    """A duel as it is told to one of its sides.

    head, after : the other side's entries; members : of one's own side; chance : expected score
    """

    head: int
    after: int
    members: int
    factor: float
    score: float
    chance: float
    lead: float


def explain(
    state: State, log: Log, rules: Rules, parameters: EloParameters, game: int, entry: int
) -> Explanation:
    """Each duel of the entry's side as a term: K times (score - expected score)."""
    period = holder(log.period, game)
    first_game = int(log.period[period])
    room = work(log, len(state.rating))
    count_period(state, log, rules, room, first_game, int(log.period[period + 1]))
    prepare(state, log, rules, room, game)
    one = int(log.player[entry])
    inputs = k_inputs(state, log, rules, parameters, room, (game, one))
    terms: list[Term] = []
    for duel, moved in duels_of(state, log, rules, room, (game, entry)):
        names = "+".join(map(name_of, log.player[duel.head : duel.after]))
        score = duel_score(int(log.place[entry]), int(log.place[duel.head]))
        source = told_source(state, log, rules, room, entry, duel)
        both = one, int(log.player[duel.head])
        cell = change_cell(state, rules, k_cell(log, rules, parameters, game), both)
        terms.append(Term(outcome_words(score, names), moved, "points", source, cell))
        inputs += expectation_inputs(rules, parameters, duel, names)
        inputs += factor_inputs(log, rules, game, (entry, duel.head, duel.lead))
    terms += after_duels(state, log, rules, room, (first_game, game, entry), total_of(terms))
    return Explanation(terms, inputs)


def total_of(terms: list[Term]) -> float:
    """The sum of terms, in their order."""
    total = 0.0
    for term in terms:
        total += term.value
    return total


def duels_of(
    state: State, log: Log, rules: Rules, room: Work, found: tuple[int, int]
) -> list[tuple[Duel, float]]:
    """The duels of an entry's side and what each moves the entry by; found : (game, entry).

    They are played as ``settle`` plays them, so that the numbers are the same to the bit.
    """
    game, entry = found
    begin, end = int(log.game[game]), int(log.game[game + 1])
    factor, slope = game_factor(log, rules, game), length_factor(log, rules, game)
    sides = int(log.side[end - 1]) + 1
    spans = side_spans(log, begin, end)
    told = []
    for number, (head, after) in enumerate(spans):
        following = next_place(log.place, head, end)
        for other, other_after in spans[number + 1 :]:
            if not is_duel(log.place[head], log.place[other], following, sides, rules):
                continue
            mine = side_strength(room.own, log, head, after, rules)
            theirs = side_strength(room.own, log, other, other_after, rules)
            lead = float(mine - theirs + edge(log, rules, head, other))
            chance = float(expected_score(lead * slope, rules))
            much = float(factor * pair_factor(log, rules, head, other, lead))
            places = int(log.place[head]), int(log.place[other])
            score = float(scored_in(log, rules, game, *places))
            theirs = float(scored_in(log, rules, game, *reversed(places)))
            sides_of_it = (
                (head, after, Duel(other, other_after, after - head, much, score, chance, lead)),
                (
                    other,
                    other_after,
                    Duel(head, after, other_after - other, much, theirs, 1.0 - chance, 0.0 - lead),
                ),
            )
            for begins, ends, duel in sides_of_it:
                result = duel.factor, duel.score, duel.chance
                for at in range(begins, ends):
                    pair = int(log.player[at]), int(log.player[duel.head])
                    rival = room.own[pair[1]]
                    who = room.k[pair[0]], room.own[pair[0]], rival, room.met[pair[0]]
                    moved = float(duel_change(state, rules, pair, who, result))
                    part = float(member_part(log, rules, at, ends - begins, moved))
                    if rules.in_turn:
                        room.own[pair[0]] += part
                    if at == entry:
                        told.append((duel, part))
    return told


def side_spans(log: Log, begin: int, end: int) -> list[tuple[int, int]]:
    """(first entry, entry after the last) of each side of a game."""
    spans, head = [], begin
    while head < end:
        after = side_end(log.side, head, end)
        spans.append((head, after))
        head = after
    return spans


def told_source(state: State, log: Log, rules: Rules, room: Work, entry: int, duel: Duel) -> str:
    """The formula of a duel's term, with its numbers."""
    one, other = int(log.player[entry]), int(log.player[duel.head])
    if not is_established(state, rules, one):
        if not is_established(state, rules, other):
            return phrase("neither is established")
        games = state.met_established[one] + room.met[one]
        span = rules.provisional_span * (2.0 * duel.score - 1.0)
        return f"({room.own[other]:g} {span:+g} − {room.own[one]:g}) / {games:g}"
    factor = duel.factor
    if not is_established(state, rules, other):
        factor *= rules.provisional_weight
    source = f"{room.k[one]:g} × "
    if factor != 1.0:
        source += f"{factor:.6g} × "
    source += f"({duel.score:g} − {duel.chance:.6f})"
    if rules.team_change == SPLIT:
        source += f" / {duel.members}"
    elif rules.team_change != WHOLE:
        source += f" × {log.play[entry]:g}"
    return source


def expectation_inputs(
    rules: Rules, parameters: EloParameters, duel: Duel, names: str
) -> list[Term]:
    """The expected score of a duel, and how it comes about."""
    cell = "scale"
    if rules.curve == LOGISTIC:
        base = "10" if parameters.base == 10.0 else f"{parameters.base:g}"
        source: str = phrase("1 / (1 + {base}^(d/scale))", base=base)
    elif rules.curve == NORMAL:
        source = phrase("normal curve of the lead / scale")
    else:
        gap = abs(capped(duel.lead, rules.lead_cap))
        source, cell = band_of(parameters.bands, gap), cell_of("bands", parameters.bands, gap)
    return [
        Term(
            phrase("expected score against {opponents}", opponents=names),
            duel.chance,
            "",
            source,
            cell,
        )
    ]


def k_inputs(
    state: State,
    log: Log,
    rules: Rules,
    parameters: EloParameters,
    room: Work,
    found: tuple[int, int],
) -> list[Term]:
    """K of a player in a game and why, where it is not the same for all; found : (game, player)."""
    game, one = found
    if rules.plain and rules.advantage == 0.0:
        return []
    cell = why = k_cell(log, rules, parameters, game)
    row = category_of(log, rules, game)
    if cell == "categories":
        why = phrase("the category of the game")
    elif cell == "k_steps":
        why = listed(step.words for step in parameters.k_steps)
    terms = [Term("K", float(room.k[one]), "points", why, cell)]
    newcomer = float(newcomer_times(state, rules, one))
    if newcomer != 1.0:
        terms.append(Term("of it for little experience", newcomer, "times", cell="newcomer_factor"))
    if rules.advantage != 0.0:
        begin, end = int(log.game[game]), int(log.game[game + 1])
        for entry in range(begin, end):
            if log.advantage[entry] != 0.0:
                ahead = phrase("at home, or first: {who}", who=name_of(log.player[entry]))
                worth = rules.advantage * float(log.advantage[entry])
                terms.append(Term(ahead, worth, "points", "", "advantage"))
    weight = float(rules.category[row, 1])
    if weight != 1.0:
        terms.append(Term("weight of the category", weight, "times", cell="categories"))
    return terms


def after_duels(
    state: State,
    log: Log,
    rules: Rules,
    room: Work,
    found: tuple[int, int, int],
    moved: float,
) -> list[Term]:
    """What is done to the sum of the duels; found : (first game of the period, game, entry)."""
    first_game, game, entry = found
    one = int(log.player[entry])
    terms = []
    total = moved
    if rules.category[category_of(log, rules, game), 2] == 1.0 and total < 0.0:
        terms.append(Term("nobody loses points in this category", 0.0 - total, "points"))
        total = 0.0
    if rules.whole == 1:
        nearest = float(nearest_whole(total))
        if nearest != total:
            terms.append(Term("rounded to a whole number", nearest - total, "points"))
        total = nearest
    reached, season_before = before_entry(state, log, rules, (first_game, entry))
    now = State(*(np.array(column) for column in state))
    now.rating[one] = reached
    if len(now.season):
        now.season[one] = season_before
    season = season_at(log, rules, game)
    back = float(returned(now, rules, one, season))
    if back != 0.0:
        source = f"{rules.season_share:.6g} × ({rules.season_rating:g} − {reached:.6g})"
        terms.append(Term("return at the first game of a season", back, "points", source))
        total = back + total
    raised = float(up_to_floor(reached + total, rules))
    if raised != 0.0:
        terms.append(
            Term("up to the floor", raised, "points", phrase("floor {floor:g}", floor=rules.floor))
        )
    return terms


def before_entry(
    state: State, log: Log, rules: Rules, found: tuple[int, int]
) -> tuple[float, float]:
    """A player's rating, and season, right before an entry; found : (first game, entry)."""
    first_game, entry = found
    one = int(log.player[entry])
    reached = float(state.rating[one])
    season = float(state.season[one]) if len(state.season) else 0.0
    begin = int(log.game[first_game])
    earlier = [at for at in range(begin, entry) if int(log.player[at]) == one]
    if not earlier:
        return reached, season
    record = rated_again(update, state, log, rules, work(log, len(state.rating)), first_game)
    for at in earlier:
        reached += float(record.change[at])
    game = holder(log.game, earlier[-1])
    return reached, float(season_at(log, rules, game))
