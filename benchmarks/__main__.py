"""Run all benchmarks, or some, and print one table: ``python -m benchmarks --help``."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks import (
    aga,
    bradley_terry,
    compiling,
    contests,
    elo_options,
    files,
    formats,
    glicko,
    go_tables,
    kernels,
    ledgers,
    peers,
    shelf,
    site,
    through_time,
    trueskill,
    weng_lin,
    whole_history,
)
from benchmarks.measuring import ROUNDS, Row, as_json, markdown


def main() -> int:
    """Measure, print the table, and say by the exit code whether every bar was kept."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--json", metavar="PATH", help="write the table as JSON, too")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds of each comparison")
    parser.add_argument("--csv", default="", help="the file of 5,000,000 games, if it is there")
    parser.add_argument("names", nargs="*", help="which; all by default")
    said = parser.parse_args()
    known: dict[str, Callable[[int], list[Row]]] = {
        "elo": kernels.elo,
        "elo-options": elo_options.elo_options,
        "free-for-all": kernels.free_for_all,
        "systems": kernels.other_systems,
        "shelf": shelf.every_system,
        "aga": aga.aga,
        "bradley-terry": bradley_terry.bradley_terry,
        "compile": compiling.first_time,
        "weng-lin": weng_lin.weng_lin,
        "growth": kernels.growth,
        "contests": contests.contests,
        "glicko": glicko.glicko,
        "go-tables": go_tables.go_tables,
        "trueskill": trueskill.trueskill,
        "whole-history": whole_history.whole_history,
        "through-time": through_time.through_time,
        "peers": peers.peers,
        "ledger": ledgers.ledgers,
        "ledger-corrections": ledgers.corrections,
        "ledger-growth": ledgers.growth,
        "start-up": files.start_up,
        "file-growth": files.growth,
        "formats": formats.formats,
        "site": site.site,
        "site-files": site.plain_files,
        "file": partial(files.end_to_end, path=said.csv),
    }
    unknown = set(said.names) - set(known)
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(known)}")
    rows: list[Row] = []
    for name in said.names or known:
        rows += known[name](said.rounds)
        print(f"{name} done, load {os.getloadavg()[0]:.1f}", file=sys.stderr)
    print(markdown(rows))
    if said.json:
        found = {"machine": platform.platform(), "cores": os.cpu_count(), "rows": as_json(rows)}
        Path(said.json).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return int(any(row.kept is False for row in rows))


if __name__ == "__main__":
    sys.exit(main())
