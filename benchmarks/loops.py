"""The C loops, compiled when they are needed."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from banzuke.model.log import Log, Record


@cache
def library(name: str = "loops") -> ctypes.CDLL:
    """``NAME.c`` as gcc -O3 makes it."""
    folder = Path(tempfile.mkdtemp(prefix="banzuke-benchmarks-"))
    built = folder / f"{name}.so"
    source = Path(__file__).with_name(f"{name}.c")
    subprocess.run(["gcc", "-O3", "-shared", "-fPIC", "-o", built, source, "-lm"], check=True)
    return ctypes.CDLL(str(built))


def rate_duels(rating: Any, log: Log, record: Record, k: float, per_point: float) -> None:
    """Rate a log of duels in place, in C."""
    games = ctypes.c_int64(len(log.game) - 1)
    library().duels(*_arrays(rating, log, record), games, *map(ctypes.c_double, (k, per_point)))


def rate_free_for_all(rating: Any, log: Log, record: Record, k: float, per_point: float) -> None:
    """Rate a log of games of the same number of single players in place, in C."""
    games = len(log.game) - 1
    counts = ctypes.c_int64(games), ctypes.c_int64(len(log.player) // games)
    numbers = map(ctypes.c_double, (k, per_point))
    library().free_for_all(*_arrays(rating, log, record), *counts, *numbers)


def _arrays(rating: Any, log: Log, record: Record) -> list[ctypes.c_void_p]:
    columns = (rating, log.player, log.place, record.before, record.change, record.expected)
    return [np.ascontiguousarray(column).ctypes.data_as(ctypes.c_void_p) for column in columns]
