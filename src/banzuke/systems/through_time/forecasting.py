"""How likely the outcomes of games are, by the strengths as they are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from banzuke.model.log import Column, Log
from banzuke.numeric.exact_sums import on_grid, span_of
from banzuke.numeric.normal import normal_chance
from banzuke.systems.through_time.event import half_draw
from banzuke.systems.through_time.messages import margin_of


def lead_and_margin(state: Any, log: Log, rules: Any, game: int) -> tuple[float, float]:
    """The lead of the first side, and the draw margin, in deviations of what the sides show."""
    begin, end = log.game[game], log.game[game + 1]
    top = widest = 0.0
    for entry in range(begin, end):
        one = log.player[entry]
        top = max(top, abs(state.rating[one]))
        widest = max(widest, state.deviation[one] * state.deviation[one] + rules.noise)
    count = 1.0 * (end - begin)
    top, widest = span_of(count * top), span_of(count * widest)
    lead = variance = 0.0
    for entry in range(begin, end):
        one, share = log.player[entry], 1.0
        if rules.by_play == 1:
            share = log.play[entry]
        spread = state.deviation[one] * state.deviation[one] + rules.noise
        variance += on_grid(share * share * spread, widest)
        if log.side[entry] > 0:
            share = -share
        lead += on_grid(share * state.rating[one], top)
    spread = math.sqrt(max(variance, rules.least))
    return lead / spread, margin_of(rules, count) / spread


def expect_games(state: Any, log: Log, rules: Any, chance: Column, first: int, last: int) -> None:
    """Write each entry's chance to win, a draw counted half; of the two sides they sum to 1."""
    for game in range(log.period[first], log.period[last]):
        lead, margin = lead_and_margin(state, log, rules, game)
        for entry in range(log.game[game], log.game[game + 1]):
            chance[entry] = half_draw(lead if log.side[entry] == 0 else -lead, margin)


def likely_places(state: Any, log: Log, rules: Any, ways: Sequence[Sequence[int]]) -> list[float]:
    """How likely the only game of a log is to end in each of some ways, places of its sides."""
    lead, margin = lead_and_margin(state, log, rules, 0)
    win, lose = normal_chance(lead - margin), normal_chance(-lead - margin)
    away = abs(lead)
    draw = max(normal_chance(away + margin) - normal_chance(away - margin), 0.0)
    return [draw if one == two else win if one < two else lose for one, two in ways]
