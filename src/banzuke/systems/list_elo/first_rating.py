"""First ratings by performance: the opponents' mean, and what the score adds to it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from banzuke.model.log import Column, Log
from banzuke.model.parameters import Fault
from banzuke.parts.duels import duel_score
from banzuke.parts.meetings import opponent_of
from banzuke.systems.list_elo.steps import nearest
from banzuke.systems.list_elo.strengths import find_met

#: A perfect score stands for no more points than this above the opponents.
MOST_ABOVE = 10_000


def wrong_differences(differences: Sequence[float]) -> list[Fault]:
    """What keeps numbers from being the points that 50, 51 … 100 percent stand for."""
    if len(differences) != 51:
        what = f"the list has {len(differences)} numbers"
        return [Fault((), what, "51, for 50, 51 … 100 percent")]
    faults = []
    if differences[0] != 0.0:
        faults.append(Fault((0,), f"50 percent stand for {differences[0]:g}", "0"))
    for number, (one, following) in enumerate(pairwise(differences), start=1):
        if not one <= following <= MOST_ABOVE:
            what = f"{50 + number} percent stand for {following:g}, one less for {one:g}"
            faults.append(Fault((number,), what, f"numbers that never fall, up to {MOST_ABOVE}"))
    return faults


def performance(mean: float, share: float, differences: Column) -> float:
    """The rating that a share of the points against opponents of a mean rating stands for.

    share : in [0, 1], read as whole percents, halves upward
    differences : float64[51], points above the mean of who scores 50 … 100 percent; who scores
        less is as far below it as the opponents would be above
    """
    percent = int(nearest(100.0 * share))
    if percent < 50:
        return mean - differences[50 - percent]
    return mean + differences[percent - 50]


def find_first_ratings(
    state: Any, log: Log, rules: Any, work: Any, period: tuple[int, int, int]
) -> None:
    """Write ``work.fresh`` of everybody in a period who is rated by performance; 0 for none.

    period : first entry, end, month. In two passes the first counts opponents with a full
    rating only, the second takes the others at what the first gave them; all at once, so that
    nobody's place in the list matters.
    """
    begin, end, month = period
    player = log.player
    for step in range(rules.passes):
        for entry in range(begin, end):
            one = player[entry]
            if work.meetings.first[one] == entry and work.full[one] == 0:
                gather(state, log, rules, work, (entry, month))
                work.fresh[one] = first_rating(work, rules, one, last=step == rules.passes - 1)
        if rules.passes == 2:
            for entry in range(begin, end):
                one = player[entry]
                if work.full[one] == 0:
                    work.strength[one] = work.fresh[one]
            find_met(state, log, rules, work, (begin, end))


def gather(state: Any, log: Log, rules: Any, work: Any, chain: tuple[int, int]) -> None:
    """Write the games that a first rating rests on, those kept from before included.

    chain : the player's first entry of the period, its month
    work : ``games``, ``points`` and ``total`` (of the opponents' ratings) of the player
    """
    entry, month = chain
    one = log.player[entry]
    games = 0.0
    points = 0.0
    total = 0.0
    if is_kept(state.kept_games[one], state.kept_month[one], month, rules.first_months):
        games = state.kept_games[one]
        points = state.kept_points[one]
        total = state.kept_total[one]
    if rules.drop_zero == 1:
        score_events(log, work, entry)
    begun = games > 0.0
    at = entry
    while at >= 0:
        if rules.drop_zero == 0 or work.tally[log.event[at // 2] + 1] > 0.0:
            begun = True
        if begun and work.met[at] > 0.0:
            games += 1.0
            points += duel_score(log.place[at], log.place[opponent_of(at)])
            total += work.met[at]
        at = work.meetings.following[at]
    if rules.drop_zero == 1:
        forget_events(log, work, entry)
    work.games[one] = games
    work.points[one] = points
    work.total[one] = total


def is_kept(games: float, since: float, month: int, months: int) -> bool:
    """Whether games kept since a month still count; where nothing is dated they do."""
    return games > 0.0 and (month == 0 or since == 0.0 or months == 0 or month - since < months)


def score_events(log: Log, work: Any, entry: int) -> None:
    """Add up what a player scored against the rated in each event of the period."""
    at = entry
    while at >= 0:
        if work.met[at] > 0.0:
            score = duel_score(log.place[at], log.place[opponent_of(at)])
            work.tally[log.event[at // 2] + 1] += score
        at = work.meetings.following[at]


def forget_events(log: Log, work: Any, entry: int) -> None:
    """Empty the sums again, for the next player."""
    at = entry
    while at >= 0:
        work.tally[log.event[at // 2] + 1] = 0.0
        at = work.meetings.following[at]


def first_rating(work: Any, rules: Any, one: int, last: bool) -> float:
    """The rating that the gathered games give, rounded in the last pass; 0 for none."""
    games, points = work.games[one], work.points[one]
    if games == 0.0 or (last and games < rules.first_games):
        return 0.0
    mean = work.total[one] / games
    extra = rules.drawn_games
    if extra > 0.0:
        drawn_with = rules.drawn_rating
        if drawn_with == 0.0:
            drawn_with = mean
        mean = (work.total[one] + extra * drawn_with) / (games + extra)
    share = (points + 0.5 * extra) / (games + extra)
    if rules.points_above_half > 0.0 and share > 0.5:
        half_points = 2.0 * (points + 0.5 * extra) - (games + extra)
        value = mean + rules.points_above_half * half_points
    else:
        value = performance(mean, share, rules.differences)
    if last:
        value = nearest(value)
    if rules.first_most > 0.0:
        value = min(value, rules.first_most)
    if value < max(rules.lowest, 1.0):
        # Below the list's lowest there is no rating; who rests on it in between is at the least 1.
        return 0.0 if last and rules.lowest > 0.0 else max(value, 1.0)
    return value
