"""EGF: the ratings of the European Go Federation, by whole tournaments, with handicap and classes.

Source: European Go Database, EGF Official Ratings System, since 2021: r' = r + con (Sa - Se) +
bonus; con = ((3300 - r) / 200)^1.6; bonus = ln(1 + e^((2300 - r) / 80)) / 5;
Se = 1 / (1 + e^(b(r2) - b(r1))), b(r) = -7 ln(3300 - r); before 2021 the GoR of A. Cieply.
Scale: points; 2100 is 1 dan, 100 a grade.

    >>> import banzuke as bz
    >>> bz.rate_game("egf", sides=[[2400], [2400]], places=[1, 2])
    [[(2405.5980482408777, 2400.0)], [(2394.5027233916335, 2400.0)]]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import field_validator

from banzuke.model.log import Column, Log, Record, holder
from banzuke.model.parameters import Parameters, parameter, raise_faults
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
from banzuke.numeric.exact_sums import POINTS, on_grid
from banzuke.parts.duels import duel_score, outcome_words, score_duels
from banzuke.parts.meetings import entries_of, link, meetings_of, opponent_of, unlink
from banzuke.parts.one_period import rated_again
from banzuke.parts.starting import from_to, neither_rating_nor_rank, no_rank, wrong_values
from banzuke.parts.stones import wrong_stones
from banzuke.systems.egf.classes import CLASSES, ClassWeight, class_faults, points_of, rank_faults
from banzuke.systems.egf.formulas import END
from banzuke.systems.egf.tournament import (
    Work,
    class_weight,
    enter,
    forecast,
    is_rated,
    rate_player,
)


class EgfParameters(Parameters):
    """What a rulebook may set."""

    formula: Literal["2021", "1996"] = parameter(
        "2021", "the formulas since 2021, or those of the GoR before"
    )
    epsilon: float = parameter(
        0.016, "what all win too much, formula 1996: half of it each", ge=0, le=0.1
    )
    stone: float = parameter(100.0, "what a handicap stone adds", unit="points", ge=0, le=1000)
    classes: tuple[ClassWeight, ...] = parameter(CLASSES, "classes of tournaments")
    no_class: float = parameter(1.0, "weight of a tournament whose class is not said", ge=0, le=1)
    floor: float = parameter(-900.0, "lowest rating", unit="points", ge=-900, le=3000)
    reset_grades: int = parameter(
        2,
        "so many grades above the highest grade entered with before lift the rating to the grade; "
        "0 for never",
        unit="grades",
        ge=0,
    )
    reset_up_to: str = parameter("1d", "highest grade that a rating is lifted to")
    start_rank: str = parameter(
        "", "rank of who has neither a rating nor a declared rank; empty to refuse them"
    )

    @field_validator("reset_up_to", "start_rank")
    @classmethod
    def _is_a_rank(cls, rank: str) -> str:
        raise_faults(rank_faults(rank))
        return rank

    @field_validator("classes")
    @classmethod
    def _no_class_twice(cls, classes: tuple[ClassWeight, ...]) -> tuple[ClassWeight, ...]:
        raise_faults(class_faults(classes))
        return classes


class State(NamedTuple):
    """Each float64[n_players], points.

    rating ; highest_entry : rating of the highest grade that was entered with so far
    """

    rating: NDArray[np.float64]
    highest_entry: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them.

    form : 0 for 2021, 1 for 1996; weight : float64[n_categories], -1 where no class is called so
    reset_rise, reset_up_to : points
    """

    form: int
    epsilon: float
    stone: float
    weight: NDArray[np.float64]
    no_class: float
    floor: float
    reset_rise: float
    reset_up_to: float


