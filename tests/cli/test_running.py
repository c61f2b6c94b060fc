"""How the command line starts and ends: help, version, pipes, signals, time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from banzuke.cli import asking
from banzuke.cli.app import app

SOURCE = Path(__file__).parents[2] / "src"
COMMAND = [sys.executable, "-m", "banzuke"]
PLAIN = {"PYTHONPATH": str(SOURCE), "PYTHONIOENCODING": "", "COLUMNS": "100"}
# What is slow to import and not needed to print a list.
HEAVY = (
    "altair",
    "fastexcel",
    "ftfy",
    "narwhals",
    "numba",
    "pandas",
    "pyarrow",
    "rich",
    "xlsxwriter",
)


def many_games(path: Path, games: int) -> Path:
    """A file of games of twenty players."""
    rows = [
        f"{i},2024-{1 + i // 28 % 12:02}-{1 + i % 28:02},P{i % 20},P{(i * 7 + 1) % 20},{i % 3},1"
        for i in range(games)
        if i % 20 != (i * 7 + 1) % 20
    ]
    header = "game,date,player_1,player_2,score_1,score_2"
    path.write_text("\n".join([header, *rows]), encoding="utf-8")
    return path


def test_every_option_has_help(run):
    """Every command, argument and option is described."""
    from typer.main import get_command

    def commands(command, words):
        yield words, command
        for name, inner in getattr(command, "commands", {}).items():
            yield from commands(inner, [*words, name])

    for words, command in commands(get_command(app), []):
        assert command.help, words
        done = run(*words, "--help")
        assert done.exit_code == 0
        for parameter in command.params:
            assert parameter.help, (words, parameter.name)


def test_version(run):
    """--version prints name and version."""
    done = run("--version")
    assert done.exit_code == 0
    assert done.stdout.startswith("banzuke ")


def test_no_arguments_show_the_help(run):
    """Without a command the help is shown, and it is wrong use."""
    done = run()
    assert done.exit_code == 2
    assert "rate" in done.output


def test_ctrl_c(run, sample, monkeypatch):
    """Ctrl-C ends a command with 130 and without a word."""

    def interrupted(_self):
        raise KeyboardInterrupt

    monkeypatch.setattr(asking.Asked, "rate", interrupted)
    done = run("rate", *sample("warlight").arguments)
    assert (done.exit_code, done.output) == (130, "")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_ctrl_c_as_a_process(sample):
    """The same for a process of its own, in the middle of its work."""
    script = (
        "import time\n"
        "from banzuke import cli\n"
        "from banzuke.cli import asking\n"
        "def rate(_): print('working', flush=True); time.sleep(60)\n"
        "asking.Asked.rate = rate\n"
        "cli.main()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script, "rate", *sample("warlight").arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | PLAIN,
    )
    assert process.stdout.readline() == b"working\n"
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60) == (b"", b"")
    assert process.returncode == 130


@pytest.mark.skipif(os.name == "nt", reason="pipes of Windows close otherwise")
def test_closed_pipe(tmp_path):
    """Who closes the pipe early, as head does, gets no traceback."""
    path = many_games(tmp_path / "games.csv", 2000)
    process = subprocess.Popen(
        [*COMMAND, "rate", path, "--rules", "warlight", "--history", "--format", "csv"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | PLAIN,
    )
    process.stdout.readline()
    process.stdout.close()
    told = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=60) == 141
    assert told == b""


def test_names_are_written_in_utf_8_whatever_the_locale(tmp_path):
    """A name that the locale cannot write is written all the same."""
    path = tmp_path / "games.csv"
    text = "date,player_1,player_2,score_1,score_2\n2024-01-01,Müller,山田,1,0\n"
    path.write_text(text, encoding="utf-8")
    environment = (
        os.environ | PLAIN | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    )
    for form in ("table", "csv", "json"):
        done = subprocess.run(
            [*COMMAND, "rate", path, "--rules", "warlight", "--format", form],
            capture_output=True,
            env=environment,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert "Müller" in done.stdout.decode("utf-8")
        assert "山田" in done.stdout.decode("utf-8")


def test_nothing_heavy_is_imported_for_a_list(tmp_path):
    """What a list does not need is not loaded, so that a command starts at once."""
    path = many_games(tmp_path / "games.csv", 100)
    script = (
        "import sys; sys.argv[1:] = sys.argv[1:]\n"
        "from banzuke.cli import main\n"
        "try:\n    main()\n"
        "except SystemExit as end:\n    assert not end.code\n"
        "print(sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "rate", path, "--rules", "warlight"],
        capture_output=True,
        text=True,
        env=os.environ | PLAIN,
        check=True,
    )
    loaded = done.stderr.splitlines()[-1]
    assert [name for name in HEAVY if f"'{name}'" in loaded] == []


def test_import_of_the_package_is_fast():
    """``import banzuke`` loads nothing but itself."""
    script = "import sys, banzuke; print(any(name in sys.modules for name in ('polars', 'numpy')))"
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env=os.environ | PLAIN,
        check=True,
    )
    assert done.stdout == "False\n"
