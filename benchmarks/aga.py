"""AGA on events of duels, beside a C loop of the same arithmetic."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from benchmarks import loops
from benchmarks.kernels import timed
from benchmarks.measuring import Row, Unit, compared
from benchmarks.shelf import PLAYERS, Kernel, duels, rulebook_of

from banzuke.engine.replay import copy_state
from banzuke.model.log import Record, new_record
from banzuke.parts.deviations import NEVER
from banzuke.systems import shelf


class InC:
    """The same events through the C loop, from the same starting values."""

    def __init__(self, ours: Kernel) -> None:
        self.ours = ours
        self.record: Record = new_record(ours.entries, 1, history=True)
        self.state: Any = None

    def __call__(self) -> None:
        """All events."""
        self.state = copy_state(self.ours.begin)
        log, record, rules = self.ours.log, self.record, self.ours.rules
        number = np.zeros(PLAYERS, dtype=np.int32)
        columns = (log.period, log.player, log.handicap, log.time, *self.state)
        columns = (*columns, record.before, record.change, record.expected)
        columns = (*columns, record.other_before, record.other_after, number, rules.chances)
        columns = (*columns, rules.node_most, rules.node_first, rules.node, rules.node_weight)
        loops.library("aga").aga_events(
            *(column.ctypes.data_as(ctypes.c_void_p) for column in columns),
            *map(ctypes.c_double, (rules.ageing, NEVER)),
            ctypes.c_int64(len(log.period) - 1),
        )

    def check(self) -> None:
        """Both must come to the same history."""
        for name in ("before", "change", "expected", "other_before", "other_after"):
            mine, theirs = getattr(self.ours.record, name), getattr(self.record, name)
            assert np.allclose(mine, theirs, rtol=0, atol=1e-8), name


def aga(rounds: int) -> list[Row]:
    """The events of the shelf, beside C."""
    system = shelf()["aga"]
    ours = Kernel(rulebook_of(system), duels(system))
    in_c = InC(ours)
    ours()
    in_c()
    in_c.check()
    unit = Unit("ns an entry", ours.entries * 1e-9)
    what = f"AGA with history, events of 100 duels, {ours.entries:,} entries"
    return [compared(what, timed({"ours": ours, "C": in_c}, rounds), "C", at_most=1.3, unit=unit)]
