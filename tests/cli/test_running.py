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
from banzuke.cli.running import at_words

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


def in_a_shell(folder: Path, command: str) -> tuple[int, str, str]:
    """(exit code, output, errors) of ``banzuke`` with what a shell puts around it."""
    (folder / "r.csv").write_text("player_1,player_2,result\nA,B,1-0\n", encoding="utf-8")
    line = command.replace("banzuke", f"{sys.executable} -m banzuke")
    environment = os.environ | PLAIN
    done = subprocess.run(
        ["sh", "-c", line], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@pytest.mark.parametrize("form", ["table", "csv", "json", "parquet", "xlsx"])
def test_a_full_disk(tmp_path, form):
    """Whatever the format, a full disk is said in one line, with exit code 2."""
    line = f"banzuke rate r.csv -r warlight -f {form}"
    told = in_a_shell(tmp_path, f"{line} --out /dev/full")
    assert told == (2, "", "/dev/full cannot be written: No space left on device\n")
    if form not in ("parquet", "xlsx"):
        told = in_a_shell(tmp_path, f"{line} > /dev/full")
        assert told == (2, "", "the output cannot be written: No space left on device\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_help_and_errors_on_a_full_disk(tmp_path):
    """Help that cannot be written is an error in words; errors that cannot are only a code."""
    told = in_a_shell(tmp_path, "banzuke rate --help > /dev/full")
    assert told == (2, "", "the output cannot be written: No space left on device\n")
    assert in_a_shell(tmp_path, "banzuke rate no.csv -r warlight 2> /dev/full") == (2, "", "")


@pytest.mark.skipif(os.name == "nt", reason="needs a shell")
def test_a_closed_output(tmp_path):
    """Without an output nothing can be printed, but a file can be written all the same."""
    line = "banzuke rate r.csv -r warlight"
    code, _, told = in_a_shell(tmp_path, f"{line} >&-")
    assert (code, told) == (2, "the output is closed, so nothing can be printed: use --out PATH\n")
    assert in_a_shell(tmp_path, f"{line} --out list.csv >&- 2>&-")[0] == 0
    assert (tmp_path / "list.csv").read_text(encoding="utf-8").startswith("rank,")


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="output has no name")
def test_output_by_its_name(tmp_path):
    """/dev/stdout is where output goes, also as a pipe, and for files that are no text."""
    line = "banzuke rate r.csv -r warlight --out /dev/stdout"
    assert in_a_shell(tmp_path, f"{line} -f csv | cat")[1].startswith("rank,")
    assert in_a_shell(tmp_path, f"{line} -f parquet | head -c 4")[1] == "PAR1"
    assert in_a_shell(tmp_path, f"{line} -f csv > list; wc -l < list")[1].strip() == "3"


@pytest.mark.parametrize("command", ["rate", "explain", "predict"])
def test_escape_sequences_do_not_reach_the_terminal(run, tmp_path, command):
    """Titles, names of files and columns, and cells are told so that they cannot drive it."""
    evil = "\x1b[31m\u202e"
    path, book = tmp_path / f"r{evil}.csv", tmp_path / "evil.toml"
    title = evil.replace("\x1b", "\\u001b")
    book.write_text(f'format = 1\nextends = "warlight"\ntitle = "{title}"\n', encoding="utf-8")
    more = {"rate": (), "explain": ("--player", "B"), "predict": ("--sides", "A v B")}[command]
    for name, code in (("B", 0), (f"B{evil}", 1)):
        path.write_text(
            f"player_1,player_2,result,notes{evil}\nA,{name},1-0,x\nA,{name},0-1,y\n",
            encoding="utf-8",
        )
        for form in ("table", "json"):
            done = run(command, path, "-r", book, *more, "-f", form)
            assert done.exit_code == code, done.output
            assert not set(evil[0] + evil[-1]) & set(done.output)


def test_problems_are_wrapped_at_words():
    """On a terminal no name is broken, and the rest of a problem is indented."""
    text = "results refused: 1 problem\n  results.csv, row 2: both sides are 'Maja' (two players)"
    assert at_words(text, 40).splitlines() == [
        "results refused: 1 problem",
        "  results.csv, row 2: both sides are",
        "      'Maja' (two players)",
    ]
    assert at_words("x" * 50, 40) == "x" * 50


def test_arguments_that_are_no_text(run, sample):
    """Bytes that are no text are told as such, whatever option they are given to."""
    done = run("rate", *sample("warlight").arguments, "--set", "k=\udcff")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "bytes that are no text" in done.stderr
