"""Pairwise Elo: every pair of sides in a game is a duel; a side is as strong as its mean.

Source: A. E. Elo, The Rating of Chessplayers, 1978, sections 1.4 and 1.6 (logistic form); for
many sides and pairs the help page of the site Warlight ("Warlight ranking") and the Polish
text it was translated from: d = yr - xr; We = 1/(1 + 10^(d/400)); new = xr + 32 (W - We).
Scale: points; a lead of ``scale`` points means an expected score of 10/11.

    >>> import banzuke as bz
    >>> bz.rate_game("warlight", sides=[[1400], [1200]], places=[1, 2])
    [[(1407.6880983472802,)], [(1192.3119016527198,)]]
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log, Record
from banzuke.model.parameters import Parameters, parameter
from banzuke.model.system import (
    Capability,
    Complaint,
    Explanation,
    Given,
    Period,
    StateColumn,
    System,
    Term,
)
from banzuke.numeric.exact_sums import CHANCES, POINTS, on_grid
from banzuke.parts.duels import duel_score


class PairwiseEloParameters(Parameters):
    """What a rulebook may set."""

    start_rating: float = parameter(1200.0, "rating before the first game", unit="points")
    k: float = parameter(32.0, "most that one duel can move a rating", unit="points", ge=0)
    scale: float = parameter(
        400.0, "lead that means an expected score of 10/11", unit="points", gt=0
    )
    ranking: Literal["all", "first"] = parameter(
        "all",
        "which duels a game of more than two sides holds: every pair of sides, or only those "
        "between a first and a side that is not first",
    )
    duels: Literal["together", "in turn"] = parameter(
        "together",
        "whether all duels of a game are computed from the ratings before it, or one after "
        "another, in the order of the places, of which then none may be shared",
    )
    k_share: Literal["whole", "per opponent"] = parameter(
        "whole", "whether each duel moves by the whole k, or by k / (number of sides - 1)"
    )
    shared_places: Literal["draw", "none"] = parameter(
        "draw", "what sides on one place below the first have between them: a draw, or no duel"
    )
    shared_first: Literal["none", "draw"] = parameter(
        "none",
        "with ranking = first, what several firsts of a game of more than two sides have "
        "between them: no duel, or a draw",
    )
    team_change: Literal["whole", "split"] = parameter(
        "whole", "whether each member of a side gets its whole change, or an equal part of it"
    )
    team_rating: Literal["mean", "sum"] = parameter(
        "mean", "how strong a side is: the arithmetic mean of its members' ratings, or their sum"
    )


class State(NamedTuple):
    """rating : float64[n_players], points."""

    rating: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them; choices are 0 for the first, 1 for the second."""

    k: float
    per_point: float
    only_first: int
    in_turn: int
    k_per_opponent: int
    shared_places_apart: int
    shared_first_draws: int
    change_split: int
    rating_sum: int


