"""One period rated once more, to explain what happened in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

import numpy as np

from banzuke.model.log import Log, Record, holder, new_record
from banzuke.numeric.compiling import compiled, uncompiled

#: With so many pairs of sides in a period, a replay has compiled the kernel already.
COMPILE_FROM_PAIRS = 3_000_000


class _Rated(NamedTuple):
    """A period that was rated once more: by what, and what came out."""

    update: Callable[..., None]
    state: Any
    log: Log
    rules: Any
    period: int
    after: Any
    record: Record
    left: Any

    def is_of(self, update: Callable[..., None], state: Any, log: Log, rules: Any) -> bool:
        """Whether it was rated from these very things."""
        same = self.update is update and self.state is state
        return same and self.log is log and self.rules is rules


class Memory:
    """Keeps the period that was rated last, for who asks about its entries one by one.

    A state that moves on in place may be asked about as long as no period comes twice.
    """

    def __init__(self) -> None:
        self.last: _Rated | None = None

    @contextmanager
    def used(self) -> Iterator[None]:
        """Meanwhile no period is rated twice in a row."""
        token = _MEMORY.set(self)
        try:
            yield
        finally:
            _MEMORY.reset(token)


_MEMORY: ContextVar[Memory | None] = ContextVar("memory", default=None)


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
    memory = _MEMORY.get()
    last = None if memory is None else memory.last
    if last is not None and last.period == period and last.is_of(update, state, log, rules):
        _copy_into(work, last.left)
        return last.after, last.record
    copy = type(state)(*(np.array(column, dtype=np.float64) for column in state))
    record = new_record(len(log.player), len(state) - 1, history=False)
    sizes = np.diff(log.game[log.period[period] : log.period[period + 1] + 1].astype(np.float64))
    pairs = (sizes * (sizes - 1.0)).sum()
    if pairs >= COMPILE_FROM_PAIRS or sizes.sum() >= compile_from:
        compiled(update)(copy, log, rules, record, work, period, period + 1)
    else:
        arguments = [uncompiled(value) for value in (copy, log, rules, record, work)]
        update(*arguments, period, period + 1)
    if memory is not None:
        memory.last = _Rated(update, state, log, rules, period, copy, record, work)
    return copy, record


def _copy_into(work: Any, left: Any) -> None:
    """Put what a kernel left in its scratch into another scratch of the same shape."""
    if isinstance(work, np.ndarray):
        work[...] = left
    elif isinstance(work, tuple) and work is not left:
        for mine, theirs in zip(work, left, strict=True):
            _copy_into(mine, theirs)
