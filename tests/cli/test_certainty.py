"""The command that tells how sure a list is."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

RESULTS = "player_1,player_2,result\n" + "Ania,Bo,1-0\n" * 23 + "Ania,Bo,0-1\n" * 10


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """A file of results of two players."""
    path = tmp_path / "results.csv"
    path.write_text(RESULTS)
    return path


def test_table(run: Any, results: Path):
    """The table has intervals and ranks, and says what decides."""
    done = run("certainty", results, "--rules", "bradley-terry")
    assert done.exit_code == 0
    assert "1-1" in done.stdout
    assert "7 results turned round would put Bo before Ania: 7 of Ania against Bo." in done.stdout


def test_a_missing_bound_is_told(run: Any, results: Path, tmp_path: Path):
    """Of few results some draws leave nobody with a number; of many none does."""
    few = tmp_path / "few.csv"
    few.write_text("player_1,player_2,result\nAnia,Bo,1-0\nAnia,Bo,0-1\n")
    told = {
        path: run("certainty", path, "--rules", "bradley-terry", "--rounds", "50").stdout
        for path in (few, results)
    }
    assert ["A bound that is missing" in text for text in told.values()] == [True, False]


def test_draws_as_json(run: Any, results: Path):
    """With rounds the intervals are those of draws, and JSON has all of it."""
    options = ["--rounds", "50", "--seed", "3", "--chance", "0.9", "--format", "json"]
    done = run("certainty", results, "--rules", "bradley-terry", *options)
    told = json.loads(done.stdout)
    assert told["rounds"] == 50
    assert told["chance"] == 0.9
    assert [one["player"] for one in told["players"]] == ["Ania", "Bo"]
    assert all(one["low"] <= one["rating"] <= one["high"] for one in told["players"])
    assert told["first_place"]["results"] == 7


def test_other_systems(run: Any, results: Path):
    """A system that cannot be asked says so, and which can."""
    done = run("certainty", results, "--rules", "elo")
    assert done.exit_code == 2
    assert "of the systems bradley-terry, plackett-luce can" in done.stderr


def test_who_has_no_rating_is_told(run: Any, tmp_path: Path):
    """Who is not in the table for want of a finite rating is named; a wrong seed is refused."""
    path = tmp_path / "one.csv"
    path.write_text("player_1,player_2,result\nAnia,Bo,1-0\n")
    done = run("certainty", path, "--rules", "bradley-terry")
    assert "warning: no finite rating" in done.stderr
    done = run("certainty", path, "--rules", "bradley-terry", "--rounds", "5", "--seed", "-1")
    assert done.exit_code == 2
    assert "seed is a whole number, at least 0, not -1" in done.stderr


def test_csv_has_the_numbers_of_json(run: Any, results: Path):
    """A row a player, at full precision."""
    options = ["--rules", "bradley-terry", "--format"]
    told = json.loads(run("certainty", results, *options, "json").stdout)["players"]
    rows = [*csv.DictReader(run("certainty", results, *options, "csv").stdout.splitlines())]
    assert [*rows[0]] == [*told[0]]
    wanted = [{name: str(value) for name, value in one.items()} for one in told]
    assert rows == wanted
