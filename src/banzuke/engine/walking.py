"""The state of a run right before any of its periods: gone through step by step, or looked up."""

from __future__ import annotations

from bisect import bisect_right

import numpy as np

from banzuke.engine.pool_log import PoolLog
from banzuke.engine.replay import State, adjust, all_stretches, copy_state, cost_of, cut_stretches
from banzuke.engine.rulebook import Rulebook
from banzuke.model.log import new_record
from banzuke.model.parameters import Parameters
from banzuke.numeric.compiling import COMPILE_FROM, kernel_of

#: So many states of a run are kept to go on from: none is more than this part of all games away.
KEPT = 16


class Walk:
    """Goes through the periods of a pool once, and holds one state, which moves in place.

    start : the state before all periods, or right before period ``first``, with what is adjusted
        there, if that is given; it is not changed
    """

    def __init__(
        self, pool: PoolLog, rulebook: Rulebook, start: State, first: int | None = None
    ) -> None:
        system = rulebook.system
        self._pool, self._system = pool, system
        self._stretches = list(all_stretches(pool, rulebook))
        self._at = first
        self._rules: tuple[Parameters, object] | None = None
        self.state = copy_state(start)
        cost = cost_of(pool, rulebook) * system.entry_cost
        self._kernel, self._view = kernel_of(system.update, cost, COMPILE_FROM)
        record = new_record(len(pool.log.player), len(system.told_columns) - 1, history=False)
        scratch = () if system.work is None else (system.work(pool.log, len(self.state[0])),)
        self._viewed = [self._view(one) for one in (self.state, pool.log)]
        self._rest = [self._view(one) for one in (record, *scratch)]

    def to(self, period: int) -> State:
        """Go on to the state right before a period, with what is adjusted there."""
        if period == self._at:
            return self.state
        for stretch in cut_stretches(self._stretches, self._at, period):
            if stretch.adjustment is not None:
                adjust(self.state, self._pool, stretch, self._system)
            if stretch.first < stretch.last:
                rules = self._rules_by(stretch.parameters)
                self._kernel(*self._viewed, rules, *self._rest, stretch.first, stretch.last)
        self._at = period
        return self.state

    def _rules_by(self, parameters: Parameters) -> object:
        """The parameters as the kernel reads them; made once for the periods that they rule."""
        if self._rules is None or self._rules[0] is not parameters:
            rules = self._system.rules(parameters, self._pool.categories)
            self._rules = parameters, self._view(rules)
        return self._rules[1]


class StatesBefore:
    """The states of a run, looked up in any order; some are kept, so that none is far away."""

    def __init__(self, pool: PoolLog, rulebook: Rulebook, start: State) -> None:
        self._pool, self._rulebook, self._start = pool, rulebook, start
        entries = pool.log.game[pool.log.period].astype(np.int64)
        marks = np.linspace(0, entries[-1], KEPT + 1)[1:-1]
        self._marks: list[int] = np.unique(np.searchsorted(entries, marks)).tolist()
        self._kept: dict[int, State] = {}
        self._last: tuple[int, State] | None = None

    def before(self, period: int) -> State:
        """The state right before a period, with what is adjusted there; it must not be changed."""
        if self._last is not None and self._last[0] == period:
            return self._last[1]
        known = sorted(self._kept)
        at = bisect_right(known, period)
        first = known[at - 1] if at else None
        if first == period:
            return self._kept[period]
        start = self._start if first is None else self._kept[first]
        walk = Walk(self._pool, self._rulebook, start, first)
        for mark in self._marks:
            if mark < period and (first is None or mark > first):
                self._kept[mark] = copy_state(walk.to(mark))
        self._last = period, walk.to(period)
        return self._last[1]
