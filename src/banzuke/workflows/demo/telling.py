"""What is in a sample ledger and what to do with it, in words and commands."""

from __future__ import annotations

import shlex
from pathlib import Path

from banzuke.ledger.finding import Wanted
from banzuke.publishing.ledger_text import figures_text
from banzuke.workflows.demo import othello
from banzuke.workflows.demo.building import DemoReport
from banzuke.workflows.ledger import Ledger


def demo_text(report: DemoReport, *, is_new: bool) -> str:
    """The figures of a sample ledger, and commands to go on with."""
    there = "the sample ledger" if is_new else "the sample ledger, as it was left"
    figures = {name: value for name, value in vars(report).items() if name != "path"}
    told = [f"{report.path}: {there}", figures_text(figures)]
    for command, what in _steps(report.path):
        told += ["", f"{what}:", f"  {command}"]
    return "\n".join(told) + "\n"


def _steps(path: Path) -> list[tuple[str, str]]:
    """(command, what it does) of what is worth a look."""
    ledger = f"--ledger {shlex.quote(str(path))}"
    site = shlex.quote(str(path.with_name("site")))
    steps = [
        (f"banzuke serve {ledger}", "look at the site"),
        (f"banzuke site {site} {ledger}", "write it as plain files"),
        (f"banzuke lists {ledger}", "show all lists"),
    ]
    with Ledger(path) as opened:
        key = next((one.key for one in opened.lists() if one.key == othello.POOL), "")
        players = opened.current(key)["players"] if key else []
        if players:
            name = players[0]["name"]
            events = opened.games(Wanted(person=players[0]["player"]))["event"].drop_nulls()
            whose = f"--player {shlex.quote(name)} --event {shlex.quote(events[-1])}"
            steps += [
                (f"banzuke lists show {key} {ledger}", "show one of them"),
                (f"banzuke explain --list {key} {whose} {ledger}", "explain a change of a rating"),
            ]
        waiting = next(iter(opened.pending()), None)
    steps.append((f"banzuke log {ledger}", "show what was changed, by whom and why"))
    if waiting is not None:
        steps.append(
            (f"banzuke preview {waiting} {ledger}", "look at a change that waits for a yes")
        )
    return steps
