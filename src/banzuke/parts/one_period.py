"""One period rated once more, to explain what happened in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from banzuke.model.log import Log, Record, holder, new_record
from banzuke.numeric.compiling import compiled, uncompiled

#: With so many pairs of sides in a period, a replay has compiled the kernel already.
COMPILE_FROM_PAIRS = 3_000_000


def rated_again(
    update: Callable[..., None],
    state: Any,
    log: Log,
    rules: Any,
    work: Any,
    game: int,
    compile_from: int = COMPILE_FROM_PAIRS,
) -> Record:
    """The record of the period that holds a game, from the state before it, which stays.

    work : the system's scratch; afterwards it holds what the kernel left there
    compile_from : so many entries are rated by the compiled kernel; the bits are the same
    """
    return state_and_record(update, state, log, rules, work, game, compile_from)[1]


def state_and_record(
    update: Callable[..., None],
    state: Any,
    log: Log,
    rules: Any,
    work: Any,
    game: int,
    compile_from: int = COMPILE_FROM_PAIRS,
) -> tuple[Any, Record]:
    """The state after the period that holds a game, and its record; as ``rated_again``.

    A period of very large games is rated by the compiled kernel; the bits are the same.
    """
    period = holder(log.period, game)
    copy = type(state)(*(np.array(column, dtype=np.float64) for column in state))
    record = new_record(len(log.player), len(state) - 1, history=False)
    sizes = np.diff(log.game[log.period[period] : log.period[period + 1] + 1].astype(np.float64))
    pairs = (sizes * (sizes - 1.0)).sum()
    if pairs >= COMPILE_FROM_PAIRS or sizes.sum() >= compile_from:
        compiled(update)(copy, log, rules, record, work, period, period + 1)
    else:
        arguments = [uncompiled(value) for value in (copy, log, rules, record, work)]
        update(*arguments, period, period + 1)
    return copy, record
