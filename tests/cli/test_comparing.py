"""The command that compares rulebooks by their forecasts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

RESULTS = "date,player_1,player_2,result\n" + "".join(
    f"2024-{month:02d}-10,Ania,Bo,{result}\n"
    for month, result in enumerate(["1-0", "1-0", "0-1", "1-0"], start=1)
)


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """A file of four months of results of two players."""
    path = tmp_path / "results.csv"
    path.write_text(RESULTS)
    return path


def test_table_and_json(run: Any, results: Path):
    """The best rulebook is first, as text and for programs."""
    asked = ("compare", results, "--rules", "elo", "--rules", "glicko2")
    done = run(*asked)
    assert done.exit_code == 0
    assert "3 games, each forecast by the ratings at the end of the month before" in done.stdout
    told = json.loads(run(*asked, "--format", "json").stdout)
    assert told[0]["log_loss"] < told[1]["log_loss"]
    assert done.stdout.index(told[0]["rules"]) < done.stdout.index(told[1]["rules"])
    assert run(*asked, "--format", "csv").stdout.startswith("rules,games,log_loss")


def test_one_rulebook_is_no_comparison(run: Any, results: Path):
    """Another one is asked for."""
    done = run("compare", results, "--rules", "elo")
    assert done.exit_code == 2
    assert "two rulebooks or more" in done.stderr


def test_what_is_left_out_is_told(run: Any, results: Path):
    """Rows that are left out are told, and strictness refuses whatever is odd."""
    results.write_text(RESULTS + "2024-05-01,Cy,Cy,1-0\n")
    asked = ("compare", results, "--rules", "elo", "--rules", "glicko2")
    assert run(*asked).exit_code == 1
    assert "warning: results.csv, row 6" in run(*asked, "--skip-refused").stderr
    assert run(*asked, "--skip-refused", "--strict").exit_code == 1


def test_what_a_ledger_holds(run: Any, results: Path, tmp_path: Path):
    """A ledger is compared as the file that it was brought in from, with no options of files."""
    club = tmp_path / "club.db"
    run("init", club)
    assert run("import", results, "--ledger", club, "--yes").exit_code == 0
    rules = ("--rules", "elo", "--rules", "glicko2", "--every", "week", "--format", "csv")
    held = run("compare", "--ledger", club, *rules)
    assert held.exit_code == 0
    assert held.stdout == run("compare", results, *rules).stdout
    for wrong in ((results,), ("--map", "player_1=A"), ("--players", results)):
        assert run("compare", *wrong, "--ledger", club, *rules).exit_code == 2
    pool = tmp_path / "pool.toml"
    pool.write_text('format = 1\nextends = "elo"\n[counts]\npools = ["blitz"]\n')
    other = run("compare", "--ledger", club, "--rules", "elo", "--rules", pool)
    assert (other.exit_code, "reads other games" in other.stderr) == (2, True)
    none = run("compare", *rules)
    assert (none.exit_code, "FILE, or --ledger PATH" in none.stderr) == (2, True)
