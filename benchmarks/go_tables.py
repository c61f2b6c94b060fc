"""Reading a table of a Go tournament, beside what the package trf takes for the same games."""

from __future__ import annotations

import importlib.util
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.measuring import Row, absolute, compared, interleaved
from numpy.typing import NDArray

from banzuke.importers import read_file

#: Players and rounds of tournaments, how many tables of each are read in a row, and how many times
#: as fast as the report that is to be: of small ones what any table takes that is made is most.
TOURNAMENTS = ((20, 5, 200, None), (200, 9, 50, None), (3_000, 11, 3, 5.0))

H9_HEAD = "; CL[A]\n; EV[Made up]\n; DT[2026-05-01,2026-05-10]\n; KM[6.5]\n"


def pairings(players: int, rounds: int) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The opponent of each player in each round, [players, rounds], and whether it was a win."""
    rng = np.random.default_rng(1)
    opponent = np.empty((players, rounds), dtype=np.int64)
    won = np.empty((players, rounds), dtype=np.bool_)
    for number in range(rounds):
        one, two = rng.permutation(players).reshape(2, -1)
        opponent[one, number], opponent[two, number] = two, one
        won[one, number] = rng.random(len(one)) < 0.5
        won[two, number] = ~won[one, number]
    return opponent, won


def h9_text(opponent: NDArray[np.int64], won: NDArray[np.bool_]) -> str:
    """The games as a table of the European Go Database; the lower number has White."""
    lines = []
    for player, (others, wins) in enumerate(zip(opponent.tolist(), won.tolist(), strict=True)):
        cells = (
            f"{other + 1:>5}{'+' if win else '-'}/{'w' if player < other else 'b'}0"
            for other, win in zip(others, wins, strict=True)
        )
        rank = f"{1 + player % 9}d FR Club  30  100 1000 0"
        lines.append(f"{player + 1:>4} Name{player} Given {rank}{' '.join(cells)}\n")
    return H9_HEAD + "".join(lines)


def trf_text(opponent: NDArray[np.int64], won: NDArray[np.bool_]) -> str:
    """The same games as a tournament report of FIDE."""
    lines = []
    for player, (others, wins) in enumerate(zip(opponent.tolist(), won.tolist(), strict=True)):
        cells = (
            f"  {other + 1:>4} {'w' if player < other else 'b'} {int(win)}"
            for other, win in zip(others, wins, strict=True)
        )
        name = f"Name{player}, Given"
        facts = f"{name:<33} 1500 FRA {10_000_000 + player:>11} 1990/01/01"
        total = f"{sum(wins):>4.1f} {player + 1:>4}"
        lines.append(f"001 {player + 1:>4}      {facts} {total}{''.join(cells)}\n")
    return "012 Made up\n" + "".join(lines)


def go_tables(rounds: int) -> list[Row]:
    """Tables read and checked, every game in both lines; and the bare reading by trf."""
    rows = []
    with tempfile.TemporaryDirectory(prefix="banzuke-benchmarks-") as folder:
        for players, played, times, bar in TOURNAMENTS:
            games = pairings(players, played)
            table, report = Path(folder, "made.h9"), Path(folder, "made.trf")
            table.write_text(h9_text(*games), encoding="utf-8")
            report.write_text(trf_text(*games), encoding="utf-8")
            ways = {"ours": partial(read_file, table)}
            assert len(ways["ours"]().frame) == players * played // 2
            peer = "trf" if importlib.util.find_spec("trf") is not None else ""
            if peer:
                ways[peer] = partial(_bare, report)
            seconds = interleaved(ways, rounds, times=times, clock=time.process_time)
            what = f"h9, {players:,} players, {played} rounds, read and checked"
            if peer:
                rows.append(compared(what, seconds, peer, at_least=bar))
            else:
                rows.append(absolute(what, seconds["ours"], "s"))
    return rows


def _bare(report: Path) -> Any:
    """A report read by the package trf, which checks nothing."""
    import trf

    with report.open(encoding="utf-8") as file:
        return trf.load(file)
