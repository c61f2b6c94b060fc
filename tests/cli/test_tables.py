"""The commands about tables."""

from __future__ import annotations

import json


def test_template(run, tmp_path):
    """A blank table of each shape; a second one does not replace it."""
    path = tmp_path / "games.xlsx"
    assert "is written" in run("template", str(path)).stdout
    assert path.read_bytes().startswith(b"PK")
    again = run("template", str(path), "--shape", "standings")
    assert again.exit_code == 2
    assert "is there already" in again.stderr


def test_check(run, tmp_path):
    """What is in files, with exit code 1 where something is wrong; JSON on demand."""
    path = tmp_path / "games.csv"
    path.write_text("White,Black,Result\nAnn,Bo,1-0\n", "utf-8")
    done = run("check", str(path))
    assert (done.exit_code, done.stdout.splitlines()[0]) == (
        0,
        "games.csv (CSV): duels, 1 game of 2 players",
    )
    assert run("check", str(path), "--strict").exit_code == 1
    told = json.loads(run("check", str(path), "--format", "json", "--rules", "elo").stdout)
    assert told["right"] is True
    assert told["rules"]["rulebook"] == "elo"
    path.write_text("White,Black,Result\nAnn,Ann,1-0\n", "utf-8")
    done = run("check", str(path))
    assert (done.exit_code, "both sides are 'Ann'" in done.stdout) == (1, True)
    assert run("check", str(tmp_path / "none.csv")).exit_code == 2


def test_skip_refused_and_strict(run, tmp_path):
    """Rating without the refused rows, and not rating where a warning is told."""
    path = tmp_path / "games.csv"
    path.write_text("player_1,player_2,result\nAnn,Ann,1-0\nAnn,Bo,1-0\n", "utf-8")
    assert run("rate", str(path), "--rules", "elo").exit_code == 1
    done = run("rate", str(path), "--rules", "elo", "--skip-refused")
    assert done.exit_code == 0
    assert "row 2, column player_2: left out: both sides are 'Ann'" in done.stderr
    assert run("rate", str(path), "--rules", "elo", "--skip-refused", "--strict").exit_code == 1


def test_report(run, tmp_path):
    """A tournament report from a table, which is not to replace it."""
    path, out = tmp_path / "games.csv", tmp_path / "cup.trf"
    path.write_text("event,round,player_1,player_2,result\nCup,1,Ann,Bo,1-0\n", "utf-8")
    assert run("report", str(path), "--out", str(out)).exit_code == 0
    assert out.read_text("utf-8").startswith("012 Cup\n")
    assert "1 game of 2 players" in run("check", str(out)).stdout
    assert run("report", str(path), "--out", str(path)).exit_code == 2
    assert run("report", str(path), "--out", str(out), "--event", "Open").exit_code == 2