def rules(parameters: EgfParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers; ``categories`` are the log's, in order of their codes."""
    known = {entry.name.casefold(): entry.weight for entry in parameters.classes}
    return Rules(
        form=int(parameters.formula == "1996"),
        epsilon=parameters.epsilon,
        stone=parameters.stone,
        weight=np.array([known.get(name.casefold(), -1.0) for name in categories]),
        no_class=parameters.no_class,
        floor=parameters.floor,
        reset_rise=100.0 * parameters.reset_grades,
        reset_up_to=points_of(parameters.reset_up_to or "9p"),
    )


def start(
    given: Given, n_players: int, parameters: EgfParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """The rating given, else that of the declared rank, else of ``start_rank``."""
    rating = given.numbers("rating", n_players)
    highest = given.numbers("highest_entry", n_players)
    declared = given.words("rank", n_players)
    wrong = (rating < parameters.floor) | (rating > END)
    right = from_to(parameters.floor, END)
    complaints = wrong_values("rating", rating, wrong, message("{value:.10g} is no rating"), right)
    for index in range(n_players):
        text = declared[index]
        points = points_of(text or parameters.start_rank)
        if text and np.isnan(points):
            complaints.append(no_rank(index, text))
        elif np.isnan(rating[index]) and np.isnan(points) and played[index]:
            complaints.append(neither_rating_nor_rank(index))
        if np.isnan(rating[index]):
            rating[index] = parameters.floor if np.isnan(points) else max(points, parameters.floor)
        if np.isnan(highest[index]):
            nearest = min(100.0 * np.floor(rating[index] / 100.0 + 0.5), 2700.0)
            highest[index] = points if text and not np.isnan(points) else nearest
    return State(rating, highest), complaints


def check(log: Log, rules: Rules) -> list[Complaint]:
    """Handicaps that are no stones, or are given to both; classes that the rules do not have."""
    heads = log.game[:-1].astype(np.int64)
    known = np.append(rules.weight, rules.no_class) >= 0
    what, right = phrase("the rules have no such class"), phrase("one of classes")
    return wrong_stones(log) + [
        Complaint(int(entry), "event_category", what, right)
        for entry in heads[~known[log.category]]
    ]


def predict(state: State, log: Log, rules: Rules, chance: Column, first: int, last: int) -> None:
    """Write the expected result of each entry, from the ratings and the handicap.

    chance : float64[n_entries], in [0, 1]; the two of a game sum to 1; a jigo counts half
    """
    for number in range(first, last):
        begin, end = entries_of(log, number)
        for entry in range(begin, end):
            chance[entry] = forecast(state.rating, log, rules, entry)


def update(
    state: State, log: Log, rules: Rules, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place, each from the ratings before it."""
    player = log.player
    keep = len(record.before) > 0
    for number in range(first, last):
        begin, end = entries_of(log, number)
        link(player, work.meetings, begin, end)
        for entry in range(begin, end):
            if work.meetings.first[player[entry]] == entry:
                enter(state, log, rules, work, entry)
        for entry in range(begin, end):
            if work.meetings.first[player[entry]] == entry:
                rate_player(state, log, rules, record, work, entry)
        for entry in range(begin, end):
            one = player[entry]
            highest = state.highest_entry[one]
            if work.meetings.following[entry] < 0 and work.grade[one] > highest:
                state.highest_entry[one] = work.grade[one]
            if keep:
                record.before[entry] = state.rating[one]
                record.expected[entry] = forecast(work.prior, log, rules, entry)
                record.other_before[0, entry] = highest
                record.other_after[0, entry] = state.highest_entry[one]
            state.rating[one] += record.change[entry]
        unlink(player, work.meetings, begin, end)


#: How con is found: by the formula, or by the older table.
CON_WORDS = ("((3300 − r) / 200)^1.6", phrase("table"))


def explain(
    state: State, log: Log, rules: Rules, parameters: EgfParameters, game: int, entry: int
) -> Explanation:
    """The reset, con (Sa - Se), the bonus and the floor, each times the weight of the class."""
    if not is_rated(log, game):
        size = float(log.board_size[game])
        why = phrase("a board of {size:g} lines: only 19 are rated", size=size)
        return Explanation([], [], False, why)
    room = work(log, len(state.rating))
    rated_again(update, state, log, rules, room, game)
    one, other = int(log.player[entry]), int(log.player[opponent_of(entry)])
    met = name_of(other)
    con, chance = float(room.con[one]), forecast(room.prior, log, rules, entry)
    weight = class_weight(log, rules, game)
    inputs = [
        Term("rating before the tournament", float(room.prior[one]), "points"),
        Term(phrase("rating of {who}", who=met), float(room.prior[other]), "points"),
        Term("handicap received", float(log.handicap[entry]), "stones"),
        Term("handicap given", float(log.handicap[opponent_of(entry)]), "stones"),
        Term("Se, expected result", chance, "", "in the view of the handicap", cell="stone"),
        Term("con", con, "points", CON_WORDS[rules.form != 0], "formula"),
        Term("weight", weight, "", "class of the tournament", "classes"),
    ]
    score = duel_score(log.place[entry], log.place[opponent_of(entry)])
    number = holder(log.period, game)
    begin, end = entries_of(log, number)
    own = [e for e in range(begin, end) if log.player[e] == one and is_rated(log, e // 2)]
    terms = []
    if entry == own[0] and room.reset[one] != 0.0:
        why = phrase("entered with the grade of {grade:g}", grade=room.grade[one])
        lift = float(room.reset[one])
        terms.append(Term("lifted to the declared grade", lift, "points", why, "reset_grades"))
    source = f"{weight:g} × {con:.6g} × ({score:g} − {chance:.6f})"
    moved = on_grid(weight * con * (score - chance), POINTS)
    bonus = float(room.bonus[one])
    added = on_grid(weight * bonus, POINTS)
    terms += [
        Term(outcome_words(score, met), float(moved), "points", source),
        Term(
            "bonus of the game", float(added), "points", f"{weight:g} × {bonus:.6g}", cell="epsilon"
        ),
    ]
    if entry == own[-1] and room.raised[one] != 0.0:
        terms.append(Term("up to the floor", float(room.raised[one]), "points", cell="floor"))
    return Explanation(terms, inputs)


def work(log: Log, n_players: int) -> Work:
    """Room for any period of a log."""
    numbers: list[Any] = [np.zeros(n_players) for _ in range(6)]
    return Work(meetings_of(log, n_players), *numbers)


SYSTEM = System(
    key="egf",
    title="EGF",
    source="European Go Database, EGF Official Ratings System (since 2021); A. Cieply, GoR (1996)",
    year=1996,
    version=1,
    summary="Elo for Go by whole tournaments: step and slope by rating, handicap, classes, bonus.",
    periods=(Period.EVENT,),
    capabilities=frozenset({Capability.DRAWS, Capability.HANDICAP}),
    columns=(
        StateColumn("rating", "points", "the GoR: 2100 is 1 dan, 100 are one grade"),
        StateColumn("highest_entry", "points", "rating of the highest grade entered with so far"),
    ),
    parameters=EgfParameters,
    state=State,
    rules=rules,
    start=start,
    check=check,
    update=update,
    work=work,
    score=score_duels,
    explain=explain,
    predict=predict,
    reads=("handicap", "entry_rank", "board_size", "category"),
    expects="result, a jigo counted half",
    leaves_unrated=True,
)
