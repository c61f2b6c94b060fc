"""The commands that show a ledger as a site."""

from __future__ import annotations

import html
import re
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from importlib.resources import files
from pathlib import Path

import httpx
import pytest

from banzuke.cli import demo, site_running
from banzuke.workflows.ledger import Ledger
from banzuke.workflows.site import Built, Site
from builders import table

GAMES = """
    date       event      player_1 player_2 score_1 score_2
    2024-03-14 Gothenburg Lotta    Kalle    34      30
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A ledger with a list."""
    path = tmp_path / "club.db"
    with Ledger.create(path) as ledger:
        ledger.import_frame(table(GAMES), "games.csv")
        ledger.set_list("main", "othello-sweden", {"title": "Our list"})
    return path


def test_plain_files_are_counted(run: Callable, place: Path, tmp_path: Path):
    """The command writes the site once, and tells that nothing has changed then."""
    folder = tmp_path / "site"
    first = run("site", folder, "--ledger", place)
    assert (first.exit_code, first.stderr) == (0, "")
    count = int(re.match(r"(\d+) files written, 0 unchanged, 0 removed", first.stdout)[1])
    assert "Lotta" in (folder / "lists" / "main.html").read_text()
    again = run("site", folder, "--ledger", place)
    assert again.stdout.startswith(f"0 files written, {count} unchanged, 0 removed")


def test_foreign_folders_are_refused(run: Callable, place: Path, tmp_path: Path):
    """A folder with other files is left as it is, and the command says so."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "letter.txt").write_text("mine")
    done = run("site", other, "--ledger", place)
    assert done.exit_code == 2
    assert "letter.txt" in done.stderr
    assert [one.name for one in other.iterdir()] == ["letter.txt"]


def test_a_server_answers_until_it_is_stopped(place: Path):
    """The server prints its address, answers there, and ends quietly by Ctrl-C."""
    port = free_port()
    words = [sys.executable, "-m", "banzuke", "serve", "--ledger", place, "--port", str(port)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        try:
            address = server.stdout.readline().decode().strip()
            assert address == f"http://127.0.0.1:{port}/"
            assert "Our list" in httpx.get(f"{address}lists/main.json", timeout=20).text
        finally:
            server.send_signal(signal.SIGINT)
        _, told = server.communicate(timeout=20)
    assert (server.returncode, told) == (0, b"")


def test_a_port_in_use_is_told_in_words(run: Callable, place: Path):
    """Where another program listens the command says so, and what to try."""
    with closing(socket.socket()) as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        done = run("serve", "--ledger", place, "--port", port)
    assert done.exit_code == 2
    assert f"127.0.0.1:{port} cannot be used" in done.stderr
    assert f"--port {port + 1}" in done.stderr


def test_a_missing_ledger_is_told_before_serving(run: Callable, tmp_path: Path):
    """A ledger that is not there is told at once, not by the first page."""
    done = run("serve", "--ledger", tmp_path / "none.db", "--port", free_port())
    assert done.exit_code == 2
    assert "there is no ledger" in done.stderr


def test_the_demo_is_a_site(run: Callable, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Where nobody watches the sample is written as plain files, and it is told where."""
    asked = []

    def build(*arguments: object, in_lines: bool) -> Built:
        assert in_lines
        asked.append(arguments)
        return Built(7, 0, 0)

    monkeypatch.setattr(demo, "build", build)
    folder = tmp_path / "sample"
    done = run("demo", folder)
    told = "making the sample ledger: about ten seconds\n"
    assert (done.exit_code, done.stderr) == (0, told)
    assert asked == [(str(folder / "demo.db"), str(folder / "site"), None)]
    assert f"{folder / 'site'}: the site is written now" in done.stdout
    assert f"{folder / 'site' / 'index.html'}: the site, 7 files written" in done.stdout
    with Site(folder / "demo.db", live=False) as site:
        assert b"SEVIN" in site.answer("lists/diplomacy.html").content.upper()


def test_nobody_watches_a_site_in_silence(capsys: pytest.CaptureFixture, tmp_path: Path):
    """Where lines are asked for, each tenth of the pages is one, on the error stream."""
    Ledger.create(tmp_path / "club.db").close()
    built = site_running.build(
        str(tmp_path / "club.db"), str(tmp_path / "site"), None, in_lines=True
    )
    said = capsys.readouterr()
    lines = said.err.splitlines()
    assert said.out == ""
    assert 2 < len(lines) <= 10
    pages = int(lines[-1].split()[0])
    assert lines[-1] == f"{pages} of {pages} pages of the site are written"
    assert pages < built.written


def free_port() -> int:
    """A port that nobody uses."""
    with closing(socket.socket()) as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


SHOWN = sorted(
    {
        html.unescape(command)
        for path in Path(str(files("banzuke.publishing.site"))).glob("templates/*.html")
        for line in re.findall(r'<p class="formula command">(.*?)</p>', path.read_text("utf-8"))
        for command in line.split("<br>")
        if "{{" not in command  # those are tried on pages, in test_first_steps.py
    }
)


@pytest.mark.parametrize("command", SHOWN)
def test_commands_that_pages_show_can_be_run(
    run: Callable, place: Path, tmp_path: Path, monkeypatch, command: str
):
    """What an empty page says to type does what the page says."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BANZUKE_LEDGER", str(place))
    Path("results.csv").write_text("player_1,player_2,score_1,score_2\nMaja,Nils,40,24\n", "utf-8")
    done = run(*shlex.split(command.removeprefix("banzuke ")), *["--yes"] * ("import" in command))
    assert done.exit_code == 0, done.stderr
