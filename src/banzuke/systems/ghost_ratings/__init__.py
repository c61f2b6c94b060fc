"""GhostRatings: a game's players stake a part of their ratings; each gets a share of the whole.

Source: webdiplomacy.net/ghostRatings.php and ghostratings/calculations.php of webDiplomacy:
expected share GR / sum of GR, or GR^2 / sum of GR^2; change = sum of GR / (17.5 x modifiers) x
(share - expected share); games of two by Elo with K = 32.
Scale: points from 0 up; who has twice the rating is expected to win twice as often.

    >>> import banzuke as bz
    >>> bz.rate_game("ghost-ratings", sides=[[100], [60], [40]], places=[1, 2, 2])
    [[(105.71428571426077,)], [(56.571428571420256,)], [(37.71428571426077,)]]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log, Record, holder
from banzuke.model.parameters import Declared, Parameters, parameter
from banzuke.model.phrases import message, name_of, phrase
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
from banzuke.parts.duels import duel_score, outcome_words
from banzuke.parts.starting import wrong_values
from banzuke.systems.ghost_ratings.shares import (
    NOBODY,
    WORDS,
    division_of,
    has_centres,
    is_by_squares,
    is_duel,
    share_of,
)
from banzuke.systems.ghost_ratings.stakes import expect, settle, worth_of, worth_words

#: More centres than any board has.
MOST = 1_000_000.0


class CategoryRule(Declared):
    """How games count whose event_category has a word in it."""

    category: str = parameter(..., "a word, or several, of event_category, in any case")
    divisor: float = parameter(1.0, "by what else the change is divided", gt=0)
    scoring: Literal["", "winner takes all", "sum of squares"] = parameter(
        "", "how such games are scored; empty: as the others"
    )


class GhostRatingsParameters(Parameters):
    """What a rulebook may set."""

    start_rating: float = parameter(
        100.0, "rating before the first game", unit="points", gt=0, le=1_000_000
    )
    divisor: float = parameter(
        17.5, "by what the sum of the ratings is divided to give what a game is worth", gt=0
    )
    scoring: Literal["winner takes all", "sum of squares"] = parameter(
        "winner takes all",
        "how draws are divided: in equal parts, or by the squares of the centres (column score); "
        "and what a rating expects: its share of the sum, or of the sum of the squares",
    )
    solo_centres: float = parameter(
        18.0,
        "where centres are given (column score): how many win alone; with fewer, who has any left "
        "shares a draw; 0: the places decide, and who shares the first place draws",
        unit="centres",
        ge=0,
        le=MOST,
    )
    categories: tuple[CategoryRule, ...] = parameter(
        (),
        "divisors and scoring by event_category, which may have several, with commas between; "
        "their divisors are multiplied",
    )
    duel_k: float = parameter(
        32.0,
        "most that a game of two moves a rating, by Elo's formula; 0: as other games",
        unit="points",
        ge=0,
    )
    duel_scale: float = parameter(
        400.0, "lead that means an expected score of 10/11 in a game of two", unit="points", gt=0
    )


class State(NamedTuple):
    """rating : float64[n_players], points."""

    rating: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them; 1 for yes, 0 for no.

    squares : whether draws are divided by squares
    category_divisor : float64[n_categories], NaN where a word of it has no rule
    category_squares : int32[n_categories], as ``squares``, -1 for as the others
    """

    divisor: float
    squares: int
    solo_centres: float
    category_divisor: NDArray[np.float64]
    category_squares: NDArray[np.int32]
    duel_k: float
    duel_scale: float


