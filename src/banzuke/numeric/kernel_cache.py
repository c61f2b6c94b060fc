"""Compiled kernels in files: sound ones are read, all others count as not there.

Numba unpickles whatever lies in its cache, and stops the program where it cannot; here each file
begins with the hash of what follows, and a file that cannot be written is left out.
"""

from __future__ import annotations

import hashlib
import pickle
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba.core.caching import FunctionCache, IndexDataCacheFile

HASH_BYTES = 32


class SoundFiles(IndexDataCacheFile):  # type: ignore[misc]  # Numba has no types
    """Numba's files of one function, each with a hash in front."""

    def _load_index(self) -> dict[Any, str]:
        read = read_sound(Path(self._index_path))
        if read is None:
            return {}
        stamp, names = pickle.loads(read)  # noqa: S301  # as this user wrote it
        return names if stamp == self._source_stamp else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._write(self._index_path, (self._source_stamp, overloads))

    def _load_data(self, name: str) -> Any:
        read = read_sound(Path(self._data_path(name)))
        if read is None:
            raise FileNotFoundError(name)
        return pickle.loads(read)  # noqa: S301  # as this user wrote it

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), data)

    def _write(self, path: str, data: Any) -> None:
        content = self._dump(data)
        with self._open_for_write(path) as file:
            file.write(hashlib.sha256(content).digest() + content)


class KernelCache(FunctionCache):  # type: ignore[misc]  # Numba has no types
    """The cache of one kernel; without a place for a file it goes on, and compiles anew.

    Raises OSError or RuntimeError if there is no place for any.
    """

    def __init__(self, kernel: Any) -> None:
        super().__init__(kernel)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = SoundFiles(self._cache_path, self._impl.filename_base, stamp)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled, unless the disk is full or the folder gone."""
        with suppress(OSError):
            super().save_overload(sig, data)


def read_sound(path: Path) -> bytes | None:
    """What follows the hash in a file; None if it is not there, or not as it was written."""
    try:
        whole = path.read_bytes()
    except OSError:
        return None
    content = whole[HASH_BYTES:]
    sound = hashlib.sha256(content).digest() == whole[:HASH_BYTES]
    return content if sound else None
