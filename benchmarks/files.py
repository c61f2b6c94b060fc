"""From a file to the list: time beside reading the file alone, start-up, memory, growth."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl
from benchmarks import made_games
from benchmarks.measuring import Row, Unit, absolute, compared, interleaved

from banzuke.workflows.rating import rate

GAMES = 5_000_000
PLAYERS = 100_000

READ = "import sys, polars; polars.read_csv(sys.argv[1])"
RATE = """
import sys
from banzuke.workflows.rating import rate
rate(sys.argv[1], "warlight").to_frame()
"""
# Not ru_maxrss, which begins with the memory of the process that started this one.
PEAK = """
import re
from pathlib import Path
print(1024 * int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]))
"""


@contextmanager
def csv_file(games: int, players: int, path: str = "") -> Iterator[Path]:
    """A file of so many games, in a temporary folder; or the file that is given."""
    if path:
        yield Path(path)
        return
    with tempfile.TemporaryDirectory(prefix="banzuke-benchmarks-") as folder:
        yield made_games.write_csv(Path(folder, "games.csv"), games, players)


def end_to_end(rounds: int, path: str = "") -> list[Row]:
    """A large file to the list, and the memory that it takes beyond reading the file."""
    with csv_file(GAMES, PLAYERS, path) as file:
        ways = {
            "ours": lambda: rate(file, "warlight").to_frame(),
            "read_csv": lambda: pl.read_csv(file),
        }
        seconds = interleaved(ways, rounds)
        peaks = [(_peak(RATE, file) - _peak(READ, file)) / (2 * GAMES) for _ in range(3)]
    size = f"{GAMES:,} games in a CSV, {PLAYERS:,} names"
    return [
        compared(f"file to list, {size}", seconds, "read_csv", at_most=3.0),
        absolute(
            f"peak memory beyond reading the file, {size}",
            peaks,
            at_most=100,
            unit="bytes an entry",
        ),
    ]


def start_up(rounds: int) -> list[Row]:
    """``banzuke rate`` on a hundred games, as a process of its own."""
    with csv_file(100, 20) as file:
        command = [sys.executable, "-m", "banzuke", "rate", str(file), "--rules", "warlight"]
        seconds = []
        for _ in range(rounds + 2):
            begin = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True, env=environment())
            seconds.append(time.perf_counter() - begin)
    return [absolute("`banzuke rate`, 100 games, warm", seconds[2:], "s", at_most=0.5)]


def growth(rounds: int) -> list[Row]:
    """The time of a game must not grow with their number."""
    sizes = (1_000_000, 4_000_000)
    with tempfile.TemporaryDirectory(prefix="banzuke-benchmarks-") as folder:
        files = {
            f"{games:,} games": made_games.write_csv(Path(folder, f"{games}.csv"), games, 10_000)
            for games in sizes
        }
        seconds = interleaved(
            {
                name: lambda file=file: rate(file, "warlight").to_frame()
                for name, file in files.items()
            },
            rounds,
        )
    small, large = files
    a_game = {
        "ours": [value / sizes[1] for value in seconds[large]],
        small: [value / sizes[0] for value in seconds[small]],
    }
    return [
        compared(f"file to list, {large}", a_game, small, at_most=1.5, unit=Unit("ns a game", 1e-9))
    ]


def _peak(script: str, file: Path) -> int:
    """The most memory that a process had which ran a script on a file, bytes."""
    done = subprocess.run(
        [sys.executable, "-c", script + PEAK, str(file)],
        check=True,
        capture_output=True,
        text=True,
        env=environment(),
    )
    peak: int = json.loads(done.stdout)
    return peak


def environment() -> dict[str, str]:
    """The environment of this process, with its own search path.

    A command is warm only where the interpreter may keep what it has compiled.
    """
    kept = {n: v for n, v in os.environ.items() if n != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
