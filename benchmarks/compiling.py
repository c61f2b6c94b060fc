"""Kernels compiled for the first time: how long the first large file of a machine waits for it.

``python -m benchmarks.compiling KEY`` prints the seconds of one system, in this process.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from benchmarks import shelf
from benchmarks.measuring import Row, absolute

from banzuke.systems import shelf as systems

#: The systems whose kernels take longest.
LARGEST = ("bradley-terry", "through-time", "whole-history", "plackett-luce", "weng-lin", "elo")
ROUNDS = 3
#: So few that the engine itself rates them without a compiler.
EVENTS = 2


def first_time(rounds: int) -> list[Row]:
    """The kernel of each of the largest systems, each time with an empty cache."""
    rows = []
    for key in LARGEST:
        seconds = [seconds_alone(key) for _ in range(min(rounds, ROUNDS))]
        rows.append(absolute(f"{key}, its kernel compiled at first", seconds, "s", at_most=8.0))
    return rows


def seconds_alone(key: str) -> float:
    """Seconds of a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.compiling", key],
            env={**os.environ, "BANZUKE_CACHE": folder},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    return float(done.stdout)


def seconds_here(key: str) -> float:
    """Seconds that the first run of a compiled kernel takes, on a few games."""
    system = systems()[key]
    kernel = shelf.Kernel(shelf.rulebook_of(system), shelf.duels(system, EVENTS))
    begin = time.process_time()
    kernel()
    return time.process_time() - begin


if __name__ == "__main__":
    print(seconds_here(sys.argv[1]))
