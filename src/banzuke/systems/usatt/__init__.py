"""USATT: points by rating gap in four passes over an event, with adjusted and first ratings.

Source: USA Table Tennis, "Rating systems explained" (usatt.org), and the rating explainer of
usatt.simplycompete.com: exchange; adjusted and first ratings; final exchange against those.
Scale: whole points; who is rated 238 higher is not expected to lose.

    >>> import banzuke as bz
    >>> bz.rate_game("usatt-draft", sides=[[1500], [1560]], places=[1, 2])
    [[(1513.0,)], [(1547.0,)]]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import field_validator

from banzuke.model.log import Column, Log, Record
from banzuke.model.parameters import Parameters, parameter, raise_faults
from banzuke.model.phrases import message, name_of, phrase
from banzuke.model.system import (
    OPEN,
    Complaint,
    Explanation,
    Given,
    Period,
    StateColumn,
    System,
    Term,
)
from banzuke.parts.duels import outcome_words, score_duels
from banzuke.parts.meetings import Meetings, entries_of, link, meetings_of, opponent_of, unlink
from banzuke.parts.one_period import rated_again
from banzuke.parts.starting import wrong_values
from banzuke.systems.usatt.passes import (
    estimate,
    exchanged,
    gap_row,
    is_won,
    pass_1,
    pass_2,
    pass_3,
    pass_4,
)
from banzuke.systems.usatt.table import (
    MOST,
    GapRow,
    Step,
    row_of_gap,
    row_words,
    wrong_rows,
    wrong_steps,
)
from banzuke.systems.usatt.words import words_of_passes


class Work(NamedTuple):
    """Scratch of one event; n players.

    kind : int64[n], what the adjusted rating is; gain : float64[n], of pass 1; adjusted :
    float64[n], of pass 2, not yet whole; base : float64[n], of pass 3; lifted : float64[n],
    what the lowest rating adds
    """

    meetings: Meetings
    kind: Column
    gain: Column
    adjusted: Column
    base: Column
    lifted: Column


ROWS = tuple(
    GapRow(to=highest, expected=expected, upset=upset)
    for highest, expected, upset in (
        *((12, 8, 8), (37, 7, 10), (62, 6, 13), (87, 5, 16), (112, 4, 20), (137, 3, 25)),
        *((162, 2, 30), (187, 2, 35), (212, 1, 40), (237, 1, 45), (None, 0, 50)),
    )
)
STEPS = (
    Step(within=50, points=10),
    Step(within=100, points=5),
    Step(within=150, points=1),
)


class UsattParameters(Parameters):
    """What a rulebook may set."""

    rows: tuple[GapRow, ...] = parameter(ROWS, "the table, one row a range of the rating gap")
    adjusted_from: int = parameter(
        50, "gain in pass 1 from which on a rating is adjusted", unit="points", ge=1, le=MOST
    )
    mean_from: int = parameter(
        75,
        "gain in pass 1 from which on it is adjusted to the mean with the best win and the worst "
        "loss, or to the median of the opponents",
        unit="points",
        ge=1,
        le=MOST,
    )
    steps: tuple[Step, ...] = parameter(
        STEPS, "what wins near the best one add to a first rating without losses; and vice versa"
    )
    steps_for: Literal["all", "farthest"] = parameter(
        "all", "which of these opponents add a step: all but the best, or once the farthest one"
    )
    unrated_rating: int = parameter(
        1200, "first rating of who met nobody with a rating", unit="points", ge=1, le=MOST
    )
    lowest_rating: int = parameter(
        1, "no rating falls below it by an event", unit="points", ge=1, le=MOST
    )
    halves: Literal["up", "down"] = parameter("up", "where halves of means go")

    @field_validator("rows")
    @classmethod
    def _rows_are_a_table(cls, rows: tuple[GapRow, ...]) -> tuple[GapRow, ...]:
        raise_faults(wrong_rows(rows))
        return rows

    @field_validator("steps")
    @classmethod
    def _steps_rise(cls, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        raise_faults(wrong_steps(steps))
        return steps


class State(NamedTuple):
    """rating : float64[n_players], whole points, 0 for none."""

    rating: NDArray[np.float64]


class Rules(NamedTuple):
    """The parameters as kernels read them; 1 for yes, 0 for no.

    row_of : int32[n_gaps], the row of each gap, the last for all beyond
    expected, upset : float64[n_rows], points; step_within, step_points : float64[n_steps]
    """

    row_of: NDArray[np.int32]
    expected: NDArray[np.float64]
    upset: NDArray[np.float64]
    adjusted_from: float
    mean_from: float
    step_within: NDArray[np.float64]
    step_points: NDArray[np.float64]
    steps_once: int
    unrated_rating: float
    lowest_rating: float
    halves_down: int


def rules(parameters: UsattParameters, categories: Sequence[str]) -> Rules:
    """The parameters as numbers."""
    return Rules(
        row_of=row_of_gap(parameters.rows),
        expected=np.array([row.expected for row in parameters.rows], dtype=np.float64),
        upset=np.array([row.upset for row in parameters.rows], dtype=np.float64),
        adjusted_from=float(parameters.adjusted_from),
        mean_from=float(parameters.mean_from),
        step_within=np.array([step.within for step in parameters.steps], dtype=np.float64),
        step_points=np.array([step.points for step in parameters.steps], dtype=np.float64),
        steps_once=int(parameters.steps_for == "farthest"),
        unrated_rating=float(parameters.unrated_rating),
        lowest_rating=float(parameters.lowest_rating),
        halves_down=int(parameters.halves == "down"),
    )


def start(
    given: Given, n_players: int, parameters: UsattParameters, played: NDArray[np.bool_]
) -> tuple[State, list[Complaint]]:
    """Nobody has a rating but who brings one, a whole number from 1 up."""
    said = given.numbers("rating", n_players)
    wrong = ~np.isnan(said) & ((said < 1.0) | (said > 1_000_000) | (said != np.rint(said)))
    right = phrase("1 to 1000000; empty for none")
    complaints = wrong_values("rating", said, wrong, message("{value:.10g} is no rating"), right)
    return State(np.nan_to_num(said)), complaints


def check(log: Log, rules: Rules) -> list[Complaint]:
    """Draws, which the table has no row for."""
    drawn = np.flatnonzero(np.asarray(log.place[0::2]) == np.asarray(log.place[1::2]))
    what, right = phrase("the match is drawn"), phrase("a winner, or status void")
    return [Complaint(int(2 * match), "result", what, right) for match in drawn]


def update(
    state: State, log: Log, rules: Rules, record: Record, work: Work, first: int, last: int
) -> None:
    """Rate periods ``first`` to ``last - 1`` in place, each in four passes."""
    rating = state.rating
    player = log.player
    change = record.change
    keep = len(record.before) > 0
    for number in range(first, last):
        begin, end = entries_of(log, number)
        link(player, work.meetings, begin, end)
        for entry in range(begin, end):
            if work.meetings.first[player[entry]] == entry and rating[player[entry]] > 0.0:
                pass_1(state, log, rules, work, entry)
                pass_2(state, log, rules, work, entry)
                pass_3(state, log, rules, work, entry)
        for entry in range(begin, end):
            if work.meetings.first[player[entry]] == entry and rating[player[entry]] == 0.0:
                estimate(state, log, rules, work, entry)
        for entry in range(begin, end):
            if work.meetings.first[player[entry]] == entry:
                pass_4(state, log, rules, change, work, entry)
        unlink(player, work.meetings, begin, end)
        for entry in range(begin, end):
            if keep:
                record.before[entry] = rating[player[entry]]
            rating[player[entry]] += change[entry]


def explain(
    state: State, log: Log, rules: Rules, parameters: UsattParameters, game: int, entry: int
) -> Explanation:
    """The row of the final exchange; with the event's last match what the passes before added."""
    room = work(log, len(state.rating))
    record = rated_again(update, state, log, rules, room, game)
    one, other = int(log.player[entry]), int(log.player[opponent_of(entry)])
    old, base = float(state.rating[one]), float(room.base[one])
    lead = base - float(room.base[other])
    won = is_won(log, entry)
    points = float(exchanged(lead, won, rules))
    row = row_words(parameters.rows, int(gap_row(abs(lead), rules)))
    upset = (won and lead < 0) or (not won and lead > 0)
    source = phrase("gap {row}, upset", row=row)
    if not upset:
        source = phrase("gap {row}, expected", row=row)
    bound = parameters.rows[int(gap_row(abs(lead), rules))].highest
    cell = f"rows:{OPEN if bound is None else bound}:{'upset' if upset else 'expected'}"
    met = name_of(other)
    terms = [Term(outcome_words(float(won), met), points, "points", source, cell)]
    theirs = float(room.base[other])
    inputs = [Term(phrase("rating of {who}", who=met), theirs, "points", "after pass 3")]
    if room.meetings.following[entry] >= 0:
        return Explanation(terms, inputs)
    # The passes are of the whole event: told once, with the player's last match.
    rest = float(record.change[entry]) - points
    why = words_of_passes(state, log, rules, room, entry)
    if old > 0:
        inputs.append(Term("pass 1", old + float(room.gain[one]), "points", "first exchange"))
    inputs.append(Term("pass 2", float(room.adjusted[one]), "points", why, cell="adjusted_from"))
    inputs.append(Term("pass 3", base, "points", "whole, and not below the rating before"))
    lifted = float(room.lifted[one])
    if rest not in (0.0, lifted):
        name = phrase("adjusted rating") if old > 0 else phrase("first rating")
        terms.append(Term(name, rest - lifted, "points", why, cell="adjusted_from"))
    if rest != 0.0 and lifted != 0.0:
        low = phrase("no rating falls below {lowest_rating:g}", lowest_rating=rules.lowest_rating)
        terms.append(Term("lowest rating", lifted, "points", low, cell="lowest_rating"))
    return Explanation(terms, inputs)


def work(log: Log, n_players: int) -> Work:
    """Room for any event of a log."""
    numbers: list[Any] = [np.zeros(n_players) for _ in range(4)]
    return Work(meetings_of(log, n_players), np.zeros(n_players, dtype=np.int64), *numbers)


SYSTEM = System(
    key="usatt",
    title="USATT rating",
    source="USA Table Tennis, “Rating systems explained”, usatt.org; usatt.simplycompete.com",
    year=1994,
    version=1,
    summary="Points by rating gap in four passes over an event, against adjusted ratings.",
    periods=(Period.EVENT,),
    capabilities=frozenset(),
    columns=(StateColumn("rating", "points", "how strong the player is, a whole number"),),
    parameters=UsattParameters,
    state=State,
    rules=rules,
    start=start,
    check=check,
    update=update,
    score=score_duels,
    explain=explain,
    work=work,
    whole_numbers=True,
)
