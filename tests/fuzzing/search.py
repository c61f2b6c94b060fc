"""A search for files that break a reader, for as long as one likes: outside the tests.

Usage: ``python -m fuzzing.search SECONDS [KEY…]`` in ``tests/``. With the package atheris, where
it can be installed, the search goes where the code has not been yet; without it, by chance. What
breaks a reader is written to the folder for scratch files, and its name told; the exit code is 1.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from banzuke.importers import read_file
from banzuke.model.errors import BanzukeError
from banzuke.model.importer import ReadOptions
from banzuke.workflows.reading import read, read_players
from fuzzing.mutating import good_files, spoilt

#: No small file takes longer, nor more memory.
MOST_SECONDS, MOST_BYTES = 10, 3 << 30


class TooSlow(Exception):  # it is raised by a clock
    """A reader took longer than anybody waits."""


def main(seconds: float, keys: list[str]) -> int:
    """Search for some seconds; returns 1 if something breaks a reader."""
    if importlib.util.find_spec("atheris") is not None and len(keys) == 1:
        _guided(seconds, keys[0])
        return 0
    good = {key: paths for key, paths in good_files().items() if not keys or key in keys}
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    broken: set[str] = set()
    tried, end = 0, time.monotonic() + seconds
    with tempfile.TemporaryDirectory(prefix="banzuke-fuzzing-") as folder:
        while time.monotonic() < end:
            for key, paths in good.items():
                rng = random.Random(tried)  # which files are tried is no secret
                path = rng.choice(paths)
                tried += 1
                trouble = _trouble(spoilt(path.read_bytes(), rng), key, Path(folder) / path.name)
                if trouble and trouble not in broken:
                    broken.add(trouble)
                    print(trouble)  # noqa: T201  # a script
    print(f"{tried} files tried, {len(broken)} kinds of trouble")  # noqa: T201  # a script
    return 1 if broken else 0


def _guided(seconds: float, key: str) -> None:
    """Search by what new code a file reaches; ends the process, with an error if one breaks."""
    import atheris

    with atheris.instrument_imports(include=["banzuke.importers", "banzuke.model"]):
        paths = good_files()[key]
    with tempfile.TemporaryDirectory(prefix="banzuke-fuzzing-") as folder:

        def try_one(content: bytes) -> None:
            if trouble := _trouble(content, key, Path(folder) / paths[0].name):
                raise RuntimeError(trouble)

        # What reaches new code is written to the first folder.
        corpus = Path(folder, "corpus")
        corpus.mkdir()
        for path in paths:
            shutil.copy(path, corpus)
        limits = [f"-max_total_time={seconds:.0f}", "-max_len=20000", "-rss_limit_mb=3000"]
        atheris.Setup([sys.argv[0], *limits, str(corpus)], try_one)
        atheris.Fuzz()


def _trouble(content: bytes, key: str, path: Path) -> str:
    """What goes wrong with a file, "" for nothing; the file is kept if something does."""
    path.write_bytes(content)
    try:
        with _hurried():
            for take in (lambda: read_file(path, ReadOptions(), key), lambda: read(path)):
                with contextlib.suppress(BanzukeError):
                    take()
            with contextlib.suppress(BanzukeError):
                read_players(path)
    except BaseException as error:  # whatever it is, it is what is looked for
        if isinstance(error, KeyboardInterrupt):
            raise
        kept = Path(tempfile.gettempdir(), f"broken-{hashlib.sha256(content).hexdigest()[:10]}")
        place = traceback.extract_tb(error.__traceback__)[-1]
        what = f"{key}: {type(error).__name__} at {place.filename}:{place.lineno}: {error!s:.200}"
        kept.with_suffix(path.suffix).write_bytes(content)
        return what
    return ""


@contextlib.contextmanager
def _hurried() -> Iterator[None]:
    """Raise TooSlow in what takes longer than it may."""

    def late(_signal: int, _frame: FrameType | None) -> None:
        raise TooSlow

    # By the processor's time: another program must not make a reader slow.
    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), sys.argv[2:]))
