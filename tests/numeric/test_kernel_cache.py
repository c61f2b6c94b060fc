"""Files of compiled kernels: what is broken, gone or cannot be written is compiled anew."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from banzuke.numeric.compiling import compiled
from banzuke.numeric.kernel_cache import read_sound


def half(value):
    """A kernel."""
    return 0.5 * value


@pytest.fixture
def halved(tmp_path: Path, monkeypatch) -> Callable[[], tuple[float, int]]:
    """A function that compiles the kernel as a new process does: (its result, cache hits)."""
    monkeypatch.setenv("BANZUKE_CACHE", str(tmp_path / "cache"))

    def run() -> tuple[float, int]:
        compiled.cache_clear()
        twin = compiled(half)
        return twin(3.0), sum(twin.stats.cache_hits.values())

    return run


def files(folder: Path, ending: str) -> list[Path]:
    """The cache's files of one kind."""
    return list((folder / "cache").rglob(f"*.{ending}"))


def empty(path: Path) -> None:
    """Nothing is left of the file."""
    path.write_bytes(b"")


def cut(path: Path) -> None:
    """Half of the file is left."""
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flip(path: Path) -> None:
    """One bit of the file is another."""
    whole = bytearray(path.read_bytes())
    whole[len(whole) // 2] ^= 1
    path.write_bytes(whole)


def fill(path: Path) -> None:
    """The file is something else."""
    path.write_bytes(b"\x80\x05garbage" * 100)


def become_a_folder(path: Path) -> None:
    """Where the file was is a folder."""
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("spoil", [empty, cut, flip, fill, become_a_folder])
def test_a_broken_file_is_as_none(tmp_path: Path, halved, ending, spoil):
    """What is not as it was written is compiled anew, and kept again where that can be."""
    assert halved() == (1.5, 0)
    assert halved() == (1.5, 1)
    (path,) = files(tmp_path, ending)
    spoil(path)
    assert halved() == (1.5, 0)
    if spoil is not become_a_folder:
        assert halved() == (1.5, 1)


def test_a_folder_that_vanishes_and_one_that_is_full(tmp_path: Path, halved, monkeypatch):
    """Between making the folder and writing into it all may change; the result stays."""
    compiled.cache_clear()
    twin = compiled(half)
    shutil.rmtree(tmp_path / "cache")
    assert twin(3.0) == 1.5

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("banzuke.numeric.kernel_cache.SoundFiles._write", full)
    shutil.rmtree(tmp_path / "cache", ignore_errors=True)
    assert halved() == (1.5, 0)
    assert files(tmp_path, "nbc") == []


def test_only_what_was_written_is_read(tmp_path: Path):
    """A file without its hash in front is none."""
    path = tmp_path / "f"
    assert read_sound(path) is None
    path.write_bytes(b"x" * 40)
    assert read_sound(path) is None
