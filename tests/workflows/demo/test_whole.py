"""A sample ledger in its folder: made once, whole or not at all."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from banzuke.ledger.changes import Change
from banzuke.model.errors import FileProblem, LedgerProblem, WrongUse
from banzuke.workflows.demo import build_demo, building, demo_text
from banzuke.workflows.demo.whole import GIVEN_UP, NAME, UNFINISHED, ready
from banzuke.workflows.ledger import Ledger


def made_in(folder: Path):
    """The sample ledger of one season in a folder."""
    return ready(folder, 1997, 1, lambda: None)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A folder with a sample ledger."""
    made = tmp_path_factory.mktemp("demo") / "new" / "folder"
    _, is_new = made_in(made)
    assert is_new
    return made


def test_nothing_but_the_ledger_is_left(folder):
    """What was needed to build it is gone."""
    assert [one.name for one in folder.iterdir()] == [NAME]


def test_the_second_run_leaves_it(folder):
    """A sample ledger is left as it is, with what was changed in it."""
    change = Change("correct event", {"event": "Elitserien 2026", "values": {"place": "Kiruna"}})
    with Ledger(folder / NAME) as ledger:
        ledger.make(change)
        newest = ledger.revision
    report, is_new = made_in(folder)
    assert (report.revision, is_new) == (newest, False)
    assert "as it was left" in demo_text(report, is_new=is_new)


def test_its_commands_name_it(folder):
    """Each command that is told has the ledger in it."""
    report, is_new = made_in(folder)
    commands = [line for line in demo_text(report, is_new=is_new).splitlines() if line[:2] == "  "]
    assert len(commands) == 7
    assert all(f"--ledger {folder / NAME}" in command for command in commands)


def test_an_interrupted_build_leaves_nothing(monkeypatch, tmp_path):
    """Whoever stops a build begins anew the next time."""

    def stop(*_: object) -> None:
        assert [one.name[: len(UNFINISHED)] for one in tmp_path.iterdir()] == [UNFINISHED]
        raise KeyboardInterrupt

    monkeypatch.setattr(building, "make_corrections", stop)
    with pytest.raises(KeyboardInterrupt):
        made_in(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_build_left_is_removed(tmp_path):
    """What lies there since long ago goes; what another build has just begun stays."""
    old, new = tmp_path / f"{UNFINISHED}old", tmp_path / f"{UNFINISHED}new"
    for one in (old, new):
        one.mkdir()
        (one / NAME).write_text("half")
    long_ago = time.time() - GIVEN_UP - 1
    os.utime(old, (long_ago, long_ago))
    _, is_new = made_in(tmp_path)
    assert is_new
    assert (old.exists(), new.exists()) == (False, True)


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    """A file where the folder should be is told."""
    (tmp_path / "file").write_text("x")
    with pytest.raises(FileProblem, match="cannot be made"):
        made_in(tmp_path / "file")
    with pytest.raises(FileProblem, match="there is no folder"):
        build_demo(tmp_path / "none" / "demo.db")


def test_a_folder_that_cannot_be_written_is_told(monkeypatch, tmp_path):
    """A folder that takes no files is told, and nothing was done."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("banzuke.workflows.demo.whole.TemporaryDirectory", refuse)
    with pytest.raises(FileProblem, match="cannot be written: Permission denied"):
        made_in(tmp_path)


def test_what_is_there_is_not_overwritten(tmp_path):
    """A file of the name that is no ledger is told, and stays."""
    (tmp_path / NAME).write_text("mine")
    with pytest.raises(LedgerProblem, match="is no ledger"):
        made_in(tmp_path)
    with pytest.raises(WrongUse, match="there already"):
        build_demo(tmp_path / NAME)
    assert (tmp_path / NAME).read_text() == "mine"