def rules(parameters: PairwiseEloParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers; ``per_point`` is ln 10 / scale."""
    return Rules(
        k=parameters.k,
        per_point=math.log(10.0) / parameters.scale,
        only_first=int(parameters.ranking == "first"),
        in_turn=int(parameters.duels == "in turn"),
        k_per_opponent=int(parameters.k_share == "per opponent"),
        shared_places_apart=int(parameters.shared_places == "none"),
        shared_first_draws=int(parameters.shared_first == "draw"),
        change_split=int(parameters.team_change == "split"),
        rating_sum=int(parameters.team_rating == "sum"),
    )


def start(
    given: Given, n_players: int, parameters: PairwiseEloParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Every player at the start rating, or at the rating that the players file gives."""
    rating = np.full(n_players, float(parameters.start_rating))
    if "rating" in given.columns:
        rating = np.where(np.isnan(given.columns["rating"]), rating, given.columns["rating"])
    return State(rating), []


def check(log: Log, rules: Rules) -> list[Complaint]:
    """Places shared in games of many sides whose duels are to be played in turn."""
    if rules.in_turn == 0:
        return []
    game = np.repeat(np.arange(len(log.game) - 1), np.diff(log.game.astype(np.int64)))
    sides = log.side[log.game[1:].astype(np.int64) - 1] + 1
    shared = (game[1:] == game[:-1]) & (log.side[1:] != log.side[:-1])
    shared &= (log.place[1:] == log.place[:-1]) & (sides[game[1:]] > 2)
    return [
        Complaint(
            int(entry),
            "place",
            f"place {log.place[entry]} is shared, so that nobody comes first",
            "different places, or set duels = together",
        )
        for entry in np.flatnonzero(shared) + 1
    ]


def predict(state: State, log: Log, rules: Rules, chance: Column, first: int, last: int) -> None:
    """Write each entry's share of the points of its game's duels; a draw counts half.

    chance : float64[n_entries], in [0, 1]; over the sides of a game the shares sum to 1
    """
    rating = state.rating
    player = log.player
    side = log.side
    for game in range(log.period[first], log.period[last]):
        begin, end = log.game[game], log.game[game + 1]
        sides = side[end - 1] + 1
        pairs = sides * (sides - 1) / 2.0
        head = begin
        while head < end:
            after = side_end(side, head, end)
            strength = side_strength(rating, player, head, after, rules.rating_sum)
            points = 0.0
            other = begin
            while other < end:
                other_after = side_end(side, other, end)
                if other != head:
                    opponent = side_strength(rating, player, other, other_after, rules.rating_sum)
                    score = expected_score(strength - opponent, rules.per_point)
                    points += addend_of(score, sides)
                other = other_after
            for entry in range(head, after):
                chance[entry] = points / pairs
            head = after


def update(state: State, log: Log, rules: Rules, record: Record, first: int, last: int) -> None:
    """Rate periods ``first`` to ``last - 1`` in place, each from the ratings before it."""
    rating = state.rating
    player = log.player
    change = record.change
    before = record.before
    keep = len(before) > 0
    first_game, last_game = log.period[first], log.period[last]
    first_entry, last_entry = log.game[first_game], log.game[last_game]
    periods = last - first
    if last_game - first_game == periods and last_entry - first_entry == 2 * periods:
        # Nothing but duels, each a period of its own, is by far the most common.
        rate_duels(state, log, rules, record, first_entry, last_entry)
        return
    for period in range(first, last):
        first_game, last_game = log.period[period], log.period[period + 1]
        for game in range(first_game, last_game):
            begin, end = log.game[game], log.game[game + 1]
            if log.side[end - 1] + 1 == end - begin:
                settle_singles(state, log, rules, record, begin, end)
            else:
                settle_sides(state, log, rules, record, begin, end)
        for entry in range(log.game[first_game], log.game[last_game]):
            if keep:
                before[entry] = rating[player[entry]]
            rating[player[entry]] += change[entry]


def score(log: Log, rules: Rules, scored: Column, first: int, last: int) -> None:
    """Write the points that each entry's side made in its duels of the game.

    scored : float64[n_entries], 1 for each duel won, 0.5 for each drawn
    """
    side = log.side
    place = log.place
    for game in range(log.period[first], log.period[last]):
        begin, end = log.game[game], log.game[game + 1]
        sides = side[end - 1] + 1
        for entry in range(begin, end):
            scored[entry] = 0.0
            other = begin
            while other < end:
                if side[other] != side[entry] and is_duel(place[entry], place[other], sides, rules):
                    scored[entry] += duel_score(place[entry], place[other])
                other = side_end(side, other, end)


def explain(
    state: State, log: Log, rules: Rules, parameters: PairwiseEloParameters, game: int, entry: int
) -> Explanation:
    """Each duel of the entry's side as one term: k times (score - expected score)."""
    begin, end = int(log.game[game]), int(log.game[game + 1])
    heads = side_heads(log.side, begin, end)
    strengths = [
        side_strength(state.rating, log.player, head, after, rules.rating_sum)
        for head, after in heads
    ]
    mine = next(i for i, (head, after) in enumerate(heads) if head <= entry < after)
    k = duel_k(len(heads), rules)
    members = [after - head for head, after in heads]
    surplus = [0.0] * len(heads)
    terms, inputs = [], []
    for i, j in duels_in_order(len(heads)):
        places = int(log.place[heads[i][0]]), int(log.place[heads[j][0]])
        if not is_duel(places[0], places[1], len(heads), rules):
            continue
        score = duel_score(*places)
        one, two = strengths[i], strengths[j]
        if rules.in_turn:
            one += moved_strength(surplus[i], k, members[i], rules)
            two += moved_strength(surplus[j], k, members[j], rules)
        chance = addend_of(expected_score(one - two, rules.per_point), len(heads))
        surplus[i] += score - chance
        surplus[j] -= score - chance
        if mine not in (i, j):
            continue
        other = j if mine == i else i
        if mine == j:
            score, chance = 1.0 - score, 1.0 - chance
        names = "+".join(f"{{{int(p)}}}" for p in log.player[heads[other][0] : heads[other][1]])
        word = {1.0: "won against", 0.5: "drew with", 0.0: "lost to"}[score]
        part = member_change(score - chance, k, members[mine], rules)
        source = f"{k:g} × ({score:g} − {chance:.6f})"
        if rules.change_split:
            source += f" / {members[mine]}"
        terms.append(Term(f"{word} {names}", part, "points", source))
        inputs.append(Term(f"expected score against {names}", chance, "", "1 / (1 + 10^(d/scale))"))
    if len(terms) > 1:
        # All duels together are rounded once, by less than 1e-9: the last takes what is left.
        whole = member_change(surplus[mine], k, members[mine], rules)
        told = sum(term.value for term in terms[:-1])
        terms[-1] = terms[-1]._replace(value=whole - told)
    return Explanation(terms, inputs)


def expected_score(lead: float, per_point: float) -> float:
    """We of the source: in [0, 1], from the lead in points.

    It is computed for the side that leads, so that nothing can overflow and that the two sides
    of a draw move by the same number, whichever of them comes first.
    """
    leader = 1.0 / (1.0 + math.exp(-abs(lead) * per_point))
    if lead < 0.0:
        return 1.0 - leader
    return leader


def addend_of(score: float, sides: int) -> float:
    """An expected score as it is added up; that of a duel is the only one and keeps its digits."""
    if sides == 2:
        return score
    return on_grid(score, CHANCES)


def side_end(side: Column, head: int, end: int) -> int:
    """The entry after the last of the side that begins at entry ``head``."""
    after = head + 1
    while after < end and side[after] == side[head]:
        after += 1
    return after


def side_strength(rating: Column, player: Column, head: int, after: int, rating_sum: int) -> float:
    """The mean (or sum) of the members' ratings, points."""
    total = 0.0
    for entry in range(head, after):
        total += rating[player[entry]]
    if rating_sum == 1:
        return total
    return total / (after - head)


def duel_k(sides: int, rules: Rules) -> float:
    """The most that one duel of a game of ``sides`` sides can move a rating, points."""
    if rules.k_per_opponent == 1:
        return rules.k / (sides - 1)
    return rules.k


def is_duel(place: int, other: int, sides: int, rules: Rules) -> bool:
    """Whether two sides of a game of ``sides`` sides have a duel by these rules."""
    if sides == 2:
        return True
    if rules.only_first == 1:
        if place == 1 and other == 1:
            return rules.shared_first_draws == 1
        return place == 1 or other == 1
    return place != other or rules.shared_places_apart == 0


def rate_duels(
    state: State, log: Log, rules: Rules, record: Record, first_entry: int, last_entry: int
) -> None:
    """Rate duels one after the other, in place; every two entries are one."""
    rating = state.rating
    player = log.player
    place = log.place
    change = record.change
    before = record.before
    expected = record.expected
    keep = len(before) > 0
    for one in range(first_entry, last_entry, 2):
        two = one + 1
        player_one, player_two = player[one], player[two]
        rating_one, rating_two = rating[player_one], rating[player_two]
        score = expected_score(rating_one - rating_two, rules.per_point)
        moved = on_grid(rules.k * (duel_score(place[one], place[two]) - score), POINTS)
        change[one] = moved
        change[two] = 0.0 - moved
        if keep:
            before[one] = rating_one
            before[two] = rating_two
            expected[one] = score
            expected[two] = 1.0 - score
        rating[player_one] = rating_one + moved
        rating[player_two] = rating_two - moved


def settle_singles(
    state: State, log: Log, rules: Rules, record: Record, begin: int, end: int
) -> None:
    """Write the change (and expectation) of each entry of a game of single players.

    The surplus of each is added up first, exactly, so that the order of the players is nothing.
    """
    rating = state.rating
    player = log.player
    place = log.place
    surplus = record.change
    expected = record.expected
    keep = len(expected) > 0
    sides = end - begin
    k = duel_k(sides, rules)
    for entry in range(begin, end):
        surplus[entry] = 0.0
        if keep:
            expected[entry] = 0.0
    for head in range(begin, end):
        strength = rating[player[head]]
        for other in range(head + 1, end):
            if is_duel(place[head], place[other], sides, rules):
                mine, theirs = strength, rating[player[other]]
                if rules.in_turn == 1:
                    mine += moved_strength(surplus[head], k, 1, rules)
                    theirs += moved_strength(surplus[other], k, 1, rules)
                score = addend_of(expected_score(mine - theirs, rules.per_point), sides)
                more = duel_score(place[head], place[other]) - score
                surplus[head] += more
                surplus[other] -= more
                if keep:
                    expected[head] += score
                    expected[other] += 1.0 - score
    for entry in range(begin, end):
        record.change[entry] = member_change(surplus[entry], k, 1, rules)


def settle_sides(
    state: State, log: Log, rules: Rules, record: Record, begin: int, end: int
) -> None:
    """Write the change (and expectation) of each entry of one game; sides may be teams.

    The surplus of each is added up first, exactly, so that the order of the sides is nothing.
    """
    rating = state.rating
    player = log.player
    side = log.side
    place = log.place
    surplus = record.change
    expected = record.expected
    keep = len(expected) > 0
    sides = side[end - 1] + 1
    k = duel_k(sides, rules)
    for entry in range(begin, end):
        surplus[entry] = 0.0
        if keep:
            expected[entry] = 0.0
    head = begin
    while head < end:
        after = side_end(side, head, end)
        strength = side_strength(rating, player, head, after, rules.rating_sum)
        other = after
        while other < end:
            other_after = side_end(side, other, end)
            if is_duel(place[head], place[other], sides, rules):
                mine = strength
                theirs = side_strength(rating, player, other, other_after, rules.rating_sum)
                if rules.in_turn == 1:
                    mine += moved_strength(surplus[head], k, after - head, rules)
                    theirs += moved_strength(surplus[other], k, other_after - other, rules)
                score = addend_of(expected_score(mine - theirs, rules.per_point), sides)
                more = duel_score(place[head], place[other]) - score
                for entry in range(head, after):
                    surplus[entry] += more
                    if keep:
                        expected[entry] += score
                for entry in range(other, other_after):
                    surplus[entry] -= more
                    if keep:
                        expected[entry] += 1.0 - score
            other = other_after
        # Duels with those before are settled, too; in turn, later ones read no earlier side.
        for entry in range(head, after):
            record.change[entry] = member_change(surplus[entry], k, after - head, rules)
        head = after


def member_change(surplus: float, k: float, members: int, rules: Rules) -> float:
    """What each member of a side gets that scored so much more than expected, points."""
    moved = k * surplus
    if rules.change_split == 1:
        moved /= members
    return on_grid(moved, POINTS)


def moved_strength(surplus: float, k: float, members: int, rules: Rules) -> float:
    """How much stronger a side is made by what it has scored above expectation so far."""
    change = member_change(surplus, k, members, rules)
    if rules.rating_sum == 1:
        return change * members
    return change


def side_heads(side: Column, begin: int, end: int) -> list[tuple[int, int]]:
    """(first entry, entry after the last) of each side of a game."""
    heads, head = [], begin
    while head < end:
        after = side_end(side, head, end)
        heads.append((head, after))
        head = after
    return heads


def duels_in_order(sides: int) -> list[tuple[int, int]]:
    """All pairs of sides in the order in which ``settle_sides`` takes them."""
    return [(i, j) for i in range(sides) for j in range(i + 1, sides)]


SYSTEM = System(
    key="pairwise-elo",
    title="Pairwise Elo",
    source="A. E. Elo, The Rating of Chessplayers, 1978; help page “Warlight ranking”",
    year=1978,
    version=2,
    summary="Every pair of sides in a game is a duel, rated by Elo's logistic formula.",
    periods=(
        Period.GAME,
        Period.ROUND,
        Period.EVENT,
        Period.DAY,
        Period.WEEK,
        Period.MONTH,
        Period.YEAR,
    ),
    capabilities=frozenset({Capability.TEAMS, Capability.MANY_SIDES, Capability.DRAWS}),
    columns=(StateColumn("rating", "points", "how strong the player is"),),
    parameters=PairwiseEloParameters,
    state=State,
    rules=rules,
    start=start,
    check=check,
    update=update,
    score=score,
    explain=explain,
    predict=predict,
    expects="points of all the game's duels",
    zero_sum=True,
)
