"""The command that makes a sample ledger."""

from __future__ import annotations

import shlex

from banzuke.cli import demo
from banzuke.workflows.site import Built


def test_its_commands_run(run, monkeypatch, tmp_path):
    """What it tells to do next works as it stands, but for the site."""
    monkeypatch.setattr(demo, "build", lambda *_, **__: Built(0, 0, 0))
    done = run("demo", tmp_path)
    assert done.exit_code == 0
    commands = [line.strip() for line in done.stdout.splitlines() if line.startswith("  banzuke")]
    for command in commands:
        words = shlex.split(command)[1:]
        if words[0] == "preview":
            words.append("--yes")
        if words[0] not in ("serve", "site"):
            assert run(*words).exit_code == 0, command


def test_a_folder_that_cannot_be_is_told(run, tmp_path):
    """Where no folder can be made the command says so."""
    (tmp_path / "file").write_text("x")
    done = run("demo", tmp_path / "file")
    assert done.exit_code == 2
    assert "cannot be made" in done.stderr
