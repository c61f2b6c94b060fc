"""Ratings that are uncertain: how much an opponent's deviation blurs a game, and idle time.

Source: M. E. Glickman, "The Glicko system" and "Example of the Glicko-2 system",
glicko.net: g(RD), E, and the growth of the deviation between periods.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banzuke.model.log import Column, Log
from banzuke.model.phrases import phrase
from banzuke.model.system import Complaint, Given

#: The time of the last game of who has had none; in no unit does time begin so early.
NEVER = -1e8

#: How deviations may grow, in the order of their codes.
AGEING = ("by time", "when rated", "none")
BY_TIME, WHEN_RATED, NEVER_OLDER = range(3)

_SPREAD = 3.0 / math.pi**2


def reliability(deviation: float) -> float:
    """g(RD) of the source, in (0, 1]: how much of a lead counts against who is uncertain.

    deviation : in logits, the unit in which a lead of 1 means odds of e to 1
    """
    return 1.0 / math.sqrt(1.0 + _SPREAD * deviation * deviation)


def chances(lead: float) -> tuple[float, float]:
    """The chances to win and to lose with a lead in logits; both keep their digits when tiny."""
    tail = math.exp(-abs(lead))
    leader = 1.0 / (1.0 + tail)
    if lead < 0.0:
        return tail * leader, leader
    return leader, tail * leader


def surprise(score: float, win: float, lose: float) -> float:
    """Score less expected score, in [-1, 1], from chances that sum to 1."""
    return score * lose - (1.0 - score) * win


def meeting(
    phi_a: float, phi_b: float, lead_a: float, lead_b: float, score: float
) -> tuple[float, float, float, float]:
    """What a game says of its two players: g (s - E) and g² E (1 - E) of the one, of the other.

    phi_a, phi_b : deviations; lead_a, lead_b : of the one and of the other, each over an
    opponent as this player meets it; all in logits; score : what the one scored
    Of several games in a period these are added up ``on_grid`` of ``span_of`` their number.
    """
    root_a = math.sqrt(1.0 + _SPREAD * phi_a * phi_a)
    root_b = math.sqrt(1.0 + _SPREAD * phi_b * phi_b)
    # One division for both: of all that is done here, divisions take longest.
    per_both = 1.0 / (root_a * root_b)
    g_a, g_b = root_b * per_both, root_a * per_both
    tail_a, tail_b = math.exp(-abs(g_b * lead_a)), math.exp(-abs(g_a * lead_b))
    per_tails = 1.0 / ((1.0 + tail_a) * (1.0 + tail_b))
    win_a, win_b = (1.0 + tail_b) * per_tails, (1.0 + tail_a) * per_tails
    lose_a, lose_b = tail_a * win_a, tail_b * win_b
    if lead_a < 0.0:
        win_a, lose_a = lose_a, win_a
    if lead_b < 0.0:
        win_b, lose_b = lose_b, win_b
    return (
        g_b * surprise(score, win_a, lose_a),
        g_b * g_b * win_a * lose_a,
        g_a * surprise(1.0 - score, win_b, lose_b),
        g_a * g_a * win_b * lose_b,
    )


def both_chances(phi_a: float, phi_b: float, lead: float) -> tuple[float, float]:
    """The expected scores of two players, of whom both are uncertain; they sum to 1."""
    return chances(lead * reliability(math.sqrt(phi_a * phi_a + phi_b * phi_b)))


def predict_duels(state: Any, log: Log, rules: Any, chance: Column, first: int, last: int) -> None:
    """Write the expected score of each entry, with both deviations; a draw counts half.

    state : has rating and deviation, points; rules : per_point and first_move, logits
    chance : float64[n_entries], in [0, 1]; the two of a game sum to 1
    """
    player = log.player
    for game in range(log.period[first], log.period[last]):
        one = log.game[game]
        a, b = player[one], player[one + 1]
        lead = (state.rating[a] - state.rating[b]) * rules.per_point
        lead += lead_of(log, rules.first_move, one)
        phi_a, phi_b = state.deviation[a] * rules.per_point, state.deviation[b] * rules.per_point
        win, lose = both_chances(phi_a, phi_b, lead)
        chance[one] = win
        chance[one + 1] = lose


def lead_of(log: Log, first_move: float, one: int) -> float:
    """What the advantage of moving first adds to the lead of entry ``one``, in logits."""
    if first_move == 0.0:
        return 0.0
    return first_move * (log.advantage[one] - log.advantage[one + 1])


def lead_of_entry(log: Log, first_move: float, entry: int) -> float:
    """``lead_of`` for either entry of a game."""
    lead = lead_of(log, first_move, entry - entry % 2)
    return lead if entry % 2 == 0 else -lead


def within(value: float, low: float, high: float) -> float:
    """A value, or the bound that it is beyond."""
    return min(max(value, low), high)


def periods_since(last: float, time: float, ageing: int, per_unit: float, first: float) -> float:
    """How many rating periods of growth lie between a player's last game and ``time``.

    ageing : ``BY_TIME``; ``WHEN_RATED``, one each time that the player is rated; ``NEVER_OLDER``
    per_unit : periods in a unit of time; first : what stands for it before the first game
    """
    if ageing == NEVER_OLDER:
        return 0.0
    if last == NEVER:
        return first
    if ageing == WHEN_RATED:
        return 1.0
    return max(time - last, 0.0) * per_unit


class Start(NamedTuple):
    """What a starting value is where nothing is given, and what may be given."""

    value: float
    lowest: float
    highest: float


def starting_columns(
    given: Given, n_players: int, starts: dict[str, Start]
) -> tuple[list[NDArray[np.float64]], list[Complaint]]:
    """Each named column at its start, or as the players file gives it; and complaints.

    A start beyond the bounds begins at the bound; what is given there is refused.
    """
    columns, complaints = [], []
    for name, (value, lowest, highest) in starts.items():
        said = given.numbers(name, n_players)
        columns.append(np.where(np.isnan(said), within(value, lowest, highest), said))
        complaints += [
            Complaint(
                int(at),
                name,
                phrase("{value:g} is beyond the bounds of the rules", value=said[at]),
                phrase("{lowest:g} to {highest:g}", lowest=lowest, highest=highest),
            )
            for at in np.flatnonzero((said < lowest) | (said > highest))
        ]
    return columns, complaints


def needs_time(log: Log, ageing: int) -> list[Complaint]:
    """A complaint where deviations grow by time and no result has a date."""
    time = np.asarray(log.time)
    if ageing != BY_TIME or len(time) < 2 or time.any():
        return []
    what = phrase("deviations grow with time, but there are no dates")
    return [Complaint(0, "date", what, phrase("a column date, or ageing = when rated, or none"))]


def held(value: float, low: float, high: float) -> str:
    """Which bound holds a value, in words; "" if none does."""
    if abs(value - low) <= 1e-12 * abs(low):
        return phrase("held at the least that the rules allow")
    if abs(value - high) <= 1e-12 * abs(high):
        return phrase("held at the most that the rules allow")
    return ""


def held_cell(value: float, low: float, high: float, of: str, otherwise: str = "") -> str:
    """The parameter that holds a value, as ``least_deviation``; ``otherwise`` if none does."""
    if not held(value, low, high):
        return otherwise
    return f"least_{of}" if abs(value - low) <= abs(value - high) else f"most_{of}"
