"""Moving the members of a side by what a game says of it, each by the own deviation."""

from __future__ import annotations

import math

from banzuke.model.log import Log, Record
from banzuke.systems.weng_lin.rules import Rules, State, Work
from banzuke.systems.weng_lin.sides import grown


def move_side(
    state: State, log: Log, rules: Rules, record: Record, work: Work, found: tuple[int, float]
) -> None:
    """Move the members of a side, each by the square of the own deviation; found : (side, weight).

    A member who played a part has that part of the pull, and the square of it of the loss.
    """
    number, weight = found
    span = work.head[number], work.head[number + 1]
    says = weight * work.pull[number], weight * work.loss[number]
    move_members(state, log, rules, record, span, (work.factor[number], says[0], says[1]))


def move_singles(
    state: State, log: Log, rules: Rules, record: Record, work: Work, found: tuple[int, float]
) -> None:
    """``move_side`` of all sides, where each is one player; found : (how many sides, weight)."""
    sides, weight = found
    for number in range(sides):
        entry = work.head[number]
        part = log.play[entry]
        pull, loss = weight * work.pull[number], weight * work.loss[number]
        move(state, log, rules, record, (entry, part * pull, part * part * loss))


def move_members(
    state: State,
    log: Log,
    rules: Rules,
    record: Record,
    span: tuple[int, int],
    says: tuple[float, float, float],
) -> None:
    """Move the members of the side ``span``; says : (what a member counts by, pull, loss)."""
    factor, pull, loss = says
    for entry in range(span[0], span[1]):
        part = factor * log.play[entry]
        move(state, log, rules, record, (entry, part * pull, part * part * loss))


def move(
    state: State, log: Log, rules: Rules, record: Record, found: tuple[int, float, float]
) -> None:
    """Move the player of an entry; found : (entry, pull, loss)."""
    entry, pull, loss = found
    one = log.player[entry]
    rating, deviation = state.rating[one], state.deviation[one]
    variance = grown(deviation, rules.tau_2, rules)
    after = rating + variance * pull
    moved = after - rating
    narrowed = narrower(variance, loss, rules)
    record.change[entry] = moved
    if len(record.before) > 0:
        record.before[entry] = rating
        record.other_before[0, entry] = deviation
        record.other_after[0, entry] = narrowed
    state.rating[one] = rating + moved
    state.deviation[one] = narrowed


def narrower(variance: float, loss: float, rules: Rules) -> float:
    """The deviation after a game that takes ``loss`` times the variance of it."""
    return math.sqrt(max(variance * max(1.0 - variance * loss, rules.kappa), rules.least))
