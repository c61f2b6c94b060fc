"""What is believed of one player: a normal curve and the performances of the last contests.

Source: Ebtekar and Liu, "Elo-MMR", sections 4.2 and 4.3. The belief is the product of a normal
factor and of one logistic factor a contest. Between contests the player may have changed: the
factors lose weight, and a part of it goes over to the normal one, around the rating.

All places on the scale are kept as they lie from the rating, so that who moves a rating moves
the whole belief with it.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from banzuke.model.log import Column
from banzuke.numeric.exact_sums import POINTS, on_grid

#: How many performances can be kept. With the weight of the source one has lost all but a
#: hundred-thousandth of its weight 32 contests later; a kernel takes longer to compile with more.
MOST_HISTORY = 32
#: Where the columns of a state begin that hold one number a performance kept.
MEAN, STEEPNESS, STRENGTH = 5, 5 + MOST_HISTORY, 5 + 2 * MOST_HISTORY
#: Half the steepness of a logistic curve of deviation 1.
HALF_LOGITS = 0.5 * math.pi / math.sqrt(3.0)
LAST_STEP = 1e-9
MOST_STEPS = 300


class Now(NamedTuple):
    """The columns of a state besides past performances, float64[n_players]."""

    rating: Column
    deviation: Column
    games: Column
    normal_mean: Column
    normal_weight: Column


def now(state: Any) -> Now:
    """These columns of a state; a kernel is compiled far faster with few than with all."""
    return Now(state.rating, state.deviation, state.games, state.normal_mean, state.normal_weight)


def take_out(state: Any, rules: Any, work: Any, one: int) -> None:
    """Copy a player's past performances from the state."""
    for slot in range(rules.history):
        work.mean[slot] = state[MEAN + slot][one]
        work.steepness[slot] = state[STEEPNESS + slot][one]
        work.strength[slot] = state[STRENGTH + slot][one]


def put_back(state: Any, rules: Any, work: Any, one: int) -> None:
    """Copy them back."""
    for slot in range(rules.history):
        state[MEAN + slot][one] = work.mean[slot]
        state[STEEPNESS + slot][one] = work.steepness[slot]
        state[STRENGTH + slot][one] = work.strength[slot]


def contest_weight(weight: float, games: float, rules: Any) -> float:
    """The weight of a contest for who has had so many, over the weight of a long past."""
    part = weight * rules.weight
    if games < len(rules.first_weights):
        part *= rules.first_weights[int(games)]
    return part


def performance_variance(part: float, rules: Any) -> float:
    """The variance of a performance around the skill, points²; part : the contest's weight."""
    return (1.0 + 1.0 / part) * rules.limit * rules.limit


def take_in(state: Now, rules: Any, work: Any, one: int, performed: float, weight: float) -> float:
    """Bring a performance into a player's belief, all but the rating; what that is to gain.

    work : has the past performances, and then those with this one
    """
    part = contest_weight(weight, state.games[one], rules)
    spread = performance_variance(part, rules)
    before = state.deviation[one] * state.deviation[one]
    blurred = before + part * rules.limit * rules.limit
    normal, centre = forget(
        state.normal_weight[one], state.normal_mean[one], before / blurred, rules, work
    )
    slot = int(state.games[one]) % rules.history
    if work.strength[slot] > 0.0:
        # The oldest performance becomes a part of the normal curve, with the weight it has left.
        old = weight_of(work, slot)
        centre = (normal * centre + old * work.mean[slot]) / (normal + old)
        normal += old
    steepness = HALF_LOGITS / math.sqrt(spread)
    work.mean[slot] = performed - state.rating[one]
    work.steepness[slot] = steepness
    work.strength[slot] = 2.0 * steepness
    change = on_grid(likeliest(normal, centre, rules, work), POINTS)
    state.normal_weight[one] = normal
    state.normal_mean[one] = centre - change
    for slot in range(rules.history):
        work.mean[slot] -= change
    state.deviation[one] = 1.0 / math.sqrt(1.0 / blurred + 1.0 / spread)
    state.games[one] += 1.0
    return change


def forget(
    normal: float, centre: float, decay: float, rules: Any, work: Any
) -> tuple[float, float]:
    """Take weight from all that is believed, so that ``decay`` of it is left.

    Of performances the share that ``transfer`` says goes over to the normal curve, around the
    rating. Returned are the weight and the centre of this.
    """
    kept = math.exp(rules.transfer * math.log(decay))
    whole = normal
    for slot in range(rules.history):
        whole += weight_of(work, slot)
        work.strength[slot] *= kept * decay
    new = kept * normal + (1.0 - kept) * whole
    # What goes over lies at the rating, that is at 0.
    if new > 0.0:
        centre *= kept * normal / new
    return decay * new, centre


def weight_of(work: Any, slot: int) -> float:
    """The weight that a performance has left, 1 / points²; at first 1 by its variance."""
    return work.steepness[slot] * work.strength[slot] / (2.0 * HALF_LOGITS * HALF_LOGITS)


def likeliest(normal: float, centre: float, rules: Any, work: Any) -> float:
    """The likeliest skill, points from the rating: Newton's method between its bounds."""
    low = high = centre
    for slot in range(rules.history):
        if work.strength[slot] > 0.0:
            low = min(low, work.mean[slot])
            high = max(high, work.mean[slot])
    x = min(max(0.0, low), high)
    for _ in range(MOST_STEPS):
        pull, rise = pulls(normal, centre, rules, work, x)
        if pull == 0.0:
            return x
        if pull < 0.0:
            low = x
        else:
            high = x
        new = low
        if rise > 0.0:
            new = x - pull / rise
            if low <= new <= high and abs(new - x) <= LAST_STEP * rules.limit:
                return new
        if not low < new < high:
            new = 0.5 * (low + high)
            if not low < new < high:
                return new
        x = new
    return x


def pulls(normal: float, centre: float, rules: Any, work: Any, x: float) -> tuple[float, float]:
    """What pulls a skill down, less what pulls it up, and how fast that rises with it."""
    pull, rise = normal * (x - centre), normal
    for slot in range(rules.history):
        strength = work.strength[slot]
        if strength > 0.0:
            steepness = work.steepness[slot]
            lead = 2.0 * steepness * (x - work.mean[slot])
            tail = math.exp(-abs(lead))
            bend = (1.0 - tail) / (1.0 + tail)
            if lead < 0.0:
                bend = -bend
            pull += strength * bend
            rise += strength * steepness * 4.0 * tail / ((1.0 + tail) * (1.0 + tail))
    return pull, rise
