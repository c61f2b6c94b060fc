"""Rulebooks and settings that nobody means: refused in words, in a moment."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import banzuke as bz

DUEL = {"player_1": ["Ann"], "player_2": ["Bo"], "result": ["1-0"]}
HEAD = 'format = 1\nextends = "warlight"\ntitle = "X"\n'


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (".".join(["a"] * 20_000) + " = 1", "line 4: a key of too many parts"),
        ("[" + ".".join(["a"] * 500) + "]", "line 4: a key of too many parts"),
        ("k = " + "9" * 5000, "line 4: a number of too many digits"),
        ("[list]\nleast_games = " + "9" * 400, "line 5: a number of too many digits"),
        ("[list]\nleast_games = 0x" + "f" * 5000, "more than 300 digits"),
        ("x = " + "[" * 60 + "]" * 60, "too deep in one another"),
        ("x = " + "[" * 20_000 + "]" * 20_000, "too deep in one another"),
        ("x = " + "{a = " * 100 + "1" + "}" * 100, "too deep in one another"),
    ],
)
def test_rulebooks_without_end(tmp_path: Path, line, told):
    """Keys, numbers and nesting without end are refused where they are read."""
    path = tmp_path / "x.toml"
    path.write_text(f"{HEAD}{line}\n", encoding="utf-8")
    with pytest.raises(bz.RulebookRefused) as refused:
        bz.load_rulebook(path)
    assert told in str(refused.value)
    assert len(str(refused.value)) < 400


def test_a_rulebook_of_thousands_of_unknown_keys(tmp_path: Path):
    """Each is told, but only the first are compared with what is known."""
    path = tmp_path / "x.toml"
    path.write_text(HEAD + "".join(f"tilte{i} = 1\n" for i in range(2000)), encoding="utf-8")
    with pytest.raises(bz.RulebookRefused) as refused:
        bz.load_rulebook(path)
    assert len(refused.value.problems) == 2000
    assert sum(bool(problem.right) for problem in refused.value.problems) == 50


@pytest.mark.skipif(os.name == "nt", reason="has no such files")
def test_what_is_no_file_is_no_rulebook(tmp_path: Path):
    """A device, a pipe and a folder are not read, since that could go on for ever."""
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    for path in (Path("/dev/zero"), pipe, tmp_path, tmp_path / "no.toml"):
        with pytest.raises(bz.FileProblem):
            bz.rate(DUEL, path)
        with pytest.raises(bz.FileProblem):
            bz.rate(DUEL, "warlight", path)
        with pytest.raises(bz.FileProblem):
            bz.rate(path, "warlight")


@pytest.mark.parametrize(
    "value",
    [10**400, -(10**5000), "9" * 5000, "a." * 500 + "a", "[" * 900 + "]" * 900],
    ids=["digits", "more digits", "text of digits", "dots", "brackets"],
)
def test_settings_without_end(value):
    """A setting is a number, a text or a list that somebody can mean."""
    with pytest.raises(bz.ParameterRefused) as refused:
        bz.rate(DUEL, "warlight", parameters={"list.least_games": value})
    assert len(str(refused.value)) < 400


def test_settings_that_are_none():
    """Names of settings are texts, settings a dict, rules a key, a path or a Rulebook."""
    for parameters in ({5: 1}, [1], "k=24"):
        with pytest.raises(bz.WrongUse):
            bz.rate(DUEL, "warlight", parameters=parameters)
    for rules in (None, 5, b"warlight"):
        with pytest.raises(bz.WrongUse, match="the key of a rulebook, its path or a Rulebook"):
            bz.rate(DUEL, rules)


@pytest.mark.parametrize(
    "game",
    [
        {"sides": [[10**400], [1]], "places": [1, 2]},
        {"sides": [[-(10**5000)], [1]], "places": [1, 2]},
        {"sides": None, "places": [1, 2]},
        {"sides": [[1], [2]], "places": 5},
        {"sides": [[1], [2]], "places": "12"},
        {"sides": [[1], [2]], "places": [1, 2], "handicaps": [0, 3]},
        {"sides": [[1], [2]], "places": [1, 2], "handicaps": 3},
        {"sides": [[1], [2]], "places": [1, 2], "facts": [1]},
        {"sides": [[1], [2]], "places": [1, 2], "parameters": {5: 1}},
        {"sides": [[1], [2]], "places": [10**400, 1]},
    ],
)
def test_one_game_of_nonsense(game):
    """Whatever is no game is one of our errors."""
    with pytest.raises(bz.BanzukeError):
        bz.rate_game("warlight", **game)


@pytest.mark.parametrize("column", ["player_1", "weight", "event", "date"])
def test_cells_of_thousands_of_digits(column):
    """A number that Python itself does not write is refused with its row."""
    for cells in ([10**5000], [10**5000, "x"]):
        columns = {name: cell * len(cells) for name, cell in DUEL.items()}
        with pytest.raises(bz.ResultsRefused, match="row 0"):
            bz.rate(columns | {column: cells}, "warlight")