def rules(parameters: GhostRatingsParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers; ``categories`` are the log's, in order of their codes."""
    known = {rule.category.casefold(): rule for rule in parameters.categories}
    divisor = np.ones(len(categories))
    squares = np.full(len(categories), -1, dtype=np.int32)
    for code, category in enumerate(categories):
        for word in category.split(","):
            rule = known.get(word.strip().casefold())
            if rule is None:
                divisor[code] = np.nan
            else:
                divisor[code] *= rule.divisor
                if rule.scoring:
                    squares[code] = int(rule.scoring == "sum of squares")
    return Rules(
        divisor=parameters.divisor,
        squares=int(parameters.scoring == "sum of squares"),
        solo_centres=parameters.solo_centres,
        category_divisor=divisor,
        category_squares=squares,
        duel_k=parameters.duel_k,
        duel_scale=parameters.duel_scale,
    )


def start(
    given: Given, n_players: int, parameters: GhostRatingsParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Every player at the start rating, or at what the players file gives."""
    rating = given.numbers("rating", n_players, parameters.start_rating)
    wrong = (rating <= 0.0) | (rating > MOST)
    right, what = phrase("above 0, to {most:.10g}", most=MOST), message("{value:.10g} is no rating")
    return State(rating), wrong_values("rating", rating, wrong, what, right)


def check(log: Log, rules: Rules) -> list[Complaint]:
    """Categories without a rule; centres that are missing, below 0 or beyond any board."""
    complaints = []
    for game in range(len(log.game) - 1):
        begin, end = int(log.game[game]), int(log.game[game + 1])
        category = int(log.category[game])
        if category >= 0 and np.isnan(rules.category_divisor[category]):
            what = phrase(
                "the event_category has a word that the rulebook's categories do not have"
            )
            right = phrase("words of them, with commas between; or add the word to them")
            complaints.append(Complaint(begin, "event_category", what, right))
            continue
        score = log.score[begin:end]
        for entry in np.flatnonzero((score < 0) | (score > MOST)) + begin:
            what = phrase("{score:g} is no number of centres", score=log.score[entry])
            complaints.append(Complaint(int(entry), "score", what, phrase("0 or more")))
        some = ~np.isnan(score)
        draws = int((log.place[begin:end] == 1).sum()) > 1
        needed = draws and is_by_squares(log, rules, game) and not is_duel(log, rules, begin, end)
        for entry in np.flatnonzero(~some & (some.any() | needed)) + begin:
            what = phrase("the number of centres is missing")
            right = phrase("the centres of everybody, as the game ended")
            complaints.append(Complaint(int(entry), "score", what, right))
    return complaints


def predict(state: State, log: Log, rules: Rules, chance: Column, first: int, last: int) -> None:
    """Write the share of the game that each entry is expected to get.

    chance : float64[n_entries], in [0, 1]; over a game they sum to 1
    """
    for game in range(log.period[first], log.period[last]):
        expect(state, log, rules, chance, game)


def update(state: State, log: Log, rules: Rules, record: Record, first: int, last: int) -> None:
    """Rate periods ``first`` to ``last - 1`` in place, each from the ratings before it."""
    rating = state.rating
    player = log.player
    change = record.change
    keep = len(record.before) > 0
    for period in range(first, last):
        first_game, last_game = log.period[period], log.period[period + 1]
        for game in range(first_game, last_game):
            settle(state, log, rules, change, game)
            if keep:
                expect(state, log, rules, record.expected, game)
        for entry in range(log.game[first_game], log.game[last_game]):
            if keep:
                record.before[entry] = rating[player[entry]]
            rating[player[entry]] += change[entry]


def score(log: Log, rules: Rules, scored: Column, first: int, last: int) -> None:
    """Write the share of its game that each entry got; equal parts where nobody was left.

    scored : float64[n_entries], in [0, 1]
    """
    for game in range(log.period[first], log.period[last]):
        begin, end = log.game[game], log.game[game + 1]
        if is_duel(log, rules, begin, end):
            scored[begin] = duel_score(log.place[begin], log.place[begin + 1])
            scored[begin + 1] = 1.0 - scored[begin]
        else:
            kind, total = division_of(log, rules, begin, end, is_by_squares(log, rules, game))
            for entry in range(begin, end):
                scored[entry] = share_of(log, entry, kind, total)


def explain(
    state: State,
    log: Log,
    rules: Rules,
    parameters: GhostRatingsParameters,
    game: int,
    entry: int,
) -> Explanation:
    """What the game was worth, times the share less the expected share."""
    begin, end = int(log.game[game]), int(log.game[game + 1])
    parts = np.zeros((3, len(log.player)))
    settle(state, log, rules, parts[0], game)
    expect(state, log, rules, parts[1], game)
    period = holder(log.period, game)
    score(log, rules, parts[2], period, period + 1)
    change, expected, got = (float(part[entry]) for part in parts)
    worth = worth_of(state, log, rules, game)
    squares = is_by_squares(log, rules, game)
    formula: str = phrase("rating / sum of ratings")
    if squares:
        formula = phrase("rating² / sum of squares")
    duel = is_duel(log, rules, begin, end)
    if duel:
        other = begin if entry != begin else begin + 1
        name, rule = outcome_words(got, name_of(log.player[other])), phrase("game of two")
        formula = f"1 / (1 + 10^(d / {rules.duel_scale:g}))"
    else:
        kind, _ = division_of(log, rules, begin, end, squares)
        name, rule = phrase("{got:.6g} of the game", got=got), WORDS[kind]
        if kind == NOBODY:
            return Explanation([], [Term("expected share", expected, "", formula)], False, rule)
    words = worth_words(log, rules, game)
    inputs = [
        Term("share", got, "", rule, cell="" if duel else "scoring"),
        Term("expected share", expected, "", formula, cell="duel_scale" if duel else ""),
        Term("worth of the game", worth, "points", words, "duel_k" if duel else "divisor"),
    ]
    if has_centres(log, begin, end):
        inputs.insert(0, Term("centres", float(log.score[entry]), "centres"))
    source = f"{worth:.6g} × ({got:.6g} − {expected:.6g})"
    return Explanation([Term(name, change, "points", source)], inputs)


SYSTEM = System(
    key="ghost-ratings",
    title="GhostRatings",
    source="TheGhostmaker, 2008; webdiplomacy.net/ghostRatings.php; ghostratings/calculations.php",
    year=2008,
    version=1,
    summary="Players stake a part of their ratings, and each gets a share of the game.",
    periods=(
        Period.GAME,
        Period.ROUND,
        Period.EVENT,
        Period.DAY,
        Period.WEEK,
        Period.MONTH,
        Period.YEAR,
    ),
    capabilities=frozenset({Capability.MANY_SIDES, Capability.DRAWS}),
    columns=(StateColumn("rating", "points", "how large a share of a game one is worth"),),
    parameters=GhostRatingsParameters,
    state=State,
    rules=rules,
    start=start,
    check=check,
    predict=predict,
    update=update,
    score=score,
    explain=explain,
    reads=("score", "weight", "category"),
    expects="share of the game",
    zero_sum=True,
)
