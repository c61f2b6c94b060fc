"""Files are written whole or not at all, to whatever a path leads."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from banzuke.engine.whole_files import is_same_file, write_whole
from banzuke.model.errors import FileProblem

UNIX = pytest.mark.skipif(os.name == "nt", reason="has no such files")


def write(place: Path) -> None:
    """Write something."""
    place.write_text("new", encoding="utf-8")


def test_failure_leaves_what_was_there(tmp_path):
    """If writing fails, the old file stays and no other is left."""
    path = tmp_path / "list.csv"
    path.write_text("old", encoding="utf-8")

    def fail(place):
        place.write_text("half", encoding="utf-8")
        raise OSError(28, "No space left on device")

    with pytest.raises(FileProblem, match="No space left"):
        write_whole(path, fail)
    assert path.read_text(encoding="utf-8") == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["list.csv"]


def test_the_longest_name(tmp_path):
    """A name as long as names can be is written, a longer one refused."""
    write_whole(tmp_path / ("a" * 251 + ".csv"), write)
    assert len(list(tmp_path.iterdir())) == 1
    with pytest.raises(FileProblem, match="cannot be written"):
        write_whole(tmp_path / ("a" * 300), write)
    with pytest.raises(FileProblem, match="cannot be written"):
        write_whole(tmp_path / "a\0b", write)


@UNIX
def test_no_place_for_a_file(tmp_path):
    """A folder, one that is not there, and links in a ring are said to be no place."""
    ring = tmp_path / "ring"
    ring.symlink_to(ring)
    with pytest.raises(FileProblem, match="it is a folder"):
        write_whole(tmp_path, write)
    with pytest.raises(FileProblem, match="there is no folder"):
        write_whole(tmp_path / "no" / "list.csv", write)
    with pytest.raises(FileProblem, match="cannot be written"):
        write_whole(ring, write)


@UNIX
def test_a_device_takes_the_whole_content_or_says_why_not(capfd):
    """Output can be a file's name as well; a full device is an error of ours."""
    write_whole(Path("/dev/stdout"), write)
    assert capfd.readouterr().out == "new"
    if Path("/dev/full").exists():
        with pytest.raises(FileProblem, match="/dev/full cannot be written: No space left"):
            write_whole(Path("/dev/full"), write)


def test_the_same_file(tmp_path):
    """One file by two names is the same; what is not there, or cannot be, is not."""
    write(tmp_path / "a")
    assert is_same_file(tmp_path / "a", tmp_path / "." / "a")
    assert not is_same_file(tmp_path / "a", tmp_path / "b")
    assert not is_same_file(tmp_path / "a", Path("a" * 5000))
    assert not is_same_file(tmp_path / "a", Path("a\0b"))
