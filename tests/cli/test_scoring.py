"""``banzuke scoring``: systems listed, shown and checked, boards scored."""

from __future__ import annotations

import json

import polars as pl
import pytest

import banzuke
from banzuke.model.errors import BoardRefused, WrongUse

KEYS = banzuke.scoring_keys()
B1 = "9 7 7 4 4 3 0"


def test_list(run):
    """Every packaged system is listed, as a table, as CSV and as JSON."""
    lines = run("scoring", "list").stdout.splitlines()
    assert lines[0].split() == ["key", "title", "asks", "summary"]
    assert [line.split()[0] for line in lines[1:]] == KEYS
    told = json.loads(run("scoring", "list", "--format", "json").stdout)
    assert [one["key"] for one in told] == KEYS
    table = pl.read_csv(run("scoring", "list", "--format", "csv").stdout.encode())
    assert table["key"].to_list() == KEYS
    assert table.columns == list(told[0])


@pytest.mark.parametrize("key", KEYS)
def test_show(run, key):
    """A system is shown whole: every term, every assumption, every example."""
    scoring = banzuke.load_scoring(key)
    text = " ".join(run("scoring", "show", key).stdout.split())
    assert scoring.title in text
    assert " ".join(scoring.source.split()) in text
    for term in (*scoring.terms, *(scoring.solo or ())):
        assert f" {term.name.replace('_', ' ')} {term.kind.key} " in text
    for assumption in scoring.assumptions:
        assert f"- {' '.join(assumption.split())[:40]}" in text
    for example in scoring.examples:
        assert example.title in text
    told = json.loads(run("scoring", "show", key, "--format", "json").stdout)
    assert told["key"] == key
    assert list(told["terms"]) == [term.name for term in scoring.terms]
    assert (told["after_a_solo"] is None) == (scoring.solo is None)


def test_board(run):
    """A board is scored as a table whose columns are the terms, and as JSON with exact points."""
    lines = run("scoring", "board", "c-diplo-100", "--centres", B1).stdout.splitlines()
    assert lines[0].split() == [
        "power",
        "centres",
        "taking",
        "part",
        "for",
        "centres",
        "place",
        "points",
    ]
    assert lines[1].split() == ["1", "9", "1", "9", "38", "48"]
    assert lines[-1] == "All points of the board: 100"
    told = json.loads(
        run("scoring", "board", "sum-of-squares", "-c", B1, "--format", "json").stdout
    )
    assert told["powers"][0]["exact"] == "405/11"
    assert told["powers"][0]["points"] == 405 / 11
    assert told["powers"][0]["terms"][0]["why"] == "100 × 81 / 220"


def test_board_tells_why(run):
    """With --why each term of each power has its reason."""
    shown = run("scoring", "board", "c-diplo-100", "--centres", B1, "--why").stdout
    assert "2: 18.5\n- 1 taking part (all)\n- 7 centres (1 × 7)\n" in shown
    assert "- 10.5 place (places 2 to 3, shared: 21 / 2)\n" in shown


def test_everything_can_be_told_of_a_board(run):
    """Names, eliminations, the end, the draw and earlier years are taken in either form."""
    named = "Austria=11, Great Britain=11, France=11, Italy=1, Russia=0, Turkey=0, Germany=0"
    shown = run(
        *("scoring", "board", "maxonian", "--centres", named, "--ended", 1908),
        *("--out", "Russia=1905, Turkey=1904, Germany=1903"),
        *("--earlier", "1907: 10 11 11 2 0 0 0", "--earlier", "1906: 10 10 11 3 0 0 0"),
    ).stdout
    points = {line[:13].strip(): line.split()[-1] for line in shown.splitlines()[1:8]}
    assert points["France"] == "7"
    assert points["Great Britain"] == "6"
    assert points["Austria"] == "5"
    assert points["Germany"] == "1"
    two = run("scoring", "board", "draw-size", "-c", B1, "--draw", "1 2", "-f", "json").stdout
    assert [one["points"] for one in json.loads(two)["powers"]][:3] == [50, 50, 0]
    given = run("scoring", "board", "draw-size", "-c", B1, "--concession", "3", "-f", "json").stdout
    assert [one["points"] for one in json.loads(given)["powers"]][:3] == [0, 0, 100]


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["-c", "9 7 x 4.5"], ["--centres: 'x' is no whole number", "'4.5' is no whole number"]),
        (["-c", "A=9 7"], ["some numbers have a name, others have none (a name with each"]),
        (["-c", "A=9 A=7"], ["--centres: A stands there twice (each power once)"]),
        (["-c", "9 7"], ["the board has 2 powers (7)"]),
        (["-c", "30 7 0 0 0 0 0"], ["the powers hold 37 centres (at most 34)"]),
        (["-c", B1, "--solo", "1"], ["1 holds 9, too few for a solo (18 or more; else it is a"]),
        (
            ["-c", B1, "--out", "7=1900"],
            ["7 is out in 1900, before the first year (1901"],
        ),
        (
            ["-c", "18 9 7 0 0 0 0", "--draw", "1 2"],
            ["a draw, though somebody won alone"],
        ),
        (
            ["-c", "18 9 7 0 0 0 0", "--concession", "2"],
            ["is 2's, but 1 holds enough"],
        ),
    ],
)
def test_bad_boards_are_refused_in_words(run, arguments, parts):
    """What is wrong with a board is told, all of it, with exit code 1."""
    done = run("scoring", "board", "draw-size", *arguments)
    assert done.exit_code == BoardRefused.exit_code
    for part in parts:
        assert part in done.stderr


def test_wrong_use(run):
    """An unknown system and a year without a colon are wrong use, with exit code 2."""
    done = run("scoring", "show", "c-diplo")
    assert done.exit_code == WrongUse.exit_code
    assert "did you mean c-diplo-80, c-diplo-73 or c-diplo-100?" in done.stderr
    done = run("scoring", "board", "maxonian", "-c", B1, "--earlier", "8 8 6 4 4 4 0")
    assert done.exit_code == WrongUse.exit_code
    assert "is not YEAR: COUNTS" in done.stderr


def test_check(run, tmp_path):
    """A sound file is said to be sound; of a faulty one everything wrong is told with its line."""
    assert run("scoring", "check", "carnage").stdout == "carnage: all right, 4 examples hold\n"
    path = tmp_path / "faulty.toml"
    path.write_text(
        'format = 1\nextends = "c-diplo-100"\ntitel = "Ours"\n\n[terms.lead]\nkind = "led"\n'
        '\n[solo.solo]\npoints = "many"\n\n[tournament]\nbest = -1\n',
        encoding="utf-8",
    )
    done = run("scoring", "check", path)
    assert done.exit_code == 1
    lines = done.stderr.splitlines()
    assert [line.split(": ")[0] for line in lines] == [
        f"faulty.toml, line {number}" for number in (3, 6, 9, 12)
    ]
    assert "titel is not known here (did you mean title?)" in lines[0]
    assert "no kind of term is called 'led' (did you mean lead, " in lines[1]
    assert "'many' is not allowed (a number)" in lines[2]
    assert "-1 is not allowed (a whole number, at least 0)" in lines[3]
